/** Access tokens: issued by the node, and requests that have no valid one. */
import { DEMO_ACCOUNT } from '../../../emulator/seed';
import { TalendCloudAccount } from '../../../nodes/TalendCloudAccount/TalendCloudAccount.node';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { ask, expectRefused, newAccount, platform, run, succeed } from './stage';

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
			platform.clearLog();
			const [token] = await succeed('accessToken', 'issue', issue(account));
			return { account, token: token! };
		};

		test('the token is a JWT to be sent as a Bearer token', async () => {
			fact('A.13', 'A.14');
			const { token } = await issued();
			expect(token).toMatchObject({
				access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
				token_type: 'Bearer',
			});
		});

		test('the lifetime of the token is a text in seconds', async () => {
			fact('A.15', 'A.151');
			const { token } = await issued();
			expect(token.expires_in).toBe('1800');
		});

		test('the token has only its documented fields', async () => {
			fact('A.15', 'A.151');
			const { token } = await issued();
			expect(Object.keys(token).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
		});

		test('the token is that of the account that the node names, not of its credential', async () => {
			fact('A.7', 'A.60', 'A.131');
			const { account, token } = await issued();
			expect(await platform.emulator.tokens.subjectOf(String(token.access_token))).toBe(account.id);
		});

		test('the token is requested with Basic authentication, for the address of its region', async () => {
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

	test('an access token is issued at an entered address, with or without a trailing slash', async () => {
		const account = await newAccount('Behind a proxy');
		for (const address of [platform.address, `${platform.address}/`]) {
			platform.clearLog();
			const [token] = await succeed(
				'accessToken',
				'issue',
				issue(account, { audience: 'other', address }),
			);
			expect(token).toMatchObject({ token_type: 'Bearer' });
			expect(JSON.parse(platform.emulator.log[0]!.body)).toMatchObject({
				audience: `${platform.address}/`,
			});
		}
	});

	test('an entered address without encryption is refused before anything is sent', async () => {
		await expectRefused(
			'accessToken',
			'issue',
			issue(DEMO_ACCOUNT, { audience: 'other', address: 'http://example.com' }),
			/^"Region" is not a Talend Cloud address/,
		);
	});

	test('a token permits what its account may do, until it expires', async () => {
		fact('A.16', 'A.132');
		const account = await newAccount('Reader', ['TMC_SERVICE_ACCOUNT_MANAGEMENT']);
		const [{ access_token: token } = {}] = await succeed('accessToken', 'issue', issue(account));
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
		describe('a wrong secret', () => {
			const tried = async () => {
				const account = await newAccount('No rights', ['TMC_OPERATOR']);
				const given = issue({ ...account, secret: 'a-wrong-secret' });
				return { account, ...(await run('accessToken', 'issue', given)) };
			};

			test('the error advises on what to check', async () => {
				fact('A.61');
				const { error } = await tried();
				expect(error).toMatchObject({
					httpCode: '401',
					message: 'Client id or secret is missing or invalid',
				});
				expect(error!.description).toMatch(
					/^Check the client ID, the client secret and the region in this node\. The credential of the node is not used here\./,
				);
			});

			test('the error shows neither the secret nor the header that contains it', async () => {
				const { account, error, stored } = await tried();
				const header = Buffer.from(`${account.id}:a-wrong-secret`).toString('base64');
				expect(JSON.stringify(error)).not.toContain('a-wrong-secret');
				expect(JSON.stringify(error)).not.toContain(header);
				// n8n itself stores what is entered in the node, but not what the node sends.
				expect(stored).not.toContain(header);
			});
		});

		test('the error names the permission that an account lacks for issuing tokens', async () => {
			fact('A.59', 'A.137');
			const account = await newAccount('No rights', ['TMC_OPERATOR']);
			const poor = await run('accessToken', 'issue', issue(account));
			expect(poor.error).toMatchObject({ httpCode: '403' });
			expect(poor.error!.description).toContain(
				'TMC_SERVICE_ACCOUNT_MANAGEMENT (Service Account - Manage)',
			);
			expect(JSON.stringify(poor.error)).not.toContain(account.secret);
		});

		test('a request for a token that fails five times is reported', async () => {
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
		['https://api.eu.cloud.talend.com', '"Region" must end with a slash'],
		[
			'http://api.eu.cloud.talend.com/',
			'"Region" is not a Talend Cloud address: Address must begin with https:// (http:// is possible only for this machine, such as http://127.0.0.1)',
		],
		[
			'eu/',
			'"Region" is not a Talend Cloud address: Address must be an address such as https://api.in.cloud.talend.com',
		],
	])('the region %s is refused before anything is sent', async (audience, message) => {
		await expectRefused('accessToken', 'issue', issue(DEMO_ACCOUNT, { audience }), message);
	});
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

	test('the refusal of service accounts has the format of their area', async () => {
		fact('A.62', 'A.69', 'A.143');
		await refusedToken('/account/service-accounts/permissions', { status: 401, detail: text });
	});

	test('the refusal of the subscription has the format of its area', async () => {
		fact('A.108', 'A.130');
		await refusedToken('/account/subscription', { status: 401, message: text, requestId: text });
	});

	test('the refusal of permissions has the format of their area', async () => {
		fact('A.130');
		await refusedToken('/security/permissions', { status: 401, message: text, requestId: text });
	});

	test('the refusal of audit logs has the format of their area', async () => {
		fact('A.93', 'A.106');
		await refusedToken('/security/audit/logs', { status: 401, message: text, requestId: text });
	});

	test('the refusal of users has the format of SCIM', async () => {
		fact('A.109');
		await refusedToken('/scim/v2/Users', {
			schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
			status: '401',
			detail: text,
		});
	});
});

judgeRequests(platform, 'Account', ['accessToken']);
