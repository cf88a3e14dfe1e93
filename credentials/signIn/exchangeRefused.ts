/** Why an exchange of a token did not succeed, and what to check. */
import { CERTIFICATE, CHECK_CERTIFICATE } from '../../nodes/shared/support/http/certificates';
import {
	ASKS_FOR_SIGN_IN,
	isOfGateway,
	proxySignIn,
	REFUSED_ON_THE_WAY,
} from '../../nodes/shared/support/http/gateway';
import { readRetryAfter } from '../../nodes/shared/support/http/retryAfter';
import { mayPass } from '../../nodes/shared/support/http/statuses';
import { CredentialRefused } from '../values/credentialRefused';

export const REGION_IN_CONSOLE =
	'The region is the part of your console’s address after “tmc.”: eu in tmc.eu.cloud.talend.com.';

/**
 * The refusal if the sign-in server cannot be reached. The original error contains the request with
 * the secret, so only its code is kept. The code is not in the message, because n8n would replace
 * the message by its own, which does not mention the region.
 */
export function refusalOfUnreachable(base: string, error: unknown): CredentialRefused {
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

/** The response to an exchange that did not succeed. */
interface FailedExchange {
	status: number;
	body: unknown;
	headers?: Record<string, unknown>;
}

/**
 * One reason why there is no token. n8n's test of a credential shows only the message, so the most
 * important check is part of it.
 */
interface Reason {
	applies: (failed: FailedExchange) => boolean;
	message: (host: string, status: number) => string;
	todo: string;
}

/** The reasons for which a later exchange with the same values has the same result. */
const LASTING_REASONS: readonly Reason[] = [
	{
		applies: ({ status, body }) => status === 400 && /audience/i.test(JSON.stringify(body) ?? ''),
		message: (host) => `The sign-in at ${host} was refused (400): check the region or address`,
		todo: REGION_IN_CONSOLE,
	},
	{
		applies: ({ status }) => status === 400 || status === 401,
		message: (host, status) =>
			`The sign-in at ${host} was refused (${status}): check the client ID, the client secret and the region`,
		todo: `The secret is shown only once, when the service account is created. If you no longer have it, create a new service account. ${REGION_IN_CONSOLE}`,
	},
	{
		applies: ({ status, body }) => status === 403 && isOfGateway(body),
		message: (host) =>
			`The sign-in did not reach ${host} (403): something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall`,
		todo: REFUSED_ON_THE_WAY,
	},
	{
		applies: ({ status }) => status === 403,
		message: (host) =>
			`The service account is not allowed to fetch a token at ${host} (403): it needs the permission Service Account - Manage`,
		todo: 'Ask an administrator to give it the permission TMC_SERVICE_ACCOUNT_MANAGEMENT (Service Account - Manage), and check the region.',
	},
	{
		applies: ({ status }) => ASKS_FOR_SIGN_IN.has(status),
		message: (host, status) =>
			`The sign-in did not reach ${host} (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`,
		todo: proxySignIn('HTTPS_PROXY'),
	},
	{
		applies: ({ status }) => status >= 300 && !mayPass(status),
		message: (host, status) =>
			`No sign-in endpoint was found at ${host} (${status}): check the region or address`,
		todo: REGION_IN_CONSOLE,
	},
];

/** Why the sign-in server gave no token, and what to check: the first reason that applies. */
export function refusalOfExchange(base: string, failed: FailedExchange): CredentialRefused {
	const { host } = new URL(base);
	const { status, headers } = failed;
	const reason = LASTING_REASONS.find(({ applies }) => applies(failed));
	if (reason)
		return new CredentialRefused(reason.message(host, status), reason.todo, {
			refusedWith: status,
		});
	return new CredentialRefused(
		`The sign-in at ${host} did not succeed (${status}): ${status === 429 ? 'too many sign-ins. Try' : 'try'} again later`,
		'If it persists, check the region or address in the credential.',
		{ refusedWith: status, retryAfterMs: readRetryAfter(headers?.['retry-after'], Date.now()) },
	);
}
