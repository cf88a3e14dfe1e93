/**
 * Writes the output previews next to the nodes: for each operation the fields that it outputs, as
 * n8n shows them in the next node before the first execution; and one complete output, which the reference
 * shows (test/fixtures/outputs). Both are collected while the conformance tests execute every operation;
 * the previews also include the fields that the interface declares. `npm run previews -- projects` runs
 * only the tests that match, and adds what is missing: everything recorded before stays as it is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { checkNode, ensureBuild, ensureProject, fail, root } from './setup.mjs';

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

function main() {
	// With --gathered, what an earlier run of the tests collected is used again.
	if (!process.argv.includes('--gathered')) gather();
	const { merged, shortened, richerOf } = require(join(root, 'build/test/support/previews.js'));
	const { areas } = require(join(root, 'build/nodes/areas.js'));
	const outputsOf = require(join(root, 'build/tools/reference/outputs.js'));
	const { recordable } = outputsOf;
	fieldsInOrder = outputsOf.fieldsInOrder;
	const schemas = JSON.parse(
		readFileSync(join(root, 'test/fixtures/interface/schemas.json'), 'utf8'),
	);
	const seen = {};
	for (const name of existsSync(folder) ? readdirSync(folder) : [])
		for (const [key, one] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
			seen[key] = seen[key]
				? { ...richerOf(seen[key], one), shape: merged(seen[key].shape, one.shape) }
				: one;
	let count = 0;
	for (const [area, resources] of Object.entries(areas)) {
		const nodeFolder = readdirSync(join(root, 'nodes')).find(
			(name) => name.toLowerCase() === `talendcloud${area.toLowerCase()}`,
		);
		const target = join(root, 'nodes', nodeFolder, '__schema__');
		if (only.length === 0) rmSync(target, { recursive: true, force: true });
		const outputsFile = join(root, 'test/fixtures/outputs', `${area.toLowerCase()}.json`);
		const before =
			only.length > 0 && existsSync(outputsFile)
				? JSON.parse(readFileSync(outputsFile, 'utf8'))
				: {};
		const outputs = {};
		for (const { value, operations } of resources)
			for (const [name, { answers }] of Object.entries(operations)) {
				const { shape: seenShape, ...example } = seen[`${area}/${value}/${name}`] ?? {};
				const recorded =
					before[`${value}.${name}`] ??
					(seenShape
						? shortened({ ...example, output: recordable(answers, example.output) })
						: undefined);
				if (recorded) outputs[`${value}.${name}`] = recorded;
				const file = join(target, VERSION, value, `${name}.json`);
				if (existsSync(file)) continue;
				const shape = complete(seenShape, declaredShape(answers, schemas), answers);
				if (!shape || Object.keys(shape.properties ?? {}).length === 0) {
					console.error(`${area} ${value}.${name}: no output was recorded and none is declared`);
					continue;
				}
				mkdirSync(join(target, VERSION, value), { recursive: true });
				writeFileSync(file, `${JSON.stringify({ ...shape, version: 1 }, null, '\t')}\n`);
				count++;
			}
		mkdirSync(dirname(outputsFile), { recursive: true });
		writeFileSync(outputsFile, `${JSON.stringify(outputs, null, '\t')}\n`);
	}
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
