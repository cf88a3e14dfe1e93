/** Makes responses from the results of handlers and from faults, and breaks connections. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Result } from '../handler';
import { Refusal } from '../refusals';
import type { Fault } from './faults';

export type HttpContext = Context<{ Bindings: HttpBindings }>;

/** The response with the result of a handler. */
export const responseOf = (result: Result): Response =>
	result.raw === undefined
		? jsonResponse(result.status, result.body, result.headers)
		: rawResponse(result);

/** A response with an unchanged body. */
function rawResponse({ status, raw: body, headers }: Result): Response {
	const none = body === undefined || body.length === 0;
	return new Response(none ? null : (body as Uint8Array<ArrayBuffer>), { status, headers });
}

export function jsonResponse(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): Response {
	if (body === undefined) return new Response(null, { status, headers });
	return new Response(JSON.stringify(body), {
		status,
		headers: { 'content-type': 'application/json', ...headers },
	});
}

/**
 * The response of a fault.
 * @param refuse makes the response of a refusal, in the form of the area
 */
export function faultResponse(fault: Fault, refuse: (refusal: Refusal) => Response): Response {
	const headers: Record<string, string> = { ...fault.headers };
	if (fault.retryAfter !== undefined) headers['retry-after'] = String(fault.retryAfter);
	if (fault.body === undefined)
		return refuse(new Refusal(fault.status!, `Injected fault: ${fault.status}`, { headers }));
	const text = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
	return new Response(text === '' ? null : text, {
		status: fault.status,
		headers: { 'content-type': fault.contentType ?? 'application/json', ...headers },
	});
}

/** Ends the connection without an answer. */
export function brokenConnection(context: HttpContext): Response {
	context.env.incoming.socket.destroy();
	return new Response(null, { status: 499 });
}
