/**
 * What is left out of a form or of JSON because it is empty, and what is refused.
 */
import { type Purpose } from '../../../../nodes/shared/declare/field/blank';
import { readValue } from '../../../../nodes/shared/declare/field/reading';
import {
	type Field,
	integer,
	list,
	mapped,
	object,
	pairs,
	rows,
	spread,
	text,
} from '../../../../nodes/shared/declare/fields';
import { type Around, read, refusal, refused } from '../../../support/fieldValue';
import { columns, mapping } from './stage';

describe('what was given inside, but is empty', () => {
	const EMPTY = 'was given, but is empty: give a value, or leave the field out';
	const fields = {
		must: text('M'),
		top: text('T').onTop().optional(),
		more: text('X').optional(),
		inner: pairs('I').optional(),
	};
	const form = (value: object, around: Around = {}) =>
		[object('O', fields), { value: { must: 'm', ...value } }, around] as const;

	test('an empty value inside an object is refused if somebody added it, not if n8n fills it in', () => {
		expect(read(...form({}))).toEqual({ must: 'm' });
		expect(read(...form({ top: '', inner: {} }))).toEqual({ must: 'm' });
		expect(refusal(...form({ additionalFields: { more: '' } }))).toBe(
			`field.more: "Field: More" ${EMPTY}`,
		);
		expect(refusal(...form({ more: '' }))).toBe(`field.more: "Field: More" ${EMPTY}`);
		for (const nothing of [undefined, null])
			expect(refusal(...form({ top: nothing }))).toBe(`field.top: "Field: Top" ${EMPTY}`);
		expect(refusal(...form({ top: ' ' }))).toBe(`field.top: "Field: Top" ${EMPTY}`);
	});

	test('an empty value inside an object is refused if it is the result of an expression', () => {
		expect(
			refusal(
				...form({ top: '' }, { entered: { value: { must: 'm', top: '={{ $json.none }}' } } }),
			),
		).toBe(`field.top: "Field: Top" ${EMPTY}`);
		expect(
			refusal(...form({ top: '' }, { entered: { must: 'm', top: '={{ $json.none }}' } })),
		).toBe(`field.top: "Field: Top" ${EMPTY}`);
		expect(refusal(...form({ top: '' }, { entered: '={{ $json }}' }))).toBe(
			`field.top: "Field: Top" ${EMPTY}`,
		);
		expect(
			read(...form({ top: '' }, { entered: { value: { must: '={{ $json.must }}', top: '' } } })),
		).toEqual({ must: 'm' });
		// The collection of a form, and what is in it.
		const secret = object('O', {
			must: text('M'),
			inner: object('I', { a: pairs('A').optional(), b: text('B') }).optional(),
		});
		const entered = {
			value: { additionalFields: { inner: { value: { a: '={{ $json.none }}' } } } },
		};
		expect(
			refusal(
				secret,
				{ value: { must: 'm', additionalFields: { inner: { value: { a: {}, b: 'x' } } } } },
				{ entered },
			),
		).toBe(`field.inner.a: "Field: Inner: A" ${EMPTY}`);
	});

	test('an empty value in a row is refused by its own expression', () => {
		const two = {
			rows: [
				{ must: 'm', top: '' },
				{ must: 'm', top: '' },
			],
		};
		expect(
			refusal(rows('R', fields), two, {
				entered: {
					rows: [
						{ must: 'm', top: '' },
						{ must: 'm', top: '={{ 1 }}' },
					],
				},
			}),
		).toBe(`field[1].top: "Field, row 2: Top" ${EMPTY}`);
		expect(
			refusal(rows('R', fields), two, {
				entered: [
					{ must: 'm', top: '' },
					{ must: 'm', top: '={{ 1 }}' },
				],
			}),
		).toBe(`field[1].top: "Field, row 2: Top" ${EMPTY}`);
		expect(read(rows('R', fields), two, { entered: two })).toEqual([{ must: 'm' }, { must: 'm' }]);
	});

	test('an empty value in a mapper is refused if it is the result of an expression', () => {
		expect(
			refusal(mapped('M', columns), mapping({ a: 'x', b: null }), {
				entered: mapping({ a: 'x', b: '={{ $json.none }}' }),
			}),
		).toBe('field.b: "Field: b" has no value: give one, or leave the name out');
		expect(
			read(mapped('M', columns), mapping({ a: 'x', b: '' }), {
				entered: mapping({ a: 'x', b: '={{ $json.none }}' }),
			}),
		).toEqual({ a: 'x', b: '' });
		expect(
			read(mapped('M', columns), mapping({ a: 'x', b: null }), {
				entered: mapping({ a: '={{ $json.a }}', b: null }),
			}),
		).toEqual({ a: 'x' });
	});

	test('an empty value of an object with separate inputs is refused if somebody filled in another', () => {
		const parts = spread('S', { a: text('A'), b: list('B').optional() });
		expect(read(parts, { a: 'x', b: [] }, { isGiven: true })).toEqual({ a: 'x' });
		expect(
			refusal(parts, { a: 'x', b: [] }, { isGiven: true, entered: { a: 'x', b: '={{ [] }}' } }),
		).toBe(`fieldB: "Field B" ${EMPTY}`);
		expect(refusal(parts, { a: 'x', b: ' ' }, { isGiven: true })).toBe(
			`fieldB: "Field B" ${EMPTY}`,
		);
		expect(read(parts, { a: 'x', b: ' ' })).toEqual({ a: 'x' });
		expect(refused(parts, { a: '' }, { isGiven: true })).toMatchObject({ step: 'Enter a field a' });
	});

	test('an empty text that only describes what is created is left out', () => {
		expect(read(...form({ additionalFields: { more: '' } }, { purpose: 'describes' }))).toEqual({
			must: 'm',
		});
	});
});

