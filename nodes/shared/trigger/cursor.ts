/**
 * Decides which observed events are new, and what is remembered for the next poll. It sends no
 * requests, so that a poll can assign its state once, at its end. What triggers promise is in
 * docs/guide/triggers.md; how it is kept, in docs/project/architecture.md.
 */
import {
	eventAt,
	eventIdentity,
	type ExecutionKey,
	type ExecutionPosition,
	PHASES,
	type Position,
	positionAt,
	positionOf,
	timeIn,
} from './position';
import type { Observation, OpenExecution, StreamLimits, StreamState, TriggerEvent } from './stream';

/**
 * A stream during one poll. The states of an execution, and what remembers them:
 *
 * | state | remembered in | until |
 * | --- | --- | --- |
 * | new | nothing | an event of it is emitted |
 * | skipped: the poll was full | `firstSkippedAt`: the watermark stays before it | the next poll |
 * | open, after the watermark | `emitted`, event by event; the list shows it again | it ends |
 * | open, before the watermark | `open`, with its emitted phases | it ends, or is lost |
 * | complete, after the watermark | `emitted`, as one position | the watermark passes it |
 * | complete or dropped, before the watermark | the watermark alone | |
 *
 * `observedOpen` has the open executions that this poll has seen. When the watermark passes one, it
 * moves to `open`.
 */
export class Cursor {
	readonly events: TriggerEvent[] = [];
	/** Observed executions that are open: not ended, or it is not known yet how they ended. */
	readonly observedOpen = new Map<string, Observation>();
	/** The keys of all observed executions. */
	readonly listed = new Set<string>();
	/** How many open executions are no longer remembered, because there are too many. */
	dropped = 0;
	readonly before: StreamState;
	readonly open: Map<string, OpenExecution>;
	/** The deduplication window: positions, by what identifies their events. */
	private readonly emitted: Map<string, Position>;
	/** The time of the first execution with an event that did not fit into this poll. */
	private firstSkippedAt = Infinity;

	/**
	 * @param from what was remembered; or a time, if everything before it counts as emitted
	 * @param maxEvents how many events this poll may emit
	 */
	constructor(
		from: StreamState | number,
		private readonly limits: StreamLimits,
		private readonly maxEvents: number,
	) {
		this.before =
			typeof from === 'number' ? { watermark: positionAt(from), emitted: [], open: {} } : from;
		const { emitted, open } = this.before;
		this.emitted = new Map(emitted.map((position) => [eventIdentity(position), position]));
		// Copies, because what was remembered must stay as it was: the poll compares with it.
		this.open = new Map(Object.entries(open).map(([key, execution]) => [key, { ...execution }]));
	}

	/** How many more events this poll may emit. */
	get room(): number {
		return this.maxEvents - this.events.length;
	}

	/**
	 * Takes new events in the order of their positions, so that an event that does not fit into this
	 * poll comes after all that were taken.
	 */
	take(observations: readonly Observation[]): void {
		for (const [execution, observation] of inOrder(observations))
			this.takeExecution(execution, observation);
	}

	private takeExecution(execution: ExecutionPosition, observation: Observation): void {
		const { key, time, events } = observation;
		this.listed.add(key);
		const open = this.open.get(key);
		const newEvents = events.filter(({ phase }) =>
			open ? !open.emitted?.includes(phase) : !this.isEmitted(execution, phase),
		);
		const takenEvents = newEvents.slice(0, Math.max(0, this.room));
		this.events.push(...takenEvents);
		// The time of the execution may be another one than when its first events were emitted: they
		// move with it, and stay in the window.
		for (const phase of [...events.map((event) => event.phase), PHASES.complete])
			if (this.isInWindow(execution, phase)) this.add(execution, phase);
		for (const { phase } of takenEvents) this.add(execution, phase);
		if (open && takenEvents.length > 0)
			open.emitted = [...(open.emitted ?? []), ...takenEvents.map(({ phase }) => phase)];
		if (takenEvents.length === newEvents.length) this.settle(execution, observation);
		// The next poll takes the other events: it reads an open execution on its own, and the list
		// from the first skipped execution on.
		else if (open) open.askAt = 0;
		else this.firstSkippedAt = Math.min(this.firstSkippedAt, time);
	}

