/**
 * Decides which field and header names of a response can be written to a file. Names can be values
 * of the account: those of context parameters, columns or workspaces, where an object is used as a
 * map. So a name is written only where a source lists it, or if each of its words is a word of the
 * field names that the sources have.
 */
import { type Described, describedNames } from '../descriptions/responseSources';

/** Headers whose names and values say nothing about an account. */
export const USUAL_HEADERS = new Set(
	`
		age alt-svc cache-control connection content-disposition content-encoding content-language content-length
		content-security-policy content-type date etag expires keep-alive last-modified link location pragma ratelimit-limit
		ratelimit-remaining ratelimit-reset referrer-policy retry-after server set-cookie strict-transport-security traceparent
		transfer-encoding vary via www-authenticate x-amz-cf-id x-amz-cf-pop x-amzn-requestid x-amzn-trace-id x-b3-traceid x-cache
		x-content-type-options x-correlation-id x-envoy-upstream-service-time x-frame-options x-powered-by x-ratelimit-limit
		x-ratelimit-remaining x-ratelimit-reset x-request-id x-xss-protection
	`
		.trim()
		.split(/\s+/),
);

/** The words of a name, in lower case: "maxRunCount" has max, run and count. */
const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[\s_-]/);

let words: ReadonlySet<string> | undefined;

function isMadeOfKnownWords(name: string): boolean {
	words ??= new Set([...describedNames(), 'x'].flatMap(wordsOf));
	return (
		/^[A-Za-z][A-Za-z\d_-]{1,39}$/.test(name) && wordsOf(name).every((word) => words!.has(word))
	);
}

/** Which names of the fields at a place can be written. */
export function writableNames(all: readonly string[], places: readonly Described[]): string[] {
	const listed = new Set(places.flatMap((place) => place.names));
	const isMap = places.some((place) => place.hasFreeNames && place.names.length === 0);
	return all.filter((name) => listed.has(name) || (!isMap && isMadeOfKnownWords(name)));
}

/**
 * Whether the name of a header can be written.
 * @param listed the headers that a source lists for
 * this response
 */
export const isWritableHeader = (name: string, listed: readonly string[]): boolean =>
	USUAL_HEADERS.has(name) || listed.includes(name) || isMadeOfKnownWords(name);
