/**
 * Users, groups and roles of Talend Cloud Account, and who asks: each operation does its work on
 * the platform.
 */
import type { IDataObject } from 'n8n-workflow';

import { roleName, roles, rolesOf } from '../../../emulator/areas/account/identities';
import { licenseOf } from '../../../emulator/areas/account/records';
import { groups, users } from '../../../emulator/areas/scim/records';
import { addUser } from '../../../emulator/areas/scim/user';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judgeRequests } from '../../support/conformance';
import { byId, named, userNamed } from '../../support/demo';
import { load, pick } from '../../support/picking';
import { platformForAll } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const { run, done, requests, refused } = areaOf('Account', () => platform);
const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
const queryOf = (operation: string) => Object.fromEntries(requests(operation).at(-1)!.query);

const roleId = (name: string): string =>
	roles.all(state()).find((role) => roleName(role) === name)!.id;
const rolesNow = (id: unknown): string[] =>
	rolesOf(state(), users.find(state(), String(id)))
		.map(roleName)
		.sort();
const membersNow = (id: unknown): string[] => groups.find(state(), String(id)).members;
const people = (...logins: string[]): string[] => logins.map((login) => userNamed(state(), login));

let count = 0;
/** A user of its own for a test. */
async function newUser(more: IDataObject = {}): Promise<IDataObject> {
	const login = `new.user${++count}`;
	const [made] = await done('user', 'create', {
		login,
		email: `${login}@example.com`,
		firstName: 'New',
		lastName: 'User',
		additionalFields: more,
	});
	return made!;
}

