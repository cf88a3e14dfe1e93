/**
 * What is declared is also listed: a resource in the index of its area, an area among all areas, a
 * node in the manifest, an operation on the emulated platform and, if it is a single request, in
 * the `judgeRequests` of a test file. Whoever adds one and forgets the list learns here which line
 * is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { handlers } from '../../../emulator/areas';
import { areas } from '../../../nodes/areas';
import type { Resource } from '../../../nodes/shared/declare/operation';
import { isObject } from '../../../nodes/shared/support/json';
import { named, requestsOf } from '../../support/judgeRequests';

const root = join(__dirname, '../../..');
const nodes = readdirSync(join(root, 'nodes')).filter((name) => name.startsWith('TalendCloud'));
const withResources = nodes.filter((name) => existsSync(join(root, 'nodes', name, 'resources')));
const isResource = (value: unknown): boolean =>
	isObject(value) && typeof value.value === 'string' && isObject(value.operations);
/** The files and folders of an area's resources, without `.ts`. */
const resourceFiles = (name: string): string[] =>
	readdirSync(join(root, 'nodes', name, 'resources'))
		.filter((file) => file !== 'index.ts')
		.map((file) => file.replace(/\.ts$/, ''));
const load = (path: string) => jest.requireActual<Record<string, unknown>>(join(root, path));

test.each(withResources)(
	'resources/ of %s has one file or folder for each resource in its index',
	(name) => {
		const listed = load(`nodes/${name}/resources/index.ts`).resources as readonly Resource[];
		expect(resourceFiles(name).sort()).toEqual(listed.map(({ value }) => value).sort());
		for (const each of listed)
			expect(Object.values(load(`nodes/${name}/resources/${each.value}`))).toContain(each);
	},
);

test.each(withResources)('every resource that a file of %s declares is in its index', (name) => {
	const index = `nodes/${name}/resources/index.ts`;
	const listed = load(index).resources as readonly Resource[];
	for (const file of resourceFiles(name))
		for (const [exported, value] of Object.entries(load(`nodes/${name}/resources/${file}`)))
			if (isResource(value) && !listed.includes(value as Resource))
				throw new Error(
					`${file} declares the resource ${exported}, which no node shows: add it to ${index}`,
				);
});

test.each(withResources)('the resources of %s are among all areas', (name) => {
	const listed = load(`nodes/${name}/resources/index.ts`).resources as readonly Resource[];
	if (!Object.values(areas).includes(listed))
		throw new Error(
			`The resources of ${name} are not emulated, tested or documented: add them to nodes/areas.ts`,
		);
});

/** The files of an area with their code, by their paths in its folder. */
const filesOf = (name: string) =>
	readdirSync(join(root, 'nodes', name), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => ({
			file: file.replaceAll('\\', '/'),
			code: readFileSync(join(root, 'nodes', name, file), 'utf8'),
		}));

/**
 * What the code of a file must not have, because it belongs elsewhere. Beside `resources/`, only
 * functions declare operations: those that several resources have alike.
 */
