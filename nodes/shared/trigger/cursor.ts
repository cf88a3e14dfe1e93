/**
 * What a polling trigger remembers, and what is new in a sighting (docs/guide/triggers.md, "How it works"). No request is sent here, so
 * that a poll can assign its state once, at its end.
 *
 * A stream (task executions, plan executions, logs, crawlers) is remembered as `floor`, at or below which nothing is read again, `seen`,
 * the marks of what was emitted above it, and `open`, the runs that have not ended and that the list, read from the floor on, does not
 * show again.
 */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { z } from 'zod/v4';

import type { Poll } from './listing';

export interface TriggerEvent {
	/** The same each time the event is emitted. */
	eventId: string;
	event: string;
	/** Its position among the events of an execution, one digit. */
	step: number;
	occurredAt: string;
	record: IDataObject;
}

/** Reads one record; undefined if the platform does not have it. It may use the time that the poll reserves for it. */
export type ReadOne = (poll: Poll, now: number) => Promise<Sighting | undefined>;

/** What was seen of an execution or a log: what has happened to it so far, and whether more can happen. */
export interface Sighting extends RunKey {
	/** The chosen events, in the order in which they happened. */
	events: readonly TriggerEvent[];
	open: boolean;
	/** Reads how it ended with a separate request, if the record does not say. */
	findOutcome?: ReadOne;
	/** What is remembered as complete once all of it was emitted: the run itself, if that took a request. */
	remember?: readonly RunKey[];
}

export interface RunKey {
	key: string;
	/** The time by which the platform lists it, ms since 1970. */
	time: number;
}

export interface OpenRun {
	time: number;
	/** The steps of it that were emitted. */
	handed?: number[];
	/** Since when it is read separately, and when to read it again. */
	since?: number;
	askAt?: number;
	/** Since when the platform has not had it. */
	lostSince?: number;
}

type Mark = string;

export interface Stream {
	floor: Mark;
	seen: Mark[];
	open: Record<string, OpenRun>;
	/** The platform's time and the newest record, when the time of polls began to be too short to reach anything new. */
	stuck?: { now: number; newest: number };
}

/** How far the clock of the platform may have been ahead when a floor was made. */
const AHEAD_MS = 86_400_000;

/** Whether nothing would be read for long: once, the platform's clock was far ahead. */
export const isAhead = ({ floor }: Stream, now: number): boolean => timeIn(floor) > now + AHEAD_MS;

export interface Bounds {
	lookBackMs: number;
	/** Maximum number of marks. */
	marks: number;
	/** Maximum number of characters that the open runs may take. */
	openSize: number;
}

const TIME_DIGITS = 9;

const HASH_DIGITS = 10;

/** A time, and behind it the hash of a key and the step, which a floor may lack: marks sort like what they represent. */
const MARK = /^[0-9a-z]{9}([\w-]{10}\d)?$/;

const STREAM = z.object({
	floor: z.string().regex(MARK),
	seen: z.array(z.string().regex(MARK)),
	open: z.record(
		z.string(),
		z.object({ time: z.number(), handed: z.array(z.unknown()).optional() }),
	),
	stuck: z.object({ now: z.number(), newest: z.number() }).optional(),
});

/** Whether what was kept is a stream: others can write where it is kept. */
export const isStream = (kept: unknown): kept is Stream => STREAM.safeParse(kept).success;

/** The step that means all of them: the run is complete. */
const COMPLETE = 9;

/** The last time that has no more digits, in the year 5188. */
const LAST = 36 ** TIME_DIGITS - 1;

const stamp = (time: number): Mark =>
	Math.min(LAST, Math.max(0, Math.floor(time)))
		.toString(36)
		.padStart(TIME_DIGITS, '0');

const timeIn = (mark: Mark): number => parseInt(mark.slice(0, TIME_DIGITS), 36);

/** 60 bits: two of a thousand marks are alike once in 10^12 times. */
const hashOf = (key: string): string =>
	createHash('sha256').update(key).digest('base64url').slice(0, HASH_DIGITS);

/** The mark of a run without its step. */
const markPrefixOf = ({ key, time }: RunKey): Mark => stamp(time) + hashOf(key);

/** A moment earlier than the floor: it is not known whether the platform includes the given time. */
const BEFORE_MS = 1;

/** The time from which on something may still be new. */
export const readFrom = ({ floor }: Stream): number => timeIn(floor) - BEFORE_MS;

/** A stream during one poll: what it takes of what it sees, and what it remembers at the end. */
export class Ledger {
	readonly events: TriggerEvent[] = [];
	/** Runs that were seen and have not ended, or whose end is not known yet. */
	readonly unfinished = new Map<string, Sighting>();
	/** All that the list showed. */
	readonly listed = new Set<string>();
	/** How many runs did not fit. */
	dropped = 0;
	readonly open: Map<string, OpenRun>;
	private readonly floor: Mark;
	/** Marks without their times: a record without a time gets another time in each poll. */
	private readonly seen: Map<string, Mark>;
	private firstLeftAt = Infinity;

