/**
 * The pages of a list that the platform sorts newest first, and all records of a period.
 *
 * Records that are added while the pages are read move others to later positions, so that they only repeat. Records that leave the list
 * could hide others: each page begins with the last record of the page before it, which shows that.
 */
import type { IDataObject } from 'n8n-workflow';

import { placeOf, recordsOf, totalOf } from '../declare/lists/records';
import { WIDTH } from '../transport/requestQueue';
import { unlessRefused } from '../support/refused';
import { type Listing, type Period, type Poll, timeOf } from './listing';

export interface Page {
	period: Period;
	records: IDataObject[];
	/** How many records there are, if the platform says so. That is a hint: it may be wrong. */
	total: number | undefined;
	/** It has as many records as a page of this list can have, so others may follow. */
	isFull: boolean;
	/** The platform's time. */
	now: number;
}

/** Filters may round times down to seconds, and leave out their ends: a period overlaps the next one by more than a second. */
export const OVERLAP_MS = 1_001;

/** Pages are numbered; otherwise they begin at any record. */
const isNumbered = ({ operation }: Listing): boolean => operation.pages!.at === 'page';

/** @param at the number of the page, or of its first record; both begin with 0 */
export async function pageOf(
	poll: Poll,
	listing: Listing,
	period: Period = {},
	at = 0,
): Promise<Page> {
	const { operation, input, from, upTo, size } = listing;
	const { since, to } = period;
	const { where, at: position, ...pages } = operation.pages!;
	const filters = {
		...(input[where] as IDataObject | undefined),
		...(since === undefined ? {} : from(since)),
		...(to === undefined ? {} : upTo(to + OVERLAP_MS)),
	};
	const answer = await poll.ask(
		operation,
		{ ...input, [where]: filters },
		{
			[(pages.size ?? pages.sizedBy)!]: size,
			...(at === 0 ? {} : { [position!]: isNumbered(listing) ? at + 1 : at }),
		},
	);
	const { root } = operation.answers;
	const records = recordsOf(answer.body, root)!;
	// The platform may show less than was asked for, and says so.
	const limit = placeOf(answer, root, 'limit') || size;
	return {
		period,
		records,
		total: totalOf(answer, root),
		isFull: records.length >= Math.min(limit, size),
		now: timeOf(answer),
	};
}

/** Whether others follow a page with which so many records have been read. */
export const isFollowed = ({ records, total, isFull }: Page, count: number): boolean =>
	records.length > 0 && (isFull || count < (total ?? 0));

/** The pages of a list, newest first. */
export async function* pagesOf(poll: Poll, listing: Listing): AsyncGenerator<Page, void> {
	for (let at = 0, count = 0; ;) {
		const page = await pageOf(poll, listing, {}, at);
		yield page;
		count += page.records.length;
		if (!isFollowed(page, count)) return;
		at = isNumbered(listing) ? at + 1 : count;
	}
}

/** How far it is from a page to the next one: by its number, or by its records without the one that is repeated. */
const stepAfter = (listing: Listing, { records }: Page): number =>
	isNumbered(listing) ? 1 : Math.max(1, records.length - 1);

/** The first place of a period that the platform need not show. */
const endOf = (listing: Listing, head: Page): number =>
	isNumbered(listing) ? Math.ceil(listing.most / head.records.length) : listing.most;

/** Whether a period has more records than are read of it. A total may be wrong, but not the last of the pages that are read. */
export async function isTooLong(poll: Poll, listing: Listing, head: Page): Promise<boolean> {
	if (!isFollowed(head, head.records.length) || (head.total ?? Infinity) <= listing.most)
		return false;
	const step = stepAfter(listing, head);
	const at = (Math.ceil(endOf(listing, head) / step) - 1) * step;
	const last = await pageOf(poll, listing, head.period, at);
	return last.isFull || last.records.length >= head.records.length;
}

/** How often a page that does not continue the one before it is read again. */
const AGAIN = 20;

/**
 * The records of a period, several pages at once where they are expected.
 * @param head its first page
 * @param isWhole whether it is read as far as the platform shows it
 * @returns not complete if it has more records than are read, or than the platform shows
 */
export async function readPeriod(
	poll: Poll,
	listing: Listing,
	head: Page,
	isWhole = false,
): Promise<{ records: IDataObject[]; isComplete: boolean }> {
	const [step, end] = [stepAfter(listing, head), endOf(listing, head)];
	const found = new Map(head.records.map((record) => [listing.key(record), record]));
	const part = (isComplete: boolean) => ({ records: [...found.values()], isComplete });
	const ask = async (place: number) => {
		const page = pageOf(poll, listing, head.period, place);
		return place < end ? await page : await unlessRefused(page, [400], undefined);
	};
	// A total that the pages contradict does not count.
	const { total: stated = 0 } = head;
	const total = head.isFull && (isWhole || stated <= listing.most) ? stated : 0;
	let width = Math.ceil((total - found.size) / (isNumbered(listing) ? found.size : step));
	let before: Page | undefined = head;
	let again = 0;
	let isMore = isFollowed(head, found.size);
	for (let at = step, round = 1; isMore; width = round++) {
		if (at >= end && !isWhole) return part(false);
		width = Math.min(Math.max(1, width), WIDTH);
		if (!isWhole) width = Math.min(width, Math.ceil((end - at) / step));
		const places = Array.from({ length: width }, (_, next) => at + next * step);
		for (const [index, page] of (await Promise.all(places.map(ask))).entries()) {
			if (!page) return part(false);
			if (at > 0 && isMisplaced(listing, page, before, found)) {
				if (++again > AGAIN && at >= end) return part(false);
				if (again > AGAIN)
					throw poll.errorOf(
						'The list of the platform could not be read completely',
						'It changes faster than it can be read, or repeats its pages. The next poll tries again.',
					);
				at = Math.max(0, at - step);
				before = undefined;
				break;
			}
			const known = found.size;
			for (const record of page.records) found.set(listing.key(record), record);
			const isFull = page.isFull || page.records.length >= head.records.length;
			isMore = isFull || (found.size > known && isFollowed(page, found.size));
			before = page;
			at += stepAfter(listing, page);
			// Only the total says that there is more.
			if (!isFull) round = 0;
			if (!isMore || places[index + 1] !== at) break;
		}
	}
	return part(true);
}

/** Whether a page does not begin with a record of those before it, because others have left the list, or repeats the page before it. */
function isMisplaced(
	listing: Listing,
	{ records: [first] }: Page,
	before: Page | undefined,
	found: ReadonlyMap<string, unknown>,
): boolean {
	const overlaps = !isNumbered(listing) && before?.records.length !== 1;
	if (!first) return overlaps;
	const key = listing.key(first);
	const repeated = before?.records[0];
	if (repeated !== undefined && listing.key(repeated) === key) return true;
	return overlaps && !found.has(key);
}
