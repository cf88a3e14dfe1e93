/**
 * What is secret in what was given, and how it is kept out of outputs, errors and the node that an
 * error carries.
 */
import { type IBinaryData, type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { noteToken } from '../../../../credentials/inUse';
import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, json, list, object, pairs, rows, text } from '../../../../nodes/shared/declare/field';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import {
	errorWithoutSecrets,
	maskingFor,
	nodeWithoutParameters,
	nodeWithoutSecrets,
	outputWithoutSecrets,
	secretsAmong,
	secretsIn,
} from '../../../../nodes/shared/engine/output/secrets';
import {
	allSpellings,
	namesSecret,
	withoutSecrets,
	withoutSpellings,
} from '../../../../nodes/shared/support/mask';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { stub } from '../../../support/stub';

const SECRET = 's3cr3t-of-mine';
const create = operation('POST /connections', {
	...ANY_TEXTS,
	body: {
		name: text('N'),
		key: text('K').secret().wireName('apiPhrase').optional(),
		login: object('L', { user: text('U'), phrase: text('P').secret() }).optional(),
		parts: rows('R', {
			label: text('L'),
			hidden: text('H').secret().wireName('hiddenPart').optional(),
		}).optional(),
		tags: pairs('T').optional(),
		any: json('A').optional(),
		words: list('W').optional(),
	},
	settings: { pin: text('P').secret().optional() },
	answers: record(undefined),
});
const other = operation('GET /connections', {
	...ANY_TEXTS,
	query: { seal: text('S').secret().optional() },
	answers: record(undefined),
});
const open = operation('GET /open', {
	...ANY_TEXTS,
	query: { q: text('Q').optional(), place: object('P', { x: text('X') }).optional() },
	answers: nothing(),
});

describe('the value of a field is secret', () => {
	test.each<{ what: string; given: unknown; secrets: string[] }>([
		{ what: 'that is declared so', given: { key: SECRET }, secrets: [SECRET] },
		{ what: 'by its name on the wire', given: { apiPhrase: SECRET }, secrets: [SECRET] },
		{
			what: 'in the collection',
			given: { additionalFields: { key: SECRET, name: 'n' } },
			secrets: [SECRET],
		},
		{ what: 'among the settings', given: { pin: SECRET }, secrets: [SECRET] },
		{ what: 'as a number', given: { key: 12345678 }, secrets: ['12345678'] },
		{
			what: 'in every text of it',
			given: { key: { a: [SECRET, { b: 'more' }], c: true, d: null } },
			secrets: [SECRET, 'more'],
		},
		{
			what: 'inside an object',
			given: { login: { value: { user: 'u', phrase: SECRET } } },
			secrets: [SECRET],
		},
		{
			what: 'inside an object that is given as JSON',
			given: { loginJson: `{"phrase":"${SECRET}","user":"u"}` },
			secrets: [SECRET],
		},
		{
			what: 'in rows',
			given: {
				parts: {
					rows: [{ label: 'l', hidden: SECRET }, { additionalFields: { hiddenPart: 'two' } }],
				},
			},
			secrets: [SECRET, 'two'],
		},
		{
			what: 'in rows that are given as JSON',
			given: { partsJson: `[{"hiddenPart":"${SECRET}"}]` },
			secrets: [SECRET],
		},
		{
			what: 'in JSON with a byte order mark',
			given: { partsJson: `\ufeff[{"hiddenPart":"${SECRET}"}]` },
			secrets: [SECRET],
		},
		{
			what: 'in an undeclared field whose name says so',
			given: { any: { db_password: SECRET, deep: { apiKey: 'k' }, plain: 'p' } },
			secrets: [SECRET, 'k'],
		},
		{
			what: 'in a pair whose name says so',
			given: {
				tags: {
					pairs: [
						{ name: 'db_password', value: SECRET },
						{ name: 'db', value: 'open' },
					],
				},
			},
			secrets: [SECRET],
		},
		{
			what: 'in a patch of such a path',
			given: { any: [{ op: 'replace', path: '/a/password', value: { x: SECRET } }] },
			secrets: [SECRET],
		},
		{
			what: 'that is marked as encrypted',
			given: {
				any: [
					{ name: 'a', value: SECRET, encrypted: true },
					{ value: 'two', encrypted: 'true' },
					{ value: 'open', encrypted: false },
				],
			},
			secrets: [SECRET, 'two'],
		},
		{
			what: 'of the type of a password',
			given: {
				any: [
					{ type: 'Password', value: SECRET },
					{ type: 'passwords', value: 'open' },
					{ type: 'no password', value: 'open' },
					{ type: 7, value: 'open' },
				],
			},
			secrets: [SECRET],
		},
		{
			what: 'never where nothing was given',
			given: { key: '', pin: undefined, login: null },
			secrets: [],
		},
		{ what: 'never otherwise', given: { name: SECRET, words: [SECRET], any: 'text' }, secrets: [] },
		{
			what: 'not for the name of a declared field',
			given: { name: 'n', token: SECRET },
			secrets: [SECRET],
		},
	])('a value of a field is secret: $what', ({ given, secrets }) => {
		expect(secretsAmong(create, given)).toEqual(secrets);
	});

	describe('invalid JSON', () => {
		test('JSON of a field with a secret is secret as a whole', () => {
			expect(secretsAmong(create, { loginJson: ` {"phrase":"${SECRET}",} ` })).toEqual([
				` {"phrase":"${SECRET}",} `,
				`{"phrase":"${SECRET}",}`,
			]);
		});

		test.each(['{"password":"x"', '[{"db.password: x', '{password: "x"}'])(
			'the text %j is secret as a whole, because it mentions a secret field',
			async (text) => {
				expect(secretsAmong(open, { q: text })).toEqual([text, text]);
			},
		);

		test.each(['{"plain":"x"', '{', 'my password', 'see {"password":"x"}'])(
			'the text %j has no secret',
			async (text) => {
				expect(secretsAmong(open, { q: text })).toEqual([]);
			},
		);

		test('JSON of a field without secrets has none', () => {
			expect(secretsAmong(open, { place: '{"x":' })).toEqual([]);
		});

		test('valid JSON has the secret alone', () => {
			expect(secretsAmong(open, { q: '\n [{"password":"x"}]' })).toEqual(['x']);
		});
	});

	test('the secret values are found wherever their parameters are, each once', () => {
		const parameters: IDataObject = {
			key: SECRET,
			partsJson: '[{"hidden":"in-json"}]',
			additionalFields: { pin: 'pin-of-mine' },
			login: { value: { phrase: 'other-one' } },
			name: 'n',
			unrelated: { password: 'x' },
		};
		const read = (name: string): unknown => {
			if (name === 'words') throw new Error('cannot be evaluated');
			return parameters[name];
		};
		expect(secretsIn(create, read).sort()).toEqual(['in-json', 'other-one', 'pin-of-mine', SECRET]);
	});
});

