import { sleep } from 'n8n-workflow';

/**
 * The time of the package: everything that waits or looks at the time does it here, so that a
 * test can replace both by a simulated clock.
 */
export const clock = {
	/** Milliseconds since 1970. */
	now: (): number => Date.now(),
	/** Resolves after `ms` milliseconds; rejects at once when `signal` is aborted. */
	sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
		await sleep(Math.max(0, ms), signal);
	},
	/** A number from 0 to 1, for jitter. */
	random: (): number => Math.random(),
};
