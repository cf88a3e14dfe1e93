/**
 * Reads a list that the platform sorts newest first, since a given time, without missing anything, in complete slices.
 *
 * What is added meanwhile moves records to positions that are still to be read, so that they repeat. Only records that leave the list
 * can hide others: each page repeats the last record of the one before it, which shows that. A list of more records than the platform
 * shows is read in spans of time, oldest first, so the caller can stop after any slice.
 */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf, totalOf } from '../declare/lists/records';
import { WIDTH } from '../transport/requestQueue';
import { type Listing, newestOf, newestTime, type Poll, TIME_UP_MS, timeOf } from './listing';

/** A span of time; open where an end is not given. It is not known whether the platform includes the ends. */
interface Span {
	since?: number;
	to?: number;
	/** The newest record of what it is a part of: if it is shown here, too, the platform does not limit lists, and dividing does not help. */
	before?: number;
}

interface Page {
	records: IDataObject[];
	/** How many records of the span there are, if the platform says so. */
	total: number | undefined;
	/** Whether others may follow: it is full, whatever the total, or the total says so. */
	isFollowed: boolean;
	/** The platform's time. */
	now: number;
}

/** A time up to which a span is too long; `to` is not given at the end of the list. */
interface Bound {
	to: number | undefined;
	end: number;
	/** The times of the last page that the list shows of it. */
	times: number[];
}

interface Whole {
	/** The time of the newest record of the list, never later than the platform's own. */
	newest: number | undefined;
	/** The platform's time. */
	now: number;
}

/** Records of a list that are complete up to a time. */
export interface Slice extends Whole {
	records: IDataObject[];
	/** The time before which all were read, unless that is all there is. */
	reached?: number;
}

/** Spans overlap by a millisecond, whether their ends are included or not. One that is not longer than this cannot be divided. */
const SHORTEST_MS = 2;

/** The share of what a list shows that a span is meant to have: records are not spread evenly. */
const FILL = 0.95;

/** How much longer than expected a burst may be. */
const MARGIN = 1.2;

/** How often records may leave a list while it is read. */
const MOVES = 40;

/** How often a list is read again without finding anything new, because fewer records were found than there are. */
const AGAIN = 12;

/** How many records a part is meant to have. */
const wantedOf = ({ most, size }: Listing, room: number): number => Math.max(size, Math.min(most * FILL, room));

export class Reader {
	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/**
	 * All records since a time, oldest first, usually in one slice and one request. If the time of the poll is up after a slice, it was the
	 * last one.
	 * @param room how many more records the caller can take
	 */
	async *slices(from: number, room: () => number = () => Infinity): AsyncGenerator<Slice, undefined, undefined> {
		let isFirst = true;
		try {
			for await (const slice of this.within({ since: from }, room)) {
				isFirst = false;
				yield slice;
			}
		} catch (error) {
			if (isFirst || this.poll.left() > TIME_UP_MS) throw error as Error;
		}
	}

	/** All records since a time; nothing if the time of the poll was not enough. */
	async since(from: number): Promise<IDataObject[] | undefined> {
		const found: IDataObject[] = [];
		let isComplete = false;
		try {
			for await (const { records, reached } of this.slices(from)) {
				found.push(...records);
				isComplete = reached === undefined;
			}
		} catch (error) {
			if (this.poll.left() > TIME_UP_MS) throw error as Error;
		}
		return isComplete ? found : undefined;
	}