describe('an output', () => {
	const hidden = (secrets: string[] = [], of: RequestOperation = create) =>
		maskingFor(of, { operations: { create, other } }, secrets);
	const clean = (json: IDataObject, secrets: string[] = [], of = create) =>
		outputWithoutSecrets({ json }, hidden(secrets, of)).json;

	test('an output hides declared fields, by their position', () => {
		expect([...hidden().names].sort()).toEqual([
			'apiPhrase',
			'parts.hiddenPart',
			'phrase',
			'pin',
			'seal',
		]);
		expect(
			clean({
				apiPhrase: 'x',
				phrase: 7,
				seal: ['a', { b: 'c', d: true, e: '' }],
				pin: '',
				name: 'x',
				parts: [{ hiddenPart: 'x', label: 'l' }],
				hiddenPart: 'open',
				deep: [{ phrase: null }],
			}),
		).toEqual({
			apiPhrase: '***',
			phrase: '***',
			seal: ['***', { b: '***', d: true, e: '' }],
			pin: '',
			name: 'x',
			parts: [{ hiddenPart: '***', label: 'l' }],
			hiddenPart: 'open',
			deep: [{ phrase: null }],
		});
	});

	test('an output hides a short secret only where the name says that it is one', () => {
		const given = {
			parameters: { db_password: 'abcd', city: 'abcd' },
			rows: [
				{ name: 'db_password', value: 'abcd' },
				{ name: 'city', value: 'abcd' },
			],
			pass_word: 1234,
		};
		expect(clean(given, ['abcd'])).toEqual({
			parameters: { db_password: '***', city: 'abcd' },
			rows: [
				{ name: 'db_password', value: '***' },
				{ name: 'city', value: 'abcd' },
			],
			pass_word: 1234,
		});
		expect(clean(given)).toEqual(given);
	});

	test('an output hides the secret fields of other operations, except for those in rows', () => {
		expect([...hidden([], open).names].sort()).toEqual(['apiPhrase', 'phrase', 'pin', 'seal']);
	});

	test('an output shows the secret that it consists of', () => {
		const show = { ...create, answers: { ...create.answers, sensitive: ['phrase'] } };
		expect(clean({ phrase: 'x', apiPhrase: 'x' }, [], show)).toEqual({
			phrase: 'x',
			apiPhrase: '***',
		});
	});

	test('an output does not repeat a given value, in any text or name', () => {
		expect(
			clean(
				{
					note: `it is ${SECRET}!`,
					[`of ${SECRET}`]: 1,
					list: [`"${SECRET}"`, 'open'],
					number: 12345678,
					other: 1234567,
				},
				[SECRET, '12345678', '1234567'],
			),
		).toEqual({
			note: 'it is ***!',
			'of ***': 1,
			list: ['"***"', 'open'],
			number: '***',
			other: 1234567,
		});
		expect(clean({ [`of ${SECRET}`]: 1 }, [SECRET])).toEqual({ 'of ***': 1 });
		expect(clean({ note: 'a password' }, ['passwor'])).toEqual({ note: 'a password' });
		expect(clean({ note: 'a password' }, ['password'])).toEqual({ note: 'a ***' });
	});

	test('an output hides encrypted values', () => {
		expect(
			clean({
				parameters: [
					{ name: 'a', value: 'x', encrypted: true },
					{ name: 'b', value: 'y', encrypted: false },
					{ name: 'c', value: 'z', encrypted: 'true' },
				],
			}),
		).toEqual({
			parameters: [
				{ name: 'a', value: '***', encrypted: true },
				{ name: 'b', value: 'y', encrypted: false },
				{ name: 'c', value: 'z', encrypted: 'true' },
			],
		});
	});

	test('an output is the same object if there is nothing to hide', () => {
		const json = { a: [{ b: 1, c: null, d: NaN }], e: 'x', f: true };
		expect(clean(json, [SECRET])).toBe(json);
		expect(clean(json)).toBe(json);
		const inner = { b: 1 };
		expect(clean({ a: inner, e: SECRET }, [SECRET]).a).toBe(inner);
	});

	test('an output never repeats the token that is sent', () => {
		noteToken('token-of-a-run');
		expect(clean({ note: 'Bearer token-of-a-run' })).toEqual({ note: 'Bearer ***' });
		expect(clean({ note: 'token-of-a-run' }, [SECRET])).toEqual({ note: '***' });
		noteToken('token-of-another');
		expect(clean({ note: 'token-of-another, token-of-a-run' })).toEqual({ note: '***, ***' });
		expect(hidden().spellings).toBe(hidden().spellings);
	});

	test('an output has files whose names repeat nothing, with unchanged content', () => {
		const file = {
			data: SECRET,
			mimeType: 'text/plain',
			fileName: `of ${SECRET}.log`,
		} as IBinaryData;
		const unnamed = { data: SECRET, mimeType: 'text/plain' } as IBinaryData;
		expect(outputWithoutSecrets({ json: {}, binary: { file, unnamed } }, hidden([SECRET]))).toEqual(
			{ json: {}, binary: { file: { ...file, fileName: 'of ***.log' }, unnamed } },
		);
		expect('binary' in outputWithoutSecrets({ json: {} }, hidden())).toBe(false);
	});
});

