/** Each operation of Talend Cloud Administration does its work on the platform. */

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	addAuditLog,
	type AuditLog,
	auditOf,
	licenseOf,
	PERMISSIONS,
} from '../../../emulator/areas/account/records';
import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { TalendCloudAccount } from '../../../nodes/TalendCloudAccount/TalendCloudAccount.node';
import { schemaFindings } from '../../../tools/interface/documented';
import { areaOf, refusedWords } from '../../support/area';
import { ask as askOf } from '../../support/ask';
import { judge } from '../../support/conformance';
import { byId, environmentNamed, named, userNamed, workspaceIn } from '../../support/demo';
import { fact } from '../../support/fact';
import { steadyMegabytes } from '../../support/memory';
import { platformForAll } from '../../support/platform';
import { DAY } from '../../support/time';

const platform = platformForAll({ keepAnswers: true });

const state = () => platform.emulator.state;
const ask = async (
	endpoint: `${string} /${string}`,
	body?: unknown,
	headers?: Record<string, string>,
) => await askOf(platform, endpoint, body, headers);
/** What one test creates, no other sees. */
beforeEach(() => {
	platform.forget();
	platform.emulator.resetAccount();
});

const { run, done, requests, refused } = areaOf('Account', () => platform);

/** A service account that may do everything, created by a request to the platform itself. */
async function newAccount(
	name: string,
	permissions: string[] = PERMISSIONS,
): Promise<{ id: string; secret: string }> {
	const { body } = await ask('POST /account/service-accounts', { name, permissions });
	return body as { id: string; secret: string };
}

