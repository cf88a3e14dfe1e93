/**
 * What forms, rows, pairs and JSON make of what was given, exactly; single values are in
 * kindValues.test.ts.
 */
import {
	boolean,
	choice,
	type Field,
	id,
	integer,
	json,
	jsonArray,
	jsonOf,
	jsonValue,
	list,
	looseValue,
	mapped,
	object,
	pairs,
	rows,
	spread,
	text,
} from '../../../../nodes/shared/declare/field';
import type { Purpose } from '../../../../nodes/shared/declare/input/blank';
import {
	type Around,
	isValid,
	locator,
	read,
	refusal,
	refused,
	task,
	testsWithoutValue,
} from '../../../support/fieldValue';

const mapping = (value: unknown) => ({ mappingMode: 'defineBelow', value });
const columns = {
	method: 'loadNames',
	dependsOn: [],
	words: { singular: 'parameter', plural: 'parameters' },
};
const inner = { a: text('A'), b: integer('B').max(3).optional() };

describe('what is read leniently', () => {
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
		{
			what: 'names that are loaded',
			field: mapped('M', columns),
			raw: mapping({ a: 'x', b: '', c: null, d: 7 }),
			wanted: { a: 'x', d: '7' },
		},
		{
			what: 'numbers by names that are loaded',
			field: mapped('M', columns).withNumbers(),
			raw: mapping({ a: 1.5 }),
			wanted: { a: 1.5 },
		},
		{
			what: 'JSON with names that are loaded',
			field: mapped('M', columns),
			raw: '{"a":"x","b":""}',
			wanted: { a: 'x', b: '' },
		},
		{
			what: 'rows of a form',
			field: rows('R', inner),
			raw: { rows: [{ a: 'x', additionalFields: { b: 2 } }] },
			wanted: [{ a: 'x', b: 2 }],
		},
		{
			what: 'rows as JSON, flat',
			field: rows('R', inner),
			raw: '[{"a":"x","b":2}]',
			wanted: [{ a: 'x', b: 2 }],
		},
		{ what: 'one row', field: rows('R', inner), raw: { rows: { a: 'x' } }, wanted: [{ a: 'x' }] },
		{
			what: 'one row without a form',
			field: rows('R', inner),
			raw: { a: 'x' },
			wanted: [{ a: 'x' }],
		},
		{
			what: 'no rows, where that clears',
			field: rows('R', inner).mayBeEmpty(),
			raw: { rows: [] },
			wanted: [],
		},
		{
			what: 'as many rows as there may be',
			field: rows('R', inner).min(1).max(1),
			raw: [{ a: 'x' }],
			wanted: [{ a: 'x' }],
		},
		{
			what: 'rows by their names on the platform',
			field: rows('R', { a: text('A').wireName('A_NAME') }),
			raw: [{ a: 'x' }],
			wanted: [{ A_NAME: 'x' }],
		},
		{
			what: 'rows as the platform returns them',
			field: rows('R', { a: text('A').wireName('$a'), b: text('B').optional() }),
			raw: [{ $a: 'x', b: 'y' }],
			wanted: [{ $a: 'x', b: 'y' }],
		},
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
			field: object('O', inner),
			raw: { a: 'x', c: undefined },
			wanted: { a: 'x' },
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
		{
			what: 'known fields as JSON',
			field: jsonOf('J', inner),
			raw: '{"a":"x","b":"2"}',
			wanted: { a: 'x', b: 2 },
		},
		{
			what: 'nothing of known fields that may be left out',
			field: jsonOf('J', { a: text('A').optional() }),
			raw: '{}',
			wanted: {},
		},
		{
			what: 'an object that is entered one by one',
			field: spread('S', { a: text('A').wireName('A_NAME'), b: text('B').optional() }),
			raw: { a: 'x', b: '' },
			wanted: { A_NAME: 'x' },
		},
		{
			what: 'the same by the names on the platform',
			field: spread('S', { a: text('A').wireName('A_NAME') }),
			raw: { A_NAME: 'x' },
			wanted: { A_NAME: 'x' },
		},
		{
			what: 'nothing of what is required, where each part may be left out',
			field: spread('S', { a: text('A').optional() }),
			raw: undefined,
			wanted: {},
		},
	])('a field accepts $what', ({ field, raw, wanted }) => {
		expect(read(field, raw)).toStrictEqual(wanted);
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
	])('a field of any value takes it as it would be typed: %j', (raw, wanted) => {
		expect(read(looseValue('V'), raw)).toEqual(wanted);
	});

	test('blanks alone are nothing', () => {
		expect(refusal(looseValue('V'), ' ')).toBe('field: Field is required');
		expect(read(looseValue('V').optional(), ' ')).toBeUndefined();
	});

	test('an empty list among the entries of a list is refused as an empty entry is', () => {
		expect(read(list('L'), [['a', 'b']])).toEqual(['a', 'b']);
		for (const purpose of ['selects', 'changes'] as const)
			expect(refusal(list('L'), ['a', []], { purpose })).toBe(
				refusal(list('L'), ['a', ''], { purpose }),
			);
	});

	test.each([
		{ field: json('J'), raw: { a: '' }, place: 'field.a: Field: a' },
		{ field: json('J'), raw: { a: null }, place: 'field.a: Field: a' },
		{ field: json('J'), raw: { a: { b: [] } }, place: 'field.a.b: Field: a: b' },
		{ field: jsonArray('J'), raw: [{ a: ' ' }], place: 'field[0].a: Field, entry 1: a' },
		{ field: jsonArray('J').asContent(), raw: [{}], place: 'field[0]: Field, entry 1' },
		{
			field: json('J').asRead(),
			raw: { a: [{ b: ' ' }] },
			place: 'field.a[0].b: Field: a, entry 1: b',
		},
		{ field: json('J').asRead(), raw: { a: [null] }, place: 'field.a[0]: Field: a, entry 1' },
		{
			field: looseValue('V').mayClear(),
			raw: [{ value: null }],
			place: 'field[0].value: Field, entry 1: value',
		},
	])('a blank inside JSON is refused ($#)', ({ field, raw, place }) => {
		expect(refusal(field, raw, { purpose: 'changes' })).toBe(
			`${place} is empty: give a value, or leave it out`,
		);
		// What an operation gives was read from the platform.
		expect(read(field, raw)).toEqual(raw);
	});

	test.each([
		[jsonArray('J').asContent(), [{ a: '', b: null, c: {} }]],
		[json('J').asRead(), { a: null, b: [], c: [{ d: {} }] }],
		[looseValue('V').mayClear(), []],
		[looseValue('V').mayClear(), { a: null, b: [] }],
	])('a blank inside JSON that says something is kept (%#)', (field, raw) => {
		expect(read(field, raw, { purpose: 'changes' })).toEqual(raw);
	});
});