	/** Yields the slices of a span. @returns how many records they had */
	private async *within(span: Span & { since: number }, room: () => number, list?: Whole): AsyncGenerator<Slice, number, undefined> {
		const { most, size, time } = this.listing;
		const head = await this.page(span);
		const { total, now } = head;
		const last = newestTime(head.records, time);
		const whole = list ?? { newest: newestOf(now, last), now };
		const end = last ?? span.since;
		const isMuch = (total ?? Infinity) > most && head.isFollowed && end - span.since > SHORTEST_MS && end < (span.before ?? Infinity);
		const far = isMuch ? await this.page(span, most - size) : undefined;
		if (!far || far.records.length < size) {
			const records = await this.read(span, { head, ...(far ? { atMost: most - size + far.records.length } : {}) });
			yield { records, reached: span.to, ...whole };
			return records.length;
		}
		/** How much time lies between two of the newest records, on average. */
		const apart = (end - time(far.records[0]!)) / (most - size);
		let { since } = span;
		if (total === undefined) {
			yield* this.uncounted(since, { to: undefined, end, times: far.records.map(time) }, room, whole);
			return Infinity;
		}
		let count = 0;
		/** How long records come as close together as the newest ones, if all of them do: they may have come at once. */
		const burst = apart * MARGIN * total;
		const isBurst = burst < (end - since) / 2;
		let isAsExpected: boolean;
		do {
			const left = total - count;
			const wanted = wantedOf(this.listing, room());
			const middle = isBurst ? end - burst - 1 : since + ((end - since) * wanted) / left;
			const to = Math.min(Math.max(Math.ceil(middle), since + SHORTEST_MS), end - 1);
			const part = yield* this.within({ since, to, before: end }, room, whole);
			count += part;
			since = to - 1;
			isAsExpected = !isBurst && part >= wanted / 2 && left - part > most && end - since > SHORTEST_MS;
		} while (isAsExpected);
		return count + (yield* this.within({ ...span, since }, room, whole));
	}

	/**
	 * Divides a list that is too long and does not say how many records there are. Where the next part may end is tried at several
	 * times together, because a platform that is slow leaves time for few requests one after the other; the latest one of which the
	 * part is not too long is taken, and the others are remembered.
	 */
	private async *uncounted(from: number, list: Bound, room: () => number, whole: Whole): AsyncGenerator<Slice, undefined, undefined> {
		const { most, size, time } = this.listing;
		/** Up to where it was too long, the nearest last. */
		const bounds = [list];
		for (let since = from; ;) {
			const { to, end, times } = bounds.pop()!;
			const [near, far] = [times[0]!, times.at(-1)!];
			// Records may be spread evenly, or many have one time.
			const many = ((end - near) / (most - size)) * wantedOf(this.listing, room());
			const guesses = [since + many, since + (end - since) / 2, end - 2 * many, end - 8 * many, far - 1, near + SHORTEST_MS].map(Math.ceil);
			const between = guesses.filter((at) => at >= since + SHORTEST_MS && at < end).sort((a, b) => a - b);
			const ends = [...[...new Set(between)].map((at) => ({ to: at, end: at })), { to, end }];
			const looks = await Promise.all(
				ends.map(async (each): Promise<Bound> => ({
					...each,
					times: (await this.page({ since, to: each.to }, most - size)).records.map(time),
				})),
			);
			const firstLong = looks.findIndex((look) => look.times.length >= size);
			/** How many of them are not too long. */
			const count = firstLong < 0 ? looks.length : firstLong;
			bounds.push(...looks.slice(count).reverse());
			// So many of one time can only be read as far as the platform shows them, and so can a list that it does not limit.
			const isOneTime = count === 0 && looks[0]!.end - since <= SHORTEST_MS;
			const isNotLimited = count === 0 && looks[0]!.times.at(-1)! > looks[0]!.end;
			if (count === 0 && !isOneTime && !isNotLimited) continue;
			const part = isNotLimited ? list : isOneTime ? bounds.pop()! : looks[count - 1]!;
			const atMost = count === 0 ? 0 : most - size + part.times.length;
			yield { records: await this.read({ since, to: part.to }, { atMost }), reached: part.to, ...whole };
			if (part.to === undefined) return;
			since = part.to - 1;
		}
	}

