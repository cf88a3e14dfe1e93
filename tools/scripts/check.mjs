/**
 * `npm run check`: says in a few minutes whether a change is good, before `npm test` and CI do: lint of the files that
 * changed since the main branch, types, the tests that belong to these files, and the pages that are generated from them.
 * `-- REF` compares with another commit.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { checkNode, ensureProject, fail, root } from './setup.mjs';

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

/** A folder of tests, if there is one. */
const folder = (...names) =>
	existsSync(join(root, 'test', ...names)) ? [`test/${names.join('/')}/`] : [];
const tested = (kind, name) =>
	readdirSync(join(root, 'test', kind))
		.filter((each) => each.toLowerCase() === name.toLowerCase())
		.flatMap((each) => folder(kind, each));

/** For each kind of file: the tests that belong to it. The tests' folders mirror those of the code. */
const TESTS = [
	[/^test\/(?:unit|conformance|triggers)\/.+\.test\.ts$/, ([file]) => [file]],
	[
		/^nodes\/TalendCloud(\w+)Trigger\//,
		() => [
			...folder('unit', 'areas'),
			'test/triggers/promise',
			'test/triggers/artifacts',
			'test/triggers/engines',
		],
	],
	[
		/^nodes\/TalendCloud(\w+)\//,
		([, area]) => [...tested('conformance', area), ...folder('unit', 'areas')],
	],
	[
		/^emulator\/areas\/(\w+)\//,
		([, area]) => [...tested('conformance', area), ...folder('unit', 'emulator')],
	],
	[/^nodes\/records\//, () => folder('unit', 'areas')],
	[/^nodes\/shared\/trigger\//, () => [...folder('unit', 'trigger'), 'test/triggers/promise']],
	[/^nodes\/shared\/(\w+)\//, ([, part]) => [...folder('unit', part), ...folder('unit', 'areas')]],
	[/^credentials\//, () => folder('unit', 'credentials')],
	[/^emulator\//, () => folder('unit', 'emulator')],
	[/^tools\//, () => folder('unit', 'tools')],
	[/^test\/support\//, () => folder('unit', 'support')],
	[/^(?:docs\/(?:guide|project)\/|workflows\/|icons\/|[^/]+$)/, () => folder('unit', 'project')],
];

/** The tests that belong to these files. */
function testsOf(files) {
	const found = files.flatMap((file) => {
		for (const [pattern, tests] of TESTS) {
			const match = pattern.exec(file);
			if (match) return tests(match);
		}
		return [];
	});
	// A folder has all of its files.
	return [...new Set(found)].filter(
		(path) =>
			!found.some((other) => other.endsWith('/') && other !== path && path.startsWith(other)),
	);
}

/** Runs programs of this project one after the other, until one does not succeed. @returns what each printed, and whether all succeeded */
async function inTurn(...steps) {
	const printed = [];
	for (const [label, script, ...args] of steps) {
		const from = Date.now();
		const child = spawn(process.execPath, [join(root, script), ...args], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const chunks = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => chunks.push(data));
		const code = await new Promise((resolve, reject) =>
			child.once('error', reject).once('close', resolve),
		);
		printed.push({
			label,
			good: code === 0,
			seconds: Math.round((Date.now() - from) / 1000),
			text: Buffer.concat(chunks).toString(),
		});
		console.log(`${code === 0 ? 'ok ' : 'NOT'} ${label} (${printed.at(-1).seconds} s)`);
		if (code !== 0) break;
	}
	return printed;
}

try {
	checkNode();
	await ensureProject();
	const files = changedSince(process.argv[2] ?? base());
	if (files.length === 0) {
		console.log('Nothing has changed since the main branch.');
		process.exit(0);
	}
	const code = files.filter((file) => /\.(?:ts|mjs|js)$|^package\.json$/.test(file));
	const tests = testsOf(files);
	console.log(`${files.length} changed files; tests: ${tests.join(' ') || 'none'}`);
	const results = await Promise.all([
		inTurn(
			...(code.length > 0
				? [['Lint', 'node_modules/eslint/bin/eslint.js', '--no-warn-ignored', ...code]]
				: []),
			...(tests.length > 0
				? [['Tests', 'node_modules/jest/bin/jest.js', '-w', '1', '--silent', ...tests]]
				: []),
		),
		inTurn(
			['Types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
			[
				'Directions of imports',
				'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
				'nodes',
				'credentials',
				'emulator',
				'tools',
				'test/support',
				'--output-type',
				'err',
			],
			['Build of the declarations', 'node_modules/gulp/bin/gulp.js', '--silent', 'emulator'],
			['Generated pages', 'tools/scripts/reference.mjs', '--check'],
		),
	]);
	const wrong = results.flat().filter(({ good }) => !good);
	for (const { label, text } of wrong) console.log(`\n=== ${label}\n${text}`);
	console.log(
		wrong.length === 0
			? '\nGood. `npm test` runs all tests; `.ci/run` is what CI does.'
			: `\nNot yet: ${wrong.map(({ label }) => label).join(', ')}`,
	);
	process.exit(wrong.length === 0 ? 0 : 1);
} catch (error) {
	fail(error);
}
