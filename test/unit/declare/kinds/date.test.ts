/**
 * What fields for a time or a day accept, send and show.
 */
import { DateTime } from 'luxon';

import { propertiesOf } from '../../../../nodes/shared/declare/field/property';
import { datetime, day, type Field, milliseconds } from '../../../../nodes/shared/declare/fields';
import { exampleOf } from '../../../../tools/reference/fieldExample';
import { rulesOf } from '../../../../tools/reference/rules';
import { isValid, read, refusal } from '../../../support/fieldValue';
import { DESCRIPTION, expectedInput, inputOf, sameWhenSent } from './stage';

test('n8n shows the input of a date', () => {
	const field = datetime(DESCRIPTION);
	const input = { required: true, type: 'dateTime', default: '' };

	expect(inputOf(field)).toEqual(expectedInput(input));
	expect(propertiesOf('someField', field)).toEqual([expectedInput(input)]);
});

test.each<{ what: string; field: Field; rules: string[] }>([
	{ what: 'a date', field: datetime(DESCRIPTION), rules: ['sent as RFC 3339'] },
	{
		what: 'milliseconds',
		field: milliseconds(DESCRIPTION),
		rules: ['sent as milliseconds since 1970'],
	},
	{ what: 'a day', field: day(DESCRIPTION), rules: ['sent as a day'] },
])('the reference lists the rules of $what', ({ field, rules }) => {
	expect(rulesOf(field)).toEqual(rules);
});

test.each<{ what: string; field: Field; example: object }>([
	{ what: 'a date', field: datetime(DESCRIPTION), example: sameWhenSent('2026-03-01T00:00:00Z') },
	{
		what: 'milliseconds',
		field: milliseconds(DESCRIPTION),
		example: { given: '2026-03-01T00:00:00Z', wire: 1_772_323_200_000 },
	},
	{
		what: 'a day',
		field: day(DESCRIPTION).sample('2026-04-02T08:00:00Z'),
		example: { given: '2026-04-02T08:00:00Z', wire: '2026-04-02' },
	},
])('the reference gives an example of $what', ({ field, example }) => {
	expect(exampleOf('it', field)).toEqual(example);
});

test.each<{ what: string; raw: unknown; wanted: string }>([
	{
		what: 'a time with a zone',
		raw: '2026-03-31T08:00:00+02:00',
		wanted: '2026-03-31T08:00:00+02:00',
	},
	{
		what: 'a time with a zone, and blanks around it',
		raw: ' 2026-03-31T08:00:00+02:00\n',
		wanted: '2026-03-31T08:00:00+02:00',
	},
	{
		what: 'a time with microseconds',
		raw: '2026-03-31T08:00:00.123456Z',
		wanted: '2026-03-31T08:00:00.123456Z',
	},
	{
		what: 'a time without a zone, which is in that of the workflow',
		raw: '2026-03-31T08:00:00',
		wanted: '2026-03-31T06:00:00Z',
	},
	{ what: 'a time after a blank', raw: '2026-03-31 08:00', wanted: '2026-03-31T06:00:00Z' },
	{
		what: 'a time after a blank, with blanks around it',
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
])('a date is read from $what', ({ raw, wanted }) => {
	expect(read(datetime('D'), raw, { timezone: 'Europe/Berlin' })).toBe(wanted);
	expect(read(milliseconds('D'), raw, { timezone: 'Europe/Berlin' })).toBe(Date.parse(wanted));
});

test('a day is sent as that day in the time zone of the workflow', () => {
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
])('%s is refused instead of being guessed', (raw) => {
	for (const field of [datetime('D'), milliseconds('D')])
		expect(refusal(field, raw)).toMatch(
			/^field: "Field" must be a date and time, such as 2026-03-31T08:00:00Z/,
		);
	expect(refusal(day('D'), raw)).toMatch(/^field: "Field" must be a date, such as 2026-03-31 \(/);
});

describe('a time that may also be another text', () => {
	const field = datetime(DESCRIPTION).orText({
		accepts: (text) => text === 'now',
		noun: 'the word now',
	});

	test('the time is entered as text', () => {
		expect(inputOf(field)).toEqual(expectedInput({ required: true, type: 'string', default: '' }));
	});

	test('a text instead of a time is sent without the blanks around it', () => {
		expect(read(field, ' now ')).toBe('now');
	});

	test('a time is sent in UTC', () => {
		expect(read(field, '2026-03-31 08:00', { timezone: 'Europe/Berlin' })).toBe(
			'2026-03-31T06:00:00Z',
		);
	});

	test('a text that is neither a time nor the expected text is refused', () => {
		expect(refusal(field, 'later')).toMatch(
			/ must be a date and time, such as 2026-03-31T08:00:00Z, or the word now \(/,
		);
	});
});

test('a year of five digits is refused because the platform’s dates cannot hold it', () => {
	expect(refusal(day('D'), 253_402_300_800_000)).toBe(
		'field: "Field" must be a date (10000-01-01)',
	);
	expect(refusal(datetime('D'), 253_402_300_800_000)).toBe(
		'field: "Field" must be a date and time (+010000-01-01T00:00:00Z)',
	);
	expect(read(milliseconds('D'), 253_402_300_800_000)).toBe(253_402_300_800_000);
});

test('a date with time is accepted only in the format of RFC 3339', () => {
	const accepted = [
		'08:00:00Z',
		'19:59:59.5Z',
		'23:00:00.123456789Z',
		'08:00:00+02:00',
		'08:00:00-11:30',
		'08:00:00+19:45',
		'08:00:00-23:59',
	];
	const refusedTimes = [
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
	expect([taken(accepted), taken(refusedTimes)]).toEqual([accepted, []]);
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

test('a day is valid only without a time, in four, two and two digits', () => {
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
});

test('a time in milliseconds is valid only as an integer from 0', () => {
	expect(
		[0, 1774944000000, -1, 1.5, '2026-03-31', '1774944000000'].filter((value) =>
			isValid(milliseconds('D'), value),
		),
	).toEqual([0, 1774944000000]);
});
