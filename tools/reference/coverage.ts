/** The page with the facts of the interface documents that no test covers, and the reasons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder, readData, readProject } from '../../platform/data';
import { interfaceFacts } from '../../platform/descriptions/interfaceDocuments';
import { cell, page, table } from './template';

/** A fact that is not broken on purpose, and why. */
interface Unchanged {
	/**
	 * Why no server or client can violate it: it is advice for people, or the documents do not show
	 * it.
	 */
	bindsNobody?: string;
	/** ID of another fact with the same meaning: breaking it breaks this one. */
	sameAs?: string;
}

const CHANGES = 'test/brokenFacts/breaking/changes';

/** The facts that `npm run test:facts` breaks, and those that it need not break, by ID. */
export function brokenFacts(): {
	broken: ReadonlySet<string>;
	unchanged: Readonly<Record<string, Unchanged>>;
} {
	const lists = readdirSync(join(projectFolder, CHANGES))
		.sort()
		.map((name) => `${CHANGES}/${name}`);
	const broken = new Set(
		lists.flatMap((path) => readProject<Array<{ fact: string }>>(path)).map(({ fact }) => fact),
	);
	return { broken, unchanged: readProject('test/brokenFacts/unchanged.json') };
}

/**
 * The IDs of the facts that tests are tagged with, `fact('A.17', 'A.20')`, with the files of these
 * tests.
 */
export function coveredFacts(): ReadonlyMap<string, ReadonlySet<string>> {
	const covered = new Map<string, Set<string>>();
	const folder = join(projectFolder, 'test');
	for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
		// support/conformance.ts contains the tests of all operations' requests.
		if (!file.endsWith('.test.ts') && !file.endsWith('conformance.ts')) continue;
		for (const [, ids] of readFileSync(join(folder, file), 'utf8').matchAll(/\bfact\(([^)]*)\)/g))
			for (const [, id] of ids!.matchAll(/'([A-C]\.\d+)'/g))
				covered.set(id!, (covered.get(id!) ?? new Set()).add(file));
	}
	return covered;
}

/** Why no test covers a fact, by ID. */
export const uncoveredFacts = (): Readonly<Record<string, string>> =>
	readData('interface/uncovered.json');

/** The section about one of the interface documents: the facts that no test covers. */
function partOf(doc: string): string {
	const known = coveredFacts();
	const reasons = uncoveredFacts();
	const own = interfaceFacts.filter((fact) => fact.doc === doc);
	const without = own.filter(({ id }) => !known.has(id));
	return [
		`## Part ${doc}`,
		`Tests cover ${own.length - without.length} facts. They do not cover these ${without.length}:`,
		table(
			['ID', 'fact', 'reason'],
			without.map(({ id, fact }) => [id, cell(fact), cell(reasons[id] ?? '')]),
		),
	].join('\n\n');
}

/** docs/platform/interface-coverage.md */
export function coveragePage(): string {
	const known = coveredFacts();
	const { broken, unchanged } = brokenFacts();
	const covered = interfaceFacts.filter(({ id }) => known.has(id));
	const binding = covered.filter(({ id }) => unchanged[id]?.bindsNobody === undefined);
	const unbroken = binding.filter(({ id }) => !broken.has(unchanged[id]?.sameAs ?? id));
	const count = binding.length - unbroken.length;
	return page('interface-coverage', {
		covered: covered.length,
		binding: binding.length,
		broken: count,
		share: Math.round((100 * count) / binding.length),
		parts: [
			...['A', 'B', 'C'].map(partOf),
			...(unbroken.length > 0
				? [
						'## Covered, but not broken by the script',
						unbroken.map(({ id, fact }) => `- ${id}: ${fact}`).join('\n'),
					]
				: []),
		].join('\n\n'),
	});
}
