/** Exchanges the ID and the secret of a service account for a token. */
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { isSuccess } from '../../nodes/shared/support/http/statuses';
import { objectIn } from '../../nodes/shared/support/json';
import { baseAddress, versionHeaders } from '../values/address';
import { checkCopied, withoutInvisible } from '../values/copied';
import { CredentialRefused } from '../values/credentialRefused';
import { refusalOfExchange, refusalOfUnreachable, REGION_IN_CONSOLE } from './exchangeRefused';
import { type ServiceAccount } from './serviceAccount';

/** What n8n stores: the token, the account that it belongs to, and when it expires. */
export interface StoredToken {
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
const MIN_LIFE_MS = 1_000;
const EXCHANGE_TIMEOUT_MS = 60_000;

/**
 * Sends the ID and the secret of an account to the sign-in server.
 * @throws CredentialRefused saying what to check; it contains neither ID nor secret
 */
export async function exchangeToken(
	{ helpers }: IHttpRequestHelper,
	account: ServiceAccount,
	fingerprint: string,
): Promise<StoredToken> {
	const base = baseAddress(account);
	const request = exchangeRequest(base, account);
	const issuedAt = Date.now();
	const response = (await helpers.httpRequest(request).catch((error: unknown) => {
		throw refusalOfUnreachable(base, error);
	})) as { statusCode: number; body: unknown; headers?: Record<string, unknown> };
	const { statusCode: status, body, headers } = response;
	if (!isSuccess(status)) throw refusalOfExchange(base, { status, body, headers });
	const { access_token: token, expires_in: expiresIn } = objectIn(body);
	if (typeof token !== 'string' || token.trim() === '')
		throw new CredentialRefused(
			`${new URL(base).host} returned no token: check the region or address`,
			`Something other than Talend Cloud seems to respond there. ${REGION_IN_CONSOLE}`,
			{ refusedWith: status },
		);
	return { token, fingerprint, issuedAt, ...lifeOf(expiresIn, issuedAt) };
}

/** @throws CredentialRefused if the ID or the secret is missing, or cannot be right */
function exchangeRequest(base: string, account: ServiceAccount): IHttpRequestOptions {
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
	return {
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
}

/** `expires_in` may be absent, a number or a text (docs/platform/interface.md, "Signing in"). */
function lifeOf(expiresIn: unknown, issuedAt: number): { expiresAt?: number } {
	const life =
		typeof expiresIn === 'string' || typeof expiresIn === 'number' ? Number(expiresIn) * 1000 : NaN;
	// A lifetime that would end before the token can be used is ignored, as if there were none: when
	// the token has expired, the platform refuses it.
	if (!Number.isFinite(life) || life < MIN_LIFE_MS) return {};
	return { expiresAt: issuedAt + life - Math.min(MARGIN_MS, life / 10) };
}