	/** All observed events of an execution were emitted: it remains open, or is complete. */
	private settle(execution: ExecutionPosition, observation: Observation): void {
		const { key, isOpen, findOutcome, remember = [] } = observation;
		const open = this.open.get(key);
		// One before the watermark that is not remembered was complete or dropped before: it is not
		// followed again.
		if ((isOpen || findOutcome) && (open || !this.isEmitted(execution, PHASES.complete))) {
			this.observedOpen.set(key, observation);
			return;
		}
		this.observedOpen.delete(key);
		this.open.delete(key);
		for (const phase of open?.emitted ?? []) this.add(execution, phase);
		for (const remembered of remember) this.add(positionOf(remembered), PHASES.complete);
		// One position is enough for a complete execution.
		const phases = this.eventsInWindow(execution);
		if (phases.length < 2) return;
		for (const phase of phases) this.emitted.delete(eventIdentity(eventAt(execution, phase)));
		this.add(execution, PHASES.complete);
	}

	/** Remembers an open execution, and when to read it again. */
	keepOpen(execution: ExecutionKey, change: Partial<OpenExecution>): void {
		const emitted = this.eventsInWindow(positionOf(execution));
		const open = this.open.get(execution.key) ?? {
			time: execution.time,
			...(emitted.length > 0 ? { emitted } : {}),
		};
		this.open.set(execution.key, { ...open, ...change });
	}

	/** Whether all events of an execution were emitted, and no other can follow. */
	isComplete(execution: ExecutionKey): boolean {
		return this.isInWindow(positionOf(execution), PHASES.complete);
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
		// If the window is full, the watermark rises to the newest event that no longer fits. Events
		// are taken oldest first, so it passes none that was not emitted.
		const excess = emitted.length - this.limits.window;
		if (excess > 0) {
			watermark = emitted[excess - 1]!;
			emitted = emitted.slice(excess);
		}
		for (const execution of this.observedOpen.values())
			if (positionAt(execution.time) <= watermark) this.keepOpen(execution, {});
		this.dropOldest();
		return { watermark, emitted, open: Object.fromEntries(this.open) };
	}

	/**
	 * The state at the end of a poll that found its watermark in the future: it goes back to the
	 * present.
	 */
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

	/** If there are too many open executions, those that began first are dropped. */
	private dropOldest(): void {
		let bytesLeft = this.limits.maxOpenExecutionsBytes;
		for (const [key, execution] of [...this.open].sort(([, a], [, b]) => b.time - a.time)) {
			bytesLeft -= Buffer.byteLength(JSON.stringify([key, execution]));
			if (bytesLeft >= 0) continue;
			this.open.delete(key);
			this.dropped++;
		}
	}

	/** The phases of the events of an execution that are in the window. */
	private eventsInWindow(execution: ExecutionPosition): number[] {
		return [PHASES.started, PHASES.ended].filter((phase) => this.isInWindow(execution, phase));
	}

	/**
	 * Adds an event to the window. If its time has changed, the later one counts, so that the event
	 * stays above the watermark.
	 */
	private add(execution: ExecutionPosition, phase: number): void {
		const event = eventAt(execution, phase);
		const earlier = this.emitted.get(eventIdentity(event));
		if (earlier === undefined || earlier < event) this.emitted.set(eventIdentity(event), event);
	}

	private isInWindow(execution: ExecutionPosition, phase: number): boolean {
		return this.emitted.has(eventIdentity(eventAt(execution, phase)));
	}

	private isEmitted(execution: ExecutionPosition, phase: number): boolean {
		return (
			eventAt(execution, phase) <= this.before.watermark ||
			this.isInWindow(execution, phase) ||
			this.isInWindow(execution, PHASES.complete)
		);
	}
}

/**
 * Sorts observations by their positions. If an execution was observed twice, the observation with
 * its end counts.
 */
function inOrder(
	observations: readonly Observation[],
): Array<readonly [ExecutionPosition, Observation]> {
	const byExecution = new Map<string, Observation>();
	for (const observation of observations)
		if (byExecution.get(observation.key)?.isOpen !== false)
			byExecution.set(observation.key, observation);
	const withPositions = [...byExecution.values()].map(
		(observation) => [positionOf(observation), observation] as const,
	);
	return withPositions.sort(([a], [b]) => (a < b ? -1 : 1));
}
