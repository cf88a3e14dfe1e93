/** What is wrong with a trigger, whether it comes from the form, from JSON or from a text. */
import { IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { objectIn } from '../../shared/support/json';
import { listedZone } from '../../shared/support/time/timeZones';
import { cronFinding } from './cron';
import {
	KINDS_OF_DAYS,
	KINDS_OF_TIMES,
	SEVERAL_TRIGGERS,
	TRIGGER_TYPES,
	WITHOUT_INTERVAL,
} from './scheduleTriggerFields';

interface Trigger extends IDataObject {
	type: string;
	timeZone: string;
	atTimes?: IDataObject;
	atDays?: IDataObject;
}

/** Which entries a part of a trigger needs if it has a type. */
const NEEDED_FIELDS: ReadonlyArray<
	readonly [part: 'atTimes' | 'atDays', type: string, needed: readonly string[]]
> = [
	['atTimes', 'AT_TIME', ['time']],
	['atTimes', 'AT_SPECIFIC_TIMES', ['times']],
	['atTimes', 'AT_INTERVALS', ['startTime', 'endTime', 'interval']],
	['atDays', 'DAY_OF_MONTH', ['day']],
];

/**
 * Whether the trigger of a schedule says that there are several; the interface documents write
 * Multiple, Talend's OpenAPI file MULTIPLE.
 */
export const isMultiple = (trigger: IDataObject | undefined): boolean =>
	/^multiple$/i.test(String(trigger?.type));

/** What is wrong with a trigger, completing `"<label>" …`; nothing if it is valid. */
export function findingIn(trigger: IDataObject): string | undefined {
	const { timeZone, cronExpression } = trigger as Trigger;
	if (isMultiple(trigger)) return `is of the type Multiple: ${SEVERAL_TRIGGERS}`;
	const missing = missingIn(trigger as Trigger);
	if (missing !== undefined) return missing;
	const zone = zoneInstead(timeZone);
	if (zone !== undefined)
		return `has the time zone ${timeZone}, which is not known: give one such as ${zone}`;
	const cron = cronExpression === undefined ? undefined : cronFinding(String(cronExpression));
	return cron === undefined ? undefined : `: cronExpression ${cron}`;
}

/** What a trigger lacks that its type requires. */
function missingIn(trigger: Trigger): string | undefined {
	const { type, interval, cronExpression, webhook } = trigger;
	if (interval === undefined && type !== 'ONCE' && !WITHOUT_INTERVAL.includes(type))
		return `needs interval when type is ${type}: only ONCE has none`;
	for (const [part, kind, needed] of NEEDED_FIELDS) {
		const inner = trigger[part];
		const missing =
			inner?.type === kind ? needed.find((name) => inner[name] === undefined) : undefined;
		if (missing) return `needs ${part}.${missing} when ${part}.type is ${kind}`;
	}
	if (type === 'CRON' && cronExpression === undefined)
		return 'needs cronExpression when type is CRON';
	if (type === 'WEBHOOK' && webhook === undefined) return 'needs webhook when type is WEBHOOK';
	return undefined;
}

/**
 * The interface requires an interval for all types except ONCE, even if it has no meaning for them.
 */
export const withInterval = (trigger: IDataObject): IDataObject =>
	WITHOUT_INTERVAL.includes(String(trigger.type)) ? { interval: 1, ...trigger } : trigger;

/**
 * Abbreviations that Java and JavaScript accept, but with another meaning than users may expect:
 * BST is the time of Dhaka, and IST not that of Dublin or Tel Aviv. They are not in the time zone
 * database.
 */
const AMBIGUOUS_ZONES =
	'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
		' ',
	);

/**
 * Which time zone to give instead of an unknown one.
 * @returns undefined if the zone is known
 */
export function zoneInstead(zone: string): string | undefined {
	const listed = listedZone(zone);
	if (listed !== undefined) return listed === zone ? undefined : listed;
	// Other valid names of zones, such as US/Eastern, are in no list.
	const isWritten = zone
		.split('/')
		.every((part) => /^[A-Z]/.test(part) && (part.length <= 3 || /[a-z\d]/.test(part)));
	const isKnown =
		IANAZone.isValidZone(zone) &&
		(isWritten || /^[A-Z\d-]+$/.test(zone)) &&
		!AMBIGUOUS_ZONES.includes(zone);
	return isKnown ? undefined : 'Europe/Paris';
}

/** The first unknown entry of a trigger; undefined if all are known. */
export function unknownIn({ type, atTimes, atDays }: IDataObject): string | undefined {
	const entries = [
		[TRIGGER_TYPES, type],
		[KINDS_OF_TIMES, objectIn(atTimes).type],
		[KINDS_OF_DAYS, objectIn(atDays).type],
	] as const;
	const unknownEntry = entries.find(
		([knownValues, value]) => value !== undefined && !knownValues.includes(String(value)),
	);
	return unknownEntry && String(unknownEntry[1]);
}
