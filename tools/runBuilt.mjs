/**
 * `npm run emulator` and `npm run checkup`: sets up what is missing, then runs a program of the
 * build, such as `emulator/main.js`.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { fail, root } from './programs.mjs';
import { checkNode, ensureBuild, ensureProject } from './setup.mjs';

const [program, ...args] = process.argv.slice(2);
try {
	checkNode();
	await ensureProject();
	await ensureBuild();
	const child = spawn(process.execPath, [join(root, 'build', program), ...args], {
		stdio: 'inherit',
	});
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
	child.once('exit', (code) => process.exit(code ?? 1));
} catch (error) {
	fail(error);
}
