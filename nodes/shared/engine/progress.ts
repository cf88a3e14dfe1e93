/** Whether the pages of a list still bring anything new. */
import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { ListTruncated, type Page } from '../declare/lists/paging';

/** What identifies a record: its key, or else all of it. A text or a number is not copied: a long list has one for each record. */
export function markOf(record: IDataObject, key: string | undefined): unknown {
	const value: unknown = (key === undefined ? undefined : record?.[key]) ?? record;
	return typeof value === 'object' ? JSON.stringify(value) : value;
}

/**
 * Whether a page has the same records as the one before, in whichever order. Records without a key may be equal without being the same.
 * But it cannot be a coincidence if a page of different records comes twice, or twice a single record where more were asked for.
 */
export function repeated(
	before: unknown[] | undefined,
	now: unknown[],
	keyed: boolean,
	size: number,
): Page['repeats'] {
	if (before?.length !== now.length || !before.includes(now[0])) return undefined;
	const marksBefore = new Set(before);
	const different = new Set(now);
	if (marksBefore.size !== different.size || now.some((mark) => !marksBefore.has(mark)))
		return undefined;
	return keyed || (different.size === now.length && (now.length > 1 || size > 1))
		? 'certainly'
		: 'perhaps';
}

/** Empty pages in a row of a list that says each time that it continues: a filtered log of 200,000 entries may have as many. */
const EMPTY_MOST = 1_000;

/**
 * Counts what pages bring again. A list that grows while it is read shows some records again; one that has shown as many again as there
 * were goes around, and would without end.
 */
export class Progress {
	/** Records that came for the first time. */
	fresh = 0;
	/** Records that came again since anything new came. */
	private again = 0;
	private empty = 0;
	/** Pages of records that have no key. */
	private readonly pages = new Set<string>();

	constructor(private readonly keyed: boolean) {}

	/**
	 * Without a key only a whole page is known again.
	 * @param freshCount how many of its records have not been read before
	 * @param isAnnounced a total says that there are more: then equal rows, alone or on one page, may be different records
	 */
	note(marks: readonly unknown[], freshCount: number, isAnnounced: boolean): void {
		this.empty = marks.length === 0 ? this.empty + 1 : 0;
		const isAgain =
			this.keyed || marks.length === 0 ? freshCount === 0 : this.hasComeAgain(marks, isAnnounced);
		this.again = isAgain ? this.again + marks.length : 0;
		if (!isAgain) this.fresh += freshCount;
	}

	/** @throws ListTruncated if reading on would bring nothing. @param total how many records the list has, if that is known */
	checkGoesOn(total: number | undefined): void {
		if (!this.isNone) return;
		throw new ListTruncated(
			this.fresh,
			total !== undefined && total > this.fresh ? total : undefined,
		);
	}

	/** Whether reading on would bring nothing. */
	get isNone(): boolean {
		return this.empty >= EMPTY_MOST || (this.again > 0 && this.again >= this.fresh);
	}

	private hasComeAgain(marks: readonly unknown[], isAnnounced: boolean): boolean {
		if (isAnnounced && (marks.length < 2 || new Set(marks).size < marks.length)) return false;
		const page = createHash('sha256')
			.update([...marks].sort().join('\n'))
			.digest('base64');
		if (this.pages.has(page)) return true;
		this.pages.add(page);
		return false;
	}
}

/** How many records a list says that it has. If it grows while it is read, only those that were there from the beginning must come. */
export class Announced {
	private least = Infinity;

	/** @param came how many records are before the first page that is read */
	constructor(private came: number) {}

	/** Takes note of a page. @param count how many records came with it for the first time */
	note(total: number | undefined, count: number): void {
		this.least = Math.min(this.least, total ?? Infinity);
		this.came += count;
	}

	/** @throws ListTruncated if the list has ended before all that was announced came */
	checkEnd(): void {
		if (this.least !== Infinity && this.came < this.least)
			throw new ListTruncated(this.came, this.least);
	}
}

/** A list that moves while it is read repeats records of the page before, not of long ago. */
export const REMEMBERED = 20_000;

/** Which records have been read: two generations of them, each of limited size. */
export class ReadRecords {
	private newer = new Set<unknown>();
	private older: ReadonlySet<unknown> = new Set();

	constructor(private readonly most: number) {}

	/** Those of some records that are read for the first time; all, if nothing identifies them. They count as read then. */
	unreadOf(records: IDataObject[], key: string | undefined): IDataObject[] {
		return key === undefined ? records : records.filter((record) => this.isFirst(record?.[key]));
	}

	isFirst(key: unknown): boolean {
		if (key === undefined || key === null) return true;
		if (this.older.has(key)) return false;
		const { size } = this.newer;
		// One look-up for each record of a long list, not two.
		if (this.newer.add(key).size === size) return false;
		if (size + 1 >= this.most) {
			this.older = this.newer;
			this.newer = new Set();
		}
		return true;
	}
}
