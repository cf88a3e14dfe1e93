/** What a body is, whatever the operation: its text, JSON, a web page, an error report; and how a message describes it. */
import { isObject, parseJson } from '../support/json';
import { truncated } from '../support/truncate';

/** The text of a body, without a byte order mark. It is UTF-8 unless the response names another encoding. */
export function textOf(body: unknown, contentType = ''): string | undefined {
	// Not copied: for a long list, copies would cause more garbage collection.
	const bytes = Buffer.isBuffer(body)
		? body
		: body instanceof ArrayBuffer
			? Buffer.from(body)
			: undefined;
	const text = bytes
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

/** The body of a response: JSON if it is JSON, otherwise the text; nothing if it is empty. */
export function parseBody(body: unknown, contentType?: string): unknown {
	const text = textOf(body, contentType);
	if (text === undefined) return body;
	if (text.trim() === '') return undefined;
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** How much of a body shows what it is. */
export const BEGINNING = 2_000;

/** How a web page begins, such as the sign-in page of a proxy. */
export const PAGE = /^\s*<(!doctype|!--|\?xml|html|head|body)/i;

/** Whether a response is a web page. @param begins how its text then begins */
export function isWebPage(headers: Record<string, string>, body: unknown, begins: RegExp): boolean {
	return (
		/^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
		(typeof body === 'string' && begins.test(body.slice(0, BEGINNING)))
	);
}

/** Why a response with a good status is not one: its body is an error report. */
export const ERROR_INSIDE =
	'The platform reported an error in a response whose status says success';

const ERROR_STATUS = /^[45]\d\d$/;

/** Whether a body says that something went wrong, whatever the status of its response: states of records are words. */
export const isError = (body: unknown): boolean =>
	isObject(body) &&
	([body.status, body.statusCode].some((code) => ERROR_STATUS.test(String(code))) ||
		[body.schemas].flat().includes('urn:ietf:params:scim:api:messages:2.0:Error'));

/** Whether a body that may be anything is an error report. */
export const isErrorReport = (body: unknown): boolean =>
	isError(body) ||
	(isObject(body) && (Boolean(body.error) || ERROR_STATUS.test(String(body.code))));

/** How JSON begins, whole or not. */
export const JSON_BEGINS = /^\s*[[{"]/;

/** How many fields of an object, and how much of a text, are shown. */
const SHOWN = { fields: 6, characters: 60 };

/** Describes what arrived. Values are not shown: they may be secret. */
export function describeBody(body: unknown): string {
	if (body === undefined) return 'nothing';
	if (body === null) return 'null';
	if (Array.isArray(body)) return 'a list';
	if (isObject(body)) {
		const names = Object.keys(body);
		if (names.length === 0) return 'an empty object';
		return `an object that has ${names.slice(0, SHOWN.fields).join(', ')}${names.length > SHOWN.fields ? ' and more' : ''}`;
	}
	if (typeof body !== 'string') return `a ${typeof body}`;
	if (JSON_BEGINS.test(body)) return 'JSON that breaks off or is damaged';
	return `the text "${truncated(body, SHOWN.characters)}"`;
}
