/** Network faults: their names, what they mean, and whether the request was sent. */
import type { Refused } from '../declare/wire';
import { isObject } from '../support/json';

/** Reasons why Node.js does not accept a certificate, by the names that it and OpenSSL give them. */
const CERTIFICATE =
	/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/** A fault of TLS. */
const TLS = /^(EPROTO|ERR_SSL_\w+)$/;

const OTHER_SERVER =
	'Check the region or address in the credential: something other than Talend Cloud may answer there.';

/** What network faults mean, and what to do about those for which the usual advice is wrong; the request has had no effect. */
const MEANINGS: ReadonlyArray<{ code: RegExp; words: string; advice?: string }> = [
	{
		code: CERTIFICATE,
		words: 'The certificate of the platform is not accepted',
		advice:
			'Check the address in the credential. If a proxy inspects the traffic of n8n, or the address has a certificate authority of its own, n8n must know its certificate (NODE_EXTRA_CA_CERTS).',
	},
	{ code: /^HPE_[A-Z_]+$/, words: 'The response is not HTTP, or is damaged', advice: OTHER_SERVER },
	{
		code: TLS,
		words: 'No encrypted connection to the platform could be made',
		advice: OTHER_SERVER,
	},
	{ code: /^ECONNREFUSED$/, words: 'The platform refused the connection' },
	{ code: /^(ECONNRESET|EPIPE)$/, words: 'The connection broke before a response arrived' },
	{ code: /^(ECONNABORTED|ETIMEDOUT)$/, words: 'No response arrived in time' },
	{ code: /^ENOTFOUND$/, words: 'The address of the platform is not known' },
	{ code: /^EAI_AGAIN$/, words: 'The address of the platform could not be looked up' },
	{ code: /^(EHOSTUNREACH|ENETUNREACH)$/, words: 'The platform is not reachable from here' },
	{ code: /^E[A-Z_]+$/, words: 'The platform could not be reached' },
];

/** What a network fault means, by its code; of any other error, that the platform could not be reached. */
export const faultOf = (network = '') =>
	MEANINGS.find(({ code }) => code.test(network)) ?? MEANINGS.at(-1)!;

/** The code of a network fault; nothing for any other error. */
export const faultCode = (code: unknown): string | undefined =>
	typeof code === 'string' && MEANINGS.some((each) => each.code.test(code)) ? code : undefined;

/** Whether a fault remains until somebody does something about it. */
export const isLasting = ({ network = '' }: Refused): boolean => CERTIFICATE.test(network);

/** Faults before there is a connection. EHOSTUNREACH, ENETUNREACH and ETIMEDOUT also end connections that were made. */
const BEFORE_CONNECTING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/** Whether a network fault means that the request certainly did not reach the server. */
export function certainlyNotSent({ network, syscall, unsent }: Refused): boolean {
	if (network === undefined) return false;
	return (
		unsent === true ||
		BEFORE_CONNECTING.has(network) ||
		(WHILE_CONNECTING.has(network) && syscall === 'connect')
	);
}

/** What Node.js says about a connection that broke before it was encrypted, and OpenSSL about two sides without a common protocol. */
const BEFORE_ENCRYPTION =
	/before secure TLS connection was established|wrong version number|unsupported protocol|no protocols available|protocol version|handshake failure|unrecognized name|packet length too long/i;

/** Whether an error says that there was no connection yet over which a request could have been sent. */
export function isBeforeSending({ code, message, errors }: Record<string, unknown>): boolean {
	const name = String(code);
	if (CERTIFICATE.test(name)) return true;
	// One for each address of a host.
	if (
		Array.isArray(errors) &&
		errors.length > 0 &&
		errors.every((error) => isObject(error) && error.syscall === 'connect')
	)
		return true;
	return (name === 'ECONNRESET' || TLS.test(name)) && BEFORE_ENCRYPTION.test(String(message));
}
