/**
 * Turns a failure into an error that says what to do. It is built from the response, not from the
 * request. Secrets that the platform repeats in its response are masked.
 */
import { type INode, NodeApiError } from 'n8n-workflow';

import { applicationOf } from '../../../../credentials/values/applications';
import type { RequestOperation } from '../../declare/operation';
import { isUnpublished } from '../../declare/origin';
import { permissionWords } from '../../declare/permissions';
import type { Failure } from '../../declare/runtime/exchange';
import { withMessage } from '../../n8n/errors';
import { noteSignInFailure } from '../../support/errorNotes';
import {
	isOfGateway,
	isWebPage,
	proxySignIn,
	REFUSED_ON_THE_WAY,
} from '../../support/http/gateway';
import { isSuccess, mayPass } from '../../support/http/statuses';
import { withoutSecrets } from '../../support/text/mask';
import { asSentence, waitInWords } from '../../support/text/words';
import { isLost } from './fate';
import { isLasting, meaningOf } from './faults';
import { readRefusal, type Refusal } from './readRefusal';

const STATUS_WORDS: Record<number, string> = {
	400: 'Talend Cloud rejected the values',
	401: 'Talend Cloud rejected the token',
	403: 'Permission denied',
	404: 'Record not found',
	405: 'The record does not allow this operation in its current state',
	406: 'Talend Cloud did not accept the request',
	407: "n8n's proxy requires authentication",
	409: 'The request conflicts with the current state of the record',
	413: 'The request is too large',
	422: 'The record cannot be processed in its current state',
	429: 'Rate limit reached: too many requests',
	500: 'Talend Cloud could not complete the request',
	501: 'This feature is not set up in the account',
	502: "Talend Cloud's gateway received an invalid response",
	503: 'Talend Cloud is busy or under maintenance',
	504: 'Talend Cloud did not respond to its gateway in time',
	505: 'The version of HTTP is not supported',
};

/**
 * What a status means and what to do, if the response says nothing more; also for the reference.
 */
export const statusInWords = (
	status: number,
	operation?: RequestOperation,
): { message: string; todo: string } => ({
	message: STATUS_WORDS[status] ?? `Talend Cloud returned status ${status}`,
	todo: advice(status, operation),
});

function advice(
	status: number | undefined,
	operation?: RequestOperation,
	retryAfterMs?: number,
): string {
	if (status === undefined)
		return (
			operation?.elsewhereAdvice ??
			'Check the region or address in the credential and the network of n8n, then try again.'
		);
	if (status < 400) return otherServerAdvice(operation);
	if (status === 429 && retryAfterMs !== undefined)
		return `Try again in ${waitInWords(retryAfterMs)}.`;
	return (
		ADVICE[status]?.(operation) ??
		(status >= 500 || mayPass(status) ? 'Try again later.' : 'Check the values of the fields.')
	);
}

const PROXY_SIGN_IN = proxySignIn('HTTPS_PROXY, or Proxy in Request Options');
const CHECK_STATE = 'Check the current state of the record, then try again.';

/** What to do about a status, if the general advice for 4XX and 5XX does not fit. */
const ADVICE: Record<number, (operation?: RequestOperation) => string> = {
	401: (operation) =>
		'Check the client ID, secret and region in the credential (or the token, and whether it has expired).' +
		aboutTokens(operation),
	403: (operation) =>
		operation?.permissions
			? `This operation needs the permission ${permissionWords(operation.permissions)}. Ask an administrator to grant it to the credential's service account or user.`
			: "Ask an administrator which permission the credential's service account or user needs for this operation." +
				aboutTokens(operation),
	404: (operation) =>
		`Check the ID, and that the credential belongs to the account and region of the record. Talend Cloud also responds with 404 if the credential has no permission to view the record.${
			operation && isUnpublished(operation.endpoint)
				? ' Talend does not document this operation, so it might not be available in your account.'
				: ''
		}`,
	405: () => CHECK_STATE,
	406: () => 'Check the format that you chose in the operation.',
	407: () => PROXY_SIGN_IN,
	409: () => 'Check whether the name is taken or the record is in use, then try again.',
	413: () => 'Send less at once, such as a smaller file or fewer records.',
	429: () => 'Try again later, or send fewer requests at a time (Batching in Request Options).',
	501: () => 'Ask an account administrator to set it up.',
	505: () =>
		'Check the region or address in the credential, and the proxy between n8n and Talend Cloud.',
	511: () => PROXY_SIGN_IN,
};

/** What to do if something other than Talend Cloud responded. */
const otherServerAdvice = (operation?: RequestOperation): string =>
	operation?.elsewhereAdvice ??
	'Check the region or address in the credential: something other than Talend Cloud responds there.';

/**
 * What is known about the tokens of applications that have their own host
 * (docs/platform/interface.md, "The other applications").
 */
function aboutTokens(operation: RequestOperation | undefined): string {
	const application = operation && applicationOf(operation.endpoint);
	return application
		? ` Talend documents ${application.name} only with personal access tokens. If this is a service account, set Authentication to Token.`
		: '';
}

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
		status === undefined ? TOO_LATE.has(fault) && effect !== 'once' : status >= 500;
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
