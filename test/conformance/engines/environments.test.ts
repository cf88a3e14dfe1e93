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

	test('a data plane is created with a workspace, read, partly changed, and deleted with all its contents', async () => {
		fact(
			'B.110',
			'B.111',
			'B.113',
			'B.114',
			'B.115',
			'B.119',
			'B.135',
			'B.216',
			'B.217',
			'B.218',
			'B.219',
			'B.225',
			'B.226',
			'B.227',
		);
		const name = newName('environment');
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
		const { environments, workspaces, tasks } = orchestrationOf(state());
		const workspace = [...workspaces.values()].find(
			({ environmentId }) => environmentId === made!.id,
		)!;
		expect(workspace).toMatchObject({ name: 'First', owner: 'bao.nguyen', type: 'custom' });
		tasks.set('of-it', { ...[...tasks.values()][0]!, id: 'of-it', workspaceId: workspace.id });
		const environmentId = byId(made!.id);
		expect(await done(resource, 'get', { environmentId, simplify: false })).toEqual([made]);
		expect(await done(resource, 'get', { environmentId })).toEqual([
			expect.not.objectContaining({ creatorType: expect.anything() as string }),
		]);
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
		expect(
			await done(resource, 'update', {
				environmentId,
				updateFields: { name: ` ${name}, renamed ` },
			}),
		).toEqual([expect.objectContaining({ name: `${name}, renamed` })]);
		expect(await done(resource, 'delete', { environmentId, confirmDeletion: true })).toEqual([
			{ deleted: true, environmentId: made!.id },
		]);
		expect([
			environments.has(String(made!.id)),
			workspaces.has(workspace.id),
			tasks.has('of-it'),
		]).toEqual([false, false, false]);
		expect((await run(resource, 'get', { environmentId })).error).toMatchObject({
			httpCode: '404',
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

	test('a data plane is connected and disconnected, once each', async () => {
		fact(
			'B.111',
			'B.112',
			'B.113',
			'B.135',
			'B.136',
			'B.137',
			'B.141',
			'B.143',
			'B.145',
			'B.220',
			'B.221',
			'B.228',
			'B.229',
		);
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
		wait(DURATIONS_MS.setUp);
		expect(await read(id)).toMatchObject({ status: joined });
		expect(await done(resource, 'disconnect', { environmentId: byId(id) })).toEqual([
			{ success: true, environmentId: id, alreadyDisconnected: false },
		]);
		expect(await read(id)).toMatchObject({ status: leaving });
		wait(DURATIONS_MS.cleanUp);
		expect(await done(resource, 'disconnect', { environmentId: byId(id) })).toEqual([
			{ success: true, environmentId: id, alreadyDisconnected: true },
		]);
		expect(await read(id)).not.toHaveProperty(on);
		const statuses = platform.emulator.log
			.filter(({ operation }) => operation?.endsWith('/connection'))
			.map(({ status }) => status);
		expect(statuses).toEqual([202, 204, 202, 204]);
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

	test('an environment runs on one host only, and not while it is leaving', async () => {
		fact(
			'B.10',
			'B.140',
			'B.142',
			'B.143',
			'B.144',
			'B.146',
			'B.219',
			'B.220',
			'B.223',
			'B.227',
			'B.228',
		);
		const id = await newEnvironment();
		await done(resource, 'connectAndWait', connecting(id));
		const elsewhere = await run(resource, 'connect', connecting(id, other()));
		expect(elsewhere.error).toMatchObject({ httpCode: '409' });
		expect(elsewhere.error!.description).toContain(
			`An environment runs on one ${kind} only, and cannot be connected while it is being disconnected`,
		);
		const removed = await run(resource, 'delete', {
			environmentId: byId(id),
			confirmDeletion: true,
		});
		expect(removed.error).toMatchObject({ httpCode: '409' });
		expect(removed.error!.description).toContain(
			`The environment is connected to a ${kind}: disconnect it first (Disconnect and Wait).`,
		);
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
		await done(resource, 'disconnectAndWait', { environmentId: byId(id) });
		expect(await done(resource, 'connectAndWait', connecting(id, other()))).toEqual([
			expect.objectContaining({ outcome: 'connected', [on]: other() }),
		]);
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
