/**
 * What fields for JSON accept, refuse and show.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import {
	type Field,
	json,
	jsonArray,
	jsonValue,
	looseValue,
} from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf } from './stage';

const itself: Record<string, unknown> = {};
itself.a = [itself];

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{
		what: 'JSON that is as deep as it may be',
		field: jsonArray('J'),
		raw: '['.repeat(501) + ']'.repeat(501),
		wanted: JSON.parse('['.repeat(501) + ']'.repeat(501)),
	},
	{
		what: 'any JSON called mode and value',
		field: jsonValue('J'),
		raw: { mode: 'x', value: 'y' },
		wanted: { mode: 'x', value: 'y' },
	},
	{ what: 'any JSON', field: jsonValue('J'), raw: '7', wanted: 7 },
	{ what: 'an object as JSON alone', field: json('J'), raw: '{"a":[1]}', wanted: { a: [1] } },
	{ what: 'an array as JSON', field: jsonArray('J'), raw: '[1]', wanted: [1] },
	{
		what: 'half a character deep in JSON, which escapes it',
		field: jsonArray('J'),
		raw: [[['\ud83d']]],
		wanted: [[['\ud83d']]],
	},
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toStrictEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'broken JSON',
		field: json('J'),
		raw: '{',
		words: 'field: "Field" must be an object in valid JSON ({)',
	},
	{
		what: 'an array instead of an object',
		field: json('J'),
		raw: '[]',
		words: 'field: "Field" must be an object ([])',
	},
	{
		what: 'an object instead of an array',
		field: jsonArray('J'),
		raw: '{}',
		words: 'field: "Field" must be a list ({})',
	},
	{
		what: 'broken JSON instead of any',
		field: jsonValue('J'),
		raw: '{',
		words: 'field: "Field" must be valid JSON ({)',
	},
	{
		what: 'a function instead of any value',
		field: looseValue('V'),
		raw: { a: () => 1 },
		words: 'field.a: "Field: a" contains a value that is not JSON (function)',
	},
	{
		what: 'NaN instead of any value',
		field: looseValue('V'),
		raw: [NaN],
		words: 'field[0]: "Field, entry 1" contains a value that is not a number (NaN)',
	},
	{
		what: 'an invalid date instead of any value',
		field: looseValue('V'),
		raw: { a: new Date(NaN) },
		words: 'field.a: "Field: a" contains a value that is not JSON (Invalid Date)',
	},
	{
		what: 'a set instead of a list',
		field: json('V'),
		raw: { a: new Set(['b']) },
		words: 'field.a: "Field: a" contains a value that is not JSON (object)',
	},
	{
		what: 'a list with a hole',
		field: jsonArray('V'),
		// eslint-disable-next-line no-sparse-arrays
		raw: ['a', , 'b'],
		words: 'field[1]: "Field, entry 2" has no value',
	},
	{
		what: 'JSON with a name that is given twice',
		field: json('V'),
		raw: '{"a":{"b":1,"b":2}}',
		words: 'field: "Field" has "b" twice: leave one of them out',
	},
	{
		what: 'JSON that is nested too deeply',
		field: jsonValue('V'),
		raw: '['.repeat(502) + ']'.repeat(502),
		words: 'field: "Field" is nested too deeply, or contains itself',
	},
	{
		what: 'an object that contains itself',
		field: json('V'),
		raw: itself,
		words: 'field: "Field" is nested too deeply, or contains itself',
	},
	{
		what: 'broken JSON that looks like JSON',
		field: looseValue('V'),
		raw: '{',
		words: 'field: "Field" must be valid JSON ({)',
	},
	{
		what: 'too few entries',
		field: jsonArray('J').min(2),
		raw: '[1]',
		words: 'field: "Field" needs at least 2 entries ([1])',
	},
	{
		what: 'too many entries',
		field: jsonArray('J').max(1),
		raw: '[1,2]',
		words: 'field: "Field" must have at most one entry ([1,2])',
	},
	{
		what: 'JSON that loses digits',
		field: json('J'),
		raw: '{"a":[12345678901234567890]}',
		words:
			'field.a[0]: "Field: a, entry 1" has more digits than a number can keep: give it as text (12345678901234567890)',
	},
	{
		what: 'JSON with a decimal that loses digits',
		field: json('J'),
		raw: '{"a":{"b":99999999999999.99}}',
		words:
			'field.a.b: "Field: a: b" has more digits than a number can keep: give it as text (99999999999999.99)',
	},
	{
		what: 'JSON with a number that is too large',
		field: jsonArray('J'),
		raw: '[1, 1e400]',
		words:
			'field[1]: "Field, entry 2" has more digits than a number can keep: give it as text (1e400)',
	},
	{
		what: 'JSON with nothing in it',
		field: json('J'),
		raw: { a: undefined },
		words: 'field.a: "Field: a" has no value',
	},
	{
		what: 'JSON with NaN',
		field: jsonArray('J'),
		raw: [NaN],
		words: 'field[0]: "Field, entry 1" contains a value that is not a number (NaN)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{
		what: 'an object',
		field: json('J'),
		valid: [{}, { constructor: 1 }],
		invalid: [[], 'x', null],
	},
	{
		what: 'an array',
		field: jsonArray('J').min(1).max(2),
		valid: [[1], [1, 'x']],
		invalid: [[], [1, 2, 3], {}, 'x'],
	},
])('the check of $what', ({ field, valid, invalid }) => {
	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test.each<{ what: string; field: Field; valid: unknown[] }>([
	{ what: 'any JSON', field: jsonValue('J'), valid: [1, 'x', null, [], {}] },
	{ what: 'any value', field: looseValue('V'), valid: [1, 'x', true] },
])('a field for $what passes all of it', ({ field, valid }) => {
	expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
});

test.each<{ what: string; field: Field; input: object }>([
	{
		what: 'an object as JSON',
		field: json(DESCRIPTION),
		input: { required: true, type: 'json', default: '{}' },
	},
	{
		what: 'a list as JSON',
		field: jsonArray(DESCRIPTION),
		input: { required: true, type: 'json', default: '[]' },
	},
	{
		what: 'any JSON',
		field: jsonValue(DESCRIPTION),
		input: { required: true, type: 'json', default: '{}' },
	},
	{
		what: 'JSON that starts with something',
		field: jsonValue(DESCRIPTION).initial('[1]'),
		input: { required: true, type: 'json', default: '[1]' },
	},
	{
		what: 'any value',
		field: looseValue(DESCRIPTION),
		input: { required: true, type: 'string', default: '' },
	},
	{
		what: 'any value that starts with something',
		field: looseValue(DESCRIPTION).initial('x'),
		input: { required: true, type: 'string', default: 'x' },
	},
])('n8n shows the input of $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test('the reference lists the rules of a list as JSON', () => {
	const field = jsonArray(DESCRIPTION).min(2);
	const rules: string[] = ['at least 2'];

	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{
		what: 'an object as JSON',
		field: json(DESCRIPTION),
		example: { given: '{"a":1}', wire: { a: 1 } },
	},
	{
		what: 'a list as JSON',
		field: jsonArray(DESCRIPTION),
		example: { given: '["a"]', wire: ['a'] },
	},
	{
		what: 'JSON with a sample',
		field: jsonValue(DESCRIPTION).sample({ b: 2 }),
		example: { given: '{"b":2}', wire: { b: 2 } },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test.each([
	['true', true],
	[' false\n', false],
	['{"a":1}', { a: 1 }],
	['\n[1]', [1]],
	['"7"', '7'],
	['7', '7'],
	['1.10', '1.10'],
	['true story', 'true story'],
	['not true', 'not true'],
	['a [1]', 'a [1]'],
	[7, 7],
	[true, true],
	[[1], [1]],
])('a field of any value accepts it in the form in which it would be typed: %j', (raw, wanted) => {
	expect(read(looseValue('V'), raw)).toEqual(wanted);
});

test('blanks alone count as nothing', () => {
	expect(refusal(looseValue('V'), ' ')).toBe('field: "Field" is required');
	expect(read(looseValue('V').optional(), ' ')).toBeUndefined();
});

test.each([
	{ field: json('J'), raw: { a: '' }, place: 'field.a: "Field: a"' },
	{ field: json('J'), raw: { a: null }, place: 'field.a: "Field: a"' },
	{ field: json('J'), raw: { a: { b: [] } }, place: 'field.a.b: "Field: a: b"' },
	{ field: jsonArray('J'), raw: [{ a: ' ' }], place: 'field[0].a: "Field, entry 1: a"' },
	{ field: jsonArray('J').asContent(), raw: [{}], place: 'field[0]: "Field, entry 1"' },
	{
		field: json('J').asRead(),
		raw: { a: [{ b: ' ' }] },
		place: 'field.a[0].b: "Field: a, entry 1: b"',
	},
	{ field: json('J').asRead(), raw: { a: [null] }, place: 'field.a[0]: "Field: a, entry 1"' },
	{
		field: looseValue('V').mayClear(),
		raw: [{ value: null }],
		place: 'field[0].value: "Field, entry 1: value"',
	},
])('a blank inside JSON is refused at $place', ({ field, raw, place }) => {
	expect(refusal(field, raw, { purpose: 'changes' })).toBe(
		`${place} is empty: give a value, or leave it out`,
	);
	// What an operation gives was read from the platform.
	expect(read(field, raw)).toEqual(raw);
});

test.each([
	['records with content', jsonArray('J').asContent(), [{ a: '', b: null, c: {} }]],
	['an object as it was read', json('J').asRead(), { a: null, b: [], c: [{ d: {} }] }],
	['an empty list that clears a value', looseValue('V').mayClear(), []],
	['an object that clears a value', looseValue('V').mayClear(), { a: null, b: [] }],
])('a blank that means something is kept: %s', (_what, field, raw) => {
	expect(read(field, raw, { purpose: 'changes' })).toEqual(raw);
});
