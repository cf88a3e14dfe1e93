/** Reads *Request Options*, which n8n adds to each declarative node. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { shortened } from '../../declare/field/parse';
import { isObject, objectIn } from '../../support/json';
import { isNothing } from '../../support/nothing';

/** Proxy, certificates and time limit, in the form that n8n's request helper takes. */
type ConnectionOptions = Pick<
	IHttpRequestOptions,
	'proxy' | 'skipSslCertificateValidation' | 'timeout'
>;

/** The longest time that a timer of Node.js takes, about 25 days: it ends a longer one at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A number that an expression may give as a text; undefined if it is none. */
function numberIn(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return Number.isFinite(number) ? (number as number) : undefined;
}

/** What *Batching* has inside. */
const batchIn = (options: unknown): Record<string, unknown> =>
	objectIn(objectIn(objectIn(options).batching).batch);

/**
 * @throws BadInput for a proxy that is not valid: n8n would send the request without a proxy; for a
 * time or a size that is not a number: n8n would use another one, or process no items
 */
export function requestOptions(options: unknown): ConnectionOptions {
	const base: ConnectionOptions = {};
	if (!isObject(options)) return base;
	const { batchSize, batchInterval } = batchIn(options);
	checkNumber('timeout', 'Timeout', options.timeout);
	checkNumber('batching.batch.batchSize', 'Items per Batch', batchSize);
	checkNumber('batching.batch.batchInterval', 'Batch Interval', batchInterval);
	const timeout = numberIn(options.timeout) ?? 0;
	if (timeout > 0) base.timeout = Math.min(timeout, MAX_TIMER_MS);
	if (options.allowUnauthorizedCerts === true) base.skipSslCertificateValidation = true;
	if (options.proxy !== undefined && options.proxy !== '') base.proxy = proxyOf(options.proxy);
	return base;
}

/**
 * The size of the batches in which items are processed, and how long to wait between two batches.
 */
export function batchesOf(chosen: unknown, items: number): { size: number; intervalMs: number } {
	const { batchSize, batchInterval } = batchIn(chosen);
	const size = Math.trunc(numberIn(batchSize) ?? -1);
	// As n8n says next to the field: -1 means all at once, and 0 counts as 1.
	return {
		size: size < 0 ? Math.max(1, items) : Math.max(1, size),
		intervalMs: Math.min(numberIn(batchInterval) ?? 0, MAX_TIMER_MS),
	};
}

function checkNumber(name: string, label: string, value: unknown): void {
	if (!isNothing(value) && numberIn(value) === undefined)
		throw new BadInput(`requestOptions.${name}`, label, 'must be a number', shortened(value));
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
						username: decoded(url.username),
						password: decoded(url.password),
					},
				}
			: {}),
	};
}

/** A user or password of an address. A percent sign that encodes nothing is part of it. */
const decoded = (encoded: string): string =>
	encoded.replace(/(%[\da-f]{2})+/gi, (characters) => {
		try {
			return decodeURIComponent(characters);
		} catch {
			return characters;
		}
	});
