/** Notices lists that repeat themselves, or end before all of their records were read. */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { ListTruncated, type Page } from '../../declare/lists/paging';
import { isAbsent } from '../../support/nothing';

/** What identifies a record: its key, or its whole content if it has none. */
export function markOf(record: IDataObject, key: string | undefined): unknown {
	const value: unknown = (key === undefined ? undefined : record?.[key]) ?? record;
	return typeof value === 'object' ? JSON.stringify(value) : value;
}

/**
 * How sure it is that a page has the same records as the previous one, in any order; undefined if
 * it does not. If records have a key, this is certain. Without a key, different records may be
 * equal by coincidence. That is unlikely if the page has several records that all differ, or only
 * one although more were requested.
 */
export function repetitionOf(
	previous: unknown[] | undefined,
	current: unknown[],
	isKeyed: boolean,
	size: number,
): Page['repeats'] {
	if (previous?.length !== current.length || !previous.includes(current[0])) return undefined;
	const previousMarks = new Set(previous);
	const distinct = new Set(current);
	if (previousMarks.size !== distinct.size || current.some((mark) => !previousMarks.has(mark)))
		return undefined;
	return isKeyed || (distinct.size === current.length && (current.length > 1 || size > 1))
		? 'certainly'
		: 'perhaps';
}

/**
 * How many empty pages in a row are read, if the list continues: a filtered log of 200,000 entries
 * may have that many.
 */
const MAX_EMPTY_PAGES = 1_000;

/**
 * Stops the reading of a list that repeats itself. A list that grows while it is read repeats some
 * records. But after as many repeated records in a row as there were new ones, the list repeats
 * itself from its start, and would do so without end.
 */
export class RepetitionGuard {
	/** Records that were read for the first time. */
	newCount = 0;
	/** Records that were repeated since the last new one. */
	private repeatedCount = 0;
	private emptyPages = 0;
	/** Hashes of the pages that were read, if the records have no key. */
	private readonly pages = new Set<string>();

	constructor(private readonly isKeyed: boolean) {}

	/**
	 * Takes note of a page. Without a key, repetition is only noticed if a whole page is repeated.
	 * @param newOnPage how many of its records have not been read before
	 * @param isAnnounced a total says that there are more. Then a page of one row, or with equal
	 * rows, is not taken for a repeated one: two rows `{ "value": 1 }` may be different records
	 */
	notePage(marks: readonly unknown[], newOnPage: number, isAnnounced: boolean): void {
		this.emptyPages = marks.length === 0 ? this.emptyPages + 1 : 0;
		const isAgain =
			this.isKeyed || marks.length === 0 ? newOnPage === 0 : this.wasSeenBefore(marks, isAnnounced);
		this.repeatedCount = isAgain ? this.repeatedCount + marks.length : 0;
		if (!isAgain) this.newCount += newOnPage;
	}

	/**
	 * @throws ListTruncated if further pages would have nothing new
	 * @param total how many records the list has, if that is known
	 */
	checkGoesOn(total: number | undefined): void {
		if (!this.isStuck) return;
		throw new ListTruncated(
			this.newCount,
			total !== undefined && total > this.newCount ? total : undefined,
		);
	}

	/** Whether further pages would have nothing new. */
	get isStuck(): boolean {
		return (
			this.emptyPages >= MAX_EMPTY_PAGES ||
			(this.repeatedCount > 0 && this.repeatedCount >= this.newCount)
		);
	}

	private wasSeenBefore(marks: readonly unknown[], isAnnounced: boolean): boolean {
		if (isAnnounced && (marks.length < 2 || new Set(marks).size < marks.length)) return false;
		const page = createHash('sha256')
			.update([...marks].sort().join('\n'))
			.digest('base64');
		if (this.pages.has(page)) return true;
		this.pages.add(page);
		return false;
	}
}

/**
 * Compares the records that were read with the totals of the list. If the list grows meanwhile, the
 * smallest total counts.
 */
export class TotalGuard {
	private smallestTotal = Infinity;

	/** @param readCount how many records are before the first page that is read */
	constructor(private readCount: number) {}

	/**
	 * Takes note of a page.
	 * @param count how many records came with it for the first time
	 */
	notePage(total: number | undefined, count: number): void {
		this.smallestTotal = Math.min(this.smallestTotal, total ?? Infinity);
		this.readCount += count;
	}

	/** @throws ListTruncated if the list has ended before as many records as its total were read */
	checkEnd(): void {
		if (this.smallestTotal !== Infinity && this.readCount < this.smallestTotal)
			throw new ListTruncated(this.readCount, this.smallestTotal);
	}
}

/**
 * How many records are remembered in each generation: a list that changes repeats recent records,
 * not those read long ago.
 */
export const MAX_REMEMBERED_IDS = 20_000;

/** Deduplication: remembers which records have been read, in two generations of limited size. */
export class SeenRecords {
	private newer = new Set<unknown>();
	private older: ReadonlySet<unknown> = new Set();

	constructor(private readonly generationSize: number) {}

	/**
	 * The records that have not been read before, which count as read from now on. Without a key, all
	 * count as new.
	 */
	unreadOf(records: IDataObject[], key: string | undefined): IDataObject[] {
		return key === undefined ? records : records.filter((record) => this.isFirst(record?.[key]));
	}

	isFirst(key: unknown): boolean {
		if (isAbsent(key)) return true;
		if (this.older.has(key)) return false;
		const { size } = this.newer;
		// One access for each record of a long list, not two.
		if (this.newer.add(key).size === size) return false;
		if (size + 1 >= this.generationSize) {
			this.older = this.newer;
			this.newer = new Set();
		}
		return true;
	}
}
