/** `npm run emulator`: sets up what is missing, then serves the emulated platform. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { checkNode, ensureBuild, ensureProject, fail, root } from './setup.mjs';

try {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const child = spawn(
		process.execPath,
		[join(root, 'build/emulator/main.js'), ...process.argv.slice(2)],
		{ stdio: 'inherit' },
	);
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	child.once('exit', (code) => process.exit(code ?? 0));
} catch (error) {
	fail(error);
}
