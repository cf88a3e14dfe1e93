/** What a request that had no good answer says: its status and its fault. */
import { failureFrom } from '../../../nodes/shared/transport/attempt';

describe('what is read from an error of the request helper', () => {
	test('the response inside the error is read', () => {
		const error = Object.assign(new Error('x'), {
			httpCode: '401',
			cause: {
				response: { status: 401, data: { message: 'm' }, headers: { 'X-Request-Id': ['r'] } },
			},
		});
		expect(failureFrom(error)).toEqual({
			status: 401,
			body: { message: 'm' },
			headers: { 'x-request-id': 'r' },
		});
	});
	test('the fault of the network is read', () => {
		expect(
			failureFrom(
				Object.assign(new Error('x'), { cause: { code: 'EHOSTUNREACH', syscall: 'read' } }),
			),
		).toEqual({ fault: 'EHOSTUNREACH', syscall: 'read' });
	});
	test.each<[string, object, object]>([
		[
			'the outer of two answers',
			{
				response: { status: 500, data: 'a', headers: { A: '1' } },
				cause: { response: { status: 404, data: 'b', headers: { B: '2' } } },
			},
			{ status: 500, body: 'a', headers: { a: '1' } },
		],
		['the status that n8n found', { httpCode: '503' }, { status: 503 }],
		[
			'no status that is none',
			{ httpCode: '5033', cause: { httpCode: 'E503', cause: { httpCode: 503 } } },
			{ n8nMessage: 'x' },
		],
		[
			'no code that is none',
			{
				code: 'econnreset',
				cause: { code: 'AXEB', cause: { code: 'ECON1', cause: { code: ['ECONNRESET'] } } },
			},
			{ n8nMessage: 'x' },
		],
		[
			'the outer of two faults',
			{ code: 'ECONNRESET', syscall: 'read', cause: { code: 'ETIMEDOUT', syscall: 'connect' } },
			{ fault: 'ECONNRESET', syscall: 'read' },
		],
		[
			'no call of something that is no fault',
			{ syscall: 'connect', cause: { code: 'EPIPE', syscall: 17 } },
			{ fault: 'EPIPE' },
		],
		[
			'an answer rather than a fault beside it',
			{ code: 'ERR_BAD_REQUEST', response: { status: 404 } },
			{ status: 404, headers: {} },
		],
		[
			'nothing of an answer without a status',
			{ response: { data: 'a' }, cause: { response: 'gone' } },
			{ n8nMessage: 'x' },
		],
		[
			'nothing that is hidden too deep',
			{ cause: { cause: { cause: { cause: { cause: { code: 'ECONNRESET' } } } } } },
			{ n8nMessage: 'x' },
		],
		[
			'what is hidden less deep',
			{ cause: { cause: { cause: { cause: { code: 'ECONNRESET' } } } } },
			{ fault: 'ECONNRESET' },
		],
		[
			'that an answer broke off',
			{ code: 'ERR_BAD_RESPONSE' },
			{ fault: 'ECONNRESET', brokenOff: true },
		],
		[
			'that a success broke off',
			{ response: { status: 200 }, code: 'ECONNABORTED' },
			{ fault: 'ECONNRESET', brokenOff: true },
		],
		[
			'that the last of the successes broke off',
			{ response: { status: 299 } },
			{ fault: 'ECONNRESET', brokenOff: true },
		],
		['a redirect', { response: { status: 300 } }, { status: 300, headers: {} }],
		['what is below the successes', { response: { status: 199 } }, { status: 199, headers: {} }],
		[
			'a server’s fault with an answer',
			{ code: 'ERR_BAD_RESPONSE', response: { status: 502 } },
			{ status: 502, headers: {} },
		],
		[
			'a sign-in that says nothing',
			{
				cause: {
					credentialRefused: true,
					message: 'm',
					description: 'd',
					refusedWith: 'no',
					retryAfterMs: '5',
				},
			},
			{
				status: undefined,
				credential: { message: 'm', description: 'd', isFinal: false },
				retryAfterMs: undefined,
			},
		],
		[
			'a certificate that is not accepted: nothing was sent',
			{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
			{ fault: 'DEPTH_ZERO_SELF_SIGNED_CERT', notSent: true },
		],
		[
			'a certificate of another host',
			{ cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
			{ fault: 'ERR_TLS_CERT_ALTNAME_INVALID', notSent: true },
		],
		[
			'a certificate that has expired',
			{ code: 'CERT_HAS_EXPIRED' },
			{ fault: 'CERT_HAS_EXPIRED', notSent: true },
		],
		[
			'that no address of a host was reached',
			{
				code: 'ETIMEDOUT',
				cause: { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }, { syscall: 'connect' }] },
			},
			{ fault: 'ETIMEDOUT', notSent: true },
		],
		[
			'that one address was reached',
			{ code: 'ECONNRESET', errors: [{ syscall: 'connect' }, { syscall: 'read' }] },
			{ fault: 'ECONNRESET' },
		],
		['nothing of no addresses', { code: 'ETIMEDOUT', errors: [] }, { fault: 'ETIMEDOUT' }],
		[
			'an encryption that broke while it was used',
			{ code: 'EPROTO', message: 'decryption failed or bad record mac' },
			{ fault: 'EPROTO' },
		],
		[
			'a fault of TLS with a digit in its name',
			{ code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', message: 'tlsv1 alert protocol version' },
			{ fault: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', notSent: true },
		],
		[
			'an answer that is no HTTP',
			{ code: 'HPE_INVALID_CONSTANT' },
			{ fault: 'HPE_INVALID_CONSTANT' },
		],
		[
			'headers as texts',
			{
				response: {
					status: 400,
					headers: { A: 1, B: ['x', 'y'], c: null, d: undefined, e: () => 1 },
				},
			},
			{ status: 400, headers: { a: '1', b: 'x, y' } },
		],
		[
			'no headers that are none',
			{ response: { status: 400, headers: 'none' } },
			{ status: 400, headers: {} },
		],
	])('an error of the request helper tells %s', (_what, error, refused) => {
		expect(failureFrom(Object.assign(new Error('x'), error))).toEqual(refused);
	});
	test('a value that is not an error tells nothing', () => {
		expect(failureFrom('x')).toEqual({});
	});
	test('the words of the credential are read', () => {
		const error = Object.assign(new Error('x'), {
			cause: {
				credentialRefused: true,
				message: 'm',
				description: 'd',
				refusedWith: 401,
				isFinal: true,
				retryAfterMs: 5,
			},
		});
		expect(failureFrom(error)).toEqual({
			status: 401,
			credential: { message: 'm', description: 'd', isFinal: true },
			retryAfterMs: 5,
		});
	});
	test('the words of n8n are read', () => {
		expect(failureFrom(new Error('Credential not found'))).toEqual({
			n8nMessage: 'Credential not found',
		});
	});
});
