/** Cron expressions as the platform accepts them: in Quartz form, without the seconds. */

import { withInvisibleShown } from '../../shared/support/visibleNames';

export interface CronPart {
	name: string;
	min: number;
	max: number;
	/** Names of numbers, from the smallest on. */
	names?: string;
	/** A range may not go over the end, as it may from 22 to 2 o'clock. */
	ends?: boolean;
	/** What else Quartz takes there. */
	special?: RegExp;
}

const MONTH_NAMES = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const DAY_NAMES = 'SUN|MON|TUE|WED|THU|FRI|SAT';

/** The parts of a cron expression in Quartz form, without the seconds. */
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
	{ name: 'year', min: 1970, max: 2099, ends: true },
];

/** What is wrong with a cron expression; nothing if it is in Quartz form without seconds. */
export function cronFinding(expression: string): string | undefined {
	const parts = expression.trim().split(/[ \t\r\n]+/);
	if (parts.length < 5 || parts.length > 6)
		return `must have 5 or 6 parts: minutes, hours, day of month, month, day of week and perhaps a year, without seconds; "${withInvisibleShown(expression)}" has ${parts.length}`;
	for (const [index, part] of parts.entries()) {
		const unit = CRON_PARTS[index]!;
		const items = part.split(',');
		// Quartz does not combine days that it calculates (the last day, the third Friday) with other
		// days.
		if (
			!items.every(
				(item) => fitsCron(item, unit) && (items.length === 1 || !unit.special?.test(item)),
			)
		)
			return `has "${part}" as ${unit.name}, which is not possible there${index === 5 ? ': give a year, and leave the seconds out' : ''}`;
	}
	const open = [parts[2], parts[4]].filter((part) => part === '?').length;
	return open === 1
		? undefined
		: 'must have a question mark either as day of month or as day of week, and a value for the other';
}

function fitsCron(item: string, { min, max, names, special, ends }: CronPart): boolean {
	if (special?.test(item)) return true;
	const value = names === undefined ? '\\d+' : `\\d+|${names}`;
	const match = new RegExp(`^(?:\\*|(${value})(?:-(${value}))?|(?=/))(?:/(\\d+))?$`, 'i').exec(
		item,
	);
	if (!match) return false;
	const [, from, to, step] = match;
	const numberOf = (text: string) =>
		/\D/.test(text) ? min + (names ?? '').split('|').indexOf(text.toUpperCase()) : Number(text);
	const [first, last] = [from, to].map((text) => (text === undefined ? undefined : numberOf(text)));
	const inRange = (number: number | undefined) =>
		number === undefined || (number >= min && number <= max);
	if (ends && first !== undefined && last !== undefined && last < first) return false;
	return (
		inRange(first) &&
		inRange(last) &&
		(step === undefined || (Number(step) >= 1 && Number(step) <= max))
	);
}

// ---------------------------------------------------------------------------------------------
// The form
