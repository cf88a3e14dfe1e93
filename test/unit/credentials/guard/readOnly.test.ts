/** Which requests a read-only credential lets pass, of the nodes and of n8n's HTTP Request node. */
import { allowedRequest } from '../../../../credentials/guard/readOnly';
import { TalendCloudApi } from '../../../../credentials/TalendCloudApi.credentials';
import { TalendCloudTokenApi } from '../../../../credentials/TalendCloudTokenApi.credentials';
import { CredentialRefused } from '../../../../credentials/values/credentialRefused';

const BASE = 'https://api.eu.cloud.talend.com';
const readOnlyCredential = { region: 'eu', readOnly: true as unknown };
const passes = (request: object, credential: object = readOnlyCredential): boolean => {
	try {
		allowedRequest(request, credential);
		return true;
	} catch (error) {
		expect(error).toBeInstanceOf(CredentialRefused);
		expect((error as Error).message).toContain('read-only');
		return false;
	}
};

test.each<{ what: string; request: object }>([
	{ what: 'a request without a method', request: { url: '/processing/executions' } },
	{
		what: 'a request whose method is null',
		request: { method: null, url: '/processing/executions' },
	},
	{ what: 'a GET', request: { method: 'GET', url: `${BASE}/processing/executions` } },
	{ what: 'a GET in lower case', request: { method: 'get', uri: '/processing/executions' } },
	{ what: 'a HEAD', request: { method: 'HEAD', uri: '/processing/executions' } },
	{
		what: 'a POST that lists',
		request: { method: 'POST', uri: '/processing/executables/tasks/executions' },
	},
	{
		what: 'a POST that lists, with a query',
		request: { method: 'post', uri: `${BASE}/processing/executables/tasks/executions?x=1` },
	},
	{
		what: 'a POST that lists, under a base address',
		request: { method: 'POST', url: 'executables/tasks/executions', baseURL: `${BASE}/processing` },
	},
	{
		what: 'a POST that reads a status',
		request: { method: 'POST', url: '/monitoring/executions/7a1e-0000/logs/status' },
	},
	{ what: 'a search in SCIM', request: { method: 'POST', url: '/scim/v2/Users/.search' } },
	{
		what: 'a search whose filter has the word method',
		request: { method: 'POST', url: '/scim/v2/Users/.search', body: '{"filter":"method eq 1"}' },
	},
	{
		what: 'a request with ordinary headers',
		request: { url: '/x', headers: { Accept: 'text/plain', 'x-request-id': '1' } },
	},
	{
		what: 'a query with the word method',
		request: { url: '/x?method=card', qs: { method: 'card' } },
	},
])('$what passes a read-only credential', ({ request }) => {
	expect(passes({ ...request })).toBe(true);
	expect(passes({ ...request }, { region: 'eu', readOnly: false })).toBe(true);
});

