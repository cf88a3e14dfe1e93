/**
 * Decides which observed events are new, and what is remembered for the next poll. It sends no
 * requests, so that a poll can remember everything at once, at its end. What triggers promise is in
 * docs/guide/triggers.md; how they keep it, in docs/project/why/events.md.
 */
import { fitting } from '../poll/memorySize';
import {
	eventAt,
	type ExecutionKey,
	type ExecutionPosition,
	PHASES,
	type Position,
	positionAt,
	positionOf,
	timeIn,
} from './position';
import type { Observation, OpenExecution, StreamEvent, StreamLimits, StreamMemory } from './stream';
import { DeduplicationWindow } from './window';

/** How far a poll has read its list. */
export interface ReadExtent {
	/** The time of the newest record of the whole list, as far as it can be trusted. */
	newestAt: number | undefined;
	/** The time up to which the list was read; absent if it was read to its end. */
	reached?: number;
}

/**
 * A stream during one poll. The states of an execution, and what remembers them:
 *
 * | state | remembered in | until |
 * | --- | --- | --- |
 * | new | nothing | an event of it is emitted |
 * | skipped, after the watermark | `firstSkippedAt`: the watermark stays before | the next poll |
 * | skipped, before the watermark | `openExecutions` | the next poll |
 * | open, after the watermark | `openExecutions` if there is space, and `window` | it ends |
 * | open, before the watermark | `openExecutions` | it ends, or is lost |
 * | settled, after the watermark | `window`, one for all its events | the watermark passes it |
 * | settled or dropped, before the watermark | the watermark alone | |
 *
 * Skipped means that the poll was full. Which events are new is decided by `openExecutions` for the
 * executions in it, and by the watermark and the window for all others. `observedOpen` only
 * collects the open executions that this poll has seen. At its end, they are remembered in
 * `openExecutions`: the next poll reads the list only from the watermark on, and the list may stop
 * showing an execution at any time, for example if its tag is removed.
 */
export class Cursor {
	readonly events: StreamEvent[] = [];
	/** Observed executions that are open: not ended, or it is not known yet how they ended. */
	readonly observedOpen = new Map<string, Observation>();
	/** The keys of all executions that this poll has observed. */
	readonly observedKeys = new Set<string>();
	/** How many executions before the watermark are no longer remembered: there are too many. */
	droppedCount = 0;
	/** What was remembered of the stream before this poll. */
	readonly before: StreamMemory;
	/** The open executions that are remembered, by their keys. */
	readonly openExecutions: Map<string, OpenExecution>;
	private readonly window: DeduplicationWindow;
	/**
	 * The time from which on the next poll has to list executions again, because an event did not
	 * fit into this one.
	 */
	private firstSkippedAt = Infinity;
	/** This poll has observed executions without a time. */
	private hasUndated = false;

	/**
	 * @param from what was remembered; or a time, if everything before it counts as emitted
	 * @param maxEvents how many events this poll may emit
	 */
	constructor(
		from: StreamMemory | number,
		private readonly limits: StreamLimits,
		private readonly maxEvents: number,
	) {
		this.before =
			typeof from === 'number' ? { watermark: positionAt(from), window: [], open: {} } : from;
		const { window, open } = this.before;
		this.window = new DeduplicationWindow(window);
		// Copies, because the poll compares its result with what was remembered before.
		this.openExecutions = new Map(
			Object.entries(open).map(([key, execution]) => [key, { ...execution }]),
		);
	}

	/** How many more events this poll may emit. */
	get room(): number {
		return this.maxEvents - this.events.length;
	}

	/**
	 * Takes what exists at the activation: none of its events is emitted, and the open executions
	 * are followed.
	 */
	takeAsEmitted(observations: readonly Observation[]): void {
		// `take` regards an execution before the watermark as settled, unless it is remembered as
		// open: then its end would never be emitted. So open ones are remembered first, and `take`
		// only adds which of their events have happened so far.
		for (const observation of observations)
			if (observation.isOpen && this.isBeforeWatermark(positionOf(observation)))
				this.rememberOpen(observation);
		this.take(observations);
		this.events.length = 0;
	}

