/** Where the events of a stream come from, and how a poll reads them. */
import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../support/clock';
import { Cursor } from './cursor';
import { followOpenRuns, type OpenRunSource } from './follow';
import { type Poll, TIME_UP_MS } from './listing';
import { timeIn } from './position';
import type { Part } from './reader';
import { isAhead, type Limits, type Observation, type StreamState } from './stream';

/** Observations that are complete up to a time, or to the end of the list. */
export interface ObservedPart extends Omit<Part, 'records'> {
	observations: Observation[];
}

/** What exists at the activation: it is not emitted, but its end is. */
export interface Beginning {
	/** Nothing before this counts. */
	from: number;
	newest: number | undefined;
	observations: Observation[];
}

export interface EventSource extends OpenRunSource {
	begin: (poll: Poll, allowedLatenessMs: number) => Promise<Beginning>;
	/** All since a time, in complete parts, oldest first. */
	read: (poll: Poll, since: number, cursor: Cursor) => AsyncIterable<ObservedPart>;
	/** Newest first, as far as a manual test looks back. */
	newest: (poll: Poll) => AsyncIterable<Observation>;
}

/** The share of its time that a stream reserves for open runs, if it has any. */
const FOLLOW_SHARE = 0.25;

/** Everything that exists counts as emitted, except for the ends of what has not ended. */
export async function beginStream(
	poll: Poll,
	source: EventSource,
	limits: Limits,
): Promise<StreamState> {
	const { from, newest, observations } = await source.begin(poll, limits.allowedLatenessMs);
	const cursor = new Cursor(from, limits, Infinity);
	for (const each of observations) if (each.isOpen && each.time < from) cursor.follow(each, {});
	cursor.take(observations);
	return cursor.close(newest);
}

/** Takes what is new in a stream. @returns what is remembered of it then, and what ended the reading early */
export async function readStream(
	context: IPollFunctions,
	poll: Poll,
	source: EventSource,
	cursor: Cursor,
): Promise<{ state: StreamState; trouble?: Error }> {
	const { last, incompleteBefore, trouble, isLate } = await readParts(poll, source, cursor);
	if (!last) return { state: cursor.before, trouble };
	if (isAhead(cursor.before, Math.max(last.now, clock.now()))) {
		context.logger.warn(
			'The clock of Talend Cloud was ahead: the trigger continues at the present',
		);
		return { state: cursor.rewind(last.now) };
	}
	if (!trouble) await followOpenRuns(source, { context, poll, cursor, now: last.now });
	// If there was only time for what is known, the next poll would read the same: then the watermark follows the clock.
	const isStalled = isLate && cursor.events.length === 0;
	const state = cursor.close(isStalled ? last.now : last.newest, last.reached);
	if (cursor.dropped > 0)
		context.logger.warn(
			`${cursor.dropped} executions are no longer followed: they have been in progress for long, beside many others`,
		);
	if (isStalled && state.watermark === cursor.before.watermark)
		return {
			state,
			trouble: poll.errorOf(
				'A poll ran out of time before it reached anything new',
				'The next poll tries again. If this persists, Talend Cloud answers too slowly for the number of records.',
			),
		};
	return { state: { ...state, ...(incompleteBefore && { incompleteBefore }) }, trouble };
}

interface ReadParts {
	/** The last complete part. */
	last?: ObservedPart;
	/** The time before which the platform did not list all that is new. */
	incompleteBefore?: string;
	trouble?: Error;
	/** There was no time for the part after the last one. */
	isLate?: boolean;
}

/** Takes complete parts until no more events may be taken, or the time is up. */
async function readParts(poll: Poll, source: EventSource, cursor: Cursor): Promise<ReadParts> {
	const reading = poll.limitedTo(poll.left() * (cursor.open.size > 0 ? 1 - FOLLOW_SHARE : 1));
	const { before } = cursor;
	const since = isAhead(before, clock.now()) ? clock.now() : timeIn(before.watermark);
	const read: ReadParts = {};
	try {
		for await (const part of source.read(reading, since, cursor)) {
			const eventsBefore = cursor.events.length;
			cursor.take(part.observations);
			read.last = part;
			if (part.isCut && cursor.events.length > eventsBefore)
				read.incompleteBefore = new Date(part.reached ?? part.now).toISOString();
			if (cursor.room <= 0) break;
		}
	} catch (error) {
		// After a complete part, no time for the next one is no failure.
		read.isLate = read.last !== undefined && reading.left() <= TIME_UP_MS;
		if (!read.isLate) read.trouble = error as Error;
	}
	return read;
}
