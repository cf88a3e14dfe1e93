/** Reads *Request Options*, which n8n adds to each declarative node. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { BadInput } from '../declare/input/badInput';
import { isObject } from '../support/json';

/** Proxy, certificates and time limit, in the form that n8n's request helper takes. */
type ConnectionOptions = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** @throws BadInput for a proxy that is not valid: n8n would send the request without a proxy */
export function requestOptions(options: unknown): ConnectionOptions {
	const base: ConnectionOptions = {};
	if (!isObject(options)) return base;
	if (typeof options.timeout === 'number' && options.timeout > 0) base.timeout = options.timeout;
	if (options.allowUnauthorizedCerts === true) base.skipSslCertificateValidation = true;
	if (options.proxy !== undefined && options.proxy !== '') base.proxy = proxyOf(options.proxy);
	return base;
}

/**
 * The size of the batches in which items are processed, and how long to wait between two batches.
 */
export function batchesOf(chosen: unknown, items: number): { size: number; intervalMs: number } {
	const options = chosen as
		{ batching?: { batch?: { batchSize?: number; batchInterval?: number } } } | undefined;
	const { batchSize = -1, batchInterval = 0 } = options?.batching?.batch ?? {};
	// As n8n says next to the field: -1 means all at once, and 0 counts as 1.
	return {
		size: batchSize < 0 ? Math.max(1, items) : Math.max(1, batchSize),
		intervalMs: batchInterval,
	};
}

function proxyOf(proxy: unknown): IHttpRequestOptions['proxy'] {
	const address = typeof proxy === 'string' ? proxy.trim() : '';
	const url = URL.canParse(address) ? new URL(address) : undefined;
	// URL alone would also accept "http:proxy.corp".
	if (!url || !/^https?:\/\//i.test(address))
		throw new BadInput(
			'requestOptions.proxy',
			'Proxy',
			'must be an address that begins with http:// or https://, such as http://127.0.0.1:3128',
		);
	return {
		host: url.hostname,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.replace(':', ''),
		...(url.username
			? {
					auth: {
						username: decodeURIComponent(url.username),
						password: decodeURIComponent(url.password),
					},
				}
			: {}),
	};
}