const kinds: Record<string, Field> = {
	pairs: pairs('P'),
	mapped: mapped('M', columns),
	rows: rows('R', inner),
	object: object('O', inner),
	json: json('J'),
	jsonArray: jsonArray('J'),
	jsonValue: jsonValue('J'),
	jsonOf: jsonOf('J', inner),
	looseValue: looseValue('V'),
};

describe('what is not given', () => {
	testsWithoutValue(kinds);

	test.each<{ what: string; field: Field; raw: unknown }>([
		{ what: 'a form without pairs', field: pairs('P'), raw: { pairs: [] } },
		{ what: 'an empty object of pairs', field: pairs('P'), raw: {} },
		{ what: 'a mapper without a value', field: mapped('M', columns), raw: mapping(null) },
		{
			what: 'a mapper whose inputs are empty',
			field: mapped('M', columns),
			raw: mapping({ a: '', b: null }),
		},
		{ what: 'a form without rows', field: rows('R', inner), raw: {} },
		{ what: 'a form with no row', field: rows('R', inner), raw: { rows: [] } },
		{ what: 'a form whose rows are nothing', field: rows('R', inner), raw: { rows: null } },
		{ what: 'a form whose rows are not there', field: rows('R', inner), raw: { rows: undefined } },
		{ what: 'a form whose rows are an empty object', field: rows('R', inner), raw: { rows: {} } },
		{ what: 'an object that was not added', field: object('O', inner), raw: {} },
		{ what: 'an object whose form is empty', field: object('O', inner), raw: { value: {} } },
		{ what: 'known fields without any', field: jsonOf('J', inner), raw: '{}' },
	])('$what counts as not given', ({ field, raw }) => {
		expect(refusal(field, raw)).toBe('field: Field is required');
		expect(read(field.optional(), raw)).toBeUndefined();
	});

	test('an empty optional object counts as not given, also one that is entered one by one', () => {
		expect(read(object('O', { a: text('A').optional() }).optional(), {})).toBeUndefined();
		for (const nothing of [undefined, null, '', {}, { a: '' }])
			expect(read(spread('S', { a: text('A').optional() }).optional(), nothing)).toBeUndefined();
		expect(refusal(spread('S', { a: text('A') }), undefined)).toBe('fieldA: Field A is required');
		const parts = spread('S', { a: text('A'), b: text('B').optional() }).optional();
		expect([read(parts, undefined), read(parts, { a: 'x' })]).toEqual([undefined, { a: 'x' }]);
	});

	test('a value that is not given does not clear the present one', () => {
		for (const nothing of [mapping(null), mapping({}), mapping({ a: '' })])
			expect(read(mapped('M', columns).mayBeEmpty().optional(), nothing)).toBeUndefined();
	});

	test('a missing value inside is requested where it belongs', () => {
		expect(refused(rows('R', { name: text('N') }), [{ name: 'x' }, {}])).toMatchObject({
			step: 'Enter a name in Field, row 2',
		});
		expect(refused(object('O', { task }), { task: locator('') })).toMatchObject({
			step: 'Choose a task in Field',
		});
		expect(refused(pairs('P'), { pairs: [{ value: '1' }] })).toMatchObject({
			name: 'BadInput',
			step: 'Enter a name in Field, row 1',
		});
	});
});

