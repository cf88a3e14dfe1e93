/**
 * The step that makes attempts: it waits for a slot in the queue of the request, repeats what may be repeated, stops when the workflow is
 * stopped, and turns a final refusal into an error that a person can act on.
 */
import type { Answer, Refused } from '../declare/wire';
import type { RequestOperation } from '../declare/operation';
import { clock } from '../support/clock';
import { type ErrorContext, explain } from './errors';
import { type Exchange, exchange, NotAnswered } from './exchange';
import { fateOf, isLost, isRepeatable, markIfLost } from './fate';
import { type Outgoing, pipeline, type Send, type Step, wireOf } from './pipeline';
import { requestedWaitMs } from './requestedWait';
import { RequestQueue, QueuePaused, type Slot } from './requestQueue';

/** The context of sending. */
export interface Sender {
	exchange: Exchange;
	/** Distinguishes the queues of one credential from those of another. */
	credential: string;
	signal?: AbortSignal;
	/** The error for a refusal; `secrets` must not be in it. */
	explain: (refused: Refused, operation: RequestOperation, secrets: readonly string[]) => Error;
	/** The secrets of the credential; read only if there is an error to explain. */
	secrets?: () => Promise<readonly string[]>;
	/** How long a request may take in total, if that can be less than usual. */
	leftMs?: () => number;
	/** Called if a request waits long because its queue is slowed, with the time (ms since 1970) until which it is slowed. */
	slowed?: (family: string, until: number) => void;
}

/** Attempts of one request, including the first. */
export const ATTEMPTS = 5;

/** How long a request may take in total: its attempts and the waits between them. */
export const BUDGET_MS = 120_000;

const BACKOFF_MS = 500;

/** A turn in a slowed queue that took this long is reported. */
const LONG_TURN_MS = 1_000;

const queues = new Map<string, RequestQueue>();

/** The queue of a credential and API family; one per process. */
export function queueFor(credential: string, family: string): RequestQueue {
	const key = `${credential} ${family}`;
	let queue = queues.get(key);
	if (!queue) {
		for (const [other, { forgettable }] of queues) if (forgettable) queues.delete(other);
		queue = new RequestQueue();
		queues.set(key, queue);
	}
	return queue;
}

/** The name of an operation's endpoint in its queue. */
export const endpointOf = ({ method, endpoint }: RequestOperation): string =>
	`${method} ${endpoint}`;

/** The response of a deletion that an earlier attempt has done. */
const DELETED: Answer = { status: 204, headers: {}, body: undefined };

/**
 * Makes attempts until the request has a final response.
 * @throws the error of `sender.explain` if the platform refuses or cannot be reached; the
 * signal's reason if the workflow is stopped
 */
export const limitAndRetry =
	(sender: Sender): Step =>
	async (request, next) =>
		await retried(sender, request, async () => await next(request));

/** Whose limit counts for a request: that of the credential, or for an address of its own, where the credential is not shown, its host's. */
const limitedAs = ({ credential }: Sender, url: string): string =>
	url.startsWith('/') ? credential : `${credential} ${new URL(url).host}`;

/** What every request passes, whoever sends it. */
export const platformSend = (sender: Sender): Send =>
	pipeline(limitAndRetry(sender), exchange(sender));

async function retried(
	sender: Sender,
	request: Outgoing,
	attempt: () => Promise<Answer>,
): Promise<Answer> {
	const { operation } = request;
	const { method, url } = wireOf(request);
	const queue = queueFor(limitedAs(sender, url), operation.family);
	const budget = new Budget(sender);
	let maybeDone = false;
	for (let attempts = 1; ; attempts++) {
		const { patienceMs } = budget;
		const attempted = await inTurn(
			{ ...sender, queue },
			operation,
			{ attempts, patienceMs },
			attempt,
		);
		const { answer, refused = {} } = attempted;
		if (answer) return answer;
		if (!isLost(operation.effect, refused)) sender.signal?.throwIfAborted();
		if (refused.status === 404 && method === 'DELETE' && maybeDone) return DELETED;
		maybeDone ||= fateOf(refused) === 'maybeDone';
		const wait = waitAfter(attempted, attempts);
		budget.spend(attempted.tookMs, wait);
		if (!isRepeatable(operation.effect, refused) || attempts >= ATTEMPTS || budget.isSpent) {
			const retryAfterMs = wait.requestedMs;
			const error = await errorFor(sender, operation, { ...refused, retryAfterMs, attempts });
			throw markIfLost(error, operation.effect, refused);
		}
		if (!wait.isInQueue) await clock.sleep(wait.ms, sender.signal);
	}
}

