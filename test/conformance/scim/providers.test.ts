/**
 * Payloads as identity providers document them, through the nodes and the emulated platform: users
 * are created, changed and join groups.
 */
import type { IDataObject } from 'n8n-workflow';

import { addUser } from '../../../emulator/areas/scim/user';
import providers from '../../fixtures/scim/providers.json';
import { byId } from '../../support/demo';
import { platformForAll } from '../../support/platform';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

interface Provider {
	provider: string;
	user: IDataObject;
	patches: IDataObject[];
	becomes: IDataObject;
	lacks?: string[];
}

const platform = platformForAll();

async function succeed(resource: string, operation: string, parameters: IDataObject) {
	const { error, items } = await platform.run('SCIM', resource, operation, parameters);
	if (error) throw new Error(`${error.message}: ${error.description}`);
	return items[0]!.json;
}

/** What a workflow makes of a payload: each field in the input of its name, lists as JSON. */
function inputOf({ userName, name, ...rest }: IDataObject) {
	const further = Object.entries(rest)
		.filter(([field]) => !['schemas', 'meta'].includes(field))
		.map(([field, value]) => (Array.isArray(value) ? [`${field}Json`, value] : [field, value]));
	return { userName, name, additionalFields: Object.fromEntries(further) as IDataObject };
}

// The type of a JSON file has each provider's own fields.
test.each((providers as unknown as Provider[]).map((each) => [each.provider, each] as const))(
	'a user that %s creates becomes what its patches say',
	async (_provider, { user, patches, becomes, lacks = [] }) => {
		const { id } = await succeed('user', 'create', inputOf(user));
		for (const patch of patches)
			await succeed('user', 'patch', { id: byId(String(id)), operationsJson: patch });
		const found = await succeed('user', 'get', { id: byId(String(id)), simplify: false });
		expect(found).toMatchObject({ userName: user.userName, ...becomes });
		for (const field of lacks) expect(found).not.toHaveProperty(field);
	},
);

/** What each provider sends to add members to a group. */
const additions: Array<[provider: string, changes: (ids: string[]) => IDataObject[]]> = [
	[
		'Microsoft Entra ID',
		(ids) => [{ op: 'Add', path: 'members', value: ids.map((value) => ({ value })) }],
	],
	[
		'Okta',
		(ids) =>
			ids.map((value) => ({ op: 'add', path: 'members', value: [{ value, display: value }] })),
	],
	['JumpCloud', (ids) => [{ op: 'add', value: { members: ids.map((value) => ({ value })) } }]],
	[
		'PingOne',
		(ids) => [{ op: 'replace', path: 'members', value: ids.map((value) => ({ value })) }],
	],
];

describe.each(additions)('the identity provider %s', (provider, changes) => {
	let count = 0;
	/** A group to which the provider has added two users. */
	const groupWithMembers = async () => {
		const { state, clock } = platform.emulator;
		count += 1;
		const ids = ['a', 'b'].map(
			(name) =>
				addUser(state, clock.now(), {
					userName: `${provider} ${name} ${count}`,
					name: { givenName: name, familyName: provider },
				}).id,
		);
		const { id } = await succeed('group', 'create', {
			displayName: `Group ${count} of ${provider}`,
		});
		const group = byId(String(id));
		await succeed('group', 'patch', {
			id: group,
			operationsJson: { schemas: [], Operations: changes(ids) },
		});
		return { group, ids };
	};
	const membersOf = async (group: IDataObject) =>
		(
			(await succeed('group', 'get', { id: group })).members as Array<{ value: string }> | undefined
		)?.map(({ value }) => value) ?? [];

	test('the provider adds members to a group', async () => {
		const { group, ids } = await groupWithMembers();
		expect(await membersOf(group)).toEqual(ids);
	});

	test('the provider removes a member of a group', async () => {
		const { group, ids } = await groupWithMembers();
		const removal =
			provider === 'Okta'
				? { op: 'remove', path: `members[value eq "${ids[0]}"]` }
				: { op: 'Remove', path: 'members', value: [{ value: ids[0] }] };
		await succeed('group', 'patch', { id: group, operationsJson: [removal] });
		expect(await membersOf(group)).toEqual([ids[1]]);
	});
});

