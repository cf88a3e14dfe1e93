/** Recognizes bodies that report an error, although the status of the response says success. */
import type { Failure } from '../../declare/runtime/exchange';
import { isObject } from '../../support/json';
import { MAX_BODY_START_LENGTH } from './body';

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
	const text = body.slice(0, MAX_BODY_START_LENGTH).trim();
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
