/**
 * What becomes of one request, to the attempt and the millisecond: what is repeated, when, for how
 * long, and the message in the end.
 */
import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import type { Failure, WireRequest } from '../../../nodes/shared/declare/exchange';
import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { clock } from '../../../nodes/shared/support/clock';
import type { HttpSend } from '../../../nodes/shared/transport/attempt';
import { lostResponseOf } from '../../../nodes/shared/transport/fate';
import { RequestQueue } from '../../../nodes/shared/transport/requestQueue';
import {
	explainFor,
	platformSend,
	queueFor,
	type Sender,
} from '../../../nodes/shared/transport/send';
import { stub } from '../../support/stub';
import { HOUR, simulatedTimeForEach } from '../../support/time';

const time = simulatedTimeForEach();
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
type Reaction = { after?: number | 'its timeout' } & (
	(Partial<Omit<Answer, 'statusCode'>> & { status: number }) | { fault: object }
);

const ok: Reaction = { status: 200, body: '{"id":1}' };
const refuses = (status: number, headers: Record<string, string> = {}): Reaction => ({
	status,
	headers,
});
const breaks = (code: string, more: object = {}): Reaction => ({ fault: { code, ...more } });

class Refusal extends Error {
	constructor(
		readonly refused: Failure,
		readonly secrets: readonly string[],
	) {
		super(`refused with ${refused.status ?? refused.fault}`);
	}
}

let families = 0;

