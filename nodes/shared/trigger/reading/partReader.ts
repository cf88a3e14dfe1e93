/**
 * Reads all records of a list since a time, in complete parts, oldest first. The caller can stop
 * after any part.
 *
 * The platform lists only a limited number of records of a period. A period with more records is
 * divided into equal ones, and these are divided again if necessary. A period that is too short to
 * be divided is read as far as the platform lists it. A part is what was read of one period.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Clocks, newestTime, trustedNewest } from '../clocks';
import { type Poll, TIME_UP_MS } from '../pollRequests';
import type { Listing, Period } from './listing';
import { isTooLong, readPeriod } from './readPeriod';
import { firstPageOf, OVERLAP_MS, type TimedPage } from './timedPage';

/**
 * What was read of one period. Together with the parts before it, it is everything up to `reached`,
 * unless it is cut.
 */
export interface Part extends Clocks {
	records: IDataObject[];
	/** The time up to which all records were read; absent if the list was read to its end. */
	reached?: number;
	/** The platform does not list all records of this part. */
	isCut?: boolean;
	/**
	 * The time of the newest record of the whole list, but never later than the platform's time.
	 */
	newestAt: number | undefined;
}

type PeriodResult = Awaited<ReturnType<typeof readPeriod>>;

/** What was read of a period to find out how long it is. */
interface OpenedPeriod {
	/** Its first page. */
	head: TimedPage;
	/** Whether it has more records than are read of one period, so that it is divided. */
	isLong: boolean;
	/** What was read of it, if it is short. */
	result?: PeriodResult;
}

/** A part without the facts about the whole list. */
type PartOfPeriod = Omit<Part, 'newestAt' | keyof Clocks>;

const partOf = ({ period }: TimedPage, { records, isComplete }: PeriodResult): PartOfPeriod => ({
	records,
	reached: period.to,
	isCut: !isComplete,
});

/**
 * How many periods are requested at once. A period is also divided into this many, except for the
 * whole time since the watermark: if that has a total, the total says into how many.
 */
const PERIODS_AT_ONCE = 8;

/** Into how many periods a period is divided at most, because its total may be wrong. */
const MAX_PERIODS = 64;

/**
 * How full a period should be, as a share of `maxPerPeriod`: records are not spread evenly, so some
 * periods have more.
 */
const EXPECTED_SHARE = 0.5;

/** A period with up to this share of `maxPerPeriod` is short, and read at once. */
const SHORT_SHARE = 0.25;

export class PartReader {
	/** Whether totals are believed. They are not after one was found to be wrong. */
	private believesTotals = true;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/** Reads all records since a time in parts, oldest first; usually it is one part. */
	async *parts(since: number): AsyncGenerator<Part, void> {
		const { maxPerPeriod, time } = this.listing;
		const period = await this.openPeriod({ since: since - OVERLAP_MS });
		const { head } = period;
		const newestAt = trustedNewest(head.now, newestTime(head.records, time));
		const count =
			head.total === undefined
				? PERIODS_AT_ONCE
				: Math.ceil(head.total / (maxPerPeriod * EXPECTED_SHARE));
		const { now, laterClock } = head;
		for await (const part of this.partsFrom(period, count))
			yield { ...part, newestAt, now, laterClock };
	}

	/**
	 * Reads all records since a time.
	 * @returns undefined if the time of the poll was up before
	 */
	async allSince(since: number): Promise<IDataObject[] | undefined> {
		const allRecords: IDataObject[] = [];
		try {
			for await (const { records } of this.parts(since)) allRecords.push(...records);
			return allRecords;
		} catch (error) {
			if (this.poll.leftMs() > TIME_UP_MS) throw error as Error;
			return undefined;
		}
	}

	/** Reads the newest records, as many as are read of one period. */
	async newestRecords(): Promise<IDataObject[]> {
		const head = await firstPageOf(this.poll, this.listing);
		return (await readPeriod(this.poll, this.listing, head)).records;
	}

