/** Permissions on workspaces: one by one, and many in one request. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { changed } from '../../support/changed';
import { byId, byName, environmentNamed, userNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, expectRefused, newAccount, platform, requests, run, state, succeed } from './stage';

describe.each([
	{ family: 'users', name: 'User', one: 'userId', many: 'userIds', batch: '/security/permissions' },
	{
		family: 'service accounts',
		name: 'ServiceAccount',
		one: 'serviceAccountId',
		many: 'serviceAccountIds',
		batch: '/security/service-accounts/permissions',
	},
] as const)('workspace permission of $family', ({ name, one, many, batch }) => {
	const add = `addFor${name}`;
	const [createMany, updateMany, deleteMany, getMany] = ['create', 'update', 'delete', 'get'].map(
		(verb) => `${verb}ManyFor${name}s`,
	) as [string, string, string, string];
	let subjects: string[];
	let workspaces: string[];
	beforeEach(async () => {
		subjects = [];
		for (const each of ['one', 'two', 'three']) {
			const made =
				name === 'User'
					? await ask('POST /scim/v2/Users', {
							userName: `${each}@example.com`,
							name: { givenName: each, familyName: 'Test' },
						})
					: await ask('POST /account/service-accounts', {
							name: `Subject ${each}`,
							permissions: ['TMC_OPERATOR'],
						});
			subjects.push((made.body as { id: string }).id);
		}
		workspaces = ['Development', 'Production'].flatMap((environment) =>
			['Shared', 'Finance'].map((each) => workspaceIn(state(), environment, each).id),
		);
	});

	/** The rights that the subjects of this test hold. */
	const held = async () => {
		const all = await succeed('workspacePermission', getMany, { returnAll: true });
		return all.filter(({ userId }) => subjects.includes(String(userId)));
	};
	const row = (subject: number, workspace: number, permissions = ['EXECUTE']) => ({
		userId: subjects[subject]!,
		workspaceId: workspaces[workspace]!,
		permissions,
	});

	describe('one permission', () => {
		const place = () => ({ workspaceId: byId(workspaces[1]), [one]: byId(subjects[0]) });
		const where = () => ({ workspaceId: workspaces[1], [one]: subjects[0] });
		const read = async () => await succeed('workspacePermission', `getFor${name}`, place());
		const set = async (...permissions: string[]) =>
			await succeed('workspacePermission', `setFor${name}`, { ...place(), permissions });

		test('a right is added', async () => {
			fact('A.72', 'A.76');
			expect(
				await succeed('workspacePermission', add, { ...place(), permissions: ['VIEW'] }),
			).toEqual([{ success: true, ...where() }]);
			expect(await read()).toEqual([expect.objectContaining({ permissions: ['VIEW'] })]);
		});

		test('an added right keeps the existing ones', async () => {
			fact('A.27', 'A.73', 'A.75');
			for (const permissions of ['VIEW', 'EXECUTE, VIEW'])
				await succeed('workspacePermission', add, { ...place(), permissions });
			expect(await read()).toEqual([
				{ workspaceId: workspaces[1], userId: subjects[0], permissions: ['VIEW', 'EXECUTE'] },
			]);
		});

		test('a set of rights replaces the existing ones', async () => {
			fact('A.9', 'A.75', 'A.77');
			await succeed('workspacePermission', add, { ...place(), permissions: ['VIEW', 'EXECUTE'] });
			expect(await set('AUTHOR')).toEqual([{ success: true, ...where() }]);
			expect(await read()).toEqual([expect.objectContaining({ permissions: ['AUTHOR'] })]);
		});

		test('a permission is removed', async () => {
			fact('A.9', 'A.78');
			await succeed('workspacePermission', add, { ...place(), permissions: ['VIEW'] });
			expect(await succeed('workspacePermission', `removeFor${name}`, place())).toEqual([
				{ deleted: true, ...where() },
			]);
		});

		test('a removed permission can neither be read nor removed again', async () => {
			fact('A.72', 'A.73', 'A.75');
			await succeed('workspacePermission', add, { ...place(), permissions: ['VIEW'] });
			await succeed('workspacePermission', `removeFor${name}`, place());
			for (const operation of [`getFor${name}`, `removeFor${name}`]) {
				const { error } = await run('workspacePermission', operation, place());
				expect(error).toMatchObject({ httpCode: '404' });
				expect(error!.description).toMatch(/has no permissions on this workspace/);
			}
		});

		test('rights can be set where there were none before', async () => {
			fact('A.77');
			expect(await set('VIEW')).toEqual([{ success: true, ...where() }]);
			expect(await read()).toEqual([expect.objectContaining({ permissions: ['VIEW'] })]);
		});

		test('an unknown workspace, an unknown subject and an unknown right are refused', async () => {
			fact('A.73', 'A.76');
			const adding = async (more: IDataObject) =>
				(await run('workspacePermission', add, { ...place(), permissions: ['VIEW'], ...more }))
					.error;
			expect(await adding({ workspaceId: byId('none') })).toMatchObject({
				httpCode: '404',
				message: 'Workspace none was not found',
			});
			expect(await adding({ [one]: byId('none') })).toMatchObject({ httpCode: '404' });
			expect(await adding({ permissions: ['FLY'] })).toMatchObject({ httpCode: '400' });
		});
	});

	describe('many permissions', () => {
		const rows = () => [row(0, 0), row(1, 0), row(2, 0), row(0, 1), row(1, 1)];
		const viewing = () => rows().map((each) => ({ ...each, permissions: ['VIEW'] }));
		const createAll = async () =>
			await succeed('workspacePermission', createMany, {
				permissions: { rows: rows() },
				options: { batchSize: 2 },
			});

		test('many permissions are created in order, in requests of the given size', async () => {
			fact('A.81', 'A.85', 'A.88');
			platform.clearLog();
			expect(await createAll()).toEqual([{ success: true, rows: 5 }]);
			const sent = requests(`POST ${batch}/batch`).map(({ body }) => JSON.parse(body) as unknown[]);
			expect(sent.map(({ length }) => length)).toEqual([2, 2, 1]);
			expect(sent.flat()).toEqual(rows());
		});

		test('many permissions are updated in one request', async () => {
			fact('A.9', 'A.82', 'A.85');
			await createAll();
			platform.clearLog();
			expect(
				await succeed(
					'workspacePermission',
					updateMany,
					{ permissionsJson: viewing() },
					{ entryPoint: 'tool' },
				),
			).toEqual([{ success: true, rows: 5 }]);
			expect(requests(`PUT ${batch}/batch`)).toHaveLength(1);
			expect(await held()).toEqual(expect.arrayContaining(viewing()));
		});

		test('the permissions of a workspace and of an environment are listed', async () => {
			fact('A.79', 'A.84', 'A.87');
			await createAll();
			const heldBySecond = async (filters: IDataObject) =>
				await succeed('workspacePermission', getMany, {
					returnAll: true,
					filters: { ...filters, [one]: byId(subjects[1]) },
				});
			expect(await heldBySecond({ workspaceId: byId(workspaces[1]) })).toEqual([rows()[4]]);
			expect(await heldBySecond({ environmentId: byName('Production') })).toEqual([]);
		});

		test('only the chosen ones of many permissions are deleted, in requests of the given size', async () => {
			fact('A.79');
			await createAll();
			const workspaceIds = workspaces.slice(0, 1);
			platform.clearLog();
			expect(
				await succeed('workspacePermission', deleteMany, {
					[many]: subjects,
					workspaceIds,
					options: { batchSize: 2 },
				}),
			).toEqual([{ deleted: true, [many]: subjects, workspaceIds }]);
			expect(
				requests(`DELETE ${batch}/batch`).map(({ query }) => query.map(([, value]) => value)),
			).toEqual([
				[subjects[0], subjects[1], workspaces[0]],
				[subjects[2], workspaces[0]],
			]);
			expect((await held()).map(({ workspaceId }) => workspaceId)).toEqual([
				workspaces[1],
				workspaces[1],
			]);
		});
	});

	test('an array from an expression is also a batch', async () => {
		const data = [row(0, 0), row(1, 1)];
		await succeed(
			'workspacePermission',
			createMany,
			{ permissionsJson: '={{ $json.data }}' },
			{ items: [{ json: { data } }] },
		);
		expect(await held()).toEqual(data);
	});

	test.each(['workflow', 'tool'] as const)(
		'batches of several items are sent one after another, in the order of the items (%s)',
		async (entryPoint) => {
			await succeed('workspacePermission', createMany, { permissions: { rows: [row(0, 0)] } });
			platform.clearLog();
			platform.emulator.inFlight.most = 0;
			const items = Array.from({ length: 10 }, (_, index) => ({
				json: { data: [row(0, 0, [index % 2 === 0 ? 'VIEW' : 'EXECUTE'])] },
			}));
			await succeed(
				'workspacePermission',
				updateMany,
				{ permissionsJson: '={{ $json.data }}' },
				{ items, entryPoint },
			);
			expect(requests(`PUT ${batch}/batch`).map(({ body }) => JSON.parse(body) as unknown)).toEqual(
				items.map(({ json }) => json.data),
			);
			expect(platform.emulator.inFlight.most).toBe(1);
		},
	);

	describe('a batch delete', () => {
		const created = async () =>
			await succeed('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0), row(0, 1), row(1, 0), row(1, 1)] },
			});

		test('a batch delete removes every combination of both lists', async () => {
			fact('A.83', 'A.86', 'A.89');
			await created();
			await succeed('workspacePermission', deleteMany, {
				[many]: [subjects[0]!],
				workspaceIds: [workspaces[1]!],
			});
			expect(await held()).toEqual([row(0, 0), row(1, 0), row(1, 1)]);
		});

		test('a batch delete removes all permissions of a subject if that is switched on', async () => {
			fact('A.90');
			await created();
			await succeed('workspacePermission', deleteMany, {
				[many]: subjects[1],
				allWorkspaces: true,
			});
			expect(await held()).toEqual([row(0, 0), row(0, 1)]);
		});

		test('a batch delete of an unknown subject is refused', async () => {
			fact('A.83', 'A.86');
			const missing = await run('workspacePermission', deleteMany, {
				[many]: ['none'],
				allWorkspaces: true,
			});
			expect(missing.error).toMatchObject({ httpCode: '404' });
		});

		test('a batch delete removes all permissions on a workspace except for those of its owner', async () => {
			fact('A.83', 'A.90');
			const { body: made } = await ask('POST /orchestration/workspaces', {
				environmentId: environmentNamed(state(), 'Production').id,
				name: `Of all ${many}`,
			});
			const workspaceId = String((made as IDataObject).id);
			await succeed('workspacePermission', createMany, {
				permissions: {
					rows: subjects.slice(1, 3).map((userId) => ({ ...row(0, 0), userId, workspaceId })),
				},
			});
			const { error } = await run('workspacePermission', deleteMany, {
				[`all${name}s`]: true,
				workspaceIds: [workspaceId],
			});
			const { body: left } = await ask(`GET ${batch}?workspaceId=${workspaceId}`);
			// A workspace is owned by a user, so the list of the service accounts is empty.
			const { owner } = orchestrationOf(state()).workspaces.get(workspaceId)!;
			const owners = name === 'User' ? [userNamed(state(), owner)] : [];
			const owned = (left as IDataObject[]).map(({ userId }) => userId);
			expect(owned).toEqual(owners);
			expect(error?.message).toBe(name === 'User' ? '1 change was rejected' : undefined);
		});
	});

	test('a batch delete with both lists empty is refused before anything is sent', async () => {
		const all = { [many]: [], allWorkspaces: true, [`all${name}s`]: true };
		await expectRefused(
			'workspacePermission',
			deleteMany,
			all,
			`${label} is empty, and so is Workspace IDs: give at least one of them`,
		);
		expect(await ask(`DELETE ${batch}/batch`)).toMatchObject({ status: 400 });
	});

	const label = name === 'User' ? 'User Names or IDs' : 'Service Account Names or IDs';
	const NOTHING_GIVEN = 'was given, but is empty: give a value, or leave the field out';
	const EMPTY_ENTRY = 'has an empty entry: give each entry a value';
	const MEANS_ALL = 'must not be empty, because Talend Cloud reads that as all';
	test.each<{ given: unknown; rule: string }>([
		{ given: '={{ $json.missing }}', rule: NOTHING_GIVEN },
		{ given: '={{ [] }}', rule: NOTHING_GIVEN },
		{ given: '={{ null }}', rule: NOTHING_GIVEN },
		{ given: '[]', rule: NOTHING_GIVEN },
		{ given: '={{ "" }}', rule: NOTHING_GIVEN },
		{ given: '={{ "[]" }}', rule: NOTHING_GIVEN },
		{ given: ['={{ $json.missing }}'], rule: EMPTY_ENTRY },
		{ given: '={{ [null] }}', rule: EMPTY_ENTRY },
		{ given: ',', rule: EMPTY_ENTRY },
		{ given: '', rule: MEANS_ALL },
		{ given: [''], rule: MEANS_ALL },
		{ given: [], rule: MEANS_ALL },
	])('a batch delete with the list $given is refused', async ({ given, rule }) => {
		const lists = { [many]: subjects, workspaceIds: workspaces };
		platform.clearLog();
		for (const entryPoint of ['workflow', 'tool'] as const)
			for (const [empty, words] of [
				[many, label],
				['workspaceIds', 'Workspace Names or IDs'],
			] as const) {
				const parameters = { ...lists, [empty]: given } as IDataObject;
				const { error } = await run('workspacePermission', deleteMany, parameters, { entryPoint });
				expect(refusedWords(error)).toContain(`${words} ${rule}`);
			}
		expect(platform.emulator.log).toEqual([]);
	});

	describe('rejected rows', () => {
		test('the node fails with a list of the rejected rows after it has processed the others', async () => {
			fact('A.81', 'A.88', 'A.144');
			await succeed('workspacePermission', createMany, { permissions: { rows: [row(1, 0)] } });
			const rows = [row(0, 0), row(1, 0), { ...row(2, 0), workspaceId: 'closed' }, row(2, 0)];
			const { error, items } = await run('workspacePermission', createMany, {
				permissions: { rows },
				options: { batchSize: 3 },
			});
			expect(items).toEqual([]);
			expect(error!.message).toBe('2 of 4 rows were rejected');
			expect(error!.description).toMatch(
				/^Row 2 \(\S+, \S+\): .* has permissions on workspace \S+ already \(409\)\. Row 3 \(\S+, closed\): Workspace closed was not found \(404\)\. Everything else was done\./,
			);
			expect((await held()).map(({ userId }) => userId)).toEqual([
				subjects[1],
				subjects[0],
				subjects[2],
			]);
		});

		test('an update of a missing permission is rejected', async () => {
			fact('A.82', 'A.85');
			const missing = await run('workspacePermission', updateMany, {
				permissions: { rows: [row(0, 3)] },
			});
			expect(missing.error!.message).toBe('1 of 1 rows was rejected');
			expect(missing.error!.description).toContain('(404)');
		});
	});

	test('each row can be returned with its result', async () => {
		fact('A.85', 'A.144');
		const rows = [
			row(0, 0),
			row(1, 0),
			row(2, 0),
			{ ...row(1, 0), workspaceId: 'closed' },
			row(1, 1),
		];
		expect(
			await succeed('workspacePermission', createMany, {
				permissions: { rows },
				onRejection: 'output',
				options: { batchSize: 2 },
			}),
		).toEqual([
			{ success: true, row: rows[0] },
			{ success: true, row: rows[1] },
			{ success: true, row: rows[2] },
			{ success: false, status: 404, message: 'Workspace closed was not found', row: rows[3] },
			{ success: true, row: rows[4] },
		]);
	});

	test('a rejection that matches no row, or says nothing, is reported', async () => {
		const operation = `POST ${batch}/batch`;
		for (const [body, words] of [
			[
				[
					{
						status: 400,
						message: 'Too strange',
						permission: { userId: 'else', workspaceId: 'where' },
					},
				],
				/^else, where: Too strange \(400\)\./,
			],
			[[{}], /A change: Rejected without a reason\./],
			[{ results: 'in a form of its own' }, /without saying which/],
		] as const) {
			platform.emulator.faults.add({ operation, status: 207, body, times: 2 });
			const failed = await run('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0)] },
			});
			expect(failed.error!.message).toBe('1 of 1 rows was rejected');
			expect(failed.error!.description).toMatch(words);
			const put = await succeed('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0)] },
				onRejection: 'output',
			});
			expect(put).toEqual([
				{
					success: false,
					message: expect.stringMatching(/^This row may not have been processed/) as string,
					row: row(0, 0),
				},
				expect.objectContaining({ success: false, result: expect.any(Object) as object }),
			]);
		}
		platform.emulator.faults.add({
			operation,
			status: 207,
			body: [{ status: 201, permission: row(0, 0) }],
		});
		expect(
			await succeed('workspacePermission', createMany, { permissions: { rows: [row(0, 0)] } }),
		).toEqual([{ success: true, rows: 1 }]);
	});

	test('the error says what was done if one of several requests fails', async () => {
		const rows = [
			row(0, 0),
			{ ...row(1, 0), workspaceId: 'closed' },
			row(1, 0),
			row(2, 0),
			row(0, 1),
		];
		platform.emulator.faults.add({ operation: `POST ${batch}/batch`, after: 1, status: 503 });
		platform.clearLog();
		const { error } = await run('workspacePermission', createMany, {
			permissions: { rows },
			options: { batchSize: 2 },
		});
		expect(requests(`POST ${batch}/batch`)).toHaveLength(2);
		expect(error).toMatchObject({
			httpCode: '503',
			message: 'Rows 3 to 4 of 5: Injected fault: 503',
		});
		expect(error!.description).toMatch(
			/Rows 1 to 2 were sent before\. Row 5 was not sent\. Rejected before: Row 2 \(.*Workspace closed was not found \(404\)\.$/,
		);
		expect(await held()).toEqual([rows[0]]);
	});

	test('a request that is refused as a whole is the result of all of its rows, if each row is returned', async () => {
		fact('A.81');
		const rows = [row(0, 0), row(1, 0), row(2, 0)];
		platform.emulator.faults.add({
			operation: `POST ${batch}/batch`,
			status: 404,
			body: { status: 404, message: 'A workspace is missing' },
		});
		const put = await succeed('workspacePermission', createMany, {
			permissions: { rows },
			onRejection: 'output',
			options: { batchSize: 2 },
		});
		expect(put).toEqual([
			{
				success: false,
				status: 404,
				message: 'The request with this row was refused: A workspace is missing',
				row: rows[0],
			},
			{
				success: false,
				status: 404,
				message: 'The request with this row was refused: A workspace is missing',
				row: rows[1],
			},
			{ success: true, row: rows[2] },
		]);
		platform.emulator.faults.add({ operation: `POST ${batch}/batch`, status: 403 });
		expect(
			(
				await run('workspacePermission', createMany, {
					permissions: { rows },
					onRejection: 'output',
				})
			).error,
		).toMatchObject({ httpCode: '403' });
	});

	test.each<{ what: string; rows: unknown; message: RegExp }>([
		{
			what: 'the same subject on the same workspace twice',
			rows: () => [row(0, 0), row(1, 0), row(0, 0, ['VIEW'])],
			message:
				/^Permissions must not have the same (User|Service Account) and Workspace twice: row 1 and row 3 have /,
		},
		{
			what: 'a row without rights',
			rows: () => [row(0, 0), row(1, 0, [])],
			message: /^Permissions, row 2: Permissions is required$/,
		},
		{ what: 'no rows', rows: () => '[]', message: /^Permissions is required$/ },
		{
			what: 'a field that a row does not have',
			rows: () => [{ ...row(0, 0), name: 'Ana' }],
			message: /^Permissions, row 1 has no field name: remove it, or check its spelling$/,
		},
		{
			what: 'a row that is not an object',
			rows: () => ['Ana'],
			message: /^Permissions, row 1 must be an object$/,
		},
		{
			what: 'something else than rows',
			rows: () => 'Ana',
			message: /^Permissions must be a list in valid JSON$/,
		},
	])('$what is refused before anything is sent', async ({ rows, message }) => {
		const parameters = {
			permissionsJson: (rows as () => IDataObject[])(),
		};
		await expectRefused('workspacePermission', createMany, parameters, message);
	});

	test('an empty list of rights is refused before anything is sent', async () => {
		const place = { workspaceId: byId(workspaces[0]), [one]: byId(subjects[0]) };
		for (const operation of [add, `setFor${name}`])
			await expectRefused(
				'workspacePermission',
				operation,
				{ ...place, permissions: '={{ [] }}' },
				'Permissions is required',
			);
	});

	test('the error reports a missing workspace, environment or subject', async () => {
		fact('A.75', 'A.84', 'A.87');
		for (const filters of [
			{ workspaceId: byId('none') },
			{ environmentId: byId('none') },
			{ [one]: byId('none') },
		])
			expect((await run('workspacePermission', getMany, { filters })).error).toMatchObject({
				httpCode: '404',
			});
	});

	test('the error names the permission that is missing', async () => {
		fact('A.145');
		const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		changed(demo, { permissions: ['TMC_SERVICE_ACCOUNT_MANAGEMENT'] });
		const { error } = await run('workspacePermission', getMany);
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toContain('TMC_USER_MANAGEMENT or TMC_ENVIRONMENT_MANAGEMENT');
	});

	test('an unknown workspace is refused by the platform with its message and the ID of the request', async () => {
		fact('A.31', 'A.32', 'A.74');
		expect(await ask(`GET ${batch}?workspaceId=none`)).toMatchObject({
			status: 404,
			body: {
				status: 404,
				message: 'Workspace none was not found',
				requestId: expect.any(String) as string,
			},
		});
	});
});

