/** A marked secret, and where it is found again in whatever form. */
import { inspect } from 'node:util';

/** It has what JSON, addresses and web pages write otherwise. */
export const MARK = 'mark&<"ed" s3cr3t\'ä/';

export const IN_BASE64 = ['', 'a:', 'ab:', 'abc:'].flatMap((before) => [
	Buffer.from(`${before}${MARK}`).toString('base64'),
	Buffer.from(`${before}${MARK}, and more`).toString('base64url'),
]);

/** The mark, and half of it, in all its spellings. */
export const TRACES = [
	's3cr3t',
	'mark&',
	'mark%26',
	'mark&amp;',
	's3cr',
	...IN_BASE64.map((text) => text.slice(8, 20)),
];

/** What of the mark is in an output or an error, however deep; undefined if nothing is. */
export function traceIn(reported: unknown): string | undefined {
	const text = inspect(reported, {
		depth: 20,
		showHidden: true,
		maxStringLength: null,
		maxArrayLength: null,
	});
	return TRACES.find((trace) => text.includes(trace));
}