describe('the node that an error carries', () => {
	const node = (parameters: IDataObject) => stub<INode>({ name: 'Node', parameters });
	const kept = (parameters: IDataObject, secrets: string[] = []) =>
		nodeWithoutSecrets(node(parameters), create, secrets).parameters;

	describe('the node that an error carries', () => {
		test('the node has no secret in its parameters, at any level', () => {
			expect(
				kept(
					{
						resource: 'r',
						key: SECRET,
						additionalFields: { pin: '={{ $json.pin }}' },
						login: { value: { phrase: SECRET, user: 'u' } },
						loginJson: `{"phrase":"${SECRET}"}`,
						parts: '={{ $json.parts }}',
						tags: {
							pairs: [
								{ name: 'password', value: SECRET },
								{ name: 'a', value: 'b' },
							],
						},
						any: { token: SECRET, x: [1, null] },
						name: `of ${SECRET}`,
					},
					[SECRET],
				),
			).toEqual({
				resource: 'r',
				key: '***',
				additionalFields: { pin: '***' },
				login: { value: { phrase: '***', user: 'u' } },
				loginJson: '***',
				parts: '***',
				tags: {
					pairs: [
						{ name: 'password', value: '***' },
						{ name: 'a', value: 'b' },
					],
				},
				any: { token: '***', x: [1, null] },
				name: 'of ***',
			});
		});

		test('the node keeps what is no secret', () => {
			expect(kept({ words: '={{ $json.words }}', tags: '={{ $json.tags }}', key: '' })).toEqual({
				words: '={{ $json.words }}',
				tags: '={{ $json.tags }}',
				key: '',
			});
			expect(nodeWithoutSecrets(node({}), create, []).name).toBe('Node');
			expect(
				nodeWithoutSecrets(node({ place: '={{ $json.place }}' }), open, []).parameters,
			).toEqual({
				place: '={{ $json.place }}',
			});
		});

		test('the node has no secret that a name or a mark alone shows, whatever is known of the values', () => {
			expect(
				kept({
					tags: {
						pairs: [
							{ name: 'password', value: 'p' },
							{ name: 'a', value: 'b' },
						],
					},
					any: [
						{ token: 't', type: 'x', value: 'v' },
						{ encrypted: true, value: 'w', note: 'n' },
					],
				}),
			).toEqual({
				tags: {
					pairs: [
						{ name: 'password', value: '***' },
						{ name: 'a', value: 'b' },
					],
				},
				any: [
					{ token: '***', type: 'x', value: 'v' },
					{ encrypted: true, value: '***', note: 'n' },
				],
			});
		});
	});

	test('the node that an error carries says only what it does if nothing else is known', () => {
		expect(nodeWithoutParameters(node({ resource: 'r', operation: 'o', key: SECRET }))).toEqual({
			name: 'Node',
			parameters: { resource: 'r', operation: 'o' },
		});
	});
});

