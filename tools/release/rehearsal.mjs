/** What all parts of the rehearsal of a release use. */
import { join } from 'node:path';

import { root } from '../programs.mjs';

export const NAME = 'n8n-nodes-talend-cloud';
/** Where pictures of the rehearsal are written. */
export const pictures = join(root, 'build/rehearsal');

const began = Date.now();
export const say = (text) => console.log(`[${Math.round((Date.now() - began) / 1000)} s] ${text}`);

/** Waits until something holds. */
export async function until(what, holds, timeoutMs = 120_000) {
	for (
		const deadline = Date.now() + timeoutMs;
		Date.now() < deadline;
		await new Promise((resolve) => setTimeout(resolve, 500))
	)
		if (await holds()) return;
	throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
}
