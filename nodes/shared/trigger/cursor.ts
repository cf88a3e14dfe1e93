/**
 * What a polling trigger remembers, and what of a sighting is new to it. No request is made here:
 * everything is computed from values, so that a poll can assign its state once, at its end.
 *
 * A stream (task executions, plan executions, logs, crawlers) is remembered as
 * - `cursor`: up to where, in the platform's time, it was read completely;
 * - `seen`: marks of what was handed on and is still inside the look-back. A mark is a time and a
 *   hash of a key, so marks sort as what they stand for;
 * - `floor`: nothing at or below this mark is looked at again. It never goes down. When `seen` has no
 *   room left the floor rises over its lowest marks: the look-back gets shorter, nothing is repeated;
 * - `open`: runs that were seen and have not ended, however long ago they began.
 */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { isObject } from '../support/json';

/** Something that happened, as a trigger hands it on. */
export interface TriggerEvent {
	/** The same each time that it is handed on, and no other's. */
	eventId: string;
	event: string;
	occurredAt: string;
	record: IDataObject;
}

/** What was seen of a run or a log: what has happened to it so far, and whether more can. */
export interface Sighting {
	key: string;
	/** The time by which the platform lists it, ms since 1970. */
	time: number;
	/** The events that are wanted, in the order in which they happened. */
	events: readonly TriggerEvent[];
	open: boolean;
	/** It cost a request to know that nothing of it is wanted: it is remembered nevertheless. */
	remember?: boolean;
}

/** A run that has not ended. */
export interface Open {
	time: number;
	/** Its events that were handed on. */
	handed?: string[];
	/** When it is worth asking for it again. */
	askAt?: number;
	/** Since when the platform has not had it. */
	lostSince?: number;
}

export type Mark = string;

export interface Stream {
	cursor: number;
	floor: Mark;
	seen: Mark[];
	open: Record<string, Open>;
}

/** Whether what was kept is a stream: others can write where it is kept. */
export function isStream(kept: unknown): kept is Stream {
	if (!isObject(kept)) return false;
	const { cursor, floor, seen, open } = kept as Partial<Stream>;
	return Number.isFinite(cursor) && typeof floor === 'string' && Array.isArray(seen) && isObject(open) && Object.values(open).every(isObject);
}

export interface Bounds {
	lookBackMs: number;
	/** Most marks that are kept. */
	marks: number;
	/** Most characters that the open runs may take. */
	openSize: number;
}

const TIME_DIGITS = 9;

const HASH_DIGITS = 10;

const stamp = (time: number): Mark => Math.max(0, Math.floor(time)).toString(36).padStart(TIME_DIGITS, '0');

/** 60 bits: two of a thousand marks are alike once in 10^12 times. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, HASH_DIGITS);

const hashIn = (mark: Mark): string => mark.slice(TIME_DIGITS);

/** The mark of what has this key and time. */
export const markOf = ({ key, time }: Pick<Sighting, 'key' | 'time'>): Mark => stamp(time) + hashOf(key);

/** The time from which on something may still be new. */
export const readFrom = ({ cursor, floor }: Stream, lookBackMs: number): number =>
	Math.max(cursor - lookBackMs, parseInt(floor.slice(0, TIME_DIGITS), 36));

/** A stream of which nothing is known before `cursor` less the look-back. */
export const newStream = (cursor: number, lookBackMs: number): Stream => ({
	cursor,
	floor: stamp(cursor - lookBackMs),
	seen: [],
	open: {},
});

/** A stream for which all that is there has been handed on, but for what has not ended. */
export function begun(stream: Stream, sightings: readonly Sighting[], bounds: Bounds): Stream {
	const open = sightings.filter((sighting) => sighting.open).map(({ key, time }) => [key, { time }] as const);
	return take({ ...stream, open: Object.fromEntries(open) }, sightings, stream.cursor, Infinity, bounds).stream;
}

