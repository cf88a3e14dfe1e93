/**
 * `npm test`: sets up what is missing, then runs jest; `--e2e` runs the tests in the real n8n instead,
 * `--long` 100,000 random histories of the triggers (or the number in TRIGGER_HISTORIES), `--vendor` the
 * tests of all operations with an emulator that follows the vendor's OpenAPI files.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { checkNode, ensureBuild, ensureProject, fail, root } from './setup.mjs';

/** Later versions of Node do not accept folders of tests, as Node 20 does, so the files are listed. */
const endToEnd = () => readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.test.mjs')).map((name) => `test/e2e/${name}`);

/** The tests of the operations, by area. The campaigns cover all of them at once, and either do not depend on the dialect or cover all. */
const ofOperations = () =>
	readdirSync(join(root, 'test/conformance'), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts') && !name.startsWith('campaigns'))
		.map((name) => `test/conformance/${name.replaceAll('\\', '/')}`);

try {
	checkNode();
	await ensureProject();
	const args = process.argv.slice(2);
	const e2e = args.includes('--e2e');
	const long = args.includes('--long');
	const vendor = args.includes('--vendor');
	const rest = args.filter((argument) => !['--e2e', '--long', '--vendor'].includes(argument));
	let command;
	if (e2e) {
		await ensureBuild();
		const { ensureN8n } = await import('../demo/n8n.mjs');
		await ensureN8n();
		command = ['--test', '--test-concurrency=1', '--test-timeout=900000', ...(rest.length > 0 ? rest : endToEnd())];
	} else command = [join(root, 'node_modules/jest/bin/jest.js'), ...(long ? ['test/triggers/.*Histories'] : []), ...rest, ...(vendor ? ['--runTestsByPath', ...ofOperations()] : [])];
	const env = { ...(long ? { TRIGGER_HISTORIES: '100000' } : {}), ...(vendor ? { EMULATOR_DIALECT: 'vendor' } : {}), ...process.env };
	const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env });
	process.exit(status ?? 1);
} catch (error) {
	fail(error);
}
