/**
 * Builds `dist/` from the sources: one file with the code of all nodes and credentials, and for
 * each class what n8n reads when it starts: a small file, with its contents as JSON beside it.
 *
 * n8n creates every class of a package when it starts. It does not load the code of its own nodes
 * until one of them is used; so does this package (docs/project/benchmarks.md, `npm run bench --
 * load`).
 */
import { build, transform } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, posix } from 'node:path';

import { root } from '../programs.mjs';
import { contentsOf } from './contents.cjs';
import { LEFT_OUT, withoutDescription, withoutMethod, withoutTexts } from './withoutTexts.cjs';

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
	"export { RequestQueue } from './nodes/shared/transport/queue/requestQueue';",
].join('\n');

/**
 * Leaves out the description of each node. Its code needs only the inputs (`properties`), which the
 * JSON file of the node has.
 */
const withoutDescriptions = {
	name: 'description',
	setup({ onLoad }) {
		onLoad({ filter: /\.node\.ts$/ }, ({ path }) => {
			const contents = contentsFileOf(n8n.nodes.find((one) => classOf(one) === classOf(path)));
			const inputs = `require('${importPath(BUNDLE, contents)}').data.description.properties`;
			return {
				contents: withoutDescription(readFileSync(path, 'utf8'), path, inputs),
				loader: 'ts',
			};
		});
	},
};

/** Leaves out the properties of the kinds of fields, which the contents of each node have. */
const withoutProperties = {
	name: 'properties',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]declare[\\/]kinds[\\/]\w+\.ts$/ }, ({ path }) => ({
			contents: withoutMethod(readFileSync(path, 'utf8'), path, 'toProperty'),
			loader: 'ts',
		}));
	},
};

/**
 * Leaves out what the editor and the reference alone say (withoutTexts.cjs). If there is nothing of
 * one kind, a file or a name has changed that the build does not know.
 */
const withoutTextsOfEditor = {
	name: 'texts of the editor',
	setup({ onLoad, onEnd }) {
		const found = new Set();
		onLoad({ filter: /[\\/]nodes[\\/](Talend|records[\\/])[^.]*\.ts$/ }, ({ path }) => {
			const { contents, leftOut } = withoutTexts(
				readFileSync(path, 'utf8'),
				path.replaceAll('\\', '/'),
			);
			for (const name of Object.keys(leftOut)) found.add(name);
			return { contents, loader: 'ts' };
		});
		onEnd(() => {
			const missing = LEFT_OUT.filter((name) => !found.has(name));
			if (missing.length > 0)
				throw new Error(`Nothing to leave out of the package was found for: ${missing.join('; ')}`);
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
 * of JSON and YAML 1.1, the tags that are not plain data, and what changes parsed values or folds
 * long lines (`lineWidth: 0`). This saves 4 kB of the download.
 */
const withoutUnusedParts = {
	name: 'unused parts of yaml',
	setup({ onLoad }) {
		const filter =
			/yaml.browser.dist.(?:schema.(?:json.schema|yaml-1.1.(?:binary|omap|pairs|schema|set|timestamp))|doc.applyReviver)\.js$/;
		onLoad({ filter }, () => ({
			contents:
				'export let binary, omap, pairs, set, schema, timestamp, intTime, floatTime, applyReviver;',
		}));
		onLoad({ filter: /yaml.browser.dist.stringify.foldFlowLines\.js$/ }, () => ({
			contents:
				'export let FOLD_FLOW, FOLD_BLOCK, FOLD_QUOTED; export const foldFlowLines = (text) => text;',
		}));
	},
};

/**
 * A library, as far as this package uses it, with short names: 4 kB less to download. Its own
 * repository has its readable code.
 */
async function shortenLibrary(library) {
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
		plugins: [withoutUnusedParts],
	});
	return outputFiles[0].text;
}

const withShortLibraries = {
	name: 'short libraries',
	setup({ onResolve, onLoad }) {
		const filter = new RegExp(`^(?:${Object.keys(BUNDLED).join('|')})$`);
		onResolve({ filter }, ({ path }) => ({ path, namespace: 'library', sideEffects: false }));
		onLoad({ filter, namespace: 'library' }, async ({ path }) => ({
			contents: await shortenLibrary(path),
		}));
	},
};

/** @returns the code of the package as one CommonJS module */
async function bundleCode(...plugins) {
	const { outputFiles } = await build({
		// Names stay, so that stack traces say in which function an error occurred. The shortest syntax
		// saves 3 kB of the download, and no indentation 15 kB.
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
async function createInstances() {
	const module = { exports: {} };
	new Function('module', 'exports', 'require', await bundleCode())(
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

/** Writes the code of the package, and what n8n reads when it starts. */
export async function bundle() {
	const made = await createInstances();
	for (const file of files) {
		const name = classOf(file);
		write(contentsFileOf(file), JSON.stringify(contentsOf(made[name])));
		const required = (path) => `require("${importPath(file, path)}")`;
		write(
			file,
			`"use strict";\nexports.${name} = ${required(ON_FIRST_USE)}("${name}", ${required(contentsFileOf(file))});\n`,
		);
	}
	write(BUNDLE, await bundleCode(withoutDescriptions, withoutProperties, withoutTextsOfEditor));
	// Without its comments, which its own repository has.
	const { code } = await transform(
		readFileSync(join(import.meta.dirname, 'onFirstUse.cjs'), 'utf8'),
	);
	write(ON_FIRST_USE, code);
}
