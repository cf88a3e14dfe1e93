/** `npm run checkup`: sets up what is missing, then checks a real account. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { checkNode, ensureBuild, ensureProject, fail, root } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const child = spawn(
		process.execPath,
		[join(root, 'build/tools/checkup/main.js'), ...process.argv.slice(2)],
		{ stdio: 'inherit' },
	);
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	child.once('exit', (code) => process.exit(code ?? 1));
} catch (error) {
	fail(error);
}
