/** What the status of a response says: whether it is a success, or may become one later. */
import { ASKS_FOR_SIGN_IN } from './gateway';

/**
 * The only 5XX that certainly mean that nothing was done: not implemented, and an unknown version
 * of HTTP.
 */
export const NOT_SUPPORTED: ReadonlySet<number> = new Set([501, 505]);

/** A failure without a response has no status, so it is no success. */
export const isSuccess = (status: number | undefined): boolean =>
	status !== undefined && status >= 200 && status < 300;

/** The statuses below 500 that are about the moment: too slow, too early, and too often. */
const OF_THE_MOMENT = new Set([408, 425, 429]);

/** Whether the same request may succeed later, although nobody changes anything. */
export const mayPass = (status: number): boolean =>
	OF_THE_MOMENT.has(status) ||
	(status >= 500 && !NOT_SUPPORTED.has(status) && !ASKS_FOR_SIGN_IN.has(status));
