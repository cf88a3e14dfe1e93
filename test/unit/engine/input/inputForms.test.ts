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
			columns: rows('Columns', { title: text('Title') }),
			labels: pairs('Labels').optional(),
			parameters: pairs('Parameters').optional().onTop(),
		},
		answers: record(undefined),
	});
	const columns = { rows: [{ title: 'Country' }] };
	const COLUMNS = [{ title: 'Country' }];
	const filledIn = { pairs: [{ name: 'owner', value: 'ana' }] };
	const FILLED_IN = { owner: 'ana' };
	const asJson = '{"owner":"ben"}';
	const AS_JSON = { owner: 'ben' };
	const body = (given: IDataObject) => read(declared, { columns, ...given }).body;

	test('a form of the collection is filled in', () => {
		expect(body({ additionalFields: { labels: filledIn } })).toEqual({
			columns: COLUMNS,
			labels: FILLED_IN,
		});
	});

	test('a form of the collection is given as JSON', () => {
		expect(body({ additionalFields: { labelsJson: asJson } })).toEqual({
			columns: COLUMNS,
			labels: AS_JSON,
		});
	});

	test('a form that is always shown is filled in', () => {
		expect(body({ parameters: filledIn })).toEqual({ columns: COLUMNS, parameters: FILLED_IN });
	});

	test('a form that is always shown is given as JSON', () => {
		const given = { parameters: {}, additionalFields: { parametersJson: asJson } };
		expect(body(given)).toEqual({ columns: COLUMNS, parameters: AS_JSON });
	});

	test('a form that is given as JSON as well is refused', () => {
		expect(() => body({ additionalFields: { labels: filledIn, labelsJson: '{}' } })).toThrow(
			/ is given as a form and as JSON: leave one of them out$/,
		);
	});

	test('a form that starts filled is ignored while its JSON is given', () => {
		expect(body({ additionalFields: { columnsJson: '[{"title":"City"}]' } })).toEqual({
			columns: [{ title: 'City' }],
		});
	});

	test('a form that starts filled counts again once its JSON is empty', () => {
		expect(body({ additionalFields: { columnsJson: '' } })).toEqual({ columns: COLUMNS });
	});

	test.each([asJson, '{}'])('a form that is always shown is refused beside the JSON %s', (json) => {
		expect(() =>
			body({ parameters: filledIn, additionalFields: { parametersJson: json } }),
		).toThrow('as a form and as JSON: leave one of them out');
	});

	test('a form that is always shown counts again once its JSON is empty', () => {
		expect(body({ parameters: filledIn, additionalFields: { parametersJson: '' } })).toEqual({
			columns: COLUMNS,
			parameters: FILLED_IN,
		});
	});

	test.each([{ labels: {} }, { labelsJson: '{}' }, { parametersJson: '{}' }])(
		'a form that was added must not be empty: %j',
		(additionalFields) => {
			expect(() => body({ additionalFields })).toThrow(EMPTY);
		},
	);

	test('a form that is always shown can be empty', () => {
		expect(body({ parameters: {} })).toEqual({ columns: COLUMNS });
	});

	test('a form whose JSON is an expression counts as given', () => {
		expect(
			read(
				declared,
				{ columns, additionalFields: { parametersJson: { owner: 'eve' } } },
				{ written: { additionalFields: { parametersJson: '={{ $json.x }}' } } },
			).body,
		).toEqual({ columns: COLUMNS, parameters: { owner: 'eve' } });
	});
});

describe('an expression inside a form', () => {
	const column = { title: text('Title'), ownerId: id('Owner').onTop().optional() };

	describe('a form on its own', () => {
		const declared = operation('POST /x', {
			...ANY_TEXTS,
			body: { columns: rows('Columns', column) },
			answers: record(undefined),
		});
		const given = { columns: { rows: [{ title: 'Country', ownerId: '' }] } };

		test('a field that was left empty is not sent', () => {
			expect(read(declared, given).body).toEqual({ columns: [{ title: 'Country' }] });
		});

		test('an expression must not be empty', () => {
			const written = { columns: { rows: [{ title: 'Country', ownerId: '={{ $json.owner }}' }] } };
			expect(() => read(declared, given, { written })).toThrow(EMPTY);
		});
	});

	describe('a form inside another object', () => {
		const schema = object('Schema', {
			key: object('Key', column).optional(),
			note: text('Note').optional(),
		}).optional();
		const declared = operation('POST /x', {
			...ANY_TEXTS,
			body: { name: text('Name'), schema },
			answers: record(undefined),
		});
		const given = (ownerId: string) => ({
			name: 'Model',
			additionalFields: {
				schema: { note: 'of sales', key: { value: { title: 'Country', ownerId } } },
			},
		});

		test('a field that was left empty is not sent', () => {
			expect(read(declared, given('')).body).toEqual({
				name: 'Model',
				schema: { note: 'of sales', key: { title: 'Country' } },
			});
		});

		test('an expression must not be empty', () => {
			const written = given('={{ $json.owner }}');
			expect(() => read(declared, given(''), { written })).toThrow(EMPTY);
		});
	});
});

describe('an object with separate inputs', () => {
	const artifact = { id: text('ID'), version: id('Version').optional() };
	const required = operation('POST /x', {
		...ANY_TEXTS,
		body: { artifact: spread('Artifact', artifact) },
		answers: record(undefined),
	});
	const optional = operation('POST /x', {
		...ANY_TEXTS,
		body: { name: text('Name'), artifact: spread('Artifact', artifact).optional() },
		answers: record(undefined),
	});

	test('a required object is read from its inputs', () => {
		expect(read(required, { artifactId: 'a', artifactVersion: '' }).body).toEqual({
			artifact: { id: 'a' },
		});
	});

	test('an optional object is read from the inputs of the collection', () => {
		const additionalFields = { artifactId: 'a', artifactVersion: '1' };
		expect(read(optional, { name: 'n', additionalFields }).body).toEqual({
			name: 'n',
			artifact: { id: 'a', version: '1' },
		});
	});

	test.each([{}, { artifactId: '' }])(
		'an optional object without a value in its inputs is left out: %j',
		(additionalFields) => {
			expect(read(optional, { name: 'n', additionalFields }).body).toEqual({ name: 'n' });
		},
	);

	test('an expression beside a given input must not be empty', () => {
		const three = operation('POST /x', {
			...ANY_TEXTS,
			body: { artifact: spread('Artifact', { ...artifact, kind: id('Kind').optional() }) },
			answers: record(undefined),
		});
		const given = { artifactId: 'a', artifactVersion: '', artifactKind: '' };
		expect(() =>
			read(three, given, { written: { ...given, artifactVersion: '={{ $json.v }}' } }),
		).toThrow(/"Artifact Version" was given, but is empty/);
	});

	test('an expression for a part of a required object must not be empty', () => {
		expect(() =>
			read(
				required,
				{ artifactId: 'a', artifactVersion: '' },
				{ written: { artifactId: 'a', artifactVersion: '={{ $json.v }}' } },
			),
		).toThrow(EMPTY);
	});

	test('an expression for a part of an optional object must not be empty', () => {
		expect(() =>
			read(
				optional,
				{ name: 'n', additionalFields: { artifactId: '', artifactVersion: '' } },
				{ written: { name: 'n', additionalFields: { artifactId: '={{ $json.i }}' } } },
			),
		).toThrow(/Artifact ID/);
	});
});