describe('an object of which nothing is left', () => {
	const leaf = { a: text('A').optional(), b: integer('B').optional() };
	const blank = { a: null, b: null };
	const readTold = (field: Field, raw: unknown, purpose: Purpose = 'changes') => {
		const told: string[] = [];
		const around = { isGiven: true, purpose };
		const value = field.read(
			{ path: 'f', label: 'F', timezone: 'UTC', leftOut: (label) => told.push(label), ...around },
			raw,
		);
		return { value, told };
	};
	const nested = object('N', {
		deep: object('D', { deepest: object('E', leaf).optional() }).optional(),
		list: rows('L', { ...leaf, inner: rows('I', leaf).optional() }).optional(),
	}).optional();

	test('an object of which nothing is left is left out itself, at every depth, and its blanks are told', () => {
		expect(readTold(object('O', leaf).optional(), blank)).toEqual({
			value: undefined,
			told: ['F: A', 'F: B'],
		});
		expect(readTold(nested, { deep: { deepest: blank } })).toEqual({
			value: undefined,
			told: ['F: Deep: Deepest: A', 'F: Deep: Deepest: B'],
		});
		expect(readTold(nested, { list: [{ ...blank, inner: [blank, { a: null }] }] }).value).toBe(
			undefined,
		);
		expect(readTold(nested, { deep: { deepest: blank }, list: [{ a: 'x' }] }).value).toEqual({
			list: [{ a: 'x' }],
		});
	});
	test('the other rows stay, and no list is cleared', () => {
		const list = rows('R', leaf).mayBeEmpty().optional();
		expect(readTold(list, [blank, { a: 'x', b: null }, blank]).value).toEqual([{ a: 'x' }]);
		expect(readTold(list, { rows: [blank] }).value).toBe(undefined);
		expect(readTold(list, []).value).toEqual([]);
	});
	test('a list, or a row without its value, is left out as well where it may be', () => {
		const list = rows('R', { a: text('A'), b: text('B').optional() })
			.mayHaveBlanks()
			.optional();
		for (const purpose of ['describes', 'changes'] as const)
			for (const empty of [[], '[]'])
				expect(readTold(list, empty, purpose)).toEqual({ value: undefined, told: ['F'] });
		for (const blank of [null, '', ' '])
			expect(readTold(list, [{ a: blank, b: 'x' }, { a: 'y' }], 'describes')).toEqual({
				value: [{ a: 'y' }],
				told: ['F, row 1: A'],
			});
		expect(readTold(list, '[{"a":""}]', 'describes').value).toBe(undefined);
		expect(readTold(list, [{ a: null }], 'changes').value).toBe(undefined);
		// In the form, or without the value's name, it was forgotten; where it selects, it would select
		// nothing.
		for (const [raw, purpose] of [
			[{ rows: [] }, 'describes'],
			[{ rows: [{ a: '' }] }, 'describes'],
			[[{ b: 'x' }], 'describes'],
			[[], 'selects'],
			[[{ a: null }], 'selects'],
		] as Array<[unknown, Purpose]>)
			expect(() => readTold(list, raw, purpose)).toThrow(/is required|was given, but is empty/);
		expect(() => readTold(rows('R', leaf).optional(), [], 'describes')).toThrow(/is empty/);
	});
	test('an object of which nothing is left is missing where it is required', () => {
		for (const [field, raw] of [
			[object('O', leaf), blank],
			[rows('R', leaf), [blank]],
		] as Array<[Field, unknown]>)
			expect(() => readTold(field, raw)).toThrow(/^F is required/);
		expect(readTold(object('O', leaf), {}).value).toEqual({});
	});
	test('an object of which nothing is left is refused where nothing was given inside it', () => {
		const more = { ...leaf, form: rows('F', leaf).optional() };
		expect(() => readTold(object('O', more).optional(), { form: {} })).toThrow(
			/^F was given, but is empty/,
		);
		expect(() => readTold(rows('R', leaf).optional(), [{}])).toThrow(/^F, row 1 is empty/);
	});
});

