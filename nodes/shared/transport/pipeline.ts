/**
 * The steps of sending a request. Each step gets the request and the next step (as middleware
 * does), and knows no other.
 */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../declare/operation';
import type { Input } from '../declare/runtime/context';
import type { Answer, WireRequest } from '../declare/runtime/exchange';
import { perObject } from '../support/perObject';
import { buildRequest } from './request/wire';

/**
 * A request that is to be sent. A step may pass on another one, such as its alternative or one to
 * another address.
 */
export interface Outgoing {
	operation: RequestOperation;
	input: Input;
	/** Page parameters. */
	page?: IDataObject;
	/**
	 * The request, if it was built before: by a caller or step that needs another one, or for the
	 * retries, so that all attempts send the same one.
	 */
	wire?: WireRequest;
	/** How long an attempt may take, if that is less than usual. */
	leftMs?: number;
}

/**
 * Sends a request.
 * @throws if it has no answer
 */
export type Send = (request: Outgoing) => Promise<Answer>;

/** Does something before, after or instead of the following steps. */
export type Step = (request: Outgoing, next: Send) => Promise<Answer>;

/**
 * Combines steps, the first one first, with the function that sends the request after all of them.
 */
export function pipeline(...steps: [...Step[], Send]): Send {
	const last = steps.at(-1) as Send;
	return (steps.slice(0, -1) as Step[]).reduceRight<Send>(
		(next, step) => async (request) => await step(request, next),
		last,
	);
}

/**
 * The request as it is sent; it is built once for each {@link Outgoing}, when a step needs it.
 * @throws BadInput if the input cannot be sent
 */
export const wireOf = perObject(
	({ wire, operation, input, page }: Outgoing): WireRequest =>
		wire ?? buildRequest(operation, input, page),
);
