/**
 * What follows if a sign-in or a token is refused.
 */
import { CredentialRefused } from '../../../credentials/credentialRefused';
import type { ServiceAccount } from '../../../credentials/serviceAccount';
import { signed, tokenFor, tokenRefused, usableToken } from '../../../credentials/token';
import { account, aDayEach, type Answer, plain, signIn } from '../../support/signIn';

const time = aDayEach();

describe('a refused sign-in', () => {
	test.each<{
		what: string;
		answer: Answer | Error;
		message: string;
		todo: string;
		status: number | undefined;
	}>([
		{
			what: '401',
			answer: { statusCode: 401 },
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (401): check the client ID, the client secret and the region',
			todo: 'The secret is shown only once',
			status: 401,
		},
		{
			what: '400',
			answer: { statusCode: 400 },
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (400): check the client ID, the client secret and the region',
			todo: 'The region is the part of your console’s address',
			status: 400,
		},
		{
			what: '400 because of the audience, which is the address of the region',
			answer: {
				statusCode: 400,
				body: { message: 'The audience must be https://api.us.cloud.talend.com/' },
			},
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (400): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 400,
		},
		{
			what: '403',
			answer: { statusCode: 403 },
			message:
				'The service account is not allowed to fetch a token at api.eu.cloud.talend.com (403): it needs the permission Service Account - Manage',
			todo: 'TMC_SERVICE_ACCOUNT_MANAGEMENT',
			status: 403,
		},
		{
			what: '403 with a web page',
			answer: { statusCode: 403, body: '<html><head><title>Blocked</title></head></html>' },
			message:
				'The sign-in did not reach api.eu.cloud.talend.com (403): something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall',
			todo: 'an IP allowlist, a proxy, or a firewall',
			status: 403,
		},
		...[407, 511].map((status) => ({
			what: `${status} of a proxy`,
			answer: { statusCode: status },
			message: `The sign-in did not reach api.eu.cloud.talend.com (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`,
			todo: 'Check the user and password of the proxy (HTTPS_PROXY), or ask',
			status,
		})),
		{
			what: '404',
			answer: { statusCode: 404 },
			message:
				'No sign-in endpoint was found at api.eu.cloud.talend.com (404): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 404,
		},
		...[405, 410, 413, 421, 451].map((status) => ({
			what: `${status} of another server`,
			answer: { statusCode: status },
			message: `No sign-in endpoint was found at api.eu.cloud.talend.com (${status}): check the region or address`,
			todo: 'eu in tmc.eu.cloud.talend.com',
			status,
		})),
		{
			what: '425',
			answer: { statusCode: 425 },
			message: 'The sign-in at api.eu.cloud.talend.com did not succeed (425): try again later',
			todo: 'If it persists',
			status: 425,
		},
		{
			what: 'a redirect',
			answer: { statusCode: 302 },
			message:
				'No sign-in endpoint was found at api.eu.cloud.talend.com (302): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 302,
		},
		{
			what: '429',
			answer: { statusCode: 429, headers: { 'retry-after': '40' } },
			message:
				'The sign-in at api.eu.cloud.talend.com did not succeed (429): too many sign-ins. Try again later',
			todo: 'If it persists',
			status: 429,
		},
		{
			what: '503',
			answer: { statusCode: 503 },
			message: 'The sign-in at api.eu.cloud.talend.com did not succeed (503): try again later',
			todo: 'If it persists',
			status: 503,
		},
		{
			what: 'no token in it',
			answer: { statusCode: 200, body: '<html>' },
			message: 'api.eu.cloud.talend.com returned no token: check the region or address',
			todo: 'Something other than Talend Cloud',
			status: 200,
		},
		{
			what: 'no connection',
			answer: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
			message:
				'api.eu.cloud.talend.com could not be reached to fetch a token: check the region or address, and the network of n8n.',
			todo: 'eu in tmc.eu.cloud.talend.com. (ECONNREFUSED)',
			status: undefined,
		},
		{
			what: 'a certificate of the proxy that inspects the traffic',
			answer: Object.assign(new Error('self-signed certificate in certificate chain'), {
				code: 'SELF_SIGNED_CERT_IN_CHAIN',
			}),
			message:
				'The certificate of api.eu.cloud.talend.com was rejected: check the address, and whether n8n knows the certificate (NODE_EXTRA_CA_CERTS)',
			todo: 'add the CA certificate to n8n with NODE_EXTRA_CA_CERTS. (SELF_SIGNED_CERT_IN_CHAIN)',
			status: undefined,
		},
	])('$what says what to check and shows nothing', async ({ answer, message, todo, status }) => {
		const { helpers } = signIn(answer);
		const serviceAccount = account({ clientId: 'my-client-id' });
		const error = await tokenFor(helpers, serviceAccount, '').catch(
			(reason: unknown) => reason as CredentialRefused,
		);
		expect(error).toBeInstanceOf(CredentialRefused);
		expect(error).toMatchObject({
			message,
			description: expect.stringContaining(todo) as string,
			refusedWith: status,
		});
		expect(
			JSON.stringify({ ...(error as object), message, stack: (error as Error).stack }),
		).not.toMatch(/my-client-id|s3cr3t/);
		time.now += 10_000;
	});

	test('a refused sign-in is not repeated at once for each item, but after a moment', async () => {
		const { helpers, requests } = signIn({ statusCode: 401 });
		const serviceAccount = account();
		for (let item = 0; item < 400; item++)
			await expect(tokenFor(helpers, serviceAccount, '')).rejects.toThrow('refused (401)');
		expect(requests).toHaveLength(1);
		time.now += 5_000;
		await expect(tokenFor(helpers, serviceAccount, '')).rejects.toThrow('refused (401)');
		expect(requests).toHaveLength(2);
	});

	test('a refused sign-in that may be temporary is repeated', async () => {
		const { helpers, requests } = signIn(
			{ statusCode: 503 },
			{ statusCode: 200, body: { access_token: 't' } },
		);
		const serviceAccount = account();
		await expect(tokenFor(helpers, serviceAccount, '')).rejects.toThrow('did not succeed');
		expect(plain(await tokenFor(helpers, serviceAccount, ''))).toBe('t');
		expect(requests).toHaveLength(2);
	});

	test('nothing is sent without an ID or a secret', async () => {
		const { helpers, requests } = signIn();
		await expect(tokenFor(helpers, account({ clientSecret: '' }), '')).rejects.toThrow(
			'no client ID or no client secret',
		);
		await expect(tokenFor(helpers, account({ clientId: ' ' }), '')).rejects.toThrow(
			'no client ID or no client secret',
		);
		expect(requests).toEqual([]);
	});
});

