/**
 * What a field for a list of objects accepts, refuses and shows.
 */
import { withIds } from '../../../../nodes/shared/declare/field/reading';
import {
	type Field,
	id,
	integer,
	object,
	pairs,
	rows,
	text,
} from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, locator, read, refusal, task } from '../../../support/fieldValue';
import { DESCRIPTION, innerFields, inputOf, prefixedWithTask, taskPicker } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'rows of a form',
		field: rows('R', innerFields),
		raw: { rows: [{ a: 'x', additionalFields: { b: 2 } }] },
		wanted: [{ a: 'x', b: 2 }],
	},
	{
		what: 'rows as JSON, flat',
		field: rows('R', innerFields),
		raw: '[{"a":"x","b":2}]',
		wanted: [{ a: 'x', b: 2 }],
	},
	{
		what: 'one row',
		field: rows('R', innerFields),
		raw: { rows: { a: 'x' } },
		wanted: [{ a: 'x' }],
	},
	{
		what: 'one row without a form',
		field: rows('R', innerFields),
		raw: { a: 'x' },
		wanted: [{ a: 'x' }],
	},
	{
		what: 'no rows, where that clears',
		field: rows('R', innerFields).mayBeEmpty(),
		raw: { rows: [] },
		wanted: [],
	},
	{
		what: 'as many rows as there may be',
		field: rows('R', innerFields).min(1).max(1),
		raw: [{ a: 'x' }],
		wanted: [{ a: 'x' }],
	},
	{
		what: 'rows by their names on the platform',
		field: rows('R', { a: text('A').wireName('A_NAME') }),
		raw: [{ a: 'x' }],
		wanted: [{ A_NAME: 'x' }],
	},
	{
		what: 'rows as the platform returns them',
		field: rows('R', { a: text('A').wireName('$a'), b: text('B').optional() }),
		raw: [{ $a: 'x', b: 'y' }],
		wanted: [{ $a: 'x', b: 'y' }],
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{ what: 'a form without rows', field: rows('R', innerFields), raw: {} },
	{ what: 'a form with no row', field: rows('R', innerFields), raw: { rows: [] } },
	{ what: 'a form whose rows are nothing', field: rows('R', innerFields), raw: { rows: null } },
	{
		what: 'a form whose rows are not there',
		field: rows('R', innerFields),
		raw: { rows: undefined },
	},
	{
		what: 'a form whose rows are an empty object',
		field: rows('R', innerFields),
		raw: { rows: {} },
	},
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a row without anything',
		field: rows('R', { a: text('A').optional() }),
		raw: [{ a: 'x' }, {}],
		words: 'field[1]: "Field, row 2" is empty: fill it in, or remove it',
	},
	{
		what: 'a row without its field',
		field: rows('R', innerFields),
		raw: { rows: [{ a: 'x' }, {}] },
		words: 'field[1].a: "Field, row 2: A" is required',
	},
	{
		what: 'a field of a row',
		field: rows('R', innerFields),
		raw: [{ a: 'x', b: 4 }],
		words: 'field[0].b: "Field, row 1: B" must be at most 3 (4)',
	},
	{
		what: 'an unknown field',
		field: rows('R', innerFields),
		raw: [{ a: 'x', c: 1 }],
		words: 'field[0].c: "Field, row 1" has no field c: remove it, or check its spelling',
	},
	{
		what: 'a field under both of its names',
		field: rows('R', { a: text('A').wireName('$a') }),
		raw: [{ a: 'x', $a: 'y' }],
		words: 'field[0].$a: "Field, row 1" has no field $a: remove it, or check its spelling',
	},
	{
		what: 'an unknown field that is added',
		field: rows('R', innerFields),
		raw: [{ a: 'x', additionalFields: { c: 1 } }],
		words: 'field[0].c: "Field, row 1" has no field c: remove it, or check its spelling',
	},
	{
		what: 'an unknown field called as what objects have',
		field: rows('R', innerFields),
		raw: [{ a: 'x', constructor: 1 }],
		words:
			'field[0].constructor: "Field, row 1" has no field constructor: remove it, or check its spelling',
	},
	{
		what: 'additional fields that are not an object',
		field: rows('R', innerFields),
		raw: [{ a: 'x', additionalFields: 7 }],
		words:
			'field[0].additionalFields: "Field, row 1" has no field additionalFields: remove it, or check its spelling',
	},
	{
		what: 'a row that is not an object',
		field: rows('R', innerFields),
		raw: [{ a: 'x' }, 7],
		words: 'field[1]: "Field, row 2" must be an object (7)',
	},
	{
		what: 'a number as rows',
		field: rows('R', innerFields),
		raw: 7,
		words: 'field[0]: "Field, row 1" must be an object (7)',
	},
	{
		what: 'an object as rows in JSON',
		field: rows('R', innerFields),
		raw: '{}',
		words: 'field: "Field" must be a list ({})',
	},
	{
		what: 'too few rows',
		field: rows('R', innerFields).min(2),
		raw: [{ a: 'x' }],
		words: 'field: "Field" needs at least 2 entries ([{"a":"x"}])',
	},
	{
		what: 'too many rows',
		field: rows('R', innerFields).max(1),
		raw: [{ a: 'x' }, { a: 'y' }],
		words: 'field: "Field" must have at most one entry ([{"a":"x"},{"a":"y"}])',
	},
	{
		what: 'a name where names are not looked up',
		field: rows('R', { task }),
		raw: [{ task: locator('Load', 'name') }],
		words:
			'field[0].task: "Field, row 1: Task" cannot be chosen by name here: choose it from the list or by ID (Load)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test('a refusal does not repeat a secret in a row', () => {
	const field = rows('R', { key: text('K').secret().maxLength(3) });
	const raw = [{ key: 's3cr3t' }];

	expect(refusal(field, raw)).toMatch(/^field/);
	expect(refusal(field, raw)).not.toContain('s3cr3t');
});

