/** What a request that had no good answer says: its status, its fault, and when to come back. */
import { failureFrom } from '../../../nodes/shared/transport/exchange';
import { requestedWaitMs } from '../../../nodes/shared/transport/requestedWait';
import { type SimulatedTime, simulateTime } from '../../support/time';

describe('the time to wait', () => {
	let time: SimulatedTime;
	beforeEach(() => {
		time = simulateTime();
	});
	afterEach(() => time.restore());
	test.each<[Record<string, string> | undefined, number | undefined]>([
		[undefined, undefined],
		[{}, undefined],
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': 'Tue, 31 Mar 2026 08:00:30 GMT' }, 30_000],
		[{ 'retry-after': 'Tue, 31 Mar 2026 07:00:00 GMT' }, 0],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 8, 1) / 1000) }, 60_000],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 8, 1)) }, 60_000],
		[{ 'retry-after': '5', 'x-ratelimit-reset': '12' }, 5_000],
		[{ 'x-ratelimit-reset': '-1' }, undefined],
		[{ 'x-ratelimit-reset': '0' }, 0],
		[{ 'x-ratelimit-reset': 'soon' }, undefined],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 7) / 1000) }, 0],
		[{ 'x-ratelimit-reset': String(Date.UTC(2026, 2, 31, 7)) }, 0],
		[{ 'retry-after': '-7' }, 0],
		[{ 'retry-after': '', 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'retry-after': 'soon', 'x-ratelimit-reset': '12' }, 12_000],
		[{ 'retry-after': '1000000000000000' }, 86_400_000],
		[{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 86_400_000],
		[{ 'x-ratelimit-reset': '90000' }, 86_400_000],
		[{ 'retry-after': '1e999', 'x-ratelimit-reset': '12' }, 12_000],
	])('the headers %j give the time %s', (headers, wanted) => {
		expect(requestedWaitMs({ status: 429, headers })).toBe(wanted);
	});

	test.each([408, 500, 502, 503, 504])(
		'the time to wait for a %i is what Retry-After says, not when a rate limit is reset',
		(status) => {
			expect(requestedWaitMs({ status, headers: { 'x-ratelimit-reset': '3000' } })).toBeUndefined();
			expect(
				requestedWaitMs({ status, headers: { 'retry-after': '7', 'x-ratelimit-reset': '3000' } }),
			).toBe(7_000);
		},
	);
});

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
				credential: { message: 'm', description: 'd' },
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
	test('nothing if it is not an error', () => {
		expect(failureFrom('x')).toEqual({});
	});
	test('the words of the credential are read', () => {
		const error = Object.assign(new Error('x'), {
			cause: {
				credentialRefused: true,
				message: 'm',
				description: 'd',
				refusedWith: 401,
				retryAfterMs: 5,
			},
		});
		expect(failureFrom(error)).toEqual({
			status: 401,
			credential: { message: 'm', description: 'd' },
			retryAfterMs: 5,
		});
	});
	test('the words of n8n are read', () => {
		expect(failureFrom(new Error('Credential not found'))).toEqual({
			n8nMessage: 'Credential not found',
		});
	});
});
