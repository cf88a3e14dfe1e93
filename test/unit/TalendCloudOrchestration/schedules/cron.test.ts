/** Which cron expressions are accepted, as Talend documents them. */
import { Cron } from 'croner';
import fc from 'fast-check';

import { cronFinding } from '../../../../nodes/TalendCloudOrchestration/schedules/cron';

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
	])('the cron expression "%s" is accepted', (expression) => {
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
	])('the cron expression "%s" is refused with %s', (expression, finding) => {
		expect(cronFinding(expression)).toMatch(finding);
	});

	test('croner can read every accepted expression of numbers, rising ranges and steps', () => {
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
