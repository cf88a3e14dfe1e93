/**
 * Turns a failure into an error that says what to do. It is built from the response, not from the
 * request. Secrets that the platform repeats in its response are masked.
 */
import { type INode, NodeApiError } from 'n8n-workflow';

import type { RequestOperation } from '../../declare/operation';
import type { Failure } from '../../declare/runtime/exchange';
import { withMessage } from '../../n8n/errors';
import { noteSignInFailure } from '../../support/errorNotes';
import { isOfGateway, isWebPage, REFUSED_ON_THE_WAY } from '../../support/http/gateway';
import { isSuccess, mayPass } from '../../support/http/statuses';
import { withoutSecrets } from '../../support/text/mask';
import { asSentence } from '../../support/text/words';
import { isLost } from './fate';
import { isLasting, meaningOf } from './faults';
import { readRefusal, type Refusal } from './readRefusal';
import { advice, otherServerAdvice, statusInWords } from './statusTexts';

/** The node, item and operation that an error belongs to. */
export interface ErrorContext {
	node: INode;
	itemIndex?: number;
	operation?: RequestOperation;
	/** Values of the input that must not be repeated. */
	secrets?: readonly string[];
}

/** The error for a request without an answer. */
export function failureError(
	failure: Failure,
	{ node, itemIndex, operation, secrets = [] }: ErrorContext,
): NodeApiError {
	const { status, signInFailure, invalid } = failure;
	const clean = (text: string) => withoutSecrets(text, secrets);
	const sentence = (text: string) => asSentence(clean(text));
	const reported = readRefusal(failure.body, failure.headers, clean);
	const facts = responseDetails(failure, reported);
	const message = clean(
		signInFailure?.message ??
			invalid ??
			(isSuccess(failure.status)
				? insteadOfData(failure.body, reported.message)
				: reported.message) ??
			messageWithoutBody(failure),
	);
	const description = [
		invalid !== undefined && reported.message !== undefined && sentence(reported.message),
		reported.detail !== undefined && sentence(reported.detail),
		signInFailure?.description ?? todoAfter(failure, operation),
		facts.length > 0 && `(${clean(facts.join(', '))})`,
	].filter(Boolean);
	const error = new NodeApiError(
		node,
		{ message },
		{
			message,
			description: description.join(' '),
			httpCode: status === undefined ? undefined : String(status),
			itemIndex,
			...n8nFailureOf(failure),
		},
	);
	if (signInFailure) noteSignInFailure(error, signInFailure.isFinal);
	return withMessage(error, message);
}

/** The message if a page came in place of data. Its text can be a single word, such as "Login". */
function insteadOfData(body: unknown, message: string | undefined): string {
	if (message === undefined) return 'The address returned a web page instead of data';
	// The message of a page already says so.
	const isPage = typeof body === 'string' && isWebPage(body);
	return isPage ? message : `The address returned "${message}" instead of data`;
}

/** What happened, if the body of the response does not say it. */
function messageWithoutBody({ status, n8nMessage, brokenOff, fault }: Failure): string {
	if (status !== undefined) return statusInWords(status).message;
	if (n8nMessage !== undefined) return n8nMessage;
	return brokenOff ? 'The connection broke in the middle of the response' : meaningOf(fault).words;
}

/** Facts that help to find the request in a log. */
function responseDetails(
	{ status, fault, attempts = 1 }: Failure,
	{ code, requestId }: Refusal,
): string[] {
	return [
		status !== undefined && `Status ${status}`,
		code !== undefined && `code ${code}`,
		requestId !== undefined && `request ID ${requestId}`,
		fault,
		attempts > 1 && `tried ${attempts} times`,
	].filter((fact) => fact !== undefined && fact !== false);
}

/**
 * Whether a 403 comes from a gateway, and not from the platform itself: then no permission is
 * missing.
 */
const isFromGateway = ({ status, body }: Failure): boolean => status === 403 && isOfGateway(body);

/** Statuses that also mean something if a gateway sends them with a page. */
const SAID_BY_GATEWAYS = new Set([401, 403, 407, 408, 413, 429]);

/** Whether another server refused the request: the address is wrong, or a gateway has no route. */
function isOfOtherServer({ status = 0, body }: Failure): boolean {
	if (status === 404) return isOfGateway(body);
	const isRefusal = status >= 400 && status < 500 && !SAID_BY_GATEWAYS.has(status);
	return isRefusal && typeof body === 'string' && isWebPage(body);
}

/**
 * What to do about a failure. If a gateway or another server refused the request, only that counts.
 * Otherwise: what the operation declares; then, if something may have been started or created, how
 * to check that.
 */
function todoAfter(failure: Failure, operation: RequestOperation | undefined): string {
	if (isFromGateway(failure)) return REFUSED_ON_THE_WAY;
	const declared = declaredTodo(failure, operation);
	if (isOfOtherServer(failure) && operation?.elsewhereAdvice === undefined)
		return otherServerAdvice();
	if (failure.n8nMessage !== undefined)
		return declared ?? 'Check the credential and the settings of the node.';
	if (operation && isLost(operation.effect, failure)) {
		const likelihood = failure.brokenOff
			? 'The request probably succeeded: the response started with a success status and then broke off.'
			: 'The request may have succeeded.';
		return [declared, likelihood, operation.howToCheck ?? 'Check before retrying.']
			.filter(Boolean)
			.join(' ');
	}
	return declared ?? usualTodo(failure, operation);
}

/**
 * The advice that an operation declares for a status. A timeout gets the advice for 5XX, unless the
 * request may have started something.
 */
function declaredTodo(
	{ status, fault = '' }: Failure,
	{ refusals = {}, effect }: Partial<RequestOperation> = {},
): string | undefined {
	const isOfServer =
		status === undefined ? TOO_LATE.has(fault) && effect !== 'start' : status >= 500;
	return (
		(status === undefined ? undefined : refusals[status]) ??
		(isOfServer ? refusals['5XX'] : undefined)
	);
}

function usualTodo(failure: Failure, operation: RequestOperation | undefined): string {
	const { status, invalid, fault, retryAfterMs } = failure;
	// A write may have succeeded, unlike a read, and can be repeated, unlike a start.
	if (invalid !== undefined && operation?.effect === 'write')
		return 'The request may have succeeded. Read the record, or try again.';
	if (invalid !== undefined) return `Nothing was returned. ${otherServerAdvice(operation)}`;
	return meaningOf(fault).advice ?? advice(status, operation, retryAfterMs);
}

const TOO_LATE = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/**
 * The property `failure` of an error, which recent versions of n8n read to decide when to try
 * again. Older ones ignore it.
 */
function n8nFailureOf(failure: Failure): object {
	const { status, retryAfterMs } = failure;
	if (isFromGateway(failure)) return { failure: { cause: 'configuration-invalid' } };
	const timed = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (status === 429) return { failure: { cause: 'rate-limited', ...timed } };
	if (failure.signInFailure?.isFinal || status === 401 || status === 403)
		return { failure: { cause: 'credential-invalid' } };
	if (failure.n8nMessage !== undefined || isLasting(failure))
		return { failure: { cause: 'configuration-invalid' } };
	return status === undefined || mayPass(status)
		? { failure: { cause: 'temporarily-unavailable', ...timed } }
		: {};
}

/** A function that turns failures into errors, which name the node and the item. */
export const failureErrorFor =
	(context: Omit<ErrorContext, 'operation'>) =>
	(failure: Failure, operation: RequestOperation, secrets: readonly string[]): Error =>
		failureError(failure, {
			...context,
			operation,
			secrets: [...(context.secrets ?? []), ...secrets],
		});
