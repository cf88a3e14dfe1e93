/** What comments of the code and of the configuration refer to is there: files and names. */
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

/** The code whose comments quote names, and where these names have to be. */
const OWN_CODE = /^(?:nodes|credentials|emulator|platform|tools)\//;

/** Names of others, which comments quote and the code does not use, and values of examples. */
const QUOTED_ELSEWHERE = new Set([
	// a parameter that overrides the method of a request
	'_method',
	// functions of n8n and luxon
	'commonDeclarativeNodeOptionParameters',
	'executeData',
	'hasSame',
	// names of a parameter and of a table, and a part of a position
	'db_password',
	'FORBIDDEN',
	'pALEM26_14',
]);

const namesIn = (code: string): string[] => code.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** The names in backticks in the comments of a text, each part of them: `op.nodeRun`, `run()`. */
const quotedNames = (text: string): string[] =>
	[...commentsOf(text).matchAll(/`([A-Za-z_$][\w$.]*)(?:\(\))?`/g)]
		.map(([, name]) => name!)
		.filter((name) => !/\.(?:[cm]?[jt]s|md|json)$/.test(name))
		.flatMap((name) => name.split('.'));

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

test('the names that comments quote are somewhere in the code', () => {
	const texts = withCode
		.filter((path) => OWN_CODE.test(path))
		.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
	const known = new Set(
		texts.flatMap(([, text]) => namesIn(text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, ''))),
	);
	const quoted = texts.flatMap(([path, text]) => quotedNames(text).map((name) => ({ path, name })));
	expect(quoted.length).toBeGreaterThan(300);
	expect(quoted.filter(({ name }) => !known.has(name) && !QUOTED_ELSEWHERE.has(name))).toEqual([]);
});

test('the parts of quoted names are found, without the names of files', () => {
	const text = '/** `op.nodeRun` and `run()` of `fields.ts`, with `a value` */\n// `last`\n';
	expect(quotedNames(text)).toEqual(['op', 'nodeRun', 'run', 'last']);
});
