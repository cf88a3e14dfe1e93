/** The words for what does not fit, and for the next step. */
import { z } from 'zod/v4';

import {
	ADD_UPDATE_FIELD,
	BadInput,
	MissingInput,
	NotForModels,
} from '../../../nodes/shared/declare/input/badInput';
import { checkValue, ruleOf } from '../../../nodes/shared/declare/input/check';
import { nextStep } from '../../../nodes/shared/declare/input/nextStep';

const context = { path: 'field', label: 'Field', timezone: 'UTC' };
const ruleFor = (schema: z.ZodType, value: unknown) =>
	ruleOf(schema.safeParse(value).error!.issues[0]!);

test.each<[string, z.ZodType, unknown, string]>([
	['an empty text', z.string().min(1), '', 'must not be empty'],
	['an empty list', z.array(z.string()).min(1), [], 'needs at least one entry'],
	['a short list', z.array(z.string()).min(2), ['a'], 'needs at least 2 entries'],
	['a small number', z.number().min(1), 0, 'must be at least 1'],
	['a long text', z.string().max(2), 'abc', 'must have at most 2 characters'],
	['a text of two characters', z.string().max(1), 'ab', 'must have at most one character'],
	['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
	['a list of two', z.array(z.string()).max(1), ['a', 'b'], 'must have at most one entry'],
	['a large number', z.number().max(1), 2, 'must be at most 1'],
	['no text', z.string(), 7, 'must be text'],
	['no number', z.number(), 'x', 'must be a number'],
	['no whole number', z.number().int(), 1.5, 'must be a whole number'],
	['no switch', z.boolean(), 'x', 'must be true or false'],
	['no list', z.array(z.string()), 'x', 'must be a list'],
	['no object', z.looseObject({}), 'x', 'must be an object'],
	['something else', z.date(), 'x', 'must be date'],
	['not one of the values', z.enum(['A', 'B']), 'C', 'must be one of A, B'],
	[
		'fields too many',
		z.strictObject({}),
		{ a: 1, b: 2 },
		'has no field a, b: remove it, or check its spelling',
	],
	['another form', z.string().regex(/x/, 'must have an x'), 'a', 'must have an x'],
	[
		'what a rule of its own says',
		z.custom(() => false, 'must be something else'),
		'a',
		'must be something else',
	],
])('the rule that is broken by %s is said in words', (_what, schema, value, rule) => {
	expect(ruleFor(schema, value)).toBe(rule);
});

test('an invalid value is named by its place, and repeated unless it is secret', () => {
	const schema = z.strictObject({ rows: z.array(z.strictObject({ size: z.number() })) });
	const refusal = (value: unknown, secret = false) => {
		try {
			checkValue(schema, { ...context, secret }, value);
		} catch (error) {
			const { field, label, rule, shownValue } = error as BadInput;
			return [error instanceof BadInput, field, label, rule, shownValue];
		}
		return 'fits';
	};
	expect(refusal({ rows: [{ size: 1 }] })).toBe('fits');
	expect(refusal({ rows: [{ size: 1 }, { size: 'x' }] })).toEqual([
		true,
		'field.rows[1].size',
		'Field: size',
		'must be a number',
		'x',
	]);
	expect(refusal({ rows: [{ size: 1 }, { size: 'x' }] }, true)).toEqual([
		true,
		'field.rows[1].size',
		'Field: size',
		'must be a number',
		undefined,
	]);
	expect(refusal({ rows: ['x'] })).toEqual([
		true,
		'field.rows[0]',
		'Field',
		'must be an object',
		'x',
	]);
	expect(refusal({})).toEqual([true, 'field.rows', 'Field: rows', 'must be a list', undefined]);
	expect(refusal(7)).toEqual([true, 'field', 'Field', 'must be an object', '7']);
});

test('half of a character is refused where it would become part of an address', () => {
	const half = expect.objectContaining({
		field: 'field',
		label: 'Field',
		rule: 'contains half a character, probably because the text was cut inside an emoji: give the whole text',
	}) as Error;
	for (const value of ['\ud83d', 'a\ude00b', ['a', '\ud83d']])
		expect(() => checkValue(z.unknown(), context, value)).toThrow(half);
	for (const value of ['😀', ['😀'], 7, null, undefined, {}, [['\ud83d'], 7]])
		expect(() => checkValue(z.unknown(), context, value)).not.toThrow();
});

test('a value whose description cannot be built is refused in the same words', () => {
	const nameless = { constructor: { name: Object.create(null) as object } };
	expect(() => checkValue(z.string(), context, nameless)).toThrow(
		expect.objectContaining({ rule: 'must be text' }) as Error,
	);
	expect(() =>
		checkValue(
			z.number().refine(() => false),
			context,
			7,
		),
	).toThrow(expect.objectContaining({ rule: 'is not valid' }) as Error);
});

test('a refusal says which field broke which rule', () => {
	expect(new BadInput('rows[0].a', 'Rows, row 1: A', 'must be text', '7')).toMatchObject({
		name: 'BadInput',
		message: 'Rows, row 1: A must be text',
		field: 'rows[0].a',
		label: 'Rows, row 1: A',
		rule: 'must be text',
		shownValue: '7',
	});
	expect(new MissingInput('a', 'A', 'is required', 'Enter an A')).toMatchObject({
		name: 'BadInput',
		message: 'A is required',
		field: 'a',
		label: 'A',
		rule: 'is required',
		step: 'Enter an A',
		shownValue: undefined,
	});
	expect(ADD_UPDATE_FIELD).toBe('Add at least one field under Update Fields');
	expect(new NotForModels('a', 'A', 'is for a person')).toBeInstanceOf(BadInput);
});

describe('the next step', () => {
	const field = (kind: string, more: object = {}, isMany = false) => ({
		spec: { kind, ...more },
		isMany,
	});
	const row = { within: 'Steps, row 1' };
	const collection = { under: 'Additional Fields' };
	test.each<[string, Parameters<typeof nextStep>, string]>([
		['a text', ['Name', field('text')], 'Enter a name'],
		['a text in a row', ['Name', field('text'), row], 'Enter a name in Steps, row 1'],
		[
			'a text that has to be added',
			['Name', field('text'), collection],
			'Add a name under Additional Fields',
		],
		[
			'a text that has to be added to a row',
			['Name', field('text'), { ...row, ...collection }],
			'Add a name under Additional Fields',
		],
		['an object', ['Address', field('object')], 'Add an address'],
		['pairs', ['Parameters', field('pairs')], 'Add at least one parameter'],
		['a record', ['Task', field('id', { picker: {} })], 'Choose a task'],
		['an ID', ['Task ID', field('id')], 'Enter a task ID'],
		['a choice', ['Status', field('choice')], 'Choose a status'],
		['choices', ['Statuses', field('choices', {}, true)], 'Choose at least one status'],
		['a date', ['Start', field('date')], 'Choose a start'],
		[
			'a list from a source',
			['Task Names or IDs', field('list', { source: {} }, true)],
			'Choose at least one task',
		],
		['a list', ['Tags', field('list', {}, true)], 'Add at least one tag'],
		[
			'a list that has to be added',
			['Tags', field('list', {}, true), collection],
			'Add at least one tag under Additional Fields',
		],
		['a switch', ['Active', field('boolean')], 'Turn "Active" on or off'],
		[
			'a switch in a row',
			['Active', field('boolean'), row],
			'Turn "Active" on or off in Steps, row 1',
		],
		[
			'a switch that has to be added',
			['Active', field('boolean'), collection],
			'Add an active under Additional Fields',
		],
		['what takes no article', ['Until', field('date')], 'Choose a value for "Until"'],
		[
			'what takes no article in a row',
			['To', field('text'), row],
			'Enter a value for "To" in Steps, row 1',
		],
		[
			'what takes no article and has to be added',
			['To', field('text'), collection],
			'Add "To" under Additional Fields',
		],
		['several that take no article', ['To', field('list', {}, true)], 'Add a value for "To"'],
	])('the next step names the input: %s', (_what, asked, words) => {
		expect(nextStep(...asked)).toBe(words);
	});
});
