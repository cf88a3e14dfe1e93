/** What arrived → a response, or why it is not one: a success has a status that says so, and the shape that the operation declares. */
import { recordsOf } from '../declare/lists/records';
import type { Answers } from '../declare/answers';
import type { RequestOperation } from '../declare/operation';
import { invalidIdIn, lacks } from '../declare/recordId';
import type { Answer, Method, Refused } from '../declare/wire';
import { isObject, parseJson } from '../support/json';
import { truncated } from '../support/truncate';

/** The text of a body, without a byte order mark. It is UTF-8 unless the response names another encoding. */
function textOf(body: unknown, contentType = ''): string | undefined {
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

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether a response only says where the file is. */
export const isRedirect = ({ status }: Pick<Answer, 'status'>): boolean => REDIRECTS.has(status);

export interface Outcome {
	answer?: Answer;
	refused?: Refused;
}

/** What a server returned, judged as a response of the operation or as a refusal. */
export function judgeAnswer(
	operation: RequestOperation,
	{ status, headers, body }: Answer,
): Outcome {
	const good = status >= 200 && status < 300;
	const { kind } = operation.answers;
	// A POST is not sent again to another address, except as a GET.
	if (kind === 'file' && isRedirect({ status }) && (operation.method === 'GET' || status < 307))
		return { answer: { status, headers, body: undefined } };
	if (
		good &&
		kind === 'file' &&
		!isWebPage(
			headers,
			textOf(Buffer.from((body ?? '') as Buffer).subarray(0, BEGINNING)),
			FILE_PAGE,
		)
	)
		return { answer: { status, headers, body } };
	const read = parseBody(body, headers['content-type']);
	if (!good || isWebPage(headers, read, PAGE)) return { refused: { status, headers, body: read } };
	const odd = whyOdd(operation, { status, headers, body: read });
	return odd === undefined
		? { answer: { status, headers, body: read } }
		: { refused: { status, headers, odd, ...(odd === ERROR_INSIDE ? { body: read } : {}) } };
}

const BEGINNING = 2_000;

/** How a web page begins, such as the sign-in page of a proxy. */
const PAGE = /^\s*<(!doctype|!--|\?xml|html|head|body)/i;

/** A file may be XML. */
const FILE_PAGE = /^\s*<(!doctype html|html|head|body)/i;

function isWebPage(headers: Record<string, string>, body: unknown, begins: RegExp): boolean {
	return (
		/^(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
		(typeof body === 'string' && begins.test(body.slice(0, BEGINNING)))
	);
}

/** Why a body is not a valid response of the operation, in words; nothing if it is. */
function whyOdd(operation: RequestOperation, answer: Answer): string | undefined {
	const { answers, method } = operation;
	const { body } = answer;
	if (isError(body)) return ERROR_INSIDE;
	switch (answers.kind) {
		case 'list':
			return whyNoList(answers, body);
		case 'record':
			return saysDone(answers, method, answer) ? undefined : whyNoRecord(operation, body);
		default:
			return whyNotDone(body);
	}
}

const ERROR_INSIDE = 'The platform reported an error in a response whose status says success';

const ERROR_STATUS = /^[45]\d\d$/;

/** Whether a body says that something went wrong, whatever the status of its response: states of records are words. */
const isError = (body: unknown): boolean =>
	isObject(body) &&
	([body.status, body.statusCode].some((code) => ERROR_STATUS.test(String(code))) ||
		[body.schemas].flat().includes('urn:ietf:params:scim:api:messages:2.0:Error'));

/** Why a body does not go with "done". A record of its own says that it was done; nothing has to be there. */
function whyNotDone(body: unknown): string | undefined {
	if (typeof body === 'string' && JSON_BEGINS.test(body))
		return `The platform answered with ${describeBody(body)}`;
	if (!isObject(body)) return undefined;
	const hasError = Boolean(body.error) || ERROR_STATUS.test(String(body.code));
	return hasError ? ERROR_INSIDE : undefined;
}

/** Whether a response without a record, or with several, says that it was done. */
function saysDone(answers: Answers, method: Method, { status, headers, body }: Answer): boolean {
	if (answers.several && Array.isArray(body)) return body.every(isObject);
	if (answers.orEmpty && isObject(body) && Object.keys(body).length === 0) return true;
	if (body !== undefined) return false;
	return (
		((status === 202 || status === 204) && CHANGES.has(method)) ||
		(answers.begins === true && status === 202) ||
		(answers.inLocation === true && (headers.location ?? '') !== '')
	);
}

function whyNoList({ root, plain, schema, key }: Answers, body: unknown): string | undefined {
	const records = recordsOf(body, root);
	if (!records) return `The platform answered with ${describeBody(body)} instead of a list`;
	if (schema === undefined && key === undefined) return undefined;
	const isRecord = (record: unknown) =>
		isObject(record) || (plain !== undefined && typeof record === 'string');
	const other = records.findIndex((record) => !isRecord(record));
	return other < 0
		? undefined
		: `The platform answered with ${describeBody(records[other])} in a list of records`;
}

function whyNoRecord(operation: RequestOperation, body: unknown): string | undefined {
	const { needs = [] } = operation.answers;
	const found = `The platform answered with ${describeBody(body)} instead of a record`;
	if (!isObject(body)) return found;
	if (needs.length === 0) return whyNotDone(body);
	const missing = needs
		.map((names) => [names].flat())
		.filter((names) => names.every((name) => lacks(body, name)))
		.map((names) => names.join(' or '));
	const invalid = invalidIdIn(operation, body);
	if (invalid !== undefined && !missing.includes(invalid)) missing.push(invalid);
	return missing.length === 0 ? undefined : `${found} with ${missing.join(' and ')}`;
}

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);

/** How JSON begins, whole or not. */
const JSON_BEGINS = /^\s*[[{"]/;

/** How many fields of an object, and how much of a text, are shown. */
const SHOWN = { fields: 6, characters: 60 };

/** Describes what arrived. Values are not shown: they may be secret. */
function describeBody(body: unknown): string {
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
