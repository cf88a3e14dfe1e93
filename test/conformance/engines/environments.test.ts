/** Environments on dynamic engines and data planes: their life, names, and search. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	ask,
	environmentsOf,
	KINDS,
	newName,
	platform,
	requests,
	run,
	SERVICE,
	state,
	succeed,
	wait,
} from './stage';

describe.each(KINDS)('$kind environment', (kindOfHost) => {
	const { resource, base, hostField, otherHost, free, joining } = kindOfHost;
	const { newEnvironment, connecting, read } = environmentsOf(kindOfHost);

	describe('an environment from its creation to its end', () => {
		const create = async (name = newName('environment')) => {
			const [made] = await succeed(resource, 'create', {
				name: `  ${name} `,
				workspaceName: 'First',
				simplify: false,
				additionalFields: {
					description: 'For a test',
					owner: 'bao.nguyen',
					logStrategy: 'CONTROL_PLANE',
					metricsStrategy: '={{ "ELSEWHERE" }}',
				},
			});
			return { made: made!, name, environmentId: byId(made!.id) };
		};
		const workspaceOf = (environmentId: unknown) =>
			[...orchestrationOf(state()).workspaces.values()].find(
				(workspace) => workspace.environmentId === environmentId,
			)!;

		test('a new environment has the given values', async () => {
			fact('B.113', 'B.114', 'B.119');
			const { made, name } = await create();
			expect(made).toMatchObject({
				name,
				description: 'For a test',
				logStrategy: 'CONTROL_PLANE',
				metricsStrategy: 'ELSEWHERE',
			});
		});

		test('the name of a new environment is trimmed', async () => {
			fact('B.216');
			const { made, name } = await create();
			expect(made.name).toBe(name);
		});

		test('the creation of an environment returns 201', async () => {
			fact('B.216', 'B.225');
			await create();
			expect(requests(`POST ${base}`).at(-1)!.status).toBe(201);
		});

		test('a new environment, which is free, names the service account that created it', async () => {
			fact('B.110', 'B.111', 'B.135');
			const { made } = await create();
			expect(made).toMatchObject({ status: free, creatorType: SERVICE, createdBy: 'Demo' });
		});

		test('a new environment has a custom workspace that belongs to its owner', async () => {
			fact('B.114');
			const { made } = await create();
			expect(workspaceOf(made.id)).toMatchObject({
				name: 'First',
				owner: 'bao.nguyen',
				type: 'custom',
			});
		});

		test('an environment is read as it was created', async () => {
			fact('B.217', 'B.226');
			const { made, environmentId } = await create();
			expect(await succeed(resource, 'get', { environmentId, simplify: false })).toEqual([made]);
		});

		test('a simplified environment does not say whether a person created it', async () => {
			fact('B.110', 'B.111', 'B.113');
			const { environmentId } = await create();
			const [simple] = await succeed(resource, 'get', { environmentId });
			expect(simple).toHaveProperty('name');
			expect(simple).not.toHaveProperty('creatorType');
		});

		test('an update sends only the changes, so it keeps the rest', async () => {
			fact('B.115', 'B.218', 'B.226');
			const { name, environmentId } = await create();
			platform.clearLog();
			expect(
				await succeed(resource, 'update', {
					environmentId,
					updateFields: { clearFields: ['description'], metricsStrategy: 'NONE' },
				}),
			).toEqual([
				expect.objectContaining({
					name,
					description: '',
					logStrategy: 'CONTROL_PLANE',
					metricsStrategy: 'NONE',
				}),
			]);
			expect(platform.emulator.log.map(({ body }) => body)).toEqual([
				'{"description":"","metricsStrategy":"NONE"}',
			]);
		});

		test('a changed name is trimmed', async () => {
			fact('B.115', 'B.218');
			const { name, environmentId } = await create();
			expect(
				await succeed(resource, 'update', {
					environmentId,
					updateFields: { name: ` ${name}, renamed ` },
				}),
			).toEqual([expect.objectContaining({ name: `${name}, renamed` })]);
		});

		test('the deletion of an environment deletes its workspaces and tasks', async () => {
			fact('B.219', 'B.227');
			const { made, environmentId } = await create();
			const { environments, workspaces, tasks } = orchestrationOf(state());
			const workspace = workspaceOf(made.id);
			tasks.set('of-it', { ...[...tasks.values()][0]!, id: 'of-it', workspaceId: workspace.id });
			expect(await succeed(resource, 'delete', { environmentId, confirmDeletion: true })).toEqual([
				{ deleted: true, environmentId: made.id },
			]);
			expect(environments.has(String(made.id))).toBe(false);
			expect(workspaces.has(workspace.id)).toBe(false);
			expect(tasks.has('of-it')).toBe(false);
		});

		test('a deleted environment is not found', async () => {
			fact('B.217', 'B.226');
			const { environmentId } = await create();
			await succeed(resource, 'delete', { environmentId, confirmDeletion: true });
			const { error } = await run(resource, 'get', { environmentId });
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});

	test('an environment stores logs and metrics nowhere unless configured', async () => {
		fact('B.114', 'B.119');
		expect(await read(await newEnvironment())).toMatchObject({
			description: '',
			logStrategy: 'NONE',
			metricsStrategy: 'NONE',
		});
	});

	describe('a name that another environment has', () => {
		const takenName = async () => String((await read(await newEnvironment())).name);

		test('an environment cannot be created with the name of another', async () => {
			fact('B.216', 'B.225');
			const name = await takenName();
			const { error } = await run(resource, 'create', { name, workspaceName: 'Finance' });
			expect(error).toMatchObject({
				httpCode: '409',
				message: `An environment with the name ${name} already exists`,
			});
			expect(error!.description).toMatch(
				/^Another environment has this name\. Choose another name\./,
			);
		});

		test('the platform refuses a name that is in use with the path of the request', async () => {
			fact('B.118');
			const refusal = await ask(`POST ${base}`, { name: await takenName(), workspaceName: 'x' });
			expect(refusal).toMatchObject({
				status: 409,
				body: {
					status: 409,
					message: expect.any(String) as string,
					uri: base,
					requestId: expect.any(String) as string,
				},
			});
		});

		test('an environment cannot be renamed to the name of another', async () => {
			fact('B.218');
			const { error } = await run(resource, 'update', {
				environmentId: byId(await newEnvironment()),
				updateFields: { name: await takenName() },
			});
			expect(error).toMatchObject({ httpCode: '409' });
			expect(error!.description).toMatch(/^Another environment has this name/);
		});
	});

	describe('the search for environments', () => {
		/** Three environments that were created one after the other, with names in another order. */
		const threeEnvironments = async () => {
			const prefix = newName('searched');
			const create = async (letter: string) => {
				const [made] = await succeed(resource, 'create', {
					name: `${prefix} ${letter}`,
					workspaceName: 'Finance',
				});
				wait(1_000);
				return String(made!.id);
			};
			const ids = { b: await create('b'), a: await create('a'), c: await create('c') };
			const found = async (filters: IDataObject) => {
				const given = { returnAll: true, filters: { name: prefix.toUpperCase(), ...filters } };
				return (await succeed(resource, 'search', given)).map(({ id }) => id);
			};
			return { ids, found, prefix };
		};

		test('the search finds part of a name, newest first', async () => {
			fact('B.13', 'B.222', 'B.230');
			const { ids, found } = await threeEnvironments();
			expect(await found({})).toEqual([ids.c, ids.a, ids.b]);
		});

		test('the search sorts by name on request', async () => {
			fact('B.116');
			const { ids, found } = await threeEnvironments();
			expect(await found({ sortBy: 'NAME', sortOrder: 'ASC' })).toEqual([ids.a, ids.b, ids.c]);
		});

		test('the search finds environments that are connected to a host or have a certain status', async () => {
			fact('B.116', 'B.222', 'B.230');
			const { ids, found } = await threeEnvironments();
			await succeed(resource, 'connect', connecting(ids.a, otherHost()));
			expect(await found({ [hostField]: byId(otherHost()) })).toEqual([ids.a]);
			expect(await found({ status: joining })).toEqual([ids.a]);
		});

		test('the search skips and limits what it returns', async () => {
			fact('B.116', 'B.117');
			const { ids, found, prefix } = await threeEnvironments();
			expect(await found({ offset: 1 })).toEqual([ids.a, ids.b]);
			const limited = await succeed(resource, 'search', { limit: 1, filters: { name: prefix } });
			expect(limited).toHaveLength(1);
		});

		test('the search also reads the page that the vendor’s files describe', async () => {
			const page = {
				items: [{ id: 'x', name: 'As the vendor writes it' }],
				limit: 100,
				offset: 0,
				total: 1,
			};
			platform.emulator.faults.add({ operation: `POST ${base}/search`, status: 200, body: page });
			expect(await succeed(resource, 'search')).toEqual(page.items);
		});
	});

	test('a search whose response was lost is sent again', async () => {
		platform.emulator.faults.add({ operation: `POST ${base}/search`, breaks: 'after' });
		platform.clearLog();
		await succeed(resource, 'search', { limit: 1 });
		expect(requests(`POST ${base}/search`)).toHaveLength(2);
	});
});

judgeRequests(platform, 'Engines', [
	'dynamicEngineEnvironment.create',
	'dynamicEngineEnvironment.delete',
	'dynamicEngineEnvironment.get',
	'dynamicEngineEnvironment.search',
	'dynamicEngineEnvironment.update',
	'dataPlaneEnvironment.create',
	'dataPlaneEnvironment.delete',
	'dataPlaneEnvironment.get',
	'dataPlaneEnvironment.search',
	'dataPlaneEnvironment.update',
]);
