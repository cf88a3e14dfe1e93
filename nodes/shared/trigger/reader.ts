/**
 * Reads a list that the platform sorts newest first, since a given time, without missing anything: from its
 * end, in complete slices, however the pages move meanwhile.
 */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf, statedTotal } from '../declare/lists/records';
import type { Paging } from '../declare/lists/paging';
import { isPlaceRefused } from '../engine/pages';
import { clock } from '../support/clock';
import { WIDTH } from '../transport/lanes';
import { Chain, type PageRead } from './chain';
import { type Listing, newestOf, newestTime, type Poll, timeOf } from './listing';
import { fartherPositions, positionsBetween, type Window, windowAt, windowTo } from './positions';

interface Page extends PageRead {
	/** Whether there is a page after this one. */
	more: boolean;
	/** The platform's time. */
	now: number;
}

/** How often a list is begun again because records left it behind its first page. */
const BEGINNINGS = 12;

/** Why a list is begun again: records have left it, or it seems to be shown one by one. */
type Again = 'moved' | 'alone';

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
	/** How many more records there are than the platform says. */
	surplus: number;
	/** The page on which it was found. */
	oldest?: Page;
}

/** Records of a list that are complete up to a time. */
export interface Slice {
	records: IDataObject[];
	/** The time up to which the list was read, unless that is its newest record. */
	reached?: number;
	/** More records have the same time than there was time to read. */
	isStuck?: boolean;
	/** The time of the newest record of the list, never later than the platform's own. */
	newest: number | undefined;
	/** The platform's time. */
	now: number;
}

/** All records of slices, unless there was not enough time to read the list up to its newest record. */
export async function allOf(slices: AsyncIterable<Slice>): Promise<IDataObject[] | undefined> {
	const found: IDataObject[] = [];
	let isComplete = true;
	for await (const { records, reached } of slices) {
		found.push(...records);
		isComplete = reached === undefined;
	}
	return isComplete ? found : undefined;
}

export class Reader {
	private from: number | undefined;

	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/**
	 * All records since a time, oldest first, in slices. Records of one time are never split between slices, so
	 * the caller can stop after any of them. Usually it is one slice and one request.
	 * @param room how many more records the caller can take
	 */
	async *slices(from: number, room: () => number = () => Infinity): AsyncGenerator<Slice, undefined, undefined> {
		this.from = from;
		const { head, after, tookMs } = await this.begin();
		// Pages requested together: each takes the time since the one before it arrived.
		let slowestMs = tookMs;
		const { now } = head;
		const newest = newestOf(now, newestTime(head.records, this.listing.time));
		if (!after) return yield { records: head.records, newest, now };
		const { size } = after;
		const found = await this.end(head, after);
		let { end } = found;
		let width = 0.5;
		let yielded = false;
		const chain = new Chain(this.listing, found.surplus, found.oldest ? [] : head.records);
		while (end > 0) {
			if (chain.begun && this.poll.left() <= slowestMs) {
				if (!yielded) yield { records: [], reached: from, isStuck: true, newest, now };
				return;
			}
			// While many pages yield nothing that can be emitted, more and more are requested together.
			width = Math.min(WIDTH, Math.max(Math.ceil(room() / size), width * 2));
			let since = clock.elapsed();
			for (const asked of found.oldest ? [found.oldest] : this.batch(end, size, width)) {
				found.oldest = undefined;
				const page = await asked;
				slowestMs = Math.max(slowestMs, clock.elapsed() - since);
				since = clock.elapsed();
				const added = chain.add(page);
				end = added.end;
				if (!added.fits) break;
				if (chain.joins(head)) return yield { records: chain.rest(head.records), newest, now };
				const { records, reached } = chain.complete();
				if (records.length === 0) continue;
				yield { records, reached, newest, now };
				yielded = true;
				width = 0.5;
			}
			if (chain.isHopeless) throw this.changesTooFast();
		}
		yield { records: chain.rest([]), newest, now };
	}

	/** The next pages towards the newest record, requested together and awaited in order. */
	private batch(end: number, size: number, width: number): Array<Promise<Page>> {
		const asked: Array<Promise<Page>> = [];
		for (let at = end; at > 0 && asked.length < Math.max(1, width); ) {
			const window = windowTo(this.pages, at, size);
			// It would be asked for forever. What was asked for before it is read first.
			if (window.at >= at && asked.length === 0) throw this.listsTooFew(size);
			if (window.at >= at) break;
			const page = this.page(window);
			// A failure is reported when the page is awaited; those that are never awaited do not matter.
			page.catch(() => undefined);
			asked.push(page);
			at = window.at;
		}
		return asked;
	}

