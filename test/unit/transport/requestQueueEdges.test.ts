/** What a queue does, to the number: each line is one that could be written otherwise without the simulations of `requestQueue.test.ts` noticing. */
import { getEventListeners } from 'node:events';

import { RequestQueue, QueuePaused, type Slot } from '../../../nodes/shared/transport/requestQueue';
import { clock } from '../../../nodes/shared/support/clock';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const MINUTE = 60_000;
const PATIENCE = 120_000;
const endpoint = 'GET /any';

test('a pause that is longer than the remaining budget is not waited for, and the queue opens again', async () => {
	const queue = new RequestQueue();
	const enter = (patienceMs: number) =>
		queue.run(() => Promise.resolve('in'), { endpoint, patienceMs, again: false });
	await queue.run((slot) => Promise.resolve(queue.limited(slot, 300_000)), {
		endpoint,
		patienceMs: PATIENCE,
		again: false,
	});
	await expect(enter(PATIENCE)).rejects.toThrow(QueuePaused);
	await expect(enter(PATIENCE)).rejects.toMatchObject({ untilMs: time.elapsed() + 300_000 });
	await expect(enter(400_000)).resolves.toBe('in');
});

test('whatever the server says, one request tries again after ten minutes', async () => {
	const queue = new RequestQueue();
	await queue.run((slot) => Promise.resolve(queue.limited(slot, 999_999_999_000)), {
		endpoint,
		patienceMs: PATIENCE,
		again: false,
	});
	await expect(
		queue.run(() => Promise.resolve(), { endpoint, patienceMs: PATIENCE, again: false }),
	).rejects.toThrow(QueuePaused);
	await time.sleep(600_000);
	await expect(
		queue.run(() => Promise.resolve('in'), { endpoint, patienceMs: PATIENCE, again: false }),
	).resolves.toBe('in');
});

test('a request that was sent before goes first, and an aborted one leaves the queue', async () => {
	const queue = new RequestQueue();
	const order: string[] = [];
	const hold = queue.run(
		async (slot) => {
			queue.limited(slot, 1_000);
			await time.sleep(2_000);
		},
		{ endpoint, patienceMs: PATIENCE, again: false },
	);
	await time.sleep(1);
	const gone = new AbortController();
	const enter = (name: string, again: boolean, signal?: AbortSignal) =>
		queue.run(() => Promise.resolve(order.push(name)), {
			endpoint,
			patienceMs: PATIENCE,
			again,
			signal,
		});
	const waiting = [enter('new', false), enter('again', true), enter('gone', true, gone.signal)];
	gone.abort(new Error('stopped'));
	await expect(waiting[2]).rejects.toThrow('stopped');
	await hold;
	await Promise.all(waiting.slice(0, 2));
	expect(order).toEqual(['again', 'new']);
	await expect(enter('late', false, gone.signal)).rejects.toThrow('stopped');
});

test('a queue leaves no timer behind: a waiting request that is stopped clears it', async () => {
	const queue = new RequestQueue();
	await queue.run((slot) => Promise.resolve(queue.limited(slot, 60_000)), {
		endpoint,
		patienceMs: PATIENCE,
		again: false,
	});
	const gone = new AbortController();
	const sleeping: boolean[] = [];
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => {
		const index = sleeping.push(true) - 1;
		await sleep(ms, signal).finally(() => (sleeping[index] = false));
	};
	const waiting = queue.run(() => Promise.resolve(), {
		endpoint,
		patienceMs: PATIENCE,
		again: false,
		signal: gone.signal,
	});
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
			async () =>
				await queue.run(async () => await time.sleep(5), {
					endpoint,
					patienceMs: PATIENCE,
					again: false,
				}),
		),
	);
	expect(timers).not.toHaveBeenCalled();
});

