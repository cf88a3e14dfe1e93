/**
 * When the executions of a schedule begin.
 */
import { occurrences } from '../../../emulator/areas/orchestration/occurrences';
import type { Trigger } from '../../../emulator/areas/orchestration/orchestrationStore';

const daily = { type: 'DAILY', interval: 1, startDate: '2026-04-01', timeZone: 'Europe/Paris' };

describe('the executions of a schedule', () => {
	const runs = (trigger: Partial<Trigger>, from: string, to: string) =>
		occurrences({ ...daily, ...trigger }, Date.parse(from), Date.parse(to)).map((at) =>
			new Date(at).toISOString().slice(0, 16),
		);

	test.each<{
		title: string;
		trigger: Partial<Trigger>;
		from: string;
		to: string;
		wanted: string[];
	}>([
		{
			title: 'once',
			trigger: { type: 'ONCE', atTimes: { type: 'AT_TIME', time: '10:00' } },
			from: '2026-03-01',
			to: '2026-05-01',
			wanted: ['2026-04-01T08:00'],
		},
		{
			title: 'once, in the past',
			trigger: { type: 'ONCE', atTimes: { type: 'AT_TIME', time: '10:00' } },
			from: '2026-04-02',
			to: '2026-05-01',
			wanted: [],
		},
		{
			title: 'every other day',
			trigger: { interval: 2, atTimes: { type: 'AT_TIME', time: '10:00' } },
			from: '2026-04-02',
			to: '2026-04-06',
			wanted: ['2026-04-03T08:00', '2026-04-05T08:00'],
		},
		{
			title: 'at the same time of day across the change to summer',
			trigger: { startDate: '2026-03-28', atTimes: { type: 'AT_TIME', time: '10:00' } },
			from: '2026-03-28',
			to: '2026-03-30',
			wanted: ['2026-03-28T09:00', '2026-03-29T08:00'],
		},
		{
			title: 'at several times',
			trigger: { atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['08:30', '17:00'] } },
			from: '2026-04-01',
			to: '2026-04-02',
			wanted: ['2026-04-01T06:30', '2026-04-01T15:00'],
		},
		{
			title: 'at intervals',
			trigger: {
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '09:00', interval: 30 },
			},
			from: '2026-04-01',
			to: '2026-04-02',
			wanted: ['2026-04-01T06:00', '2026-04-01T06:30', '2026-04-01T07:00'],
		},
		{
			title: 'without times, at the start time',
			trigger: { startTime: '03:00' },
			from: '2026-04-01',
			to: '2026-04-02',
			wanted: ['2026-04-01T01:00'],
		},
		{
			title: 'weekly on two days',
			trigger: {
				type: 'WEEKLY',
				atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'THURSDAY'] },
				atTimes: { type: 'AT_TIME', time: '02:00' },
			},
			from: '2026-04-01',
			to: '2026-04-08',
			wanted: ['2026-04-02T00:00', '2026-04-06T00:00'],
		},
		{
			title: 'every other week',
			trigger: {
				type: 'WEEKLY',
				interval: 2,
				atDays: { type: 'DAY_OF_WEEK', days: ['WEDNESDAY'] },
				atTimes: { type: 'AT_TIME', time: '02:00' },
			},
			from: '2026-04-01',
			to: '2026-04-20',
			wanted: ['2026-04-01T00:00', '2026-04-15T00:00'],
		},
		{
			title: 'monthly, where the month has the day',
			trigger: {
				type: 'MONTHLY',
				atDays: { type: 'DAY_OF_MONTH', day: 31 },
				atTimes: { type: 'AT_TIME', time: '02:00' },
			},
			from: '2026-04-01',
			to: '2026-08-01',
			wanted: ['2026-05-31T00:00', '2026-07-31T00:00'],
		},
		{
			title: 'by cron, Sunday being 1',
			trigger: { type: 'CRON', cronExpression: '30 4 ? * 1' },
			from: '2026-04-01',
			to: '2026-04-13',
			wanted: ['2026-04-05T02:30', '2026-04-12T02:30'],
		},
		{
			title: 'by cron, over the end of an hour and of a month',
			trigger: { type: 'CRON', cronExpression: '58-1 12 30-1 * ?' },
			from: '2026-04-29',
			to: '2026-05-02',
			wanted: [
				...['2026-04-30T10:00', '2026-04-30T10:01', '2026-04-30T10:58', '2026-04-30T10:59'],
				...['2026-05-01T10:00', '2026-05-01T10:01', '2026-05-01T10:58', '2026-05-01T10:59'],
			],
		},
		{
			title: 'by cron on the last day of the week',
			trigger: { type: 'CRON', cronExpression: '0 4 ? * L' },
			from: '2026-04-01',
			to: '2026-04-13',
			wanted: ['2026-04-04T02:00', '2026-04-11T02:00'],
		},
		{
			title: 'by cron over the weekend',
			trigger: { type: 'CRON', cronExpression: '0 4 ? * SAT-MON' },
			from: '2026-04-03',
			to: '2026-04-11',
			wanted: ['2026-04-04T02:00', '2026-04-05T02:00', '2026-04-06T02:00'],
		},
		{
			title: 'by cron through the night',
			trigger: { type: 'CRON', cronExpression: '0 22-1 * * ?' },
			from: '2026-04-01',
			to: '2026-04-02',
			wanted: ['2026-04-01T20:00', '2026-04-01T21:00', '2026-04-01T22:00', '2026-04-01T23:00'],
		},
		{
			title: 'by cron in winter',
			trigger: { type: 'CRON', startDate: '2026-11-01', cronExpression: '0 4 1 NOV-FEB/2 ?' },
			from: '2026-11-01',
			to: '2027-05-01',
			wanted: ['2026-11-01T03:00', '2027-01-01T03:00'],
		},
		{
			title: 'by cron three days before the end of the month',
			trigger: { type: 'CRON', cronExpression: '0 4 L-3 * ?' },
			from: '2026-04-01',
			to: '2026-06-01',
			wanted: ['2026-04-27T02:00', '2026-05-28T02:00'],
		},
		{
			title: 'by cron on the working day nearest to two days before the end of the month',
			trigger: { type: 'CRON', cronExpression: '0 4 L-2W * ?' },
			from: '2026-04-01',
			to: '2026-07-01',
			wanted: ['2026-04-28T02:00', '2026-05-29T02:00', '2026-06-29T02:00'],
		},
		{
			title: 'by cron in a year that is over',
			trigger: { type: 'CRON', cronExpression: '30 4 ? * 1 2025' },
			from: '2026-04-01',
			to: '2026-04-13',
			wanted: [],
		},
		{
			title: 'manually',
			trigger: { type: 'MANUAL' },
			from: '2026-04-01',
			to: '2026-04-13',
			wanted: [],
		},
	])(
		'a schedule starts its executions at the right times: $title',
		({ trigger, from, to, wanted }) => {
			expect(runs(trigger, `${from}T00:00:00Z`, `${to}T00:00:00Z`)).toEqual(wanted);
		},
	);
});

const everyMinute = { type: 'AT_INTERVALS', startTime: '00:00', endTime: '23:59', interval: 1 };

test.each<[string, Partial<Trigger>]>([
	['days', { type: 'DAILY' }],
	['weeks', { type: 'WEEKLY', atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] } }],
	['months', { type: 'MONTHLY', atDays: { type: 'DAY_OF_MONTH', day: 2 } }],
])('the times of a schedule in %s are found even if it began in the year 0', (_, trigger) => {
	const schedule = { ...daily, startDate: '0000-01-01', timeZone: 'UTC', atTimes: everyMinute };
	const from = Date.parse('2026-03-02T00:00Z');
	const runs = occurrences({ ...schedule, ...trigger }, from, from + 60_000);
	expect(runs).toEqual([from, from + 60_000]);
});