describe('the token that the platform refuses', () => {
	/** An account with a token that was issued now. */
	const signedIn = async () => {
		const { helpers, requests } = signIn();
		const credential = account();
		const token = await tokenFor(helpers, credential, '');
		return { helpers, requests, credential, holding: { ...credential, accessToken: token } };
	};
	/** A request with what is held, and the one that n8n makes of it. */
	const sendWith = (held: ServiceAccount) => {
		const request = {};
		return { request, signedRequest: signed(held, request, (token) => ({ token })) };
	};

	test('a token that was issued when the request began, or later, stays in use', async () => {
		const { holding } = await signedIn();
		// The platform refuses what is new.
		expect(tokenRefused(sendWith(holding).request, time.now)).toBe(false);
		expect(usableToken(holding)).toBe(plain(holding.accessToken));
	});

	test('an older token is never used again', async () => {
		const { holding } = await signedIn();
		time.now += 1_000;
		expect(tokenRefused(sendWith(holding).request, time.now)).toBe(true);
		expect(usableToken(holding)).toBeUndefined();
	});

	test('a request without a token is sent again, so that n8n fetches one', async () => {
		const { holding } = await signedIn();
		time.now += 1_000;
		tokenRefused(sendWith(holding).request, time.now);
		const { request, signedRequest } = sendWith(holding);
		expect(signedRequest).toBeUndefined();
		expect(tokenRefused(request, time.now)).toBe(true);
	});

	test('a token that was issued after the refusal is used', async () => {
		const { helpers, requests, credential, holding } = await signedIn();
		time.now += 1_000;
		tokenRefused(sendWith(holding).request, time.now);
		const renewed = await tokenFor(helpers, credential, holding.accessToken);
		expect(plain(renewed)).not.toBe(plain(holding.accessToken));
		expect(usableToken({ ...credential, accessToken: renewed })).toBe(plain(renewed));
		expect(requests).toHaveLength(2);
	});

	test('a request of another credential type was not sent with a token', async () => {
		expect(tokenRefused({}, time.now)).toBe(false);
	});

	test('a request that n8n repeats was sent with its last token', async () => {
		const { helpers, credential, holding } = await signedIn();
		const { request, signedRequest } = sendWith(holding);
		expect(signedRequest).toEqual({ token: plain(holding.accessToken) });
		time.now += 1_000;
		const newest = await tokenFor(helpers, credential, holding.accessToken);
		expect(
			signed({ ...credential, accessToken: newest }, signedRequest!, (token) => ({ token })),
		).toEqual({ token: plain(newest) });
		expect(tokenRefused(request, time.now)).toBe(false);
		expect(tokenRefused(request, time.now + 1)).toBe(true);
		expect(usableToken({ ...credential, accessToken: newest })).toBeUndefined();
	});
});

test('setting the clock back does not prolong a refused sign-in', async () => {
	const { helpers, requests } = signIn(
		{ statusCode: 401 },
		{ statusCode: 200, body: { access_token: 'good' } },
	);
	const serviceAccount = account();
	await expect(tokenFor(helpers, serviceAccount, '')).rejects.toThrow('refused');
	const real = time.now;
	jest.spyOn(performance, 'now').mockImplementation(() => real - 1_700_000_000_000 + 6_000);
	time.now -= 3_600_000;
	expect(plain(await tokenFor(helpers, serviceAccount, ''))).toBe('good');
	expect(requests).toHaveLength(2);
});
