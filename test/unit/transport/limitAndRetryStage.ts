/**
 * One request to a platform that reacts as the test says, in a simulated time of its own.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import type { Failure, WireRequest } from '../../../nodes/shared/declare/runtime/exchange';
import { clock } from '../../../nodes/shared/support/time/clock';
import type { HttpSend } from '../../../nodes/shared/transport/attempt';
import { platformSend } from '../../../nodes/shared/transport/platformSend';
import { queueFor } from '../../../nodes/shared/transport/queue/queues';
import { type Sender } from '../../../nodes/shared/transport/senders';
import { stub } from '../../support/stub';
import { simulatedTimeForEach } from '../../support/time';

export const time = simulatedTimeForEach();

const { random } = clock;

beforeEach(() => {
	// The longest pauses.
	clock.random = () => 1;
});

afterEach(() => {
	clock.random = random;
	jest.restoreAllMocks();
});

type Answer = Awaited<ReturnType<HttpSend>>;

/** What the platform answers to one attempt, after a time. */
export type Reaction = { after?: number | 'its timeout' } & (
	(Partial<Omit<Answer, 'statusCode'>> & { status: number }) | { fault: object }
);

export const ok: Reaction = { status: 200, body: '{"id":1}' };

export const refuses = (status: number, headers: Record<string, string> = {}): Reaction => ({
	status,
	headers,
});

export const breaks = (code: string, more: object = {}): Reaction => ({ fault: { code, ...more } });

class Refusal extends Error {
	constructor(
		readonly refused: Failure,
		readonly secrets: readonly string[],
	) {
		super(`refused with ${refused.status ?? refused.fault}`);
	}
}

let families = 0;

/** A family of requests that no other test sends, so that it has a queue of its own. */
export const newFamily = () => `family ${++families}`;

/** Sends one request to a platform that reacts so; the last reaction is repeated. */
export function sending(
	reactions: Reaction[],
	{
		operation = {},
		request = {},
		sender = {},
	}: { operation?: object; request?: Partial<WireRequest>; sender?: Partial<Sender> } = {},
) {
	const startedAt = time.elapsed();
	const attempts: Array<{ at: number; options: IHttpRequestOptions; uninterrupted: boolean }> = [];
	const declared = stub<RequestOperation>({
		method: 'GET',
		effect: 'read',
		family: newFamily(),
		answers: { kind: 'record' },
		...operation,
	});
	const httpSend: HttpSend = async (options, { uninterrupted }) => {
		const { after = 0, ...reaction } = reactions[Math.min(attempts.length, reactions.length - 1)]!;
		attempts.push({ at: time.elapsed() - startedAt, options, uninterrupted });
		await time.sleep(after === 'its timeout' ? options.timeout! : after);
		if ('fault' in reaction) throw Object.assign(new Error('fault'), reaction.fault);
		const { status, body, headers = {} } = reaction;
		return { statusCode: status, body, headers };
	};
	const done = platformSend({
		httpSend,
		credentialKey: 'credential',
		errorOf: (refused, _operation, secrets) => new Refusal(refused, secrets),
		...sender,
	})({
		operation: declared,
		input: { path: {}, query: {}, body: undefined, settings: {}, values: {} },
		wire: { method: declared.method, url: '/x', headers: {}, ...request },
	});
	const queue = queueFor('credential', declared.family);
	const refusal = async () =>
		await done.then(
			() => {
				throw new Error('it was not refused');
			},
			(error: Refusal) => error,
		);
	return { done, refusal, attempts, queue, declared, times: () => attempts.map(({ at }) => at) };
}

export const once = { operation: { method: 'POST', effect: 'start' } };
