/** SCIM users: creations, lists and deletions. */
import type { IDataObject } from 'n8n-workflow';

import { scimOf } from '../../../emulator/areas/scim/scimStore';
import { addUser } from '../../../emulator/areas/scim/user';
import { byId, byName, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, newUser, platform, run, sentBody, state, succeed, USER_SCHEMA } from './stage';

describe('a user created with the form', () => {
	const financeGroup = () =>
		[...scimOf(state()).groups.values()].find(
			({ attributes }) => attributes.displayName === 'Finance',
		)!;
	const created = async (userName: string, additionalFields: IDataObject) => {
		const [made] = await succeed('user', 'create', {
			userName,
			name: {
				givenName: 'Noa',
				familyName: 'Levi',
				middleName: 'B.',
				honorificPrefix: 'Dr.',
			},
			additionalFields,
		});
		return made!;
	};

	test('a user is sent with its schema and the ID of another system', async () => {
		fact('A.45', 'A.46', 'A.117');
		await created('noa.sent@example.com', { active: true, externalId: 'HR-4711' });
		expect(sentBody('POST /scim/v2/Users')).toMatchObject({
			schemas: [USER_SCHEMA],
			externalId: 'HR-4711',
		});
	});

	test('a new user has the URL at which it can be read by its ID', async () => {
		fact('A.45', 'A.46', 'A.47');
		const made = await created('noa.read@example.com', { title: 'Analyst' });
		expect(made).toMatchObject({
			schemas: [USER_SCHEMA],
			id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
			userName: 'noa.read@example.com',
			title: 'Analyst',
			meta: {
				resourceType: 'User',
				location: `${platform.address}/scim/v2/Users/${String(made.id)}`,
			},
		});
	});

	test('the login and addresses of a user have no blanks around them', async () => {
		await created(' blanks\u00a0', {
			emails: { rows: [{ value: 'blanks@example.com ', additionalFields: { type: 'work' } }] },
		});
		expect(sentBody('POST /scim/v2/Users')).toMatchObject({
			userName: 'blanks',
			emails: [{ value: 'blanks@example.com', type: 'work' }],
		});
	});

	test('the name of a user is formatted from its display name beside its parts', async () => {
		fact('A.48');
		const made = await created('noa.levi@example.com', { displayName: 'Noa Levi' });
		expect(made.name).toMatchObject({
			formatted: 'Noa Levi',
			givenName: 'Noa',
			familyName: 'Levi',
			middleName: 'B.',
			honorificPrefix: 'Dr.',
		});
	});

	test('a user has rows of each kind, given as a form or as JSON', async () => {
		fact('A.50', 'A.51', 'A.53');
		const made = await created('noa.rows@example.com', {
			emails: {
				rows: [
					{ value: 'noa.rows@example.com', additionalFields: { type: 'work', primary: true } },
					{ value: 'noa@example.org', additionalFields: { type: 'home' } },
				],
			},
			phoneNumbersJson: [{ value: '+33 1 23 45 67 89', type: 'mobile' }],
			roles: { rows: [{ value: 'Operator', additionalFields: { display: 'Operator' } }] },
			addresses: {
				rows: [
					{
						streetAddress: '1 Rue de la Paix',
						locality: 'Paris',
						postalCode: '75002',
						country: 'FR',
						additionalFields: { type: 'work' },
					},
				],
			},
			x509Certificates: '[{ "value": "MIIB", "type": "work" }]',
			ims: { rows: [{ value: 'noa', additionalFields: { type: 'slack' } }] },
		});
		expect(made).toMatchObject({
			emails: [
				{ value: 'noa.rows@example.com', type: 'work', primary: true },
				{ value: 'noa@example.org', type: 'home' },
			],
			phoneNumbers: [{ value: '+33 1 23 45 67 89', type: 'mobile' }],
			roles: [{ value: 'Operator', display: 'Operator' }],
			addresses: [
				{
					streetAddress: '1 Rue de la Paix',
					locality: 'Paris',
					postalCode: '75002',
					country: 'FR',
					type: 'work',
				},
			],
			x509Certificates: [{ value: 'MIIB', type: 'work' }],
			ims: [{ value: 'noa', type: 'slack' }],
		});
	});

	test('a user is a member of the chosen groups', async () => {
		fact('A.52');
		const finance = financeGroup();
		const made = await created('noa.groups@example.com', {
			groups: { rows: [{ value: byId(finance.id) }] },
		});
		expect(sentBody('POST /scim/v2/Users')).toMatchObject({ groups: [{ value: finance.id }] });
		expect(made.groups).toEqual([
			{
				value: finance.id,
				display: 'Finance',
				type: 'direct',
				$ref: `${platform.address}/scim/v2/Groups/${finance.id}`,
			},
		]);
		expect(finance.members).toContain(made.id);
	});

	test('a user is output without the password', async () => {
		fact('A.46');
		const made = await created('noa.secret@example.com', { password: 'a-first-password' });
		expect(sentBody('POST /scim/v2/Users')).toHaveProperty('password');
		expect(made).not.toHaveProperty('password');
	});
});

