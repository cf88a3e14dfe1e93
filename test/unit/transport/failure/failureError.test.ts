/** What the message of an error says about each refusal of the platform. */
import { operation } from '../../../../nodes/shared/declare/define';
import type { RequestOperation } from '../../../../nodes/shared/declare/operation';
import { permissionWords } from '../../../../nodes/shared/declare/permissions';
import { mayPass } from '../../../../nodes/shared/support/http/statuses';
import { failureError } from '../../../../nodes/shared/transport/failure/failureError';
import { everyOperation } from '../../../../platform/operations';
import { node, read, reported, start } from './failureErrorStage';

const requests = everyOperation.flatMap(({ operation }) =>
	operation.kind === 'request' ? [operation] : [],
);

describe('the explanation of an error', () => {
	test('a 403 names the permissions that the operation requires, any of which is enough', () => {
		expect(
			failureError({ status: 403, body: { message: 'No' } }, { node, operation: start })
				.description,
		).toBe(
			"This operation needs the permission TMC_OPERATOR or TMC_ENGINE_USE. Ask an administrator to grant it to the credential's service account or user. (Status 403)",
		);
		expect(permissionWords('A')).toBe('A');
	});

	test.each(requests.filter(({ permissions }) => permissions !== undefined))(
		'a 403 names the permission that $method $endpoint requires',
		(required) => {
			expect(failureError({ status: 403 }, { node, operation: required }).description).toContain(
				permissionWords(required.permissions!),
			);
		},
	);

	test.each(
		requests.filter(
			({ permissions, refusals }) => permissions === undefined && refusals?.[403] === undefined,
		),
	)('a 403 of $method $endpoint says whom to ask for the permission', (unknown) => {
		expect(failureError({ status: 403 }, { node, operation: unknown }).description).toContain(
			'Ask an administrator which permission',
		);
	});

	test('a permission has the name under which it can be given to a service account', () => {
		const manage = operation('POST /y', { ...reported, permissions: 'ENVIRONMENT_MANAGEMENT' });
		expect(failureError({ status: 403 }, { node, operation: manage })).toMatchObject({
			message: 'Permission denied',
			description: expect.stringContaining('the permission TMC_ENVIRONMENT_MANAGEMENT.') as string,
		});
	});

	/** Operations without and with a text of their own for a 403. */
	const OPERATIONS = [start, { ...read, refusals: { 403: 'Ask for the workspace.' } }];
	const advice = (body: unknown, of: RequestOperation) =>
		failureError({ status: 403, body }, { node, operation: of });

	test.each<[from: string, body: unknown]>([
		['a server with a web page', '<!DOCTYPE html><html><title>Attention Required!</title>'],
		[
			'a server with a blank line before its web page',
			'\n<html><head><title>403 Forbidden</title>',
		],
		['a server with a web page that begins with its title', '<title>Blocked</title><p>Filter'],
		['a server with a web page that is a script', '<script>location = "/blocked"</script>'],
		['a gateway of AWS', { message: 'Forbidden' }],
		['a gateway of AWS without a word', { message: null }],
		['a gateway that asks for its own token', { message: 'Missing Authentication Token' }],
		[
			'a gateway of AWS with an allowlist of its own',
			{ Message: 'User: anonymous is not authorized to perform: execute-api:Invoke on x' },
		],
		['a sidecar', 'RBAC: access denied'],
		['Cloudflare', 'error code: 1020'],
		['a proxy in another language', 'Zugriff durch die Richtlinie Ihres Unternehmens gesperrt'],
		['a firewall with its own words', 'Policy 17: blocked by administrator'],
	])('a 403 from %s is a refusal by something in front of Talend Cloud', (_from, body) => {
		for (const of of OPERATIONS) {
			expect(advice(body, of).description).toContain('in front of it refused');
			expect(advice(body, of)).toMatchObject({ failure: { cause: 'configuration-invalid' } });
		}
	});

	test.each<[from: string, body: unknown]>([
		['a message and the ID of a request', { status: 403, message: 'Forbidden', requestId: 'r' }],
		['nothing but a message', { message: 'You may not do this' }],
		['the XML of a storage service', '<Error><Message>Request has expired</Message></Error>'],
		['no body', undefined],
		['an empty text', ' \n'],
		['an empty body', {}],
	])('a 403 with %s is a refusal by Talend Cloud', (_from, body) => {
		for (const of of OPERATIONS) {
			expect(advice(body, of).description).not.toContain('in front of it refused');
			expect(advice(body, of)).toMatchObject({ failure: { cause: 'credential-invalid' } });
		}
	});

	test('the meaning of a status for the operation takes precedence over its general meaning', () => {
		expect(failureError({ status: 405 }, { node, operation: start })).toMatchObject({
			message: 'The record does not allow this operation in its current state',
			description: 'It is paused. Resume it. (Status 405)',
		});
		expect(failureError({ status: 405 }, { node, operation: read }).description).toBe(
			'Check the current state of the record, then try again. (Status 405)',
		);
	});

	test.each([408, 500, 502, 503, 504])(
		'the advice for a start that is refused with %i is to check whether it succeeded',
		(status) => {
			expect(failureError({ status }, { node, operation: start }).description).toMatch(
				/^The request may have succeeded\. Check before retrying\./,
			);
			expect(failureError({ status }, { node, operation: read }).description).not.toMatch(
				/^The request may/,
			);
		},
	);

	test('the advice for a start that is refused with 501 is to ask an administrator', () => {
		for (const tried of [start, read])
			expect(failureError({ status: 501 }, { node, operation: tried }).description).toMatch(
				/^Ask an account administrator/,
			);
	});

	test('the advice for a status that does not pass is not to try again later', () => {
		const lasting = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
			(status) => !mayPass(status),
		);
		const adviceFor = (status: number) =>
			failureError({ status }, { node, operation: read }).description;
		expect(lasting.filter((status) => adviceFor(status)?.includes('Try again later'))).toEqual([]);
	});

	test('the meaning of any status 5XX also applies to a response that did not arrive in time', () => {
		const list = operation('GET /x', {
			...reported,
			refusals: { 503: 'It is not ready.', '5XX': 'Narrow the list.' },
		});
		expect(failureError({ status: 503 }, { node, operation: list }).description).toMatch(
			/^It is not ready\./,
		);
		expect(failureError({ status: 500 }, { node, operation: list }).description).toMatch(
			/^Narrow the list\./,
		);
		expect(failureError({ status: 507 }, { node, operation: list }).description).toMatch(
			/^Narrow the list\./,
		);
		expect(failureError({ fault: 'ECONNABORTED' }, { node, operation: list })).toMatchObject({
			message: 'No response arrived in time',
			description: 'Narrow the list. (ECONNABORTED)',
		});
		expect(failureError({ fault: 'ECONNREFUSED' }, { node, operation: list }).description).toMatch(
			/^Check the region or address/,
		);
		expect(failureError({ status: 400 }, { node, operation: list }).description).toMatch(
			/^Check the values/,
		);
	});

	test('a start without a response says that it may have succeeded', () => {
		expect(failureError({ fault: 'ECONNRESET' }, { node, operation: start }).description).toBe(
			'The request may have succeeded. Check before retrying. (ECONNRESET)',
		);
		expect(failureError({ fault: 'ECONNREFUSED' }, { node, operation: start }).description).toMatch(
			/^Check the region or address/,
		);
		expect(failureError({ fault: 'EHOSTUNREACH' }, { node, operation: start }).description).toMatch(
			/^The request may have succeeded/,
		);
		expect(
			failureError({ fault: 'EHOSTUNREACH', syscall: 'connect' }, { node, operation: start })
				.description,
		).toMatch(/^Check the region or address/);
	});

	test.each<[number, unknown]>([
		[400, '<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>'],
		[404, '<!DOCTYPE html><title>404 Not Found</title>'],
		[404, 'default backend - 404'],
		[404, { message: 'no Route matched with those values' }],
		[405, '<html><title>405 Not Allowed</title></html>'],
		[451, '<html></html>'],
	])('a %i from another server says nothing about the record: %j', (status, body) => {
		const refusals = { [status]: 'Check the record.' };
		for (const operation_ of [start, { ...read, refusals }])
			expect(failureError({ status, body }, { node, operation: operation_ }).description).toBe(
				`Check the region or address in the credential: something other than Talend Cloud responds there. (Status ${status})`,
			);
	});

	test.each<[number, unknown, RegExp]>([
		[404, { message: 'Not found' }, /^Check the ID/],
		[404, '<Error><Message>No such key</Message></Error>', /^Check the ID/],
		[400, 'Unknown filter', /^Check the values/],
		[401, '<html></html>', /^Check the client ID/],
		[413, '<html></html>', /^Send less/],
		[429, '<html></html>', /^Try again later/],
		[500, '<html></html>', /^Try again later/],
	])('a %i keeps its own advice: %j', (status, body, advice) => {
		expect(failureError({ status, body }, { node, operation: read }).description).toMatch(advice);
	});

	test.each<[string, unknown, string]>([
		['a page', '<html><title>Sign in</title></html>', 'a web page ("Sign in")'],
		['a word', 'Success', '"Success"'],
		['a document in XML', '<?xml version="1.0"?><Envelope/>', 'a web page'],
		['an empty page', undefined, 'a web page'],
	])('%s with a success status is not taken for the platform’s message', (_, body, received) => {
		expect(failureError({ status: 200, body }, { node, operation: read })).toMatchObject({
			message: `The address returned ${received} instead of data`,
			description:
				'Check the region or address in the credential: something other than Talend Cloud responds there. (Status 200)',
		});
	});

	test('a rate limit says when to try again', () => {
		const error = failureError(
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

	test.each<{ refused: object; failure: object | undefined; cause: string }>([
		...[{ status: 401 }, { status: 403 }].map((refused) => ({
			refused,
			failure: { cause: 'credential-invalid' },
			cause: 'an invalid credential',
		})),
		...[{ status: 503 }, { fault: 'ETIMEDOUT' }].map((refused) => ({
			refused,
			failure: { cause: 'temporarily-unavailable' },
			cause: 'a service that is unavailable for a time',
		})),
		{
			refused: { n8nMessage: 'No credential' },
			failure: { cause: 'configuration-invalid' },
			cause: 'an invalid configuration',
		},
		{ refused: { status: 404 }, failure: undefined, cause: 'no particular cause' },
	])('n8n’s scheduler is given $cause for a failure with $refused', ({ refused, failure }) => {
		expect((failureError(refused, { node }) as { failure?: object }).failure).toEqual(failure);
	});

	test.each([
		{
			status: 400,
			message: 'Talend Cloud rejected the values',
			todo: 'Check the values of the fields.',
		},
		{
			status: 401,
			message: 'Talend Cloud rejected the token',
			todo: 'Check the client ID, secret and region in the credential (or the token, and whether it has expired).',
		},
		{
			status: 403,
			message: 'Permission denied',
			todo: "Ask an administrator which permission the credential's service account or user needs for this operation.",
		},
		{
			status: 404,
			message: 'Record not found',
			todo: 'Check the ID, and that the credential belongs to the account and region of the record. Talend Cloud also responds with 404 if the credential has no permission to view the record.',
		},
		{
			status: 405,
			message: 'The record does not allow this operation in its current state',
			todo: 'Check the current state of the record, then try again.',
		},
		{
			status: 406,
			message: 'Talend Cloud did not accept the request',
			todo: 'Check the format that you chose in the operation.',
		},
		{
			status: 407,
			message: "n8n's proxy requires authentication",
			todo: 'A proxy or the network between n8n and Talend Cloud requires authentication. Check the user and password of the proxy (HTTPS_PROXY, or Proxy in Request Options), or ask your network administrator.',
		},
		{ status: 408, message: 'Talend Cloud returned status 408', todo: 'Try again later.' },
		{
			status: 409,
			message: 'The request conflicts with the current state of the record',
			todo: 'Check whether the name is taken or the record is in use, then try again.',
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
			todo: 'Try again later, or send fewer requests at a time (Batching in Request Options).',
		},
		{
			status: 499,
			message: 'Talend Cloud returned status 499',
			todo: 'Check the values of the fields.',
		},
		{
			status: 500,
			message: 'Talend Cloud could not complete the request',
			todo: 'Try again later.',
		},
		{
			status: 501,
			message: 'This feature is not set up in the account',
			todo: 'Ask an account administrator to set it up.',
		},
		{
			status: 502,
			message: "Talend Cloud's gateway received an invalid response",
			todo: 'Try again later.',
		},
		{ status: 503, message: 'Talend Cloud is busy or under maintenance', todo: 'Try again later.' },
		{
			status: 504,
			message: 'Talend Cloud did not respond to its gateway in time',
			todo: 'Try again later.',
		},
		{
			status: 302,
			message: 'Talend Cloud returned status 302',
			todo: 'Check the region or address in the credential: something other than Talend Cloud responds there.',
		},
	])(
		'a $status without a message from the platform is explained with what happened and what to do',
		({ status, message, todo }) => {
			expect(failureError({ status }, { node })).toMatchObject({
				message,
				description: `${todo} (Status ${status})`,
				httpCode: String(status),
			});
		},
	);

	test.each([
		['ECONNREFUSED', 'Talend Cloud refused the connection'],
		['ECONNRESET', 'The connection broke before a response arrived'],
		['EPIPE', 'The connection broke before a response arrived'],
		['ECONNABORTED', 'No response arrived in time'],
		['ETIMEDOUT', 'No response arrived in time'],
		['ENOTFOUND', "Talend Cloud's address does not exist (DNS)"],
		['EAI_AGAIN', "Talend Cloud's address could not be looked up (DNS)"],
		['EHOSTUNREACH', 'n8n cannot reach Talend Cloud'],
		['ENETUNREACH', 'n8n cannot reach Talend Cloud'],
		['EOTHER', 'Talend Cloud could not be reached'],
	])('%s is explained in words', (fault, message) => {
		expect(failureError({ fault }, { node, operation: read })).toMatchObject({
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
		const error = failureError(
			{ fault, notSent: true },
			{ node, operation: { ...read, effect: 'start' } },
		);
		expect(error).toMatchObject({ message: "Talend Cloud's certificate was rejected" });
		expect(error.description).toMatch(
			/^Check the address in the credential\. .*NODE_EXTRA_CA_CERTS/,
		);
	});

	test('an unknown status is reported unchanged', () => {
		expect(failureError({ status: 418 }, { node }).message).toBe(
			'Talend Cloud returned status 418',
		);
	});
});
