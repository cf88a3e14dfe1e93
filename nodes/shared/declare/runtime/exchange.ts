/** A request as it is sent, its response, and why a response may be missing. */

export interface HttpResponse {
	status: number;
	/** Their names are in lower case. */
	headers: Record<string, string>;
	body: unknown;
}

/** A response of the shape that its operation declares, or the redirect of a file. */
export type Answer = HttpResponse;

/** A body that is read while it is sent. Each attempt reads it from the beginning. */
interface StreamedBody {
	/** Closes what an interrupted upload has left open. */
	release(): Promise<void>;
}

/** A request as it is sent, except for the address of the platform and the authorization. */
export interface WireRequest {
	method: Method;
	/**
	 * On the platform, the path with its variables filled in, followed by the query; otherwise, the
	 * whole address.
	 */
	url: string;
	body?: string | StreamedBody;
	headers: Record<string, string>;
	/** The response is a file: its bytes are not parsed. */
	binary?: boolean;
}

/**
 * Whether a request goes to the platform, and so gets the credential. Its URL is then a path;
 * "//host" would be another host.
 */
export const isOnPlatform = (url: string): boolean => /^\/(?![/\\])/.test(url);

/**
 * Why an attempt has no answer: the platform refused the request, its response was invalid, or
 * there was none.
 */
export interface Failure {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Code of the network fault, such as ECONNRESET. */
	fault?: string;
	syscall?: string;
	/** There was no connection yet when the fault occurred, so nothing was sent. */
	notSent?: boolean;
	/** The response had a success status and broke off. */
	brokenOff?: boolean;
	/** Why a response with a success status is not an answer, as a sentence. */
	invalid?: string;
	/** n8n's message, if n8n failed, and not the platform or the network. */
	n8nMessage?: string;
	/**
	 * The sign-in failed, so nothing was sent; the text says what to check. `isFinal`: the same
	 * credential would be refused again.
	 */
	signInFailure?: { message: string; description: string; isFinal: boolean };
	/** How long to wait before trying again. */
	retryAfterMs?: number;
	/** How many attempts were made. */
	attempts?: number;
}

/** What an attempt comes to: an answer, or why there is none. */
export type AnswerOrFailure =
	{ answer: Answer; failure?: undefined } | { answer?: undefined; failure: Failure };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
