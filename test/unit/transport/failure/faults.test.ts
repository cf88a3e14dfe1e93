/** Network faults: which codes are some, what they mean, and whether anything was sent. */
import type { Failure } from '../../../../nodes/shared/declare/runtime/exchange';
import {
	certainlyNotSent,
	faultCode,
	isBeforeSending,
	isLasting,
	meaningOf,
} from '../../../../nodes/shared/transport/failure/faults';

const CERTIFICATES = [
	'CERT_HAS_EXPIRED',
	'CRL_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
];
const NO_HTTP = ['HPE_INVALID_CONSTANT', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'];
const TLS = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'];
const OTHERS = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED'];
/** Beside or inside the names of faults. */
const NONE = [
	'xECONNRESET',
	'ECONNRESET 1',
	'ECONNRESETx',
	'E',
	'Error',
	'E1',
	'',
	'xINVALID_CA',
	'INVALID_CAs',
	'NO_CERT_',
	'xHPE_INVALID',
	'HPE_INVALID 1',
	'HPE_',
	'xEPROTO',
	'EPROTO1',
	'xERR_SSL_1',
	'ERR_SSL_1!',
	'ABORT',
];

test('a fault is known by its code', () => {
	const codes = [...CERTIFICATES, ...NO_HTTP, ...TLS, ...OTHERS];
	expect(codes.map(faultCode)).toEqual(codes);
	expect([...NONE, 7, undefined, null, ['EPROTO'], { code: 'EPROTO' }].map(faultCode)).toEqual(
		Array(NONE.length + 5).fill(undefined),
	);
});

test.each<[string[], words: string, advice: RegExp | undefined]>([
	[
		CERTIFICATES,
		"Talend Cloud's certificate was rejected",
		/^Check the address in the credential\. If a proxy inspects n8n's traffic, or the address uses a private certificate authority, add the CA certificate to n8n with NODE_EXTRA_CA_CERTS\.$/,
	],
	[
		NO_HTTP,
		'The response is not HTTP, or is damaged',
		/^Check the region or address in the credential: something other than Talend Cloud may respond there\.$/,
	],
	[
		TLS,
		'Could not establish an encrypted (TLS) connection to Talend Cloud',
		/^Check the region or address in the credential: something other than Talend Cloud may respond there\.$/,
	],
	[['ECONNREFUSED'], 'Talend Cloud refused the connection', undefined],
	[
		['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
		'The connection broke before a response arrived',
		undefined,
	],
	[
		['ECONNABORTED', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
		'No response arrived in time',
		undefined,
	],
	[['ENOTFOUND'], "Talend Cloud's address does not exist (DNS)", undefined],
	[
		['EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
		"Talend Cloud's address could not be looked up (DNS)",
		undefined,
	],
	[
		['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
		'n8n cannot reach Talend Cloud',
		undefined,
	],
	[[...NONE, 'EACCES', 'UND_ERR_ABORTED'], 'Talend Cloud could not be reached', undefined],
])('the network errors %j are explained in the same words', (codes, words, advice) => {
	for (const code of codes) {
		expect([code, meaningOf(code).words]).toEqual([code, words]);
		expect(meaningOf(code).advice ?? '').toMatch(advice ?? /^$/);
		expect([code, isLasting({ fault: code })]).toEqual([code, codes === CERTIFICATES]);
	}
});

test('a fault without a code is temporary, without a text of its own', () => {
	expect([meaningOf().words, meaningOf().advice, isLasting({})]).toEqual([
		'Talend Cloud could not be reached',
		undefined,
		false,
	]);
});

test('nothing was sent before there was a connection', () => {
	for (const fault of [
		'ECONNREFUSED',
		'ENOTFOUND',
		'EADDRNOTAVAIL',
		'EAI_AGAIN',
		'EAI_FAIL',
		'UND_ERR_CONNECT_TIMEOUT',
	])
		expect(certainlyNotSent({ fault })).toBe(true);
	for (const fault of [
		'EACCES',
		'EHOSTDOWN',
		'EHOSTUNREACH',
		'ENETDOWN',
		'ENETUNREACH',
		'EPERM',
		'ETIMEDOUT',
	])
		expect({
			connecting: certainlyNotSent({ fault, syscall: 'connect' }),
			reading: certainlyNotSent({ fault, syscall: 'read' }),
			unknown: certainlyNotSent({ fault }),
		}).toEqual({ connecting: true, reading: false, unknown: false });
	for (const fault of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', ''])
		expect({
			connecting: certainlyNotSent({ fault, syscall: 'connect' }),
			notSent: certainlyNotSent({ fault, notSent: true }),
			sent: certainlyNotSent({ fault, notSent: false }),
		}).toEqual({ connecting: false, notSent: true, sent: false });
	// An answer of the platform is no fault of the network.
	const responses: Failure[] = [{}, { notSent: true }, { syscall: 'connect' }];
	expect(responses.filter(certainlyNotSent)).toEqual([]);
});

test('nothing was sent if n8n found no credential', () => {
	const noCredential = { n8nMessage: 'No credential', notSent: true };
	expect(
		[noCredential, { n8nMessage: 'Something else' }].filter((each) => certainlyNotSent(each)),
	).toEqual([noCredential]);
});

describe('an error says that nothing could be sent', () => {
	const message = 'Client fault socket disconnected before secure TLS connection was established';
	test('a certificate that was not accepted means that nothing was sent', () => {
		for (const code of CERTIFICATES) expect(isBeforeSending({ code })).toBe(true);
	});

	test('a connection that broke before it was encrypted means that nothing was sent', () => {
		for (const code of ['ECONNRESET', ...TLS])
			expect([code, isBeforeSending({ code, message })]).toEqual([code, true]);
		for (const words of [
			'wrong version number',
			'unsupported protocol',
			'no protocols available',
			'tlsv1 alert protocol version',
			'sslv3 alert handshake failure',
			'tlsv1 unrecognized name',
			'packet length too long',
			'Wrong Version Number',
		])
			expect(isBeforeSending({ code: 'EPROTO', message: `ssl: ${words}` })).toBe(true);
		for (const code of ['EPIPE', 'ECONNABORTED', 'HPE_INVALID_CONSTANT', '', undefined, 7])
			expect([code, isBeforeSending({ code, message })]).toEqual([code, false]);
		for (const other of ['read ECONNRESET', '', undefined, 7, {}])
			for (const code of ['ECONNRESET', 'EPROTO'])
				expect(isBeforeSending({ code, message: other })).toBe(false);
	});

	test('an address of the host that cannot be connected to means that nothing was sent', () => {
		const connect = { syscall: 'connect', code: 'ECONNREFUSED' };
		expect(isBeforeSending({ errors: [connect, connect] })).toBe(true);
		for (const errors of [
			[],
			[connect, { syscall: 'read' }],
			[connect, 'x'],
			[null],
			{ length: 1 },
			undefined,
		])
			expect(isBeforeSending({ errors })).toBe(false);
	});
});
