/** Environments on dynamic engines and data planes. */
import type { IDataObject } from 'n8n-workflow';

import { DURATIONS_MS, enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { changed } from '../../support/changed';
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
	const {
		kind,
		resource,
		base,
		hostParameter,
		hostField,
		demoHost,
		otherHost,
		free,
		joining,
		joined,
		leaving,
		tellsLink,
	} = kindOfHost;
	const { newEnvironment, connecting, read, hostOf } = environmentsOf(kindOfHost);

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

	describe('connecting and disconnecting', () => {
		/** The statuses of the requests that connect and disconnect. */
		const statuses = () =>
			platform.emulator.log
				.filter(({ operation }) => operation?.endsWith('/connection'))
				.map(({ status }) => status);
		const disconnect = async (id: string) =>
			await succeed(resource, 'disconnect', { environmentId: byId(id) });

		test('a connection is accepted, with its link if there is one', async () => {
			fact('B.112', 'B.220', 'B.228');
			const id = await newEnvironment();
			const [answer] = await succeed(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(answer).toEqual({
				success: true,
				environmentId: id,
				[hostParameter]: demoHost(),
				alreadyConnected: false,
				...(tellsLink ? { location: linkId, linkId } : {}),
			});
		});

		test('an environment shows its host, with a link if there is one, while it is set up', async () => {
			fact('B.111', 'B.112', 'B.113');
			const id = await newEnvironment();
			await succeed(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(await read(id)).toMatchObject({
				[hostField]: demoHost(),
				...(tellsLink ? { linkId } : {}),
			});
		});

		test('an environment is joined when its set-up has ended', async () => {
			fact('B.136', 'B.137', 'B.143');
			const id = await newEnvironment();
			expect(await read(id)).toMatchObject({ status: free });
			await succeed(resource, 'connect', connecting(id));
			expect(await read(id)).toMatchObject({ status: joining });
			wait(DURATIONS_MS.setUp);
			expect(await read(id)).toMatchObject({ status: joined });
		});

		test('an environment that is already connected to the host stays connected', async () => {
			fact('B.220', 'B.228');
			const id = await newEnvironment();
			platform.clearLog();
			const [first] = await succeed(resource, 'connect', connecting(id));
			const [second] = await succeed(resource, 'connect', connecting(id));
			expect(second).toEqual({ ...first, alreadyConnected: true });
			expect(statuses()).toEqual([202, 204]);
		});

		test('a disconnected environment is free of its host once it has been cleaned up', async () => {
			fact('B.111', 'B.113', 'B.143');
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			await disconnect(id);
			expect(await read(id)).toMatchObject({ status: leaving });
			wait(DURATIONS_MS.cleanUp);
			const cleaned = await read(id);
			expect(cleaned).toMatchObject({ status: free });
			expect(cleaned).not.toHaveProperty(hostField);
		});

		test('an environment that is already disconnected stays disconnected', async () => {
			fact('B.221', 'B.229');
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			platform.clearLog();
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: false },
			]);
			wait(DURATIONS_MS.cleanUp);
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: true },
			]);
			expect(statuses()).toEqual([202, 204]);
		});

		test('a disconnection says whether the environment was connected', async () => {
			fact('B.137', 'B.141', 'B.145');
			const id = await newEnvironment();
			platform.clearLog();
			expect(await disconnect(id)).toMatchObject([{ alreadyDisconnected: true }]);
			await succeed(resource, 'connectAndWait', connecting(id));
			expect(await read(id)).toMatchObject({ status: joined });
			expect(await disconnect(id)).toMatchObject([{ alreadyDisconnected: false }]);
		});
	});

	test('a Location that is a URL ends with the link ID', async () => {
		fact('B.220');
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			status: 202,
			body: '',
			headers: { location: 'https://api.example.com/links/l-1/' },
		});
		expect(await succeed(resource, 'connect', connecting(id))).toEqual([
			{
				success: true,
				environmentId: id,
				[hostParameter]: demoHost(),
				alreadyConnected: false,
				location: 'https://api.example.com/links/l-1/',
				linkId: 'l-1',
			},
		]);
	});

	describe('several environments on one host', () => {
		/** An environment that is connected to the demo's engine or plane. */
		const connected = async () => {
			const id = await newEnvironment();
			await succeed(resource, 'connectAndWait', connecting(id));
			return id;
		};

		test('a connected environment cannot be connected elsewhere', async () => {
			fact('B.10', 'B.140', 'B.144');
			const { error } = await run(resource, 'connect', connecting(await connected(), otherHost()));
			expect(error!.description).toContain(
				`An environment runs on one ${kind} only, and cannot be connected while it is being disconnected`,
			);
		});

		test('a second host is refused with 409', async () => {
			fact('B.220', 'B.223', 'B.228');
			const { error } = await run(resource, 'connect', connecting(await connected(), otherHost()));
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('a connected environment cannot be deleted', async () => {
			fact('B.219', 'B.227');
			const { error } = await run(resource, 'delete', {
				environmentId: byId(await connected()),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('the refusal to delete a connected environment says to disconnect it first', async () => {
			fact('B.142', 'B.146');
			const { error } = await run(resource, 'delete', {
				environmentId: byId(await connected()),
				confirmDeletion: true,
			});
			expect(error!.description).toContain(
				`The environment is connected to a ${kind}: disconnect it first (Disconnect and Wait).`,
			);
		});

		const leavingEnvironment = async () => {
			const id = await connected();
			await succeed(resource, 'disconnect', { environmentId: byId(id) });
			return id;
		};

		test('an environment cannot be connected while it is being disconnected', async () => {
			fact('B.140', 'B.143', 'B.144');
			const { error } = await run(
				resource,
				'connectAndWait',
				connecting(await leavingEnvironment()),
			);
			expect(error).toMatchObject({ httpCode: '409' });
		});

		test('a host cannot be deleted while an environment is being disconnected from it', async () => {
			await leavingEnvironment();
			const { error } = await run(kind === 'data plane' ? 'dataPlane' : 'dynamicEngine', 'delete', {
				id: byId(demoHost()),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error!.description).toMatch(
				/^Environments may still run on it: disconnect them first \(Disconnect and Wait\)\./,
			);
		});

		test('a disconnected environment can be connected to another host', async () => {
			fact('B.10');
			const id = await connected();
			await succeed(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(await succeed(resource, 'connectAndWait', connecting(id, otherHost()))).toEqual([
				expect.objectContaining({ outcome: 'connected', [hostField]: otherHost() }),
			]);
		});
	});

	describe('a connection that is refused', () => {
		test('a host that is not fully connected to the platform accepts no environment', async () => {
			fact('B.140', 'B.144');
			const id = await newEnvironment();
			const [made] =
				kind === 'data plane'
					? await succeed('dataPlane', 'register', { name: newName('plane'), provider: 'IMPORTED' })
					: await succeed('dynamicEngine', 'create', { name: newName('engine') });
			const { error } = await run(resource, 'connectAndWait', connecting(id, String(made!.id)));
			expect(error).toMatchObject({ httpCode: '503' });
			expect(error!.description).toContain(
				`The ${kind} is not ready: it must be fully connected to Talend Cloud.`,
			);
			expect(await read(id)).toMatchObject({ status: free });
		});

		test('a host without a free namespace accepts no environment', async () => {
			fact('B.220', 'B.228');
			const id = await newEnvironment();
			const full = changed(hostOf(otherHost()), { namespaces: 0 });
			const { error } = await run(resource, 'connect', connecting(id, otherHost()));
			expect(error).toMatchObject({
				httpCode: '500',
				message: `${full.name} cannot allocate a namespace`,
			});
			expect(error!.description).toContain(
				`The ${kind} cannot take another namespace, or did not respond in time.`,
			);
			expect(await read(id)).toMatchObject({ status: free });
		});

		test('a host that does not respond in time is named', async () => {
			fact('B.220', 'B.228');
			platform.emulator.faults.add({
				operation: `POST ${base}/{environmentId}/connection`,
				status: 504,
				times: 5,
			});
			const { error } = await run(resource, 'connect', connecting(await newEnvironment()));
			expect(error!.description).toContain('did not respond in time');
		});

		test('an unknown host is refused with 400', async () => {
			const id = await newEnvironment();
			const { error } = await run(resource, 'connect', connecting(id, 'nowhere'));
			expect(error).toMatchObject({ httpCode: '400' });
		});

		test('an unknown environment cannot be disconnected', async () => {
			const { error } = await run(resource, 'disconnect', { environmentId: byId('nothing') });
			expect(error).toMatchObject({ httpCode: '404' });
		});
	});

	test('a connection whose response was lost is not made twice', async () => {
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			breaks: 'after',
		});
		platform.clearLog();
		expect(await succeed(resource, 'connect', connecting(id))).toEqual([
			expect.objectContaining({ alreadyConnected: true }),
		]);
		expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(2);
	});
});

judgeRequests(platform, 'Engines', ['dynamicEngineEnvironment', 'dataPlaneEnvironment']);
