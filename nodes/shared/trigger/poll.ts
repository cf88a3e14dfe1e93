/**
 * A poll of a trigger that watches streams of events: what they have that is new is emitted, and their state is assigned once, at the end.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../support/clock';
import { isObject } from '../support/json';
import {
	Cursor,
	isAhead,
	isStreamState,
	type Limits,
	type Observation,
	type StreamState,
	type TriggerEvent,
} from './cursor';
import { follow, type Followed } from './follow';
import { commitState, pollFunction, type TriggerFrame } from './frame';
import { type Poll, TIME_UP_MS } from './listing';
import { timeIn } from './position';
import type { Part } from './reader';

/** Observations that are complete up to a time, or to the end of the list. */
export interface ObservedPart extends Omit<Part, 'records'> {
	observations: Observation[];
}

/** What exists at the activation: it is not emitted, but its end is. */
export interface Beginning {
	/** Nothing before this counts. */
	from: number;
	newest: number | undefined;
	observations: Observation[];
}

export interface EventSource extends Followed {
	begin: (poll: Poll, allowedLatenessMs: number) => Promise<Beginning>;
	/** All since a time, in complete parts, oldest first. */
	read: (poll: Poll, since: number, cursor: Cursor) => AsyncIterable<ObservedPart>;
	/** Newest first, as far as a manual test looks back. */
	newest: (poll: Poll) => AsyncIterable<Observation>;
}

export interface TriggerSpec extends TriggerFrame {
	sources: (given: IDataObject) => Record<string, EventSource>;
}

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. The streams of a trigger share it. */
const WINDOW = 1_200;
const OPEN_SIZE = 32_000;

/** The share of its time that a stream reserves for what the list does not show. */
const FOLLOW_SHARE = 0.25;

/** While one stream is read, this share of the time is kept for each stream after it. */
const NEXT_SHARE = 0.25;

/** How many polls of each trigger this process has made: streams take turns in coming first, also when polls fail. */
const turns = new Map<string, number>();

function inTurn(key: string, names: readonly string[]): string[] {
	const turn = turns.get(key) ?? 0;
	turns.set(key, turn + 1);
	return names.map((_name, index) => names[(turn + index) % names.length]!);
}

const byTime = (a: TriggerEvent, b: TriggerEvent): number =>
	Date.parse(a.occurredAt) - Date.parse(b.occurredAt);

/** The `poll` function of a trigger node; it remembers streams by their names. */
export const polling = (spec: TriggerSpec) =>
	pollFunction<{ streams: Record<string, StreamState> }>(spec, {
		recall: ({ streams }, given) => {
			if (!isObject(streams)) return undefined;
			const states: Record<string, StreamState> = {};
			for (const name of Object.keys(spec.sources(given))) {
				const state = streams[name];
				if (!isStreamState(state)) return undefined;
				states[name] = state;
			}
			return { streams: states };
		},
		shown: async ({ poll, settings }) => {
			const found: TriggerEvent[] = [];
			for (const source of Object.values(spec.sources(settings.given)))
				for await (const { events } of source.newest(poll)) {
					found.push(...events.slice(-1));
					if (events.length > 0) break;
				}
			return found.sort(byTime).slice(-1);
		},
		fresh: async ({ context, key, poll, settings }, before, keep) => {
			const sources = spec.sources(settings.given);
			const names = Object.keys(sources);
			const limits: Limits = {
				allowedLatenessMs: settings.allowedLatenessMs,
				window: Math.floor(WINDOW / names.length),
				openSize: Math.floor(OPEN_SIZE / names.length),
			};
			if (!before) {
				const begun = names.map(
					async (name) => [name, await beginStream(poll, sources[name]!, limits)] as const,
				);
				keep({ streams: Object.fromEntries(await Promise.all(begun)) });
				return [];
			}
			const streams = { ...before.streams };
			const events: TriggerEvent[] = [];
			let trouble: Error | undefined;
			for (const [index, name] of inTurn(key, names).entries()) {
				const part = poll.limitedTo(poll.left() * (1 - NEXT_SHARE * (names.length - index - 1)));
				const cursor = new Cursor(streams[name]!, limits, settings.most - events.length);
				const read = await readStream(context, part, sources[name]!, streams[name]!, cursor);
				streams[name] = read.state;
				events.push(...cursor.events);
				trouble ??= read.trouble;
			}
			// What is complete is kept and emitted, trouble or not.
			const isProgress = JSON.stringify(streams) !== JSON.stringify(before.streams);
			if (trouble === undefined || isProgress) keep({ streams });
			if (trouble === undefined) return events.sort(byTime);
			if (events.length === 0) {
				if (isProgress) await commitState(context);
				throw trouble;
			}
			context.logger.warn(`Not everything could be read: ${trouble.message}`);
			return events.sort(byTime);
		},
	});

/** Everything that exists counts as emitted, except for the ends of what has not ended. */
async function beginStream(poll: Poll, source: EventSource, limits: Limits): Promise<StreamState> {
	const { from, newest, observations } = await source.begin(poll, limits.allowedLatenessMs);
	const cursor = new Cursor(from, limits, Infinity);
	for (const each of observations) if (each.isOpen && each.time < from) cursor.follow(each, {});
	cursor.take(observations);
	return cursor.close(newest);
}

/** Takes what is new in a stream. @returns what is remembered of it then, and what ended the reading early */
async function readStream(
	context: IPollFunctions,
	poll: Poll,
	source: EventSource,
	before: StreamState,
	cursor: Cursor,
): Promise<{ state: StreamState; trouble?: Error }> {
	let last: ObservedPart | undefined;
	let trouble: Error | undefined;
	let isLate = false;
	const reading = poll.limitedTo(poll.left() * (1 - FOLLOW_SHARE));
	try {
		const since = isAhead(before, clock.now()) ? clock.now() : timeIn(before.watermark);
		for await (const part of source.read(reading, since, cursor)) {
			const known = cursor.events.length;
			cursor.take(part.observations);
			last = part;
			if (part.isCut && cursor.events.length > known)
				context.logger.warn(
					`Talend Cloud does not list all that happened at once: some events before ${new Date(part.reached ?? part.now).toISOString()} are missing`,
				);
			if (cursor.room <= 0) break;
		}
	} catch (error) {
		// After a complete part, no time for the next one is no failure.
		isLate = last !== undefined && reading.left() <= TIME_UP_MS;
		if (!isLate) trouble = error as Error;
	}
	if (!last) return { state: before, trouble };
	if (isAhead(before, Math.max(last.now, clock.now()))) {
		context.logger.warn(
			'The clock of Talend Cloud was ahead: the trigger continues at the present',
		);
		return { state: cursor.rewind(last.now) };
	}
	if (!trouble) await follow(context, poll, source, cursor, last.now);
	// If there was only time for what is known, the next poll would read the same: then the watermark follows the clock.
	const isStalled = isLate && cursor.events.length === 0;
	const state = cursor.close(isStalled ? last.now : last.newest, last.reached);
	if (isStalled && state.watermark === before.watermark)
		trouble = poll.errorOf(
			'A poll ran out of time before it reached anything new',
			'The next poll tries again. If this persists, Talend Cloud answers too slowly for the number of records.',
		);
	if (cursor.dropped > 0)
		context.logger.warn(
			`${cursor.dropped} executions are no longer followed: they have been in progress for long, beside many others`,
		);
	return { state, trouble };
}
