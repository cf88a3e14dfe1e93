/**
 * What the pages for people put in italics is called that in the editor, the demo or an example: a
 * label that is renamed is renamed there, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { TalendCloudApi } from '../../../credentials/TalendCloudApi.credentials';
import { TalendCloudTokenApi } from '../../../credentials/TalendCloudTokenApi.credentials';
import { nodeTypes, triggerTypes } from '../../support/engine';
import { writtenPages } from '../../support/writtenPages';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Names of n8n's own, of Talend's console and Studio, and words that are only stressed. */
const OTHERS = new Set([
	...[
		'Settings → Community nodes',
		'Settings → Community nodes → Install',
		'Uninstall package',
		'Execute step',
		'Import → From file',
		'Import from File',
		'Schedule Trigger',
		'Poll Times',
		'Executions',
		'If',
		'Tool',
		'Retry On Fail',
		'On Error',
		'Continue (using error output)',
	],
	...[
		'Service Account - Manage',
		'tPostjob',
		'tHTTPClient',
		'tRESTClient',
		'OnSubjobOk',
		'OnSubjobError',
		'Die on error',
	],
	...['Talend Cloud (demo)', 'talend', 'hours', 'floor', 'mark'],
]);

/** All names that a description shows. */
function namesIn(
	value: unknown,
	names = new Set<string>(),
	seen = new WeakSet<object>(),
): Set<string> {
	if (typeof value !== 'object' || value === null || seen.has(value)) return names;
	seen.add(value);
	for (const [key, inner] of Object.entries(value))
		if (['displayName', 'name', 'action'].includes(key) && typeof inner === 'string')
			names.add(inner);
		else namesIn(inner, names, seen);
	return names;
}

const italics = (page: string) =>
	[
		...page
			.replace(/^ *```[^]*?^ *```$/gm, '')
			.replace(/`[^`]*`/g, '')
			.replace(/\s+/g, ' ')
			.matchAll(/(?<![*\w])\*([^*]+)\*(?![*\w])/g),
	].map(([, words]) => words!);

const examples = readdirSync(join(root, 'workflows')).flatMap((file) =>
	(JSON.parse(read(`workflows/${file}`)) as { nodes: Array<{ name: string }> }).nodes.map(
		({ name }) => name,
	),
);
const known = new Set([
	...namesIn([
		Object.values(nodeTypes),
		Object.values(triggerTypes),
		new TalendCloudApi(),
		new TalendCloudTokenApi(),
	]),
	...examples,
	...OTHERS,
]);
// operationNames.test.ts checks whether the names around an arrow belong together.
const isKnown = (name: string) =>
	known.has(name) || name.split(' → ').every((part) => known.has(part));
// What the demo has is named once, on the page of the emulator.
const demo = read('docs/platform/emulator.md');

test.each([
	'README.md',
	...writtenPages().filter((page) => !/\/(emulator|interface-coverage)\.md$/.test(page)),
])('%s names only what exists', (page) => {
	expect(
		[...new Set(italics(read(page)))].filter((name) => !isKnown(name) && !demo.includes(name)),
	).toEqual([]);
});
