/** Many permissions on workspaces in one request: created, updated, listed and deleted. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { refusedWords } from '../../support/area';
import { byId, byName, environmentNamed, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, expectRefused, platform, requests, run, state, succeed } from './stage';
import { FAMILIES, permissionsOf } from './workspacePermissionsStage';

describe.each(FAMILIES)('workspace permission of $family', (family) => {
	const { name, one, many, batch } = family;
	const { createMany, updateMany, deleteMany, getMany, subjects, workspaces, held, row } =
		permissionsOf(family);

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
			`"${label}" is empty, and so is "Workspace Names or IDs": give at least one of them`,
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
				expect(refusedWords(error)).toContain(`"${words}" ${rule}`);
			}
		expect(platform.emulator.log).toEqual([]);
	});

	test.each<{ what: string; rows: unknown; message: RegExp }>([
		{
			what: 'the same subject on the same workspace twice',
			rows: () => [row(0, 0), row(1, 0), row(0, 0, ['VIEW'])],
			message:
				/^"Permissions" must not have the same "(User|Service Account)" and "Workspace" twice: row 1 and row 3 have /,
		},
		{
			what: 'a row without rights',
			rows: () => [row(0, 0), row(1, 0, [])],
			message: /^"Permissions, row 2: Permissions" is required$/,
		},
		{ what: 'no rows', rows: () => '[]', message: /^"Permissions" is required$/ },
		{
			what: 'a field that a row does not have',
			rows: () => [{ ...row(0, 0), name: 'Ana' }],
			message: /^"Permissions, row 1" has no field name: remove it, or check its spelling$/,
		},
		{
			what: 'a row that is not an object',
			rows: () => ['Ana'],
			message: /^"Permissions, row 1" must be an object$/,
		},
		{
			what: 'something else than rows',
			rows: () => 'Ana',
			message: /^"Permissions" must be a list in valid JSON$/,
		},
	])('$what is refused before anything is sent', async ({ rows, message }) => {
		const parameters = {
			permissionsJson: (rows as () => IDataObject[])(),
		};
		await expectRefused('workspacePermission', createMany, parameters, message);
	});
});

judgeRequests(platform, 'Account', [
	'workspacePermission.createManyForUsers',
	'workspacePermission.updateManyForUsers',
	'workspacePermission.deleteManyForUsers',
	'workspacePermission.getManyForUsers',
	'workspacePermission.createManyForServiceAccounts',
	'workspacePermission.updateManyForServiceAccounts',
	'workspacePermission.deleteManyForServiceAccounts',
	'workspacePermission.getManyForServiceAccounts',
]);
