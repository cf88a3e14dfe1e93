/**
 * Reads the pages of a period. The platform has to list only the first `maxPerPeriod` records of
 * it. The offset after these is the limit. A period with more records is divided by the caller, or
 * read past the limit if it cannot be divided.
 *
 * If records are added while the pages are read, others move to larger offsets and are only read
 * twice. If records leave the list, others move to smaller offsets and would be missed. To notice
 * that, each page is requested so that it begins with the last record of the page before it. This
 * is only possible if offsets count records. With numbered pages, it is only noticed if a page
 * repeats the page before it.
 */
import type { IDataObject } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../declare/families';
import { unlessRefused } from '../../support/http/refused';
import type { Poll } from '../pollRequests';
import type { Listing } from './listing';
import {
	BEHIND_LIMIT,
	distanceAfter,
	isFollowed,
	newRecordCount,
	pageBeforeLimit,
	pageOf,
	styleOf,
	type TimedPage,
} from './timedPage';

/** The offset after the records that the platform has to list. */
const limitOffset = (listing: Listing, { records }: TimedPage): number =>
	styleOf(listing).offsetAfter(listing.maxPerPeriod, records.length);

/**
 * The offset of the last page before the limit. For example, of 1,000 records in pages of
 * 100, the pages begin at 0, 99, 198 and so on, and the last one at 990. If pages of 200 records
 * are numbered, it is the fifth, at the offset 4.
 */
function lastPageOffset(listing: Listing, head: TimedPage): number {
	const distance = distanceAfter(listing, head);
	return (Math.ceil(limitOffset(listing, head) / distance) - 1) * distance;
}

/**
 * Whether a period has more records than are read of it. The total may be wrong, so the last page
 * that would be read decides. For example, a total of exactly `maxPerPeriod` can mean that the
 * platform counts only the records that it lists.
 */
export async function isTooLong(poll: Poll, listing: Listing, head: TimedPage): Promise<boolean> {
	if (!isFollowed(head, head.records.length) || (head.total ?? Infinity) < listing.maxPerPeriod)
		return false;
	const offset = lastPageOffset(listing, head);
	const lastPage = await pageBeforeLimit(poll, listing, head.period, offset);
	const count = lastPage.records.length;
	if (lastPage.isFull || lastPage.endsAtLimit || count >= head.records.length) return true;
	// The page could reach the limit, and is shorter than the first one, so it is usually the end of
	// the list. But if the platform shortens its pages, others can follow, and only the total says
	// so. It is believed here, because reading all pages to find out could take the time of a poll.
	const nextOffset = offset + distanceAfter(listing, lastPage);
	return (
		styleOf(listing).overlap > 0 &&
		nextOffset >= limitOffset(listing, head) &&
		isFollowed(lastPage, offset + count)
	);
}

/**
 * How often a page is read again because it does not continue the one before. If that is not
 * enough, the list changes faster than it can be read, or always shows the same page. Then shorter
 * periods, with fewer pages, are read instead.
 */
const MAX_REREADS = 10;

/**
 * Reads the records of a period. If its total says how many pages follow, several are requested at
 * once.
 * @param head its first page
 * @param readsPastLimit whether it is read as far as the platform lists it, even past the limit
 * @returns its records, and whether they are all: not if the period has more than are read, or than
 * the platform lists, or if its pages change faster than they can be read
 */
export async function readPeriod(
	poll: Poll,
	listing: Listing,
	head: TimedPage,
	readsPastLimit = false,
): Promise<{ records: IDataObject[]; isComplete: boolean }> {
	const pages = new PagesOfPeriod(poll, listing, head, readsPastLimit);
	const isComplete = await pages.readAll();
	return { records: pages.records, isComplete };
}

/** Whether the reading of a period continues, or ends without the rest of it. */
type RoundResult = 'continue' | 'incomplete';

