/**
 * How long a token is used.
 */
import {
	accountFingerprint,
	type ServiceAccount,
} from '../../../../credentials/signIn/serviceAccount';
import {
	discardRefusedToken,
	signed,
	tokenFor,
	usableToken,
} from '../../../../credentials/signIn/token';
import { account, aDayEach, plain, signIn } from '../../../support/signIn';

const time = aDayEach();

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

	test('only an account that was used within the last hour is still known', async () => {
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
		const refuse = (token: string, request = sent(token)) =>
			discardRefusedToken(request, time.now + 1);
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
			discardRefusedToken(send({ ...serviceAccount, accessToken: given }), askedAt);
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
