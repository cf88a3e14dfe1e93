/** The IP allowlist: each operation does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { allowlistOf, ipEntries } from '../../../emulator/areas/security/securityStore';
import { ask as askOf } from '../../support/ask';
import { byId, byName } from '../../support/demo';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { expectRefused, platform, requests, run, state, succeed } from './stage';

const sentBody = (operation: string) => JSON.parse(requests(operation).at(-1)!.body) as IDataObject;
const addresses = () => ipEntries.all(state()).map(({ ip }) => ip);
const enabled = () => allowlistOf(state()).settings?.enabled;

const HERE = { ip: '127.0.0.1', description: 'n8n' };
const OFFICE = { ip: '198.51.100.0/24', description: 'Office' };
const UNCONFIRMED =
	'"I Have Checked the Addresses" must be turned on: users and programs whose address is not in the list can no longer use Talend Cloud, including this n8n';

describe('IP allowlist', () => {
	/** An allowlist that is on, with this computer and the office. */
	const recreate = async () => {
		await succeed('ipAllowlist', 'delete', { confirmDeletion: true });
		const [allowlist] = await succeed('ipAllowlist', 'create', {
			enabled: true,
			confirmAccess: true,
			ips: { rows: [HERE, OFFICE] },
			additionalFields: { description: 'All' },
		});
		return allowlist;
	};

	describe('the allowlist as a whole', () => {
		test('the error about reading a deleted allowlist says what to do', async () => {
			expect(await succeed('ipAllowlist', 'delete', { confirmDeletion: true })).toEqual([
				{ deleted: true },
			]);
			const none = await run('ipAllowlist', 'get');
			expect(none.error).toMatchObject({ httpCode: '404' });
			expect(none.error!.description).toMatch(
				/^The account has no allowlist yet: create one with Create/,
			);
		});

		test('the allowlist is created with its addresses', async () => {
			expect(await recreate()).toMatchObject({
				enabled: true,
				description: 'All',
				ips: [HERE, OFFICE],
			});
		});

		test('a second allowlist is refused', async () => {
			await recreate();
			expect((await run('ipAllowlist', 'create', { enabled: false })).error!.description).toMatch(
				/^The account already has an allowlist/,
			);
		});

		test('the allowlist is read without its addresses on request', async () => {
			await recreate();
			expect(await succeed('ipAllowlist', 'get', { options: { detailed: false } })).toEqual([
				{ enabled: true, description: 'All' },
			]);
		});

		test('an update keeps the fields that are left out', async () => {
			await recreate();
			const [changed] = await succeed('ipAllowlist', 'update', {
				updateFields: { description: 'Everybody' },
			});
			expect(sentBody('PUT /security/ip-allowlist')).toEqual({
				enabled: true,
				description: 'Everybody',
				ips: [HERE, OFFICE],
			});
			expect(changed).toMatchObject({ enabled: true, description: 'Everybody' });
			expect(addresses()).toEqual([HERE.ip, OFFICE.ip]);
		});

		test('the allowlist can be switched off and on', async () => {
			await recreate();
			expect(await succeed('ipAllowlist', 'switch', { enabled: false })).toEqual([
				{ success: true, enabled: false },
			]);
			expect(enabled()).toBe(false);
			await succeed('ipAllowlist', 'switch', { enabled: true, confirmAccess: true });
			expect(enabled()).toBe(true);
		});
	});

	// Even a test that failed locks nobody out of those after it.
	afterEach(() => {
		const { settings } = allowlistOf(state());
		if (settings) settings.enabled = false;
	});

	test('only the addresses of the allowlist are allowed while it is on', async () => {
		await recreate();
		const from = async (address: string) =>
			(
				await askOf(platform, 'GET /security/ip-allowlist/ips', undefined, {
					'x-forwarded-for': address,
				})
			).status;
		expect([
			await from('198.51.100.7'),
			await from('203.0.113.1'),
			await from('127.0.0.1'),
		]).toEqual([200, 403, 200]);
		await succeed('ipAllowlist', 'removeAddress', {
			ipEntryId: byName(HERE.ip),
			confirmAccess: true,
		});
		expect((await run('ipAllowlist', 'get')).error).toMatchObject({
			httpCode: '403',
			message: 'The IP allowlist of the account does not allow 127.0.0.1',
		});
	});

	describe('the addresses of the allowlist', () => {
		beforeEach(async () => {
			await recreate();
			allowlistOf(state()).settings!.enabled = false;
			await succeed('ipAllowlist', 'removeAddress', {
				ipEntryId: byName(HERE.ip),
				confirmAccess: true,
			});
		});
		const addHere = async () => {
			const [here] = await succeed('ipAllowlist', 'addAddresses', { ips: { rows: [HERE] } });
			return here!;
		};

		test('an address is added', async () => {
			expect(await addHere()).toEqual({ id: expect.any(String) as string, ...HERE });
		});

		test('no address is added if one of them is already in the list', async () => {
			await addHere();
			const taken = await run('ipAllowlist', 'addAddresses', {
				ipsJson: [{ ip: '192.0.2.1', description: 'New' }, HERE],
			});
			expect(taken.error!.description).toMatch(
				/^One of the addresses is already in the list, so none was added/,
			);
			expect(addresses()).toEqual([OFFICE.ip, HERE.ip]);
		});

		test('the addresses are listed', async () => {
			await addHere();
			const listed = await succeed('ipAllowlist', 'getAddresses', { returnAll: true });
			expect(listed.map(({ ip }) => ip)).toEqual([OFFICE.ip, HERE.ip]);
		});

		test('a single address is read', async () => {
			const here = await addHere();
			expect(await succeed('ipAllowlist', 'getAddress', { ipEntryId: byName(HERE.ip) })).toEqual([
				here,
			]);
		});

		test('an update of an entry keeps the address or description that is left out', async () => {
			const here = await addHere();
			expect(
				await succeed('ipAllowlist', 'updateAddress', {
					ipEntryId: byId(here.id),
					updateFields: { description: 'n8n here' },
				}),
			).toEqual([{ ...here, description: 'n8n here' }]);
			expect(
				await succeed('ipAllowlist', 'updateAddress', {
					ipEntryId: byId(here.id),
					confirmAccess: true,
					updateFields: { ip: '127.0.0.2' },
				}),
			).toEqual([{ ...here, ip: '127.0.0.2', description: 'n8n here' }]);
		});

		test('many addresses are changed at once', async () => {
			const here = await addHere();
			const listed = await succeed('ipAllowlist', 'getAddresses', { returnAll: true });
			const rows = [
				{ id: byId(here.id), ...HERE },
				{ id: byId(listed[0]!.id), ...OFFICE, description: 'Offices' },
			];
			expect(
				(
					await succeed('ipAllowlist', 'updateAddresses', { ips: { rows }, confirmAccess: true })
				).map(({ description }) => description),
			).toEqual(['n8n', 'Offices']);
		});

		test('an unknown ID among many changes nothing', async () => {
			const [{ id } = {}] = await succeed('ipAllowlist', 'getAddresses');
			const unknown = await run('ipAllowlist', 'updateAddresses', {
				ipsJson: [
					{ id, ...OFFICE, ip: '192.0.2.1' },
					{ id: '57f64991e4b0b689a64feed5', ...HERE },
				],
				confirmAccess: true,
			});
			expect(unknown.error!.description).toMatch(
				/^One of the IDs is not in the list, so nothing was changed/,
			);
			expect(addresses()).toEqual([OFFICE.ip]);
		});

		test('an invalid address is refused', async () => {
			expect(
				(
					await run('ipAllowlist', 'addAddresses', {
						ipsJson: [{ ip: '999.1.1.1', description: 'Odd' }],
					})
				).error,
			).toMatchObject({ httpCode: '400' });
		});

		test('an address can be chosen by part of it', async () => {
			await addHere();
			expect(
				(await pick(platform, 'Security', 'searchAddresses', {}, '127')).results.map(
					({ name }) => name,
				),
			).toEqual([HERE.ip]);
		});
	});

	test('a change that can lock everybody out must be allowed explicitly', async () => {
		const ips = { rows: [OFFICE] };
		const [{ id } = {}] = await succeed('ipAllowlist', 'getAddresses');
		await expectRefused('ipAllowlist', 'create', { enabled: true, ips }, UNCONFIRMED);
		await expectRefused('ipAllowlist', 'update', { updateFields: { enabled: true } }, UNCONFIRMED);
		await expectRefused('ipAllowlist', 'update', { updateFields: { ips } }, UNCONFIRMED);
		await expectRefused('ipAllowlist', 'switch', { enabled: true }, UNCONFIRMED);
		await expectRefused(
			'ipAllowlist',
			'updateAddress',
			{ ipEntryId: byId(id), updateFields: { ip: '192.0.2.1' } },
			UNCONFIRMED,
		);
		await expectRefused(
			'ipAllowlist',
			'updateAddresses',
			{ ipsJson: [{ id, ...OFFICE }] },
			UNCONFIRMED,
		);
		await expectRefused('ipAllowlist', 'removeAddress', { ipEntryId: byId(id) }, UNCONFIRMED);
		await expectRefused(
			'ipAllowlist',
			'delete',
			{},
			/^"Delete with All Addresses" must be turned on/,
		);
	});

	test.each([
		'office',
		'cafe',
		'203.0.113',
		'203.0.113.',
		'203.0.113.7.8',
		'203.0.113/24',
		'203011307',
		'203.0.113.7/',
		'2001:db8',
	])('a text that is not an IP address is refused (%s)', async (ip) => {
		await expectRefused(
			'ipAllowlist',
			'addAddresses',
			{ ipsJson: [{ ip, description: 'Odd' }] },
			/must be an IP address, such as 203\.0\.113\.7$/,
		);
	});

	test('addresses and ranges are accepted, with blanks around them as well', async () => {
		const given = [' 203.0.113.7\u00a0', '0.0.0.0/0', '255.249.199.10/32', '2001:db8::/32', '::1'];
		platform.clearLog();
		await run('ipAllowlist', 'addAddresses', {
			ipsJson: given.map((ip) => ({ ip, description: 'Office' })),
		});
		const [request] = requests('POST /security/ip-allowlist/ips');
		expect((JSON.parse(request!.body) as Array<{ ip: string }>).map(({ ip }) => ip)).toEqual([
			'203.0.113.7',
			...given.slice(1),
		]);
	});

	test('a response that is not an allowlist is not sent back', async () => {
		for (const body of ['', {}, { enabled: true }, [{ enabled: true, ips: [] }]]) {
			platform.clearLog();
			platform.emulator.faults.add({ operation: 'GET /security/ip-allowlist', status: 200, body });
			expect(
				(await run('ipAllowlist', 'update', { updateFields: { description: 'x' } })).error,
			).toBeDefined();
			expect(requests('PUT /security/ip-allowlist')).toEqual([]);
		}
	});
});

judgeRequests(platform, 'Security', ['ipAllowlist']);
