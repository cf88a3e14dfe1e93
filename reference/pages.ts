/** The pages of the reference: an index, one page for each node and one for each resource, in Markdown. */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../nodes/areas';
import { inputFields, toolFields } from '../nodes/shared/declare/define';
import { type Field, type Fields, labelOf, nameOnWire } from '../nodes/shared/declare/field';
import { isTopLevel } from '../nodes/shared/declare/layout';
import type { Operation, Resource } from '../nodes/shared/declare/operation';
import { versionRules } from '../nodes/shared/declare/versions';
import { cell } from './cell';
import { differenceLines } from './differences';
import { exampleParameters, mustBeGiven } from './example';
import { everyOperation, permissionLine, type Placed, requestsOf, titleOf } from './operations';
import { recordedOutput } from './outputs';
import { generalWords, refusalsOf } from './refusals';
import { type Said, saidByEngine, saidByOperation } from './said';

export const WRITTEN = 'Written by `npm run build` from the declarations; do not edit.';

/** "taskExecution" → "task-execution": folders and files of the reference. */
const slugOf = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

export const folderOf = (area: string): string => slugOf(area);
const fileOf = (resource: Resource): string => `${slugOf(resource.value)}.md`;

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');

const asJson = (value: unknown): string[] => ['```json', JSON.stringify(value, null, 2), '```', ''];

/** Without what n8n wants at the end of the description of a list: the column beside it says so. */
const withoutHint = (description: string): string => description.replace(/\. Choose from the list, or specify (?:an ID|IDs) using an <a [^>]*>expression<\/a>\.?/, '');

/** How a person gives the value of a field. Inside of others (`nested`) a record is not chosen by its name. */
function waysOf({ spec: { picker, source } }: Field, nested: boolean): string[] {
	if (picker) return [`from the list, by ${picker.given === undefined ? 'ID' : picker.given.toLowerCase()}${picker.byName && !nested ? ', by name' : ''} or with an expression`];
	return source ? ['several from the list, or with an expression'] : [];
}

function fieldRows(fields: Fields, depth = 0): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const { spec } = field;
		const starts = spec.initial === undefined || spec.initial === '' ? [] : [`starts with \`${JSON.stringify(spec.initial)}\``];
		const where = depth > 0 || isTopLevel(field) ? '' : ' *';
		return [
			`| ${'&nbsp;&nbsp;'.repeat(depth)}${cell(labelOf(name, field))}${where} | \`${nameOnWire(name, field)}\` | ${mustBeGiven(field) ? 'yes' : ''} | ${cell(withoutHint(spec.description))} | ${cell([...waysOf(field, depth > 0), ...starts, ...field.rules].join('; '))} |`,
			...(spec.fields ? fieldRows(spec.fields, depth + 1) : []),
		];
	});
}

function fieldTables(operation: Operation): string[] {
	const lines: string[] = [];
	for (const [title, set] of [['Field', inputFields(operation)], ['Node setting', { ...operation.settings, ...toolFields(operation) }]] as const) {
		const rows = fieldRows(set);
		if (rows.length > 0) lines.push(`| ${title} | API name | Required | Meaning | How to give it, and rules |`, '| --- | --- | --- | --- | --- |', ...rows, '');
	}
	return lines;
}

function notices({ notice, answers: { secret } }: Operation): string[] {
	const lines = [notice, secret === undefined ? undefined : `The output is a secret: ${secret}. The operation is refused as a tool of an agent`];
	return lines.flatMap((line) => (line === undefined ? [] : [`> ${line.replace(/\.?$/, '.')}`, '']));
}

/** Fields in code style: those at the beginning of a sentence, and those that cannot be words. */
const withNames = (says: string, operation: Operation): string =>
	says.replace(/\w+/g, (word, at) => ((at === 0 || /[A-Z]/.test(word)) && Object.hasOwn({ ...inputFields(operation), ...operation.settings }, word) ? `\`${word}\`` : word));

function ruleLines(operation: Operation): string[] {
	const lines = [...(operation.rules ?? []).map(({ says }) => `- Rule: ${withNames(says, operation)}.`), ...(operation.warnings ?? []).map(({ says }) => `- Hint on the node: ${withNames(says, operation)}.`)];
	return lines.length > 0 ? [...lines, ''] : [];
}

