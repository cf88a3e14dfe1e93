/**
 * Reads a list since a time, although the platform refuses positions that are too far from its newest record
 * (docs/platform/interface.md, "Executions"): then one span of time after the other.
 */
import { isPlaceRefused } from '../engine/pages';
import { type Listing, newestOf, newestTime, type Poll } from './listing';
import { Reader, type Slice } from './reader';

/** A list that can be limited to records up to a time, too. */
export interface SpannedListing extends Listing {
	upTo: (time: number) => ReturnType<Listing['from']>;
}

/** Spans overlap by a millisecond: a shorter one leads no further. */
const SHORTEST_MS = 2;

/**
 * All records since a time in slices, as {@link Reader.slices} yields them.
 * @throws the refusal of the platform if it lists too few records even of one millisecond
 */
export async function* slicesOf(poll: Poll, listing: SpannedListing, from: number, room: () => number = () => Infinity): AsyncGenerator<Slice, undefined, undefined> {
	let hasMoved = false;
	for await (const slice of allSlices(poll, listing, from, room)) {
		// The time of the poll ended in a span behind others that were read: nothing is too much there.
		if (slice.isStuck && hasMoved) return;
		hasMoved = true;
		yield slice;
	}
}

async function* allSlices(poll: Poll, listing: SpannedListing, from: number, room: () => number): AsyncGenerator<Slice, undefined, undefined> {
	const refusal = yield* refusalOf(new Reader(poll, listing).slices(from, room));
	if (refusal !== undefined) yield* inSpans(poll, listing, from, room);
}

/** Yields slices until a position is refused. @returns that refusal */
async function* refusalOf(slices: AsyncGenerator<Slice, undefined, undefined>): AsyncGenerator<Slice, Error | undefined, undefined> {
	let trouble: Error;
	try {
		yield* slices;
		return undefined;
	} catch (error) {
		trouble = error as Error;
	}
	if (isPlaceRefused(trouble)) return trouble;
	throw trouble;
}

async function* inSpans(poll: Poll, listing: SpannedListing, from: number, room: () => number): AsyncGenerator<Slice, undefined, undefined> {
	const { value: head } = await new Reader(poll, listing).newest().next();
	const { now, records } = head!;
	// Records can be ahead of the platform's own clock, and as many of them as anywhere else.
	const last = newestTime(records, listing.time) ?? now;
	const newest = newestOf(now, last);
	// The end of the shortest span since here that was refused. Where its beginning turns out to be empty, its rest would be refused, too.
	let refusedTo = last;
	let length = Math.max(SHORTEST_MS, (last - from) / 2);
	for (let since = from; ; ) {
		const to = since + length < last ? Math.ceil(since + length) : undefined;
		const span = to === undefined ? listing : { ...listing, from: (time: number) => ({ ...listing.from(time), ...listing.upTo(to) }) };
		const slices = refusalOf(new Reader(poll, span).slices(since, room));
		let next = await slices.next();
		// More records can have the time at which a span ends: the next span includes that time again.
		let reached: number | undefined;
		let isEmpty = true;
		for (; !next.done; next = await slices.next()) {
			reached = next.value.reached;
			isEmpty &&= next.value.records.length === 0;
			yield to === undefined ? next.value : { ...next.value, reached: Math.min(reached ?? Infinity, to - 1), newest, now };
		}
		if (next.value !== undefined) {
			refusedTo = to ?? last;
			if (refusedTo - since <= SHORTEST_MS) throw next.value;
			length = Math.max(SHORTEST_MS, (refusedTo - since) / 2);
			continue;
		}
		if (to === undefined || reached !== undefined || poll.left() <= 0) return;
		since = to - 1;
		const rest = refusedTo - since;
		length = Math.max(SHORTEST_MS, to >= refusedTo ? length * 2 : isEmpty ? rest / 2 : rest);
	}
}
