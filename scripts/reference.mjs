/**
 * Writes the reference from the built declarations: docs/reference/operations.json, the index that
 * is compared with the interface, and one page per node. `--check` only says whether they are up
 * to date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const { areas } = require(join(root, 'dist/nodes/areas.js'));
const { bodyFields, inputFields, isWhole } = require(join(root, 'dist/nodes/shared/declare/define.js'));
const { labelOf, nameOnWire } = require(join(root, 'dist/nodes/shared/declare/field.js'));
const { isTopLevel } = require(join(root, 'dist/nodes/shared/declare/layout.js'));
const { versionRules } = require(join(root, 'dist/nodes/shared/declare/versions.js'));
const { permissionWords } = require(join(root, 'dist/nodes/shared/support/words.js'));
const folder = join(root, 'docs/reference');

const TITLES = { Security: 'Security Settings', SCIM: 'SCIM Provisioning', Account: 'Administration', Engines: 'Engine Management', Catalog: 'Datasets and Crawlers' };
const wireNames = (fields) => Object.entries(fields ?? {}).map(([name, field]) => nameOnWire(name, field));

/** The index in the form that the comparison with the interface reads. */
function indexEntry(node, resource, name, operation) {
	if (operation.kind === 'flow')
		return { node, resource, operation: name, method: null, path: null, query: [], body: null, extra: true, note: 'several requests in one operation' };
	const whole = operation.body !== undefined && isWhole(operation.body);
	const body = operation.body === undefined || whole ? null : [...new Set([...Object.keys(operation.constants ?? {}), ...wireNames(bodyFields(operation))])];
	return {
		node,
		resource,
		operation: name,
		method: operation.method,
		path: operation.endpoint,
		query: wireNames(operation.query),
		body,
		...(operation.variant ? { variant: operation.variant } : {}),
		...(operation.extra ? { extra: true, note: operation.extra } : {}),
	};
}

const cell = (text) => String(text).replace(/\|/g, '\\|').replace(/\n/g, ' ');

function fieldRows(fields, depth = 0) {
	return Object.entries(fields).flatMap(([name, field]) => [
		`| ${'&nbsp;&nbsp;'.repeat(depth)}${cell(labelOf(name, field))} | \`${nameOnWire(name, field)}\` | ${field.spec.required ? 'yes' : ''} | ${cell(field.spec.description)} | ${cell(field.rules.join('; '))} |`,
		...(field.spec.fields ? fieldRows(field.spec.fields, depth + 1) : []),
	]);
}

function operationPage(operation) {
	const lines = [`### ${operation.name}`, '', `${operation.description}.`, ''];
	if (operation.kind === 'request') lines.push(`\`${operation.method} ${operation.endpoint}\`${operation.variant ? ` (${operation.variant})` : ''}`, '');
	else lines.push(`Uses ${operation.uses.map((used) => `\`${used.method} ${used.endpoint}\``).join(', ')}.`, '');
	if (operation.extra) lines.push(`Outside the interface documents: ${operation.extra}.`, '');
	const versions = versionRules(operation);
	if (versions.length > 0) lines.push(`In the node: ${versions.join(', ')}.`, '');
	const needs = operation.needs ?? operation.uses?.map((used) => used.needs).find((need) => need !== undefined);
	if (needs) lines.push(`Permission: ${permissionWords(needs)}.`, '');
	if (operation.pages) lines.push(`Paging: ${operation.pages.style}.`, '');
	if (operation.answers.secret) lines.push(`The output is a secret: ${operation.answers.secret}.`, '');
	for (const rule of operation.rules ?? []) lines.push(`- Rule: ${rule.says}.`);
	for (const rule of operation.warnings ?? []) lines.push(`- Warning: ${rule.says}.`);
	if (operation.rules?.length || operation.warnings?.length) lines.push('');
	const fields = inputFields(operation);
	const settings = operation.settings ?? {};
	for (const [title, set] of [['Field', fields], ['Setting of the node', settings]]) {
		const rows = fieldRows(set);
		if (rows.length === 0) continue;
		lines.push(`| ${title} | API name | Required | What it is | Rules |`, '| --- | --- | --- | --- | --- |', ...rows, '');
	}
	const starts = Object.entries({ ...fields, ...settings }).filter(([, field]) => isTopLevel(field) && field.spec.initial !== undefined);
	if (starts.length > 0) lines.push(`Starts with: ${starts.map(([name, field]) => `${labelOf(name, field)} = \`${JSON.stringify(field.spec.initial)}\``).join(', ')}.`, '');
	return lines;
}

function page(node, resources) {
	return [
		`# Talend Cloud ${TITLES[node] ?? node}`,
		'',
		'Written by the build from the declarations; do not edit.',
		'',
		...resources.flatMap(({ name, description, operations }) => [
			`## ${name}`,
			'',
			...(description ? [`${description}.`, ''] : []),
			...Object.values(operations).flatMap(operationPage),
		]),
	].join('\n');
}

const files = new Map();
const index = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value, operations }) => Object.entries(operations).map(([name, operation]) => indexEntry(node, value, name, operation))),
);
files.set('operations.json', `${JSON.stringify(index, null, '\t')}\n`);
for (const [node, resources] of Object.entries(areas)) files.set(`${node.toLowerCase()}.md`, page(node, resources));

/** Facts of the interface that no test covers, with the reason. */
function coveragePage() {
	const maps = readdirSync(join(root, 'test/fixtures/coverage'))
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => JSON.parse(readFileSync(join(root, 'test/fixtures/coverage', name), 'utf8')));
	const facts = JSON.parse(readFileSync(join(root, 'test/fixtures/interface/facts.json'), 'utf8'));
	const lines = [
		'# What of the interface documents is tested',
		'',
		'Written by the build from test/fixtures/coverage; do not edit. Each fact of the documents',
		'(docs/interface.md) is covered by a named test, or stands here with the reason why not.',
		'',
	];
	const known = Object.assign({}, ...maps);
	for (const doc of ['A', 'B', 'C']) {
		const own = facts.filter((fact) => fact.doc === doc && fact.fact in known);
		const without = own.filter(({ fact }) => typeof known[fact] === 'string');
		lines.push(`## Part ${doc}`, '', `${own.length - without.length} facts are covered by tests, ${without.length} are not:`, '');
		if (without.length > 0) lines.push('| fact | why not |', '| --- | --- |', ...without.map(({ fact }) => `| ${cell(fact)} | ${cell(known[fact])} |`), '');
	}
	return lines.join('\n');
}
files.set('../interface-coverage.md', coveragePage());

mkdirSync(folder, { recursive: true });
let stale = 0;
for (const [name, text] of files) {
	const path = join(folder, name);
	const before = (() => {
		try {
			return readFileSync(path, 'utf8');
		} catch {
			return undefined;
		}
	})();
	if (before === text) continue;
	stale++;
	if (process.argv.includes('--check')) console.error(`docs/reference/${name} is not what the declarations say: run "npm run build" and commit it`);
	else writeFileSync(path, text);
}
if (process.argv.includes('--check') && stale > 0) process.exit(1);
