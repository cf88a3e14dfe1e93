/** Permissions on workspaces, one by one, and who sees a workspace. */
import type { IDataObject } from 'n8n-workflow';

import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId, byName, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, expectRefused, newAccount, platform, run, state, succeed } from './stage';
import { FAMILIES, permissionsOf } from './workspacePermissionsStage';

describe.each(FAMILIES)('workspace permission of $family', (family) => {
	const { name, one, batch } = family;
	const { add, getMany, subjects, workspaces } = permissionsOf(family);

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

	test('an empty list of rights is refused before anything is sent', async () => {
		const place = { workspaceId: byId(workspaces[0]), [one]: byId(subjects[0]) };
		for (const operation of [add, `setFor${name}`])
			await expectRefused(
				'workspacePermission',
				operation,
				{ ...place, permissions: '={{ [] }}' },
				'"Permissions" is required',
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

test('a service account sees a workspace only while it has permissions on it', async () => {
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

judgeRequests(platform, 'Account', [
	'workspacePermission.getForUser',
	'workspacePermission.addForUser',
	'workspacePermission.setForUser',
	'workspacePermission.removeForUser',
	'workspacePermission.getForServiceAccount',
	'workspacePermission.addForServiceAccount',
	'workspacePermission.setForServiceAccount',
	'workspacePermission.removeForServiceAccount',
]);
