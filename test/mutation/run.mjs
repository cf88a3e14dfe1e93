/**
 * `npm run facts:mutate`: breaks facts of the interface documents one after the other, each by a small
 * change of the emulator or of a node, and checks whether a test that test/fixtures/coverage names for
 * it turns red. Most are changed while the tests run (breaking/), the others in their source as it is
 * compiled (mutations.json). Then it breaks what the engine and the triggers promise (promises.json,
 * which names the tests itself) in the same way. Nothing is written to the sources. Words on the command
 * line choose among all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { breakFacts, changes } from './breaking/run.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const coverage = join(root, 'test/fixtures/coverage');
const tests = Object.assign({}, ...readdirSync(coverage).map((name) => read(join(coverage, name))));
const mutations = [...read(join(here, 'mutations.json')), ...read(join(here, 'promises.json')).map(({ promise, ...rest }) => ({ fact: promise, ...rest }))];
const words = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'mutation-'));

/** What is put into a title at run time may be anything. */
const pattern = (title) => title.split(/%[sjdp]|\$\w+|…/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');

/** A test that judges what all others of its file did is red where they were not run. */
const AFTER_ALL = /› every operation was done, and /;

/** What jest is to run: the tests that the coverage names for a fact, or those that a promise names, as a file or "file › part of a title". */
function selected({ fact, tests: own }) {
	if (own) {
		const [test, title] = own.split(' › ');
		return [...(title ? ['-t', pattern(title)] : []), '--runTestsByPath', join('test', test)];
	}
	const named = tests[fact].filter((title) => !title.startsWith('support/') && !AFTER_ALL.test(title)).map((title) => title.split(' › '));
	return ['-t', `^(${named.map(([, ...title]) => pattern(title.join(' '))).join('|')})$`, '--runTestsByPath', ...new Set(named.map(([test]) => join('test', test)))];
}

/** A mutation can make a test wait for good. Then nothing was noticed: only a promise to end can say that this breaks it. */
const PATIENCE_MS = 300_000;

function survives(mutation) {
	const { fact, file, find, replace } = mutation;
	if (!mutation.tests && !Array.isArray(tests[fact])) return 'no test is named for this fact';
	if (readFileSync(join(root, file), 'utf8').split(find).length !== 2) return `${file} does not have the words to change once`;
	const output = join(scratch, 'result.json');
	rmSync(output, { force: true });
	const { error } = spawnSync(
		process.execPath,
		[join(root, 'node_modules/jest/bin/jest.js'), '--config', join(here, 'jest.config.cjs'), '-i', '--json', '--outputFile', output, ...selected(mutation)],
		{ cwd: root, stdio: 'ignore', timeout: PATIENCE_MS, killSignal: 'SIGKILL', env: { ...process.env, MUTATION: JSON.stringify({ file, find, replace }) } },
	);
	if (error?.code === 'ETIMEDOUT') return mutation.ends ? undefined : 'its tests did not end in time';
	const { numFailedTests, numPassedTests } = read(output);
	if (numFailedTests > 0) return undefined;
	return numPassedTests > 0 ? 'its tests stay green' : 'none of its tests was run';
}

const isChosen = ({ fact }) => words.every((word) => fact.includes(word));
const chosen = [...changes.filter(isChosen), ...mutations.filter(isChosen)];
let noticed = 0;
function report(fact, where, why) {
	if (why === undefined) noticed++;
	console.log(`${why === undefined ? 'noticed ' : 'SURVIVED'} ${fact.slice(0, 110)}${why === undefined ? '' : `\n         ${where}: ${why}`}`);
}
for (const { fact, change, why } of breakFacts(changes.filter(isChosen))) report(fact, JSON.stringify(change), why);
for (const mutation of mutations.filter(isChosen)) report(mutation.fact, mutation.file, survives(mutation));
console.log(`${noticed} of ${chosen.length} mutations were noticed`);
process.exit(noticed === chosen.length && chosen.length > 0 ? 0 : 1);
