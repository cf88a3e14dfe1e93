/**
 * A unit test is found by what it tests: `test/unit` has folders of the code, without
 * `nodes/shared` or `nodes`. A test has the name of a file or folder of the code, or begins with it
 * (`readPages.test.ts`, `readPagesEdges.test.ts`), and is in the folder of that file or in one
 * above it. What several of them share is in a stage beside them (`readPagesStage.ts`).
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(__dirname, '../../..');

/** What is about no single file: all declarations, and the repository. */
const OTHERS = ['areas', 'project'];

/** Where the code of a folder of tests is, if it is not called the same. */
const CODE: Record<string, string> = {
	credentials: 'credentials',
	emulator: 'emulator',
	platform: 'platform',
	testSupport: 'test/support',
	tools: 'tools',
};

/** The files and folders below a folder. */
const below = (folder: string): string[] =>
	readdirSync(join(root, folder), { withFileTypes: true })
		.filter(({ name }) => name !== 'node_modules')
		.flatMap((entry) => {
			const path = `${folder}/${entry.name}`;
			return entry.isDirectory() ? [path, ...below(path)] : [path];
		});

/** The folder of the code that the tests of `test/unit/<folder>` are about. */
function codeOf(folder: string): string {
	const [first = ''] = folder.split('/');
	if (first in CODE) return folder.replace(first, CODE[first]!);
	return /^TalendCloud|^records$/.test(first) ? `nodes/${folder}` : `nodes/shared/${folder}`;
}

const nameOf = (path: string) => basename(path).split('.')[0]!;

/**
 * Whether a name is `word`, or `word` and a further word: `readPagesEdges` is about `readPages`.
 */
const begins = (name: string, word: string) =>
	name.startsWith(word) && /^(?:[A-Z\d]|$)/.test(name.slice(word.length));

const unitFiles = below('test/unit').filter(
	(path) => path.endsWith('.ts') && !OTHERS.includes(path.split('/')[2]!),
);
const tests = unitFiles.filter((path) => path.endsWith('.test.ts'));

test('every unit test has the name of a file or folder at or below its place in the code', () => {
	expect(tests.length).toBeGreaterThan(100);
	const misnamed = tests.filter((path) => {
		const folder = codeOf(dirname(path).replace('test/unit/', ''));
		const names = [folder, ...below(folder)].map(nameOf);
		return !names.some((name) => begins(nameOf(path), name));
	});
	expect(misnamed).toEqual([]);
});

test('every helper of unit tests is a stage', () => {
	const helpers = unitFiles.filter((path) => !tests.includes(path));
	expect(helpers.length).toBeGreaterThan(10);
	expect(helpers.filter((path) => !/(?:Stage|\/stage)\.ts$/.test(path))).toEqual([]);
});
