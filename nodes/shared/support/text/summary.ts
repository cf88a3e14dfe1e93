/**
 * Says what happened in one sentence, which can be sent to a chat as it is: "Load orders (Finance,
 * Production) failed in tDBOutput_1 at 18:30: Table ORDERS does not exist, the 9th time in a row".
 */
import { DateTime } from 'luxon';

import { clock } from '../time/clock';
import { platformTime } from '../time/time';
import { zoneToShow } from '../time/timeZones';
import { truncated } from './truncate';

/** Something with a name and a place, such as a task. */
export interface Subject {
	/** The word before its ID if it has no name: "Task 57f64991". */
	noun: string;
	id?: unknown;
	name?: unknown;
	workspaceName?: unknown;
	environmentName?: unknown;
}

/** Whether a value is a text that shows something. */
export const isVisible = (value: unknown): value is string =>
	typeof value === 'string' && /\S/.test(value);

/** A text in one line, without the line breaks and blanks that names may have. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** "Load orders (Finance, Production)". */
export function subjectWords({ noun, id, name, workspaceName, environmentName }: Subject): string {
	const place = [workspaceName, environmentName].filter(isVisible).map(inOneLine).join(', ');
	const nameOrId = isVisible(name) ? inOneLine(name) : [noun, id].filter(isVisible).join(' ');
	return place === '' ? nameOrId : `${nameOrId} (${place})`;
}

/**
 * "at 18:30" on the same day, otherwise "on 22 Nov at 18:30", in the time zone of the workflow;
 * undefined if the value is not a time.
 */
export function timeWords(time: unknown, zone: string): string | undefined {
	const shown = { zone: zoneToShow(zone) };
	const moment = DateTime.fromMillis(platformTime(time), shown);
	if (!moment.isValid) return undefined;
	// luxon's `hasSame` is not used: it takes as long as everything else that is done with an event.
	const isToday = moment.toISODate() === DateTime.fromMillis(clock.now(), shown).toISODate();
	return moment.toFormat(isToday ? "'at' HH:mm" : "'on' d LLL 'at' HH:mm", { locale: 'en' });
}

/** "1 row", "1,200 rows". */
export const count = (number: number, noun: string): string =>
	`${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** "3 s", "12 min", "5 h", "3 days": rounded, so that two of them can be compared at a glance. */
export function durationWords(seconds: number): string {
	if (seconds < 1) return 'less than 1 s';
	if (seconds < 120) return `${Math.round(seconds)} s`;
	if (seconds < 2 * 3_600) return `${Math.round(seconds / 60)} min`;
	if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
	return `${Math.round(seconds / 86_400)} days`;
}

/** "the 9th time in a row"; undefined for the first time. */
export function inARow(times: number): string | undefined {
	if (times < 2) return undefined;
	const teen = times % 100 >= 11 && times % 100 <= 13;
	const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][times % 10] ?? 'th');
	return `the ${times}${ending} time in a row`;
}

/** The maximum length of a reason. */
const MAX_REASON_LENGTH = 300;

/** A reason as the end of a sentence: its first line, without its full stop. */
export function reasonWords(reason: unknown): string | undefined {
	if (!isVisible(reason)) return undefined;
	const line = reason
		.trim()
		.split(/[\r\n]/, 1)[0]
		?.trimEnd();
	return line ? truncated(line.replace(/\.$/, ''), MAX_REASON_LENGTH) : undefined;
}

/**
 * A sentence: "Load orders" + ["failed", "at 18:30"] + ["Table ORDERS does not exist"]. Absent
 * parts are left out.
 */
export function sentence(
	subject: string,
	parts: ReadonlyArray<string | undefined>,
	more: ReadonlyArray<string | undefined> = [],
): string {
	const clause = [subject, ...parts].filter(isVisible).map(inOneLine).join(' ');
	const additions = more.filter(isVisible).map(inOneLine).join(', ');
	return additions === '' ? clause : `${clause}: ${additions}`;
}
