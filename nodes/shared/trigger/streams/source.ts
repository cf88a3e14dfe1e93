/** Reads the events of a stream from their source, and decides up to where the stream was read. */
import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../support/time/clock';
import type { Part } from '../reading/readParts';
import { type Poll, TIME_UP_MS } from '../requests/pollRequests';
import { Cursor } from './cursor';
import { followOpenExecutions, type OpenExecutionSource } from './openExecutions';
import { timeIn } from './position';
import { isAhead, type Observation, type StreamLimits, type StreamMemory } from './stream';

/** All observations up to a time, or up to the end of the list. */
export interface ObservedPart extends Omit<Part, 'records' | 'since'> {
	/** The beginning of its period. */
	since?: number;
	observations: Observation[];
}

/**
 * What exists at the activation. None of its events is emitted, but the ends of its open executions
 * will be.
 */
export interface StreamStart {
	/** Everything before this time counts as emitted. */
	from: number;
	newestAt: number | undefined;
	observations: Observation[];
}

export interface EventSource extends OpenExecutionSource {
	/** Reads what exists at the activation. */
	begin: (poll: Poll, lookBackMs: number) => Promise<StreamStart>;
	/** Reads everything since a time, in parts, oldest first. Each is complete unless it is cut. */
	read: (poll: Poll, since: number, cursor: Cursor) => AsyncIterable<ObservedPart>;
	/** Reads the newest records, newest first, as far as a manual test looks back. */
	newestObservations: (poll: Poll) => AsyncIterable<Observation>;
}

/** The share of its time that is reserved for following open executions, if there are any. */
const FOLLOW_SHARE = 0.25;

/**
 * What is first remembered of a stream: everything that exists counts as emitted, except for the
 * ends of open executions.
 */
export async function beginStream(
	poll: Poll,
	source: EventSource,
	limits: StreamLimits,
): Promise<StreamMemory> {
	const { from, newestAt, observations } = await source.begin(poll, limits.lookBackMs);
	const cursor = new Cursor(from, limits, Infinity);
	cursor.takeAsEmitted(observations);
	return cursor.close({ newestAt });
}

/**
 * Takes the new events of a stream.
 * @returns what to remember of it, and the failure if it could not be read completely
 */
export async function readStream(
	context: IPollFunctions,
	poll: Poll,
	source: EventSource,
	cursor: Cursor,
): Promise<{ memory: StreamMemory; failure?: Error }> {
	const reading = await readParts(poll, source, cursor);
	const { lastPart, incompleteBefore, failure, timeWasUp } = reading;
	// Nothing could be read.
	if (!lastPart) return { memory: fromWatermark(cursor.before), failure };
	// The watermark is in the future, because a clock was wrong. No event before that time
	// would be new.
	if (isAhead(cursor.before, lastPart.laterClock)) {
		context.logger.warn('A clock was ahead: the trigger continues from now');
		return { memory: cursor.rewind(lastPart.now) };
	}
	const { now, reached } = lastPart;
	if (!failure) await followOpenExecutions(source, { context, poll, cursor, now, reached });
	const memory = cursor.close({ newestAt: newestAtOf(reading, lastPart, cursor), reached });
	if (cursor.droppedCount > 0)
		context.logger.warn(
			`Too many executions have been in progress for a long time. No longer followed: ${cursor.droppedCount}`,
		);
	const readUpTo = timeWasUp ? Math.min(reached ?? now, now) : undefined;
	return {
		// What is remembered covers what was read, up to the failure if there was one.
		memory: {
			...memory,
			...(readUpTo !== undefined && { readUpTo }),
			...(incompleteBefore && { incompleteBefore }),
		},
		failure,
	};
}

/**
 * The time that the watermark follows, at the distance of the look-back:
 *
 * | this poll | the watermark follows |
 * | --- | --- |
 * | continued where the one before had to stop | nothing: it did not read what is before |
 * | had only time for events that had been emitted | the platform's clock: less to read later |
 * | any other | the newest record |
 */
function newestAtOf(
	{ since, timeWasUp }: ReadParts,
	{ now, newestAt }: ObservedPart,
	{ before, events }: Cursor,
): number | undefined {
	if (since > timeIn(before.watermark)) return undefined;
	return timeWasUp === true && events.length === 0 ? now : newestAt;
}

/** The next poll of a stream reads everything since its watermark. */
const fromWatermark = ({ readUpTo: _, ...memory }: StreamMemory): StreamMemory => memory;

interface ReadParts {
	/** From when on was read. */
	since: number;
	/** The last complete part. */
	lastPart?: ObservedPart;
	/** The platform did not list all records before this time. */
	incompleteBefore?: string;
	failure?: Error;
	/** The time was up after the last part, before the end of the list. */
	timeWasUp?: boolean;
}

/** Takes the parts of a stream until there are enough events, or the time is up. */
async function readParts(poll: Poll, source: EventSource, cursor: Cursor): Promise<ReadParts> {
	const limitedPoll = poll.limitedTo(
		poll.leftMs() * (cursor.openExecutions.size > 0 ? 1 - FOLLOW_SHARE : 1),
	);
	const { before } = cursor;
	const result: ReadParts = { since: beginOf(before) };
	try {
		for await (const part of source.read(limitedPoll, result.since, cursor)) {
			const eventsBefore = cursor.events.length;
			cursor.take(part.observations, part.since);
			result.lastPart = part;
			if (part.isCut && cursor.events.length > eventsBefore)
				result.incompleteBefore = new Date(part.reached ?? part.now).toISOString();
			if (cursor.room <= 0) break;
		}
	} catch (error) {
		// If the time is up after at least one part, this is no failure: the next poll continues there.
		result.timeWasUp = result.lastPart !== undefined && limitedPoll.leftMs() <= TIME_UP_MS;
		if (!result.timeWasUp) result.failure = error as Error;
	}
	return result;
}

/**
 * The time from which on a poll reads. If the watermark is in the future, a clock was or is wrong.
 * Which one is only known when the platform answers (readStream).
 */
function beginOf(before: StreamMemory): number {
	const now = clock.now();
	return Math.max(
		isAhead(before, now) ? now : timeIn(before.watermark),
		before.readUpTo ?? -Infinity,
	);
}
