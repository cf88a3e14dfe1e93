/** What each kind of field makes of what was given, exactly; forms are in formValues.test.ts. */
import { DateTime } from 'luxon';

import {
	boolean,
	choice,
	choices,
	datetime,
	day,
	type Field,
	file,
	type GivenFile,
	id,
	integer,
	isGivenFile,
	list,
	milliseconds,
	number,
	suggestion,
	suggestions,
	text,
} from '../../../../nodes/shared/declare/field';
import { MissingInput } from '../../../../nodes/shared/declare/input/badInput';
import {
	isValid,
	locator,
	read,
	refusal,
	refused,
	task,
	testsWithoutValue,
} from '../../../support/fieldValue';
import { stub } from '../../../support/stub';

describe('what is read leniently', () => {
	test.each<{ what: string; field: Field; raw: unknown; wanted: unknown }>([
		{ what: 'a number as text', field: text('T'), raw: 42, wanted: '42' },
		{ what: 'a text as it is', field: text('T'), raw: ' a ', wanted: ' a ' },
		{ what: 'a decimal that a number keeps', field: number('N'), raw: '0.10', wanted: 0.1 },
		{
			what: 'texts in JSON as they are written',
			field: list('L'),
			raw: '["a", 1.10, 9007199254740993]',
			wanted: ['a', '1.10', '9007199254740993'],
		},
		{ what: 'a blank text that nobody gave', field: text('T'), raw: ' ', wanted: ' ' },
		{
			what: 'a number where the text may be empty',
			field: text('T').mayBeEmpty(),
			raw: 7,
			wanted: '7',
		},
		{
			what: 'a switch where that is a choice',
			field: choice('C', ['true', 'false']),
			raw: true,
			wanted: 'true',
		},
		{ what: 'a number where that is a choice', field: choice('C', ['7']), raw: 7, wanted: '7' },
		{
			what: 'a value that is not among the suggestions',
			field: suggestion('S', ['A']),
			raw: 'Other',
			wanted: 'Other',
		},
		{
			what: 'values that are not among the suggestions',
			field: suggestions('S', ['A']),
			raw: ['A', 'Other'],
			wanted: ['A', 'Other'],
		},
		{
			what: 'a time zone',
			field: text('T').timeZone(),
			raw: 'Europe/Paris',
			wanted: 'Europe/Paris',
		},
		{
			what: 'a time zone that is in no list',
			field: text('T').timeZone(),
			raw: 'US/Eastern',
			wanted: 'US/Eastern',
		},
		{
			what: 'a choice with blanks around it',
			field: choice('C', ['A B']),
			raw: ' A\u00a0B\u200b',
			wanted: 'A B',
		},
		{
			what: 'choices with signs that nobody sees',
			field: choices('C', ['A', 'B']),
			raw: ['\ufeffA', 'B\u00ad'],
			wanted: ['A', 'B'],
		},
		{
			what: 'choices with commas',
			field: choices('C', ['A', 'B']),
			raw: 'A,B',
			wanted: ['A', 'B'],
		},
		{ what: 'an ID with blanks around it', field: id('I'), raw: ' abc\n', wanted: 'abc' },
		{ what: 'a number as ID', field: id('I'), raw: 7, wanted: '7' },
		{
			what: 'a version as text',
			field: id('V').noNumber('1.10 would be 1.1'),
			raw: '1.10',
			wanted: '1.10',
		},
		{ what: 'a locator', field: task, raw: locator('abc'), wanted: 'abc' },
		{ what: 'a locator that came to a number', field: task, raw: locator(7), wanted: '7' },
		{ what: 'an ID where a locator would be', field: task, raw: 'abc', wanted: 'abc' },
		{ what: 'a number in a text', field: integer('N'), raw: ' 42 ', wanted: 42 },
		{ what: 'a number with its sign', field: integer('N'), raw: '+5', wanted: 5 },
		{ what: 'a fraction', field: number('N'), raw: 4.25, wanted: 4.25 },
		{ what: 'a fraction in a text', field: number('N'), raw: '-1.5', wanted: -1.5 },
		{ what: 'a fraction of two digits in a text', field: number('N'), raw: '4.25', wanted: 4.25 },
		{ what: 'the smallest number', field: integer('N').min(1).max(3), raw: 1, wanted: 1 },
		{ what: 'the largest number', field: integer('N').min(1).max(3), raw: 3, wanted: 3 },
		{ what: 'a switch', field: boolean('B'), raw: false, wanted: false },
		{ what: 'a switch in a text', field: boolean('B'), raw: 'True', wanted: true },
		{ what: 'a switch that is off, in a text', field: boolean('B'), raw: ' false', wanted: false },
		{ what: 'the name of a binary field', field: file('F'), raw: ' data ', wanted: 'data' },
		{ what: 'a list with commas', field: list('L'), raw: 'a, b,c', wanted: ['a', 'b', 'c'] },
		{
			what: 'a list with blanks around its entries',
			field: list('L'),
			raw: [' a', 'b\n'],
			wanted: ['a', 'b'],
		},
		{
			what: 'a list in which commas may be',
			field: list('L').withCommas(),
			raw: 'a=1,b=2',
			wanted: ['a=1,b=2'],
		},
		{
			what: 'such a list in lines',
			field: list('L').withCommas(),
			raw: 'a,b\n c\n',
			wanted: ['a,b', 'c'],
		},
		{ what: 'a list in lines', field: list('L'), raw: 'a\nb\n', wanted: ['a', 'b'] },
		{ what: 'a list as JSON', field: list('L'), raw: '["a", 1]', wanted: ['a', '1'] },
		{
			what: 'a list as JSON with blanks around it',
			field: list('L'),
			raw: '\n["a"] ',
			wanted: ['a'],
		},
		{
			what: 'a list whose last entry ends like JSON',
			field: list('L'),
			raw: 'a,b[]',
			wanted: ['a', 'b[]'],
		},
		{ what: 'a whole list in one input', field: list('L'), raw: [['a', 'b']], wanted: ['a', 'b'] },
		{ what: 'one number as a list', field: list('L'), raw: 7, wanted: ['7'] },
		{
			what: 'as many entries as there may be',
			field: list('L').min(1).max(2),
			raw: ['a', 'b'],
			wanted: ['a', 'b'],
		},
		{
			what: 'entries as long as they may be',
			field: list('L').maxLength(2),
			raw: ['ab'],
			wanted: ['ab'],
		},
	])('a field accepts $what', ({ field, raw, wanted }) => {
		expect(read(field, raw)).toEqual(wanted);
	});

	test('a field that may be empty is sent empty, if that was given', () => {
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
});

const kinds: Record<string, Field> = {
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

describe('what is not given', () => {
	testsWithoutValue(kinds);

	test.each([
		{ what: 'an empty locator', field: task, raw: locator('') },
		{ what: 'a locator without a value', field: task, raw: locator(null) },
		{ what: 'a name that came to nothing', field: task, raw: locator('', 'name') },
		{ what: 'an empty list', field: list('L'), raw: [] },
		{ what: 'no choices', field: choices('C', ['A']), raw: [] },
		{ what: 'a blank list', field: list('L'), raw: ' \n' },
		{ what: 'a blank ID', field: id('I'), raw: ' ' },
		{ what: 'a blank choice', field: choice('C', ['A']), raw: ' ' },
		{ what: 'a blank name of a binary field', field: file('F'), raw: ' ' },
	])('$what counts as not given', ({ field, raw }) => {
		expect(refusal(field, raw)).toBe('field: Field is required');
		expect(read(field.optional(), raw)).toBeUndefined();
		// As the node reads what somebody added and left empty.
		expect(refusal(field.optional(), raw, { isGiven: true })).toBe(
			'field: Field was given, but is empty: give a value, or leave the field out',
		);
	});

	test('a missing value is asked for in the words of the editor, also if an empty one was given', () => {
		const steps = ([field, isGiven]: [Field, boolean?]) =>
			(refused(field, '', { isGiven }) as MissingInput).step;
		expect(
			([[text('T')], [task], [list('L')], [text('T'), true]] as Array<[Field, boolean?]>).map(
				steps,
			),
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
		const EMPTY = /^Field was given, but is empty/;

		test('a blank text selects nothing, and is refused', () => {
			expect(() => given(text('T').optional())).toThrow(EMPTY);
			expect(() => given(text('T'))).toThrow(/^Field is required/);
		});

		test('a blank text may describe what is being created, and is left out', () => {
			expect(given(text('T').optional(), describing)).toBeUndefined();
			expect(given(text('T').optional(), describing, '')).toBeUndefined();
		});

		test('a blank secret or ID is refused, whatever it is for', () => {
			expect(() => given(text('T').secret().optional(), describing)).toThrow(EMPTY);
			expect(() => given(id('I').optional(), describing, '')).toThrow(EMPTY);
		});

		test('the blanks around a text are kept', () => {
			expect(given(text('T'), {}, ' a ')).toBe(' a ');
		});
	});
});

describe('a text that was divided into entries', () => {
	/** The label of the field and the entries, for each time that a text was divided. */
	const toldOf = (field: Field, raw: unknown) => {
		const told: Array<{ label: string; entries: readonly string[] }> = [];
		const divided = (label: string, entries: readonly string[]) => told.push({ label, entries });
		field.read({ path: 'f', label: 'F', timezone: 'UTC', divided }, raw);
		return told;
	};
	const entries = ['a', 'b'];
	const records = { method: 'load', dependsOn: [], picker: task.spec.picker };

	test.each<{ what: string; field: Field; raw: string }>([
		{ what: 'a list', field: list('L'), raw: 'a, b' },
		{ what: 'a list whose entries may have commas', field: list('L').withCommas(), raw: 'a\nb' },
		{ what: 'suggestions', field: suggestions('S', ['a']), raw: 'a,b' },
		{
			what: 'values that are loaded',
			field: list('L').from({ ...records, picker: undefined }),
			raw: 'a,b',
		},
	])('the entries of $what are told, because they may have been meant as one', ({ field, raw }) => {
		expect(toldOf(field, raw)).toEqual([{ label: 'F', entries }]);
	});

	test.each<{ what: string; field: Field; raw: unknown }>([
		{ what: 'one entry', field: list('L'), raw: 'a' },
		{ what: 'a list', field: list('L'), raw: entries },
		{ what: 'a list in JSON', field: list('L'), raw: '["a","b"]' },
		{ what: 'a list in a list', field: list('L'), raw: [entries] },
		{ what: 'choices', field: choices('C', entries), raw: 'a,b' },
		{
			what: 'entries of a form without commas',
			field: list('L').matching(/^.$/, 'be short'),
			raw: 'a,b',
		},
		{ what: 'records', field: list('L').from(records), raw: 'a,b' },
	])('nothing is told of $what, which cannot have been meant otherwise', ({ field, raw }) => {
		expect(toldOf(field, raw)).toEqual([]);
	});
});

describe('dates', () => {
	test.each<{ what: string; raw: unknown; wanted: string }>([
		{ what: 'with a zone', raw: '2026-03-31T08:00:00+02:00', wanted: '2026-03-31T08:00:00+02:00' },
		{
			what: 'with a zone, and blanks around it',
			raw: ' 2026-03-31T08:00:00+02:00\n',
			wanted: '2026-03-31T08:00:00+02:00',
		},
		{
			what: 'with all its digits',
			raw: '2026-03-31T08:00:00.123456Z',
			wanted: '2026-03-31T08:00:00.123456Z',
		},
		{
			what: 'without a zone: the workflow’s',
			raw: '2026-03-31T08:00:00',
			wanted: '2026-03-31T06:00:00Z',
		},
		{ what: 'with a blank', raw: '2026-03-31 08:00', wanted: '2026-03-31T06:00:00Z' },
		{
			what: 'with a blank, and blanks around it',
			raw: '\n2026-03-31 08:00 ',
			wanted: '2026-03-31T06:00:00Z',
		},
		{ what: 'a day', raw: '2026-03-31', wanted: '2026-03-30T22:00:00Z' },
		{ what: 'milliseconds', raw: 1774944000000, wanted: '2026-03-31T08:00:00Z' },
		{
			what: 'the first milliseconds that cannot be seconds',
			raw: 1e11,
			wanted: '1973-03-03T09:46:40Z',
		},
		{ what: 'milliseconds in a text', raw: '1774944000123', wanted: '2026-03-31T08:00:00.123Z' },
		{
			what: 'milliseconds in a text with blanks around it',
			raw: ' 1774944000000 ',
			wanted: '2026-03-31T08:00:00Z',
		},
		{ what: 'a Date', raw: new Date('2026-03-31T08:00:00Z'), wanted: '2026-03-31T08:00:00Z' },
		{
			what: 'a luxon date',
			raw: DateTime.fromISO('2026-03-31T08:00:00Z'),
			wanted: '2026-03-31T08:00:00Z',
		},
	])('a date is read $what', ({ raw, wanted }) => {
		expect(read(datetime('D'), raw, { timezone: 'Europe/Berlin' })).toBe(wanted);
		expect(read(milliseconds('D'), raw, { timezone: 'Europe/Berlin' })).toBe(Date.parse(wanted));
	});

	test('a day is sent as that day in the workflow’s zone', () => {
		const at = Date.parse('2026-03-31T23:30:00Z');
		expect(read(day('D'), '2026-03-31', { timezone: 'Europe/Berlin' })).toBe('2026-03-31');
		for (const raw of [
			'2026-03-31T23:30:00Z',
			DateTime.fromISO('2026-03-31T23:30:00Z'),
			DateTime.fromISO('2026-03-31T23:30:00Z', { zone: 'America/New_York' }),
			new Date(at),
			at,
			String(at),
		])
			expect(read(day('D'), raw, { timezone: 'Europe/Berlin' })).toBe('2026-04-01');
	});

	test.each([
		1774944000,
		'1774944000',
		1e11 - 1,
		'0x1774944000000',
		'-1774944000000',
		'2026',
		2026,
		'08:00',
		'tomorrow',
		'2026-060',
		'2026-W10',
		'+002026-03-31',
		'2026-13-01',
		'2026-02-30',
		'2026-02-30T10:00:00Z',
		'2026-13-45T99:99:99Z',
		'2026-03-31T25:00:00Z',
		1774944000000.5,
		{},
		{ toISO: '2026-03-31' },
		true,
		new Date(NaN),
	])('%s is not guessed at', (raw) => {
		for (const field of [datetime('D'), milliseconds('D')])
			expect(refusal(field, raw)).toMatch(
				/^field: Field must be a date and time, such as 2026-03-31T08:00:00Z/,
			);
		expect(refusal(day('D'), raw)).toMatch(/^field: Field must be a date, such as 2026-03-31 \(/);
	});

	test('a year of five digits fits into no date of the platform', () => {
		expect(refusal(day('D'), 253_402_300_800_000)).toBe(
			'field: Field must be a date (10000-01-01)',
		);
		expect(refusal(datetime('D'), 253_402_300_800_000)).toBe(
			'field: Field must be a date and time (+010000-01-01T00:00:00Z)',
		);
		expect(read(milliseconds('D'), 253_402_300_800_000)).toBe(253_402_300_800_000);
	});

	test('a date and time is sent in the form of RFC 3339 alone', () => {
		const good = [
			'08:00:00Z',
			'19:59:59.5Z',
			'23:00:00.123456789Z',
			'08:00:00+02:00',
			'08:00:00-11:30',
			'08:00:00+19:45',
			'08:00:00-23:59',
		];
		const bad = [
			'08:00:00',
			'8:00:00Z',
			'08:0:00Z',
			'08:00:0Z',
			'08:00Z',
			'24:00:00Z',
			'08:60:00Z',
			'08:00:60Z',
			'08:00:00.Z',
			'08:00:00,5Z',
			'08:00:00+2:00',
			'08:00:00+0200',
			'08:00:00+24:00',
			'08:00:00+02:60',
			'08:00:00 Z',
			'08:00:00z',
			'08:00:00+02:00[Europe/Berlin]',
		];
		const taken = (times: string[]) =>
			times.filter((time) => isValid(datetime('D'), `2026-03-31T${time}`));
		expect([taken(good), taken(bad)]).toEqual([good, []]);
		expect(
			[
				'+002026-03-31T08:00:00Z',
				'26-03-31T08:00:00Z',
				'2026-3-31T08:00:00Z',
				'2026-03-1T08:00:00Z',
				'2026-02-30T08:00:00Z',
				'2026-03-31 08:00:00Z',
				'2026-03-31',
				1774944000000,
			].filter((value) => isValid(datetime('D'), value)),
		).toEqual([]);
	});

	test('a day is sent without a time, milliseconds are whole', () => {
		expect(
			[
				'2026-03-31',
				'2024-02-29',
				'+002026-03-31',
				'2026-03-31T08:00:00Z',
				'2026-02-30',
				'2026-3-31',
				'20260331',
				20260331,
			].filter((value) => isValid(day('D'), value)),
		).toEqual(['2026-03-31', '2024-02-29']);
		expect(
			[0, 1774944000000, -1, 1.5, '2026-03-31', '1774944000000'].filter((value) =>
				isValid(milliseconds('D'), value),
			),
		).toEqual([0, 1774944000000]);
	});
});

test.each(['europe/paris', 'EUROPE/PARIS', ' Europe/Paris'])(
	'the time zone %j is refused with its spelling',
	(zone) => {
		expect(refusal(text('T').timeZone(), zone)).toBe(
			`field: Field must be spelled Europe/Paris (${zone})`,
		);
	},
);

test.each([
	['Etc/Utc', 'Etc/UTC'],
	['gmt', 'GMT'],
])('the time zone %j, which is in no list, is refused with its spelling', (zone, spelling) => {
	expect(refusal(text('T').timeZone(), zone)).toBe(
		`field: Field must be spelled ${spelling} (${zone})`,
	);
});

describe('what is refused, naming the field and the rule', () => {
	test.each<{ what: string; field: Field; raw: unknown; words: string }>([
		{
			what: 'an object as text',
			field: text('T'),
			raw: { a: 1 },
			words: 'field: Field must be text ({"a":1})',
		},
		{
			what: 'too long',
			field: text('T').maxLength(3),
			raw: 'abcd',
			words: 'field: Field must have at most 3 characters (abcd)',
		},
		{
			what: 'another form',
			field: text('T').matching(/^x/, 'begin with x'),
			raw: 'ax',
			words: 'field: Field must begin with x (ax)',
		},
		{
			what: 'too small',
			field: integer('N').min(1),
			raw: 0,
			words: 'field: Field must be at least 1 (0)',
		},
		{
			what: 'too large',
			field: integer('N').max(100),
			raw: 101,
			words: 'field: Field must be at most 100 (101)',
		},
		{
			what: 'a fraction',
			field: integer('N'),
			raw: 1.5,
			words: 'field: Field must be a whole number (1.5)',
		},
		{
			what: 'a hexadecimal number',
			field: integer('N'),
			raw: '0x10',
			words: 'field: Field must be a whole number (0x10)',
		},
		{
			what: 'a number with an exponent',
			field: integer('N'),
			raw: '1e2',
			words: 'field: Field must be a whole number (1e2)',
		},
		{
			what: 'a number with a point and nothing behind it',
			field: number('N'),
			raw: '5.',
			words: 'field: Field must be a number (5.)',
		},
		{
			what: 'a number with nothing before its point',
			field: number('N'),
			raw: '.5',
			words: 'field: Field must be a number (.5)',
		},
		{
			what: 'two numbers',
			field: number('N'),
			raw: '1 2',
			words: 'field: Field must be a number (1 2)',
		},
		{
			what: 'no number',
			field: number('N'),
			raw: 'many',
			words: 'field: Field must be a number (many)',
		},
		{
			what: 'a number that is none',
			field: number('N'),
			raw: NaN,
			words: 'field: Field must be a number (NaN)',
		},
		{
			what: 'a number without end',
			field: number('N'),
			raw: Infinity,
			words: 'field: Field must be a number (Infinity)',
		},
		{
			what: 'a number in a list',
			field: number('N'),
			raw: ['5'],
			words: 'field: Field must be a number (["5"])',
		},
		{
			what: 'a switch as number',
			field: number('N'),
			raw: true,
			words: 'field: Field must be a number (true)',
		},
		{
			what: 'no switch',
			field: boolean('B'),
			raw: 'yes',
			words: 'field: Field must be true or false (yes)',
		},
		{
			what: 'a number as switch',
			field: boolean('B'),
			raw: 1,
			words: 'field: Field must be true or false (1)',
		},
		{
			what: 'not one of the values',
			field: choice('C', ['A', 'B']),
			raw: 'C',
			words: 'field: Field must be one of A, B (C)',
		},
		{
			what: 'a value in a list',
			field: choice('C', ['A', 'B']),
			raw: ['A'],
			words: 'field: Field must be text (["A"])',
		},
		{
			what: 'a suggestion of another form',
			field: suggestion('S', ['A']).matching(/^[A-Z]+$/, 'be in capitals'),
			raw: 'a',
			words: 'field: Field must be in capitals (a)',
		},
		{
			what: 'not one of several values',
			field: choices('C', ['A', 'B']),
			raw: ['A', 'C'],
			words: 'field[1]: Field must be one of A, B (C)',
		},
		{
			what: 'too many values',
			field: choices('C', ['A', 'B']).max(1),
			raw: ['A', 'B'],
			words: 'field: Field must have at most one entry (["A","B"])',
		},
		{
			what: 'not a UUID',
			field: id('I').uuid(),
			raw: '17',
			words: 'field: Field must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11 (17)',
		},
		{
			what: 'an ID of another form',
			field: id('I').matching(/^x/, 'begin with x'),
			raw: 'ax',
			words: 'field: Field must begin with x (ax)',
		},
		{
			what: 'a list of objects',
			field: list('L'),
			raw: [{ a: 1 }],
			words: 'field[0]: Field must be text ({"a":1})',
		},
		{
			what: 'no list',
			field: list('L'),
			raw: { a: 1 },
			words: 'field: Field must be a list ({"a":1})',
		},
		{
			what: 'a switch as a list',
			field: list('L'),
			raw: true,
			words: 'field: Field must be a list (true)',
		},
		{
			what: 'broken JSON as a list',
			field: list('L'),
			raw: '["a"',
			words: 'field: Field must be a list in valid JSON (["a")',
		},
		{
			what: 'too few',
			field: list('L').min(2),
			raw: ['a'],
			words: 'field: Field needs at least 2 entries (["a"])',
		},
		{
			what: 'too many',
			field: list('L').max(1),
			raw: ['a', 'b'],
			words: 'field: Field must have at most one entry (["a","b"])',
		},
		{
			what: 'an entry that is too long',
			field: list('L').maxLength(3),
			raw: ['abc', 'abcd'],
			words: 'field[1]: Field must have at most 3 characters (abcd)',
		},
		{
			what: 'an entry of another form',
			field: list('L').matching(/^x/, 'begin with x'),
			raw: ['xa', 'ax'],
			words: 'field[1]: Field must begin with x (ax)',
		},
		{
			what: 'a switch as text',
			field: text('T'),
			raw: true,
			words: 'field: Field must be text (true)',
		},
		{
			what: 'no number as text',
			field: text('T'),
			raw: NaN,
			words: 'field: Field must be text (NaN)',
		},
		{
			what: 'no number as ID',
			field: id('I'),
			raw: Infinity,
			words: 'field: Field must be text (Infinity)',
		},
		{
			what: 'a fraction as ID',
			field: id('I'),
			raw: 1.5,
			words: 'field: Field must be text (1.5)',
		},
		{
			what: 'a switch as ID',
			field: id('I'),
			raw: true,
			words: 'field: Field must be text (true)',
		},
		{
			what: 'a locator where there is no list',
			field: id('I'),
			raw: locator('abc'),
			words: 'field: Field must be text ({"__rl":true,"mode":"id","value":"abc"})',
		},
		{
			what: 'a name where there is no list',
			field: id('I'),
			raw: locator('abc', 'name'),
			words: 'field: Field must be text ({"__rl":true,"mode":"name","value":"abc"})',
		},
		{
			what: 'a name where names are not looked up',
			field: task,
			raw: locator('Load', 'name'),
			words: 'field: Field cannot be chosen by name here: choose it from the list or by ID (Load)',
		},
		{
			what: 'a switch that is no choice',
			field: choice('C', ['a', 'b']),
			raw: true,
			words: 'field: Field must be text (true)',
		},
		{
			what: 'an ID that lost its last digits',
			field: id('I'),
			raw: 2 ** 60,
			words:
				'field: Field has more digits than a number can keep: give it as text (1152921504606847000)',
		},
		{
			what: 'a number that loses its last digits',
			field: number('N'),
			raw: '12345678901234567890',
			words:
				'field: Field has more digits than a number can keep: give at most 15 (12345678901234567890)',
		},
		{
			what: 'a decimal that loses its last digits',
			field: number('N'),
			raw: '99999999999999.99',
			words:
				'field: Field has more digits than a number can keep: give at most 15 (99999999999999.99)',
		},
		{
			what: 'a number that lost its last digits before',
			field: integer('N'),
			raw: 2 ** 60,
			words:
				'field: Field has more digits than a number can keep: give at most 15 (1152921504606847000)',
		},
		{
			what: 'an entry that lost its last digits',
			field: list('L'),
			raw: [2 ** 60],
			words:
				'field[0]: Field has more digits than a number can keep: give it as text (1152921504606847000)',
		},
		{
			what: 'a version as a number',
			field: id('V').noNumber('1.10 would be 1.1'),
			raw: 1.1,
			words: 'field: Field must be given as text: 1.10 would be 1.1 (1.1)',
		},
		{
			what: 'an entry that is blank',
			field: list('L'),
			raw: ['a', ' '],
			words: 'field[1]: Field has an empty entry: give each entry a value',
		},
		{
			what: 'an entry that is not there',
			field: list('L').optional(),
			raw: [undefined],
			words: 'field[0]: Field has an empty entry: give each entry a value',
		},
		{
			what: 'an entry that is null',
			field: list('L').optional(),
			raw: ['a', null],
			words: 'field[1]: Field has an empty entry: give each entry a value',
		},
		{
			what: 'a comma too many',
			field: list('L').optional(),
			raw: 'a,,b',
			words: 'field[1]: Field has an empty entry: give each entry a value',
		},
		{
			what: 'nothing but a comma',
			field: list('L').optional(),
			raw: ',',
			words: 'field[0]: Field has an empty entry: give each entry a value',
		},
		{
			what: 'half a character',
			field: text('T'),
			raw: 'a\ud83d',
			words:
				'field: Field contains half a character, probably because the text was cut inside an emoji: give the whole text',
		},
		{
			what: 'half a character in a list',
			field: list('L'),
			raw: ['a', '\ude00'],
			words:
				'field: Field contains half a character, probably because the text was cut inside an emoji: give the whole text',
		},
		{
			what: 'a binary field by its number',
			field: file('F'),
			raw: 7,
			words: 'field: Field must be the name of a binary field (7)',
		},
	])('a field refuses a value, naming the field and the rule: $what', ({ field, raw, words }) => {
		expect(refusal(field, raw)).toBe(words);
	});

	test.each<{ what: string; field: Field; raw: unknown }>([
		{ what: 'a secret', field: text('T').secret().maxLength(3), raw: 's3cr3t' },
		{ what: 'a secret that is no text', field: text('T').secret(), raw: { a: 's3cr3t' } },
	])('a refusal does not repeat $what', ({ field, raw }) => {
		expect(refusal(field, raw)).toMatch(/^field: Field must /);
		expect(refusal(field, raw)).not.toContain('s3cr3t');
	});
});

describe('the check of what is sent', () => {
	test.each<{ what: string; field: Field; good: unknown[]; bad: unknown[] }>([
		{ what: 'a text', field: text('T'), good: ['a'], bad: ['', 7] },
		{ what: 'a text that may be empty', field: text('T').mayBeEmpty(), good: ['a', ''], bad: [7] },
		{ what: 'a suggestion', field: suggestion('S', ['A']), good: ['A', 'x'], bad: ['', 7] },
		{ what: 'an ID', field: id('I'), good: ['a'], bad: ['', 7] },
		{ what: 'a list', field: list('L'), good: [['a'], []], bad: [[''], [7], 'a'] },
		{
			what: 'a list with bounds',
			field: list('L').min(1).max(2),
			good: [['a'], ['a', 'b']],
			bad: [[], ['a', 'b', 'c']],
		},
		{
			what: 'a whole number',
			field: integer('N').min(1).max(3),
			good: [1, 3],
			bad: [0, 4, 1.5, '1'],
		},
		{ what: 'a number', field: number('N').min(1).max(3), good: [1, 1.5, 3], bad: [0.5, 3.5] },
		{
			what: 'a file',
			field: file('F'),
			good: ['data', { chunks: () => [] }],
			bad: ['', 7, null, { chunks: 'x' }, Object.assign(() => 1, { chunks: () => [] })],
		},
		{
			what: 'what may be left out',
			field: text('T').optional(),
			good: ['a', undefined],
			bad: [''],
		},
		{ what: 'what is new', field: text('T').since(2), good: ['a', undefined], bad: [''] },
		{ what: 'what is old', field: text('T').until(2), good: ['a', undefined], bad: [''] },
		{ what: 'what is required', field: text('T'), good: ['a'], bad: [undefined] },
	])('a valid value passes and an invalid one does not: $what', ({ field, good, bad }) => {
		expect([
			good.filter((value) => isValid(field, value)),
			bad.filter((value) => isValid(field, value)),
		]).toEqual([good, []]);
	});

	test('a file is known by its content', () => {
		expect(file('F').schema.safeParse(7).error!.issues[0]!.message).toBe('must be a file');
		expect(
			[
				stub<GivenFile>({ chunks: async function* () {} }),
				{ chunks: 1 },
				{},
				null,
				undefined,
				'data',
			].map(isGivenFile),
		).toEqual([true, false, false, false, false, false]);
	});
});
