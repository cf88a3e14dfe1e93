/** Request Options: what n8n adds to each node, as a person sets it and as it is used. */
import { BadInput } from '../../../../nodes/shared/declare/badInput';
import {
	batchesOf,
	requestOptions,
} from '../../../../nodes/shared/transport/request/requestOptions';

test.each<[unknown, object]>([
	[undefined, {}],
	[{}, {}],
	['text', {}],
	[{ timeout: 5 }, { timeout: 5 }],
	[{ timeout: 0 }, {}],
	[{ timeout: -1 }, {}],
	[{ timeout: '' }, {}],
	[{ timeout: null }, {}],
	// An expression can give a number as a text.
	[{ timeout: '5' }, { timeout: 5 }],
	[{ timeout: 2 ** 31 - 1 }, { timeout: 2 ** 31 - 1 }],
	// Node.js ends a longer one after a millisecond.
	[{ timeout: 2 ** 31 }, { timeout: 2 ** 31 - 1 }],
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

test('a percent sign that encodes nothing belongs to the user or password of a proxy', () => {
	expect(requestOptions({ proxy: 'http://50%:5%x%41%FF@proxy.example' }).proxy).toMatchObject({
		auth: { username: '50%', password: '5%x%41%FF' },
	});
	expect(requestOptions({ proxy: 'http://u%:5%C3%A4%@proxy.example' }).proxy).toMatchObject({
		auth: { username: 'u%', password: '5ä%' },
	});
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
			'"Proxy" must be an address that begins with http:// or https://, such as http://127.0.0.1:3128',
		shownValue: undefined,
	});
});

test.each<[object, string, string]>([
	[{ timeout: 'soon' }, 'timeout', 'Timeout'],
	[{ timeout: NaN }, 'timeout', 'Timeout'],
	[{ timeout: {} }, 'timeout', 'Timeout'],
	[{ batching: { batch: { batchSize: NaN } } }, 'batching.batch.batchSize', 'Items per Batch'],
	[{ batching: { batch: { batchSize: 'all' } } }, 'batching.batch.batchSize', 'Items per Batch'],
	[
		{ batching: { batch: { batchInterval: 'a second' } } },
		'batching.batch.batchInterval',
		'Batch Interval',
	],
])('the options %j are refused', (options, field, label) => {
	let error: unknown;
	try {
		requestOptions(options);
	} catch (caught) {
		error = caught;
	}
	expect(error).toBeInstanceOf(BadInput);
	expect(error).toMatchObject({
		field: `requestOptions.${field}`,
		message: `"${label}" must be a number`,
	});
});

test.each<[unknown, number, object]>([
	[undefined, 5, { size: 5, intervalMs: 0 }],
	[{}, 0, { size: 1, intervalMs: 0 }],
	[{ batching: {} }, 5, { size: 5, intervalMs: 0 }],
	[{ batching: { batch: { batchSize: -1, batchInterval: 9 } } }, 5, { size: 5, intervalMs: 9 }],
	[{ batching: { batch: { batchSize: 0 } } }, 5, { size: 1, intervalMs: 0 }],
	// What is no number is refused with each item.
	[{ batching: { batch: { batchSize: NaN } } }, 5, { size: 5, intervalMs: 0 }],
	[
		{ batching: { batch: { batchSize: null, batchInterval: null } } },
		5,
		{ size: 5, intervalMs: 0 },
	],
	[{ batching: { batch: { batchSize: '2', batchInterval: '9' } } }, 5, { size: 2, intervalMs: 9 }],
	[{ batching: { batch: { batchSize: 2.5 } } }, 5, { size: 2, intervalMs: 0 }],
	[{ batching: { batch: { batchSize: 0.5 } } }, 5, { size: 1, intervalMs: 0 }],
	[{ batching: { batch: { batchSize: -0.5 } } }, 5, { size: 1, intervalMs: 0 }],
	[
		{ batching: { batch: { batchSize: 2, batchInterval: 1e12 } } },
		5,
		{ size: 2, intervalMs: 2 ** 31 - 1 },
	],
	[{ batching: { batch: { batchSize: 3, batchInterval: 10 } } }, 5, { size: 3, intervalMs: 10 }],
])('the batches of %j for %i items are %j', (given, items, batches) => {
	expect(batchesOf(given, items)).toEqual(batches);
});
