/** Reads the body of a response, recognizes web pages, and describes a body for messages. */
import { beginsAsPage } from '../../support/http/gateway';
import { isObject, parseJson } from '../../support/json';
import { truncated } from '../../support/text/truncate';

/**
 * The text of a body, without a byte order mark. It is read as UTF-8 unless the content type names
 * another encoding.
 */
export function bodyText(body: unknown, contentType = ''): string | undefined {
	// The bytes are not copied: copies of a long list would cause more garbage collection.
	const bytes = body instanceof ArrayBuffer ? Buffer.from(body) : body;
	const text = Buffer.isBuffer(bytes)
		? decoded(bytes, /\bcharset ?= ?"?([\w:.-]{1,40})/i.exec(contentType)?.[1])
		: body;
	return typeof text === 'string' ? text.replace(/^\uFEFF/, '') : undefined;
}

function decoded(bytes: Buffer, charset = 'utf-8'): string {
	if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8');
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return bytes.toString('utf8');
	}
}

/**
 * The body of a response: its value if it is JSON, otherwise its text; undefined if it is empty.
 */
export function parseBody(body: unknown, contentType?: string): unknown {
	const text = bodyText(body, contentType);
	if (text === undefined) return body;
	if (text.trim() === '') return undefined;
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** How many characters at the beginning of a body are examined to recognize what it is. */
export const MAX_BODY_START_LENGTH = 2_000;

/** Whether a text begins like a web page or like XML. */
export const beginsAsMarkup = (text: string): boolean =>
	beginsAsPage(text) || /^\s*<\?xml/i.test(text);

/**
 * Whether a response is a web page.
 * @param isPage whether the text of a body is one
 */
export function isWebPageResponse(
	headers: Record<string, string>,
	body: unknown,
	isPage: (text: string) => boolean,
): boolean {
	return (
		/^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
		(typeof body === 'string' && isPage(body.slice(0, MAX_BODY_START_LENGTH)))
	);
}

/** The beginning of JSON, complete or not. */
export const JSON_BEGINS = /^\s*[[{"]/;

/** How many fields of an object, and how many characters of a text, are shown. */
const MAX_SHOWN = { fields: 6, characters: 60 };

/** Describes a body in a message. It does not show values, which may be secret. */
export function describeBody(body: unknown): string {
	if (body === undefined) return 'nothing';
	if (body === null) return 'null';
	if (Array.isArray(body)) return 'a list';
	if (isObject(body)) {
		const names = Object.keys(body);
		if (names.length === 0) return 'an empty object';
		const shown = names.slice(0, MAX_SHOWN.fields).map((name) => `"${name}"`);
		return `an object with ${names.length === 1 ? 'the field' : 'the fields'} ${shown.join(', ')}${names.length > MAX_SHOWN.fields ? ' and more' : ''}`;
	}
	if (typeof body !== 'string') return `a ${typeof body}`;
	if (JSON_BEGINS.test(body)) return 'incomplete or invalid JSON';
	return `the text "${truncated(body, MAX_SHOWN.characters)}"`;
}
