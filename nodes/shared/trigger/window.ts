/**
 * Reading a list that the platform gives newest first, from a time on, so that nothing in it is
 * missed: in slices that are complete, however the pages move under the reader.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../declare/wire';
import { recordsOf, totalTold } from '../declare/lists';
import type { Input, RequestOperation } from '../declare/operation';
import { WIDTH } from '../engine/lanes';
import { clock } from '../support/clock';

/** What a poll may do, and how long. */
export interface Poll {
	ask(operation: RequestOperation, input: Partial<Input>, page?: IDataObject): Promise<Answer>;
	/** Milliseconds that are left of its time. */
	left(): number;
	/** How many events it may hand on. */
	readonly most: number;
	/** An error of the node in its own words. */
	problem(message: string, description: string): Error;
	/**
	 * What was read of one record; nothing, and a warning, when the platform refuses just that one: it is
	 * no reason to keep the others waiting.
	 */
	readable<T>(of: string, reading: Promise<T>): Promise<T | undefined>;
}

/** A list, and how to ask for a part of it by time. */
export interface Listing {
	operation: RequestOperation;
	/** Path and filters. */
	input: Partial<Input>;
	/** The parameters for what was listed from a time on, until a time. */
	within: (from: number | undefined, until: number | undefined) => IDataObject;
	/** Records of a page. */
	size: number;
	key: (record: IDataObject) => string;
	time: (record: IDataObject) => number;
}

interface Page {
	records: IDataObject[];
	total: number | undefined;
	/** Where the next page is. */
	next: number | undefined;
	/** Whether that page begins with the last record of this one. */
	overlaps: boolean;
	/** The platform's time. */
	now: number;
}

export interface Part {
	records: IDataObject[];
	/** Up to where the list was read completely. */
	reached: number;
	/** The platform's time. */
	now: number;
}

/** Records of a slice, or as many as a poll may hand on. */
const RECORDS = 500;

/** Most records of the look-back that are read again. */
const LOOK_BACK_RECORDS = 10_000;

/** Two slices overlap by this, whether the platform counts their ends in or not. */
const OVERLAP_MS = 1;

/** Shortest slice: the platform's times may be whole seconds. */
const STEP_MS = 1_000;

/** How often a page may have lost its place in one slice. */
const PLACES_LOST = 20;

/** The platform's own time, as an answer tells it. */
export function timeOf(answer: Answer): number {
	const told = Date.parse(answer.headers.date ?? '');
	return Number.isNaN(told) ? clock.now() : told;
}

/** The time of a record; without one it counts as what just came. */
export const timeOr = (now: number, ...times: unknown[]): number => times.map((time) => Date.parse(String(time))).find((time) => !Number.isNaN(time)) ?? now;

const HOUR_MS = 3_600_000;

/**
 * Where a stream begins: at the newest record, as the clock of the gateway may be ahead of that which
 * dates records. Where there is none all that comes is new.
 */
export const beginning = (now: number, newest: number | undefined): number => Math.min(now, newest === undefined || Number.isNaN(newest) ? now - HOUR_MS : newest);

/** Does the same for all, so many at a time. */
export async function forAll<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
	const done: R[] = [];
	for (let from = 0; from < all.length; from += WIDTH) done.push(...(await Promise.all(all.slice(from, from + WIDTH).map(work))));
	return done;
}

export class Reader {
	private slowestMs = 0;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/**
	 * Complete slices from `cursor` on, oldest first; the first one begins at `from`, as far before the
	 * cursor as late records are looked for. Usually that is one slice and one request. What is too
	 * much for one poll comes in slices of a size that its time permits.
	 */
	async *slices(from: number, cursor: number): AsyncGenerator<Part> {
		let start = from;
		let at = cursor;
		for (;;) {
			const { part, until } = await this.slice(start, at);
			yield part;
			if (until === undefined || this.poll.left() <= this.slowestMs) return;
			at = until;
			start = until - OVERLAP_MS;
		}
	}

