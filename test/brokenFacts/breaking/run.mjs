/**
 * Makes the changes of facts (changes/*.json) one after the other in running tests: a process for
 * each test file, and in it a block for each change with the tests that are tagged with its fact. A
 * test must be green alone and without a change; else its red says nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
/** Changes in a process: it ends before too much of what they broke is still there. */
const TOGETHER = 60;
/** For all tests of a process together. */
const PATIENCE_MS = 480_000;

/**
 * What is broken, and how. `in` names the file of the tests if the tag is in
 * test/support/conformance.ts, whose tests are run by one file for each area.
 */
export const changes = readdirSync(join(here, 'changes'))
	.filter((name) => name.endsWith('.json'))
	.flatMap((name) => JSON.parse(readFileSync(join(here, 'changes', name), 'utf8')));

const testFiles = readdirSync(join(root, 'test'), { recursive: true })
	.filter((name) => name.endsWith('.test.ts'))
	.sort();

/** The files with a test that is tagged with a fact. */
const filesOf = ({ fact, in: file }) =>
	file
		? [file]
		: testFiles.filter((name) =>
				readFileSync(join(root, 'test', name), 'utf8').includes(`'${fact}'`),
			);

const exactly = (title) => `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

function runBlocks(file, blocks) {
	const scratch = mkdtempSync(join(tmpdir(), 'breaking-'));
	const batch = join(scratch, 'batch.json');
	const result = join(scratch, 'result.jsonl');
	writeFileSync(batch, JSON.stringify({ file, blocks }));
	writeFileSync(result, '');
	spawnSync(
		process.execPath,
		[
			join(root, 'node_modules/jest/bin/jest.js'),
			'--config',
			join(here, 'jest.config.cjs'),
			'-i',
			'--forceExit',
		],
		{
			cwd: root,
			stdio: 'ignore',
			timeout: PATIENCE_MS,
			killSignal: 'SIGKILL',
			env: { ...process.env, BREAKING_BATCH: batch, BREAKING_RESULT: result },
		},
	);
	return readFileSync(result, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

const WHY = {
	green: 'its tests stay green',
	late: 'its test only ran out of time',
	unready: 'its test could not begin',
	alone: 'its tests are red without a change, too',
};

/** The titles of the tests of a file, by the facts that they are tagged with. */
function taggedIn(file) {
	const byFact = new Map();
	for (const { title, facts } of runBlocks(file, [{ id: 'all' }]))
		for (const id of facts) byFact.set(id, [...(byFact.get(id) ?? []), title]);
	return byFact;
}

/** How the tests of a file took some of the changes: `red` for a change that a test noticed. */
function tryIn(file, part, tagged) {
	const numbered = part.map((each, index) => ({
		...each,
		id: `#${index}`,
		titles: tagged.get(each.fact) ?? [],
	}));
	const titles = [...new Set(numbered.flatMap((each) => each.titles))];
	const lines = runBlocks(file, [
		...titles.map((title, index) => ({ id: `=${index}`, tests: [exactly(title)] })),
		...numbered.map((each) => ({
			id: each.id,
			change: each.change,
			tests: each.titles.map(exactly),
		})),
	]);
	const alone = new Set(
		lines.filter(({ id, how }) => id.startsWith('=') && how === 'green').map(({ title }) => title),
	);
	return numbered.map((each) => {
		const ended = lines.filter(({ id, title }) => id === each.id && alone.has(title));
		if (!each.titles.some((title) => alone.has(title))) return 'alone';
		return (ended.find(({ how }) => how === 'red') ?? ended.at(-1))?.how;
	});
}

/** What became of each change; nothing where a test noticed it. */
export function* breakFacts(chosen) {
	const open = new Map(chosen.map((each) => [each, 'no test is tagged with it']));
	for (const file of new Set(chosen.flatMap(filesOf))) {
		const here = [...open.keys()].filter((each) => filesOf(each).includes(file));
		if (here.length === 0) continue;
		const tagged = taggedIn(file);
		for (let from = 0; from < here.length; from += TOGETHER) {
			const part = here.slice(from, from + TOGETHER);
			const ended = tryIn(file, part, tagged);
			for (const [index, each] of part.entries()) {
				open.set(each, WHY[ended[index]] ?? 'its tests were not run');
				if (ended[index] !== 'red') continue;
				open.delete(each);
				yield each;
			}
		}
	}
	for (const [each, why] of open) yield { ...each, why };
}
