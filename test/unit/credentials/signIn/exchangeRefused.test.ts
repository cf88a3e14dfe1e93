/**
 * What the error of an exchange without a token says.
 */
import { tokenFor } from '../../../../credentials/signIn/token';
import { CredentialRefused } from '../../../../credentials/values/credentialRefused';
import { account, aDayEach, type Answer, signIn } from '../../../support/signIn';

aDayEach();

const refusal = async (...answers: Parameters<typeof signIn>) =>
	(await tokenFor(signIn(...answers).helpers, account(), '').catch(
		(error: unknown) => error,
	)) as CredentialRefused;

const HOST = 'api.eu.cloud.talend.com';

describe('a refused sign-in', () => {
	test.each<{
		what: string;
		answer: Answer | Error;
		message: string;
		todo: string;
		status: number | undefined;
	}>([
		{
			what: '401',
			answer: { statusCode: 401 },
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (401): check the client ID, the client secret and the region',
			todo: 'The secret is shown only once',
			status: 401,
		},
		{
			what: '400',
			answer: { statusCode: 400 },
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (400): check the client ID, the client secret and the region',
			todo: 'The region is the part of your console’s address',
			status: 400,
		},
		{
			what: '400 because of the audience, which is the address of the region',
			answer: {
				statusCode: 400,
				body: { message: 'The audience must be https://api.us.cloud.talend.com/' },
			},
			message:
				'The sign-in at api.eu.cloud.talend.com was refused (400): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 400,
		},
		{
			what: '403',
			answer: { statusCode: 403 },
			message:
				'The service account is not allowed to fetch a token at api.eu.cloud.talend.com (403): it needs the permission Service Account - Manage',
			todo: 'TMC_SERVICE_ACCOUNT_MANAGEMENT',
			status: 403,
		},
		{
			what: '403 with a web page',
			answer: { statusCode: 403, body: '<html><head><title>Blocked</title></head></html>' },
			message:
				'The sign-in did not reach api.eu.cloud.talend.com (403): something in front of it refused the request, such as an IP allowlist, a proxy, or a firewall',
			todo: 'an IP allowlist, a proxy, or a firewall',
			status: 403,
		},
		...[407, 511].map((status) => ({
			what: `${status} of a proxy`,
			answer: { statusCode: status },
			message: `The sign-in did not reach api.eu.cloud.talend.com (${status}): something in front of it requires its own authentication, such as n8n's proxy (HTTPS_PROXY)`,
			todo: 'Check the user and password of the proxy (HTTPS_PROXY), or ask',
			status,
		})),
		{
			what: '404',
			answer: { statusCode: 404 },
			message:
				'No sign-in endpoint was found at api.eu.cloud.talend.com (404): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 404,
		},
		...[405, 410, 413, 421, 451].map((status) => ({
			what: `${status} of another server`,
			answer: { statusCode: status },
			message: `No sign-in endpoint was found at api.eu.cloud.talend.com (${status}): check the region or address`,
			todo: 'eu in tmc.eu.cloud.talend.com',
			status,
		})),
		{
			what: '425',
			answer: { statusCode: 425 },
			message: 'The sign-in at api.eu.cloud.talend.com did not succeed (425): try again later',
			todo: 'If it persists',
			status: 425,
		},
		{
			what: 'a redirect',
			answer: { statusCode: 302 },
			message:
				'No sign-in endpoint was found at api.eu.cloud.talend.com (302): check the region or address',
			todo: 'eu in tmc.eu.cloud.talend.com',
			status: 302,
		},
		{
			what: '429',
			answer: { statusCode: 429, headers: { 'retry-after': '40' } },
			message:
				'The sign-in at api.eu.cloud.talend.com did not succeed (429): too many sign-ins. Try again later',
			todo: 'If it persists',
			status: 429,
		},
		{
			what: '503',
			answer: { statusCode: 503 },
			message: 'The sign-in at api.eu.cloud.talend.com did not succeed (503): try again later',
			todo: 'If it persists',
			status: 503,
		},
		{
			what: 'no token in it',
			answer: { statusCode: 200, body: '<html>' },
			message: 'api.eu.cloud.talend.com returned no token: check the region or address',
			todo: 'Something other than Talend Cloud',
			status: 200,
		},
		{
			what: 'no connection',
			answer: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
			message:
				'api.eu.cloud.talend.com could not be reached to fetch a token: check the region or address, and the network of n8n.',
			todo: 'eu in tmc.eu.cloud.talend.com. (ECONNREFUSED)',
			status: undefined,
		},
		{
			what: 'a certificate of the proxy that inspects the traffic',
			answer: Object.assign(new Error('self-signed certificate in certificate chain'), {
				code: 'SELF_SIGNED_CERT_IN_CHAIN',
			}),
			message:
				'The certificate of api.eu.cloud.talend.com was rejected: check the address, and whether n8n knows the certificate (NODE_EXTRA_CA_CERTS)',
			todo: 'add the CA certificate to n8n with NODE_EXTRA_CA_CERTS. (SELF_SIGNED_CERT_IN_CHAIN)',
			status: undefined,
		},
	])('$what says what to check and shows nothing', async ({ answer, message, todo, status }) => {
		const { helpers } = signIn(answer);
		const serviceAccount = account({ clientId: 'my-client-id' });
		const error = await tokenFor(helpers, serviceAccount, '').catch(
			(reason: unknown) => reason as CredentialRefused,
		);
		expect(error).toBeInstanceOf(CredentialRefused);
		expect(error).toMatchObject({
			message,
			description: expect.stringContaining(todo) as string,
			refusedWith: status,
		});
		expect(
			JSON.stringify({ ...(error as object), message, stack: (error as Error).stack }),
		).not.toMatch(/my-client-id|s3cr3t/);
	});

	test.each([
		[199, `The sign-in at ${HOST} did not succeed (199): try again later`],
		[300, `No sign-in endpoint was found at ${HOST} (300): check the region or address`],
		[399, `No sign-in endpoint was found at ${HOST} (399): check the region or address`],
		[408, `The sign-in at ${HOST} did not succeed (408): try again later`],
	])('a sign-in that answers with status %s is refused: "%s"', async (statusCode, message) => {
		expect(await refusal({ statusCode, body: { access_token: 'not to be used' } })).toMatchObject({
			message,
			refusedWith: statusCode,
		});
	});

	test.each<{ what: string; headers: Record<string, string> | undefined; ms: number | undefined }>([
		{ what: 'seconds', headers: { 'retry-after': '40' }, ms: 40_000 },
		{ what: 'at once', headers: { 'retry-after': '0' }, ms: 0 },
		{ what: 'before now', headers: { 'retry-after': '-1' }, ms: 0 },
		{
			what: 'a date that has passed',
			headers: { 'retry-after': 'Wed, 21 Oct 2020 07:28:00 GMT' },
			ms: 0,
		},
		{ what: 'beyond an hour', headers: { 'retry-after': '1e15' }, ms: 3_600_000 },
		{ what: 'no date', headers: { 'retry-after': 'soon' }, ms: undefined },
		{ what: 'blanks', headers: { 'retry-after': '  ' }, ms: undefined },
		{ what: 'nothing', headers: {}, ms: undefined },
		{ what: 'no end', headers: { 'retry-after': 'Infinity' }, ms: undefined },
		{ what: 'no headers', headers: undefined, ms: undefined },
	])(
		'the error of a refused sign-in has the time to wait from Retry-After: $what',
		async ({ headers, ms }) => {
			expect((await refusal({ statusCode: 429, headers })).retryAfterMs).toBe(ms);
		},
	);

	test('a refused sign-in waits until the date in Retry-After', async () => {
		const { retryAfterMs } = await refusal({
			statusCode: 429,
			headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() },
		});
		expect(retryAfterMs).toBeGreaterThan(50_000);
		expect(retryAfterMs).toBeLessThanOrEqual(60_000);
	});
});

