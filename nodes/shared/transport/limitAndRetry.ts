/**
 * A step that makes attempts until one has an answer: at most {@link MAX_ATTEMPTS}, as long as the
 * request may be repeated and its budget lasts. Each attempt waits for a slot in the request queue.
 * The step stops when the workflow is stopped, and turns the last failure into an error that says
 * what to do.
 */
import { keyOf } from '../declare/define';
import type { RequestOperation } from '../declare/operation';
import {
	type Answer,
	type AnswerOrFailure,
	type Failure,
	isOnPlatform,
} from '../declare/runtime/exchange';
import { isOfGateway } from '../support/http/gateway';
import { clock } from '../support/time/clock';
import { AttemptFailed } from './attempt';
import { Budget, type Wait } from './budget';
import { fateOf, isLost, isRepeatable, markLostResponse } from './failure/fate';
import { type Outgoing, type Send, type Step, wireOf } from './pipeline';
import { queueFor } from './queue/queues';
import { requestedWaitMs } from './queue/requestedWait';
import { QueuePaused, type RequestQueue, type Slot } from './queue/requestQueue';
import type { Sender } from './senders';

/** Whether the platform itself says that there is no such record. */
const isGone = ({ status, signInFailure, body }: Failure): boolean =>
	status === 404 && !signInFailure && !isOfGateway(body);

/** Attempts of one request, including the first. */
export const MAX_ATTEMPTS = 5;

const BACKOFF_MS = 500;

/** `slowed` is called if a request has waited for longer in a queue that is slowed down. */
const LONG_WAIT_MS = 1_000;

/** The answer to a deletion that an earlier attempt has carried out. */
const DELETED_BEFORE: Answer = { status: 204, headers: {}, body: undefined };

/**
 * Makes attempts until there is an answer, or a failure after which no retry is allowed.
 * @throws the error of `sender.errorOf`; the reason of the signal if the workflow is stopped
 */
export const limitAndRetry =
	(sender: Sender): Step =>
	async (request, next) =>
		await sendWithRetries(sender, request, next);

/**
 * The owner of the queue that a request waits in: the credential. For a request to another address,
 * it is the credential together with that host, which has its own limits.
 */
const queueOwner = ({ credentialKey }: Sender, url: string): string =>
	isOnPlatform(url) ? credentialKey : `${credentialKey} ${new URL(url).host}`;

async function sendWithRetries(sender: Sender, request: Outgoing, next: Send): Promise<Answer> {
	const { operation } = request;
	const wire = wireOf(request);
	const { method, url } = wire;
	const queue = queueFor(queueOwner(sender, url), operation.family);
	const budget = new Budget(sender, request);
	const makeOneAttempt = async () => await next({ ...request, wire, leftMs: budget.attemptMs });
	let maybeDone = false;
	for (let attemptNumber = 1; ; attemptNumber++) {
		const { patienceMs } = budget;
		const result = await attemptInQueue(
			{ sender, queue, operation, attemptNumber, patienceMs },
			makeOneAttempt,
		);
		if (result.answer) return result.answer;
		const { failure } = result;
		if (!isLost(operation.effect, failure)) sender.signal?.throwIfAborted();
		if (method === 'DELETE' && maybeDone && isGone(failure)) return DELETED_BEFORE;
		maybeDone ||= fateOf(failure) === 'maybeDone';
		const sentAt = clock.now() - result.tookMs;
		const wait = waitAfter(failure, result.queuePauseMs, attemptNumber);
		budget.spend(result.tookMs, wait);
		const isLast = attemptNumber >= MAX_ATTEMPTS || budget.isSpent;
		if (!isRepeatable(operation.effect, failure) || isLast) {
			const about = { retryAfterMs: wait.retryAfterMs, attempts: attemptNumber };
			const error = await errorFor(sender, operation, { ...failure, ...about });
			throw markLostResponse(error, operation.effect, failure, sentAt);
		}
		if (!wait.isInQueue) await clock.sleep(wait.ms, sender.signal);
	}
}

