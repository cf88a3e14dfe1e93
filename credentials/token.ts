/**
 * The token of a service account. n8n stores it in the credential, and requests a new one if there
 * is none or if it was refused. This file makes one exchange for all simultaneous requests, returns
 * a token as long as it is valid, and never returns one that is older than the refused one.
 */
import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { CERTIFICATE, CHECK_CERTIFICATE } from '../nodes/shared/support/certificates';
import {
	ASKS_FOR_SIGN_IN,
	isOfGateway,
	proxySignIn,
	REFUSED_ON_THE_WAY,
} from '../nodes/shared/support/gateway';
import { trimmedName } from '../nodes/shared/support/visibleNames';
import { type Addressed, baseAddress, versionHeaders } from './address';
import { CredentialRefused } from './credentialRefused';
import { readRetryAfter } from './retryAfter';

/** A service account and where it signs in. */
export interface ServiceAccount extends Addressed {
	clientId?: unknown;
	clientSecret?: unknown;
	accessToken?: unknown;
}

/** What n8n stores: the token, the account that it belongs to, and when it expires. */
interface StoredToken {
	token: string;
	/** Identifies the account, secret and address that it was issued for, without containing them. */
	fingerprint: string;
	/** ms since 1970, by the clock of this machine. */
	issuedAt: number;
	/** ms since 1970; absent if the platform did not say so. */
	expiresAt?: number;
}

/** How long before its end a token is no longer used, because it could expire before it arrives. */
const MARGIN_MS = 30_000;
const SHORTEST_LIFE_MS = 1_000;
const EXCHANGE_TIMEOUT_MS = 60_000;

interface AccountState {
	newest?: StoredToken;
	pendingExchange?: Promise<StoredToken>;
	/** Tokens that the platform refused. They are never used again, even if they have not expired. */
	rejected: string[];
	/** The last refusal of the sign-in itself, by the monotonic clock. */
	refused?: { error: CredentialRefused; refusedAt: number };
	/** When the account was last used, by the monotonic clock. */
	usedAt: number;
}

/**
 * For how long a refused sign-in is not tried again. Otherwise, each item would try it, and too
 * many refusals could lock the account.
 */
const REFUSAL_KEPT_MS = 5_000;
const MAX_REJECTED = 20;

/**
 * The state of an account that was not used for this long is forgotten. The next request exchanges
 * a new token.
 */
const KEPT_MS = 3_600_000;

const accounts = new Map<string, AccountState>();

function accountState(fingerprint: string): AccountState {
	const now = performance.now();
	let state = accounts.get(fingerprint);
	if (!state) {
		for (const [key, { pendingExchange, usedAt }] of accounts)
			if (!pendingExchange && now - usedAt > KEPT_MS) accounts.delete(key);
		accounts.set(fingerprint, (state = { rejected: [], usedAt: now }));
	}
	state.usedAt = now;
	return state;
}

/** Makes sure that a token is never used again. */
function reject(state: AccountState, token: string): void {
	state.rejected = [token, ...state.rejected.filter((each) => each !== token)].slice(
		0,
		MAX_REJECTED,
	);
}

/** A copied value, without the invisible characters around it. */
const withoutInvisible = (value: unknown): string => trimmedName(String(value ?? '')).trim();

/**
 * Checks a copied value.
 * @throws CredentialRefused, without the value itself, if the value contains something that does
 * not belong to it, or is a placeholder
 */
