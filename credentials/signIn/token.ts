/**
 * The token of a service account. n8n stores it in the credential, and requests a new one if there
 * is none or if it was refused. This file makes one exchange for all simultaneous requests, returns
 * a token as long as it is valid, and never returns one that is older than the refused one.
 */
import type { IHttpRequestHelper } from 'n8n-workflow';

import { CredentialRefused } from '../values/credentialRefused';
import { accountFingerprint, type ServiceAccount } from './serviceAccount';
import { exchangeToken, type StoredToken } from './tokenExchange';

interface AccountState {
	newest?: StoredToken;
	pendingExchange?: Promise<StoredToken>;
	/** The last tokens that were refused, or replaced. They are not used, even if not expired. */
	refusedTokens: string[];
	/** The last final refusal of the sign-in itself, by the monotonic clock. */
	refusedSignIn?: { error: CredentialRefused; refusedAt: number };
	/** When a token of the account was last requested or refused, by the monotonic clock. */
	changedAt: number;
}

/**
 * For how long a sign-in that was refused for good is not tried again. Otherwise, each item would
 * try it, and too many refusals could lock the account.
 */
const REFUSAL_KEPT_MS = 5_000;
const MAX_REFUSED = 20;

/**
 * An account whose token was neither requested nor refused for this long is forgotten, with its
 * refused tokens. The token that n8n has stored is still sent.
 */
const KEPT_MS = 3_600_000;

const accounts = new Map<string, AccountState>();

function accountState(fingerprint: string): AccountState {
	const now = performance.now();
	let state = accounts.get(fingerprint);
	if (!state) {
		for (const [key, { pendingExchange, changedAt }] of accounts)
			if (!pendingExchange && now - changedAt > KEPT_MS) accounts.delete(key);
		accounts.set(fingerprint, (state = { refusedTokens: [], changedAt: now }));
	}
	state.changedAt = now;
	return state;
}

/** Makes sure that a token is not used again. */
function neverUseAgain(state: AccountState, token: string): void {
	state.refusedTokens = [token, ...state.refusedTokens.filter((each) => each !== token)].slice(
		0,
		MAX_REFUSED,
	);
}

/**
 * A token for the account, in the form in which n8n stores it.
 * @param storedValue the token that n8n has: empty, refused or expired
 * @throws CredentialRefused saying what to check; it contains neither ID nor secret
 */
export async function tokenFor(
	helpers: IHttpRequestHelper,
	account: ServiceAccount,
	storedValue: unknown,
): Promise<string> {
	const fingerprint = accountFingerprint(account);
	const state = accountState(fingerprint);
	const previous = readStored(storedValue);
	if (previous?.fingerprint === fingerprint) neverUseAgain(state, previous.token);
	const { newest, refusedSignIn } = state;
	const replaces = (stored: StoredToken) =>
		!state.refusedTokens.includes(stored.token) &&
		(!previous || previous.fingerprint !== fingerprint || stored.issuedAt >= previous.issuedAt);
	if (newest && isFresh(newest) && replaces(newest)) return JSON.stringify(newest);
	if (refusedSignIn && performance.now() - refusedSignIn.refusedAt < REFUSAL_KEPT_MS)
		throw refusedSignIn.error;
	state.pendingExchange ??= exchangeToken(helpers, account, fingerprint)
		.then((stored) => (state.newest = stored))
		.catch((error: unknown) => {
			if (error instanceof CredentialRefused && error.isFinal)
				state.refusedSignIn = { error, refusedAt: performance.now() };
			throw error;
		})
		.finally(() => (state.pendingExchange = undefined));
	return JSON.stringify(await state.pendingExchange);
}

/**
 * The token to send; undefined if there is none that can be used: it is missing, refused,
 * expired, or of another account.
 */
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
		!accounts.get(fingerprint)?.refusedTokens.includes(stored.token)
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
 * Makes sure that the token of a request that the platform refused with 401 is not used again, if
 * it was issued before the request began. n8n has then already renewed the token once (n8n < 2.9.1
 * has not). But each process remembers another token, and all of these can be revoked together.
 * @param request what was passed to n8n
 * @param firstSentAt when the first request began, ms since 1970
 * @returns whether n8n uses another token if the request is repeated
 */
export function discardRefusedToken(request: object, firstSentAt: number): boolean {
	const sentToken = sentTokens.get(request);
	if (!sentToken) return false;
	if (!sentToken.stored) return true;
	if (sentToken.stored.issuedAt >= firstSentAt) return false;
	neverUseAgain(accountState(sentToken.stored.fingerprint), sentToken.stored.token);
	return true;
}

function isFresh(stored: StoredToken): boolean {
	return stored.expiresAt === undefined || Date.now() < stored.expiresAt;
}

/** The token that n8n has stored in a credential; undefined if there is none. */
export const storedToken = (accessToken: unknown): string | undefined =>
	readStored(accessToken)?.token;

/** The token as n8n has stored it; undefined if it has stored none, or in a form not known here. */
function readStored(value: unknown): StoredToken | undefined {
	try {
		const stored = JSON.parse(String(value)) as StoredToken;
		if (typeof stored.token === 'string') return stored;
	} catch {
		// Nothing is stored yet, or another version has stored it.
	}
	return undefined;
}