describe('access token', () => {
	const issue = (account: { id: string; secret: string }, more = {}) => ({
		clientId: account.id,
		clientSecret: account.secret,
		audience: `${platform.address}/`,
		...more,
	});

	describe('an access token for an account that the node names', () => {
		const issued = async () => {
			const account = await newAccount('Token taker');
			platform.forget();
			const [token] = await done('accessToken', 'issue', issue(account));
			return { account, token: token! };
		};

		test('the token is a JWT for a header with Bearer', async () => {
			fact('A.13', 'A.14');
			const { token } = await issued();
			expect(token).toMatchObject({
				access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
				token_type: 'Bearer',
			});
		});

		test('the lifetime of the token is a text with seconds, and nothing else is returned', async () => {
			fact('A.15', 'A.151');
			const { token } = await issued();
			expect(token.expires_in).toBe('1800');
			expect(Object.keys(token).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
		});

		test('the token is that of the account that the node names, not of its credential', async () => {
			fact('A.7', 'A.60', 'A.131');
			const { account, token } = await issued();
			expect(await platform.emulator.tokens.subjectOf(String(token.access_token))).toBe(account.id);
		});

		test('the token is requested with the ID and the secret of the account, for the address of its region', async () => {
			fact('A.11', 'A.12', 'A.58');
			await issued();
			const sent = platform.emulator.log;
			expect(sent).toHaveLength(1);
			expect(sent[0]!.headers.authorization).toBe('Basic ***');
			expect(JSON.parse(sent[0]!.body)).toEqual({
				grant_type: 'client_credentials',
				audience: `${platform.address}/`,
			});
		});
	});

	test('an access token is issued at an address that is typed, with or without a slash at its end', async () => {
		const account = await newAccount('Behind a proxy');
		for (const address of [platform.address, `${platform.address}/`]) {
			platform.forget();
			const [token] = await done(
				'accessToken',
				'issue',
				issue(account, { audience: 'other', address }),
			);
			expect(token).toMatchObject({ token_type: 'Bearer' });
			expect(JSON.parse(platform.emulator.log[0]!.body)).toMatchObject({
				audience: `${platform.address}/`,
			});
		}
		expect(
			(
				await run(
					'accessToken',
					'issue',
					issue(account, { audience: 'other', address: 'http://example.com' }),
				)
			).error!.message,
		).toMatch(/^Region is not an address of the platform/);
	});

	test('a token allows what its account may do, until it expires', async () => {
		fact('A.16', 'A.132');
		const account = await newAccount('Reader', ['TMC_SERVICE_ACCOUNT_MANAGEMENT']);
		const [{ access_token: token } = {}] = await done('accessToken', 'issue', issue(account));
		const authorization = `Bearer ${String(token)}`;
		expect(
			await ask(`GET /account/service-accounts/${account.id}`, undefined, { authorization }),
		).toMatchObject({ status: 200 });
		expect(await ask('GET /account/subscription', undefined, { authorization })).toMatchObject({
			status: 403,
		});
		platform.emulator.clock.advance(1_801_000);
		expect(
			await ask(`GET /account/service-accounts/${account.id}`, undefined, { authorization }),
		).toMatchObject({ status: 401 });
	});

	describe('a refused request for a token', () => {
		test('a wrong secret is refused with what to check, and neither ID nor secret is shown', async () => {
			fact('A.61');
			const account = await newAccount('No rights', ['TMC_OPERATOR']);
			const wrong = await run(
				'accessToken',
				'issue',
				issue({ ...account, secret: 'a-wrong-secret' }),
			);
			expect(wrong.error).toMatchObject({
				httpCode: '401',
				message: 'Client id or secret is missing or invalid',
			});
			expect(wrong.error!.description).toMatch(
				/^Check the client ID, the client secret and the region in this node\. The credential of the node is not used here\./,
			);
			expect(JSON.stringify(wrong.error)).not.toContain('a-wrong-secret');
			expect(wrong.stored).not.toContain(
				Buffer.from(`${account.id}:a-wrong-secret`).toString('base64'),
			);
		});

		test('an account that may not issue tokens learns which permission is missing', async () => {
			fact('A.59', 'A.137');
			const account = await newAccount('No rights', ['TMC_OPERATOR']);
			const poor = await run('accessToken', 'issue', issue(account));
			expect(poor.error).toMatchObject({ httpCode: '403' });
			expect(poor.error!.description).toContain(
				'TMC_SERVICE_ACCOUNT_MANAGEMENT (Service Account - Manage)',
			);
			expect(JSON.stringify(poor.error)).not.toContain(account.secret);
		});

		test('an issue that fails five times is reported', async () => {
			fact('A.61', 'A.143');
			const account = await newAccount('No rights', ['TMC_OPERATOR']);
			platform.emulator.faults.add({
				operation: 'POST /security/oauth/token',
				status: 500,
				times: 5,
			});
			const broken = await run('accessToken', 'issue', issue(account));
			expect(broken.error).toMatchObject({ httpCode: '500' });
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		});
	});

	test('the operation marks its output as sensitive for n8n', () => {
		expect(new TalendCloudAccount().description.sensitiveOutputFields).toEqual(['access_token']);
	});

	test.each([
		['https://api.eu.cloud.talend.com', 'Region must end with a slash'],
		[
			'http://api.eu.cloud.talend.com/',
			'Region is not an address of the platform: Address must begin with https:// (http:// is possible only for this machine, such as http://127.0.0.1)',
		],
		[
			'eu/',
			'Region is not an address of the platform: Address must be an address such as https://api.in.cloud.talend.com',
		],
	])('the region %s is refused before anything is sent', async (audience, message) => {
		await refused('accessToken', 'issue', issue(DEMO_ACCOUNT, { audience }), message);
	});
});

describe('service account', () => {
	describe('a new service account', () => {
		const create = async () => {
			const [account] = await done('serviceAccount', 'create', {
				name: 'Nightly reports',
				permissions: ['TMC_OPERATOR'],
			});
			return account!;
		};

		test('the new account has its ID, what was given, and the time of its creation', async () => {
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

		test('the new account is returned with its address, which has its ID', async () => {
			fact('A.17', 'A.68');
			const { id, location } = await create();
			expect(location).toBe(`${platform.address}/account/service-accounts/${String(id)}`);
		});
	});

	test('the count of the service accounts includes a new one', async () => {
		fact('A.8', 'A.24', 'A.70');
		const [before] = await done('serviceAccount', 'getCount');
		await newAccount('One more');
		expect(await done('serviceAccount', 'getCount')).toEqual([
			{ tenantId: state().accountId, count: Number(before!.count) + 1 },
		]);
	});

	describe('the secret of a service account', () => {
		test('a service account is read without its secret', async () => {
			fact('A.18', 'A.63', 'A.71');
			const { id } = await newAccount('Keeper of secrets');
			const [read] = await done('serviceAccount', 'get', { id: byId(id) });
			expect(read).toMatchObject({ id, name: 'Keeper of secrets' });
			expect(read).not.toHaveProperty('secret');
		});

		test('service accounts are listed without their secrets', async () => {
			fact('A.66', 'A.71');
			const { id } = await newAccount('Keeper of secrets');
			const listed = await done('serviceAccount', 'getMany', { returnAll: true });
			expect(listed.map((each) => each.id)).toContain(id);
			for (const each of listed) expect(each).not.toHaveProperty('secret');
		});
	});

	test('an update changes name and permissions', async () => {
		fact('A.8', 'A.20', 'A.23');
		const { id } = await newAccount('Daily reports');
		const [changed] = await done('serviceAccount', 'update', {
			id: named('Daily reports'),
			updateFields: { name: 'Weekly reports', permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'] },
		});
		expect(changed).toMatchObject({
			id,
			name: 'Weekly reports',
			permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'],
		});
	});

	test('an update changes the date of the last change', async () => {
		fact('A.2', 'A.21', 'A.65');
		const { id } = await newAccount('Daily reports');
		const [before] = await done('serviceAccount', 'get', { id: byId(id) });
		platform.emulator.clock.advance(1000);
		const [changed] = await done('serviceAccount', 'update', {
			id: named('Daily reports'),
			updateFields: { name: 'Weekly reports', permissions: ['AUDIT_LOGS_VIEW', 'TMC_OPERATOR'] },
		});
		expect(Date.parse(String(changed!.lastModifiedDate))).toBeGreaterThan(
			Date.parse(String(before!.lastModifiedDate)),
		);
	});

	test('a service account is deleted by its ID', async () => {
		fact('A.8', 'A.64');
		const { id } = await newAccount('Short-lived');
		expect(await done('serviceAccount', 'delete', { id: byId(id) })).toEqual([
			{ deleted: true, id },
		]);
		const { error } = await run('serviceAccount', 'get', { id: byId(id) });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('an update keeps what is not given', async () => {
		fact('A.23', 'A.65');
		const { id } = await newAccount('Half', ['TMC_OPERATOR', 'TMC_ENGINE_USE']);
		platform.forget();
		await done('serviceAccount', 'update', { id: byId(id), updateFields: { name: 'Whole' } });
		expect(JSON.parse(requests('PUT /account/service-accounts/{id}')[0]!.body)).toEqual({
			name: 'Whole',
			permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
		});
		await done('serviceAccount', 'update', {
			id: byId(id),
			updateFields: { permissions: ['TMC_OPERATOR'] },
		});
		expect(await done('serviceAccount', 'get', { id: byId(id) })).toEqual([
			expect.objectContaining({ name: 'Whole', permissions: ['TMC_OPERATOR'] }),
		]);
		const { error } = await run('serviceAccount', 'update', { id: byId(id) });
		expect(refusedWords(error)).toBe('Update Fields needs at least one field to change');
	});

	describe('the name of a service account', () => {
		test('a name that is taken is refused for a new account, with what to do', async () => {
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
			expect(taken.error!.description).toMatch(
				/^The name must differ from those of the other service accounts/,
			);
		});

		test('a name that is taken is refused for another account', async () => {
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

		test('a name that is taken is refused by the platform with a description alone', async () => {
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
			'Permissions has unknown values, which were sent unchanged: TMC_BRAND_NEW',
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

	test('the permissions that an account can have are listed, and are those of the documents', async () => {
		fact('A.134', 'A.135');
		const listed = await done('serviceAccount', 'getPermissions', { returnAll: true });
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
			'%s is refused without the permission, and the error names it',
			async (operation) => {
				fact('A.63', 'A.64', 'A.140');
				const { id } = await newAccount('Watched');
				await done('serviceAccount', 'getPermissions');
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

		test('accounts are counted with one of two permissions, and the error names both', async () => {
			fact('A.70', 'A.136', 'A.139');
			const { permissions } = demo();
			// The token is fetched while the account may: without the permission it gets none.
			await done('serviceAccount', 'getCount');
			await restricted(
				permissions.filter((permission) => permission !== MANAGEMENT),
				async () => {
					expect((await run('serviceAccount', 'getCount')).error).toBeUndefined();
				},
			);
			await restricted(
				permissions.filter((permission) => !/SERVICE_ACCOUNT|SUBSCRIPTION/.test(permission)),
				async () => {
					expect((await run('serviceAccount', 'getCount')).error!.description).toContain(
						'TMC_SERVICE_ACCOUNT_MANAGEMENT or TMC_SUBSCRIPTION_MANAGEMENT',
					);
				},
			);
		});

		test('a license without service accounts is named in the error', async () => {
			fact('A.140', 'A.143');
			licenseOf(state()).allowsServiceAccounts = false;
			const { error } = await run('serviceAccount', 'create', {
				name: 'x',
				permissions: ['TMC_OPERATOR'],
			});
			licenseOf(state()).allowsServiceAccounts = true;
			expect(error).toMatchObject({
				httpCode: '403',
				message: 'The license does not allow service accounts',
			});
			expect(error!.description).toContain('a license that allows service accounts');
		});
	});

	test('the output says when the service account was last used', async () => {
		fact('A.22');
		const [{ lastUsedDate, lastUsedApi } = {}] = await done('serviceAccount', 'get', {
			id: byId(DEMO_ACCOUNT.id),
		});
		expect(Date.parse(String(lastUsedDate))).toBeLessThanOrEqual(platform.emulator.clock.now());
		expect(lastUsedApi).toBe('GET /account/service-accounts/{id}');
	});

	test('the version that the credential chooses is sent in the header, under both names', async () => {
		fact('A.57', 'A.155', 'A.156');
		const [id] = platform.helper.stored.keys();
		const stored = platform.helper.stored.get(id!)!;
		platform.helper.stored.set(id!, { ...stored, apiVersion: '2021-03' });
		platform.forget();
		await done('serviceAccount', 'getCount');
		platform.helper.stored.set(id!, { ...platform.helper.stored.get(id!)!, apiVersion: '' });
		expect(platform.emulator.log.at(-1)!.headers).toMatchObject({
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		});
	});

	test('the version is accepted in the query, too', async () => {
		fact('A.57', 'A.62');
		expect(await ask('GET /account/service-accounts/count?platformVersion=2021-03')).toMatchObject({
			status: 200,
		});
	});
});

describe.each([
	['users', 'User', 'userId', 'userIds', '/security/permissions'],
	[
		'service accounts',
		'ServiceAccount',
		'serviceAccountId',
		'serviceAccountIds',
		'/security/service-accounts/permissions',
	],
] as const)('workspace permission of %s', (_family, name, one, many, batch) => {
	const add = `addFor${name}`;
	const [createMany, updateMany, deleteMany, getMany] = ['create', 'update', 'delete', 'get'].map(
		(verb) => `${verb}ManyFor${name}s`,
	) as [string, string, string, string];
	let subjects: string[];
	let workspaces: string[];
	beforeEach(async () => {
		subjects = [];
		for (const each of ['one', 'two', 'three']) {
			const made =
				name === 'User'
					? await ask('POST /scim/v2/Users', {
							userName: `${each}@example.com`,
							name: { givenName: each, familyName: 'Test' },
						})
					: await ask('POST /account/service-accounts', {
							name: `Subject ${each}`,
							permissions: ['TMC_OPERATOR'],
						});
			subjects.push((made.body as { id: string }).id);
		}
		workspaces = ['Development', 'Production'].flatMap((environment) =>
			['Shared', 'Finance'].map((each) => workspaceIn(state(), environment, each).id),
		);
	});
	afterEach(async () => {
		await done('workspacePermission', deleteMany, { [many]: subjects, allWorkspaces: true });
	});

	/** The rights that the subjects of this test hold. */
	const held = async () => {
		const all = await done('workspacePermission', getMany, { returnAll: true });
		return all.filter(({ userId }) => subjects.includes(String(userId)));
	};
	const row = (subject: number, workspace: number, permissions = ['EXECUTE']) => ({
		userId: subjects[subject]!,
		workspaceId: workspaces[workspace]!,
		permissions,
	});

	describe('one permission', () => {
		const place = () => ({ workspaceId: byId(workspaces[1]), [one]: byId(subjects[0]) });
		const where = () => ({ workspaceId: workspaces[1], [one]: subjects[0] });
		const read = async () => await done('workspacePermission', `getFor${name}`, place());
		const set = async (...permissions: string[]) =>
			await done('workspacePermission', `setFor${name}`, { ...place(), permissions });

		test('a right is added', async () => {
			fact('A.72', 'A.76');
			expect(await done('workspacePermission', add, { ...place(), permissions: ['VIEW'] })).toEqual(
				[{ success: true, ...where() }],
			);
		});

		test('an added right keeps those that are there', async () => {
			fact('A.27', 'A.73', 'A.75');
			for (const permissions of ['VIEW', 'EXECUTE, VIEW'])
				await done('workspacePermission', add, { ...place(), permissions });
			expect(await read()).toEqual([
				{ workspaceId: workspaces[1], userId: subjects[0], permissions: ['VIEW', 'EXECUTE'] },
			]);
		});

		test('a set of rights replaces those that are there', async () => {
			fact('A.9', 'A.75', 'A.77');
			await done('workspacePermission', add, { ...place(), permissions: ['VIEW', 'EXECUTE'] });
			expect(await set('AUTHOR')).toEqual([{ success: true, ...where() }]);
			expect(await read()).toEqual([expect.objectContaining({ permissions: ['AUTHOR'] })]);
		});

		test('a permission is removed', async () => {
			fact('A.9', 'A.78');
			await done('workspacePermission', add, { ...place(), permissions: ['VIEW'] });
			expect(await done('workspacePermission', `removeFor${name}`, place())).toEqual([
				{ deleted: true, ...where() },
			]);
		});

		test('a removed permission is neither read nor removed again', async () => {
			fact('A.72', 'A.73', 'A.75');
			await done('workspacePermission', add, { ...place(), permissions: ['VIEW'] });
			await done('workspacePermission', `removeFor${name}`, place());
			for (const operation of [`getFor${name}`, `removeFor${name}`]) {
				const { error } = await run('workspacePermission', operation, place());
				expect(error).toMatchObject({ httpCode: '404' });
				expect(error!.description).toMatch(/has no permissions on this workspace/);
			}
		});

		test('rights are set where nothing was before', async () => {
			fact('A.77');
			expect(await set('VIEW')).toEqual([{ success: true, ...where() }]);
			expect(await read()).toEqual([expect.objectContaining({ permissions: ['VIEW'] })]);
		});

		test('an unknown workspace, an unknown subject and an unknown right are refused', async () => {
			fact('A.73', 'A.76');
			const adding = async (more: IDataObject) =>
				(await run('workspacePermission', add, { ...place(), permissions: ['VIEW'], ...more }))
					.error;
			expect(await adding({ workspaceId: byId('none') })).toMatchObject({
				httpCode: '404',
				message: 'Workspace none was not found',
			});
			expect(await adding({ [one]: byId('none') })).toMatchObject({ httpCode: '404' });
			expect(await adding({ permissions: ['FLY'] })).toMatchObject({ httpCode: '400' });
		});
	});

	describe('many permissions', () => {
		const rows = () => [row(0, 0), row(1, 0), row(2, 0), row(0, 1), row(1, 1)];
		const viewing = () => rows().map((each) => ({ ...each, permissions: ['VIEW'] }));
		const createAll = async () =>
			await done('workspacePermission', createMany, {
				permissions: { rows: rows() },
				options: { batchSize: 2 },
			});

		test('many permissions are created in order, in requests of the given size', async () => {
			fact('A.81', 'A.85', 'A.88');
			platform.forget();
			expect(await createAll()).toEqual([{ success: true, rows: 5 }]);
			const sent = requests(`POST ${batch}/batch`).map(({ body }) => JSON.parse(body) as unknown[]);
			expect(sent.map(({ length }) => length)).toEqual([2, 2, 1]);
			expect(sent.flat()).toEqual(rows());
		});

		test('many permissions are updated in one request', async () => {
			fact('A.9', 'A.82', 'A.85');
			await createAll();
			platform.forget();
			expect(
				await done(
					'workspacePermission',
					updateMany,
					{ permissionsJson: viewing() },
					{ entryPoint: 'tool' },
				),
			).toEqual([{ success: true, rows: 5 }]);
			expect(requests(`PUT ${batch}/batch`)).toHaveLength(1);
			expect(await held()).toEqual(expect.arrayContaining(viewing()));
		});

		test('the permissions are listed of a workspace and of an environment', async () => {
			fact('A.79', 'A.84', 'A.87');
			await createAll();
			const heldBySecond = async (filters: IDataObject) =>
				await done('workspacePermission', getMany, {
					returnAll: true,
					filters: { ...filters, [one]: byId(subjects[1]) },
				});
			expect(await heldBySecond({ workspaceId: byId(workspaces[1]) })).toEqual([rows()[4]]);
			expect(await heldBySecond({ environmentId: named('Production') })).toEqual([]);
		});

		test('many permissions are deleted, in requests of the given size, and others stay', async () => {
			fact('A.79');
			await createAll();
			const workspaceIds = workspaces.slice(0, 1);
			platform.forget();
			expect(
				await done('workspacePermission', deleteMany, {
					[many]: subjects,
					workspaceIds,
					options: { batchSize: 2 },
				}),
			).toEqual([{ deleted: true, [many]: subjects, workspaceIds }]);
			expect(
				requests(`DELETE ${batch}/batch`).map(({ query }) => query.map(([, value]) => value)),
			).toEqual([
				[subjects[0], subjects[1], workspaces[0]],
				[subjects[2], workspaces[0]],
			]);
			expect((await held()).map(({ workspaceId }) => workspaceId)).toEqual([
				workspaces[1],
				workspaces[1],
			]);
		});
	});

	test('an array from an expression is a batch as well', async () => {
		const data = [row(0, 0), row(1, 1)];
		await done(
			'workspacePermission',
			createMany,
			{ permissionsJson: '={{ $json.data }}' },
			{ items: [{ json: { data } }] },
		);
		expect(await held()).toEqual(data);
	});

	test.each(['workflow', 'tool'] as const)(
		'batches of several items are sent one after the other, in the order of the items (%s)',
		async (entryPoint) => {
			await done('workspacePermission', createMany, { permissions: { rows: [row(0, 0)] } });
			platform.forget();
			platform.emulator.inFlight.most = 0;
			const items = Array.from({ length: 10 }, (_, index) => ({
				json: { data: [row(0, 0, [index % 2 === 0 ? 'VIEW' : 'EXECUTE'])] },
			}));
			await done(
				'workspacePermission',
				updateMany,
				{ permissionsJson: '={{ $json.data }}' },
				{ items, entryPoint },
			);
			expect(requests(`PUT ${batch}/batch`).map(({ body }) => JSON.parse(body) as unknown)).toEqual(
				items.map(({ json }) => json.data),
			);
			expect(platform.emulator.inFlight.most).toBe(1);
		},
	);

	describe('a batch delete', () => {
		const created = async () =>
			await done('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0), row(0, 1), row(1, 0), row(1, 1)] },
			});

		test('a batch delete removes what is in both lists', async () => {
			fact('A.83', 'A.86', 'A.89');
			await created();
			await done('workspacePermission', deleteMany, {
				[many]: [subjects[0]!],
				workspaceIds: [workspaces[1]!],
			});
			expect(await held()).toEqual([row(0, 0), row(1, 0), row(1, 1)]);
		});

		test('a batch delete removes everything of a subject if that is switched on', async () => {
			fact('A.90');
			await created();
			await done('workspacePermission', deleteMany, { [many]: subjects[1], allWorkspaces: true });
			expect(await held()).toEqual([row(0, 0), row(0, 1)]);
		});

		test('a batch delete of an unknown subject is refused', async () => {
			fact('A.83', 'A.86');
			const missing = await run('workspacePermission', deleteMany, {
				[many]: ['none'],
				allWorkspaces: true,
			});
			expect(missing.error).toMatchObject({ httpCode: '404' });
		});

		test('a batch delete removes all of a workspace except for what its owner may', async () => {
			fact('A.83', 'A.90');
			const { body: made } = await ask('POST /orchestration/workspaces', {
				environmentId: environmentNamed(state(), 'Production').id,
				name: `Of all ${many}`,
			});
			const workspaceId = String((made as IDataObject).id);
			await done('workspacePermission', createMany, {
				permissions: {
					rows: subjects.slice(1, 3).map((userId) => ({ ...row(0, 0), userId, workspaceId })),
				},
			});
			// Its owner keeps what they may.
			await run('workspacePermission', deleteMany, {
				[`all${name}s`]: true,
				workspaceIds: [workspaceId],
			});
			const { body: left } = await ask(`GET ${batch}?workspaceId=${workspaceId}`);
			expect(
				(left as IDataObject[]).filter(({ userId }) =>
					subjects.slice(1, 3).includes(String(userId)),
				),
			).toEqual([]);
			expect((await ask(`DELETE /orchestration/workspaces/${workspaceId}`)).status).toBe(204);
		});
	});

	test('a batch delete with both lists empty is refused before anything is sent', async () => {
		const label = name === 'User' ? 'User Names or IDs' : 'Service Account Names or IDs';
		const all = { [many]: [], allWorkspaces: true, [`all${name}s`]: true };
		await refused(
			'workspacePermission',
			deleteMany,
			all,
			`${label} is empty, and so is Workspace IDs: give at least one of them`,
		);
		expect(await ask(`DELETE ${batch}/batch`)).toMatchObject({ status: 400 });
	});

	const nothings: unknown[] = [
		['={{ $json.missing }}'],
		'={{ $json.missing }}',
		'={{ [] }}',
		'={{ null }}',
		'={{ [null] }}',
		[''],
		',',
		'',
		'[]',
		'={{ "" }}',
		'={{ "[]" }}',
		[],
	];
	test.each(['workflow', 'tool'] as const)(
		'a batch delete with a list that turned out empty is refused (%s)',
		async (entryPoint) => {
			const lists = { [many]: subjects, workspaceIds: workspaces };
			platform.forget();
			for (const empty of Object.keys(lists))
				for (const nothing of nothings) {
					const { error } = await run(
						'workspacePermission',
						deleteMany,
						{ ...lists, [empty]: nothing } as IDataObject,
						{ entryPoint },
					);
					expect(`${JSON.stringify(nothing)}: ${refusedWords(error)}`).toMatch(
						new RegExp(
							`${empty === 'workspaceIds' ? 'Workspace Names or IDs' : /User Names or IDs|Service Account Names or IDs/.source} (must not be empty|is empty, and so is|was given, but is empty|has an empty entry)`,
						),
					);
				}
			expect(platform.emulator.log).toEqual([]);
		},
	);

	describe('rejected rows', () => {
		test('rejected rows fail the node with the list of them, and all others are done', async () => {
			fact('A.81', 'A.88', 'A.144');
			await done('workspacePermission', createMany, { permissions: { rows: [row(1, 0)] } });
			const rows = [row(0, 0), row(1, 0), { ...row(2, 0), workspaceId: 'closed' }, row(2, 0)];
			const { error, items } = await run('workspacePermission', createMany, {
				permissions: { rows },
				options: { batchSize: 3 },
			});
			expect(items).toEqual([]);
			expect(error!.message).toBe('2 of 4 rows were rejected');
			expect(error!.description).toMatch(
				/^Row 2 \(\S+, \S+\): .* has permissions on workspace \S+ already \(409\)\. Row 3 \(\S+, closed\): Workspace closed was not found \(404\)\. Everything else was done\./,
			);
			expect((await held()).map(({ userId }) => userId)).toEqual([
				subjects[1],
				subjects[0],
				subjects[2],
			]);
		});

		test('an update of what is not there is rejected', async () => {
			fact('A.82', 'A.85');
			const missing = await run('workspacePermission', updateMany, {
				permissions: { rows: [row(0, 3)] },
			});
			expect(missing.error!.message).toBe('1 of 1 rows was rejected');
			expect(missing.error!.description).toContain('(404)');
		});
	});

	test('each row can be returned with its result', async () => {
		fact('A.85', 'A.144');
		const rows = [
			row(0, 0),
			row(1, 0),
			row(2, 0),
			{ ...row(1, 0), workspaceId: 'closed' },
			row(1, 1),
		];
		expect(
			await done('workspacePermission', createMany, {
				permissions: { rows },
				onRejection: 'output',
				options: { batchSize: 2 },
			}),
		).toEqual([
			{ success: true, row: rows[0] },
			{ success: true, row: rows[1] },
			{ success: true, row: rows[2] },
			{ success: false, status: 404, message: 'Workspace closed was not found', row: rows[3] },
			{ success: true, row: rows[4] },
		]);
	});

	test('a rejection that matches no row, or says nothing, is not lost', async () => {
		const operation = `POST ${batch}/batch`;
		for (const [body, words] of [
			[
				[
					{
						status: 400,
						message: 'Too strange',
						permission: { userId: 'else', workspaceId: 'where' },
					},
				],
				/^Too strange|else, where: Too strange \(400\)\./,
			],
			[[{}], /A change: Rejected without a reason\./],
			[{ results: 'in a form of its own' }, /without saying which/],
		] as const) {
			platform.emulator.faults.add({ operation, status: 207, body, times: 2 });
			const failed = await run('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0)] },
			});
			expect(failed.error!.message).toBe('1 of 1 rows was rejected');
			expect(failed.error!.description).toMatch(words);
			const put = await done('workspacePermission', createMany, {
				permissions: { rows: [row(0, 0)] },
				onRejection: 'output',
			});
			expect(put).toEqual([
				{
					success: false,
					message: expect.stringMatching(/^May not have been done/) as string,
					row: row(0, 0),
				},
				expect.objectContaining({ success: false, result: expect.any(Object) as object }),
			]);
		}
		platform.emulator.faults.add({
			operation,
			status: 207,
			body: [{ status: 201, permission: row(0, 0) }],
		});
		expect(
			await done('workspacePermission', createMany, { permissions: { rows: [row(0, 0)] } }),
		).toEqual([{ success: true, rows: 1 }]);
	});

	test('the error says what was done if one of several requests fails', async () => {
		const rows = [
			row(0, 0),
			{ ...row(1, 0), workspaceId: 'closed' },
			row(1, 0),
			row(2, 0),
			row(0, 1),
		];
		platform.emulator.faults.add({ operation: `POST ${batch}/batch`, after: 1, status: 503 });
		platform.forget();
		const { error } = await run('workspacePermission', createMany, {
			permissions: { rows },
			options: { batchSize: 2 },
		});
		expect(requests(`POST ${batch}/batch`)).toHaveLength(2);
		expect(error).toMatchObject({
			httpCode: '503',
			message: 'Rows 3 to 4 of 5: Injected fault: 503',
		});
		expect(error!.description).toMatch(
			/Rows 1 to 2 were sent before\. Row 5 was not sent\. Rejected before: Row 2 \(.*Workspace closed was not found \(404\)\.$/,
		);
		expect(await held()).toEqual([rows[0]]);
	});

	test('a request that is refused as a whole is a result for all of its rows, if each row is returned', async () => {
		fact('A.81');
		const rows = [row(0, 0), row(1, 0), row(2, 0)];
		platform.emulator.faults.add({
			operation: `POST ${batch}/batch`,
			status: 404,
			body: { status: 404, message: 'A workspace is missing' },
		});
		const put = await done('workspacePermission', createMany, {
			permissions: { rows },
			onRejection: 'output',
			options: { batchSize: 2 },
		});
		expect(put).toEqual([
			{
				success: false,
				status: 404,
				message: 'The request with this row was refused: A workspace is missing',
				row: rows[0],
			},
			{
				success: false,
				status: 404,
				message: 'The request with this row was refused: A workspace is missing',
				row: rows[1],
			},
			{ success: true, row: rows[2] },
		]);
		platform.emulator.faults.add({ operation: `POST ${batch}/batch`, status: 403 });
		expect(
			(
				await run('workspacePermission', createMany, {
					permissions: { rows },
					onRejection: 'output',
				})
			).error,
		).toMatchObject({ httpCode: '403' });
	});

	test.each<[string, unknown, RegExp]>([
		[
			'the same subject on the same workspace twice',
			() => [row(0, 0), row(1, 0), row(0, 0, ['VIEW'])],
			/^Permissions must not have the same (User|Service Account) and Workspace twice: row 1 and row 3 have /,
		],
		[
			'a row without rights',
			() => [row(0, 0), row(1, 0, [])],
			/^Permissions, row 2: Permissions is required$/,
		],
		['no rows', () => '[]', /^Permissions is required$/],
		[
			'a field that a row does not have',
			() => [{ ...row(0, 0), name: 'Ana' }],
			/^Permissions, row 1 has no field name: remove it, or check its spelling$/,
		],
		['a row that is none', () => ['Ana'], /^Permissions, row 1 must be an object$/],
		['something else than rows', () => 'Ana', /^Permissions must be a list in valid JSON$/],
	])('%s is refused before anything is sent', async (_what, rows, message) => {
		const parameters = {
			permissionsJson: (rows as () => IDataObject[])(),
		};
		await refused('workspacePermission', createMany, parameters, message);
	});

	test('an empty list of rights is refused before anything is sent', async () => {
		const place = { workspaceId: byId(workspaces[0]), [one]: byId(subjects[0]) };
		for (const operation of [add, `setFor${name}`])
			await refused(
				'workspacePermission',
				operation,
				{ ...place, permissions: '={{ [] }}' },
				'Permissions is required',
			);
	});

	test('the error reports a missing workspace, environment or subject', async () => {
		fact('A.75', 'A.84', 'A.87');
		for (const filters of [
			{ workspaceId: byId('none') },
			{ environmentId: byId('none') },
			{ [one]: byId('none') },
		])
			expect((await run('workspacePermission', getMany, { filters })).error).toMatchObject({
				httpCode: '404',
			});
	});

	test('the error names the permission that is missing', async () => {
		fact('A.145');
		const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const before = demo.permissions;
		demo.permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		const { error } = await run('workspacePermission', getMany);
		demo.permissions = before;
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toContain('TMC_USER_MANAGEMENT or TMC_ENVIRONMENT_MANAGEMENT');
	});

	test('an unknown workspace is refused by the platform with its message and the ID of the request', async () => {
		fact('A.31', 'A.32', 'A.74');
		expect(await ask(`GET ${batch}?workspaceId=none`)).toMatchObject({
			status: 404,
			body: {
				status: 404,
				message: 'Workspace none was not found',
				requestId: expect.any(String) as string,
			},
		});
	});
});

describe('workspace permission', () => {
	test('permissions that a batch delete may not remove are reported, or returned', async () => {
		fact('A.29', 'A.83');
		const ana = userNamed(state(), 'ana.demo');
		const finance = workspaceIn(state(), 'Production', 'Finance').id;
		const parameters = { userIds: [ana], workspaceIds: [finance] };
		const { error } = await run('workspacePermission', 'deleteManyForUsers', parameters);
		expect(error!.message).toBe('1 change was rejected');
		expect(error!.description).toBe(
			`${finance}, ${ana}: The owner of a workspace keeps their permissions on it (409). Everything else was done. To continue with all results, set On Rejection to Output Each Result.`,
		);
		expect(
			await done('workspacePermission', 'deleteManyForUsers', {
				...parameters,
				onRejection: 'output',
			}),
		).toEqual([
			{
				success: false,
				status: 409,
				message: 'The owner of a workspace keeps their permissions on it',
				result: {
					status: 409,
					message: 'The owner of a workspace keeps their permissions on it',
					permissionId: { workspaceId: finance, userId: ana },
				},
			},
		]);
	});

	test('a deletion of several requests says how many were done if one fails', async () => {
		platform.emulator.faults.add({
			operation: 'DELETE /security/permissions/batch',
			after: 1,
			status: 403,
		});
		const { error } = await run('workspacePermission', 'deleteManyForUsers', {
			userIds: [userNamed(state(), 'chloe.martin'), userNamed(state(), 'farah.haddad')],
			allWorkspaces: true,
			options: { batchSize: 1 },
		});
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toMatch(
			/This was request 2 of 2; the earlier ones were done, and the later ones were not sent\.$/,
		);
	});

	test('a person who has permissions on a workspace can see it', async () => {
		const operator = await newAccount('Operator of one', [
			'TMC_OPERATOR',
			'TMC_SERVICE_ACCOUNT_MANAGEMENT',
		]);
		const [{ access_token: token } = {}] = await done('accessToken', 'issue', {
			clientId: operator.id,
			clientSecret: operator.secret,
			audience: `${platform.address}/`,
		});
		const seen = async () =>
			(
				(
					await ask('GET /orchestration/workspaces', undefined, {
						authorization: `Bearer ${String(token)}`,
					})
				).body as IDataObject[]
			).map(({ id }) => id);
		const finance = workspaceIn(state(), 'Production', 'Finance').id;
		expect(await seen()).toEqual([]);
		await done('workspacePermission', 'addForServiceAccount', {
			workspaceId: byId(finance),
			serviceAccountId: named('Operator of one'),
			permissions: ['VIEW'],
		});
		expect(await seen()).toEqual([finance]);
		await done('workspacePermission', 'removeForServiceAccount', {
			workspaceId: byId(finance),
			serviceAccountId: byId(operator.id),
		});
		expect(await seen()).toEqual([]);
	});

	test('more rejections than fit into the message are in the details of the error', async () => {
		const rows = Array.from({ length: 12 }, (_, index) => ({
			userId: 'nobody',
			workspaceId: `closed-${index}`,
			permissions: ['VIEW'],
		}));
		const { error } = await run('workspacePermission', 'createManyForUsers', {
			permissions: { rows },
		});
		expect(error!.description).toContain(
			'Row 10 (nobody, closed-9): Workspace closed-9 was not found (404). And 2 more',
		);
		expect((error as Error & { messages: string[] }).messages).toHaveLength(12);
	});
});

describe('audit log', () => {
	const get = (filters: IDataObject = {}, more = {}) =>
		done('auditLog', 'getMany', { returnAll: true, simplify: false, filters, ...more });
	const times = (logs: IDataObject[]) => logs.map(({ timestamp }) => Date.parse(String(timestamp)));
	const now = () => platform.emulator.clock.now();
	const iso = (ms: number) => new Date(ms).toISOString();
	const AUDIT = 'GET /security/audit/logs';

	test('the audit log is listed newest first', async () => {
		fact('A.34', 'A.92', 'A.104');
		const logs = await get();
		expect(times(logs)).toEqual([...times(logs)].sort((a, b) => b - a));
	});

	test('the audit log is listed within the hot period, even if more is asked for', async () => {
		fact('A.92', 'A.97', 'A.150');
		const logs = await get();
		addAuditLog(state(), now() - 61 * DAY, { eventOperation: 'too old' });
		const far = await get({ fromDate: iso(now() - 300 * DAY) });
		expect(far.map(({ logId }) => logId)).toEqual(logs.map(({ logId }) => logId));
		expect(far.some(({ eventOperation }) => eventOperation === 'too old')).toBe(false);
	});

	test('the audit log is narrowed by dates', async () => {
		fact('A.94', 'A.95', 'A.100');
		const from = now() - 10 * DAY;
		const to = now() - 5 * DAY;
		const between = times(await get({ fromDate: iso(from), toDate: iso(to) }));
		expect(between.length).toBeGreaterThan(5);
		expect(between.every((time) => time >= from && time <= to)).toBe(true);
	});

	test('the audit log is narrowed by the oldest log', async () => {
		fact('A.98', 'A.99');
		const all = await get();
		const oldest = all[7]!;
		expect((await get({ fromId: oldest.logId })).map(({ logId }) => logId)).toEqual(
			all.slice(0, 8).map(({ logId }) => logId),
		);
		expect(await get({ fromId: '00000000-0000-4000-8000-000000000000' })).toEqual([]);
	});

	test('the oldest log is ignored beside a date', async () => {
		fact('A.99');
		const from = now() - 10 * DAY;
		const oldest = (await get())[7]!;
		const dated = await get({ fromId: oldest.logId, fromDate: iso(from) });
		expect(dated.length).toBeGreaterThan(8);
	});

	test('an end in the future is that of now', async () => {
		fact('A.100');
		const all = await get();
		expect((await get({ toDate: iso(now() + 5 * DAY) })).length).toBe(all.length);
	});

	test('the audit log has its pages in headers', async () => {
		fact('A.10', 'A.92', 'A.105');
		const { body, headers, status } = await ask('GET /security/audit/logs?page=2&size=10');
		expect(status).toBe(200);
		expect(body).toHaveLength(10);
		const total = (await get()).length;
		expect(
			Object.fromEntries([...headers].filter(([name]) => /^(page|total)-/.test(name))),
		).toEqual({
			'page-first': 'false',
			'page-last': 'false',
			'page-number': '2',
			'page-total-elements': '10',
			'total-elements': String(total),
			'total-pages': String(Math.ceil(total / 10)),
		});
	});

	describe('the pages of the audit log', () => {
		test('all logs are read in pages of the largest size', async () => {
			fact('A.102', 'A.149');
			platform.forget();
			await get();
			expect(requests(AUDIT)).toHaveLength(1);
			expect(new Map(requests(AUDIT)[0]!.query).get('size')).toBe('1000');
		});

		test('a limit asks for no more than it needs', async () => {
			const all = await get();
			platform.forget();
			expect((await get({}, { returnAll: false, limit: 7 })).map(({ logId }) => logId)).toEqual(
				all.slice(0, 7).map(({ logId }) => logId),
			);
			expect(requests(AUDIT).map(({ query }) => query)).toEqual([[['size', '7']]]);
		});

		test('pages keep the size that is given, and begin where they are told', async () => {
			fact('A.101', 'A.102');
			const all = await get();
			platform.forget();
			const sized = await get({ size: 20, page: 2 }, { returnAll: false, limit: 45 });
			expect(sized.map(({ logId }) => logId)).toEqual(all.slice(20, 65).map(({ logId }) => logId));
			expect(requests(AUDIT).map(({ query }) => Object.fromEntries(query))).toEqual([
				{ size: '20', page: '2' },
				{ size: '20', page: '3' },
				{ size: '20', page: '4' },
			]);
		});

		test('all logs are read in pages of the size that is given', async () => {
			fact('A.102');
			const all = await get();
			expect((await get({ size: 20 })).map(({ logId }) => logId)).toEqual(
				all.map(({ logId }) => logId),
			);
		});
	});

	test('each log contains only the chosen fields', async () => {
		fact('A.37', 'A.38');
		const [simple] = await get({}, { simplify: true });
		expect(simple).not.toHaveProperty('request');
		expect(simple).toHaveProperty('eventOperation');
		const seeded = (
			await get({
				toDate: iso(now() - 5 * DAY),
				fields: ['timestamp', 'request.url', 'request.method', 'response.code', 'nothing'],
			})
		)[0]!;
		expect(seeded).toEqual({
			timestamp: expect.any(String) as string,
			request: { url: '/login', method: 'POST' },
			response: { code: '200' },
		});
		const [whole] = await get(
			{ toDate: iso(now() - 5 * DAY), fields: ['request'] },
			{ simplify: true },
		);
		expect(whole).toEqual({
			request: { url: '/login', method: 'POST', userAgent: 'Mozilla/5.0', body: '{}' },
		});
	});

	test('a change to users, permissions or service accounts is logged, without its body', async () => {
		fact('A.34', 'A.148');
		const before = now();
		platform.emulator.clock.advance(1000);
		const { id } = await newAccount('Logged');
		const [log] = await get({ fromDate: iso(before) });
		expect(log).toMatchObject({
			eventCategory: 'service account',
			eventOperation: 'create',
			userId: 'ana.demo',
			request: { method: 'POST', url: `${platform.address}/account/service-accounts` },
			response: { code: '201' },
		});
		expect(log!.request).not.toHaveProperty('body');
		await done('serviceAccount', 'delete', { id: byId(id) });
		expect((await get({ fromDate: iso(before) }))[0]).toMatchObject({
			eventOperation: 'delete',
			username: 'Demo',
			request: { url: `${platform.address}/account/service-accounts/${id}` },
		});
	});

	/** Does something whenever a page of logs is asked for, before it is answered. */
	async function beforeEachPage<T>(
		act: () => Promise<void> | void,
		work: () => Promise<T>,
	): Promise<T> {
		const { options } = platform.emulator;
		options.beforeAnswer = async ({ operation }) => {
			if (operation === AUDIT) await act();
		};
		try {
			return await work();
		} finally {
			delete options.beforeAnswer;
		}
	}

	test.each([
		['some', 3],
		['a whole page of', 10],
	])(
		'many pages neither repeat nor lose a log when %s new ones arrive meanwhile',
		async (_what, many) => {
			const before = (await get()).map(({ logId }) => logId);
			let pages = 0;
			const arrives = () => {
				if (++pages <= 3)
					for (let each = 0; each < many; each++)
						addAuditLog(state(), now(), { eventOperation: 'meanwhile' });
			};
			const ids = (await beforeEachPage(arrives, () => get({ size: 10 }))).map(
				({ logId }) => logId,
			);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toEqual(expect.arrayContaining(before));
		},
	);

	test('the error reports which role or support level is missing', async () => {
		fact('A.106', 'A.138');
		const { subscription } = licenseOf(state());
		const { supportLevel } = subscription!;
		subscription!.supportLevel = 'Gold';
		const poor = await run('auditLog', 'getMany');
		subscription!.supportLevel = supportLevel;
		expect(poor.error).toMatchObject({
			httpCode: '403',
			message: 'The support level must be Platinum or Mission Critical',
		});
		const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const held = demo.permissions;
		demo.permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		const { error } = await run('auditLog', 'getMany');
		demo.permissions = held;
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error!.description).toMatch(/^This needs the role of a Security Administrator/);
	});

	test('a failing page makes the node fail: no log is lost silently', async () => {
		platform.emulator.faults.add({ operation: AUDIT, after: 2, status: 400 });
		const { error, items } = await run('auditLog', 'getMany', {
			returnAll: true,
			filters: { size: 20 },
		});
		expect(error).toMatchObject({ httpCode: '400' });
		expect(items).toEqual([]);
	});

	describe('the memory that reading the audit log takes', () => {
		/** The logs of the account; ten thousand large ones replace them here. */
		let usual: AuditLog[];
		beforeEach(() => {
			usual = auditOf(state()).logs.splice(0);
			// All logs share these: the platform's own memory stays small, but each page on the wire is
			// large.
			const body = JSON.stringify({ text: 'x'.repeat(4_000) });
			for (let index = 0; index < 10_000; index++)
				addAuditLog(state(), now() - index, {
					eventOperation: 'read',
					username: 'ana.demo',
					request: { url: '/a', method: 'GET', body },
					response: { code: '200', body },
				});
			platform.emulator.options.keepAnswers = false;
		});
		afterEach(() => {
			platform.emulator.options.keepAnswers = true;
			auditOf(state()).logs.splice(0, Infinity, ...usual);
		});

		/** What eight pages add. */
		const growthOf = async (filters: IDataObject, simplify: boolean) => {
			const samples: number[] = [];
			const { items } = await beforeEachPage(
				async () => {
					samples.push(await steadyMegabytes());
				},
				() => run('auditLog', 'getMany', { returnAll: true, simplify, filters }),
			);
			expect(items).toHaveLength(10_000);
			expect(samples.length).toBeGreaterThanOrEqual(10);
			return { growth: samples[9]! - samples[1]!, items };
		};
		/** What the records of eight pages occupy alone. */
		const sizeOf = async (items: INodeExecutionData[]) => {
			const text = JSON.stringify(items.splice(0).slice(0, 8_000));
			const before = await steadyMegabytes();
			const copy = JSON.parse(text) as unknown[];
			const size = (await steadyMegabytes()) - before;
			expect(copy).toHaveLength(8_000);
			return size;
		};

		test('memory grows with what is returned, not with what is read', async () => {
			const { growth: whole, items } = await growthOf({}, false);
			const size = await sizeOf(items);
			const { growth: chosen } = await growthOf({ fields: ['timestamp', 'logId'] }, false);
			const { growth: simple } = await growthOf({}, true);
			// The bodies of 8,000 logs, twice 4 kB each, are 64 MB; beside them stand some 20 other
			// fields. A second copy would double it.
			expect(size).toBeGreaterThan(64);
			expect(whole / size).toBeGreaterThan(0.8);
			expect(whole / size).toBeLessThan(1.25);
			expect(simple).toBeLessThan(10);
			expect(chosen).toBeLessThan(5);
		});
	});
});

describe('subscription', () => {
	test('the subscription has the support level, the tokens and the engines', async () => {
		fact('A.40', 'A.41', 'A.107');
		const [subscription] = await done('subscription', 'get');
		expect(subscription).toMatchObject({
			supportLevel: 'Mission Critical',
			tokensStatus: { total: 100, consumed: 42 },
		});
		expect(subscription!.enginesStatus).toEqual(
			expect.arrayContaining([{ type: 'CLOUD', consumed: 4 }]),
		);
	});

	test('the tokens, engines and seats of the subscription have the documented fields', async () => {
		fact('A.39', 'A.42');
		const [subscription] = await done('subscription', 'get');
		const { tokensStatus, enginesStatus, seats } = subscription as {
			tokensStatus: unknown;
			enginesStatus: unknown[];
			seats: unknown[];
		};
		expect(
			[
				schemaFindings('A.TokensStatus', tokensStatus),
				...enginesStatus.map((each) => schemaFindings('A.EngineStatus', each)),
				...seats.map((each) => schemaFindings('A.Seat', each)),
			].flat(),
		).toEqual([]);
	});

	test('the error reports a missing subscription and a missing permission', async () => {
		fact('A.108', 'A.136');
		const license = licenseOf(state());
		const { subscription } = license;
		license.subscription = undefined;
		const none = await run('subscription', 'get');
		license.subscription = subscription;
		expect(none.error).toMatchObject({
			httpCode: '404',
			message: 'The account has no subscription',
		});
		const demo = state().serviceAccounts.get(DEMO_ACCOUNT.id)!;
		const held = demo.permissions;
		demo.permissions = ['TMC_SERVICE_ACCOUNT_MANAGEMENT'];
		const { error } = await run('subscription', 'get');
		demo.permissions = held;
		expect(error!.description).toContain('TMC_SUBSCRIPTION_MANAGEMENT');
	});
});

describe('refused before anything is sent', () => {
	test.each<[string, string, string, Record<string, unknown>, string]>([
		[
			'an end before the beginning',
			'auditLog',
			'getMany',
			{ filters: { fromDate: '2026-03-02', toDate: '2026-03-01' } },
			'To Date must not be before From Date',
		],
		[
			'a beginning in the future',
			'auditLog',
			'getMany',
			{ filters: { fromDate: '2036-03-02' } },
			'From Date must not be in the future',
		],
		[
			'a date that is none',
			'auditLog',
			'getMany',
			{ filters: { fromDate: 'yesterday' } },
			'From Date must be a date and time, such as 2026-03-31T08:00:00Z',
		],
		[
			'a log ID that is no UUID',
			'auditLog',
			'getMany',
			{ filters: { fromId: '4711' } },
			'From ID must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
		],
		[
			'a page size of 1001',
			'auditLog',
			'getMany',
			{ filters: { size: 1001 } },
			'Page Size must be at most 1000',
		],
		['a page 0', 'auditLog', 'getMany', { filters: { page: 0 } }, 'Page must be at least 1'],
		[
			'no name',
			'serviceAccount',
			'create',
			{ name: '={{ "" }}', permissions: ['TMC_OPERATOR'] },
			'Name is required',
		],
		[
			'no permissions',
			'serviceAccount',
			'create',
			{ name: 'x', permissions: '={{ [] }}' },
			'Permissions is required',
		],
		[
			'a service account ".."',
			'serviceAccount',
			'get',
			{ id: byId('..') },
			'Service Account must not be "." or ".."',
		],
		[
			'a batch size of 0',
			'workspacePermission',
			'deleteManyForUsers',
			{ userIds: 'u', allWorkspaces: true, options: { batchSize: 0 } },
			'Batch Size must be at least 1',
		],
	])(
		'Administration refuses %s before anything is sent',
		async (_what, resource, operation, parameters, message) =>
			await refused(resource, operation, parameters as IDataObject, message),
	);
});

const refusedRequest = async (path: `/${string}`) => {
	expect(await ask(`GET ${path}`)).toMatchObject({
		status: 400,
		body: { status: 400, message: expect.any(String) as string },
	});
};

test.each([
	'fromDate=2036-03-01T00:00:00Z',
	'fromDate=2026-03-02T00:00:00Z&toDate=2026-03-01T00:00:00Z',
	'toDate=soon',
])('audit logs with %s are refused by the platform', async (query) => {
	fact('A.95', 'A.96', 'A.100');
	await refusedRequest(`/security/audit/logs?${query}`);
});

test('audit logs from an ID that is none are refused by the platform', async () => {
	fact('A.99', 'A.106', 'A.143');
	await refusedRequest('/security/audit/logs?fromId=4711');
});

test.each(['size=1001', 'page=0'])(
	'a page of the audit log with %s is refused by the platform',
	async (query) => {
		fact('A.101', 'A.102', 'A.149');
		await refusedRequest(`/security/audit/logs?${query}`);
	},
);

test('a list of permissions with an unknown parameter is refused by the platform', async () => {
	fact('A.84');
	await refusedRequest('/security/permissions?userIds=a');
});

describe('a request without a valid token', () => {
	const text = expect.any(String) as string;

	/** The service responds with 401 in its own shape. */
	const refusedToken = async (path: `/${string}`, body: object) => {
		for (const authorization of [
			'',
			'Bearer nonsense',
			`Basic ${Buffer.from(`${DEMO_ACCOUNT.id}:${DEMO_ACCOUNT.secret}`).toString('base64')}`,
		])
			expect(await ask(`GET ${path}`, undefined, { authorization })).toMatchObject({
				status: 401,
				body,
			});
	};

	test('service accounts are refused in the shape of their area', async () => {
		fact('A.62', 'A.69', 'A.143');
		await refusedToken('/account/service-accounts/permissions', { status: 401, detail: text });
	});

	test('the subscription is refused in the shape of its area', async () => {
		fact('A.108', 'A.130');
		await refusedToken('/account/subscription', { status: 401, message: text, requestId: text });
	});

	test('permissions are refused in the shape of their area', async () => {
		fact('A.130');
		await refusedToken('/security/permissions', { status: 401, message: text, requestId: text });
	});

	test('audit logs are refused in the shape of their area', async () => {
		fact('A.93', 'A.106');
		await refusedToken('/security/audit/logs', { status: 401, message: text, requestId: text });
	});

	test('users are refused in the shape of SCIM', async () => {
		fact('A.109');
		await refusedToken('/scim/v2/Users', {
			schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
			status: '401',
			detail: text,
		});
	});
});

test('each region is offered, with its address as audience', () => {
	fact('A.4', 'A.5', 'A.12');
	const { properties } = new TalendCloudAccount().description;
	const regions = properties.find(({ name }) => name === 'audience')!.options as Array<{
		name: string;
		value: string;
	}>;
	expect(regions).toEqual([
		{ name: 'Another Address', value: 'other' },
		{ name: 'Asia Pacific', value: 'https://api.ap.cloud.talend.com/' },
		{ name: 'Australia', value: 'https://api.au.cloud.talend.com/' },
		{ name: 'Europe', value: 'https://api.eu.cloud.talend.com/' },
		{ name: 'United States East', value: 'https://api.us.cloud.talend.com/' },
		{ name: 'United States West', value: 'https://api.us-west.cloud.talend.com/' },
	]);
});

test('users, service accounts and workspaces are chosen by name', async () => {
	const finance = workspaceIn(state(), 'Production', 'Finance');
	// Two workspaces are called Finance; within one environment the name is enough.
	const { error } = await run('workspacePermission', 'getForUser', {
		workspaceId: named('Finance'),
		userId: named('ana.demo'),
	});
	expect(error!.message).toMatch(/^Workspace "Finance" matches 2 records/);
	expect(
		await done('workspacePermission', 'getForUser', {
			workspaceId: byId(finance.id),
			userId: named('ana.demo'),
		}),
	).toEqual([expect.objectContaining({ userId: userNamed(state(), 'ana.demo') })]);
	expect(
		await done('workspacePermission', 'getManyForUsers', {
			returnAll: true,
			filters: {
				environmentId: byId(environmentNamed(state(), 'Production').id),
				workspaceId: named('Finance'),
				userId: named('ana.demo'),
			},
		}),
	).toHaveLength(1);
	expect(orchestrationOf(state()).workspaces.get(finance.id)!.members).toContain('ana.demo');
});

test('every operation was done, and the responses are as documented', () => {
	fact('A.22', 'A.24');
	expect(
		judge(
			'Account',
			platform.everything,
			(resource) => !['user', 'group', 'role', 'me'].includes(resource),
		),
	).toEqual({ notDone: [], notDocumented: [] });
});
