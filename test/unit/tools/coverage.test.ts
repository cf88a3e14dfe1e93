/**
 * Every fact of the interface is covered by a test that is tagged with it (test/support/fact.ts),
 * or is in platform/data/interface/uncovered.json with the reason why not.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { routesOf } from '../../../emulator/server/router';
import { areas } from '../../../nodes/areas';
import { projectFolder, readProject } from '../../../platform/data';
import { interfaceFacts } from '../../../platform/descriptions/interfaceDocuments';
import { brokenFacts, coveredFacts, uncoveredFacts } from '../../../tools/reference/coverage';

const covered = coveredFacts();
const uncovered = uncoveredFacts();
const ids = interfaceFacts.map(({ id }) => id);

const withoutNames = (key: string) => key.replace(/\{[^}]*\}/g, '{}');

test('the facts of each document are numbered from 1', () => {
	const count: Record<string, number> = {};
	expect(ids).toEqual(
		interfaceFacts.map(({ doc }) => `${doc}.${(count[doc] = (count[doc] ?? 0) + 1)}`),
	);
});

test('tests are tagged with facts that exist', () => {
	expect([...covered.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

test('each fact is covered by a test, or has a reason why it is not', () => {
	expect(ids.filter((id) => covered.has(id) === id in uncovered)).toEqual([]);
	expect(Object.keys(uncovered).filter((id) => !ids.includes(id))).toEqual([]);
	for (const reason of Object.values(uncovered)) expect(reason.length).toBeGreaterThan(10);
});

test('each change breaks a covered fact and names existing operations', () => {
	const folder = 'test/brokenFacts/breaking/changes';
	const endpoints = new Set(
		Object.values(areas)
			.flatMap((resources) => routesOf({ all: resources }))
			.map(({ key }) => withoutNames(key)),
	);
	for (const name of readdirSync(join(projectFolder, folder)))
		for (const { fact, in: file, change } of readProject<
			Array<{ fact: string; in?: string; change: { on?: string[] } }>
		>(`${folder}/${name}`)) {
			const files = covered.get(fact);
			if (!files) throw new Error(`${name}: no test covers "${fact}"`);
			// What is tagged only in support/conformance.ts needs the file of an area that runs it.
			expect([
				fact,
				file !== undefined || [...files].some((each) => each.endsWith('.test.ts')),
			]).toEqual([fact, true]);
			expect([fact, (change.on ?? []).filter((endpoint) => !endpoints.has(endpoint))]).toEqual([
				fact,
				[],
			]);
			expect(Object.keys(change).filter((key) => key !== 'on')).toHaveLength(1);
		}
});

describe('a fact that need not be broken', () => {
	const { broken, unchanged } = brokenFacts();
	const facts = Object.entries(unchanged).map(([fact, reason]) => ({ fact, ...reason }));

	test.each(facts)('the fact $fact is covered instead', ({ fact }) => {
		expect([covered.has(fact), broken.has(fact)]).toEqual([true, false]);
	});

	test.each(facts)('the fact $fact names a covered fact that is the same, or a reason', (each) => {
		if (each.sameAs === undefined) expect(each.bindsNobody?.length).toBeGreaterThan(10);
		else expect([each.sameAs, covered.has(each.sameAs)]).toEqual([each.sameAs, true]);
	});
});
