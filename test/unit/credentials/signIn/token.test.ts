/**
 * How a token is exchanged, shared and used.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	mustRenew,
	storedToken,
	tokenFor,
	usableToken,
} from '../../../../credentials/signIn/token';
import { TalendCloudApi } from '../../../../credentials/TalendCloudApi.credentials';
import { account, aDayEach, plain, signIn } from '../../../support/signIn';

const time = aDayEach();

test('2,000 simultaneous requests share one exchange', async () => {
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

test('a refused token is not used again', async () => {
	const { helpers, requests } = signIn();
	const serviceAccount = account();
	const first = await tokenFor(helpers, serviceAccount, '');
	time.now += 1_000;
	const second = await tokenFor(helpers, serviceAccount, first);
	// An older process comes with the first token: the second is newer and is handed out.
	expect(plain(await tokenFor(helpers, serviceAccount, first))).toBe('token-2');
	// The second was refused as well: it is not handed out, not even to a request without a token.
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

test('a token has to be renewed if n8n stores one that cannot be used', async () => {
	const serviceAccount = account();
	const accessToken = await tokenFor(signIn().helpers, serviceAccount, '');
	expect([
		mustRenew({ ...serviceAccount, accessToken }),
		mustRenew({ ...serviceAccount, accessToken, clientSecret: 'other' }),
		mustRenew({ ...serviceAccount, accessToken: '' }),
	]).toEqual([false, true, true]);
});

test('a credential without a stored token, or without a valid address, has nothing to renew', () => {
	expect(mustRenew(account())).toBe(false);
	expect(mustRenew({ ...account(), region: 'other', address: 'no address', accessToken: '' })).toBe(
		false,
	);
});

test('the stored token is read from what n8n keeps of it', async () => {
	const stored = await tokenFor(signIn().helpers, account(), '');
	expect([stored, '', undefined, '{"token":1}'].map(storedToken)).toEqual([
		plain(stored),
		...[undefined, undefined, undefined],
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
