/** Sets a fresh machine up for `.ci/run`: the project, n8n, and a browser where Debian's packages can be had. */
import { existsSync } from 'node:fs';

import { checkNode, ensureProject, fail, quietly, SetupTrouble } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	const { ensureN8n } = await import('../demo/n8n.mjs');
	await ensureN8n();
	if (!existsSync('/usr/bin/chromium') && !process.env.CHROMIUM_PATH) {
		if (!existsSync('/usr/bin/apt-get')) throw new SetupTrouble('The tests in the editor need Chromium: install it and set CHROMIUM_PATH to its program.');
		const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
		const [command, ...before] = [...sudo, 'apt-get'];
		await quietly('Updating the list of packages ', command, [...before, 'update', '-qq']);
		await quietly('Installing Chromium ', command, [...before, 'install', '-y', '-qq', '--no-install-recommends', 'chromium']);
	}
} catch (error) {
	fail(error);
}
