/** What the kinds of fields share in reading what was given. */
import { DateTime } from 'luxon';

import type { FieldContext } from '../../../../nodes/shared/declare/field/fieldContext';
import {
	asSwitch,
	enteredAt,
	isExpression,
	locatorValue,
	parseGiven,
	shortened,
	textOf,
} from '../../../../nodes/shared/declare/field/parse';

const context: FieldContext = { path: 'field', label: 'Field', timezone: 'UTC' };
const refusal = (rule: string, field = 'field') =>
	expect.objectContaining({ field, rule }) as Error;

test.each([['={{ 1 }}'], ['='], [{ a: ['x', { b: '=y' }] }], [['=']]])(
	'%j is an expression, or contains one',
	(entered) => {
		expect(isExpression(entered)).toBe(true);
	},
);

test.each([['a='], [''], [7], [null], [undefined], [{}], [{ a: ['x', 'y='] }]])(
	'%j contains no expression',
	(entered) => {
		expect(isExpression(entered)).toBe(false);
	},
);

test('part of an input is found by its name or number', () => {
	expect(enteredAt({ a: 'x' }, 'a')).toBe('x');
	expect(enteredAt(['x', 'y'], 1)).toBe('y');
});

test('an expression for the whole is the expression for its part', () => {
	expect(enteredAt('={{ all }}', 'a')).toBe('={{ all }}');
});

test('a missing value is returned unchanged', () => {
	expect(enteredAt(null, 'a')).toBeNull();
	expect(enteredAt(undefined, 'a')).toBeUndefined();
});

test.each([
	[{ __rl: true, value: 'a' }],
	[{ mode: 'id', value: 'a' }],
	[{ __rl: true, mode: 'id', value: 'a' }],
])('the value of the locator %j is read', (locator) => {
	expect(locatorValue(locator)).toBe('a');
});

test.each([[{ value: 'a' }], [{ __rl: false, value: 'a' }], [{ mode: 'id' }], ['a'], [null]])(
	'%j is no locator, so its value is itself',
	(given) => {
		expect(locatorValue(given)).toBe(given);
	},
);

test.each([
	[true, true],
	[false, false],
	[' True', true],
	['FALSE ', false],
	['yes', undefined],
	['', undefined],
	[1, undefined],
	[null, undefined],
])('the value %j as a switch is %s', (given, on) => {
	expect(asSwitch(given)).toBe(on);
});

test('only a text of more than 80 characters is shortened in a message', () => {
	expect(shortened('x'.repeat(80))).toBe('x'.repeat(80));
	expect(shortened('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
});

test.each([
	[7, '7'],
	[{ a: 1 }, '{"a":1}'],
	[undefined, undefined],
])('the value %j is repeated in a message as %s', (given, shown) => {
	expect(shortened(given)).toBe(shown);
});

describe('JSON', () => {
	test.each<{
		what: string;
		given: unknown;
		wanted: Parameters<typeof parseGiven>[2];
		value: unknown;
	}>([
		{ what: 'a list', given: '[1]', wanted: 'a list', value: [1] },
		{
			what: 'an object that is one already',
			given: { a: 1 },
			wanted: 'an object',
			value: { a: 1 },
		},
		{ what: 'a number', given: '7', wanted: 'JSON', value: 7 },
		{
			what: 'a text that begins with a byte order mark',
			given: '\ufeff["\ufeff"]',
			wanted: 'a list',
			value: ['\ufeff'],
		},
	])('JSON is read: $what', ({ given, wanted, value }) => {
		expect(parseGiven(context, given, wanted)).toEqual(value);
	});

	test.each<{ given: unknown; wanted: Parameters<typeof parseGiven>[2]; rule: string }>([
		{ given: '{', wanted: 'JSON', rule: 'must be valid JSON' },
		{ given: '{', wanted: 'a list', rule: 'must be a list in valid JSON' },
		{ given: '{}', wanted: 'a list', rule: 'must be a list' },
		{ given: '[]', wanted: 'an object', rule: 'must be an object' },
	])('the text $given instead of $wanted is refused: it $rule', ({ given, wanted, rule }) => {
		expect(() => parseGiven(context, given, wanted)).toThrow(refusal(rule));
	});

	test.each([
		['a function', () => 1],
		['a symbol', Symbol('s')],
		['a bigint', 1n],
	])('%s is refused, because JSON cannot contain it', (_kind, value) => {
		expect(() => parseGiven(context, value, 'JSON')).toThrow(
			refusal('contains a value that is not JSON'),
		);
	});

	test.each([
		['a date', new Date(0)],
		['a Luxon date', DateTime.fromMillis(0)],
		['an object with toJSON()', { toJSON: () => 'x', at: () => 1 }],
	])('%s is accepted, because it defines its own JSON', (_kind, value) => {
		expect(parseGiven(context, value, 'JSON')).toBe(value);
	});

	test('an object whose toJSON is not a function is refused for its contents', () => {
		expect(() => parseGiven(context, { toJSON: 'x', at: () => 1 }, 'JSON')).toThrow(
			refusal('contains a value that is not JSON', 'field.at'),
		);
	});
});

test.each([
	['a', 'a'],
	[7, '7'],
])('the value %j is read as the text "%s"', (given, text) => {
	expect(textOf(context, given)).toBe(text);
});

test.each([[NaN], [Infinity], [true], [{}], [null]])(
	'the value %p is refused as a text',
	(given) => {
		expect(() => textOf(context, given)).toThrow(refusal('must be text'));
	},
);
