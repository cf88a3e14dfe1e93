/**
 * What an error consists of, in which order, and what it hides.
 */
import { operation } from '../../../../nodes/shared/declare/define';
import { id } from '../../../../nodes/shared/declare/fields';
import { isRefusedWith } from '../../../../nodes/shared/support/http/refused';
import { withoutSecrets } from '../../../../nodes/shared/support/text/mask';
import { waitInWords } from '../../../../nodes/shared/support/text/words';
import { failureError } from '../../../../nodes/shared/transport/failure/failureError';
import { certainlyNotSent } from '../../../../nodes/shared/transport/failure/faults';
import { readRefusal } from '../../../../nodes/shared/transport/failure/readRefusal';
import { node, read, reported, start } from './failureErrorStage';

describe('secrets', () => {
	test.each([
		{
			what: 'a given secret',
			text: 'bad key s3cr3t!',
			secrets: ['s3cr3t'],
			wanted: 'bad key ***!',
		},
		{
			what: 'a secret that contains another one',
			text: 'long-s3cr3t and s3cr3t',
			secrets: ['s3cr3t', 'long-s3cr3t'],
			wanted: '*** and ***',
		},
		{
			what: 'a secret that an ellipsis cuts off',
			text: 'bad key s3cr…',
			secrets: ['s3cr3t-s3cr3t'],
			wanted: 'bad key ***…',
		},
		{
			what: 'a secret that the end of the text cuts off',
			text: 'bad key s3cr3t-s',
			secrets: ['s3cr3t-s3cr3t'],
			wanted: 'bad key ***',
		},
		{
			what: 'a secret in the HTML of a web page',
			text: 'bad key a&amp;b&quot;c',
			secrets: ['a&b"c'],
			wanted: 'bad key ***',
		},
		{
			what: 'a JWT',
			text: 'token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln is bad',
			secrets: [],
			wanted: 'token *** is bad',
		},
		{
			what: 'the value of an Authorization header',
			text: 'Authorization: Basic dXNlcjpwYXNz',
			secrets: [],
			wanted: 'Authorization: Basic ***',
		},
	])('$what is removed', ({ text, secrets, wanted }) => {
		expect(withoutSecrets(text, secrets)).toBe(wanted);
	});

	test('a secret too short to be distinguished from words is left in the text', () => {
		expect(withoutSecrets('the a', ['a'])).toBe('the a');
	});

	test('the keys in the XML of a storage service are not shown', () => {
		const xml =
			'<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>No match</Message><AWSAccessKeyId>AKIA</AWSAccessKeyId></Error>';
		expect(readRefusal(xml)).toEqual({ message: 'No match', requestId: undefined });
		expect(readRefusal('<Error/>')).toEqual({ message: undefined, requestId: undefined });
	});
});

test('the ID of the request is taken from the body or the headers', () => {
	expect(readRefusal({ message: 'm', requestId: 'r' }, { 'x-request-id': 'h' }).requestId).toBe(
		'r',
	);
	expect(readRefusal('', { 'x-correlation-id': 'h' }).requestId).toBe('h');
});

test('durations are in words', () => {
	expect([1, 1000, 1001, 119_000, 120_000, 7_200_000].map(waitInWords)).toEqual([
		'1 second',
		'1 second',
		'2 seconds',
		'119 seconds',
		'2 minutes',
		'2 hours',
	]);
});

