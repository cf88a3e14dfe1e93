/**
 * Senders with a credential of n8n: which credential a node uses, reading it at most once a second
 * for requests, and sending a request again with a renewed token if the platform refuses the token.
 */
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import { mustRenew, plainToken, storedToken, tokenRefused } from '../../../credentials/token';
import { BadInput } from '../declare/badInput';
import type { RequestOperation } from '../declare/operation';
import { clock } from '../support/clock';
import { isObject, isText } from '../support/json';
import type { HttpSend } from './attempt';
import { explainFor } from './errors';
import { type Sender } from './send';

export type N8nContext = IExecuteFunctions | IExecuteSingleFunctions;

/** The credential types, by the values of *Authentication*. */
export const CREDENTIALS = {
	serviceAccount: 'talendCloudApi',
	token: 'talendCloudTokenApi',
} as const;

/** The credential type for a value of *Authentication*; a service account by default. */
export function credentialTypeOf(authentication: unknown): string {
	return authentication === 'token' ? CREDENTIALS.token : CREDENTIALS.serviceAccount;
}

/** @throws BadInput if the operation needs a personal token, and a service account was chosen */
export function checkSignIn(
	{ whyPersonOnly }: Pick<RequestOperation, 'whyPersonOnly'>,
	authentication: unknown,
): void {
	if (whyPersonOnly !== undefined && credentialTypeOf(authentication) !== CREDENTIALS.token)
		throw new BadInput('authentication', 'Authentication', `must be Token. ${whyPersonOnly}`);
}

/** Identifies the credential of a node without reading it. */
export function credentialKey(node: INode, type: string): string {
	const credential = node.credentials?.[type];
	return `${type} ${credential?.id ?? credential?.name ?? node.id}`;
}

/** The secrets of a credential, for removing them from errors. */
async function credentialSecrets(context: RequestingContext, type: string): Promise<string[]> {
	const credential = await context.getCredentials<IDataObject>(type).catch((): IDataObject => ({}));
	const secrets = [
		credential.clientSecret,
		credential.token,
		plainToken(credential.token),
		storedToken(credential.accessToken),
	].filter(isText);
	return [...new Set(secrets)];
}

/**
 * How often a request is sent at most while its token is refused. Versions of n8n before 2.9.1 may
 * first try a token that another worker has stored, and then one that this process has stored.
 */
const MAX_SENDS = 3;

type RequestingContext = N8nContext | ILoadOptionsFunctions | IPollFunctions;

type Credential = ICredentialDataDecryptedObject;

/** The credential that was last read in a context of n8n, such as a node run. */
const lastRead = new WeakMap<
	RequestingContext,
	{ type: string; readAt: number; credential: Promise<Credential | undefined> }
>();

/**
 * For how long a credential is used again after it was read: reading it takes more than a third of
 * n8n's CPU time for a request (docs/project/benchmarks.md).
 */
const REUSE_MS = 1_000;

/**
 * The credential, as it was at most a second ago. It is read again if its token has to be renewed:
 * another process may have renewed it already, and older versions of n8n store the whole credential
 * with a renewed token.
 * @returns undefined if it cannot be read: then n8n's request helper reports the reason
 */
async function recentCredential(
	context: RequestingContext,
	type: string,
): Promise<Credential | undefined> {
	const lastReading = lastRead.get(context);
	if (lastReading?.type === type && clock.elapsed() - lastReading.readAt < REUSE_MS) {
		const recent = await lastReading.credential;
		if (!recent || !mustRenew(recent)) return recent;
	}
	const readCredential = async () => await context.getCredentials<Credential>(type);
	const credential = readCredential().catch(() => undefined);
	lastRead.set(context, { type, readAt: clock.elapsed(), credential });
	return await credential;
}

/**
 * A sender with the credential of a node.
 * @returns a sender, and `clientId`, which reads the ID of the service account (undefined for a
 * token)
 */
export function senderOf(
	context: RequestingContext,
	type: string,
	base: Partial<IHttpRequestOptions> = {},
	node = context.getNode(),
): Sender & { clientId: () => Promise<string | undefined> } {
	return {
		explain: explainFor({ node }),
		clientId: async () => {
			const { clientId } = await context.getCredentials<IDataObject>(type);
			return typeof clientId === 'string' && clientId.trim() !== '' ? clientId.trim() : undefined;
		},
		secrets: async () => await credentialSecrets(context, type),
		credential: credentialKey(node, type),
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
		const isRenewed = () => sends < MAX_SENDS && tokenRefused(request, firstSentAt);
		// From 2.9.1 on, n8n renews the token once and then throws a 401. Before, it returns the 401 as
		// a response.
		const response = await sendWithStoredToken({ context, caller }, type, request).catch(
			(error: { httpCode?: unknown } | undefined) => {
				if (String(error?.httpCode) !== '401' || !isRenewed()) throw error;
				return undefined;
			},
		);
		if (response && (response.statusCode !== 401 || !isRenewed())) return response;
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