describe('what is refused, naming the field and the rule', () => {
	test.each<{ what: string; field: Field; raw: unknown; words: string }>([
		{
			what: 'broken JSON',
			field: json('J'),
			raw: '{',
			words: 'field: Field must be an object in valid JSON ({)',
		},
		{
			what: 'an array instead of an object',
			field: json('J'),
			raw: '[]',
			words: 'field: Field must be an object ([])',
		},
		{
			what: 'an object instead of an array',
			field: jsonArray('J'),
			raw: '{}',
			words: 'field: Field must be a list ({})',
		},
		{
			what: 'broken JSON instead of any',
			field: jsonValue('J'),
			raw: '{',
			words: 'field: Field must be valid JSON ({)',
		},
		{
			what: 'a function instead of any value',
			field: looseValue('V'),
			raw: { a: () => 1 },
			words: 'field.a: Field: a contains a value that is not JSON (function)',
		},
		{
			what: 'a number that is none instead of any value',
			field: looseValue('V'),
			raw: [NaN],
			words: 'field[0]: Field, entry 1 contains a value that is not a number (NaN)',
		},
		{
			what: 'broken JSON that looks like JSON',
			field: looseValue('V'),
			raw: '{',
			words: 'field: Field must be valid JSON ({)',
		},
		{
			what: 'too few entries',
			field: jsonArray('J').min(2),
			raw: '[1]',
			words: 'field: Field needs at least 2 entries ([1])',
		},
		{
			what: 'too many entries',
			field: jsonArray('J').max(1),
			raw: '[1,2]',
			words: 'field: Field must have at most one entry ([1,2])',
		},
		{
			what: 'an array instead of known fields',
			field: jsonOf('J', inner),
			raw: '[]',
			words: 'field: Field must be an object ([])',
		},
		{
			what: 'an unknown field among the known',
			field: jsonOf('J', inner),
			raw: '{"a":"x","c":1}',
			words: 'field.c: Field has no field c: remove it, or check its spelling',
		},
		{
			what: 'a field that is too large among the known',
			field: jsonOf('J', inner),
			raw: '{"a":"x","b":4}',
			words: 'field.b: Field: B must be at most 3 (4)',
		},
		{
			what: 'JSON that loses digits',
			field: json('J'),
			raw: '{"a":[12345678901234567890]}',
			words:
				'field.a[0]: Field: a, entry 1 has more digits than a number can keep: give it as text (12345678901234567890)',
		},
		{
			what: 'JSON with a decimal that loses digits',
			field: json('J'),
			raw: '{"a":{"b":99999999999999.99}}',
			words:
				'field.a.b: Field: a: b has more digits than a number can keep: give it as text (99999999999999.99)',
		},
		{
			what: 'JSON with a number that is too large',
			field: jsonArray('J'),
			raw: '[1, 1e400]',
			words:
				'field[1]: Field, entry 2 has more digits than a number can keep: give it as text (1e400)',
		},
		{
			what: 'JSON with nothing in it',
			field: json('J'),
			raw: { a: undefined },
			words: 'field.a: Field: a has no value',
		},
		{
			what: 'JSON with a number that is none',
			field: jsonArray('J'),
			raw: [NaN],
			words: 'field[0]: Field, entry 1 contains a value that is not a number (NaN)',
		},
		{
			what: 'a name twice',
			field: pairs('P'),
			raw: {
				pairs: [
					{ name: 'a', value: '1' },
					{ name: 'a', value: '2' },
				],
			},
			words: 'field[1].name: Field, row 2: Name must not be given twice (a)',
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
			words: 'field[1].name: Field, row 2: Name is required',
		},
		{
			what: 'a pair with an object for a name',
			field: pairs('P'),
			raw: [{ name: { a: 1 }, value: '1' }],
			words: 'field[0].name: Field, row 1: Name must be text ({"a":1})',
		},
		{
			what: 'a pair that is none',
			field: pairs('P'),
			raw: [{ name: 'a', value: '1' }, 'x'],
			words: 'field[1]: Field must have rows of name and value (x)',
		},
		{
			what: 'a pair without a value',
			field: pairs('P'),
			raw: { pairs: [{ name: 'a', value: undefined }] },
			words: 'field.a: Field: a has no value: give one, or leave the name out',
		},
		{
			what: 'an object with a value that is not there',
			field: pairs('P'),
			raw: { a: null },
			words: 'field.a: Field: a has no value: give one, or leave the name out',
		},
		{
			what: 'a pair with a number that is none',
			field: pairs('P'),
			raw: { a: NaN },
			words: 'field.a: Field: a must be text (NaN)',
		},
		{
			what: 'a pair with a number without end',
			field: pairs('P').withNumbers(),
			raw: { a: Infinity },
			words: 'field.a: Field: a must be text (Infinity)',
		},
		{
			what: 'a pair with a number that lost its last digits',
			field: pairs('P').withNumbers(),
			raw: { a: 2 ** 60 },
			words:
				'field.a: Field: a has more digits than a number can keep: give it as text (1152921504606847000)',
		},
		{
			what: 'a pair with an object',
			field: pairs('P'),
			raw: { a: { b: 1 } },
			words: 'field: Field must be an object with a text for each name ({"a":{"b":1}})',
		},
		{
			what: 'a pair with an object where numbers may be',
			field: pairs('P').withNumbers(),
			raw: { a: { b: 1 } },
			words: 'field: Field must be an object with a text or a number for each name ({"a":{"b":1}})',
		},
		{
			what: 'a name that is empty',
			field: pairs('P'),
			raw: { '': 'x' },
			words: 'field: Field must be an object with a text for each name ({"":"x"})',
		},
		{
			what: 'a blank name',
			field: pairs('P'),
			raw: { ' ': 'x' },
			words: 'field: Field must be an object with a text for each name ({" ":"x"})',
		},
		{
			what: 'a blank name in a row',
			field: pairs('P'),
			raw: [{ name: ' ', value: 'x' }],
			words: 'field[0].name: Field, row 1: Name is required',
		},
		...['', ' ', null, undefined, locator(''), locator(' ')].map((value) => ({
			what: `a blank record ${JSON.stringify(value)}`,
			field: pairs('P').pick(task.spec.picker!),
			raw: { a: value },
			words: 'field.a: Field: a is required',
		})),
		{
			what: 'a switch for a record',
			field: pairs('P').pick(task.spec.picker!),
			raw: { pairs: [{ name: 'a', value: true }] },
			words: 'field.a: Field: a must be text (true)',
		},
		{
			what: 'a record by name',
			field: pairs('P').pick(task.spec.picker!),
			raw: { pairs: [{ name: 'a', value: locator('x', 'name') }] },
			words:
				'field.a: Field: a cannot be chosen by name here: choose it from the list or by ID (x)',
		},
		{
			what: 'a row without anything',
			field: rows('R', { a: text('A').optional() }),
			raw: [{ a: 'x' }, {}],
			words: 'field[1]: Field, row 2 is empty: fill it in, or remove it',
		},
		{ what: 'no pairs', field: pairs('P'), raw: 7, words: 'field: Field must be an object (7)' },
		{
			what: 'broken JSON instead of pairs',
			field: pairs('P'),
			raw: '{',
			words: 'field: Field must be an object in valid JSON ({)',
		},
		{
			what: 'no pairs in JSON',
			field: pairs('P'),
			raw: '7',
			words: 'field: Field must be an object (7)',
		},
		{
			what: 'a row without its field',
			field: rows('R', inner),
			raw: { rows: [{ a: 'x' }, {}] },
			words: 'field[1].a: Field, row 2: A is required',
		},
		{
			what: 'a field of a row',
			field: rows('R', inner),
			raw: [{ a: 'x', b: 4 }],
			words: 'field[0].b: Field, row 1: B must be at most 3 (4)',
		},
		{
			what: 'an unknown field',
			field: rows('R', inner),
			raw: [{ a: 'x', c: 1 }],
			words: 'field[0].c: Field, row 1 has no field c: remove it, or check its spelling',
		},
		{
			what: 'a field under both of its names',
			field: rows('R', { a: text('A').wireName('$a') }),
			raw: [{ a: 'x', $a: 'y' }],
			words: 'field[0].$a: Field, row 1 has no field $a: remove it, or check its spelling',
		},
		{
			what: 'an unknown field that is added',
			field: rows('R', inner),
			raw: [{ a: 'x', additionalFields: { c: 1 } }],
			words: 'field[0].c: Field, row 1 has no field c: remove it, or check its spelling',
		},
		{
			what: 'an unknown field called as what objects have',
			field: rows('R', inner),
			raw: [{ a: 'x', constructor: 1 }],
			words:
				'field[0].constructor: Field, row 1 has no field constructor: remove it, or check its spelling',
		},
		{
			what: 'additional fields that are none',
			field: rows('R', inner),
			raw: [{ a: 'x', additionalFields: 7 }],
			words:
				'field[0].additionalFields: Field, row 1 has no field additionalFields: remove it, or check its spelling',
		},
		{
			what: 'a row that is none',
			field: rows('R', inner),
			raw: [{ a: 'x' }, 7],
			words: 'field[1]: Field, row 2 must be an object (7)',
		},
		{
			what: 'a number as rows',
			field: rows('R', inner),
			raw: 7,
			words: 'field[0]: Field, row 1 must be an object (7)',
		},
		{
			what: 'an object as rows in JSON',
			field: rows('R', inner),
			raw: '{}',
			words: 'field: Field must be a list ({})',
		},
		{
			what: 'too few rows',
			field: rows('R', inner).min(2),
			raw: [{ a: 'x' }],
			words: 'field: Field needs at least 2 entries ([{"a":"x"}])',
		},
		{
			what: 'too many rows',
			field: rows('R', inner).max(1),
			raw: [{ a: 'x' }, { a: 'y' }],
			words: 'field: Field must have at most one entry ([{"a":"x"},{"a":"y"}])',
		},
		{
			what: 'no object',
			field: object('O', inner),
			raw: 7,
			words: 'field: Field must be an object (7)',
		},
		{
			what: 'a list instead of an object',
			field: object('O', inner),
			raw: [{ a: 'x' }],
			words: 'field: Field must be an object ([{"a":"x"}])',
		},
		{
			what: 'broken JSON instead of an object',
			field: object('O', inner),
			raw: '{',
			words: 'field: Field must be an object in valid JSON ({)',
		},
		{
			what: 'an object in an object',
			field: object('O', { o: object('O', inner) }),
			raw: { o: { b: 1 } },
			words: 'field.o.a: Field: O: A is required',
		},
		{
			what: 'an unknown part',
			field: spread('S', { a: text('A') }),
			raw: { a: 'x', c: 1 },
			words: 'field: Field has no field c: remove it, or check its spelling',
		},
		{
			what: 'no object of parts',
			field: spread('S', { a: text('A') }),
			raw: 7,
			words: 'field: Field must be an object (7)',
		},
		{
			what: 'a part',
			field: spread('S', { some: integer('N') }),
			raw: { some: 'x' },
			words: 'fieldSome: Field Some must be a whole number (x)',
		},
		{
			what: 'a name where names are not looked up',
			field: rows('R', { task }),
			raw: [{ task: locator('Load', 'name') }],
			words:
				'field[0].task: Field, row 1: Task cannot be chosen by name here: choose it from the list or by ID (Load)',
		},
	])('a field refuses a value, naming the field and the rule: $what', ({ field, raw, words }) => {
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
			what: 'a secret in a row',
			field: rows('R', { key: text('K').secret().maxLength(3) }),
			raw: [{ key: 's3cr3t' }],
		},
		{
			what: 'a list around rows around a secret',
			field: object('O', { rows: rows('R', { key: text('K').secret() }) }),
			raw: ['s3cr3t'],
		},
		{
			what: 'a secret in a part',
			field: spread('S', { key: text('K').secret().maxLength(3) }),
			raw: { key: 's3cr3t' },
		},
	])('a refusal does not repeat $what', ({ field, raw }) => {
		expect(refusal(field, raw)).toMatch(/^field/);
		expect(refusal(field, raw)).not.toContain('s3cr3t');
	});

	test('a refusal repeats values that stand beside a secret', () => {
		expect(
			refusal(
				rows('R', { key: text('K').secret().optional(), n: object('N', { m: integer('M') }) }),
				[{ n: { m: 'x' } }],
			),
		).toBe('field[0].n.m: Field, row 1: N: M must be a whole number (x)');
	});
});

