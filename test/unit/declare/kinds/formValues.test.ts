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
	test.each<[string, Field, unknown, unknown]>([
		[
			'pairs of a form',
			pairs('P'),
			{
				pairs: [
					{ name: 'a', value: 1 },
					{ name: 'b', value: '' },
				],
			},
			{ a: '1', b: '' },
		],
		[
			'pairs as an object',
			pairs('P'),
			{ a: 'x', b: true, c: false },
			{ a: 'x', b: 'true', c: 'false' },
		],
		['pairs as JSON', pairs('P'), '{"a":"x"}', { a: 'x' }],
		[
			'numbers in JSON where texts are wanted, as they are written',
			pairs('P'),
			'{"a":1.10,"b":99999999999999.99,"c":9007199254740993,"d":0}',
			{ a: '1.10', b: '99999999999999.99', c: '9007199254740993', d: '0' },
		],
		['pairs as rows', pairs('P'), [{ name: 'a', value: 'x' }], { a: 'x' }],
		['pairs whose names are numbers', pairs('P'), [{ name: 7, value: 'x' }], { 7: 'x' }],
		[
			'pairs with records',
			pairs('P').pick(task.spec.picker!),
			{ pairs: [{ name: 'a', value: locator('x') }] },
			{ a: 'x' },
		],
		['pairs of which one is called pairs', pairs('P'), { pairs: 'x' }, { pairs: 'x' }],
		[
			'pairs with numbers',
			pairs('P').withNumbers(),
			{ a: 1, b: 'x', c: true },
			{ a: 1, b: 'x', c: 'true' },
		],
		[
			'pairs called as what objects have',
			pairs('P'),
			{
				pairs: [
					{ name: 'constructor', value: 'a' },
					{ name: 'toString', value: 'b' },
				],
			},
			{ constructor: 'a', toString: 'b' },
		],
		[
			'pairs called mode and value',
			pairs('P'),
			{ mode: 'full', value: '3' },
			{ mode: 'full', value: '3' },
		],
		['no pairs, where that clears', pairs('P').mayBeEmpty(), { pairs: [] }, {}],
		['an empty object of pairs, where that clears', pairs('P').mayBeEmpty(), {}, {}],
		[
			'names that are loaded',
			mapped('M', columns),
			mapping({ a: 'x', b: '', c: null, d: 7 }),
			{ a: 'x', d: '7' },
		],
		[
			'numbers by names that are loaded',
			mapped('M', columns).withNumbers(),
			mapping({ a: 1.5 }),
			{ a: 1.5 },
		],
		[
			'JSON with names that are loaded',
			mapped('M', columns),
			'{"a":"x","b":""}',
			{ a: 'x', b: '' },
		],
		[
			'rows of a form',
			rows('R', inner),
			{ rows: [{ a: 'x', additionalFields: { b: 2 } }] },
			[{ a: 'x', b: 2 }],
		],
		['rows as JSON, flat', rows('R', inner), '[{"a":"x","b":2}]', [{ a: 'x', b: 2 }]],
		['one row', rows('R', inner), { rows: { a: 'x' } }, [{ a: 'x' }]],
		['one row without a form', rows('R', inner), { a: 'x' }, [{ a: 'x' }]],
		['no rows, where that clears', rows('R', inner).mayBeEmpty(), { rows: [] }, []],
		['as many rows as there may be', rows('R', inner).min(1).max(1), [{ a: 'x' }], [{ a: 'x' }]],
		[
			'rows by their names on the platform',
			rows('R', { a: text('A').wireName('A_NAME') }),
			[{ a: 'x' }],
			[{ A_NAME: 'x' }],
		],
		[
			'rows as the platform returns them',
			rows('R', { a: text('A').wireName('$a'), b: text('B').optional() }),
			[{ $a: 'x', b: 'y' }],
			[{ $a: 'x', b: 'y' }],
		],
		[
			'an object as the platform returns it',
			object('O', { a: text('A').wireName('$a').optional() }),
			{ $a: 'x' },
			{ $a: 'x' },
		],
		['an object of a form', object('O', { a: integer('A') }), { value: { a: '1' } }, { a: 1 }],
		['an object', object('O', { a: integer('A') }), { a: 1 }, { a: 1 }],
		['an object as JSON', object('O', { a: integer('A') }), '{"a":1}', { a: 1 }],
		[
			'an object with a text called value',
			object('O', { value: text('V') }),
			{ value: 'x' },
			{ value: 'x' },
		],
		[
			'an object with an object called value',
			object('O', { value: jsonValue('V'), a: text('A') }),
			{ value: { b: 1 }, a: 'x' },
			{ value: { b: 1 }, a: 'x' },
		],
		[
			'an object with one object',
			object('O', { a: jsonValue('A') }),
			{ a: { b: 1 } },
			{ a: { b: 1 } },
		],
		['an object that needs nothing', object('O', { a: text('A').optional() }), {}, {}],
		[
			'an object that needs something only beside something else',
			object('O', { a: text('A').optional(), b: text('B').shownWhen({ a: ['x'] }) }),
			{},
			{},
		],
		[
			'an object with a field called additionalFields',
			object('O', { additionalFields: jsonValue('A') }),
			{ additionalFields: { b: 1 } },
			{ additionalFields: { b: 1 } },
		],
		[
			'an object with a field that is not there',
			object('O', inner),
			{ a: 'x', c: undefined },
			{ a: 'x' },
		],
		[
			'any JSON called mode and value',
			jsonValue('J'),
			{ mode: 'x', value: 'y' },
			{ mode: 'x', value: 'y' },
		],
		['any JSON', jsonValue('J'), '7', 7],
		['an object as JSON alone', json('J'), '{"a":[1]}', { a: [1] }],
		['an array as JSON', jsonArray('J'), '[1]', [1]],
		[
			'half a character deep in JSON, which escapes it',
			jsonArray('J'),
			[[['\ud83d']]],
			[[['\ud83d']]],
		],
		['known fields as JSON', jsonOf('J', inner), '{"a":"x","b":"2"}', { a: 'x', b: 2 }],
		[
			'nothing of known fields that may be left out',
			jsonOf('J', { a: text('A').optional() }),
			'{}',
			{},
		],
		[
			'an object that is entered one by one',
			spread('S', { a: text('A').wireName('A_NAME'), b: text('B').optional() }),
			{ a: 'x', b: '' },
			{ A_NAME: 'x' },
		],
		[
			'the same by the names on the platform',
			spread('S', { a: text('A').wireName('A_NAME') }),
			{ A_NAME: 'x' },
			{ A_NAME: 'x' },
		],
		[
			'nothing of what is required, where each part may be left out',
			spread('S', { a: text('A').optional() }),
			undefined,
			{},
		],
	])('a field accepts %s', (_name, field, raw, wanted) => {
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
		[json('J'), { a: '' }, 'field.a: Field: a'],
		[json('J'), { a: null }, 'field.a: Field: a'],
		[json('J'), { a: { b: [] } }, 'field.a.b: Field: a: b'],
		[jsonArray('J'), [{ a: ' ' }], 'field[0].a: Field, entry 1: a'],
		[jsonArray('J').asContent(), [{}], 'field[0]: Field, entry 1'],
		[json('J').asRead(), { a: [{ b: ' ' }] }, 'field.a[0].b: Field: a, entry 1: b'],
		[json('J').asRead(), { a: [null] }, 'field.a[0]: Field: a, entry 1'],
		[looseValue('V').mayClear(), [{ value: null }], 'field[0].value: Field, entry 1: value'],
	])('a blank inside JSON is refused (%#)', (field, raw, place) => {
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

	test.each<[string, Field, unknown]>([
		['a form without pairs', pairs('P'), { pairs: [] }],
		['an empty object of pairs', pairs('P'), {}],
		['a mapper without a value', mapped('M', columns), mapping(null)],
		['a mapper whose inputs are empty', mapped('M', columns), mapping({ a: '', b: null })],
		['a form without rows', rows('R', inner), {}],
		['a form with no row', rows('R', inner), { rows: [] }],
		['a form whose rows are nothing', rows('R', inner), { rows: null }],
		['a form whose rows are not there', rows('R', inner), { rows: undefined }],
		['a form whose rows are an empty object', rows('R', inner), { rows: {} }],
		['an object that was not added', object('O', inner), {}],
		['an object whose form is empty', object('O', inner), { value: {} }],
		['known fields without any', jsonOf('J', inner), '{}'],
	])('%s counts as not given', (_name, field, raw) => {
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
	test.each<[string, Field, unknown, string]>([
		['broken JSON', json('J'), '{', 'field: Field must be an object in valid JSON ({)'],
		['an array instead of an object', json('J'), '[]', 'field: Field must be an object ([])'],
		['an object instead of an array', jsonArray('J'), '{}', 'field: Field must be a list ({})'],
		['broken JSON instead of any', jsonValue('J'), '{', 'field: Field must be valid JSON ({)'],
		[
			'a function instead of any value',
			looseValue('V'),
			{ a: () => 1 },
			'field.a: Field: a contains a value that is not JSON (function)',
		],
		[
			'a number that is none instead of any value',
			looseValue('V'),
			[NaN],
			'field[0]: Field, entry 1 contains a value that is not a number (NaN)',
		],
		[
			'broken JSON that looks like JSON',
			looseValue('V'),
			'{',
			'field: Field must be valid JSON ({)',
		],
		[
			'too few entries',
			jsonArray('J').min(2),
			'[1]',
			'field: Field needs at least 2 entries ([1])',
		],
		[
			'too many entries',
			jsonArray('J').max(1),
			'[1,2]',
			'field: Field must have at most one entry ([1,2])',
		],
		[
			'an array instead of known fields',
			jsonOf('J', inner),
			'[]',
			'field: Field must be an object ([])',
		],
		[
			'an unknown field among the known',
			jsonOf('J', inner),
			'{"a":"x","c":1}',
			'field.c: Field has no field c: remove it, or check its spelling',
		],
		[
			'a field that is too large among the known',
			jsonOf('J', inner),
			'{"a":"x","b":4}',
			'field.b: Field: B must be at most 3 (4)',
		],
		[
			'JSON that loses digits',
			json('J'),
			'{"a":[12345678901234567890]}',
			'field.a[0]: Field: a, entry 1 has more digits than a number can keep: give it as text (12345678901234567890)',
		],
		[
			'JSON with a decimal that loses digits',
			json('J'),
			'{"a":{"b":99999999999999.99}}',
			'field.a.b: Field: a: b has more digits than a number can keep: give it as text (99999999999999.99)',
		],
		[
			'JSON with a number that is too large',
			jsonArray('J'),
			'[1, 1e400]',
			'field[1]: Field, entry 2 has more digits than a number can keep: give it as text (1e400)',
		],
		['JSON with nothing in it', json('J'), { a: undefined }, 'field.a: Field: a has no value'],
		[
			'JSON with a number that is none',
			jsonArray('J'),
			[NaN],
			'field[0]: Field, entry 1 contains a value that is not a number (NaN)',
		],
		[
			'a name twice',
			pairs('P'),
			{
				pairs: [
					{ name: 'a', value: '1' },
					{ name: 'a', value: '2' },
				],
			},
			'field[1].name: Field, row 2: Name must not be given twice (a)',
		],
		[
			'a pair without a name',
			pairs('P'),
			{
				pairs: [
					{ name: 'a', value: '1' },
					{ name: null, value: '1' },
				],
			},
			'field[1].name: Field, row 2: Name is required',
		],
		[
			'a pair with an object for a name',
			pairs('P'),
			[{ name: { a: 1 }, value: '1' }],
			'field[0].name: Field, row 1: Name must be text ({"a":1})',
		],
		[
			'a pair that is none',
			pairs('P'),
			[{ name: 'a', value: '1' }, 'x'],
			'field[1]: Field must have rows of name and value (x)',
		],
		[
			'a pair without a value',
			pairs('P'),
			{ pairs: [{ name: 'a', value: undefined }] },
			'field.a: Field: a has no value: give one, or leave the name out',
		],
		[
			'an object with a value that is not there',
			pairs('P'),
			{ a: null },
			'field.a: Field: a has no value: give one, or leave the name out',
		],
		[
			'a pair with a number that is none',
			pairs('P'),
			{ a: NaN },
			'field.a: Field: a must be text (NaN)',
		],
		[
			'a pair with a number without end',
			pairs('P').withNumbers(),
			{ a: Infinity },
			'field.a: Field: a must be text (Infinity)',
		],
		[
			'a pair with a number that lost its last digits',
			pairs('P').withNumbers(),
			{ a: 2 ** 60 },
			'field.a: Field: a has more digits than a number can keep: give it as text (1152921504606847000)',
		],
		[
			'a pair with an object',
			pairs('P'),
			{ a: { b: 1 } },
			'field: Field must be an object with a text for each name ({"a":{"b":1}})',
		],
		[
			'a pair with an object where numbers may be',
			pairs('P').withNumbers(),
			{ a: { b: 1 } },
			'field: Field must be an object with a text or a number for each name ({"a":{"b":1}})',
		],
		[
			'a name that is empty',
			pairs('P'),
			{ '': 'x' },
			'field: Field must be an object with a text for each name ({"":"x"})',
		],
		[
			'a blank name',
			pairs('P'),
			{ ' ': 'x' },
			'field: Field must be an object with a text for each name ({" ":"x"})',
		],
		[
			'a blank name in a row',
			pairs('P'),
			[{ name: ' ', value: 'x' }],
			'field[0].name: Field, row 1: Name is required',
		],
		...['', ' ', null, undefined, locator(''), locator(' ')].map(
			(value): [string, Field, unknown, string] => [
				`a blank record ${JSON.stringify(value)}`,
				pairs('P').pick(task.spec.picker!),
				{ a: value },
				'field.a: Field: a is required',
			],
		),
		[
			'a switch for a record',
			pairs('P').pick(task.spec.picker!),
			{ pairs: [{ name: 'a', value: true }] },
			'field.a: Field: a must be text (true)',
		],
		[
			'a record by name',
			pairs('P').pick(task.spec.picker!),
			{ pairs: [{ name: 'a', value: locator('x', 'name') }] },
			'field.a: Field: a cannot be chosen by name here: choose it from the list or by ID (x)',
		],
		[
			'a row without anything',
			rows('R', { a: text('A').optional() }),
			[{ a: 'x' }, {}],
			'field[1]: Field, row 2 is empty: fill it in, or remove it',
		],
		['no pairs', pairs('P'), 7, 'field: Field must be an object (7)'],
		[
			'broken JSON instead of pairs',
			pairs('P'),
			'{',
			'field: Field must be an object in valid JSON ({)',
		],
		['no pairs in JSON', pairs('P'), '7', 'field: Field must be an object (7)'],
		[
			'a row without its field',
			rows('R', inner),
			{ rows: [{ a: 'x' }, {}] },
			'field[1].a: Field, row 2: A is required',
		],
		[
			'a field of a row',
			rows('R', inner),
			[{ a: 'x', b: 4 }],
			'field[0].b: Field, row 1: B must be at most 3 (4)',
		],
		[
			'an unknown field',
			rows('R', inner),
			[{ a: 'x', c: 1 }],
			'field[0].c: Field, row 1 has no field c: remove it, or check its spelling',
		],
		[
			'a field under both of its names',
			rows('R', { a: text('A').wireName('$a') }),
			[{ a: 'x', $a: 'y' }],
			'field[0].$a: Field, row 1 has no field $a: remove it, or check its spelling',
		],
		[
			'an unknown field that is added',
			rows('R', inner),
			[{ a: 'x', additionalFields: { c: 1 } }],
			'field[0].c: Field, row 1 has no field c: remove it, or check its spelling',
		],
		[
			'an unknown field called as what objects have',
			rows('R', inner),
			[{ a: 'x', constructor: 1 }],
			'field[0].constructor: Field, row 1 has no field constructor: remove it, or check its spelling',
		],
		[
			'additional fields that are none',
			rows('R', inner),
			[{ a: 'x', additionalFields: 7 }],
			'field[0].additionalFields: Field, row 1 has no field additionalFields: remove it, or check its spelling',
		],
		[
			'a row that is none',
			rows('R', inner),
			[{ a: 'x' }, 7],
			'field[1]: Field, row 2 must be an object (7)',
		],
		['a number as rows', rows('R', inner), 7, 'field[0]: Field, row 1 must be an object (7)'],
		['an object as rows in JSON', rows('R', inner), '{}', 'field: Field must be a list ({})'],
		[
			'too few rows',
			rows('R', inner).min(2),
			[{ a: 'x' }],
			'field: Field needs at least 2 entries ([{"a":"x"}])',
		],
		[
			'too many rows',
			rows('R', inner).max(1),
			[{ a: 'x' }, { a: 'y' }],
			'field: Field must have at most one entry ([{"a":"x"},{"a":"y"}])',
		],
		['no object', object('O', inner), 7, 'field: Field must be an object (7)'],
		[
			'a list instead of an object',
			object('O', inner),
			[{ a: 'x' }],
			'field: Field must be an object ([{"a":"x"}])',
		],
		[
			'broken JSON instead of an object',
			object('O', inner),
			'{',
			'field: Field must be an object in valid JSON ({)',
		],
		[
			'an object in an object',
			object('O', { o: object('O', inner) }),
			{ o: { b: 1 } },
			'field.o.a: Field: O: A is required',
		],
		[
			'an unknown part',
			spread('S', { a: text('A') }),
			{ a: 'x', c: 1 },
			'field: Field has no field c: remove it, or check its spelling',
		],
		['no object of parts', spread('S', { a: text('A') }), 7, 'field: Field must be an object (7)'],
		[
			'a part',
			spread('S', { some: integer('N') }),
			{ some: 'x' },
			'fieldSome: Field Some must be a whole number (x)',
		],
		[
			'a name where names are not looked up',
			rows('R', { task }),
			[{ task: locator('Load', 'name') }],
			'field[0].task: Field, row 1: Task cannot be chosen by name here: choose it from the list or by ID (Load)',
		],
	])('a field refuses a value, naming the field and the rule: %s', (_name, field, raw, words) => {
		expect(refusal(field, raw)).toBe(words);
	});

	test.each<[string, Field, unknown]>([
		['broken JSON around a secret', object('O', { key: text('K').secret() }), '{"key":"s3cr3t",}'],
		['an array around a secret', object('O', { key: text('K').secret() }), [{ key: 's3cr3t' }]],
		[
			'a field beside a secret',
			object('O', { key: text('K').secret(), other: integer('N') }),
			{ key: 's3cr3t', other: 'x' },
		],
		['a secret in a row', rows('R', { key: text('K').secret().maxLength(3) }), [{ key: 's3cr3t' }]],
		[
			'a list around rows around a secret',
			object('O', { rows: rows('R', { key: text('K').secret() }) }),
			['s3cr3t'],
		],
		[
			'a secret in a part',
			spread('S', { key: text('K').secret().maxLength(3) }),
			{ key: 's3cr3t' },
		],
	])('a refusal does not repeat %s', (_name, field, raw) => {
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
	test.each<[string, Field, unknown[], unknown[]]>([
		[
			'pairs',
			pairs('P'),
			[{ a: 'x' }, {}, { constructor: 'x' }],
			[null, 'x', ['x'], { a: 1 }, { '': 'x' }, { a: 'x', b: null }],
		],
		[
			'pairs of records',
			pairs('P').pick(task.spec.picker!),
			[{ a: 'x' }],
			[{ a: ' ' }, { ' ': 'x' }],
		],
		['pairs with numbers', pairs('P').withNumbers(), [{ a: 'x', b: 1 }], [{ a: true }, { '': 1 }]],
		['an object', json('J'), [{}, { constructor: 1 }], [[], 'x', null]],
		['an array', jsonArray('J').min(1).max(2), [[1], [1, 'x']], [[], [1, 2, 3], {}, 'x']],
		['any JSON', jsonValue('J'), [1, 'x', null, [], {}], []],
		['any value', looseValue('V'), [1, 'x', true], []],
		[
			'known fields',
			jsonOf('J', inner),
			[{ a: 'x' }, { a: 'x', b: 3 }],
			[{}, { a: 'x', b: 4 }, { a: 'x', c: 1 }, []],
		],
		[
			'fields of an object',
			object('O', { a: text('A').wireName('A_NAME') }),
			[{ A_NAME: 'x' }],
			[{ a: 'x' }, {}],
		],
		[
			'rows',
			rows('R', inner).max(1),
			[[{ a: 'x' }], []],
			[[{ a: 'x' }, { a: 'x' }], { a: 'x' }, ['x']],
		],
		['parts', spread('S', { a: text('A') }), [{ a: 'x' }], [{}, { a: 'x', c: 1 }]],
	])('a valid value passes and an invalid one does not: %s', (_name, field, good, bad) => {
		expect([
			good.filter((value) => isValid(field, value)),
			bad.filter((value) => isValid(field, value)),
		]).toEqual([good, []]);
	});
});
