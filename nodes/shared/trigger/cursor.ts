/**
 * What is new in what a poll observes of a stream, and what is to be remembered. No request is sent here, so that a poll can assign its
 * state once, at its end. docs/guide/triggers.md has the promise.
 *
 * - The watermark: nothing at or below it is read again. It follows the newest record at the distance of the allowed lateness.
 * - The deduplication window: what was emitted above the watermark.
 * - The runs that have not ended, and that the list no longer shows because they began below the watermark.
 */
import {
	type Position,
	positionAt,
	positionOf,
	type RunKey,
	timeIn,
	withoutTime,
} from './position';
import type { Limits, Observation, OpenRun, StreamState, TriggerEvent } from './stream';

/** The step that means all of them: the run is complete. */
const COMPLETE = 9;

/** A stream during one poll. */
export class Cursor {
	readonly events: TriggerEvent[] = [];
	/** Observed runs that have not ended, or whose end is not known yet. */
	readonly unfinished = new Map<string, Observation>();
	/** All that the list showed. */
	readonly listed = new Set<string>();
	/** How many open runs did not fit. */
	dropped = 0;
	readonly before: StreamState;
	readonly open: Map<string, OpenRun>;
	private readonly emitted: Map<string, Position>;
	private firstLeftAt = Infinity;

	/**
	 * @param from what was remembered, or a time before which nothing counts
	 * @param most how many events may be taken
	 */
	constructor(
		from: StreamState | number,
		private readonly limits: Limits,
		private readonly most: number,
	) {
		this.before =
			typeof from === 'number' ? { watermark: positionAt(from), emitted: [], open: {} } : from;
		const { emitted, open } = this.before;
		this.emitted = new Map(emitted.map((position) => [withoutTime(position), position]));
		this.open = new Map(Object.entries(open));
	}

	/** How many more events may be taken. */
	get room(): number {
		return this.most - this.events.length;
	}

	/** Takes what is new, in the order of positions: so what does not fit is above all that was taken. */
	take(observations: readonly Observation[]): void {
		for (const [run, observation] of inOrder(observations)) {
			const { key, time, events } = observation;
			this.listed.add(key);
			const open = this.open.get(key);
			const due = events.filter(({ step }) =>
				open ? !open.emitted?.includes(step) : !this.isKnown(run, step),
			);
			const taken = due.slice(0, Math.max(0, this.room));
			this.events.push(...taken);
			for (const step of [...events.map((event) => event.step), COMPLETE])
				if (this.isInWindow(run, step)) this.add(run, step);
			for (const { step } of taken) this.add(run, step);
			if (open && taken.length > 0)
				open.emitted = [...(open.emitted ?? []), ...taken.map(({ step }) => step)];
			if (taken.length === due.length) this.settle(run, observation);
			// An open run is requested again, whatever the watermark.
			else if (open) open.askAt = 0;
			else this.firstLeftAt = Math.min(this.firstLeftAt, time);
		}
	}

	/** Once all that a run shows was emitted: it is still followed, or complete. */
	private settle(run: Position, observation: Observation): void {
		const { key, isOpen, findOutcome, remember = [] } = observation;
		const open = this.open.get(key);
		if ((isOpen || findOutcome) && (open || !this.isKnown(run, COMPLETE))) {
			this.unfinished.set(key, observation);
			return;
		}
		this.unfinished.delete(key);
		this.open.delete(key);
		for (const step of open?.emitted ?? []) this.add(run, step);
		for (const each of remember) this.add(positionOf(each), COMPLETE);
		// Of a complete run one position is enough.
		const steps = this.stepsInWindow(run);
		if (steps.length < 2) return;
		for (const step of steps) this.emitted.delete(withoutTime(run) + step);
		this.add(run, COMPLETE);
	}

	/** Remembers of an open run when to read it again. */
	follow(run: RunKey, change: Partial<OpenRun>): void {
		const emitted = this.stepsInWindow(positionOf(run));
		const known = this.open.get(run.key) ?? {
			time: run.time,
			...(emitted.length > 0 ? { emitted } : {}),
		};
		this.open.set(run.key, { ...known, ...change });
	}

	/** Whether it is remembered that nothing more can become known of a run. */
	isComplete(run: RunKey): boolean {
		return this.isInWindow(positionOf(run), COMPLETE);
	}

	/**
	 * What is to be remembered.
	 * @param newest the time of the newest record, as far as it can be trusted
	 * @param reached up to where the list was read; to its end when absent
	 */
	close(newest: number | undefined, reached = Infinity): StreamState {
		let { watermark } = this.before;
		const follows =
			newest === undefined ? timeIn(watermark) : newest - this.limits.allowedLatenessMs;
		const target = positionAt(Math.min(reached, this.firstLeftAt, follows));
		if (target > watermark) watermark = target;
		let emitted = [...this.emitted.values()].filter((each) => each > watermark).sort();
		// If the window is full, the watermark rises.
		const over = emitted.length - this.limits.window;
		if (over > 0) {
			watermark = emitted[over - 1]!;
			emitted = emitted.slice(over);
		}
		for (const run of this.unfinished.values())
			if (positionAt(run.time) <= watermark) this.follow(run, {});
		this.dropOldest();
		return { watermark, emitted, open: Object.fromEntries(this.open) };
	}

	/** What is to be remembered if the watermark is ahead of the platform's time. */
	rewind(now: number): StreamState {
		const watermark = positionAt(now - this.limits.allowedLatenessMs);
		return {
			watermark,
			emitted: [...this.emitted.values()].sort(),
			open: Object.fromEntries(
				[...this.open].map(([key, { time, emitted }]) => [
					key,
					{ time, ...(emitted && { emitted }) },
				]),
			),
		};
	}

	/** If the open runs do not all fit, those that began first are dropped. */
	private dropOldest(): void {
		let left = this.limits.openSize;
		for (const [key, run] of [...this.open].sort(([, a], [, b]) => b.time - a.time)) {
			left -= Buffer.byteLength(JSON.stringify([key, run]));
			if (left >= 0) continue;
			this.open.delete(key);
			this.dropped++;
		}
	}

	private stepsInWindow(run: Position): number[] {
		return [0, 1].filter((step) => this.isInWindow(run, step));
	}

	/** If its time is another one now, the later one counts, so that it stays above the watermark. */
	private add(run: Position, step: number): void {
		const key = withoutTime(run) + step;
		const known = this.emitted.get(key);
		if (known === undefined || known < run + step) this.emitted.set(key, run + step);
	}

	private isInWindow(run: Position, step: number): boolean {
		return this.emitted.has(withoutTime(run) + step);
	}

	private isKnown(run: Position, step: number): boolean {
		return (
			run + step <= this.before.watermark ||
			this.isInWindow(run, step) ||
			this.isInWindow(run, COMPLETE)
		);
	}
}

/** By their positions. Of two observations of one run, the one that knows its end counts. */
function inOrder(observations: readonly Observation[]): Array<readonly [Position, Observation]> {
	const once = new Map<string, Observation>();
	for (const observation of observations)
		if (once.get(observation.key)?.isOpen !== false) once.set(observation.key, observation);
	const placed = [...once.values()].map((each) => [positionOf(each), each] as const);
	return placed.sort(([a], [b]) => (a < b ? -1 : 1));
}
