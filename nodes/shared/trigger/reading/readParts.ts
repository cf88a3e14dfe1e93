/**
 * Reads all records of a list since a time, in complete parts, oldest first. The caller can stop
 * after any part.
 *
 * The platform lists only a limited number of records of a period. A period with more is divided
 * into eight equal ones, which are requested at once, and divided again if necessary: a burst at
 * the end of a day is found in six rounds. A period that is too short to be divided is read as far
 * as the platform lists it. A part is what was read of one period.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Clocks, newestTime, SERVER_SKEW_MS, trustedNewest } from '../requests/clocks';
import { type Poll, TIME_UP_MS } from '../requests/pollRequests';
import type { Listing, Period } from './listing';
import { isTooLong, readPeriod } from './readPeriod';
import { firstPageOf, OVERLAP_MS, type TimedPage } from './timedPage';

/** What was read of one period. */
interface PartOfPeriod {
	records: IDataObject[];
	/** The beginning of the period. */
	since: number | undefined;
	/**
	 * The time up to which all records were read, with the parts before, unless this one is cut.
	 * Absent if the list was read to its end.
	 */
	reached?: number;
	/** The platform does not list all records of this part. */
	isCut?: boolean;
}

export interface Part extends PartOfPeriod, Clocks {
	/**
	 * The time of the newest record of the whole list, but never later than the platform's time.
	 */
	newestAt: number | undefined;
}

/** Into how many periods one is divided. They are requested at once. */
const PERIODS_AT_ONCE = 8;

/** A period with up to this share of `maxPerPeriod` is short. */
const SHORT_SHARE = 0.25;

/** Reads all records since a time in parts, oldest first; usually it is one part. */
export async function* readParts(
	poll: Poll,
	listing: Listing,
	since: number,
): AsyncGenerator<Part, void> {
	const period = await openPeriod(poll, listing, { since: since - OVERLAP_MS });
	const { now, laterClock, records } = period.head;
	const newestAt = trustedNewest(now, newestTime(records, listing.time));
	for await (const part of partsOf(poll, listing, period))
		yield { ...part, newestAt, now, laterClock };
}

/**
 * Reads all records since a time.
 * @returns undefined if the time of the poll was up before
 */
export async function readAllSince(
	poll: Poll,
	listing: Listing,
	since: number,
): Promise<IDataObject[] | undefined> {
	const allRecords: IDataObject[] = [];
	try {
		for await (const { records } of readParts(poll, listing, since)) allRecords.push(...records);
		return allRecords;
	} catch (error) {
		if (poll.leftMs() > TIME_UP_MS) throw error as Error;
		return undefined;
	}
}

/** A period of which at least the first page was read. */
interface OpenedPeriod {
	head: TimedPage;
	/** It seemed to be short, and was read. */
	isRead: boolean;
	/** All its records, if it was read, and really is short. */
	records?: IDataObject[];
}

/**
 * Reads a short period completely. Of a longer one, only the first page is read until its turn
 * comes, because the caller may stop before it.
 */
async function openPeriod(poll: Poll, listing: Listing, period: Period): Promise<OpenedPeriod> {
	const head = await firstPageOf(poll, listing, period);
	const isRead = (head.total ?? Infinity) <= listing.maxPerPeriod * SHORT_SHARE;
	return { head, isRead, records: isRead ? await readUnlessLong(poll, listing, head) : undefined };
}

/** Reads a period; undefined if it has more records than are read of one period. */
async function readUnlessLong(
	poll: Poll,
	listing: Listing,
	head: TimedPage,
): Promise<IDataObject[] | undefined> {
	if (await isTooLong(poll, listing, head)) return undefined;
	const options = { most: listing.maxPerPeriod, isDivisible: true };
	const { records, isComplete } = await readPeriod(poll, listing, head, options);
	return isComplete ? records : undefined;
}

/** Reads a period, or the periods into which it is divided. */
async function* partsOf(
	poll: Poll,
	listing: Listing,
	{ head, isRead, records }: OpenedPeriod,
): AsyncGenerator<PartOfPeriod, void> {
	const { since, to: reached } = head.period;
	const periods = divide(listing, head);
	const isDivisible = periods.length > 0;
	const allRecords = isRead || !isDivisible ? records : await readUnlessLong(poll, listing, head);
	if (allRecords) {
		yield { records: allRecords, since, reached };
		return;
	}
	if (!isDivisible) {
		const listed = await readPeriod(poll, listing, head);
		yield { records: listed.records, since, reached, isCut: !listed.isComplete };
		return;
	}
	const openings = periods.map(async (period) => await openPeriod(poll, listing, period));
	// Failures are thrown below, in the order of the periods. Until then, they must not count as
	// unhandled.
	for (const opening of openings) opening.catch(() => undefined);
	for (const opening of openings) yield* partsOf(poll, listing, await opening);
}

/**
 * Divides a period into equal ones.
 * @returns the periods; none if even two would be shorter than their overlap
 */
function divide(listing: Listing, head: TimedPage): Period[] {
	const { since = 0, to = endOf(listing, head) } = head.period;
	const length = to - since;
	const count = Math.min(PERIODS_AT_ONCE, Math.floor(length / OVERLAP_MS));
	if (count < 2) return [];
	const bounds = Array.from({ length: count }, (_, index) =>
		Math.floor(since + (length * index) / count),
	);
	return bounds.map((bound, index) => ({ since: bound, to: bounds[index + 1] ?? head.period.to }));
}

/**
 * Up to where a period without an end is divided: its newest record. If this record has a time in
 * the future, it is the present: the platform may refuse a period that begins in the future.
 */
function endOf(listing: Listing, { records, now, laterClock }: TimedPage): number {
	const newest = newestTime(records, listing.time) ?? now;
	return newest > laterClock + SERVER_SKEW_MS ? laterClock : newest;
}
