/** Whether a request without a good response may have been carried out. Both its message and whether it is repeated follow from this. */
import type { Effect } from '../declare/operation';
import type { Refused } from '../declare/wire';
import { certainlyNotSent, isLasting } from './faults';

/**
 * What became of what was requested:
 * - `notSent`: the request never reached the platform
 * - `refused`: the platform answered that it does not do it
 * - `busy`: it answered that it does not do it now (429)
 * - `maybeDone`: there was no answer, or one that leaves it open
 */
export type Fate = 'notSent' | 'refused' | 'busy' | 'maybeDone';

/** Statuses from 500 on that say that the platform cannot do this: a task without a run configuration, a version of HTTP. */
const NOT_SUPPORTED = new Set([501, 505]);

/** What became of a request without a good response. A gateway may answer 503 after it has passed the request on. */
export function fateOf(refused: Refused): Fate {
	const { status, credential, odd } = refused;
	if (credential) return 'notSent';
	if (odd !== undefined) return 'maybeDone';
	if (status === undefined) return certainlyNotSent(refused) ? 'notSent' : 'maybeDone';
	if (status === 429) return 'busy';
	const isOpen = status === 408 || (status >= 500 && !NOT_SUPPORTED.has(status));
	return isOpen ? 'maybeDone' : 'refused';
}

/** Statuses that a later attempt may not have. */
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

/** Whether a later attempt may succeed. A credential without a status was refused because the sign-in could not be reached. */
function isTemporary(refused: Refused): boolean {
	const { status, network, credential } = refused;
	if (status !== undefined) return TEMPORARY.has(status);
	return credential !== undefined || (network !== undefined && !isLasting(refused));
}

/** Whether a request may be sent again: one that starts or creates something only if that was certainly not done. */
export const isRepeatable = (effect: Effect, refused: Refused): boolean =>
	isTemporary(refused) && (effect !== 'once' || fateOf(refused) !== 'maybeDone');

const lost = new WeakMap<object, { beganWell: boolean }>();

/** Marks the error of a request that starts or creates something if that may have been done. */
export function markIfLost<E extends Error>(error: E, effect: Effect, refused: Refused): E {
	if (isLost(effect, refused))
		lost.set(error, { beganWell: refused.brokenOff === true || refused.odd !== undefined });
	return error;
}

/** Whether a request has started or created something that nobody knows of. */
export const isLost = (effect: Effect, refused: Refused): boolean =>
	effect === 'once' && fateOf(refused) === 'maybeDone';

/**
 * Whether something may have been started or created by the request that this error is about.
 * `beganWell`: the response was a success, as far as it arrived.
 */
export const lostAnswer = (error: unknown): { beganWell: boolean } | undefined =>
	lost.get(error as object);
