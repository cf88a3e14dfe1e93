/** Who may do what: users, roles, groups and permissions in one table. */
import { addAuditLog, type AuditLog, auditOf } from '../../../emulator/areas/account/accountStore';
import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { areaOf, writesIn } from '../../support/area';
import { userNamed, workspaceIn } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { DAY } from '../../support/time';

const platform = platformForEach({ keepAnswers: true });
const { succeed, run } = areaOf('Account', () => platform);
const state = () => platform.emulator.state;

describe('the table of access', () => {
	test('the table has one item for each user and workspace', async () => {
		const all = await succeed('user', 'getAccess');
		expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
		expect(new Set(all.map(({ userId }) => userId)).size).toBe(scimOf(state()).users.size);
		const ana = all.filter(({ userId }) => userId === userNamed(state(), 'ana.demo'));
		expect(
			ana.map(({ environment, workspace }) => `${String(environment)}/${String(workspace)}`).sort(),
		).toEqual([
			'Development/Finance',
			'Development/Shared',
			'Production/Finance',
			'Production/Shared',
		]);
	});

	test('an item has names, instead of IDs, for what a user may do in a workspace', async () => {
		const all = await succeed('user', 'getAccess');
		const ana = all.filter(({ userId }) => userId === userNamed(state(), 'ana.demo'));
		expect(ana[0]).toMatchObject({
			login: 'ana.demo',
			active: true,
			groups: ['Finance'],
			workspacePermissions: ['AUTHOR', 'EXECUTE', 'MANAGE', 'PUBLISH', 'VIEW'],
		});
		expect(ana[0]!.rolePermissions).toEqual(expect.arrayContaining(['TMC_ENVIRONMENT_MANAGEMENT']));
		expect(ana.map(({ workspaceId }) => workspaceId)).toContain(
			workspaceIn(state(), 'Production', 'Finance').id,
		);
		expect(JSON.stringify(ana.map(({ roles }) => roles))).not.toMatch(/[0-9a-f]{8}-/);
	});

	test('a user without a workspace has an item as well', async () => {
		const all = await succeed('user', 'getAccess');
		expect(
			all.some(
				({ workspaceId, workspacePermissions }) =>
					workspaceId === null && (workspacePermissions as string[]).length === 0,
			),
		).toBe(true);
	});

	test('reading the table changes nothing', async () => {
		await succeed('user', 'getAccess');
		expect(writesIn(platform)).toEqual([]);
	});
});

test.each([['Operator'], [{}], [null], [['Operator', null, 7]]])(
	'roles of a user that are not a list of IDs (%j) do not affect the other users',
	async (roleIds) => {
		const [first, ...others] = await succeed('user', 'getMany', { returnAll: true });
		platform.emulator.faults.add({
			operation: 'GET /account/users',
			status: 200,
			body: [{ ...first, roleIds }, ...others],
		});
		const all = await succeed('user', 'getAccess');
		expect(new Set(all.map(({ userId }) => userId)).size).toBe(1 + others.length);
		const texts = [roleIds].flat().filter((each) => ['string', 'number'].includes(typeof each));
		expect(all.find(({ userId }) => userId === first!.id)!.roles).toEqual(texts.map(String));
	},
);

test('a hint names the optional parts of the table that may not be read', async () => {
	for (const list of ['roles', 'groups'])
		platform.emulator.faults.add({ operation: `GET /account/${list}`, status: 403 });
	platform.emulator.faults.add({ operation: 'GET /orchestration/workspaces', status: 403 });
	const { error, items, hints } = await run('user', 'getAccess');
	expect(error).toBeUndefined();
	expect(items.find(({ json }) => json.login === 'ana.demo')!.json).toMatchObject({
		groups: [],
		rolePermissions: [],
		workspace: null,
		workspacePermissions: expect.arrayContaining(['VIEW']) as unknown,
	});
	for (const words of [
		'Groups are missing',
		'Names and permissions of roles are missing',
		'Names of workspaces are missing',
	])
		expect(JSON.stringify(hints)).toContain(words);
});

