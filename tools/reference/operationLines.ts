/** The section about one operation on the page of its resource. */
import type { IDataObject } from 'n8n-workflow';

import { keyOf } from '../../nodes/shared/declare/define';
import { inputFields, requestsOf } from '../../nodes/shared/declare/derived/operationParts';
import type { Operation } from '../../nodes/shared/declare/operation';
import { truncated } from '../../nodes/shared/support/text/truncate';
import { asSentence } from '../../nodes/shared/support/text/words';
import { type OperationInNode, permissionLine } from '../../platform/operations';
import { differenceLines } from './differences';
import { exampleParameters } from './example';
import { fieldTables } from './fields';
import { messageLines } from './messageLines';
import { recordedOutput } from './outputs';
import { refusalsOf } from './refusals';
import { versionRules } from './rules';
import { cell, table } from './template';

/** How many entries of a list an output shows. */
export const MAX_ENTRIES = 2;

/** How many characters of a text an output shows. */
export const MAX_TEXT_LENGTH = 120;

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
 * The statuses with which an operation is refused. If one of its requests has an explanation for a
 * status, a table shows all meanings of that status. The others have a link to the index.
 */
function refusalLines(operation: Operation): string[] {
	const all = refusalsOf(operation);
	if (all.length === 0)
		return [
			'Refusals: no source describes them. [What the statuses mean in general](../README.md#refusals).',
			'',
		];
	const explained = new Set(all.filter(({ isOwn }) => isOwn).map(({ status }) => status));
	const rows = all.filter(({ status }) => explained.has(status));
	const others = new Set(
		all.map(({ status }) => status).filter((status) => !explained.has(status)),
	);
	return [
		...(rows.length > 0
			? [
					table(
						['Refused with', 'Meaning'],
						rows.map(({ status, words }) => [status, cell(words)]),
					),
					'',
				]
			: []),
		...(others.size > 0
			? [
					`${rows.length > 0 ? 'Also refused' : 'Refused'} with ${[...others].join(', ')}: [what ${others.size === 1 ? 'it means' : 'they mean'}](../README.md#refusals).`,
					'',
				]
			: []),
	];
}

/** How to find out whether a request whose response was lost has succeeded. */
function lostResponseLines(operation: Operation): string[] {
	const ways = requestsOf(operation).flatMap(({ effect, howToCheck }) =>
		effect === 'start' && howToCheck !== undefined ? [howToCheck] : [],
	);
	return [...new Set(ways)].flatMap((howToCheck) => [
		`If the response is lost, the request may have succeeded. ${howToCheck}`,
		'',
	]);
}

function outputLines(placed: OperationInNode): string[] {
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

/** An output, shortened for a page. */
function short(value: unknown): unknown {
	if (typeof value === 'string') return truncated(value, MAX_TEXT_LENGTH);
	if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(short);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value as IDataObject).map(([name, inner]) => [name, short(inner)]),
	);
}

/** The lines of the section. */
export function operationLines(placed: OperationInNode): string[] {
	const { operation } = placed;
	const requests = requestsOf(operation).map((request) => `\`${keyOf(request)}\``);
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
		...lostResponseLines(operation),
		...messageLines(operation.messages ?? [], placed.resource.value),
	];
}