	/** Reads a period: at once if it fits into one part, and divided if not. */
	private async *partsFrom(
		{ head, isLong, result: opened }: OpenedPeriod,
		count = PERIODS_AT_ONCE,
	): AsyncGenerator<PartOfPeriod, void> {
		if (isLong) {
			yield* this.divideAndRead(head, count);
			return;
		}
		const result = opened ?? (await readPeriod(this.poll, this.listing, head));
		if (result.isComplete) {
			yield partOf(head, result);
			return;
		}
		// The period seemed to fit into one part, so its total was too small. From now on, no total is
		// believed, because other periods might be read in vain, too. (This can still happen to the
		// periods that were opened together with this one.)
		this.believesTotals = false;
		yield* this.divideAndRead(head, PERIODS_AT_ONCE);
	}

	/**
	 * Reads the periods into which one is divided. If it is too short to be divided, it is read as
	 * far as the platform lists it.
	 */
	private async *divideAndRead(head: TimedPage, count: number): AsyncGenerator<PartOfPeriod, void> {
		const periods = this.divide(head, count);
		if (periods.length > 0) yield* this.partsOfPeriods(periods);
		else yield partOf(head, await readPeriod(this.poll, this.listing, head, true));
	}

	/**
	 * Reads periods, a few at a time. If there are many because of a total that turns out to be
	 * wrong, the rest is read as one period.
	 */
	private async *partsOfPeriods(periods: readonly Period[]): AsyncGenerator<PartOfPeriod, void> {
		for (let first = 0; first < periods.length; first += PERIODS_AT_ONCE) {
			const wasDividedByWrongTotal = first > 0 && !this.believesTotals;
			if (wasDividedByWrongTotal) {
				const rest = { since: periods[first]!.since, to: periods.at(-1)!.to };
				yield* this.partsFrom(await this.openPeriod(rest));
				return;
			}
			const openings = periods
				.slice(first, first + PERIODS_AT_ONCE)
				.map(async (period) => await this.openPeriod(period));
			// Failures are thrown below, in the order of the periods. Until then, they must not
			// count as unhandled.
			for (const opening of openings) opening.catch(() => undefined);
			for (const opening of openings) yield* this.partsFrom(await opening);
		}
	}

	/**
	 * Finds out how long a period is. A short one is read completely at once. Of a longer one, only
	 * the first page is read, and the last one where that decides: the caller may stop before it.
	 */
	private async openPeriod(period: Period): Promise<OpenedPeriod> {
		const { poll, listing } = this;
		const page = await firstPageOf(poll, listing, period);
		const isLong = await isTooLong(poll, listing, this.withCredibleTotal(page));
		// The last page shows that the total is too large.
		if (!isLong && (page.total ?? 0) > listing.maxPerPeriod) this.believesTotals = false;
		// Again, because `believesTotals` may just have changed.
		const head = this.withCredibleTotal(page);
		const isShort = !isLong && (head.total ?? Infinity) <= listing.maxPerPeriod * SHORT_SHARE;
		return {
			head,
			isLong,
			...(isShort && { result: await readPeriod(poll, listing, head) }),
		};
	}

	/**
	 * A page without its total if totals are not believed any more. What is left of it only says that
	 * more records follow, but not how many.
	 */
	private withCredibleTotal(page: TimedPage): TimedPage {
		if (this.believesTotals) return page;
		const { total, records } = page;
		return { ...page, total: (total ?? 0) > records.length ? Infinity : undefined };
	}

	/**
	 * Divides a period into equal ones.
	 * @param count how many periods are wanted
	 * @returns the periods; none if even two would be shorter than their overlap
	 */
	private divide(head: TimedPage, count: number): Period[] {
		const { since = 0, to } = head.period;
		const end = to ?? newestTime(head.records, this.listing.time) ?? head.now;
		const periods = Math.min(
			Math.max(2, count),
			MAX_PERIODS,
			Math.floor((end - since) / OVERLAP_MS),
		);
		if (periods < 2) return [];
		const bounds = Array.from({ length: periods }, (_, index) =>
			Math.floor(since + ((end - since) * index) / periods),
		);
		return bounds.map((bound, index) => ({ since: bound, to: bounds[index + 1] ?? to }));
	}
}
