/**
 * Makes the changes of facts (changes/*.json) one after the other in running tests: a process for each
 * test file, and in it a block for each change with the one test that is named for it. The same test
 * must be green alone and without a change; else its red says nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const BETWEEN = ' › ';
/** Changes in a process: it ends before too much of what they broke is still there. */
const TOGETHER = 60;
/** For all tests of a process together. */
const PATIENCE_MS = 480_000;

export const changes = readdirSync(join(here, 'changes'))
	.filter((name) => name.endsWith('.json'))
	.flatMap((name) => JSON.parse(readFileSync(join(here, 'changes', name), 'utf8')));

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
	const lines = readFileSync(result, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	return new Map(lines.map(({ id, how }) => [id, how]));
}

const WHY = {
	green: 'its test stays green',
	late: 'its test only ran out of time',
	unready: 'its test could not begin',
	alone: 'its test is red without a change, too',
};

/** What became of each change; nothing where the test noticed it. */
export function* breakFacts(chosen) {
	const fileOf = ({ test }) => test.split(BETWEEN)[0];
	for (const file of new Set(chosen.map(fileOf))) {
		const all = chosen.filter((each) => fileOf(each) === file);
		for (let from = 0; from < all.length; from += TOGETHER) {
			const part = all.slice(from, from + TOGETHER).map((each, index) => ({
				...each,
				id: `#${index}`,
				title: each.test.split(BETWEEN).slice(1).join(BETWEEN),
			}));
			const titles = [...new Set(part.map(({ title }) => title))];
			const alone = new Map(titles.map((title, index) => [title, `=${index}`]));
			const ended = runBlocks(file, [
				...titles.map((title) => ({ id: alone.get(title), tests: [exactly(title)] })),
				...part.map(({ id, change, title }) => ({ id, change, tests: [exactly(title)] })),
			]);
			for (const each of part) {
				const how = ended.get(alone.get(each.title)) === 'green' ? ended.get(each.id) : 'alone';
				yield { ...each, why: how === 'red' ? undefined : (WHY[how] ?? 'its test was not run') };
			}
		}
	}
}