	/**
	 * @param from what was remembered, or a time before which nothing counts
	 * @param most how many events may be taken
	 */
	constructor(
		from: Stream | number,
		private readonly bounds: Bounds,
		private readonly most: number,
	) {
		const stream = typeof from === 'number' ? { floor: stamp(from), seen: [], open: {} } : from;
		this.floor = stream.floor;
		this.seen = new Map(stream.seen.map((mark) => [mark.slice(TIME_DIGITS), mark]));
		this.open = new Map(Object.entries(stream.open));
	}

	get remaining(): number {
		return this.most - this.events.length;
	}

	/**
	 * Takes what is new, in the order of times. Between two calls times do not go back, except for open runs: so what waits is above all
	 * that was taken.
	 */
	take(sightings: readonly Sighting[]): void {
		for (const [place, sighting] of inOrder(sightings)) {
			const { key, time, events } = sighting;
			this.listed.add(key);
			const known = this.open.get(key);
			const due = events.filter(({ step }) =>
				known ? !known.handed?.includes(step) : !this.isKnown(place, step),
			);
			const taken = due.slice(0, Math.max(0, this.remaining));
			this.events.push(...taken);
			for (const step of [...events.map((event) => event.step), COMPLETE])
				if (this.wasSeen(place, step)) this.see(place, step);
			for (const { step } of taken) this.see(place, step);
			if (known && taken.length > 0)
				known.handed = [...(known.handed ?? []), ...taken.map(({ step }) => step)];
			if (taken.length < due.length) {
				// An unfinished execution is requested again, whatever the floor.
				if (known) known.askAt = 0;
				else this.firstLeftAt = Math.min(this.firstLeftAt, time);
			} else if (
				(sighting.open || sighting.findOutcome) &&
				(known || !this.isKnown(place, COMPLETE))
			)
				this.unfinished.set(key, sighting);
			else {
				this.unfinished.delete(key);
				for (const step of known?.handed ?? []) this.see(place, step);
				this.open.delete(key);
				for (const each of sighting.remember ?? []) this.see(markPrefixOf(each), COMPLETE);
				// Of a complete run one mark is enough.
				const steps = this.stepsSeen(place);
				if (steps.length < 2) continue;
				for (const step of steps) this.seen.delete(place.slice(TIME_DIGITS) + step);
				this.see(place, COMPLETE);
			}
		}
	}

	private stepsSeen(place: Mark): number[] {
		return [0, 1].filter((step) => this.wasSeen(place, step));
	}

	private see(place: Mark, step: number): void {
		const mark = place + step;
		this.seen.set(mark.slice(TIME_DIGITS), mark);
	}

	private wasSeen(place: Mark, step: number): boolean {
		return this.seen.has(place.slice(TIME_DIGITS) + step);
	}

	private isKnown(place: Mark, step: number): boolean {
		return place + step <= this.floor || this.wasSeen(place, step) || this.wasSeen(place, COMPLETE);
	}

	/** Whether it is remembered that there is nothing more to know of something. */
	isMarkedComplete(run: RunKey): boolean {
		return this.wasSeen(markPrefixOf(run), COMPLETE);
	}

	/** Of a run that is open as long as its end is not known. */
	keep(run: RunKey, change: Partial<OpenRun>): void {
		const handed = this.stepsSeen(markPrefixOf(run));
		const known = this.open.get(run.key) ?? {
			time: run.time,
			...(handed.length > 0 ? { handed } : {}),
		};
		this.open.set(run.key, { ...known, ...change });
	}

	/**
	 * What is to be remembered.
	 * @param newest the time of the newest record, as far as it can be trusted
	 * @param reached up to where the list was read; to its end when absent
	 */
	close(newest: number | undefined, reached = Infinity): Stream {
		const target = Math.min(
			reached,
			this.firstLeftAt,
			newest === undefined ? timeIn(this.floor) : newest - this.bounds.lookBackMs,
		);
		let floor = stamp(target) > this.floor ? stamp(target) : this.floor;
		let seen = [...this.seen.values()].filter((mark) => mark > floor).sort();
		const over = seen.length - this.bounds.marks;
		if (over > 0) {
			floor = seen[over - 1]!;
			seen = seen.slice(over);
		}
		for (const run of this.unfinished.values()) if (stamp(run.time) <= floor) this.keep(run, {});
		// If they do not all fit, the runs that have been open longest are dropped.
		let left = this.bounds.openSize;
		for (const [key, run] of [...this.open].sort(([, a], [, b]) => b.time - a.time)) {
			left -= Buffer.byteLength(JSON.stringify([key, run]));
			if (left >= 0) continue;
			this.open.delete(key);
			this.dropped++;
		}
		return { floor, seen, open: Object.fromEntries(this.open) };
	}
}

/**
 * By their marks: what waits is always above what was taken, so that a rising floor does not reach it.
 * Of two sightings of one thing that counts which knows its end.
 */
function inOrder(sightings: readonly Sighting[]): Array<readonly [Mark, Sighting]> {
	const once = new Map<string, Sighting>();
	for (const sighting of sightings)
		if (once.get(sighting.key)?.open !== false) once.set(sighting.key, sighting);
	const placed = [...once.values()].map((sighting) => [markPrefixOf(sighting), sighting] as const);
	return placed.sort(([a], [b]) => (a < b ? -1 : 1));
}
