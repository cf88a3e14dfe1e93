/**
 * Writes the output previews next to the nodes: for each operation the fields that it outputs, as
 * n8n shows them in the next node before the first execution; and one complete output, which the
 * reference shows (test/fixtures/outputs). Both are collected while the conformance tests execute
 * every operation; the previews also include the fields that the interface declares. `npm run
 * previews -- projects` runs only the tests that match, and adds what is missing: everything
 * recorded before stays as it is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { fail, root } from '../programs.mjs';
import { checkNode, ensureBuild, ensureProject } from '../setup.mjs';

const VERSION = 'v1.0.0';
const folder = join(root, 'build/previews');
const require = createRequire(import.meta.url);

/** Puts the fields of an output into order; known once the build is there. */
let fieldsInOrder;

/** Names of tests; without any, all tests run and everything is recorded again. */
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** Runs the conformance tests, which collect the shapes. */
function gather() {
	rmSync(folder, { recursive: true, force: true });
	const jest = [
		join(root, 'node_modules/jest/bin/jest.js'),
		...(only.length > 0 ? only.map((name) => `test/conformance/.*${name}`) : ['test/conformance']),
		'--silent',
	];
	const { status } = spawnSync(process.execPath, jest, {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, PREVIEWS_FOLDER: folder },
	});
	if (status !== 0) process.exit(status ?? 1);
}

/** The type of a field in the words of the interface documents. */
function typeOf({ type }) {
	if (/^array/.test(type)) return { type: 'array' };
	if (/^(integer|number|boolean)/.test(type))
		return { type: /^(integer|number|boolean)/.exec(type)[1] };
	return /^(string|datetime)/.test(type) ? { type: 'string' } : { type: 'object' };
}

/** The declared fields, whether or not the emulated platform returned them. */
function declaredShape(answers, schemas) {
	const [document, ...rest] = (answers.schema ?? '').split('.');
	const fields = schemas[document]?.[rest.join('.')]?.fields;
	if (!fields || answers.output || answers.kind === 'nothing' || answers.kind === 'file')
		return undefined;
	const names = answers.simple ?? Object.keys(fields);
	return {
		type: 'object',
		properties: Object.fromEntries(
			names.flatMap((name) => (fields[name] ? [[name, typeOf(fields[name])]] : [])),
		),
	};
}

/** The fields that were seen or are declared, in the order in which the node outputs them. */
function complete(seen, declared, answers) {
	if (!seen && !declared) return undefined;
	const known = (name) => name in (declared?.properties ?? {}) || name in (seen?.properties ?? {});
	const names = new Set([
		...(answers.simple ?? []).filter(known),
		...Object.keys(declared?.properties ?? {}),
		...Object.keys(seen?.properties ?? {}),
	]);
	return {
		type: 'object',
		properties: Object.fromEntries(
			fieldsInOrder([...names], answers).map((name) => [
				name,
				seen?.properties?.[name] ?? declared.properties[name],
			]),
		),
	};
}

/** What the tests collected, by area, resource and operation. */
function readCollected({ merged, richerOf }) {
	const seen = {};
	for (const name of existsSync(folder) ? readdirSync(folder) : [])
		for (const [key, one] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
			seen[key] = seen[key]
				? { ...richerOf(seen[key], one), shape: merged(seen[key].shape, one.shape) }
				: one;
	return seen;
}

/** The folder of an area's previews. */
function previewsOf(area) {
	const node = readdirSync(join(root, 'nodes')).find(
		(name) => name.toLowerCase() === `talendcloud${area.toLowerCase()}`,
	);
	return join(root, 'nodes', node, '__schema__');
}

/**
 * Writes the preview of an operation unless it is there.
 * @returns whether it was written
 */
function writePreview(target, { area, resource, operation }, shape) {
	const file = join(target, VERSION, resource, `${operation}.json`);
	if (existsSync(file)) return false;
	if (!shape || Object.keys(shape.properties ?? {}).length === 0) {
		console.error(`${area} ${resource}.${operation}: no output was recorded and none is declared`);
		return false;
	}
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify({ ...shape, version: 1 }, null, '\t')}\n`);
	return true;
}

/**
 * Writes the previews and the complete outputs of an area.
 * @returns how many previews were written
 */
function record(area, resources, { seen, schemas, exampleOf }) {
	const target = previewsOf(area);
	if (only.length === 0) rmSync(target, { recursive: true, force: true });
	const outputsFile = join(root, 'test/fixtures/outputs', `${area.toLowerCase()}.json`);
	const keepsOthers = only.length > 0 && existsSync(outputsFile);
	const before = keepsOthers ? JSON.parse(readFileSync(outputsFile, 'utf8')) : {};
	const outputs = {};
	let count = 0;
	for (const { value: resource, operations } of resources)
		for (const [operation, { answers }] of Object.entries(operations)) {
			const { shape, ...example } = seen[`${area}/${resource}/${operation}`] ?? {};
			const key = `${resource}.${operation}`;
			const output = before[key] ?? (shape && exampleOf(answers, example));
			if (output) outputs[key] = output;
			const preview = complete(shape, declaredShape(answers, schemas), answers);
			if (writePreview(target, { area, resource, operation }, preview)) count++;
		}
	mkdirSync(dirname(outputsFile), { recursive: true });
	writeFileSync(outputsFile, `${JSON.stringify(outputs, null, '\t')}\n`);
	return count;
}

function main() {
	// With --gathered, what an earlier run of the tests collected is used again.
	if (!process.argv.includes('--gathered')) gather();
	const previews = require(join(root, 'build/test/support/previews.js'));
	const { areas } = require(join(root, 'build/nodes/areas.js'));
	const outputs = require(join(root, 'build/tools/reference/outputs.js'));
	fieldsInOrder = outputs.fieldsInOrder;
	const known = {
		seen: readCollected(previews),
		schemas: JSON.parse(readFileSync(join(root, 'platform/data/interface/schemas.json'), 'utf8')),
		exampleOf: (answers, example) =>
			previews.shortened({ ...example, output: outputs.recordable(answers, example.output) }),
	};
	let count = 0;
	for (const [area, resources] of Object.entries(areas)) count += record(area, resources, known);
	console.log(`${count} output previews written`);
}

try {
	checkNode();
	await ensureProject();
	await ensureBuild();
	main();
} catch (error) {
	fail(error);
}
