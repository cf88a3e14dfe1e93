/**
 * The deduplication window of a stream: which events after the watermark were already emitted, and
 * which executions are settled, so that no event of them will follow.
 */
import {
	eventAt,
	type EventIdentity,
	eventIdentity,
	type ExecutionPosition,
	PHASES,
	type Position,
} from './position';
import type { StreamMemory } from './stream';

export class DeduplicationWindow {
	private readonly byIdentity: Map<EventIdentity, Position>;

	constructor(positions: readonly Position[]) {
		this.byIdentity = new Map(positions.map((position) => [eventIdentity(position), position]));
	}

	has(position: ExecutionPosition, phase: number): boolean {
		return this.byIdentity.has(eventIdentity(eventAt(position, phase)));
	}

	/** The phases of the events of an execution that are in the window. */
	phasesOf(position: ExecutionPosition): number[] {
		return [PHASES.started, PHASES.ended].filter((phase) => this.has(position, phase));
	}

	/** Adds an event. If it is there with another time, the later one counts. */
	add(position: ExecutionPosition, phase: number): void {
		const added = eventAt(position, phase);
		const identity = eventIdentity(added);
		const present = this.byIdentity.get(identity);
		if (present === undefined || present < added) this.byIdentity.set(identity, added);
	}

	/**
	 * Moves the events of an execution to the time at which the execution was observed now, so that
	 * the watermark does not pass them while the list still shows the execution. For example, a
	 * record to which the platform gives no time gets that of each poll: 10:00 in one, and 10:05 in
	 * the next.
	 */
	move(position: ExecutionPosition): void {
		for (const phase of Object.values(PHASES))
			if (this.has(position, phase)) this.add(position, phase);
	}

	/**
	 * If the window has several events of a settled execution, they become one position, because the
	 * window is small.
	 */
	merge(position: ExecutionPosition): void {
		const phases = this.phasesOf(position);
		if (phases.length < 2) return;
		for (const phase of phases) this.byIdentity.delete(eventIdentity(eventAt(position, phase)));
		this.add(position, PHASES.settled);
	}

	/** All positions, oldest first. */
	get positions(): Position[] {
		return [...this.byIdentity.values()].sort();
	}

	/**
	 * What is kept of the window. Each emitted event is either in it, or not after the watermark. If
	 * the window is too full, the watermark rises to the newest event that no longer fits.
	 *
	 * It passes no event that was skipped or not read yet. If three positions were added, at most
	 * three leave, the oldest ones, so none that leaves is newer than the newest one added. Events
	 * are added in order, before the first one that was skipped. (The ends of crawlers,
	 * `alsoSettled`, are added at later times, but are too few to fill the window.)
	 * @param limit the watermark rises no further: given if there are events without a time. They
	 * have the time of the poll, so they may leave although others before it were not read. An event
	 * that leaves and is after the limit may be emitted again, which is better than losing others.
	 */
	fit(
		watermark: Position,
		size: number,
		limit?: Position,
	): Pick<StreamMemory, 'watermark' | 'window'> {
		const window = this.positions.filter((position) => position > watermark);
		const excess = window.length - size;
		if (excess <= 0) return { watermark, window };
		const newestExcess = window[excess - 1]!;
		const raised = limit !== undefined && limit < newestExcess ? limit : newestExcess;
		return {
			watermark: raised > watermark ? raised : watermark,
			window: window.slice(excess),
		};
	}
}
