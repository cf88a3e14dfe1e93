/** How a value that does not fit is refused, and in which words. */
import { z } from 'zod/v4';

import {
	ADD_UPDATE_FIELD,
	BadInput,
	MissingInput,
	NotForModels,
} from '../../../../nodes/shared/declare/badInput';
import { checkValue, ruleOf } from '../../../../nodes/shared/declare/field/check';

const context = { path: 'field', label: 'Field', timezone: 'UTC' };
const ruleFor = (schema: z.ZodType, value: unknown) =>
	ruleOf(schema.safeParse(value).error!.issues[0]!);

test.each<{ what: string; schema: z.ZodType; value: unknown; rule: string }>([
	{ what: 'an empty text', schema: z.string().min(1), value: '', rule: 'must not be empty' },
	{
		what: 'an empty list',
		schema: z.array(z.string()).min(1),
		value: [],
		rule: 'needs at least one entry',
	},
	{
		what: 'a short list',
		schema: z.array(z.string()).min(2),
		value: ['a'],
		rule: 'needs at least 2 entries',
	},
	{ what: 'a small number', schema: z.number().min(1), value: 0, rule: 'must be at least 1' },
	{
		what: 'a long text',
		schema: z.string().max(2),
		value: 'abc',
		rule: 'must have at most 2 characters',
	},
	{
		what: 'a text of two characters',
		schema: z.string().max(1),
		value: 'ab',
		rule: 'must have at most one character',
	},
	{
		what: 'a long list',
		schema: z.array(z.string()).max(2),
		value: ['a', 'b', 'c'],
		rule: 'must have at most 2 entries',
	},
	{
		what: 'a list of two',
		schema: z.array(z.string()).max(1),
		value: ['a', 'b'],
		rule: 'must have at most one entry',
	},
	{ what: 'a large number', schema: z.number().max(1), value: 2, rule: 'must be at most 1' },
	{ what: 'a value that is not a text', schema: z.string(), value: 7, rule: 'must be text' },
	{
		what: 'a value that is not a number',
		schema: z.number(),
		value: 'x',
		rule: 'must be a number',
	},
	{
		what: 'a number that is not whole',
		schema: z.number().int(),
		value: 1.5,
		rule: 'must be a whole number',
	},
	{
		what: 'a value that is not a switch',
		schema: z.boolean(),
		value: 'x',
		rule: 'must be true or false',
	},
	{
		what: 'a value that is not a list',
		schema: z.array(z.string()),
		value: 'x',
		rule: 'must be a list',
	},
	{
		what: 'a value that is not an object',
		schema: z.looseObject({}),
		value: 'x',
		rule: 'must be an object',
	},
	{ what: 'a value that is not a date', schema: z.date(), value: 'x', rule: 'must be date' },
	{
		what: 'a value that is not a choice',
		schema: z.enum(['A', 'B']),
		value: 'C',
		rule: 'must be one of A, B',
	},
	{
		what: 'an object with too many fields',
		schema: z.strictObject({}),
		value: { a: 1, b: 2 },
		rule: 'has no field a, b: remove it, or check its spelling',
	},
	{
		what: 'a text of another form',
		schema: z.string().regex(/x/, 'must have an x'),
		value: 'a',
		rule: 'must have an x',
	},
	{
		what: 'a value against a rule of its own',
		schema: z.custom(() => false, 'must be something else'),
		value: 'a',
		rule: 'must be something else',
	},
])('the rule that $what breaks is explained in words', ({ schema, value, rule }) => {
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

	test('a value that matches its schema is accepted', () => {
		expect(() => check({ rows: [{ size: 1 }] })).not.toThrow();
	});

	test.each([
		{
			place: 'in the second row',
			value: { rows: [{ size: 1 }, { size: 'x' }] },
			refused: {
				field: 'field.rows[1].size',
				label: 'Field: size',
				rule: 'must be a number',
				shownValue: 'x',
			},
		},
		{
			place: 'a whole row',
			value: { rows: ['x'] },
			refused: {
				field: 'field.rows[0]',
				label: 'Field',
				rule: 'must be an object',
				shownValue: 'x',
			},
		},
		{
			place: 'a list that is missing',
			value: {},
			refused: {
				field: 'field.rows',
				label: 'Field: rows',
				rule: 'must be a list',
				shownValue: undefined,
			},
		},
		{
			place: 'the value of the field',
			value: 7,
			refused: { field: 'field', label: 'Field', rule: 'must be an object', shownValue: '7' },
		},
	])('the refusal of an invalid value repeats it with its place: $place', ({ value, refused }) => {
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

test('half a character is refused where it would become part of a URL', () => {
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

test('a value that cannot be described is refused in the same words', () => {
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
		message: '"Rows, row 1: A" must be text',
		field: 'rows[0].a',
		label: 'Rows, row 1: A',
		rule: 'must be text',
		shownValue: '7',
	});
	expect(new MissingInput('a', 'A', 'is required', 'Enter an A')).toMatchObject({
		name: 'BadInput',
		message: '"A" is required',
		field: 'a',
		label: 'A',
		rule: 'is required',
		step: 'Enter an A',
		shownValue: undefined,
	});
	expect(ADD_UPDATE_FIELD).toBe('Add at least one field under Update Fields');
	expect(new NotForModels('a', 'A', 'is for a person')).toBeInstanceOf(BadInput);
});