function waitAfter(
	failure: Failure,
	queuePauseMs: number | undefined,
	attemptNumber: number,
): Wait {
	if (queuePauseMs !== undefined)
		return { ms: queuePauseMs, isInQueue: true, retryAfterMs: queuePauseMs };
	const retryAfterMs = failure.retryAfterMs ?? requestedWaitMs(failure);
	const ms = Math.max(retryAfterMs ?? 0, backoffMs(attemptNumber));
	return { ms, isInQueue: false, retryAfterMs };
}

/**
 * Exponential backoff with full jitter: a random time up to a limit that doubles with each attempt.
 */
const backoffMs = (attemptNumber: number): number =>
	clock.random() * BACKOFF_MS * 2 ** (attemptNumber - 1);

const errorFor = async (
	sender: Sender,
	operation: RequestOperation,
	failure: Failure,
): Promise<Error> => sender.errorOf(failure, operation, (await sender.secrets?.()) ?? []);

/** The result of an attempt, how long it took, and for how long the queue pauses because of it. */
type AttemptResult = AnswerOrFailure & { tookMs: number; queuePauseMs?: number };

interface AttemptOptions {
	sender: Sender;
	queue: RequestQueue;
	operation: RequestOperation;
	/** The number of the attempt: 1 for the first. */
	attemptNumber: number;
	/** The longest pause of the queue for which the request waits. */
	patienceMs: number;
}

/**
 * Waits for a slot in the queue, and makes an attempt.
 * @throws the error of `sender.errorOf` if the queue is paused for longer than the request may wait
 */
async function attemptInQueue(
	{ sender, queue, operation, attemptNumber, patienceMs }: AttemptOptions,
	makeOneAttempt: () => Promise<Answer>,
): Promise<AttemptResult> {
	const endpoint = keyOf(operation);
	const enteredAt = clock.elapsed();
	const slowedUntil = queue.slowedUntil(endpoint);
	const inSlot = async (slot: Slot): Promise<AttemptResult> => {
		const startedAt = clock.elapsed();
		const waitedLong = slowedUntil > enteredAt && startedAt - enteredAt >= LONG_WAIT_MS;
		if (waitedLong) {
			const until = Math.max(slowedUntil, queue.slowedUntil(endpoint));
			sender.slowed?.(operation.family, clock.now() + until - startedAt);
		}
		const result = await resultOf(makeOneAttempt());
		const tookMs = clock.elapsed() - startedAt;
		return { ...result, tookMs, queuePauseMs: reportToQueue(queue, slot, result.failure) };
	};
	const { signal, pollNumber } = sender;
	const entering = { signal, endpoint, patienceMs, isRetry: attemptNumber > 1, pollNumber };
	return await queue.run(inSlot, entering).catch(async (error: unknown) => {
		if (!(error instanceof QueuePaused)) throw error;
		const retryAfterMs = error.untilMs - clock.elapsed();
		const failure = { status: 429, retryAfterMs, attempts: attemptNumber - 1 };
		throw await errorFor(sender, operation, failure);
	});
}

/** The result of an attempt: its answer, or why it has none. */
const resultOf = async (attempt: Promise<Answer>): Promise<AnswerOrFailure> =>
	await attempt.then(
		(answer) => ({ answer }),
		(error: unknown) => {
			if (!(error instanceof AttemptFailed)) throw error;
			return { failure: error.failure };
		},
	);

/**
 * Reports the result of an attempt to the queue.
 * @returns for how long the queue pauses, if the platform responded with 429
 */
function reportToQueue(
	queue: RequestQueue,
	slot: Slot,
	failure: Failure | undefined,
): number | undefined {
	if (failure && fateOf(failure) === 'busy')
		return Math.max(0, queue.slowDown(slot, requestedWaitMs(failure)) - clock.elapsed());
	// A refused sign-in has a status, but says nothing about the API.
	const hasResponded = !failure || (failure.status !== undefined && !failure.signInFailure);
	if (hasResponded) queue.speedUp();
	return undefined;
}
