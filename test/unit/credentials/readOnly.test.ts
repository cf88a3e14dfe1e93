/** Which requests a read-only credential lets pass, of the nodes and of n8n's HTTP Request node. */
import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { TalendCloudTokenApi } from '../../../credentials/TalendCloudTokenApi.credentials';
import { allowedRequest } from '../../../credentials/readOnly';
import { CredentialRefused } from '../../../credentials/token';

const BASE = 'https://api.eu.cloud.talend.com';
const of = { region: 'eu', readOnly: true as unknown };
const passes = (request: object, credential: object = of): boolean => {
	try {
		allowedRequest(request as never, credential);
		return true;
	} catch (error) {
		expect(error).toBeInstanceOf(CredentialRefused);
		expect((error as Error).message).toContain('read-only');
		return false;
	}
};

test.each<[object, boolean]>([
	[{ url: '/processing/executions' }, true],
	[{ method: 'GET', url: `${BASE}/processing/executions` }, true],
	[{ method: 'get', uri: '/processing/executions' }, true],
	[{ method: 'HEAD', uri: '/processing/executions' }, true],
	[{ method: 'POST', uri: '/processing/executables/tasks/executions' }, true],
	[{ method: 'post', uri: `${BASE}/processing/executables/tasks/executions?x=1` }, true],
	[{ method: 'POST', url: '/monitoring/executions/7a1e-0000/logs/status' }, true],
	[{ method: 'POST', url: '/scim/v2/Users/.search' }, true],
	[{ method: 'POST', url: 'executables/tasks/executions', baseURL: `${BASE}/processing` }, true],
	[{ method: 'POST', url: '/processing/executions' }, false],
	[{ method: 'POST', url: '/scim/v2/Users/xsearch' }, false],
	[{ method: 'PUT', url: '/processing/executables/tasks/executions' }, false],
	[{ method: 'PATCH', url: '/x' }, false],
	[{ method: 'DELETE', url: '/x' }, false],
	[{ method: 'OPTIONS', url: '/x' }, false],
	[{ method: 'PURGE', url: '/x' }, false],
	[{ method: 'POST', url: '/processing/executables/tasks/executions/../../../executions' }, false],
	[{ method: 'POST', url: '/monitoring/executions/..%2f..%2fprocessing%2fexecutions/logs' }, false],
	[{ method: 'POST', url: '/monitoring/executions/%2e%2e/logs' }, false],
	[{ method: 'POST', url: '/x?/processing/run-profiles/search' }, false],
	[{ method: 'POST', url: '/x#/processing/run-profiles/search' }, false],
	[{ method: 'GET', url: '/x', headers: { 'X-HTTP-Method-Override': 'DELETE' } }, false],
	[{ method: 'GET', url: '/x', headers: { 'x-method-override': 'DELETE' } }, false],
	...[' ', '\t', '\u00a0', '\ufeff'].flatMap((blank): Array<[object, boolean]> => [
		[{ url: '/x', headers: { [`X-HTTP-Method-Override${blank}`]: 'DELETE' } }, false],
		[{ url: '/x', headers: { [`${blank}X-HTTP-Method`]: 'DELETE' } }, false],
	]),
	[{ url: '/x', headers: { x_http_method_override: 'DELETE' } }, false],
	[{ url: '/x', headers: { 'X-Original-URL': '/processing/executions' } }, false],
	[{ url: '/x', headers: { 'X-Rewrite-Url ': '/processing/executions' } }, false],
	[{ url: '/x', headers: { Accept: 'text/plain', 'x-request-id': '1' } }, true],
	[{ url: '/x?_method=DELETE' }, false],
	[{ url: '/x?a=1&%5Fmethod=DELETE' }, false],
	[{ url: '/x?_method%5B%5D=DELETE' }, false],
	[{ url: '/x?%20_METHOD+=DELETE' }, false],
	[{ url: '/x?x-http-method-override=DELETE' }, false],
	[{ uri: '/x', qs: { _method: 'DELETE' } }, false],
	[{ url: '/x', qs: { '_method ': 'DELETE' } }, false],
	[{ url: '/x', params: { _method: 'DELETE' } }, false],
	[{ url: '/x?method=card', qs: { method: 'card' } }, true],
	...['body', 'form', 'formData'].map((part): [object, boolean] => [
		{ method: 'POST', url: '/scim/v2/Users/.search', [part]: { _method: 'DELETE' } },
		false,
	]),
	[{ method: 'POST', url: '/scim/v2/Users/.search', body: '{"_method":"DELETE"}' }, false],
	[{ method: 'POST', url: '/scim/v2/Users/.search', body: 'a=1&_method=DELETE' }, false],
	[{ method: 'POST', url: '/scim/v2/Users/.search', body: '{"filter":"method eq 1"}' }, true],
])('%j passes: %s', (request, expected) => {
	expect(passes({ ...request })).toBe(expected);
	expect(passes({ ...request }, { region: 'eu', readOnly: false })).toBe(true);
});

test('a reading POST is not repeated where a redirect leads, in both ways in which n8n sends', () => {
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
		expect(passes({ method: 'DELETE', url: '/x' }, { ...of, readOnly })).toBe(false);
	for (const readOnly of [undefined, null, false, 'false', ''])
		expect(passes({ method: 'DELETE', url: '/x' }, { ...of, readOnly })).toBe(true);
});

test.each([
	['talendCloudApi', new TalendCloudApi(), { clientId: 'a', clientSecret: 'b', accessToken: '' }],
	['talendCloudTokenApi', new TalendCloudTokenApi(), { token: 'a-personal-token' }],
])('%s refuses before it asks for a token', async (_name, type, more) => {
	const authenticate = type.authenticate as (
		credentials: object,
		request: object,
	) => Promise<object>;
	await expect(authenticate({ ...of, ...more }, { method: 'DELETE', url: '/x' })).rejects.toThrow(
		'The credential is read-only: this request was not sent',
	);
});
