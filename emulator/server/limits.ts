/** Rate limits: requests a minute and API family, counted in fixed windows (docs/platform/interface.md, "Limits"). */
import type { Clock } from '../clock';
import { Refusal } from '../refusals';

/** Requests a minute by family, and by operation where one has a limit of its own. */
export interface Limits {
	perMinute?: Readonly<Record<string, number>>;
	/** Which headers a 429 carries; those of its area when absent. */
	headers?: 'retry-after' | 'x-ratelimit' | 'both' | 'none';
	/** Length of a window in ms; a minute when absent. */
	windowMs?: number;
}

export const NO_LIMITS: Limits = {};

/**
 * The published numbers (docs/platform/interface.md, "Limits"). For SCIM the interface documents
 * name the headers of a 429 but no number: that of its neighbour is taken.
 */
export const DOCUMENTED_LIMITS: Limits = {
	perMinute: {
		monitoring: 600,
		orchestration: 1800,
		processing: 1800,
		security: 600,
		scim: 600,
		'GET /account/subscription': 60,
		'POST /monitoring/observability/metrics/component': 5,
	},
};

/** The interface documents: a 429 of SCIM refers to X-RateLimit-Limit, -Remaining and -Reset. */
const HEADERS: Record<string, Limits['headers']> = { scim: 'x-ratelimit' };

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

	/** The refusal of a request that is over a limit. */
	check(family: string, operation: string | undefined): Refusal | undefined {
		return this.count(family) ?? (operation === undefined ? undefined : this.count(operation));
	}

	private count(name: string): Refusal | undefined {
		const limit = this.limits.perMinute?.[name];
		if (limit === undefined) return undefined;
		const length = this.limits.windowMs ?? 60_000;
		const now = this.clock.now();
		let window = this.windows.get(name);
		if (!window || now >= window.start + length) {
			window = { start: now, count: 0 };
			this.windows.set(name, window);
		}
		window.count++;
		if (window.count <= limit) return undefined;
		const seconds = Math.ceil((window.start + length - now) / 1000);
		const kind = this.limits.headers ?? HEADERS[name] ?? 'both';
		const headers: Record<string, string> = {};
		if (kind === 'retry-after' || kind === 'both') headers['retry-after'] = String(seconds);
		if (kind === 'x-ratelimit' || kind === 'both') {
			headers['x-ratelimit-limit'] = String(limit);
			headers['x-ratelimit-remaining'] = '0';
			headers['x-ratelimit-reset'] = String(seconds);
		}
		return new Refusal(429, 'Too many requests in a timeframe', { headers });
	}
}