/** A period that is being read. */
class PagesOfPeriod {
	private readonly byKey: Map<string, IDataObject>;
	private readonly offsetDistance: number;
	private readonly limitOffset: number;
	/** The offset of the next page. */
	private offset: number;
	/** The page before the next one; absent if that has to be read again. */
	private previous: TimedPage | undefined;
	private rereads = 0;
	/** An empty page was requested again. */
	private hasRereadEmptyPage = false;
	private hasMore: boolean;
	/** How many rounds have been read since a page was short, or since the beginning. */
	private roundsSinceShortPage = 0;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
		private readonly head: TimedPage,
		private readonly readsPastLimit: boolean,
	) {
		this.byKey = new Map(head.records.map((record) => [listing.key(record), record]));
		this.offsetDistance = distanceAfter(listing, head);
		this.limitOffset = limitOffset(listing, head);
		this.offset = this.offsetDistance;
		this.previous = head;
		this.hasMore = isFollowed(head, this.byKey.size);
	}

	get records(): IDataObject[] {
		return [...this.byKey.values()];
	}

	/**
	 * Reads the other pages.
	 * @returns whether these were all
	 */
	async readAll(): Promise<boolean> {
		for (let count = this.pagesInFirstRound(); this.hasMore; count = this.pagesInNextRound())
			if ((await this.readRound(count)) === 'incomplete') return false;
		return true;
	}

	/**
	 * Requests several pages at once, and takes them up to the first one that does not continue the
	 * one before it. The next round begins there.
	 */
	private async readRound(count: number): Promise<RoundResult> {
		const isAtLimit = this.offset >= this.limitOffset;
		if (isAtLimit && (!this.readsPastLimit || this.previous?.endsAtLimit)) return 'incomplete';
		this.roundsSinceShortPage++;
		const offsets = this.nextOffsets(count);
		const pages = await Promise.all(offsets.map(async (offset) => await this.page(offset)));
		for (const [index, page] of pages.entries()) {
			// That there is more than one page in this round was only expected. If a later one is
			// refused, the next round begins with it. If the first one is, the platform lists no
			// more records.
			if (!page) return index > 0 ? 'continue' : 'incomplete';
			if (this.offset > 0 && isMisplaced(this.listing, page, this.previous, this.byKey)) {
				this.stepBack();
				return ++this.rereads > MAX_REREADS ? 'incomplete' : 'continue';
			}
			if (this.isUnexpectedlyEmpty(page)) {
				this.hasRereadEmptyPage = true;
				return 'continue';
			}
			this.add(page);
			if (!this.hasMore || offsets[index + 1] !== this.offset) break;
		}
		return 'continue';
	}

	/**
	 * As many pages as follow according to the total; only one if the total contradicts the first
	 * page, or is too large for one period.
	 */
	private pagesInFirstRound(): number {
		const { total = 0, isFull, records } = this.head;
		if (!isFull || (!this.readsPastLimit && total > this.listing.maxPerPeriod)) return 1;
		const perPage = newRecordCount(this.listing, records.length);
		return Math.max(1, Math.ceil((total - this.byKey.size) / perPage));
	}

	/**
	 * After the first round, one page, and then one more in each round, because as long as all
	 * pages are full, it is not known how many follow. After a short page, only the total says that
	 * another one follows, so the rounds begin again with one page.
	 */
	private pagesInNextRound(): number {
		return Math.max(1, this.roundsSinceShortPage);
	}

	/** The offsets of the next pages, as far as these may be read and requested at once. */
	private nextOffsets(count: number): number[] {
		const pagesLeft = this.readsPastLimit
			? Infinity
			: Math.ceil((this.limitOffset - this.offset) / this.offsetDistance);
		const pages = Math.min(count, MAX_IN_FLIGHT, pagesLeft);
		return Array.from({ length: pages }, (_, index) => this.offset + index * this.offsetDistance);
	}

	/**
	 * The page at an offset; undefined if the platform refuses it and is allowed to. Only the next
	 * page before the limit must exist; the others are a guess.
	 */
	private async page(offset: number): Promise<TimedPage | undefined> {
		const isBeforeLimit = offset < this.limitOffset;
		const read = isBeforeLimit ? pageBeforeLimit : pageOf;
		const page = read(this.poll, this.listing, this.head.period, offset);
		const mustBeListed = offset === this.offset && isBeforeLimit;
		return mustBeListed ? await page : await unlessRefused(page, BEHIND_LIMIT, undefined);
	}

	/** Adds the records of a page, and finds out whether and where another one follows. */
	private add(page: TimedPage): void {
		const countBefore = this.byKey.size;
		for (const record of page.records) this.byKey.set(this.listing.key(record), record);
		this.hasMore = this.hasMoreAfter(page, this.byKey.size > countBefore);
		this.previous = page;
		this.offset = page.endsAtLimit
			? this.limitOffset
			: this.offset + distanceAfter(this.listing, page);
		if (!this.countsAsFull(page)) this.roundsSinceShortPage = 0;
	}

	/** A page also counts as full if it is as long as the first one, which others follow. */
	private countsAsFull(page: TimedPage): boolean {
		return page.isFull || page.records.length >= this.head.records.length;
	}

	/** Whether another page follows the one that was just added. */
	private hasMoreAfter(page: TimedPage, bringsNew: boolean): boolean {
		if (page.endsAtLimit) return this.mayContinueAfterLimit(page);
		return this.countsAsFull(page) || (bringsNew && isFollowed(page, this.byKey.size));
	}

	/**
	 * Whether there may be more records than those up to the limit, as far as this can be known:
	 * what follows the limit cannot be read to find out.
	 */
	private mayContinueAfterLimit({ total, wasRequestedShorter }: TimedPage): boolean {
		const { size } = this.byKey;
		// If the period can be divided, only the total can show that this is not necessary.
		if (!this.readsPastLimit || wasRequestedShorter) return size !== total;
		// If not, missing records are only reported if the total counts them: most likely, there are
		// exactly as many as the platform lists.
		return size < (total ?? 0);
	}

	/**
	 * Whether a numbered page is empty although the page before it is full, and the total counts
	 * more records: it is requested again once. If it is still empty, the total is wrong, and the
	 * page is behind the last one. (An empty page by offset is misplaced.)
	 */
	private isUnexpectedlyEmpty({ records }: TimedPage): boolean {
		const { total = 0 } = this.head;
		const countsMore = total !== Infinity && total > this.byKey.size;
		return (
			records.length === 0 && countsMore && !!this.previous?.isFull && !this.hasRereadEmptyPage
		);
	}

	/** Goes back by one page, because the list has changed while it was read. */
	private stepBack(): void {
		this.offset = Math.max(0, this.offset - this.offsetDistance);
		this.previous = undefined;
	}
}

/**
 * Whether a page does not continue the one before it: it does not begin with a record that was
 * already read, because records have left the list; or it repeats the previous page.
 */
function isMisplaced(
	listing: Listing,
	{ records: [first] }: TimedPage,
	previous: TimedPage | undefined,
	readRecords: ReadonlyMap<string, unknown>,
): boolean {
	// The page after one with a single record begins behind it, so it repeats nothing.
	const overlaps = styleOf(listing).overlap > 0 && previous?.records.length !== 1;
	// An empty page: by offset, it should begin with the last record of the page before it; by
	// number, it can be behind the last page.
	if (!first) return overlaps;
	const key = listing.key(first);
	const repeated = previous?.records[0];
	if (repeated !== undefined && listing.key(repeated) === key) return true;
	return overlaps && !readRecords.has(key);
}
