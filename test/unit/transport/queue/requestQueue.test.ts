/**
 * What a request queue does, with exact numbers; `requestQueueSimulations.test.ts` shows what that
 * means for whole runs.
 */
import { getEventListeners } from 'node:events';

import { clock } from '../../../../nodes/shared/support/time/clock';
import { QueuePaused, RequestQueue } from '../../../../nodes/shared/transport/queue/requestQueue';
import { MINUTE, simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();

const PATIENCE = 120_000;
const endpoint = 'GET /any';

/** A request whose budget is two minutes, and which is sent for the first time. */
const request = (more: Partial<Parameters<RequestQueue['run']>[1]> = {}) => ({
	endpoint,
	patienceMs: PATIENCE,
	isRetry: false,
	...more,
});

describe('a pause of a queue', () => {
	let queue: RequestQueue;
	const enter = (patienceMs: number) =>
		queue.run(() => Promise.resolve('in'), request({ patienceMs }));
	beforeEach(async () => {
		queue = new RequestQueue();
		await queue.run((slot) => Promise.resolve(queue.slowDown(slot, 300_000)), request());
	});

	test('a request whose budget ends before the pause is refused with the end of the pause', async () => {
		await expect(enter(PATIENCE)).rejects.toThrow(QueuePaused);
		await expect(enter(PATIENCE)).rejects.toMatchObject({ untilMs: time.elapsed() + 300_000 });
	});

	test('a request whose budget ends after the pause is sent after it', async () => {
		await expect(enter(400_000)).resolves.toBe('in');
	});
});

test('one request tries again after ten minutes, whatever the server announced', async () => {
	const queue = new RequestQueue();
	await queue.run((slot) => Promise.resolve(queue.slowDown(slot, 999_999_999_000)), request());
	await expect(queue.run(() => Promise.resolve(), request())).rejects.toThrow(QueuePaused);
	await time.sleep(600_000);
	await expect(queue.run(() => Promise.resolve('in'), request())).resolves.toBe('in');
});

describe('a request that waits in the queue', () => {
	/** A queue that is paused for a second, and how requests with a name enter it. */
	const pausedQueue = async () => {
		const queue = new RequestQueue();
		const order: string[] = [];
		const hold = queue.run(async (slot) => {
			queue.slowDown(slot, 1_000);
			await time.sleep(2_000);
		}, request());
		await time.sleep(1);
		const enter = (name: string, isRetry: boolean, signal?: AbortSignal) =>
			queue.run(() => Promise.resolve(order.push(name)), request({ isRetry, signal }));
		return { queue, enter, order, hold };
	};

	test('a request that was sent before goes first', async () => {
		const { enter, order, hold } = await pausedQueue();
		const waiting = [enter('new', false), enter('again', true)];
		await hold;
		await Promise.all(waiting);
		expect(order).toEqual(['again', 'new']);
	});

	test('requests of the poll that began first go first, but overtake none of a node', async () => {
		const { queue, order, hold } = await pausedQueue();
		const enter = (name: string, pollNumber?: number) =>
			queue.run(() => Promise.resolve(order.push(name)), request({ pollNumber }));
		const waiting = [
			enter('later poll', 8),
			enter('node'),
			enter('later poll', 8),
			enter('first poll', 7),
			enter('later poll', 8),
			enter('first poll', 7),
			enter('node'),
		];
		await hold;
		await Promise.all(waiting);
		expect(order).toEqual([
			'later poll',
			'node',
			'first poll',
			'first poll',
			'later poll',
			'later poll',
			'node',
		]);
	});

	test('a request that is aborted leaves the queue', async () => {
		const { enter, order, hold } = await pausedQueue();
		const gone = new AbortController();
		const waiting = [enter('new', false), enter('gone', true, gone.signal)];
		gone.abort(new Error('stopped'));
		await expect(waiting[1]).rejects.toThrow('stopped');
		await hold;
		await waiting[0];
		expect(order).toEqual(['new']);
	});

	test('a request whose signal is aborted does not enter the queue', async () => {
		const { enter, order, hold } = await pausedQueue();
		await hold;
		await expect(enter('late', false, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
			'stopped',
		);
		expect(order).toEqual([]);
	});
});

test('a queue leaves no timer behind when a waiting request is aborted', async () => {
	const queue = new RequestQueue();
	await queue.run((slot) => Promise.resolve(queue.slowDown(slot, 60_000)), request());
	const gone = new AbortController();
	const sleeping: boolean[] = [];
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		const index = sleeping.push(true) - 1;
		await sleep(ms, signal).finally(() => (sleeping[index] = false));
	};
	const waiting = queue.run(() => Promise.resolve(), request({ signal: gone.signal }));
	expect(sleeping).toEqual([true]);
	gone.abort(new Error('stopped'));
	await expect(waiting).rejects.toThrow('stopped');
	await time.sleep(1);
	expect(sleeping[0]).toBe(false);
});

test('a full queue sets no timer: a request that ends starts the next', async () => {
	const queue = new RequestQueue();
	const timers = jest.fn();
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		if (signal) timers(ms);
		await sleep(ms, signal);
	};
	await Promise.all(
		Array.from(
			{ length: 50 },
			async () => await queue.run(async () => await time.sleep(5), request()),
		),
	);
	expect(timers).not.toHaveBeenCalled();
});

