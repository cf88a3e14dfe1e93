/** The page with the facts of the interface documents that no test covers, and the reasons. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder, readData, readProject } from '../../platform/data';
import { interfaceFacts } from '../../platform/interfaceDocuments';
import { cell } from './cell';

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

export function coveragePage(): string {
	const known = coveredFacts();
	const reasons = uncoveredFacts();
	const { broken, unchanged } = brokenFacts();
	const covered = interfaceFacts.filter(({ id }) => known.has(id));
	const binding = covered.filter(({ id }) => unchanged[id]?.bindsNobody === undefined);
	const isBroken = (id: string) => broken.has(unchanged[id]?.sameAs ?? id);
	const unbroken = binding.filter(({ id }) => !isBroken(id));
	const share = Math.round((100 * (binding.length - unbroken.length)) / binding.length);
	const lines = [
		'# Test coverage of the interface documents',
		'',
		'Written by `npm run build` from the tags of the tests; do not edit. Each fact of the documents',
		'([What is known about the platform](interface.md)) is either covered by a test that is tagged with it, or',
		'listed here with the reason why not.',
		'',
		`${covered.length} facts are covered; ${binding.length} of them require something of a server or a client. \`npm run test:facts\` breaks`,
		`${binding.length - unbroken.length} of these (${share}%), each with a small change to the emulator, to a node, or to the messages between`,
		'them, and a test that is tagged with the fact fails.',
		'',
	];
	for (const doc of ['A', 'B', 'C']) {
		const own = interfaceFacts.filter((fact) => fact.doc === doc);
		const without = own.filter(({ id }) => !known.has(id));
		lines.push(
			`## Part ${doc}`,
			'',
			`Tests cover ${own.length - without.length} facts. They do not cover these ${without.length}:`,
			'',
		);
		if (without.length > 0)
			lines.push(
				'| ID | fact | reason |',
				'| --- | --- | --- |',
				...without.map(({ id, fact }) => `| ${id} | ${cell(fact)} | ${cell(reasons[id] ?? '')} |`),
				'',
			);
	}
	if (unbroken.length > 0)
		lines.push(
			'## Covered, but not broken by the script',
			'',
			...unbroken.map(({ id, fact }) => `- ${id}: ${fact}`),
			'',
		);
	return lines.join('\n');
}
