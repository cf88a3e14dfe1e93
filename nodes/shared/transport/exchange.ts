/** The last step, in which a request leaves: it is sent once, and its response is judged. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Answer, Refused } from '../declare/wire';
import { isObject } from '../support/json';
import { judgeAnswer } from './answer';
import { parseBody } from './body';
import { faultCode, isBeforeSending } from './faults';
import { type Outgoing, type Send, wireOf } from './pipeline';

/**
 * One request as n8n sends it, authenticated; responses of any status except 401 are returned.
 * `toTheEnd`: it is not aborted when the workflow is stopped.
 */
export type Exchange = (
	options: IHttpRequestOptions,
	toTheEnd: boolean,
) => Promise<{
	body: unknown;
	headers: Record<string, unknown>;
	statusCode: number;
}>;

/** How long one attempt may take; a file, or a slow operation, may take longer. */
const ATTEMPT_MS = 60_000;

const FILE_MS = 600_000;

/** An attempt without a response that is what its operation declares. */
export class NotAnswered extends Error {
	override readonly name = 'NotAnswered';

	constructor(readonly refused: Refused) {
		super('The request has no valid response');
	}
}

/**
 * Sends a request once.
 * @param sender.leftMs how long it may take, if that can be less than usual
 * @throws NotAnswered
 */
export const exchange =
	(sender: { exchange: Exchange; leftMs?: () => number }): Send =>
	async (request) => {
		const { operation } = request;
		const { body: sent } = wireOf(request);
		// A request that starts something may always complete: what it started must be known.
		const arriving = sender.exchange(
			optionsOf(request, sender.leftMs),
			operation.effect === 'once',
		);
		const arrived = await arriving
			.then(
				({ statusCode: status, headers, body }): Answer => ({
					status,
					headers: plainHeaders(headers),
					body,
				}),
				(error: unknown) => {
					throw new NotAnswered(refusedBy(error));
				},
			)
			.finally(async () => typeof sent === 'object' && (await sent.release()));
		const { answer, refused = {} } = judgeAnswer(operation, arrived);
		if (!answer) throw new NotAnswered(refused);
		return answer;
	};

/** What n8n's request helper gets. */
function optionsOf(request: Outgoing, leftMs?: () => number): IHttpRequestOptions {
	const wire = wireOf(request);
	const longestMs = wire.binary || request.operation.slow ? FILE_MS : ATTEMPT_MS;
	return {
		method: wire.method,
		url: wire.url,
		headers: { ...wire.headers },
		...(wire.body === undefined ? {} : { body: wire.body }),
		// Unparsed: n8n would accept invalid JSON, and lose digits of long numbers.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
		sendCredentialsOnCrossOriginRedirect: false,
		// A redirect leads to a sign-in page; redirects of a file are followed one by one, and each is checked.
		disableFollowRedirect: true,
		timeout: Math.max(1, Math.min(longestMs, leftMs?.() ?? Infinity)),
	};
}

/** How many causes of an error are read. */
const DEPTH = 5;

/** The content of an error from n8n's request helper. The error itself contains the request, so it is dropped. */
export function refusedBy(error: unknown): Refused {
	const refused: Refused = {};
	for (let at: unknown = error, depth = 0; isObject(at) && depth < DEPTH; at = at.cause, depth++) {
		if (at.credentialRefused === true)
			return {
				status: typeof at.refusedWith === 'number' ? at.refusedWith : undefined,
				credential: { message: String(at.message), description: String(at.description) },
				retryAfterMs: typeof at.retryAfterMs === 'number' ? at.retryAfterMs : undefined,
			};
		noteResponse(refused, at.response);
		noteFault(refused, at);
		if (typeof at.httpCode === 'string' && /^\d{3}$/.test(at.httpCode))
			refused.status ??= Number(at.httpCode);
	}
	if (refused.status === undefined && refused.network === undefined && error instanceof Error)
		refused.words = error.message;
	if (refused.status !== undefined) delete refused.network;
	return brokeOff(refused) ? { network: 'ECONNRESET', brokenOff: true } : refused;
}

function noteResponse(refused: Refused, response: unknown): void {
	if (!isObject(response) || typeof response.status !== 'number') return;
	refused.status ??= response.status;
	refused.headers ??= plainHeaders(response.headers);
	refused.body ??= parseBody(response.data, refused.headers['content-type']);
}

function noteFault(refused: Refused, error: Record<string, unknown>): void {
	const code = faultCode(error.code);
	if (code === undefined) return;
	refused.network ??= code;
	if (typeof error.syscall === 'string') refused.syscall ??= error.syscall;
	if (isBeforeSending(error)) refused.unsent = true;
}

/** A fault with a success status, or n8n's name for an incomplete response. */
const brokeOff = ({ status, network }: Refused): boolean =>
	status === undefined ? network === 'ERR_BAD_RESPONSE' : status >= 200 && status < 300;

function plainHeaders(headers: unknown): Record<string, string> {
	const plain: Record<string, string> = {};
	if (isObject(headers))
		for (const [name, value] of Object.entries(headers))
			if (value !== undefined && value !== null && typeof value !== 'function')
				plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
	return plain;
}
