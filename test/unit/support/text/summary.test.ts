/** Summaries: one sentence that can be sent to a chat as it is. */
import {
	durationWords,
	inARow,
	reasonWords,
	sentence,
	subjectWords,
	timeWords,
} from '../../../../nodes/shared/support/text/summary';
import { clock } from '../../../../nodes/shared/support/time/clock';

beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-03-31T20:00:00Z'));
});
afterEach(() => jest.restoreAllMocks());

const orders = {
	noun: 'Task',
	id: '7',
	name: 'Load orders',
	workspaceName: 'Finance',
	environmentName: 'Production',
};

test('a summary is one line, whatever blanks and line breaks are in its names', () => {
	const names = {
		name: ' Load\n\torders\u2028',
		workspaceName: 'Finance ',
		environmentName: '\r\n',
	};
	expect(subjectWords({ ...orders, ...names })).toBe('Load orders (Finance)');
	expect(subjectWords({ ...orders, name: ' \u00a0' })).toBe('Task 7 (Finance, Production)');
	expect(sentence('a\nb', ['c\td', ' '], [' e\r\nf'])).toBe('a b c d: e f');
});

test.each([
	{ record: { noun: 'Plan' }, words: 'Plan' },
	{ record: { ...orders, environmentName: undefined }, words: 'Load orders (Finance)' },
	{ record: { noun: 'Task', name: '', id: 'a', workspaceName: 5 }, words: 'Task a' },
])('a record of which little is known is called "$words"', ({ record, words }) => {
	expect(subjectWords(record)).toBe(words);
});

test('a time on another day has its date, in the time zone of the workflow', () => {
	expect(timeWords('2026-03-31T16:30:00Z', 'UTC')).toBe('at 16:30');
	expect(timeWords('2026-03-30T23:30:00Z', 'Europe/Paris')).toBe('at 01:30');
	expect(timeWords('2026-03-30T23:30:00Z', 'UTC')).toBe('on 30 Mar at 23:30');
	expect(timeWords('2026-03-31T16:30:00Z', 'Berlin/Europe')).toBe('at 16:30');
	expect(timeWords(Date.parse('2026-03-31T16:30:00Z'), 'UTC')).toBe('at 16:30');
	for (const none of [undefined, null, '', 'soon', {}])
		expect(timeWords(none, 'UTC')).toBeUndefined();
});

test('durations are rounded sensibly', () => {
	expect([0.4, 1, 119, 120, 7_199, 7_200, 172_799, 172_800, 864_000].map(durationWords)).toEqual([
		...['less than 1 s', '1 s', '119 s', '2 min', '120 min', '2 h', '48 h', '2 days', '10 days'],
	]);
});

test.each([0, 1])('a number of %i consecutive outcomes is not mentioned', (count) => {
	expect(inARow(count)).toBe(undefined);
});

test('the number of consecutive outcomes is ordinal', () => {
	expect([2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(inARow)).toEqual(
		['2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '101st', '111th'].map(
			(ordinal) => `the ${ordinal} time in a row`,
		),
	);
});

test('a reason is its first line, shortened, without its period', () => {
	expect(reasonWords(' No table. \r\n at x')).toBe('No table');
	expect(reasonWords('x'.repeat(400))).toHaveLength(300);
	for (const none of [undefined, null, '', '  ', 5]) expect(reasonWords(none)).toBeUndefined();
});

test('missing parts leave no gap', () => {
	expect(sentence('A', ['runs', '', undefined, 'well'], [undefined, 'b', 'c'])).toBe(
		'A runs well: b, c',
	);
	expect(sentence('A', ['runs'], [undefined])).toBe('A runs');
});
