/**
 * Lists that are read by time: the requests of a poll, how a list is filtered and paged, and which
 * clock counts.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../declare/context';
import type { Answer } from '../declare/exchange';
import type { RequestOperation } from '../declare/operation';
import { clock } from '../support/clock';
import { HOUR, platformTime } from '../support/time';

/** The requests of a poll, and its time limit. */
export interface Poll {
	send(operation: RequestOperation, input: Partial<Input>, page?: IDataObject): Promise<Answer>;
	/** The time that is left for it. */
	leftMs(): number;
	/** The same poll with a shorter time limit. */
	limitedTo(ms: number): Poll;
	errorOf(message: string, description: string): Error;
}

/** If less than this is left, the time of a poll is up. */
export const TIME_UP_MS = 10;

export interface PageLimits {
	/** Number of records of a page. */
	pageSize: number;
	/** Number of records that are read of one period. A period with more is divided. */
	maxPerPeriod: number;
}

/** A list that the platform sorts newest first. */
export interface Listing extends PageLimits {
	operation: RequestOperation;
	/** Path and filters. */
	input: Partial<Input>;
	/** The parameters that limit the list to records since a time. */
	sinceFilter: (time: number) => IDataObject;
	/** The parameters that limit it to records up to a time. */
	untilFilter: (time: number) => IDataObject;
	/** Identifies a record. */
	key: (record: IDataObject) => string;
	/** The time of a record, in ms since 1970; NaN if it has none. */
	time: (record: IDataObject) => number;
}

/** A period, in milliseconds since 1970. It has no beginning or no end if that is absent. */
export interface Period {
	since?: number;
	to?: number;
}

/** The first valid time; now if there is none, so that a record without a time counts as new. */
export const firstTime = (now: number, ...times: unknown[]): number =>
	times.map(platformTime).find((time) => !Number.isNaN(time)) ?? now;

/** The clocks of n8n and of the platform's servers may differ by minutes. */
const CLOCK_SKEW_MS = 300_000;

/**
 * The platform's time, from the header of an answer. It is at most five minutes later than n8n's
 * own: if the platform's clock were far ahead, no event would count as new until then.
 */
export const platformNow = (answer: Answer): number =>
	Math.min(headerTime(answer), clock.now() + CLOCK_SKEW_MS);

/** What an answer and n8n's own clock say of the present. */
export interface Clocks {
	/** The platform's time. */
	now: number;
	/**
	 * The later one of the platform's clock and n8n's. A time after it is in the future, whichever of
	 * them is wrong.
	 */
	latestNow: number;
}

export const clocksOf = (answer: Answer): Clocks => ({
	now: platformNow(answer),
	latestNow: Math.max(headerTime(answer), clock.now()),
});

/** The time at which the platform answered, as it says; n8n's own if it does not say. */
const headerTime = ({ headers }: Answer): number => firstTime(clock.now(), headers.date);

/** The share of an activation's time in which the existing records may be read. */
export const BEGIN_SHARE = 0.75;

/**
 * Where a stream begins: at its newest record, because the clock of the gateway may be ahead of the
 * one that dates the records.
 */
export const startAtNewest = (now: number, newest: number | undefined): number =>
	newest ?? now - HOUR;

/**
 * Where a stream begins if there was no time to read all existing records: after the newest one, or
 * now if that has no time.
 */
export const startAfterNewest = (now: number, newest: number | undefined): number =>
	(newest ?? now) + 1;

/**
 * The time of the newest record, but never later than the platform's own time: either clock may be
 * ahead.
 */
export const trustedNewest = (now: number, newest: number | undefined): number | undefined =>
	newest === undefined ? undefined : Math.min(now, newest);

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
