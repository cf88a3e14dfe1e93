/**
 * A request → a response. Waits for a slot in its queue, repeats what may be repeated, stops when
 * the workflow is stopped, and turns a final refusal into an error that a person can act on.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Answer, Refused, WireRequest } from '../declare/wire';
import type { Effect, RequestOperation } from '../declare/operation';
import { clock } from '../support/clock';
import { judgeAnswer, type Outcome, parseBody } from './answer';
import { explain } from './errors';
import { faultCode, isBeforeSending, isLasting, certainlyNotSent } from './faults';
import { RequestQueue, QueuePaused, type Slot } from './requestQueue';
import { isObject } from '../support/json';

/**
 * One request as n8n sends it, authenticated; responses of any status except 401 are returned.
 * `toTheEnd`: it is not aborted when the workflow is stopped.
 */
export type Exchange = (
	options: IHttpRequestOptions,
	toTheEnd: boolean,
) => Promise<{
	body: unknown;
	headers: Record<string, unknown>;
	statusCode: number;
}>;

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

/** How long one attempt may take; a file, or a slow operation, may take longer. */
const ATTEMPT_MS = 60_000;

const FILE_MS = 600_000;

const BACKOFF_MS = 500;

/** A turn in a slowed queue that took this long is reported. */
const LONG_TURN_MS = 1_000;

/** The platform does not support this: a task without a run configuration, a version of HTTP. */
const NEVER_DONE = new Set([501, 505]);

const PASSING = new Set([408, 429, 500, 502, 503, 504]);

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

/**
 * Sends a request until it has a final response.
 * @throws the error of `sender.explain` if the platform refuses or cannot be reached; the
 * signal's reason if the workflow is stopped
 */
export async function send(
	sender: Sender,
	operation: RequestOperation,
	request: WireRequest,
): Promise<Answer> {
	const queue = queueFor(sender.credential, operation.family);
	const endpoint = endpointOf(operation);
	const budget = Math.min(BUDGET_MS, sender.leftMs?.() ?? BUDGET_MS);
	const errorFor = async (refused: Refused) =>
		sender.explain(refused, operation, (await sender.secrets?.()) ?? []);
	// The time that counts for a request: its attempts and the requested waits, not its turn in the queue.
	let spent = 0;
	let maybeDone = false;
	// The pause of the queue that this request met: it counts as spent, and is waited for in the queue.
	let pause = 0;
	for (let attempt = 1; ; attempt++) {
		const asked = clock.elapsed();
		const slowedUntil = queue.slowedUntil(endpoint);
		const inSlot = async (slot: Slot) => {
			const started = clock.elapsed();
			if (slowedUntil > asked && started - asked >= LONG_TURN_MS)
				sender.slowed?.(
					operation.family,
					clock.now() + Math.max(slowedUntil, queue.slowedUntil(endpoint)) - started,
				);
			const outcome = await attemptOnce(sender, operation, request);
			const tookMs = clock.elapsed() - started;
			const refusal = outcome.refused;
			const isLimit = refusal?.status === 429 && !refusal.credential;
			const queuePauseMs = isLimit
				? Math.max(0, queue.limited(slot, requestedWaitMs(refusal)) - clock.elapsed())
				: undefined;
			if (!isLimit && (!refusal || refusal.status !== undefined)) queue.through();
			return { ...outcome, tookMs, queuePauseMs };
		};
		const patienceMs = budget - spent + pause;
		const turn = queue.run(inSlot, {
			signal: sender.signal,
			endpoint,
			patienceMs,
			again: attempt > 1,
		});
		const {
			answer,
			refused = {},
			tookMs,
			queuePauseMs,
		} = await turn.catch(async (error: unknown) => {
			throw error instanceof QueuePaused
				? await errorFor({
						status: 429,
						retryAfterMs: error.untilMs - clock.elapsed(),
						attempts: attempt - 1,
					})
				: error;
		});
		if (answer) return answer;
		const isLost =
			operation.effect === 'once' && (mayHaveArrived(refused) || refused.odd !== undefined);
		if (!isLost) sender.signal?.throwIfAborted();
		// A delete that may have been done has been done if the record no longer exists.
		if (refused.status === 404 && request.method === 'DELETE' && maybeDone)
			return { status: 204, headers: {}, body: undefined };
		maybeDone ||= mayHaveArrived(refused);
		const requestedMs = refused.retryAfterMs ?? requestedWaitMs(refused);
		// Full jitter: anything up to the doubled base.
		const backoff = clock.random() * BACKOFF_MS * 2 ** (attempt - 1);
		const wait = queuePauseMs ?? Math.max(requestedMs ?? 0, backoff);
		spent += tookMs + wait;
		if (!repeatable(operation.effect, refused) || attempt >= ATTEMPTS || spent > budget) {
			const error = await errorFor({
				...refused,
				retryAfterMs: queuePauseMs ?? requestedMs,
				attempts: attempt,
			});
			if (isLost)
				lost.set(error, { beganWell: refused.brokenOff === true || refused.odd !== undefined });
			throw error;
		}
		pause = queuePauseMs ?? 0;
		if (queuePauseMs === undefined) await clock.sleep(wait, sender.signal);
	}
}

const lost = new WeakMap<object, { beganWell: boolean }>();

/**
 * Whether something may have been started or created by the request that this error is about.
 * `beganWell`: the response was a success, as far as it arrived.
 */
export const lostAnswer = (error: unknown): { beganWell: boolean } | undefined =>
	lost.get(error as object);