test('only faults before the connection mean that nothing was sent', () => {
	expect(
		['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].every((fault) => certainlyNotSent({ fault })),
	).toBe(true);
	for (const fault of ['EHOSTUNREACH', 'ENETUNREACH'])
		expect({
			connecting: certainlyNotSent({ fault, syscall: 'connect' }),
			reading: certainlyNotSent({ fault, syscall: 'read' }),
			unknown: certainlyNotSent({ fault }),
		}).toEqual({ connecting: true, reading: false, unknown: false });
	expect(certainlyNotSent({ fault: 'ECONNRESET', syscall: 'connect' })).toBe(false);
	expect(
		['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'EHOSTUNREACH', undefined].some((fault) =>
			certainlyNotSent({ fault, syscall: 'read' }),
		),
	).toBe(false);
});

describe('the parts of an error, in this order', () => {
	const once = operation('POST /x', { ...reported, howToCheck: 'Look for it with Get Many.' });
	const change = operation('PUT /x/{id}', { ...reported, path: { id: id('I') } });

	test('the description has the platform’s details before the advice', () => {
		const body = { message: 'Bad task', details: 'The artifact is gone', code: 17, requestId: 'r' };
		const error = failureError(
			{ status: 400, body, attempts: 2 },
			{ node, operation: read, itemIndex: 2 },
		);
		expect(error).toMatchObject({
			message: 'Bad task',
			description:
				'The artifact is gone. Check the values of the fields. (Status 400, code 17, request ID r, tried 2 times)',
			messages: [],
			context: { itemIndex: 2 },
		});
	});

	test('details that end with a period get no other one', () => {
		expect(
			failureError(
				{ status: 400, body: { message: 'Bad', detail: 'It ends.' }, attempts: 1 },
				{ node },
			).description,
		).toBe('It ends. Check the values of the fields. (Status 400)');
	});

	test('a failure without a response says what to do', () => {
		expect(failureError({}, { node })).toMatchObject({
			message: 'Talend Cloud could not be reached',
			description:
				'Check the region or address in the credential and the network of n8n, then try again.',
			httpCode: null,
		});
	});

	test('an error hides a secret wherever the platform repeats it', () => {
		const error = failureError(
			{ status: 400, body: { message: 'Bad s3cr3t', details: 'Not s3cr3t', code: 's3cr3t' } },
			{ node, secrets: ['s3cr3t'] },
		);
		expect(error).toMatchObject({
			message: 'Bad ***',
			description: 'Not ***. Check the values of the fields. (Status 400, code ***)',
		});
		expect(JSON.stringify(error)).not.toContain('s3cr3t');
	});

	test('a fault of the credential takes precedence over everything else', () => {
		expect(
			failureError(
				{
					status: 401,
					body: { message: 'No' },
					signInFailure: {
						message: 'The secret is wrong',
						description: 'Make another.',
						isFinal: true,
					},
				},
				{ node, operation: start },
			),
		).toMatchObject({ message: 'The secret is wrong', description: 'Make another. (Status 401)' });
	});

	test('the status of a refused sign-in is not taken for that of the request', () => {
		const credential = { message: 'No sign-in here', description: 'Check it.', isFinal: true };
		const error = failureError(
			{ status: 404, signInFailure: credential },
			{ node, operation: start },
		);
		expect(error).toMatchObject({ httpCode: '404', failure: { cause: 'credential-invalid' } });
		expect(isRefusedWith(error, 404)).toBe(false);
	});

	test('a request that could not be sent is an error of the node', () => {
		expect(
			failureError({ n8nMessage: 'No proxy there' }, { node, operation: start }),
		).toMatchObject({
			message: 'No proxy there',
			description: 'Check the credential and the settings of the node.',
		});
	});

	test('an invalid response says what may have been done', () => {
		const invalid = 'Talend Cloud returned nothing instead of a record';
		const todo = (declared: typeof read) =>
			failureError({ status: 200, invalid }, { node, operation: declared }).description;
		expect(todo(read)).toBe(
			'Nothing was returned. Check the region or address in the credential: something other than Talend Cloud responds there. (Status 200)',
		);
		expect(todo(change)).toBe(
			'The request may have succeeded. Read the record, or try again. (Status 200)',
		);
		expect(todo(once)).toBe(
			'The request may have succeeded. Look for it with Get Many. (Status 200)',
		);
		expect(failureError({ status: 200, invalid }, { node, operation: read }).message).toBe(invalid);
	});

	test('a response that broke off was probably a success', () => {
		const broken = (declared: typeof read) =>
			failureError({ brokenOff: true, fault: 'ECONNRESET' }, { node, operation: declared });
		expect(broken(once)).toMatchObject({
			message: 'The connection broke in the middle of the response',
			description:
				'The request probably succeeded: the response started with a success status and then broke off. Look for it with Get Many. (ECONNRESET)',
		});
		expect(broken(start).description).toBe(
			'The request probably succeeded: the response started with a success status and then broke off. Check before retrying. (ECONNRESET)',
		);
		expect(broken(read).description).toMatch(/^Check the region or address/);
	});

	test('the error of an operation in no OpenAPI file says that the account may not have it', () => {
		const advice =
			'Check the ID, and that the credential belongs to the account and region of the record. Talend Cloud also responds with 404 if the credential has no permission to view the record.';
		expect(failureError({ status: 404 }, { node, operation: read }).description).toBe(
			`${advice} (Status 404)`,
		);
		expect(
			failureError(
				{ status: 404 },
				{ node, operation: { ...read, endpoint: '/processing/data-planes' } },
			).description,
		).toBe(
			`${advice} Talend does not document this operation, so it might not be available in your account. (Status 404)`,
		);
	});

	test('a request that timed out is not taken for a refused start', () => {
		const slow = operation('POST /x', { ...reported, refusals: { '5XX': 'Narrow the list.' } });
		for (const fault of ['ECONNABORTED', 'ETIMEDOUT']) {
			expect(failureError({ fault }, { node, operation: slow }).description).toBe(
				`The request may have succeeded. Check before retrying. (${fault})`,
			);
			expect(
				failureError({ fault }, { node, operation: { ...read, refusals: slow.refusals } })
					.description,
			).toBe(`Narrow the list. (${fault})`);
		}
	});

	test('n8n’s scheduler learns when to try again', () => {
		const failure = (refused: object) =>
			(failureError(refused, { node }) as { failure?: object }).failure;
		expect(failure({ status: 503, retryAfterMs: 5 })).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: 5,
		});
		expect(failure({ status: 408 })).toEqual({ cause: 'temporarily-unavailable' });
		expect(failure({ status: 500 })).toEqual({ cause: 'temporarily-unavailable' });
		expect(failure({ status: 499 })).toBeUndefined();
	});
});

test('the platform’s message is kept if n8n would replace it', () => {
	for (const message of ['FileNotFound: ENOTFOUND', 'ECONNREFUSED', 'Unauthorized 401'])
		expect(failureError({ status: 400, body: { message } }, { node })).toMatchObject({
			message,
			messages: [],
		});
});