describe('user', () => {
	test('a user is created without a mail unless one is wanted, with roles by name and by ID', async () => {
		platform.forget();
		const made = await newUser({
			title: 'Analyst',
			preferredLanguage: 'fr',
			roleIds: ['Operator', roleId('Security Administrator')],
		});
		expect(queryOf('POST /account/users')).toEqual({ invite: 'false' });
		expect(sentBody('POST /account/users').roleIds).toEqual([
			roleId('Operator'),
			roleId('Security Administrator'),
		]);
		expect(made).toMatchObject({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
			title: 'Analyst',
			preferredLanguage: 'fr',
			active: true,
		});
		expect(rolesNow(made.id)).toEqual(['Operator', 'Security Administrator']);
		await done('user', 'create', {
			login: 'boss',
			email: 'boss@example.com',
			firstName: 'B',
			lastName: 'Oss',
			invite: true,
			additionalFields: { admin: true },
		});
		expect(queryOf('POST /account/users')).toEqual({ invite: 'true', admin: 'true' });
		expect(rolesNow(userNamed(state(), 'boss'))).toEqual([
			'Environment Administrator',
			'Security Administrator',
		]);
	});

	test('a new user is identified by its address if the response has no ID', async () => {
		platform.emulator.faults.add({
			operation: 'POST /account/users',
			status: 201,
			body: { login: 'x' },
			headers: { location: 'https://api.eu.cloud.talend.com/account/users/4711' },
		});
		expect(await newUser()).toEqual({ id: '4711', login: 'x' });
	});

	test.each([
		{
			resource: 'user',
			path: 'users',
			parameters: { login: 'bare', email: 'bare@example.com', firstName: 'B', lastName: 'Are' },
		},
		{ resource: 'group', path: 'groups', parameters: { name: 'Bare' } },
		{ resource: 'role', path: 'roles', parameters: { name: 'Bare' } },
	])(
		'a created $resource is identified by its address if the response has no body',
		async ({ resource, path, parameters }) => {
			platform.forget();
			platform.emulator.faults.add({
				operation: `POST /account/${path}`,
				status: 201,
				body: '',
				contentType: 'text/plain',
				headers: { location: `/account/${path}/4711` },
			});
			expect(await done(resource, 'create', parameters)).toEqual([{ id: '4711' }]);
			expect(requests(`POST /account/${path}`)).toHaveLength(1);
		},
	);

	describe('one user and many', () => {
		const newAnalyst = async () =>
			await newUser({ title: 'Analyst', phone: '+33 1', roleIds: ['Operator'] });

		test('a user is read by the login', async () => {
			const { id, login } = await newAnalyst();
			expect(await done('user', 'get', { id: named(String(login)) })).toEqual([
				expect.objectContaining({ id, login, roleIds: [roleId('Operator')] }),
			]);
		});

		test('users are listed page by page', async () => {
			for (let index = 0; index < 130; index++)
				addUser(state(), 0, {
					userName: `many${index}`,
					name: { givenName: 'M', familyName: 'Any' },
					active: false,
				});
			platform.forget();
			const all = await done('user', 'getMany', { returnAll: true });
			expect(all).toHaveLength(users.all(state()).length);
			expect(requests('GET /account/users').map(({ query }) => Object.fromEntries(query))).toEqual([
				{ size: '100' },
				{ size: '100', page: '2' },
			]);
			expect(await done('user', 'getMany', { returnAll: false, limit: 7 })).toHaveLength(7);
		});

		test('an update of a user keeps what is not given', async () => {
			const { id, login } = await newAnalyst();
			const [changed] = await done('user', 'update', {
				id: byId(id),
				updateFields: { lastName: 'Smith' },
			});
			expect(sentBody('PUT /account/users/{id}')).toEqual({
				login,
				email: `${String(login)}@example.com`,
				firstName: 'New',
				lastName: 'Smith',
				active: true,
				phone: '+33 1',
				title: 'Analyst',
				roleIds: [roleId('Operator')],
			});
			expect(changed).toMatchObject({ id, lastName: 'Smith', title: 'Analyst' });
		});

		test('a user is deactivated and gets other roles', async () => {
			const { id } = await newAnalyst();
			await done('user', 'update', {
				id: byId(id),
				updateFields: { active: false, roleIds: ['Integration Developer'] },
			});
			expect([users.find(state(), String(id)).attributes.active, rolesNow(id)]).toEqual([
				false,
				['Integration Developer'],
			]);
		});

		test('a user is deleted, and not read any more', async () => {
			const { id } = await newAnalyst();
			expect(await done('user', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
			expect((await run('user', 'get', { id: byId(id) })).error).toMatchObject({ httpCode: '404' });
		});
	});

	test('an update keeps the roles if the user does not show them, and sends no unknown language', async () => {
		const { id, login } = await newUser({ roleIds: ['Operator'] });
		platform.forget();
		platform.emulator.faults.add({
			operation: 'GET /account/users/{id}',
			status: 200,
			body: {
				id,
				login,
				email: 'a@example.com',
				firstName: 'A',
				lastName: 'B',
				preferredLanguage: 'unsupported',
			},
		});
		await done('user', 'update', { id: byId(id), updateFields: { title: 'Lead' } });
		expect(sentBody('PUT /account/users/{id}')).toEqual({
			login,
			email: 'a@example.com',
			firstName: 'A',
			lastName: 'B',
			title: 'Lead',
			roleIds: [roleId('Operator')],
		});
	});

	test('a response that is not a user is not written back', async () => {
		const { id } = await newUser();
		for (const body of ['', [], {}, { message: 'Please sign in' }]) {
			platform.forget();
			platform.emulator.faults.add({ operation: 'GET /account/users/{id}', status: 200, body });
			expect(
				(await run('user', 'update', { id: byId(id), updateFields: { title: 'Lead' } })).error,
			).toBeDefined();
			expect(requests('PUT /account/users/{id}')).toEqual([]);
		}
	});

	describe('the groups of a user', () => {
		const groupsOf = async (id: unknown, filters: IDataObject = {}) => {
			const given = { id: byId(id), returnAll: true, filters };
			return (await done('user', 'getGroups', given)).map(({ name }) => name);
		};
		const userIn = async (name: string) => {
			const { id } = await newUser();
			const [group] = await done('group', 'create', { name });
			const [answer] = await done('user', 'addToGroups', {
				id: byId(id),
				groupIds: [name, 'Finance'],
			});
			return { id, groupId: group!.id, answer };
		};

		test('a user is added to several groups by their names', async () => {
			const { id, answer } = await userIn('Movers');
			expect(answer).toMatchObject({ id });
			expect(await groupsOf(id)).toEqual(['Finance', 'Movers']);
		});

		test('the groups of a user are listed by a part of their names', async () => {
			const { id } = await userIn('Shakers');
			expect(await groupsOf(id, { nameFilter: 'Shak' })).toEqual(['Shakers']);
		});

		test('a user is removed from a group', async () => {
			const { id, groupId } = await userIn('Leavers');
			await done('user', 'removeFromGroup', { id: byId(id), groupId: byId(groupId) });
			expect(membersNow(groupId)).toEqual([]);
		});

		test('a user is added to no group if one of them is unknown', async () => {
			const { id } = await newUser();
			const [group] = await done('group', 'create', { name: 'Known' });
			const { error } = await run('user', 'addToGroups', {
				id: byId(id),
				groupIds: ['8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', String(group!.id)],
			});
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error!.description).toMatch(
				/^One of the groups is not known, so the user was put into none of them/,
			);
			expect(membersNow(group!.id)).toEqual([]);
		});
	});

	test('a user is assigned roles, which are then revoked', async () => {
		const { id } = await newUser();
		await done('user', 'assignRoles', { id: byId(id), roleIds: ['Operator'] });
		await done('user', 'assignRoles', { id: byId(id), roleIds: ['Security Administrator'] });
		expect(
			(await done('user', 'getRoles', { id: byId(id), returnAll: true }))
				.map(({ name }) => name)
				.sort(),
		).toEqual(['Operator', 'Security Administrator']);
		await done('user', 'revokeRole', { id: byId(id), roleId: named('Operator') });
		expect(rolesNow(id)).toEqual(['Security Administrator']);
	});

	test('the error says that the license has no free seat, and what to do', async () => {
		const { id } = await newUser();
		const seat = licenseOf(state()).subscription!.seats;
		const before = seat.map(({ maxUsers }) => maxUsers);
		for (const each of seat) each.maxUsers = 0;
		const created = await run('user', 'create', {
			login: 'late',
			email: 'late@example.com',
			firstName: 'L',
			lastName: 'Ate',
		});
		const given = await run('user', 'assignRoles', {
			id: byId(id),
			roleIds: ['Integration Developer'],
		});
		for (const [index, each] of seat.entries()) each.maxUsers = before[index]!;
		for (const { error } of [created, given]) {
			expect(error).toMatchObject({ httpCode: '402' });
			expect(error!.description).toMatch(/^The license has no seat left\. Free one/);
		}
		expect(rolesNow(id)).toEqual([]);
	});

	test('a login can be used only once', async () => {
		const { error } = await run('user', 'create', {
			login: 'Ana.Demo',
			email: 'other@example.com',
			firstName: 'A',
			lastName: 'D',
		});
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error!.description).toMatch(/^Another user has this login or this email address/);
	});
});

