/**
 * What fields for an object accept, refuse and show, in a form or as JSON.
 */
import { withIds } from '../../../../nodes/shared/declare/field/reading';
import {
	choice,
	type Field,
	id,
	integer,
	jsonOf,
	jsonValue,
	object,
	rows,
	text,
} from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { isValid, read, refusal } from '../../../support/fieldValue';
import {
	DESCRIPTION,
	expectedInput,
	innerFields,
	inputOf,
	prefixedWithTask,
	taskPicker,
} from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'an object as the platform returns it',
		field: object('O', { a: text('A').wireName('$a').optional() }),
		raw: { $a: 'x' },
		wanted: { $a: 'x' },
	},
	{
		what: 'an object of a form',
		field: object('O', { a: integer('A') }),
		raw: { value: { a: '1' } },
		wanted: { a: 1 },
	},
	{ what: 'an object', field: object('O', { a: integer('A') }), raw: { a: 1 }, wanted: { a: 1 } },
	{
		what: 'an object as JSON',
		field: object('O', { a: integer('A') }),
		raw: '{"a":1}',
		wanted: { a: 1 },
	},
	{
		what: 'an object with a text called value',
		field: object('O', { value: text('V') }),
		raw: { value: 'x' },
		wanted: { value: 'x' },
	},
	{
		what: 'an object with an object called value',
		field: object('O', { value: jsonValue('V'), a: text('A') }),
		raw: { value: { b: 1 }, a: 'x' },
		wanted: { value: { b: 1 }, a: 'x' },
	},
	{
		what: 'an object with one object',
		field: object('O', { a: jsonValue('A') }),
		raw: { a: { b: 1 } },
		wanted: { a: { b: 1 } },
	},
	{
		what: 'an object that needs nothing',
		field: object('O', { a: text('A').optional() }),
		raw: {},
		wanted: {},
	},
	{
		what: 'an object that needs something only beside something else',
		field: object('O', { a: text('A').optional(), b: text('B').shownWhen({ a: ['x'] }) }),
		raw: {},
		wanted: {},
	},
	{
		what: 'an object with a field called additionalFields',
		field: object('O', { additionalFields: jsonValue('A') }),
		raw: { additionalFields: { b: 1 } },
		wanted: { additionalFields: { b: 1 } },
	},
	{
		what: 'an object with a field that is not there',
		field: object('O', innerFields),
		raw: { a: 'x', c: undefined },
		wanted: { a: 'x' },
	},
	{
		what: 'known fields as JSON',
		field: jsonOf('J', innerFields),
		raw: '{"a":"x","b":"2"}',
		wanted: { a: 'x', b: 2 },
	},
	{
		what: 'nothing of known fields that may be left out',
		field: jsonOf('J', { a: text('A').optional() }),
		raw: '{}',
		wanted: {},
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{ what: 'an object that was not added', field: object('O', innerFields), raw: {} },
	{ what: 'an object whose form is empty', field: object('O', innerFields), raw: { value: {} } },
	{ what: 'known fields without any', field: jsonOf('J', innerFields), raw: '{}' },
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'an array instead of known fields',
		field: jsonOf('J', innerFields),
		raw: '[]',
		words: 'field: "Field" must be an object ([])',
	},
	{
		what: 'an unknown field among the known',
		field: jsonOf('J', innerFields),
		raw: '{"a":"x","c":1}',
		words: 'field.c: "Field" has no field c: remove it, or check its spelling',
	},
	{
		what: 'a field that is too large among the known',
		field: jsonOf('J', innerFields),
		raw: '{"a":"x","b":4}',
		words: 'field.b: "Field: B" must be at most 3 (4)',
	},
	{
		what: 'a value that is not an object',
		field: object('O', innerFields),
		raw: 7,
		words: 'field: "Field" must be an object (7)',
	},
	{
		what: 'a list instead of an object',
		field: object('O', innerFields),
		raw: [{ a: 'x' }],
		words: 'field: "Field" must be an object ([{"a":"x"}])',
	},
	{
		what: 'broken JSON instead of an object',
		field: object('O', innerFields),
		raw: '{',
		words: 'field: "Field" must be an object in valid JSON ({)',
	},
	{
		what: 'an object in an object',
		field: object('O', { o: object('O', innerFields) }),
		raw: { o: { b: 1 } },
		words: 'field.o.a: "Field: O: A" is required',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{
		what: 'broken JSON around a secret',
		field: object('O', { key: text('K').secret() }),
		raw: '{"key":"s3cr3t",}',
	},
	{
		what: 'an array around a secret',
		field: object('O', { key: text('K').secret() }),
		raw: [{ key: 's3cr3t' }],
	},
	{
		what: 'a field beside a secret',
		field: object('O', { key: text('K').secret(), other: integer('N') }),
		raw: { key: 's3cr3t', other: 'x' },
	},
	{
		what: 'a list around rows around a secret',
		field: object('O', { rows: rows('R', { key: text('K').secret() }) }),
		raw: ['s3cr3t'],
	},
])('a refusal does not repeat $what', ({ field, raw }) => {
	expect(refusal(field, raw)).toMatch(/^field/);
	expect(refusal(field, raw)).not.toContain('s3cr3t');
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{
		what: 'known fields',
		field: jsonOf('J', innerFields),
		valid: [{ a: 'x' }, { a: 'x', b: 3 }],
		invalid: [{}, { a: 'x', b: 4 }, { a: 'x', c: 1 }, []],
	},
	{
		what: 'fields of an object',
		field: object('O', { a: text('A').wireName('A_NAME') }),
		valid: [{ A_NAME: 'x' }],
		invalid: [{ a: 'x' }, {}],
	},
])('the check of $what', ({ field, valid, invalid }) => {
	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test.each<{ what: string; field: Field; example: object }>([
	{
		what: 'an object, which is a collection',
		field: object(DESCRIPTION, { a: text(DESCRIPTION), c: text(DESCRIPTION).optional() }),
		example: { given: { a: 'a-a', c: 'a-c' }, wire: { a: 'a-a', c: 'a-c' } },
	},
	{
		what: 'an optional object, which is a form',
		field: object(DESCRIPTION, {
			a: text(DESCRIPTION),
			c: text(DESCRIPTION).optional(),
		}).optional(),
		example: {
			given: { value: { a: 'a-a', additionalFields: { c: 'a-c' } } },
			wire: { a: 'a-a', c: 'a-c' },
		},
	},
	{
		what: 'an object of which all may be left out',
		field: object(DESCRIPTION, { c: text(DESCRIPTION).wireName('d').optional() }),
		example: { given: { c: 'a-c' }, wire: { d: 'a-c' } },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test('the IDs of records in an object are replaced', async () => {
	const field = object(DESCRIPTION, { task: id(DESCRIPTION).pick(taskPicker) });
	expect(await withIds(field, { task: 'a', other: 'b' }, prefixedWithTask)).toStrictEqual({
		task: 'task a',
		other: 'b',
	});
});

test('a record in a hidden field of an object is left unchanged', async () => {
	const field = object(DESCRIPTION, {
		of: choice(DESCRIPTION, ['TASK', 'OTHER']),
		task: id(DESCRIPTION)
			.pick(taskPicker)
			.shownWhen({ of: ['TASK'] }),
	});
	const value = { of: 'OTHER', task: 'a' };
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(value);
});

test('the input of a required object is a collection whose fields start with their values', () => {
	const must = {
		type: 'string',
		displayName: 'Must',
		name: 'must',
		description: DESCRIPTION,
	} as const;
	expect(
		inputOf(
			object(DESCRIPTION, {
				must: text(DESCRIPTION),
				inner: object(DESCRIPTION, { must: text(DESCRIPTION) }),
			}),
		),
	).toMatchObject({
		type: 'collection',
		required: true,
		default: { must: '', inner: { must: '' } },
		options: [{ name: 'inner', type: 'collection', default: { must: '' } }, must],
	});
});

test('the input of an optional object with a required field is a form', () => {
	expect(inputOf(object(DESCRIPTION, { must: text(DESCRIPTION) }).optional())).toEqual(
		expectedInput({
			type: 'fixedCollection',
			placeholder: 'Add Some Field',
			default: {},
			options: [
				{
					displayName: 'Some Field',
					name: 'value',
					values: [
						{
							displayName: 'Must',
							name: 'must',
							description: DESCRIPTION,
							required: true,
							type: 'string',
							default: '',
						},
					],
				},
			],
		}),
	);
});

test('the input of an object is a collection if all of its fields are optional', () => {
	expect(
		inputOf(
			object(DESCRIPTION, {
				zeta: text(DESCRIPTION).optional(),
				alpha: text(DESCRIPTION).optional(),
			}).optional(),
		),
	).toEqual(
		expectedInput({
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Alpha',
					name: 'alpha',
					description: DESCRIPTION,
					type: 'string',
					default: '',
				},
				{
					displayName: 'Zeta',
					name: 'zeta',
					description: DESCRIPTION,
					type: 'string',
					default: '',
				},
			],
		}),
	);
});
