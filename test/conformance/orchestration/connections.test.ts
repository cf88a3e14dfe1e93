/** Connections of tasks, and their encrypted values. */
import type { IDataObject } from 'n8n-workflow';

import { byId, byName, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import {
	bodiesSent,
	expectRefused,
	finance,
	goodTask,
	orchestration,
	platform,
	run,
	state,
	succeed,
} from './stage';

beforeEach(() => platform.emulator.resetAccount());

describe('connection', () => {
	const parameters = {
		rows: [
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'a-secret-password', additionalFields: { encrypted: true } },
		],
	};

	const newConnection = async (name: string) => {
		const [made] = await succeed('connection', 'create', {
			workspaceId: byId(finance().id),
			name,
			app: 'Oracle',
			parameters,
		});
		return made!;
	};

	test('a new connection is output with masked values instead of its secret', async () => {
		fact('B.4', 'B.23', 'B.25');
		const made = await newConnection('Ledger');
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
	});

	test.each(['create', 'update', 'upsert'])(
		'a parameter that is given twice is refused before anything is sent (%s)',
		async (operation) => {
			const rows = [
				{ name: 'host', value: 'db1' },
				{ name: 'host\u00a0', value: 'db2' },
			];
			const place = { workspaceId: byId(finance().id), name: 'Twice', app: 'Oracle' };
			await expectRefused(
				'connection',
				operation,
				operation === 'update'
					? { connectionId: byId('c1'), updateFields: { parameters: { rows } } }
					: { ...place, parameters: { rows } },
				'"Parameters" must not have the same "Name" twice: row 1 and row 2 have host',
			);
		},
	);

	test('a name with blanks around it changes the parameter of that name', async () => {
		const { id } = await newConnection('Blanks');
		const rows = [
			{ name: 'host ', value: 'db2.example.com' },
			{ name: 'password', value: 'a-secret-password' },
		];
		const changed = { connectionId: byId(id), updateFields: { parameters: { rows } } };
		await succeed('connection', 'update', changed);
		const [read] = await succeed('connection', 'get', { connectionId: byId(id) });
		expect(read!.parameters).toEqual([
			{ name: 'host', value: 'db2.example.com' },
			{ name: 'password', encrypted: true },
		]);
	});

	test('a connection is read with all values except the encrypted one', async () => {
		fact('B.25', 'B.151');
		const made = await newConnection('Readings');
		expect(await succeed('connection', 'get', { connectionId: byName('Readings') })).toEqual([
			{
				...made,
				parameters: [
					{ name: 'host', value: 'db.example.com' },
					{ name: 'password', encrypted: true },
				],
			},
		]);
	});

	test('a connection is found by part of its name, in any case', async () => {
		fact('B.151');
		const { id } = await newConnection('Journal');
		const found = await succeed('connection', 'getMany', { filters: { name: 'jour' } });
		expect(found.map((each) => each.id)).toEqual([id]);
	});

	test('an update of one parameter keeps the others with their encryption', async () => {
		fact('B.24');
		const made = await newConnection('Cellar');
		const [changed] = await succeed('connection', 'update', {
			connectionId: byId(made.id),
			updateFields: {
				name: 'Books',
				parameters: { rows: [{ name: 'password', value: 'another-secret' }] },
			},
		});
		expect(changed).toMatchObject({ id: made.id, name: 'Books', parameters: made.parameters });
		expect(orchestration().connections.get(String(made.id))!.parameters).toEqual([
			{ name: 'host', value: 'db.example.com' },
			{ name: 'password', value: 'another-secret', encrypted: true },
		]);
	});

	test.each<{ change: string; operation: string; given: (connectionId: unknown) => IDataObject }>([
		{
			change: 'another name',
			operation: 'update',
			given: (id) => ({ connectionId: byId(id), updateFields: { name: 'Ledger' } }),
		},
		{
			change: 'the encrypted parameter without a value',
			operation: 'update',
			given: (id) => ({
				connectionId: byId(id),
				updateFields: {
					parameters: { rows: [{ name: 'password', additionalFields: { encrypted: true } }] },
				},
			}),
		},
		{
			change: 'another parameter',
			operation: 'upsert',
			given: () => ({
				workspaceId: byId(finance().id),
				name: 'Vault',
				app: 'Oracle',
				parameters: { rows: [{ name: 'host', value: 'db2.example.com' }] },
			}),
		},
	])(
		'$change is refused in $operation, because the encrypted value might be lost',
		async ({ operation, given }) => {
			const { id } = await newConnection('Vault');
			platform.clearLog();
			const { error } = await run('connection', operation, given(id));
			expect(error!.message).toBe(
				'The update might lose the encrypted parameter password of this connection, which cannot be read',
			);
			expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test('an update without Keep Other Parameters sends only what is given', async () => {
		const { id } = await newConnection('Purse');
		platform.clearLog();
		await succeed('connection', 'update', {
			connectionId: byId(id),
			keepOtherParameters: false,
			updateFields: { name: 'Wallet' },
		});
		expect(bodiesSent('PUT /orchestration/connections/{connectionId}')).toEqual([
			{ name: 'Wallet' },
		]);
	});

	test('a connection is deleted by its ID', async () => {
		fact('B.151');
		const { id } = await newConnection('Short-lived');
		const connectionId = byId(id);
		expect(await succeed('connection', 'delete', { connectionId })).toEqual([
			{ deleted: true, connectionId: id },
		]);
		const { error } = await run('connection', 'get', { connectionId });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('a connection can be moved to another workspace of its environment', async () => {
		const [made] = await succeed('connection', 'create', {
			workspaceId: byId(finance().id),
			name: 'Ledger archive',
			app: 'Oracle',
			parameters,
		});
		const shared = workspaceIn(state(), 'Production', 'Shared');
		const target = (id: string) => ({ connectionId: byId(made!.id), targetWorkspaceId: byId(id) });
		expect(await succeed('connection', 'move', target(shared.id))).toEqual([
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
		await succeed('connection', 'create', {
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
			connectionId: byId(Object.values(goodTask().connections!)[0]),
		});
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^A task may still use it/);
	});

	test('no value of a connection appears in an error', async () => {
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

	test('a connection is created or updated by its name in the workspace', async () => {
		const given = { workspaceId: byId(finance().id), name: 'Staging', app: 'Oracle', parameters };
		const [made] = await succeed('connection', 'upsert', given);
		expect(made).toMatchObject({ name: 'Staging', created: true });
		platform.clearLog();
		const [again] = await succeed('connection', 'upsert', {
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
		expect(bodiesSent('PUT /orchestration/connections/{connectionId}')).toEqual([
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
		expect(error!.message).toBe('The connection Staging connects to Oracle, not to MySQL');
		const [elsewhere] = await succeed('connection', 'upsert', {
			...given,
			workspaceId: byId(workspaceIn(state(), 'Production', 'Shared').id),
		});
		expect(elsewhere).toMatchObject({ created: true });
	});

	test('a connection is found if the ID of its workspace is given in another letter case', async () => {
		const given = { name: 'Found', app: 'Oracle', parameters };
		const { id } = finance();
		const [made] = await succeed('connection', 'upsert', { ...given, workspaceId: byId(id) });
		const [again] = await succeed('connection', 'upsert', {
			...given,
			workspaceId: byId(id.toUpperCase()),
		});
		expect(again).toMatchObject({ id: made!.id, created: false });
	});

	test.each([
		{ where: 'given', first: 'Look alike', second: 'Look\u00a0alike\u200b' },
		{ where: 'on the platform', first: 'Looks\u00a0like\u200b', second: 'Looks like' },
		{ where: 'both', first: 'Like\u00a0this', second: 'Like  this' },
	])(
		'a connection whose name has invisible characters ($where) is not created again',
		async ({ first, second }) => {
			const given = { workspaceId: byId(finance().id), app: 'Oracle', parameters };
			const [made] = await succeed('connection', 'upsert', { ...given, name: first });
			expect(made).toMatchObject({ created: true });
			const [again] = await succeed('connection', 'upsert', { ...given, name: second });
			expect(again).toMatchObject({ id: made!.id, created: false });
		},
	);

	test('a name that two connections have is an error that lists both IDs', async () => {
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
	});
});

judgeRequests(platform, 'Orchestration', ['connection']);
