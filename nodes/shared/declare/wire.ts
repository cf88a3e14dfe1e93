/** What travels: a request as it leaves, an answer, and what is known of a refusal. */
/** An answer that did not refuse. Header names are in lower case. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: unknown;
}

/** A body that is sent as it is read, from its beginning each time. */
export interface SentAsRead {
	/** Closes what a sending that broke off has left open. */
	release(): Promise<void>;
}

/** A request as it leaves, apart from the address and the authorization. */
export interface WireRequest {
	method: Method;
	/** Path with its variables filled in and the query behind it. */
	url: string;
	body?: string | SentAsRead;
	headers: Record<string, string>;
	/** The answer is a file: take its bytes as they are. */
	binary?: boolean;
}

/** What is known of a request that was refused or had no answer. */
export interface Refused {
	/** HTTP status; nothing when there was no answer. */
	status?: number;
	/** The body of the answer. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Code of the network fault, such as ECONNRESET. */
	network?: string;
	/** What the fault happened in, such as connect. */
	syscall?: string;
	/** The fault came before there was a connection to send over, whatever its code. */
	unsent?: boolean;
	/** The answer began well and broke off. */
	brokenOff?: boolean;
	/** Why an answer with a status of success is none, in words. */
	odd?: string;
	/** Words of n8n about what went wrong before an answer came. */
	words?: string;
	/** The credential itself was refused: its own words say what to check. */
	credential?: { message: string; description: string };
	/** When to come back, in ms from now. */
	retryAfterMs?: number;
	/** How often the request was sent. */
	attempts?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
