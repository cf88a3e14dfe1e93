/**
 * Senders: each sends requests with the credential of a node, and sends a request again with a
 * renewed token if the platform refuses the token.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { discardRefusedToken } from '../../../credentials/signIn/token';
import type { RequestOperation } from '../declare/operation';
import type { Failure } from '../declare/runtime/exchange';
import type { RequestingContext } from '../n8n/contexts';
import { isObject } from '../support/json';
import { clock } from '../support/time/clock';
import type { HttpSend } from './attempt';
import { credentialKey, credentialSecrets, recentCredential } from './credential';
import { credentialTypeOf } from './credentialTypes';
import { failureErrorFor } from './failure/failureError';

/** What requests of one item, poll or picker are sent with. */
export interface Sender {
	httpSend: HttpSend;
	/** Identifies the credential: each has request queues of its own. */
	credentialKey: string;
	signal?: AbortSignal;
	/** Turns a failure into an error, which must not contain the `secrets`. */
	errorOf: (failure: Failure, operation: RequestOperation, secrets: readonly string[]) => Error;
	/** Reads the secrets of the credential. It is called only if there is an error. */
	secrets?: () => Promise<readonly string[]>;
	/** The remaining time, if requests may take less than the usual budget. */
	leftMs?: () => number;
	/** The number of the poll, in the order in which polls began. */
	pollNumber?: number;
	/** How long an attempt may take, if a person chose that. */
	timeoutMs?: number;
	/**
	 * Called before a request is sent that has waited long, because its queue is slowed down until a
	 * time (in ms since 1970).
	 */
	slowed?: (family: string, until: number) => void;
}

/** A sender that knows the service account of its credential. */
export interface AccountSender extends Sender {
	/** Reads the ID of the service account; undefined for a token. */
	clientId: () => Promise<string | undefined>;
}

/** A sender with the credential of a node. */
export function senderOf(
	context: RequestingContext,
	type: string,
	base: Partial<IHttpRequestOptions> = {},
	node = context.getNode(),
): AccountSender {
	return {
		errorOf: failureErrorFor({ node }),
		clientId: async () => {
			const { clientId } = await context.getCredentials<IDataObject>(type);
			return typeof clientId === 'string' && clientId.trim() !== '' ? clientId.trim() : undefined;
		},
		secrets: async () => await credentialSecrets(context, type),
		credentialKey: credentialKey(node, type),
		httpSend: async (options, { uninterrupted }) =>
			await sendWithRenewedToken(context, type, { ...options, ...base }, uninterrupted),
	};
}

/**
 * The context without its cancel signal: n8n does not abort requests of such a context when the
 * workflow is stopped.
 */
const withoutCancelSignal = (context: RequestingContext): RequestingContext =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as RequestingContext;

/**
 * How often a request is sent at most while its token is refused. n8n < 2.9.1 may first try a token
 * that another worker has stored, and then one that this process has stored.
 */
const MAX_SENDS = 3;

/**
 * Sends a request with the credential. As long as the platform refuses the token, the request is
 * sent again with another one.
 */
async function sendWithRenewedToken(
	context: RequestingContext,
	type: string,
	options: IHttpRequestOptions,
	uninterrupted: boolean,
): ReturnType<HttpSend> {
	const firstSentAt = clock.now();
	const caller = uninterrupted ? withoutCancelSignal(context) : context;
	for (let sends = 1; ; sends++) {
		const request = { ...options };
		/** @returns whether the request may be sent again, with another token */
		const discardToken = () => sends < MAX_SENDS && discardRefusedToken(request, firstSentAt);
		// n8n renews the token once and then throws a 401. n8n < 2.9.1 returns the 401 as a response.
		const response = await sendWithStoredToken({ context, caller }, type, request).catch(
			(error: { httpCode?: unknown } | undefined) => {
				if (String(error?.httpCode) !== '401' || !discardToken()) throw error;
				return undefined;
			},
		);
		if (response && (response.statusCode !== 401 || !discardToken())) return response;
	}
}

async function sendWithStoredToken(
	{ context, caller }: { context: RequestingContext; caller: RequestingContext },
	type: string,
	request: IHttpRequestOptions,
): ReturnType<HttpSend> {
	const stored = await recentCredential(context, type);
	// Each request gets its own copy, because n8n writes a renewed token into it. Otherwise, one
	// request would change the token of another one that is in progress.
	const data = stored && { ...stored };
	return await (
		context.helpers.httpRequestWithAuthentication.call(
			caller as IExecuteFunctions,
			type,
			request,
			data && { credentialsDecrypted: { id: '', name: '', type, data } },
		) as ReturnType<HttpSend>
	).catch((error: unknown) => {
		throw stored || !isObject(error) ? error : Object.assign(error, NO_CREDENTIAL);
	});
}

/** Marks the error of a request for which the credential could not be read. */
const NO_CREDENTIAL = { noCredential: true };

/** The sender for the lists that the editor loads. */
export const loadOptionsSender = (context: ILoadOptionsFunctions): Sender =>
	senderOf(context, credentialTypeOf(context.getCurrentNodeParameter('authentication')));
