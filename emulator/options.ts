/** The options of an emulator. */
import type { SeenName } from '../platform/observations';
import type { Recording } from '../platform/recording/recording';
import type { Clock } from './clock';
import type { Dialect } from './dialects';
import type { TokenOptions } from './server/identity';
import type { Limits } from './server/limits';
import type { Logged } from './server/requestLog';
import type { State } from './state';

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
	/** Whether the request log has the bodies of responses. */
	keepAnswers?: boolean;
	/** Called with each request before the platform responds to it. */
	beforeAnswer?: (request: Logged) => Promise<void> | void;
	/** Called with each request after the response was sent, including the body of the response. */
	watch?: (exchange: Logged) => void;
	/** The hosts that jobs may call at their end; only this machine if absent. */
	callbacks?: 'loopback' | 'anywhere';
	/**
	 * Whether to report on the console which requests the emulator does not support, and which calls
	 * of jobs did not arrive.
	 */
	loud?: boolean;
}
