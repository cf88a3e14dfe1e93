/**
 * Pages of a list, read from its end: each must show a record of the pages before it again, and there
 * must be as many as there are places, so that none is missing between them.
 */
import type { IDataObject } from 'n8n-workflow';

/** Records of a list that have been read, newest first. */
export interface PageRead {
	/** How many records are newer than the first. */
	at: number;
	/** How many were asked for. */
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

/** How often a part is read again because fewer records came than there are. */
const AGAIN = 12;

export class Chain {
	private readonly keys = new Set<string>();
	/** Read but not yet yielded: others of the same time may follow. */
	private held: IDataObject[] = [];
	private heldFrom: number;
	private misfits = 0;
	private again = 0;
	/** How many records have left the list since its first page, and how many there were before. */
	private left = 0;
	private totalBefore = 0;
	/** The place up to which is read again: until then what is held has gaps. */
	private againTo = Infinity;
	/** Whether a page was added. */
	begun = false;
	/** Whether something was yielded. */
	yielded = false;

	/**
	 * @param end the place behind the oldest record
	 * @param surplus how many more there are than the platform says
	 */
	constructor(
		private readonly list: Chained,
		private end: number,
		private readonly surplus: number,
	) {
		this.heldFrom = end;
	}

	/** The list changes faster than it can be read. */
	get isHopeless(): boolean {
		return this.misfits > MISFITS;
	}

	/**
	 * Adds the next page.
	 * @returns the place to which the page after it leads; where it did not fit, that from which to read again
	 */
	add(page: PageRead): { end: number; fits: boolean } {
		const { at, size, records, total } = page;
		const { key } = this.list;
		// A page that is not full reaches to the end: nothing can be between.
		if (this.begun && records.length === size && !records.some((record) => this.keys.has(key(record)))) {
			this.misfits++;
			return { end: at + 2 * size, fits: false };
		}
		// The list has grown since its end was found: the oldest records are farther away.
		if (!this.begun && total !== undefined && total + this.surplus > at + size) {
			this.misfits++;
			this.heldFrom = this.end = total + this.surplus;
			return { end: this.end, fits: false };
		}
		this.begun = true;
		this.hold(records);
		// Those that have left were read perhaps, and do not stand for others that were not.
		this.left += Math.max(0, this.totalBefore - (total ?? 0));
		this.totalBefore = total ?? 0;
		// Of one time records may be in a different order on each page.
		if (total !== undefined && this.keys.size - this.left < total + this.surplus - at && this.again++ < AGAIN) {
			this.againTo = Math.min(this.againTo, at);
			return { end: Math.max(at, this.heldFrom), fits: false };
		}
		if (at <= this.againTo) this.againTo = Infinity;
		return { end: at, fits: true };
	}

	/** Whether a page that was read first continues from here: then everything in between has been read. */
	joins({ records, total }: PageRead): boolean {
		const fresh = records.filter((record) => !this.keys.has(this.list.key(record)));
		return fresh.length < records.length && (total === undefined || this.again >= AGAIN || this.keys.size + fresh.length >= total + this.surplus);
	}

	private hold(records: readonly IDataObject[]): void {
		for (const record of records) {
			const key = this.list.key(record);
			if (!this.keys.has(key)) this.held.push(record);
			this.keys.add(key);
		}
	}

	/** All that is left, with a last page. */
	rest(last: readonly IDataObject[]): IDataObject[] {
		this.hold(last);
		return this.held;
	}

	/** What is complete: all but the newest time, which the next page may have, too. */
	complete({ at, size }: PageRead): { records: IDataObject[]; reached: number | undefined } {
		if (this.againTo < Infinity) return { records: [], reached: undefined };
		const { time } = this.list;
		const times = this.held.map(time).filter((each) => !Number.isNaN(each));
		const reached = times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
		const isHeld = (record: IDataObject) => time(record) === reached;
		const records = this.held.filter((record) => !isHeld(record));
		if (records.length === 0) return { records, reached };
		this.held = this.held.filter(isHeld);
		this.heldFrom = Math.min(this.end, at + size);
		this.yielded = true;
		return { records, reached };
	}
}