test('a table whose users may not be read is an error', async () => {
	platform.emulator.faults.add({ operation: 'GET /account/users', status: 403 });
	expect((await run('user', 'getAccess')).error).toMatchObject({ httpCode: '403' });
});

describe('last sign-ins', () => {
	const ID = (login: string) => userNamed(state(), login);
	/** Replaces the audit logs. The first entry of each is its age in days. */
	const logged = (...logs: Array<[daysAgo: number, login: string, event?: Partial<AuditLog>]>) => {
		const now = Date.now();
		auditOf(state()).logs.length = 0;
		for (const [daysAgo, login, event] of logs.sort(([a], [b]) => b - a))
			addAuditLog(state(), now - daysAgo * DAY, {
				userId: ID(login),
				username: login,
				eventCategory: 'user account',
				eventType: 'access management',
				eventOperation: 'login',
				response: { code: '200' },
				...event,
			});
	};
	const asked = () =>
		platform.emulator.log.filter(({ path }) => path.startsWith('/security/audit/logs'));

	test('last sign-ins can be added: they come from the successful sign-ins of the chosen number of days', async () => {
		logged(
			[3, 'ana.demo'],
			[1, 'ana.demo', { response: { code: '401' } }],
			[1, 'ana.demo', { eventOperation: 'logout' }],
			[2, 'ana.demo', { eventCategory: 'access token' }],
			[50, 'bao.nguyen'],
			[9, 'ana.demo'],
		);
		expect((await succeed('user', 'getAccess')).filter((item) => 'lastSignIn' in item)).toEqual([]);
		expect(asked()).toEqual([]);
		const within = async (days: number) => {
			const items = await succeed('user', 'getAccess', { options: { lastSignInDays: days } });
			const daysAgo = (time: unknown) =>
				time === null ? null : Math.round((Date.now() - Date.parse(String(time))) / DAY);
			return Object.fromEntries(
				items.map(({ login, lastSignIn }) => [String(login), daysAgo(lastSignIn)]),
			);
		};
		expect(await within(30)).toMatchObject({ 'ana.demo': 3, 'bao.nguyen': null });
		expect(await within(60)).toMatchObject({ 'ana.demo': 3, 'bao.nguyen': 50 });
	});

	test('last sign-ins are found behind thousands of other logs, even if these have the same time', async () => {
		logged(
			[20, 'ana.demo'],
			...Array.from({ length: 12_000 }, (_, index): [number, string, Partial<AuditLog>] => [
				index < 11_000 ? 5 : 6 + index / 10_000,
				'bao.nguyen',
				{ eventOperation: 'logout' },
			]),
		);
		const people = await succeed('user', 'getAccess', { options: { lastSignInDays: 30 } });
		expect(people.find(({ login }) => login === 'ana.demo')).toMatchObject({
			lastSignIn: expect.stringMatching(/^\d{4}-/) as unknown,
		});
		expect(people.find(({ login }) => login === 'bao.nguyen')).toMatchObject({ lastSignIn: null });
	});

	test('last sign-ins are left out, rather than reported as none, where audit logs may not be read', async () => {
		platform.emulator.faults.add({ operation: 'GET /security/audit/logs', status: 403 });
		const { items, hints } = await run('user', 'getAccess', { options: { lastSignInDays: 90 } });
		expect(items.length).toBeGreaterThan(3);
		expect(items.filter(({ json }) => 'lastSignIn' in json)).toEqual([]);
		expect(JSON.stringify(hints)).toContain('Last sign-ins are missing: ');
	});

	test.each([0, -1, 1.5, 'ninety', ''])(
		'a number of days of %p is refused',
		async (lastSignInDays) => {
			const { error } = await run('user', 'getAccess', { options: { lastSignInDays } });
			expect(error!.message).toContain('Last Sign-In Within (Days)');
			expect(platform.emulator.log).toEqual([]);
		},
	);
});

test('an agent can read the table', async () => {
	const { items, error } = await run('user', 'getAccess', {}, { entryPoint: 'tool' });
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(3);
});
