/** Sets a fresh machine up for `.ci/run`: the project, n8n, and a browser where Debian's packages can be had. */
import { existsSync } from 'node:fs';

import { checkNode, ensurePackages, ensureProject, fail } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	const { ensureN8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	if (!existsSync('/usr/bin/chromium') && !process.env.CHROMIUM_PATH) await ensurePackages('The tests in the editor (or CHROMIUM_PATH, the program of another Chromium)', ['chromium']);
} catch (error) {
	fail(error);
}
