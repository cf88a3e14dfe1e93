/**
 * Sends a request, after all steps, and checks the response. It is sent again only if its token was
 * refused and could be renewed.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Failure, HttpResponse } from '../declare/runtime/exchange';
import { isSuccess } from '../support/http/statuses';
import { isObject, withoutUndefined } from '../support/json';
import { isAbsent } from '../support/nothing';
import { MINUTE } from '../support/time/time';
import { faultCode, isBeforeSending } from './failure/faults';
import { type Outgoing, type Send, wireOf } from './pipeline';
import { judgeResponse } from './response/answer';
import { parseBody } from './response/body';

/**
 * Sends one request with n8n's request helper. The credential is sent only to the platform, whose
 * requests have a path as their address. It returns the response whatever its status, except that
 * n8n throws for a 401 (n8n < 2.9.1 returns it). `uninterrupted`: the request is not aborted when
 * the workflow is stopped.
 */
export type HttpSend = (
	options: IHttpRequestOptions,
	interruption: { uninterrupted: boolean },
) => Promise<{
	body: unknown;
	headers: Record<string, unknown>;
	statusCode: number;
}>;

/** How long one attempt may take. */
const TIMEOUT_MS = MINUTE;

const SLOW_TIMEOUT_MS = 10 * MINUTE;

/** Whether a request usually takes long: it reads a file, or its operation is slow. */
export const isSlow = (request: Outgoing): boolean =>
	wireOf(request).binary === true || request.operation.slow === true;

/** An attempt without an answer. */
export class AttemptFailed extends Error {
	override readonly name = 'AttemptFailed';

	constructor(readonly failure: Failure) {
		super('The request has no valid response');
	}
}

interface AttemptSender {
	httpSend: HttpSend;
	/** How long an attempt may take, if a person chose that. */
	timeoutMs?: number;
}

/** @throws AttemptFailed if there is no answer */
export const makeAttempt =
	(sender: AttemptSender): Send =>
	async (request) => {
		const { operation } = request;
		const { body: requestBody } = wireOf(request);
		// A request that starts something is not interrupted, because nobody would know what it has
		// started.
		const uninterrupted = operation.effect === 'start';
		const response = await sender
			.httpSend(optionsOf(request, sender.timeoutMs), { uninterrupted })
			.then(
				({ statusCode: status, headers, body }): HttpResponse => ({
					status,
					headers: plainHeaders(headers),
					body,
				}),
				(error: unknown) => {
					throw new AttemptFailed(failureFrom(error));
				},
			)
			.finally(async () => typeof requestBody === 'object' && (await requestBody.release()));
		const { answer, failure } = judgeResponse(operation, response);
		if (!answer) throw new AttemptFailed(failure);
		return answer;
	};

/** The options for n8n's request helper. */
function optionsOf(
	request: Outgoing,
	longestMs = isSlow(request) ? SLOW_TIMEOUT_MS : TIMEOUT_MS,
): IHttpRequestOptions {
	const wire = wireOf(request);
	return withoutUndefined({
		method: wire.method,
		url: wire.url,
		headers: { ...wire.headers },
		body: wire.body,
		// The body is not parsed by n8n, which would accept invalid JSON, and lose digits of long
		// numbers.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
		sendCredentialsOnCrossOriginRedirect: false,
		// A redirect usually leads to a sign-in page. The redirects of files are followed by a step of
		// the engine, which checks each address (`followRedirects.ts`).
		disableFollowRedirect: true,
		timeout: Math.max(1, Math.min(longestMs, request.leftMs ?? Infinity)),
	});
}

/** How many nested causes of an error are read. */
const MAX_CAUSES = 5;

/**
 * Reads an error of n8n's request helper. The error itself is not passed on, because it contains
 * the request.
 */
export function failureFrom(error: unknown): Failure {
	const failure: Failure = {};
	for (
		let cause: unknown = error, depth = 0;
		isObject(cause) && depth < MAX_CAUSES;
		cause = cause.cause, depth++
	) {
		if (cause.credentialRefused === true)
			return {
				status: typeof cause.refusedWith === 'number' ? cause.refusedWith : undefined,
				signInFailure: {
					message: String(cause.message),
					description: String(cause.description),
					isFinal: cause.isFinal === true,
				},
				retryAfterMs: typeof cause.retryAfterMs === 'number' ? cause.retryAfterMs : undefined,
			};
		noteResponse(failure, cause.response);
		noteFault(failure, cause);
		if (typeof cause.httpCode === 'string' && /^\d{3}$/.test(cause.httpCode))
			failure.status ??= Number(cause.httpCode);
	}
	if (failure.status === undefined && failure.fault === undefined && error instanceof Error) {
		failure.n8nMessage = error.message;
		// Without a credential, n8n sends nothing.
		if ('noCredential' in error) failure.notSent = true;
	}
	if (failure.status !== undefined) delete failure.fault;
	return brokeOff(failure) ? { fault: 'ECONNRESET', brokenOff: true } : failure;
}

function noteResponse(failure: Failure, response: unknown): void {
	if (!isObject(response) || typeof response.status !== 'number') return;
	failure.status ??= response.status;
	failure.headers ??= plainHeaders(response.headers);
	failure.body ??= parseBody(response.data, failure.headers['content-type']);
}

function noteFault(failure: Failure, error: Record<string, unknown>): void {
	const code = faultCode(error.code);
	if (code === undefined) return;
	failure.fault ??= code;
	if (typeof error.syscall === 'string') failure.syscall ??= error.syscall;
	if (isBeforeSending(error)) failure.notSent = true;
}

/**
 * Whether a response broke off: there was an error although it had a success status, or the
 * code of axios, which n8n uses, for an incomplete response.
 */
const brokeOff = ({ status, fault }: Failure): boolean =>
	status === undefined ? fault === 'ERR_BAD_RESPONSE' : isSuccess(status);

function plainHeaders(headers: unknown): Record<string, string> {
	const plain: Record<string, string> = {};
	if (isObject(headers))
		for (const [name, value] of Object.entries(headers))
			if (!isAbsent(value) && typeof value !== 'function')
				plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
	return plain;
}
