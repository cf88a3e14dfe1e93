import { sleep } from 'n8n-workflow';

/**
 * The longest single timer of a sleep with a signal. n8n < 2.34 cannot cancel timers, so only
 * a short one may remain after the signal was aborted.
 */
const SLICE_MS = 1_000;

/**
 * The clock for everything in `nodes/` that waits or reads the time, so that a test can replace it.
 */
export const clock = {
	/** Milliseconds since 1970, for comparing with the times of others. */
	now: (): number => Date.now(),
	/**
	 * Milliseconds of a monotonic clock, for measuring and waiting: it is not affected when the wall
	 * clock is set.
	 */
	elapsed: (): number => performance.now(),
	/**
	 * Resolves after `ms` milliseconds; rejects at once with the signal's reason when it is aborted.
	 */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> =>
		signal ? await unlessAborted(inSlices(ms, signal), signal) : await sleep(Math.max(0, ms)),
	/** A signal that is aborted after `ms` milliseconds. */
	timeout: (ms: number): AbortSignal => AbortSignal.timeout(Math.max(0, Math.floor(ms))),
	/** A number from 0 to 1, for jitter. */
	random: (): number => Math.random(),
};

/** Waits for something; rejects at once with the signal's reason when it is aborted. */
export async function unlessAborted<T>(waiting: Promise<T> | T, signal: AbortSignal): Promise<T> {
	let onAbort = () => {};
	const aborted = new Promise<never>(
		(_resolve, reject) => (onAbort = () => reject(signal.reason as Error)),
	);
	if (signal.aborted) onAbort();
	signal.addEventListener('abort', onAbort);
	// Even if it is aborted already, something listens to `waiting`: its failure is not unhandled.
	return await Promise.race([aborted, waiting]).finally(() =>
		signal.removeEventListener('abort', onAbort),
	);
}

/** Sleeps with short timers, because `sleep` of n8n < 2.34 ignores the signal. */
async function inSlices(ms: number, signal: AbortSignal): Promise<void> {
	const end = clock.elapsed() + Math.max(0, ms);
	let remaining = Math.max(0, ms);
	for (; remaining >= 0 && !signal.aborted; remaining = end - clock.elapsed()) {
		await sleep(Math.min(SLICE_MS, remaining), signal);
		if (remaining <= SLICE_MS) return;
	}
}
