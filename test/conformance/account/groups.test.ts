/**
 * Groups of Talend Cloud Account, and their members.
 */
import { addUser } from '../../../emulator/areas/scim/user';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { load } from '../../support/picking';
import {
	expectRefused,
	membersNow,
	people,
	platform,
	requests,
	run,
	sentBody,
	state,
	succeed,
} from './identitiesStage';

describe('group', () => {
	const createGroup = async (name: string) => {
		const [, bao] = people('ana.demo', 'bao.nguyen');
		const [made] = await succeed('group', 'create', {
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
		expect(await succeed('group', 'get', { id: byName('Readers') })).toEqual([made]);
	});

	test('groups are listed by part of their names', async () => {
		await createGroup('Inspectors');
		const listed = await succeed('group', 'getMany', {
			returnAll: true,
			filters: { nameFilter: 'Inspect' },
		});
		expect(listed.map(({ name }) => name)).toEqual(['Inspectors']);
	});

	test('a group that is renamed keeps its members', async () => {
		const made = await createGroup('Reviewers');
		expect(
			await succeed('group', 'rename', { id: byId(made.id), name: 'Internal Review' }),
		).toEqual([{ ...made, name: 'Internal Review' }]);
	});

	test('a group cannot be renamed to the name of another group', async () => {
		const { id } = await createGroup('Writers');
		const { error } = await run('group', 'rename', { id: byId(id), name: 'Finance' });
		expect(error!.description).toMatch(/^Check the fields. Another group may have this name/);
	});

	test('a group cannot have the name of another group, even in another case', async () => {
		const { error } = await run('group', 'create', { name: 'finance' });
		expect(error).toMatchObject({ httpCode: '409' });
	});

	test('a group is deleted', async () => {
		const { id } = await createGroup('Passers-by');
		expect(await succeed('group', 'delete', { id: byId(id) })).toEqual([{ deleted: true, id }]);
		expect((await run('group', 'get', { id: byId(id) })).error).toMatchObject({ httpCode: '404' });
	});

	test('members are added and removed', async () => {
		const [ana, bao] = people('ana.demo', 'bao.nguyen');
		const [{ id } = {}] = await succeed('group', 'create', { name: 'Newcomers' });
		await succeed('group', 'addMembers', { id: byId(id), userIds: ['ana.demo', 'bao.nguyen'] });
		await succeed('group', 'addMembers', { id: byId(id), userIds: ['ana.demo'] });
		expect(
			(await succeed('group', 'getMembers', { id: byId(id), returnAll: true })).map(
				({ login }) => login,
			),
		).toEqual(['ana.demo', 'bao.nguyen']);
		await succeed('group', 'removeMember', { id: byId(id), userId: byId(ana) });
		expect(membersNow(id)).toEqual([bao]);
	});

	test('an unknown name is refused before anything is changed', async () => {
		const [{ id } = {}] = await succeed('group', 'create', { name: 'Strangers' });
		platform.clearLog();
		const { error } = await run('group', 'addMembers', {
			id: byId(id),
			userIds: ['ana.demo', 'nobody.here'],
		});
		expect(error!.message).toBe(
			'"User Names or IDs" has "nobody.here", which is neither the ID nor the name of a user: check the spelling',
		);
		expect(requests('POST /account/groups/{id}/users')).toEqual([]);
	});
});

describe('set members', () => {
	let teams = 0;
	async function aGroup(...logins: string[]): Promise<string> {
		const [{ id } = {}] = await succeed('group', 'create', {
			name: `Team ${++teams}`,
			...(logins.length > 0 ? { additionalFields: { userIds: logins } } : {}),
		});
		return String(id);
	}

	test('Set Members sends only the difference', async () => {
		const [ana, bao, chloe] = people('ana.demo', 'bao.nguyen', 'chloe.martin');
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.clearLog();
		expect(
			await succeed('group', 'setMembers', { id: byId(id), userIds: ['bao.nguyen', chloe!] }),
		).toEqual([{ id, added: [chloe], removed: [ana], unchanged: [bao] }]);
		expect(sentBody('POST /account/groups/{id}/users')).toEqual([chloe]);
		expect(requests('DELETE /account/groups/{id}/users/{userId}')).toHaveLength(1);
		expect(membersNow(id)).toEqual([bao, chloe]);
		platform.clearLog();
		expect(await succeed('group', 'setMembers', { id: byId(id), userIds: [chloe!, bao!] })).toEqual(
			[{ id, added: [], removed: [], unchanged: [chloe, bao] }],
		);
		expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('an empty list removes all members only if that is explicitly allowed', async () => {
		const id = await aGroup('ana.demo');
		await expectRefused(
			'group',
			'setMembers',
			{ id: byId(id), userIds: [] },
			'"User Names or IDs" needs at least one entry; to remove all, turn on Allow Empty',
		);
		const [cleared] = await succeed('group', 'setMembers', {
			id: byId(id),
			userIds: [],
			allowEmpty: true,
		});
		expect([cleared!.removed, membersNow(id)]).toEqual([people('ana.demo'), []]);
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
		expect(
			await succeed('group', 'setMembers', { id: byId(id), userIds: ['chloe.martin'] }),
		).toEqual([{ id, added: [], removed: [ana, bao], unchanged: [chloe] }]);
	});

	test('a member who was already removed counts as removed', async () => {
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.emulator.faults.add({
			operation: 'DELETE /account/groups/{id}/users/{userId}',
			status: 404,
		});
		expect(
			(await succeed('group', 'setMembers', { id: byId(id), userIds: ['bao.nguyen'] }))[0]!.removed,
		).toEqual(people('ana.demo'));
	});

	test('members without an ID are not compared', async () => {
		const id = await aGroup('ana.demo', 'bao.nguyen');
		platform.clearLog();
		platform.emulator.faults.add({
			operation: 'GET /account/groups/{id}/users',
			status: 200,
			body: [{ login: 'ana.demo' }],
			headers: { 'page-last': 'true' },
		});
		const { error } = await run('group', 'setMembers', { id: byId(id), userIds: ['chloe.martin'] });
		expect(error!.message).toBe('Talend Cloud returned the members of the group without their IDs');
		expect(platform.emulator.log.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('Set Members reads more than one page of current members', async () => {
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
		await succeed('group', 'setMembers', { id: byId(id), userIds: many });
		const [after] = await succeed('group', 'setMembers', { id: byId(id), userIds: many.slice(1) });
		expect([after!.removed, (after!.unchanged as string[]).length]).toEqual([
			many.slice(0, 1),
			119,
		]);
	});
});

test('several groups are chosen from a list', async () => {
	const offered = await load(platform, 'Account', 'loadGroups');
	expect(offered.map(({ name }) => name)).toContain('Finance');
});

judgeRequests(platform, 'Account', ['group']);
