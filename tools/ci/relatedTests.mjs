/** Says which tests belong to a file. */
import { execFileSync } from 'node:child_process';
import { basename, join, relative } from 'node:path';

import { root } from '../programs.mjs';

/** The test files that jest lists with these arguments, in the order of their paths. */
const listed = (...args) =>
	execFileSync(
		process.execPath,
		[join(root, 'node_modules/jest/bin/jest.js'), '--listTests', ...args],
		{ cwd: root, encoding: 'utf8' },
	)
		.split('\n')
		.filter((line) => line !== '')
		.map((path) => relative(root, path).replaceAll('\\', '/'))
		.sort();

/** The tests that reach these files through their imports. */
export const relatedTests = (files) => listed('--findRelatedTests', ...files);

/**
 * Tests that show mistakes in declarations, pages and the repository, and run for each change. All
 * of them take less than a minute.
 */
const ALWAYS = [
	'test/unit/areas/',
	'test/unit/declare/origin',
	'test/unit/project/docs',
	'test/unit/project/repository',
	'test/unit/project/wording',
];

/** The test that shows most mistakes in triggers. */
const OF_TRIGGERS = 'test/triggers/promise.test.ts';

/** The tests of what the engine does for the operations of all areas. */
const OF_ENGINE = 'test/conformance/common/';

/**
 * If at most this many tests import a file, all of them run. More would take too long, and most
 * would be about something else.
 */
const FEW = 12;

const isCode = (file) => /\.[cm]?[jt]s$/.test(file);

/**
 * The folders of a file, with the names that the folders of tests have: `scim` for
 * `TalendCloudScim`.
 */
const foldersOf = (file) =>
	file
		.split('/')
		.slice(0, -1)
		.map((folder) => folder.replace(/^TalendCloud/, '').toLowerCase());

const nameOf = (path) => basename(path).split('.')[0].toLowerCase();

/**
 * Whether a test is named like a file or one of its folders. Campaigns are about all operations.
 */
function isAbout(test, file) {
	if (test.startsWith('test/conformance/campaigns/')) return false;
	if (test === OF_TRIGGERS) return /trigger/i.test(file);
	const folder = test.startsWith(OF_ENGINE) ? 'engine' : foldersOf(test).at(-1);
	return foldersOf(file).includes(folder) || nameOf(test).startsWith(nameOf(file));
}

let every;

/** The tests that a change of these files needs before all others, in a few minutes. */
export function testsNear(files) {
	const all = (every ??= listed());
	const about = files.filter(isCode).flatMap((file) => {
		if (all.includes(file)) return [file];
		const related = relatedTests([file]);
		return related.length > 0 && related.length <= FEW
			? related
			: all.filter((test) => isAbout(test, file));
	});
	// No test imports a page, a picture or a workflow: it reads them.
	const always = [...ALWAYS, ...(files.every(isCode) ? [] : ['test/unit/project/'])];
	const fixed = all.filter((test) => always.some((path) => test.startsWith(path)));
	return [...new Set([...about, ...fixed])];
}
