/**
 * How a token is exchanged, shared and used.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { signInTest } from '../../../credentials/signInTest';
import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { tokenFor, usableToken } from '../../../credentials/token';
import { fact } from '../../support/fact';
import { account, aDayEach, plain, signIn } from '../../support/signIn';

const time = aDayEach();

test('the exchange uses Basic and JSON, with the region’s audience and the version', async () => {
	fact('A.11', 'A.12');
	const { helpers, requests } = signIn();
	const serviceAccount = account({ clientId: 'id', clientSecret: 'a:b', apiVersion: '2021-03' });
	await tokenFor(helpers, serviceAccount, '');
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
	const serviceAccount = account();
	const tokens = await Promise.all(
		Array.from({ length: 2_000 }, () => tokenFor(helpers, serviceAccount, '')),
	);
	expect(requests).toHaveLength(1);
	expect(new Set(tokens.map(plain))).toEqual(new Set(['token-1']));
});

test('a token that fifty requests report as refused costs one exchange', async () => {
	const { helpers, requests } = signIn();
	const serviceAccount = account();
	const first = await tokenFor(helpers, serviceAccount, '');
	time.now += 1_000;
	const second = await Promise.all(
		Array.from({ length: 50 }, () => tokenFor(helpers, serviceAccount, first)),
	);
	expect(requests).toHaveLength(2);
	expect(new Set(second.map(plain))).toEqual(new Set(['token-2']));
});

test('a refused token is never used again', async () => {
	const { helpers, requests } = signIn();
	const serviceAccount = account();
	const first = await tokenFor(helpers, serviceAccount, '');
	time.now += 1_000;
	const second = await tokenFor(helpers, serviceAccount, first);
	// An older process comes with the first token: the second is newer and is handed out.
	expect(plain(await tokenFor(helpers, serviceAccount, first))).toBe('token-2');
	// The second was refused as well, whoever comes with whatever.
	expect(plain(await tokenFor(helpers, serviceAccount, second))).toBe('token-3');
	expect(plain(await tokenFor(helpers, serviceAccount, ''))).toBe('token-3');
	expect(requests).toHaveLength(3);
});

test('a token of another process is not replaced by an older one', async () => {
	const { helpers, requests } = signIn();
	const serviceAccount = account();
	const own = await tokenFor(helpers, serviceAccount, '');
	const newer = JSON.stringify({
		...(JSON.parse(own) as object),
		token: 'of-another-process',
		issuedAt: time.now + 60_000,
	});
	time.now += 120_000;
	expect(plain(await tokenFor(helpers, serviceAccount, newer))).toBe('token-2');
	expect(requests).toHaveLength(2);
});

test.each<{ what: string; expiresIn: unknown; life: number | undefined }>([
	{ what: 'as a number', expiresIn: 1800, life: 1_770_000 },
	{ what: 'as a text', expiresIn: '1800', life: 1_770_000 },
	{ what: 'of less than two minutes', expiresIn: 100, life: 90_000 },
	{ what: 'missing', expiresIn: undefined, life: undefined },
	{ what: 'empty', expiresIn: '', life: undefined },
	{ what: 'that is not a number', expiresIn: 'soon', life: undefined },
	{ what: 'of zero', expiresIn: 0, life: undefined },
])('the life of a token with expires_in $what is respected', async ({ expiresIn, life }) => {
	const { helpers } = signIn({
		statusCode: 200,
		body: { access_token: 't', expires_in: expiresIn },
	});
	const serviceAccount = account();
	serviceAccount.accessToken = await tokenFor(helpers, serviceAccount, '');
	expect(usableToken(serviceAccount)).toBe('t');
	time.now += (life ?? 86_400_000) - 1;
	expect(usableToken(serviceAccount)).toBe('t');
	time.now += 1;
	expect(usableToken(serviceAccount)).toBe(life === undefined ? 't' : undefined);
});

test('a token belongs to its account, secret and address', async () => {
	const { helpers } = signIn();
	const serviceAccount = account();
	serviceAccount.accessToken = await tokenFor(helpers, serviceAccount, '');
	expect(usableToken(serviceAccount)).toBe('token-1');
	for (const change of [{ clientSecret: 'other' }, { clientId: 'other' }, { region: 'us' }])
		expect(usableToken({ ...serviceAccount, ...change })).toBeUndefined();
	expect(
		usableToken({ ...serviceAccount, accessToken: 'a token of an older version' }),
	).toBeUndefined();
	expect(usableToken({ ...serviceAccount, accessToken: '{"token":1}' })).toBeUndefined();
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
	const serviceAccount = account();
	Object.assign(serviceAccount, await type.preAuthentication.call(helpers, serviceAccount));
	await expect(authenticate(serviceAccount, { url: '/x', headers: { a: 'b' } })).resolves.toEqual({
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
	expect(ignore).toBe(true);
	expect([401, 403].filter((status) => except.includes(status))).toEqual([401]);
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

test('an account that is unused for an hour is forgotten', async () => {
	const { helpers, requests } = signIn({ statusCode: 200, body: { access_token: 'lasts' } });
	const serviceAccount = account();
	await tokenFor(helpers, serviceAccount, '');
	await tokenFor(helpers, serviceAccount, '');
	expect(requests).toHaveLength(1);
	time.now += 3_601_000;
	await tokenFor(helpers, account(), '');
	await tokenFor(helpers, serviceAccount, '');
	expect(requests).toHaveLength(3);
});
