/**
 * Rate limits: requests per minute of an API family or of an operation, and per second of an
 * operation, counted in fixed windows (docs/platform/interface.md, "Limits").
 */
import type { Seen } from '../dialects';
import type { Limits } from '../options';
import { Refusal } from '../refusals';
import type { Clock } from '../state/clock';

export const NO_LIMITS: Limits = {};

/** The interface documents: a 429 of SCIM refers to X-RateLimit-Limit, -Remaining and -Reset. */
const HEADERS: Record<string, Limits['headers']> = { scim: 'x-ratelimit' };

const TOO_MANY_REQUESTS = 'Too many requests in a timeframe';

interface Window {
	start: number;
	count: number;
}

export class Limiter {
	private readonly windows = new Map<string, Window>();

	constructor(
		private readonly clock: Clock,
		private readonly limits: Limits,
	) {}

	reset(): void {
		this.windows.clear();
	}

	/**
	 * Counts a request.
	 * @returns its refusal, if it is over a limit
	 */
	count(
		family: string,
		operation: string | undefined,
		seen: Pick<Seen, 'tenPerSecond'>,
	): Refusal | undefined {
		const { perMinute = {}, perSecond } = this.limits;
		return (
			this.countInMinute(family, perMinute[family]) ??
			(operation === undefined ? undefined : this.countInMinute(operation, perMinute[operation])) ??
			(operation === undefined || perSecond === undefined || !seen.tenPerSecond
				? undefined
				: this.countInSecond(operation, perSecond))
		);
	}

	/**
	 * Counts a request of a window.
	 * @returns the ms until the window ends, if the request is over the limit
	 */
	private msOverLimit(name: string, limit: number, length: number): number | undefined {
		const now = this.clock.now();
		let window = this.windows.get(name);
		if (!window || now >= window.start + length) {
			window = { start: now, count: 0 };
			this.windows.set(name, window);
		}
		window.count++;
		return window.count <= limit ? undefined : window.start + length - now;
	}

	/** Counts a request of a second. Others have seen this refusal without any headers. */
	private countInSecond(operation: string, limit: number): Refusal | undefined {
		return this.msOverLimit(`${operation} in a second`, limit, 1000) === undefined
			? undefined
			: new Refusal(429, TOO_MANY_REQUESTS);
	}

	private countInMinute(name: string, limit: number | undefined): Refusal | undefined {
		if (limit === undefined) return undefined;
		const rest = this.msOverLimit(name, limit, this.limits.windowMs ?? 60_000);
		if (rest === undefined) return undefined;
		const seconds = Math.ceil(rest / 1000);
		const kind = this.limits.headers ?? HEADERS[name] ?? 'both';
		const headers: Record<string, string> = {};
		if (kind === 'retry-after' || kind === 'both') headers['retry-after'] = String(seconds);
		if (kind === 'x-ratelimit' || kind === 'both') {
			headers['x-ratelimit-limit'] = String(limit);
			headers['x-ratelimit-remaining'] = '0';
			headers['x-ratelimit-reset'] = String(seconds);
		}
		return new Refusal(429, TOO_MANY_REQUESTS, { headers });
	}
}
