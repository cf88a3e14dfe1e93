/** A stream of events (task executions, plan executions, logs, crawlers): what is observed of it, and what is remembered from poll to poll. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

import type { Poll } from './listing';
import { type Position, POSITION, type RunKey, timeIn } from './position';

export interface TriggerEvent {
	/** The same each time the event is emitted. */
	eventId: string;
	event: string;
	/** Its place among the events of a run, one digit. */
	step: number;
	occurredAt: string;
	record: IDataObject;
}

/** Reads one record; undefined if the platform does not have it. */
export type ReadOne = (poll: Poll, now: number) => Promise<Observation | undefined>;

/** What a poll observes of a run or a log: what has happened so far, and whether more can happen. */
export interface Observation extends RunKey {
	/** The chosen events, in the order in which they happened. */
	events: readonly TriggerEvent[];
	isOpen: boolean;
	/** Reads how it ended with a separate request, if the record does not say. */
	findOutcome?: ReadOne;
	/** What is remembered as complete once all of it was emitted: the run itself, if that took a request. */
	remember?: readonly RunKey[];
}

/** A run that has not ended, as it is remembered. */
export interface OpenRun {
	time: number;
	/** The steps of it that were emitted. */
	emitted?: number[];
	/** Since when it is read separately, and when to read it again. */
	since?: number;
	askAt?: number;
	/** Since when the platform has not had it. */
	lostSince?: number;
}

/** What is remembered of a stream. */
export interface StreamState {
	watermark: Position;
	/** The deduplication window, sorted. */
	emitted: Position[];
	open: Record<string, OpenRun>;
	/** The time before which the platform did not list all, until a poll has failed with that. */
	incompleteBefore?: string;
}

const STATE = z.object({
	watermark: z.string().regex(POSITION),
	emitted: z.array(z.string().regex(POSITION)),
	open: z.record(
		z.string(),
		z.object({ time: z.number(), emitted: z.array(z.unknown()).optional() }),
	),
	incompleteBefore: z.string().optional(),
});

/** Whether what was stored is the state of a stream: others can write where it is stored. */
export const isStreamState = (stored: unknown): stored is StreamState =>
	STATE.safeParse(stored).success;

/** How far a watermark may be ahead: the clocks of the platform's servers differ by minutes. */
const AHEAD_MS = 3_600_000;

/** Whether nothing would be new for long, because the platform's clock was far ahead once. */
export const isAhead = ({ watermark }: StreamState, now: number): boolean =>
	timeIn(watermark) > now + AHEAD_MS;

export interface Limits {
	allowedLatenessMs: number;
	/** Number of positions in the deduplication window. */
	window: number;
	/** Number of characters that the open runs may take. */
	openSize: number;
}
