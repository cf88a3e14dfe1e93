/** Cron expressions as the platform accepts them: in Quartz form, without the seconds. */

import { withInvisibleShown } from '../../shared/support/text/visibleNames';

export interface CronPart {
	name: string;
	min: number;
	max: number;
	/** The names of the numbers, beginning with the smallest one. */
	names?: string;
	/** Whether a range must not continue over the end. Hours may, as in a range from 22 to 2. */
	mustNotWrap?: boolean;
	/** Other values that Quartz accepts in this part. */
	special?: RegExp;
}

const MONTH_NAMES = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const DAY_NAMES = 'SUN|MON|TUE|WED|THU|FRI|SAT';

export const CRON_PARTS: readonly CronPart[] = [
	{ name: 'minutes', min: 0, max: 59 },
	{ name: 'hours', min: 0, max: 23 },
	{
		name: 'day of month',
		min: 1,
		max: 31,
		special: /^(\?|L|LW|L-([1-9]|[12]\d|30)W?|([1-9]|[12]\d|3[01])W)$/i,
	},
	{ name: 'month', min: 1, max: 12, names: MONTH_NAMES },
	{
		name: 'day of week',
		min: 1,
		max: 7,
		names: DAY_NAMES,
		special: new RegExp(`^(\\?|L|([1-7]|${DAY_NAMES})(L|#[1-5]))$`, 'i'),
	},
	{ name: 'year', min: 1970, max: 2099, mustNotWrap: true },
];

/** What is wrong with a cron expression; undefined if it is valid. */
export function cronFinding(expression: string): string | undefined {
	const parts = expression.trim().split(/[ \t\r\n]+/);
	if (parts.length < 5 || parts.length > 6)
		return `must have 5 or 6 parts: minutes, hours, day of month, month, day of week and perhaps a year, without seconds; "${withInvisibleShown(expression)}" has ${parts.length}`;
	for (const [index, part] of parts.entries()) {
		const unit = CRON_PARTS[index]!;
		const items = part.split(',');
		// In Quartz, days that are calculated (the last day, the third Friday) cannot be combined with
		// other days.
		if (
			!items.every(
				(item) => fitsCron(item, unit) && (items.length === 1 || !unit.special?.test(item)),
			)
		)
			return `has "${part}" as ${unit.name}, which is not valid there: ${whatFits(items, unit)}`;
	}
	const open = [parts[2], parts[4]].filter((part) => part === '?').length;
	if (open !== 1)
		return 'must have a question mark either as day of month or as day of week, and a value for the other';
	return hasItsDay(parts)
		? undefined
		: `never starts anything: no month of "${[parts[3], parts[5]].join(' ').trim()}" has the day "${parts[2]}"`;
}

function whatFits(items: readonly string[], unit: CronPart): string {
	if (unit.name === 'year') return 'give a year, and leave the seconds out';
	return items.length > 1 && items.every((item) => fitsCron(item, unit))
		? 'L, W, # and ? cannot be combined with other values'
		: `values are ${unit.min} to ${unit.max}`;
}

/** Whether there is a month with the first of the days. Quartz refuses a schedule without one. */
function hasItsDay([, , days = '', months = '', , years]: readonly string[]): boolean {
	const firstDays = days.split(',').map((item) => {
		const [, beforeEnd, nearest] = /^(?:L-(\d+)W?|(\d+)W)$/i.exec(item) ?? [];
		if (beforeEnd !== undefined) return Number(beforeEnd) + 1;
		if (nearest !== undefined) return Number(nearest);
		return Math.min(...valuesOf(item, CRON_PARTS[2]!));
	});
	const inLeapYear =
		years === undefined ||
		years.split(',').some((item) => valuesOf(item, CRON_PARTS[5]!).some((year) => year % 4 === 0));
	const lengths = [31, inLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
	return months
		.split(',')
		.flatMap((item) => valuesOf(item, CRON_PARTS[3]!))
		.some((month) => lengths[month - 1]! >= Math.min(...firstDays));
}

/** The numbers that an item means. For days that Quartz calculates, it is only the first one. */
function valuesOf(item: string, unit: CronPart): number[] {
	const { min, max } = unit;
	const {
		first = min,
		last = item.includes('/') ? max : undefined,
		step = 1,
	} = rangeIn(item, unit) ?? {};
	const end = last ?? (item === '*' ? max : first);
	const all = max - min + 1;
	const values: number[] = [];
	for (let at = first; at <= (end < first ? end + all : end); at += step)
		values.push(((at - min) % all) + min);
	return values;
}

function fitsCron(item: string, unit: CronPart): boolean {
	const { min, max, special, mustNotWrap } = unit;
	if (special?.test(item)) return true;
	const range = rangeIn(item, unit);
	if (!range) return false;
	const { first, last, step } = range;
	const inRange = (number: number | undefined) =>
		number === undefined || (number >= min && number <= max);
	if (mustNotWrap && first !== undefined && last !== undefined && last < first) return false;
	return inRange(first) && inRange(last) && (step === undefined || (step >= 1 && step <= max));
}

/** The range in an item such as `MON-FRI/2`; undefined if the item has another form. */
function rangeIn(
	item: string,
	{ min, names }: CronPart,
): { first?: number; last?: number; step?: number } | undefined {
	const value = names === undefined ? '\\d+' : `\\d+|${names}`;
	const match = new RegExp(`^(?:\\*|(${value})(?:-(${value}))?|(?=/))(?:/(\\d+))?$`, 'i').exec(
		item,
	);
	if (!match) return undefined;
	const numberOf = (text: string) =>
		/\D/.test(text) ? min + (names ?? '').split('|').indexOf(text.toUpperCase()) : Number(text);
	const [first, last, step] = match
		.slice(1)
		.map((text: string | undefined) => (text === undefined ? undefined : numberOf(text)));
	return { first, last, step };
}
