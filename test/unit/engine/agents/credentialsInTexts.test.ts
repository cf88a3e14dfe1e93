/**
 * What an agent reads of a text that may have a credential in it.
 */
import { withoutCredentials } from '../../../../nodes/shared/engine/agents/credentialsInTexts';
import { growth } from '../../../support/growth';

const TOKEN = 'Zx81-Kp0_q7Lm2Tn5';

/** A line of a key. */
const LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

/** A private key as a file has it, or with another text between its first and its last line. */
const pem = (kind: string, text = `\n${LINE}\n${LINE}\n`): string =>
	`-----BEGIN ${kind}PRIVATE KEY-----${text}-----END ${kind}PRIVATE KEY-----`;

/** A text, what an agent reads, and why. */
type Row = [text: string, shown: string, why: string];

describe('a text for an agent has no credential', () => {
	test.each<Row>([
		['password=p1&ssl=true', 'password=***&ssl=true', 'a form'],
		['jdbc:x://h;password=p1;a=b', 'jdbc:x://h;password=***;a=b', 'the address of a database'],
		['DB_PASSWORD=p1, CODE=17', 'DB_PASSWORD=***, CODE=17', 'the comma separates two values'],
		['password=ab,cd next', 'password=*** next', 'the comma is in the value'],
		['password=a,b,user=x', 'password=***,user=x', 'the second comma separates two values'],
		['{user=u, password=a)b}', '{user=u, password=***}', 'the brace is outside of the value'],
		['password={a;b};user=x', 'password=***;user=x', 'the address of a database, quoted'],
		['password="a b" x', 'password="***" x', 'quoted'],
		["run --password='a b' x", "run --password='***' x", 'an option, quoted'],
		['run --db-password p1 x', 'run --db-password *** x', 'an option, after a blank'],
		['password: p1', 'password: ***', 'YAML, a header'],
		['password = p1', 'password = ***', 'a file of settings'],
		['"token" => "p1"', '"token" => "***"', 'a log of Ruby'],
		['sent {"password":"p\\"1","a":"b"}', 'sent {"password":"***","a":"b"}', 'JSON in a line'],
		['"{\\"secret\\": \\"p1\\"}"', '"{\\"secret\\": \\"***\\"}"', 'JSON in JSON'],
		['password="p1', 'password="***', 'the text was truncated'],
		['log="a password=p1"', 'log="a password=***"', 'it is inside of another value'],
		['url=password:p1', 'url=password:***', 'it is inside of another value'],
		['password=null,token=p1', 'password=null,token=***', 'the first value is harmless'],
		['Secret access key: p1', 'Secret access key: ***', 'words'],
		['x-api-key: p1', 'x-api-key: ***', 'a header'],
		['token: Bearer p1', 'token: ***', 'a token after the word before tokens'],
		['Authorization: Bearer abcdefgh', 'Authorization: Bearer ***', 'a header'],
		['"authorization":"Basic abcdefgh"', '"authorization":"Basic ***"', 'a header as JSON'],
		[`sent Bearer ${TOKEN}`, 'sent Bearer ***', 'it looks like a token'],
		['eyJhbGciOiJI.eyJzdWIiOi.c2ln', '***', 'it looks like a token'],
		['https://h/f?X-Amz-Signature=ab12', 'https://h/f?X-Amz-Signature=***', 'a signed link'],
		['https://me:p@1@git.x/r', 'https://me:***@git.x/r', 'a user in an address'],
		['redis://:p1@h:6379', 'redis://:***@h:6379', 'an address without a user'],
		[
			'jdbc:oracle:thin:u/p1@//h:1521/x',
			'jdbc:oracle:thin:u/***@//h:1521/x',
			'as Oracle writes it',
		],
		[
			'AccountName=a;AccountKey=p1+aB/cd56EFgh78==;b=c',
			'AccountName=a;AccountKey=***;b=c',
			'the key of a storage',
		],
		[pem('RSA '), pem('RSA ', '***'), 'a private key'],
		[pem('', `\\n${LINE}\\n`), pem('', '***'), 'a private key in JSON'],
		[pem('EC ', `\nProc-Type: 4\n\n${LINE}`), pem('EC ', '***'), 'a private key with its type'],
	])('an agent reads %j as %j: %s', (text, shown) => {
		expect(withoutCredentials(text)).toBe(shown);
		expect(withoutCredentials(`${text}\nnext`)).toBe(`${shown}\nnext`);
	});

	test.each<[text: string, why: string]>([
		['Basic Transformation', 'a word, not a token'],
		['Basic authentication for SAP', 'a word, not a token'],
		['Bearer authentication failed', 'a word, not a token'],
		['Basic transformation-of-customers', 'words, not a token'],
		['Basic export2024', 'too short for a token'],
		['jdbc:sqlserver://srv:1433;database=db;user=me@srv', 'the user is not before the host'],
		['http://h:80?mail=a@b', 'the parameter is not before the host'],
		['http://h;a:b@c', 'what follows the host is not a user'],
		['"http://h:8080,mail=me@x"', 'the next value is not before the host'],
		['https://h/p:1@2?a=b&monkey=c', 'the path is not before the host'],
		['PWD=/home/x OLDPWD=/tmp', 'the current folder'],
		['page_token=3&nextPageToken=abc', 'the place in a list'],
		['tests_pass=12', 'a number of tests'],
		['password=null, secret: false, token=true', 'says only whether there is one'],
		['if (token==null || password != x)', 'a comparison'],
		['jdbc:oracle:thin:@h:1521/x of a/b me@h', 'the address has no user'],
		[pem('PUBLIC ').replaceAll('PRIVATE ', ''), 'a public key'],
		['no BEGIN PRIVATE KEY----- in the file', 'there is no key'],
		['AccountKey=A-17', 'too short for the key of a storage'],
		['bypass=on, RETURN_CODE=17', 'other names'],
		['password:\nnext', 'no value in this line'],
	])('an agent reads %j unchanged: %s', (text) => {
		expect(withoutCredentials(text)).toBe(text);
	});

	test.each([
		...['a=b ', 'a', '"', ' ', 'password="', '://', '://a:b', 'Bearer ', 'password=,', '\\'],
		...['eyJ', '--password ', 'a.', ',a', '=', 'authorization: ', '{', 'password={', 'A9'],
		...['oracle:a:', 'oracle:a:b/', 'PRIVATE KEY-----', `PRIVATE KEY-----${LINE}`],
		...['password=\\', '"\\', 'a-pass', 'Bearer a', 'password=" ', 'a:b@'],
	])('a longer text of %j does not take more time for each character', (piece) => {
		expect(growth(withoutCredentials, piece)).toBeLessThan(8);
	});
});
