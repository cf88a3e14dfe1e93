/** How an emulator is set up. */
import type { Recording } from '../tools/checkup/recording';
import type { SeenName } from '../tools/interface/observations';
import type { Clock } from './clock';
import type { Dialect } from './dialects';
import type { TokenOptions } from './server/identity';
import type { Limits } from './server/limits';
import type { Logged } from './server/requestLog';
import type { State } from './state';

export interface EmulatorOptions {
	clock?: Clock;
	/** The interface documents when absent. */
	dialect?: Dialect;
	/** Observations of others that apply in addition to those of the dialect. */
	also?: readonly SeenName[];
	/**
	 * The answers of an account, whose form replaces that of the emulator's; with it, the dialect is
	 * `field` when absent.
	 */
	recording?: Recording;
	/** Fills a fresh or reset account; the demo data when absent. */
	seed?: (state: State, clock: Clock) => void;
	tokens?: Partial<TokenOptions>;
	/** How many requests are accepted; as documented, and as others have seen, when absent. */
	limits?: Limits;
	/** Maximum number of entries in a log file. */
	logFileEntries?: number;
	/** Keeps the bodies of responses in the request log. */
	keepAnswers?: boolean;
	/** Called with each request when it has arrived; the platform answers it only afterwards. */
	beforeAnswer?: (request: Logged) => Promise<void> | void;
	/** Called with each exchange once it is over, with the body of the answer. */
	watch?: (exchange: Logged) => void;
	/** Which hosts the jobs of the demo may call when they end: this machine when absent. */
	callbacks?: 'loopback' | 'anywhere';
	/**
	 * Reports on the console what it refuses because it does not support it, and calls of jobs that
	 * did not arrive.
	 */
	loud?: boolean;
}
