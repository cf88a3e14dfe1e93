/** Mutation testing leaves nothing out, and changes nothing twice. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as ts from 'typescript';

const root = join(__dirname, '../../..');
const script =
	"import { PARTS } from './tools/scripts/mutationParts.mjs'; console.log(JSON.stringify(PARTS))";
const parts = JSON.parse(
	execFileSync(process.execPath, ['--input-type=module', '-e', script], {
		cwd: root,
		encoding: 'utf8',
	}),
) as Record<string, { mutate: string[]; tests: string[] }>;

/** Whether a file does anything: types, names for others and lists of words have no function. */
function hasFunction(file: string): boolean {
	const holds = (node: ts.Node): boolean =>
		(ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) ||
		(ts.forEachChild(node, holds) ?? false);
	return holds(
		ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
	);
}

const sources = ['nodes/shared', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

test('each file that does something belongs to one part', () => {
	const changed = Object.values(parts).flatMap(({ mutate }) => mutate);
	const wanted = sources.filter(hasFunction);
	expect({
		'in no part of tools/scripts/mutationParts.mjs': wanted.filter(
			(file) => !changed.includes(file),
		),
		'in several parts': changed.filter((file, index) => changed.indexOf(file) !== index),
		'in a part, but not there or without a function': changed.filter(
			(file) => !existsSync(join(root, file)) || !hasFunction(file),
		),
	}).toEqual({
		'in no part of tools/scripts/mutationParts.mjs': [],
		'in several parts': [],
		'in a part, but not there or without a function': [],
	});
});

test('each part has tests', () => {
	for (const [name, { tests }] of Object.entries(parts))
		expect([name, tests.length > 0, tests.filter((test) => !existsSync(join(root, test)))]).toEqual(
			[name, true, []],
		);
});

test('docs/project/testing.md has the figures of each file, with its part, or names it as not measured yet', () => {
	const page = readFileSync(join(root, 'docs/project/testing.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(\S+\.ts)` \| (\w+) \|/gm)].map(
		([, file, part]) => `${file} ${part}`,
	);
	const unmeasured = [
		...(/Not measured yet: (.+?)\.\s/.exec(page)?.[1] ?? '').matchAll(/`([^`]+)`/g),
	].map(([, name]) => name!);
	const all = Object.entries(parts).flatMap(([part, { mutate }]) =>
		mutate
			.filter((file) => !unmeasured.some((name) => file.endsWith(`/${name}`)))
			.map((file) => `${file} ${part}`),
	);
	expect(rows.sort()).toEqual(all.sort());
});
