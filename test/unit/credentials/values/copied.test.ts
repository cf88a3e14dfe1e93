/**
 * IDs, secrets and tokens as people copy them.
 */
import { tokenFor } from '../../../../credentials/signIn/token';
import { checkCopied, plainToken, withoutInvisible } from '../../../../credentials/values/copied';
import { account, signIn } from '../../../support/signIn';

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

test.each(['"a"', '<a>', '{a}', '`a`', "'a'"])(
	'a value in quotes or brackets was not copied correctly: %s',
	(value) => {
		let refusal: unknown;
		try {
			checkCopied('Token', value);
		} catch (error) {
			refusal = error;
		}
		expect(refusal).toMatchObject({ description: 'Nothing was sent.', isFinal: true });
		expect(String(refusal)).not.toContain(value);
	},
);

test.each(['"a"b', '<a>b', 'a"', '"'])('a value may have quotes or brackets in it: %s', (value) => {
	expect(() => checkCopied('Token', value)).not.toThrow();
});

test('invisible characters around a value are removed', () => {
	expect([undefined, null, '', ' \n', ' a\u200b\t', 7].map(withoutInvisible)).toEqual([
		...['', '', '', ''],
		...['a', '7'],
	]);
});

test('a token that was copied with surrounding text is sent without it', () => {
	expect(
		[
			...['abc', ' abc\n', 'Bearer abc', ' bearer  abc ', 'abc\u200b'],
			...['Bearer: abc', 'my Bearer abc', 'Bearerabc', 'Bearer', 'bearer :'],
		].map(plainToken),
	).toEqual([...Array<string>(6).fill('abc'), 'my Bearer abc', 'Bearerabc', '', '']);
	expect([undefined, null, 7].map(plainToken)).toEqual(['', '', '']);
});
