/** Waiting in real time: any n8n-workflow, whether its `sleep` knows the signal or not. */
import { getEventListeners, setMaxListeners } from 'node:events';

import type { clock as Clock } from '../../../../nodes/shared/support/time/clock';

/**
 * The clock on top of a `sleep` of an n8n before 2.34, which does not look at the signal, or on
 * that of now.
 */
function clockOn(version: 'old' | 'new'): typeof Clock {
	let found: typeof Clock | undefined;
	jest.isolateModules(() => {
		jest.doMock('n8n-workflow', () => {
			const real = jest.requireActual<{
				sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
			}>('n8n-workflow');
			return {
				sleep:
					version === 'old'
						? (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
						: real.sleep,
			};
		});
		({ clock: found } = jest.requireActual<{ clock: typeof Clock }>(
			'../../../../nodes/shared/support/time/clock',
		));
	});
	return found!;
}

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
	jest.dontMock('n8n-workflow');
});

describe.each(['old', 'new'] as const)('the sleep of n8n as it is (%s)', (version) => {
	const nothingLeft = { timers: 0, listeners: 0 };
	const leftOn = (signal: AbortSignal) => ({
		timers: jest.getTimerCount(),
		listeners: listeners(signal),
	});
	/** A signal that many waits may listen to. */
	const stopOfMany = () => {
		const stop = new AbortController();
		setMaxListeners(0, stop.signal);
		return stop;
	};

	test('a wait that ends at its time leaves nothing behind', async () => {
		const clock = clockOn(version);
		const stop = stopOfMany();
		const startedAt = clock.elapsed();
		let done = 0;
		void clock.sleep(30_500, stop.signal).then(() => (done = clock.elapsed() - startedAt));
		await jest.advanceTimersByTimeAsync(30_499);
		expect(done).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		expect(done).toBe(30_500);
		expect(leftOn(stop.signal)).toEqual(nothingLeft);
	});

	test('waits that are aborted leave nothing behind a second later', async () => {
		const clock = clockOn(version);
		const stop = stopOfMany();
		const waits = Promise.allSettled(
			Array.from({ length: 300 }, () => clock.sleep(30_000, stop.signal)),
		);
		await jest.advanceTimersByTimeAsync(5_500);
		const reason = new Error('stopped');
		stop.abort(reason);
		expect(await waits).toEqual(
			Array.from({ length: 300 }, () => ({ status: 'rejected', reason })),
		);
		await jest.advanceTimersByTimeAsync(1_000);
		expect(leftOn(stop.signal)).toEqual(nothingLeft);
	});

	test('a wait that begins after the abort starts no timer', async () => {
		const clock = clockOn(version);
		const stop = stopOfMany();
		const reason = new Error('stopped');
		stop.abort(reason);
		await expect(clock.sleep(1_000, stop.signal)).rejects.toBe(reason);
		expect(jest.getTimerCount()).toBe(0);
	});

	test('a wait without a signal also ends at its time', async () => {
		const clock = clockOn(version);
		const done: string[] = [];
		void clock.sleep(1_500).then(() => done.push('1.5 s'));
		void clock.sleep(-1).then(() => done.push('none'));
		void clock.sleep(0, new AbortController().signal).then(() => done.push('a turn of others'));
		await Promise.resolve();
		expect(jest.getTimerCount()).toBe(3);
		await jest.advanceTimersByTimeAsync(1);
		expect(done).toEqual(['none', 'a turn of others']);
		await jest.advanceTimersByTimeAsync(1_498);
		expect(done).toHaveLength(2);
		await jest.advanceTimersByTimeAsync(1);
		expect(done.at(-1)).toBe('1.5 s');
	});

	test('a computer that was asleep in the meantime does not wait longer', async () => {
		const clock = clockOn(version);
		let done = false;
		void clock.sleep(5_000, new AbortController().signal).then(() => (done = true));
		const { elapsed } = clock;
		clock.elapsed = () => elapsed() + 3_600_000;
		await jest.advanceTimersByTimeAsync(1_000);
		expect(done).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});

	test('the wall clock does not matter', async () => {
		const clock = clockOn(version);
		let done = false;
		void clock.sleep(5_000, new AbortController().signal).then(() => (done = true));
		jest.setSystemTime(Date.now() - 3_600_000);
		await jest.advanceTimersByTimeAsync(5_000);
		expect(done).toBe(true);
	});
});

test('the time of day, random numbers and time limits are those of the machine', () => {
	const clock = clockOn('new');
	jest.setSystemTime(1_774_944_000_000);
	expect(clock.now()).toBe(1_774_944_000_000);
	const chances = Array.from({ length: 50 }, () => clock.random());
	expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true);
	expect(new Set(chances).size).toBeGreaterThan(1);
	const asked = jest.spyOn(AbortSignal, 'timeout');
	for (const ms of [-5, 0, 1_500.7]) expect(clock.timeout(ms)).toBeInstanceOf(AbortSignal);
	expect(asked.mock.calls).toEqual([[0], [0], [1_500]]);
});
