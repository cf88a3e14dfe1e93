/** Durations, and times as the platform writes them. */

/** In milliseconds. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A date and a time of day, without the zone that belongs to it. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?$/;

/**
 * A time from the platform, in milliseconds since 1970; NaN if the value is not a time. Zero and
 * earlier times count as no time, because programs write them if they have none. A time without a
 * zone is UTC, wherever n8n runs: according to Talend's help, those of audit logs have the form
 * `yyyy-mm-ddThh:mm:ss.ffff`.
 */
export function platformTime(value: unknown): number {
	const time = typeof value === 'number' ? value : timeOfText(String(value ?? '').trim());
	// A number may be too large for a time. Then `getTime` returns NaN.
	return time > 0 ? new Date(time).getTime() : NaN;
}

/** The time that the platform gives; undefined if it gives none. */
export function knownTime(value: unknown): number | undefined {
	const time = platformTime(value);
	return Number.isNaN(time) ? undefined : time;
}

const timeOfText = (text: string): number =>
	Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(' ', 'T').replace(',', '.')}Z` : text);