describe('an object of which nothing is left', () => {
	const leaf = { a: text('A').optional(), b: integer('B').optional() };
	const blank = { a: null, b: null };
	const readTold = (field: Field, raw: unknown, purpose: Purpose = 'changes') => {
		const told: string[] = [];
		const around = { isGiven: true, purpose };
		const value = readValue(
			field,
			{ path: 'f', label: 'F', timezone: 'UTC', leftOut: (label) => told.push(label), ...around },
			raw,
		);
		return { value, told };
	};
	const nested = object('N', {
		deep: object('D', { deepest: object('E', leaf).optional() }).optional(),
		list: rows('L', { ...leaf, inner: rows('I', leaf).optional() }).optional(),
	}).optional();

	test.each([
		{
			where: 'on its own',
			field: object('O', leaf).optional(),
			given: blank,
			told: ['F: A', 'F: B'],
		},
		{
			where: 'in another object',
			field: nested,
			given: { deep: { deepest: blank } },
			told: ['F: Deep: Deepest: A', 'F: Deep: Deepest: B'],
		},
	])('an object $where is left out with a report of its blanks', ({ field, given, told }) => {
		expect(readTold(field, given)).toEqual({ value: undefined, told });
	});

	test('an object of lists of blanks is left out', () => {
		expect(readTold(nested, { list: [{ ...blank, inner: [blank, { a: null }] }] }).value).toBe(
			undefined,
		);
	});

	test('a blank object is left out of an object that has something else', () => {
		expect(readTold(nested, { deep: { deepest: blank }, list: [{ a: 'x' }] }).value).toEqual({
			list: [{ a: 'x' }],
		});
	});

	describe('a blank row', () => {
		const list = rows('R', leaf).mayBeEmpty().optional();
		test('the rows beside blank ones stay', () => {
			expect(readTold(list, [blank, { a: 'x', b: null }, blank]).value).toEqual([{ a: 'x' }]);
		});

		test('a list of only blank rows does not clear the list', () => {
			expect(readTold(list, { rows: [blank] }).value).toBe(undefined);
		});

		test('a list that is given without rows clears the list', () => {
			expect(readTold(list, []).value).toEqual([]);
		});
	});
	const optionalList = rows('R', { a: text('A'), b: text('B').optional() })
		.leavesOutBlanks()
		.optional();

	test('an optional list is left out if it is given as JSON without rows', () => {
		for (const purpose of ['describes', 'changes'] as const)
			for (const empty of [[], '[]'])
				expect(readTold(optionalList, empty, purpose)).toEqual({ value: undefined, told: ['F'] });
	});

	test('a row of an optional list is left out if it is given as JSON without its value', () => {
		for (const blank of [null, '', ' '])
			expect(readTold(optionalList, [{ a: blank, b: 'x' }, { a: 'y' }], 'describes')).toEqual({
				value: [{ a: 'y' }],
				told: ['F, row 1: A'],
			});
		expect(readTold(optionalList, '[{"a":""}]', 'describes').value).toBe(undefined);
		expect(readTold(optionalList, [{ a: null }], 'changes').value).toBe(undefined);
	});

	test('an empty list or row is refused in a form, without the name of its value, or if it selects', () => {
		// In the form, or without the value's name, it was forgotten; where it selects, it would select
		// nothing.
		for (const [raw, purpose] of [
			[{ rows: [] }, 'describes'],
			[{ rows: [{ a: '' }] }, 'describes'],
			[[{ b: 'x' }], 'describes'],
			[[], 'selects'],
			[[{ a: null }], 'selects'],
		] as Array<[unknown, Purpose]>)
			expect(() => readTold(optionalList, raw, purpose)).toThrow(
				/is required|was given, but is empty/,
			);
		expect(() => readTold(rows('R', leaf).optional(), [], 'describes')).toThrow(/is empty/);
	});

	test('an empty object is missing where it is required', () => {
		for (const [field, raw] of [
			[object('O', leaf), blank],
			[rows('R', leaf), [blank]],
		] as Array<[Field, unknown]>)
			expect(() => readTold(field, raw)).toThrow(/^"F" is required/);
		expect(readTold(object('O', leaf), {}).value).toEqual({});
	});

	test('an empty object is refused if nothing was given inside it', () => {
		const more = { ...leaf, form: rows('F', leaf).optional() };
		expect(() => readTold(object('O', more).optional(), { form: {} })).toThrow(
			/^"F" was given, but is empty/,
		);
		expect(() => readTold(rows('R', leaf).optional(), [{}])).toThrow(/^"F, row 1" is empty/);
	});
});