describe('an error', () => {
	test('an error repeats nothing, in any of its fields', () => {
		const cause = new Error(`because of ${SECRET}`);
		const error = Object.assign(
			new NodeApiError(
				stub<INode>({ name: 'Node', parameters: { key: SECRET } }),
				{},
				{ message: `bad ${SECRET}` },
			),
			{ cause, extra: { deep: [SECRET, { self: null as unknown }] }, count: 1 },
		);
		error.extra.deep[1] = { self: error };
		expect(errorWithoutSecrets(error, [SECRET])).toBe(error);
		expect(error.message).toBe('bad ***');
		expect(error.stack).not.toContain(SECRET);
		expect(cause.message).toBe('because of ***');
		expect(error.extra.deep[0]).toBe('***');
		// Its node is masked by what its parameters are.
		expect(error.node.parameters).toEqual({ key: SECRET });
	});

	test('an error of JavaScript itself repeats nothing either', () => {
		const error = new Error(`bad ${SECRET}`, { cause: new Error(`because of ${SECRET}`) });
		errorWithoutSecrets(error, [SECRET]);
		expect([error.message, (error.cause as Error).message]).toEqual(['bad ***', 'because of ***']);
		expect(error.stack).toContain('bad ***');
		expect(error.stack).not.toContain(SECRET);
	});

	test('an error is not changed if nothing is secret, or if it is not an error', () => {
		const frozen = Object.freeze(Object.assign(new Error('open'), { a: 'b' }));
		expect(errorWithoutSecrets(frozen, [SECRET])).toBe(frozen);
		const plain = { message: SECRET };
		expect(errorWithoutSecrets(plain, [SECRET])).toEqual({ message: SECRET });
		const bearer = new Error('Bearer abcdefghijklmnop');
		expect(errorWithoutSecrets(bearer, []).message).toBe('Bearer ***');
		noteToken('a-token-that-is-sent');
		expect(errorWithoutSecrets(new Error('It was a-token-that-is-sent.'), []).message).toBe(
			'It was ***.',
		);
	});
});

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
		['every sign by its number in an address', 'x a%3db%2fc%C3%A4 y'],
		['signs by their numbers in JSON', 'x a\\u003db\\u002Fc\\u00e4 y'],
		['signs behind a backslash', 'x a=b\\/c\u00e4 y'],
		['signs by their numbers in a web page', 'x a&#61;b&#x2F;c&#228; y'],
		['a mixture', 'x a%3Db\\/c\\u00E4 y'],
	])('a secret that is written with %s is removed', (_way, text) => {
		expect(withoutSecrets(text, ['a=b/cä'])).toBe('x *** y');
	});

	test.each([0, 1, 2])('a secret is found in base64 behind %i other bytes', (before) => {
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
		{
			what: 'none',
			text: 'The signature=abcdefghijk of a design, ?design=abcdefghijk',
			clean: 'The signature=abcdefghijk of a design, ?design=abcdefghijk',
		},
	])('the signature of a link counts as one: $what', ({ text, clean }) => {
		expect(withoutSecrets(text, [])).toBe(clean);
	});

	test.each([
		...[
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
		].map((name) => [name, true] as const),
		...['passwordHint', 'key', 'primaryKey', 'tokens', 'name', '', undefined, 7].map(
			(name) => [name, false] as const,
		),
	])('%s names a secret: %s', (name, isSecret) => {
		expect(namesSecret(name)).toBe(isSecret);
	});
});

test('an ID is not a secret', () => {
	expect(
		secretsAmong(
			operation('GET /x/{xId}', { ...ANY_TEXTS, path: { xId: id('X') }, answers: nothing() }),
			{ xId: SECRET },
		),
	).toEqual([]);
});
