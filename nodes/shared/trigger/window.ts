/**
 * Reading a list that the platform gives newest first, from a time on, so that nothing in it is
 * missed: from its end, in slices that are complete, however the pages move under the reader.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../declare/wire';
import { recordsOf, totalTold } from '../declare/lists';
import type { Input, RequestOperation } from '../declare/operation';
import type { Paging } from '../declare/paging';
import { WIDTH } from '../transport/lanes';
import { clock } from '../support/clock';
import { Chain, type PageRead } from './chain';

/** What a poll may do, and how long. */
export interface Poll {
	ask(operation: RequestOperation, input: Partial<Input>, page?: IDataObject): Promise<Answer>;
	/** Milliseconds that are left of its time. */
	left(): number;
	/** A part of it, of so many milliseconds at most. */
	part(ms: number): Poll;
	/** An error of the node in its own words. */
	problem(message: string, description: string): Error;
}

/** A list, and how to ask for a part of it by time. */
export interface Listing {
	operation: RequestOperation;
	/** Path and filters. */
	input: Partial<Input>;
	/** The parameters for what was listed from a time on. */
	from: (time: number) => IDataObject;
	/** Records of a page. */
	size: number;
	key: (record: IDataObject) => string;
	time: (record: IDataObject) => number;
}

/** Records of a list, from one place to another. */
interface Window {
	/** How many records are newer than the first. */
	at: number;
	size: number;
	/** The parameters that ask for it. */
	page: IDataObject;
}

interface Page extends PageRead {
	/** Whether there is a page after this one. */
	more: boolean;
	/** The platform's time. */
	now: number;
}

/** What follows a first page. */
interface After {
	/** The size of the pages. */
	size: number;
	/** How many records there are at least. */
	some: number;
}

/** Where a list ends. */
interface End {
	end: number;
	/** How many records there are more than the platform says. */
	surplus: number;
	/** The page that shows it. */
	oldest?: Page;
}

export interface Part {
	records: IDataObject[];
	/** Up to where the list was read, when it was not read to its newest record. */
	reached?: number;
	/** The time of the newest record of the list: never beyond the platform's own. */
	newest: number | undefined;
	/** The platform's time. */
	now: number;
}

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
export const beginning = (now: number, newest: number | undefined): number => newestOf(now, newest) ?? now - HOUR_MS;

/** The time of the newest record, one of the clocks being ahead. */
export const newestOf = (now: number, newest: number | undefined): number | undefined => (newest === undefined || Number.isNaN(newest) ? undefined : Math.min(now, newest));

/** Does the same for all, so many at a time. */
export async function forAll<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
	const done: R[] = [];
	for (let from = 0; from < all.length; from += WIDTH) done.push(...(await Promise.all(all.slice(from, from + WIDTH).map(work))));
	return done;
}

export class Reader {
	private from: number | undefined;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/**
	 * All from a time on, oldest first, in slices between which no two records of one time are parted:
	 * one can stop after any of them. Usually that is one slice and one request.
	 * @param room how many more records are wanted
	 */
	async *slices(from: number, room: () => number = () => Infinity): AsyncGenerator<Part, undefined, undefined> {
		this.from = from;
		let since = clock.elapsed();
		const head = await this.page(this.windowAt(0, this.listing.size));
		// Of pages that are asked for together each takes the time since the one before it came.
		let slowestMs = clock.elapsed() - since;
		const { now } = head;
		const newest = newestOf(now, newestTime(head.records, this.listing.time));
		const after = head.more ? await this.after(head) : undefined;
		if (after === 'shrunk') return yield* this.slices(from, room);
		if (!after) return yield { records: head.records, newest, now };
		const { size } = after;
		const found = await this.end(head, after);
		let { end } = found;
		if (end <= head.records.length) return yield { records: head.records, newest, now };
		let width = 0.5;
		const chain = new Chain(this.listing, end, found.surplus);
		while (end > 0) {
			if (chain.begun && this.poll.left() <= slowestMs) return this.mustGetOn(chain);
			// Where it takes many pages until there is something to hand on, ever more are asked for together.
			const wanted = Math.ceil(room() / size);
			width = Math.min(WIDTH, chain.yielded ? wanted : Math.max(wanted, width * 2));
			since = clock.elapsed();
			for (const asked of found.oldest ? [found.oldest] : this.batch(end, size, width)) {
				found.oldest = undefined;
				const page = await asked;
				slowestMs = Math.max(slowestMs, clock.elapsed() - since);
				since = clock.elapsed();
				const added = chain.add(page);
				end = added.end;
				if (!added.fits) break;
				if (chain.joins(head)) return yield { records: chain.rest(head.records), newest, now };
				const { records, reached } = chain.complete(page);
				if (records.length > 0) yield { records, reached, newest, now };
			}
			if (chain.isHopeless) throw this.poll.problem('The list of the platform changes faster than it can be read', 'The next poll tries again.');
		}
		yield { records: chain.rest([]), newest, now };
	}

