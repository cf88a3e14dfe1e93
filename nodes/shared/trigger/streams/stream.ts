/**
 * A stream of events (task executions, plan executions, logs, crawlers): what a poll observes, and
 * what is remembered of it.
 */
import { z } from 'zod/v4';

import type { EmittedEvent } from '../declare/triggerSpec';
import { WRONG_CLOCK_MS } from '../requests/clocks';
import type { Poll } from '../requests/pollRequests';
import { type ExecutionKey, type Position, POSITION, timeIn } from './position';

/** An event of an execution. */
export interface StreamEvent extends EmittedEvent {
	/** One of the `PHASES` (position.ts); no two events of an execution have the same. */
	phase: number;
}

/** Reads one record; undefined if the platform does not have it. */
export type ReadOne = (poll: Poll, now: number) => Promise<Observation | undefined>;

/**
 * What a poll observes of an execution: which events have happened so far, and whether more can
 * follow.
 */
export interface Observation extends ExecutionKey {
	/** The chosen events, in the order in which they happened. */
	events: readonly StreamEvent[];
	isOpen: boolean;
	/** The platform gives it no time, so `time` is that of the poll. */
	isUndated?: boolean;
	/** If the record does not say how the execution ended: reads that with a separate request. */
	findOutcome?: ReadOne;
	/**
	 * Executions whose end is known from this observation: the observed one itself if its end was
	 * read separately, or others. They are settled once all events of this one were emitted. So
	 * nothing is requested again to find out how they ended, even if none of their events was
	 * chosen.
	 */
	alsoSettled?: readonly ExecutionKey[];
}

/** What is remembered of an execution that has not ended, or whose outcome is not known yet. */
export interface OpenExecution {
	time: number;
	/** The phases of its events that were emitted; absent if none was. */
	phases?: number[];
	/** When it was first read on its own, because no list showed it or its outcome. */
	firstReadAt?: number;
	/** From when on it is read again if no list shows it. If absent, that is in the next poll. */
	readAgainAt?: number;
	/** When the platform first answered that there is no such execution. */
	lostSince?: number;
}

/** What is remembered of a stream. */
export interface StreamMemory {
	watermark: Position;
	/** The deduplication window, sorted. */
	window: Position[];
	/** By the keys of the executions. */
	open: Record<string, OpenExecution>;
	/**
	 * The last poll had to stop here, after the watermark, because its time was up: the next one
	 * continues from here. Otherwise, a look-back that takes longer to read than one poll lasts would
	 * never be read to its end.
	 */
	readUpTo?: number;
	/**
	 * Some records before this time could not be read. A later poll reports that, and removes it.
	 */
	incompleteBefore?: string;
}

const MEMORY = z.object({
	watermark: z.string().regex(POSITION),
	window: z.array(z.string().regex(POSITION)),
	open: z.record(
		z.string(),
		z.object({ time: z.number(), phases: z.array(z.unknown()).optional() }),
	),
	readUpTo: z.number().optional(),
	incompleteBefore: z.string().optional(),
});

/**
 * Whether a stored value is what is remembered of a stream. This is checked, because other code can
 * write to the same place.
 */
export const isStreamMemory = (stored: unknown): stored is StreamMemory =>
	MEMORY.safeParse(stored).success;

/**
 * Whether a watermark is so far in the future that a clock must have been wrong: no event would be
 * new for a long time. A smaller distance can be the usual skew between clocks. Then the watermark
 * must not go back, because events that were already emitted would be emitted again.
 */
export const isAhead = ({ watermark }: StreamMemory, now: number): boolean =>
	timeIn(watermark) > now + WRONG_CLOCK_MS;

export interface StreamLimits {
	lookBackMs: number;
	/** Number of positions in the deduplication window. */
	windowSize: number;
	/** How many bytes (UTF-8, as JSON) the open executions may take. */
	maxOpenExecutionsBytes: number;
}
