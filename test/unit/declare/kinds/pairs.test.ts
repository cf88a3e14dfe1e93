/**
 * What fields for pairs of name and value accept, refuse and show.
 */
import { withIds } from '../../../../nodes/shared/declare/field/reading';
import { type Field, pairs, rows } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { isValid, locator, read, refusal, task } from '../../../support/fieldValue';
import { DESCRIPTION, inputOf, prefixedWithTask, taskPicker } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'pairs of a form',
		field: pairs('P'),
		raw: {
			pairs: [
				{ name: 'a', value: 1 },
				{ name: 'b', value: '' },
			],
		},
		wanted: { a: '1', b: '' },
	},
	{
		what: 'pairs as an object',
		field: pairs('P'),
		raw: { a: 'x', b: true, c: false },
		wanted: { a: 'x', b: 'true', c: 'false' },
	},
	{ what: 'pairs as JSON', field: pairs('P'), raw: '{"a":"x"}', wanted: { a: 'x' } },
	{
		what: 'numbers in JSON where texts are wanted, as they are written',
		field: pairs('P'),
		raw: '{"a":1.10,"b":99999999999999.99,"c":9007199254740993,"d":0}',
		wanted: { a: '1.10', b: '99999999999999.99', c: '9007199254740993', d: '0' },
	},
	{
		what: 'numbers in an object inside JSON, as they are written',
		field: rows('R', { p: pairs('P') }),
		raw: '[{"p":{"a":1.10," b ":2.50}}]',
		wanted: [{ p: { a: '1.10', b: '2.50' } }],
	},
	{
		what: 'numbers in rows inside JSON, as they are written',
		field: rows('R', { p: pairs('P') }),
		raw: '[{"p":[{"name":"a","value":1.10},{"name":3.0,"value":2.50}]}]',
		wanted: [{ p: { a: '1.10', '3.0': '2.50' } }],
	},
	{
		what: 'numbers in the form inside JSON, as they are written',
		field: rows('R', { p: pairs('P') }),
		raw: '[{"p":{"pairs":[{"name":"a","value":1.10}]}}]',
		wanted: [{ p: { a: '1.10' } }],
	},
	{
		what: 'pairs as rows',
		field: pairs('P'),
		raw: [{ name: 'a', value: 'x' }],
		wanted: { a: 'x' },
	},
	{
		what: 'pairs whose names are numbers',
		field: pairs('P'),
		raw: [{ name: 7, value: 'x' }],
		wanted: { 7: 'x' },
	},
	{
		what: 'pairs with records',
		field: pairs('P').pick(task.spec.picker!),
		raw: { pairs: [{ name: 'a', value: locator('x') }] },
		wanted: { a: 'x' },
	},
	{
		what: 'pairs of which one is called pairs',
		field: pairs('P'),
		raw: { pairs: 'x' },
		wanted: { pairs: 'x' },
	},
	{
		what: 'pairs with numbers',
		field: pairs('P').withNumbers(),
		raw: { a: 1, b: 'x', c: true },
		wanted: { a: 1, b: 'x', c: 'true' },
	},
	{
		what: 'pairs called as what objects have',
		field: pairs('P'),
		raw: {
			pairs: [
				{ name: 'constructor', value: 'a' },
				{ name: 'toString', value: 'b' },
			],
		},
		wanted: { constructor: 'a', toString: 'b' },
	},
	{
		what: 'pairs called mode and value',
		field: pairs('P'),
		raw: { mode: 'full', value: '3' },
		wanted: { mode: 'full', value: '3' },
	},
	{
		what: 'no pairs, where that clears',
		field: pairs('P').mayBeEmpty(),
		raw: { pairs: [] },
		wanted: {},
	},
	{
		what: 'an empty object of pairs, where that clears',
		field: pairs('P').mayBeEmpty(),
		raw: {},
		wanted: {},
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown }>([
	{ what: 'a form without pairs', field: pairs('P'), raw: { pairs: [] } },
	{ what: 'an empty object of pairs', field: pairs('P'), raw: {} },
])('$what counts as not given', ({ field, raw }) => {
	expect(refusal(field, raw)).toBe('field: "Field" is required');
	expect(read(field.optional(), raw)).toBeUndefined();
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'a name twice',
		field: pairs('P'),
		raw: {
			pairs: [
				{ name: 'a', value: '1' },
				{ name: 'a', value: '2' },
			],
		},
		words: 'field[1].name: "Field, row 2: Name" must not be given twice (a)',
	},
	{
		what: 'a pair without a name',
		field: pairs('P'),
		raw: {
			pairs: [
				{ name: 'a', value: '1' },
				{ name: null, value: '1' },
			],
		},
		words: 'field[1].name: "Field, row 2: Name" is required',
	},
	{
		what: 'a pair with an object for a name',
		field: pairs('P'),
		raw: [{ name: { a: 1 }, value: '1' }],
		words: 'field[0].name: "Field, row 1: Name" must be text ({"a":1})',
	},
	{
		what: 'an entry that is not a pair',
		field: pairs('P'),
		raw: [{ name: 'a', value: '1' }, 'x'],
		words: 'field[1]: "Field" must have rows of name and value (x)',
	},
	{
		what: 'a pair without a value',
		field: pairs('P'),
		raw: { pairs: [{ name: 'a', value: undefined }] },
		words: 'field.a: "Field: a" has no value: give one, or leave the name out',
	},
	{
		what: 'an object with a value that is not there',
		field: pairs('P'),
		raw: { a: null },
		words: 'field.a: "Field: a" has no value: give one, or leave the name out',
	},
	{
		what: 'a pair with NaN',
		field: pairs('P'),
		raw: { a: NaN },
		words: 'field.a: "Field: a" must be text (NaN)',
	},
	{
		what: 'a pair with a number without end',
		field: pairs('P').withNumbers(),
		raw: { a: Infinity },
		words: 'field.a: "Field: a" must be text (Infinity)',
	},
	{
		what: 'a pair with a number that lost its last digits',
		field: pairs('P').withNumbers(),
		raw: { a: 2 ** 60 },
		words:
			'field.a: "Field: a" has more digits than a number can keep: give it as text (1152921504606847000)',
	},
	{
		what: 'a pair with an object',
		field: pairs('P'),
		raw: { a: { b: 1 } },
		words: 'field: "Field" must be an object with a text for each name ({"a":{"b":1}})',
	},
	{
		what: 'a pair with an object where numbers may be',
		field: pairs('P').withNumbers(),
		raw: { a: { b: 1 } },
		words: 'field: "Field" must be an object with a text or a number for each name ({"a":{"b":1}})',
	},
	{
		what: 'a name that is empty',
		field: pairs('P'),
		raw: { '': 'x' },
		words: 'field: "Field" must be an object with a text for each name ({"":"x"})',
	},
	{
		what: 'a blank name',
		field: pairs('P'),
		raw: { ' ': 'x' },
		words: 'field: "Field" must be an object with a text for each name ({" ":"x"})',
	},
	{
		what: 'a blank name in a row',
		field: pairs('P'),
		raw: [{ name: ' ', value: 'x' }],
		words: 'field[0].name: "Field, row 1: Name" is required',
	},
	...['', ' ', null, undefined, locator(''), locator(' ')].map((value) => ({
		what: `a blank record ${JSON.stringify(value)}`,
		field: pairs('P').pick(task.spec.picker!),
		raw: { a: value },
		words: 'field.a: "Field: a" is required',
	})),
	{
		what: 'a switch for a record',
		field: pairs('P').pick(task.spec.picker!),
		raw: { pairs: [{ name: 'a', value: true }] },
		words: 'field.a: "Field: a" must be text (true)',
	},
	{
		what: 'a record by name',
		field: pairs('P').pick(task.spec.picker!),
		raw: { pairs: [{ name: 'a', value: locator('x', 'name') }] },
		words:
			'field.a: "Field: a" cannot be chosen by name here: choose it from the list or by ID (x)',
	},
	{
		what: 'a value that is not a list of pairs',
		field: pairs('P'),
		raw: 7,
		words: 'field: "Field" must be an object (7)',
	},
	{
		what: 'broken JSON instead of pairs',
		field: pairs('P'),
		raw: '{',
		words: 'field: "Field" must be an object in valid JSON ({)',
	},
	{
		what: 'JSON that is not pairs',
		field: pairs('P'),
		raw: '7',
		words: 'field: "Field" must be an object (7)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{
		what: 'pairs',
		field: pairs('P'),
		valid: [{ a: 'x' }, {}, { constructor: 'x' }],
		invalid: [null, 'x', ['x'], { a: 1 }, { '': 'x' }, { a: 'x', b: null }],
	},
	{
		what: 'pairs of records',
		field: pairs('P').pick(task.spec.picker!),
		valid: [{ a: 'x' }],
		invalid: [{ a: ' ' }, { ' ': 'x' }],
	},
	{
		what: 'pairs with numbers',
		field: pairs('P').withNumbers(),
		valid: [{ a: 'x', b: 1 }],
		invalid: [{ a: true }, { '': 1 }],
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
		what: 'pairs',
		field: pairs(DESCRIPTION),
		example: {
			given: { pairs: [{ name: 'it-key', value: 'a value' }] },
			wire: { 'it-key': 'a value' },
		},
	},
	{
		what: 'pairs with samples',
		field: pairs(DESCRIPTION).sample({ x: 'y' }),
		example: { given: { pairs: [{ name: 'x', value: 'y' }] }, wire: { x: 'y' } },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test('the IDs of records in pairs are replaced', async () => {
	const field = pairs(DESCRIPTION).pick(taskPicker);
	expect(await withIds(field, { x: 'a', y: 7 }, prefixedWithTask)).toStrictEqual({
		x: 'task a',
		y: 7,
	});
});

test.each<{ what: string; field: Field; value: unknown }>([
	{ what: 'a value of pairs that hold no records', field: pairs(DESCRIPTION), value: { x: 'a' } },
	{
		what: 'a missing value of pairs of records',
		field: pairs(DESCRIPTION).pick(taskPicker),
		value: undefined,
	},
])('$what is left unchanged', async ({ field, value }) => {
	expect(await withIds(field, value, prefixedWithTask)).toStrictEqual(value);
});

test('the input of pairs is rows of name and value', () => {
	const name = { displayName: 'Name', name: 'name', type: 'string', default: '' };
	const value = { displayName: 'Value', name: 'value', type: 'string', default: '' };
	const form = (values: object[]) => ({
		displayName: 'Tags',
		name: 'tags',
		description: DESCRIPTION,
		required: true,
		type: 'fixedCollection',
		placeholder: 'Add Tag',
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ displayName: 'Tag', name: 'pairs', values }],
	});
	expect(inputOf(pairs(DESCRIPTION), 'tags')).toEqual(form([name, value]));
	expect(inputOf(pairs(DESCRIPTION).nameDescription('Name of the tag'), 'tags')).toEqual(
		form([{ ...name, description: 'Name of the tag' }, value]),
	);
	expect(inputOf(pairs(DESCRIPTION).pick(taskPicker), 'tags')).toEqual(
		form([
			name,
			{
				displayName: 'Task',
				name: 'value',
				type: 'resourceLocator',
				default: { mode: 'list', value: '' },
				modes: [expect.objectContaining({ name: 'list' }), expect.objectContaining({ name: 'id' })],
			},
		]),
	);
});
