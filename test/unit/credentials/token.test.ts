import type { IHttpRequestOptions } from 'n8n-workflow';
import { signInTest } from '../../../credentials/signInTest';
import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import {
	CredentialRefused,
	type ServiceAccount,
	signed,
	tokenFor,
	tokenRefused,
	usableToken,
} from '../../../credentials/token';
import { fact } from '../../support/fact';
import { account, aDayEach, type Answer, plain, signIn } from '../../support/signIn';

const time = aDayEach();

test('the exchange uses Basic and JSON, with the region’s audience and the version', async () => {
	fact('A.11', 'A.12');
	const { helpers, requests } = signIn();
	const of = account({ clientId: 'id', clientSecret: 'a:b', apiVersion: '2021-03' });
	await tokenFor(helpers, of, '');
	expect(requests[0]).toMatchObject({
		method: 'POST',
		url: 'https://api.eu.cloud.talend.com/security/oauth/token',
		headers: {
			Authorization: `Basic ${Buffer.from('id:a:b').toString('base64')}`,
			'Content-Type': 'application/json',
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		},
		body: '{"grant_type":"client_credentials","audience":"https://api.eu.cloud.talend.com/"}',
		disableFollowRedirect: true,
	});
});

test('any number of simultaneous requests share one exchange', async () => {
	const { helpers, requests } = signIn();
	const of = account();
	const tokens = await Promise.all(Array.from({ length: 2_000 }, () => tokenFor(helpers, of, '')));
	expect(requests).toHaveLength(1);
	expect(new Set(tokens.map(plain))).toEqual(new Set(['token-1']));
});

test('a refused token costs one exchange, and is never used again', async () => {
	const { helpers, requests } = signIn();
	const of = account();
	const first = await tokenFor(helpers, of, '');
	time.now += 1_000;
	const second = await Promise.all(Array.from({ length: 50 }, () => tokenFor(helpers, of, first)));
	expect(requests).toHaveLength(2);
	expect(new Set(second.map(plain))).toEqual(new Set(['token-2']));
	// An older process comes with the first token: the second is newer and is handed out.
	expect(plain(await tokenFor(helpers, of, first))).toBe('token-2');
	// The second was refused as well, whoever comes with whatever.
	expect(plain(await tokenFor(helpers, of, second[0]))).toBe('token-3');
	expect(plain(await tokenFor(helpers, of, ''))).toBe('token-3');
	expect(requests).toHaveLength(3);
});

test('a token of another process is not replaced by an older one', async () => {
	const { helpers, requests } = signIn();
	const of = account();
	const own = await tokenFor(helpers, of, '');
	const newer = JSON.stringify({
		...(JSON.parse(own) as object),
		token: 'of-another-process',
		issuedAt: time.now + 60_000,
	});
	time.now += 120_000;
	expect(plain(await tokenFor(helpers, of, newer))).toBe('token-2');
	expect(requests).toHaveLength(2);
});

test.each<{ what: string; expiresIn: unknown; life: number | undefined }>([
	{ what: 'a number', expiresIn: 1800, life: 1_770_000 },
	{ what: 'a text', expiresIn: '1800', life: 1_770_000 },
	{ what: 'short', expiresIn: 100, life: 90_000 },
	{ what: 'absent', expiresIn: undefined, life: undefined },
	{ what: 'empty', expiresIn: '', life: undefined },
	{ what: 'nonsense', expiresIn: 'soon', life: undefined },
	{ what: 'nothing', expiresIn: 0, life: undefined },
])('the life of a token with expires_in $what is respected', async ({ expiresIn, life }) => {
	const { helpers } = signIn({
		statusCode: 200,
		body: { access_token: 't', expires_in: expiresIn },
	});
	const of = account();
	of.accessToken = await tokenFor(helpers, of, '');
	expect(usableToken(of)).toBe('t');
	time.now += (life ?? 86_400_000) - 1;
	expect(usableToken(of)).toBe('t');
	time.now += 1;
	expect(usableToken(of)).toBe(life === undefined ? 't' : undefined);
});