function misplaced(file: string, code: string): string[] {
	if (!file.startsWith('resources/'))
		return /^(?:export )?const \w+[^=\n]* =\s+(?:operation|flow|awaiting)\(/m.test(code)
			? [`${file}: operations belong to resources/<resource>`]
			: [];
	if (/^resources\/\w+\.ts$/.test(file))
		return /[ (](?:flow|awaiting)\(/.test(code)
			? [`${file}: a flow needs a folder of its resource`]
			: [];
	if (!file.endsWith('/index.ts')) return [];
	const others = code
		.replace(/^import [^]*? from '[^']*';\n/gm, '')
		.replace(/^\s*export const \w+ = resource\([^]*?^\);\s*$/m, '');
	return others === '' ? [] : [`${file}: the index of a resource only lists its operations`];
}

test('a misplaced operation is detected', () => {
	const imports = "import { a } from './requests';\nimport {\n\tb,\n} from './b';\n\n";
	const index = `${imports}export const one = resource(\n\t'one',\n\t{ a, b },\n);\n`;
	expect(misplaced('resources/one/index.ts', index)).toEqual([]);
	expect(misplaced('resources/one/index.ts', `${index}const a = 1;\n`)).toHaveLength(1);
	expect(misplaced('resources/one/b.ts', 'const b = flow({})')).toEqual([]);
	expect(misplaced('resources/one.ts', "const a = operation('GET /a', {})")).toEqual([]);
	expect(misplaced('resources/one.ts', 'const b = flow({})')).toHaveLength(1);
	expect(misplaced('b.ts', "const a = operation('GET /a', {})")).toHaveLength(1);
	expect(misplaced('b.ts', 'const a = (noun) =>\n\toperation(`GET /${noun}`, {})')).toEqual([]);
});

test.each(withResources)(
	'each operation of %s is in the file or folder of its resource',
	(name) => {
		expect(filesOf(name).flatMap(({ file, code }) => misplaced(file, code))).toEqual([]);
	},
);

/**
 * The operations of a resource as its code lists them: the value of each, and its constant. Where a
 * function makes the same operations for several resources, there is no constant.
 */
function constantsOf(code: string): Array<{ value: string; constant: string }> {
	const listed = /^export const \w+ = resource\([^]*?^\);/m.exec(code)?.[0] ?? '';
	const operations = /\{([^{}]*)\}/.exec(listed)?.[1] ?? '';
	return operations
		.split(',')
		.map((entry) => entry.trim().split(/:\s*/))
		.filter(([value, constant = value]) => /^\w+$/.test(value!) && /^\w+$/.test(constant!))
		.map(([value, constant = value]) => ({ value: value!, constant: constant! }));
}

/**
 * Whether a constant has the name of its operation. What other resources import may also say what
 * it is about (`getManyTasks`), and so must a word that is taken: `export` and `switch` by the
 * language, `download` by the transport.
 */
function isNamedAs(value: string, constant: string, isShared: boolean): boolean {
	if (value === 'delete') return constant === 'remove';
	if (constant === value) return true;
	const isLonger = new RegExp(`^${value}[A-Z]`).test(constant);
	return isLonger && (isShared || ['export', 'switch', 'download'].includes(value));
}

test('an operation whose constant has another name is detected', () => {
	const code =
		"export const one = resource(\n\t'one',\n\t{ get, getMany: listAll, ...more },\n);\n";
	expect(constantsOf(code)).toEqual([
		{ value: 'get', constant: 'get' },
		{ value: 'getMany', constant: 'listAll' },
	]);
	expect(isNamedAs('getMany', 'listAll', true)).toBe(false);
	expect(isNamedAs('getMany', 'getManyTasks', false)).toBe(false);
	expect(isNamedAs('getMany', 'getManyTasks', true)).toBe(true);
	expect(isNamedAs('delete', 'deleteTask', true)).toBe(false);
});

/** The names that a file imports, each with the path it comes from. */
const importsOf = (code: string) =>
	new Map(
		[...code.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']*)';/gm)].flatMap(
			([, names, from]) =>
				names!.split(',').map((each) => [each.trim().split(' ')[0]!, from!] as const),
		),
	);
const importsEverywhere = nodes.flatMap((node) =>
	filesOf(node).map(({ file, code }) => ({ path: `${node}/${file}`, imports: importsOf(code) })),
);

test.each(withResources)('the constants of %s have the names of their operations', (name) => {
	const misnamed = filesOf(name)
		.filter(({ file }) => /^resources\/(\w+\/index|\w+)\.ts$/.test(file))
		.flatMap(({ file, code }) => {
			const resource = `${name}/${file.replace(/(index)?\.ts$/, '')}`;
			const others = importsEverywhere.filter(({ path }) => !path.startsWith(resource));
			// What several areas use is in nodes/records.
			const isShared = (constant: string) =>
				importsOf(code).get(constant)?.includes('/records/') === true ||
				others.some(({ imports }) => imports.has(constant));
			return constantsOf(code)
				.filter(({ value, constant }) => !isNamedAs(value, constant, isShared(constant)))
				.map(({ value, constant }) => `${file}: ${constant} is the operation ${value}`);
		});
	expect(misnamed).toEqual([]);
});

test.each(withResources)('each flow of %s is in a file of its name', (name) => {
	const { resources } = load(`nodes/${name}/resources/index.ts`) as {
		resources: readonly Resource[];
	};
	const flows = filesOf(name)
		.filter(({ file }) => /^resources\/\w+\/\w+\.ts$/.test(file) && !file.endsWith('/index.ts'))
		.flatMap(({ file }) =>
			Object.values(load(`nodes/${name}/${file}`)).map((declared) => ({ file, declared })),
		);
	const misplacedFlows = resources.flatMap(({ value: resource, operations }) =>
		Object.entries(operations).flatMap(([value, operation]) =>
			flows
				.filter(({ declared }) => declared === operation && operation.kind === 'flow')
				.filter(({ file }) => file !== `resources/${resource}/${value}.ts`)
				.map(({ file }) => `${file}: the flow ${value} belongs in ${value}.ts`),
		),
	);
	expect(misplacedFlows).toEqual([]);
});

test('every declared operation belongs to a resource', () => {
	const files = withResources.flatMap((name) =>
		filesOf(name).map(({ file, code }) => [`nodes/${name}/${file}`, code] as const),
	);
	// A name in a text or a comment uses nothing.
	const code = new Map(
		files.map(([file, text]) => [
			file,
			text.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''"),
		]),
	);
	const everything = [...code.values()].join('\n');
	const unused = [...code].flatMap(([file, text]) =>
		[...text.matchAll(/\b(export )?const (\w+) = (?:operation|flow)\(/g)]
			.filter(
				([, exported, name]) =>
					(exported ? everything : text).match(new RegExp(`\\b${name!}\\b`, 'g'))!.length === 1,
			)
			.map(
				([, , name]) =>
					`${file} declares ${name!}, which no resource has: add it to the operations of its resource()`,
			),
	);
	expect(unused).toEqual([]);
});

test('every node is in the manifest', () => {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const missing = nodes
		.map((name) => `dist/nodes/${name}/${name}.node.js`)
		.filter((path) => !n8n.nodes.includes(path));
	if (missing.length > 0)
		throw new Error(`n8n does not load ${missing.join(', ')}: add it to n8n.nodes in package.json`);
});

test('every kind of field has its values in a test', () => {
	const code = 'nodes/shared/declare/kinds';
	const tests = 'test/unit/declare/kinds';
	const files = readdirSync(join(root, code)).filter((file) => file.endsWith('.ts'));
	const kinds = files.flatMap((file) =>
		Object.keys(load(`${code}/${file}`))
			.filter((name) => /^(?!(?:is|read)[A-Z])[a-z]/.test(name))
			.map((name) => ({ name, begins: file.replace('.ts', '') })),
	);
	expect(kinds).toContainEqual({ name: 'integer', begins: 'number' });
	const testsOf = (begins: string) =>
		readdirSync(join(root, tests))
			.filter((file) => new RegExp(`^${begins}([A-Z].*)?\\.test\\.ts$`).test(file))
			.map((file) => readFileSync(join(root, tests, file), 'utf8'))
			.join('\n');
	expect(
		kinds
			.filter(({ name, begins }) => !new RegExp(`\\b${name}\\(`).test(testsOf(begins)))
			.map(({ name, begins }) => `${name}: add its values to ${tests}/${begins}.test.ts`),
	).toEqual([]);
});

test('every operation is implemented on the emulated platform', () => {
	const plain = (key: string) => key.replace(/\{[^}]*\}/g, '{}');
	const known = new Set(Object.keys(handlers).map(plain));
	const missing = Object.entries(areas).flatMap(([area, resources]) =>
		resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([name, operation]) => {
				// The documents leave the path of some out: it is an input.
				if (
					operation.kind === 'flow' ||
					operation.endpoint === '{path}' ||
					known.has(plain(`${operation.method} ${operation.endpoint}`))
				)
					return [];
				return [
					`${area} ${value}.${name}: give ${operation.method} ${operation.endpoint} a handler in emulator/areas, and list it in emulator/areas/index.ts`,
				];
			}),
		),
	);
	expect(missing).toEqual([]);
});

/** The single requests of an area that test files name in their `judgeRequests`. */
const judgedIn = (area: string): string[] => {
	const folder = join(root, 'test/conformance');
	const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');
	return [...tests.matchAll(/^judgeRequests\(\s*platform,\s*'(\w+)',\s*\[([^\]]*)\]/gm)]
		.filter(([, judged]) => judged === area)
		.flatMap(([, , entries]) => [...entries!.matchAll(/'([\w.]+)'/g)])
		.flatMap(([, entry]) => named(area, entry!));
};

test.each(Object.keys(areas))('each single request of %s is judged by one test file', (area) => {
	expect(judgedIn(area).sort()).toEqual([...requestsOf(area).keys()].sort());
});
