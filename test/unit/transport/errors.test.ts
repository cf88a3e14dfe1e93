import type { INode } from 'n8n-workflow';

import { record } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { id } from '../../../nodes/shared/declare/field';
import { BadInput, MissingInput, NotForModels } from '../../../nodes/shared/declare/input/badInput';
import { withoutSecrets } from '../../../nodes/shared/support/mask';
import { isRefusedWith } from '../../../nodes/shared/support/refused';
import { inWords, permissionWords } from '../../../nodes/shared/support/words';
import {
	explain,
	operationError,
	refusal,
	refusalWords,
} from '../../../nodes/shared/transport/errors';
import { certainlyNotSent } from '../../../nodes/shared/transport/faults';
import { readRefusal } from '../../../nodes/shared/transport/refusalBody';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const reported = { name: 'X', action: 'X', description: 'X', answers: record(undefined) };
const read = operation('GET /x', reported);
const start = operation('POST /x', {
	...reported,
	permissions: ['TMC_OPERATOR', 'TMC_ENGINE_USE'],
	refusals: { 405: 'It is paused. Resume it.' },
});

describe('explains', () => {
	test('a 403 names the permissions that the operation needs, any of them', () => {
		expect(
			explain({ status: 403, body: { message: 'No' } }, { node, operation: start }).description,
		).toBe(
			'This needs the permission TMC_OPERATOR or TMC_ENGINE_USE: ask an administrator to give it to the service account or user of the credential. (Status 403)',
		);
		expect(permissionWords('A')).toBe('A');
	});

	test('a permission is named as it can be given to a service account', () => {
		const manage = operation('POST /y', { ...reported, permissions: 'ENVIRONMENT_MANAGEMENT' });
		expect(explain({ status: 403 }, { node, operation: manage })).toMatchObject({
			message: 'Permission denied',
			description: expect.stringContaining('the permission TMC_ENVIRONMENT_MANAGEMENT:') as string,
		});
	});

	test.each<[string, unknown, boolean]>([
		['a web page', '<!DOCTYPE html><html><title>Attention Required!</title>', true],
		['a web page after a blank line', '\n<html><head><title>403 Forbidden</title>', true],
		['a web page that begins with its title', '<title>Blocked</title><p>Filter', true],
		['a web page that is a script', '<script>location = "/blocked"</script>', true],
		['a gateway of AWS', { message: 'Forbidden' }, true],
		['a gateway of AWS without a word', { message: null }, true],
		['a gateway that asks for its own token', { message: 'Missing Authentication Token' }, true],
		['a sidecar', 'RBAC: access denied', true],
		['Cloudflare', 'error code: 1020', true],
		[
			'a proxy in another language',
			'Zugriff durch die Richtlinie Ihres Unternehmens gesperrt',
			true,
		],
		['a firewall with its own words', 'Policy 17: blocked by administrator', true],
		['the platform', { status: 403, message: 'Forbidden', requestId: 'r' }, false],
		['the platform in few words', { message: 'You may not do this' }, false],
		[
			'the XML of a storage service',
			'<Error><Message>Request has expired</Message></Error>',
			false,
		],
		['no body', undefined, false],
		['an empty text', ' \n', false],
		['an empty body', {}, false],
	])('the origin of a 403 is recognized: %s', (_, body, onTheWay) => {
		const refusals = { 403: 'Ask for the workspace.' };
		for (const operation_ of [start, { ...read, refusals }]) {
			const { description, ...error } = explain(
				{ status: 403, body },
				{ node, operation: operation_ },
			);
			expect(String(description).includes('in front of it refused')).toBe(onTheWay);
			expect(error).toMatchObject({
				failure: { cause: onTheWay ? 'configuration-invalid' : 'credential-invalid' },
			});
		}
	});

	test('the meaning of a status for the operation comes before the one that it has in general', () => {
		expect(explain({ status: 405 }, { node, operation: start })).toMatchObject({
			message: 'The platform does not allow this operation in the current state',
			description: 'It is paused. Resume it. (Status 405)',
		});
		expect(explain({ status: 405 }, { node, operation: read }).description).toBe(
			'Check the current state of the record, then try again. (Status 405)',
		);
	});

	test.each<[number, RegExp]>([
		[408, /^It may have succeeded. Check before retrying\./],
		[500, /^It may have succeeded/],
		[502, /^It may have succeeded/],
		[504, /^It may have succeeded/],
		[503, /^It may have succeeded/],
		[501, /^Ask an administrator/],
	])('a start that is refused with %s: %s', (status, words) => {
		expect(explain({ status }, { node, operation: start }).description).toMatch(words);
		expect(explain({ status }, { node, operation: read }).description).not.toMatch(/^It may/);
	});

	test('the meaning of any status 5XX also applies to a response that did not arrive in time', () => {
		const list = operation('GET /x', {
			...reported,
			refusals: { 503: 'It is not ready.', '5XX': 'Narrow the list.' },
		});
		expect(explain({ status: 503 }, { node, operation: list }).description).toMatch(
			/^It is not ready\./,
		);
		expect(explain({ status: 500 }, { node, operation: list }).description).toMatch(
			/^Narrow the list\./,
		);
		expect(explain({ status: 507 }, { node, operation: list }).description).toMatch(
			/^Narrow the list\./,
		);
		expect(explain({ fault: 'ECONNABORTED' }, { node, operation: list })).toMatchObject({
			message: 'No response arrived in time',
			description: 'Narrow the list. (ECONNABORTED)',
		});
		expect(explain({ fault: 'ECONNREFUSED' }, { node, operation: list }).description).toMatch(
			/^Check the region or address/,
		);
		expect(explain({ status: 400 }, { node, operation: list }).description).toMatch(
			/^Check the values/,
		);
	});

	test('a start without a response says that it may have succeeded', () => {
		expect(explain({ fault: 'ECONNRESET' }, { node, operation: start }).description).toBe(
			'It may have succeeded. Check before retrying. (ECONNRESET)',
		);
		expect(explain({ fault: 'ECONNREFUSED' }, { node, operation: start }).description).toMatch(
			/^Check the region or address/,
		);
		expect(explain({ fault: 'EHOSTUNREACH' }, { node, operation: start }).description).toMatch(
			/^It may have succeeded/,
		);
		expect(
			explain({ fault: 'EHOSTUNREACH', syscall: 'connect' }, { node, operation: start })
				.description,
		).toMatch(/^Check the region or address/);
	});

	test('a rate limit says when to try again', () => {
		const error = explain(
			{ status: 429, retryAfterMs: 90_000, attempts: 3 },
			{ node, itemIndex: 4 },
		);
		expect(error).toMatchObject({
			message: 'Rate limit reached: too many requests',
			description: 'Try again in 90 seconds. (Status 429, tried 3 times)',
			httpCode: '429',
			context: { itemIndex: 4 },
			failure: { cause: 'rate-limited', retryAfterMs: 90_000 },
		});
	});

	test.each<[object, object | undefined]>([
		[{ status: 401 }, { cause: 'credential-invalid' }],
		[{ status: 403 }, { cause: 'credential-invalid' }],
		[{ status: 503 }, { cause: 'temporarily-unavailable' }],
		[{ fault: 'ETIMEDOUT' }, { cause: 'temporarily-unavailable' }],
		[{ n8nMessage: 'No credential' }, { cause: 'configuration-invalid' }],
		[{ status: 404 }, undefined],
	])('a failure with %j says %j to the scheduler', (refused, failure) => {
		expect((explain(refused, { node }) as { failure?: object }).failure).toEqual(failure);
	});

	test.each([
		{
			status: 400,
			message: 'The platform did not accept the values',
			todo: 'Check the values of the fields.',
		},
		{
			status: 401,
			message: 'The platform did not accept the token',
			todo: 'Check the client ID, secret and region in the credential (or the token, and whether it has expired).',
		},
		{
			status: 403,
			message: 'Permission denied',
			todo: 'Ask an administrator which permission the service account or user of the credential needs for it.',
		},
		{
			status: 404,
			message: 'Record not found',
			todo: 'Check the ID, and that the credential is for the account and region of the record. The platform answers the same if the credential may not view it.',
		},
		{
			status: 405,
			message: 'The platform does not allow this operation in the current state',
			todo: 'Check the current state of the record, then try again.',
		},
		{
			status: 406,
			message: 'The platform did not accept the request',
			todo: 'Check the format that the operation asks for.',
		},
		{
			status: 407,
			message: 'The proxy of n8n asks for a sign-in',
			todo: 'Something between n8n and the platform asks for a sign-in: check the user and password of the proxy (HTTPS_PROXY, or Proxy in Request Options), or ask an administrator of the network.',
		},
		{ status: 408, message: 'The platform answered with status 408', todo: 'Try again later.' },
		{
			status: 409,
			message: 'The state of the record does not allow this',
			todo: 'Check the current state of the record, then try again.',
		},
		{
			status: 413,
			message: 'The request is too large',
			todo: 'Send less at once, such as a smaller file or fewer records.',
		},
		{
			status: 422,
			message: 'The record cannot be processed in its current state',
			todo: 'Check the values of the fields.',
		},
		{
			status: 429,
			message: 'Rate limit reached: too many requests',
			todo: 'Try again later, or spread the work over more time.',
		},
		{
			status: 499,
			message: 'The platform answered with status 499',
			todo: 'Check the values of the fields.',
		},
		{
			status: 500,
			message: 'The platform could not complete the request',
			todo: 'Try again later.',
		},
		{
			status: 501,
			message: 'This is not set up on the platform',
			todo: 'Ask an administrator of the account to set it up.',
		},
		{
			status: 502,
			message: "The platform's gateway got no valid response",
			todo: 'Try again later.',
		},
		{ status: 503, message: 'The platform is busy or under maintenance', todo: 'Try again later.' },
		{
			status: 504,
			message: 'The platform did not answer its gateway in time',
			todo: 'Try again later.',
		},
		{
			status: 302,
			message: 'The platform answered with status 302',
			todo: 'Check the region or address in the credential: something other than Talend Cloud answers there.',
		},
	])(
		'a $status without a message of the platform is explained with what happened and what to do',
		({ status, message, todo }) => {
			expect(explain({ status }, { node })).toMatchObject({
				message,
				description: `${todo} (Status ${status})`,
				httpCode: String(status),
			});
		},
	);

	test.each([
		['ECONNREFUSED', 'The platform refused the connection'],
		['ECONNRESET', 'The connection broke before a response arrived'],
		['EPIPE', 'The connection broke before a response arrived'],
		['ECONNABORTED', 'No response arrived in time'],
		['ETIMEDOUT', 'No response arrived in time'],
		['ENOTFOUND', 'The address of the platform does not exist (DNS)'],
		['EAI_AGAIN', 'The DNS lookup of the address of the platform failed'],
		['EHOSTUNREACH', 'The platform is not reachable from here'],
		['ENETUNREACH', 'The platform is not reachable from here'],
		['EOTHER', 'The platform could not be reached'],
	])('%s is explained in words', (fault, message) => {
		expect(explain({ fault }, { node, operation: read })).toMatchObject({
			message,
			description: `Check the region or address in the credential and the network of n8n, then try again. (${fault})`,
		});
	});

	test.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'SELF_SIGNED_CERT_IN_CHAIN',
	])('%s says what to do about certificates', (fault) => {
		const error = explain(
			{ fault, notSent: true },
			{ node, operation: { ...read, effect: 'once' } },
		);
		expect(error).toMatchObject({ message: 'The certificate of the platform is not accepted' });
		expect(error.description).toMatch(
			/^Check the address in the credential\. .*NODE_EXTRA_CA_CERTS/,
		);
	});

	test('an unknown status is reported as it is', () => {
		expect(explain({ status: 418 }, { node }).message).toBe(
			'The platform answered with status 418',
		);
	});
});

