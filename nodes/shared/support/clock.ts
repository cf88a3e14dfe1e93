import { sleep } from 'n8n-workflow';

/** If n8n does not end a wait at its signal, a timer is kept for no longer than this. */
const SLICE_MS = 1_000;

/** Everything that waits or reads the time uses this clock, so that a test can replace it. */
export const clock = {
	/** Milliseconds since 1970, for comparing with the times of others. */
	now: (): number => Date.now(),
	/** Milliseconds of a monotonic clock, for measuring and waiting: it is not affected when the wall clock is set. */
	elapsed: (): number => performance.now(),
	/** Resolves after `ms` milliseconds; rejects at once with the signal's reason when it is aborted. */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> =>
		signal ? await unlessAborted(inSlices(ms, signal), signal) : await sleep(Math.max(0, ms)),
	/** A signal that is aborted after `ms` milliseconds. */
	timeout: (ms: number): AbortSignal => AbortSignal.timeout(Math.max(0, Math.floor(ms))),
	/** A number from 0 to 1, for jitter. */
	random: (): number => Math.random(),
};

/** Waits for something; rejects at once with the signal's reason when it is aborted. */
export async function unlessAborted(
	waiting: Promise<void> | undefined,
	signal: AbortSignal,
): Promise<void> {
	signal.throwIfAborted();
	let aborted = () => {};
	const abort = new Promise<never>(
		(_resolve, reject) => (aborted = () => reject(signal.reason as Error)),
	);
	signal.addEventListener('abort', aborted);
	await Promise.race([waiting, abort]).finally(() => signal.removeEventListener('abort', aborted));
}

/** In n8n before 2.34, `sleep` has no signal: its timers are kept short, so that none is left behind. */
async function inSlices(ms: number, signal: AbortSignal): Promise<void> {
	const until = clock.elapsed() + Math.max(0, ms);
	for (let left = Math.max(0, ms); left >= 0 && !signal.aborted; left = until - clock.elapsed()) {
		await sleep(Math.min(SLICE_MS, left), signal);
		if (left <= SLICE_MS) return;
	}
}
