/** A response that is not a refusal. Header names are in lower case. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** A body that is sent while it is read, from its beginning each time. */
interface SentAsRead {
	/** Closes what an interrupted upload has left open. */
	release(): Promise<void>;
}

/** A request as it is sent, except for the address and the authorization. */
export interface WireRequest {
	method: Method;
	/** Path with its variables filled in, followed by the query. */
	url: string;
	body?: string | SentAsRead;
	headers: Record<string, string>;
	/** The response is a file: its bytes are not parsed. */
	binary?: boolean;
}

/** What is known about a request that was refused or had no response. */
export interface Refused {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	/** Code of the network fault, such as ECONNRESET. */
	network?: string;
	syscall?: string;
	/** The fault occurred before there was a connection, whatever its code. */
	unsent?: boolean;
	/** The response began as a success and broke off. */
	brokenOff?: boolean;
	/** Why a response with a success status is not a success, in words. */
	odd?: string;
	/** n8n's message about what went wrong before a response arrived. */
	words?: string;
	/** The credential itself was refused: its message says what to check. */
	credential?: { message: string; description: string };
	/** When to try again, in ms from now. */
	retryAfterMs?: number;
	/** How often the request was sent. */
	attempts?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
