/**
 * Durations, and simulated time within one process: a wait takes no time, and the clock jumps to
 * its end.
 */
import { clock } from '../../nodes/shared/support/time/clock';

export { DAY, HOUR, MINUTE } from '../../nodes/shared/support/time/time';

/** In milliseconds. */
export const SECOND = 1_000;

export interface SimulatedTime {
	now: () => number;
	/** The monotonic clock, which starts at a different value. */
	elapsed: () => number;
	/** Waits like anything else in the simulation. */
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
	restore: () => void;
}

/** The difference between the wall clock and the monotonic one. */
const APART = Date.UTC(2026, 0, 1);

/** When every simulated time begins. */
export const START = Date.UTC(2026, 2, 31, 8);

/** Replaces the package's clock with one that advances when nothing else is left to do. */
export function simulateTime(): SimulatedTime {
	const real = { ...clock };
	let now = START;
	let scheduled = false;
	let isOver = false;
	const sleepers: Array<{ at: number; wake: () => void; isTimeout?: boolean }> = [];
	const next = () => {
		scheduled = false;
		// A time limit alone does not advance the clock: it counts only while something else is
		// waiting.
		if (isOver || sleepers.every(({ isTimeout }) => isTimeout)) return;
		sleepers.sort((a, b) => a.at - b.at);
		const sleeper = sleepers.shift()!;
		now = Math.max(now, sleeper.at);
		sleeper.wake();
		schedule();
	};
	function schedule(): void {
		if (scheduled) return;
		scheduled = true;
		setImmediate(next);
	}
	const sleep = async (ms: number, signal?: AbortSignal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason as Error);
			const aborted = () => {
				sleepers.splice(sleepers.indexOf(sleeper), 1);
				reject(signal!.reason as Error);
			};
			const sleeper = {
				at: now + Math.max(0, ms),
				wake: () => {
					signal?.removeEventListener('abort', aborted);
					resolve();
				},
			};
			sleepers.push(sleeper);
			signal?.addEventListener('abort', aborted, { once: true });
			schedule();
		});
	const timeout = (ms: number): AbortSignal => {
		const limit = new AbortController();
		sleepers.push({
			at: now + Math.max(0, ms),
			wake: () => limit.abort(new DOMException('The time is up', 'TimeoutError')),
			isTimeout: true,
		});
		return limit.signal;
	};
	const elapsed = () => now - APART;
	Object.assign(clock, { now: () => now, elapsed, sleep, timeout });
	const restore = () => {
		// What still waits would continue with the real clock, and wait for months: for a time of this
		// one.
		isOver = true;
		Object.assign(clock, real);
	};
	return { now: () => now, elapsed, sleep, restore };
}

/** Turns of the event loop in which a request that is not held back is sent and arrives. */
const ENOUGH_TURNS = 200;

/** Lets everything happen that waits for nothing: whatever the speed of the machine. */
export async function turnsPass(): Promise<void> {
	for (let turn = 0; turn < ENOUGH_TURNS; turn++) await new Promise(setImmediate);
}

/** A simulated time for each test of a file or group. Call it where the tests are declared. */
export function simulatedTimeForEach(): SimulatedTime {
	let current: SimulatedTime | undefined;
	const time = () => {
		if (!current) throw new Error('The time is simulated only while a test runs');
		return current;
	};
	beforeEach(() => {
		current = simulateTime();
	});
	afterEach(() => {
		time().restore();
		current = undefined;
	});
	return {
		now: () => time().now(),
		elapsed: () => time().elapsed(),
		sleep: async (ms, signal) => await time().sleep(ms, signal),
		restore: () => time().restore(),
	};
}