describe('create or update by login', () => {
	const given = { login: 'joiner', email: 'joiner@example.com', firstName: 'Jo', lastName: 'Park' };

	test('Create or Update creates once, then changes only what is given', async () => {
		platform.forget();
		const [made] = await done('user', 'upsert', {
			...given,
			additionalFields: { title: 'Analyst', roleIds: ['Operator'] },
		});
		expect(made).toMatchObject({ login: 'joiner', created: true });
		expect(queryOf('POST /account/users')).toEqual({ invite: 'false' });
		const [again] = await done('user', 'upsert', { ...given, login: 'JOINER', lastName: 'Mover' });
		expect(again).toMatchObject({
			id: made!.id,
			created: false,
			lastName: 'Mover',
			title: 'Analyst',
		});
		expect(requests('POST /account/users')).toHaveLength(1);
		expect(rolesNow(made!.id)).toEqual(['Operator']);
		await done('user', 'upsert', {
			...given,
			additionalFields: { active: false, roleIds: ['Security Administrator'] },
		});
		expect([users.find(state(), String(made!.id)).attributes.active, rolesNow(made!.id)]).toEqual([
			false,
			['Security Administrator'],
		]);
	});

	test('Create or Update finds a new user if the response has no ID', async () => {
		platform.emulator.faults.add({
			operation: 'POST /account/users',
			status: 201,
			body: { login: 'leaver' },
		});
		platform.emulator.faults.add({
			operation: 'GET /scim/v2/Users',
			after: 1,
			status: 200,
			body: { totalResults: 1, Resources: [{ id: '4711', userName: 'leaver' }] },
		});
		expect(
			await done('user', 'upsert', { ...given, login: 'leaver', email: 'leaver@example.com' }),
		).toEqual([{ id: '4711', login: 'leaver', created: true }]);
	});

	test('Create or Update says that the user was created if it cannot be found then', async () => {
		platform.emulator.faults.add({
			operation: 'POST /account/users',
			status: 201,
			body: { login: 'leaver' },
		});
		platform.emulator.faults.add({ operation: 'GET /scim/v2/Users', after: 1, status: 403 });
		const { error } = await run('user', 'upsert', {
			...given,
			login: 'leaver',
			email: 'leaver@example.com',
		});
		expect(error).toMatchObject({
			httpCode: '403',
			description: expect.stringMatching(
				/ The user leaver had already been created and was not deleted\.$/,
			) as string,
		});
	});

	test('the same login in many items makes one user', async () => {
		const items = Array.from({ length: 5 }, (_, index) => ({ json: { title: `T${index}` } }));
		const { items: out, error } = await run(
			'user',
			'upsert',
			{
				...given,
				login: 'twice',
				email: 'twice@example.com',
				additionalFields: { title: '={{ $json.title }}' },
			},
			{ items },
		);
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.created)).toEqual([true, false, false, false, false]);
	});

	test('a record that has another login is not changed', async () => {
		const id = userNamed(state(), 'ana.demo');
		platform.forget();
		platform.emulator.faults.add({
			operation: 'GET /account/users/{id}',
			status: 200,
			body: { id, login: 'somebody.else', email: 'x', firstName: 'x', lastName: 'x' },
		});
		const { error } = await run('user', 'upsert', { ...given, login: 'ana.demo' });
		expect(error!.message).toBe(`The user ${id} has the login somebody.else, not ana.demo`);
		expect(requests('PUT /account/users/{id}')).toEqual([]);
	});
});