describe('secrets', () => {
	test.each([
		{ what: 'a given one', text: 'bad key s3cr3t!', secrets: ['s3cr3t'], wanted: 'bad key ***!' },
		{
			what: 'one in another',
			text: 'long-s3cr3t and s3cr3t',
			secrets: ['s3cr3t', 'long-s3cr3t'],
			wanted: '*** and ***',
		},
		{
			what: 'too short to be distinguished from words',
			text: 'the a',
			secrets: ['a'],
			wanted: 'the a',
		},
		{
			what: 'a cut one',
			text: 'bad key s3cr…',
			secrets: ['s3cr3t-s3cr3t'],
			wanted: 'bad key ***…',
		},
		{
			what: 'one at which the text ends',
			text: 'bad key s3cr3t-s',
			secrets: ['s3cr3t-s3cr3t'],
			wanted: 'bad key ***',
		},
		{
			what: 'one in a web page',
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
			what: 'a header',
			text: 'Authorization: Basic dXNlcjpwYXNz',
			secrets: [],
			wanted: 'Authorization: Basic ***',
		},
	])('$what is removed', ({ text, secrets, wanted }) => {
		expect(withoutSecrets(text, secrets)).toBe(wanted);
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

test('time spans are in words', () => {
	expect([1, 1000, 1001, 119_000, 120_000, 7_200_000].map(inWords)).toEqual([
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
		expect([
			certainlyNotSent({ fault, syscall: 'connect' }),
			certainlyNotSent({ fault, syscall: 'read' }),
			certainlyNotSent({ fault }),
		]).toEqual([true, false, false]);
	expect(certainlyNotSent({ fault: 'ECONNRESET', syscall: 'connect' })).toBe(false);
	expect(
		['ECONNRESET', 'ETIMEDOUT', 'ECONNABORTED', 'EPIPE', 'EHOSTUNREACH', undefined].some((fault) =>
			certainlyNotSent({ fault, syscall: 'read' }),
		),
	).toBe(false);
});

describe('an error says everything that is known, in this order', () => {
	const once = operation('POST /x', { ...reported, howToCheck: 'Look for it with Get Many.' });
	const change = operation('PUT /x/{id}', { ...reported, path: { id: id('I') } });

	test('an error has the platform’s message and details, what to do, and the facts', () => {
		const body = { message: 'Bad task', details: 'The artifact is gone', code: 17, requestId: 'r' };
		const error = explain(
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
		expect(
			explain({ status: 400, body: { message: 'Bad', detail: 'It ends.' }, attempts: 1 }, { node })
				.description,
		).toBe('It ends. Check the values of the fields. (Status 400)');
		expect(explain({}, { node })).toMatchObject({
			message: 'The platform could not be reached',
			description:
				'Check the region or address in the credential and the network of n8n, then try again.',
			httpCode: null,
		});
	});

	test('an error hides a secret wherever the platform repeats it', () => {
		const error = explain(
			{ status: 400, body: { message: 'Bad s3cr3t', details: 'Not s3cr3t', code: 's3cr3t' } },
			{ node, secrets: ['s3cr3t'] },
		);
		expect(error).toMatchObject({
			message: 'Bad ***',
			description: 'Not ***. Check the values of the fields. (Status 400, code ***)',
		});
		expect(JSON.stringify(error)).not.toContain('s3cr3t');
	});

	test('a fault of the credential comes before everything else', () => {
		expect(
			explain(
				{
					status: 401,
					body: { message: 'No' },
					credential: {
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
		const error = explain({ status: 404, credential }, { node, operation: start });
		expect(error).toMatchObject({ httpCode: '404', failure: { cause: 'credential-invalid' } });
		expect(isRefusedWith(error, 404)).toBe(false);
	});

	test('a request that could not be sent is an error of the node', () => {
		expect(explain({ n8nMessage: 'No proxy there' }, { node, operation: start })).toMatchObject({
			message: 'No proxy there',
			description: 'Check the credential and the settings of the node.',
		});
	});

	test('an invalid response says what may have been done', () => {
		const invalid = 'The platform answered with nothing instead of a record';
		const todo = (of: typeof read) =>
			explain({ status: 200, invalid }, { node, operation: of }).description;
		expect(todo(read)).toBe(
			'Nothing was returned. Check the region or address in the credential: something other than Talend Cloud answers there. (Status 200)',
		);
		expect(todo(change)).toBe('It may have succeeded. Read the record, or try again. (Status 200)');
		expect(todo(once)).toBe('It may have succeeded. Look for it with Get Many. (Status 200)');
		expect(explain({ status: 200, invalid }, { node, operation: read }).message).toBe(invalid);
	});

	test('a response that broke off was probably a success', () => {
		const broken = (of: typeof read) =>
			explain({ brokenOff: true, fault: 'ECONNRESET' }, { node, operation: of });
		expect(broken(once)).toMatchObject({
			message: 'The connection broke in the middle of the response',
			description:
				'It was probably done: the response began as a success and then broke off. Look for it with Get Many. (ECONNRESET)',
		});
		expect(broken(start).description).toBe(
			'It was probably done: the response began as a success and then broke off. Check before retrying. (ECONNRESET)',
		);
		expect(broken(read).description).toMatch(/^Check the region or address/);
	});

	test('an operation that no OpenAPI file has may be missing in an account', () => {
		const advice =
			'Check the ID, and that the credential is for the account and region of the record. The platform answers the same if the credential may not view it.';
		expect(explain({ status: 404 }, { node, operation: read }).description).toBe(
			`${advice} (Status 404)`,
		);
		expect(
			explain(
				{ status: 404 },
				{ node, operation: { ...read, endpoint: '/processing/data-planes' } },
			).description,
		).toBe(
			`${advice} Talend publishes no description of this operation: the account may not have it. (Status 404)`,
		);
	});

	test('a timeout of the platform is not a refusal of a start', () => {
		const slow = operation('POST /x', { ...reported, refusals: { '5XX': 'Narrow the list.' } });
		for (const fault of ['ECONNABORTED', 'ETIMEDOUT']) {
			expect(explain({ fault }, { node, operation: slow }).description).toBe(
				`It may have succeeded. Check before retrying. (${fault})`,
			);
			expect(
				explain({ fault }, { node, operation: { ...read, refusals: slow.refusals } }).description,
			).toBe(`Narrow the list. (${fault})`);
		}
	});

	test('n8n’s scheduler learns when to try again', () => {
		const failure = (refused: object) =>
			(explain(refused, { node }) as { failure?: object }).failure;
		expect(failure({ status: 503, retryAfterMs: 5 })).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: 5,
		});
		expect(failure({ status: 408 })).toEqual({ cause: 'temporarily-unavailable' });
		expect(failure({ status: 500 })).toEqual({ cause: 'temporarily-unavailable' });
		expect(failure({ status: 499 })).toBeUndefined();
	});
});

describe('refused input', () => {
	test('the message names the field, and what was given', () => {
		expect(
			refusal(node, new BadInput('a[1].b', 'A, row 2: B', 'must be at most 3', '4'), 7),
		).toMatchObject({
			message: 'A, row 2: B must be at most 3',
			description: 'Nothing was sent. Change the field "A, row 2: B" (a[1].b). You gave 4.',
			context: { itemIndex: 7 },
		});
		expect(refusal(node, new BadInput('a', 'A', 'must be set')).description).toBe(
			'Nothing was sent. Change the field "A" (a).',
		);
		expect(
			refusal(node, new NotForModels('a', 'A', 'must be turned on by a person', 'x')).description,
		).toBe('Nothing was sent.');
	});

	test('the message asks for what is missing', () => {
		expect(
			refusal(node, new MissingInput('taskId', 'Task', 'must be given', 'Choose a task'), 7),
		).toMatchObject({
			message: 'Choose a task',
			description: '"Task" (taskId) must be given. Nothing was sent.',
			context: { itemIndex: 7 },
		});
	});

	test('refused input keeps its message if n8n would replace it', () => {
		for (const message of ['FileNotFound: ENOTFOUND', 'ECONNREFUSED', 'Unauthorized 401']) {
			expect(operationError(node, message, 'Why')).toMatchObject({
				message,
				description: 'Why',
				messages: [],
			});
			expect(explain({ status: 400, body: { message } }, { node })).toMatchObject({
				message,
				messages: [],
			});
		}
	});
});

test('the reference has the same message', () => {
	expect(refusalWords(409)).toEqual({
		message: 'The state of the record does not allow this',
		todo: 'Check the current state of the record, then try again.',
	});
	expect(refusalWords(403, start)).toEqual({
		message: 'Permission denied',
		todo: 'This needs the permission TMC_OPERATOR or TMC_ENGINE_USE: ask an administrator to give it to the service account or user of the credential.',
	});
	expect(refusalWords(418)).toEqual({
		message: 'The platform answered with status 418',
		todo: 'Check the values of the fields.',
	});
});
