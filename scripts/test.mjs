/** `npm test`: sets up what is missing, then runs jest; `--e2e` runs the tests in the real n8n instead. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { checkNode, ensureBuild, ensureProject, fail, root } from './setup.mjs';

/** Node 20 takes folders of tests, later ones do not: the files are named. */
const endToEnd = () => readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.test.mjs')).map((name) => `test/e2e/${name}`);

try {
	checkNode();
	await ensureProject();
	const args = process.argv.slice(2);
	const e2e = args.includes('--e2e');
	const rest = args.filter((argument) => argument !== '--e2e');
	let command;
	if (e2e) {
		await ensureBuild();
		const { ensureN8n } = await import('../demo/n8n.mjs');
		await ensureN8n();
		command = ['--test', '--test-concurrency=1', '--test-timeout=900000', ...(rest.length > 0 ? rest : endToEnd())];
	} else command = [join(root, 'node_modules/jest/bin/jest.js'), ...rest];
	const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
	process.exit(status ?? 1);
} catch (error) {
	fail(error);
}
