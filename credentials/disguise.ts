/**
 * Requests that name another method or address than those that they are sent with: some servers
 * follow what is named.
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

/** A name as servers compare it: without case, blanks, invisible signs and separators. */
const comparable = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/**
 * `X-HTTP-Method`, `X-Method-Override`, `_method` and their like, and headers that name another
 * address.
 */
const OTHER_REQUEST =
	/^(x?(http)?(request)?method(override)?|x(original|rewrite|override)(url|uri|path|host|method))$/;

/** In a query or body, these words may be a filter or an attribute. */
const NO_OVERRIDE = /^(http|request)?method$/i;

const isHeader = (name: string): boolean => OTHER_REQUEST.test(comparable(name));

/** A name can have an index, as in `_method[]`. */
const isParameter = (name: string): boolean => {
	const [nameWithoutIndex = ''] = name.trim().split('[');
	return !NO_OVERRIDE.test(nameWithoutIndex) && isHeader(nameWithoutIndex);
};

/** What has entries: a Map, a form, parameters of a query, headers. */
const hasKeys = (values: object): values is { keys: () => Iterable<unknown> } =>
	'keys' in values && typeof values.keys === 'function';

/** The names in a text: of the parts of a form, of JSON, or of parameters. */
function namesInText(text: string): string[] {
	const parts = [...text.matchAll(/\bname\*?="?([^";\r\n]{1,99})/gi)].map(([, name]) => name!);
	if (parts.length > 0 && /content-disposition/i.test(text)) return parts;
	try {
		return namesIn(JSON.parse(text.replace(/^\uFEFF/, '')));
	} catch {
		return [...new URLSearchParams(text).keys()];
	}
}

/** The names of what is given, in any of the forms that clients take. */
function namesIn(values: unknown): string[] {
	if (typeof values === 'string') return namesInText(values);
	if (typeof values !== 'object' || values === null) return [];
	if (values instanceof ArrayBuffer || ArrayBuffer.isView(values))
		return namesInText(new TextDecoder().decode(values as Uint8Array));
	// Entries are objects, or pairs of a name and a value.
	if (Array.isArray(values)) return values.flatMap(namesInEntry);
	if (hasKeys(values)) return [...values.keys()].map(String);
	const { _streams: streams, name } = values as { _streams?: unknown; name?: unknown };
	// The form of n8n's older requests keeps the head of each part as a text.
	const parts = Array.isArray(streams) ? streams.flatMap(namesIn) : [];
	return [...Object.keys(values), ...parts, ...('value' in values ? [String(name)] : [])];
}

const namesInEntry = (entry: unknown): string[] =>
	Array.isArray(entry) && typeof entry[0] === 'string' ? [entry[0]] : namesIn(entry);

/**
 * Whether a request names another method or address than those that it is sent with.
 * @param request with its whole address
 */
export function isDisguised({ url, uri, headers, ...contents }: Contents): boolean {
	const address = URL.canParse(url ?? uri ?? '') ? new URL(url ?? uri ?? '') : undefined;
	const { qs, params, body, data, json, form, formData } = contents;
	const places = [address?.searchParams, qs, params, body, data, json, form, formData];
	return namesIn(headers).some(isHeader) || places.flatMap(namesIn).some(isParameter);
}