describe('a field that others show', () => {
	const fields = {
		of: choice('Of', ['TASK', 'OTHER']),
		task: id('T').shownWhen({ of: ['TASK'] }),
		note: text('N').optional(),
	};
	test('a field that others show is required while it is shown, and not read while it is not', () => {
		for (const make of [
			(value: object) => [object('O', fields), value],
			(value: object) => [rows('R', fields), [value]],
		] as Array<(value: object) => [Field, unknown]>) {
			expect(JSON.stringify(read(...make({ of: 'TASK', task: 'a' })))).toContain('"task":"a"');
			expect(JSON.stringify(read(...make({ of: 'OTHER', task: 'a' })))).not.toContain('task');
			expect(refusal(...make({ of: 'TASK' }))).toMatch(/Task is required$/);
		}
	});

	test('a field that others show is read one by one, too', () => {
		expect(read(spread('S', fields), { of: 'TASK', task: 'a' })).toEqual({ of: 'TASK', task: 'a' });
		expect(read(spread('S', fields), { of: 'OTHER', task: 'a' })).toEqual({ of: 'OTHER' });
		expect(refusal(spread('S', fields), { of: 'TASK' })).toBe('fieldTask: Field Task is required');
	});

	test('a field that others show depends on the values that its siblings begin with, where they are left out', () => {
		const starting = {
			of: choice('Of', ['TASK', 'OTHER'])
				.initial('TASK')
				.shownWhen({ on: [true] }),
			on: boolean('On').initial(true).optional().shownWhen({}),
			task: id('T').shownWhen({ of: ['TASK'] }),
		};
		expect(read(object('O', starting), { task: 'a' })).toEqual({ of: 'TASK', on: true, task: 'a' });
		expect(read(object('O', starting), { of: 'OTHER', task: 'a' })).toEqual({
			of: 'OTHER',
			on: true,
		});
		expect(read(object('O', starting), { on: false, of: 'OTHER' })).toEqual({ on: false });
		// What starts with a value without deciding anything is left out.
		expect(
			read(object('O', { a: choice('A', ['x']).initial('x').optional(), b: text('B') }), {
				b: 'y',
			}),
		).toEqual({ b: 'y' });
	});

	test('a field that others show depends on all of them, and not on fields elsewhere', () => {
		const both = {
			a: choice('A', ['x', 'y']),
			b: choice('B', ['x', 'y']),
			c: text('C').shownWhen({ a: ['x'], b: ['x', 'y'], elsewhere: ['z'] }),
		};
		expect(read(object('O', both), { a: 'x', b: 'y', c: '1' })).toEqual({ a: 'x', b: 'y', c: '1' });
		expect(read(object('O', both), { a: 'y', b: 'x', c: '1' })).toEqual({ a: 'y', b: 'x' });
	});

	test('a field that others show may be absent from what is sent', () => {
		expect(isValid(object('O', fields), { of: 'OTHER' })).toBe(true);
		expect(isValid(jsonOf('J', fields), { of: 'OTHER', task: 'a' })).toBe(true);
	});

	test('a field that decides what is shown may not be absent from what is sent', () => {
		expect(isValid(object('O', fields), { task: 'a' })).toBe(false);
		expect(isValid(object('O', fields), { of: 'OTHER', more: 1 })).toBe(false);
		expect(isValid(jsonOf('J', fields), { of: 'OTHER' })).toBe(false);
	});
});

