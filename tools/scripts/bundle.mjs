/**
 * Builds `dist/` from the sources: one file with the code of all nodes and credentials, the inputs of each node
 * as JSON, and for each class the small file that n8n loads.
 *
 * n8n loads every node when it starts. With two hundred files, and inputs that are computed each time, that takes twice
 * as long (docs/project/benchmarks.md, `npm run bench -- load`).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, posix } from 'node:path';

import { build } from 'esbuild';

import { root } from './setup.mjs';

const BUNDLE = 'dist/talendCloud.js';
const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = [...n8n.credentials, ...n8n.nodes];
const classOf = (file) => basename(file).split('.')[0];
const inputsFileOf = (file) => file.replace(/\.node\.js$/, '.properties.json');
const sourceOf = (file) => file.replace(/^dist\//, './').replace(/\.js$/, '');

/** The path with which one file of `dist/` requires another. */
function importPath(from, to) {
	const path = posix.relative(posix.dirname(from), to);
	return path.startsWith('.') ? path : `./${path}`;
}

/** All that n8n loads, and the class that `npm run soak` counts. */
const ENTRY = [...files.map((file) => `export { ${classOf(file)} } from '${sourceOf(file)}';`), "export { RequestQueue } from './nodes/shared/transport/requestQueue';"].join('\n');

/** The code that computes the inputs: of an action node, of a trigger. */
const WORKED_OUT = /\b(?:describe\(resources\)|triggerProperties\(spec\))/g;

/**
 * @param inputs returns the replacement for the code that computes the inputs, given the file of the node and that code
 * @returns the code of the package as one CommonJS module
 */
async function bundled(inputs) {
	const replaced = {
		name: 'inputs',
		setup({ onLoad }) {
			onLoad({ filter: /\.node\.ts$/ }, ({ path }) => {
				const source = readFileSync(path, 'utf8');
				if (source.match(WORKED_OUT)?.length !== 1) throw new Error(`${path} must have describe(resources) or triggerProperties(spec), once`);
				const file = n8n.nodes.find((one) => classOf(one) === classOf(path));
				return { contents: source.replace(WORKED_OUT, (workedOut) => inputs(file, workedOut)), loader: 'ts' };
			});
		},
	};
	const { outputFiles } = await build({
		stdin: { contents: ENTRY, resolveDir: root, sourcefile: 'package.ts', loader: 'ts' },
		absWorkingDir: root, bundle: true, write: false, format: 'cjs', platform: 'node', target: 'es2022', charset: 'utf8',
		external: ['*.properties.json'], packages: 'external', plugins: [replaced], logLevel: 'warning',
		// Names and lines stay, so that a stack trace and a reader of the package still find their way; indentation is 15 kB of the download, and lines of 160 signs were 10 kB.
		minifyWhitespace: true, lineLimit: 5000,
	});
	return outputFiles[0].text;
}

/** @returns the inputs of each node, by the name of its class */
async function workedOutInputs() {
	const inputs = {};
	const noted = (name, some) => (inputs[name] = some);
	const module = { exports: {} };
	const code = await bundled((file, workedOut) => `noted('${classOf(file)}', ${workedOut})`);
	new Function('module', 'exports', 'require', 'noted', code)(module, module.exports, createRequire(join(root, 'package.json')), noted);
	for (const file of n8n.nodes) new module.exports[classOf(file)]();
	return inputs;
}

/** The inputs as JSON; refuses what JSON would drop. */
const jsonOf = (inputs) =>
	JSON.stringify(inputs, (name, value) => {
		if (typeof value === 'function') throw new Error(`"${name}" is a function, and the inputs of a node must be data`);
		return value;
	});

function write(file, text) {
	mkdirSync(dirname(join(root, file)), { recursive: true });
	writeFileSync(join(root, file), text);
}

const inputs = await workedOutInputs();
for (const file of n8n.nodes) write(inputsFileOf(file), jsonOf(inputs[classOf(file)]));
// n8n adds to the array of a node, so each instance needs its own.
write(BUNDLE, await bundled((file) => `[...require('${importPath(BUNDLE, inputsFileOf(file))}')]`));
for (const file of files) write(file, `"use strict";\nexports.${classOf(file)} = require("${importPath(file, BUNDLE)}").${classOf(file)};\n`);
