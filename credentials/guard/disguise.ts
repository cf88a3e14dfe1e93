/**
 * Recognizes requests that name another method or address inside, in a header or parameter: some
 * servers follow that, so a request that seems to read could change something.
 */

export interface Contents {
	url?: string;
	uri?: string;
	headers?: unknown;
	qs?: unknown;
	params?: unknown;
	body?: unknown;
	data?: unknown;
	json?: unknown;
	form?: unknown;
	formData?: unknown;
}

/**
 * Whether a request names another method or address inside than the one that it is sent with.
 * @param request the request with its whole address
 */
export function isDisguised({ url, uri, headers, ...contents }: Contents): boolean {
	const address = URL.canParse(url ?? uri ?? '') ? new URL(url ?? uri ?? '') : undefined;
	const { qs, params, body, data, json, form, formData } = contents;
	const places = [address?.searchParams, qs, params, body, data, json, form, formData];
	return namesIn(headers).some(isHeader) || places.flatMap(namesIn).some(isParameter);
}

/** The names in values of any form that HTTP clients accept. */
function namesIn(values: unknown): string[] {
	if (typeof values === 'string') return namesInText(values);
	if (typeof values !== 'object' || values === null) return [];
	if (values instanceof ArrayBuffer || ArrayBuffer.isView(values))
		return namesInText(new TextDecoder().decode(values as Uint8Array));
	// The entries of a list are objects, or pairs of a name and a value.
	if (Array.isArray(values)) return values.flatMap(namesInEntry);
	if (hasKeys(values)) return [...values.keys()].map(String);
	const { _streams: streams, name } = values as { _streams?: unknown; name?: unknown };
	// The forms in n8n's older requests have the headers of each part as a text.
	const parts = Array.isArray(streams) ? streams.flatMap(namesIn) : [];
	return [...Object.keys(values), ...parts, ...('value' in values ? [String(name)] : [])];
}

/** The names in a text, which may be a form with several parts, JSON, or parameters. */
function namesInText(text: string): string[] {
	const parts = [...text.matchAll(/\bname\*?="?([^";\r\n]{1,99})/gi)].map(([, name]) => name!);
	if (parts.length > 0 && /content-disposition/i.test(text)) return parts;
	try {
		return namesIn(JSON.parse(text.replace(/^\uFEFF/, '')));
	} catch {
		return [...new URLSearchParams(text).keys()];
	}
}

const namesInEntry = (entry: unknown): string[] =>
	Array.isArray(entry) && typeof entry[0] === 'string' ? [entry[0]] : namesIn(entry);

/** Whether a value has entries, like a Map, a form, the parameters of a query, or headers. */
const hasKeys = (values: object): values is { keys: () => Iterable<unknown> } =>
	'keys' in values && typeof values.keys === 'function';

/**
 * `X-HTTP-Method`, `X-Method-Override`, `_method` and their like, and headers that name another
 * address.
 */
const OTHER_REQUEST =
	/^(x?(http)?(request)?method(override)?|x(original|rewrite|override)(url|uri|path|host|method))$/;

/** Names that may be an ordinary filter or attribute in a query or body. */
const NO_OVERRIDE = /^(http|request)?method$/i;

const isHeader = (name: string): boolean => OTHER_REQUEST.test(comparable(name));

/**
 * A name in the form in which servers may compare it: without case, blanks, invisible characters
 * and separators.
 */
const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** A name can have an index, as in `_method[]`. */
const isParameter = (name: string): boolean => {
	const [nameWithoutIndex = ''] = name.trim().split('[');
	return !NO_OVERRIDE.test(nameWithoutIndex) && isHeader(nameWithoutIndex);
};
