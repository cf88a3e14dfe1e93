/** The map in architecture.md names every area, and each folder of the code that they share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { nodeTypes } from '../../support/engine';

const root = join(__dirname, '../../..');
const architecture = readFileSync(join(root, 'docs/project/architecture.md'), 'utf8');
/** The rows of the tables of folders and files, by their first cell. */
const rows = new Map(
	[...architecture.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name, text]) => [name!, text!]),
);

const filesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);

/** The files of a folder that no row covers: neither their own, nor one of their folder. */
const missing = (folder: string, prefix = ''): string[] =>
	filesIn(folder).filter((file) => {
		const inFolder = dirname(file);
		const isNamedInRowAbove = rows
			.get(`${prefix}${dirname(inFolder)}/`)
			?.includes(`\`${inFolder.split('/').at(-1)}/\``);
		return (
			!rows.has(`${prefix}${file}`) && !rows.has(`${prefix}${inFolder}/`) && !isNamedInRowAbove
		);
	});

test('the table of areas names exactly the nodes of the areas', () => {
	const table = /^\| area \| node \|[^]*?\n\n/m.exec(architecture)![0];
	const named = [...table.matchAll(/^\| (\w+) \| (.+?) \| .+ \|$/gm)]
		.map(([, area, node]) => [area!, `Talend Cloud ${node!}`] as const)
		.slice(1);
	const declared = Object.values(nodeTypes).map(
		({ constructor, description }) =>
			[constructor.name.replace('TalendCloud', ''), description.displayName] as const,
	);
	expect(named).toEqual(declared.sort(([a], [b]) => (a < b ? -1 : 1)));
});

test('the map of the architecture names every folder and loose file of nodes/shared', () => {
	expect(missing('nodes/shared')).toEqual([]);
});

test('the map of the architecture names every folder of nodes/records', () => {
	expect(missing('nodes/records', 'nodes/records/')).toEqual([]);
});

test('every folder of nodes/shared that the map names exists', () => {
	const inShared = [...rows.keys()].filter((name) =>
		/^(?:support|declare|flows|transport|engine|editor|trigger)\/(?:[^.]*\/)?$|^engine\/\w+\.ts$/.test(
			name,
		),
	);
	expect(inShared.length).toBeGreaterThan(15);
	expect(inShared.filter((name) => !existsSync(join(root, 'nodes/shared', name)))).toEqual([]);
});
