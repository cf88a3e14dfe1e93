/**
 * A poll of a trigger. The state is read into locals and assigned once, at the end; a poll that makes no progress leaves it as it was
 * (docs/guide/triggers.md).
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../support/json';
import {
	type Bounds,
	isAhead,
	isStream,
	Ledger,
	readFrom,
	type Sighting,
	type Stream,
	type TriggerEvent,
} from './cursor';
import { follow, type Followed } from './follow';
import { commitState, pollFunction, type TriggerFrame } from './frame';
import type { Poll } from './listing';
import type { Slice as SliceOfList } from './reader';

/** Sightings that are complete up to a time, or to the newest of all. */
export interface Slice extends Omit<SliceOfList, 'records'> {
	sightings: Sighting[];
}

/** What exists at the beginning: it is not emitted, but its end is. */
export interface Beginning {
	/** Nothing before this is looked at. */
	from: number;
	newest: number | undefined;
	sightings: Sighting[];
}

export interface EventSource extends Followed {
	begin: (poll: Poll, lookBackMs: number) => Promise<Beginning>;
	/** All from a time on, in complete slices, oldest first. */
	read: (poll: Poll, from: number, ledger: Ledger) => AsyncIterable<Slice>;
	/** Newest first, as far as a manual test looks back. */
	newest: (poll: Poll) => AsyncIterable<Sighting>;
}

export interface TriggerSpec extends TriggerFrame {
	sources: (given: IDataObject) => Record<string, EventSource>;
}

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. */
const MARKS = 1_200;

const OPEN_SIZE = 32_000;

/** The share of its time that a stream reserves for what the list does not show. */
const FOLLOW_SHARE = 0.25;

/** While one stream is read, this share of the time is kept for each stream after it. */
const NEXT_SHARE = 0.25;

/** How many polls of each trigger this process has made: streams take turns in coming first, also when polls fail. */
const turns = new Map<string, number>();

/** The `poll` function of a trigger node; it remembers streams by their names. */
export const polling = (spec: TriggerSpec) =>
	pollFunction<{ streams: Record<string, Stream> }>(spec, {
		recall: ({ streams }, given) =>
			isObject(streams) && Object.keys(spec.sources(given)).every((name) => isStream(streams[name]))
				? { streams: streams as unknown as Record<string, Stream> }
				: undefined,
		shown: async ({ poll, settings }) => {
			const found: TriggerEvent[] = [];
			for (const source of Object.values(spec.sources(settings.given)))
				for await (const { events } of source.newest(poll)) {
					found.push(...events.slice(-1));
					if (events.length > 0) break;
				}
			return found.sort((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt)).slice(0, 1);
		},
		fresh: async ({ context, key, poll, settings }, before, keep) => {
			const sources = spec.sources(settings.given);
			const names = Object.keys(sources);
			const bounds: Bounds = {
				lookBackMs: settings.lookBackMs,
				marks: Math.floor(MARKS / names.length),
				openSize: Math.floor(OPEN_SIZE / names.length),
			};
			if (!before) {
				const initial = names.map(
					async (name) =>
						[
							name,
							initialStream(await sources[name]!.begin(poll, bounds.lookBackMs), bounds),
						] as const,
				);
				keep({ streams: Object.fromEntries(await Promise.all(initial)) });
				return [];
			}
			const streams = { ...before.streams };
			const events: TriggerEvent[] = [];
			let trouble: unknown;
			const turn = turns.get(key) ?? 0;
			turns.set(key, turn + 1);
			for (let index = 0; index < names.length; index++) {
				const name = names[(turn + index) % names.length]!;
				const part = poll.limitedTo(poll.left() * (1 - NEXT_SHARE * (names.length - index - 1)));
				const read = await readStream(
					context,
					part,
					sources[name]!,
					streams[name]!,
					settings.most - events.length,
					bounds,
				);
				// What was read is kept, trouble or not.
				if (read.stream.stuck || JSON.stringify(read.stream) === JSON.stringify(streams[name]))
					trouble ??= read.trouble;
				else if (read.trouble !== undefined)
					context.logger.warn(`Not everything could be read: ${(read.trouble as Error).message}`);
				streams[name] = read.stream;
				events.push(...read.events);
			}
			// What is complete is emitted; a failure is reported by a poll that has nothing else.
			const isProgress = JSON.stringify(streams) !== JSON.stringify(before.streams);
			if (trouble === undefined || isProgress) keep({ streams });
			if (trouble !== undefined && events.length === 0) {
				if (isProgress) await commitState(context);
				throw trouble as Error;
			}
			if (trouble !== undefined)
				context.logger.warn(`Not everything could be read: ${(trouble as Error).message}`);
			return events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
		},
	});

/** A stream for which everything that exists counts as emitted, except for what has not ended. */
function initialStream({ from, newest, sightings }: Beginning, bounds: Bounds): Stream {
	const ledger = new Ledger(from, bounds, Infinity);
	for (const sighting of sightings)
		if (sighting.open && sighting.time < from) ledger.keep(sighting, {});
	ledger.take(sightings);
	return ledger.close(newest);
}

/** What is new in a stream, and what is remembered of it then; `trouble` ended the reading early. */
async function readStream(
	context: IPollFunctions,
	poll: Poll,
	source: EventSource,
	before: Stream,
	most: number,
	bounds: Bounds,
) {
	const ledger = new Ledger(before, bounds, most);
	let last: Slice | undefined;
	let trouble: unknown;
	try {
		for await (const slice of source.read(
			poll.limitedTo(poll.left() * (1 - FOLLOW_SHARE)),
			readFrom(before),
			ledger,
		)) {
			last = slice;
			ledger.take(slice.sightings);
			if (ledger.remaining <= 0) break;
		}
	} catch (error) {
		trouble = error;
	}
	if (!last) return { stream: before, events: [], trouble };
	if (trouble === undefined && isAhead(before, last.now)) {
		// Everything until then would be missed.
		context.logger.warn(
			'What was remembered is later than the time of the platform, whose clock was ahead: the trigger starts over',
		);
		return await source.begin(poll, bounds.lookBackMs).then(
			(beginning) => ({ stream: initialStream(beginning, bounds), events: [], trouble: undefined }),
			(error: unknown) => ({ stream: before, events: [], trouble: error }),
		);
	}
	if (trouble === undefined) await follow(context, poll, source, ledger, last.now);
	// What was read is known already, and there was no time for what follows it: the time that passes moves the floor like newer records.
	const isLate =
		trouble === undefined &&
		last.reached !== undefined &&
		ledger.remaining > 0 &&
		ledger.events.length === 0;
	const stuck = isLate && before.stuck?.newest === last.newest ? before.stuck : undefined;
	const stream = ledger.close(
		stuck ? stuck.newest + last.now - stuck.now : last.newest,
		last.reached,
	);
	if (isLate && (stuck || stream.floor === before.floor)) {
		stream.stuck = stuck ?? { now: last.now, newest: last.newest ?? 0 };
		trouble = poll.errorOf(
			'A poll ran out of time before it reached anything new',
			'The next poll tries again. If this persists, Talend Cloud answers too slowly for the number of records.',
		);
	}
	if (ledger.dropped > 0)
		context.logger.warn(
			`${ledger.dropped} executions are no longer followed: they have been in progress for long, beside many others`,
		);
	return { stream, events: ledger.events, trouble };
}
