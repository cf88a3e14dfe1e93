/**
 * Which values of an item’s input are secret.
 */
import { type IDataObject } from 'n8n-workflow';

import { secretsAmong, secretsIn } from '../../../../nodes/shared/engine/output/secrets';
import { create, open, SECRET } from './secretsStage';

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
			what: 'in an undeclared field with the name of a secret',
			given: { any: { db_password: SECRET, deep: { apiKey: 'k' }, plain: 'p' } },
			secrets: [SECRET, 'k'],
		},
		{
			what: 'in a pair with the name of a secret',
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
			what: 'under the name of a secret, beside a field called name',
			given: { name: 'n', token: SECRET },
			secrets: [SECRET],
		},
	])('a value is secret: $what', ({ given, secrets }) => {
		expect(secretsAmong(create, given)).toEqual(secrets);
	});

	test.each<{ what: string; given: unknown }>([
		{ what: 'a field that was not given', given: { key: '', pin: undefined, login: null } },
		{
			what: 'a field that is not declared so',
			given: { name: SECRET, words: [SECRET], any: 'text' },
		},
	])('$what has no secret', ({ given }) => {
		expect(secretsAmong(create, given)).toEqual([]);
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
