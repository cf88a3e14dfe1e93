/**
 * Reads the body of a response, recognizes web pages and error reports, and describes a body for
 * messages.
 */
import type { Failure } from '../../declare/exchange';
import { beginsAsPage } from '../../support/gateway';
import { isObject, parseJson } from '../../support/json';
import { truncated } from '../../support/truncate';

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
export const MAX_EXAMINED_LENGTH = 2_000;

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
		(typeof body === 'string' && isPage(body.slice(0, MAX_EXAMINED_LENGTH)))
	);
}

/** Why a response is no answer. The body is kept only if it says what went wrong. */
export type Invalid = Pick<Failure, 'invalid' | 'body'>;

/** Why a response is invalid if its status says success and its body is an error report. */
export const errorInside = (report: unknown): Invalid => ({
	invalid: 'Talend Cloud returned an error with a success status',
	body: report,
});

const ERROR_STATUS = /^[45]\d\d$/;

/** The fields in which servers repeat the status of a response. */
const STATUS_FIELDS = ['status', 'statusCode', 'status_code', 'httpStatus'];

/**
 * Whether a body contains an error status, or is a SCIM error. Records also have such fields, but
 * with words as values.
 */
export const isError = (body: unknown): boolean =>
	isObject(body) &&
	(STATUS_FIELDS.some((name) => ERROR_STATUS.test(String(body[name]))) ||
		[body.schemas].flat().includes('urn:ietf:params:scim:api:messages:2.0:Error'));

/** Fields that occur only in error reports. */
const ERROR_FIELDS = ['error', 'fault', 'exception'];

/** Other fields of error reports, which records may also have. */
const REPORT_FIELDS = new Set(
	'status state result type code message msg title detail details description reason cause errors path timestamp requestId traceId'.split(
		' ',
	),
);

const ERROR_STATE = /^(error|fail(ed|ure)?|fault)$/i;

/** The error texts of servers and proxies. The status code may come before them. */
const ERROR_TEXTS = new Set([
	'access denied',
	'an error occurred',
	'an error has occurred',
	'an unexpected error occurred',
	'an unexpected error has occurred',
	'bad gateway',
	'bad request',
	'conflict',
	'forbidden',
	'gateway time-out',
	'gateway timeout',
	'internal error',
	'internal server error',
	'method not allowed',
	'not found',
	'not implemented',
	'server error',
	'service temporarily unavailable',
	'service unavailable',
	'too many requests',
	'unauthorised',
	'unauthorized',
	'unexpected error',
]);

const JAVA_EXCEPTION = /^(com|java|javax|org)\.[\w.$]{3,150}(Exception|Error)\b/;

const isFilled = (value: unknown): boolean =>
	Boolean(value) && (typeof value !== 'object' || Object.keys(value!).length > 0);

function isErrorText(body: unknown): boolean {
	if (typeof body !== 'string') return false;
	const text = body.slice(0, MAX_EXAMINED_LENGTH).trim();
	const words = text.toLowerCase().replace(/[.!]$/, '');
	return (
		ERROR_TEXTS.has(words.replace(/^(http[/\d.]{0,4} |error:? )?([45]\d\d:? )?/, '')) ||
		JAVA_EXCEPTION.test(text)
	);
}

/**
 * Whether an object is an error report: it has a field that occurs only in error reports; or it has
 * no other fields than error reports have, and one of them names an error.
 */
function isErrorObject(body: Record<string, unknown>): boolean {
	if (ERROR_FIELDS.some((name) => isFilled(body[name]))) return true;
	if (body.success === false || body.ok === false || ERROR_STATUS.test(String(body.code)))
		return true;
	return (
		Object.keys(body).every((name) => REPORT_FIELDS.has(name)) &&
		(isFilled(body.errors) ||
			[body.status, body.state, body.result, body.type].some((state) =>
				ERROR_STATE.test(String(state)),
			) ||
			[body.message, body.msg, body.title, body.detail].some(isErrorText))
	);
}

/** Whether a body of an unknown form is an error report, or a list of them. */
export const isErrorReport = (body: unknown): boolean =>
	Array.isArray(body)
		? body.length > 0 && body.every((each) => isObject(each) && isErrorReport(each))
		: isError(body) || (isObject(body) ? isErrorObject(body) : isErrorText(body));

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
