/**
 * A made-up next version of the package: the environment of the Orchestration node has an operation
 * that is new, a field that has another name and another default, all in version 2 of the node.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { quietly, root } from '../programs.mjs';

const NODE = 'nodes/TalendCloudOrchestration/TalendCloudOrchestration.node.ts';
const RESOURCE = 'nodes/TalendCloudOrchestration/resources/environment';
const REQUESTS = `${RESOURCE}/requests.ts`;
const INDEX = `${RESOURCE}/index.ts`;

const GET_ALL = `import { records } from '../../../shared/declare/answers';
import { allAtOnce } from '../../../shared/declare/lists/paging';
export const getAll = operation('GET /orchestration/environments', {
	name: 'Get All', action: 'Get all environments', description: 'List all environments', since: 2,
	pages: allAtOnce, answers: records('B.EnvironmentInfo', { key: 'id' }),
});
`;

/** The replacements in each file. Each old text must exist. */
const CHANGES = {
	[NODE]: [[/\bversion: 1,/, 'version: [1, 2],\n\t\tdefaultVersion: 2,']],
	[REQUESTS]: [
		// In the first operation that has it: Create.
		[
			'\t\tdescription: fields.description.optional(),\n',
			"\t\tdescription: fields.description.until(1).optional(),\n\t\tpurpose: fields.description.wireName('description').initial('Made by a workflow').since(2),\n",
		],
		['export const create =', `${GET_ALL}\n$&`],
	],
	[INDEX]: [
		["from './requests';", "$&\nimport { getAll } from './requests';"],
		[/export const environment = resource\([^{]*\{/, '$& getAll,'],
	],
};

/**
 * The sources that differ in the next version.
 * @returns the new content of each file, by its path
 * @throws if a file no longer has a text that is to be replaced
 */
export const nextSources = () =>
	Object.fromEntries(
		Object.entries(CHANGES).map(([file, changes]) => {
			let text = readFileSync(join(root, file), 'utf8');
			for (const [found, replacement] of changes) {
				const changed = text.replace(found, replacement);
				if (changed === text)
					throw new Error(
						`${file} has no ${found} any more: correct tools/release/nextVersion.mjs`,
					);
				text = changed;
			}
			return [file, text];
		}),
	);

/**
 * Builds it.
 * @param folder a scratch folder
 * @returns the folder with its package.json and dist/
 */
export async function buildNextVersion(folder, version) {
	mkdirSync(folder, { recursive: true });
	for (const name of [
		'nodes',
		'credentials',
		'icons',
		'tools/build',
		'tools/oneAtATime.mjs',
		'tools/programs.mjs',
		'tools/setup.mjs',
		'gulpfile.js',
		'index.js',
		'LICENSE',
	])
		cpSync(join(root, name), join(folder, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }, null, '\t'));
	for (const [file, text] of Object.entries(nextSources())) writeFileSync(join(folder, file), text);
	await quietly(
		`Building the made-up version ${version} `,
		process.execPath,
		[join(folder, 'node_modules/gulp/bin/gulp.js'), '--silent', 'package'],
		{ cwd: folder },
	);
	return folder;
}
