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
import { objectIn } from '../support/json';

export interface TimedPage {
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
): Promise<TimedPage> {
	const { operation, input, from, upTo, size } = listing;
	const { since, to } = period;
	const { where, at: position, ...pages } = operation.pages!;
	const filters = {
		...objectIn(input[where]),
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
export const isFollowed = ({ records, total, isFull }: TimedPage, count: number): boolean =>
	records.length > 0 && (isFull || count < (total ?? 0));

/** The pages of a list, newest first. */
export async function* pagesOf(poll: Poll, listing: Listing): AsyncGenerator<TimedPage, void> {
	for (let at = 0, count = 0; ;) {
		const page = await pageOf(poll, listing, {}, at);
		yield page;
		count += page.records.length;
		if (!isFollowed(page, count)) return;
		at = isNumbered(listing) ? at + 1 : count;
	}
}

/** How far it is from a page to the next one: by its number, or by its records without the one that is repeated. */
const stepAfter = (listing: Listing, { records }: TimedPage): number =>
	isNumbered(listing) ? 1 : Math.max(1, records.length - 1);

/** The first place of a period that the platform need not show. */
const endOf = (listing: Listing, head: TimedPage): number =>
	isNumbered(listing) ? Math.ceil(listing.most / head.records.length) : listing.most;

/** Whether a period has more records than are read of it. A total may be wrong, but not the last of the pages that are read. */
export async function isTooLong(poll: Poll, listing: Listing, head: TimedPage): Promise<boolean> {
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
	head: TimedPage,
	isWhole = false,
): Promise<{ records: IDataObject[]; isComplete: boolean }> {
	const reading = new PeriodReading(poll, listing, head, isWhole);
	const isComplete = await reading.toEnd();
	return { records: reading.records, isComplete };
}

/** The reading of a period: what has been read of it, and where it continues. */
class PeriodReading {
	private readonly found: Map<string, IDataObject>;
	private readonly step: number;
	/** The first place that the platform need not show. */
	private readonly end: number;
	private at: number;
	/** The page before; absent if it has to be read again. */
	private before: TimedPage | undefined;
	private again = 0;
	private isMore: boolean;
	/** How many pages are requested in the next round, if nothing says how many there are. */
	private nextWidth = 1;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
		private readonly head: TimedPage,
		private readonly isWhole: boolean,
	) {
		this.found = new Map(head.records.map((record) => [listing.key(record), record]));
		this.step = stepAfter(listing, head);
		this.end = endOf(listing, head);
		this.at = this.step;
		this.before = head;
		this.isMore = isFollowed(head, this.found.size);
	}

	get records(): IDataObject[] {
		return [...this.found.values()];
	}

	/** Reads the other pages. @returns whether these were all */
	async toEnd(): Promise<boolean> {
		for (let width = this.expectedPages(); this.isMore; width = this.nextWidth++) {
			if (this.at >= this.end && !this.isWhole) return false;
			const places = this.nextPlaces(width);
			const pages = await Promise.all(places.map(async (place) => await this.page(place)));
			for (const [index, page] of pages.entries()) {
				if (!page) return false;
				if (this.at > 0 && isMisplaced(this.listing, page, this.before, this.found)) {
					if (!this.stepBack()) return false;
					break;
				}
				this.take(page);
				if (!this.isMore || places[index + 1] !== this.at) break;
			}
		}
		return true;
	}

	/** How many pages are still to come, if the total says so. A total that the pages contradict does not count. */
	private expectedPages(): number {
		const { total = 0, isFull } = this.head;
		if (!isFull || (!this.isWhole && total > this.listing.most)) return 0;
		const read = this.found.size;
		return Math.ceil((total - read) / (isNumbered(this.listing) ? read : this.step));
	}

	private nextPlaces(wanted: number): number[] {
		const most = this.isWhole
			? WIDTH
			: Math.min(WIDTH, Math.ceil((this.end - this.at) / this.step));
		const width = Math.min(Math.max(1, wanted), most);
		return Array.from({ length: width }, (_, index) => this.at + index * this.step);
	}

	/** The page at a place; nothing if the platform refuses a place that it need not show. */
	private async page(place: number): Promise<TimedPage | undefined> {
		const page = pageOf(this.poll, this.listing, this.head.period, place);
		return place < this.end ? await page : await unlessRefused(page, [400], undefined);
	}

	private take(page: TimedPage): void {
		const countBefore = this.found.size;
		for (const record of page.records) this.found.set(this.listing.key(record), record);
		const isFull = page.isFull || page.records.length >= this.head.records.length;
		this.isMore = isFull || (this.found.size > countBefore && isFollowed(page, this.found.size));
		this.before = page;
		this.at += stepAfter(this.listing, page);
		// Only the total says that there is more.
		if (!isFull) this.nextWidth = 0;
	}

	/**
	 * Returns to the page before, because the list has changed.
	 * @returns false if that has not helped, in the part of the list that the platform need not show
	 */
	private stepBack(): boolean {
		if (++this.again > AGAIN) {
			if (this.at >= this.end) return false;
			throw this.poll.errorOf(
				'The list of the platform could not be read completely',
				'It changes faster than it can be read, or repeats its pages. The next poll tries again.',
			);
		}
		this.at = Math.max(0, this.at - this.step);
		this.before = undefined;
		return true;
	}
}

/** Whether a page does not begin with a record of those before it, because others have left the list, or repeats the page before it. */
function isMisplaced(
	listing: Listing,
	{ records: [first] }: TimedPage,
	before: TimedPage | undefined,
	found: ReadonlyMap<string, unknown>,
): boolean {
	const overlaps = !isNumbered(listing) && before?.records.length !== 1;
	if (!first) return overlaps;
	const key = listing.key(first);
	const repeated = before?.records[0];
	if (repeated !== undefined && listing.key(repeated) === key) return true;
	return overlaps && !found.has(key);
}
