/**
 * The pages of the reference: an index, one page for each node and one for each resource, in
 * Markdown.
 */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../nodes/areas';
import { inputFields, requestsOf } from '../../nodes/shared/declare/fieldsOf';
import type { Message, Requirement } from '../../nodes/shared/declare/messages';
import type { Operation, Resource } from '../../nodes/shared/declare/operation';
import { ENGINE_MESSAGES } from '../../nodes/shared/engine/messages';
import { truncated } from '../../nodes/shared/support/truncate';
import { asSentence } from '../../nodes/shared/support/words';
import { everyOperation, permissionLine, type Placed, titleOf } from '../../platform/operations';
import { cell } from './cell';
import { differenceLines } from './differences';
import { exampleParameters } from './example';
import { fieldTables } from './fields';
import { recordedOutput } from './outputs';
import { generalWords, refusalsOf } from './refusals';
import { versionRules } from './rules';
import { withStandIns } from './standIns';

export const WRITTEN = 'Written by `npm run build` from the declarations; do not edit.';

/** "taskExecution" → "task-execution": folders and files of the reference. */
const slugOf = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

export const folderOf = (area: string): string => slugOf(area);
const fileOf = (resource: Resource): string => `${slugOf(resource.value)}.md`;

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');

const asJson = (value: unknown): string[] => ['```json', JSON.stringify(value, null, 2), '```', ''];

function notices({ notice, answers: { whySecret } }: Operation): string[] {
	const lines = [
		notice,
		whySecret === undefined
			? undefined
			: `The output is a secret: ${whySecret}. The operation is refused as a tool of an agent`,
	];
	return lines.flatMap((line) => (line === undefined ? [] : [`> ${asSentence(line)}`, '']));
}

/**
 * Formats field names as code: names at the beginning of a sentence, names that follow such a name,
 * and names that cannot be ordinary words.
 */
function withNames(says: string, operation: Operation): string {
	const fields = { ...inputFields(operation), ...operation.settings };
	const pair = /^(\w+)(?: (?:and|or) (\w+)|.* (?:before|after) (\w+))/.exec(says);
	const named = pair !== null && Object.hasOwn(fields, pair[1]!) ? pair.slice(1) : [];
	return says.replace(/\w+/g, (word, at) =>
		(at === 0 || named.includes(word) || /[A-Z]/.test(word)) && Object.hasOwn(fields, word)
			? `\`${word}\``
			: word,
	);
}

function ruleLines(operation: Operation): string[] {
	const lines = [
		...(operation.rules ?? []).map(({ says }) => `- Rule: ${withNames(says, operation)}.`),
		...(operation.warnings ?? []).map(
			({ says }) => `- Hint on the node: ${withNames(says, operation)}.`,
		),
	];
	return lines.length > 0 ? [...lines, ''] : [];
}

/**
 * The statuses with which it is refused: those with their own explanation in a table, the others
 * with a link to the index.
 */
function refusalLines(operation: Operation): string[] {
	const all = refusalsOf(operation);
	const own = all.filter(({ isOwn }) => isOwn);
	const general = [...new Set(all.filter(({ isOwn }) => !isOwn).map(({ status }) => status))];
	const waysToCheck = [
		...new Set(
			requestsOf(operation).flatMap(({ effect, howToCheck }) =>
				effect === 'once' && howToCheck !== undefined ? [howToCheck] : [],
			),
		),
	];
	return [
		...(own.length > 0
			? [
					'| Refused with | Meaning |',
					'| --- | --- |',
					...own.map(({ status, words }) => `| ${status} | ${cell(words)} |`),
					'',
				]
			: []),
		...(general.length > 0
			? [
					`${own.length > 0 ? 'Also refused' : 'Refused'} with ${general.join(', ')}: [what they mean](../README.md#refusals).`,
					'',
				]
			: []),
		...(all.length === 0
			? [
					'Refusals: no source describes them. [What the statuses mean in general](../README.md#refusals).',
					'',
				]
			: []),
		...waysToCheck.flatMap((howToCheck) => [
			`If the response is lost, the request may have succeeded. ${howToCheck}`,
			'',
		]),
	];
}

