/** Service accounts: their secrets and names, and what keeps them from being used. */
import { licenseOf, PERMISSIONS } from '../../../emulator/areas/account/accountStore';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { refusedWords } from '../../support/area';
import { changed } from '../../support/changed';
import { byId, byName } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, newAccount, platform, requests, run, state, succeed } from './stage';

describe('service account', () => {
	describe('a new service account', () => {
		const create = async () => {
			const [account] = await succeed('serviceAccount', 'create', {
				name: 'Nightly reports',
				permissions: ['TMC_OPERATOR'],
			});
			return account!;
		};

		test('the new account has the time of its creation beside the given values', async () => {
			fact('A.2', 'A.20', 'A.21');
			expect(await create()).toMatchObject({
				name: 'Nightly reports',
				permissions: ['TMC_OPERATOR'],
				createdDate: expect.stringMatching(/^2026-/) as string,
			});
		});

		test('the new account is returned with its secret', async () => {
			fact('A.18', 'A.67', 'A.71');
			expect(await create()).toMatchObject({ secret: expect.any(String) as string });
		});

		test('the new account is returned with its URL, which contains its ID', async () => {
			fact('A.17', 'A.68');
			const { id, location } = await create();
			expect(location).toBe(`${platform.address}/account/service-accounts/${String(id)}`);
		});
	});

	test('the number of service accounts includes a new one', async () => {
		fact('A.8', 'A.24', 'A.70');
		const [before] = await succeed('serviceAccount', 'getCount');
		await newAccount('One more');
		expect(await succeed('serviceAccount', 'getCount')).toEqual([
			{ tenantId: state().accountId, count: Number(before!.count) + 1 },
		]);
	});

	describe('the secret of a service account', () => {
		test('a service account is read without its secret', async () => {
			fact('A.18', 'A.63', 'A.71');
			const { id } = await newAccount('Keeper of secrets');
			const [read] = await succeed('serviceAccount', 'get', { id: byId(id) });
			expect(read).toMatchObject({ id, name: 'Keeper of secrets' });
			expect(read).not.toHaveProperty('secret');
		});

		test('service accounts are listed without their secrets', async () => {
			fact('A.66', 'A.71');
			const { id } = await newAccount('Keeper of secrets');
			const listed = await succeed('serviceAccount', 'getMany', { returnAll: true });
			expect(listed.map((each) => each.id)).toContain(id);
			for (const each of listed) expect(each).not.toHaveProperty('secret');
		});
	});

	test('an update changes name and permissions', async () => {
		fact('A.8', 'A.20', 'A.23');
		const { id } = await newAccount('Daily reports');
		const [updated] = await succeed('serviceAccount', 'update', {
			id: byName('Daily reports'),
			updateFields: { name: 'Weekly reports', permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'] },
		});
		expect(updated).toMatchObject({
			id,
			name: 'Weekly reports',
			permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'],
		});
	});

	test('an update changes the date of the last change', async () => {
		fact('A.2', 'A.21', 'A.65');
		const { id } = await newAccount('Daily reports');
		const [before] = await succeed('serviceAccount', 'get', { id: byId(id) });
		platform.emulator.clock.advance(1000);
		const [updated] = await succeed('serviceAccount', 'update', {
			id: byName('Daily reports'),
			updateFields: { name: 'Weekly reports', permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'] },
		});
		expect(Date.parse(String(updated!.lastModifiedDate))).toBeGreaterThan(
			Date.parse(String(before!.lastModifiedDate)),
		);
	});

	test('a service account is deleted by its ID', async () => {
		fact('A.8', 'A.64');
		const { id } = await newAccount('Short-lived');
		expect(await succeed('serviceAccount', 'delete', { id: byId(id) })).toEqual([
			{ deleted: true, id },
		]);
		const { error } = await run('serviceAccount', 'get', { id: byId(id) });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('an update keeps the fields that are left out', async () => {
		fact('A.23', 'A.65');
		const { id } = await newAccount('Half', ['TMC_OPERATOR', 'TMC_ENGINE_USE']);
		platform.clearLog();
		await succeed('serviceAccount', 'update', { id: byId(id), updateFields: { name: 'Whole' } });
		expect(JSON.parse(requests('PUT /account/service-accounts/{id}')[0]!.body)).toEqual({
			name: 'Whole',
			permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
		});
		await succeed('serviceAccount', 'update', {
			id: byId(id),
			updateFields: { permissions: ['TMC_OPERATOR'] },
		});
		expect(await succeed('serviceAccount', 'get', { id: byId(id) })).toEqual([
			expect.objectContaining({ name: 'Whole', permissions: ['TMC_OPERATOR'] }),
		]);
	});

	test('an update without a field to change is refused', async () => {
		const { id } = await newAccount('Unchanged');
		const { error } = await run('serviceAccount', 'update', { id: byId(id) });
		expect(refusedWords(error)).toBe('"Update Fields" needs at least one field to change');
	});

	describe('the name of a service account', () => {
		test('a name that is in use is refused for a new account, with advice on what to do', async () => {
			fact('A.19', 'A.67');
			await newAccount('Only one');
			const taken = await run('serviceAccount', 'create', {
				name: 'Only one',
				permissions: ['TMC_OPERATOR'],
			});
			expect(taken.error).toMatchObject({
				httpCode: '409',
				message: 'A service account with the name Only one already exists',
			});
			expect(taken.error!.description).toMatch(/^Another service account has this name/);
		});

		test('a name that is in use is refused for an existing account', async () => {
			fact('A.65', 'A.143');
			const { id } = await newAccount('Only one');
			await newAccount('Nightly imports');
			expect(
				(
					await run('serviceAccount', 'update', {
						id: byId(id),
						updateFields: { name: 'Nightly imports' },
					})
				).error,
			).toMatchObject({ httpCode: '409' });
		});

		test('a malformed body is refused by the platform with its status and a description', async () => {
			fact('A.25', 'A.145');
			expect(
				(await ask('POST /account/service-accounts', { name: 'Only one', permissions: [] })).body,
			).toMatchObject({ status: 400, detail: expect.any(String) as string });
		});

		test('a name that is in use is refused by the platform with only a description', async () => {
			fact('A.26', 'A.143');
			await newAccount('Only one');
			expect(
				(
					await ask('POST /account/service-accounts', {
						name: 'Only one',
						permissions: ['TMC_OPERATOR'],
					})
				).body,
			).toEqual({
				detail: 'A service account with the name Only one already exists',
			});
		});
	});

	test('unknown permission IDs are sent with a warning', async () => {
		fact('A.20', 'A.65', 'A.67');
		licenseOf(state()).permissions.push('TMC_BRAND_NEW');
		const result = await run(
			'serviceAccount',
			'create',
			{ name: 'Nightly exports', permissions: ['TMC_BRAND_NEW', 'TMC_OPERATOR'] },
			{ items: [{ json: {} }] },
		);
		expect(result.error).toBeUndefined();
		expect(result.items[0]!.json).toMatchObject({ permissions: ['TMC_BRAND_NEW', 'TMC_OPERATOR'] });
		expect(result.hints).toEqual([
			'"Permissions" has unknown values, which are sent unchanged: TMC_BRAND_NEW',
		]);
		const tool = await run(
			'serviceAccount',
			'update',
			{ id: byId(result.items[0]!.json.id), updateFields: { permissions: ['TMC_BRAND_NEW'] } },
			{ entryPoint: 'tool' },
		);
		expect(tool.error).toBeUndefined();
		const wrong = await run('serviceAccount', 'create', {
			name: 'Wrong',
			permissions: ['TMC_NONSENSE'],
		});
		expect(wrong.error).toMatchObject({
			httpCode: '400',
			message: 'Invalid permissions: TMC_NONSENSE',
		});
		const known = await run('serviceAccount', 'create', {
			name: 'Known',
			permissions: ['TMC_OPERATOR'],
		});
		expect(known.hints).toEqual([]);
	});

	test('the permissions that an account can have are listed as documented', async () => {
		fact('A.134', 'A.135');
		const listed = await succeed('serviceAccount', 'getPermissions', { returnAll: true });
		expect(listed.map(({ value }) => value)).toEqual(expect.arrayContaining(PERMISSIONS));
		expect([...PERMISSIONS].sort()).toEqual([
			'AUDIT_LOGS_VIEW',
			'TMC_CLUSTER_MANAGEMENT',
			'TMC_ENGINE_USE',
			'TMC_ENVIRONMENT_MANAGEMENT',
			'TMC_GROUP_MANAGEMENT',
			'TMC_OPERATOR',
			'TMC_PIPELINE_MANAGEMENT',
			'TMC_PROMOTION_EXECUTION',
			'TMC_ROLE_MANAGEMENT',
			'TMC_RUN_PROFILE_MANAGEMENT',
			'TMC_SERVICE_ACCOUNT_MANAGEMENT',
			'TMC_USER_MANAGEMENT',
		]);
	});

	test('the permissions that an account can have are refused without a valid token', async () => {
		fact('A.25', 'A.69', 'A.145');
		expect(
			await ask('GET /account/service-accounts/permissions', undefined, {
				authorization: 'Bearer nonsense',
			}),
		).toMatchObject({ status: 401, body: { status: 401, detail: expect.any(String) as string } });
	});

	describe('what keeps service accounts from being used', () => {
		const demo = () => state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const restricted = async (permissions: string[], work: () => Promise<void>) => {
			const { permissions: before } = demo();
			demo().permissions = permissions;
			await work().finally(() => (demo().permissions = before));
		};
		const MANAGEMENT = 'TMC_SERVICE_ACCOUNT_MANAGEMENT';

		test.each(['get', 'delete', 'create'])(
			'the refusal of %s without the permission names it',
			async (operation) => {
				fact('A.63', 'A.64', 'A.140');
				const { id } = await newAccount('Watched');
				await succeed('serviceAccount', 'getPermissions');
				await restricted(
					demo().permissions.filter((permission) => permission !== MANAGEMENT),
					async () => {
						const { error } = await run(
							'serviceAccount',
							operation,
							operation === 'create'
								? { name: 'x', permissions: ['TMC_OPERATOR'] }
								: { id: byId(id) },
						);

						expect(error).toMatchObject({ httpCode: '403' });
						expect(error!.description).toContain(MANAGEMENT);
					},
				);
			},
		);

		describe('two permissions with which accounts are counted', () => {
			const countWithout = async (isTaken: (permission: string) => boolean) => {
				// The token is fetched while the account may: without the permission it gets none.
				await succeed('serviceAccount', 'getCount');
				let error: Awaited<ReturnType<typeof run>>['error'];
				await restricted(
					demo().permissions.filter((permission) => !isTaken(permission)),
					async () => {
						({ error } = await run('serviceAccount', 'getCount'));
					},
				);
				return error;
			};

			test('accounts are counted with one of the two permissions', async () => {
				fact('A.70', 'A.136', 'A.139');
				expect(await countWithout((permission) => permission === MANAGEMENT)).toBeUndefined();
			});

			test('the error names both permissions if the account has neither', async () => {
				fact('A.70', 'A.136', 'A.139');
				const error = await countWithout((permission) =>
					/SERVICE_ACCOUNT|SUBSCRIPTION/.test(permission),
				);
				expect(error!.description).toContain(
					'TMC_SERVICE_ACCOUNT_MANAGEMENT or TMC_SUBSCRIPTION_MANAGEMENT',
				);
			});
		});

		test('the error says if the license does not include service accounts', async () => {
			fact('A.140', 'A.143');
			licenseOf(state()).allowsServiceAccounts = false;
			const { error } = await run('serviceAccount', 'create', {
				name: 'x',
				permissions: ['TMC_OPERATOR'],
			});
			expect(error).toMatchObject({
				httpCode: '403',
				message: 'The license does not allow service accounts',
			});
			expect(error!.description).toContain('a license that allows service accounts');
		});
	});

	test('the output says when the service account was last used', async () => {
		fact('A.22');
		const [{ lastUsedDate, lastUsedApi } = {}] = await succeed('serviceAccount', 'get', {
			id: byId(DEMO_ACCOUNT.id),
		});
		expect(Date.parse(String(lastUsedDate))).toBeLessThanOrEqual(platform.emulator.clock.now());
		expect(lastUsedApi).toBe('GET /account/service-accounts/{id}');
	});

	test('the version that is set in the credential is sent in both version headers', async () => {
		fact('A.57', 'A.155', 'A.156');
		const [id] = platform.credentialStore.stored.keys();
		const { stored } = platform.credentialStore;
		changed(platform.credentialStore, {
			stored: new Map(stored).set(id!, { ...stored.get(id!)!, apiVersion: '2021-03' }),
		});
		platform.clearLog();
		await succeed('serviceAccount', 'getCount');
		expect(platform.emulator.log.at(-1)!.headers).toMatchObject({
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		});
	});

	test('the version is also accepted in the query', async () => {
		fact('A.57', 'A.62');
		expect(await ask('GET /account/service-accounts/count?platformVersion=2021-03')).toMatchObject({
			status: 200,
		});
	});
});

judgeRequests(platform, 'Account', ['serviceAccount']);
