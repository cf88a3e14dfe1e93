/** Which facts of the interface documents no test covers, with the reason, as a page. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder, projectFolder, readData, readProject } from '../interface/data';
import { interfaceFacts } from '../interface/documents';
import { cell } from './cell';

/** A fact that nothing is changed for, and why. */
interface Unchanged {
	/** Words to people, or what the documents do not show: there is nothing that a server or a client could do otherwise. */
	bindsNobody?: string;
	/** Another fact that says the same: what breaks it breaks this one. */
	sameAs?: string;
}

const CHANGES = 'test/mutation/breaking/changes';

/** The facts that `npm run facts:mutate` breaks, and those that it need not break. */
export function brokenFacts(): { broken: ReadonlySet<string>; unchanged: Readonly<Record<string, Unchanged>> } {
	const lists = ['test/mutation/mutations.json', ...readdirSync(join(projectFolder, CHANGES)).sort().map((name) => `${CHANGES}/${name}`)];
	const broken = new Set(lists.flatMap((path) => readProject<Array<{ fact: string }>>(path)).map(({ fact }) => fact));
	return { broken, unchanged: readProject('test/mutation/unchanged.json') };
}

export function coveragePage(): string {
	const files = readdirSync(join(dataFolder, 'coverage')).filter((name) => name.endsWith('.json')).sort();
	const known = Object.assign({}, ...files.map((name) => readData<Record<string, unknown>>(`coverage/${name}`))) as Record<string, unknown>;
	const { broken, unchanged } = brokenFacts();
	const isCovered = (fact: string) => Array.isArray(known[fact]);
	const covered = interfaceFacts.filter(({ fact }) => isCovered(fact));
	const binding = covered.filter(({ fact }) => unchanged[fact]?.bindsNobody === undefined);
	const isBroken = (fact: string) => broken.has(unchanged[fact]?.sameAs ?? fact);
	const unbroken = binding.filter(({ fact }) => !isBroken(fact));
	const share = Math.round((100 * (binding.length - unbroken.length)) / binding.length);
	const lines = [
		'# What of the interface documents is tested',
		'',
		'Written by the build from test/fixtures/coverage; do not edit. Each fact of the documents',
		'(docs/interface.md) is covered by a named test, or stands here with the reason why not.',
		'',
		`${covered.length} facts are covered; ${binding.length} of them bind a server or a client. \`npm run facts:mutate\` breaks`,
		`${binding.length - unbroken.length} of these (${share} %), each by a small change of the emulator, of a node, or of what passes between them,`,
		'and a test that is named for the fact turns red.',
		'',
	];
	for (const doc of ['A', 'B', 'C']) {
		const own = interfaceFacts.filter((fact) => fact.doc === doc && fact.fact in known);
		const without = own.filter(({ fact }) => !isCovered(fact));
		lines.push(`## Part ${doc}`, '', `${own.length - without.length} facts are covered by tests, ${without.length} are not:`, '');
		if (without.length > 0) lines.push('| fact | why not |', '| --- | --- |', ...without.map(({ fact }) => `| ${cell(fact)} | ${cell(String(known[fact]))} |`), '');
	}
	if (unbroken.length > 0) lines.push('## Covered, and not broken by a script', '', ...unbroken.map(({ fact }) => `- ${fact}`), '');
	return lines.join('\n');
}