test('a 401 that mentions the audience says to check the client ID', async () => {
	expect((await refusal({ statusCode: 401, body: { message: 'audience' } })).message).toContain(
		'check the client ID',
	);
});

test('a 404 with a web page says that there is no sign-in endpoint', async () => {
	expect((await refusal({ statusCode: 404, body: '<html></html>' })).message).toContain(
		'No sign-in endpoint was found',
	);
});

test('a rejected certificate is a final failure, unlike a broken connection', async () => {
	const isFinal = async (code: string) =>
		(await refusal(Object.assign(new Error('x'), { code }))).isFinal;
	expect([await isFinal('CERT_HAS_EXPIRED'), await isFinal('ECONNRESET')]).toEqual([true, false]);
});

describe('no response', () => {
	const reported = (further = '') =>
		`${HOST} could not be reached to fetch a token: check the region or address, and the network of n8n.${further}`;

	test.each<{ what: string; error: Error; code: string; further: string }>([
		{
			what: 'a code of its own',
			error: Object.assign(new Error('x'), { code: 'ECONNRESET' }),
			code: ' (ECONNRESET)',
			further: '',
		},
		{
			what: 'that of its cause',
			error: Object.assign(new Error('x'), { code: 5, cause: { code: 'ETIMEDOUT' } }),
			code: ' (ETIMEDOUT)',
			further: '',
		},
		{ what: 'no code', error: new Error('s3cr3t stands in it'), code: '', further: '' },
		{
			what: 'a code that is not a text',
			error: Object.assign(new Error('x'), { code: 5 }),
			code: '',
			further: '',
		},
		{
			what: 'what n8n says to the user',
			error: Object.assign(new Error('The request was blocked.'), { name: 'UserError' }),
			code: '',
			further: ' The request was blocked.',
		},
		{
			what: 'a code, and what n8n says',
			error: Object.assign(new Error('The request was blocked.'), {
				name: 'UserError',
				code: 'EBLOCKED',
			}),
			code: ' (EBLOCKED)',
			further: '',
		},
	])(
		'a sign-in without a response says what happened, derived from $what',
		async ({ error, code, further }) => {
			const { message, description } = await refusal(error);
			// n8n replaces a message that has a code in it.
			expect(message).toBe(reported(further));
			expect(description.endsWith(`.com.${code}`)).toBe(true);
		},
	);

	test('a rejection that is not an error is reported', async () => {
		const none: Error = JSON.parse('null') as Error;
		const helpers = { helpers: { httpRequest: async () => await Promise.reject(none) } };
		await expect(tokenFor(helpers, account(), '')).rejects.toThrow(reported());
	});
});
