/**
 * `npm run check`: says in a few minutes whether a change is good, before `npm test` and CI do:
 * lint and format of the files that changed since the main branch, types, the tests that belong to
 * these files, and the pages that are generated from them. `-- REF` compares with another commit.
 */
import { execFileSync } from 'node:child_process';

import { fail, root } from '../programs.mjs';
import { checkNode, ensureProject } from '../setup.mjs';
import { testsNear } from './relatedTests.mjs';
import { Steps } from './steps.mjs';

const git = (...args) =>
	execFileSync('git', args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}).trim();

const linesOf = (text) => (text === '' ? [] : text.split('\n'));

/** The commit at which this branch left the main branch, or the last one. */
function base() {
	for (const main of ['origin/main', 'main'])
		try {
			return git('merge-base', 'HEAD', main);
		} catch {
			// This clone has no such branch.
		}
	return 'HEAD';
}

/** The files that were changed or added since a commit, committed or not. */
const changedSince = (commit) => [
	...new Set([
		...linesOf(git('diff', '--name-only', '--diff-filter=d', commit)),
		...linesOf(git('ls-files', '--others', '--exclude-standard')),
	]),
];

const CRUISED = ['nodes', 'credentials', 'emulator', 'platform', 'tools', 'test/support'];

/**
 * Runs the steps that these files need, those side by side that do not disturb each other.
 * @returns the steps that did not succeed
 */
async function runChecks(files) {
	const wrong = [];
	const steps = new Steps((step) => {
		console.log(`${step.good ? 'ok ' : 'NOT'} ${step.name} (${step.seconds} s)`);
		if (!step.good) wrong.push(step);
	});
	const run = (name, command, after = []) =>
		steps.run(name, [process.execPath, ...command], { after });
	const code = files.filter((file) => /\.(?:ts|mjs|js)$|^package\.json$/.test(file));
	const tests = testsNear(files);
	console.log(`${files.length} changed files, ${tests.length} files of tests`);
	const lint = code.length > 0 && [
		run('Lint', ['node_modules/eslint/bin/eslint.js', '--no-warn-ignored', ...code]),
	];
	const prettier = ['node_modules/prettier/bin/prettier.cjs', '--check', '--ignore-unknown'];
	const format = run('Format (`npm run format` corrects it)', [...prettier, ...files]);
	const jest = ['node_modules/jest/bin/jest.js', '-w', '1', '--silent', '--runTestsByPath'];
	const ofTests = run('Tests', [...jest, ...tests], lint || []);
	const types = run('Types', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']);
	const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
	const imports = run(
		'Directions of imports',
		[cruiser, ...CRUISED, '--output-type', 'err'],
		[types],
	);
	const build = run(
		'Build of the declarations',
		['node_modules/gulp/bin/gulp.js', '--silent', 'emulator'],
		[imports],
	);
	const pages = run('Generated pages', ['tools/reference/write.mjs', '--check'], [build]);
	const clock = setInterval(() => console.log(`… ${steps.running.join(', ')}`), 30_000);
	await Promise.allSettled([format, ofTests, pages]);
	clearInterval(clock);
	return wrong;
}

try {
	checkNode();
	await ensureProject();
	const files = changedSince(process.argv[2] ?? base());
	if (files.length === 0) {
		console.log('Nothing has changed since the main branch.');
		process.exit(0);
	}
	const wrong = await runChecks(files);
	for (const { name, text } of wrong) console.log(`\n=== ${name}\n${text}`);
	console.log(
		wrong.length === 0
			? '\nGood. `npm test` runs all tests; `.ci/run` is what CI does.'
			: `\nNot yet: ${wrong.map(({ name }) => name).join(', ')}`,
	);
	process.exit(wrong.length === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
