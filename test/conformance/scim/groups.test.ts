/** Groups and their members. */
import type { IDataObject } from 'n8n-workflow';

import { byId, byName, userNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { expectRefused, platform, requests, run, sentBody, state, succeed } from './stage';

describe('group', () => {
	const personIn = (userName: string) => userNamed(state(), userName);
	const newGroup = async (displayName: string, ...members: string[]) => {
		const [made] = await succeed('group', 'create', {
			displayName,
			...(members.length > 0 && {
				additionalFields: { membersJson: members.map((value) => ({ value })) },
			}),
		});
		return made!;
	};

	test('a new group has the given members', async () => {
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

	test('a hint says that a new group has no members', async () => {
		fact('A.124');
		const { items: created, hints } = await run('group', 'create', { displayName: 'Empty' });
		expect(created[0]!.json).not.toHaveProperty('members');
		expect(hints).toEqual([
			expect.stringContaining('the group has no members until Add Members adds some'),
		]);
	});

	test('a patch adds a member, who then belongs to the group', async () => {
		fact('A.126');
		const [ana, bao] = [personIn('ana.demo'), personIn('bao.nguyen')];
		await newGroup('Growing', ana);
		const [grown] = await succeed('group', 'patch', {
			id: byName('Growing'),
			operations: { rows: [{ op: 'add', path: 'members', value: `[{ "value": "${bao}" }]` }] },
		});
		expect((grown!.members as IDataObject[]).map(({ value }) => value)).toEqual([ana, bao]);
		const [member] = await succeed('user', 'get', { id: byId(bao) });
		expect((member!.groups as IDataObject[]).map(({ display }) => display)).toContain('Growing');
	});

	test('a patch removes a member and changes the name, under which the group is then listed', async () => {
		fact('A.123', 'A.126');
		const [ana, bao] = [personIn('ana.demo'), personIn('bao.nguyen')];
		await newGroup('Shrinking', ana, bao);
		await succeed('group', 'patch', {
			id: byName('Shrinking'),
			operations: {
				rows: [
					{ op: 'remove', path: `members[value eq "${ana}"]` },
					{ op: 'replace', path: 'displayName', value: 'Inspectors' },
				],
			},
		});
		const listed = await succeed('group', 'getMany', {
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
		expect(await succeed('group', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
		const { error } = await run('group', 'patch', {
			id: byId(id),
			operations: { rows: [{ op: 'remove', path: 'members' }] },
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('the name of another group is refused, even in another case', async () => {
		expect((await run('group', 'create', { displayName: 'FINANCE' })).error).toMatchObject({
			httpCode: '409',
		});
	});

	test('members must exist', async () => {
		const { error } = await run('group', 'create', {
			displayName: 'Ghosts',
			additionalFields: { members: { rows: [{ value: byId('nobody') }] } },
		});
		expect(error).toMatchObject({ httpCode: '400', message: 'User nobody does not exist' });
	});
});

describe('members of a group', () => {
	test('members of a group are added and removed one by one, chosen from the list, by ID or by name', async () => {
		const [ana, bao, dilek] = ['ana.demo', 'bao.nguyen', 'dilek.kaya'].map((login) =>
			userNamed(state(), login),
		);
		const [{ id } = {}] = await succeed('group', 'create', {
			displayName: 'Night Watch',
			members: { rows: [{ value: byId(ana) }] },
		});
		const members = async () =>
			(
				((await succeed('group', 'get', { id: byId(id) }))[0]!.members as
					IDataObject[] | undefined) ?? []
			)
				.map(({ value }) => value)
				.sort();
		expect(
			await succeed('group', 'addMembers', { id: byId(id), userIds: [bao, 'dilek.kaya'] }),
		).toEqual([{ id, added: [bao, dilek] }]);
		expect(await members()).toEqual([ana, bao, dilek].sort());
		expect(
			await succeed('group', 'removeMembers', { id: byName('Night Watch'), userIds: [ana] }),
		).toEqual([{ id, removed: [ana] }]);
		expect(await members()).toEqual([bao, dilek].sort());
	});

	// n8n itself runs no node in which the list is empty; an expression may come to nothing.
	describe.each(['addMembers', 'removeMembers'])('the operation %s', (operation) => {
		test.each([
			{ given: ['={{ $json.nothing }}'], rule: 'has an empty entry: give each entry a value' },
			{ given: '={{ [] }}', rule: 'is required' },
			{ given: '={{ null }}', rule: 'is required' },
			{ given: '={{ "[]" }}', rule: 'is required' },
		])('the list $given is refused, so that no group is emptied', async ({ given, rule }) => {
			const parameters = { id: byId('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11'), userIds: given };
			await expectRefused('group', operation, parameters, `"User Names or IDs" ${rule}`);
		});
	});
});

describe('group, whole', () => {
	const people = () =>
		['ana.demo', 'bao.nguyen', 'dilek.kaya'].map((login) => userNamed(state(), login));
	const membersOf = ({ members }: IDataObject) =>
		((members ?? []) as IDataObject[]).map(({ value }) => value);
	/** A group of the first two people. */
	const newGroup = async (displayName: string) => {
		const [made] = await succeed('group', 'create', {
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
		expect((await succeed('group', 'get', { id: byName('Auditors') })).map(membersOf)).toEqual([
			people().slice(0, 2),
		]);
	});

	test('a search shows only the chosen attributes', async () => {
		const { value: id } = await newGroup('Searchers');
		expect(
			await succeed('group', 'search', {
				filters: { filter: 'displayName sw "Searc"', attributes: ['displayName'] },
			}),
		).toEqual([{ schemas: expect.any(Array) as string[], id, displayName: 'Searchers' }]);
	});

	test('a replacement with only a name keeps the members', async () => {
		fact('A.127');
		const id = await newGroup('Audit');
		const [renamed] = await succeed('group', 'replace', {
			id,
			updateFields: { displayName: 'Internal Audit' },
		});
		expect(renamed!.displayName).toBe('Internal Audit');
		expect(membersOf(renamed!)).toEqual(people().slice(0, 2));
	});

	test('a replacement with only members keeps the name', async () => {
		fact('A.127');
		const id = await newGroup('Relay');
		const [other] = await succeed('group', 'replace', {
			id,
			updateFields: { members: { rows: [{ value: byId(people()[2]) }] } },
		});
		expect(other!.displayName).toBe('Relay');
		expect(membersOf(other!)).toEqual(people().slice(2));
	});

	test('a replacement without Keep Other Attributes empties the group', async () => {
		fact('A.127');
		const [emptied] = await succeed('group', 'replace', {
			id: await newGroup('Emptied'),
			keepOthers: false,
			updateFields: { displayName: 'Nobody' },
		});
		expect(emptied!.displayName).toBe('Nobody');
		expect(membersOf(emptied!)).toEqual([]);
	});

	test('a replacement without Keep Other Attributes requires a name', async () => {
		const { error } = await run('group', 'replace', {
			id: await newGroup('Nameless'),
			keepOthers: false,
			updateFields: { membersJson: '[]' },
		});
		expect(error!.message).toBe(
			'"Display Name" must be given when Keep Other Attributes is off: the group is replaced as a whole',
		);
	});

	test('a group that cannot be read is not replaced', async () => {
		const id = await newGroup('Unread');
		platform.clearLog();
		platform.emulator.faults.add({ operation: 'GET /scim/v2/Groups/{id}', status: 200, body: '' });
		const { error } = await run('group', 'replace', { id, updateFields: { displayName: 'Lost' } });
		expect(error!.message).toBe('Talend Cloud returned nothing instead of a record');
		expect(requests('PUT /scim/v2/Groups/{id}')).toEqual([]);
	});
});

judgeRequests(platform, 'SCIM', ['group']);