test.each<{ what: string; request: object }>([
	{ what: 'a method that is not a text', request: { method: 12, url: '/processing/executions' } },
	{
		what: 'a POST that starts something',
		request: { method: 'POST', url: '/processing/executions' },
	},
	{
		what: 'a POST to a path like that of a search',
		request: { method: 'POST', url: '/scim/v2/Users/xsearch' },
	},
	{
		what: 'a PUT to the path of a list',
		request: { method: 'PUT', url: '/processing/executables/tasks/executions' },
	},
	...['PATCH', 'DELETE', 'OPTIONS', 'PURGE'].map((method) => ({
		what: `the method ${method}`,
		request: { method, url: '/x' },
	})),
	{
		what: 'a path with ".."',
		request: {
			method: 'POST',
			url: '/processing/executables/tasks/executions/../../../executions',
		},
	},
	{
		what: 'a path with encoded slashes',
		request: {
			method: 'POST',
			url: '/monitoring/executions/..%2f..%2fprocessing%2fexecutions/logs',
		},
	},
	{
		what: 'a path with an encoded ".."',
		request: { method: 'POST', url: '/monitoring/executions/%2e%2e/logs' },
	},
	{
		what: 'a query with the path of a search',
		request: { method: 'POST', url: '/x?/processing/run-profiles/search' },
	},
	{
		what: 'a fragment with the path of a search',
		request: { method: 'POST', url: '/x#/processing/run-profiles/search' },
	},
	...[
		'X-HTTP-Method-Override',
		'x-method-override',
		'x_http_method_override',
		...[' ', '\t', '\u00a0', '\ufeff'].flatMap((blank) => [
			`X-HTTP-Method-Override${blank}`,
			`${blank}X-HTTP-Method`,
		]),
	].map((name) => ({
		what: `the header ${JSON.stringify(name)}`,
		request: { method: 'GET', url: '/x', headers: { [name]: 'DELETE' } },
	})),
	...['X-Original-URL', 'X-Rewrite-Url '].map((name) => ({
		what: `the header ${JSON.stringify(name)}`,
		request: { url: '/x', headers: { [name]: '/processing/executions' } },
	})),
	...[
		'_method=DELETE',
		'a=1&%5Fmethod=DELETE',
		'_method%5B%5D=DELETE',
		'%20_METHOD+=DELETE',
		'x-http-method-override=DELETE',
	].map((query) => ({ what: `the query ${query}`, request: { url: `/x?${query}` } })),
	{ what: 'another method in qs', request: { uri: '/x', qs: { _method: 'DELETE' } } },
	{
		what: 'another method in qs, with a blank',
		request: { url: '/x', qs: { '_method ': 'DELETE' } },
	},
	{ what: 'another method in params', request: { url: '/x', params: { _method: 'DELETE' } } },
	...['body', 'form', 'formData'].map((part) => ({
		what: `another method in ${part}`,
		request: { method: 'POST', url: '/scim/v2/Users/.search', [part]: { _method: 'DELETE' } },
	})),
	{
		what: 'another method in a JSON text',
		request: { method: 'POST', url: '/scim/v2/Users/.search', body: '{"_method":"DELETE"}' },
	},
	{
		what: 'another method in a form text',
		request: { method: 'POST', url: '/scim/v2/Users/.search', body: 'a=1&_method=DELETE' },
	},
])('a read-only credential refuses $what', ({ request }) => {
	expect(passes({ ...request })).toBe(false);
	expect(passes({ ...request }, { region: 'eu', readOnly: false })).toBe(true);
});

const SEARCH = { method: 'POST', url: '/scim/v2/Users/.search' };

/**
 * Searches that have a field in their body, in all forms that n8n's requests and their clients
 * take.
 */
