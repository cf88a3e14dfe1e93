import type { Clock } from '../clock';
import type { Emulator } from '..';
import type { Caller } from '../identity';
import type { Checked } from '../router';
import type { State } from '../state';

/** A request that passed the checks of its declaration. */
export interface Request extends Checked {
	caller: Caller;
	headers: Record<string, string>;
	state: State;
	clock: Clock;
	emulator: Emulator;
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

/** Does what the platform does on a request, or throws a Refusal. */
export type Handler = (request: Request) => Result | Promise<Result>;

/** Handlers by method and path, as the operations are declared. */
export type Handlers = Readonly<Record<string, Handler>>;

export const ok = (body: unknown, headers?: Record<string, string>): Result => ({ status: 200, body, headers });
export const created = (body: unknown, headers?: Record<string, string>): Result => ({ status: 201, body, headers });
export const noContent = (headers?: Record<string, string>): Result => ({ status: 204, headers });
