/**
 * Reads a period page by page.
 *
 * If records are added while the pages are read, others move to larger offsets and are only read
 * twice. If records leave the list, others move to smaller offsets and would be missed. To notice
 * that, each page is requested so that it begins with the last record of the page before it, and
 * must begin with a known one. This is only possible if offsets count records. With numbered pages,
 * it is only noticed if a page repeats the page before it.
 */
import type { IDataObject } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../declare/limits';
import { unlessRefused } from '../../support/http/refused';
import type { Poll } from '../requests/pollRequests';
import type { Listing, Period } from './listing';
import {
	BEHIND_END,
	distanceAfter,
	isFollowed,
	isNumbered,
	newRecordCount,
	overlaps,
	pageOf,
	type TimedPage,
} from './timedPage';

/**
 * How a page that ends behind the limit may be refused. Only 400 is documented. An error of the
 * server can be one, too: the records before the limit can be requested without the others.
 */
const BEHIND_LIMIT: readonly number[] = [...BEHIND_END, 500];

/**
 * How many pages of a period that cannot be divided are read in vain, because one does not continue
 * the one before. If that is not enough, the list changes faster than it can be read, or always
 * shows the same pages.
 */
const MAX_REREADS = 10;

/**
 * Whether a period has more records than are read of one period, or nearly as many. The total may
 * be wrong, so the last page that would be read decides.
 * @param head its first page
 */
export async function isTooLong(poll: Poll, listing: Listing, head: TimedPage): Promise<boolean> {
	const { maxPerPeriod } = listing;
	if (!isFollowed(head, head.records.length) || (head.total ?? Infinity) < maxPerPeriod)
		return false;
	const pageCount = Math.ceil(maxPerPeriod / newRecordCount(listing, head));
	const offset = (pageCount - 1) * distanceAfter(listing, head);
	const lastPage = await listedPage(poll, listing, head.period, offset);
	return lastPage !== undefined && lastPage.records.length > 0;
}

interface ReadingOptions {
	/** After how many records the reading ends, even if there are more. */
	most?: number;
	/**
	 * The caller divides the period if it is incomplete. Then the reading ends as soon as pages do
	 * not fit together: shorter periods have fewer pages.
	 */
	isDivisible?: boolean;
}

/**
 * Reads the pages of a period, newest records first. As many pages as its total suggests are
 * requested at once. Without a total, it is one page, and then twice as many in each round.
 * @param head its first page
 * @returns its records, and whether they are all: not if the platform does not list them all, or if
 * the pages change faster than they can be read
 */
export async function readPeriod(
	poll: Poll,
	listing: Listing,
	head: TimedPage,
	options: ReadingOptions = {},
): Promise<{ records: IDataObject[]; isComplete: boolean }> {
	const pages = new PagesOfPeriod(listing, head, options);
	let guess = 1;
	while (pages.hasMore) {
		const counted = pages.countedPages();
		const offsets = pages.nextOffsets(Math.min(counted || guess, MAX_IN_FLIGHT));
		if (counted === 0) guess *= 2;
		const round = await Promise.all(
			offsets.map(async (offset) => await listedPage(poll, listing, head.period, offset)),
		);
		// The pages after one that was misplaced, or shorter than expected, are requested again.
		for (const [index, page] of round.entries())
			if (pages.hasMore && offsets[index] === pages.offset) pages.take(page, index === 0);
	}
	return { records: [...pages.byKey.values()], isComplete: pages.isComplete };
}

/** The pages of a period, as far as they have been read. */
class PagesOfPeriod {
	readonly byKey: Map<string, IDataObject>;
	/** The offset of the next page. */
	offset: number;
	hasMore: boolean;
	/** Whether all records were read, as soon as it has no more. */
	isComplete = true;
	/** The page before the next one; absent if that has to be read again. */
	private previous: TimedPage | undefined;
	private rereads = 0;
	/** An empty page was requested again. */
	private hasRereadEmptyPage = false;

	constructor(
		private readonly listing: Listing,
		private readonly head: TimedPage,
		private readonly options: ReadingOptions,
	) {
		this.byKey = new Map(head.records.map((record) => [listing.key(record), record]));
		this.offset = distanceAfter(listing, head);
		this.hasMore = isFollowed(head, this.byKey.size);
		this.previous = head;
	}

	/** How many pages follow according to the total; 0 if it counts no more, or is wrong. */
	countedPages(): number {
		const { isFull, total = 0 } = this.head;
		// The last page has shown that a divisible period is not as long as this (isTooLong).
		const isWrong = this.options.isDivisible && total > this.listing.maxPerPeriod;
		if (!isFull || isWrong) return 0;
		const left = Math.max(0, total - this.byKey.size);
		return Math.ceil(left / newRecordCount(this.listing, this.head));
	}

	/**
	 * The offsets of the next pages, if all of them are as long as the first one. Whether there is
	 * a page behind the limit is only asked when it is the next one.
	 */
	nextOffsets(count: number): number[] {
		const distance = distanceAfter(this.listing, this.head);
		return Array.from({ length: count }, (_, index) => this.offset + index * distance).filter(
			(offset, index) => index === 0 || offset < this.listing.maxPerPeriod,
		);
	}

