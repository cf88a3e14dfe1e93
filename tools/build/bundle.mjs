/**
 * Builds `dist/` from the sources: one file with the code of all nodes and credentials, and for
 * each class what n8n reads when it starts: a small file, with its contents as JSON beside it.
 *
 * n8n creates every class of a package when it starts. It does not load the code of its own nodes
 * until one of them is used; so does this package (docs/project/benchmarks.md, `npm run bench --
 * load`).
 */
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, posix } from 'node:path';

import { root } from '../setup.mjs';
import { contentsOf } from './contents.cjs';

const BUNDLE = 'dist/talendCloud.js';
/** The modules that every n8n provides. */
const PROVIDED = ['n8n-workflow', 'zod', 'lodash', 'luxon', 'moment', 'p-limit'];
/**
 * Libraries that become part of the bundle, by the file that needs nothing of Node: n8n's rules
 * allow no `process` and no `Buffer` module.
 */
const BUNDLED = { yaml: join(root, 'node_modules/yaml/browser/index.js') };
/** The only files that import them. */
const IMPORTING = { yaml: join(root, 'nodes/shared/support/yaml.ts') };
/** The licenses of these libraries, which the package must include. */
const NOTICE = Object.keys(BUNDLED)
	.map((name) => {
		const license = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim();
		return `/*! Contains the library ${name}.\n\n${license}\n*/`;
	})
	.join('\n');
const ON_FIRST_USE = 'dist/onFirstUse.js';
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = [...n8n.credentials, ...n8n.nodes];
const classOf = (file) => basename(file).split('.')[0];
const contentsFileOf = (file) => posix.join(posix.dirname(file), `${classOf(file)}.json`);
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '');

/** The path with which one file of `dist/` requires another. */
function importPath(from, to) {
	const path = posix.relative(posix.dirname(from), to);
	return path.startsWith('.') ? path : `./${path}`;
}

/** A module with everything that n8n loads, and the class that `npm run soak` counts. */
const ENTRY = [
	...files.map((file) => `export { ${classOf(file)} } from '${sourceOf(file)}';`),
	"export { RequestQueue } from './nodes/shared/transport/requestQueue';",
].join('\n');

/**
 * The description of a node in its source, and what computes its inputs: of an action node, of a
 * trigger.
 */
const DESCRIPTION =
	/^\tdescription: INodeTypeDescription = \{$.*?^\t\tproperties: ([^\n]+),$.*?^\t\};$/gms;
const INPUTS = /\b(?:describe\(resources\)|triggerProperties\(spec\))/g;

/**
 * Leaves out the description of each node. Its code needs only the inputs (`properties`), which the
 * JSON file of the node has.
 */
const withoutDescriptions = {
	name: 'description',
	setup({ onLoad }) {
		onLoad({ filter: /\.node\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			if (source.match(DESCRIPTION)?.length !== 1 || source.match(INPUTS)?.length !== 1)
				throw new Error(
					`${path} must have one description, with describe(resources) or triggerProperties(spec) once`,
				);
			const contents = contentsFileOf(n8n.nodes.find((one) => classOf(one) === classOf(path)));
			const inputs = `require('${importPath(BUNDLE, contents)}').data.description.properties`;
			return {
				contents: source.replace(
					DESCRIPTION,
					(_, properties) =>
						`description = { properties: ${properties.replace(INPUTS, () => inputs)} };`,
				),
				loader: 'ts',
			};
		});
	},
};

/** The functions that declare a field, as a file imports them, and a text in quotes. */
const FIELDS = /import \{([^}]*)\} from '[^']*\/declare\/fields';/;
const TEXT = String.raw`'(?:[^'\\\n]|\\.)*'`;
/** A text, a list or an object without calls. Numbers and booleans stay: they are defaults, too. */
const EXAMPLE = String.raw`(?:${TEXT}|\[[^\]()]*\]|\{[^{}()]*\})`;

/**
 * The description of an operation, a resource or a choice, which is a sentence; the notice above
 * the fields of an operation; and the words of a rule for the reference.
 */
const DESCRIBED = new RegExp(
	String.raw`\b(?:description:\s+(?='[A-Z])|notice:\s+|says:\s+)${TEXT},?`,
	'g',
);

/** Where an operation comes from that the interface documents do not show. */
const SOURCES = /^\t+origin(?:: [A-Z_]+)?,\n/gm;

/** The schema that describes a response. That there is one counts for the code, but not which. */
const SCHEMAS = new RegExp(String.raw`\b(records?)\(${TEXT}`, 'g');

/**
 * Leaves out what the editor and the reference alone say: the descriptions of operations and
 * choices, the notices above fields, the descriptions and examples of fields, the words of rules,
 * and the sources of operations and responses. What users see in n8n is in the contents of each
 * node.
 */
const withoutTextsOfEditor = {
	name: 'texts of the editor',
	setup({ onLoad }) {
		onLoad({ filter: /\/nodes\/(Talend|records\/)[^.]*\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			const names = (FIELDS.exec(source)?.[1] ?? '').match(/\b[a-z]\w*\b/g) ?? [];
			const declared = new RegExp(String.raw`(?<![.\w])(${names.join('|')})\(\s*${TEXT}`, 'g');
			const onlyShown = new RegExp(String.raw`\.(?:describe|eg|sample)\(\s*${EXAMPLE},?\s*\)`, 'g');
			const contents = names.length === 0 ? source : source.replace(declared, "$1(''");
			return {
				contents: contents
					.replace(onlyShown, '')
					.replace(DESCRIBED, '')
					.replace(SOURCES, '')
					.replace(SCHEMAS, "$1(''"),
				loader: 'ts',
			};
		});
	},
};