function outputLines(placed: Placed): string[] {
	const { answers } = placed.operation;
	const found = recordedOutput(placed);
	const kind = answers.kind === 'list' ? 'one item for each record' : 'one item';
	if (answers.kind === 'file')
		return [
			`Output: ${kind}, with the file in its binary field${found && Object.keys(found.output).length > 0 ? ', such as:' : '.'}`,
			'',
			...(found ? asJson(short(found.output)) : []),
		];
	if (!found) return [`Output: ${kind}.`, ''];
	const files = found.files
		? `, with files in its binary fields ${found.files.map((name) => `\`${name}\``).join(', ')}`
		: '';
	return [
		`Output${answers.simple ? ', simplified' : ''}: ${kind}${files}, such as:`,
		'',
		...asJson(short(found.output)),
	];
}

const MAX_ENTRIES = 2;
const MAX_TEXT_LENGTH = 120;

/** An output, shortened for a page. */
function short(value: unknown): unknown {
	if (typeof value === 'string') return truncated(value, MAX_TEXT_LENGTH);
	if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(short);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value as IDataObject).map(([name, inner]) => [name, short(inner)]),
	);
}

/** The labels that a refusal can begin with in this operation. */
const labelIn = ({ label, labels = [] }: Requirement): string =>
	labels.length === 0 ? label : labels.join(' or ');

/** Messages of an operation or of the engine: input that is refused, why it stops, hints. */
function messageLines(messages: readonly Message[], resource?: string): string[] {
	const inWords = (text: string) => withStandIns(text, resource);
	// Messages that consist only of placeholders say nothing here.
	const telling = messages.filter((each) =>
		/\p{L}/u.test(
			`${each.message} ${each.kind === 'problem' ? each.todo : ''}`.replace(/\{[^}]*\}/g, ''),
		),
	);
	const linesOf = (toLine: (each: Message) => string[]) => [...new Set(telling.flatMap(toLine))];
	const rules = [
		...linesOf((each) =>
			each.kind === 'input' ? [`- Refused: ${inWords(`${labelIn(each)} ${each.message}`)}.`] : [],
		),
		...linesOf((each) =>
			each.kind === 'hint' ? [`- Hint on the node: ${asSentence(inWords(each.message))}`] : [],
		),
	];
	const stops = linesOf((each) =>
		each.kind === 'problem'
			? [
					`| ${cell(inWords(each.message))}${each.when ? ` (${each.when})` : ''} | ${cell(inWords(each.todo))} |`,
				]
			: [],
	);
	return [
		...rules,
		...(rules.length > 0 ? [''] : []),
		...(stops.length > 0
			? ['| The node stops with | What to do |', '| --- | --- |', ...stops, '']
			: []),
	];
}

function operationLines(placed: Placed): string[] {
	const { operation } = placed;
	const requests = requestsOf(operation).map(({ method, endpoint }) => `\`${method} ${endpoint}\``);
	const versions = versionRules(operation);
	return [
		`## ${operation.name}`,
		'',
		`${operation.description}.`.replace(/\.\.$/, '.'),
		'',
		operation.kind === 'flow'
			? `Uses ${requests.join(', ')}.`
			: `${requests[0]!}${operation.variant ? ` (${operation.variant})` : ''}`,
		'',
		...(operation.kind === 'request' && operation.origin
			? [`Source: ${operation.origin}.`, '']
			: []),
		...differenceLines(operation),
		...(versions.length > 0 ? [`In versions of the node: ${versions.join(', ')}.`, ''] : []),
		permissionLine(operation),
		'',
		...notices(operation),
		...(operation.kind === 'request' && operation.pages
			? [`Paging: ${operation.pages.style}.`, '']
			: []),
		...ruleLines(operation),
		...fieldTables(operation),
		'Example input, as node parameters:',
		'',
		...asJson(exampleParameters(placed)),
		...outputLines(placed),
		...refusalLines(operation),
		...messageLines(operation.messages ?? [], placed.resource.value),
	];
}

