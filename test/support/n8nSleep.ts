/**
 * In place of n8n's own `sleep`: its pauses are by the clock of the package, which tests move on. The clock
 * itself waits by n8n's `sleep`: that is the real one.
 */
import { sleep as wait } from '../../node_modules/@n8n/utils/dist/sleep.cjs';
import { clock } from '../../nodes/shared/support/clock';

let isAsked = false;

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
	if (isAsked) return wait(ms, signal);
	isAsked = true;
	try {
		return clock.sleep(ms, signal);
	} finally {
		isAsked = false;
	}
}
