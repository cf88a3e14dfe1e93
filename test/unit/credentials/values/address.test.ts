import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { TalendCloudTokenApi } from '../../../../credentials/TalendCloudTokenApi.credentials';
import {
	addressFor,
	baseAddress,
	isLoopback,
	withAddress,
} from '../../../../credentials/values/address';
import { REGIONS } from '../../../../credentials/values/regions';

test('each region has its address', () => {
	expect(REGIONS.map(({ value }) => baseAddress({ region: value }))).toEqual([
		'https://api.ap.cloud.talend.com',
		'https://api.au.cloud.talend.com',
		'https://api.eu.cloud.talend.com',
		'https://api.us.cloud.talend.com',
		'https://api.us-west.cloud.talend.com',
	]);
	for (const region of [undefined, ''])
		expect(baseAddress({ region })).toBe('https://api.eu.cloud.talend.com');
});

test.each<[string, string]>([
	['https://api.in.cloud.talend.com', 'https://api.in.cloud.talend.com'],
	[' https://api.in.cloud.talend.com/ ', 'https://api.in.cloud.talend.com'],
	['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['http://localhost:4010/', 'http://localhost:4010'],
	['http://[::1]:4010', 'http://[::1]:4010'],
	['https://proxy.example/talend/', 'https://proxy.example/talend'],
	['\ufeffhttps://api.in.cloud.talend.com/\u200b', 'https://api.in.cloud.talend.com'],
	['https://proxy.example/talend//', 'https://proxy.example/talend'],
	['https://api.in.cloud.talend.com//', 'https://api.in.cloud.talend.com'],
	['https://tmc.proxy.example/security', 'https://tmc.proxy.example/security'],
])('a custom address is accepted: %s', (address, wanted) => {
	expect(baseAddress({ region: 'other', address })).toBe(wanted);
});

test.each<{ region: unknown; address: unknown; words: string }>([
	{ region: 'other', address: '', words: 'Enter an address in the credential' },
	{ region: 'other', address: 'api.eu.cloud.talend.com', words: 'Address must be an address' },
	{
		region: 'other',
		address: 'http://api.eu.cloud.talend.com',
		words: 'Address must begin with https://',
	},
	{
		region: 'other',
		address: 'http://127.0.0.1.evil.example',
		words: 'Address must begin with https://',
	},
	{ region: 'other', address: 'ftp://127.0.0.1', words: 'Address must begin with https://' },
	{
		region: 'other',
		address: 'https://https://api.in.cloud.talend.com',
		words: 'Address must contain https:// only once',
	},
	{
		region: 'other',
		address: 'https://user:pass@api.example',
		words: 'Address must not contain a user name',
	},
	{
		region: 'other',
		address: 'https://api.example?x=1',
		words: 'Address must not contain a user name',
	},
	{
		region: 'other',
		address: undefined,
		words:
			'Enter an address in the credential: "Address" (address) is required when Region is Other',
	},
	{ region: 'other', address: '  ', words: 'Enter an address in the credential' },
	{
		region: 'other',
		address: 'https://:pass@api.example',
		words: 'Address must not contain a user name',
	},
	{
		region: 'other',
		address: 'https://user@api.example',
		words: 'Address must not contain a user name',
	},
	{
		region: 'other',
		address: 'https://api.example#part',
		words: 'Address must not contain a user name',
	},
	{
		region: 'other',
		address: 'https://tmc.in.cloud.talend.com',
		words:
			'Address must begin with https://api. and not with https://tmc., which is another application of Talend Cloud',
	},
	{
		region: 'other',
		address: 'https://TMC.eu.cloud.talend.com/login',
		words: 'Address must begin with https://api.',
	},
	{
		region: 'other',
		address: 'https://api.eu.cloud.talend.com/security/oauth/token',
		words: 'Address must end with cloud.talend.com: remove /security/oauth/token',
	},
	{
		region: 'other',
		address: 'https://api.eu.cloud.talend.com/processing/',
		words: 'remove /processing',
	},
	{
		region: 'other',
		address: 'https://proxy.example/talend/security/oauth/token/',
		words: 'Address must not contain /security/oauth/token: the node adds the path',
	},
	{
		region: 'mars',
		address: '',
		words: 'Region "mars" is not known: choose one from the list, or Other with an address',
	},
	{ region: 'mars', address: 'https://api.example', words: 'Region "mars" is not known' },
])('an address is refused: $region $address', ({ region, address, words }) => {
	expect(() => baseAddress({ region, address })).toThrow(words);
});

test('this machine is recognized by its names', () => {
	expect(
		['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]'].every(isLoopback),
	).toBe(true);
	expect(
		[
			'127.0.0.1.example',
			'10.0.0.1',
			'localhost.example',
			'1270.0.0.1',
			'127.0.0.1234',
			'127.a.0.1',
			'127.0.0',
			'x127.0.0.1',
			'::11',
			'',
		].some(isLoopback),
	).toBe(false);
});

describe('a request is completed', () => {
	const base = 'https://api.eu.cloud.talend.com';
	const credential = { region: 'eu' };
	test.each<[object, object]>([
		[{ url: '/x/y?z=1' }, { url: `${base}/x/y?z=1` }],
		[{ url: 'x' }, { url: `${base}/x` }],
		[{ url: 'x/y' }, { url: `${base}/x/y` }],
		[{ url: '/x', baseURL: base }, { url: `${base}/x` }],
		[{ url: `${base}/x` }, { url: `${base}/x` }],
		[{ uri: `${base}/x` }, { uri: `${base}/x` }],
		[{ uri: '/x' }, { uri: `${base}/x` }],
		[
			{ url: '/x', uri: '/y' },
			{ url: `${base}/x`, uri: '/y' },
		],
		[{}, { url: `${base}/` }],
		[{ url: '//x', baseURL: `${base}//` }, { url: `${base}/x` }],
		[{ url: 'x/', baseURL: '/tasks/' }, { url: `${base}/tasks/x/` }],
		[{ url: '/x?of=a:b' }, { url: `${base}/x?of=a:b` }],
		[{ url: 'x/a:b' }, { url: `${base}/x/a:b` }],
		[{ url: `${base.toUpperCase()}/x` }, { url: `${base.toUpperCase()}/x` }],
	])('a request with %j gets the address of the credential', (request, wanted) => {
		expect(withAddress({ ...request }, credential)).toEqual(wanted);
	});

	test('the request itself stays as it was', () => {
		const request = { url: '/x', baseURL: base, headers: { a: 'b' } };
		withAddress(request, { ...credential, apiVersion: '2021-03' });
		expect(request).toEqual({ url: '/x', baseURL: base, headers: { a: 'b' } });
	});

	test('the version is sent in both headers', () => {
		expect(
			withAddress({ url: '/x', headers: { a: 'b' } }, { ...credential, apiVersion: ' 2021-03 ' })
				.headers,
		).toEqual({ a: 'b', 'talend-version': '2021-03', 'platform-version': '2021-03' });
	});

	test.each([`${base.toUpperCase()}/x`, `${base}:443/x`, `${base}?x=1`])(
		'the version is sent to another spelling of the address: %s',
		(url) => {
			expect(withAddress({ url }, { ...credential, apiVersion: '2021-03' })).toHaveProperty(
				'headers',
			);
		},
	);

	test.each([
		'latest',
		'v1',
		'202103',
		'2021',
		'2021–03',
		'2021-13',
		'2021-3',
		'2021-03-01',
		'2021-03, 2024-01',
	])('%s is not a version', (version) => {
		expect(() => withAddress({ url: '/x' }, { ...credential, apiVersion: version })).toThrow(
			'API Version (apiVersion) in the credential must be a year and a month such as 2021-03, or empty',
		);
	});

	test('a version is sent without invisible characters around it', () => {
		expect(
			withAddress({ url: '/x' }, { ...credential, apiVersion: '\ufeff2021-03\u200b' }),
		).toHaveProperty('headers', { 'talend-version': '2021-03', 'platform-version': '2021-03' });
	});

	test('a request without a version has no header for it', () => {
		for (const version of [undefined, null, '', ' '])
			expect(withAddress({ url: '/x' }, { ...credential, apiVersion: version })).toEqual({
				url: `${base}/x`,
			});
	});

	test.each<[object, string]>([
		[{ url: 'https://api.us.cloud.talend.com/x' }, 'api.us.cloud.talend.com'],
		[{ url: '/x', baseURL: 'https://evil.example/' }, 'evil.example'],
		[{ url: '//evil.example/x' }, 'another address'],
	])('the refusal of a request to another host names the host: %j', (request, host) => {
		expect(() => withAddress(request, credential)).toThrow(
			`This credential is for api.eu.cloud.talend.com and is not sent to ${host}. Check the URL and the region.`,
		);
	});

	test.each([
		'https://api.us.cloud.talend.com/x',
		'http://api.eu.cloud.talend.com/x',
		'https://api.eu.cloud.talend.com.evil.example/x',
		'https://api.eu.cloud.talend.com@evil.example/x',
		'//evil.example/x',
		'https://evil.example:443/x',
		'file:///etc/passwd',
	])('a request is refused for %s', (url) => {
		expect(() => withAddress({ url }, credential)).toThrow(
			'This credential is for api.eu.cloud.talend.com and is not sent to',
		);
		expect(() => withAddress({ uri: url }, credential)).toThrow('is not sent to');
	});
});

test('a token is sent without the blanks around it', async () => {
	const authenticate = new TalendCloudTokenApi().authenticate as (
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => Promise<IHttpRequestOptions>;
	await expect(authenticate({ region: 'us', token: ' a-token\n' }, { url: '/x' })).resolves.toEqual(
		{
			url: 'https://api.us.cloud.talend.com/x',
			headers: { Authorization: 'Bearer a-token' },
		},
	);
});

describe('an application with a host of its own', () => {
	const PATHS: Array<[string, string]> = [
		['/transform/preparations/automation/preparations', 'tdp'],
		['/data-stewardship/api/v1/campaigns', 'tds'],
		['/schemaservice/api/v1/schemas/org.talend.schema', 'tds'],
		['/semanticservice/categories', 'tds'],
		['/api/v1/api-definitions', 'apid'],
		['/api/v1/api-tests', 'apit'],
		['/orchestration/environments', 'api'],
	];

	test.each(PATHS)('%s is at %s, in each region', (path, host) => {
		expect(REGIONS.map(({ value }) => addressFor(path, { region: value }))).toEqual(
			REGIONS.map(({ value }) => `https://${host}.${value}.cloud.talend.com`),
		);
		expect(addressFor(path, { region: 'other', address: 'https://api.in.cloud.talend.com' })).toBe(
			`https://${host}.in.cloud.talend.com`,
		);
		expect(withAddress({ url: path }, { region: 'eu' })).toEqual({
			url: `https://${host}.eu.cloud.talend.com${path}`,
		});
	});

	test('the given address counts if Region is Other', () => {
		const own = {
			address: 'https://api.in.cloud.talend.com',
			dataStewardshipAddress: ' https://stewards.example/x/ ',
		};
		expect(
			withAddress({ url: '/semanticservice/categories' }, { region: 'other', ...own }),
		).toEqual({ url: 'https://stewards.example/x/semanticservice/categories' });
		expect(addressFor('/semanticservice/categories', { region: 'eu', ...own })).toBe(
			'https://tds.eu.cloud.talend.com',
		);
	});

	test('the address must be given if it cannot be derived from the address of the API', () => {
		for (const address of [
			'http://127.0.0.1:4010',
			'https://proxy.example/talend',
			'https://api.example/talend',
		])
			expect(() => addressFor('/api/v1/api-tests', { region: 'other', address })).toThrow(
				'"API Tester Address" (apiTesterAddress) is needed',
			);
		const odd = {
			region: 'other',
			address: 'https://api.in.cloud.talend.com',
			apiDesignerAddress: 'http://apid.example',
		};
		expect(() => addressFor('/api/v1/api-definitions', odd)).toThrow(
			'API Designer Address must begin with https://',
		);
	});

	describe('the token of a region', () => {
		const url = (host: string) => ({ url: `https://${host}/semanticservice/categories` });

		test.each([
			'tds.eu.cloud.talend.com',
			'tdp.eu.cloud.talend.com',
			'apid.eu.cloud.talend.com',
			'apit.eu.cloud.talend.com',
		])('the token is sent to %s', (host) => {
			expect(withAddress(url(host), { region: 'eu' })).toEqual(url(host));
		});

		test.each([
			'tds.us.cloud.talend.com',
			'tmc.eu.cloud.talend.com',
			'tds.eu.cloud.talend.com.evil.example',
		])('the token is not sent to %s', (host) => {
			expect(() => withAddress(url(host), { region: 'eu' })).toThrow(`and is not sent to ${host}.`);
		});
	});

	test('no version is sent to Data Stewardship', () => {
		expect(
			withAddress({ url: '/semanticservice/categories' }, { region: 'eu', apiVersion: '2021-03' }),
		).not.toHaveProperty('headers');
	});

	test.each([
		['at the same address', 'https://proxy.example'],
		['below it', 'https://proxy.example/tds/'],
		['at another one', 'https://stewards.example'],
	])(
		'no version is sent to Data Stewardship behind a proxy, %s',
		(_where, dataStewardshipAddress) => {
			const proxied = {
				region: 'other',
				address: 'https://proxy.example',
				dataStewardshipAddress,
				apiVersion: '2021-03',
			};
			const path = '/data-stewardship/api/v1/campaigns';
			for (const url of [path, addressFor(path, proxied) + path]) {
				expect(withAddress({ url }, proxied)).not.toHaveProperty('headers');
				expect(withAddress({ uri: url }, proxied)).not.toHaveProperty('headers');
			}
			for (const url of [
				'/orchestration/environments',
				'https://proxy.example/orchestration/environments',
			])
				expect(withAddress({ url }, proxied)).toHaveProperty('headers');
		},
	);

	test('a wrong address of another application does not affect requests of the API', () => {
		const odd = {
			region: 'other',
			address: 'https://api.in.cloud.talend.com',
			dataStewardshipAddress: 'http://tds.example',
			apiDesignerAddress: 'http://apid.example',
			apiVersion: '2021-03',
		};
		expect(withAddress({ url: '/orchestration/environments' }, odd)).toHaveProperty('headers');
	});
});