	/** All from `from` on, or until a time that is after `at`. */
	private async slice(from: number, at: number): Promise<{ part: Part; until: number | undefined }> {
		let start = from;
		let until: number | undefined;
		let most = Math.max(RECORDS, this.poll.most);
		for (;;) {
			const read = await this.whole(start, until, most);
			const { newest, now } = read;
			if (read.records) {
				// Never beyond a record that was seen, nor beyond the platform's time: one of the two may be ahead.
				const reached = Math.max(at, Math.min(until ?? newest ?? at, now));
				return { part: { records: read.records, reached, now }, until };
			}
			const end = until ?? newest ?? now;
			const share = Math.min(0.5, (0.8 * read.most) / (read.total ?? read.most));
			if (end - at > STEP_MS) until = at + Math.max(STEP_MS, Math.floor((end - at) * share));
			// The rest is the look-back, which is cut down only when there is no other way.
			else if (most < LOOK_BACK_RECORDS) most = LOOK_BACK_RECORDS;
			else if (at - start > STEP_MS) start = at - Math.floor((at - start) * share);
			else most = Infinity;
		}
	}

	/** So many records, if half of the time that is left is enough for them; one page at least. */
	private inTime(records: number): number {
		const { size } = this.listing;
		const pages = Math.floor(this.poll.left() / Math.max(1, this.slowestMs) / 2);
		return records === Infinity ? Infinity : Math.max(size, Math.min(records, pages * size));
	}

	/** All records of a time, unless there are more than `wanted`, or than there is time for. */
	private async whole(from: number, until: number | undefined, wanted: number) {
		const { key, time, size, operation } = this.listing;
		const first = operation.pages!.first;
		const found = new Map<string, IDataObject>();
		let newest: number | undefined;
		let most: number | undefined;
		let lost = 0;
		let overlaps = false;
		for (let at = first; ; ) {
			const page = await this.page({ from, until, at, size });
			const { records, total, now } = page;
			most ??= this.inTime(wanted);
			for (const record of records) if (time(record) > (newest ?? -Infinity)) newest = time(record);
			const place = records[0] && key(records[0]);
			if (at > first && overlaps && (place === undefined || !found.has(place))) {
				// Records left the list, and others took their places on pages that were read.
				if (++lost > PLACES_LOST) throw this.poll.problem('The list of the platform changes faster than it can be read', 'The next poll tries again.');
				at = Math.max(first, at - size);
				continue;
			}
			for (const record of records) found.set(key(record), record);
			if (found.size > most || (total ?? 0) > most) return { newest, now, total, most };
			if (page.next === undefined) return { records: [...found.values()], newest, now, total, most };
			at = page.next;
			overlaps = page.overlaps;
		}
	}

	/** The newest records, page by page. */
	async *newest(size = this.listing.size, first = this.listing.operation.pages!.first): AsyncGenerator<Page> {
		for (let at: number | undefined = first; at !== undefined; ) {
			const page: Page = await this.page({ at, size });
			yield page;
			at = page.next;
		}
	}

	/** The oldest record: where the platform tells how many there are, without reading all. */
	async oldest(): Promise<IDataObject | undefined> {
		const { first } = this.listing.operation.pages!;
		const { total } = await this.page({ at: first, size: 1 });
		let oldest: IDataObject | undefined;
		for await (const { records } of total === undefined ? this.newest() : this.newest(1, first + Math.max(0, total - 1))) oldest = records.at(-1) ?? oldest;
		return oldest;
	}

	private async page({ from, until, at, size }: { from?: number; until?: number; at: number; size: number }): Promise<Page> {
		const { operation, input, within } = this.listing;
		const pages = operation.pages!;
		const times = within(from, until);
		const place = pages.where === 'body' ? { body: { ...(input.body as IDataObject), ...times } } : { query: { ...input.query, ...times } };
		const started = clock.elapsed();
		const answer = await this.poll.ask(operation, { ...input, ...place }, {
			[(pages.size ?? pages.sizedBy)!]: size,
			...(at === pages.first ? {} : { [pages.at!]: at }),
		});
		this.slowestMs = Math.max(this.slowestMs, clock.elapsed() - started);
		const records = recordsOf(answer.body, operation.answers.root);
		if (!records) throw this.poll.problem('The platform answered in a form that is not a list', 'The answer has none of the fields in which lists come. Nothing was handed on.');
		const next = pages.next({ answer, count: records.length, at, size });
		// Pages that are counted by records can begin with the last record of the page before.
		const overlaps = next !== undefined && pages.at === 'offset' && records.length > 1;
		return {
			records,
			total: totalTold(answer, operation.answers.root),
			next: overlaps ? next - 1 : next,
			overlaps,
			now: timeOf(answer),
		};
	}
}