describe('the check of rows', () => {
	const field = rows('R', innerFields).max(1);
	const valid: unknown[] = [[{ a: 'x' }], []];
	const invalid: unknown[] = [[{ a: 'x' }, { a: 'x' }], { a: 'x' }, ['x']];

	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test('the reference lists the rules of rows', () => {
	const field = rows(DESCRIPTION, {}).max(3);
	const rules: string[] = ['at most 3'];

	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{
		what: 'rows',
		field: rows(DESCRIPTION, {
			a: text(DESCRIPTION).wireName('b'),
			c: text(DESCRIPTION).optional(),
		}),
		example: {
			given: { rows: [{ a: 'a-a', additionalFields: { c: 'a-c' } }] },
			wire: [{ b: 'a-a', c: 'a-c' }],
		},
	},
	{
		what: 'rows without more',
		field: rows(DESCRIPTION, { a: text(DESCRIPTION) }),
		example: { given: { rows: [{ a: 'a-a' }] }, wire: [{ a: 'a-a' }] },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test.each<{ what: string; field: Field; value: unknown; changed: unknown }>([
	{
		what: 'rows',
		field: rows(DESCRIPTION, {
			task: id(DESCRIPTION).pick(taskPicker).wireName('taskId'),
			note: text(DESCRIPTION),
		}),
		value: [{ taskId: 'a', note: 'n' }, { note: 'm' }],
		changed: [{ taskId: 'task a', note: 'n' }, { note: 'm' }],
	},
])('the IDs of records in $what are replaced', async ({ field, value, changed }) => {
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(changed);
});

test.each([
	{ what: 'a value that is not a list of rows', value: 'x' },
	{ what: 'an entry that is not a row', value: ['x'] },
])('$what is left unchanged, because it has no ID of a record', async ({ value }) => {
	const field = rows(DESCRIPTION, { task: id(DESCRIPTION).pick(taskPicker) });
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(value);
});

describe('the input of rows', () => {
	const shown = (name: string, more = {}) => expect.objectContaining({ name, ...more }) as object;
	const addable = (displayName: string, name: string, more: object) => ({
		displayName,
		name,
		description: DESCRIPTION,
		...more,
	});

	test('the input is a form: required fields first, the others can be added', () => {
		const fields = {
			zeta: text(DESCRIPTION).optional(),
			must: text(DESCRIPTION),
			alpha: integer(DESCRIPTION).optional(),
			top: text(DESCRIPTION).onTop().optional(),
			inner: pairs(DESCRIPTION).optional(),
		};
		expect(inputOf(rows(DESCRIPTION, fields), 'entries')).toEqual({
			displayName: 'Entries',
			name: 'entries',
			description: DESCRIPTION,
			required: true,
			type: 'fixedCollection',
			placeholder: 'Add Entry',
			typeOptions: { multipleValues: true },
			default: {},
			options: [
				{
					displayName: 'Entry',
					name: 'rows',
					values: [
						shown('must', { required: true }),
						shown('top'),
						shown('inner', { type: 'fixedCollection' }),
						{
							displayName: 'Additional Fields',
							placeholder: 'Add Field',
							name: 'additionalFields',
							type: 'collection',
							default: {},
							options: [
								addable('Alpha', 'alpha', {
									type: 'number',
									default: 0,
									typeOptions: { numberPrecision: 0 },
								}),
								addable('Zeta', 'zeta', { type: 'string', default: '' }),
							],
						},
					],
				},
			],
		});
	});

	test('the input has no fields to add if all are required', () => {
		expect(JSON.stringify(inputOf(rows(DESCRIPTION, { must: text(DESCRIPTION) })))).not.toContain(
			'additionalFields',
		);
	});

	test('records inside rows and objects cannot be given by name', () => {
		// Names are not looked up inside.
		for (const field of [
			rows(DESCRIPTION, { must: id(DESCRIPTION).pick(taskPicker) }),
			object(DESCRIPTION, { may: id(DESCRIPTION).pick(taskPicker).optional() }),
		])
			expect(JSON.stringify(inputOf(field))).not.toContain('By Name');
		expect(JSON.stringify(inputOf(id(DESCRIPTION).pick(taskPicker)))).toContain('By Name');
	});
});

test('a refusal repeats values beside a secret', () => {
	expect(
		refusal(
			rows('R', { key: text('K').secret().optional(), n: object('N', { m: integer('M') }) }),
			[{ n: { m: 'x' } }],
		),
	).toBe('field[0].n.m: "Field, row 1: N: M" must be a whole number (x)');
});
