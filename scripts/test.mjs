/**
 * `npm test`: sets up what is missing, then runs jest; `--e2e` runs the tests in the real n8n instead,
 * `--long` 100,000 random histories of the triggers (or as many as TRIGGER_HISTORIES says).
 */
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
	const long = args.includes('--long');
	const rest = args.filter((argument) => !['--e2e', '--long'].includes(argument));
	let command;
	if (e2e) {
		await ensureBuild();
		const { ensureN8n } = await import('../demo/n8n.mjs');
		await ensureN8n();
		command = ['--test', '--test-concurrency=1', '--test-timeout=900000', ...(rest.length > 0 ? rest : endToEnd())];
	} else command = [join(root, 'node_modules/jest/bin/jest.js'), ...(long ? ['test/triggers/.*Histories'] : []), ...rest];
	const env = long ? { TRIGGER_HISTORIES: '100000', ...process.env } : process.env;
	const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
	process.exit(status ?? 1);
} catch (error) {
	fail(error);
}
