/**
 * Every fact of the interface is covered by a named test, or is in docs/platform/interface-coverage.md
 * with the reason why not. The maps in test/fixtures/coverage say which; this keeps them honest.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readProject } from '../../../tools/interface/data';
import { interfaceFacts } from '../../../tools/interface/documents';
import { routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';
import { brokenFacts } from '../../../tools/reference/coverage';
import { allTests, titlesIn } from '../../support/titles';

const root = join(__dirname, '../../..');
const folder = join(root, 'test/fixtures/coverage');

/** Documents whose facts are all in the maps. */
const COMPLETE: readonly string[] = ['A', 'B', 'C'];

/** Fact → the tests that cover it, by file and full title, or why none does. */
const maps = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map(
		(name) =>
			[
				name,
				JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string[] | string>,
			] as const,
	);

const tests = allTests();

const withoutNames = (key: string) => key.replace(/\{[^}]*\}/g, '{}');

test.each(maps)('%s names facts of the interface and tests that exist', (_name, map) => {
	const facts = new Set(interfaceFacts.map(({ fact }) => fact));
	for (const [fact, covered] of Object.entries(map)) {
		if (!facts.has(fact)) throw new Error(`No such fact: ${fact}`);
		if (typeof covered === 'string') expect(covered.length).toBeGreaterThan(10);
		else {
			expect(covered.length).toBeGreaterThan(0);
			for (const title of covered)
				if (!tests.has(title)) throw new Error(`There is no test "${title}" (for: ${fact})`);
		}
	}
});

test('no fact is in two maps', () => {
	const seen = new Set<string>();
	for (const [name, map] of maps)
		for (const fact of Object.keys(map)) {
			if (seen.has(fact)) throw new Error(`${name} repeats: ${fact}`);
			seen.add(fact);
		}
});

test('all facts of complete documents are there', () => {
	const known = new Set(maps.flatMap(([, map]) => Object.keys(map)));
	expect(
		interfaceFacts
			.filter(({ doc, fact }) => COMPLETE.includes(doc) && !known.has(fact))
			.map(({ fact }) => fact),
	).toEqual([]);
});

test('titles are read from the sources with their groups, and tables with their rows', () => {
	const source =
		"describe('a', () => { describe.each([['x', 1]])('%s', () => { test('b', () => {}); }); test.each([['one', 1], ['two', 2]])('of %s', () => {}); }); test(`c ${1} d`, f);";
	expect(titlesIn(source)).toEqual([
		'a › %s › b',
		'a › of %s',
		'a › of one',
		'a › of two',
		'c … d',
	]);
});

const known = Object.assign({}, ...maps.map(([, map]) => map)) as Record<string, string[] | string>;

/** Whether a test is the one that a title names; what is put into a title at run time may be anything. */
function isNamed(title: string, run: string): boolean {
	const pattern = title
		.split(/%[sjdp]|\$\w+|…/)
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
		.join('.*');
	// The requests of all operations are tested area by area.
	return new RegExp(
		`^${pattern.replace('support/conformance\\.ts', 'conformance/\\w+/\\w+\\.requests\\.test\\.ts')}$`,
	).test(run);
}

test('each change breaks a covered fact, names existing operations, and is noticed by a test of the fact', () => {
	const folder = 'test/mutation/breaking/changes';
	const endpoints = new Set(
		Object.values(areas)
			.flatMap((resources) => routesOf({ all: resources }))
			.map(({ key }) => withoutNames(key)),
	);
	for (const name of readdirSync(join(root, folder)))
		for (const { fact, test: run, change } of readProject<
			Array<{ fact: string; test: string; change: { on?: string[] } }>
		>(`${folder}/${name}`)) {
			const titles = known[fact];
			if (!Array.isArray(titles)) throw new Error(`${name}: no covered fact "${fact}"`);
			if (!titles.some((title) => isNamed(title, run)))
				throw new Error(`${name}: "${run}" is no test of "${fact}"`);
			expect([fact, (change.on ?? []).filter((endpoint) => !endpoints.has(endpoint))]).toEqual([
				fact,
				[],
			]);
			expect(Object.keys(change).filter((key) => key !== 'on')).toHaveLength(1);
		}
});

test('a fact that need not be broken is covered, is not broken, and says which other fact says the same, or why it requires nothing', () => {
	const { broken, unchanged } = brokenFacts();
	for (const [fact, { sameAs, bindsNobody }] of Object.entries(unchanged)) {
		expect([fact, Array.isArray(known[fact]), broken.has(fact)]).toEqual([fact, true, false]);
		if (sameAs === undefined) expect(bindsNobody?.length).toBeGreaterThan(10);
		else expect([sameAs, Array.isArray(known[sameAs])]).toEqual([sameAs, true]);
	}
});