test('a field of another version of the node is unknown', () => {
	const versions = object('O', { a: text('A'), old: text('O').until(1), late: text('L').since(2) });
	expect(read(versions, { a: 'x', old: 'y' }, { version: 1 })).toEqual({ a: 'x', old: 'y' });
	expect(read(versions, { a: 'x', late: 'y' }, { version: 2 })).toEqual({ a: 'x', late: 'y' });
	expect(refusal(versions, { a: 'x', late: 'y' }, { version: 1 })).toBe(
		'field.late: Field has no field late: remove it, or check its spelling',
	);
	expect(refusal(versions, { a: 'x' }, { version: 2 })).toBe('field.late: Field: Late is required');
	// What the node did not get from a user has no version.
	expect(read(versions, { a: 'x', old: 'y', late: 'z' })).toEqual({ a: 'x', old: 'y', late: 'z' });
});

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
			`field.more: Field: More ${EMPTY}`,
		);
		expect(refusal(...form({ more: '' }))).toBe(`field.more: Field: More ${EMPTY}`);
		for (const nothing of [undefined, null])
			expect(refusal(...form({ top: nothing }))).toBe(`field.top: Field: Top ${EMPTY}`);
		expect(refusal(...form({ top: ' ' }))).toBe(`field.top: Field: Top ${EMPTY}`);
	});

	test('an empty value inside an object is refused if an expression came to nothing', () => {
		expect(
			refusal(
				...form({ top: '' }, { entered: { value: { must: 'm', top: '={{ $json.none }}' } } }),
			),
		).toBe(`field.top: Field: Top ${EMPTY}`);
		expect(
			refusal(...form({ top: '' }, { entered: { must: 'm', top: '={{ $json.none }}' } })),
		).toBe(`field.top: Field: Top ${EMPTY}`);
		expect(refusal(...form({ top: '' }, { entered: '={{ $json }}' }))).toBe(
			`field.top: Field: Top ${EMPTY}`,
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
		).toBe(`field.inner.a: Field: Inner: A ${EMPTY}`);
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
		).toBe(`field[1].top: Field, row 2: Top ${EMPTY}`);
		expect(
			refusal(rows('R', fields), two, {
				entered: [
					{ must: 'm', top: '' },
					{ must: 'm', top: '={{ 1 }}' },
				],
			}),
		).toBe(`field[1].top: Field, row 2: Top ${EMPTY}`);
		expect(read(rows('R', fields), two, { entered: two })).toEqual([{ must: 'm' }, { must: 'm' }]);
	});

	test('an empty value in a mapper is refused if an expression came to nothing', () => {
		expect(
			refusal(mapped('M', columns), mapping({ a: 'x', b: null }), {
				entered: mapping({ a: 'x', b: '={{ $json.none }}' }),
			}),
		).toBe('field.b: Field: b has no value: give one, or leave the name out');
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

	test('an empty value of an object that is entered one by one is refused if somebody gave something', () => {
		const parts = spread('S', { a: text('A'), b: list('B').optional() });
		expect(read(parts, { a: 'x', b: [] }, { isGiven: true })).toEqual({ a: 'x' });
		expect(
			refusal(parts, { a: 'x', b: [] }, { isGiven: true, entered: { a: 'x', b: '={{ [] }}' } }),
		).toBe(`fieldB: Field B ${EMPTY}`);
		expect(refusal(parts, { a: 'x', b: ' ' }, { isGiven: true })).toBe(`fieldB: Field B ${EMPTY}`);
		expect(read(parts, { a: 'x', b: ' ' })).toEqual({ a: 'x' });
		expect(refused(parts, { a: '' }, { isGiven: true })).toMatchObject({ step: 'Enter a field a' });
	});

	test('an empty text that only describes what is created is left out', () => {
		expect(read(...form({ additionalFields: { more: '' } }, { purpose: 'describes' }))).toEqual({
			must: 'm',
		});
	});
});

