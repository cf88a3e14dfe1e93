/**
 * A longer wait is taken for a mistake of the server: otherwise a trigger would not come back for
 * years.
 */
export const MAX_WAIT_MS = 86_400_000;

/**
 * The time to wait that the header `Retry-After` names, as seconds or as a date.
 * @param now ms since 1970
 * @returns ms from now, a day at most; nothing if the header says nothing
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return Number.isFinite(ms) ? Math.min(MAX_WAIT_MS, Math.max(0, ms)) : undefined;
}
