/**
 * The input of a form, and of an object whose parts have inputs of their own.
 */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../../../nodes/shared/declare/answers';
import { operation } from '../../../../nodes/shared/declare/define';
import { id, object, pairs, rows, spread, text } from '../../../../nodes/shared/declare/fields';
import { ANY_TEXTS } from '../../../support/anyTexts';
import { EMPTY, read } from './inputStage';

describe('a form', () => {
	const declared = operation('POST /x', {
		...ANY_TEXTS,
		body: {
			must: rows('M', { a: text('A') }),
			may: pairs('P').optional(),
			start: pairs('S').optional().onTop(),
		},
		answers: record(undefined),
	});
	const must = { rows: [{ a: 'x' }] };
	test('a form is filled in, given as JSON, or left out', () => {
		const body = (given: IDataObject) => read(declared, { must, ...given }).body as IDataObject;
		const form = { pairs: [{ name: 'n', value: 'v' }] };
		expect(body({ additionalFields: { may: form } })).toEqual({
			must: [{ a: 'x' }],
			may: { n: 'v' },
		});
		expect(body({ additionalFields: { mayJson: '{"j":"k"}' } })).toEqual({
			must: [{ a: 'x' }],
			may: { j: 'k' },
		});
		expect(body({ start: form })).toEqual({ must: [{ a: 'x' }], start: { n: 'v' } });
		expect(body({ start: {}, additionalFields: { startJson: '{"j":"k"}' } })).toEqual({
			must: [{ a: 'x' }],
			start: { j: 'k' },
		});
		expect(() => body({ additionalFields: { may: form, mayJson: '{}' } })).toThrow(
			/ is given as a form and as JSON: leave one of them out$/,
		);
		expect(body({ additionalFields: { mustJson: '[{"a":"y"}]' } })).toEqual({
			must: [{ a: 'y' }],
		});
	});
	test('a form that starts filled is hidden while its JSON is given, and counts again once the JSON is empty', () => {
		const body = (mustJson: string) =>
			read(declared, { must, additionalFields: { mustJson } }).body;
		expect(body('[{"a":"y"}]')).toEqual({ must: [{ a: 'y' }] });
		expect(body('')).toEqual({ must: [{ a: 'x' }] });
	});
	test('a form that is always shown is refused beside its JSON, and counts again once the JSON is empty', () => {
		const started = (startJson: string) =>
			read(declared, {
				must,
				start: { pairs: [{ name: 'n', value: 'v' }] },
				additionalFields: { startJson },
			}).body;
		for (const twice of ['{"j":"k"}', '{}'])
			expect(() => started(twice)).toThrow('as a form and as JSON: leave one of them out');
		expect(started('')).toEqual({ must: [{ a: 'x' }], start: { n: 'v' } });
	});
	test('a form that was added must not be empty, one that is always shown can be', () => {
		for (const may of [{ may: {} }, { mayJson: '{}' }])
			expect(() => read(declared, { must, additionalFields: may })).toThrow(EMPTY);
		expect(read(declared, { must, start: {} }).body).toEqual({ must: [{ a: 'x' }] });
		expect(() => read(declared, { must, additionalFields: { startJson: '{}' } })).toThrow(EMPTY);
	});
	test('a form can contain an expression that must not be empty', () => {
		const inner = { a: text('A'), t: id('T').onTop().optional() };
		const top = operation('POST /x', {
			...ANY_TEXTS,
			body: { must: rows('M', inner) },
			answers: record(undefined),
		});
		const given = { rows: [{ a: 'x', t: '' }] };
		const written = { rows: [{ a: 'x', t: '={{ $json.t }}' }] };
		expect(read(top, { must: given }).body).toEqual({ must: [{ a: 'x' }] });
		expect(() => read(top, { must: given }, { written: { must: written } })).toThrow(EMPTY);
		const about = object('A', {
			o: object('O', inner).optional(),
			n: text('N').optional(),
		}).optional();
		const inside = operation('POST /x', {
			...ANY_TEXTS,
			body: { name: text('N'), about },
			answers: record(undefined),
		});
		const values = (t: string) => ({
			name: 'n',
			additionalFields: { about: { n: 'm', o: { value: { a: 'x', t } } } },
		});
		expect(read(inside, values('')).body).toEqual({ name: 'n', about: { n: 'm', o: { a: 'x' } } });
		expect(() => read(inside, values(''), { written: values('={{ $json.t }}') })).toThrow(EMPTY);
	});
	test('a form whose JSON is an expression counts as given', () => {
		expect(
			read(
				declared,
				{ must, additionalFields: { startJson: { a: 'b' } } },
				{ written: { additionalFields: { startJson: '={{ $json.x }}' } } },
			).body,
		).toEqual({ must: [{ a: 'x' }], start: { a: 'b' } });
	});
});

describe('an object with separate inputs', () => {
	const inner = { id: text('I'), version: id('V').optional() };
	const top = operation('POST /x', {
		...ANY_TEXTS,
		body: { artifact: spread('A', inner) },
		answers: record(undefined),
	});
	const inside = operation('POST /x', {
		...ANY_TEXTS,
		body: { name: text('N'), artifact: spread('A', inner).optional() },
		answers: record(undefined),
	});
	test('an object is read from its inputs', () => {
		expect(read(top, { artifactId: 'a', artifactVersion: '' }).body).toEqual({
			artifact: { id: 'a' },
		});
		expect(
			read(inside, { name: 'n', additionalFields: { artifactId: 'a', artifactVersion: '1' } }).body,
		).toEqual({ name: 'n', artifact: { id: 'a', version: '1' } });
		expect(read(inside, { name: 'n', additionalFields: {} }).body).toEqual({ name: 'n' });
		expect(read(inside, { name: 'n', additionalFields: { artifactId: '' } }).body).toEqual({
			name: 'n',
		});
	});
	test('an object is given if one of its inputs is: an expression in another must not be empty', () => {
		const three = operation('POST /x', {
			...ANY_TEXTS,
			body: { artifact: spread('A', { ...inner, kind: id('K').optional() }) },
			answers: record(undefined),
		});
		const given = { artifactId: 'a', artifactVersion: '', artifactKind: '' };
		expect(() =>
			read(three, given, { written: { ...given, artifactVersion: '={{ $json.v }}' } }),
		).toThrow(/Artifact Version was given, but is empty/);
	});
	test('an object that is the result of an expression must not be empty', () => {
		expect(() =>
			read(
				top,
				{ artifactId: 'a', artifactVersion: '' },
				{ written: { artifactId: 'a', artifactVersion: '={{ $json.v }}' } },
			),
		).toThrow(EMPTY);
		expect(() =>
			read(
				inside,
				{ name: 'n', additionalFields: { artifactId: '', artifactVersion: '' } },
				{ written: { name: 'n', additionalFields: { artifactId: '={{ $json.i }}' } } },
			),
		).toThrow(/Artifact ID/);
	});
});
