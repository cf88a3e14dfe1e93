/** Each operation of Talend Cloud SCIM Provisioning does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { scimOf } from '../../../emulator/areas/scim/records';
import { addUser } from '../../../emulator/areas/scim/user';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { areaOf, refusedWords } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judge } from '../../support/conformance';
import { byId, named, userNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import { platformForAll, startPlatform } from '../../support/platform';

const platform = platformForAll({ keepAnswers: true });

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

const state = () => platform.emulator.state;
const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
const { run, done, requests, refused } = areaOf('SCIM', () => platform);
const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
const userNames = (users: IDataObject[]) => users.map(({ userName }) => userName);

const newUser = (userName: string, more: IDataObject = {}) => ({
	userName,
	name: { value: { givenName: 'Noa', familyName: 'Levi' } },
	...more,
});

describe('user', () => {
	describe('a user created with the form', () => {
		const financeGroup = () =>
			[...scimOf(state()).groups.values()].find(
				({ attributes }) => attributes.displayName === 'Finance',
			)!;
		const created = async (userName: string, additionalFields: IDataObject) => {
			const [made] = await done('user', 'create', {
				userName,
				name: {
					value: {
						givenName: 'Noa',
						familyName: 'Levi',
						additionalFields: { middleName: 'B.', honorificPrefix: 'Dr.' },
					},
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

		test('a new user has an ID, and the address at which it can be read', async () => {
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

		test('the name of a user is formatted from its display name, and keeps its parts', async () => {
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
				x509Certificates: [{ value: 'MIIB', type: 'work' }],
			});
		});

		test('a user is a member of the groups that were chosen', async () => {
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
			const [made] = await done(
				'user',
				'create',
				newUser(userName, { additionalFields: { title: 'Analyst' } }),
			);
			return made!.id;
		};

		test('a user is found by the name', async () => {
			fact('A.49', 'A.118');
			const id = await newAnalyst('tom.ray@example.com');
			expect(await done('user', 'get', { id: named('tom.ray@example.com') })).toEqual([
				expect.objectContaining({ id, title: 'Analyst', active: true }),
			]);
		});

		test('a patch reads its values as the JSON that they are', async () => {
			fact('A.49', 'A.119');
			const id = await newAnalyst('tom.patch@example.com');
			const [patched] = await done('user', 'patch', {
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

		test('an update of a part of the name keeps the other parts, and everything else', async () => {
			fact('A.49', 'A.120');
			const { id } = addUser(state(), platform.emulator.clock.now(), {
				...newUser('tom.update@example.com', {
					name: { givenName: 'Noa', familyName: 'Levi' },
				}),
				active: false,
				emails: [{ value: 'tom@example.com', type: 'work' }],
			});
			const [changed] = await done('user', 'update', {
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

		test('a search compares e-mail addresses in any case', async () => {
			fact('A.54', 'A.122');
			const { id } = addUser(state(), platform.emulator.clock.now(), {
				...newUser('tom.search@example.com', { name: { givenName: 'Tom', familyName: 'Ray' } }),
				emails: [{ value: 'searched@example.com', type: 'work' }],
			});
			expect(
				await done('user', 'search', {
					simplify: false,
					filters: { filter: 'emails[type eq "work" and value sw "SEARCHED@"]' },
				}),
			).toEqual([expect.objectContaining({ id, userName: 'tom.search@example.com' })]);
		});

		test('a deleted user is not found', async () => {
			fact('A.121');
			const id = await newAnalyst('tom.gone@example.com');
			expect(await done('user', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
			expect((await run('user', 'get', { id: byId(id) })).error).toMatchObject({
				httpCode: '404',
				message: `User ${String(id)} was not found`,
			});
		});
	});

	describe('an update of a user', () => {
		const newKim = (userName: string) => ({
			...addUser(state(), platform.emulator.clock.now(), {
				userName,
				name: { givenName: 'Kim', familyName: 'Keep' },
				title: 'Analyst',
				roles: [{ value: 'Operator' }],
			}),
			whole: { userName, name: { givenName: 'Kim', familyName: 'Keep' } },
		});

		test('an update sends what is not given as it was, without what the platform keeps', async () => {
			fact('A.44', 'A.120');
			const { id } = newKim('keep');
			await done('user', 'update', { id: byId(id), updateFields: { nickName: 'Kiki' } });
			expect(sentBody('PUT /scim/v2/Users/{id}')).toMatchObject({
				userName: 'keep',
				title: 'Analyst',
				roles: [{ value: 'Operator' }],
				nickName: 'Kiki',
			});
			expect(sentBody('PUT /scim/v2/Users/{id}')).not.toHaveProperty('meta');
		});

		test('an update without Keep Other Attributes replaces the user as a whole', async () => {
			fact('A.44', 'A.120');
			const { id, whole } = newKim('replace');
			const [replaced] = await done(
				'user',
				'update',
				{ id: byId(id), keepOthers: false, updateFields: whole },
				{ entryPoint: 'tool' },
			);
			expect(replaced).not.toHaveProperty('title');
		});

		test('an update without Keep Other Attributes needs the name as well', async () => {
			const { id } = newKim('half');
			const { error } = await run('user', 'update', {
				id: byId(id),
				keepOthers: false,
				updateFields: { userName: 'half' },
			});
			expect(error!.message).toBe(
				'User Name and Name must be given when Keep Other Attributes is off: the user is replaced as a whole',
			);
		});

		test('an update keeps further schemas, and how the platform has formatted the name', async () => {
			const { id, whole } = newKim('formatted');
			const schemas = [USER_SCHEMA, 'urn:example:more'];
			platform.emulator.faults.add({
				operation: 'GET /scim/v2/Users/{id}',
				status: 200,
				body: { id, schemas, ...whole, name: { ...whole.name, formatted: 'Dr. Kim Keep' } },
			});
			await done('user', 'update', { id: byId(id), updateFields: { title: 'Analyst' } });
			expect(sentBody('PUT /scim/v2/Users/{id}')).toMatchObject({
				schemas,
				name: { formatted: 'Dr. Kim Keep' },
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

	test('a patch may be given as JSON, with values of each kind', async () => {
		fact('A.119');
		const { id } = addUser(state(), platform.emulator.clock.now(), {
			userName: 'patch.me',
			name: { givenName: 'Pat', familyName: 'Chee' },
			nickName: 'P',
		});
		const operations = [
			{
				op: 'add',
				path: 'emails',
				value: [
					{ value: 'one@example.com', type: 'work' },
					{ value: 'two@example.com', type: 'home' },
				],
			},
			{ op: 'replace', path: 'emails[type eq "home"].value', value: 'three@example.com' },
			{ op: 'remove', path: 'nickName' },
			{ op: 'replace', value: { title: 'Analyst', preferredLanguage: 'fr' } },
			{ op: 'replace', path: 'externalId', value: '4711' },
			{ op: 'replace', path: 'active', value: false },
		];
		platform.forget();
		const [patched] = await done('user', 'patch', {
			id: byId(id),
			operationsJson: operations,
		});
		expect(sentBody('PATCH /scim/v2/Users/{id}')).toEqual({
			schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
			Operations: operations,
		});
		expect(patched).toMatchObject({
			title: 'Analyst',
			preferredLanguage: 'fr',
			externalId: '4711',
			active: false,
		});
		expect(patched!.emails).toEqual([
			{ value: 'one@example.com', type: 'work' },
			{ value: 'three@example.com', type: 'home' },
		]);
		expect(patched).not.toHaveProperty('nickName');
	});

	describe('a patch as identity providers send it', () => {
		/** The changes that are sent for what is given, to a user or group that nobody else needs. */
		const patchedWith = async (operationsJson: unknown, resource: 'user' | 'group' = 'user') => {
			platform.forget();
			const { id } = addUser(state(), platform.emulator.clock.now(), {
				userName: `patched.${state().objectId()}`,
				name: { givenName: 'Pat', familyName: 'Ched' },
			});
			await run(resource, 'patch', {
				id: byId(id),
				operationsJson: operationsJson as never,
			});
			return sentBody(`PATCH /scim/v2/${resource === 'user' ? 'Users' : 'Groups'}/{id}`).Operations;
		};

		test.each<[string, unknown, unknown]>([
			[
				'operations in any case',
				[
					{ op: 'Add', path: 'title', value: 'A' },
					{ op: 'REPLACE', path: 'title', value: 'B' },
					{ op: ' remove ', path: 'title' },
				],
				[
					{ op: 'add', path: 'title', value: 'A' },
					{ op: 'replace', path: 'title', value: 'B' },
					{ op: 'remove', path: 'title' },
				],
			],
			[
				'switches as text',
				[
					{ op: 'Replace', path: 'active', value: 'False' },
					{ op: 'Replace', path: 'emails[type eq "work"].primary', value: 'True' },
					{ op: 'Replace', value: { active: 'True', title: 'True' } },
					{ op: 'Replace', path: 'title', value: 'False' },
				],
				[
					{ op: 'replace', path: 'active', value: false },
					{ op: 'replace', path: 'emails[type eq "work"].primary', value: true },
					{ op: 'replace', value: { active: true, title: 'True' } },
					{ op: 'replace', path: 'title', value: 'False' },
				],
			],
			[
				'null for removing',
				[
					{ op: 'Remove', path: 'title', value: null },
					{ op: 'Replace', path: 'nickName', value: null },
				],
				[
					{ op: 'remove', path: 'title' },
					{ op: 'remove', path: 'nickName' },
				],
			],
			[
				'a whole body',
				{
					schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
					Operations: [{ op: 'Replace', path: 'displayName', value: 'Ana' }],
				},
				[{ op: 'replace', path: 'displayName', value: 'Ana' }],
			],
			[
				'texts that look like JSON',
				['[External] Ana', '{lead}', '"Boss"', 'true', '"Bob" the builder'].map((value) => ({
					op: 'Replace',
					path: 'title',
					value,
				})),
				['[External] Ana', '{lead}', '"Boss"', 'true', '"Bob" the builder'].map((value) => ({
					op: 'replace',
					path: 'title',
					value,
				})),
			],
			[
				'one change that is in no list',
				{ op: 'Replace', path: 'active', value: 'False' },
				[{ op: 'replace', path: 'active', value: false }],
			],
			[
				'a list in a text',
				[{ op: 'add', path: 'emails', value: '[{"value": "a@example.com"}]' }],
				[{ op: 'add', path: 'emails', value: [{ value: 'a@example.com' }] }],
			],
			[
				'an extension in the path',
				[
					{
						op: 'Add',
						path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
						value: 'IT',
					},
				],
				[
					{
						op: 'add',
						path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
						value: 'IT',
					},
				],
			],
		])('a patch of a user is accepted with %s', async (_what, given, sent) => {
			expect(await patchedWith(given)).toEqual(sent);
			expect(await patchedWith(JSON.stringify(given))).toEqual(sent);
		});

		test('members to remove, as a list, are removed one by one, and not all of them', async () => {
			const ids = ['8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d12'];
			const sent = await patchedWith(
				[{ op: 'Remove', path: 'members', value: ids.map((value) => ({ value })) }],
				'group',
			);
			expect(sent).toEqual(ids.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` })));
		});

		test.each<[string, unknown]>([
			['with its schema in the path', { path: `${USER_SCHEMA}:emails`, value: [{ value: 'a@x' }] }],
			['as an object', { path: `${USER_SCHEMA}:emails`, value: { value: 'a@x' } }],
			['as JSON in a text', { path: `${USER_SCHEMA}:emails`, value: '[{"value":"a@x"}]' }],
		])('a value to remove, %s, is the only one that is removed', async (_how, change) => {
			const sent = [{ op: 'remove', path: `${USER_SCHEMA}:emails[value eq "a@x"]` }];
			expect(await patchedWith([{ op: 'Remove', ...(change as object) }])).toEqual(sent);
			expect(await patchedWith({ op: 'Remove', ...(change as object) })).toEqual(sent);
		});

		test.each<[unknown, RegExp]>([
			[[{ op: 'Set', path: 'title', value: 'A' }], /must be one of/],
			[[{ op: 'Add', path: 'title', value: null }], /must have a value in row 1/],
			[[{ op: 'Replace', value: null }], /must have a value in row 1/],
			...[[{ type: 'work' }], [{ value: 'a@x' }, { type: 'home' }], 'a@x'].map(
				(value): [unknown, RegExp] => [
					[{ op: 'Remove', path: 'emails', value }],
					/must not remove emails with entries that have no field value, which would remove all/,
				],
			),
			[{ schemas: [], Operations: [] }, /is required/],
			[{ schemas: [] }, /has no field schemas/],
		])('%j is refused', async (operationsJson, rule) => {
			await refused(
				'user',
				'patch',
				{
					id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
					operationsJson: operationsJson as never,
				},
				rule,
			);
		});

		test('lists with nothing in them, and values that are empty, are left out', async () => {
			platform.forget();
			const { items, hints } = await run('user', 'create', {
				...newUser('entra.user'),
				additionalFields: {
					active: 'True',
					rolesJson: [],
					groupsJson: '[]',
					phoneNumbersJson: [
						{ type: 'work', value: '' },
						{ type: 'mobile', value: null },
						{ type: 'fax', value: '+33 1' },
					],
					emailsJson: [{ type: 'work', value: 'entra@example.com', primary: 'True' }],
				} as never,
			});
			const body = sentBody('POST /scim/v2/Users');
			expect(body).toMatchObject({
				active: true,
				phoneNumbers: [{ type: 'fax', value: '+33 1' }],
				emails: [{ type: 'work', value: 'entra@example.com', primary: true }],
			});
			expect(body).not.toHaveProperty('roles');
			expect(body).not.toHaveProperty('groups');
			expect(items).toMatchObject([{ json: { userName: 'entra.user' } }]);
			expect(hints).toEqual([
				'Left out because the value is empty: Phone Numbers: Number (1 item), Roles (1 item), Groups (1 item).',
			]);
		});

		test('a hint names values that a change leaves empty', async () => {
			platform.forget();
			const { hints } = await run('user', 'patch', {
				id: named('ana.demo'),
				operationsJson: [{ op: 'Replace', path: 'nickName', value: null }] as never,
			});
			expect(sentBody('PATCH /scim/v2/Users/{id}').Operations).toEqual([
				{ op: 'remove', path: 'nickName' },
			]);
			expect(hints).toEqual(['Left out because the value is empty: Changes: Value (1 item).']);
		});

		test('an update with lists of nothing, as Okta sends it, changes the rest', async () => {
			platform.forget();
			const { error, hints } = await run('user', 'update', {
				id: named('ana.demo'),
				updateFields: {
					title: 'Analyst',
					rolesJson: [],
					groupsJson: '[]',
					phoneNumbersJson: [{ type: 'work', value: '' }],
				},
			});
			expect(error).toBeUndefined();
			expect(hints).toEqual([
				'Left out because the value is empty: Phone Numbers: Number (1 item), Roles (1 item), Groups (1 item).',
			]);
			expect(sentBody('PUT /scim/v2/Users/{id}').title).toBe('Analyst');
		});

		test.each([null, [], '[]', [null]])(
			'members are not all removed with the empty value %j',
			async (value) => {
				await refused(
					'group',
					'patch',
					{
						id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
						operationsJson: [{ op: 'Remove', path: 'members', value }] as never,
					},
					/^Changes must not remove members with an empty value, which would remove all of them/,
				);
			},
		);

		test('the platform takes the media type of SCIM, for SCIM alone', async () => {
			const user = {
				schemas: [USER_SCHEMA],
				userName: 'scim.json',
				name: { givenName: 'A', familyName: 'B' },
			};
			const type = { 'content-type': 'application/scim+json' };
			expect((await ask('POST /scim/v2/Users', user, type)).status).toBe(201);
			expect((await ask('POST /account/groups', { name: 'X' }, type)).status).toBe(415);
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
		platform.forget();
		await run('user', 'patch', {
			id: named('ana.demo'),
			operations: { rows: [{ op: 'replace', path: 'x', value }] },
		});
		expect(sentBody('PATCH /scim/v2/Users/{id}').Operations).toEqual([
			{ op: 'replace', path: 'x', value: wire },
		]);
	});

	test('neither read-only nor unknown attributes can be patched', async () => {
		const id = userNamed(state(), 'ana.demo');
		for (const [operation, scimType] of [
			[{ op: 'replace', path: 'id', value: 'else' }, 'mutability'],
			[{ op: 'add', path: 'shoeSize', value: '38' }, 'invalidPath'],
			[{ op: 'replace', path: 'emails[type eq "none"].value', value: 'x' }, 'noTarget'],
			[{ op: 'replace', path: 'active', value: 'often' }, 'invalidValue'],
			[{ op: 'remove', path: 'userName' }, 'invalidValue'],
		] as const) {
			const { error } = await run('user', 'patch', {
				id: byId(id),
				operations: { rows: [operation] },
			});
			expect(error).toMatchObject({ httpCode: '400' });
			expect(error!.description).toContain(scimType);
		}
		expect(await done('user', 'get', { id: byId(id) })).toEqual([
			expect.objectContaining({ userName: 'ana.demo', active: true }),
		]);
	});

	test('a deleted user leaves groups and workspaces', async () => {
		const { id } = addUser(state(), platform.emulator.clock.now(), {
			userName: 'leaver',
			name: { givenName: 'L', familyName: 'V' },
		});
		const [group] = await done('group', 'create', {
			displayName: 'Leavers',
			additionalFields: { members: { rows: [{ value: byId(id) }] } },
		});
		const workspace = workspaceIn(state(), 'Production', 'Finance').id;
		await ask(`POST /security/workspaces/${workspace}/users/${id}/permissions`, ['VIEW']);
		expect(workspaceIn(state(), 'Production', 'Finance').members).toContain('leaver');
		await done('user', 'delete', { id: byId(id) });
		expect(scimOf(state()).groups.get(String(group!.id))!.members).toEqual([]);
		expect(workspaceIn(state(), 'Production', 'Finance').members).not.toContain('leaver');
	});
});

describe('lists', () => {
	test('Simplify keeps what matters, and can be switched off', async () => {
		const [simple] = await done('user', 'getMany', { limit: 1 });
		expect(Object.keys(simple!)).toEqual([
			'userName',
			'displayName',
			'name',
			'active',
			'emails',
			'title',
			'preferredLanguage',
			'groups',
			'roles',
			'id',
		]);
		const [whole] = await done('user', 'getMany', { limit: 1, simplify: false });
		expect(whole).toHaveProperty('meta');
	});

	describe('the pages of a list of users', () => {
		const CROWD = { filter: 'userType eq "Crowd"', sortBy: 'userName' };
		const LISTS = [
			['getMany', 'GET /scim/v2/Users'],
			['search', 'POST /scim/v2/Users/.search'],
		] as const;
		beforeAll(() => {
			for (let index = 0; index < 230; index++)
				addUser(state(), platform.emulator.clock.now(), {
					userName: `crowd.${String(index).padStart(3, '0')}`,
					name: { givenName: 'Crowd', familyName: String(index) },
					userType: 'Crowd',
				});
		});

		test.each([
			['', 100],
			['?count=150', 150],
		])('the page "%s" of the platform has %i users', async (query, count) => {
			fact('A.116', 'A.128', 'A.152');
			const { body } = await ask(`GET /scim/v2/Users${query}`);
			expect((body as { Resources: unknown[] }).Resources).toHaveLength(count);
		});

		test.each(LISTS)(
			'Return All of %s reads all pages, each user once',
			async (operation, endpoint) => {
				fact('A.116', 'A.122');
				platform.forget();
				const all = await done('user', operation, { returnAll: true, filters: CROWD });
				expect(all).toHaveLength(230);
				expect(new Set(userNames(all)).size).toBe(230);
				expect(requests(endpoint)).toHaveLength(3);
			},
		);

		test.each(LISTS)('%s begins where it is told, and ends with the limit', async (operation) => {
			fact('A.116', 'A.122');
			const all = await done('user', operation, { returnAll: true, filters: CROWD });
			const some = await done('user', operation, {
				limit: 120,
				filters: { ...CROWD, startIndex: 11 },
			});
			expect(userNames(some)).toEqual(userNames(all).slice(10, 130));
		});
	});

	describe('sorted and chosen', () => {
		test('a list is sorted by the attribute, in either direction', async () => {
			fact('A.54', 'A.116', 'A.129');
			const filter = 'userType ne "Crowd" or userName sw "crowd.00"';
			const sortedBy = async (sortBy: string, sortOrder?: string) =>
				await done('user', 'getMany', {
					returnAll: true,
					simplify: false,
					filters: { filter, sortBy, ...(sortOrder && { sortOrder }) },
				});
			const up = userNames(await sortedBy('userName')) as string[];
			expect(up.length).toBeGreaterThan(1);
			expect(up).toEqual([...up].sort());
			const down = (await sortedBy('name.familyName', 'descending')).map(
				({ name }) => (name as IDataObject).familyName as string,
			);
			expect(down).toHaveLength(up.length);
			expect(down).toEqual([...down].sort().reverse());
		});

		test('a list has only the chosen attributes', async () => {
			fact('A.54', 'A.116');
			const [few] = await done('user', 'getMany', {
				limit: 1,
				filters: {
					attributes: 'userName,name.givenName,emails.value',
					filter: 'userName eq "ana.demo"',
				},
			});
			expect(few).toEqual({
				schemas: [USER_SCHEMA],
				id: userNamed(state(), 'ana.demo'),
				userName: 'ana.demo',
				name: { givenName: 'Ana' },
				emails: [{ value: 'ana.demo@example.com' }],
			});
		});

		test('a user is read without the excluded attributes', async () => {
			fact('A.118');
			const [most] = await done('user', 'get', {
				id: named('ana.demo'),
				simplify: false,
				options: { excludedAttributes: 'meta,emails,name.formatted' },
			});
			expect(most).not.toHaveProperty('meta');
			expect(most).not.toHaveProperty('emails');
			expect(most!.name).toEqual({ givenName: 'Ana', familyName: 'Demo' });
		});

		test('a user is read with only a chosen attribute', async () => {
			fact('A.118');
			const [meta] = await done('user', 'get', {
				id: named('ana.demo'),
				options: { attributes: 'meta.created' },
			});
			expect(meta).toMatchObject({ meta: { created: expect.any(String) as string } });
		});

		test('a search shows the chosen attribute first', async () => {
			fact('A.54');
			const [searched] = await done('user', 'search', {
				limit: 1,
				filters: { attributes: ['userName'], filter: 'userName eq "ana.demo"' },
			});
			expect(Object.keys(searched!)).toEqual(['userName', 'schemas', 'id']);
		});

		test('an unknown attribute is refused', async () => {
			const { error } = await run('user', 'getMany', { filters: { attributes: 'shoeSize' } });
			expect(error).toMatchObject({ httpCode: '400', message: 'There is no attribute shoeSize' });
		});
	});

	test.each<[string, unknown, string, string[]]>([
		[
			'a user name',
			[{ attribute: 'userName', operator: 'eq', value: 'Bao.Nguyen' }],
			'userName eq "Bao.Nguyen"',
			['bao.nguyen'],
		],
		[
			'an e-mail address',
			[{ attribute: 'emails.value', operator: 'sw', value: 'chloe' }],
			'emails.value sw "chloe"',
			['chloe.martin'],
		],
		[
			'a display name',
			[{ attribute: 'displayName', operator: 'co', value: "O'Neill" }],
			'displayName co "O\'Neill"',
			['emil.oneill'],
		],
		[
			'who can sign in',
			[{ attribute: 'active', operator: 'eq', value: 'false' }],
			'active eq false',
			['off'],
		],
		[
			'who has an e-mail address',
			[
				{ attribute: 'emails.value', operator: 'pr' },
				{ attribute: 'userName', operator: 'ew', value: '.demo' },
			],
			'emails.value pr and userName ew ".demo"',
			['ana.demo'],
		],
		[
			'quotes and backslashes',
			[{ attribute: 'displayName', operator: 'eq', value: 'a "b" \\ c\\' }],
			'displayName eq "a \\"b\\" \\\\ c\\\\"',
			['odd'],
		],
	])('the form filters by %s', async (_what, rows, filter, found) => {
		fact('A.129');
		const { users } = scimOf(state());
		const now = platform.emulator.clock.now();
		if (![...users.values()].some(({ attributes }) => attributes.userName === 'odd')) {
			addUser(state(), now, {
				userName: 'odd',
				displayName: 'a "b" \\ c\\',
				name: { givenName: 'O', familyName: 'D' },
			});
			addUser(state(), now, {
				userName: 'off',
				active: false,
				name: { givenName: 'O', familyName: 'F' },
			});
			for (const user of users.values())
				if (!['off'].includes(String(user.attributes.userName))) user.attributes.active = true;
		}
		for (const [operation, read] of [
			['getMany', () => new Map(requests('GET /scim/v2/Users').at(-1)!.query).get('filter')],
			['search', () => sentBody('POST /scim/v2/Users/.search').filter],
		] as const) {
			platform.forget();
			const users = await done('user', operation, {
				returnAll: true,
				filters: { conditions: { rows } },
			});
			expect(read()).toBe(filter);
			expect(userNames(users)).toEqual(found);
		}
	});

	describe('records to choose from', () => {
		const OF_USER = { resource: 'user', operation: 'get' };
		const offered = async (method: string, typed?: string, area = 'SCIM') =>
			(await pick(platform, area, method, OF_USER, typed)).results;

		test('users are offered in pages of 100', async () => {
			const first = await pick(platform, 'SCIM', 'searchUsers', OF_USER);
			expect(first.results).toHaveLength(100);
			const next = String(first.paginationToken);
			const second = await pick(platform, 'SCIM', 'searchUsers', OF_USER, undefined, next);
			expect(second.results[0]!.value).not.toBe(first.results[0]!.value);
		});

		test('a user is searched by what is typed', async () => {
			expect(await offered('searchUsers', 'chlo')).toEqual([
				{
					name: 'chloe.martin (Chloé Martin)',
					value: userNamed(state(), 'chloe.martin'),
					description: 'Chloé Martin',
				},
			]);
		});

		test('quotes and backslashes may be typed', async () => {
			for (const { name } of await offered('searchUsers', 'a "b" \\')) expect(name).toMatch(/^odd/);
		});

		test.each([
			['a group', 'SCIM', 'searchGroups', 'fin', { name: 'Finance' }],
			[
				'a schema',
				'SCIM',
				'searchSchemas',
				'group',
				{ name: 'Group', value: 'urn:ietf:params:scim:schemas:core:2.0:Group' },
			],
			[
				'a service account',
				'Account',
				'searchServiceAccounts',
				'demo',
				{ name: 'Demo', value: DEMO_ACCOUNT.id },
			],
		])('%s is searched by what is typed', async (_what, area, method, typed, found) => {
			expect(await offered(method, typed, area)).toEqual([expect.objectContaining(found)]);
		});

		test('all types of resources are offered', async () => {
			expect(await offered('searchResourceTypes')).toHaveLength(3);
		});
	});

	test('filter and conditions apply together', async () => {
		platform.forget();
		const users = await done('user', 'getMany', {
			filters: {
				filter: 'title eq "Analyst" or title eq "Controller"',
				conditions: { rows: [{ attribute: 'userName', operator: 'sw', value: 'c' }] },
			},
		});
		expect(new Map(requests('GET /scim/v2/Users').at(-1)!.query).get('filter')).toBe(
			'(title eq "Analyst" or title eq "Controller") and userName sw "c"',
		);
		expect(userNames(users)).toEqual(['chloe.martin']);
		expect(
			(
				await done('group', 'getMany', {
					filters: {
						conditions: { rows: [{ attribute: 'displayName', operator: 'eq', value: 'finance' }] },
					},
				})
			).map(({ displayName }) => displayName),
		).toEqual(['Finance']);
	});

	test.each([
		['userName eqq "ana"', 'The filter cannot be read from character 10 on: eqq "ana"'],
		['userName eq ana', 'The filter cannot be read from character 13 on: ana'],
		['userName eq "ana', 'The filter cannot be read from character 13 on: "ana'],
		['userName eq "ana" and', 'The filter ends too early, after character 21'],
		['userName eq "ana" or (title pr', 'The filter ends too early, after character 30'],
		[
			'userName eq "ana") or title pr',
			'The filter cannot be read from character 18 on: ) or title pr',
		],
		['userName eq "an\\x"', 'The filter cannot be read from character 13 on: "an\\x"'],
		['shoeSize eq "38"', 'The filter names the attribute shoeSize, which does not exist'],
		['emails[type eq "work" and', 'The filter ends too early, after character 25'],
		['§', 'The filter cannot be read from character 1 on: §'],
	])('an invalid filter is shown, with the position: %s', async (filter, message) => {
		fact('A.129');
		for (const operation of ['getMany', 'search']) {
			const { error, items } = await run('user', operation, { filters: { filter } });
			expect(error).toMatchObject({ httpCode: '400', message });
			expect(error!.description).toContain(`The filter was: ${filter} — invalidFilter.`);
			expect(items).toEqual([]);
		}
		expect(await ask(`GET /scim/v2/Groups?filter=${encodeURIComponent(filter)}`)).toMatchObject({
			status: 400,
			body: {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
				status: '400',
				scimType: 'invalidFilter',
			},
		});
	});

	test.each([
		[
			'not (userName sw "crowd" or userName sw "a") and not (active eq false) and title eq "Security Officer"',
			1,
		],
		['userName eq "ana.demo" or userName eq "bao.nguyen" and title eq "Nothing"', 1],
		['meta.created lt "2026-03-01T00:00:00Z"', 6],
		['emails[type eq "work" and value ew "@example.com"] and roles.value eq "Operator"', 4],
		['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ANA.DEMO"', 1],
	])('the platform reads %s', async (filter, many) => {
		fact('A.129');
		const users = await done('user', 'getMany', { returnAll: true, filters: { filter } });
		expect(users).toHaveLength(many);
	});
});

describe('group', () => {
	const personIn = (userName: string) => userNamed(state(), userName);
	const newGroup = async (displayName: string, ...members: string[]) => {
		const [made] = await done('group', 'create', {
			displayName,
			...(members.length > 0 && {
				additionalFields: { membersJson: members.map((value) => ({ value })) },
			}),
		});
		return made!;
	};

	test('a new group has the members that were given', async () => {
		fact('A.124');
		const ana = personIn('ana.demo');
		const made = await newGroup('Auditors of all', ana);
		expect(sentBody('POST /scim/v2/Groups')).toEqual({
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
			displayName: 'Auditors of all',
			members: [{ value: ana }],
		});
		expect(made).toMatchObject({
			displayName: 'Auditors of all',
			members: [
				{ value: ana, display: 'Ana Demo', $ref: `${platform.address}/scim/v2/Users/${ana}` },
			],
		});
	});

	test('a new group without members has none', async () => {
		fact('A.124');
		const [empty] = await done('group', 'create', { displayName: 'Empty' });
		expect(empty).not.toHaveProperty('members');
	});

	test('a patch adds a member, who then belongs to the group', async () => {
		fact('A.126');
		const [ana, bao] = [personIn('ana.demo'), personIn('bao.nguyen')];
		await newGroup('Growing', ana);
		const [grown] = await done('group', 'patch', {
			id: named('Growing'),
			operations: { rows: [{ op: 'add', path: 'members', value: `[{ "value": "${bao}" }]` }] },
		});
		expect((grown!.members as IDataObject[]).map(({ value }) => value)).toEqual([ana, bao]);
		const [member] = await done('user', 'get', { id: byId(bao) });
		expect((member!.groups as IDataObject[]).map(({ display }) => display)).toContain('Growing');
	});

	test('a patch removes a member and changes the name, by which the group is then listed', async () => {
		fact('A.123', 'A.126');
		const [ana, bao] = [personIn('ana.demo'), personIn('bao.nguyen')];
		await newGroup('Shrinking', ana, bao);
		await done('group', 'patch', {
			id: named('Shrinking'),
			operations: {
				rows: [
					{ op: 'remove', path: `members[value eq "${ana}"]` },
					{ op: 'replace', path: 'displayName', value: 'Inspectors' },
				],
			},
		});
		const listed = await done('group', 'getMany', {
			returnAll: true,
			filters: { filter: 'displayName eq "Inspectors"' },
		});
		expect(listed).toEqual([
			expect.objectContaining({
				displayName: 'Inspectors',
				members: [expect.objectContaining({ value: bao })],
			}),
		]);
	});

	test('a deleted group is not found', async () => {
		fact('A.125');
		const { id } = await newGroup('Short-lived');
		expect(await done('group', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
		const { error } = await run('group', 'patch', {
			id: byId(id),
			operations: { rows: [{ op: 'remove', path: 'members' }] },
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('a name can be used only once, and members must exist', async () => {
		expect((await run('group', 'create', { displayName: 'FINANCE' })).error).toMatchObject({
			httpCode: '409',
		});
		const nobody = await run('group', 'create', {
			displayName: 'Ghosts',
			additionalFields: { members: { rows: [{ value: byId('nobody') }] } },
		});
		expect(nobody.error).toMatchObject({ httpCode: '400', message: 'User nobody does not exist' });
	});
});

describe('discovery', () => {
	test('schemas are listed, all or by a filter', async () => {
		fact('A.110', 'A.112');
		const names = async (filters: IDataObject = {}) =>
			(await done('schema', 'getMany', { returnAll: true, filters })).map(({ name }) => name);
		expect(await names()).toEqual(['User', 'Group', 'Role']);
		expect(await names({ filter: 'name eq "Group"' })).toEqual(['Group']);
	});

	test('a schema says what its attributes are', async () => {
		fact('A.110', 'A.113');
		const [user] = await done('schema', 'get', { id: byId(USER_SCHEMA) });
		const attributes = user!.attributes as IDataObject[];
		expect(attributes.find(({ name }) => name === 'userName')).toMatchObject({
			type: 'string',
			required: true,
			uniqueness: 'server',
		});
	});

	test('an unknown schema is not found', async () => {
		fact('A.113');
		const { error } = await run('schema', 'get', { id: byId('urn:none') });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('types of resources are listed, all or by a filter', async () => {
		fact('A.114');
		const types = await done('resourceType', 'getMany', { returnAll: true });
		expect(types.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups', '/Roles']);
		const filtered = await done('resourceType', 'getMany', {
			filters: { filter: 'id eq "Role"' },
		});
		expect(filtered.map(({ id }) => id)).toEqual(['Role']);
	});

	test('a type of resources is read with its schema', async () => {
		fact('A.115');
		expect(await done('resourceType', 'get', { id: named('Group') })).toEqual([
			expect.objectContaining({ schema: 'urn:ietf:params:scim:schemas:core:2.0:Group' }),
		]);
	});

	test('the supported features are read', async () => {
		fact('A.110', 'A.111');
		expect(await done('serviceProviderConfig', 'get')).toEqual([
			expect.objectContaining({ patch: { supported: true }, sort: { supported: true } }),
		]);
	});
});

describe('refusals', () => {
	test('a missing permission is named', async () => {
		const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const held = demo.permissions;
		demo.permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		const users = await run('user', 'getMany');
		const groups = await run('group', 'getMany');
		demo.permissions = held;
		expect(users.error).toMatchObject({ httpCode: '403' });
		expect(users.error!.description).toContain('TMC_USER_MANAGEMENT');
		expect(groups.error!.description).toContain('TMC_GROUP_MANAGEMENT');
	});

	test('a personal access token can be used for SCIM as well, and nothing else can', async () => {
		fact('A.109', 'A.131');
		expect(await ask('GET /scim/v2/Users?count=1')).toMatchObject({
			status: 200,
			body: { itemsPerPage: 1, startIndex: 1 },
		});
		expect(
			await ask('GET /scim/v2/Users', undefined, { authorization: 'Bearer nonsense' }),
		).toMatchObject({ status: 401, body: { status: '401' } });
	});

	test('the node continues after a 429 at the time that X-RateLimit-Reset names', async () => {
		fact('A.143', 'A.146');
		const limited = await startPlatform({ limits: { perMinute: { scim: 5 } } });
		try {
			const started = limited.emulator.clock.now();
			const items = Array.from({ length: 12 }, () => ({ json: {} }));
			const { error, items: out } = await limited.run(
				'SCIM',
				'serviceProviderConfig',
				'get',
				{},
				{ items },
			);
			expect(error).toBeUndefined();
			expect(out).toHaveLength(12);
			expect(limited.emulator.clock.now() - started).toBeGreaterThanOrEqual(60_000);
			for (let index = 0; index < 6; index++)
				await askOf(limited, 'GET /scim/v2/ServiceProviderConfig');
			const refused = await askOf(limited, 'GET /scim/v2/ServiceProviderConfig');
			expect(refused.status).toBe(429);
			expect(
				Object.fromEntries([...refused.headers].filter(([name]) => /ratelimit|retry/.test(name))),
			).toEqual({
				'x-ratelimit-limit': '5',
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
			});
		} finally {
			await limited.close();
		}
	});

	test('no error contains a password', async () => {
		const { error } = await run(
			'user',
			'create',
			newUser('ana.demo', { additionalFields: { password: 'a-first-password' } }),
		);
		expect(error).toMatchObject({ httpCode: '409' });
		expect(JSON.stringify(error)).not.toContain('a-first-password');
	});
});

describe('refused before anything is sent', () => {
	const id = byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11');
	const patch = (...rows: unknown[]) => ({ id, operationsJson: JSON.stringify(rows) });
	const where = (...rows: unknown[]) => ({ filters: { conditions: { rows } } });
	test.each<[string, string, string, Record<string, unknown>, string]>([
		[
			'a start index of 0',
			'user',
			'getMany',
			{ filters: { startIndex: 0 } },
			'Start Index must be at least 1',
		],
		[
			'a start index of 0 in a search',
			'user',
			'search',
			{ filters: { startIndex: 0 } },
			'Start Index must be at least 1',
		],
		[
			'an ID that is no UUID',
			'user',
			'get',
			{ id: byId('4711') },
			'User must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		],
		[
			'a group ID that is no UUID',
			'group',
			'delete',
			{ id: byId('4711') },
			'Group must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		],
		[
			'a direction that there is not',
			'user',
			'getMany',
			{ filters: { sortOrder: 'sideways' } },
			'Sort Order must be one of ascending, descending',
		],
		[
			'a user without a last name',
			'user',
			'create',
			{ userName: 'x', name: { value: { givenName: 'X', familyName: '={{ "" }}' } } },
			'Name: Family Name is required',
		],
		['a patch without changes', 'user', 'patch', patch(), 'Changes is required'],
		[
			'a change of no known kind',
			'user',
			'patch',
			patch({ op: 'move', path: 'title', value: 'x' }),
			'Changes, row 1: Operation must be one of add, remove, replace',
		],
		[
			'a removal without a path',
			'user',
			'patch',
			patch({ op: 'replace', path: 'title', value: 'x' }, { op: 'remove' }),
			'Changes must have a path in row 2: it says what to remove',
		],
		[
			'a replacement without a value',
			'group',
			'patch',
			patch({ op: 'replace', path: 'displayName' }),
			'Changes must have a value in row 1',
		],
		[
			'a value that begins as JSON and is none',
			'user',
			'patch',
			patch({ op: 'add', path: 'emails', value: '[{"value": ' }),
			'Changes, row 1: Value must be valid JSON',
		],
		[
			'a condition without a value',
			'user',
			'getMany',
			where({ attribute: 'userName', operator: 'eq' }),
			'Conditions must have a value in row 1',
		],
		[
			'a presence with a value',
			'user',
			'getMany',
			where({ attribute: 'userName', operator: 'pr', value: 'x' }),
			'Conditions must have no value in row 1: Is Present compares with nothing',
		],
		[
			'an activity that is neither true nor false',
			'user',
			'getMany',
			where({ attribute: 'active', operator: 'eq', value: 'yes' }),
			'Conditions must be Is or Is Not with true or false for Active in row 1',
		],
	])(
		'SCIM Provisioning refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) =>
			await refused(resource, operation, parameters as IDataObject, message),
	);
});

describe('members of a group', () => {
	test('members of a group are added and removed one by one, chosen from the list, by ID or by name', async () => {
		const [ana, bao, dilek] = ['ana.demo', 'bao.nguyen', 'dilek.kaya'].map((login) =>
			userNamed(state(), login),
		);
		const [{ id } = {}] = await done('group', 'create', {
			displayName: 'Night Watch',
			members: { rows: [{ value: byId(ana) }] },
		});
		const members = async () =>
			(
				((await done('group', 'get', { id: byId(id) }))[0]!.members as IDataObject[] | undefined) ??
				[]
			)
				.map(({ value }) => value)
				.sort();
		expect(
			await done('group', 'addMembers', { id: byId(id), userIds: [bao, 'dilek.kaya'] }),
		).toEqual([{ id, added: [bao, dilek] }]);
		expect(await members()).toEqual([ana, bao, dilek].sort());
		expect(
			await done('group', 'removeMembers', { id: named('Night Watch'), userIds: [ana] }),
		).toEqual([{ id, removed: [ana] }]);
		expect(await members()).toEqual([bao, dilek].sort());
	});

	test.each(['addMembers', 'removeMembers'])(
		'%s with an empty list is refused, so that no group is emptied',
		async (operation) => {
			// n8n itself runs no node in which the list is empty; an expression may come to nothing.
			for (const userIds of [['={{ $json.nothing }}'], '={{ [] }}', '={{ null }}', '={{ "[]" }}']) {
				platform.forget();
				const { error } = await run('group', operation, {
					id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
					userIds,
				});
				expect(refusedWords(error)).toMatch(
					/^User Names or IDs (is required|was given|has an empty entry|needs at least)/,
				);
				expect(platform.emulator.log).toEqual([]);
			}
		},
	);
});

describe('group, whole', () => {
	const people = () =>
		['ana.demo', 'bao.nguyen', 'dilek.kaya'].map((login) => userNamed(state(), login));
	const membersOf = ({ members }: IDataObject) =>
		((members ?? []) as IDataObject[]).map(({ value }) => value);
	/** A group of the first two people. */
	const newGroup = async (displayName: string) => {
		const [made] = await done('group', 'create', {
			displayName,
			additionalFields: {
				members: {
					rows: people()
						.slice(0, 2)
						.map((value) => ({ value: byId(value) })),
				},
			},
		});
		return byId(made!.id);
	};

	test('a group is read with its members', async () => {
		await newGroup('Auditors');
		expect((await done('group', 'get', { id: named('Auditors') })).map(membersOf)).toEqual([
			people().slice(0, 2),
		]);
	});

	test('a search shows only the chosen attributes', async () => {
		const { value: id } = await newGroup('Searchers');
		expect(
			await done('group', 'search', {
				filters: { filter: 'displayName sw "Searc"', attributes: ['displayName'] },
			}),
		).toEqual([{ schemas: expect.any(Array) as string[], id, displayName: 'Searchers' }]);
	});

	test('a replacement keeps the members if only a name is given', async () => {
		fact('A.127');
		const id = await newGroup('Audit');
		const [renamed] = await done('group', 'replace', {
			id,
			updateFields: { displayName: 'Internal Audit' },
		});
		expect(renamed!.displayName).toBe('Internal Audit');
		expect(membersOf(renamed!)).toEqual(people().slice(0, 2));
	});

	test('a replacement keeps the name if only members are given', async () => {
		fact('A.127');
		const id = await newGroup('Relay');
		const [other] = await done('group', 'replace', {
			id,
			updateFields: { members: { rows: [{ value: byId(people()[2]) }] } },
		});
		expect(other!.displayName).toBe('Relay');
		expect(membersOf(other!)).toEqual(people().slice(2));
	});

	test('a replacement without Keep Other Attributes empties the group, and needs a name', async () => {
		fact('A.127');
		const id = await newGroup('Emptied');
		const [emptied] = await done('group', 'replace', {
			id,
			keepOthers: false,
			updateFields: { displayName: 'Nobody' },
		});
		expect(emptied!.displayName).toBe('Nobody');
		expect(membersOf(emptied!)).toEqual([]);
		const { error } = await run('group', 'replace', {
			id,
			keepOthers: false,
			updateFields: { membersJson: '[]' },
		});
		expect(error!.message).toBe(
			'Display Name must be given when Keep Other Attributes is off: the group is replaced as a whole',
		);
	});

	test('a group that cannot be read is not replaced', async () => {
		const id = await newGroup('Unread');
		platform.forget();
		platform.emulator.faults.add({ operation: 'GET /scim/v2/Groups/{id}', status: 200, body: '' });
		const { error } = await run('group', 'replace', { id, updateFields: { displayName: 'Lost' } });
		expect(error).toBeDefined();
		expect(requests('PUT /scim/v2/Groups/{id}')).toEqual([]);
	});
});

test('every operation was done, and the responses are as documented', () => {
	expect(judge('SCIM', platform.everything, (resource) => resource !== 'role')).toEqual({
		notDone: [],
		notDocumented: [],
	});
});