	private get pages(): Paging {
		return this.listing.operation.pages!;
	}

	private changesTooFast(): Error {
		return this.poll.errorOf('The list of the platform changes faster than it can be read', 'The next poll tries again.');
	}

	private listsTooFew(size: number): Error {
		return this.poll.errorOf('The platform lists too few records at a time', `Its pages had ${size} ${size === 1 ? 'record' : 'records'}: too few to see whether any are missing between two pages. The next poll tries again.`);
	}

	/** The first page, and what follows it. */
	private async begin(): Promise<{ head: Page; after: After | undefined; tookMs: number }> {
		let wasAlone = false;
		for (let again = 0; again < BEGINNINGS; again++) {
			const since = clock.elapsed();
			const head = await this.page(windowAt(this.pages, 0, this.listing.size));
			const tookMs = clock.elapsed() - since;
			const after = head.more ? await this.after(head) : undefined;
			if (after === 'alone' && wasAlone) throw this.listsTooFew(1);
			if (after !== 'moved' && after !== 'alone') return { head, after, tookMs };
			wasAlone = after === 'alone';
		}
		throw this.changesTooFast();
	}

	/**
	 * The size of the pages after the first, and how many records there are at least. A first page that is
	 * smaller than requested means that the platform caps its pages, or that there were no more records: then
	 * nothing follows, or only what has moved since.
	 * The last record of the first page must appear again. Otherwise records have left the list, and others may
	 * have taken their positions.
	 * @returns nothing if the first page is all there is
	 */
	private async after(head: Page): Promise<After | Again | undefined> {
		const { size, key } = this.listing;
		const some = head.records.length;
		if (some >= size) return { size, some };
		const known = new Set(head.records.map(key));
		const isKnown = (record: IDataObject) => known.has(key(record));
		if (this.pages.at === 'page' || some === 1) return await this.behind(some, isKnown);
		const { at, records, total } = await this.page(windowAt(this.pages, some - 1, size));
		if (records.length >= size) return { size, some: at + records.length };
		if (!records.some(isKnown)) return 'moved';
		// Records of one time may be in a different order on each page, so the last one may appear again by chance.
		const isAll = records.length < some && records.every(isKnown) && Math.max(head.total ?? 0, total ?? 0) <= some;
		if (isAll && key(records.at(-1)!) === key(head.records.at(-1)!)) return undefined;
		return { size: some, some: at + records.length };
	}

	/**
	 * What follows a first page that no other can overlap: its record is the only one, or pages are numbered. The second one is
	 * requested in the size of the first: where a platform caps its pages, only that says at which record it begins.
	 */
	private async behind(some: number, isKnown: (record: IDataObject) => boolean): Promise<After | Again | undefined> {
		const numbered = this.pages.at === 'page';
		const { records } = await this.page(windowAt(this.pages, some, some));
		// It reaches to the end, and others have moved there at most.
		if (numbered && records.length < some && records.every(isKnown)) return undefined;
		const { records: again } = await this.page(windowAt(this.pages, 0, this.listing.size));
		// A page can show more than the first one did: that was all there was.
		if (again.length > some) return undefined;
		if (records.length === 0) return again.some(isKnown) ? undefined : 'moved';
		if (again.length < some) return 'moved';
		return some === 1 ? 'alone' : { size: some, some: some + records.length };
	}

	/**
	 * How many records there are. The total that the platform states is tried: one more than there should be is
	 * requested. If that does not fit, or no total is stated, the end is searched for: after the first page,
	 * then at several positions at once, so that a slow platform leaves time for reading.
	 */
	private async end(head: Page, { size, some: least }: After): Promise<End> {
		let [some, none] = [least, Infinity];
		let refused: { at: number; error: Error } | undefined;
		let total: number | undefined;
		let oldest: Page | undefined;
		const { total: stated = 0 } = head;
		if (stated > size) {
			const page = await this.page(windowTo(this.pages, stated, size));
			const { records, at } = page;
			if (records.length > 0 && records.length < page.size) return endAt(at + records.length, page.total, page);
			if (records.length === 0) [none, total] = [at, page.total];
			else [some, oldest] = [at + records.length, page];
		}
		while (some < none) {
			// The page of the last record known to exist: more may follow on it.
			const first = Math.floor(some / size) * size;
			const positions = none < Infinity ? positionsBetween(first, none, size) : some > size ? fartherPositions(first, some, size) : [first];
			const probes = positions.map(async (at) =>
				await this.page(windowAt(this.pages, at, size)).catch((error: unknown) => {
					if (!isPlaceRefused(error)) throw error;
					none = Math.min(none, at);
					if (none === at) refused = { at, error: error as Error };
					return undefined;
				}),
			);
			const found = (await Promise.all(probes)).filter((page) => page !== undefined);
			// Otherwise no position would ever be the last, and the newest records would be taken for all.
			const full = found.filter(({ records }) => records.length >= size).map(({ records }) => records.map(this.listing.key).join('\n'));
			if (new Set(full).size < full.length) throw this.poll.errorOf('The platform shows the same records at different positions of a list', 'So there is no way to read more than its newest ones. The next poll tries again.');
			for (const page of found) {
				const { at, records } = page;
				if (records.length > 0 && records.length < size) return endAt(at + records.length, page.total, page);
				if (records.length === 0) [none, total] = [Math.min(none, at), page.total];
				else [some, oldest] = [at + records.length, page];
			}
		}
		// All positions before the refused one are taken: how many follow is unknown.
		if (refused && none === refused.at) throw refused.error;
		return endAt(some, total, oldest);
	}

