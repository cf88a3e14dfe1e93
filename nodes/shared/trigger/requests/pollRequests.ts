/**
 * The requests of a poll, and how long it may take. When its time is up, its requests are aborted,
 * and their errors say why.
 */
import { DateTime } from 'luxon';
import { type IDataObject, type IPollFunctions, NodeApiError } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import { keyOf } from '../../declare/define';
import { recordsOf } from '../../declare/lists/listInResponse';
import type { RequestOperation } from '../../declare/operation';
import type { Input } from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { operationError, withMessage } from '../../n8n/errors';
import { clock, unlessAborted } from '../../support/time/clock';
import { zoneToShow } from '../../support/time/timeZones';
import type { HttpSend } from '../../transport/attempt';
import { credentialTypeOf } from '../../transport/credentialTypes';
import { failureError } from '../../transport/failure/failureError';
import { platformSend } from '../../transport/platformSend';
import { queueFor } from '../../transport/queue/queues';
import { senderOf } from '../../transport/senders';

/** The requests of a poll, and its time limit. */
export interface Poll {
	send(operation: RequestOperation, input: Partial<Input>, page?: IDataObject): Promise<Answer>;
	/** The time that is left for the poll. */
	leftMs(): number;
	/** The same poll with a shorter time limit. */
	limitedTo(ms: number): Poll;
	errorOf(message: string, description: string): Error;
}

/** The records of the answer to a list. Sending has made sure that it is one. */
export const recordsIn = (operation: RequestOperation, { body }: Answer): IDataObject[] =>
	recordsOf(body, ofKind('list', operation.answers).listPath)!;

/** If a poll has less than this time left, its time counts as up. */
export const TIME_UP_MS = 10;

/** The share of an activation's time in which the existing records may be read. */
export const BEGIN_SHARE = 0.75;

/** How long a poll may take at most, even if n8n sets no limit. */
const MAX_POLL_MS = 300_000;

/** The time that is reserved for emitting the events after the last request. */
const MARGIN_MS = 1_000;

/** How many polls this process has started. */
let pollCount = 0;

/** Starts a poll, and its time. */
export function startPoll(context: IPollFunctions): Poll {
	const limitMs = Math.min(MAX_POLL_MS, context.getPollBudgetMs?.() ?? MAX_POLL_MS);
	// At most half of the limit is reserved.
	const pollMs = Math.floor(limitMs - Math.min(MARGIN_MS, limitMs / 2));
	return pollOf(context, pollMs, { pollMs, pollNumber: ++pollCount });
}

/** What all shares of a poll's time have in common. */
interface WholePoll {
	pollMs: number;
	pollNumber: number;
}

function pollOf(context: IPollFunctions, ms: number, whole: WholePoll): Poll {
	const { pollMs, pollNumber } = whole;
	const until = clock.elapsed() + ms;
	const leftMs = () => until - clock.elapsed();
	// It also aborts requests that still wait in the queue, behind those of other nodes.
	const timeout = clock.timeout(ms);
	// Each request has its own signal: dozens may wait at once, and Node.js warns of a leak if one
	// signal has that many listeners.
	const sender = () => {
		const base = senderOf(context, credentialTypeOf(context.getNodeParameter('authentication')));
		const signal = AbortSignal.any([timeout]);
		// The time limit counts even if nothing reacts to its signal, as with a response that never
		// ends: it would keep its slot in the queue for good.
		const httpSend: HttpSend = async (options, interruption) =>
			await unlessAborted(base.httpSend(options, interruption), signal);
		return { ...base, httpSend, signal, leftMs, pollNumber };
	};
	const noInput = { path: {}, query: {}, body: undefined, settings: {}, values: {} };
	return {
		leftMs,
		limitedTo: (shareMs) => pollOf(context, Math.min(leftMs(), shareMs), whole),
		send: async (operation, input, page) => {
			const own = sender();
			const request = { operation, input: { ...noInput, ...input }, page };
			return await platformSend(own)(request).catch((error: unknown) => {
				// If so, the time limit has aborted the request, or its wait in the queue.
				const isLate = leftMs() <= TIME_UP_MS && !(error instanceof NodeApiError && error.httpCode);
				throw isLate
					? timeoutError(context, own.credentialKey, operation, pollMs)
					: withPauseEnd(context, error);
			});
		},
		errorOf: (message, description) => operationError(context.getNode(), message, description),
	};
}

const timeOfDay = (context: IPollFunctions, afterMs: number): string => {
	const zone = zoneToShow(context.getTimezone());
	return `${DateTime.fromMillis(clock.now() + afterMs, { zone }).toFormat('HH:mm:ss')} (${zone})`;
};

/**
 * The error of a poll whose time was up before a response arrived: the platform is slow, or its
 * rate limit was reached.
 */
function timeoutError(
	context: IPollFunctions,
	credentialKey: string,
	operation: RequestOperation,
	pollMs: number,
): NodeApiError {
	const slowedMs =
		queueFor(credentialKey, operation.family).slowedUntil(keyOf(operation)) - clock.elapsed();
	const isSlowed = slowedMs > 0;
	const error = failureError(isSlowed ? { status: 429 } : {}, {
		node: context.getNode(),
		operation,
	});
	const seconds = Math.round(pollMs / 1_000);
	error.description = isSlowed
		? `Requests to "${operation.family}" are slowed until ${timeOfDay(context, slowedMs)} at the latest, and the ${seconds} seconds of a poll were not enough. The next poll continues.`
		: `Talend Cloud took longer than the ${seconds} seconds that a poll has for reading. The next poll tries again.`;
	return withMessage(
		error,
		isSlowed
			? 'Rate limit reached: too many requests'
			: 'No response arrived within the time of a poll',
	);
}

/** Adds to an error when the platform accepts requests again, if it says so. */
function withPauseEnd(context: IPollFunctions, error: unknown): unknown {
	const { retryAfterMs } = (error as { failure?: { retryAfterMs?: number } }).failure ?? {};
	if (error instanceof NodeApiError && retryAfterMs !== undefined)
		error.description = `${String(error.description)} The pause ends at ${timeOfDay(context, retryAfterMs)}.`;
	return error;
}
