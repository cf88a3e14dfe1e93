/**
 * What an output hides.
 */
import { type IBinaryData, type IDataObject } from 'n8n-workflow';

import { noteToken } from '../../../../credentials/signIn/tokensInUse';
import { nothing, record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, text } from '../../../../nodes/shared/declare/fields';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import { secretsAmong } from '../../../../nodes/shared/engine/output/secrets';
import {
	maskingFor,
	outputWithoutSecrets,
} from '../../../../nodes/shared/engine/output/secretsInOutputs';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { create, open, SECRET } from './secretsStage';

const other = operation('GET /connections', {
	...ANY_TEXTS,
	query: { seal: text('S').secret().optional() },
	answers: record(undefined),
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

	test('an output hides a short secret only if its name says that it is one', () => {
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

	test('an output shows the secret if that is its purpose', () => {
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

	test('an output reads each value once, however deep it is', () => {
		let reads = 0;
		let json: IDataObject = {
			get note() {
				reads++;
				return SECRET;
			},
		};
		for (let depth = 0; depth < 10; depth++) json = { inner: json };
		expect(JSON.stringify(clean(json, [SECRET]))).toContain('{"note":"***"}');
		expect(reads).toBe(1);
	});

	test('an output never repeats the token that is sent', () => {
		noteToken('token-of-a-run');
		expect(clean({ note: 'Bearer token-of-a-run' })).toEqual({ note: 'Bearer ***' });
		expect(clean({ note: 'token-of-a-run' }, [SECRET])).toEqual({ note: '***' });
		noteToken('token-of-another');
		expect(clean({ note: 'token-of-another, token-of-a-run' })).toEqual({ note: '***, ***' });
		expect(hidden().spellings).toBe(hidden().spellings);
	});

	test('an output has files whose names repeat no secret, with unchanged content', () => {
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

test('an ID is not a secret', () => {
	expect(
		secretsAmong(
			operation('GET /x/{xId}', { ...ANY_TEXTS, path: { xId: id('X') }, answers: nothing() }),
			{ xId: SECRET },
		),
	).toEqual([]);
});
