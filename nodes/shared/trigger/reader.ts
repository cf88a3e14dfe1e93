/**
 * Reads all records of a list since a time, in complete parts, oldest first: the caller can stop after any of them.
 *
 * The platform shows only so many records of one period. A period with more is divided into equal parts, which are asked for at once, and
 * a part with more is divided in the same way.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Listing, newestOf, newestTime, type Period, type Poll, TIME_UP_MS } from './listing';
import { isTooLong, OVERLAP_MS, type Page, pageOf, readPeriod } from './pages';

/** Records of a list that are complete up to a time. */
export interface Part {
	records: IDataObject[];
	/** The time up to which all were read; to the end of the list when absent. */
	reached?: number;
	/** The platform shows only the newest of them. */
	isCut?: boolean;
	/** The time of the newest record of the whole list, never later than the platform's own. */
	newest: number | undefined;
	/** The platform's time. */
	now: number;
}

type Begun = Period & { since: number };

/** Into how many parts a period is divided at most. */
const PARTS = 8;

export class Reader {
	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/** All records since a time, oldest first, usually in one part. */
	async *parts(since: number): AsyncGenerator<Part, void> {
		const { most, time } = this.listing;
		const period = { since: since - OVERLAP_MS };
		const head = await pageOf(this.poll, this.listing, period);
		const newest = newestOf(head.now, newestTime(head.records, time));
		// As many as the total suggests, and one more: records are not spread evenly.
		const count = Math.ceil((head.total ?? Infinity) / most) + 1;
		for await (const part of this.within(period, head, count))
			yield { ...part, newest, now: head.now };
	}

	/** All records since a time; nothing if the time of the poll was not enough. */
	async since(since: number): Promise<IDataObject[] | undefined> {
		const found: IDataObject[] = [];
		try {
			for await (const { records } of this.parts(since)) found.push(...records);
			return found;
		} catch (error) {
			if (this.poll.left() > TIME_UP_MS) throw error as Error;
			return undefined;
		}
	}

	/** The newest records, as many as are read of a period. */
	async newest(): Promise<IDataObject[]> {
		const head = await pageOf(this.poll, this.listing);
		return (await readPeriod(this.poll, this.listing, {}, head)).records;
	}

	/** @param head the first page of the period */
	private async *within(
		period: Begun,
		head: Page,
		count = PARTS,
	): AsyncGenerator<Omit<Part, 'newest' | 'now'>, void> {
		const { poll, listing } = this;
		let read = (await isTooLong(poll, listing, period, head))
			? undefined
			: await readPeriod(poll, listing, period, head);
		if (!read?.isComplete) {
			const parts = this.divided(period, head, count);
			const heads = parts.map(async (part) => await pageOf(poll, listing, part));
			// A failure is reported when it is the turn of its part.
			for (const each of heads) each.catch(() => undefined);
			for (const [index, part] of parts.entries()) yield* this.within(part, await heads[index]!);
			if (parts.length > 0) return;
			const all = listing.isEndless ? { ...listing, most: Infinity } : listing;
			read = await readPeriod(poll, all, period, head);
		}
		yield { records: read.records, reached: period.to, isCut: !read.isComplete };
	}

	/** Equal parts of a period; none if they would be shorter than their overlap. */
	private divided({ since, to }: Begun, head: Page, wanted: number): Begun[] {
		const end = to ?? newestTime(head.records, this.listing.time) ?? head.now;
		const count = Math.min(Math.max(2, wanted), PARTS, Math.floor((end - since) / OVERLAP_MS));
		if (count < 2) return [];
		const bounds = Array.from({ length: count }, (_, index) =>
			Math.floor(since + ((end - since) * index) / count),
		);
		return bounds.map((bound, index) => ({ since: bound, to: bounds[index + 1] ?? to }));
	}
}