describe('a user among others', () => {
	const newAnalyst = async (userName: string) => {
		const [made] = await succeed(
			'user',
			'create',
			newUser(userName, { additionalFields: { title: 'Analyst' } }),
		);
		return made!.id;
	};

	test('a user is found by name', async () => {
		fact('A.49', 'A.118');
		const id = await newAnalyst('tom.ray@example.com');
		expect(await succeed('user', 'get', { id: byName('tom.ray@example.com') })).toEqual([
			expect.objectContaining({ id, title: 'Analyst', active: true }),
		]);
	});

	test('a patch reads its values as JSON', async () => {
		fact('A.49', 'A.119');
		const id = await newAnalyst('tom.patch@example.com');
		const [patched] = await succeed('user', 'patch', {
			id: byId(id),
			operations: {
				rows: [
					{ op: 'replace', path: 'active', value: 'false' },
					{ op: 'add', path: 'emails', value: '[{"value": "tom@example.com", "type": "work"}]' },
					{ op: 'replace', path: 'title', value: 'Lead Analyst' },
				],
			},
		});
		expect(patched).toMatchObject({
			active: false,
			title: 'Lead Analyst',
			emails: [{ value: 'tom@example.com', type: 'work' }],
		});
	});

	test('an update of part of the name keeps everything else', async () => {
		fact('A.49', 'A.120');
		const { id } = addUser(state(), platform.emulator.clock.now(), {
			...newUser('tom.update@example.com', {
				name: { givenName: 'Noa', familyName: 'Levi' },
			}),
			active: false,
			emails: [{ value: 'tom@example.com', type: 'work' }],
		});
		const [changed] = await succeed('user', 'update', {
			id: byId(id),
			updateFields: { name: { familyName: 'Ray-Smith' }, title: 'Controller' },
		});
		expect(changed).toMatchObject({
			name: { givenName: 'Noa', familyName: 'Ray-Smith', formatted: 'Noa Ray-Smith' },
			title: 'Controller',
			active: false,
			emails: [{ value: 'tom@example.com', type: 'work' }],
		});
	});

	test('a search compares email addresses regardless of case', async () => {
		fact('A.54', 'A.122');
		const { id } = addUser(state(), platform.emulator.clock.now(), {
			...newUser('tom.search@example.com', { name: { givenName: 'Tom', familyName: 'Ray' } }),
			emails: [{ value: 'searched@example.com', type: 'work' }],
		});
		expect(
			await succeed('user', 'search', {
				simplify: false,
				filters: { filter: 'emails[type eq "work" and value sw "SEARCHED@"]' },
			}),
		).toEqual([expect.objectContaining({ id, userName: 'tom.search@example.com' })]);
	});

	test('a deleted user is not found', async () => {
		fact('A.121');
		const id = await newAnalyst('tom.gone@example.com');
		expect(await succeed('user', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
		expect((await run('user', 'get', { id: byId(id) })).error).toMatchObject({
			httpCode: '404',
			message: `User ${String(id)} was not found`,
		});
	});
});

test('a user name can be used only once', async () => {
	const taken = await run('user', 'create', newUser('ANA.demo'));
	expect(taken.error).toMatchObject({
		httpCode: '409',
		message: 'A user with the userName ANA.demo already exists',
	});
	expect(taken.error!.description).toMatch(/^uniqueness\. Another user has this user name/);
	const body = { userName: 'Ana.Demo', name: { givenName: 'A', familyName: 'D' } };
	expect(await ask('POST /scim/v2/Users', body)).toMatchObject({
		status: 409,
		body: {
			schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
			status: '409',
			scimType: 'uniqueness',
			detail: expect.any(String) as string,
		},
	});
});

test.each([
	['Paris', 'Paris'],
	['4711', '4711'],
	['true', true],
	['"true"', 'true'],
	['truely', 'truely'],
	[' [1, 2]', [1, 2]],
	['={{ 4711 }}', 4711],
	['={{ { a: 1 } }}', { a: 1 }],
])('a value given in the form as %s is sent with its type', async (value, wire) => {
	platform.clearLog();
	await run('user', 'patch', {
		id: byName('ana.demo'),
		operations: { rows: [{ op: 'replace', path: 'x', value }] },
	});
	expect(sentBody('PATCH /scim/v2/Users/{id}').Operations).toEqual([
		{ op: 'replace', path: 'x', value: wire },
	]);
});

test('the list of users has the one that a filter by user name names', async () => {
	const [made] = await succeed('user', 'create', newUser('noa.listed@example.com'));
	const listed = await succeed('user', 'getMany', {
		returnAll: true,
		filters: { filter: 'userName eq "noa.listed@example.com"' },
	});
	expect(listed).toMatchObject([{ id: made!.id, userName: 'noa.listed@example.com' }]);
});

test('a deleted user is removed from groups and workspaces', async () => {
	const { id } = addUser(state(), platform.emulator.clock.now(), {
		userName: 'leaver',
		name: { givenName: 'L', familyName: 'V' },
	});
	const [group] = await succeed('group', 'create', {
		displayName: 'Leavers',
		additionalFields: { members: { rows: [{ value: byId(id) }] } },
	});
	const workspace = workspaceIn(state(), 'Production', 'Finance').id;
	await ask(`POST /security/workspaces/${workspace}/users/${id}/permissions`, ['VIEW']);
	expect(workspaceIn(state(), 'Production', 'Finance').members).toContain('leaver');
	await succeed('user', 'delete', { id: byId(id) });
	expect(scimOf(state()).groups.get(String(group!.id))!.members).toEqual([]);
	expect(workspaceIn(state(), 'Production', 'Finance').members).not.toContain('leaver');
});

judgeRequests(platform, 'SCIM', [
	'user.create',
	'user.delete',
	'user.get',
	'user.getMany',
	'user.search',
]);
