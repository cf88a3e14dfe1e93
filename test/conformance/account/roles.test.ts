/**
 * Roles of Talend Cloud Account, and who has them.
 */
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { load } from '../../support/picking';
import {
	expectRefused,
	newUser,
	people,
	platform,
	roleId,
	rolesNow,
	run,
	succeed,
} from './identitiesStage';

test('Set Roles assigns missing roles and revokes the others', async () => {
	const { id } = await newUser({ roleIds: ['Operator', 'Security Administrator'] });
	platform.clearLog();
	const [set] = await succeed('user', 'setRoles', {
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

test('Set Roles revokes all roles of a user only if that is explicitly allowed', async () => {
	const { id } = await newUser({ roleIds: ['Operator', 'Environment Administrator'] });
	await expectRefused(
		'user',
		'setRoles',
		{ id: byId(id) },
		/^"Role Names or IDs" needs at least one entry/,
	);
	expect(rolesNow(id)).toEqual(['Environment Administrator', 'Operator']);
	await succeed('user', 'setRoles', { id: byId(id), allowEmpty: true });
	expect(rolesNow(id)).toEqual([]);
});

describe('a role', () => {
	afterEach(() => {
		platform.clearLog();
		platform.emulator.resetAccount();
	});
	const newRole = async (name: string) => {
		const [role] = await succeed('role', 'create', {
			name,
			permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
		});
		return { role: role!, id: byId(role!.id) };
	};
	const ana = () => people('ana.demo')[0]!;
	const bao = () => people('bao.nguyen')[0]!;

	test('a role is created with its permissions', async () => {
		const { role } = await newRole('Day Shift');
		expect(role).toEqual({
			id: expect.any(String) as string,
			name: 'Day Shift',
			permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
		});
	});

	test('a role is read by its name', async () => {
		const { role } = await newRole('Late Shift');
		expect(await succeed('role', 'get', { id: byName('Late Shift') })).toEqual([role]);
	});

	test('only roles whose name contains the given part are listed', async () => {
		await newRole('Early Shift');
		await newRole('Early Turn');
		const filters = { nameFilter: 'Shift' };
		const listed = await succeed('role', 'getMany', { returnAll: true, filters });
		expect(listed.map(({ name }) => name)).toEqual(['Night Shift', 'Early Shift']);
	});

	test('a role is assigned to users', async () => {
		const { role, id } = await newRole('Short Shift');
		expect(
			await succeed('role', 'assignToUsers', { id, userIds: ['ana.demo', 'bao.nguyen'] }),
		).toEqual([{ success: true, id: role.id }]);
		expect(
			(await succeed('role', 'getUsers', { id, returnAll: true })).map((user) => user.id),
		).toEqual([ana(), bao()]);
	});

	test('an update of a role keeps its users and everything that is not given', async () => {
		const { role, id } = await newRole('First Shift');
		await succeed('role', 'assignToUsers', { id, userIds: ['ana.demo'] });
		expect(await succeed('role', 'update', { id, updateFields: { name: 'Early Shift' } })).toEqual([
			{ ...role, name: 'Early Shift' },
		]);
		expect(rolesNow(ana())).toContain('Early Shift');
		expect(
			await succeed('role', 'update', { id, updateFields: { permissions: ['TMC_OPERATOR'] } }),
		).toEqual([{ id: role.id, name: 'Early Shift', permissions: ['TMC_OPERATOR'] }]);
	});

	test('a role is revoked from a user', async () => {
		const { id } = await newRole('Split Shift');
		await succeed('role', 'assignToUsers', { id, userIds: ['ana.demo', 'bao.nguyen'] });
		await succeed('role', 'revokeFromUser', { id, userId: byId(ana()) });
		expect(rolesNow(ana())).not.toContain('Split Shift');
	});

	test('a deleted role is taken from its users', async () => {
		const { role, id } = await newRole('Last Shift');
		await succeed('role', 'assignToUsers', { id, userIds: ['bao.nguyen'] });
		expect(await succeed('role', 'delete', { id })).toEqual([{ deleted: true, id: role.id }]);
		expect(rolesNow(bao())).not.toContain('Last Shift');
	});
});

test('the error about an unknown permission names it', async () => {
	const { error } = await run('role', 'create', { name: 'Odd', permissions: ['FLY'] });
	expect(error).toMatchObject({ httpCode: '400', message: 'Invalid permissions: FLY' });
});

test('the error about a name that is in use says what to do', async () => {
	const { error } = await run('role', 'create', { name: 'operator' });
	expect(error!.description).toMatch(/^Another role has this name/);
});

test('the platform refuses to delete a role of its own', async () => {
	const { error } = await run('role', 'delete', { id: byName('Operator') });
	expect(error).toMatchObject({ httpCode: '400' });
});

test('the list of roles offers each role by its name, with its ID as the value', async () => {
	const offered = await load(platform, 'Account', 'loadRoles');
	expect(offered).toContainEqual(
		expect.objectContaining({ name: 'Operator', value: roleId('Operator') }),
	);
});

judgeRequests(platform, 'Account', ['role']);
