/**
 * Which schedules the emulated platform accepts.
 */
import { Cron } from 'croner';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cronFinding } from '../../../nodes/TalendCloudOrchestration/triggers/cron';
import { findingIn } from '../../../nodes/TalendCloudOrchestration/triggers/triggerFinding';
import { fact } from '../../support/fact';

const daily = { type: 'DAILY', interval: 1, startDate: '2026-04-01', timeZone: 'Europe/Paris' };

describe('the rules of a schedule', () => {
	test.each<{ title: string; trigger: IDataObject; finding: string | undefined }>([
		{
			title: 'ONCE needs no interval',
			trigger: { ...daily, type: 'ONCE', interval: undefined },
			finding: undefined,
		},
		{ title: 'DAILY with an interval', trigger: daily, finding: undefined },
		{
			title: 'DAILY without one',
			trigger: { ...daily, interval: undefined },
			finding: 'needs interval when type is DAILY: only ONCE has none',
		},
		{
			title: 'WEEKLY without one',
			trigger: { ...daily, type: 'WEEKLY', interval: undefined },
			finding: 'needs interval when type is WEEKLY: only ONCE has none',
		},
		{
			title: 'a type of the future without one',
			trigger: { ...daily, type: 'YEARLY', interval: undefined },
			finding: 'needs interval when type is YEARLY: only ONCE has none',
		},
		{
			title: 'MANUAL without one, which the node adds',
			trigger: { ...daily, type: 'MANUAL', interval: undefined },
			finding: undefined,
		},
		{
			title: 'AT_TIME with a time',
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } },
			finding: undefined,
		},
		{
			title: 'AT_TIME without',
			trigger: { ...daily, atTimes: { type: 'AT_TIME' } },
			finding: 'needs atTimes.time when atTimes.type is AT_TIME',
		},
		{
			title: 'AT_SPECIFIC_TIMES without times',
			trigger: { ...daily, atTimes: { type: 'AT_SPECIFIC_TIMES' } },
			finding: 'needs atTimes.times when atTimes.type is AT_SPECIFIC_TIMES',
		},
		{
			title: 'AT_INTERVALS with all',
			trigger: {
				...daily,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 30 },
			},
			finding: undefined,
		},
		{
			title: 'AT_INTERVALS without start',
			trigger: { ...daily, atTimes: { type: 'AT_INTERVALS', endTime: '18:00', interval: 30 } },
			finding: 'needs atTimes.startTime when atTimes.type is AT_INTERVALS',
		},
		{
			title: 'AT_INTERVALS without end',
			trigger: { ...daily, atTimes: { type: 'AT_INTERVALS', startTime: '08:00', interval: 30 } },
			finding: 'needs atTimes.endTime when atTimes.type is AT_INTERVALS',
		},
		{
			title: 'AT_INTERVALS without interval',
			trigger: {
				...daily,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00' },
			},
			finding: 'needs atTimes.interval when atTimes.type is AT_INTERVALS',
		},
		{
			title: 'DAY_OF_MONTH with a day',
			trigger: { ...daily, type: 'MONTHLY', atDays: { type: 'DAY_OF_MONTH', day: 31 } },
			finding: undefined,
		},
		{
			title: 'DAY_OF_MONTH without',
			trigger: { ...daily, type: 'MONTHLY', atDays: { type: 'DAY_OF_MONTH' } },
			finding: 'needs atDays.day when atDays.type is DAY_OF_MONTH',
		},
		{
			title: 'DAY_OF_WEEK needs none',
			trigger: { ...daily, type: 'WEEKLY', atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] } },
			finding: undefined,
		},
		{
			title: 'CRON without an expression',
			trigger: { ...daily, type: 'CRON' },
			finding: 'needs cronExpression when type is CRON',
		},
		{
			title: 'WEBHOOK without a webhook',
			trigger: { ...daily, type: 'WEBHOOK' },
			finding: 'needs webhook when type is WEBHOOK',
		},
		{
			title: 'a time zone that nobody knows',
			trigger: { ...daily, timeZone: 'Europe/Atlantis' },
			finding:
				'has the time zone Europe/Atlantis, which is not known: give one such as Europe/Paris',
		},
		{
			title: 'a time zone in capitals',
			trigger: { ...daily, timeZone: 'AMERICA/NEW_YORK' },
			finding:
				'has the time zone AMERICA/NEW_YORK, which is not known: give one such as America/New_York',
		},
		...['BST', 'IST', 'CST', 'PST'].map((timeZone) => ({
			title: `an abbreviation of several time zones, ${timeZone}`,
			trigger: { ...daily, timeZone },
			finding: `has the time zone ${timeZone}, which is not known: give one such as Europe/Paris`,
		})),
		...['EST', 'CET', 'PST8PDT', 'Etc/GMT+5', 'America/Buenos_Aires'].map((timeZone) => ({
			title: `an older name of a time zone, ${timeZone}`,
			trigger: { ...daily, timeZone },
			finding: undefined,
		})),
		{
			title: 'another spelling of a time zone that is in no list',
			trigger: { ...daily, timeZone: 'Etc/Utc' },
			finding: 'has the time zone Etc/Utc, which is not known: give one such as Etc/UTC',
		},
		{
			title: 'another name of a time zone, in small letters',
			trigger: { ...daily, timeZone: 'us/eastern' },
			finding: 'has the time zone us/eastern, which is not known: give one such as Europe/Paris',
		},
	])('the emulated platform judges a schedule: $title', ({ trigger, finding }) => {
		fact('B.42', 'B.47', 'B.48');
		expect(
			findingIn(
				Object.fromEntries(Object.entries(trigger).filter(([, value]) => value !== undefined)),
			),
		).toBe(finding);
	});

	test.each(['Multiple', 'MULTIPLE'])('%s is read-only', (type) => {
		expect(findingIn({ ...daily, type })).toMatch(
			/^is of the type Multiple: a schedule with several triggers, which is changed with the resource Schedule$/,
		);
	});
});

