/**
 * Checks whether a response is an answer: it needs a success status, and the shape that the
 * operation declares. A redirect of a file is an answer, too: a step of the engine follows it.
 */
import type { ListAnswers, RecordAnswers } from '../../declare/answers';
import { invalidIdIn, lacks } from '../../declare/derived/recordId';
import { recordsOf } from '../../declare/lists/listInResponse';
import type { RequestOperation } from '../../declare/operation';
import type { AnswerOrFailure, HttpResponse, Method } from '../../declare/runtime/exchange';
import { isSuccess } from '../../support/http/statuses';
import { isObject } from '../../support/json';
import { beginsAsMarkup, describeBody, isWebPageResponse, JSON_BEGINS, parseBody } from './body';
import { errorInside, type Invalid, isError, isErrorReport } from './errorReport';
import { whyNoFile } from './fileAnswer';

/** The status of a response that lists the result of each of several changes (RFC 4918, 13). */
const MULTI_STATUS = 207;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Whether a response only says at which address the file is. */
export const isRedirect = ({ status }: Pick<HttpResponse, 'status'>): boolean =>
	REDIRECTS.has(status);

/** Checks a response of any status. */
export function judgeResponse(
	operation: RequestOperation,
	{ status, headers, body }: HttpResponse,
): AnswerOrFailure {
	const { answers } = operation;
	// The file at the new address is read with GET. A 307 or 308 would require another POST, which is
	// not sent.
	if (
		answers.kind === 'file' &&
		isRedirect({ status }) &&
		(operation.method === 'GET' || status < 307)
	)
		return { answer: { status, headers, body: undefined } };
	if (isSuccess(status) && answers.kind === 'file') {
		const why = whyNoFile(answers, headers, body);
		return why ? { failure: { status, headers, ...why } } : { answer: { status, headers, body } };
	}
	const parsedBody = parseBody(body, headers['content-type']);
	if (!isSuccess(status) || isWebPageResponse(headers, parsedBody, beginsAsMarkup))
		return { failure: { status, headers, body: parsedBody } };
	const why = whyInvalid(operation, { status, headers, body: parsedBody });
	return why
		? { failure: { status, headers, ...why } }
		: { answer: { status, headers, body: parsedBody } };
}

/** Why a response with a success status is not an answer; undefined if it is one. */
function whyInvalid(operation: RequestOperation, response: HttpResponse): Invalid | undefined {
	const { answers, method } = operation;
	const { body } = response;
	if (isError(body)) return errorInside(body);
	switch (answers.kind) {
		case 'list':
			return whyNoList(answers, body);
		case 'record':
			return saysDone(answers, method, response)
				? undefined
				: whyNoRecord(operation, answers, response);
		default:
			return whyNotDone(response);
	}
}

/**
 * Why a body shows that the request was not carried out; undefined if it does not. The body may be
 * empty, or any record.
 */
function whyNotDone({ status, body }: Pick<HttpResponse, 'status' | 'body'>): Invalid | undefined {
	if (typeof body === 'string' && JSON_BEGINS.test(body))
		return { invalid: `Talend Cloud returned ${describeBody(body)}` };
	// The body is a list of rejected changes, and the operation reports each of them.
	if (status === MULTI_STATUS && Array.isArray(body)) return undefined;
	return isErrorReport(body) ? errorInside(body) : undefined;
}

const CHANGING_METHODS = new Set<Method>(['PUT', 'PATCH', 'DELETE']);

/**
 * Whether a response that is not a single record says that the request was carried out, in a way
 * that the operation declares.
 */
function saysDone(
	answers: RecordAnswers,
	method: Method,
	{ status, headers, body }: HttpResponse,
): boolean {
	if (answers.several && Array.isArray(body)) return body.every(isObject);
	if (answers.orEmpty && isObject(body) && Object.keys(body).length === 0) return true;
	if (body !== undefined) return false;
	return (
		((status === 202 || status === 204) && CHANGING_METHODS.has(method)) ||
		(answers.begins === true && status === 202) ||
		(answers.inLocation === true && (headers.location ?? '') !== '')
	);
}

function whyNoList(
	{ listPath, valueName, schema, key }: ListAnswers,
	body: unknown,
): Invalid | undefined {
	const records = recordsOf(body, listPath);
	if (!records)
		return isErrorReport(body)
			? errorInside(body)
			: { invalid: `Talend Cloud returned ${describeBody(body)} instead of a list` };
	if (schema === undefined && key === undefined) return undefined;
	const isRecord = (record: unknown) =>
		isObject(record) || (valueName !== undefined && typeof record === 'string');
	const otherIndex = records.findIndex((record) => !isRecord(record));
	return otherIndex < 0
		? undefined
		: {
				invalid: `Talend Cloud returned ${describeBody(records[otherIndex])} in a list of records`,
			};
}

function whyNoRecord(
	operation: RequestOperation,
	{ requiredFields = [] }: RecordAnswers,
	response: HttpResponse,
): Invalid | undefined {
	const { body } = response;
	const message = `Talend Cloud returned ${describeBody(body)} instead of a record`;
	if (!isObject(body)) return { invalid: message };
	if (requiredFields.length === 0) return whyNotDone(response);
	const missing = requiredFields
		.map((names) => [names].flat())
		.filter((names) => names.every((name) => lacks(body, name)))
		.map((names) => names.join(' or '));
	const invalidId = invalidIdIn(operation, body);
	if (invalidId !== undefined && !missing.includes(invalidId)) missing.push(invalidId);
	if (missing.length === 0) return undefined;
	return isErrorReport(body)
		? errorInside(body)
		: { invalid: `${message} with ${missing.join(' and ')}` };
}