	/** A slice that takes longer than a poll would never be handed on: that must not go on in silence. */
	private mustGetOn(chain: Chain): undefined {
		if (!chain.yielded)
			throw this.poll.problem(
				'More records have the same time than one poll can read',
				'Nothing is lost: the next poll tries again. If this persists, poll less often, so that other requests of this credential do not slow it down.',
			);
	}

	/** Pages that end where reading has come to, asked for together; each is waited for in its turn. */
	private batch(end: number, size: number, width: number): Array<Promise<Page>> {
		const asked: Array<Promise<Page>> = [];
		for (let at = end; at > 0 && asked.length < Math.max(1, width); ) {
			const window = this.windowTo(at, size);
			const page = this.page(window);
			// One that fails is heard of when its turn comes; the others need not.
			page.catch(() => undefined);
			asked.push(page);
			at = window.at;
		}
		return asked;
	}

	/** So many records from a place on. */
	private windowAt(at: number, size: number): Window {
		const { pages } = this.listing.operation;
		const counted = pages!.at === 'page';
		const place = counted ? at / size + 1 : at;
		return { at, size, page: { [(pages!.size ?? pages!.sizedBy)!]: size, ...(place === pages!.first ? {} : { [pages!.at!]: place }) } };
	}

	/** A window that ends behind a place, so that it shows the record there, too: that it shows it again proves that none is missing between. */
	private windowTo(end: number, size: number): Window {
		if (end < size) return this.windowAt(0, size);
		if (this.listing.operation.pages!.at !== 'page') return this.windowAt(end + 1 - size, size);
		// Numbered pages: of the sizes that are not much smaller that which wastes least.
		let best = size;
		const waste = (each: number) => Math.ceil((end + 1) / each) * each - end - 1 + (size - each);
		for (let each = size; each > size * 0.75; each--) if (waste(each) < waste(best)) best = each;
		return this.windowAt((Math.ceil((end + 1) / best) - 1) * best, best);
	}

	/**
	 * The size of the pages after the first, and how many records there are at least. A first page that is
	 * smaller than asked for is so because the platform caps its pages, or because there was no more: then
	 * none follows, or only what has moved on since.
	 * The last record of the first page must show again: else some left, and others may stand in their places.
	 * @returns nothing when the first page is all there is
	 */
	private async after(head: Page): Promise<After | 'shrunk' | undefined> {
		const { size, key } = this.listing;
		const some = head.records.length;
		if (some >= size) return { size, some };
		const numbered = this.listing.operation.pages!.at === 'page';
		const at = numbered ? size : some - 1;
		const { records, total } = await this.page(this.windowAt(at, size));
		if (records.length >= size) return { size, some };
		const known = new Set(head.records.map(key));
		if (!numbered && !records.some((record) => known.has(key(record)))) return 'shrunk';
		const last = records.at(-1);
		// Of one time records may stand in another order on each page, so that the last one may show again by chance.
		const isAll = records.length < some && records.every((record) => known.has(key(record))) && Math.max(head.total ?? 0, total ?? 0) <= some;
		if (last === undefined || (isAll && key(last) === key(head.records.at(-1)!))) return undefined;
		// One record alone would show again what was read, and nothing else.
		return { size: Math.max(2, some), some: numbered ? some + records.length : at + records.length };
	}

	/**
	 * How many records there are. What the platform tells is tried: one more than there should be is
	 * asked for, and where that does not fit, or nothing is told, the end is searched for: behind the
	 * first page, then at several places at a time, so that a slow platform leaves time for reading.
	 */
	private async end(head: Page, { size, some: least }: After): Promise<End> {
		let [some, none] = [least, Infinity];
		let told: number | undefined;
		if (head.total !== undefined && head.total > size) {
			const oldest = await this.page(this.windowTo(head.total, size));
			const { records, at } = oldest;
			if (records.length > 0 && records.length < oldest.size) return endAt(at + records.length, oldest.total, oldest);
			if (records.length === 0) [none, told] = [at, oldest.total];
			else some = at + records.length;
		}
		for (let wave = 0; some < none; wave++) {
			const first = Math.ceil(some / size) * size;
			const places = none < Infinity ? spread(first, none, size) : some > size || wave > 0 ? farther(first, some, size) : [first];
			if (places.length === 0) break;
			for (const { at, records, total } of await Promise.all(places.map(async (at) => await this.page(this.windowAt(at, size))))) {
				if (records.length === 0) [none, told] = [Math.min(none, at), total];
				else some = Math.max(some, at + records.length);
				if (records.length > 0 && records.length < size) return endAt(some, total);
			}
		}
		return endAt(some, told);
	}

