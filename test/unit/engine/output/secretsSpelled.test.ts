/**
 * A secret is found in each of its spellings.
 */
import {
	allSpellings,
	namesSecret,
	withoutSecrets,
	withoutSpellings,
} from '../../../../nodes/shared/support/text/mask';

describe('a secret is found in each of its spellings', () => {
	test.each([
		{ way: 'as it is', secret: 'a&<"b"> c\'d/', text: 'x a&<"b"> c\'d/ y' },
		{ way: 'in JSON', secret: 'a"b\nc', text: 'x a\\"b\\nc y' },
		{ way: 'in an address', secret: 'a b/ä', text: 'x a%20b%2F%C3%A4 y' },
		{ way: 'in a form', secret: 'a b/ä', text: 'x a+b%2F%C3%A4 y' },
		{ way: 'in a web page', secret: 'a&<b>"c\'d', text: 'x a&amp;&lt;b&gt;&quot;c&#39;d y' },
		{ way: 'in XML', secret: 'a\'b"cd', text: 'x a&apos;b&quot;cd y' },
		{ way: 'with half a character', secret: 'abc\ud83d', text: 'x abc\ud83d y' },
	])('a secret that is written $way is removed', ({ secret, text }) => {
		expect(withoutSpellings(text, allSpellings([secret]))).toBe('x *** y');
	});

	test.each([
		['every character by its number in an address', 'x a%3db%2fc%C3%A4 y'],
		['characters by their numbers in JSON', 'x a\\u003db\\u002Fc\\u00e4 y'],
		['characters behind a backslash', 'x a=b\\/c\u00e4 y'],
		['characters by their numbers in a web page', 'x a&#61;b&#x2F;c&#228; y'],
		['a mixture', 'x a%3Db\\/c\\u00E4 y'],
	])('a secret that is written with %s is removed', (_way, text) => {
		expect(withoutSecrets(text, ['a=b/cä'])).toBe('x *** y');
	});

	test.each([0, 1, 2])('a secret is found in base64 after %i other bytes', (before) => {
		const clean = withoutSecrets(
			Buffer.from(`${'-'.repeat(before)}correct-horse-battery`).toString('base64'),
			['correct-horse-battery'],
		);
		expect(clean).toContain('***');
		// What is left at its ends is no more than two bytes each.
		expect(clean.replace('***', '').length).toBeLessThanOrEqual(8);
	});

	test('the longest secrets are replaced first, short ones never', () => {
		expect(allSpellings(['abcd', 'abcdef', 'abc'])).toEqual(['YWJjZGVm', 'abcdef', 'abcd']);
		expect(withoutSpellings('abcdef abcd abc', allSpellings(['abcd', 'abcdef', 'abc']))).toBe(
			'*** *** abc',
		);
		expect(withoutSpellings('abcd abcd', ['abcd'])).toBe('*** ***');
		expect(withoutSpellings('abcd', [])).toBe('abcd');
		expect(withoutSpellings('abc', ['abcd'])).toBe('abc');
	});

	test('a secret is found in a text that was truncated', () => {
		expect(withoutSecrets('it is s3cr…', ['s3cr3t'])).toBe('it is ***…');
		expect(withoutSecrets('it is s3cr3', ['s3cr3t'])).toBe('it is ***');
		expect(withoutSecrets('it is s3c', ['s3cr3t'])).toBe('it is s3c');
		expect(withoutSecrets('s3cr… and s3cr…', ['s3cr3t'])).toBe('***… and ***…');
		expect(withoutSecrets('s3cr is in the middle', ['s3cr3t'])).toBe('s3cr is in the middle');
	});

	test('a text that looks like a token counts as one', () => {
		expect(withoutSecrets('a eyJhbGciOiJI.eyJzdWIiOi.c2ln b eyJhbGciOiJI', [])).toBe('a *** b ***');
		expect(withoutSecrets('eyJshort7 keyJhbGciOiJIUz', [])).toBe('eyJshort7 keyJhbGciOiJIUz');
		expect(withoutSecrets('bearer   abcd.efg~+/=-_, Basic dXNlcjpwYXNz', [])).toBe(
			'bearer ***, Basic ***',
		);
		expect(withoutSecrets('Bearer of news, Basic short12', [])).toBe(
			'Bearer of news, Basic short12',
		);
	});

	test.each([
		{
			what: 'S3',
			text: 'https://files.example.com/log?X-Amz-Expires=900&X-Amz-Signature=deadbeefcafe0123&x=1',
			clean: 'https://files.example.com/log?X-Amz-Expires=900&X-Amz-Signature=***&x=1',
		},
		{
			what: 'S3, of a role',
			text: '?x-amz-security-token=IQoJb3JpZ2luX2VjE%2BX%3D%3D is not valid',
			clean: '?x-amz-security-token=*** is not valid',
		},
		{
			what: 'S3, without the link',
			text: 'Request X-Amz-Signature=deadbeefcafe0123 has expired',
			clean: 'Request X-Amz-Signature=*** has expired',
		},
		{
			what: 'Google',
			text: 'see <a href="https://files.example.com/log?a=1&amp;X-Goog-Signature=0123456789ab">',
			clean: 'see <a href="https://files.example.com/log?a=1&amp;X-Goog-Signature=***">',
		},
		{
			what: 'Azure',
			text: 'https://files.example.com/log?se=2026&sig=Ab%2FcDe%3DfGh1',
			clean: 'https://files.example.com/log?se=2026&sig=***',
		},
		{
			what: 'an earlier form of S3',
			text: '/log?AWSAccessKeyId=AKIA&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D',
			clean: '/log?AWSAccessKeyId=AKIA&Signature=***',
		},
	])('the signature of a link counts as a secret: $what', ({ text, clean }) => {
		expect(withoutSecrets(text, [])).toBe(clean);
	});

	test('a word outside a link, or a parameter that ends in "sign", is no signature', () => {
		const text = 'The signature=abcdefghijk of a design, ?design=abcdefghijk';
		expect(withoutSecrets(text, [])).toBe(text);
	});

	test.each([
		'password',
		'db_password',
		'PASSWD',
		'pwd',
		'passphrase',
		'clientSecret',
		'secret',
		'accessToken',
		'secretKey',
		'access_key',
		'private-key',
		'apiKey',
		'/a/password',
	])('%s names a secret', (name) => {
		expect(namesSecret(name)).toBe(true);
	});

	test.each(['passwordHint', 'key', 'primaryKey', 'tokens', 'name', '', undefined, 7])(
		'%j does not name a secret',
		(name) => {
			expect(namesSecret(name)).toBe(false);
		},
	);
});
