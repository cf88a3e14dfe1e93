/** Network faults: their names, what they mean, and whether the request was sent. */
import type { Refused } from '../declare/wire';
import { isObject } from '../support/json';

/** Reasons why Node.js does not accept a certificate, by the names that it and OpenSSL give them. */
const CERTIFICATE =
	/^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|(HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$)/;

/** A response that is not HTTP, by the names of the Node.js parser. */
const NO_HTTP = /^HPE_[A-Z_]+$/;

/** A fault of TLS. */
const TLS = /^(EPROTO|ERR_SSL_\w+)$/;

const CODES = [/^E[A-Z_]+$/, CERTIFICATE, NO_HTTP, TLS];

/** The code of a network fault; nothing for any other error. */
export const faultCode = (code: unknown): string | undefined =>
	typeof code === 'string' && CODES.some((form) => form.test(code)) ? code : undefined;

const WORDS: Record<string, string> = {
	ECONNREFUSED: 'The platform refused the connection',
	ECONNRESET: 'The connection broke before a response arrived',
	EPIPE: 'The connection broke before a response arrived',
	ECONNABORTED: 'No response arrived in time',
	ETIMEDOUT: 'No response arrived in time',
	ENOTFOUND: 'The address of the platform is not known',
	EAI_AGAIN: 'The address of the platform could not be looked up',
	EHOSTUNREACH: 'The platform is not reachable from here',
	ENETUNREACH: 'The platform is not reachable from here',
};

/** What a fault means. */
export function faultWords(network = ''): string {
	if (CERTIFICATE.test(network)) return 'The certificate of the platform is not accepted';
	if (NO_HTTP.test(network)) return 'The response is not HTTP, or is damaged';
	if (TLS.test(network)) return 'No encrypted connection to the platform could be made';
	return WORDS[network] ?? 'The platform could not be reached';
}

/** What to do about a fault, if it is not the usual advice; the request has had no effect. */
export function faultAdvice(network = ''): string | undefined {
	if (CERTIFICATE.test(network))
		return 'Check the address in the credential. If a proxy inspects the traffic of n8n, or the address has a certificate authority of its own, n8n must know its certificate (NODE_EXTRA_CA_CERTS).';
	return NO_HTTP.test(network) || TLS.test(network)
		? 'Check the region or address in the credential: something other than Talend Cloud may answer there.'
		: undefined;
}

/** Whether a fault remains until somebody does something about it. */
export const isLasting = ({ network = '' }: Refused): boolean => CERTIFICATE.test(network);

/** Faults before there is a connection. EHOSTUNREACH, ENETUNREACH and ETIMEDOUT also end connections that were made. */
const BEFORE_CONNECTING = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

const WHILE_CONNECTING = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/** Whether a network fault means that the request certainly did not reach the server. */
export function certainlyNotSent({ network, syscall, unsent }: Refused): boolean {
	if (network === undefined) return false;
	return unsent === true || BEFORE_CONNECTING.has(network) || (WHILE_CONNECTING.has(network) && syscall === 'connect');
}

/** What Node.js says about a connection that broke before it was encrypted, and OpenSSL about two sides without a common protocol. */
const BEFORE_ENCRYPTION =
	/before secure TLS connection was established|wrong version number|unsupported protocol|no protocols available|protocol version|handshake failure|unrecognized name|packet length too long/i;

/** Whether an error says that there was no connection yet over which a request could have been sent. */
export function isBeforeSending({ code, message, errors }: Record<string, unknown>): boolean {
	const name = String(code);
	if (CERTIFICATE.test(name)) return true;
	// One for each address of a host.
	if (Array.isArray(errors) && errors.length > 0 && errors.every((error) => isObject(error) && error.syscall === 'connect')) return true;
	return (name === 'ECONNRESET' || TLS.test(name)) && BEFORE_ENCRYPTION.test(String(message));
}
