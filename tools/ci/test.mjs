/**
 * `npm test`: sets up what is missing, then runs jest. `--dialect vendor` runs the tests of all
 * operations with an emulator of another dialect, in some areas only with `--areas
 * processing,orchestration`; `--long` 100,000 random histories of the triggers (or the number in
 * TRIGGER_HISTORIES), also with `--dialect field`. `--e2e` runs the tests in the real n8n instead:
 * all, or the files that are named (`--dialect` before them, too).
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fail, root } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';

/**
 * Later versions of Node do not accept folders of tests, as Node 20 does, so the files are listed.
 */
const testsIn = (folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.test.mjs'))
		.map((name) => `${folder}/${name}`);

/**
 * The tests of the operations, by area. The campaigns cover all of them at once, and either do not
 * depend on the dialect or cover all.
 */
const ofOperations = (areas) =>
	readdirSync(join(root, 'test/conformance'), { recursive: true, encoding: 'utf8' })
		.filter(
			(name) =>
				name.endsWith('.test.ts') &&
				(areas?.includes(name.split(/[\\/]/)[0]) ?? !name.startsWith('campaigns')),
		)
		.map((name) => `test/conformance/${name.replaceAll('\\', '/')}`);

/**
 * Removes an option and the value after it from the arguments.
 * @returns the value
 */
function takeOption(args, option) {
	const at = args.indexOf(option);
	return at < 0 ? undefined : args.splice(at, 2)[1];
}

/**
 * Removes a switch from the arguments.
 * @returns whether it was there
 */
function takeSwitch(args, name) {
	const at = args.indexOf(name);
	if (at >= 0) args.splice(at, 1);
	return at >= 0;
}

/**
 * Runs jest.
 * @returns its exit code
 */
function runJest(args) {
	const dialect = takeOption(args, '--dialect');
	const long = takeSwitch(args, '--long');
	const areas = takeOption(args, '--areas')?.split(',');
	const command = [
		join(root, 'node_modules/jest/bin/jest.js'),
		...(long ? ['test/triggers/(.*Histories|requestCounts)'] : []),
		...args,
		...(dialect && !long ? ['--runTestsByPath', ...ofOperations(areas)] : []),
	];
	const env = {
		...(long ? { TRIGGER_HISTORIES: '100000' } : {}),
		...process.env,
		...(dialect ? { EMULATOR_DIALECT: dialect } : {}),
	};
	return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1;
}

/**
 * A limit for tests that hang. On a busy machine, the tests of the triggers took twelve minutes.
 */
const TIMEOUT_MS = 45 * 60_000;

/**
 * Runs files one after the other. What they print appears at once, or at the end.
 * @returns their exit code
 */
async function runInTurn(files, env, { atOnce }) {
	if (files.length === 0) return 0;
	const child = spawn(
		process.execPath,
		['--test', '--test-concurrency=1', `--test-timeout=${TIMEOUT_MS}`, ...files],
		{
			cwd: root,
			stdio: ['ignore', ...(atOnce ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
			env: { ...process.env, ...env },
		},
	);
	const printed = [];
	for (const stream of atOnce ? [] : [child.stdout, child.stderr])
		stream.on('data', (data) => printed.push(data));
	const code = await new Promise((resolve, reject) =>
		child.once('error', reject).once('close', resolve),
	);
	process.stdout.write(Buffer.concat(printed));
	return code ?? 1;
}

/**
 * Runs the tests in the real n8n in two groups side by side: files that stop n8n or change its
 * settings start their own; the others share one, and each has its own platform, credential and
 * workflows.
 * @returns the exit code
 */
async function runEndToEnd(args) {
	const dialect = takeOption(args, '--dialect');
	if (dialect) process.env.EMULATOR_DIALECT = dialect;
	await ensureBuild();
	const { ensureN8n, N8n } = await import('../demo/n8n.mjs');
	const { installFloor } = await import('../../test/bench/cli.mjs');
	await ensureN8n();
	const files = args.length > 0 ? args : [...testsIn('test/e2e'), ...testsIn('test/e2e/alone')];
	const alone = files.filter((file) => file.includes('alone/'));
	const together = files.filter((file) => !file.includes('alone/'));
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-e2e-'));
	const shared = await N8n.create({ userFolder });
	try {
		const withShared = async () => {
			if (together.length === 0) return 0;
			installFloor(userFolder);
			await shared.start();
			await shared.signIn();
			return await runInTurn(together, { E2E_N8N: shared.address }, { atOnce: alone.length === 0 });
		};
		const codes = await Promise.all([runInTurn(alone, {}, { atOnce: true }), withShared()]);
		return Math.max(...codes);
	} finally {
		await shared.stop();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

try {
	checkNode();
	await ensureProject();
	const args = process.argv.slice(2);
	process.exit(takeSwitch(args, '--e2e') ? await runEndToEnd(args) : runJest(args));
} catch (error) {
	fail(error);
}
