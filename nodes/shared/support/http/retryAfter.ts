/**
 * The longest wait. The platform counts its limits per minute, so a much longer wait must be a
 * mistake, for which no node or trigger should pause for days.
 */
export const MAX_WAIT_MS = 3_600_000;

/**
 * How long to wait according to the header `Retry-After`, which has seconds or a date.
 * @param now ms since 1970
 * @returns ms from now, at most {@link MAX_WAIT_MS}; undefined if the header does not say
 */
export function readRetryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return Number.isFinite(ms) ? Math.min(MAX_WAIT_MS, Math.max(0, ms)) : undefined;
}