function resourcePage(area: string, resource: Resource): string {
	const own = everyOperation.filter(
		(placed) => placed.resource === resource && placed.area === area,
	);
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
		...resources.map(
			(resource) =>
				`| [${resource.name}](${fileOf(resource)}) | ${Object.values(resource.operations)
					.map(({ name }) => `[${cell(name)}](${fileOf(resource)}#${anchorOf(name)})`)
					.join(', ')} |`,
		),
		'',
	].join('\n');
}

/** Statuses that at least one operation explains only in general. */
const generalStatuses = (): string[] =>
	[
		...new Set(
			everyOperation.flatMap(({ operation }) =>
				refusalsOf(operation)
					.filter(({ isOwn }) => !isOwn)
					.map(({ status }) => status),
			),
		),
	].sort();

function indexPage(): string {
	return [
		'# Reference',
		'',
		WRITTEN,
		'',
		`The ${everyOperation.length} operations of the ${Object.keys(areas).length} action nodes. There are separate pages for the [triggers](../guide/triggers.md), the`,
		'[permissions](../platform/permissions.md) and [what Explain recognizes](processing/causes.md). [openapi.json](../platform/openapi.json) describes the requests as an OpenAPI 3.1 document.',
		'',
		'| node | resources |',
		'| --- | --- |',
		...Object.entries(areas).map(
			([area, resources]) =>
				`| [${titleOf(area)}](${folderOf(area)}/README.md) | ${resources.map((resource) => `[${resource.name}](${folderOf(area)}/${fileOf(resource)})`).join(', ')} |`,
		),
		'',
		'## How to read a page',
		'',
		"- **API name** is the platform's name of the field. The node parameter has the same name, unless another one is given.",
		'- **Source** says what describes the request. Without it, the source is the interface documents, the specification that this',
		'  package was built from ([all sources](../platform/interface.md#sources)).',
		'- Indented fields are inside the field above them.',
		'- Fields marked with * are in a collection: *Filters*, *Additional Fields*, *Update Fields* or *Options* of the operation, or',
		'  `additionalFields` of the form that they are in. Fields that you do not add are not sent.',
		'- **Required** fields have to be filled in whenever they are shown. Not marked as required are fields that start with a value,',
		'  and switches and numbers in a form. **In JSON**, you have to give these switches and numbers as well.',
		'- **A form or JSON**: you can give such a field either way.',
		'  - A form is in the parameter of the field: its rows in `rows`, its pairs in `pairs` (`name`, `value`), or a single object in',
		'    `value`. The fields of a required object, and of one without required fields, are directly in the parameter.',
		'  - JSON is in the parameter `…Json` of the collection, with the API names. As long as the JSON is there, the form is',
		'    hidden and does not count.',
		'- **A value for each name that the platform has**: the parameter has the values by name in `value`, such as',
		'  `{ "mappingMode": "defineBelow", "value": { "country": "FR" } }`.',
		'- **From the list, by ID, by name**: the ways to choose a record. With each of them, an expression can give the value. In JSON,',
		'  write `{ "__rl": true, "mode": "id", "value": "…" }`, with the mode `list`, `id` or `name`. Records that are given by login,',
		'  version, name or code instead of an ID have the mode `byLogin`, `byVersion`, `byName` or `byCode`.',
		'- **Rule** says what the input must be. **Refused** is the message about input that breaks another condition; words in',
		'  italics are filled in by the node.',
		'- **Example input** contains the node parameters as they are stored in a workflow. Its IDs are made up.',
		'- **Output** was recorded from the [emulator](../platform/emulator.md). Fields can be missing, because the platform leaves out',
		'  unknown values. Lists are shortened to two entries, and long texts to 120 characters.',
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
		'Any operation can also show these hints, or stop with these messages. The node fills in the words in italics:',
		'',
		...messageLines(Object.values(ENGINE_MESSAGES)),
	].join('\n');
}

/** All pages, by their path below docs/reference. */
export function referencePages(): Map<string, string> {
	const pages = new Map([['README.md', indexPage()]]);
	for (const [area, resources] of Object.entries(areas)) {
		pages.set(`${folderOf(area)}/README.md`, nodePage(area, resources));
		for (const resource of resources)
			pages.set(`${folderOf(area)}/${fileOf(resource)}`, resourcePage(area, resource));
	}
	return pages;
}