	/** The newest records, page by page: each begins with the last record of the page before, where the platform lets it. */
	async *newest(size = this.listing.size): AsyncGenerator<Page, undefined, undefined> {
		this.from = undefined;
		for (let at = 0, more = true; more; ) {
			const page = await this.page(this.windowAt(at, size));
			yield page;
			more = page.more;
			at += this.listing.operation.pages!.at === 'page' ? size : page.records.length;
		}
	}

	/** All records, although some leave the list while it is read: those take no others along. */
	async all(most: number): Promise<{ records: IDataObject[]; now: number | undefined }> {
		const { key } = this.listing;
		const found = new Map<string, IDataObject>();
		this.from = undefined;
		let now: number | undefined;
		let foundBefore = -1;
		for (let at = 0; found.size < most; ) {
			const page = await this.page(this.windowAt(at, this.listing.size));
			now ??= page.now;
			if (at > 0 && !page.records.slice(0, 1).some((record) => found.has(key(record)))) {
				// Records left, and others took their places on pages that were read: back, unless that brought nothing.
				if (found.size === foundBefore) break;
				foundBefore = found.size;
				at = Math.max(0, at - this.listing.size);
				continue;
			}
			const known = found.size;
			for (const record of page.records) found.set(key(record), record);
			if (!page.more || (at > 0 && found.size === known)) break;
			at += Math.max(1, page.records.length - 1);
		}
		return { records: [...found.values()], now };
	}

	/** The oldest record. */
	async oldest(): Promise<IDataObject | undefined> {
		const head = await this.page(this.windowAt(0, this.listing.size));
		const after = head.more ? await this.after(head) : undefined;
		if (!after || after === 'shrunk') return head.records.at(-1);
		const { end, oldest } = await this.end(head, after);
		return (oldest ?? (await this.page(this.windowTo(end, after.size)))).records.at(-1);
	}

	private async page({ at, size, page }: Window): Promise<Page> {
		const { operation, input } = this.listing;
		const pages = operation.pages!;
		const times = this.from === undefined ? {} : this.listing.from(this.from);
		const place = pages.where === 'body' ? { body: { ...(input.body as IDataObject), ...times } } : { query: { ...input.query, ...times } };
		const answer = await this.poll.ask(operation, { ...input, ...place }, page);
		const records = recordsOf(answer.body, operation.answers.root);
		if (!records) throw this.poll.problem('The platform answered in a form that is not a list', 'The answer has none of the fields in which lists come. Nothing was emitted.');
		const number = pages.at === 'page' ? at / size + 1 : at;
		return {
			at,
			size,
			records,
			total: totalTold(answer, operation.answers.root),
			// A full page can be followed by another one, whatever total is told; an empty one is the end.
			more: records.length > 0 && (records.length >= size || goesOn(pages, { answer, count: records.length, at: number, size })),
			now: timeOf(answer),
		};
	}
}

/** What was told beside the end counts: the list may have grown since its first page. */
const endAt = (end: number, told: number | undefined, oldest?: Page): End => ({ end, surplus: told === undefined ? 0 : end - told, oldest });

/** Places of pages that are looked at together while an end is searched for. */
const PROBES = 4;

/** Places of pages, each four times as far away as the one before. */
const farther = (first: number, reach: number, size: number): number[] =>
	Array.from({ length: PROBES }, (_, index) => first + Math.ceil((reach * (4 ** index - 1)) / size) * size);

/** Places of pages between two, evenly. */
function spread(first: number, end: number, size: number): number[] {
	const pages = Math.ceil((end - first) / size);
	const count = Math.min(pages, PROBES);
	return Array.from({ length: count }, (_, index) => first + Math.floor((index * pages) / count) * size);
}

/** Where the parts of an answer contradict each other, it is looked whether more follows. */
function goesOn(pages: Paging, page: Parameters<Paging['next']>[0]): boolean {
	try {
		return pages.next(page) !== undefined;
	} catch {
		return true;
	}
}

const newestTime = (records: IDataObject[], time: Listing['time']): number | undefined => {
	const times = records.map(time).filter((each) => !Number.isNaN(each));
	return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
};
