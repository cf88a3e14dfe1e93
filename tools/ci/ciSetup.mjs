/**
 * Sets up a new machine for `.ci/run`: `project` its dependencies, `n8n` n8n, and a browser if
 * Debian packages are available.
 */
import { existsSync } from 'node:fs';

import { ensureN8n } from '../demo/install.mjs';
import { fail } from '../programs.mjs';
import { checkNode, ensurePackages, ensureProject } from '../setup.mjs';

const PARTS = {
	project: ensureProject,
	n8n: async () => {
		await ensureN8n();
		if (!existsSync('/usr/bin/chromium') && !process.env.CHROMIUM_PATH)
			await ensurePackages(
				'The tests in the editor (or set CHROMIUM_PATH to the executable of another Chromium)',
				['chromium'],
			);
	},
};

try {
	checkNode();
	await PARTS[process.argv[2]]();
} catch (error) {
	fail(error);
}
