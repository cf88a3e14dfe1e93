/**
 * What follows if a sign-in or a token is refused.
 */
import type { ServiceAccount } from '../../../../credentials/signIn/serviceAccount';
import {
	discardRefusedToken,
	signed,
	tokenFor,
	usableToken,
} from '../../../../credentials/signIn/token';
import { account, aDayEach, plain, signIn } from '../../../support/signIn';

const time = aDayEach();

describe('a refused sign-in', () => {
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

	test('a token that was issued at the moment when the request began stays in use', async () => {
		const { holding } = await signedIn();
		// The platform refuses what is new.
		expect(discardRefusedToken(sendWith(holding).request, time.now)).toBe(false);
		expect(usableToken(holding)).toBe(plain(holding.accessToken));
	});

	test('a token that was issued before the refused request is not used again', async () => {
		const { holding } = await signedIn();
		time.now += 1_000;
		expect(discardRefusedToken(sendWith(holding).request, time.now)).toBe(true);
		expect(usableToken(holding)).toBeUndefined();
	});

	test('a request without a token is sent again, so that n8n fetches one', async () => {
		const { holding } = await signedIn();
		time.now += 1_000;
		discardRefusedToken(sendWith(holding).request, time.now);
		const { request, signedRequest } = sendWith(holding);
		expect(signedRequest).toBeUndefined();
		expect(discardRefusedToken(request, time.now)).toBe(true);
	});

	test('a token that was issued after the refusal is used', async () => {
		const { helpers, requests, credential, holding } = await signedIn();
		time.now += 1_000;
		discardRefusedToken(sendWith(holding).request, time.now);
		const renewed = await tokenFor(helpers, credential, holding.accessToken);
		expect(plain(renewed)).not.toBe(plain(holding.accessToken));
		expect(usableToken({ ...credential, accessToken: renewed })).toBe(plain(renewed));
		expect(requests).toHaveLength(2);
	});

	test('a request of another credential type was not sent with a token', async () => {
		expect(discardRefusedToken({}, time.now)).toBe(false);
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
		expect(discardRefusedToken(request, time.now)).toBe(false);
		expect(discardRefusedToken(request, time.now + 1)).toBe(true);
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
