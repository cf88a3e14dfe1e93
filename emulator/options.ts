/** The options of an emulator, and what they are made of. */
import type { SeenName } from '../platform/observations';
import type { Recording } from '../platform/recording/recording';
import type { Dialect } from './dialects';
import type { Clock } from './state/clock';
import type { State } from './state/state';
import type { TokenOptions } from './state/tokens';

export interface EmulatorOptions {
	clock?: Clock;
	/** The dialect; the interface documents if absent. */
	dialect?: Dialect;
	/** Observations of others that apply in addition to those of the dialect. */
	also?: readonly SeenName[];
	/** A recording of an account. Responses get its form, and the default dialect is then `field`. */
	recording?: Recording;
	/** Fills a new account; with the demo data if absent. */
	seed?: (state: State, clock: Clock) => void;
	tokens?: Partial<TokenOptions>;
	/** The limits for requests; by default, the documented ones, and those that others have seen. */
	limits?: Limits;
	/** Maximum number of entries in a log file. */
	logFileEntries?: number;
	/** Whether the request log keeps the bodies of responses, if their status is below 400. */
	keepAnswers?: boolean;
	/** Called with each request before the platform responds to it. */
	beforeAnswer?: (request: Logged) => Promise<void> | void;
	/** Called with each request and the body of its response, just before the response is sent. */
	watch?: (exchange: Logged) => void;
	/** The hosts that jobs may call at their end; only this machine if absent. */
	callbacks?: 'loopback' | 'anywhere';
	/**
	 * Whether to report on the console which requests the emulator does not support, and which calls
	 * of jobs did not arrive.
	 */
	loud?: boolean;
}

/** How many requests the platform takes. */
export interface Limits {
	/** Requests per minute, by family, or by operation if it has its own limit. */
	perMinute?: Readonly<Record<string, number>>;
	/** Requests a second to one operation, if this observation applies (`tenPerSecond`). */
	perSecond?: number;
	/** Which headers a 429 carries; those of its area when absent. */
	headers?: 'retry-after' | 'x-ratelimit' | 'both' | 'none';
	/** Length of a window in ms; a minute when absent. */
	windowMs?: number;
}

/** One request as it arrived, without the secrets in its headers. */
export interface Logged {
	method: string;
	/** Path as sent, still encoded. */
	path: string;
	query: Array<[string, string]>;
	headers: Record<string, string>;
	body: string;
	/** "GET /processing/executions/{executionId}", or nothing for an unknown path. */
	operation?: string;
	/** Query parameters that the platform does not know, and ignored. */
	ignored?: string[];
	status: number;
	/** Time of the emulated platform, ms since 1970. */
	at: number;
	/** The body of the answer, when the emulator keeps answers. */
	answer?: unknown;
	/** Whether a fault responded in place of the platform. */
	faulty?: boolean;
}
