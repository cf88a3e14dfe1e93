/** What the emulator remembers of the requests that came. */

/** One request as it came, without what is secret in it. */
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
	/** Answered by a fault on command instead of the platform. */
	faulty?: boolean;
}
