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

/** A time up to which a span is too long, or was when it was looked at; `to` is not given at the end of the list. */
interface Bound {
	to: number | undefined;
	end: number;
	/** The times of the newest and the oldest record on the last page that the list shows of it. */
	near: number;
	far: number;
	/** How many records it has at most; if it is too long, as many as the list shows. */
	atMost: number;
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

/** How often records may leave a list while it is read. */
const MOVES = 40;

/** How often a list is read again without finding anything new, because fewer records were found than there are. */
const AGAIN = 12;

/** How many records a part is meant to have. */
const wantedOf = ({ most, size }: Listing, room: number): number =>
	Math.max(size, Math.min(most * FILL, room));

export class Reader {
	constructor(
		private readonly poll: Poll,
		private readonly listing: Listing,
	) {}

	/**
	 * All records since a time, oldest first, usually in one slice. If the time of the poll is up after a slice, it was the last one.
	 * @param room how many more records the caller can take
	 */
	async *slices(
		from: number,
		room: () => number = () => Infinity,
	): AsyncGenerator<Slice, undefined, undefined> {
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
	private async *within(
		span: Span & { since: number },
		room: () => number,
		list?: Whole,
	): AsyncGenerator<Slice, number, undefined> {
		const { most, size, time } = this.listing;
		const head = await this.page(span);
		const { total, now } = head;
		const last = newestTime(head.records, time);
		const whole = list ?? { newest: newestOf(now, last), now };
		const end = last ?? span.since;
		const isMuch =
			(total ?? Infinity) > most &&
			head.isFollowed &&
			end - span.since > SHORTEST_MS &&
			end < (span.before ?? Infinity);
		const bound = isMuch
			? this.boundOf(span.to, end, await this.page(span, most - size))
			: undefined;
		if (!bound || bound.atMost < most) {
			const records = await this.read(span, { head, atMost: bound?.atMost });
			yield { records, reached: span.to, ...whole };
			return records.length;
		}
		/** How much time lies between two of the newest records, on average. */
		const apart = (end - bound.near) / (most - size);
		let { since } = span;
		let count = 0;
		/** Where records begin, if all are as far apart as the newest ones: nothing may have happened for long before. */
		let start = Math.max(since, end - apart * total! || since);
		for (
			let isEven = total !== undefined && span.to === undefined;
			isEven && end - since > SHORTEST_MS;
		) {
			const left = total! - count;
			if (left <= most) return count + (yield* this.within({ ...span, since }, room, whole));
			const wanted = wantedOf(this.listing, room());
			const to = Math.min(
				Math.max(Math.ceil(start + ((end - start) * wanted) / left), since + SHORTEST_MS),
				end - 1,
			);
			const part = yield* this.within({ since, to, before: end }, room, whole);
			isEven = part >= wanted / 2 && part <= most;
			count += part;
			since = start = to - 1;
		}
		return count + (yield* this.divided(since, bound, room, whole));
	}

	/**
	 * Divides a list that is too long, and uneven or of an unknown number of records. Where the next part may end is tried at several
	 * times together, because a platform that is slow leaves time for few requests one after the other; the latest one of which the
	 * part is not too long is taken, and the others are remembered.
	 */
	private async *divided(
		from: number,
		list: Bound,
		room: () => number,
		whole: Whole,
	): AsyncGenerator<Slice, number, undefined> {
		const { most, size } = this.listing;
		/** Up to where it was too long, the nearest last. */
		const bounds = [list];
		for (let since = from, count = 0; ;) {
			const { end, near, far } = bounds.at(-1)!;
			// Records may be spread evenly, or many have one time.
			const many = ((near - far) / (size - 1)) * wantedOf(this.listing, room());
			const guesses = [
				since + many,
				since + (end - since) / 2,
				far - 2 * many,
				far - 8 * many,
				far - 1,
				near + SHORTEST_MS,
			].map(Math.ceil);
			const between = [...new Set(guesses)]
				.filter((at) => at >= since + SHORTEST_MS && at < end)
				.sort((a, b) => a - b);
			// Bounds behind the nearest one are tried again, too: since then records have been read, and a gap may follow.
			const ends = [
				...between.map((at) => ({ to: at, end: at })),
				...bounds.splice(-Math.max(1, WIDTH - between.length)).reverse(),
			];
			const looks = await Promise.all(
				ends.map(async (at) =>
					this.boundOf(at.to, at.end, await this.page({ since, to: at.to }, most - size)),
				),
			);
			/** How many of them are not too long. */
			const short = [...looks, undefined].findIndex((look) => !look || look.atMost >= most);
			bounds.push(...looks.slice(short).reverse());
			// So many of one time can only be read as far as the platform shows them, and so can a list that it does not limit.
			const isOneTime = short === 0 && looks[0]!.end - since <= SHORTEST_MS;
			const isNotLimited = short === 0 && looks[0]!.far > looks[0]!.end;
			if (short === 0 && !isOneTime && !isNotLimited) continue;
			// Others may have come since its newest record was read.
			if (isOneTime && bounds.length === 1)
				return count + (yield* this.within({ since, to: list.to }, room, whole));
			const part = isNotLimited ? list : isOneTime ? bounds.pop()! : looks[short - 1]!;
			const records = await this.read({ since, to: part.to }, short === 0 ? {} : part);
			yield { records, reached: part.to, ...whole };
			count += records.length;
			if (part.to === list.to) return count;
			since = part.to! - 1;
		}
	}

	/** What a page at the end of what the list shows says of a span. */
	private boundOf(to: number | undefined, end: number, { records, total }: Page): Bound {
		const { size, most, time } = this.listing;
		const times = records.map(time);
		return {
			to,
			end,
			near: times[0]!,
			far: times.at(-1)!,
			atMost: Math.min(total ?? Infinity, most - size + times.length),
		};
	}

	/**
	 * All records of a span, page by page. Records of one time may be in a different order on each page: if the platform says how
	 * many there are, the list is read again until as many were found.
	 * @param known.head its first page
	 * @param known.atMost how many records it has at most, if the platform does not say that: its pages are requested together
	 * @param known.enough with so many, or as many as the list shows, it is not read further: then the newest ones are wanted, although
	 * some may leave it meanwhile, and none is counted
	 */
	async read(
		span: Span,
		{ head, atMost = 0, enough }: { head?: Page; atMost?: number; enough?: number },
	): Promise<IDataObject[]> {
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
			const isFound =
				first !== undefined &&
				(found.has(key(first)) || (page.total !== undefined && time(first) === oldest));
			const hasLost = enough === undefined && page.total !== undefined && page.total < total;
			if (hasLost || (at > 0 && !isNumbered && !isFound)) {
				if (++moves > MOVES)
					throw this.poll.errorOf(
						'The list of the platform changes faster than it can be read',
						'The next poll tries again.',
					);
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
				if (at === 0 || enough !== undefined || known >= total || again >= AGAIN)
					return [...found.values()];
				asked.clear();
				at = 0;
				continue;
			}
			at += step;
			// Several pages together: a platform that is slow leaves time for many.
			width = page.total === undefined ? Math.min(WIDTH, width * 2) : WIDTH;
			for (
				let index = 0, next = at;
				index < width && next < Math.min(page.total ?? most, wanted);
				index++, next += step
			) {
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
		const times = {
			...(since === undefined ? {} : from(since)),
			...(to === undefined ? {} : upTo(to)),
		};
		const place =
			pages.where === 'body'
				? { body: { ...(input.body as IDataObject), ...times } }
				: { query: { ...input.query, ...times } };
		const position = at === 0 ? {} : { [pages.at!]: pages.at === 'page' ? at / size + 1 : at };
		const answer = await this.poll.ask(
			operation,
			{ ...input, ...place },
			{ [(pages.size ?? pages.sizedBy)!]: size, ...position },
		);
		const records = recordsOf(answer.body, operation.answers.root)!;
		const total = totalOf(answer, operation.answers.root);
		return {
			records,
			total,
			isFollowed: records.length >= size || at + records.length < (total ?? 0),
			now: timeOf(answer),
		};
	}
}
