/**
 * Texts without secrets. What they are removed from, and how they may be spelled:
 * test/unit/engine/output/secrets.test.ts.
 */
import { namesSecret, withoutSecrets } from '../../../../nodes/shared/support/text/mask';

const SECRET = 'a-secret of 1';

test('a secret that is added to a list after its first use is also removed', () => {
	const secrets = [SECRET];
	expect(withoutSecrets(`it is ${SECRET}`, secrets)).toBe('it is ***');
	secrets.push('another/secret');
	expect(withoutSecrets(`${SECRET}, another%2Fsecret, another/secret`, secrets)).toBe(
		'***, ***, ***',
	);
});

describe.each(Array.from({ length: SECRET.length - 4 }, (_, index) => SECRET.slice(0, index + 4)))(
	'the beginning "%s" of a secret',
	(beginning) => {
		test('the beginning is removed before an ellipsis', () => {
			expect(withoutSecrets(`it is ${beginning}… now`, [SECRET])).toBe('it is ***… now');
		});

		test('the beginning is removed at the end of a text', () => {
			expect(withoutSecrets(`it is ${beginning}… and ${beginning}`, [SECRET])).toBe(
				'it is ***… and ***',
			);
		});

		test('the beginning stays elsewhere', () => {
			expect(withoutSecrets(`it is ${beginning}.`, [SECRET])).toBe(`it is ${beginning}.`);
		});
	},
);

test('the first three characters of a secret can be anywhere', () => {
	expect(withoutSecrets('a-s… and a-s', [SECRET])).toBe('a-s… and a-s');
});

test.each([
	...['password', 'DB_Password', 'Password1', 'password_2', 'db_pwd', 'token2', 'Passwort'],
	...['PASS', 'dbPass', 'sftpPass2', 'sftp_pass', 'sftp.pass1', 'mot_de_passe', 'motDePasse'],
	...['api key', 'apiKey', 'API-KEY', 'private key', 'secret_access_key', 'passphrase'],
])('the name "%s" says that its value is secret', (name) => {
	expect(namesSecret(name)).toBe(true);
});

test.each([
	...[
		'bypass',
		'BYPASS',
		'compass',
		'passenger',
		'passed',
		'pass_count',
		'tokenizer',
		'primary_key',
	],
	...['secretary', 'passwordless', 'keyboard', 'monkey'],
])('the name "%s" does not say that its value is secret', (name) => {
	expect(namesSecret(name)).toBe(false);
});