/** With which statuses it is refused: those with words of their own here, the others on the index. */
function refusalLines(operation: Operation): string[] {
	const all = refusalsOf(operation);
	const own = all.filter(({ isOwn }) => isOwn);
	const general = [...new Set(all.filter(({ isOwn }) => !isOwn).map(({ status }) => status))];
	const looks = [...new Set(requestsOf(operation).flatMap(({ effect, look }) => (effect === 'once' && look !== undefined ? [look] : [])))];
	return [
		...(own.length > 0 ? ['| Refused with | Meaning |', '| --- | --- |', ...own.map(({ status, words }) => `| ${status} | ${cell(words)} |`), ''] : []),
		...(general.length > 0 ? [`${own.length > 0 ? 'Also refused' : 'Refused'} with ${general.join(', ')}: [what they mean](../README.md#refusals).`, ''] : []),
		...looks.flatMap((look) => [`If the response is lost, the request may have succeeded. ${look}`, '']),
	];
}

function outputLines(placed: Placed): string[] {
	const { answers } = placed.operation;
	const found = recordedOutput(placed);
	const kind = answers.kind === 'list' ? 'one item for each record' : 'one item';
	if (answers.kind === 'file') return [`Output: ${kind}, with the file in its binary field${found && Object.keys(found.output).length > 0 ? ', such as:' : '.'}`, '', ...(found ? asJson(short(found.output)) : [])];
	if (!found) return [`Output: ${kind}.`, ''];
	const files = found.files ? `, with files in its binary fields ${found.files.map((name) => `\`${name}\``).join(', ')}` : '';
	return [`Output${answers.simple ? ', simplified' : ''}: ${kind}${files}, such as:`, '', ...asJson(short(found.output))];
}

const MOST_ENTRIES = 2;
const LONGEST = 120;

/** An output in the length that a page bears. */
function short(value: unknown): unknown {
	if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
	if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(short);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value as IDataObject).map(([name, inner]) => [name, short(inner)]));
}

/** What is known only then, in italics. */
const inWords = (text: string): string => text.replace(/\{…\}/g, '…').replace(/\{(\w+)\}/g, (_whole, name: string) => `*${name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}*`).trim();

/** What the operation itself says: input that it refuses, why it stops, hints. */
function saidLines(said: readonly Said[]): string[] {
	const of = (kind: Said['kind']) => said.filter((each) => each.kind === kind);
	const different = (lines: string[]) => [...new Set(lines)];
	const rules = different([...of('input').map(({ message }) => `- Rule: ${inWords(message)}.`), ...of('hint').map(({ message }) => `- Hint on the node: ${inWords(message).replace(/\.?$/, '.')}`)]);
	const stops = different(of('problem').map(({ message, todo = '' }) => `| ${cell(inWords(message))} | ${cell(inWords(todo))} |`));
	return [...rules, ...(rules.length > 0 ? [''] : []), ...(stops.length > 0 ? ['| Stops with | What to do |', '| --- | --- |', ...stops, ''] : [])];
}

function operationLines(placed: Placed): string[] {
	const { operation } = placed;
	const requests = requestsOf(operation).map(({ method, endpoint }) => `\`${method} ${endpoint}\``);
	const versions = versionRules(operation);
	return [
		`## ${operation.name}`,
		'',
		`${operation.description}.`,
		'',
		operation.kind === 'flow' ? `Uses ${requests.join(', ')}.` : `${requests[0]!}${operation.variant ? ` (${operation.variant})` : ''}`,
		'',
		...(operation.kind === 'request' && operation.extra ? [`Outside the interface documents: ${operation.extra}.`, ''] : []),
		...differenceLines(operation),
		...(versions.length > 0 ? [`In versions of the node: ${versions.join(', ')}.`, ''] : []),
		permissionLine(operation),
		'',
		...notices(operation),
		...(operation.kind === 'request' && operation.pages ? [`Paging: ${operation.pages.style}.`, ''] : []),
		...ruleLines(operation),
		...fieldTables(operation),
		'Example input, as node parameters:',
		'',
		...asJson(exampleParameters(placed)),
		...outputLines(placed),
		...refusalLines(operation),
		...saidLines(saidByOperation(placed.area, placed.resource.value, placed.value)),
	];
}