/** A test whether something was not handed on yet, or has not ended. */
export function unknownTo(stream: Stream): (sighting: Pick<Sighting, 'key' | 'time'>) => boolean {
	const seen = new Set(stream.seen.map(hashIn));
	return (sighting) => {
		if (Object.hasOwn(stream.open, sighting.key)) return true;
		const mark = markOf(sighting);
		return mark > stream.floor && !seen.has(hashIn(mark));
	};
}

export interface Taken {
	stream: Stream;
	events: TriggerEvent[];
	/** More events are there than could be taken. */
	waits: boolean;
}

/**
 * Takes what is new of the sightings, at most so many events, and what is to be remembered then.
 * What has no room stays where it is: the cursor stops before it, or the run stays open.
 * @param reached up to where the stream was read completely
 */
export function take(stream: Stream, sightings: readonly Sighting[], reached: number, most: number, bounds: Bounds): Taken {
	const open = new Map(Object.entries(stream.open));
	const isUnknown = unknownTo(stream);
	const events: TriggerEvent[] = [];
	const marks: Mark[] = [];
	let cursor = reached;
	let waits = false;
	for (const sighting of inOrder(sightings.filter(isUnknown))) {
		const { key, time } = sighting;
		const known = open.get(key);
		const due = sighting.events.filter(({ event }) => !known?.handed?.includes(event));
		const taken = due.slice(0, Math.max(0, most - events.length));
		if (taken.length < due.length) {
			waits = true;
			if (!known && taken.length === 0) {
				cursor = Math.min(cursor, time);
				continue;
			}
		}
		events.push(...taken);
		const handed = [...(known?.handed ?? []), ...taken.map(({ event }) => event)];
		const left = { time, ...known, ...(handed.length > 0 ? { handed } : {}) };
		if (taken.length < due.length) open.set(key, { ...left, askAt: 0 });
		else if (sighting.open) open.set(key, left);
		else {
			open.delete(key);
			if (handed.length > 0 || sighting.remember) marks.push(markOf(sighting));
		}
	}
	marks.push(...letGo(open, bounds.openSize));
	return {
		stream: { cursor, ...remembered(stream, marks, cursor, bounds), open: Object.fromEntries(open) },
		events,
		waits,
	};
}

/**
 * By their marks: what waits is always above what was taken, so that a rising floor does not reach it.
 * Of two sightings of one thing that counts which knows its end.
 */
function inOrder(sightings: readonly Sighting[]): Sighting[] {
	const once = new Map<string, Sighting>();
	for (const sighting of sightings) if (once.get(sighting.key)?.open !== false) once.set(sighting.key, sighting);
	const placed = [...once.values()].map((sighting) => [markOf(sighting), sighting] as const);
	return placed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sighting]) => sighting);
}

function remembered(stream: Stream, marks: Mark[], cursor: number, bounds: Bounds): Pick<Stream, 'floor' | 'seen'> {
	const lowest = stamp(cursor - bounds.lookBackMs);
	let floor = lowest > stream.floor ? lowest : stream.floor;
	let seen = [...stream.seen, ...marks].filter((mark) => mark > floor).sort();
	const over = seen.length - bounds.marks;
	if (over > 0) {
		floor = seen[over - 1]!;
		seen = seen.slice(over);
	}
	return { floor, seen };
}

/**
 * Without room for all, the runs that are open for longest are let go.
 * @returns marks of those of which something was handed on, so that it is not handed on again
 */
function letGo(open: Map<string, Open>, size: number): Mark[] {
	const marks: Mark[] = [];
	let left = size;
	for (const [key, run] of [...open].sort(([, a], [, b]) => b.time - a.time)) {
		left -= Buffer.byteLength(JSON.stringify([key, run]));
		if (left >= 0) continue;
		open.delete(key);
		if (run.handed) marks.push(markOf({ key, time: run.time }));
	}
	return marks;
}