	/**
	 * Takes new events in the order of their positions, so that an event that does not fit into
	 * this poll comes after all that were taken.
	 * @param since the beginning of the period in which they are listed
	 */
	take(observations: readonly Observation[], since?: number): void {
		for (const [position, observation] of inOrder(observations))
			this.takeExecution(position, observation, since);
	}

	private takeExecution(
		position: ExecutionPosition,
		observation: Observation,
		since?: number,
	): void {
		const { key, events, isUndated = false } = observation;
		this.observedKeys.add(key);
		this.hasUndated ||= isUndated;
		// An execution that is remembered as open may be before the watermark, and its events may have
		// left the window, so the phases that are remembered with it decide.
		const remembered = this.openExecutions.get(key);
		const newEvents = events.filter(({ phase }) =>
			remembered ? !remembered.phases?.includes(phase) : !this.isEmitted(position, phase),
		);
		const takenEvents = newEvents.slice(0, Math.max(0, this.room));
		const takenPhases = takenEvents.map(({ phase }) => phase);
		this.events.push(...takenEvents);
		this.window.move(position);
		for (const phase of takenPhases) this.window.add(position, phase);
		if (remembered && takenEvents.length > 0)
			remembered.phases = [...(remembered.phases ?? []), ...takenPhases];
		if (takenEvents.length < newEvents.length) this.leaveToNextPoll(position, observation, since);
		else if (this.isStillOpen(position, observation)) this.observedOpen.set(key, observation);
		else this.settle(position, observation);
	}

	/**
	 * Not all events of an execution fit into this poll. The next poll takes the others: it reads an
	 * execution before the watermark on its own, and the list from the first skipped execution on.
	 */
	private leaveToNextPoll(
		position: ExecutionPosition,
		{ key, time, isUndated }: Observation,
		since?: number,
	): void {
		const remembered = this.openExecutions.get(key);
		// The platform may list an undated execution anywhere after the beginning of the period.
		const listedAt = isUndated ? (since ?? time) : time;
		if (remembered && this.isBeforeWatermark(position)) remembered.readAgainAt = 0;
		else this.firstSkippedAt = Math.min(this.firstSkippedAt, listedAt);
	}

	/** Whether more events of an execution can follow, after all that were observed. */
	private isStillOpen(
		position: ExecutionPosition,
		{ key, isOpen, findOutcome }: Observation,
	): boolean {
		if (!isOpen && !findOutcome) return false;
		// If it is not remembered as open, it was settled before this poll, or dropped because there
		// were too many. It is not followed again.
		const isDone = this.isBeforeWatermark(position) || this.window.has(position, PHASES.settled);
		return this.openExecutions.has(key) || !isDone;
	}

	/**
	 * Stops following an execution: it has ended, and all its events were emitted, or it was given up
	 * before this poll. The window keeps its events as long as the list may show it.
	 */
	private settle(position: ExecutionPosition, { key, alsoSettled = [] }: Observation): void {
		const phases = this.openExecutions.get(key)?.phases ?? [];
		for (const phase of phases) this.window.add(position, phase);
		this.forgetOpen(key);
		for (const execution of alsoSettled) {
			this.forgetOpen(execution.key);
			this.window.add(positionOf(execution), PHASES.settled);
		}
		this.window.merge(position);
	}

	/** Forgets that an execution was open. */
	private forgetOpen(key: string): void {
		this.observedOpen.delete(key);
		this.openExecutions.delete(key);
	}

	/** Remembers an open execution, and when to read it again. */
	rememberOpen(execution: ExecutionKey, change: Partial<OpenExecution> = {}): void {
		const phases = this.window.phasesOf(positionOf(execution));
		const remembered = this.openExecutions.get(execution.key) ?? {
			time: execution.time,
			...(phases.length > 0 ? { phases } : {}),
		};
		this.openExecutions.set(execution.key, { ...remembered, ...change });
	}