	/** The newest records, page by page. */
	async *newest(size = this.listing.size): AsyncGenerator<Page, undefined, undefined> {
		this.from = undefined;
		for (let at = 0, more = true; more; ) {
			const page = await this.page(windowAt(this.pages, at, size));
			yield page;
			more = page.more;
			at += this.pages.at === 'page' ? size : page.records.length;
		}
	}

	/** All records, although some may leave the list while it is read: none is skipped because of them. */
	async all(most: number): Promise<{ records: IDataObject[]; now: number | undefined }> {
		const { key } = this.listing;
		const found = new Map<string, IDataObject>();
		this.from = undefined;
		let now: number | undefined;
		// Where records were last found to have left, and how many were known: up to there, pages may show only these.
		let [leftAt, foundBefore] = [0, 0];
		// Pages of one record do not overlap.
		let overlaps = false;
		for (let at = 0; found.size < most; ) {
			// The newest ones are wanted: a position that is refused because it is too far away ends them.
			const page = await this.page(windowAt(this.pages, at, this.listing.size)).catch((error: unknown) => {
				if (at > 0 && isPlaceRefused(error)) return undefined;
				throw error;
			});
			if (!page) break;
			now ??= page.now;
			if (at > 0 && overlaps && !page.records.slice(0, 1).some((record) => found.has(key(record)))) {
				// Others moved to positions that were already read: go back to a record that is known, unless that found nothing.
				if (found.size === foundBefore && at >= leftAt) break;
				[leftAt, foundBefore] = [at, found.size];
				at = Math.max(0, at - this.listing.size);
				continue;
			}
			const known = found.size;
			for (const record of page.records) found.set(key(record), record);
			overlaps = page.records.length > 1;
			if (!page.more || (found.size === known && at >= leftAt)) break;
			at += Math.max(1, page.records.length - 1);
		}
		return { records: [...found.values()], now };
	}

	/** The oldest record. */
	async oldest(): Promise<IDataObject | undefined> {
		const { head, after } = await this.begin();
		if (!after) return head.records.at(-1);
		const { end, oldest } = await this.end(head, after);
		if (oldest) return oldest.records.at(-1);
		const last = windowTo(this.pages, end, after.size);
		return (await this.page(last.at < end ? last : windowTo(this.pages, end - 1, after.size))).records.at(-1);
	}

	private async page({ at, size, page }: Window): Promise<Page> {
		const { operation, input } = this.listing;
		const { pages } = this;
		const times = this.from === undefined ? {} : this.listing.from(this.from);
		const place = pages.where === 'body' ? { body: { ...(input.body as IDataObject), ...times } } : { query: { ...input.query, ...times } };
		const answer = await this.poll.ask(operation, { ...input, ...place }, page);
		const records = recordsOf(answer.body, operation.answers.root);
		if (!records) throw this.poll.errorOf('The platform answered in a form that is not a list', 'The response has none of the fields that lists come in. Nothing was emitted.');
		const number = pages.at === 'page' ? at / size + 1 : at;
		return {
			at,
			size,
			records,
			total: statedTotal(answer, operation.answers.root),
			// A full page can be followed by another, whatever the total; an empty one is the end.
			more: records.length > 0 && (records.length >= size || mayContinue(pages, { answer, count: records.length, at: number, size })),
			now: timeOf(answer),
		};
	}
}

/** The total stated together with the end counts: the list may have grown since its first page. */
const endAt = (end: number, total: number | undefined, oldest?: Page): End => ({ end, surplus: total === undefined ? 0 : end - total, oldest });

/** Whether another page may follow; if the parts of a response contradict each other, it may. */
function mayContinue(pages: Paging, page: Parameters<Paging['next']>[0]): boolean {
	try {
		return pages.next(page) !== undefined;
	} catch {
		return true;
	}
}
