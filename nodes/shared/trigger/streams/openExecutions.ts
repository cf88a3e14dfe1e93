/**
 * Reads executions that the list no longer shows, or whose record does not say how they ended.
 * Except for those in the list of open executions, each one takes a separate request. These
 * requests come after the list and have a limited time, so that they do not delay other events.
 * When an execution is read again depends on what was found:
 *
 * | found | read again |
 * | --- | --- |
 * | the list of open executions has it | when that list no longer has it (no `readAgainAt`) |
 * | it is open, or has no outcome yet | after `REREAD_SHARE` of the time since `firstReadAt` |
 * | there is no such execution | after that share of the time since `lostSince`, until `LOST_MS` |
 * | it could not be read | after `UNREAD_MS` |
 * | the rate limit was reached, or the sign-in refused | in the next poll |
 * | an event of it did not fit into the poll | in the next poll (`readAgainAt` is 0, long ago) |
 *
 * The `time` at which an execution began decides whether the list had to show it, and which ones
 * are dropped if there are too many.
 */
import type { IPollFunctions } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../declare/limits';
import { signInFailure } from '../../support/errorNotes';
import { isRefusedWith } from '../../support/http/refused';
import { clock } from '../../support/time/clock';
import { type Poll, TIME_UP_MS } from '../requests/pollRequests';
import type { Cursor } from './cursor';
import type { ExecutionKey } from './position';
import type { Observation, ReadOne } from './stream';

/** How to read open executions. */
export interface OpenExecutionSource {
	/** The executions that the platform lists as open. */
	listOpen?: (poll: Poll, now: number) => Promise<readonly Observation[]>;
	/** Reads one execution by its key. */
	readOne?: (key: string) => ReadOne;
}

/**
 * The share of the time that the list of open executions has. If it does not answer in this time,
 * the rest is left for reading single executions.
 */
const LIST_SHARE = 0.5;

/** How many executions of one stream a poll reads at most. */
const MAX_READS = 100;

/**
 * An execution without an end or outcome is read again and again, at growing intervals. An
 * interval is this share of the time since it was first read on its own, or first not found.
 */
const REREAD_SHARE = 0.1;

/** The longest of these intervals. */
const MAX_REREAD_MS = 900_000;

/** An execution that could not be read is read again after this time. */
const UNREAD_MS = 30_000;

/**
 * If the platform still answers this long after the first time that there is no such execution, it
 * is no longer followed.
 */
const LOST_MS = 3_600_000;

interface FollowUp {
	context: IPollFunctions;
	poll: Poll;
	cursor: Cursor;
	/** The platform's time. */
	now: number;
	/** The time up to which the list was read; absent if it was read to its end. */
	reached?: number | undefined;
}

interface PlannedRead extends ExecutionKey {
	readAgainAt: number;
	read: ReadOne;
}

/**
 * Reads the open executions that the list did not show, and those without an outcome; first those
 * that have waited longest.
 */
export async function followOpenExecutions(
	source: OpenExecutionSource,
	followUp: FollowUp,
): Promise<void> {
	const { poll, cursor, now } = followUp;
	// This first takes what the list of open executions shows, which can lack an outcome, too.
	const unlisted = await unlistedExecutions(source, followUp);
	const withoutOutcome = [...cursor.observedOpen].flatMap(
		([key, { time, findOutcome }]): PlannedRead[] =>
			findOutcome
				? [
						{
							key,
							time,
							readAgainAt: cursor.openExecutions.get(key)?.readAgainAt ?? 0,
							read: findOutcome,
						},
					]
				: [],
	);
	const due = [...withoutOutcome, ...unlisted]
		.filter(({ readAgainAt }) => isDue(readAgainAt, now))
		.sort((a, b) => a.readAgainAt - b.readAgainAt)
		.slice(0, MAX_READS);
	/** How long the slowest read took: the next one is expected to take as long. */
	let slowestMs = TIME_UP_MS;
	// The workers share one iterator: each takes the next execution.
	const queue = due[Symbol.iterator]();
	const worker = async (): Promise<void> => {
		for (const execution of queue) {
			if (cursor.room <= 0 || poll.leftMs() <= slowestMs) return;
			const started = clock.elapsed();
			await readIntoCursor(execution, followUp);
			slowestMs = Math.max(slowestMs, clock.elapsed() - started);
		}
	};
	await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker));
}

/**
 * The open executions that the list did not show. Those that the platform lists as open are
 * taken from there, and not read on their own.
 */
async function unlistedExecutions(
	source: OpenExecutionSource,
	{ context, poll, cursor, now, reached = Infinity }: FollowUp,
): Promise<PlannedRead[]> {
	const missing = [...cursor.openExecutions].filter(
		([key, { time }]) => !cursor.observedKeys.has(key) && time <= reached,
	);
	if (!source.readOne || missing.length === 0) return [];
	const listedOpen =
		(await source
			.listOpen?.(poll.limitedTo(poll.leftMs() * LIST_SHARE), now)
			.catch((error: unknown) => {
				context.logger.warn(
					`The executions in progress could not be listed: ${(error as Error).message}`,
				);
				return undefined;
			})) ?? [];
	const openByKey = new Map(listedOpen.map((observation) => [observation.key, observation]));
	const due: PlannedRead[] = [];
	for (const [key, { time, readAgainAt = 0 }] of missing) {
		const observation = openByKey.get(key);
		if (!observation) {
			due.push({ key, time, readAgainAt, read: source.readOne(key) });
			continue;
		}
		cursor.take([observation]);
		if (observation.isOpen && !observation.findOutcome) cursor.rememberListed({ key, time });
	}
	return due;
}

async function readIntoCursor(
	{ key, time, read }: PlannedRead,
	{ context, poll, cursor, now }: FollowUp,
): Promise<void> {
	let observation: Observation | undefined;
	try {
		observation = await read(poll, now);
		if (observation && observation.key !== key)
			throw new Error('Talend Cloud returned a different record');
	} catch (error) {
		// The rate limit was reached, or the sign-in or the token was refused. This has nothing to do
		// with the execution, so nothing about it is remembered.
		if (signInFailure(error) || isRefusedWith(error, 401, 429)) return;
		context.logger.warn(`${key} could not be read: ${(error as Error).message}`);
		cursor.rememberOpen({ key, time }, { readAgainAt: now + UNREAD_MS });
		return;
	}
	if (!observation) {
		const lostSince = cursor.openExecutions.get(key)?.lostSince ?? now;
		if (now - lostSince < LOST_MS)
			cursor.rememberOpen({ key, time }, { lostSince, readAgainAt: nextReadAt(lostSince, now) });
		else cursor.openExecutions.delete(key);
		return;
	}
	cursor.take([observation]);
	if (!observation.isOpen) return;
	const { firstReadAt = now } = cursor.openExecutions.get(key) ?? {};
	// If the poll is full, events of this execution may not have fitted.
	const readAgainAt = cursor.room > 0 ? nextReadAt(firstReadAt, now) : 0;
	cursor.rememberOpen({ key, time }, { firstReadAt, readAgainAt, lostSince: undefined });
}

/**
 * Whether it is time to read an execution again. No interval is longer than `MAX_REREAD_MS`, so a
 * later time can only have been set while the platform's clock was ahead.
 */
const isDue = (readAgainAt: number, now: number): boolean =>
	readAgainAt <= now || readAgainAt > now + MAX_REREAD_MS;

const nextReadAt = (since: number, now: number): number =>
	now + Math.min(MAX_REREAD_MS, (now - since) * REREAD_SHARE);
