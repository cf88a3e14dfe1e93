/**
 * What the engine promises about credentials and tokens.
 */
import { DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { byId } from '../../support/demo';
import { fact } from '../../support/fact';
import { anExecution, items, platform, requestCount, start, TOKEN } from './promisesStage';

describe('the credential', () => {
	test('a refused sign-in says what to check, after two exchanges at most for 20 items', async () => {
		const { run, credentialStore } = await start();
		const [id] = credentialStore.stored.keys();
		credentialStore.stored.set(id!, {
			...credentialStore.stored.get(id!),
			clientSecret: 'a-wrong-secret',
			accessToken: '',
		});
		const { error, stored } = await run(
			'Processing',
			'taskExecution',
			'getMany',
			{},
			{ items: items(20) },
		);
		expect(error!.message).toMatch(
			/^The sign-in at 127\.0\.0\.1:\d+ was refused \(401\): check the client ID, the client secret and the region$/,
		);
		expect(error!.description).toContain('The secret is shown only once');
		expect(error).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(stored).not.toContain('a-wrong-secret');
		expect(stored).not.toContain(DEMO_ACCOUNT.secret);
		expect(requestCount(TOKEN)).toBeLessThanOrEqual(2);
	});

	test('an old token is not used with a changed secret', async () => {
		const { run, credentialStore, emulator } = await start();
		const get = () =>
			run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) });
		expect((await get()).error).toBeUndefined();
		const [id] = credentialStore.stored.keys();
		credentialStore.stored.set(id!, {
			...credentialStore.stored.get(id!),
			clientSecret: 'a-wrong-secret',
		});
		expect((await get()).error!.message).toMatch(/^The sign-in at .* was refused/);
		emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!.secret = 'a-new-secret';
		credentialStore.stored.set(id!, {
			...credentialStore.stored.get(id!),
			clientSecret: 'a-new-secret',
		});
		expect((await get()).error).toBeUndefined();
	});

	test.each(['string', 'number', 'absent'] as const)(
		'a token works when expires_in is %s',
		async (expiresIn) => {
			fact('A.15');
			// Both descriptions show a text; what clients saw is that and more
			// (docs/platform/interface.md, "Signing in").
			const odd = [
				'answered: A/TokenResponse.expires_in must be null',
				'answered: A/TokenResponse.expires_in must be string',
				'answered: oauth/TokenResponse.expires_in must be string',
			];
			const { run, emulator } = await start(
				{ tokens: { expiresIn } },
				expiresIn === 'number' ? odd : [],
			);
			const get = () =>
				run('Processing', 'taskExecution', 'get', { executionId: byId(anExecution()) });
			expect((await get()).error).toBeUndefined();
			emulator.clock.advance(31 * 60_000);
			expect((await get()).error).toBeUndefined();
			expect(requestCount(TOKEN)).toBe(2);
		},
	);

	test('the error names the permission that is missing for tokens', async () => {
		fact('A.137');
		const { run, emulator } = await start();
		emulator.state.serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = [];
		const { error } = await run('Processing', 'taskExecution', 'getMany');
		expect(error!.message).toMatch(/^The service account is not allowed to fetch a token/);
		expect(error!.description).toContain('TMC_SERVICE_ACCOUNT_MANAGEMENT');
	});

	test.each(['serviceAccount', 'token'])(
		'n8n reads a credential fewer than ten times for 100 items: %s',
		async (authentication) => {
			const { run, credentialStore, address } = await start();
			const credentials =
				authentication === 'token'
					? {
							talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
								region: 'other',
								address,
								token: DEMO_TOKEN,
								apiVersion: '2021-03',
							}),
						}
					: undefined;
			const get = async (count: number) =>
				await run(
					'Processing',
					'taskExecution',
					'get',
					{ authentication, executionId: byId(anExecution()) },
					{ items: items(count), ...(credentials ? { credentials } : {}) },
				);
			await get(1);
			const reads = jest.spyOn(credentialStore, 'getDecrypted');
			const result = await get(100);
			expect(result.error).toBeUndefined();
			expect(result.items).toHaveLength(100);
			expect(reads.mock.calls.length).toBeGreaterThan(0);
			expect(reads.mock.calls.length).toBeLessThan(10);
		},
	);

	const startWithToken = async () => {
		const { run, credentialStore, address } = await start();
		const credentials = {
			talendCloudTokenApi: credentialStore.add('talendCloudTokenApi', {
				region: 'other',
				address,
				token: DEMO_TOKEN,
				apiVersion: '2021-03',
			}),
		};
		const parameters = { authentication: 'token', executionId: byId(anExecution()) };
		return {
			credentialStore,
			read: async () =>
				await run('Processing', 'taskExecution', 'get', parameters, { credentials }),
		};
	};

	test('a personal access token is accepted in place of a service account', async () => {
		fact('A.131');
		const { read } = await startWithToken();
		expect((await read()).error).toBeUndefined();
		expect(platform().emulator.log.at(-1)!.headers).toMatchObject({
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		});
	});

	test('a revoked personal access token is refused without being shown', async () => {
		const { read, credentialStore } = await startWithToken();
		const id = [...credentialStore.stored.keys()].at(-1);
		credentialStore.stored.set(id!, {
			...credentialStore.stored.get(id!),
			token: 'a-revoked-token',
		});
		const { error, stored } = await read();
		expect(error).toMatchObject({
			httpCode: '401',
			message: 'The bearer token is missing, invalid or expired',
		});
		expect(error!.description).toMatch(
			/^Check the client ID, secret and region in the credential \(or the token/,
		);
		expect(stored).not.toContain('a-revoked-token');
	});

	test('a failed execution that n8n stores contains no token', async () => {
		const { run, credentialStore } = await start();
		const { stored } = await run('Processing', 'taskExecution', 'get', {
			executionId: byId('none'),
		});
		const token = JSON.parse(String([...credentialStore.stored.values()][0]!.accessToken)) as {
			token: string;
		};
		expect(stored).toContain('Execution none was not found');
		expect(stored).not.toContain(token.token);
		expect(stored).not.toMatch(/Bearer|eyJ/);
	});
});