	/**
	 * A list shows an open execution, so what is remembered of reading it on its own no longer
	 * counts.
	 */
	rememberListed(execution: ExecutionKey): void {
		this.rememberOpen(execution, {
			firstReadAt: undefined,
			readAgainAt: undefined,
			lostSince: undefined,
		});
	}

	/** Whether the window says that an execution is settled. */
	isSettledInWindow(execution: ExecutionKey): boolean {
		return this.window.has(positionOf(execution), PHASES.settled);
	}

	/**
	 * What to remember at the end of a poll. Everything up to its watermark counts as emitted, except
	 * for the events of the remembered open executions. Its window has what was emitted after the
	 * watermark.
	 */
	close(extent: ReadExtent): StreamMemory {
		const complete = positionAt(Math.min(extent.reached ?? Infinity, this.firstSkippedAt));
		const { watermark, window } = this.window.fit(
			this.raiseWatermark(extent.newestAt, complete),
			this.limits.windowSize,
			this.hasUndated ? complete : undefined,
		);
		// What a list has just shown is not lost, unless it has to be read on its own as well.
		for (const execution of this.observedOpen.values())
			this.rememberOpen(execution, execution.findOutcome ? {} : { lostSince: undefined });
		this.dropExcess(timeIn(watermark));
		return { watermark, window, open: Object.fromEntries(this.openExecutions) };
	}

	/**
	 * The watermark never goes back, and never passes an event that was skipped or not read yet, or
	 * that can still appear within the look-back.
	 * @param complete the position up to which everything was read and emitted
	 */
	private raiseWatermark(newestAt: number | undefined, complete: Position): Position {
		const { watermark } = this.before;
		if (newestAt === undefined) return watermark;
		const behindNewest = positionAt(newestAt - this.limits.lookBackMs);
		const target = behindNewest < complete ? behindNewest : complete;
		return target > watermark ? target : watermark;
	}

	/**
	 * What to remember at the end of a poll that found its watermark in the future: it goes back to
	 * the present, by the look-back. The times at which open executions were to be read again are
	 * forgotten, because they come from the clock that was wrong.
	 */
	rewind(now: number): StreamMemory {
		const watermark = positionAt(now - this.limits.lookBackMs);
		const open = [...this.openExecutions].map(
			([key, { time, phases }]) => [key, { time, ...(phases && { phases }) }] as const,
		);
		return { watermark, window: this.window.positions, open: Object.fromEntries(open) };
	}

	/**
	 * If there are too many open executions, the newest ones before the watermark are kept, because
	 * the list does not show them again; then the oldest of the others.
	 */
	private dropExcess(watermark: number): void {
		const executions = [...this.openExecutions];
		const isListed = (time: number) => time > watermark;
		const unlisted = executions.filter(([, { time }]) => !isListed(time));
		const listed = executions.filter(([, { time }]) => isListed(time));
		unlisted.sort(([, a], [, b]) => b.time - a.time);
		listed.sort(([, a], [, b]) => a.time - b.time);
		const { dropped } = fitting([...unlisted, ...listed], this.limits.maxOpenExecutionsBytes);
		for (const [key] of dropped) this.openExecutions.delete(key);
		this.droppedCount = dropped.filter(([, { time }]) => !isListed(time)).length;
	}

	/**
	 * Whether the watermark has passed the event that an execution has in a phase; or all of its
	 * events, if no phase is given.
	 */
	private isBeforeWatermark(position: ExecutionPosition, phase: number = PHASES.settled): boolean {
		return eventAt(position, phase) <= this.before.watermark;
	}

	private isEmitted(position: ExecutionPosition, phase: number): boolean {
		return (
			this.isBeforeWatermark(position, phase) ||
			this.window.has(position, phase) ||
			this.window.has(position, PHASES.settled)
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
	const byKey = new Map<string, Observation>();
	for (const observation of observations)
		if (byKey.get(observation.key)?.isOpen !== false) byKey.set(observation.key, observation);
	const withPositions = [...byKey.values()].map(
		(observation) => [positionOf(observation), observation] as const,
	);
	return withPositions.sort(([a], [b]) => (a < b ? -1 : 1));
}
