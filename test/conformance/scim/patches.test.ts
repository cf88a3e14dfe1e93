/** Patches as identity providers send them: what of them is sent to the platform. */
import type { IDataObject } from 'n8n-workflow';

import { addGroup } from '../../../emulator/areas/scim/group';
import { addUser } from '../../../emulator/areas/scim/user';
import { byId, byName } from '../../support/demo';
import { ask, expectRefused, newUser, platform, run, sentBody, state, USER_SCHEMA } from './stage';

describe('a patch as identity providers send it', () => {
	/** The changes that are sent for what is given, to a user or group that nobody else needs. */
	const patchedWith = async (
		operationsJson: IDataObject[string],
		resource: 'user' | 'group' = 'user',
	) => {
		platform.clearLog();
		const { id } = addUser(state(), platform.emulator.clock.now(), {
			userName: `patched.${state().objectId()}`,
			name: { givenName: 'Pat', familyName: 'Ched' },
		});
		await run(resource, 'patch', {
			id: byId(id),
			operationsJson,
		});
		return sentBody(`PATCH /scim/v2/${resource === 'user' ? 'Users' : 'Groups'}/{id}`).Operations;
	};

	test.each<{ what: string; given: IDataObject[string]; sent: unknown }>([
		{
			what: 'operations in any case',
			given: [
				{ op: 'Add', path: 'title', value: 'A' },
				{ op: 'REPLACE', path: 'title', value: 'B' },
				{ op: ' remove ', path: 'title' },
			],
			sent: [
				{ op: 'add', path: 'title', value: 'A' },
				{ op: 'replace', path: 'title', value: 'B' },
				{ op: 'remove', path: 'title' },
			],
		},
		{
			what: 'switches as text',
			given: [
				{ op: 'Replace', path: 'active', value: 'False' },
				{ op: 'Replace', path: 'emails[type eq "work"].primary', value: 'True' },
				{ op: 'Replace', value: { active: 'True', title: 'True' } },
				{ op: 'Replace', path: 'title', value: 'False' },
			],
			sent: [
				{ op: 'replace', path: 'active', value: false },
				{ op: 'replace', path: 'emails[type eq "work"].primary', value: true },
				{ op: 'replace', value: { active: true, title: 'True' } },
				{ op: 'replace', path: 'title', value: 'False' },
			],
		},
		{
			what: 'null for removing',
			given: [
				{ op: 'Remove', path: 'title', value: null },
				{ op: 'Replace', path: 'nickName', value: null },
			],
			sent: [
				{ op: 'remove', path: 'title' },
				{ op: 'remove', path: 'nickName' },
			],
		},
		{
			what: 'a whole body',
			given: {
				schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
				Operations: [{ op: 'Replace', path: 'displayName', value: 'Ana' }],
			},
			sent: [{ op: 'replace', path: 'displayName', value: 'Ana' }],
		},
		{
			what: 'texts that look like JSON',
			given: ['[External] Ana', '{lead}', '"Boss"', 'true', '"Bob" the builder'].map((value) => ({
				op: 'Replace',
				path: 'title',
				value,
			})),
			sent: ['[External] Ana', '{lead}', '"Boss"', 'true', '"Bob" the builder'].map((value) => ({
				op: 'replace',
				path: 'title',
				value,
			})),
		},
		{
			what: 'one change that is in no list',
			given: { op: 'Replace', path: 'active', value: 'False' },
			sent: [{ op: 'replace', path: 'active', value: false }],
		},
		{
			what: 'a list in a text',
			given: [{ op: 'add', path: 'emails', value: '[{"value": "a@example.com"}]' }],
			sent: [{ op: 'add', path: 'emails', value: [{ value: 'a@example.com' }] }],
		},
		{
			what: 'an extension in the path',
			given: [
				{
					op: 'Add',
					path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
					value: 'IT',
				},
			],
			sent: [
				{
					op: 'add',
					path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
					value: 'IT',
				},
			],
		},
	])('a patch of a user is accepted with $what', async ({ given, sent }) => {
		expect(await patchedWith(given)).toEqual(sent);
		expect(await patchedWith(JSON.stringify(given))).toEqual(sent);
	});

	test('members to remove, given as a list, are removed one by one, so the others stay', async () => {
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

	test.each<[IDataObject[string], RegExp]>([
		[[{ op: 'Set', path: 'title', value: 'A' }], /must be one of/],
		[[{ op: 'Add', path: 'title', value: null }], /must have a value in row 1/],
		[[{ op: 'Replace', value: null }], /must have a value in row 1/],
		...[[{ type: 'work' }], [{ value: 'a@x' }, { type: 'home' }], 'a@x'].map(
			(value): [IDataObject[string], RegExp] => [
				[{ op: 'Remove', path: 'emails', value }],
				/must not remove emails with entries that have no field value, which would remove all/,
			],
		),
		[{ schemas: [], Operations: [] }, /is required/],
		[{ schemas: [] }, /has no field schemas/],
	])('%j is refused', async (operationsJson, rule) => {
		await expectRefused(
			'user',
			'patch',
			{
				id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
				operationsJson,
			},
			rule,
		);
	});

	test('a hint names values that a change leaves empty', async () => {
		platform.clearLog();
		const { hints } = await run('user', 'patch', {
			id: byName('ana.demo'),
			operationsJson: [{ op: 'Replace', path: 'nickName', value: null }],
		});
		expect(sentBody('PATCH /scim/v2/Users/{id}').Operations).toEqual([
			{ op: 'remove', path: 'nickName' },
		]);
		expect(hints).toEqual(['Left out because the value is empty: Changes: Value (1 item).']);
	});

	test('a hint names a path that an expression leaves undefined', async () => {
		const { hints } = await run('user', 'patch', {
			id: byName('ana.demo'),
			operations: {
				rows: [{ op: 'replace', path: '={{ $json.nothing }}', value: '{"nickName":"Ana"}' }],
			},
		});
		expect(hints).toEqual(['Left out because the value is empty: Changes: Path (1 item).']);
	});

	test.each([null, [], '[]', [null]])(
		'the empty value %j does not remove all members',
		async (value) => {
			await expectRefused(
				'group',
				'patch',
				{
					id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'),
					operationsJson: [{ op: 'Remove', path: 'members', value }],
				},
				/^"Changes" must not remove members with an empty value, which would remove all of them/,
			);
		},
	);

	test('a patch can change the groups of a user, whose time of change is then new', async () => {
		const { clock } = platform.emulator;
		const group = addGroup(state(), clock.now(), { displayName: 'Patched' });
		const { id } = addUser(state(), clock.now(), {
			userName: 'patched.groups',
			name: { givenName: 'Pat', familyName: 'Ched' },
		});
		const patched = async (operation: object) =>
			(
				await ask(`PATCH /scim/v2/Users/${id}`, {
					schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
					Operations: [operation],
				})
			).body;
		clock.advance(1000);
		expect(
			await patched({ op: 'add', path: 'groups', value: [{ value: group.id }] }),
		).toMatchObject({
			groups: [{ value: group.id, display: 'Patched' }],
			meta: { lastModified: new Date(clock.now()).toISOString() },
		});
		expect(group.members).toEqual([id]);
		expect(await patched({ op: 'remove', path: 'groups' })).not.toHaveProperty('groups');
		expect(group.members).toEqual([]);
	});
});

describe('a user as identity providers send it', () => {
	test('empty lists and empty values are left out', async () => {
		platform.clearLog();
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
			},
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

	test('an update with empty lists, as Okta sends it, changes the other attributes', async () => {
		platform.clearLog();
		const { error, hints } = await run('user', 'update', {
			id: byName('ana.demo'),
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
});
