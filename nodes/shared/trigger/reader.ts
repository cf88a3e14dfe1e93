/**
 * Reads all records of a list since a time, in complete parts, oldest first: the caller can stop after any of them.
 *
 * The platform shows only so many records of one period. A period with more is divided into equal parts, and a part with more is divided
 * in the same way. One that is too short for that is read as far as the platform shows it.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Listing, newestOf, newestTime, type Period, type Poll, TIME_UP_MS } from './listing';
import { isTooLong, OVERLAP_MS, pageOf, readPeriod, type TimedPage } from './pages';

/** Records of a list that are complete up to a time. */
export interface Part {
	records: IDataObject[];
	/** The time up to which all were read; to the end of the list when absent. */
	reached?: number;
	/** The platform does not show all of them. */
	isCut?: boolean;
	/** The time of the newest record of the whole list, never later than the platform's own. */
	newest: number | undefined;
	/** The platform's time. */
	now: number;
}

type Read = Awaited<ReturnType<typeof readPeriod>>;

interface Begun {
	/** The first page of a period. */
	head: TimedPage;
	/** There is more than is read of one period. */
	isLong: boolean;
	/** All of it, if it is short. */
	read?: Read;
}

/** Into how many parts a period is divided if its total does not say more. So many are asked for at once. */
const PARTS = 8;

/** Into how many at most: totals may be wrong. */
const MOST_PARTS = 64;

/** What share of the records that are read of one period is expected of each part, because they are not spread evenly. */
const EXPECTED = 0.5;

/** What share of them a short part has at most. */
const SHORT = 0.25;

export class Reader {
	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/** All records since a time, oldest first, usually in one part. */
	async *parts(since: number): AsyncGenerator<Part, void> {
		const { most, time } = this.listing;
		const begun = await this.begin({ since: since - OVERLAP_MS });
		const { head } = begun;
		const newest = newestOf(head.now, newestTime(head.records, time));
		const count = head.total === undefined ? PARTS : Math.ceil(head.total / (most * EXPECTED));
		for await (const part of this.within(begun, count)) yield { ...part, newest, now: head.now };
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
		return (await readPeriod(this.poll, this.listing, head)).records;
	}

	private async *within(
		{ head, isLong, read: known }: Begun,
		count = PARTS,
	): AsyncGenerator<Omit<Part, 'newest' | 'now'>, void> {
		const { poll, listing } = this;
		const read = isLong ? undefined : (known ?? (await readPeriod(poll, listing, head)));
		const parts = read?.isComplete ? [] : this.divided(head, count);
		for (let at = 0; at < parts.length; at += PARTS) {
			const begun = parts.slice(at, at + PARTS).map(async (part) => await this.begin(part));
			// A failure is reported when it is the turn of its part.
			for (const each of begun) each.catch(() => undefined);
			for (const each of begun) yield* this.within(await each);
		}
		if (parts.length > 0) return;
		const { records, isComplete } = read?.isComplete
			? read
			: await readPeriod(poll, listing, head, true);
		yield { records, reached: head.period.to, isCut: !isComplete };
	}

	/** The beginning of a part, and all of it if it is short: the caller may want no more than the first parts. */
	private async begin(period: Period): Promise<Begun> {
		const { poll, listing } = this;
		const head = await pageOf(poll, listing, period);
		const isLong = await isTooLong(poll, listing, head);
		const isShort = !isLong && (head.total ?? Infinity) <= listing.most * SHORT;
		return { head, isLong, ...(isShort && { read: await readPeriod(poll, listing, head) }) };
	}

	/** Equal parts of a period; none if they would be shorter than their overlap. */
	private divided(head: TimedPage, wanted: number): Period[] {
		const { since = 0, to } = head.period;
		const end = to ?? newestTime(head.records, this.listing.time) ?? head.now;
		const count = Math.min(Math.max(2, wanted), MOST_PARTS, Math.floor((end - since) / OVERLAP_MS));
		if (count < 2) return [];
		const bounds = Array.from({ length: count }, (_, index) =>
			Math.floor(since + ((end - since) * index) / count),
		);
		return bounds.map((bound, index) => ({ since: bound, to: bounds[index + 1] ?? to }));
	}
}