/** Sends one request to a platform that reacts so; the last reaction is repeated. */
function sending(
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
		family: `family ${++families}`,
		answers: { kind: 'record' },
		...operation,
	});
	const httpSend: HttpSend = async (options, uninterrupted) => {
		const { after = 0, ...reaction } = reactions[Math.min(attempts.length, reactions.length - 1)]!;
		attempts.push({ at: time.elapsed() - startedAt, options, uninterrupted });
		await time.sleep(after === 'its timeout' ? options.timeout! : after);
		if ('fault' in reaction) throw Object.assign(new Error('fault'), reaction.fault);
		const { status, body, headers = {} } = reaction;
		return { statusCode: status, body, headers };
	};
	const done = platformSend({
		httpSend,
		credential: 'credential',
		explain: (refused, _operation, secrets) => new Refusal(refused, secrets),
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

const once = { operation: { method: 'POST', effect: 'once' } };
const PASSING = [408, 429, 500, 502, 503, 504];

describe('what is repeated', () => {
	test.each(PASSING)(
		'a read or write that is refused with %s is repeated up to four times',
		async (status) => {
			for (const effect of ['read', 'write']) {
				const passed = sending([...Array.from({ length: 4 }, () => refuses(status)), ok], {
					operation: { effect },
				});
				await expect(passed.done).resolves.toMatchObject({ status: 200, body: { id: 1 } });
				expect(passed.attempts).toHaveLength(5);
				const stays = sending([refuses(status)], { operation: { effect } });
				expect((await stays.refusal()).refused).toMatchObject({ status, attempts: 5 });
				expect(stays.attempts).toHaveLength(5);
			}
		},
	);

	test.each([400, 401, 403, 404, 409, 501, 505, 507])(
		'a request that is refused with %s is not repeated',
		async (status) => {
			const { refusal, attempts } = sending([refuses(status), ok]);
			expect((await refusal()).refused).toMatchObject({ status, attempts: 1 });
			expect(attempts).toHaveLength(1);
		},
	);

	test.each<{ what: string; reaction: Reaction; sent: number }>([
		{ what: 'a limit', reaction: refuses(429), sent: 2 },
		{ what: 'no connection', reaction: breaks('ECONNREFUSED'), sent: 2 },
		{ what: 'a connection that broke', reaction: breaks('ECONNRESET'), sent: 1 },
		{ what: 'a gateway that gave up', reaction: refuses(502), sent: 1 },
		{ what: 'a gateway without a server', reaction: refuses(503), sent: 1 },
		{ what: 'a time that was up', reaction: refuses(408), sent: 1 },
		{
			what: 'a sign-in without an answer',
			reaction: { fault: { credentialRefused: true } },
			sent: 2,
		},
		{
			what: 'a sign-in that is busy',
			reaction: { fault: { credentialRefused: true, refusedWith: 503 } },
			sent: 2,
		},
		{
			what: 'a sign-in that is refused',
			reaction: { fault: { credentialRefused: true, refusedWith: 401 } },
			sent: 1,
		},
	])(
		'a start or creation is repeated only if it certainly did nothing: $what',
		async ({ reaction, sent }) => {
			const { done, attempts } = sending([reaction, { ...ok, status: 201 }], once);
			await Promise.allSettled([done]);
			expect(attempts).toHaveLength(sent);
		},
	);

	test('a read whose connection broke is repeated, but not what n8n itself refused', async () => {
		const read = sending([breaks('ECONNRESET'), ok]);
		await expect(read.done).resolves.toMatchObject({ status: 200 });
		const words = sending([{ fault: {} }, ok]);
		expect((await words.refusal()).refused).toEqual({
			n8nMessage: 'fault',
			attempts: 1,
			retryAfterMs: undefined,
		});
		expect(words.attempts).toHaveLength(1);
	});
});

describe('the wait between two attempts', () => {
	test('a repetition waits for up to half a second, twice as long each time', async () => {
		const { refusal, times } = sending([refuses(500)]);
		await refusal();
		expect(times()).toEqual([0, 500, 1_500, 3_500, 7_500]);
		clock.random = () => 0;
		const lucky = sending([refuses(500)]);
		await lucky.refusal();
		expect(lucky.times()).toEqual([0, 0, 0, 0, 0]);
	});

	test('a repetition waits for as long as the server asks, unless its own pause is longer', async () => {
		const { refusal, times } = sending([refuses(503, { 'Retry-After': '3' })]);
		expect((await refusal()).refused).toMatchObject({ retryAfterMs: 3_000 });
		expect(times()).toEqual([0, 3_000, 6_000, 9_000, 13_000]);
	});

	test('a repetition waits for as long as a sign-in asks', async () => {
		const { done, times, queue } = sending([
			{ fault: { credentialRefused: true, refusedWith: 429, retryAfterMs: 9_000 } },
			ok,
		]);
		await done;
		expect(times()).toEqual([0, 9_000]);
		// The limit of the sign-in is not that of the family.
		expect(queue.slowedUntil()).toBeLessThan(time.elapsed());
	});

	test('the whole queue waits after a 429, and requests that were sent before are repeated first', async () => {
		const run = jest.spyOn(RequestQueue.prototype, 'run');
		const { done, times, queue } = sending([
			{ ...refuses(429, { 'Retry-After': '30' }), after: 5 },
			ok,
		]);
		const other = time.sleep(10).then(
			async () =>
				await queue.run(async () => await Promise.resolve(time.elapsed()), {
					endpoint: 'GET /any',
					patienceMs: 60_000,
					isRetry: false,
				}),
		);
		await done;
		expect(times()).toEqual([0, 30_005]);
		expect(await other).toBeGreaterThanOrEqual(time.elapsed());
		expect(run.mock.calls.map(([, { isRetry }]) => isRetry)).toEqual([false, true, false]);
	});

	test('nothing waits once the workflow is stopped', async () => {
		const stop = new AbortController();
		const { done, attempts } = sending([refuses(503, { 'Retry-After': '60' })], {
			sender: { signal: stop.signal },
		});
		await time.sleep(1_000);
		stop.abort(new Error('stopped'));
		await expect(done).rejects.toThrow('stopped');
		expect(attempts).toHaveLength(1);
		const before = sending([ok], { sender: { signal: stop.signal } });
		await expect(before.done).rejects.toThrow('stopped');
		expect(before.attempts).toEqual([]);
	});
});

describe('a request takes two minutes at most', () => {
	test('the two minutes of a request include the waits that the server asked for', async () => {
		const exact = sending([refuses(503, { 'Retry-After': '60' })]);
		await exact.refusal();
		expect(exact.times()).toEqual([0, 60_000, 120_000]);
		const long = sending([refuses(503, { 'Retry-After': '120.001' }), ok]);
		expect((await long.refusal()).refused).toMatchObject({ attempts: 1, retryAfterMs: 120_001 });
		expect(long.times()).toEqual([0]);
	});

	test('the two minutes of a request include the time that its attempts took', async () => {
		const { refusal, times } = sending([{ ...refuses(503, { 'Retry-After': '60' }), after: 1 }]);
		await refusal();
		expect(times()).toEqual([0, 60_001]);
	});

	test.each([
		{ what: 'usually', sender: {}, request: {}, timeouts: [60_000, 59_500] },
		{ what: 'with a file', sender: {}, request: { binary: true }, timeouts: [600_000, 59_500] },
		{
			what: 'with 10 s to wait for a response, as chosen',
			sender: { timeoutMs: 10_000 },
			request: {},
			timeouts: [10_000, 10_000, 10_000, 10_000, 10_000],
		},
		{
			what: 'with 100 s, as chosen',
			sender: { timeoutMs: 100_000 },
			request: {},
			timeouts: [100_000, 19_500],
		},
		{
			what: 'with 5 minutes, as chosen',
			sender: { timeoutMs: 300_000 },
			request: {},
			timeouts: [300_000],
		},
	])(
		'attempts without a response share the budget of their request: $what',
		async ({ sender, request, timeouts }) => {
			const { refusal, attempts } = sending([{ ...breaks('ECONNABORTED'), after: 'its timeout' }], {
				sender,
				request,
			});
			await refusal();
			expect(attempts.map(({ options }) => options.timeout)).toEqual(timeouts);
		},
	);

	test('the time in the queue behind other requests is not taken from an attempt', async () => {
		const family = `family ${++families}`;
		const slow = Array.from({ length: 24 }, () =>
			sending([{ ...ok, after: 55_000 }], { operation: { family } }),
		);
		const last = sending([ok], { operation: { family } });
		await Promise.all([...slow, last].map(async ({ done }) => await done));
		expect(last.attempts).toMatchObject([{ at: 165_000, options: { timeout: 60_000 } }]);
	});

	test('the last attempt has 10 seconds for its response, however little is left', async () => {
		const { done, attempts } = sending([refuses(429, { 'Retry-After': '119' }), ok]);
		await expect(done).resolves.toMatchObject({ status: 200 });
		expect(attempts.map(({ options }) => options.timeout)).toEqual([60_000, 10_000]);
	});

	test.each([
		{ leftMs: 10_000, retryAfter: '11', timeoutMs: 10_000 },
		{ leftMs: 900_000, retryAfter: '121', timeoutMs: 60_000 },
		{ leftMs: 0, retryAfter: '1', timeoutMs: 1 },
	])(
		'an attempt with $leftMs ms left of a poll has $timeoutMs ms',
		async ({ leftMs, retryAfter, timeoutMs }) => {
			const { refusal, attempts } = sending([refuses(503, { 'Retry-After': retryAfter }), ok], {
				sender: { leftMs: () => leftMs },
			});
			await refusal();
			expect(attempts.map(({ options }) => options.timeout)).toEqual([timeoutMs]);
		},
	);

	test('the time of a poll is also used up in the queue', async () => {
		const family = `family ${++families}`;
		const eight = Array.from(
			{ length: 8 },
			() => sending([{ ...ok, after: 7_000 }], { operation: { family } }).done,
		);
		const until = time.elapsed() + 10_000;
		const { done, attempts } = sending([ok], {
			operation: { family },
			sender: { leftMs: () => until - time.elapsed() },
		});
		await Promise.all([...eight, done]);
		expect(attempts.map(({ options }) => options.timeout)).toEqual([3_000]);
	});

	test('a pause of its queue that fits into the budget is waited for, and counted once', async () => {
		const { done, times } = sending([refuses(429, { 'Retry-After': '100' }), ok]);
		await expect(done).resolves.toMatchObject({ status: 200 });
		expect(times()).toEqual([0, 100_000]);
		const twice = sending([
			refuses(429, { 'Retry-After': '100' }),
			refuses(503, { 'Retry-After': '21' }),
			ok,
		]);
		await twice.refusal();
		expect(twice.times()).toEqual([0, 100_000]);
	});

	test('a pause of its queue that comes later has to fit into what is left', async () => {
		const { refusal, queue, times } = sending([refuses(503, { 'Retry-After': '100' }), ok]);
		await time.sleep(99_000);
		await queue.run((slot) => Promise.resolve(queue.limited(slot, 30_000)), {
			endpoint: 'GET /any',
			patienceMs: 0,
			isRetry: false,
		});
		expect((await refusal()).refused).toEqual({ status: 429, attempts: 1, retryAfterMs: 29_000 });
		expect(times()).toEqual([0]);
	});

	test('a request that does not fit is reported at once, also to later ones', async () => {
		const { refusal, declared, attempts } = sending([refuses(429, { 'Retry-After': '300' }), ok]);
		expect((await refusal()).refused).toMatchObject({
			status: 429,
			attempts: 1,
			retryAfterMs: 300_000,
		});
		expect(attempts).toHaveLength(1);
		await time.sleep(50_000);
		const later = sending([ok], {
			operation: { family: declared.family },
			sender: { secrets: async () => await Promise.resolve(['secret']) },
		});
		const error = await later.refusal();
		expect(error.refused).toEqual({ status: 429, attempts: 0, retryAfterMs: 250_000 });
		expect(error.secrets).toEqual(['secret']);
		expect(later.attempts).toEqual([]);
	});
});

describe('a request is sent', () => {
	const headers = { accept: 'application/json' };

	test('a request is sent as it was made, and the response returned unchanged', async () => {
		const { done, attempts } = sending([ok], {
			request: { method: 'PUT', url: '/tasks/1?x=2', headers, body: '{"a":1}' },
		});
		await done;
		expect(attempts).toEqual([
			{
				at: 0,
				uninterrupted: false,
				options: {
					method: 'PUT',
					url: '/tasks/1?x=2',
					headers,
					body: '{"a":1}',
					encoding: 'arraybuffer',
					returnFullResponse: true,
					ignoreHttpStatusErrors: { ignore: true, except: [401] },
					sendCredentialsOnCrossOriginRedirect: false,
					disableFollowRedirect: true,
					timeout: 60_000,
				},
			},
		]);
		// n8n adds to them.
		expect(attempts[0]!.options.headers).not.toBe(headers);
	});

	test('a request without a body is sent without one, and one that starts something is not aborted', async () => {
		const { done, attempts } = sending([ok], once);
		await done;
		expect(attempts[0]!.uninterrupted).toBe(true);
		expect('body' in attempts[0]!.options).toBe(false);
	});

	test('a request for a file, and a slow operation, has ten minutes', async () => {
		const file = sending([ok], { request: { binary: true } });
		const slow = sending([ok], { operation: { slow: true } });
		await Promise.all([file.done, slow.done]);
		expect([file, slow].map(({ attempts }) => attempts[0]!.options.timeout)).toEqual([
			600_000, 600_000,
		]);
	});

	test('a request is sent with a file that is closed after each attempt', async () => {
		const release = jest.fn(async () => await Promise.resolve());
		await sending([breaks('ECONNRESET'), refuses(503), ok], { request: { body: { release } } })
			.done;
		expect(release).toHaveBeenCalledTimes(3);
	});
});

describe('a slowed queue', () => {
	const slowed = jest.fn();
	beforeEach(() => slowed.mockReset());

	/**
	 * The second request of a queue, `afterMs` after the first, whose 429 has paused the queue.
	 * @param pause in seconds
	 */
	async function behind(pause: string, afterMs: number) {
		const first = sending([refuses(429, { 'Retry-After': pause }), ok]);
		await time.sleep(afterMs);
		const second = sending([ok], {
			operation: { family: first.declared.family },
			sender: { slowed },
		});
		await Promise.all([first.done, second.done]);
		return { family: first.declared.family, second };
	}

	test('a hint says until when a limit slows the queue, if that costs a second or more', async () => {
		const startedAt = time.now();
		const { family } = await behind('30', 1_000);
		expect(slowed.mock.calls).toEqual([[family, startedAt + 30_000]]);
		slowed.mockReset();
		await behind('30', 29_000);
		expect(slowed).toHaveBeenCalledTimes(1);
	});

	test('the hint has the later time if the queue was slowed again meanwhile', async () => {
		const startedAt = time.now();
		const first = sending([
			refuses(429, { 'Retry-After': '10' }),
			refuses(429, { 'Retry-After': '40' }),
			ok,
		]);
		await time.sleep(1_000);
		await Promise.all([
			first.done,
			sending([ok], { operation: { family: first.declared.family }, sender: { slowed } }).done,
		]);
		expect(slowed.mock.calls).toEqual([[first.declared.family, startedAt + 50_000]]);
	});

	test('no hint is shown about less than a second, or about a queue that is only full', async () => {
		await behind('30', 29_001);
		expect(slowed).not.toHaveBeenCalled();
		const family = `family ${++families}`;
		const busy = Array.from(
			{ length: 9 },
			() => sending([{ ...ok, after: 5_000 }], { operation: { family }, sender: { slowed } }).done,
		);
		await Promise.all(busy);
		expect(slowed).not.toHaveBeenCalled();
	});

	test('a response tells the queue that it was not limited, a network fault or a 429 does not', async () => {
		const through = async (reaction: Reaction) => {
			const { done, queue } = sending([reaction, ok]);
			const spy = jest.spyOn(queue, 'notLimited');
			await Promise.allSettled([done]);
			return spy.mock.calls.length;
		};
		expect(await through(ok)).toBe(1);
		expect(await through(refuses(404))).toBe(1);
		expect(await through(refuses(503))).toBe(2);
		expect(await through(refuses(429))).toBe(1);
		expect(await through(breaks('ECONNRESET'))).toBe(1);
		expect(await through({ fault: { credentialRefused: true, refusedWith: 429 } })).toBe(2);
	});
});

describe('a record that no longer exists after a delete', () => {
	const deletes = (reaction: Reaction) =>
		sending([reaction, refuses(404)], { operation: { method: 'DELETE', effect: 'write' } });

	test.each<[string, Reaction]>([
		['a gateway gave up', refuses(502)],
		['its time was up', refuses(408)],
		['the server failed', refuses(500)],
		['the connection broke', breaks('ECONNRESET')],
	])(
		'a record that no longer exists after a delete was deleted by it, if %s before',
		async (_what, reaction) => {
			await expect(deletes(reaction).done).resolves.toEqual({
				status: 204,
				headers: {},
				body: undefined,
			});
		},
	);

	test.each<[string, Reaction]>([
		['it was gone at once', refuses(404)],
		['there was a limit', refuses(429)],
		['there was no connection', breaks('ECONNREFUSED')],
		['the sign-in failed', { fault: { credentialRefused: true, refusedWith: 503 } }],
	])('the record did not exist, if %s', async (_what, reaction) => {
		expect((await deletes(reaction).refusal()).refused).toMatchObject({ status: 404 });
	});

	test('a record that no longer exists after a delete does not make another refusal a success', async () => {
		const { refusal } = sending([refuses(502), refuses(403)], {
			operation: { method: 'DELETE', effect: 'write' },
		});
		expect((await refusal()).refused).toMatchObject({ status: 403, attempts: 2 });
	});

	test('a record that no longer exists after a delete is a refusal for another request', async () => {
		const { refusal } = sending([refuses(502), refuses(404)], {
			operation: { method: 'PUT', effect: 'write' },
		});
		expect((await refusal()).refused).toMatchObject({ status: 404, attempts: 2 });
	});
});

describe('what may have been started', () => {
	test.each<{ what: string; reaction: Reaction; lost: { beganWell: boolean } | undefined }>([
		{ what: 'a gateway gave up', reaction: refuses(502), lost: { beganWell: false } },
		{ what: 'the time was up', reaction: refuses(408), lost: { beganWell: false } },
		{ what: 'the connection broke', reaction: breaks('ECONNRESET'), lost: { beganWell: false } },
		{
			what: 'the answer broke off',
			reaction: breaks('ERR_BAD_RESPONSE'),
			lost: { beganWell: true },
		},
		{
			what: 'the answer is no record',
			reaction: { status: 200, body: '[]' },
			lost: { beganWell: true },
		},
		{ what: 'it was refused', reaction: refuses(403), lost: undefined },
		{ what: 'there is a limit', reaction: refuses(429), lost: undefined },
		{ what: 'it is never done', reaction: refuses(501), lost: undefined },
		{ what: 'the version of HTTP is never served', reaction: refuses(505), lost: undefined },
		{ what: 'there is no connection', reaction: breaks('ENOTFOUND'), lost: undefined },
		{
			what: 'the sign-in failed',
			reaction: { fault: { credentialRefused: true, refusedWith: 500 } },
			lost: undefined,
		},
	])('the error tells what may have been started: $what', async ({ reaction, lost }) => {
		const error = await sending([reaction], once).refusal();
		expect(lostResponseOf(error)).toEqual(lost);
	});

	test('nothing may have been started if a request only reads or writes', async () => {
		for (const effect of ['read', 'write'])
			expect(
				lostResponseOf(await sending([refuses(502)], { operation: { effect } }).refusal()),
			).toBeUndefined();
		for (const other of [undefined, null, 'text', new Error('another')])
			expect(lostResponseOf(other)).toBeUndefined();
	});

	test('a possible start is also reported if the workflow was stopped meanwhile; otherwise it only stops', async () => {
		const stopped = async (operation: object, reaction: Reaction) => {
			const stop = new AbortController();
			const { done } = sending([{ ...reaction, after: 1_000 }], {
				operation,
				sender: { signal: stop.signal },
			});
			const settled = done.catch((error: Error) => error);
			await time.sleep(500);
			stop.abort(new Error('stopped'));
			return (await settled) as Error;
		};
		expect(lostResponseOf(await stopped(once.operation, refuses(502)))).toEqual({
			beganWell: false,
		});
		expect(lostResponseOf(await stopped(once.operation, { status: 200, body: '[]' }))).toEqual({
			beganWell: true,
		});
		expect(await stopped(once.operation, refuses(403))).toMatchObject({ message: 'stopped' });
		expect(await stopped({}, refuses(404))).toMatchObject({ message: 'stopped' });
		expect(await stopped(once.operation, { status: 201, body: '{"id":1}' })).toMatchObject({
			status: 201,
		});
	});
});

describe('unused queues', () => {
	const inside = { endpoint: 'GET /any', patienceMs: 120_000, isRetry: false };

	test('unused queues are forgotten after a while, so that their number does not grow forever', async () => {
		const queue = queueFor('one', 'executions');
		await queue.run(async () => await time.sleep(1), inside);
		expect(queueFor('one', 'executions')).toBe(queue);
		await time.sleep(HOUR);
		queueFor('another', 'executions');
		expect(queueFor('one', 'executions')).not.toBe(queue);
	});

	test('unused queues are kept while a request is in progress, or a limit has an effect', async () => {
		const busy = queueFor('busy', 'executions');
		const working = busy.run(async () => await time.sleep(2 * HOUR), inside);
		const paused = queueFor('paused', 'executions');
		await paused.run((epoch) => Promise.resolve(paused.limited(epoch, 2 * HOUR)), inside);
		await time.sleep(HOUR / 10);
		queueFor('other', 'executions');
		expect(queueFor('busy', 'executions')).toBe(busy);
		expect(queueFor('paused', 'executions')).toBe(paused);
		await working;
	});

	test('each credential and each family has its own queue', () => {
		const of = [
			['a', 'x'],
			['a', 'y'],
			['b', 'x'],
		] as const;
		expect(new Set(of.map(([credential, family]) => queueFor(credential, family))).size).toBe(3);
	});
});

test('an error repeats no secret of the credential or of the input', async () => {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 't',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const body = '{"message":"bad key of-the-input or of-the-credential"}';
	const { done } = sending([{ status: 400, body }], {
		sender: {
			explain: explainFor({ node, itemIndex: 3, secrets: ['of-the-input'] }),
			secrets: async () => await Promise.resolve(['of-the-credential']),
		},
	});
	await expect(done).rejects.toMatchObject({
		message: 'bad key *** or ***',
		context: { itemIndex: 3 },
		description: expect.stringContaining('Status 400') as string,
	});
	const without = sending([{ status: 400, body }]);
	expect((await without.refusal()).secrets).toEqual([]);
	const pick = sending([{ status: 400, body }], { sender: { explain: explainFor({ node }) } });
	await expect(pick.done).rejects.toMatchObject({
		message: 'bad key of-the-input or of-the-credential',
	});
});
