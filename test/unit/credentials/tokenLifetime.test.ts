/**
 * How long a token is used, and what a sign-in without a token says.
 */
import type { CredentialRefused } from '../../../credentials/credentialRefused';
import { accountFingerprint, type ServiceAccount } from '../../../credentials/serviceAccount';
import { signed, tokenFor, tokenRefused, usableToken } from '../../../credentials/token';
import { account, aDayEach, plain, signIn } from '../../support/signIn';

const time = aDayEach();

const refusal = async (...answers: Parameters<typeof signIn>) =>
	(await tokenFor(signIn(...answers).helpers, account(), '').catch(
		(error: unknown) => error,
	)) as CredentialRefused;

const HOST = 'api.eu.cloud.talend.com';

describe('several accounts', () => {
	test('a new account does not make another one forget its token', async () => {
		const { helpers, requests } = signIn();
		const [one, other] = [account(), account()];
		await tokenFor(helpers, one, '');
		time.now += 1_000;
		await tokenFor(helpers, other, '');
		await tokenFor(helpers, one, '');
		expect(requests).toHaveLength(2);
	});

	test('an account that was used within the last hour is still known, an earlier one is not', async () => {
		const { helpers, requests } = signIn({ statusCode: 200, body: { access_token: 'lasts' } });
		const serviceAccount = account();
		await tokenFor(helpers, serviceAccount, '');
		time.now += 3_600_000;
		await tokenFor(helpers, account(), '');
		await tokenFor(helpers, serviceAccount, '');
		expect(requests).toHaveLength(2);
		time.now += 3_600_001;
		await tokenFor(helpers, account(), '');
		await tokenFor(helpers, serviceAccount, '');
		expect(requests).toHaveLength(4);
	});

	test('an exchange that takes more than an hour is not started twice', async () => {
		let answer: (() => void) | undefined;
		let asked = 0;
		const helpers = {
			helpers: {
				httpRequest: async () =>
					await new Promise((resolve) => {
						asked++;
						answer = () => resolve({ statusCode: 200, body: { access_token: 'late' } });
					}),
			},
		};
		const serviceAccount = account();
		const first = tokenFor(helpers, serviceAccount, '');
		time.now += 3_601_000;
		await tokenFor(signIn().helpers, account(), '');
		const second = tokenFor(helpers, serviceAccount, '');
		answer!();
		expect((await Promise.all([first, second])).map(plain)).toEqual(['late', 'late']);
		expect(asked).toBe(1);
	});

	test('a token that belongs to another account does not replace the newest of this one', async () => {
		const { helpers, requests } = signIn();
		const serviceAccount = account();
		const own = await tokenFor(helpers, serviceAccount, '');
		const foreign = JSON.stringify({
			...(JSON.parse(own) as object),
			token: 'foreign',
			fingerprint: 'another',
			issuedAt: time.now + 5_000,
		});
		expect(plain(await tokenFor(helpers, serviceAccount, foreign))).toBe('token-1');
		expect(requests).toHaveLength(1);
	});

	test('the token that was not refused is returned if two were issued at the same time', async () => {
		const { helpers, requests } = signIn();
		const serviceAccount = account();
		const own = await tokenFor(helpers, serviceAccount, '');
		expect(
			plain(
				await tokenFor(
					helpers,
					serviceAccount,
					JSON.stringify({ ...(JSON.parse(own) as object), token: 'of-another-process' }),
				),
			),
		).toBe('token-1');
		expect(requests).toHaveLength(1);
	});
});

