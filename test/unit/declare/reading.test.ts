/** What the kinds of fields share in reading what was given. */
import { DateTime } from 'luxon';
import type { FieldContext } from '../../../nodes/shared/declare/input/context';
import {
	asSwitch,
	enteredAt,
	isExpression,
	locatorValue,
	parseGiven,
	shortened,
	textOf,
} from '../../../nodes/shared/declare/input/reading';
import { textSchema, UUID } from '../../../nodes/shared/declare/kinds/common/pattern';

const context: FieldContext = { path: 'field', label: 'Field', timezone: 'UTC' };
const refusal = (rule: string) => expect.objectContaining({ field: 'field', rule }) as Error;

test('an ID of that form is a UUID, and nothing around it is', () => {
	const schema = textSchema({ pattern: UUID });
	const uuid = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';
	for (const good of [uuid, uuid.toUpperCase()]) expect(schema.safeParse(good).success).toBe(true);
	for (const bad of [
		` ${uuid}`,
		`${uuid}0`,
		`x${uuid}`,
		uuid.replaceAll('-', ''),
		uuid.slice(1),
		uuid.slice(0, -1),
		uuid.replace('-0c1c', '-0c1'),
		uuid.replace('-4b5a', '-4b5'),
		uuid.replace('-9a3f', '-9a3'),
		uuid.replace('b', 'g'),
	])
		expect([bad, schema.safeParse(bad).success]).toEqual([bad, false]);
});

test('an expression is what begins with =, there or anywhere inside', () => {
	expect(['={{ 1 }}', '=', { a: ['x', { b: '=y' }] }, ['=']].map(isExpression)).toEqual([
		true,
		true,
		true,
		true,
	]);
	expect(['a=', '', 7, null, undefined, {}, { a: ['x', 'y='] }].map(isExpression)).toEqual(
		Array(7).fill(false),
	);
});

test('the expression for all parts is also that of each part', () => {
	expect([
		enteredAt({ a: 'x' }, 'a'),
		enteredAt(['x', 'y'], 1),
		enteredAt('={{ all }}', 'a'),
		enteredAt(null, 'a'),
		enteredAt(undefined, 'a'),
	]).toEqual(['x', 'y', '={{ all }}', null, undefined]);
});

test('a locator has a value, other objects are as they are', () => {
	expect(
		[
			{ __rl: true, value: 'a' },
			{ mode: 'id', value: 'a' },
			{ __rl: true, mode: 'id', value: 'a' },
		].map(locatorValue),
	).toEqual(['a', 'a', 'a']);
	const others = [{ value: 'a' }, { __rl: false, value: 'a' }, { mode: 'id' }, 'a', null];
	expect(others.map(locatorValue)).toEqual(others);
});

test('a switch is on or off, also as a text', () => {
	expect([true, false, ' True', 'FALSE ', 'yes', '', 1, null].map(asSwitch)).toEqual([
		true,
		false,
		true,
		false,
		undefined,
		undefined,
		undefined,
		undefined,
	]);
});

test('a value is repeated in 80 characters', () => {
	expect([
		shortened('x'.repeat(80)),
		shortened('x'.repeat(81)),
		shortened(7),
		shortened({ a: 1 }),
		shortened(undefined),
	]).toEqual(['x'.repeat(80), `${'x'.repeat(79)}…`, '7', '{"a":1}', undefined]);
});

test('JSON is read from a text, and is what is wanted', () => {
	expect([
		parseGiven(context, '[1]', 'a list'),
		parseGiven(context, { a: 1 }, 'an object'),
		parseGiven(context, '7', 'JSON'),
		parseGiven(context, '\ufeff["\ufeff"]', 'a list'),
	]).toEqual([[1], { a: 1 }, 7, ['\ufeff']]);
	expect(() => parseGiven(context, '{', 'JSON')).toThrow(refusal('must be valid JSON'));
	expect(() => parseGiven(context, '{', 'a list')).toThrow(refusal('must be a list in valid JSON'));
	expect(() => parseGiven(context, '{}', 'a list')).toThrow(refusal('must be a list'));
	expect(() => parseGiven(context, '[]', 'an object')).toThrow(refusal('must be an object'));
	for (const value of [() => 1, Symbol('s'), 1n])
		expect(() => parseGiven(context, value, 'JSON')).toThrow(
			refusal('contains a value that is not JSON'),
		);
	// What says itself how it is written as JSON counts as that, as a date does, and not by what is
	// in it.
	for (const value of [new Date(0), DateTime.fromMillis(0), { toJSON: () => 'x', at: () => 1 }])
		expect(parseGiven(context, value, 'JSON')).toBe(value);
	expect(() => parseGiven(context, { toJSON: 'x', at: () => 1 }, 'JSON')).toThrow(
		expect.objectContaining({
			field: 'field.at',
			rule: 'contains a value that is not JSON',
		}) as Error,
	);
});

test('a text is one, or a number that is one', () => {
	expect([textOf(context, 'a'), textOf(context, 7)]).toEqual(['a', '7']);
	for (const other of [NaN, Infinity, true, {}, null])
		expect(() => textOf(context, other)).toThrow(refusal('must be text'));
});