describe('a cron expression', () => {
	test.each([
		'*/10 9 15 * ? 2022',
		'0 10 * * ?',
		'0 10 ? * MON-FRI',
		'0,30 8-18/2 ? * 2,4,6',
		'0 0 L * ?',
		'0 0 LW * ?',
		'0 0 15W * ?',
		'0 0 L-3 * ?',
		'0 0 ? * 6L',
		'0 0 ? * FRI#3',
		'0 0 1 jan,JUL ?',
		'5/15 * * * ?',
		'/5 * * * ?',
		'0 0 L-3W * ?',
		'0 22-2 * * ?',
		'50-10 * * * ?',
		'0 10 28-3 * ?',
		'0 10 1 NOV-FEB ?',
		'0 0 ? * FRI-MON',
		' 0  10 * * ? ',
		'0 10 29 2 ?',
		'0 10 29 FEB ? 2027-2028',
		'0 10 29-31 2 ?',
		'0 10 31 */2 ?',
		'0 10 31 2,3 ?',
		'0 10 28-3 2 ?',
		'0 10 31,1 FEB ?',
		'0 10 31W 11-12 ?',
		'0 10 L-28 2 ?',
		'0 10 31 NOV-FEB ?',
		'0 10 ? 2 5#5',
	])('%s is in Quartz form without seconds', (expression) => {
		expect(cronFinding(expression)).toBeUndefined();
	});

	test.each([
		['0 10 * *', /must have 5 or 6 parts: minutes, hours, .* without seconds; "0 10 \* \*" has 4$/],
		['0 0 10 * * ? 2026', /has 7$/],
		[
			'0 0 10 * * ?',
			/has "\?" as year, which is not valid there: give a year, and leave the seconds out$/,
		],
		['60 10 * * ?', /^has "60" as minutes/],
		['0 24 * * ?', /^has "24" as hours/],
		['0 10 32 * ?', /^has "32" as day of month/],
		['0 10 0 * ?', /^has "0" as day of month/],
		['0 10 ? 13 MON', /^has "13" as month/],
		['0 10 ? * 8', /^has "8" as day of week/],
		['0 10 ? * 0', /^has "0" as day of week/],
		['0 10 ? * MOON', /^has "MOON" as day of week/],
		['0 10 1 * ? 1969', /^has "1969" as year/],
		['*/0 10 1 * ?', /^has "\*\/0" as minutes/],
		['*/90 * * * ?', /^has "\*\/90" as minutes, which is not valid there/],
		['0 */24 * * ?', /^has "\*\/24" as hours/],
		['0 10 ? * 2/8', /^has "2\/8" as day of week/],
		['0 10 1,? * ?', /^has "1,\?" as day of month/],
		['? 10 1 * ?', /^has "\?" as minutes/],
		['0 10 * * ? 2030-2020', /^has "2030-2020" as year/],
		['0 10 L,5 * ?', /^has "L,5" as day of month/],
		['0 10 LW,15 * ?', /: L, W, # and \? cannot be combined with other values$/],
		['0 10 L,32 * ?', /: values are 1 to 31$/],
		['0 10 15W,20 * ?', /^has "15W,20" as day of month/],
		['0 10 ? * MON,6#3', /^has "MON,6#3" as day of week/],
		['0 10 1, * ?', /^has "1," as day of month/],
		['0 10 * * *', /^must have a question mark either as day of month or as day of week/],
		['0 10 ? * ?', /^must have a question mark either as day of month or as day of week/],
		['0 10 1 * MON', /^must have a question mark either as day of month or as day of week/],
		['0\u00a010 * * ?', /; "0\[U\+00A0\]10 \* \* \?" has 4$/],
		['', /has 1$/],
		['0 10 31 2 ?', /^never starts anything: no month of "2" has the day "31"$/],
		['0 10 30-31 FEB ?', /no month of "FEB" has the day "30-31"$/],
		['0 10 31 4,6,SEP,11 ?', /no month of "4,6,SEP,11" has the day "31"$/],
		['0 10 31W 6 ?', /no month of "6" has the day "31W"$/],
		['0 10 30/1 2 ?', /no month of "2" has the day "30\/1"$/],
		['0 10 29 2 ? 2025-2027', /no month of "2 2025-2027" has the day "29"$/],
		['0 10 29 2 ? 2025/4', /no month of "2 2025\/4" has the day "29"$/],
		['0 10 L-29 2 ?', /no month of "2" has the day "L-29"$/],
		['0 10 L-30W 4 ?', /no month of "4" has the day "L-30W"$/],
	])('a cron expression is refused: "%s" %s', (expression, finding) => {
		expect(cronFinding(expression)).toMatch(finding);
	});

	test('a scheduler can follow every accepted expression', () => {
		const part = (min: number, max: number) =>
			fc.oneof(
				fc.constant('*'),
				fc.integer({ min, max }).map(String),
				fc
					.tuple(fc.integer({ min, max }), fc.integer({ min, max }))
					.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
				fc.integer({ min: 1, max: Math.min(30, max) }).map((step) => `*/${step}`),
			);
		fc.assert(
			fc.property(
				part(0, 59),
				part(0, 23),
				part(1, 28),
				part(1, 12),
				part(1, 7),
				fc.boolean(),
				(minute, hour, day, month, weekday, byDay) => {
					const expression = byDay
						? `${minute} ${hour} ${day} ${month} ?`
						: `${minute} ${hour} ? ${month} ${weekday}`;
					expect(cronFinding(expression)).toBeUndefined();
					expect(
						() =>
							new Cron(`0 ${expression.replaceAll('?', '*')}`, {
								paused: true,
								alternativeWeekdays: true,
							}),
					).not.toThrow();
				},
			),
			{ numRuns: 500 },
		);
	});
});
