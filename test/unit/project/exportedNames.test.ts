/**
 * Exported names of the nodes: each names one thing, so that a search for it finds that thing
 * alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const nodes = join(__dirname, '../../../nodes');

/** What every trigger has: it is only used beside its trigger. */
const OF_EACH_TRIGGER = new Set(['spec', 'eventInWords']);

const EXPORT =
	/^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

/**
 * Resources and their operations are named after what the API names: several areas have a user or a
 * task, each with its operations.
 */
const isResource = (file: string, name: string, text: string) =>
	/(^|\/)resources\/(?:\w+|\w+\/(?:index|requests))\.ts$/.test(file) ||
	new RegExp(`(^|/)resources/\\w+/${name}\\.ts$`).test(file) ||
	(/(^|\/)resources\//.test(file) &&
		new RegExp(`^export const ${name}\\b[^=\\n]*=\\s+(?:operation|flow|awaiting)\\(`, 'm').test(
			text,
		));

/** The names that several of these files export, with the files. */
function repeatedNames(files: ReadonlyArray<readonly [file: string, text: string]>): string[] {
	const filesByName = new Map<string, Set<string>>();
	const texts = new Map(files);
	for (const [file, text] of files)
		for (const [, name] of text.matchAll(EXPORT))
			filesByName.set(name!, (filesByName.get(name!) ?? new Set()).add(file));
	return [...filesByName]
		.filter(([name, places]) => {
			const elsewhere = [...places].filter((file) => !isResource(file, name, texts.get(file)!));
			return places.size > 1 && elsewhere.length > 0 && !OF_EACH_TRIGGER.has(name);
		})
		.map(([name, places]) => `${name}: ${[...places].join(', ')}`);
}

test('no two files of the nodes export the same name', () => {
	const files = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(nodes, file), 'utf8')] as const);
	expect(files.length).toBeGreaterThan(200);
	expect(repeatedNames(files)).toEqual([]);
});

test('a name that two files export is detected, whatever it names', () => {
	const part = 'export interface Part {}';
	expect(
		repeatedNames([
			['a.ts', `${part}\nexport async function* pagesOf() {}\nconst own = 1;`],
			['b.ts', 'export type Part = string;\nexport const pagesOf = 1;\nconst own = 2;'],
		]),
	).toEqual(['Part: a.ts, b.ts', 'pagesOf: a.ts, b.ts']);
	expect(
		repeatedNames([
			['X/resources/user.ts', part],
			['Y/resources/user.ts', part],
		]),
	).toEqual([]);
	const upsert = 'export const upsert = flow({});';
	const flows = ['X/resources/user/upsert.ts', 'X/resources/role/upsert.ts'];
	expect(repeatedNames(flows.map((file) => [file, upsert]))).toEqual([]);
	expect(repeatedNames(flows.map((file) => [file, part]))).toEqual([`Part: ${flows.join(', ')}`]);
});