test.each<{ how: string; change: { op: string; path?: string; value: IDataObject | string } }>([
	{ how: 'by path', change: { op: 'Add', path: `${ENTERPRISE}:department`, value: 'IT' } },
	{ how: 'by name', change: { op: 'Replace', value: { [`${ENTERPRISE}:department`]: 'IT' } } },
	{
		how: 'all at once',
		change: { op: 'add', value: { [ENTERPRISE]: { department: 'IT', manager: { value: 'm' } } } },
	},
])('a patch sends attributes of the enterprise extension as given, $how', async ({ change }) => {
	const { id } = addUser(platform.emulator.state, platform.emulator.clock.now(), {
		userName: 'enterprise.user',
		name: { givenName: 'Enter', familyName: 'Prise' },
	});
	platform.clearLog();
	// The platform may not have the extension: the documents do not name it.
	await platform.run('SCIM', 'user', 'patch', { id: byId(id), operationsJson: [change] });
	const sent = JSON.parse(platform.emulator.log.at(-1)!.body) as { Operations: IDataObject[] };
	expect(sent.Operations).toEqual([{ ...change, op: change.op.toLowerCase() }]);
});

test.each<{ value: string; change: IDataObject; words: string }>([
	{
		value: 'an empty ID',
		change: { op: 'Remove', value: [{ value: '' }] },
		words: 'is empty: give a value',
	},
	{
		value: 'a blank ID',
		change: { op: 'Remove', value: [{ value: '  ' }] },
		words: 'value" is empty',
	},
	{ value: 'null', change: { op: 'remove', value: null }, words: 'which would remove all of them' },
	{
		value: 'null, which replaces',
		change: { op: 'Replace', value: null },
		words: 'which would remove all of them',
	},
])('members of a group are not removed for $value', async ({ value, change, words }) => {
	const { id } = await succeed('group', 'create', { displayName: `Group to keep from ${value}` });
	platform.clearLog();
	const { error } = await platform.run('SCIM', 'group', 'patch', {
		id: byId(String(id)),
		operationsJson: [{ path: 'members', ...change }],
	});
	expect(error!.message).toContain(words);
	expect(platform.emulator.log).toEqual([]);
});

test('the invisible characters around a path of a patch are removed', async () => {
	const { id } = addUser(platform.emulator.state, platform.emulator.clock.now(), {
		userName: 'copied.path',
		name: { givenName: 'Copied', familyName: 'Path' },
	});
	await succeed('user', 'patch', {
		id: byId(id),
		operationsJson: [{ op: 'replace', path: '\ufefftitle\u200b', value: 'Analyst' }],
	});
	expect(await succeed('user', 'get', { id: byId(id), simplify: false })).toMatchObject({
		title: 'Analyst',
	});
});

test('a patch as Entra writes it is sent in the standard form', async () => {
	const { id } = addUser(platform.emulator.state, platform.emulator.clock.now(), {
		userName: 'own.way',
		name: { givenName: 'Own', familyName: 'Way' },
		emails: [{ value: 'own.way@example.com', type: 'work', primary: true }],
	});
	await succeed('user', 'patch', {
		id: byId(id),
		operationsJson: [
			{ op: 'Replace', path: ' emails[primary eq "True"].value ', value: 'new@example.com' },
			{ op: 'Add', path: 'phoneNumbers', value: [{ value: '+1', type: 'work', display: null }] },
		],
	});
	expect(await succeed('user', 'get', { id: byId(id), simplify: false })).toMatchObject({
		emails: [{ value: 'new@example.com', type: 'work', primary: true }],
		phoneNumbers: [{ value: '+1', type: 'work' }],
	});
	const group = await succeed('group', 'create', { displayName: 'Group with references' });
	await succeed('group', 'patch', {
		id: byId(String(group.id)),
		operationsJson: [{ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }],
	});
	const sent = JSON.parse(platform.emulator.log.at(-1)!.body) as { Operations: IDataObject[] };
	expect(sent.Operations).toEqual([{ op: 'add', path: 'members', value: [{ value: id }] }]);
	const { error } = await platform.run('SCIM', 'user', 'patch', {
		id: byId(id),
		operationsJson: [{ op: 'replace', path: 'emails', value: [{ value: null, type: 'work' }] }],
	});
	expect(error!.description).toContain('Nothing was sent');
});
