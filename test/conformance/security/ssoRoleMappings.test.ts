/** SSO role mappings: each operation does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { roleName, roles } from '../../../emulator/areas/account/identities';
import { mappingsOf } from '../../../emulator/areas/security/securityStore';
import { byId } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { load, pick } from '../../support/picking';
import { expectRefused, platform, requests, run, state, succeed } from './stage';

describe('SSO role mapping', () => {
	const mappings = () => Object.fromEntries(mappingsOf(state()).mappings);

	const NIGHT = 'night/shift & co';
	/** Adds a mapping of a role whose name has to be encoded in a path. */
	const setNight = async (...names: string[]) => {
		const [answer] = await succeed('ssoRoleMapping', 'setOne', { name: NIGHT, roles: names });
		return answer!;
	};

	test('a mapping is added to the others with roles by name or ID', async () => {
		const before = mappings();
		const operator = roles.all(state()).find((role) => roleName(role) === 'Operator')!;
		expect(await setNight(operator.id, 'Security Administrator')).toEqual({
			name: NIGHT,
			roles: ['Operator', 'Security Administrator'],
			created: true,
			mappings: Object.keys(before).length + 1,
		});
		expect(Object.keys(before).length).toBeGreaterThan(0);
		expect(mappings()).toEqual({ ...before, [NIGHT]: ['Operator', 'Security Administrator'] });
	});

	test('an existing mapping is changed', async () => {
		await setNight('Operator', 'Security Administrator');
		expect(await setNight('Operator')).toMatchObject({ created: false, roles: ['Operator'] });
		expect(mappings()).toMatchObject({ [NIGHT]: ['Operator'] });
	});

	test('a mapping whose name only looks the same is changed and keeps its name', async () => {
		await setNight('Operator', 'Security Administrator');
		const before = mappings();
		const [answer] = await succeed('ssoRoleMapping', 'setOne', {
			name: ` ${NIGHT.replace(' ', '\u00a0')} `,
			roles: ['Operator'],
		});
		expect(answer).toMatchObject({ name: NIGHT, created: false });
		expect(mappings()).toEqual({ ...before, [NIGHT]: ['Operator'] });
	});

	test('a mapping is read by the name of its role', async () => {
		await setNight('Operator');
		expect(await succeed('ssoRoleMapping', 'get', { customerRoleName: byId(NIGHT) })).toEqual([
			{ name: NIGHT, roles: ['Operator'] },
		]);
	});

	test('only the chosen mapping is deleted', async () => {
		const before = mappings();
		await setNight('Operator');
		expect(await succeed('ssoRoleMapping', 'delete', { customerRoleName: byId(NIGHT) })).toEqual([
			{ deleted: true, customerRoleName: NIGHT },
		]);
		expect(mappings()).toEqual(before);
	});

	test('many items that each set one mapping lose none', async () => {
		const items = Array.from({ length: 8 }, (_, index) => ({ json: { name: `team-${index}` } }));
		const { error } = await run(
			'ssoRoleMapping',
			'setOne',
			{ name: '={{ $json.name }}', roles: ['Operator'] },
			{ items },
		);
		expect(error).toBeUndefined();
		expect(Object.keys(mappings()).filter((name) => name.startsWith('team-'))).toHaveLength(8);
	});

	test('a list with something else than mappings is not sent back', async () => {
		for (const body of [[{ name: 'a' }], [{ roles: [] }], { message: 'Please sign in' }]) {
			platform.clearLog();
			platform.emulator.faults.add({ operation: 'GET /security/role-mappings', status: 200, body });
			expect(
				(await run('ssoRoleMapping', 'setOne', { name: 'team-0', roles: ['Operator'] })).error,
			).toBeDefined();
			expect(requests('POST /security/role-mappings')).toEqual([]);
		}
	});

	describe('all mappings at once', () => {
		const rows = [
			{ name: 'analysts', roles: ['Operator'] },
			{ name: 'admins', roles: ['Environment Administrator', 'Security Administrator'] },
		];
		const replaceAll = async () =>
			await succeed('ssoRoleMapping', 'replaceAll', { mappings: { rows }, confirmLoss: true });

		test.each<{ what: string; operation: string; given: IDataObject; message: RegExp }>([
			{
				what: 'a replacement without the switch',
				operation: 'replaceAll',
				given: { mappings: { rows } },
				message: /^"Remove Mappings" must be turned on/,
			},
			{
				what: 'a deletion without the switch',
				operation: 'deleteAll',
				given: {},
				message: /^"Remove Mappings" must be turned on/,
			},
			{
				what: 'a replacement with nothing',
				operation: 'replaceAll',
				given: { mappingsJson: '[]', confirmLoss: true },
				message: /^"Mappings"/,
			},
			{
				what: 'a replacement with a role twice',
				operation: 'replaceAll',
				given: { mappings: { rows: [rows[0]!, rows[0]!] }, confirmLoss: true },
				message:
					/^"Mappings" must not have the same "Identity Provider Role" twice: row 1 and row 2 have /,
			},
		])('$what is refused before anything is sent', async ({ operation, given, message }) => {
			await expectRefused('ssoRoleMapping', operation, given, message);
		});

		test('all mappings are replaced, then listed', async () => {
			expect(await replaceAll()).toEqual(rows);
			expect(await succeed('ssoRoleMapping', 'getMany', { returnAll: true })).toEqual(rows);
		});

		test('a role that the platform does not know is explained', async () => {
			const { error } = await run('ssoRoleMapping', 'replaceAll', {
				mappings: { rows: [{ name: 'analysts', roles: ['Pilot'] }] },
				confirmLoss: true,
			});
			expect(error!.description).toMatch(/^Check that each role is spelled as in Talend Cloud/);
		});

		test('the platform’s roles are offered by name', async () => {
			const offered = await load(platform, 'Security', 'loadRoleNames');
			expect(offered.map(({ value }) => value)).toContain('Operator');
		});

		test('a mapping is chosen by part of its name', async () => {
			await replaceAll();
			expect((await pick(platform, 'Security', 'searchMappings', {}, 'anal')).results).toEqual([
				{ name: 'analysts', value: 'analysts', description: 'Operator' },
			]);
		});

		test('all mappings are deleted', async () => {
			expect(await succeed('ssoRoleMapping', 'deleteAll', { confirmLoss: true })).toEqual([
				{ deleted: true },
			]);
			expect(mappings()).toEqual({});
		});

		test('a missing mapping is explained', async () => {
			const { error } = await run('ssoRoleMapping', 'get', { customerRoleName: byId('nobody') });
			expect(error!.description).toMatch(/^There is no mapping of this role/);
		});
	});
});

judgeRequests(platform, 'Security', ['ssoRoleMapping']);