function searches(name: string): object[] {
	const fields = { filter: 'a', [name]: 'DELETE' };
	const form = new URLSearchParams(fields);
	const parts = new FormData();
	parts.append(name, 'DELETE');
	const multipart = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nDELETE\r\n--b--`;
	const json = JSON.stringify(fields);
	const bodies = [
		fields,
		json,
		`\uFEFF${json}`,
		Buffer.from(json),
		new TextEncoder().encode(json),
		Uint8Array.from(Buffer.from(json)).buffer,
		form,
		form.toString(),
		Buffer.from(form.toString()),
		parts,
		multipart,
		Buffer.from(multipart),
		{ _streams: [multipart, 'DELETE'] },
		[fields],
		Object.entries(fields),
		[{ name, value: 'DELETE' }],
		new Map(Object.entries(fields)),
	];
	const places = ['body', 'data', 'json', 'form', 'formData'];
	return places.flatMap((place) => bodies.map((body) => ({ ...SEARCH, [place]: body })));
}

/** Requests that have a name in one of their other places. */
const requestsWith = (name: string): object[] => [
	{ url: `/x?${encodeURIComponent(name)}=DELETE` },
	{ uri: `/x?a=1&${encodeURIComponent(name)}[]=DELETE` },
	{ url: '/x', qs: { [name]: 'DELETE' } },
	{ url: '/x', params: [[name, 'DELETE']] },
	{ url: '/x', qs: `a=1&${encodeURIComponent(name)}=DELETE` },
	{ url: '/x', qs: new URLSearchParams({ [name]: 'DELETE' }) },
];

const requestsWithHeader = (name: string): object[] => [
	{ url: '/x', headers: { [name]: 'DELETE' } },
	{ url: '/x', headers: [[name, 'DELETE']] },
	{ url: '/x', headers: new Map([[name, 'DELETE']]) },
];

const SPELLINGS = [
	'X-HTTP-Method',
	'X-HTTP-METHOD-OVERRIDE',
	'x-Method-Override',
	'x_method-override',
	'X HTTP Method Override',
	'XHTTPMethodOverride',
	'X-HTTP-MethodOverride',
	'X-Http-Request-Method',
	'X-\u200bHTTP-Method',
	'Http-Method-Override',
	'_method',
	' _METHOD ',
	'_http_method',
];

test.each(SPELLINGS)('%j is refused in a header, a query and a body of any form', (name) => {
	const all = [...requestsWithHeader(name), ...requestsWith(name), ...searches(name)];
	expect(all.filter((request) => passes({ ...request }))).toEqual([]);
});

test.each(['method', 'methods', 'paymentMethod', 'method_name', 'httpMethod'])(
	'%j can be a filter or an attribute',
	(name) => {
		const all = [...requestsWith(name), ...searches(name)];
		expect(all.filter((request) => !passes({ ...request }))).toEqual([]);
	},
);

test.each(['Accept', 'X-Forwarded-Host', 'X-Request-Id', 'Access-Control-Request-Method'])(
	'the header %s passes',
	(name) => {
		expect(passes({ url: '/x', headers: { [name]: 'a' } })).toBe(true);
	},
);

test('a value that equals the name of a refused parameter passes', () => {
	expect(passes({ ...SEARCH, body: { filter: '_method eq "a"', attributes: ['_method'] } })).toBe(
		true,
	);
});

test('a POST that reads is not repeated where a redirect leads, in both ways in which n8n sends', () => {
	const sent = (method: string, readOnly: boolean) =>
		allowedRequest({ method, url: '/scim/v2/Users/.search' }, { region: 'eu', readOnly });
	for (const method of ['POST', 'post'])
		expect(sent(method, true)).toMatchObject({
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
		});
	for (const request of [sent('GET', true), sent('POST', false)])
		expect(request).not.toHaveProperty('maxRedirects');
});

test('the path of a custom address does not count', () => {
	const custom = { region: 'other', address: 'https://proxy.example.com/talend', readOnly: true };
	expect(passes({ method: 'POST', url: '/processing/run-profiles/search' }, custom)).toBe(true);
	expect(
		passes(
			{ method: 'POST', url: 'https://proxy.example.com/processing/run-profiles/search' },
			custom,
		),
	).toBe(false);
});

test('the switch is on unless it is clearly off', () => {
	for (const readOnly of [true, 'true', 'yes', 1])
		expect(passes({ method: 'DELETE', url: '/x' }, { ...readOnlyCredential, readOnly })).toBe(
			false,
		);
	for (const readOnly of [undefined, null, false, 'false', ''])
		expect(passes({ method: 'DELETE', url: '/x' }, { ...readOnlyCredential, readOnly })).toBe(true);
});

test.each([
	{
		what: 'talendCloudApi',
		type: new TalendCloudApi(),
		more: { clientId: 'a', clientSecret: 'b', accessToken: '' },
	},
	{
		what: 'talendCloudTokenApi',
		type: new TalendCloudTokenApi(),
		more: { token: 'a-personal-token' },
	},
])('$what refuses a request before it asks for a token', async ({ type, more }) => {
	const authenticate = type.authenticate as (
		credentials: object,
		request: object,
	) => Promise<object>;
	await expect(
		authenticate({ ...readOnlyCredential, ...more }, { method: 'DELETE', url: '/x' }),
	).rejects.toThrow('The credential is read-only: this request was not sent');
});
