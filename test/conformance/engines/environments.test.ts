/** Environments on dynamic engines and data planes. */
import type { IDataObject } from 'n8n-workflow';

import { DURATIONS_MS, enginesOf } from '../../../emulator/areas/engines/records';
import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { judge } from '../../support/conformance';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import {
	ask,
	done,
	environmentsOf,
	KINDS,
	newName,
	platform,
	requests,
	run,
	SERVICE,
	state,
	wait,
} from './stage';

describe.each(KINDS)('$kind environment', (each) => {
	const { kind, resource, base, at, on, host, other, free, joining, joined, leaving, tellsLink } =
		each;
	const { newEnvironment, connecting, read, hostOf } = environmentsOf(each);

	describe('an environment from its creation to its end', () => {
		const described = async (name = newName('environment')) => {
			const [made] = await done(resource, 'create', {
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

		test('a new environment has what was given, and a workspace of its own', async () => {
			fact('B.110', 'B.111', 'B.113', 'B.114', 'B.119', 'B.135', 'B.216', 'B.225');
			const { made, name } = await described();
			expect(made).toMatchObject({
				name,
				description: 'For a test',
				status: free,
				logStrategy: 'CONTROL_PLANE',
				metricsStrategy: 'ELSEWHERE',
				creatorType: SERVICE,
				createdBy: 'Demo',
			});
			expect(requests(`POST ${base}`).at(-1)!.status).toBe(201);
			expect(workspaceOf(made.id)).toMatchObject({
				name: 'First',
				owner: 'bao.nguyen',
				type: 'custom',
			});
		});

		test('an environment is read as it was created, or simplified', async () => {
			fact('B.110', 'B.111', 'B.113', 'B.217', 'B.226');
			const { made, environmentId } = await described();
			expect(await done(resource, 'get', { environmentId, simplify: false })).toEqual([made]);
			expect(await done(resource, 'get', { environmentId })).toEqual([
				expect.not.objectContaining({ creatorType: expect.anything() as string }),
			]);
		});

		test('an update sends only what changes, and keeps the rest', async () => {
			fact('B.115', 'B.218', 'B.226');
			const { name, environmentId } = await described();
			platform.forget();
			expect(
				await done(resource, 'update', {
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

		test('a new name loses the spaces around it', async () => {
			fact('B.115', 'B.218');
			const { name, environmentId } = await described();
			expect(
				await done(resource, 'update', {
					environmentId,
					updateFields: { name: ` ${name}, renamed ` },
				}),
			).toEqual([expect.objectContaining({ name: `${name}, renamed` })]);
		});

		test('a deleted environment takes its workspaces and tasks with it', async () => {
			fact('B.217', 'B.219', 'B.226', 'B.227');
			const { made, environmentId } = await described();
			const { environments, workspaces, tasks } = orchestrationOf(state());
			const workspace = workspaceOf(made.id);
			tasks.set('of-it', { ...[...tasks.values()][0]!, id: 'of-it', workspaceId: workspace.id });
			expect(await done(resource, 'delete', { environmentId, confirmDeletion: true })).toEqual([
				{ deleted: true, environmentId: made.id },
			]);
			expect(environments.has(String(made.id))).toBe(false);
			expect(workspaces.has(workspace.id)).toBe(false);
			expect(tasks.has('of-it')).toBe(false);
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

	test('a name can be used only once', async () => {
		fact('B.118', 'B.216', 'B.218', 'B.225');
		const { name } = await read(await newEnvironment());
		const { error } = await run(resource, 'create', { name, workspaceName: 'Finance' });
		expect(error).toMatchObject({
			httpCode: '409',
			message: `An environment with the name ${String(name)} already exists`,
		});
		expect(error!.description).toMatch(
			/^The name must differ from those of all other environments: choose another\./,
		);
		expect(await ask(`POST ${base}`, { name, workspaceName: 'x' })).toMatchObject({
			status: 409,
			body: {
				status: 409,
				message: expect.any(String) as string,
				uri: base,
				requestId: expect.any(String) as string,
			},
		});
		const renamed = await run(resource, 'update', {
			environmentId: byId(await newEnvironment()),
			updateFields: { name },
		});
		expect(renamed.error).toMatchObject({ httpCode: '409' });
		expect(renamed.error!.description).toMatch(/^The name must differ/);
	});

	test('a data plane is searched by name, status and host, sorted, page by page', async () => {
		fact('B.13', 'B.116', 'B.117', 'B.222', 'B.230');
		const prefix = newName('searched');
		const ids: unknown[] = [];
		for (const letter of ['b', 'a', 'c']) {
			ids.push(
				(
					await done(resource, 'create', {
						name: `${prefix} ${letter}`,
						workspaceName: 'Finance',
					})
				)[0]!.id,
			);
			wait(1_000);
		}
		const found = async (filters: IDataObject) =>
			(
				await done(resource, 'search', {
					returnAll: true,
					filters: { name: prefix.toUpperCase(), ...filters },
				})
			).map(({ id }) => id);
		expect(await found({})).toEqual([ids[2], ids[1], ids[0]]);
		expect(await found({ sortBy: 'NAME', sortOrder: 'ASC' })).toEqual([ids[1], ids[0], ids[2]]);
		await done(resource, 'connect', connecting(String(ids[1]), other()));
		expect(await found({ [on]: byId(other()) })).toEqual([ids[1]]);
		expect(await found({ status: joining })).toEqual([ids[1]]);
		expect(await found({ offset: 1 })).toEqual([ids[1], ids[0]]);
		expect(await done(resource, 'search', { limit: 1, filters: { name: prefix } })).toHaveLength(1);
		platform.emulator.faults.add({
			operation: `POST ${base}/search`,
			status: 200,
			body: {
				items: [{ id: 'x', name: 'As the vendor writes it' }],
				limit: 100,
				offset: 0,
				total: 1,
			},
		});
		expect(await done(resource, 'search')).toEqual([{ id: 'x', name: 'As the vendor writes it' }]);
	});

	test('a search whose response was lost is sent again', async () => {
		platform.emulator.faults.add({ operation: `POST ${base}/search`, breaks: 'after' });
		platform.forget();
		await done(resource, 'search', { limit: 1 });
		expect(requests(`POST ${base}/search`)).toHaveLength(2);
	});

	describe('connecting and disconnecting', () => {
		/** The statuses of the requests that connect and disconnect. */
		const statuses = () =>
			platform.emulator.log
				.filter(({ operation }) => operation?.endsWith('/connection'))
				.map(({ status }) => status);
		const disconnect = async (id: string) =>
			await done(resource, 'disconnect', { environmentId: byId(id) });

		test('an environment is connected once, and joined after its set-up', async () => {
			fact('B.111', 'B.112', 'B.113', 'B.135', 'B.136', 'B.137', 'B.143', 'B.220', 'B.228');
			const id = await newEnvironment();
			platform.forget();
			const [first] = await done(resource, 'connect', connecting(id));
			const linkId = enginesOf(state()).environments.get(id)!.link!.id;
			expect(first).toEqual({
				success: true,
				environmentId: id,
				[at]: host(),
				alreadyConnected: false,
				...(tellsLink ? { location: linkId, linkId } : {}),
			});
			expect(await read(id)).toMatchObject({
				status: joining,
				[on]: host(),
				...(tellsLink ? { linkId } : {}),
			});
			expect(await done(resource, 'connect', connecting(id))).toEqual([
				{ ...first, alreadyConnected: true },
			]);
			expect(statuses()).toEqual([202, 204]);
			wait(DURATIONS_MS.setUp);
			expect(await read(id)).toMatchObject({ status: joined });
		});

		test('an environment is disconnected once, and free after it was cleaned up', async () => {
			fact('B.111', 'B.113', 'B.137', 'B.141', 'B.143', 'B.145', 'B.221', 'B.229');
			const id = await newEnvironment();
			await done(resource, 'connectAndWait', connecting(id));
			platform.forget();
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: false },
			]);
			expect(await read(id)).toMatchObject({ status: leaving });
			wait(DURATIONS_MS.cleanUp);
			expect(await disconnect(id)).toEqual([
				{ success: true, environmentId: id, alreadyDisconnected: true },
			]);
			expect(await read(id)).not.toHaveProperty(on);
			expect(statuses()).toEqual([202, 204]);
		});
	});

	test('a Location that is an address ends with the link ID', async () => {
		fact('B.220');
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			status: 202,
			body: '',
			headers: { location: 'https://api.example.com/links/l-1/' },
		});
		expect(await done(resource, 'connect', connecting(id))).toEqual([
			{
				success: true,
				environmentId: id,
				[at]: host(),
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
			await done(resource, 'connectAndWait', connecting(id));
			return id;
		};

		test('a connected environment is not connected elsewhere', async () => {
			fact('B.10', 'B.140', 'B.144', 'B.220', 'B.223', 'B.228');
			const { error } = await run(resource, 'connect', connecting(await connected(), other()));
			expect(error).toMatchObject({ httpCode: '409' });
			expect(error!.description).toContain(
				`An environment runs on one ${kind} only, and cannot be connected while it is being disconnected`,
			);
		});

		test('a connected environment is not deleted', async () => {
			fact('B.142', 'B.146', 'B.219', 'B.227');
			const { error } = await run(resource, 'delete', {
				environmentId: byId(await connected()),
				confirmDeletion: true,
			});
			expect(error).toMatchObject({ httpCode: '409' });
			expect(error!.description).toContain(
				`The environment is connected to a ${kind}: disconnect it first (Disconnect and Wait).`,
			);
		});

		test('a leaving environment is not connected, and its host not deleted', async () => {
			fact('B.140', 'B.143', 'B.144');
			const id = await connected();
			await done(resource, 'disconnect', { environmentId: byId(id) });
			expect((await run(resource, 'connectAndWait', connecting(id))).error).toMatchObject({
				httpCode: '409',
			});
			const kept = await run(kind === 'data plane' ? 'dataPlane' : 'dynamicEngine', 'delete', {
				id: byId(host()),
				confirmDeletion: true,
			});
			expect(kept.error).toMatchObject({ httpCode: '400' });
			expect(kept.error!.description).toMatch(
				/^Environments may still run on it: disconnect them first \(Disconnect and Wait\)\./,
			);
		});

		test('a disconnected environment is connected to another host', async () => {
			fact('B.10');
			const id = await connected();
			await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
			expect(await done(resource, 'connectAndWait', connecting(id, other()))).toEqual([
				expect.objectContaining({ outcome: 'connected', [on]: other() }),
			]);
		});
	});

	test('a data plane says what is not ready, has no capacity, or does not exist', async () => {
		fact('B.140', 'B.144', 'B.220', 'B.228');
		const id = await newEnvironment();
		const [made] =
			kind === 'data plane'
				? await done('dataPlane', 'register', { name: newName('plane'), provider: 'IMPORTED' })
				: await done('dynamicEngine', 'create', { name: newName('engine') });
		const early = await run(resource, 'connectAndWait', connecting(id, String(made!.id)));
		expect(early.error).toMatchObject({ httpCode: '503' });
		expect(early.error!.description).toContain(
			`The ${kind} is not ready: it must be fully connected to the platform.`,
		);
		const used = hostOf(other());
		const { namespaces } = used;
		used.namespaces = 0;
		const full = await run(resource, 'connect', connecting(id, other()));
		used.namespaces = namespaces;
		expect(full.error).toMatchObject({
			httpCode: '500',
			message: `${used.name} cannot allocate a namespace`,
		});
		expect(full.error!.description).toContain(
			`The ${kind} cannot take another namespace, or did not answer in time.`,
		);
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			status: 504,
			times: 5,
		});
		expect((await run(resource, 'connect', connecting(id))).error!.description).toContain(
			'did not answer in time',
		);
		expect((await run(resource, 'connect', connecting(id, 'nowhere'))).error).toMatchObject({
			httpCode: '400',
		});
		expect(
			(await run(resource, 'disconnect', { environmentId: byId('nothing') })).error,
		).toMatchObject({ httpCode: '404' });
		expect(await read(id)).toMatchObject({ status: free });
	});

	test('a connection whose response was lost is not made twice', async () => {
		const id = await newEnvironment();
		platform.emulator.faults.add({
			operation: `POST ${base}/{environmentId}/connection`,
			breaks: 'after',
		});
		platform.forget();
		expect(await done(resource, 'connect', connecting(id))).toEqual([
			expect.objectContaining({ alreadyConnected: true }),
		]);
		expect(requests(`POST ${base}/{environmentId}/connection`)).toHaveLength(2);
	});
});

test('the operations were done, and the responses are as documented', () => {
	fact('B.13', 'B.110', 'B.113', 'B.117');
	expect(
		judge('Engines', platform.everything, (resource) =>
			['dynamicEngineEnvironment', 'dataPlaneEnvironment'].includes(resource),
		),
	).toEqual({ notDone: [], notDocumented: [] });
});
