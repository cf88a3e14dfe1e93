/** What arrived → a response, or why it is not one: a success has a status that says so, and the shape that the operation declares. */
import { recordsOf } from '../declare/lists/records';
import type { Answers } from '../declare/answers';
import type { RequestOperation } from '../declare/operation';
import { invalidIdIn, lacks } from '../declare/recordId';
import type { Answer, Method, Refused } from '../declare/wire';
import { isObject } from '../support/json';
import {
	describeBody,
	ERROR_INSIDE,
	isError,
	isErrorReport,
	isWebPage,
	JSON_BEGINS,
	PAGE,
	parseBody,
} from './body';
import { whyNoFile } from './file';

/** Each of several changes has its own result (RFC 4918, 13). */
const MULTI_STATUS = 207;

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
	if (good && kind === 'file') {
		const why = whyNoFile(operation.answers, headers, body);
		return why ? { refused: { status, headers, ...why } } : { answer: { status, headers, body } };
	}
	const read = parseBody(body, headers['content-type']);
	if (!good || isWebPage(headers, read, PAGE)) return { refused: { status, headers, body: read } };
	const odd = whyOdd(operation, { status, headers, body: read });
	return odd === undefined
		? { answer: { status, headers, body: read } }
		: { refused: { status, headers, odd, ...(odd === ERROR_INSIDE ? { body: read } : {}) } };
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
			return saysDone(answers, method, answer) ? undefined : whyNoRecord(operation, answer);
		default:
			return whyNotDone(answer);
	}
}

/** Why a body does not go with "done". A record of its own says that it was done; nothing has to be there. */
function whyNotDone({ status, body }: Pick<Answer, 'status' | 'body'>): string | undefined {
	if (typeof body === 'string' && JSON_BEGINS.test(body))
		return `The platform answered with ${describeBody(body)}`;
	// A list of what was rejected: the operation reports each.
	if (status === MULTI_STATUS && Array.isArray(body)) return undefined;
	return isErrorReport(body) ? ERROR_INSIDE : undefined;
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

function whyNoRecord(operation: RequestOperation, answer: Answer): string | undefined {
	const { body } = answer;
	const { needs = [] } = operation.answers;
	const message = `The platform answered with ${describeBody(body)} instead of a record`;
	if (!isObject(body)) return message;
	if (needs.length === 0) return whyNotDone(answer);
	const missing = needs
		.map((names) => [names].flat())
		.filter((names) => names.every((name) => lacks(body, name)))
		.map((names) => names.join(' or '));
	const invalid = invalidIdIn(operation, body);
	if (invalid !== undefined && !missing.includes(invalid)) missing.push(invalid);
	return missing.length === 0 ? undefined : `${message} with ${missing.join(' and ')}`;
}

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE']);
