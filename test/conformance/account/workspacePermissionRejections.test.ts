/** Rows of permissions on workspaces that the platform rejects, and requests that fail. */
import { userNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeResponses } from '../../support/judgeRequests';
import { platform, requests, run, state, succeed } from './stage';
import { FAMILIES, permissionsOf } from './workspacePermissionsStage';

describe.each(FAMILIES)('workspace permission of $family', (family) => {
	const { batch } = family;
	const { createMany, updateMany, subjects, held, row } = permissionsOf(family);

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
});

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

judgeResponses(platform, 'Account');
