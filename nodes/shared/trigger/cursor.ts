/**
 * Decides which observed events are new, and what is remembered for the next poll. It sends no requests, so that a poll can assign its
 * state once, at its end. What triggers promise is in docs/guide/triggers.md; how it is kept, in docs/project/architecture.md.
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

/** The step of a run that is complete: all of its events were emitted, and no other can follow. */
const COMPLETE = 9;

/** A stream during one poll. */
export class Cursor {
	readonly events: TriggerEvent[] = [];
	/** Observed runs that have not ended, or of which it is not known yet how they ended. */
	readonly unfinished = new Map<string, Observation>();
	/** The keys of all observed runs. */
	readonly listed = new Set<string>();
	/** How many open runs are no longer remembered, because there are too many. */
	dropped = 0;
	readonly before: StreamState;
	readonly open: Map<string, OpenRun>;
	/** The deduplication window: positions, by what identifies their events. */
	private readonly emitted: Map<string, Position>;
	/** The time of the first run with an event that did not fit into this poll. */
	private firstSkippedAt = Infinity;

	/**
	 * @param from what was remembered; or a time, if everything before it counts as emitted
	 * @param maxEvents how many events this poll may emit
	 */
	constructor(
		from: StreamState | number,
		private readonly limits: Limits,
		private readonly maxEvents: number,
	) {
		this.before =
			typeof from === 'number' ? { watermark: positionAt(from), emitted: [], open: {} } : from;
		const { emitted, open } = this.before;
		this.emitted = new Map(emitted.map((position) => [withoutTime(position), position]));
		// Copies, because what was remembered must stay as it was: the poll compares with it.
		this.open = new Map(Object.entries(open).map(([key, run]) => [key, { ...run }]));
	}

	/** How many more events this poll may emit. */
	get room(): number {
		return this.maxEvents - this.events.length;
	}

	/** Takes new events in the order of their positions, so that an event that does not fit into this poll comes after all that were taken. */
	take(observations: readonly Observation[]): void {
		for (const [run, observation] of inOrder(observations)) this.takeRun(run, observation);
	}

	private takeRun(run: Position, observation: Observation): void {
		const { key, time, events } = observation;
		this.listed.add(key);
		const open = this.open.get(key);
		const fresh = events.filter(({ phase }) =>
			open ? !open.emitted?.includes(phase) : !this.isEmitted(run, phase),
		);
		const taken = fresh.slice(0, Math.max(0, this.room));
		this.events.push(...taken);
		// Those that were emitted before are added again, in case the time of the run has changed.
		for (const step of [...events.map((event) => event.phase), COMPLETE])
			if (this.isInWindow(run, step)) this.add(run, step);
		for (const { phase } of taken) this.add(run, phase);
		if (open && taken.length > 0)
			open.emitted = [...(open.emitted ?? []), ...taken.map(({ phase }) => phase)];
		if (taken.length === fresh.length) this.settle(run, observation);
		// The next poll takes the other events: it reads an open run on its own, and the list from the first skipped run on.
		else if (open) open.askAt = 0;
		else this.firstSkippedAt = Math.min(this.firstSkippedAt, time);
	}

	/** All observed events of a run were emitted: it remains open, or is complete. */
	private settle(run: Position, observation: Observation): void {
		const { key, isOpen, findOutcome, remember = [] } = observation;
		const open = this.open.get(key);
		if ((isOpen || findOutcome) && (open || !this.isEmitted(run, COMPLETE))) {
			this.unfinished.set(key, observation);
			return;
		}
		this.unfinished.delete(key);
		this.open.delete(key);
		for (const step of open?.emitted ?? []) this.add(run, step);
		for (const each of remember) this.add(positionOf(each), COMPLETE);
		// One position is enough for a complete run.
		const steps = this.stepsInWindow(run);
		if (steps.length < 2) return;
		for (const step of steps) this.emitted.delete(withoutTime(run) + step);
		this.add(run, COMPLETE);
	}

	/** Remembers an open run, and when to read it again. */
	follow(run: RunKey, change: Partial<OpenRun>): void {
		const emitted = this.stepsInWindow(positionOf(run));
		const open = this.open.get(run.key) ?? {
			time: run.time,
			...(emitted.length > 0 ? { emitted } : {}),
		};
		this.open.set(run.key, { ...open, ...change });
	}

	/** Whether all events of a run were emitted, and no other can follow. */
	isComplete(run: RunKey): boolean {
		return this.isInWindow(positionOf(run), COMPLETE);
	}

	/**
	 * The state at the end of a poll.
	 * @param newest the time of the newest record, as far as it can be trusted
	 * @param reached the time up to which the list was read; up to its end if absent
	 */
	close(newest: number | undefined, reached = Infinity): StreamState {
		let { watermark } = this.before;
		const behindNewest =
			newest === undefined ? timeIn(watermark) : newest - this.limits.allowedLatenessMs;
		const target = positionAt(Math.min(reached, this.firstSkippedAt, behindNewest));
		if (target > watermark) watermark = target;
		let emitted = [...this.emitted.values()].filter((position) => position > watermark).sort();
		// If the window is full, the watermark rises to what is still in it. Events are taken oldest first, so it passes none that was not
		// emitted.
		const excess = emitted.length - this.limits.window;
		if (excess > 0) {
			watermark = emitted[excess - 1]!;
			emitted = emitted.slice(excess);
		}
		for (const run of this.unfinished.values())
			if (positionAt(run.time) <= watermark) this.follow(run, {});
		this.dropOldest();
		return { watermark, emitted, open: Object.fromEntries(this.open) };
	}

	/** The state at the end of a poll that found its watermark in the future: it goes back to the present. */
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

	/** If there are too many open runs, those that began first are dropped. */
	private dropOldest(): void {
		let bytesLeft = this.limits.maxOpenRunsBytes;
		for (const [key, run] of [...this.open].sort(([, a], [, b]) => b.time - a.time)) {
			bytesLeft -= Buffer.byteLength(JSON.stringify([key, run]));
			if (bytesLeft >= 0) continue;
			this.open.delete(key);
			this.dropped++;
		}
	}

	private stepsInWindow(run: Position): number[] {
		return [0, 1].filter((step) => this.isInWindow(run, step));
	}

	/** Adds an event to the window. If its time has changed, the later one counts, so that the event stays above the watermark. */
	private add(run: Position, step: number): void {
		const key = withoutTime(run) + step;
		const earlier = this.emitted.get(key);
		if (earlier === undefined || earlier < run + step) this.emitted.set(key, run + step);
	}

	private isInWindow(run: Position, step: number): boolean {
		return this.emitted.has(withoutTime(run) + step);
	}

	private isEmitted(run: Position, step: number): boolean {
		return (
			run + step <= this.before.watermark ||
			this.isInWindow(run, step) ||
			this.isInWindow(run, COMPLETE)
		);
	}
}

/** Sorts observations by their positions. If a run was observed twice, the observation with its end counts. */
function inOrder(observations: readonly Observation[]): Array<readonly [Position, Observation]> {
	const byRun = new Map<string, Observation>();
	for (const observation of observations)
		if (byRun.get(observation.key)?.isOpen !== false) byRun.set(observation.key, observation);
	const withPositions = [...byRun.values()].map(
		(observation) => [positionOf(observation), observation] as const,
	);
	return withPositions.sort(([a], [b]) => (a < b ? -1 : 1));
}