export function checkCopied(label: string, value: string): void {
	const isEnclosed = /^["'`<{]/.test(value) && /.["'`>}]$/.test(value);
	if (isEnclosed || /[^!-~]/.test(value))
		throw new CredentialRefused(
			`${label} in the credential contains spaces, quotes or other characters that do not belong to it: copy it again`,
			'Nothing was sent.',
			{ isFinal: true },
		);
}

/** Identifies a service account. With another secret, it counts as another account. */
export function accountFingerprint(account: ServiceAccount): string {
	return createHash('sha256')
		.update(
			JSON.stringify([
				baseAddress(account),
				withoutInvisible(account.clientId),
				withoutInvisible(account.clientSecret),
			]),
		)
		.digest('base64url');
}

/**
 * A token for the account, in the form in which n8n stores it.
 * @param rejected the token that n8n has: empty, refused or expired
 * @throws CredentialRefused saying what to check; it contains neither ID nor secret
 */
export async function tokenFor(
	helpers: IHttpRequestHelper,
	account: ServiceAccount,
	rejected: unknown,
): Promise<string> {
	const fingerprint = accountFingerprint(account);
	const state = accountState(fingerprint);
	const previous = readStored(rejected);
	if (previous?.fingerprint === fingerprint) reject(state, previous.token);
	const { newest, refused } = state;
	const replaces = (stored: StoredToken) =>
		!state.rejected.includes(stored.token) &&
		(!previous || previous.fingerprint !== fingerprint || stored.issuedAt >= previous.issuedAt);
	if (newest && isFresh(newest) && replaces(newest)) return JSON.stringify(newest);
	if (refused && performance.now() - refused.refusedAt < REFUSAL_KEPT_MS) throw refused.error;
	state.pendingExchange ??= exchangeToken(helpers, account, fingerprint)
		.then((stored) => (state.newest = stored))
		.catch((error: unknown) => {
			if (error instanceof CredentialRefused && error.isFinal)
				state.refused = { error, refusedAt: performance.now() };
			throw error;
		})
		.finally(() => (state.pendingExchange = undefined));
	return JSON.stringify(await state.pendingExchange);
}

/**
 * A token as it is sent. A token that was copied from a header or a page may have other characters
 * around it.
 */
export const plainToken = (entered: unknown): string =>
	typeof entered === 'string' ? withoutInvisible(entered).replace(/^Bearer(?:[\s:]+|$)/i, '') : '';

/** The token to send; undefined if the stored one belongs to another account or has expired. */
export function usableToken(account: ServiceAccount): string | undefined {
	return usableStoredToken(account)?.token;
}

/**
 * Whether n8n would renew the token of this credential before it sends a request. A credential that
 * stores none, or has no valid address, has nothing to renew.
 */
export function mustRenew(account: ServiceAccount): boolean {
	if (account.accessToken === undefined) return false;
	try {
		return usableToken(account) === undefined;
	} catch {
		return false;
	}
}

function usableStoredToken(account: ServiceAccount): StoredToken | undefined {
	const stored = readStored(account.accessToken);
	const fingerprint = accountFingerprint(account);
	return stored?.fingerprint === fingerprint &&
		isFresh(stored) &&
		!accounts.get(fingerprint)?.rejected.includes(stored.token)
		? stored
		: undefined;
}

/** The token with which each request was last sent; `stored` is absent if there was none. */
const sentTokens = new WeakMap<object, { stored?: StoredToken }>();

/**
 * A request with the token of the account. Remembers which token that was.
 * @param request the caller's request; if n8n repeats it, the request that was returned here before
 * @param addToken builds the request that is sent
 * @returns undefined if there is no token to send
 */
export function signed<T extends object>(
	account: ServiceAccount,
	request: object,
	addToken: (token: string) => T,
): T | undefined {
	const stored = usableStoredToken(account);
	const sentToken = sentTokens.get(request) ?? {};
	sentToken.stored = stored;
	sentTokens.set(request, sentToken);
	if (!stored) return undefined;
	const signedRequest = addToken(stored.token);
	sentTokens.set(signedRequest, sentToken);
	return signedRequest;
}

/**
 * Called if the platform refused a request with 401. From 2.9.1 on, n8n has then already renewed
 * the token once. But each process remembers another token, and all of these can be revoked
 * together. A token that was issued before the request began is not used again.
 * @param request what was passed to n8n
 * @param askedAt when the first request began, ms since 1970
 * @returns whether another token is available: repeating the request makes n8n fetch it
 */
export function tokenRefused(request: object, askedAt: number): boolean {
	const sentToken = sentTokens.get(request);
	if (!sentToken) return false;
	if (!sentToken.stored) return true;
	if (sentToken.stored.issuedAt >= askedAt) return false;
	reject(accountState(sentToken.stored.fingerprint), sentToken.stored.token);
	return true;
}

function isFresh(stored: StoredToken): boolean {
	return stored.expiresAt === undefined || Date.now() < stored.expiresAt;
}

/** The token that n8n has stored in a credential; undefined if there is none. */
export const storedToken = (accessToken: unknown): string | undefined =>
	readStored(accessToken)?.token;

function readStored(value: unknown): StoredToken | undefined {
	try {
		const stored = JSON.parse(String(value)) as StoredToken;
		if (typeof stored.token === 'string') return stored;
	} catch {
		// Nothing is stored yet, or another version has stored it.
	}
	return undefined;
}

async function exchangeToken(
	helpers: IHttpRequestHelper,
	account: ServiceAccount,
	fingerprint: string,
): Promise<StoredToken> {
	const base = baseAddress(account);
	const id = withoutInvisible(account.clientId);
	const secret = withoutInvisible(account.clientSecret);
	if (id === '' || secret === '')
		throw new CredentialRefused(
			'The credential has no client ID or no client secret: fill in both',
			'Talend Management Console shows them when a service account is created.',
			{ isFinal: true },
		);
	checkCopied('Client ID', id);
	checkCopied('Client Secret', secret);
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: `${base}/security/oauth/token`,
		headers: {
			Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
			'Content-Type': 'application/json',
			Accept: 'application/json',
			...versionHeaders(account),
		},
		body: JSON.stringify({ grant_type: 'client_credentials', audience: `${base}/` }),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const issuedAt = Date.now();
	const answer = (await helpers.helpers.httpRequest(request).catch((error: unknown) => {
		throw unreachable(base, error);
	})) as { statusCode: number; body: unknown; headers?: Record<string, unknown> };
	if (answer.statusCode < 200 || answer.statusCode >= 300)
		throw refusedExchange(answer.statusCode, base, answer);
	const body = answer.body as IDataObject | null | undefined;
	if (typeof body?.access_token !== 'string' || body.access_token.trim() === '')
		throw new CredentialRefused(
			`${new URL(base).host} returned no token: check the region or address`,
			`Something other than Talend Cloud seems to respond there. ${REGION_IN_CONSOLE}`,
			{ refusedWith: answer.statusCode },
		);
	return { token: body.access_token, fingerprint, issuedAt, ...lifeOf(body.expires_in, issuedAt) };
}

const REGION_IN_CONSOLE =
	'The region is the part of your console’s address after “tmc.”: eu in tmc.eu.cloud.talend.com.';

/**
 * The refusal if the sign-in server cannot be reached. The original error contains the request with
 * the secret, so only its code is kept. The code is not in the message, because n8n would replace
 * the message by its own, which does not mention the region.
 */
function unreachable(base: string, error: unknown): CredentialRefused {
	const fault = (error as { code?: unknown; cause?: { code?: unknown } } | undefined) ?? {};
	const code = [fault.code, fault.cause?.code].find((value) => typeof value === 'string');
	const { host } = new URL(base);
	if (code !== undefined && CERTIFICATE.test(code))
		return new CredentialRefused(
			`The certificate of ${host} was rejected: check the address, and whether n8n knows the certificate (NODE_EXTRA_CA_CERTS)`,
			`${CHECK_CERTIFICATE} (${code})`,
			{ isFinal: true },
		);
	const reported =
		code === undefined && error instanceof Error && error.name === 'UserError'
			? ` ${error.message}`
			: '';
	return new CredentialRefused(
		`${host} could not be reached to fetch a token: check the region or address, and the network of n8n.${reported}`,
		code ? `${REGION_IN_CONSOLE} (${code})` : REGION_IN_CONSOLE,
	);
}

/** `expires_in` may be absent, a number or a text (docs/platform/interface.md, "Signing in"). */
function lifeOf(expiresIn: unknown, issuedAt: number): { expiresAt?: number } {
	const life =
		typeof expiresIn === 'string' || typeof expiresIn === 'number' ? Number(expiresIn) * 1000 : NaN;
	// A lifetime that would end before the token can be used is ignored, as if there were none: when
	// the token has expired, the platform refuses it.
	if (!Number.isFinite(life) || life < SHORTEST_LIFE_MS) return {};
	return { expiresAt: issuedAt + life - Math.min(MARGIN_MS, life / 10) };
}

/** The statuses below 500 after which a sign-in may succeed later. */
const MAY_PASS = new Set([408, 425, 429]);

/**
 * Why the sign-in was refused, and what to check. n8n's test of a credential shows only the
 * message, so the most important check is part of it.
 */
function refusedExchange(
	status: number,
	base: string,
	{ body, headers }: { body: unknown; headers?: Record<string, unknown> },
): CredentialRefused {
	const { host } = new URL(base);
	const facts = { refusedWith: status };
	if (status === 400 && /audience/i.test(JSON.stringify(body) ?? ''))
		return new CredentialRefused(
			`The sign-in at ${host} was refused (400): check the region or address`,
			REGION_IN_CONSOLE,
			facts,
		);
	if (status === 401 || status === 400)
		return new CredentialRefused(
			`The sign-in at ${host} was refused (${status}): check the client ID, the client secret and the region`,
			`The secret is shown only once, when the service account is created. If you no longer have it, create a new service account. ${REGION_IN_CONSOLE}`,
			facts,
		);
	if (status === 403 && isOfGateway(body))
		return new CredentialRefused(
			`The sign-in did not reach ${host} (403): something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall`,
			REFUSED_ON_THE_WAY,
			facts,
		);
	if (status === 403)
		return new CredentialRefused(
			`The service account is not allowed to fetch a token at ${host} (403): it needs the permission Service Account - Manage`,
			'Ask an administrator to give it the permission TMC_SERVICE_ACCOUNT_MANAGEMENT (Service Account - Manage), and check the region.',
			facts,
		);
	if (ASKS_FOR_SIGN_IN.has(status))
		return new CredentialRefused(
			`The sign-in did not reach ${host} (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`,
			proxySignIn('HTTPS_PROXY'),
			facts,
		);
	if (status >= 300 && status < 500 && !MAY_PASS.has(status))
		return new CredentialRefused(
			`No sign-in endpoint was found at ${host} (${status}): check the region or address`,
			REGION_IN_CONSOLE,
			{ ...facts, isFinal: true },
		);
	return new CredentialRefused(
		`The sign-in at ${host} did not succeed (${status}): ${status === 429 ? 'too many sign-ins. Try' : 'try'} again later`,
		'If it persists, check the region or address in the credential.',
		{ ...facts, retryAfterMs: readRetryAfter(headers?.['retry-after'], Date.now()) },
	);
}
