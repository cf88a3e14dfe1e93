/**
 * The request with which a token is exchanged, and which IDs and secrets are sent.
 */
import { plainToken } from '../../../credentials/copied';
import { accountFingerprint } from '../../../credentials/serviceAccount';
import { tokenFor } from '../../../credentials/token';
import { account, signIn } from '../../support/signIn';

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

test('the exchange reads every response itself', async () => {
	const { helpers, requests } = signIn();
	await tokenFor(helpers, account(), '');
	expect(requests[0]).toMatchObject({
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: 60_000,
	});
});

test('spaces around an ID, or a missing value, do not make another account', () => {
	const credential = { region: 'eu', clientId: 'a', clientSecret: '' };
	expect(accountFingerprint({ ...credential, clientId: ' a ' })).toBe(
		accountFingerprint(credential),
	);
	expect(accountFingerprint({ ...credential, clientSecret: undefined })).toBe(
		accountFingerprint(credential),
	);
	expect(accountFingerprint({ ...credential, clientId: undefined })).toBe(
		accountFingerprint({ ...credential, clientId: '' }),
	);
	for (const clientSecret of [' b\n', '\ufeffb', 'b\u200b'])
		expect(accountFingerprint({ ...credential, clientSecret })).toBe(
			accountFingerprint({ ...credential, clientSecret: 'b' }),
		);
});

test('invisible characters around an ID or a secret are not sent', async () => {
	const { helpers, requests } = signIn();
	await tokenFor(helpers, account({ clientId: '\ufeffid', clientSecret: 'secret\u200b\n' }), '');
	expect(requests[0]!.headers!.Authorization).toBe(
		`Basic ${Buffer.from('id:secret').toString('base64')}`,
	);
});

const FOREIGN = [
	'a b',
	'a\nb',
	'"a"',
	"'a'",
	'“a”',
	'<secret>',
	'{{ $env.SECRET }}',
	'{{$env.SECRET}}',
	'{"secret":"a"}',
	'é',
	'••••',
];

test.each([
	...FOREIGN.map((clientSecret) => [{ clientSecret }, 'Client Secret'] as const),
	...FOREIGN.map((clientId) => [{ clientId }, 'Client ID'] as const),
])('a credential with %j was not copied correctly: nothing is sent', async (given, label) => {
	const { helpers, requests } = signIn();
	await expect(tokenFor(helpers, account(given), '')).rejects.toMatchObject({
		message: `${label} in the credential contains spaces, quotes or other characters that do not belong to it: copy it again`,
		credentialRefused: true,
	});
	expect(requests).toEqual([]);
});

test.each(['"a', "a'", '<a', 'a>b', '`', '!~'])(
	'a generated secret may begin or end with special characters that enclose nothing: %s',
	async (clientSecret) => {
		const { helpers, requests } = signIn();
		await tokenFor(helpers, account({ clientId: 'id', clientSecret }), '');
		expect(requests[0]!.headers!.Authorization).toBe(
			`Basic ${Buffer.from(`id:${clientSecret}`).toString('base64')}`,
		);
	},
);

test.each([{ clientId: undefined }, { clientSecret: undefined }])(
	'nothing is sent with a credential with %p',
	async (missing) => {
		const { helpers, requests } = signIn();
		await expect(tokenFor(helpers, account(missing), '')).rejects.toMatchObject({
			message: 'The credential has no client ID or no client secret: fill in both',
			credentialRefused: true,
		});
		expect(requests).toEqual([]);
	},
);

test('a token that was copied with surrounding text is sent without it', () => {
	expect(
		[
			...['abc', ' abc\n', 'Bearer abc', ' bearer  abc ', 'abc\u200b'],
			...['Bearer: abc', 'my Bearer abc', 'Bearerabc', 'Bearer', 'bearer :'],
		].map(plainToken),
	).toEqual([...Array<string>(6).fill('abc'), 'my Bearer abc', 'Bearerabc', '', '']);
	expect([undefined, null, 7].map(plainToken)).toEqual(['', '', '']);
});