describe('the check of what is sent', () => {
	test.each<{ what: string; field: Field; good: unknown[]; bad: unknown[] }>([
		{
			what: 'pairs',
			field: pairs('P'),
			good: [{ a: 'x' }, {}, { constructor: 'x' }],
			bad: [null, 'x', ['x'], { a: 1 }, { '': 'x' }, { a: 'x', b: null }],
		},
		{
			what: 'pairs of records',
			field: pairs('P').pick(task.spec.picker!),
			good: [{ a: 'x' }],
			bad: [{ a: ' ' }, { ' ': 'x' }],
		},
		{
			what: 'pairs with numbers',
			field: pairs('P').withNumbers(),
			good: [{ a: 'x', b: 1 }],
			bad: [{ a: true }, { '': 1 }],
		},
		{ what: 'an object', field: json('J'), good: [{}, { constructor: 1 }], bad: [[], 'x', null] },
		{
			what: 'an array',
			field: jsonArray('J').min(1).max(2),
			good: [[1], [1, 'x']],
			bad: [[], [1, 2, 3], {}, 'x'],
		},
		{ what: 'any JSON', field: jsonValue('J'), good: [1, 'x', null, [], {}], bad: [] },
		{ what: 'any value', field: looseValue('V'), good: [1, 'x', true], bad: [] },
		{
			what: 'known fields',
			field: jsonOf('J', inner),
			good: [{ a: 'x' }, { a: 'x', b: 3 }],
			bad: [{}, { a: 'x', b: 4 }, { a: 'x', c: 1 }, []],
		},
		{
			what: 'fields of an object',
			field: object('O', { a: text('A').wireName('A_NAME') }),
			good: [{ A_NAME: 'x' }],
			bad: [{ a: 'x' }, {}],
		},
		{
			what: 'rows',
			field: rows('R', inner).max(1),
			good: [[{ a: 'x' }], []],
			bad: [[{ a: 'x' }, { a: 'x' }], { a: 'x' }, ['x']],
		},
		{
			what: 'parts',
			field: spread('S', { a: text('A') }),
			good: [{ a: 'x' }],
			bad: [{}, { a: 'x', c: 1 }],
		},
	])('a valid value passes and an invalid one does not: $what', ({ field, good, bad }) => {
		expect([
			good.filter((value) => isValid(field, value)),
			bad.filter((value) => isValid(field, value)),
		]).toEqual([good, []]);
	});
});