/** Leaves out what the causes of failures say in the reference alone. */
const withoutTextsOfCauses = {
	name: 'texts of causes',
	setup({ onLoad, onEnd }) {
		let shorter = false;
		onLoad({ filter: /\/explain\/causes\/[^/]+\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			const contents = source.replace(/^\t\t(?:what|source): [^\n]+,\n/gm, '');
			shorter ||= contents !== source;
			return { contents, loader: 'ts' };
		});
		onEnd(() => {
			if (!shorter) throw new Error('No texts of causes were left out: has their folder moved?');
		});
	},
};

/** Leaves out the properties of the kinds of fields, which the contents of each node have. */
const withoutProperties = {
	name: 'properties',
	setup({ onLoad }) {
		onLoad({ filter: /\/declare\/kinds\/\w+\.ts$/ }, ({ path }) => {
			const source = readFileSync(path, 'utf8');
			const contents = source.replace(/^\toverride toProperty\(.*?^\t\}$/gms, '');
			if (contents === source) throw new Error(`${path} must have the method toProperty`);
			return { contents, loader: 'ts' };
		});
	},
};

/**
 * The options that both builds share. n8n's rules allow no console; that of the libraries only
 * warns developers.
 */
const SHORT = {
	absWorkingDir: root,
	bundle: true,
	write: false,
	target: 'es2022',
	charset: 'utf8',
	legalComments: 'none',
	drop: ['console'],
	logLevel: 'warning',
	minifyWhitespace: true,
	minifySyntax: true,
	lineLimit: 5000,
};

/**
 * Leaves out the parts of the library `yaml` that `fromYaml` and `toYaml` do not use: the schemas
 * of JSON and YAML 1.1, and the tags that are no plain data. 3 kB less to download.
 */
const withoutUnusedSchemas = {
	name: 'unused schemas',
	setup({ onLoad }) {
		const filter =
			/yaml.browser.dist.schema.(json.schema|yaml-1.1.(?:binary|omap|pairs|schema|set|timestamp))\.js$/;
		onLoad({ filter }, () => ({
			contents: 'export let binary, omap, pairs, set, schema, timestamp, intTime, floatTime;',
		}));
	},
};

/**
 * A library, as far as this package uses it, with short names: 4 kB less to download. Its own
 * repository has its readable code.
 */
async function shortened(library) {
	const imports = new RegExp(String.raw`import \{([^}]*)\} from '${library}';`);
	const names = imports.exec(readFileSync(IMPORTING[library], 'utf8'))[1];
	const used = names.split(',').map((name) => name.trim());
	const values = used.filter((name) => name && !name.startsWith('type '));
	const { outputFiles } = await build({
		...SHORT,
		stdin: {
			contents: `export { ${values.join(', ')} } from '${library}';`,
			resolveDir: root,
		},
		format: 'esm',
		alias: BUNDLED,
		minifyIdentifiers: true,
		plugins: [withoutUnusedSchemas],
	});
	return outputFiles[0].text;
}

const withShortLibraries = {
	name: 'short libraries',
	setup({ onResolve, onLoad }) {
		const filter = new RegExp(`^(?:${Object.keys(BUNDLED).join('|')})$`);
		onResolve({ filter }, ({ path }) => ({ path, namespace: 'library', sideEffects: false }));
		onLoad({ filter, namespace: 'library' }, async ({ path }) => ({
			contents: await shortened(path),
		}));
	},
};

/** @returns the code of the package as one CommonJS module */
async function bundled(...plugins) {
	const { outputFiles } = await build({
		// Names and lines of this package stay, so that a stack trace and a reader still find their
		// way; the shortest syntax is 3 kB, indentation is 15 kB of the download, and lines of 160
		// signs were 10 kB.
		...SHORT,
		stdin: { contents: ENTRY, resolveDir: root, sourcefile: 'package.ts', loader: 'ts' },
		format: 'cjs',
		platform: 'node',
		external: [...PROVIDED, ...files.map((file) => importPath(BUNDLE, contentsFileOf(file)))],
		plugins: [withShortLibraries, ...plugins],
		banner: { js: NOTICE },
	});
	return outputFiles[0].text;
}

/** @returns an instance of each class, by its name */
async function instances() {
	const module = { exports: {} };
	new Function('module', 'exports', 'require', await bundled())(
		module,
		module.exports,
		createRequire(join(root, 'package.json')),
	);
	return Object.fromEntries(
		files.map((file) => [classOf(file), new module.exports[classOf(file)]()]),
	);
}

function write(file, text) {
	mkdirSync(dirname(join(root, file)), { recursive: true });
	writeFileSync(join(root, file), text);
}

const made = await instances();
for (const file of files) {
	const name = classOf(file);
	write(contentsFileOf(file), JSON.stringify(contentsOf(made[name])));
	const required = (path) => `require("${importPath(file, path)}")`;
	write(
		file,
		`"use strict";\nexports.${name} = ${required(ON_FIRST_USE)}("${name}", ${required(contentsFileOf(file))});\n`,
	);
}
const LEFT_OUT = [
	withoutDescriptions,
	withoutProperties,
	withoutTextsOfCauses,
	withoutTextsOfEditor,
];
write(BUNDLE, await bundled(...LEFT_OUT));
copyFileSync(join(import.meta.dirname, 'onFirstUse.cjs'), join(root, ON_FIRST_USE));
