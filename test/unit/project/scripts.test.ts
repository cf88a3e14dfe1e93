/**
 * The scripts of package.json on a fresh clone: each installs and builds what it needs, so it must
 * load without it. And what programs load of the build by its path.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};
const entries = Object.entries(scripts).flatMap(([name, command]) => {
	const file = /^node (\S+\.mjs)/.exec(command)?.[1];
	return file ? [[name, file] as const] : [];
});

/**
 * What a module needs as soon as it is loaded, by the modules that it imports and by what it
 * requires at its top.
 */
function neededBy(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);
	const text = readFileSync(file, 'utf8');
	const needs = /^(export )?const .*require.*\bbuild\//m.test(text)
		? [`${relative(root, file)}: the build`]
		: [];
	for (const [, from] of text.matchAll(/^(?:import|export) [^;]*?from '([^']+)'/gm)) {
		if (from!.startsWith('node:')) continue;
		if (from!.startsWith('.')) needs.push(...neededBy(join(dirname(file), from!), seen));
		else needs.push(`${relative(root, file)}: the package ${from}`);
	}
	return needs;
}

test('the scripts are found', () => {
	expect(entries.length).toBeGreaterThan(10);
	for (const [, file] of entries)
		expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});

test.each(entries)(
	'npm run %s (%s) loads in a clone before ensureProject and ensureBuild have prepared it',
	(_name, file) => {
		expect(neededBy(join(root, file))).toEqual([]);
	},
);

/** The programs of the repository, which load parts of the build by their paths. */
const programs = execFileSync('git', ['ls-files', '*.mjs', '*.cjs'], { cwd: root })
	.toString()
	.trim()
	.split('\n');

test('every part of the build that a program loads has a source', () => {
	const loaded = programs.flatMap((file) => {
		const text = readFileSync(join(root, file), 'utf8');
		const paths = text.matchAll(/\bbuilt\('([\w./-]+)'\)|'build\/([\w./-]+\.js)'/g);
		return [...paths].map(([, byBuilt, whole]) => [file, (byBuilt ?? whole)!] as const);
	});
	expect(loaded.length).toBeGreaterThan(30);
	const withoutSource = loaded.filter(
		([, path]) => !existsSync(join(root, path.replace(/(?:\.js)?$/, '.ts'))),
	);
	expect(withoutSource).toEqual([]);
});