describe('a queue after a 429', () => {
	let queue: RequestQueue;
	beforeEach(() => void (queue = new RequestQueue()));

	const inside = { endpoint, patienceMs: 3_600_000, again: false };
	/** A request that is refused: for how long the queue pauses then. */
	const refused = async (afterMs?: number) =>
		await queue.run(
			(slot) => Promise.resolve(queue.limited(slot, afterMs) - time.elapsed()),
			inside,
		);
	const through = async () =>
		await queue.run((slot) => Promise.resolve(queue.through(slot)), inside);
	/** How many of some requests are in flight at most, each for a tenth of a second. */
	async function most(count: number) {
		let inFlight = 0;
		let seen = 0;
		const one = async (slot: Slot) => {
			seen = Math.max(seen, ++inFlight);
			await time.sleep(100);
			inFlight--;
			queue.through(slot);
		};
		await Promise.all(Array.from({ length: count }, async () => await queue.run(one, inside)));
		return seen;
	}

	test('pauses four times as long each time, up to 40 s, if the server says nothing', async () => {
		for (const pause of [1_000, 4_000, 16_000, 40_000, 40_000]) expect(await refused()).toBe(pause);
		await through();
		expect(await refused()).toBe(1_000);
	});

	test('pauses as long as the server says, unless that is less than a second', async () => {
		expect(await refused(1_500)).toBe(1_500);
		await through();
		expect(await refused(999)).toBe(1_000);
		await through();
		expect(await refused(120_000)).toBe(120_000);
	});

	test('does not trust a time that did not help, and waits for the longer of the two', async () => {
		expect(await refused(2_000)).toBe(2_000);
		expect(await refused(2_000)).toBe(4_000);
		expect(await refused(30_000)).toBe(30_000);
		expect(await refused(2_000)).toBe(40_000);
	});

	test('counts the responses of one burst as one, with their longest time', async () => {
		const pauses = await Promise.all(
			[1_000, 3_000, 2_000].map((afterMs) =>
				queue.run(async (slot) => {
					await time.sleep(10);
					return queue.limited(slot, afterMs) - time.elapsed();
				}, inside),
			),
		);
		expect(pauses).toEqual([1_000, 3_000, 3_000]);
		expect(queue.slowedUntil()).toBe(time.elapsed() + 3_000);
		expect(await refused()).toBe(4_000);
	});

	test('is slowed down once by the responses of one burst', async () => {
		await Promise.all(
			[1, 2, 3].map(() =>
				queue.run(async (slot) => {
					await time.sleep(10);
					queue.limited(slot, 1_000);
				}, inside),
			),
		);
		expect(await most(60)).toBe(4);
	});

	test('leaves no listener on the signal of a request that has waited', async () => {
		await refused(1_000);
		const { signal } = new AbortController();
		await queue.run(() => Promise.resolve(), { ...inside, signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('has half as many requests in flight, and as many as before a minute later', async () => {
		await refused(1_000);
		expect(await most(60)).toBe(4);
		await time.sleep(MINUTE);
		expect(await most(60)).toBe(8);
	});

	test('begins with one at a time', async () => {
		await refused(1_000);
		expect(await most(1)).toBe(1);
		queue = new RequestQueue();
		await refused(1_000);
		const started: number[] = [];
		await Promise.all(
			Array.from(
				{ length: 7 },
				async () =>
					await queue.run(async (slot) => {
						started.push(time.elapsed());
						await time.sleep(100);
						queue.through(slot);
					}, inside),
			),
		);
		// One; two; then each two that got through make one more: the seventh waits for one of three.
		expect(started.map((at) => at - started[0]!)).toEqual([0, 100, 100, 200, 200, 200, 300]);
	});

	test('is halved again with each 429, down to one', async () => {
		await refused(1_000);
		await refused(1_000);
		expect(await most(60)).toBe(2);
		for (let time_ = 0; time_ < 3; time_++) await refused(1_000);
		expect(await most(20)).toBe(1);
	});

	test('is reset ten minutes after its last request', async () => {
		await queue.run(() => Promise.resolve(), inside);
		await time.sleep(599_999);
		expect(queue.forgettable).toBe(false);
		await time.sleep(1);
		expect(queue.forgettable).toBe(true);
		await queue.run(async () => {
			await time.sleep(1_200_000);
			expect(queue.forgettable).toBe(false);
		}, inside);
		expect(queue.forgettable).toBe(true);
	});

	test('is waited for by a request with just enough budget', async () => {
		await refused(60_000);
		const enter = async (patienceMs: number) =>
			await queue.run(() => Promise.resolve('in'), { endpoint, patienceMs, again: false });
		const [late, patient] = await Promise.allSettled([enter(59_999), enter(60_000)]);
		expect(late).toMatchObject({
			reason: {
				name: 'QueuePaused',
				message: 'The platform asks to wait for longer than a request may take',
				untilMs: expect.any(Number) as number,
			},
		});
		expect((late as PromiseRejectedResult).reason).toBeInstanceOf(QueuePaused);
		expect(patient).toEqual({ status: 'fulfilled', value: 'in' });
	});

	test('sends requests that were sent before first, in their order', async () => {
		await refused(1_000);
		const order: string[] = [];
		const enter = async (name: string, again: boolean) =>
			await queue.run(() => Promise.resolve(order.push(name)), { ...inside, again });
		await Promise.all([enter('a', false), enter('b', true), enter('c', false), enter('d', true)]);
		expect(order).toEqual(['b', 'd', 'a', 'c']);
	});
});

describe('a queue whose pace is known', () => {
	let queue: RequestQueue;
	beforeEach(() => void (queue = new RequestQueue()));

	const inside = { endpoint, patienceMs: PATIENCE, again: false };
	/** A request that takes so long and gets through: when it started. */
	const request = async (ms: number) =>
		await queue.run(async (slot) => {
			const at = time.elapsed();
			await time.sleep(ms);
			queue.through(slot);
			return at;
		}, inside);
	const oneByOne = async (count: number) => {
		for (let done = 0; done < count; done++) await request(100);
	};
	const refused = async (afterMs: number) =>
		await queue.run((slot) => Promise.resolve(queue.limited(slot, afterMs)), inside);
	/** The milliseconds between the starts of requests that come together. */
	const between = async (count: number) => {
		const starts = await Promise.all(Array.from({ length: count }, async () => await request(1)));
		return starts.slice(1).map((at, index) => Math.round(at - starts[index]!));
	};

	test('starts its requests at it, from the end of the pause on', async () => {
		await oneByOne(10);
		const until = await refused(1_000);
		expect(until).toBe(time.elapsed() + 1_000);
		// Ten in two seconds, a bit slower, twice as fast after a minute.
		for (const pause of await between(4)) expect(pause).toBeCloseTo(2_000 / 10 / 0.97, -1);
		await time.sleep(MINUTE);
		expect((await between(2))[0]).toBeLessThan(106);
	});

	test('sets a timer for each start, not for each millisecond before it', async () => {
		await oneByOne(10);
		await refused(1_000);
		const timers = jest.fn();
		const { sleep } = clock;
		clock.sleep = async (ms, signal) => {
			if (signal) timers(ms);
			await sleep(ms, signal);
		};
		await between(4);
		expect(timers.mock.calls.length).toBeLessThan(20);
	});

	test('measures it from the moment when there was work', async () => {
		await oneByOne(30);
		await time.sleep(1_000);
		await oneByOne(10);
		await refused(1_000);
		expect((await between(2))[0]).toBeCloseTo(2_000 / 10 / 0.97, -1);
	});

	test('has work as long as one request is in flight', async () => {
		await Promise.all([request(5_000), request(100)]);
		await oneByOne(8);
		await refused(1_000);
		expect((await between(2))[0]).toBeCloseTo(6_800 / 10 / 0.97, -1);
	});

	test('has work while a request is waiting', async () => {
		await oneByOne(10);
		await refused(1_000);
		await Promise.all([request(100), request(100)]);
		await refused(1_000);
		// Two, since the first pause ended: with what was waited for since.
		expect((await between(2))[0]).toBeGreaterThan(600);
	});
});
