/** When a schedule starts something. */
import { Cron } from 'croner';
import { DateTime } from 'luxon';

import { CRON_PARTS, type CronPart } from '../../../nodes/TalendCloudOrchestration/schedules/cron';
import type { Trigger } from './orchestrationStore';

/** How many executions of one schedule are computed at most. */
const MAX_OCCURRENCES = 10_000;
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** The executions that a schedule starts from one time up to another, in ms since 1970. */
export function occurrences(trigger: Trigger, from: number, until: number): number[] {
	if (trigger.type === 'CRON') return cronOccurrences(trigger, from, until);
	const dueTimes: number[] = [];
	for (const day of days(trigger, from, until))
		for (const time of times(trigger)) {
			const [hour, minute, second = 0] = time.split(':').map(Number) as [number, number, number?];
			const at = day.set({ hour, minute, second }).toMillis();
			if (at >= from && at <= until) dueTimes.push(at);
			if (dueTimes.length >= MAX_OCCURRENCES) return dueTimes;
		}
	return dueTimes.sort((a, b) => a - b);
}

/**
 * The times of a cron expression.
 * @throws if the library does not support the expression
 */
function cronOccurrences(
	{ cronExpression, timeZone, startDate }: Trigger,
	from: number,
	until: number,
): number[] {
	const parts = cronExpression!.trim().split(/\s+/);
	const [, beforeEnd, nearest = ''] = /^L-(\d+)(W?)$/i.exec(parts[2]!) ?? [];
	if (beforeEnd !== undefined) parts[2] = '*';
	const pattern = parts.map((part, index) =>
		part
			.split(',')
			.map((item) => forCroner(item, CRON_PARTS[index]!))
			.join(','),
	);
	const cron = new Cron(`0 ${pattern.join(' ')}`, {
		timezone: timeZone,
		alternativeWeekdays: true,
		sloppyRanges: true,
		paused: true,
	});
	const isDue = (due: number) => {
		const time = DateTime.fromMillis(due, { zone: timeZone });
		if (beforeEnd === undefined) return true;
		const day = time.endOf('month').minus({ days: Number(beforeEnd) });
		return time.day === (nearest === '' ? day : nearestWeekday(day)).day;
	};
	const start = DateTime.fromISO(startDate, { zone: timeZone }).toMillis();
	const dueTimes: number[] = [];
	let due = cron.nextRun(new Date(Math.max(from, start) - 1));
	while (due && due.getTime() <= until && dueTimes.length < MAX_OCCURRENCES) {
		if (isDue(due.getTime())) dueTimes.push(due.getTime());
		due = cron.nextRun(due);
	}
	return dueTimes;
}

/** The day itself, or the nearest working day in the same month. */
function nearestWeekday(day: DateTime): DateTime {
	const move = { 6: day.day === 1 ? 2 : -1, 7: day.day === day.daysInMonth ? -2 : 1 }[day.weekday];
	return day.plus({ days: move ?? 0 });
}

/**
 * Converts a part of a Quartz expression to the form of croner: an asterisk in place of a question
 * mark, Saturday in place of the last day of the week, and no range that continues over the end.
 */
function forCroner(item: string, { name, min, max, names = '' }: CronPart): string {
	if (item === '?') return '*';
	if (item.startsWith('/')) return `*${item}`;
	if (name === 'day of week' && /^L$/i.test(item)) return String(max);
	const [, from, to, step = 1] = /^(\w+)-(\w+)(?:\/(\d+))?$/.exec(item) ?? [];
	const value = (text: string) =>
		/^\d+$/.test(text) ? Number(text) : names.split('|').indexOf(text.toUpperCase()) + min;
	if (from === undefined || to === undefined || value(from) <= value(to)) return item;
	const values: number[] = [];
	const all = max - min + 1;
	for (let at = value(from); at <= value(to) + all; at += Number(step))
		values.push(((at - min) % all) + min);
	return values.join(',');
}

/** The days of a trigger that repeats, from the first one up to `until`. */
interface Calendar {
	first: DateTime;
	/** Earlier times are left out, because the first day may be in the year 0. */
	from: DateTime;
	until: DateTime;
	interval: number;
	/** The days of the week that were chosen, from 1 for Monday. */
	weekdays: readonly number[];
	/** The day of the month, if no days of the week were chosen. */
	monthDay: number;
}

/** How many intervals end before the first time that is needed. */
const countBefore = (
	first: DateTime,
	{ from, interval }: Calendar,
	unit: 'days' | 'weeks' | 'months',
) => Math.max(0, Math.floor(from.diff(first, unit).as(unit) / interval) - 1);

function* everyDay(calendar: Calendar): Generator<DateTime> {
	const { first, until, interval } = calendar;
	let count = countBefore(first, calendar, 'days');
	for (
		let day = first.plus({ days: count * interval });
		day <= until;
		day = first.plus({ days: ++count * interval })
	)
		yield day;
}

function* everyWeek(calendar: Calendar): Generator<DateTime> {
	const { first, until, interval, weekdays } = calendar;
	const start = first.startOf('week');
	let count = countBefore(start, calendar, 'weeks');
	for (
		let week = start.plus({ weeks: count * interval });
		week <= until;
		week = start.plus({ weeks: ++count * interval })
	)
		for (const weekday of weekdays.length > 0 ? weekdays : [first.weekday]) {
			const day = week.set({ weekday: weekday as 1 });
			if (day >= first) yield day;
		}
}

function* everyMonth(calendar: Calendar): Generator<DateTime> {
	const { first, until, interval, weekdays, monthDay } = calendar;
	const start = first.startOf('month');
	let count = countBefore(start, calendar, 'months');
	for (
		let month = start.plus({ months: count * interval });
		month <= until;
		month = start.plus({ months: ++count * interval })
	)
		for (let day = 1; day <= month.daysInMonth!; day++) {
			const date = month.set({ day });
			const isChosen = weekdays.length > 0 ? weekdays.includes(date.weekday) : day === monthDay;
			if (isChosen && date >= first) yield date;
		}
}

function days(
	{ type, interval = 1, startDate, timeZone, atDays }: Trigger,
	from: number,
	until: number,
): Iterable<DateTime> {
	const first = DateTime.fromISO(startDate, { zone: timeZone }).startOf('day');
	const calendar: Calendar = {
		first,
		from: DateTime.fromMillis(from, { zone: timeZone }),
		until: DateTime.fromMillis(until, { zone: timeZone }),
		interval,
		weekdays: (atDays?.days ?? []).map((name) => WEEKDAYS.indexOf(name) + 1),
		monthDay: atDays?.day ?? first.day,
	};
	switch (type) {
		case 'ONCE':
			return [first];
		case 'DAILY':
			return everyDay(calendar);
		case 'WEEKLY':
			return everyWeek(calendar);
		case 'MONTHLY':
			return everyMonth(calendar);
		default:
			return [];
	}
}

function times({ atTimes, startTime }: Trigger): string[] {
	switch (atTimes?.type) {
		case 'AT_TIME':
			return [atTimes.time!];
		case 'AT_SPECIFIC_TIMES':
			return atTimes.times ?? [];
		case 'AT_INTERVALS': {
			const last = minutes(atTimes.endTime!);
			const dueTimes: string[] = [];
			for (let at = minutes(atTimes.startTime!); at <= last; at += atTimes.interval!)
				dueTimes.push(`${Math.floor(at / 60)}:${at % 60}`);
			return dueTimes;
		}
		default:
			return [startTime ?? '00:00'];
	}
}

function minutes(time: string): number {
	const [hour, minute] = time.split(':').map(Number) as [number, number];
	return hour * 60 + minute;
}
