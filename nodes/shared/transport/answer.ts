/** What arrived → a response, or why it is not one: a success has a status that says so, and the shape that the operation declares. */
import { recordsOf } from '../declare/lists/records';
import type { RequestOperation } from '../declare/operation';
import type { Answer, Refused } from '../declare/wire';
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
		: { refused: { status, headers, odd } };
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
function whyOdd(
	{ answers, method }: RequestOperation,
	{ status, headers, body }: Answer,
): string | undefined {
	const { kind, needs = [], root } = answers;
	if (kind === 'nothing') return undefined;
	// "Accepted" and "no content" mean that a change is done, without showing the record.
	if (
		kind === 'record' &&
		body === undefined &&
		(status === 202 || status === 204) &&
		CHANGES.has(method)
	)
		return undefined;
	if (answers.begins && body === undefined && status === 202) return undefined;
	if (answers.inLocation && body === undefined && (headers.location ?? '') !== '') return undefined;
	if (kind === 'list') {
		const records = recordsOf(body, root);
		if (!records) return `The platform answered with ${describeBody(body)} instead of a list`;
		const isRecord = (record: unknown) =>
			isObject(record) || (answers.plain !== undefined && typeof record === 'string');
		const other =
			answers.schema === undefined && answers.key === undefined
				? -1
				: records.findIndex((record) => !isRecord(record));
		return other < 0
			? undefined
			: `The platform answered with ${describeBody(records[other])} in a list of records`;
	}
	if (answers.several && Array.isArray(body) && body.every(isObject)) return undefined;
	if (!isObject(body))
		return `The platform answered with ${describeBody(body)} instead of a record`;
	if (answers.orEmpty && Object.keys(body).length === 0) return undefined;
	const lacks = (name: string) =>
		body[name] === undefined || body[name] === null || body[name] === '';
	const missing = needs
		.filter((names) => [names].flat().every(lacks))
		.map((names) => [names].flat().join(' or '));
	// It may say itself that something went wrong, whatever the status of its response: states of records are words.
	const isError = [body.status, body.statusCode].some((code) => /^[45]\d\d$/.test(String(code)));
	if (missing.length === 0 && !isError) return undefined;
	return `The platform answered with ${describeBody(body)} instead of a record${missing.length > 0 ? ` with ${missing.join(' and ')}` : ''}`;
}

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);

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
	if (/^\s*[[{"]/.test(body)) return 'JSON that breaks off or is damaged';
	return `the text "${truncated(body, SHOWN.characters)}"`;
}