describe('refused tokens', () => {
	const stored = (serviceAccount: ReturnType<typeof account>, token: string, issuedAt = time.now) =>
		JSON.stringify({ token, fingerprint: accountFingerprint(serviceAccount), issuedAt });

	/** A request that goes out with what is held. */
	const send = (held: ServiceAccount) => {
		const request = {};
		signed(held, request, () => ({}));
		return request;
	};

	test('the last twenty refused tokens are remembered, each once', () => {
		const serviceAccount = account();
		const sent = (token: string) =>
			send({ ...serviceAccount, accessToken: stored(serviceAccount, token) });
		const refuse = (token: string, request = sent(token)) => tokenRefused(request, time.now + 1);
		const isUsable = (token: string) =>
			usableToken({ ...serviceAccount, accessToken: stored(serviceAccount, token) }) !== undefined;
		const usable = (...tokens: string[]) => tokens.filter(isUsable);
		const underWay = Array.from({ length: 31 }, () => sent('again and again'));
		refuse('first');
		for (const each of underWay.slice(1)) refuse('again and again', each);
		expect(usable('first', 'again and again')).toEqual([]);
		for (let index = 0; index < 18; index++) refuse(`other ${index}`);
		expect(isUsable('first')).toBe(false);
		refuse('one more');
		expect(usable('first', 'again and again', 'one more')).toEqual(['first']);
		// One that is refused again is among the last again.
		refuse('again and again', underWay[0]);
		refuse('and one');
		expect(isUsable('again and again')).toBe(false);
	});

	test('a token is refused only if it was issued before the request', () => {
		const serviceAccount = account();
		const refused = (given: string, askedAt: number) =>
			tokenRefused(send({ ...serviceAccount, accessToken: given }), askedAt);
		const held = stored(serviceAccount, 'a', time.now);
		expect(refused(held, time.now - 1)).toBe(false);
		expect(refused(held, time.now)).toBe(false);
		expect(usableToken({ ...serviceAccount, accessToken: held })).toBe('a');
		expect(refused(held, time.now + 1)).toBe(true);
		expect(usableToken({ ...serviceAccount, accessToken: held })).toBeUndefined();
		// Of another account, or none: nothing was sent, and n8n fetches one when it is asked again.
		expect([refused(stored(account(), 'a', time.now), time.now), refused('', time.now)]).toEqual([
			true,
			true,
		]);
	});

	test('a stored token is usable in a process that has not requested any', () => {
		const serviceAccount = account();
		expect(
			usableToken({ ...serviceAccount, accessToken: stored(serviceAccount, 'of-the-database') }),
		).toBe('of-the-database');
	});

	test.each<{ what: string; change: object }>([
		{ what: 'a number as token', change: { token: 1 } },
		{ what: 'no token', change: { token: undefined } },
		{ what: 'null as token', change: { token: null } },
		{ what: 'an object as token', change: { token: {} } },
		{ what: 'a number as account', change: { fingerprint: 1 } },
		{ what: 'no account', change: { fingerprint: undefined } },
	])('a stored token with $what is not usable', ({ change }) => {
		const serviceAccount = account();
		const valid = stored(serviceAccount, 'a');
		expect(usableToken({ ...serviceAccount, accessToken: valid })).toBe('a');
		const accessToken = JSON.stringify({ ...JSON.parse(valid), ...change });
		expect(usableToken({ ...serviceAccount, accessToken })).toBeUndefined();
	});

	test.each(['null', 'text', '', undefined, 5])('%j is not a stored token', (accessToken) => {
		expect(usableToken({ ...account(), accessToken })).toBeUndefined();
	});
});

