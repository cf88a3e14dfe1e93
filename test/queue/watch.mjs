/** What the parts of the measurement in queue mode look at. */
import { readFileSync } from 'node:fs';

import { MINUTE } from '../support/durations.mjs';

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** MB of memory that a process of n8n holds. */
export const memoryOf = ({ child }) =>
	Math.round(
		Number(readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024,
	);

/**
 * Waits until a condition holds.
 * @param holds returns true, or the state that the error shows if it does not hold in time
 */
export async function until(what, holds, minutes = 10) {
	const deadline = Date.now() + minutes * MINUTE;
	for (;;) {
		const state = await holds();
		if (state === true) return;
		if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(state)}`);
		await sleep(2_000);
	}
}
