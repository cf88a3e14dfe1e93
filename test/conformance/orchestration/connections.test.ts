/** Connections of tasks, and their encrypted values. */
import { judge } from '../../support/conformance';
import { byId, named, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { done, finance, good, orchestration, platform, run, sent, state } from './stage';

describe('connection', () => {
	const parameters = {
		rows: [
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'a-secret-password', additionalFields: { encrypted: true } },
		],
	};

	test('a connection is created, read without its encrypted values, listed, changed and deleted', async () => {
		fact('B.4', 'B.23', 'B.24', 'B.25', 'B.151');
		const [made] = await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger',
			app: 'Oracle',
			parameters,
		});
		expect(made).toMatchObject({
			name: 'Ledger',
			app: 'Oracle',
			workspace: { id: finance().id },
			parameters: [
				{ name: 'host', value: '***' },
				{ name: 'password', encrypted: true },
			],
		});
		expect(JSON.stringify(made)).not.toContain('a-secret-password');
		const connectionId = made!.id;
		expect(await done('connection', 'get', { connectionId: named('Ledger') })).toEqual([
			{
				...made,
				parameters: [
					{ name: 'host', value: 'db.example.com' },
					{ name: 'password', encrypted: true },
				],
			},
		]);
		expect(
			(await done('connection', 'getMany', { filters: { name: 'ledg' } })).map(({ id }) => id),
		).toEqual([connectionId]);
		const [changed] = await done('connection', 'update', {
			connectionId: byId(connectionId),
			updateFields: {
				name: 'Books',
				parameters: { rows: [{ name: 'password', value: 'another-secret' }] },
			},
		});
		expect(changed).toMatchObject({
			id: connectionId,
			name: 'Books',
			parameters: made!.parameters,
		});
		expect(orchestration().connections.get(String(connectionId))!.parameters).toEqual([
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'another-secret', encrypted: true },
		]);
		for (const [operation, more] of [
			['update', { connectionId: byId(connectionId), updateFields: { name: 'Ledger' } }],
			[
				'update',
				{
					connectionId: byId(connectionId),
					updateFields: {
						parameters: { rows: [{ name: 'password', additionalFields: { encrypted: true } }] },
					},
				},
			],
			[
				'upsert',
				{
					workspaceId: byId(finance().id),
					name: 'Books',
					app: 'Oracle',
					parameters: { rows: [{ name: 'host', value: 'db2.example.com' }] },
				},
			],
		] as const) {
			platform.forget();
			const { error } = await run('connection', operation, more);
			expect(error!.message).toBe(
				'Not changed: the encrypted parameter password of this connection cannot be read, and might be lost',
			);
			expect(platform.emulator.log.every(({ method }) => method === 'GET')).toBe(true);
		}
		await done('connection', 'update', {
			connectionId: byId(connectionId),
			keepOtherParameters: false,
			updateFields: { name: 'Ledger' },
		});
		expect(sent('PUT /orchestration/connections/{connectionId}')).toEqual([{ name: 'Ledger' }]);
		expect(await done('connection', 'delete', { connectionId: byId(connectionId) })).toEqual([
			{ deleted: true, connectionId },
		]);
		expect(
			(await run('connection', 'get', { connectionId: byId(connectionId) })).error,
		).toMatchObject({ httpCode: '404' });
	});

	test('a connection is moved to another workspace of its environment', async () => {
		const [made] = await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger archive',
			app: 'Oracle',
			parameters,
		});
		const shared = workspaceIn(state(), 'Production', 'Shared');
		const target = (id: string) => ({ connectionId: byId(made!.id), targetWorkspaceId: byId(id) });
		expect(await done('connection', 'move', target(shared.id))).toEqual([
			expect.objectContaining({
				id: made!.id,
				workspace: expect.objectContaining({ id: shared.id }) as object,
			}),
		]);
		const { error } = await run(
			'connection',
			'move',
			target(workspaceIn(state(), 'Development', 'Shared').id),
		);
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The workspace must be of the same environment',
		});
		await done('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger archive',
			app: 'Oracle',
			parameters,
		});
		expect((await run('connection', 'move', target(finance().id))).error!.description).toMatch(
			/^A connection of that workspace already has this name/,
		);
	});

	test('a connection cannot be deleted while a task uses it', async () => {
		const { error } = await run('connection', 'delete', {
			connectionId: byId(Object.values(good().connections!)[0]),
		});
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^A task may still use it/);
	});

	test('no value of it appears in an error', async () => {
		platform.emulator.faults.add({
			operation: 'POST /orchestration/connections',
			status: 400,
			body: { status: 400, message: 'a-secret-password is too weak' },
		});
		const { error, stored } = await run('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger',
			app: 'Oracle',
			parameters,
		});
		expect(error!.message).toBe('*** is too weak');
		expect(JSON.stringify(error)).not.toContain('a-secret-password');
		expect(stored).not.toMatch(/message[^}]*a-secret-password/);
	});

	test('a connection is created or updated, found by its name in the workspace', async () => {
		const given = { workspaceId: byId(finance().id), name: 'Staging', app: 'Oracle', parameters };
		const [made] = await done('connection', 'upsert', given);
		expect(made).toMatchObject({ name: 'Staging', created: true });
		platform.forget();
		const [again] = await done('connection', 'upsert', {
			...given,
			parameters: {
				rows: [
					{ name: 'password', value: 'another-secret' },
					{ name: 'port', value: '1521' },
				],
			},
		});
		expect(again).toMatchObject({
			id: made!.id,
			created: false,
			parameters: [
				{ name: 'host' },
				{ name: 'password', encrypted: true },
				{ name: 'port', value: '***' },
			],
		});
		expect(sent('PUT /orchestration/connections/{connectionId}')).toEqual([
			{
				name: 'Staging',
				parameters: [
					{ name: 'host', value: 'db.example.com' },
					{ name: 'password', value: 'another-secret', encrypted: true },
					{ name: 'port', value: '1521' },
				],
			},
		]);
		const { error } = await run('connection', 'upsert', { ...given, app: 'MySQL' });
		expect(error!.message).toBe('The connection Staging is one to Oracle, not to MySQL');
		const [elsewhere] = await done('connection', 'upsert', {
			...given,
			workspaceId: byId(workspaceIn(state(), 'Production', 'Shared').id),
		});
		expect(elsewhere).toMatchObject({ created: true });
	});

	test.each([
		['given', 'Look alike', 'Look\u00a0alike\u200b'],
		['on the platform', 'Looks\u00a0like\u200b', 'Looks like'],
		['both', 'Like\u00a0this', 'Like  this'],
	])(
		'a connection whose name has signs that nobody sees (%s) is not created again',
		async (_where, first, second) => {
			const given = { workspaceId: byId(finance().id), app: 'Oracle', parameters };
			const [made] = await done('connection', 'upsert', { ...given, name: first });
			expect(made).toMatchObject({ created: true });
			const [again] = await done('connection', 'upsert', { ...given, name: second });
			expect(again).toMatchObject({ id: made!.id, created: false });
		},
	);

	test('two of the same name are an error that lists both IDs', async () => {
		const twin = {
			...[...orchestration().connections.values()].find(({ name }) => name === 'Invoices')!,
			id: 'twin',
		};
		orchestration().connections.set('twin', twin);
		const original = [...orchestration().connections.values()].find(
			({ name }) => name === 'Invoices',
		)!.id;
		const { error } = await run('connection', 'upsert', {
			workspaceId: byId(finance().id),
			name: 'Invoices',
			app: 'PostgreSQL',
			parameters,
		});
		expect(error!.message).toBe(`Invoices matches 2 connections: ${original}, twin`);
		orchestration().connections.delete('twin');
	});
});

test('the operations were done, and the platform responds as documented', () => {
	fact('B.25', 'B.26');
	expect(
		judge('Orchestration', platform.everything, (resource) => resource === 'connection'),
	).toEqual({ notDone: [], notDocumented: [] });
});
