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
import { BadInput } from '../declare/input/badInput';
import type { RequestOperation } from '../declare/operation';
import { clock } from '../support/clock';
import type { Exchange } from './exchange';
import { explainFor, type Sender } from './send';

export type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** The credential type that a node uses: chosen with Authentication. */
export const CREDENTIALS = {
	serviceAccount: 'talendCloudApi',
	token: 'talendCloudTokenApi',
} as const;

/** The type that was chosen; a service account where nothing was. */
export function credentialTypeOf(authentication: unknown): string {
	return authentication === 'token' ? CREDENTIALS.token : CREDENTIALS.serviceAccount;
}

/** @throws BadInput if a service account would do what only a personal token may do */
export function checkSignIn(
	{ personOnly }: Pick<RequestOperation, 'personOnly'>,
	authentication: unknown,
): void {
	if (personOnly !== undefined && credentialTypeOf(authentication) !== CREDENTIALS.token)
		throw new BadInput('authentication', 'Authentication', `must be Token. ${personOnly}`);
}

/** Distinguishes credentials without reading them. */
export function credentialKey(node: INode, type: string): string {
	const used = node.credentials?.[type];
	return `${type} ${used?.id ?? used?.name ?? node.id}`;
}

/** The secrets of a credential, for removing them from errors. */
async function credentialSecrets(context: Requesting, type: string): Promise<string[]> {
	const credential = await context.getCredentials<IDataObject>(type).catch((): IDataObject => ({}));
	const secrets = [
		credential.clientSecret,
		credential.token,
		plainToken(credential.token),
		storedToken(credential.accessToken),
	].filter((value): value is string => typeof value === 'string' && value !== '');
	return [...new Set(secrets)];
}

/**
 * How often a request is sent while tokens are refused: n8n before 2.9 may use one that another worker stored, then one
 * of this process.
 */
const ASKED_MOST = 3;

type Requesting = Context | ILoadOptionsFunctions | IPollFunctions;

type Credential = ICredentialDataDecryptedObject;

/** The credential that a run read last. */
const lastRead = new WeakMap<
	Requesting,
	{ type: string; at: number; credential: Promise<Credential | undefined> }
>();

/** How long it is used for further requests: reading it is more than a third of what a request costs n8n (docs/project/benchmarks.md). */
const USED_MS = 1_000;

/**
 * The credential of a run as it was stored a second ago at most; nothing if it cannot be read: n8n then says why. If its token
 * has to be renewed, it is read again: another process may have done that, and older versions of n8n store all of it with the new token.
 */
async function recentCredential(
	context: Requesting,
	type: string,
): Promise<Credential | undefined> {
	const last = lastRead.get(context);
	if (last?.type === type && clock.elapsed() - last.at < USED_MS) {
		const recent = await last.credential;
		if (!recent || !mustRenew(recent)) return recent;
	}
	const read = async () => await context.getCredentials<Credential>(type);
	const credential = read().catch(() => undefined);
	lastRead.set(context, { type, at: clock.elapsed(), credential });
	return await credential;
}

/** Sends with the credential of a node. */
export function senderOf(
	context: Requesting,
	type: string,
	base: Partial<IHttpRequestOptions> = {},
	node = context.getNode(),
): Sender & { asker: () => Promise<string | undefined> } {
	return {
		explain: explainFor({ node }),
		asker: async () => {
			const { clientId } = await context.getCredentials<IDataObject>(type);
			return typeof clientId === 'string' && clientId.trim() !== '' ? clientId.trim() : undefined;
		},
		secrets: async () => await credentialSecrets(context, type),
		credential: credentialKey(node, type),
		exchange: async (options, toTheEnd) => {
			const askedAt = clock.now();
			// n8n aborts the requests of a stopped workflow, except for those that must be allowed to complete.
			const toEnd = { getExecutionCancelSignal: { value: () => undefined } };
			const caller = (toTheEnd ? Object.create(context, toEnd) : context) as IExecuteFunctions;
			for (let tries = 1; ; tries++) {
				const request = { ...options, ...base };
				const isRenewed = () => tries < ASKED_MOST && tokenRefused(request, askedAt);
				const stored = await recentCredential(context, type);
				// n8n puts a renewed token into it. Each request has a copy: what is refused is the token that it was sent with.
				const data = stored && { ...stored };
				const credential = data && { credentialsDecrypted: { id: '', name: '', type, data } };
				const answering = context.helpers.httpRequestWithAuthentication.call(
					caller,
					type,
					request,
					credential,
				) as ReturnType<Exchange>;
				// n8n from 2.9 on throws a 401, after it has renewed the token once; before that, it is returned as a response.
				const answer = await answering.catch((error: { httpCode?: unknown } | undefined) => {
					if (String(error?.httpCode) !== '401' || !isRenewed()) throw error;
					return undefined;
				});
				if (answer && (answer.statusCode !== 401 || !isRenewed())) return answer;
			}
		},
	};
}

/** Sends on behalf of the editor, for a list search. */
export const loadOptionsSender = (context: ILoadOptionsFunctions): Sender =>
	senderOf(context, credentialTypeOf(context.getCurrentNodeParameter('authentication')));
