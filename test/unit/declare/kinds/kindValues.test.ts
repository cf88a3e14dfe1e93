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
	test.each<[string, Field, unknown, unknown]>([
		['a number as text', text('T'), 42, '42'],
		['a text as it is', text('T'), ' a ', ' a '],
		['a decimal that a number keeps', number('N'), '0.10', 0.1],
		[
			'texts in JSON as they are written',
			list('L'),
			'["a", 1.10, 9007199254740993]',
			['a', '1.10', '9007199254740993'],
		],
		['a blank text that nobody gave', text('T'), ' ', ' '],
		['a number where the text may be empty', text('T').mayBeEmpty(), 7, '7'],
		['a switch where that is a choice', choice('C', ['true', 'false']), true, 'true'],
		['a number where that is a choice', choice('C', ['7']), 7, '7'],
		['a value that is not among the suggestions', suggestion('S', ['A']), 'Other', 'Other'],
		[
			'values that are not among the suggestions',
			suggestions('S', ['A']),
			['A', 'Other'],
			['A', 'Other'],
		],
		['a time zone', text('T').timeZone(), 'Europe/Paris', 'Europe/Paris'],
		['a time zone that is in no list', text('T').timeZone(), 'US/Eastern', 'US/Eastern'],
		['a choice with blanks around it', choice('C', ['A B']), ' A\u00a0B\u200b', 'A B'],
		[
			'choices with signs that nobody sees',
			choices('C', ['A', 'B']),
			['\ufeffA', 'B\u00ad'],
			['A', 'B'],
		],
		['choices with commas', choices('C', ['A', 'B']), 'A,B', ['A', 'B']],
		['an ID with blanks around it', id('I'), ' abc\n', 'abc'],
		['a number as ID', id('I'), 7, '7'],
		['a version as text', id('V').noNumber('1.10 would be 1.1'), '1.10', '1.10'],
		['a locator', task, locator('abc'), 'abc'],
		['a locator that came to a number', task, locator(7), '7'],
		['an ID where a locator would be', task, 'abc', 'abc'],
		['a number in a text', integer('N'), ' 42 ', 42],
		['a number with its sign', integer('N'), '+5', 5],
		['a fraction', number('N'), 4.25, 4.25],
		['a fraction in a text', number('N'), '-1.5', -1.5],
		['a fraction of two digits in a text', number('N'), '4.25', 4.25],
		['the smallest number', integer('N').min(1).max(3), 1, 1],
		['the largest number', integer('N').min(1).max(3), 3, 3],
		['a switch', boolean('B'), false, false],
		['a switch in a text', boolean('B'), 'True', true],
		['a switch that is off, in a text', boolean('B'), ' false', false],
		['the name of a binary field', file('F'), ' data ', 'data'],
		['a list with commas', list('L'), 'a, b,c', ['a', 'b', 'c']],
		['a list with blanks around its entries', list('L'), [' a', 'b\n'], ['a', 'b']],
		['a list in which commas may be', list('L').withCommas(), 'a=1,b=2', ['a=1,b=2']],
		['such a list in lines', list('L').withCommas(), 'a,b\n c\n', ['a,b', 'c']],
		['a list in lines', list('L'), 'a\nb\n', ['a', 'b']],
		['a list as JSON', list('L'), '["a", 1]', ['a', '1']],
		['a list as JSON with blanks around it', list('L'), '\n["a"] ', ['a']],
		['a list whose last entry ends like JSON', list('L'), 'a,b[]', ['a', 'b[]']],
		['a whole list in one input', list('L'), [['a', 'b']], ['a', 'b']],
		['one number as a list', list('L'), 7, ['7']],
		['as many entries as there may be', list('L').min(1).max(2), ['a', 'b'], ['a', 'b']],
		['entries as long as they may be', list('L').maxLength(2), ['ab'], ['ab']],
	])('a field accepts %s', (_name, field, raw, wanted) => {
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
		['an empty locator', task, locator('')],
		['a locator without a value', task, locator(null)],
		['a name that came to nothing', task, locator('', 'name')],
		['an empty list', list('L'), []],
		['no choices', choices('C', ['A']), []],
		['a blank list', list('L'), ' \n'],
		['a blank ID', id('I'), ' '],
		['a blank choice', choice('C', ['A']), ' '],
		['a blank name of a binary field', file('F'), ' '],
	])('%s counts as not given', (_name, field, raw) => {
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

	test.each<[string, Field, string]>([
		['a list', list('L'), 'a, b'],
		['a list whose entries may have commas', list('L').withCommas(), 'a\nb'],
		['suggestions', suggestions('S', ['a']), 'a,b'],
		['values that are loaded', list('L').from({ ...records, picker: undefined }), 'a,b'],
	])('the entries of %s are told, because they may have been meant as one', (_what, field, raw) => {
		expect(toldOf(field, raw)).toEqual([{ label: 'F', entries }]);
	});

	test.each<[string, Field, unknown]>([
		['one entry', list('L'), 'a'],
		['a list', list('L'), entries],
		['a list in JSON', list('L'), '["a","b"]'],
		['a list in a list', list('L'), [entries]],
		['choices', choices('C', entries), 'a,b'],
		['entries of a form without commas', list('L').matching(/^.$/, 'be short'), 'a,b'],
		['records', list('L').from(records), 'a,b'],
	])('nothing is told of %s, which cannot have been meant otherwise', (_what, field, raw) => {
		expect(toldOf(field, raw)).toEqual([]);
	});
});