describe('the response of the sign-in', () => {
	test.each([
		[199, `The sign-in at ${HOST} did not succeed (199): try again later`],
		[300, `No sign-in endpoint was found at ${HOST} (300): check the region or address`],
		[399, `No sign-in endpoint was found at ${HOST} (399): check the region or address`],
		[408, `The sign-in at ${HOST} did not succeed (408): try again later`],
	])('a sign-in that answers with status %s is refused: "%s"', async (statusCode, message) => {
		expect(await refusal({ statusCode, body: { access_token: 'not to be used' } })).toMatchObject({
			message,
			refusedWith: statusCode,
		});
	});

	test('an empty body has no token', async () => {
		for (const body of [undefined, null, 7])
			expect(await refusal({ statusCode: 200, body })).toMatchObject({
				message: `${HOST} returned no token: check the region or address`,
				refusedWith: 200,
			});
	});

	test('an empty token is not a token', async () => {
		for (const access_token of ['', ' \n'])
			expect((await refusal({ statusCode: 200, body: { access_token } })).message).toBe(
				`${HOST} returned no token: check the region or address`,
			);
	});

	test.each([
		[407, 1],
		[408, 2],
		[425, 2],
		[451, 1],
		[501, 1],
		[503, 2],
		[511, 1],
	])('a token after %s is requested %s times if two items need it', async (statusCode, times) => {
		const { helpers, requests } = signIn({ statusCode });
		const serviceAccount = account();
		for (let item = 0; item < 2; item++)
			await tokenFor(helpers, serviceAccount, '').catch(() => undefined);
		expect(requests).toHaveLength(times);
	});

	test.each<{ what: string; headers: Record<string, string> | undefined; ms: number | undefined }>([
		{ what: 'seconds', headers: { 'retry-after': '40' }, ms: 40_000 },
		{ what: 'at once', headers: { 'retry-after': '0' }, ms: 0 },
		{ what: 'before now', headers: { 'retry-after': '-1' }, ms: 0 },
		{
			what: 'a date that has passed',
			headers: { 'retry-after': 'Wed, 21 Oct 2020 07:28:00 GMT' },
			ms: 0,
		},
		{ what: 'beyond a day', headers: { 'retry-after': '1e15' }, ms: 86_400_000 },
		{ what: 'no date', headers: { 'retry-after': 'soon' }, ms: undefined },
		{ what: 'blanks', headers: { 'retry-after': '  ' }, ms: undefined },
		{ what: 'nothing', headers: {}, ms: undefined },
		{ what: 'no end', headers: { 'retry-after': 'Infinity' }, ms: undefined },
		{ what: 'no headers', headers: undefined, ms: undefined },
	])(
		'the error of a refused sign-in has the time to wait from Retry-After: $what',
		async ({ headers, ms }) => {
			expect((await refusal({ statusCode: 429, headers })).retryAfterMs).toBe(ms);
		},
	);

	test('a refused sign-in waits until the date in Retry-After', async () => {
		const { retryAfterMs } = await refusal({
			statusCode: 429,
			headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
		});
		expect(retryAfterMs).toBeGreaterThan(50_000);
		expect(retryAfterMs).toBeLessThanOrEqual(60_000);
	});

	test('a token lives for one second at least', async () => {
		const { helpers } = signIn({ statusCode: 200, body: { access_token: 't', expires_in: 1 } });
		expect(JSON.parse(await tokenFor(helpers, account(), ''))).toMatchObject({
			issuedAt: time.now,
			expiresAt: time.now + 900,
		});
	});

	test.each([true, null, [1800], '', ' ', 'soon', '-5', 0, 0.001, 0.999, 1e306, '1e306', '1e999'])(
		'expires_in %j is ignored',
		async (expiresIn) => {
			const { helpers } = signIn({
				statusCode: 200,
				body: { access_token: 't', expires_in: expiresIn },
			});
			expect(JSON.parse(await tokenFor(helpers, account(), ''))).not.toHaveProperty('expiresAt');
		},
	);
});

describe('no response', () => {
	const reported = (further = '') =>
		`${HOST} could not be reached to fetch a token: check the region or address, and the network of n8n.${further}`;

	test.each<{ what: string; error: Error; code: string; further: string }>([
		{
			what: 'a code of its own',
			error: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
			code: ' (ECONNRESET)',
			further: '',
		},
		{
			what: 'that of its cause',
			error: Object.assign(new Error('x'), { code: 5, cause: { code: 'ETIMEDOUT' } }),
			code: ' (ETIMEDOUT)',
			further: '',
		},
		{ what: 'no code', error: new Error('s3cr3t stands in it'), code: '', further: '' },
		{
			what: 'a code that is not a text',
			error: Object.assign(new Error('x'), { code: 5 }),
			code: '',
			further: '',
		},
		{
			what: 'what n8n says to the user',
			error: Object.assign(new Error('The request was blocked.'), { name: 'UserError' }),
			code: '',
			further: ' The request was blocked.',
		},
		{
			what: 'a code, and what n8n says',
			error: Object.assign(new Error('The request was blocked.'), {
				name: 'UserError',
				code: 'EBLOCKED',
			}),
			code: ' (EBLOCKED)',
			further: '',
		},
	])(
		'a sign-in without a response says what happened, derived from $what',
		async ({ error, code, further }) => {
			const { message, description } = await refusal(error);
			// n8n replaces a message that has a code in it.
			expect(message).toBe(reported(further));
			expect(description.endsWith(`.com.${code}`)).toBe(true);
		},
	);

	test('a rejection that is not an error is reported', async () => {
		const none: Error = JSON.parse('null') as Error;
		const helpers = { helpers: { httpRequest: async () => await Promise.reject(none) } };
		await expect(tokenFor(helpers, account(), '')).rejects.toThrow(reported());
	});
});