test('a token belongs to its account, secret and address', async () => {
	const { helpers } = signIn();
	const of = account();
	of.accessToken = await tokenFor(helpers, of, '');
	expect(usableToken(of)).toBe('token-1');
	for (const change of [{ clientSecret: 'other' }, { clientId: 'other' }, { region: 'us' }])
		expect(usableToken({ ...of, ...change })).toBeUndefined();
	expect(usableToken({ ...of, accessToken: 'a token of an older version' })).toBeUndefined();
	expect(usableToken({ ...of, accessToken: '{"token":1}' })).toBeUndefined();
});

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
				'The service account may not fetch a token at api.eu.cloud.talend.com (403): it needs the permission Service Account - Manage',
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
		{
			what: '404',
			answer: { statusCode: 404 },
			message: 'There is no sign-in at api.eu.cloud.talend.com (404): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 404,
		},
		{
			what: 'a redirect',
			answer: { statusCode: 302 },
			message: 'There is no sign-in at api.eu.cloud.talend.com (302): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 302,
		},
		{
			what: '429',
			answer: { statusCode: 429, headers: { 'retry-after': '40' } },
			message:
				'The sign-in at api.eu.cloud.talend.com did not succeed (429): there were too many, try again later',
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
			message: 'api.eu.cloud.talend.com answered without a token: check the region or address',
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
	])('$what says what to check and shows nothing', async ({ answer, message, todo, status }) => {
		const { helpers } = signIn(answer);
		const of = account({ clientId: 'my-client-id' });
		const error = await tokenFor(helpers, of, '').catch(
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
		const of = account();
		for (let item = 0; item < 400; item++)
			await expect(tokenFor(helpers, of, '')).rejects.toThrow('refused (401)');
		expect(requests).toHaveLength(1);
		time.now += 5_000;
		await expect(tokenFor(helpers, of, '')).rejects.toThrow('refused (401)');
		expect(requests).toHaveLength(2);
	});

	test('a refused sign-in that may be temporary is repeated', async () => {
		const { helpers, requests } = signIn(
			{ statusCode: 503 },
			{ statusCode: 200, body: { access_token: 't' } },
		);
		const of = account();
		await expect(tokenFor(helpers, of, '')).rejects.toThrow('did not succeed');
		expect(plain(await tokenFor(helpers, of, ''))).toBe('t');
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

test('a stale token makes n8n fetch a new one before anything is sent', async () => {
	const type = new TalendCloudApi();
	const authenticate = type.authenticate as (
		credentials: object,
		request: IHttpRequestOptions,
	) => Promise<IHttpRequestOptions>;
	await expect(authenticate(account(), { url: '/x' })).rejects.toMatchObject({
		response: { status: 401 },
	});
	const { helpers } = signIn();
	const of = account();
	Object.assign(of, await type.preAuthentication.call(helpers, of as never));
	await expect(authenticate(of, { url: '/x', headers: { a: 'b' } })).resolves.toEqual({
		url: 'https://api.eu.cloud.talend.com/x',
		headers: { a: 'b', Authorization: 'Bearer token-1' },
	});
});

test('the check of a credential checks whether the token is valid, not what it permits', () => {
	const { request, rules } = signInTest;
	expect([request.method ?? 'GET', request.url, request.disableFollowRedirect]).toEqual([
		'GET',
		'/account/service-accounts/permissions',
		true,
	]);
	const { ignore, except } = request.ignoreHttpStatusErrors as {
		ignore: boolean;
		except: number[];
	};
	expect([ignore, except.includes(401), except.includes(403)]).toEqual([true, true, false]);
	// What is neither yes nor no is explained: something else answers there, or nothing does at the
	// moment.
	const reported = new Map(
		rules!.map(({ properties }) => properties).map(({ value, message }) => [value, message]),
	);
	expect([...reported.keys()].sort()).toEqual([...except].sort());
	expect([reported.get(401), reported.get(302), reported.get(503)]).toEqual([
		expect.stringContaining('belongs to another region'),
		expect.stringContaining('check the region or address'),
		expect.stringContaining('try again later'),
	]);
});

describe('what becomes of a token that the platform refuses', () => {
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

	test('a token that was issued since the refusal is used', async () => {
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

test('setting the clock back does not keep a refused sign-in', async () => {
	const { helpers, requests } = signIn(
		{ statusCode: 401 },
		{ statusCode: 200, body: { access_token: 'good' } },
	);
	const of = account();
	await expect(tokenFor(helpers, of, '')).rejects.toThrow('refused');
	const real = time.now;
	jest.spyOn(performance, 'now').mockImplementation(() => real - 1_700_000_000_000 + 6_000);
	time.now -= 3_600_000;
	expect(plain(await tokenFor(helpers, of, ''))).toBe('good');
	expect(requests).toHaveLength(2);
});

test('an account that is unused for an hour is forgotten', async () => {
	const { helpers, requests } = signIn({ statusCode: 200, body: { access_token: 'lasts' } });
	const of = account();
	await tokenFor(helpers, of, '');
	await tokenFor(helpers, of, '');
	expect(requests).toHaveLength(1);
	time.now += 3_601_000;
	await tokenFor(helpers, account(), '');
	await tokenFor(helpers, of, '');
	expect(requests).toHaveLength(3);
});
