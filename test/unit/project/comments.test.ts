/** What comments of the code and of the configuration refer to is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
/** Everything in the repository but what is installed, built or hidden. */
function below(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true })
		.filter(({ name }) => !/^(?:\.|(?:node_modules|dist|build|reports|coverage)$)/.test(name))
		.flatMap((entry) => {
			const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
			return entry.isDirectory() ? below(path) : [path];
		});
}

const all = below('');
const withCode = all.filter((path) => /\.[cm]?[jt]s$/.test(path));

/** Not a file of the repository: the name of a product, and what a build makes. */
const OTHERS = new Set(['Node.js', 'emulator/main.js']);

const FILE = /(?<![\w/.@{}%-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]s|md|json)(?![\w/])/g;

const commentsOf = (text: string): string =>
	[...text.matchAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment).join('\n');

/** The files that the comments of a text name, and that are nowhere in the repository. */
const missingFiles = (text: string): string[] =>
	[...commentsOf(text).matchAll(FILE)]
		.map(([path]) => path)
		.filter((path) => !OTHERS.has(path) && !/^(?:dist|build)\//.test(path))
		.filter((path) => !all.some((file) => file === path || file.endsWith(`/${path}`)));

/** The names that are linked in a text, and that its code does not have. */
function missingNames(text: string): string[] {
	const code = text.replace(/\/\*[^]*?\*\//g, '');
	return [...text.matchAll(/\{@link ([\w.#]+)/g)]
		.map(([, link]) => link!)
		.filter((link) => !new RegExp(`\\b${link.split(/[.#]/)[0]!}\\b`).test(code));
}

test('a comment with a missing file or a link to a missing name is detected', () => {
	const nowhere = ['none', 'ts'].join('.');
	const text = `/** See ${nowhere} and {@${'link'} none}, fields.ts and {@link some}. */\nconst some = 1;\n`;
	expect(missingFiles(text)).toEqual([nowhere]);
	expect(missingNames(text)).toEqual(['none']);
});

test('the files that comments name exist', () => {
	expect(withCode.length).toBeGreaterThan(500);
	const missing = withCode.flatMap((path) =>
		missingFiles(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
	);
	expect(missing).toEqual([]);
});

test('the names that comments link to are in the code of their file', () => {
	const missing = withCode.flatMap((path) =>
		missingNames(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
	);
	expect(missing).toEqual([]);
});
