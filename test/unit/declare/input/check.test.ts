/** How a value that does not fit is refused, and in which words. */
import { z } from 'zod/v4';

import {
	ADD_UPDATE_FIELD,
	BadInput,
	MissingInput,
	NotForModels,
} from '../../../../nodes/shared/declare/input/badInput';
import { checkValue, ruleOf } from '../../../../nodes/shared/declare/input/check';

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

describe('an invalid value', () => {
	const schema = z.strictObject({ rows: z.array(z.strictObject({ size: z.number() })) });
	const check = (value: unknown, secret = false) =>
		checkValue(schema, { ...context, secret }, value);
	const refusal = (value: unknown, secret = false) => {
		try {
			check(value, secret);
		} catch (error) {
			if (!(error instanceof BadInput)) throw error;
			const { field, label, rule, shownValue } = error;
			return { field, label, rule, shownValue };
		}
		throw new Error('the value was not refused');
	};

	test('a value that fits its schema is not refused', () => {
		expect(() => check({ rows: [{ size: 1 }] })).not.toThrow();
	});

	test.each([
		[
			'in the second row',
			{ rows: [{ size: 1 }, { size: 'x' }] },
			{
				field: 'field.rows[1].size',
				label: 'Field: size',
				rule: 'must be a number',
				shownValue: 'x',
			},
		],
		[
			'a whole row',
			{ rows: ['x'] },
			{ field: 'field.rows[0]', label: 'Field', rule: 'must be an object', shownValue: 'x' },
		],
		[
			'a list that is missing',
			{},
			{
				field: 'field.rows',
				label: 'Field: rows',
				rule: 'must be a list',
				shownValue: undefined,
			},
		],
		[
			'the value of the field',
			7,
			{ field: 'field', label: 'Field', rule: 'must be an object', shownValue: '7' },
		],
	])('an invalid value is named by its place, and repeated: %s', (_place, value, refused) => {
		expect(refusal(value)).toEqual(refused);
	});

	test('a secret value is refused without being repeated', () => {
		expect(refusal({ rows: [{ size: 'x' }] }, true)).toEqual({
			field: 'field.rows[0].size',
			label: 'Field: size',
			rule: 'must be a number',
			shownValue: undefined,
		});
	});
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