/** A wait before the next attempt. */
interface Wait {
	ms: number;
	/** The queue pauses for this time, so the request waits in it. */
	isInQueue: boolean;
	/** The time that the platform asks for. */
	requestedMs: number | undefined;
}

function waitAfter({ refused = {}, queuePauseMs }: Attempted, attempts: number): Wait {
	if (queuePauseMs !== undefined)
		return { ms: queuePauseMs, isInQueue: true, requestedMs: queuePauseMs };
	const requestedMs = refused.retryAfterMs ?? requestedWaitMs(refused);
	const ms = Math.max(requestedMs ?? 0, backoffMs(attempts));
	return { ms, isInQueue: false, requestedMs };
}

/** How long a request may take: its attempts and the waits between them, but not its turn in the queue. */
class Budget {
	private spentMs = 0;
	/** The pause of the queue that the request itself has caused. It has been counted as spent. */
	private causedPauseMs = 0;

	private readonly allowedMs: number;

	constructor({ leftMs }: Pick<Sender, 'leftMs'>) {
		this.allowedMs = Math.min(BUDGET_MS, leftMs?.() ?? BUDGET_MS);
	}

	spend(attemptMs: number, wait: Wait): void {
		this.spentMs += attemptMs + wait.ms;
		this.causedPauseMs = wait.isInQueue ? wait.ms : 0;
	}

	get isSpent(): boolean {
		return this.spentMs > this.allowedMs;
	}

	/** The longest pause of the queue for which the request still waits. */
	get patienceMs(): number {
		return this.allowedMs - this.spentMs + this.causedPauseMs;
	}
}

/** Full jitter: anything up to a limit that doubles with each attempt. */
const backoffMs = (attempts: number): number => clock.random() * BACKOFF_MS * 2 ** (attempts - 1);

const errorFor = async (
	sender: Sender,
	operation: RequestOperation,
	refused: Refused,
): Promise<Error> => sender.explain(refused, operation, (await sender.secrets?.()) ?? []);

/** An attempt: its outcome, how long it took, and how long its queue pauses because of it. */
interface Attempted {
	answer?: Answer;
	refused?: Refused;
	tookMs: number;
	queuePauseMs?: number;
}

/**
 * Makes an attempt when the queue has a slot for it.
 * @throws the error of `sender.explain` if the queue is paused for longer than the request has patience
 */
async function inTurn(
	{ queue, ...sender }: Sender & { queue: RequestQueue },
	operation: RequestOperation,
	{ attempts, patienceMs }: { attempts: number; patienceMs: number },
	attempt: () => Promise<Answer>,
): Promise<Attempted> {
	const endpoint = endpointOf(operation);
	const enteredAt = clock.elapsed();
	const slowedUntil = queue.slowedUntil(endpoint);
	const inSlot = async (slot: Slot): Promise<Attempted> => {
		const startedAt = clock.elapsed();
		if (slowedUntil > enteredAt && startedAt - enteredAt >= LONG_TURN_MS)
			sender.slowed?.(
				operation.family,
				clock.now() + Math.max(slowedUntil, queue.slowedUntil(endpoint)) - startedAt,
			);
		const outcome = await attempt().then(
			(answer) => ({ answer, refused: undefined }),
			(error: unknown) => {
				if (!(error instanceof NotAnswered)) throw error;
				return { refused: error.refused };
			},
		);
		const tookMs = clock.elapsed() - startedAt;
		return { ...outcome, tookMs, queuePauseMs: pauseAfter(queue, slot, outcome.refused) };
	};
	const entering = { signal: sender.signal, endpoint, patienceMs, again: attempts > 1 };
	return await queue.run(inSlot, entering).catch(async (error: unknown) => {
		if (!(error instanceof QueuePaused)) throw error;
		const retryAfterMs = error.untilMs - clock.elapsed();
		const refused = { status: 429, retryAfterMs, attempts: attempts - 1 };
		throw await errorFor(sender, operation, refused);
	});
}

/** Tells the queue the outcome of an attempt. @returns for how long it pauses; nothing unless the attempt met a limit */
function pauseAfter(
	queue: RequestQueue,
	slot: Slot,
	refused: Refused | undefined,
): number | undefined {
	if (refused && fateOf(refused) === 'busy')
		return Math.max(0, queue.limited(slot, requestedWaitMs(refused)) - clock.elapsed());
	if (!refused || refused.status !== undefined) queue.through();
	return undefined;
}

/** For the `Sender` of a node or a picker: an error with the node and the item. */
export const explainFor =
	(context: Omit<ErrorContext, 'operation'>) =>
	(refused: Refused, operation: RequestOperation, secrets: readonly string[]): Error =>
		explain(refused, {
			...context,
			operation,
			secrets: [...(context.secrets ?? []), ...secrets],
		});
