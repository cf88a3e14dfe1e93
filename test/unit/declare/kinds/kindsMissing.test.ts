/**
 * What each kind of field makes of no value, and of a blank one.
 */
import { type MissingInput } from '../../../../nodes/shared/declare/badInput';
import {
	boolean,
	choice,
	choices,
	datetime,
	day,
	type Field,
	file,
	id,
	integer,
	json,
	jsonArray,
	jsonOf,
	jsonValue,
	list,
	looseValue,
	mapped,
	milliseconds,
	number,
	object,
	pairs,
	rows,
	spread,
	suggestion,
	text,
} from '../../../../nodes/shared/declare/fields';
import {
	locator,
	read,
	refusal,
	refused,
	task,
	testsWithoutValue,
} from '../../../support/fieldValue';
import { columns, innerFields, mapping } from './stage';

const KINDS: Record<string, Field> = {
	pairs: pairs('P'),
	mapped: mapped('M', columns),
	rows: rows('R', innerFields),
	object: object('O', innerFields),
	json: json('J'),
	jsonArray: jsonArray('J'),
	jsonValue: jsonValue('J'),
	jsonOf: jsonOf('J', innerFields),
	looseValue: looseValue('V'),
	text: text('T'),
	choice: choice('C', ['A']),
	suggestion: suggestion('S', ['A']),
	choices: choices('C', ['A']),
	id: id('I'),
	record: task,
	integer: integer('N'),
	number: number('N'),
	boolean: boolean('B'),
	datetime: datetime('D'),
	milliseconds: milliseconds('D'),
	day: day('D'),
	file: file('F'),
	list: list('L'),
};

testsWithoutValue(KINDS);

test('a field that can be empty is sent empty if it was given so', () => {
	expect(read(text('T').mayBeEmpty().optional(), '')).toBe('');
	expect(read(list('L').mayBeEmpty().optional(), [])).toEqual([]);
	expect(read(choices('C', ['A']).mayBeEmpty().optional(), [])).toEqual([]);
	for (const field of [
		text('T').mayBeEmpty(),
		list('L').mayBeEmpty(),
		choices('C', ['A']).mayBeEmpty(),
	])
		for (const nothing of [undefined, null])
			expect(read(field.optional(), nothing)).toBeUndefined();
});

test('a missing value is requested in the words of the editor, even if an empty one was given', () => {
	const steps = ([field, isGiven]: [Field, boolean?]) =>
		(refused(field, '', { isGiven }) as MissingInput).step;
	expect(
		([[text('T')], [task], [list('L')], [text('T'), true]] as Array<[Field, boolean?]>).map(steps),
	).toEqual([
		'Enter a field',
		'Choose a field',
		'Add at least one field',
		'Enter a field: what was given is empty',
	]);
});

describe('a blank that was given', () => {
	const given = (field: Field, where: object = {}, blank = ' \n') =>
		read(field, blank, { isGiven: true, ...where });
	const describing = { purpose: 'describes' };
	const EMPTY = /^"Field" was given, but is empty/;

	test('a blank text is refused', () => {
		expect(() => given(text('T').optional())).toThrow(EMPTY);
		expect(() => given(text('T'))).toThrow(/^"Field" is required/);
	});

	test('a blank text that describes the created record is left out', () => {
		expect(given(text('T').optional(), describing)).toBeUndefined();
		expect(given(text('T').optional(), describing, '')).toBeUndefined();
	});

	test('a blank secret or ID is refused, even if it describes what is created', () => {
		expect(() => given(text('T').secret().optional(), describing)).toThrow(EMPTY);
		expect(() => given(id('I').optional(), describing, '')).toThrow(EMPTY);
	});

	test('the blanks around a text are kept', () => {
		expect(given(text('T'), {}, ' a ')).toBe(' a ');
	});
});

test('an empty optional object counts as not given, even with separate inputs', () => {
	expect(read(object('O', { a: text('A').optional() }).optional(), {})).toBeUndefined();
	for (const nothing of [undefined, null, '', {}, { a: '' }])
		expect(read(spread('S', { a: text('A').optional() }).optional(), nothing)).toBeUndefined();
	expect(refusal(spread('S', { a: text('A') }), undefined)).toBe('fieldA: "Field A" is required');
	const parts = spread('S', { a: text('A'), b: text('B').optional() }).optional();
	expect([read(parts, undefined), read(parts, { a: 'x' })]).toEqual([undefined, { a: 'x' }]);
});

test('a value that is not given does not clear the current one', () => {
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
