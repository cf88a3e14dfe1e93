/** A schedule that Talend Cloud would refuse is refused with the reason before it is sent. */
import type { IDataObject } from 'n8n-workflow';

import { findingIn } from '../../../../nodes/TalendCloudOrchestration/schedules/triggerFinding';
import { fact } from '../../../support/fact';

const daily = { type: 'DAILY', interval: 1, startDate: '2026-04-01', timeZone: 'Europe/Paris' };

describe('the rules of a schedule', () => {
	const refusalOf = (trigger: IDataObject) =>
		findingIn(
			Object.fromEntries(Object.entries(trigger).filter(([, value]) => value !== undefined)),
		);

	test.each<{ title: string; trigger: IDataObject }>([
		{
			title: 'ONCE without an interval',
			trigger: { ...daily, type: 'ONCE', interval: undefined },
		},
		{ title: 'DAILY with an interval', trigger: daily },
		{
			title: 'MANUAL without an interval, which the node adds',
			trigger: { ...daily, type: 'MANUAL', interval: undefined },
		},
		{
			title: 'AT_TIME with a time',
			trigger: { ...daily, atTimes: { type: 'AT_TIME', time: '02:30' } },
		},
		{
			title: 'AT_INTERVALS with start, end and interval',
			trigger: {
				...daily,
				atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 30 },
			},
		},
		{
			title: 'DAY_OF_MONTH with a day',
			trigger: { ...daily, type: 'MONTHLY', atDays: { type: 'DAY_OF_MONTH', day: 31 } },
		},
		{
			title: 'DAY_OF_WEEK without a number',
			trigger: { ...daily, type: 'WEEKLY', atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY'] } },
		},
		...['EST', 'CET', 'PST8PDT', 'Etc/GMT+5', 'America/Buenos_Aires'].map((timeZone) => ({
			title: `an older name of a time zone, ${timeZone}`,
			trigger: { ...daily, timeZone },
		})),
	])('a schedule is accepted: $title', ({ trigger }) => {
		fact('B.42', 'B.47', 'B.48');
		expect(refusalOf(trigger)).toBeUndefined();
	});

	test.each<{ title: string; trigger: IDataObject; finding: string }>([
		{
			title: 'DAILY without an interval',
			trigger: { ...daily, interval: undefined },
			finding: 'needs interval when type is DAILY: only ONCE has none',
		},
		{
			title: 'WEEKLY without an interval',
			trigger: { ...daily, type: 'WEEKLY', interval: undefined },
			finding: 'needs interval when type is WEEKLY: only ONCE has none',
		},
		{
			title: 'a type of the future without an interval',
			trigger: { ...daily, type: 'YEARLY', interval: undefined },
			finding: 'needs interval when type is YEARLY: only ONCE has none',
		},
		{
			title: 'AT_TIME without a time',
			trigger: { ...daily, atTimes: { type: 'AT_TIME' } },
			finding: 'needs atTimes.time when atTimes.type is AT_TIME',
		},
		{
			title: 'AT_SPECIFIC_TIMES without times',
			trigger: { ...daily, atTimes: { type: 'AT_SPECIFIC_TIMES' } },
			finding: 'needs atTimes.times when atTimes.type is AT_SPECIFIC_TIMES',
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
			title: 'DAY_OF_MONTH without a day',
			trigger: { ...daily, type: 'MONTHLY', atDays: { type: 'DAY_OF_MONTH' } },
			finding: 'needs atDays.day when atDays.type is DAY_OF_MONTH',
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
	])('a schedule is refused with the reason: $title', ({ trigger, finding }) => {
		fact('B.42', 'B.47', 'B.48');
		expect(refusalOf(trigger)).toBe(finding);
	});

	test.each(['Multiple', 'MULTIPLE'])('%s is read-only', (type) => {
		expect(findingIn({ ...daily, type })).toMatch(
			/^is of the type Multiple: a schedule with several triggers, which is changed with the resource Schedule$/,
		);
	});
});