describe('dates', () => {
	test.each<[string, unknown, string]>([
		['with a zone', '2026-03-31T08:00:00+02:00', '2026-03-31T08:00:00+02:00'],
		[
			'with a zone, and blanks around it',
			' 2026-03-31T08:00:00+02:00\n',
			'2026-03-31T08:00:00+02:00',
		],
		['with all its digits', '2026-03-31T08:00:00.123456Z', '2026-03-31T08:00:00.123456Z'],
		['without a zone: the workflow’s', '2026-03-31T08:00:00', '2026-03-31T06:00:00Z'],
		['with a blank', '2026-03-31 08:00', '2026-03-31T06:00:00Z'],
		['with a blank, and blanks around it', '\n2026-03-31 08:00 ', '2026-03-31T06:00:00Z'],
		['a day', '2026-03-31', '2026-03-30T22:00:00Z'],
		['milliseconds', 1774944000000, '2026-03-31T08:00:00Z'],
		['the first milliseconds that cannot be seconds', 1e11, '1973-03-03T09:46:40Z'],
		['milliseconds in a text', '1774944000123', '2026-03-31T08:00:00.123Z'],
		['milliseconds in a text with blanks around it', ' 1774944000000 ', '2026-03-31T08:00:00Z'],
		['a Date', new Date('2026-03-31T08:00:00Z'), '2026-03-31T08:00:00Z'],
		['a luxon date', DateTime.fromISO('2026-03-31T08:00:00Z'), '2026-03-31T08:00:00Z'],
	])('a date is read %s', (_name, raw, wanted) => {
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
	test.each<[string, Field, unknown, string]>([
		['an object as text', text('T'), { a: 1 }, 'field: Field must be text ({"a":1})'],
		[
			'too long',
			text('T').maxLength(3),
			'abcd',
			'field: Field must have at most 3 characters (abcd)',
		],
		[
			'another form',
			text('T').matching(/^x/, 'begin with x'),
			'ax',
			'field: Field must begin with x (ax)',
		],
		['too small', integer('N').min(1), 0, 'field: Field must be at least 1 (0)'],
		['too large', integer('N').max(100), 101, 'field: Field must be at most 100 (101)'],
		['a fraction', integer('N'), 1.5, 'field: Field must be a whole number (1.5)'],
		['a hexadecimal number', integer('N'), '0x10', 'field: Field must be a whole number (0x10)'],
		['a number with an exponent', integer('N'), '1e2', 'field: Field must be a whole number (1e2)'],
		[
			'a number with a point and nothing behind it',
			number('N'),
			'5.',
			'field: Field must be a number (5.)',
		],
		[
			'a number with nothing before its point',
			number('N'),
			'.5',
			'field: Field must be a number (.5)',
		],
		['two numbers', number('N'), '1 2', 'field: Field must be a number (1 2)'],
		['no number', number('N'), 'many', 'field: Field must be a number (many)'],
		['a number that is none', number('N'), NaN, 'field: Field must be a number (NaN)'],
		['a number without end', number('N'), Infinity, 'field: Field must be a number (Infinity)'],
		['a number in a list', number('N'), ['5'], 'field: Field must be a number (["5"])'],
		['a switch as number', number('N'), true, 'field: Field must be a number (true)'],
		['no switch', boolean('B'), 'yes', 'field: Field must be true or false (yes)'],
		['a number as switch', boolean('B'), 1, 'field: Field must be true or false (1)'],
		['not one of the values', choice('C', ['A', 'B']), 'C', 'field: Field must be one of A, B (C)'],
		['a value in a list', choice('C', ['A', 'B']), ['A'], 'field: Field must be text (["A"])'],
		[
			'a suggestion of another form',
			suggestion('S', ['A']).matching(/^[A-Z]+$/, 'be in capitals'),
			'a',
			'field: Field must be in capitals (a)',
		],
		[
			'not one of several values',
			choices('C', ['A', 'B']),
			['A', 'C'],
			'field[1]: Field must be one of A, B (C)',
		],
		[
			'too many values',
			choices('C', ['A', 'B']).max(1),
			['A', 'B'],
			'field: Field must have at most one entry (["A","B"])',
		],
		[
			'not a UUID',
			id('I').uuid(),
			'17',
			'field: Field must be a UUID, such as 8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11 (17)',
		],
		[
			'an ID of another form',
			id('I').matching(/^x/, 'begin with x'),
			'ax',
			'field: Field must begin with x (ax)',
		],
		['a list of objects', list('L'), [{ a: 1 }], 'field[0]: Field must be text ({"a":1})'],
		['no list', list('L'), { a: 1 }, 'field: Field must be a list ({"a":1})'],
		['a switch as a list', list('L'), true, 'field: Field must be a list (true)'],
		[
			'broken JSON as a list',
			list('L'),
			'["a"',
			'field: Field must be a list in valid JSON (["a")',
		],
		['too few', list('L').min(2), ['a'], 'field: Field needs at least 2 entries (["a"])'],
		[
			'too many',
			list('L').max(1),
			['a', 'b'],
			'field: Field must have at most one entry (["a","b"])',
		],
		[
			'an entry that is too long',
			list('L').maxLength(3),
			['abc', 'abcd'],
			'field[1]: Field must have at most 3 characters (abcd)',
		],
		[
			'an entry of another form',
			list('L').matching(/^x/, 'begin with x'),
			['xa', 'ax'],
			'field[1]: Field must begin with x (ax)',
		],
		['a switch as text', text('T'), true, 'field: Field must be text (true)'],
		['no number as text', text('T'), NaN, 'field: Field must be text (NaN)'],
		['no number as ID', id('I'), Infinity, 'field: Field must be text (Infinity)'],
		['a fraction as ID', id('I'), 1.5, 'field: Field must be text (1.5)'],
		['a switch as ID', id('I'), true, 'field: Field must be text (true)'],
		[
			'a locator where there is no list',
			id('I'),
			locator('abc'),
			'field: Field must be text ({"__rl":true,"mode":"id","value":"abc"})',
		],
		[
			'a name where there is no list',
			id('I'),
			locator('abc', 'name'),
			'field: Field must be text ({"__rl":true,"mode":"name","value":"abc"})',
		],
		[
			'a name where names are not looked up',
			task,
			locator('Load', 'name'),
			'field: Field cannot be chosen by name here: choose it from the list or by ID (Load)',
		],
		[
			'a switch that is no choice',
			choice('C', ['a', 'b']),
			true,
			'field: Field must be text (true)',
		],
		[
			'an ID that lost its last digits',
			id('I'),
			2 ** 60,
			'field: Field has more digits than a number can keep: give it as text (1152921504606847000)',
		],
		[
			'a number that loses its last digits',
			number('N'),
			'12345678901234567890',
			'field: Field has more digits than a number can keep: give at most 15 (12345678901234567890)',
		],
		[
			'a decimal that loses its last digits',
			number('N'),
			'99999999999999.99',
			'field: Field has more digits than a number can keep: give at most 15 (99999999999999.99)',
		],
		[
			'a number that lost its last digits before',
			integer('N'),
			2 ** 60,
			'field: Field has more digits than a number can keep: give at most 15 (1152921504606847000)',
		],
		[
			'an entry that lost its last digits',
			list('L'),
			[2 ** 60],
			'field[0]: Field has more digits than a number can keep: give it as text (1152921504606847000)',
		],
		[
			'a version as a number',
			id('V').noNumber('1.10 would be 1.1'),
			1.1,
			'field: Field must be given as text: 1.10 would be 1.1 (1.1)',
		],
		[
			'an entry that is blank',
			list('L'),
			['a', ' '],
			'field[1]: Field has an empty entry: give each entry a value',
		],
		[
			'an entry that is not there',
			list('L').optional(),
			[undefined],
			'field[0]: Field has an empty entry: give each entry a value',
		],
		[
			'an entry that is null',
			list('L').optional(),
			['a', null],
			'field[1]: Field has an empty entry: give each entry a value',
		],
		[
			'a comma too many',
			list('L').optional(),
			'a,,b',
			'field[1]: Field has an empty entry: give each entry a value',
		],
		[
			'nothing but a comma',
			list('L').optional(),
			',',
			'field[0]: Field has an empty entry: give each entry a value',
		],
		[
			'half a character',
			text('T'),
			'a\ud83d',
			'field: Field contains half a character, probably because the text was cut inside an emoji: give the whole text',
		],
		[
			'half a character in a list',
			list('L'),
			['a', '\ude00'],
			'field: Field contains half a character, probably because the text was cut inside an emoji: give the whole text',
		],
		[
			'a binary field by its number',
			file('F'),
			7,
			'field: Field must be the name of a binary field (7)',
		],
	])('a field refuses a value, naming the field and the rule: %s', (_name, field, raw, words) => {
		expect(refusal(field, raw)).toBe(words);
	});

	test.each<[string, Field, unknown]>([
		['a secret', text('T').secret().maxLength(3), 's3cr3t'],
		['a secret that is no text', text('T').secret(), { a: 's3cr3t' }],
	])('a refusal does not repeat %s', (_name, field, raw) => {
		expect(refusal(field, raw)).toMatch(/^field: Field must /);
		expect(refusal(field, raw)).not.toContain('s3cr3t');
	});
});

describe('the check of what is sent', () => {
	test.each<[string, Field, unknown[], unknown[]]>([
		['a text', text('T'), ['a'], ['', 7]],
		['a text that may be empty', text('T').mayBeEmpty(), ['a', ''], [7]],
		['a suggestion', suggestion('S', ['A']), ['A', 'x'], ['', 7]],
		['an ID', id('I'), ['a'], ['', 7]],
		['a list', list('L'), [['a'], []], [[''], [7], 'a']],
		['a list with bounds', list('L').min(1).max(2), [['a'], ['a', 'b']], [[], ['a', 'b', 'c']]],
		['a whole number', integer('N').min(1).max(3), [1, 3], [0, 4, 1.5, '1']],
		['a number', number('N').min(1).max(3), [1, 1.5, 3], [0.5, 3.5]],
		[
			'a file',
			file('F'),
			['data', { chunks: () => [] }],
			['', 7, null, { chunks: 'x' }, Object.assign(() => 1, { chunks: () => [] })],
		],
		['what may be left out', text('T').optional(), ['a', undefined], ['']],
		['what is new', text('T').since(2), ['a', undefined], ['']],
		['what is old', text('T').until(2), ['a', undefined], ['']],
		['what is required', text('T'), ['a'], [undefined]],
	])('a valid value passes and an invalid one does not: %s', (_name, field, good, bad) => {
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
