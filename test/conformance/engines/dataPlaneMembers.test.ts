/** The members of a data plane. */
import type { IDataObject } from 'n8n-workflow';

import { enginesOf } from '../../../emulator/areas/engines/enginesStore';
import { DEMO_ENGINES } from '../../../emulator/seed/engines';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { planeNamed, platform, run, state, succeed, wait } from './stage';

describe('the members of a data plane', () => {
	const dataPlaneId = byName(DEMO_ENGINES.plane);
	const add = async (role: string, additionalFields: IDataObject = {}) => {
		const [member] = await succeed('dataPlane', 'addMember', {
			dataPlaneId,
			roleId: byId(role),
			additionalFields,
		});
		return member!;
	};
	const idsNow = async () =>
		(await succeed('dataPlane', 'getMembers', { dataPlaneId, returnAll: true })).map(
			({ id }) => id,
		);
	beforeEach(() => {
		enginesOf(state()).planes.get(planeNamed(DEMO_ENGINES.plane))!.members = [];
	});

	test('the roles that a member can have are listed', async () => {
		fact('C.72');
		const roles = await succeed('dataPlane', 'getMemberRoles', { dataPlaneId, returnAll: true });
		expect(roles).toEqual([
			{ id: 'cluster-owner', description: expect.any(String) as string },
			{ id: 'cluster-member', description: expect.any(String) as string },
		]);
	});

	test('a member is added for a limited time, with a role and a password', async () => {
		fact('C.10', 'C.70', 'C.71');
		const guest = await add('cluster-member', {
			duration: 2,
			description: 'Support',
			username: 'guest',
		});
		expect(guest).toMatchObject({
			username: 'guest',
			role: 'cluster-member',
			description: 'Support',
			password: expect.any(String) as string,
			expireAt: new Date(platform.emulator.clock.now() + 7_200_000).toISOString(),
		});
	});

	test('a member without a duration does not expire', async () => {
		fact('C.70');
		const lasting = await add('cluster-owner');
		expect(lasting).toMatchObject({ username: expect.stringMatching(/^member-/) as string });
		expect(lasting).not.toHaveProperty('expireAt');
	});

	test('members are listed without their passwords', async () => {
		fact('C.71');
		const lasting = await add('cluster-owner');
		const listed = await succeed('dataPlane', 'getMembers', { dataPlaneId, returnAll: true });
		expect(listed.map(({ username }) => username)).toEqual([lasting.username]);
		for (const each of listed) expect(each).not.toHaveProperty('password');
	});

	test('a member is deleted when the time has passed', async () => {
		fact('C.10', 'C.70');
		await add('cluster-member', { duration: 2 });
		const lasting = await add('cluster-owner');
		wait(7_200_000);
		expect(await idsNow()).toEqual([lasting.id]);
	});

	test('a member is removed by the user name', async () => {
		fact('C.125');
		const lasting = await add('cluster-owner');
		expect(
			await succeed('dataPlane', 'removeMember', {
				dataPlaneId,
				id: byName(String(lasting.username)),
			}),
		).toEqual([{ deleted: true, dataPlaneId: planeNamed(DEMO_ENGINES.plane), id: lasting.id }]);
		expect(await succeed('dataPlane', 'getMembers', { dataPlaneId })).toEqual([]);
	});

	test('a role that does not exist is refused', async () => {
		expect(
			(await run('dataPlane', 'addMember', { dataPlaneId, roleId: byId('nobody') })).error!.message,
		).toBe('Role nobody does not exist');
	});
});

judgeRequests(platform, 'Engines', [
	'dataPlane.addMember',
	'dataPlane.getMemberRoles',
	'dataPlane.getMembers',
	'dataPlane.removeMember',
]);
