/** Sets up a new machine for `.ci/run`: the project, n8n, and a browser if Debian packages are available. */
import { existsSync } from 'node:fs';

import { checkNode, ensurePackages, ensureProject, fail } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	const { ensureN8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	if (!existsSync('/usr/bin/chromium') && !process.env.CHROMIUM_PATH) await ensurePackages('The tests in the editor (or set CHROMIUM_PATH to the executable of another Chromium)', ['chromium']);
} catch (error) {
	fail(error);
}
