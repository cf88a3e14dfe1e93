/**
 * The request with which a token is exchanged, and what is read from the response.
 */
import { tokenFor, usableToken } from '../../../../credentials/signIn/token';
import type { CredentialRefused } from '../../../../credentials/values/credentialRefused';
import { fact } from '../../../support/fact';
import { account, aDayEach, signIn } from '../../../support/signIn';

const time = aDayEach();

const refusal = async (...answers: Parameters<typeof signIn>) =>
	(await tokenFor(signIn(...answers).helpers, account(), '').catch(
		(error: unknown) => error,
	)) as CredentialRefused;

const HOST = 'api.eu.cloud.talend.com';

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

test('the request of an exchange has the documented headers', async () => {
	const { helpers, requests } = signIn();
	const exchange = async (fields: Parameters<typeof account>[0]) =>
		await tokenFor(helpers, account(fields), '');
	await exchange({ clientId: ' id ', clientSecret: ' b\r\n', apiVersion: ' ' });
	await exchange({ clientId: 'id', clientSecret: 'c', apiVersion: ' 2021-03 ' });
	await exchange({ clientId: 'id', clientSecret: 'd' });
	const common = { Accept: 'application/json', 'Content-Type': 'application/json' };
	expect(requests.map(({ headers }) => headers)).toEqual([
		{ ...common, Authorization: `Basic ${Buffer.from('id:b').toString('base64')}` },
		{
			...common,
			Authorization: `Basic ${Buffer.from('id:c').toString('base64')}`,
			'talend-version': '2021-03',
			'platform-version': '2021-03',
		},
		{ ...common, Authorization: `Basic ${Buffer.from('id:d').toString('base64')}` },
	]);
});

test('the exchange asks n8n for the whole response, whatever its status, without redirects', async () => {
	const { helpers, requests } = signIn();
	await tokenFor(helpers, account(), '');
	expect(requests[0]).toMatchObject({
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 60_000,
	});
});

test('invisible characters around an ID or a secret are not sent', async () => {
	const { helpers, requests } = signIn();
	await tokenFor(helpers, account({ clientId: '\ufeffid', clientSecret: 'secret\u200b\n' }), '');
	expect(requests[0]!.headers!.Authorization).toBe(
		`Basic ${Buffer.from('id:secret').toString('base64')}`,
	);
});

test.each([
	{ clientId: undefined },
	{ clientSecret: undefined },
	{ clientId: ' ' },
	{ clientSecret: '' },
])('nothing is sent with a credential with %p', async (missing) => {
	const { helpers, requests } = signIn();
	await expect(tokenFor(helpers, account(missing), '')).rejects.toMatchObject({
		message: 'The credential has no client ID or no client secret: fill in both',
		description: 'Talend Management Console shows them when a service account is created.',
		credentialRefused: true,
		isFinal: true,
	});
	expect(requests).toEqual([]);
});

/** A service account with a new token, whose response had this `expires_in`. */
async function signedIn(expiresIn: unknown) {
	const { helpers } = signIn({
		statusCode: 200,
		body: { access_token: 't', expires_in: expiresIn },
	});
	const serviceAccount = account();
	serviceAccount.accessToken = await tokenFor(helpers, serviceAccount, '');
	expect(usableToken(serviceAccount)).toBe('t');
	return serviceAccount;
}

// The token is not used in its last 30 seconds, or in the last tenth of a shorter life.
test.each<{ what: string; expiresIn: unknown; usedMs: number }>([
	{ what: 'as a number', expiresIn: 1800, usedMs: 1_770_000 },
	{ what: 'as a text', expiresIn: '1800', usedMs: 1_770_000 },
	{ what: 'of less than two minutes', expiresIn: 100, usedMs: 90_000 },
])(
	'a token with expires_in $what is used until shortly before it expires',
	async ({ expiresIn, usedMs }) => {
		const serviceAccount = await signedIn(expiresIn);
		time.now += usedMs - 1;
		expect(usableToken(serviceAccount)).toBe('t');
		time.now += 1;
		expect(usableToken(serviceAccount)).toBeUndefined();
	},
);

test.each<{ what: string; expiresIn: unknown }>([
	{ what: 'missing', expiresIn: undefined },
	{ what: 'empty', expiresIn: '' },
	{ what: 'that is not a number', expiresIn: 'soon' },
	{ what: 'of zero', expiresIn: 0 },
])('a token with expires_in $what is used without a time limit', async ({ expiresIn }) => {
	const serviceAccount = await signedIn(expiresIn);
	time.now += 86_400_000;
	expect(usableToken(serviceAccount)).toBe('t');
});

test('a token with an expires_in of one second is used for 900 milliseconds', async () => {
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

test('a body that is not an object has no token', async () => {
	for (const body of [undefined, null, 7])
		expect(await refusal({ statusCode: 200, body })).toMatchObject({
			message: `${HOST} returned no token: check the region or address`,
			description: expect.stringMatching(
				/^Something other than Talend Cloud seems to respond there\. The region is/,
			) as string,
			refusedWith: 200,
		});
});

test.each([199, 300, 302, 404, 503])(
	'a response with status %s is refused, even if it has a token',
	async (statusCode) => {
		expect(await refusal({ statusCode, body: { access_token: 'not to be used' } })).toMatchObject({
			refusedWith: statusCode,
		});
	},
);

test.each([
	[{ clientId: 'a b' }, 'Client ID'],
	[{ clientSecret: 'a b' }, 'Client Secret'],
])('%j is refused under the name that the credential has for it: %s', async (given, label) => {
	await expect(tokenFor(signIn().helpers, account(given), '')).rejects.toThrow(
		`${label} in the credential contains spaces`,
	);
});

test('an empty token is not a token', async () => {
	for (const access_token of ['', ' \n'])
		expect((await refusal({ statusCode: 200, body: { access_token } })).message).toBe(
			`${HOST} returned no token: check the region or address`,
		);
});
