/** Faults of the network: their codes, what they mean, and whether the request was sent. */
import type { Failure } from '../../declare/runtime/exchange';
import { CERTIFICATE, CHECK_CERTIFICATE } from '../../support/http/certificates';
import { isObject } from '../../support/json';

/** A fault of TLS. */
const TLS = /^(EPROTO|ERR_SSL_\w+)$/;

const OTHER_SERVER =
	'Check the region or address in the credential: something other than Talend Cloud may respond there.';

/** What a fault means. */
interface Meaning {
	code: RegExp;
	words: string;
	/** What to do, if the usual advice does not fit. */
	advice?: string;
}

/** The meanings of faults. The first one that matches counts. */
const MEANINGS: readonly Meaning[] = [
	{
		code: CERTIFICATE,
		words: "Talend Cloud's certificate was rejected",
		advice: CHECK_CERTIFICATE,
	},
	{ code: /^HPE_[A-Z_]+$/, words: 'The response is not HTTP, or is damaged', advice: OTHER_SERVER },
	{
		code: TLS,
		words: 'Could not establish an encrypted (TLS) connection to Talend Cloud',
		advice: OTHER_SERVER,
	},
	{ code: /^ECONNREFUSED$/, words: 'Talend Cloud refused the connection' },
	{
		code: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
		words: 'The connection broke before a response arrived',
	},
	{
		code: /^(ECONNABORTED|ETIMEDOUT|UND_ERR_[A-Z]+_TIMEOUT)$/,
		words: 'No response arrived in time',
	},
	{ code: /^ENOTFOUND$/, words: "Talend Cloud's address does not exist (DNS)" },
	{ code: /^EAI_[A-Z]+$/, words: "Talend Cloud's address could not be looked up (DNS)" },
	{ code: /^E(HOST|NET)(DOWN|UNREACH)$/, words: 'n8n cannot reach Talend Cloud' },
	{ code: /^(E|UND_ERR_)[A-Z_]+$/, words: 'Talend Cloud could not be reached' },
];

/** The meaning of a fault. An unknown code means that the platform could not be reached. */
export const meaningOf = (code = ''): Meaning =>
	MEANINGS.find((each) => each.code.test(code)) ?? MEANINGS.at(-1)!;

/** The code of an error if it is a fault of the network. */
export const faultCode = (code: unknown): string | undefined =>
	typeof code === 'string' && MEANINGS.some((each) => each.code.test(code)) ? code : undefined;

/** Whether a fault remains until a person removes its cause. */
export const isLasting = ({ fault = '' }: Failure): boolean => CERTIFICATE.test(fault);

/** Faults that only occur before there is a connection. */
const BEFORE_CONNECTING =
	/^(ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;

/** Faults that can occur while connecting, but also later. */
const WHILE_CONNECTING = new Set([
	'EACCES',
	'EHOSTDOWN',
	'EHOSTUNREACH',
	'ENETDOWN',
	'ENETUNREACH',
	'EPERM',
	'ETIMEDOUT',
]);

/** Whether a fault means that the request certainly did not reach the server. */
export function certainlyNotSent({ fault, n8nMessage, syscall, notSent }: Failure): boolean {
	if (fault === undefined) return n8nMessage !== undefined && notSent === true;
	return (
		notSent === true ||
		BEFORE_CONNECTING.test(fault) ||
		(WHILE_CONNECTING.has(fault) && syscall === 'connect')
	);
}

/**
 * Messages of Node.js about a connection that broke before it was encrypted, and messages of
 * OpenSSL about a client and a server that have no version of TLS in common.
 */
const BEFORE_ENCRYPTION =
	/before secure TLS connection was established|wrong version number|unsupported protocol|no protocols available|protocol version|handshake failure|unrecognized name|packet length too long/i;

/**
 * Whether an error occurred before there was a connection over which the request could have been
 * sent.
 */
export function isBeforeSending({ code, message, errors }: Record<string, unknown>): boolean {
	const name = String(code);
	if (CERTIFICATE.test(name)) return true;
	// Node.js tries all addresses of a host, and reports an error for each address.
	if (
		Array.isArray(errors) &&
		errors.length > 0 &&
		errors.every((error) => isObject(error) && error.syscall === 'connect')
	)
		return true;
	return (name === 'ECONNRESET' || TLS.test(name)) && BEFORE_ENCRYPTION.test(String(message));
}