	/**
	 * Takes the next page.
	 * @param page undefined if the platform does not list it
	 * @param isExpected whether it must exist: the other pages of a round are a guess
	 */
	take(page: ListedPage | undefined, isExpected: boolean): void {
		if (page === undefined) {
			if (isExpected) this.end(this.isAllBeforeRefusal());
		} else if (this.offset > 0 && this.isMisplaced(page)) {
			if (this.options.isDivisible || ++this.rereads > MAX_REREADS) this.end(false);
			this.offset = Math.max(0, this.offset - distanceAfter(this.listing, this.head));
			this.previous = undefined;
		} else if (this.isUnexpectedlyEmpty(page)) this.hasRereadEmptyPage = true;
		else this.add(page);
	}

	/** Adds the records of the next page, and finds out whether another one follows. */
	private add(page: ListedPage): void {
		const sizeBefore = this.byKey.size;
		for (const record of page.records) this.byKey.set(this.listing.key(record), record);
		const { size } = this.byKey;
		const isFull = this.isAsLongAsPages(page);
		if (page.endsAtLimit) this.end(this.isAllUpToLimit(page));
		else if (!isFull && !(size > sizeBefore && isFollowed(page, size))) this.end(true);
		else if (size >= (this.options.most ?? Infinity)) this.end(false);
		// The list may also show its pages again in turn.
		else if (size === sizeBefore && ++this.rereads > MAX_REREADS) this.end(false);
		this.previous = page;
		this.offset += distanceAfter(this.listing, page);
	}

	/** Whether a page is full, or as long as the first one, which it follows. */
	private isAsLongAsPages(page: TimedPage): boolean {
		return page.isFull || (page !== this.head && page.records.length >= this.head.records.length);
	}

	private end(isComplete: boolean): void {
		this.hasMore = false;
		this.isComplete = isComplete;
	}

	/**
	 * Whether the records before a page that the platform refuses are all. Before the limit, a page
	 * that need not begin with a known record can be refused because it is behind the last one: for
	 * example, if the total is too large.
	 */
	private isAllBeforeRefusal(): boolean {
		const { byKey, head, listing, previous = head } = this;
		const canBeBehindEnd = !overlaps(listing, previous) && byKey.size < listing.maxPerPeriod;
		return canBeBehindEnd || byKey.size === head.total;
	}

	/**
	 * Whether the records up to the limit are all, as far as this can be known: what follows the
	 * limit cannot be read to find out.
	 */
	private isAllUpToLimit({ total, wasRequestedShorter }: ListedPage): boolean {
		const { size } = this.byKey;
		// If the period can be divided, only the total can show that this is not necessary.
		if (this.options.isDivisible || wasRequestedShorter) return size === total;
		// If not, missing records are only reported if the total counts them: most likely, there are
		// exactly as many as the platform lists.
		return size >= (total ?? 0);
	}

	/**
	 * Whether a numbered page is empty although the page before it has as many records as a page
	 * has, and the total counts more: it is requested again once. If it is still empty, the total is
	 * wrong, and the page is behind the last one. (An empty page by offset is misplaced.)
	 */
	private isUnexpectedlyEmpty({ records }: TimedPage): boolean {
		const { previous, head, byKey } = this;
		if (records.length > 0 || !previous || this.hasRereadEmptyPage) return false;
		return (head.total ?? 0) > byKey.size && this.isAsLongAsPages(previous);
	}

	/**
	 * Whether a page does not continue the one before it: it does not begin with a record that was
	 * already read, because records have left the list; or it repeats the previous page.
	 */
	private isMisplaced({ records: [first] }: TimedPage): boolean {
		const { listing, previous, byKey } = this;
		const mustOverlap = overlaps(listing, previous ?? this.head);
		// An empty page: by offset, it should begin with the last record of the page before it; by
		// number, it can be behind the last page.
		if (!first) return mustOverlap;
		const key = listing.key(first);
		const repeated = previous?.records[0];
		if (repeated !== undefined && listing.key(repeated) === key) return true;
		return mustOverlap && !byKey.has(key);
	}
}

/** A page that may be close to the end of what the platform lists. */
interface ListedPage extends TimedPage {
	/** It ends exactly at the limit, so there may be records that the platform does not list. */
	endsAtLimit?: boolean;
	/**
	 * It was requested with fewer records than other pages, because the platform refused a page that
	 * could end after the limit.
	 */
	wasRequestedShorter?: boolean;
}

/**
 * The page at an offset; undefined if the platform does not list it. If a page begins before the
 * limit, and could end after it, the platform may list only the records before the limit, or refuse
 * the page, as its API description says. In the second case, only these records are requested.
 */
async function listedPage(
	poll: Poll,
	listing: Listing,
	period: Period,
	offset: number,
): Promise<ListedPage | undefined> {
	const page = pageOf(poll, listing, period, offset);
	const listedCount = isNumbered(listing) ? Infinity : listing.maxPerPeriod - offset;
	if (listedCount >= listing.pageSize) return await unlessRefused(page, BEHIND_END, undefined);
	const wholePage = await unlessRefused(page, BEHIND_LIMIT, undefined);
	if (listedCount <= 0) return wholePage;
	const shorterListing = { ...listing, pageSize: listedCount };
	const listed =
		wholePage ??
		(await unlessRefused(pageOf(poll, shorterListing, period, offset), BEHIND_END, undefined));
	return (
		listed && {
			...listed,
			endsAtLimit: listed.records.length === listedCount,
			wasRequestedShorter: wholePage === undefined,
		}
	);
}
