/**
 * Replaces n8n's own `sleep`, so that its pauses follow the clock of the package, which tests
 * advance. The clock itself waits with n8n's real `sleep`.
 */
import { sleep as wait } from '../../node_modules/@n8n/utils/dist/sleep.cjs';
import { clock } from '../../nodes/shared/support/time/clock';

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
