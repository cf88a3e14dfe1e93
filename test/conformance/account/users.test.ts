/** Users: creations, updates, groups and roles, and how they are chosen. */
import type { IDataObject } from 'n8n-workflow';

import { licenseOf } from '../../../emulator/areas/account/accountStore';
import { users } from '../../../emulator/areas/scim/scimStore';
import { addUser } from '../../../emulator/areas/scim/user';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { byId, byName, userNamed } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { load, pick } from '../../support/picking';
import {
	membersNow,
	newUser,
	platform,
	queryOf,
	requests,
	roleId,
	rolesNow,
	run,
	sentBody,
	state,
	succeed,
} from './identitiesStage';

describe('user', () => {
	test('a user is created without an invitation unless one is requested, with roles by name or ID', async () => {
		platform.clearLog();
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
		await succeed('user', 'create', {
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

	test('a new user is identified by its URL if the response has no ID', async () => {
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
		'a created $resource is identified by its URL if the response has no body',
		async ({ resource, path, parameters }) => {
			platform.clearLog();
			platform.emulator.faults.add({
				operation: `POST /account/${path}`,
				status: 201,
				body: '',
				contentType: 'text/plain',
				headers: { location: `/account/${path}/4711` },
			});
			expect(await succeed(resource, 'create', parameters)).toEqual([{ id: '4711' }]);
			expect(requests(`POST /account/${path}`)).toHaveLength(1);
		},
	);

	describe('one user and many', () => {
		const newAnalyst = async () =>
			await newUser({ title: 'Analyst', phone: '+33 1', roleIds: ['Operator'] });

		test('a user is read by login', async () => {
			const { id, login } = await newAnalyst();
			expect(await succeed('user', 'get', { id: byName(String(login)) })).toEqual([
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
			platform.clearLog();
			const all = await succeed('user', 'getMany', { returnAll: true });
			expect(all).toHaveLength(users.all(state()).length);
			expect(requests('GET /account/users').map(({ query }) => Object.fromEntries(query))).toEqual([
				{ size: '100' },
				{ size: '100', page: '2' },
			]);
			expect(await succeed('user', 'getMany', { returnAll: false, limit: 7 })).toHaveLength(7);
		});

		test('an update of a user keeps the fields that are left out', async () => {
			const { id, login } = await newAnalyst();
			const [updated] = await succeed('user', 'update', {
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
			expect(updated).toMatchObject({ id, lastName: 'Smith', title: 'Analyst' });
		});

		test('a user can be deactivated and given other roles', async () => {
			const { id } = await newAnalyst();
			await succeed('user', 'update', {
				id: byId(id),
				updateFields: { active: false, roleIds: ['Integration Developer'] },
			});
			expect([users.find(state(), String(id)).attributes.active, rolesNow(id)]).toEqual([
				false,
				['Integration Developer'],
			]);
		});

		test('a deleted user can no longer be read', async () => {
			const { id } = await newAnalyst();
			expect(await succeed('user', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
			expect((await run('user', 'get', { id: byId(id) })).error).toMatchObject({ httpCode: '404' });
		});
	});

	test('an update sends the roles that the user does not show, but no unknown language', async () => {
		const { id, login } = await newUser({ roleIds: ['Operator'] });
		platform.clearLog();
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
		await succeed('user', 'update', { id: byId(id), updateFields: { title: 'Lead' } });
		expect(sentBody('PUT /account/users/{id}')).toEqual({
			login,
			email: 'a@example.com',
			firstName: 'A',
			lastName: 'B',
			title: 'Lead',
			roleIds: [roleId('Operator')],
		});
	});

	test('a response that is not a user is not sent back', async () => {
		const { id } = await newUser();
		for (const body of ['', [], {}, { message: 'Please sign in' }]) {
			platform.clearLog();
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
			return (await succeed('user', 'getGroups', given)).map(({ name }) => name);
		};
		const userIn = async (name: string) => {
			const { id } = await newUser();
			const [group] = await succeed('group', 'create', { name });
			const [answer] = await succeed('user', 'addToGroups', {
				id: byId(id),
				groupIds: [name, 'Finance'],
			});
			return { id, groupId: group!.id, answer };
		};

		test('a user is added to several groups by name', async () => {
			const { id, answer } = await userIn('Movers');
			expect(answer).toMatchObject({ id });
			expect(await groupsOf(id)).toEqual(['Finance', 'Movers']);
		});

		test('the groups of a user are listed by part of their names', async () => {
			const { id } = await userIn('Shakers');
			expect(await groupsOf(id, { nameFilter: 'Shak' })).toEqual(['Shakers']);
		});

		test('a user is removed from a group', async () => {
			const { id, groupId } = await userIn('Leavers');
			await succeed('user', 'removeFromGroup', { id: byId(id), groupId: byId(groupId) });
			expect(membersNow(groupId)).toEqual([]);
		});

		test('a user is added to no group if one of them is unknown', async () => {
			const { id } = await newUser();
			const [group] = await succeed('group', 'create', { name: 'Known' });
			const { error } = await run('user', 'addToGroups', {
				id: byId(id),
				groupIds: ['8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', String(group!.id)],
			});
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error!.description).toMatch(
				/^One of the groups is not known, so the user was not added to any of them/,
			);
			expect(membersNow(group!.id)).toEqual([]);
		});
	});

	test('roles are assigned to a user, then revoked', async () => {
		const { id } = await newUser();
		await succeed('user', 'assignRoles', { id: byId(id), roleIds: ['Operator'] });
		await succeed('user', 'assignRoles', { id: byId(id), roleIds: ['Security Administrator'] });
		expect(
			(await succeed('user', 'getRoles', { id: byId(id), returnAll: true }))
				.map(({ name }) => name)
				.sort(),
		).toEqual(['Operator', 'Security Administrator']);
		await succeed('user', 'revokeRole', { id: byId(id), roleId: byName('Operator') });
		expect(rolesNow(id)).toEqual(['Security Administrator']);
	});

	test('the error says what to do if the license has no free seat', async () => {
		const { id } = await newUser();
		for (const seat of licenseOf(state()).subscription!.seats) changed(seat, { maxUsers: 0 });
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
		for (const { error } of [created, given]) {
			expect(error).toMatchObject({ httpCode: '402' });
			expect(error!.description).toMatch(/^The license has no seats left\. Free one/);
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

test('Get Me returns the service account of the credential', async () => {
	expect(await succeed('me', 'get')).toEqual([
		expect.objectContaining({
			type: 'SERVICE_ACCOUNT',
			id: DEMO_ACCOUNT.id,
			permissions: expect.any(Array) as string[],
		}),
	]);
});

test('Get Me returns the user whose token the credential has', async () => {
	expect(await succeed('me', 'get', { authentication: 'token' })).toMatchObject([
		{ type: 'USER', login: 'ana.demo', roles: [{ name: 'Environment Administrator' }] },
	]);
});

test.each([
	{ what: 'a role', method: 'searchRoles', typed: 'operat', name: 'Operator' },
	{ what: 'a group', method: 'searchGroups', typed: 'fin', name: 'Finance' },
	{ what: 'a user', method: 'searchUsers', typed: 'chlo', name: 'chloe.martin (Chloé Martin)' },
])('$what is chosen by part of its name', async ({ method, typed, name }) => {
	const { results } = await pick(platform, 'Account', method, {}, typed);
	expect(results.map((found) => found.name)).toEqual([name]);
});

test('several users are chosen from the list of all users', async () => {
	const offered = await load(platform, 'Account', 'loadUsers');
	expect(offered).toHaveLength(users.all(state()).length);
	expect(offered).toContainEqual({
		name: 'ana.demo',
		value: userNamed(state(), 'ana.demo'),
		description: 'Ana Demo',
	});
});

judgeRequests(platform, 'Account', [
	'user.addToGroups',
	'user.assignRoles',
	'user.create',
	'user.delete',
	'user.get',
	'user.getGroups',
	'user.getMany',
	'user.getRoles',
	'user.removeFromGroup',
	'user.revokeRole',
	'user.update',
	'me',
]);