function resourcePage(area: string, resource: Resource): string {
	const own = everyOperation.filter((placed) => placed.resource === resource && placed.area === area);
	return [
		`# ${resource.name}`,
		'',
		`[${titleOf(area)}](README.md) · ${WRITTEN}`,
		'',
		...(resource.description ? [`${resource.description}.`, ''] : []),
		own.map(({ operation }) => `[${operation.name}](#${anchorOf(operation.name)})`).join(' · '),
		'',
		...own.flatMap(operationLines),
	].join('\n');
}

function nodePage(area: string, resources: readonly Resource[]): string {
	return [
		`# ${titleOf(area)}`,
		'',
		`[Reference](../README.md) · ${WRITTEN}`,
		'',
		'| resource | operations |',
		'| --- | --- |',
		...resources.map((resource) => `| [${resource.name}](${fileOf(resource)}) | ${Object.values(resource.operations).map(({ name }) => `[${cell(name)}](${fileOf(resource)}#${anchorOf(name)})`).join(', ')} |`),
		'',
	].join('\n');
}

/** Statuses that some operation is refused with, in general words. */
const generalStatuses = (): string[] => [...new Set(everyOperation.flatMap(({ operation }) => refusalsOf(operation).filter(({ isOwn }) => !isOwn).map(({ status }) => status)))].sort();

function indexPage(): string {
	return [
		'# Reference',
		'',
		WRITTEN,
		'',
		`The ${everyOperation.length} operations of the ${Object.keys(areas).length} action nodes. There are separate pages for the [triggers](../triggers.md) and the`,
		'[permissions](../permissions.md). [openapi.json](../openapi.json) describes the requests as an OpenAPI 3.1 document.',
		'',
		'| node | resources |',
		'| --- | --- |',
		...Object.entries(areas).map(([area, resources]) => `| [${titleOf(area)}](${folderOf(area)}/README.md) | ${resources.map((resource) => `[${resource.name}](${folderOf(area)}/${fileOf(resource)})`).join(', ')} |`),
		'',
		'## How to read a page',
		'',
		"- **API name** is the platform's name of the field. The node parameter has the same name, unless the",
		'  example shows another one.',
		"- Fields marked with * are in the operation's collection: *Filters*, *Additional Fields*, *Update Fields* or",
		'  *Options*. Fields that are not added are not sent.',
		'- **Required** fields have to be filled in. Fields that start with a value do not count as required.',
		'- **From the list, by ID, by name**: the ways to choose a record. In each of them, an expression can',
		'  give the value. In JSON: `{ "__rl": true, "mode": "id", "value": "…" }`, with the mode `list`, `id` or `name`. Records',
		'  that are given by login, version, name or code instead of an ID have the mode `byLogin`, `byVersion`, `byName` or `byCode`.',
		'- **Example input** contains the node parameters as they are stored in a workflow. Its IDs are made up.',
		'- **Output** was recorded from the [emulator](../emulator.md). Fields can be missing: the platform leaves out what it',
		'  does not know. Lists are shortened to two entries and long texts to 120 characters.',
		'- If the response is a list, each record is one item.',
		'',
		'## Refusals',
		'',
		"An error message begins with the platform's own message, if it sent one. In general, the statuses have these meanings:",
		'',
		'| status | meaning |',
		'| --- | --- |',
		...generalStatuses().map((status) => `| ${status} | ${cell(generalWords(status))} |`),
		'',
		'Bad input is refused before the request is sent. The message names the field and the rule.',
		'',
		'Any operation can also show these hints, or stop with these messages. Words in italics are placeholders:',
		'',
		...saidLines(saidByEngine().filter(({ kind }) => kind !== 'input')),
	].join('\n');
}

/** All pages, by their path below docs/reference. */
export function referencePages(): Map<string, string> {
	const pages = new Map([['README.md', indexPage()]]);
	for (const [area, resources] of Object.entries(areas)) {
		pages.set(`${folderOf(area)}/README.md`, nodePage(area, resources));
		for (const resource of resources) pages.set(`${folderOf(area)}/${fileOf(resource)}`, resourcePage(area, resource));
	}
	return pages;
}
