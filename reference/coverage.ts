/** Which facts of the interface documents no test covers, with the reason, as a page. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder, readData, readProject } from '../interface/data';
import { interfaceFacts } from '../interface/documents';
import { cell } from './pages';

export function coveragePage(): string {
	const files = readdirSync(join(dataFolder, 'coverage')).filter((name) => name.endsWith('.json')).sort();
	const known = Object.assign({}, ...files.map((name) => readData<Record<string, unknown>>(`coverage/${name}`))) as Record<string, unknown>;
	const broken = readProject<Array<{ fact: string }>>('test/mutation/mutations.json');
	const isCovered = (fact: string) => Array.isArray(known[fact]);
	const covered = interfaceFacts.filter(({ fact }) => isCovered(fact)).length;
	const changed = new Set(broken.map(({ fact }) => fact)).size;
	const lines = [
		'# What of the interface documents is tested',
		'',
		'Written by the build from test/fixtures/coverage; do not edit. Each fact of the documents',
		'(docs/interface.md) is covered by a named test, or stands here with the reason why not.',
		'',
		`\`npm run facts:mutate\` breaks ${changed} of the ${covered} covered facts (${Math.round((100 * changed) / covered)} %), each by a small change of the emulator or of a node,`,
		'and looks whether a test that is named for the fact turns red.',
		'',
	];
	for (const doc of ['A', 'B', 'C']) {
		const own = interfaceFacts.filter((fact) => fact.doc === doc && fact.fact in known);
		const without = own.filter(({ fact }) => !isCovered(fact));
		lines.push(`## Part ${doc}`, '', `${own.length - without.length} facts are covered by tests, ${without.length} are not:`, '');
		if (without.length > 0) lines.push('| fact | why not |', '| --- | --- |', ...without.map(({ fact }) => `| ${cell(fact)} | ${cell(String(known[fact]))} |`), '');
	}
	return lines.join('\n');
}
