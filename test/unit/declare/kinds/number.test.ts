/**
 * What fields for numbers accept, refuse and show.
 */
import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { type Field, integer, number } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, sameWhenSent } from './stage';

test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
	{ what: 'a decimal that a number keeps', field: number('N'), raw: '0.10', wanted: 0.1 },
	{ what: 'a number in a text', field: integer('N'), raw: ' 42 ', wanted: 42 },
	{ what: 'a number with its sign', field: integer('N'), raw: '+5', wanted: 5 },
	{ what: 'a fraction', field: number('N'), raw: 4.25, wanted: 4.25 },
	{ what: 'a fraction in a text', field: number('N'), raw: '-1.5', wanted: -1.5 },
	{ what: 'a fraction of two digits in a text', field: number('N'), raw: '4.25', wanted: 4.25 },
	{ what: 'the smallest number', field: integer('N').min(1).max(3), raw: 1, wanted: 1 },
	{ what: 'the largest number', field: integer('N').min(1).max(3), raw: 3, wanted: 3 },
])('a field accepts $what', ({ field, raw, wanted }) => {
	expect(read(field, raw)).toEqual(wanted);
});

test.each<{ what: string; field: Field; raw: unknown; words: string }>([
	{
		what: 'too small',
		field: integer('N').min(1),
		raw: 0,
		words: 'field: "Field" must be at least 1 (0)',
	},
	{
		what: 'too large',
		field: integer('N').max(100),
		raw: 101,
		words: 'field: "Field" must be at most 100 (101)',
	},
	{
		what: 'a fraction',
		field: integer('N'),
		raw: 1.5,
		words: 'field: "Field" must be a whole number (1.5)',
	},
	{
		what: 'a hexadecimal number',
		field: integer('N'),
		raw: '0x10',
		words: 'field: "Field" must be a whole number (0x10)',
	},
	{
		what: 'a number with an exponent',
		field: integer('N'),
		raw: '1e2',
		words: 'field: "Field" must be a whole number (1e2)',
	},
	{
		what: 'a number with a point and nothing behind it',
		field: number('N'),
		raw: '5.',
		words: 'field: "Field" must be a number (5.)',
	},
	{
		what: 'a number with nothing before its point',
		field: number('N'),
		raw: '.5',
		words: 'field: "Field" must be a number (.5)',
	},
	{
		what: 'two numbers',
		field: number('N'),
		raw: '1 2',
		words: 'field: "Field" must be a number (1 2)',
	},
	{
		what: 'a value that is not a number',
		field: number('N'),
		raw: 'many',
		words: 'field: "Field" must be a number (many)',
	},
	{
		what: 'NaN',
		field: number('N'),
		raw: NaN,
		words: 'field: "Field" must be a number (NaN)',
	},
	{
		what: 'a number without end',
		field: number('N'),
		raw: Infinity,
		words: 'field: "Field" must be a number (Infinity)',
	},
	{
		what: 'a number in a list',
		field: number('N'),
		raw: ['5'],
		words: 'field: "Field" must be a number (["5"])',
	},
	{
		what: 'a switch as number',
		field: number('N'),
		raw: true,
		words: 'field: "Field" must be a number (true)',
	},
	{
		what: 'a number that loses its last digits',
		field: number('N'),
		raw: '12345678901234567890',
		words:
			'field: "Field" has more digits than a number can keep: give at most 15 (12345678901234567890)',
	},
	{
		what: 'a decimal that loses its last digits',
		field: number('N'),
		raw: '99999999999999.99',
		words:
			'field: "Field" has more digits than a number can keep: give at most 15 (99999999999999.99)',
	},
	{
		what: 'a number that lost its last digits before',
		field: integer('N'),
		raw: 2 ** 60,
		words:
			'field: "Field" has more digits than a number can keep: give at most 15 (1152921504606847000)',
	},
])('the refusal of $what names the field and the rule', ({ field, raw, words }) => {
	expect(refusal(field, raw)).toBe(words);
});

describe.each<{ what: string; field: Field; valid: unknown[]; invalid: unknown[] }>([
	{
		what: 'a whole number',
		field: integer('N').min(1).max(3),
		valid: [1, 3],
		invalid: [0, 4, 1.5, '1'],
	},
	{ what: 'a number', field: number('N').min(1).max(3), valid: [1, 1.5, 3], invalid: [0.5, 3.5] },
])('the check of $what', ({ field, valid, invalid }) => {
	test('a valid value passes', () => {
		expect(valid.filter((value) => isValid(field, value))).toEqual(valid);
	});

	test('an invalid value does not pass', () => {
		expect(invalid.filter((value) => isValid(field, value))).toEqual([]);
	});
});

test.each<{ what: string; field: Field; input: object }>([
	{
		what: 'a whole number',
		field: integer(DESCRIPTION),
		input: { required: true, type: 'number', default: 0, typeOptions: { numberPrecision: 0 } },
	},
	{
		what: 'a number',
		field: number(DESCRIPTION),
		input: { required: true, type: 'number', default: 0 },
	},
	{
		what: 'a number with bounds',
		field: number(DESCRIPTION).min(2).max(9),
		input: {
			required: true,
			type: 'number',
			default: 2,
			typeOptions: { minValue: 2, maxValue: 9 },
		},
	},
	{
		what: 'a number with an example',
		field: integer(DESCRIPTION).min(2).eg(5),
		input: {
			required: true,
			type: 'number',
			default: 5,
			placeholder: 'e.g. 5',
			typeOptions: { minValue: 2, numberPrecision: 0 },
		},
	},
	{
		what: 'a number that the platform knows',
		field: integer(DESCRIPTION).eg(5).byDefault(7).optional(),
		input: {
			type: 'number',
			default: 7,
			placeholder: 'e.g. 5',
			description: 'What it is (defaults to 7)',
			typeOptions: { numberPrecision: 0 },
		},
	},
	{
		what: 'a number with an initial value',
		field: integer(DESCRIPTION).byDefault(7).initial(3),
		input: { required: true, type: 'number', default: 3, typeOptions: { numberPrecision: 0 } },
	},
])('n8n shows the input of $what', ({ field, input }) => {
	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{ what: 'a number', field: number(DESCRIPTION), rules: [] },
	{ what: 'a number with a minimum', field: number(DESCRIPTION).min(1), rules: ['at least 1'] },
	{ what: 'a number with a maximum', field: number(DESCRIPTION).max(9), rules: ['at most 9'] },
	{ what: 'a number with a range', field: number(DESCRIPTION).min(1).max(9), rules: ['1 to 9'] },
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a number', field: number(DESCRIPTION), example: sameWhenSent(1) },
	{ what: 'a number with a minimum', field: number(DESCRIPTION).min(4), example: sameWhenSent(5) },
	{
		what: 'a number with a maximum',
		field: number(DESCRIPTION).min(4).max(9),
		example: sameWhenSent(9),
	},
	{
		what: 'a number with a sample',
		field: number(DESCRIPTION).max(9).eg(6),
		example: sameWhenSent(6),
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});
