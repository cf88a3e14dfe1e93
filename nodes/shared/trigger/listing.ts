/** A list that is read by time: what a poll may ask, what a list says of its records, and by whose clock. */
import type { IDataObject } from 'n8n-workflow';

import type { Input, RequestOperation } from '../declare/operation';
import type { Answer } from '../declare/wire';
import { clock } from '../support/clock';
import { platformTime } from '../support/time';

/** What a poll can do, and for how long. */
export interface Poll {
	ask(operation: RequestOperation, input: Partial<Input>, page?: IDataObject): Promise<Answer>;
	/** Milliseconds. */
	left(): number;
	/** The same poll, limited to at most this many of the milliseconds left. */
	limitedTo(ms: number): Poll;
	errorOf(message: string, description: string): Error;
}

/** With less than this the time of a poll is up. */
export const TIME_UP_MS = 10;

/** How far a list can be read. */
export interface Reach {
	/** Records of a page. */
	size: number;
	/** Records of one period: with more, the period is divided. */
	most: number;
}

/** A list that the platform sorts newest first. */
export interface Listing extends Reach {
	operation: RequestOperation;
	/** Path and filters. */
	input: Partial<Input>;
	/** The parameters that limit the list to records since a time. */
	from: (time: number) => IDataObject;
	/** The parameters that limit it to records up to a time. */
	upTo: (time: number) => IDataObject;
	key: (record: IDataObject) => string;
	/** NaN if it has none. */
	time: (record: IDataObject) => number;
}

/** A period, in milliseconds since 1970; open where an end is not given. */
export interface Period {
	since?: number;
	to?: number;
}

/** The first of these times that is one; a record without any counts as new. */
export const timeOr = (now: number, ...times: unknown[]): number =>
	times.map(platformTime).find((time) => !Number.isNaN(time)) ?? now;

/** The clocks of n8n and of the platform's servers may differ by minutes. */
const CLOCKS_MS = 300_000;

/** The platform's time, from the header of an answer. If it is far ahead, n8n's own clock counts: nothing would be new until then. */
export function timeOf({ headers }: Answer): number {
	const now = clock.now();
	return Math.min(timeOr(now, headers.date), now + CLOCKS_MS);
}

/** The share of an activation's time in which what exists is read. */
export const BEGIN_SHARE = 0.75;

const HOUR_MS = 3_600_000;

/** Where a stream begins: at the newest record, because the clock of the gateway may be ahead of the one that dates records. */
export const beginning = (now: number, newest: number | undefined): number =>
	newestOf(now, newest) ?? now - HOUR_MS;

/**
 * Where a stream begins if what exists could not all be read: behind the newest record.
 * @param from where it begins if there was no record yet: all came since
 */
export const behind = (newest: number | undefined, from: number): number =>
	newest === undefined ? from : newest + 1;

/** The time of the newest record, but never later than the platform's own time: either clock may be ahead. */
export const newestOf = (now: number, newest: number | undefined): number | undefined =>
	newest === undefined || Number.isNaN(newest) ? undefined : Math.min(now, newest);

/** The latest time among records. */
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
