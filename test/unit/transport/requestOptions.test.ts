/** Request Options: what n8n adds to each node, as a person sets it and as it is used. */
import { BadInput } from '../../../nodes/shared/declare/input/badInput';
import { batchesOf, requestOptions } from '../../../nodes/shared/transport/requestOptions';

test.each<[unknown, object]>([
	[undefined, {}],
	[{}, {}],
	['text', {}],
	[{ timeout: 5 }, { timeout: 5 }],
	[{ timeout: 0 }, {}],
	[{ timeout: -1 }, {}],
	[{ timeout: '5' }, {}],
	[{ allowUnauthorizedCerts: true }, { skipSslCertificateValidation: true }],
	[{ allowUnauthorizedCerts: false }, {}],
	[{ allowUnauthorizedCerts: 'yes' }, {}],
	[{ proxy: '' }, {}],
	[{ proxy: undefined }, {}],
	[
		{ proxy: ' http://proxy.example:3128 ' },
		{ proxy: { host: 'proxy.example', port: 3128, protocol: 'http' } },
	],
	[
		{ proxy: 'http://proxy.example' },
		{ proxy: { host: 'proxy.example', port: 80, protocol: 'http' } },
	],
	[
		{ proxy: 'HTTPS://proxy.example/' },
		{ proxy: { host: 'proxy.example', port: 443, protocol: 'https' } },
	],
	[
		{ proxy: 'http://us%40er:p%3Ass@proxy.example:8080', timeout: 7 },
		{
			timeout: 7,
			proxy: {
				host: 'proxy.example',
				port: 8080,
				protocol: 'http',
				auth: { username: 'us@er', password: 'p:ss' },
			},
		},
	],
	[
		{ proxy: 'http://user@proxy.example' },
		{
			proxy: {
				host: 'proxy.example',
				port: 80,
				protocol: 'http',
				auth: { username: 'user', password: '' },
			},
		},
	],
])('the options %j become %j', (given, used) => {
	expect(requestOptions(given)).toEqual(used);
});

test.each([
	null,
	7,
	'proxy.example:3128',
	'http:proxy.example',
	'x http://proxy.example',
	'socks5://proxy.example',
	'socks5://http://proxy.example',
	'http://',
	'http://:80',
	'https:///',
	'   ',
	{},
])('%j is not a proxy: nothing is sent without it', (proxy) => {
	let error: unknown;
	try {
		requestOptions({ proxy });
	} catch (caught) {
		error = caught;
	}
	expect(error).toBeInstanceOf(BadInput);
	expect(error).toMatchObject({
		field: 'requestOptions.proxy',
		message:
			'Proxy must be an address that begins with http:// or https://, such as http://127.0.0.1:3128',
		shownValue: undefined,
	});
});

test.each<[unknown, number, object]>([
	[undefined, 5, { size: 5, intervalMs: 0 }],
	[{}, 0, { size: 1, intervalMs: 0 }],
	[{ batching: {} }, 5, { size: 5, intervalMs: 0 }],
	[{ batching: { batch: { batchSize: -1, batchInterval: 9 } } }, 5, { size: 5, intervalMs: 9 }],
	[{ batching: { batch: { batchSize: 0 } } }, 5, { size: 1, intervalMs: 0 }],
	[{ batching: { batch: { batchSize: 3, batchInterval: 10 } } }, 5, { size: 3, intervalMs: 10 }],
])('the batches of %j for %i items are %j', (given, items, batches) => {
	expect(batchesOf(given, items)).toEqual(batches);
});