/** Whether the server may have done what was requested although it refused, or did not respond. */
function mayHaveArrived(refused: Refused): boolean {
	if (refused.credential) return false;
	if (refused.status === undefined) return !certainlyNotSent(refused);
	return refused.status === 408 || (refused.status >= 500 && !NEVER_DONE.has(refused.status));
}

async function attemptOnce(
	sender: Sender,
	operation: RequestOperation,
	request: WireRequest,
): Promise<Outcome> {
	try {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: request.url,
			headers: { ...request.headers },
			...(request.body === undefined ? {} : { body: request.body }),
			// Unparsed: n8n would accept invalid JSON, and lose digits of long numbers.
			encoding: 'arraybuffer',
			returnFullResponse: true,
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			sendCredentialsOnCrossOriginRedirect: false,
			// A redirect leads to a sign-in page; redirects of a file are followed one by one, and each is checked.
			disableFollowRedirect: true,
			timeout: Math.max(
				1,
				Math.min(
					request.binary || operation.slow ? FILE_MS : ATTEMPT_MS,
					sender.leftMs?.() ?? Infinity,
				),
			),
		};
		// A request that starts something may always complete: what it started must be known.
		const { body, headers, statusCode } = await sender.exchange(
			options,
			operation.effect === 'once',
		);
		return judgeAnswer(operation, { status: statusCode, headers: plainHeaders(headers), body });
	} catch (error) {
		return { refused: refusedBy(error) };
	} finally {
		if (typeof request.body === 'object') await request.body.release();
	}
}

/** The content of an error from n8n's request helper. The error itself contains the request, so it is dropped. */
export function refusedBy(error: unknown): Refused {
	const refused: Refused = {};
	for (let at: unknown = error, depth = 0; isObject(at) && depth < 5; at = at.cause, depth++) {
		if (at.credentialRefused === true)
			return {
				status: typeof at.refusedWith === 'number' ? at.refusedWith : undefined,
				credential: { message: String(at.message), description: String(at.description) },
				retryAfterMs: typeof at.retryAfterMs === 'number' ? at.retryAfterMs : undefined,
			};
		const response = isObject(at.response) ? at.response : undefined;
		if (response && typeof response.status === 'number') {
			refused.status ??= response.status;
			refused.headers ??= plainHeaders(response.headers);
			refused.body ??= parseBody(response.data, refused.headers['content-type']);
		}
		const code = faultCode(at.code);
		if (code !== undefined) {
			refused.network ??= code;
			if (typeof at.syscall === 'string') refused.syscall ??= at.syscall;
			if (isBeforeSending(at)) refused.unsent = true;
		}
		if (typeof at.httpCode === 'string' && /^\d{3}$/.test(at.httpCode))
			refused.status ??= Number(at.httpCode);
	}
	if (refused.status === undefined && refused.network === undefined && error instanceof Error)
		refused.words = error.message;
	if (refused.status !== undefined) delete refused.network;
	return brokeOff(refused) ? { network: 'ECONNRESET', brokenOff: true } : refused;
}

/** A fault with a success status, or n8n's name for an incomplete response. */
const brokeOff = ({ status, network }: Refused): boolean =>
	status === undefined ? network === 'ERR_BAD_RESPONSE' : status >= 200 && status < 300;

function plainHeaders(headers: unknown): Record<string, string> {
	const plain: Record<string, string> = {};
	if (isObject(headers))
		for (const [name, value] of Object.entries(headers))
			if (value !== undefined && value !== null && typeof value !== 'function')
				plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
	return plain;
}

/**
 * Reads and idempotent writes may be repeated on any temporary refusal; a request that starts or creates
 * something only if the server certainly did nothing.
 */
function repeatable(effect: Effect, refused: Refused): boolean {
	// The request itself was not sent: only the sign-in before it was.
	if (refused.credential) return refused.status === undefined || PASSING.has(refused.status);
	if (refused.status === undefined)
		return effect === 'once'
			? certainlyNotSent(refused) && !isLasting(refused)
			: refused.network !== undefined && !isLasting(refused);
	if (!PASSING.has(refused.status)) return false;
	return effect !== 'once' || refused.status === 429;
}

/** A longer wait is none that a limit asks for: a trigger would not come back for years. */
const LONGEST_WAIT_MS = 86_400_000;

/**
 * The server's time to wait in ms: Retry-After (seconds or a date) or, of a 429 only, X-RateLimit-Reset
 * (seconds to wait, or seconds or milliseconds since 1970).
 */
export function requestedWaitMs({
	status,
	headers = {},
}: Pick<Refused, 'status' | 'headers'>): number | undefined {
	const after = headers['retry-after'] ?? '';
	const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
	const now = clock.now();
	const resetMs =
		reset > 1e11 ? reset - now : reset > 1e8 ? reset * 1000 - now : reset >= 0 ? reset * 1000 : NaN;
	const ms = [
		Number(after || NaN) * 1000,
		Date.parse(after) - now,
		status === 429 ? resetMs : NaN,
	].find(Number.isFinite);
	return ms === undefined ? undefined : Math.min(Math.max(0, ms), LONGEST_WAIT_MS);
}

/** For the `Sender` of a node or a picker: an error with the node and the item. */
export const explainFor =
	(of: Omit<Parameters<typeof explain>[1], 'operation'>) =>
	(refused: Refused, operation: RequestOperation, secrets: readonly string[]): Error =>
		explain(refused, { ...of, operation, secrets: [...(of.secrets ?? []), ...secrets] });
