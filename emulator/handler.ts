/** The parameters and results of handlers. */
import type { RequestOperation } from '../nodes/shared/declare/operation';
import type { Description } from '../platform/descriptions/exchange';
import type { EmulatorOptions } from './options';
import { Refusal } from './refusals';
import type { Caller } from './state/caller';
import type { Clock } from './state/clock';
import type { State } from './state/state';
import type { Tokens } from './state/tokens';

/** What handlers see of the emulator itself. */
export interface Surroundings {
	readonly state: State;
	readonly clock: Clock;
	readonly tokens: Tokens;
	readonly options: EmulatorOptions;
}

/** What the checks of its declaration have read from a request. */
export interface Checked {
	operation: RequestOperation;
	path: Record<string, string>;
	query: Record<string, unknown>;
	/** Query parameters that are not declared. */
	ignored: string[];
	body: unknown;
}

/** A request that passed the checks of its declaration. */
export interface Request extends Checked {
	caller: Caller;
	headers: Record<string, string>;
	state: State;
	clock: Clock;
	/**
	 * The description that the platform follows, unless others have observed something else
	 * (`state.seen`).
	 */
	follows: Description;
	emulator: Surroundings;
	/** The address under which the emulator was reached. */
	origin: string;
}

export interface Result {
	status: number;
	body?: unknown;
	/** Bytes instead of JSON. */
	raw?: Uint8Array;
	headers?: Record<string, string>;
}

/** Does what the platform does when it gets a request, or throws a Refusal. */
export type Handler = (request: Request) => Result | Promise<Result>;

/** The same handler for people only: service accounts are refused. */
export const forPeople =
	(handler: Handler): Handler =>
	(request) => {
		if (request.caller.type !== 'HUMAN')
			throw new Refusal(401, 'A personal access token is required');
		return handler(request);
	};

/** Handlers by the method and path of an operation, as it is declared. */
export type Handlers = Readonly<Record<string, Handler>>;

/** How a record is shown: alone, or as one of a list, which often has fewer fields. */
export type ShownIn = 'alone' | 'list';

export const ok = (body: unknown, headers?: Record<string, string>): Result => ({
	status: 200,
	body,
	headers,
});

export const created = (body: unknown, headers?: Record<string, string>): Result => ({
	status: 201,
	body,
	headers,
});

export const noContent = (headers?: Record<string, string>): Result => ({ status: 204, headers });
export const accepted = (headers?: Record<string, string>): Result => ({ status: 202, headers });
