/**
 * Every fact of the interface is covered by a named test, or is in docs/interface-coverage.md
 * with the reason why not. The maps in test/fixtures/coverage say which; this keeps them honest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readProject } from '../../interface/data';
import { interfaceFacts } from '../../interface/documents';
import { allTests, titlesIn } from '../support/titles';

const root = join(__dirname, '../..');
const folder = join(root, 'test/fixtures/coverage');

/** Documents whose facts are all in the maps. */
const COMPLETE: readonly string[] = ['A', 'B', 'C'];

/** Fact → the tests that cover it, by file and full title, or why none does. */
const maps = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string[] | string>] as const);

const tests = allTests();

test.each(maps)('%s names facts of the interface and tests that exist', (_name, map) => {
	const facts = new Set(interfaceFacts.map(({ fact }) => fact));
	for (const [fact, covered] of Object.entries(map)) {
		if (!facts.has(fact)) throw new Error(`No such fact: ${fact}`);
		if (typeof covered === 'string') expect(covered.length).toBeGreaterThan(10);
		else {
			expect(covered.length).toBeGreaterThan(0);
			for (const title of covered) if (!tests.has(title)) throw new Error(`There is no test "${title}" (for: ${fact})`);
		}
	}
});

test('no fact stands in two maps', () => {
	const seen = new Set<string>();
	for (const [name, map] of maps)
		for (const fact of Object.keys(map)) {
			if (seen.has(fact)) throw new Error(`${name} repeats: ${fact}`);
			seen.add(fact);
		}
});

test('the facts of complete documents are all there', () => {
	const known = new Set(maps.flatMap(([, map]) => Object.keys(map)));
	expect(interfaceFacts.filter(({ doc, fact }) => COMPLETE.includes(doc) && !known.has(fact)).map(({ fact }) => fact)).toEqual([]);
});

test('titles are read from the sources with what they stand in, and tables with their rows', () => {
	const source = "describe('a', () => { describe.each([['x', 1]])('%s', () => { test('b', () => {}); }); test.each([['one', 1], ['two', 2]])('of %s', () => {}); }); test(`c ${1} d`, f);";
	expect(titlesIn(source)).toEqual(['a › %s › b', 'a › of %s', 'a › of one', 'a › of two', 'c … d']);
});

test('each mutation breaks a covered fact by words that stand once in their file', () => {
	const known = Object.assign({}, ...maps.map(([, map]) => map)) as Record<string, string[] | string>;
	const mutations = readProject<Array<{ fact: string; file: string; find: string; replace: string }>>('test/mutation/mutations.json');
	for (const { fact, file, find, replace } of mutations) {
		expect(Array.isArray(known[fact])).toBe(true);
		expect(find).not.toBe(replace);
		expect([file, find, readFileSync(join(root, file), 'utf8').split(find).length - 1]).toEqual([file, find, 1]);
	}
});
