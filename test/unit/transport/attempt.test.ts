/** What a request that had no good answer says: its status and its fault. */
import { failureFrom } from '../../../nodes/shared/transport/attempt';

describe('errors of the request helper', () => {
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

	test('the code and system call of a network error are read from its cause', () => {
		expect(
			failureFrom(
				Object.assign(new Error('x'), { cause: { code: 'EHOSTUNREACH', syscall: 'read' } }),
			),
		).toEqual({ fault: 'EHOSTUNREACH', syscall: 'read' });
	});

	test.each<{ what: string; error: object; refused: object }>([
		{
			what: 'the outer of two answers',
			error: {
				response: { status: 500, data: 'a', headers: { A: '1' } },
				cause: { response: { status: 404, data: 'b', headers: { B: '2' } } },
			},
			refused: { status: 500, body: 'a', headers: { a: '1' } },
		},
		{ what: 'the status that n8n found', error: { httpCode: '503' }, refused: { status: 503 } },
		{
			what: 'no invalid status',
			error: { httpCode: '5033', cause: { httpCode: 'E503', cause: { httpCode: 503 } } },
			refused: { n8nMessage: 'x' },
		},
		{
			what: 'no invalid code',
			error: {
				code: 'econnreset',
				cause: { code: 'AXEB', cause: { code: 'ECON1', cause: { code: ['ECONNRESET'] } } },
			},
			refused: { n8nMessage: 'x' },
		},
		{
			what: 'the outer of two faults',
			error: {
				code: 'ECONNRESET',
				syscall: 'read',
				cause: { code: 'ETIMEDOUT', syscall: 'connect' },
			},
			refused: { fault: 'ECONNRESET', syscall: 'read' },
		},
		{
			what: 'no call for something that is not a fault',
			error: { syscall: 'connect', cause: { code: 'EPIPE', syscall: 17 } },
			refused: { fault: 'EPIPE' },
		},
		{
			what: 'an answer rather than a fault beside it',
			error: { code: 'ERR_BAD_REQUEST', response: { status: 404 } },
			refused: { status: 404, headers: {} },
		},
		{
			what: 'nothing of an answer without a status',
			error: { response: { data: 'a' }, cause: { response: 'gone' } },
			refused: { n8nMessage: 'x' },
		},
		{
			what: 'nothing that is hidden too deep',
			error: { cause: { cause: { cause: { cause: { cause: { code: 'ECONNRESET' } } } } } },
			refused: { n8nMessage: 'x' },
		},
		{
			what: 'what is hidden less deep',
			error: { cause: { cause: { cause: { cause: { code: 'ECONNRESET' } } } } },
			refused: { fault: 'ECONNRESET' },
		},
		{
			what: 'that an answer broke off',
			error: { code: 'ERR_BAD_RESPONSE' },
			refused: { fault: 'ECONNRESET', brokenOff: true },
		},
		{
			what: 'that a success broke off',
			error: { response: { status: 200 }, code: 'ECONNABORTED' },
			refused: { fault: 'ECONNRESET', brokenOff: true },
		},
		{
			what: 'that the last of the successes broke off',
			error: { response: { status: 299 } },
			refused: { fault: 'ECONNRESET', brokenOff: true },
		},
		{
			what: 'a redirect',
			error: { response: { status: 300 } },
			refused: { status: 300, headers: {} },
		},
		{
			what: 'what is below the successes',
			error: { response: { status: 199 } },
			refused: { status: 199, headers: {} },
		},
		{
			what: 'a server’s fault with an answer',
			error: { code: 'ERR_BAD_RESPONSE', response: { status: 502 } },
			refused: { status: 502, headers: {} },
		},
		{
			what: 'the texts of a refused sign-in, but neither a status nor a time that is not a number',
			error: {
				cause: {
					credentialRefused: true,
					message: 'm',
					description: 'd',
					refusedWith: 'no',
					retryAfterMs: '5',
				},
			},
			refused: {
				status: undefined,
				signInFailure: { message: 'm', description: 'd', isFinal: false },
				retryAfterMs: undefined,
			},
		},
		{
			what: 'a certificate that is not accepted: nothing was sent',
			error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
			refused: { fault: 'DEPTH_ZERO_SELF_SIGNED_CERT', notSent: true },
		},
		{
			what: 'a certificate of another host',
			error: { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
			refused: { fault: 'ERR_TLS_CERT_ALTNAME_INVALID', notSent: true },
		},
		{
			what: 'a certificate that has expired',
			error: { code: 'CERT_HAS_EXPIRED' },
			refused: { fault: 'CERT_HAS_EXPIRED', notSent: true },
		},
		{
			what: 'that no address of a host was reached',
			error: {
				code: 'ETIMEDOUT',
				cause: { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }, { syscall: 'connect' }] },
			},
			refused: { fault: 'ETIMEDOUT', notSent: true },
		},
		{
			what: 'that one address was reached',
			error: { code: 'ECONNRESET', errors: [{ syscall: 'connect' }, { syscall: 'read' }] },
			refused: { fault: 'ECONNRESET' },
		},
		{
			what: 'nothing of no addresses',
			error: { code: 'ETIMEDOUT', errors: [] },
			refused: { fault: 'ETIMEDOUT' },
		},
		{
			what: 'an encryption that broke while it was used',
			error: { code: 'EPROTO', message: 'decryption failed or bad record mac' },
			refused: { fault: 'EPROTO' },
		},
		{
			what: 'a fault of TLS with a digit in its name',
			error: {
				code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
				message: 'tlsv1 alert protocol version',
			},
			refused: { fault: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', notSent: true },
		},
		{
			what: 'an answer that is not HTTP',
			error: { code: 'HPE_INVALID_CONSTANT' },
			refused: { fault: 'HPE_INVALID_CONSTANT' },
		},
		{
			what: 'headers as texts',
			error: {
				response: {
					status: 400,
					headers: { A: 1, B: ['x', 'y'], c: null, d: undefined, e: () => 1 },
				},
			},
			refused: { status: 400, headers: { a: '1', b: 'x, y' } },
		},
		{
			what: 'no headers if they are not an object',
			error: { response: { status: 400, headers: 'none' } },
			refused: { status: 400, headers: {} },
		},
	])('the request helper’s error shows $what', ({ error, refused }) => {
		expect(failureFrom(Object.assign(new Error('x'), error))).toEqual(refused);
	});

	test('a value that is not an error contains nothing', () => {
		expect(failureFrom('x')).toEqual({});
	});

	test('the text of the credential is read', () => {
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
			signInFailure: { message: 'm', description: 'd', isFinal: true },
			retryAfterMs: 5,
		});
	});

	test('the text of n8n is read', () => {
		expect(failureFrom(new Error('Credential not found'))).toEqual({
			n8nMessage: 'Credential not found',
		});
	});
});
