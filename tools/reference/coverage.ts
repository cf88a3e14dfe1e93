/** The page with the facts of the interface documents that no test covers, and the reasons. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder, projectFolder, readData, readProject } from '../interface/data';
import { interfaceFacts } from '../interface/documents';
import { cell } from './cell';

/** A fact that is not broken on purpose, and why. */
interface Unchanged {
	/** Advice for people, or something that the documents do not show: no server or client can violate it. */
	bindsNobody?: string;
	/** Another fact with the same meaning: breaking it breaks this one. */
	sameAs?: string;
}

const CHANGES = 'test/mutation/breaking/changes';

/** The facts that `npm run facts:mutate` breaks, and those that it need not break. */
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
	return { broken, unchanged: readProject('test/mutation/unchanged.json') };
}

export function coveragePage(): string {
	const files = readdirSync(join(dataFolder, 'coverage'))
		.filter((name) => name.endsWith('.json'))
		.sort();
	const known = Object.assign(
		{},
		...files.map((name) => readData<Record<string, unknown>>(`coverage/${name}`)),
	) as Record<string, unknown>;
	const { broken, unchanged } = brokenFacts();
	const isCovered = (fact: string) => Array.isArray(known[fact]);
	const covered = interfaceFacts.filter(({ fact }) => isCovered(fact));
	const binding = covered.filter(({ fact }) => unchanged[fact]?.bindsNobody === undefined);
	const isBroken = (fact: string) => broken.has(unchanged[fact]?.sameAs ?? fact);
	const unbroken = binding.filter(({ fact }) => !isBroken(fact));
	const share = Math.round((100 * (binding.length - unbroken.length)) / binding.length);
	const lines = [
		'# Test coverage of the interface documents',
		'',
		'Written by `npm run build` from test/fixtures/coverage; do not edit. Each fact of the documents',
		'([What is known about the platform](interface.md)) is either covered by a named test or listed here with the reason why not.',
		'',
		`${covered.length} facts are covered; ${binding.length} of them require something of a server or a client. \`npm run facts:mutate\` breaks`,
		`${binding.length - unbroken.length} of these (${share} %), each with a small change to the emulator, to a node, or to the messages between them,`,
		'and a test that is named for the fact fails.',
		'',
	];
	for (const doc of ['A', 'B', 'C']) {
		const own = interfaceFacts.filter((fact) => fact.doc === doc && fact.fact in known);
		const without = own.filter(({ fact }) => !isCovered(fact));
		lines.push(
			`## Part ${doc}`,
			'',
			`Tests cover ${own.length - without.length} facts. They do not cover these ${without.length}:`,
			'',
		);
		if (without.length > 0)
			lines.push(
				'| fact | reason |',
				'| --- | --- |',
				...without.map(({ fact }) => `| ${cell(fact)} | ${cell(String(known[fact]))} |`),
				'',
			);
	}
	if (unbroken.length > 0)
		lines.push(
			'## Covered, but not broken by the script',
			'',
			...unbroken.map(({ fact }) => `- ${fact}`),
			'',
		);
	return lines.join('\n');
}
