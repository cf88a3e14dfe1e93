/**
 * Writes the reference from the built declarations: docs/reference/operations.json, the index that
 * is compared with the interface, one page per node, and what permission each operation needs.
 * `--check` only says whether they are up to date.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const { areas } = require(join(root, 'dist/nodes/areas.js'));
const { bodyFields, inputFields, isWholeBody } = require(join(root, 'dist/nodes/shared/declare/define.js'));
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
	const whole = operation.body !== undefined && isWholeBody(operation.body);
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

/** Whether a person has to give it: what starts with a value need not be touched. */
const mustBeGiven = ({ spec }) => spec.required && spec.initial === undefined;

function fieldRows(fields, depth = 0) {
	return Object.entries(fields).flatMap(([name, field]) => [
		`| ${'&nbsp;&nbsp;'.repeat(depth)}${cell(labelOf(name, field))} | \`${nameOnWire(name, field)}\` | ${mustBeGiven(field) ? 'yes' : ''} | ${cell(field.spec.description)} | ${cell([...ways(field), ...field.rules].join('; '))} |`,
		...(field.spec.fields ? fieldRows(field.spec.fields, depth + 1) : []),
	]);
}

/** How a picker takes its value. */
const ways = ({ spec: { picker } }) => (picker ? [`from the list, by ID${picker.byName ? ' or by name' : ''}`] : []);

/** What an operation needs: the permission of each request that it may send, and whether one is not known. */
function permissionsOf(operation) {
	const sent = operation.kind === 'flow' ? operation.uses : [operation];
	const known = [...new Set([operation.needs, ...sent.map(({ needs }) => needs)].filter((needs) => needs !== undefined).map(permissionWords))];
	return { known, all: operation.needs !== undefined || sent.every(({ needs }) => needs !== undefined) };
}

function permissionLine(operation) {
	if (operation.personOnly) return `Permission: works with a personal access token only; which permission it needs is not known.`;
	const { known, all } = permissionsOf(operation);
	if (known.length === 0) return 'Permission: not known.';
	return `Permission: ${known.join('; and ')}${all ? '' : '; that of its other requests is not known'}.`;
}

const asJson = (value) => ['```json', JSON.stringify(value, null, 2), '```', ''];

/** What a person has to give, as the parameters of the node. */
function exampleInput(fields) {
	const given = Object.entries(fields).filter(([, field]) => mustBeGiven(field) && !field.spec.secret);
	if (given.length === 0) return [];
	try {
		const values = Object.fromEntries(given.map(([name, field]) => [nameOnWire(name, field), field.exampleAs(name).wire]));
		return ['Example input, by API name:', '', ...asJson(values)];
	} catch {
		return [];
	}
}

const schemas = JSON.parse(readFileSync(join(root, 'test/fixtures/interface/schemas.json'), 'utf8'));
const vendorSchemas = JSON.parse(readFileSync(join(root, 'test/fixtures/vendor/schemas.json'), 'utf8'));

/** The types of a record's fields, by name. */
function typesOf(schema = '') {
	const [, area, name] = /^(?:vendor:)?([^/.]+)[/.](.+)$/.exec(schema) ?? [];
	const fields = schema.startsWith('vendor:') ? vendorSchemas[area]?.[name]?.properties : schemas[area]?.[name]?.fields;
	return Object.fromEntries(Object.entries(fields ?? {}).map(([field, { type, format }]) => [field, format === 'date-time' ? 'datetime' : String(type ?? 'object')]));
}

function sampleOfType(type) {
	if (/^array/.test(type)) return [];
	if (/^(integer|number|long)/.test(type)) return 1;
	if (/^boolean/.test(type)) return true;
	if (/^datetime/.test(type)) return '2026-11-02T06:39:00.000Z';
	return /^string/.test(type) ? '…' : {};
}