describe('group', () => {
	const createGroup = async (name: string) => {
		const [, bao] = people('ana.demo', 'bao.nguyen');
		const [made] = await done('group', 'create', {
			name,
			additionalFields: { userIds: ['ana.demo', bao!] },
		});
		return made!;
	};

	test('a group is created with members by name and by ID', async () => {
		expect(await createGroup('Auditors')).toEqual({
			id: expect.any(String) as string,
			name: 'Auditors',
			userIds: people('ana.demo', 'bao.nguyen'),
		});
	});

	test('a hint says that a new group has no members', async () => {
		const { error, hints } = await run('group', 'create', { name: 'Empty' });
		expect(error).toBeUndefined();
		expect(hints).toEqual([
			expect.stringContaining('the group has no members until Add Members adds some'),
		]);
	});

	test('a group is read by its name', async () => {
		const made = await createGroup('Readers');
		expect(await done('group', 'get', { id: named('Readers') })).toEqual([made]);
	});

	test('groups are listed by a part of their names', async () => {
		await createGroup('Inspectors');
		const listed = await done('group', 'getMany', {
			returnAll: true,
			filters: { nameFilter: 'Inspect' },
		});
		expect(listed.map(({ name }) => name)).toEqual(['Inspectors']);
	});

	test('a group is renamed, and keeps its members', async () => {
		const made = await createGroup('Reviewers');
		expect(await done('group', 'rename', { id: byId(made.id), name: 'Internal Review' })).toEqual([
			{ ...made, name: 'Internal Review' },
		]);
	});

	test('a group is not renamed to the name of another', async () => {
		const { id } = await createGroup('Writers');
		const { error } = await run('group', 'rename', { id: byId(id), name: 'Finance' });
		expect(error!.description).toMatch(/^Another group has this name/);
	});

	test('a group is not created with the name of another, in whatever case', async () => {
		const { error } = await run('group', 'create', { name: 'finance' });
		expect(error).toMatchObject({ httpCode: '409' });
	});

	test('a group is deleted', async () => {
		const { id } = await createGroup('Passers-by');
		expect(await done('group', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
		expect((await run('group', 'get', { id: byId(id) })).error).toMatchObject({ httpCode: '404' });
	});

	test('members are added and removed', async () => {
		const [ana, bao] = people('ana.demo', 'bao.nguyen');
		const [{ id } = {}] = await done('group', 'create', { name: 'Newcomers' });
		await done('group', 'addMembers', { id: byId(id), userIds: ['ana.demo', 'bao.nguyen'] });
		await done('group', 'addMembers', { id: byId(id), userIds: ['ana.demo'] });
		expect(
			(await done('group', 'getMembers', { id: byId(id), returnAll: true })).map(
				({ login }) => login,
			),
		).toEqual(['ana.demo', 'bao.nguyen']);
		await done('group', 'removeMember', { id: byId(id), userId: byId(ana) });
		expect(membersNow(id)).toEqual([bao]);
	});

	test('unknown and ambiguous names are refused before anything is changed', async () => {
		const [{ id } = {}] = await done('group', 'create', { name: 'Strangers' });
		platform.forget();
		const { error } = await run('group', 'addMembers', {
			id: byId(id),
			userIds: ['ana.demo', 'nobody.here'],
		});
		expect(error!.message).toBe(
			'User Names or IDs has "nobody.here", which is neither the ID nor the name of a user: check the spelling',
		);
		expect(requests('POST /account/groups/{id}/users')).toEqual([]);
	});
});

describe('set members', () => {
	async function aGroup(...logins: string[]): Promise<string> {
		const [{ id } = {}] = await done('group', 'create', {
			name: `Team ${++count}`,
			...(logins.length > 0 ? { additionalFields: { userIds: logins } } : {}),
		});
		return String(id);
	}

	test('Set Members sends only the difference', async () => {
		const [ana, bao, chloe] = people('ana.demo', 'bao.nguyen', 'chloe.martin');
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.forget();
		expect(
			await done('group', 'setMembers', { id: byId(id), userIds: ['bao.nguyen', chloe!] }),
		).toEqual([{ id, added: [chloe], removed: [ana], unchanged: [bao] }]);
		expect(sentBody('POST /account/groups/{id}/users')).toEqual([chloe]);
		expect(requests('DELETE /account/groups/{id}/users/{userId}')).toHaveLength(1);
		expect(membersNow(id)).toEqual([bao, chloe]);
		platform.forget();
		expect(await done('group', 'setMembers', { id: byId(id), userIds: [chloe!, bao!] })).toEqual([
			{ id, added: [], removed: [], unchanged: [chloe, bao] },
		]);
		expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('an empty list removes all members only if that is intended', async () => {
		const id = await aGroup('ana.demo');
		await refused(
			'group',
			'setMembers',
			{ id: byId(id), userIds: [] },
			'User Names or IDs needs at least one entry; to remove all, turn on Allow Empty',
		);
		const [done1] = await done('group', 'setMembers', {
			id: byId(id),
			userIds: [],
			allowEmpty: true,
		});
		expect([done1!.removed, membersNow(id)]).toEqual([people('ana.demo'), []]);
	});

	test('Set Members reports what was done before a refusal', async () => {
		const [ana, bao, chloe] = people('ana.demo', 'bao.nguyen', 'chloe.martin');
		const id = await aGroup('ana.demo', 'bao.nguyen');
		const DELETE = 'DELETE /account/groups/{id}/users/{userId}';
		platform.emulator.faults.add({ operation: DELETE, status: 403 });
		const { error } = await run('group', 'setMembers', { id: byId(id), userIds: ['chloe.martin'] });
		expect(error!.message).toBe('1 of 3 changes were made: Injected fault: 403');
		expect(error!.description).toContain(
			`Added: ${chloe}. Not removed: ${ana}, ${bao}. Run it again: changes that were made are not repeated.`,
		);
		expect(await done('group', 'setMembers', { id: byId(id), userIds: ['chloe.martin'] })).toEqual([
			{ id, added: [], removed: [ana, bao], unchanged: [chloe] },
		]);
	});

	test('a member who was already removed counts as removed', async () => {
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.emulator.faults.add({
			operation: 'DELETE /account/groups/{id}/users/{userId}',
			status: 404,
		});
		expect(
			(await done('group', 'setMembers', { id: byId(id), userIds: ['bao.nguyen'] }))[0]!.removed,
		).toEqual(people('ana.demo'));
	});

	test('members without an ID are not compared', async () => {
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.forget();
		platform.emulator.faults.add({
			operation: 'GET /account/groups/{id}/users',
			status: 200,
			body: [{ login: 'ana.demo' }],
			headers: { 'page-last': 'true' },
		});
		const { error } = await run('group', 'setMembers', { id: byId(id), userIds: ['chloe.martin'] });
		expect(error!.message).toBe('The platform returned the members of the group without their IDs');
		expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('Set Members reads more than one page of present members', async () => {
		const many = Array.from(
			{ length: 120 },
			(_, index) =>
				addUser(state(), 0, {
					userName: `page${index}`,
					name: { givenName: 'P', familyName: 'Age' },
					active: false,
				}).id,
		);
		const id = await aGroup();
		await done('group', 'setMembers', { id: byId(id), userIds: many });
		const [after] = await done('group', 'setMembers', { id: byId(id), userIds: many.slice(1) });
		expect([after!.removed, (after!.unchanged as string[]).length]).toEqual([
			many.slice(0, 1),
			119,
		]);
	});
});

test('Set Roles assigns missing roles and revokes the others', async () => {
	const { id } = await newUser({ roleIds: ['Operator', 'Security Administrator'] });
	platform.forget();
	const [set] = await done('user', 'setRoles', {
		id: byId(id),
		roleIds: ['Operator', 'Environment Administrator'],
	});
	expect(set).toEqual({
		id,
		added: [roleId('Environment Administrator')],
		removed: [roleId('Security Administrator')],
		unchanged: [roleId('Operator')],
	});
	expect(rolesNow(id)).toEqual(['Environment Administrator', 'Operator']);
});

test('Set Roles revokes all roles of a user only if that is intended', async () => {
	const { id } = await newUser({ roleIds: ['Operator', 'Environment Administrator'] });
	await refused(
		'user',
		'setRoles',
		{ id: byId(id) },
		/^Role Names or IDs needs at least one entry/,
	);
	expect(rolesNow(id)).toEqual(['Environment Administrator', 'Operator']);
	await done('user', 'setRoles', { id: byId(id), allowEmpty: true });
	expect(rolesNow(id)).toEqual([]);
});

describe('role', () => {
	describe('a role', () => {
		afterEach(() => {
			platform.forget();
			platform.emulator.resetAccount();
		});
		const newRole = async (name: string) => {
			const [role] = await done('role', 'create', {
				name,
				permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
			});
			return { role: role!, id: byId(role!.id) };
		};
		const [ana, bao] = ['ana.demo', 'bao.nguyen'].map((login) => () => people(login)[0]!) as [
			() => string,
			() => string,
		];

		test('a role is created with its permissions', async () => {
			const { role } = await newRole('Day Shift');
			expect(role).toEqual({
				id: expect.any(String) as string,
				name: 'Day Shift',
				permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
			});
		});

		test('a role is read by its name, and listed by a part of it', async () => {
			const { role } = await newRole('Late Shift');
			expect(await done('role', 'get', { id: named('Late Shift') })).toEqual([role]);
			expect(
				(await done('role', 'getMany', { returnAll: true, filters: { nameFilter: 'Shift' } })).map(
					({ name }) => name,
				),
			).toContain('Late Shift');
		});

		test('a role is assigned to users', async () => {
			const { role, id } = await newRole('Short Shift');
			expect(
				await done('role', 'assignToUsers', { id, userIds: ['ana.demo', 'bao.nguyen'] }),
			).toEqual([{ success: true, id: role.id }]);
			expect(
				(await done('role', 'getUsers', { id, returnAll: true })).map((user) => user.id),
			).toEqual([ana(), bao()]);
		});

		test('an update of a role keeps what is not given, and who has it', async () => {
			const { role, id } = await newRole('First Shift');
			await done('role', 'assignToUsers', { id, userIds: ['ana.demo'] });
			expect(await done('role', 'update', { id, updateFields: { name: 'Early Shift' } })).toEqual([
				{ ...role, name: 'Early Shift' },
			]);
			expect(rolesNow(ana())).toContain('Early Shift');
			expect(
				await done('role', 'update', { id, updateFields: { permissions: ['TMC_OPERATOR'] } }),
			).toEqual([{ id: role.id, name: 'Early Shift', permissions: ['TMC_OPERATOR'] }]);
		});

		test('a role is revoked from a user', async () => {
			const { id } = await newRole('Split Shift');
			await done('role', 'assignToUsers', { id, userIds: ['ana.demo', 'bao.nguyen'] });
			await done('role', 'revokeFromUser', { id, userId: byId(ana()) });
			expect(rolesNow(ana())).not.toContain('Split Shift');
		});

		test('a deleted role is taken from its users', async () => {
			const { role, id } = await newRole('Last Shift');
			await done('role', 'assignToUsers', { id, userIds: ['bao.nguyen'] });
			expect(await done('role', 'delete', { id })).toEqual([{ deleted: true, id: role.id }]);
			expect(rolesNow(bao())).not.toContain('Last Shift');
		});
	});

	test('the error reports what the platform refuses, and what to do', async () => {
		expect(
			(await run('role', 'create', { name: 'Odd', permissions: ['FLY'] })).error,
		).toMatchObject({ httpCode: '400', message: 'Invalid permissions: FLY' });
		expect((await run('role', 'create', { name: 'operator' })).error!.description).toMatch(
			/^Another role has this name/,
		);
		expect((await run('role', 'delete', { id: named('Operator') })).error).toMatchObject({
			httpCode: '400',
		});
	});
});

test('Me returns the service account or the user of the credential', async () => {
	expect(await done('me', 'get')).toEqual([
		expect.objectContaining({
			type: 'SERVICE_ACCOUNT',
			id: DEMO_ACCOUNT.id,
			permissions: expect.any(Array) as string[],
		}),
	]);
	const { body } = await askOf(platform, 'GET /account/me');
	expect(body).toMatchObject({
		type: 'USER',
		login: 'ana.demo',
		roles: [{ name: 'Environment Administrator' }],
	});
});

test.each([
	{ what: 'a role', method: 'searchRoles', typed: 'operat', name: 'Operator' },
	{ what: 'a group', method: 'searchGroups', typed: 'fin', name: 'Finance' },
	{ what: 'a user', method: 'searchUsers', typed: 'chlo', name: 'chloe.martin (Chloé Martin)' },
])('$what is chosen by a part of its name', async ({ method, typed, name }) => {
	const { results } = await pick(platform, 'Account', method, {}, typed);
	expect(results.map((found) => found.name)).toEqual([name]);
});

test('several users are chosen from a list of all', async () => {
	const offered = await load(platform, 'Account', 'loadUsers');
	expect(offered).toHaveLength(users.all(state()).length);
	expect(offered).toContainEqual({
		name: 'ana.demo',
		value: userNamed(state(), 'ana.demo'),
		description: 'Ana Demo',
	});
});

test('several roles are chosen from a list', async () => {
	const offered = await load(platform, 'Account', 'loadRoles');
	expect(offered).toContainEqual(
		expect.objectContaining({ name: 'Operator', value: roleId('Operator') }),
	);
});

test('several groups are chosen from a list', async () => {
	const offered = await load(platform, 'Account', 'loadGroups');
	expect(offered.map(({ name }) => name)).toContain('Finance');
});

judgeRequests(platform, 'Account', ['user', 'group', 'role', 'me']);