describe('workspace permission', () => {
	test('permissions that a batch delete may not remove are reported or returned', async () => {
		fact('A.29', 'A.83');
		const ana = userNamed(state(), 'ana.demo');
		const finance = workspaceIn(state(), 'Production', 'Finance').id;
		const parameters = { userIds: [ana], workspaceIds: [finance] };
		const { error } = await run('workspacePermission', 'deleteManyForUsers', parameters);
		expect(error!.message).toBe('1 change was rejected');
		expect(error!.description).toBe(
			`${finance}, ${ana}: The owner of a workspace keeps their permissions on it (409). Everything else was done. To continue with all results, set On Rejection to Output Each Result.`,
		);
		expect(
			await succeed('workspacePermission', 'deleteManyForUsers', {
				...parameters,
				onRejection: 'output',
			}),
		).toEqual([
			{
				success: false,
				status: 409,
				message: 'The owner of a workspace keeps their permissions on it',
				result: {
					status: 409,
					message: 'The owner of a workspace keeps their permissions on it',
					permissionId: { workspaceId: finance, userId: ana },
				},
			},
		]);
	});

	test('a deletion in several requests says how many were done if one fails', async () => {
		platform.emulator.faults.add({
			operation: 'DELETE /security/permissions/batch',
			after: 1,
			status: 403,
		});
		const { error } = await run('workspacePermission', 'deleteManyForUsers', {
			userIds: [userNamed(state(), 'chloe.martin'), userNamed(state(), 'farah.haddad')],
			allWorkspaces: true,
			options: { batchSize: 1 },
		});
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toMatch(
			/This was request 2 of 2; the earlier ones were done, and the later ones were not sent\.$/,
		);
	});

	test('a person with permissions on a workspace can see it', async () => {
		const operator = await newAccount('Operator of one', [
			'TMC_OPERATOR',
			'TMC_SERVICE_ACCOUNT_MANAGEMENT',
		]);
		const [{ access_token: token } = {}] = await succeed('accessToken', 'issue', {
			clientId: operator.id,
			clientSecret: operator.secret,
			audience: `${platform.address}/`,
		});
		const seen = async () =>
			(
				(
					await ask('GET /orchestration/workspaces', undefined, {
						authorization: `Bearer ${String(token)}`,
					})
				).body as IDataObject[]
			).map(({ id }) => id);
		const finance = workspaceIn(state(), 'Production', 'Finance').id;
		expect(await seen()).toEqual([]);
		await succeed('workspacePermission', 'addForServiceAccount', {
			workspaceId: byId(finance),
			serviceAccountId: byName('Operator of one'),
			permissions: ['VIEW'],
		});
		expect(await seen()).toEqual([finance]);
		await succeed('workspacePermission', 'removeForServiceAccount', {
			workspaceId: byId(finance),
			serviceAccountId: byId(operator.id),
		});
		expect(await seen()).toEqual([]);
	});

	test('more rejections than fit into the message are listed in the details of the error', async () => {
		const rows = Array.from({ length: 12 }, (_, index) => ({
			userId: 'nobody',
			workspaceId: `closed-${index}`,
			permissions: ['VIEW'],
		}));
		const { error } = await run('workspacePermission', 'createManyForUsers', {
			permissions: { rows },
		});
		expect(error!.description).toContain(
			'Row 10 (nobody, closed-9): Workspace closed-9 was not found (404). And 2 more',
		);
		expect((error as Error & { messages: string[] }).messages).toHaveLength(12);
	});
});

judgeRequests(platform, 'Account', ['workspacePermission']);
