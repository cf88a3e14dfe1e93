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

/** The fields in which servers repeat the status of a response. */
const STATUS_FIELDS = ['status', 'statusCode', 'status_code', 'httpStatus'];

/** Whether a body says that something went wrong, whatever the status of its response: states of records are words. */
export const isError = (body: unknown): boolean =>
	isObject(body) &&
	(STATUS_FIELDS.some((name) => ERROR_STATUS.test(String(body[name]))) ||
		[body.schemas].flat().includes('urn:ietf:params:scim:api:messages:2.0:Error'));

/** What only error reports have. */
const ERROR_FIELDS = ['error', 'fault', 'exception'];

/** What error reports consist of, besides. */
const REPORT_FIELDS = new Set(
	'status state result type code message msg title detail details description reason cause errors path timestamp requestId traceId'.split(
		' ',
	),
);

const ERROR_STATE = /^(error|fail(ed|ure)?|fault)$/i;

/** What servers and proxies write for an error, with or without the number of the status before it. */
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
	const text = body.slice(0, BEGINNING).trim();
	const words = text.toLowerCase().replace(/[.!]$/, '');
	return (
		ERROR_TEXTS.has(words.replace(/^(http[/\d.]{0,4} |error:? )?([45]\d\d:? )?/, '')) ||
		JAVA_EXCEPTION.test(text)
	);
}

/** Whether an object that need not have any field is an error report: it has what only those have, or consists of what says so. */
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

/** Whether a body that may be anything is an error report, or a list of them. */
export const isErrorReport = (body: unknown): boolean =>
	Array.isArray(body)
		? body.length > 0 && body.every((each) => isObject(each) && isErrorReport(each))
		: isError(body) || (isObject(body) ? isErrorObject(body) : isErrorText(body));

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
