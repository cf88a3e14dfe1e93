/**
 * How runs ended that are not among the newest any more, or whose record does not say. They are requested one by one, within a separate
 * time budget, and delay nothing else.
 */
import { type IPollFunctions } from 'n8n-workflow';

import { WIDTH } from '../transport/requestQueue';
import { clock } from '../support/clock';
import { isRefusedWith } from '../support/refused';
import type { Cursor } from './cursor';
import type { Observation, ReadOne } from './stream';
import { type Poll, TIME_UP_MS } from './listing';
import type { RunKey } from './position';

/** What can be asked about runs that have not ended. */
export interface OpenRunSource {
	/** The keys of those that are running, as far as the platform lists them. */
	running?: (poll: Poll) => Promise<ReadonlySet<string>>;
	/** One by its key. */
	look?: (key: string) => ReadOne;
}

const LOOKS = 100;

/** One in a state that no list shows is read again after this share of the time since then, but at least this often. */
const LOOK_SHARE = 0.1;

const LOOK_MS = 900_000;

/** One that cannot be read is put after the others, and is requested again after this time. */
const UNREAD_MS = 30_000;

/** A run that the platform does not have is dropped after this time. */
const LOST_MS = 3_600_000;

/** What a poll follows open runs with. */
interface FollowUp {
	context: IPollFunctions;
	poll: Poll;
	cursor: Cursor;
	/** The platform's time. */
	now: number;
}

interface Due extends RunKey {
	askAt: number;
	look: ReadOne;
}

/** Reads runs that have not ended and that the list did not show, those first that have waited longest. */
export async function followOpenRuns(source: OpenRunSource, followUp: FollowUp): Promise<void> {
	const { poll, cursor, now } = followUp;
	const unsettled = [...cursor.unfinished].flatMap(([key, { time, findOutcome }]): Due[] =>
		findOutcome ? [{ key, time, askAt: cursor.open.get(key)?.askAt ?? 0, look: findOutcome }] : [],
	);
	const due = [...unsettled, ...(await unlisted(source, followUp))]
		// One that is to wait for longer was read while the platform's clock was ahead.
		.filter(({ askAt }) => askAt <= now || askAt > now + LOOK_MS)
		.sort((a, b) => a.askAt - b.askAt)
		.slice(0, LOOKS);
	let slowestMs = TIME_UP_MS;
	const next = due[Symbol.iterator]();
	const worker = async (): Promise<void> => {
		for (const one of next) {
			if (cursor.room <= 0 || poll.left() <= slowestMs) return;
			const started = clock.elapsed();
			await lookAt(one, followUp);
			slowestMs = Math.max(slowestMs, clock.elapsed() - started);
		}
	};
	await Promise.all(Array.from({ length: WIDTH }, worker));
}

/** Open runs that the list did not show, except for those that the platform lists as running. */
async function unlisted(
	{ running, look }: OpenRunSource,
	{ context, poll, cursor }: FollowUp,
): Promise<Due[]> {
	const missing = [...cursor.open].filter(([key]) => !cursor.listed.has(key));
	if (!look || missing.length === 0) return [];
	const going =
		(await running?.(poll).catch((error: unknown) => {
			context.logger.warn(
				`The executions in progress could not be listed: ${(error as Error).message}`,
			);
			return undefined;
		})) ?? new Set<string>();
	return missing.flatMap(([key, run]) => {
		if (!going.has(key)) return [{ key, time: run.time, askAt: run.askAt ?? 0, look: look(key) }];
		// It is running as it should.
		cursor.open.set(key, { time: run.time, ...(run.emitted ? { emitted: run.emitted } : {}) });
		return [];
	});
}

async function lookAt(
	{ key, time, look }: Due,
	{ context, poll, cursor, now }: FollowUp,
): Promise<void> {
	let found: Observation | undefined;
	try {
		found = await look(poll, now);
		if (found && found.key !== key) throw new Error('the platform answered with another record');
	} catch (error) {
		// The rate limit was reached, or the token was refused: this one is not the cause.
		if (isRefusedWith(error, 401, 429)) return;
		context.logger.warn(`${key} could not be read: ${(error as Error).message}`);
		cursor.follow({ key, time }, { askAt: now + UNREAD_MS });
		return;
	}
	if (!found) {
		const lostSince = cursor.open.get(key)?.lostSince ?? now;
		if (now - lostSince < LOST_MS)
			cursor.follow({ key, time }, { lostSince, askAt: later(lostSince, now) });
		else cursor.open.delete(key);
		return;
	}
	cursor.take([found]);
	if (!found.isOpen) return;
	const { since = now } = cursor.open.get(key) ?? {};
	cursor.follow({ key, time }, { since, askAt: later(since, now), lostSince: undefined });
}

const later = (since: number, now: number): number =>
	now + Math.min(LOOK_MS, (now - since) * LOOK_SHARE);
