/**
 * Decides which clock counts: n8n's, that of the gateway that responds, or the one that dates the
 * records. Any of them may be wrong.
 */
import type { Answer } from '../../declare/runtime/exchange';
import { clock } from '../../support/time/clock';
import { HOUR, MINUTE, platformTime } from '../../support/time/time';

/**
 * The first valid time; now if there is none, so that a record without a time counts as new. Then
 * the record is undated.
 */
export function timeOrNow(now: number, ...times: unknown[]): { time: number; isUndated?: boolean } {
	const time = times.map(platformTime).find((each) => !Number.isNaN(each));
	return time === undefined ? { time: now, isUndated: true } : { time };
}

/** The first valid time; now if there is none. */
export const firstTime = (now: number, ...times: unknown[]): number =>
	timeOrNow(now, ...times).time;

/** How far the clocks of the platform's servers may differ from each other. */
export const SERVER_SKEW_MS = 2 * MINUTE;

/** How far the platform's clock may be ahead of n8n's. */
const N8N_SKEW_MS = 5 * MINUTE;

/** Clocks that differ by more than this are wrong. Clocks that work differ by minutes at most. */
export const WRONG_CLOCK_MS = HOUR;

/**
 * The platform's time, from a header of an answer, but at most a few minutes ahead of n8n's own. A
 * trigger remembers this time. If it were far in the future, no event would count as new until
 * then.
 */
export const platformNow = (answer: Answer): number =>
	Math.min(headerTime(answer), clock.now() + N8N_SKEW_MS);

/** The present time according to the platform and n8n. */
export interface Clocks {
	/** The platform's time. */
	now: number;
	/**
	 * The later one of the platform's time and n8n's. A time after it is in the future, even if one
	 * of the two clocks is wrong.
	 */
	laterClock: number;
}

export const clocksOf = (answer: Answer): Clocks => ({
	now: platformNow(answer),
	laterClock: Math.max(headerTime(answer), clock.now()),
});

/** The time at which the platform answered, as it says; n8n's own if it does not say. */
const headerTime = ({ headers }: Answer): number => firstTime(clock.now(), headers.date);

/**
 * Where a stream begins: at its newest record. It does not begin at `now`, because this is the time
 * of the gateway, which may be ahead of the clock that dates the records. If there is no record,
 * the stream begins an hour ago, so that the first record is later by any clock that works. No old
 * event is emitted then, because there is none.
 */
export const newestOrAnHourAgo = (now: number, newestAt: number | undefined): number =>
	newestAt ?? now - WRONG_CLOCK_MS;

/**
 * Where a stream begins if there was not enough time to read all existing records: after the newest
 * one, or now if the newest one has no time.
 */
export const justAfterNewest = (now: number, newestAt: number | undefined): number =>
	(newestAt ?? now) + 1;

/**
 * The time of the newest record, but never later than the platform's own time: the clock that dates
 * the records may be ahead of the one that dates the responses, or the other way round.
 */
export const trustedNewest = (now: number, newestAt: number | undefined): number | undefined =>
	newestAt === undefined ? undefined : Math.min(now, newestAt);

/** The latest time among records; undefined if none of them has a time. */
export const newestTime = <T>(
	records: readonly T[],
	time: (record: T) => number,
): number | undefined =>
	records
		.map(time)
		.reduce<number | undefined>(
			(newest, each) => (Number.isNaN(each) ? newest : Math.max(newest ?? each, each)),
			undefined,
		);