	/**
	 * All records of a span, page by page. Records of one time may be in a different order on each page: if the platform says how
	 * many there are, the list is read again until as many were found.
	 * @param known.head its first page
	 * @param known.atMost how many records it has at most, if the platform does not say that: its pages are requested together
	 * @param known.enough with so many, or as many as the list shows, it is not read further: then the newest ones are wanted, although
	 * some may leave it meanwhile, and none is counted
	 */
	async read(span: Span, { head, atMost = 0, enough }: { head?: Page; atMost?: number; enough?: number }): Promise<IDataObject[]> {
		const { key, time, size, most, operation } = this.listing;
		const wanted = enough === undefined ? Infinity : Math.min(enough, most);
		const isNumbered = operation.pages!.at === 'page';
		const found = new Map<string, IDataObject>();
		const asked = new Map<number, Promise<Page>>();
		const ask = (at: number) => {
			const page = asked.get(at) ?? this.page(span, at);
			// A failure is reported when the page is awaited.
			page.catch(() => undefined);
			asked.set(at, page);
		};
		if (head) asked.set(0, Promise.resolve(head));
		for (let at = 0; at < atMost; at += isNumbered ? size : size - 1) ask(at);
		let [known, total, moves, again, width] = [0, 0, 0, 0, 1];
		let oldest: number | undefined;
		for (let at = 0; ;) {
			ask(at);
			const page = await asked.get(at)!;
			asked.delete(at);
			const [first] = page.records;
			const isFound = first !== undefined && (found.has(key(first)) || (page.total !== undefined && time(first) === oldest));
			const hasLost = enough === undefined && page.total !== undefined && page.total < total;
			if (hasLost || (at > 0 && !isNumbered && !isFound)) {
				if (++moves > MOVES)
					throw this.poll.errorOf('The list of the platform changes faster than it can be read', 'The next poll tries again.');
				// What has left does not count as something that was not read.
				if (hasLost) found.clear();
				total = hasLost ? page.total! : total;
				asked.clear();
				at = hasLost ? 0 : Math.max(0, at - size);
				continue;
			}
			for (const record of page.records) found.set(key(record), record);
			total = Math.max(total, page.total ?? 0);
			oldest = page.records.map(time).at(-1) ?? oldest;
			const step = isNumbered ? size : page.records.length - 1;
			if (!page.isFollowed || step < 1 || found.size >= wanted) {
				again = found.size > known ? 0 : again + 1;
				known = found.size;
				if (at === 0 || enough !== undefined || known >= total || again >= AGAIN) return [...found.values()];
				asked.clear();
				at = 0;
				continue;
			}
			at += step;
			// Several pages together: a platform that is slow leaves time for many.
			width = page.total === undefined ? Math.min(WIDTH, width * 2) : WIDTH;
			for (let index = 0, next = at; index < width && next < Math.min(page.total ?? most, wanted); index++, next += step) {
				ask(next);
			}
		}
	}

	/** The newest records, page by page. */
	async *newest(size = this.listing.size): AsyncGenerator<Page, undefined, undefined> {
		for (let at = 0, isFollowed = true; isFollowed; at += size) {
			const page = await this.page({}, at, size);
			yield page;
			({ isFollowed } = page);
		}
	}

	/** The records of a span from a position on. */
	async page({ since, to }: Span, at = 0, size = this.listing.size): Promise<Page> {
		const { operation, input, from, upTo } = this.listing;
		const pages = operation.pages!;
		const times = { ...(since === undefined ? {} : from(since)), ...(to === undefined ? {} : upTo(to)) };
		const place = pages.where === 'body' ? { body: { ...(input.body as IDataObject), ...times } } : { query: { ...input.query, ...times } };
		const position = at === 0 ? {} : { [pages.at!]: pages.at === 'page' ? at / size + 1 : at };
		const answer = await this.poll.ask(operation, { ...input, ...place }, { [(pages.size ?? pages.sizedBy)!]: size, ...position });
		const records = recordsOf(answer.body, operation.answers.root)!;
		const total = totalOf(answer, operation.answers.root);
		return { records, total, isFollowed: records.length >= size || at + records.length < (total ?? 0), now: timeOf(answer) };
	}
}