describe('a queue after a 429', () => {
	let queue: RequestQueue;
	beforeEach(() => void (queue = new RequestQueue()));

	const inside = request({ patienceMs: 3_600_000 });
	/** A request that is refused: for how long the queue pauses then. */
	const refused = async (afterMs?: number) =>
		await queue.run(
			(slot) => Promise.resolve(queue.slowDown(slot, afterMs) - time.elapsed()),
			inside,
		);
	const through = async () => await queue.run(() => Promise.resolve(queue.speedUp()), inside);

	test('the queue pauses four times as long each time, up to 40 s, if the server announces nothing', async () => {
		for (const pause of [1_000, 4_000, 16_000, 40_000, 40_000]) expect(await refused()).toBe(pause);
		await through();
		expect(await refused()).toBe(1_000);
	});

	test('the queue pauses as long as the server announces, but at least for a second', async () => {
		expect(await refused(1_500)).toBe(1_500);
		await through();
		expect(await refused(999)).toBe(1_000);
		await through();
		expect(await refused(120_000)).toBe(120_000);
	});

	test('a queue that is refused again after the announced time waits for the longer of the two', async () => {
		expect(await refused(2_000)).toBe(2_000);
		expect(await refused(2_000)).toBe(4_000);
		expect(await refused(30_000)).toBe(30_000);
		expect(await refused(2_000)).toBe(40_000);
	});

	test('a burst of 429 counts as one, with the longest time', async () => {
		const pauses = await Promise.all(
			[1_000, 3_000, 2_000].map((afterMs) =>
				queue.run(async (slot) => {
					await time.sleep(10);
					return queue.slowDown(slot, afterMs) - time.elapsed();
				}, inside),
			),
		);
		expect(pauses).toEqual([1_000, 3_000, 3_000]);
		expect(queue.slowedUntil()).toBe(time.elapsed() + 3_000);
		expect(await refused()).toBe(4_000);
	});

	test('the queue leaves no listener on the signal of a request that has waited', async () => {
		await refused(1_000);
		const { signal } = new AbortController();
		await queue.run(() => Promise.resolve(), { ...inside, signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('a queue sends one request first, then twice as many in each round', async () => {
		await refused(1_000);
		const started: number[] = [];
		await Promise.all(
			Array.from(
				{ length: 7 },
				async () =>
					await queue.run(async () => {
						started.push(time.elapsed());
						await time.sleep(100);
						queue.speedUp();
					}, inside),
			),
		);
		expect(started.map((at) => at - started[0]!)).toEqual([0, 100, 100, 200, 200, 200, 200]);
	});

	test('a queue is idle ten minutes after its last request', async () => {
		await queue.run(() => Promise.resolve(), inside);
		await time.sleep(599_999);
		expect(queue.isIdle).toBe(false);
		await time.sleep(1);
		expect(queue.isIdle).toBe(true);
		await queue.run(async () => {
			await time.sleep(1_200_000);
			expect(queue.isIdle).toBe(false);
		}, inside);
		expect(queue.isIdle).toBe(true);
	});

	test('a request with just enough budget waits for the end of the pause', async () => {
		await refused(60_000);
		const enter = async (patienceMs: number) =>
			await queue.run(() => Promise.resolve('in'), request({ patienceMs }));
		const [late, patient] = await Promise.allSettled([enter(59_999), enter(60_000)]);
		expect(late).toMatchObject({
			reason: {
				name: 'QueuePaused',
				message: 'Rate limit reached: Talend Cloud asks for a longer wait than the request allows',
				untilMs: expect.any(Number) as number,
			},
		});
		expect((late as PromiseRejectedResult).reason).toBeInstanceOf(QueuePaused);
		expect(patient).toEqual({ status: 'fulfilled', value: 'in' });
	});

	test('requests that were sent before go first after a pause, the last one of them at once', async () => {
		await refused(1_000);
		const order: string[] = [];
		const enter = async (name: string, isRetry: boolean) =>
			await queue.run(() => Promise.resolve(order.push(name)), { ...inside, isRetry });
		await Promise.all([enter('a', false), enter('b', true), enter('c', false), enter('d', true)]);
		expect(order).toEqual(['d', 'b', 'a', 'c']);
	});
});

describe('an endpoint whose 429 announces no time', () => {
	let queue: RequestQueue;
	beforeEach(() => void (queue = new RequestQueue()));

	const inside = request();
	const refused = async () =>
		await queue.run(
			(slot) => Promise.resolve(queue.slowDown(slot, undefined) - time.elapsed()),
			inside,
		);
	/** When some requests that come together start, in ms from now. */
	const starts = async (count: number, at = endpoint) => {
		const now = time.elapsed();
		const one = async () =>
			await queue.run(
				() => {
					queue.speedUp();
					return Promise.resolve(Math.round(time.elapsed() - now));
				},
				{ ...inside, endpoint: at },
			);
		return await Promise.all(Array.from({ length: count }, one));
	};

	test('the endpoint keeps to ten requests a second after a pause of a second', async () => {
		expect(await refused()).toBe(1_000);
		expect(await starts(4)).toEqual([1_000, 1_108, 1_216, 1_324]);
		expect(queue.slowedUntil(endpoint)).toBeGreaterThan(time.elapsed());
	});

	test('the endpoint is free after five minutes', async () => {
		await refused();
		await time.sleep(5 * MINUTE + 1_000);
		expect(queue.slowedUntil(endpoint)).toBeLessThan(time.elapsed());
		expect(await starts(3)).toEqual([0, 0, 0]);
	});

	test('late refusals of requests that were sent before do not extend the pause of an endpoint', async () => {
		const refusedAfter = async (ms: number) =>
			await queue.run(async (slot) => {
				await time.sleep(ms);
				return queue.slowDown(slot, undefined);
			}, inside);
		const now = time.elapsed();
		const until = await Promise.all([10, 400, 900].map(refusedAfter));
		expect(until.map((at) => at - now)).toEqual([1_010, 1_010, 1_010]);
	});

	test('an endpoint that slows down does not slow others', async () => {
		await refused();
		expect(queue.slowedUntil('GET /other')).toBeLessThanOrEqual(time.elapsed());
		expect(await starts(3, 'GET /other')).toEqual([0, 0, 0]);
	});

	test('a refusal of the next request pauses the whole queue instead of the endpoint', async () => {
		await refused();
		expect(await refused()).toBe(4_000);
		expect(await starts(1, 'GET /other')).toEqual([4_000]);
		expect(await starts(3)).toEqual([0, 0, 0]);
	});

	test('the endpoint sets a timer for each start, not for each millisecond before it', async () => {
		await refused();
		const timers = jest.fn();
		const { sleep } = clock;
		clock.sleep = async (ms, signal) => {
			if (signal) timers(ms);
			await sleep(ms, signal);
		};
		await starts(4);
		expect(timers.mock.calls.length).toBeLessThan(20);
	});
});