/** What comes out, where the answer is described. */
function exampleOutput({ kind, answers }) {
	if (answers.kind === 'file') return ['Output: the file, in a binary field.', ''];
	if (answers.kind === 'nothing' && !answers.output) return ['Output: an item that says that it was done, and to what.', ''];
	const types = typesOf(answers.schema);
	const simple = answers.simple;
	const names = simple ?? Object.keys(types);
	const many = answers.kind === 'list' ? 'one item for each record' : 'one item';
	if (names.length === 0) return [];
	const own = kind === 'request' && !answers.output && names.every((name) => types[name] !== undefined);
	if (!own) return [`Output: ${many}${simple ? '; simplified, it can have' : ' with'} ${names.map((name) => `\`${name}\``).join(', ')}.`, ''];
	return [`Output${simple ? ', simplified' : ''}: ${many}, such as`, '', ...asJson(Object.fromEntries(names.map((name) => [name, sampleOfType(types[name])])))];
}

/** What a refusal of the platform means here. A flow's refusals are those of its requests. */
function refusalRows(operation) {
	const rows = [operation, ...(operation.uses ?? [])].flatMap(({ refusals = {} }) => Object.entries(refusals).map(([status, words]) => `| ${status} | ${cell(words)} |`));
	return rows.length === 0 ? [] : ['| Refused with | What it means |', '| --- | --- |', ...new Set(rows), ''];
}

function operationPage(operation) {
	const lines = [`### ${operation.name}`, '', `${operation.description}.`, ''];
	if (operation.kind === 'request') lines.push(`\`${operation.method} ${operation.endpoint}\`${operation.variant ? ` (${operation.variant})` : ''}`, '');
	else lines.push(`Uses ${operation.uses.map((used) => `\`${used.method} ${used.endpoint}\``).join(', ')}.`, '');
	if (operation.extra) lines.push(`Outside the interface documents: ${operation.extra}.`, '');
	const versions = versionRules(operation);
	if (versions.length > 0) lines.push(`In the node: ${versions.join(', ')}.`, '');
	lines.push(permissionLine(operation), '');
	if (operation.notice) lines.push(`> ${operation.notice}`, '');
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
	lines.push(...exampleInput(fields), ...exampleOutput(operation), ...refusalRows(operation));
	return lines;
}

const titleOf = (node) => `Talend Cloud ${TITLES[node] ?? node}`;

function page(node, resources) {
	return [
		`# ${titleOf(node)}`,
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

/** What a service account needs for what. */
function permissionsPage() {
	const everything = Object.entries(areas).flatMap(([node, resources]) =>
		resources.flatMap((resource) => Object.values(resource.operations).map((operation) => ({ node, resource: resource.name, operation, ...permissionsOf(operation) }))),
	);
	const known = everything.filter((each) => each.known.length > 0);
	const row = ({ resource, operation }) => `${resource}: ${operation.name}`;
	return [
		'# Permissions',
		'',
		'Written by the build from the declarations; do not edit.',
		'',
		'What a service account, or the person whose token is used, needs for what. "A or B" means that either is',
		'enough. Beside these permissions the platform looks at the permissions on each workspace.',
		'',
		`Of ${everything.length} operations the permission is known of ${known.length}, in whole or in part. Of the others neither the interface`,
		'documents nor the OpenAPI files name one. A refusal (403) names the permission where it is known.',
		'',
		'To fetch tokens at all, a service account needs `TMC_SERVICE_ACCOUNT_MANAGEMENT` (*Service Account - Manage*).',
		'',
		...Object.keys(areas).flatMap((node) => {
			const own = everything.filter((each) => each.node === node);
			const groups = new Map();
			for (const each of own) {
				const words = each.known.length === 0 ? 'not known' : `${each.known.join('; and ')}${each.all ? '' : '; others not known'}`;
				groups.set(words, [...(groups.get(words) ?? []), row(each)]);
			}
			return [
				`## ${titleOf(node)}`,
				'',
				'| permission | operations |',
				'| --- | --- |',
				...[...groups].sort(([a], [b]) => Number(a === 'not known') - Number(b === 'not known')).map(([words, rows]) => `| ${cell(words)} | ${rows.map(cell).join(', ')} |`),
				'',
			];
		}),
	].join('\n');
}

const files = new Map();
const index = Object.entries(areas).flatMap(([node, resources]) =>
	resources.flatMap(({ value, operations }) => Object.entries(operations).map(([name, operation]) => indexEntry(node, value, name, operation))),
);
files.set('operations.json', `${JSON.stringify(index, null, '\t')}\n`);
for (const [node, resources] of Object.entries(areas)) files.set(`${node.toLowerCase()}.md`, page(node, resources));
files.set('permissions.md', permissionsPage());

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
