import type { Failure } from '../../declare/runtime/exchange';
import { MAX_WAIT_MS, readRetryAfter } from '../../support/http/retryAfter';
import { clock } from '../../support/time/clock';

/**
 * How long a response asks to wait: by `Retry-After` (seconds or a date) or, only with a 429, by
 * `X-RateLimit-Reset` (seconds to wait, or seconds or milliseconds since 1970). Undefined if it
 * does not say.
 */
export function requestedWaitMs({
	status,
	headers = {},
}: Pick<Failure, 'status' | 'headers'>): number | undefined {
	const now = clock.now();
	const retryAfterMs = readRetryAfter(headers['retry-after'], now);
	if (retryAfterMs !== undefined || status !== 429) return retryAfterMs;
	const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
	if (!(reset >= 0)) return undefined;
	return Math.min(Math.max(0, msUntilReset(reset, now)), MAX_WAIT_MS);
}

/** The size of the number says what it is: a time in milliseconds or in seconds, or seconds. */
function msUntilReset(reset: number, now: number): number {
	if (reset > 1e11) return reset - now;
	return reset > 1e8 ? reset * 1000 - now : reset * 1000;
}
