/**
 * Decides whether a request without an answer may have been carried out. The retry, the look-up and
 * the usual errors depend on this.
 */
import type { Effect } from '../../declare/operation';
import type { Failure } from '../../declare/runtime/exchange';
import { mayPass, NOT_SUPPORTED } from '../../support/http/statuses';
import { certainlyNotSent, isLasting } from './faults';

/**
 * What became of a request without an answer:
 * - `notSent`: it never reached the platform
 * - `refused`: the platform responded that it does not carry it out
 * - `busy`: the platform responded that it does not carry it out now (429)
 * - `maybeDone`: it may have been carried out; the response was lost, is invalid, or does not say
 */
export type Fate = 'notSent' | 'refused' | 'busy' | 'maybeDone';

/**
 * A 503 does not say whether the request was carried out: a gateway may send a 503 after it has
 * passed the request on. Nor does a web page with a success status, which a proxy may send in place
 * of the platform's response.
 */
export function fateOf(failure: Failure): Fate {
	const { status, signInFailure, invalid } = failure;
	if (signInFailure) return 'notSent';
	if (invalid !== undefined) return 'maybeDone';
	if (status === undefined) return certainlyNotSent(failure) ? 'notSent' : 'maybeDone';
	if (status === 429) return 'busy';
	const isOpen = status < 300 || status === 408 || (status >= 500 && !NOT_SUPPORTED.has(status));
	return isOpen ? 'maybeDone' : 'refused';
}

/**
 * Whether a retry may succeed. If the sign-in failed without a status, its server could not be
 * reached, which may also be temporary.
 */
function isTemporary(failure: Failure): boolean {
	const { status, fault, signInFailure } = failure;
	if (signInFailure?.isFinal) return false;
	if (status !== undefined) return mayPass(status);
	return signInFailure !== undefined || (fault !== undefined && !isLasting(failure));
}

/**
 * Whether a request may be sent again. A request that starts or creates something may only be sent
 * again if it was certainly not carried out.
 */
export const isRepeatable = (effect: Effect, failure: Failure): boolean =>
	isTemporary(failure) && (effect !== 'start' || fateOf(failure) !== 'maybeDone');

/** What is known of a request whose response was lost. */
export interface LostResponse {
	/** When the request was sent, by this machine's clock: its result is not older. */
	sentAt: number;
	/** As far as the response arrived, it was a success. */
	beganWell: boolean;
}

const lost = new WeakMap<object, LostResponse>();

/**
 * Marks the error of a lost response ({@link isLost}), so that {@link lostResponseOf} recognizes
 * it.
 */
export function markLostResponse<E extends Error>(
	error: E,
	effect: Effect,
	failure: Failure,
	sentAt: number,
): E {
	const beganWell = failure.brokenOff === true || failure.invalid !== undefined;
	if (isLost(effect, failure)) lost.set(error, { sentAt, beganWell });
	return error;
}

/**
 * Whether a request may have started or created something, and the response that would say so was
 * lost.
 */
export const isLost = (effect: Effect, failure: Failure): boolean =>
	effect === 'start' && fateOf(failure) === 'maybeDone';

/** What is known of a lost response; undefined if the error is not about one. */
export const lostResponseOf = (error: unknown): LostResponse | undefined =>
	lost.get(error as object);
