/**
 * Pages of a list, read from its end: each must show a record of the pages before it again, and there
 * must be as many as there are places, so that none is missing between them.
 */
import type { IDataObject } from 'n8n-workflow';

import { newestTime } from './listing';

/** Records of a list that have been read, newest first. */
export interface PageRead {
	/** How many records are newer than the first. */
	at: number;
	/** How many were requested. */
	size: number;
	records: IDataObject[];
	/** How many records the platform says that there are. */
	total: number | undefined;
}

export interface Chained {
	key: (record: IDataObject) => string;
	time: (record: IDataObject) => number;
}

/** How often pages may not fit in one poll. */
const MISFITS = 40;

/** How often a part is read again without finding anything new, because fewer records came than there are. */
const AGAIN = 12;

/** Where to read next, and whether the page was one that could be added. */
interface Added {
	end: number;
	fits: boolean;
}

export class Chain {
	private readonly keys = new Set<string>();
	/** Read but not yet yielded: others of the same time may follow. */
	private held: Array<{ record: IDataObject; time: number }> = [];
	/** How many records are older than those held. */
	private older = 0;
	private misfits = 0;
	private again = 0;
	/** How many records were known when fewer had been received than there are. */
	private knownBefore = 0;
	/** How many records have disappeared from the list since its first page, and how many there were before. */
	private left = 0;
	private totalBefore = 0;
	/** What is older than this time is complete. */
	private completeBefore = -Infinity;
	/** Whether a page was added. */
	begun = false;

	/**
	 * @param surplus how many more records there are than the platform says
	 * @param known records, one of which the first page must show again, unless there are none
	 */
	constructor(
		private readonly list: Chained,
		private surplus: number,
		private readonly known: readonly IDataObject[] = [],
	) {}

	/** The list changes faster than it can be read. */
	get isHopeless(): boolean {
		return this.misfits > MISFITS;
	}

	/**
	 * Adds the next page.
	 * @returns the position to which the page after it leads; where it did not fit, that from which to read again
	 */
	add(page: PageRead): Added {
		const { at, size, records, total } = page;
		if (this.mayHaveGap(page)) {
			this.misfits++;
			return { end: at + 2 * size, fits: false };
		}
		// A page that is not full reaches to the end: one response then shows exactly how many there are.
		if (total !== undefined && records.length > 0 && records.length < size) this.surplus = at + records.length - total;
		const expected = total === undefined ? undefined : total + this.surplus;
		// The list has grown since its end was found: the oldest records are farther away.
		if (!this.begun && expected !== undefined && expected > at + size) {
			this.misfits++;
			return { end: expected, fits: false };
		}
		this.begun = true;
		this.hold(records);
		const newest = newestTime(records, this.list.time);
		if (expected === undefined) this.completeBefore = this.newestHeld() ?? Infinity;
		else if (newest !== undefined) return this.count(page, expected, newest);
		return { end: at, fits: true };
	}

	/** Whether records can be between a page and those before it. If a total is stated, those of one time are counted instead: they may be in a different order on each page. */
	private mayHaveGap({ size, records, total }: PageRead): boolean {
		const { key, time } = this.list;
		// A page that is not full reaches to the end: nothing can be between.
		if (records.length < size || records.some((record) => this.keys.has(key(record)))) return false;
		if (!this.begun) return total === undefined && this.known.length > 0 && !this.known.some((one) => records.some((record) => key(record) === key(one)));
		const newest = this.newestHeld();
		return total === undefined || !records.some((record) => time(record) === newest);
	}

	private newestHeld(): number | undefined {
		return newestTime(this.held, ({ time }) => time);
	}

	/** Whether as many records have been received as there are, except for those with the newest time of a page, which the next one may have, too. */
	private count({ at, records, total }: PageRead, expected: number, newest: number): Added {
		const { time } = this.list;
		// Those that have disappeared may have been read, and do not count as others that were not.
		this.left += Math.max(0, this.totalBefore - total!);
		this.totalBefore = total!;
		const isAll = at === 0;
		const newer = isAll ? 0 : at + records.filter((record) => time(record) === newest).length;
		// A page of one time says nothing about what is older.
		if (!isAll && newer === at + records.length) return { end: at, fits: true };
		const known = isAll ? this.keys.size : this.keys.size - this.held.filter((one) => one.time >= newest).length;
		if (known - this.left < expected - newer && this.isWorthReadingAgain()) return { end: Math.max(at, Math.min(expected, expected - this.older + this.left)), fits: false };
		this.completeBefore = isAll ? Infinity : Math.max(this.completeBefore, newest);
		this.older = expected - newer;
		return { end: at, fits: true };
	}

	/** It is, as long as that finds something new, and a dozen times more: records of one time may be in a different order on each page. */
	private isWorthReadingAgain(): boolean {
		this.again = this.keys.size > this.knownBefore ? 0 : this.again + 1;
		this.knownBefore = this.keys.size;
		return this.again < AGAIN;
	}

	/** Whether a page that was read first continues from here: then everything in between has been read. */
	joins({ records, total }: PageRead): boolean {
		const fresh = records.filter((record) => !this.keys.has(this.list.key(record)));
		if (fresh.length === records.length) return false;
		if (total === undefined || this.again >= AGAIN) return true;
		// Some of the known records may have been added since that page: they are only in the totals of later ones.
		return this.keys.size - this.left + fresh.length >= Math.max(total, this.totalBefore) + this.surplus;
	}

	private hold(records: readonly IDataObject[]): void {
		for (const record of records) {
			const key = this.list.key(record);
			if (!this.keys.has(key)) this.held.push({ record, time: this.list.time(record) });
			this.keys.add(key);
		}
	}

	/** All that is left, with a last page. */
	rest(last: readonly IDataObject[]): IDataObject[] {
		this.hold(last);
		return this.held.map(({ record }) => record);
	}

	/** What is complete, and the newest time that may not be. */
	complete(): { records: IDataObject[]; reached: number | undefined } {
		const isHeld = ({ time }: { time: number }) => time >= this.completeBefore;
		const records = this.held.filter((one) => !isHeld(one)).map(({ record }) => record);
		this.held = this.held.filter(isHeld);
		return { records, reached: this.completeBefore === -Infinity ? undefined : this.completeBefore };
	}
}
