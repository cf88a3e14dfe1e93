/** The tables of a page: what can be given to an operation, in which parameter, when and how. */
import type { INodeProperties } from 'n8n-workflow';

import { isTopLevel, jsonTwin } from '../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../nodes/shared/declare/derived/operationParts';
import { toolFields } from '../../nodes/shared/declare/derived/toolFields';
import { propertyOf } from '../../nodes/shared/declare/field/property';
import {
	type Field,
	type Fields,
	isFirstInForm,
	labelOf,
	nameOnWire,
} from '../../nodes/shared/declare/fields';
import type { Operation } from '../../nodes/shared/declare/operation';
import { titleCase } from '../../nodes/shared/support/text/words';
import { mustBeGiven } from './example';
import { rulesOf } from './rules';
import { cell } from './template';

/**
 * The place of the fields in some rows of a table: what contains them, and which other fields
 * decide whether they are shown.
 */
interface Level {
	depth: number;
	beside: Fields;
	/** The type of the input that contains them; absent at the top level. */
	inside?: INodeProperties['type'];
	/** The name of the parameter for a field, if it differs from that of the field. */
	parameters: Readonly<Record<string, string>>;
}

/**
 * A description without the end that n8n requires for lists, because another column of the table
 * says the same.
 */
const withoutHint = (description: string): string =>
	description.replace(
		/\. Choose from the list, or specify (?:an ID|IDs) using an <a [^>]*>expression<\/a>\.?/,
		'',
	);

const code = (value: unknown): string =>
	`\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** "a", "a or b", "a, b or c". */
const either = (words: readonly string[]): string =>
	[words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');

const WAYS: Readonly<Record<string, string>> = {
	list: 'from the list',
	id: 'by ID',
	name: 'by name',
};

/** In which ways the value of a field can be given. */
function waysOf(name: string, field: Field, { depth, inside }: Level): string[] {
	const nested = inside !== undefined;
	const { picker, source, columns } = field.spec;
	const ways: string[] = [];
	if (picker) {
		// Inside a form, a record is not chosen by its name; neither is one of a list of pairs.
		const modes = propertyOf(name, field, { nested }).modes ?? [
			{ name: 'list' },
			{ name: 'id' },
			...(picker.byName && !nested && !field.takesSeveral ? [{ name: 'name' }] : []),
		];
		ways.push(
			`${modes.map(({ name: mode }) => WAYS[mode] ?? `by ${mode.replace(/^by/, '').toLowerCase()}`).join(', ')} or with an expression`,
		);
	} else if (source) ways.push('several from the list, or with an expression');
	if (columns) ways.push('a value for each name that the platform has');
	if (field.isForm && depth === 0) {
		ways.push(`a form or JSON: ${code(jsonTwin(name))}${isTopLevel(field) ? ' *' : ''}`);
	}
	return ways;
}

/** When a field is shown and read; empty if always. Versions of the node are among the rules. */
function conditionsOf(field: Field, beside: Fields): string[] {
	const conditions = Object.entries(field.shownFor).flatMap(([name, values]) => {
		if (name === '@tool') return ['if an agent uses the node as a tool'];
		if (name.startsWith('@')) return [];
		const label = beside[name] ? labelOf(name, beside[name]) : titleCase(name);
		if (values.every((value) => typeof value === 'boolean'))
			return [`while ${label} is ${values.includes(true) ? 'on' : 'off'}`];
		return [`with ${label} ${either(values.map(code))}`];
	});
	return conditions.length === 0 ? [] : [`only ${conditions.join(' and ')}`];
}

/**
 * The value that the input of a required field starts with, even if none is declared: n8n gives one
 * to every switch and number.
 */
function startOf(name: string, field: Field): unknown {
	const { initial, opensWith, required, onTop } = field.spec;
	if (initial !== undefined && initial !== '') return initial;
	if (opensWith !== undefined) return opensWith;
	if (!required && onTop !== true) return undefined;
	const { type, default: start } = propertyOf(name, field, { nested: true });
	return type === 'boolean' || type === 'number' ? start : undefined;
}

/**
 * Whether a field must be filled in. In a form, a field that starts with a value need not be, but
 * JSON must contain it.
 */
function requiredWord(name: string, field: Field, { inside }: Level): string {
	if (!mustBeGiven(field)) return '';
	if (inside === 'json' || startOf(name, field) === undefined) return 'yes';
	return inside === undefined ? '' : 'in JSON';
}

function rowOf(name: string, field: Field, level: Level): string {
	const { depth, inside, beside, parameters } = level;
	const isOptionalHere =
		inside === 'fixedCollection' ? !isFirstInForm(field) : depth === 0 && !isTopLevel(field);
	const start = inside === 'json' ? undefined : startOf(name, field);
	const how = [
		...conditionsOf(field, beside),
		...waysOf(name, field, level),
		...(start !== undefined ? [`starts with ${code(JSON.stringify(start))}`] : []),
		...rulesOf(field),
	];
	const parameter = parameters[name] ?? name;
	const wire = nameOnWire(name, field);
	return `| ${[
		`${'&nbsp;&nbsp;'.repeat(depth)}${cell(labelOf(name, field))}${isOptionalHere ? ' *' : ''}`,
		`\`${wire}\`${parameter === wire ? '' : ` (parameter \`${parameter}\`)`}`,
		requiredWord(name, field, level),
		cell(withoutHint(field.spec.description)),
		cell(how.join('; ')),
	].join(' | ')} |`;
}

function fieldRows(fields: Fields, level: Level): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		if (field.spec.notAsked || field.spec.former) return [];
		const { fields: inner } = field.spec;
		const parts = field.parts?.(name);
		return [
			rowOf(name, field, level),
			...(inner
				? fieldRows(inner, {
						depth: level.depth + 1,
						beside: inner,
						...(parts === undefined
							? {
									inside:
										level.inside === 'json'
											? 'json'
											: propertyOf(name, field, { nested: level.inside !== undefined }).type,
								}
							: {}),
						parameters: Object.fromEntries(
							Object.entries(parts ?? {}).map(([parameter, within]) => [within, parameter]),
						),
					})
				: []),
		];
	});
}

/** The tables of an operation: the fields that are sent, and those that only the node uses. */
export function fieldTables(operation: Operation): string[] {
	const fields = inputFields(operation);
	const settings = { ...operation.settings, ...toolFields(operation) };
	const lines: string[] = [];
	for (const [title, second, set] of [
		['Field', 'API name', fields],
		['Node setting', 'Parameter', settings],
	] as const) {
		const rows = fieldRows(set, { depth: 0, beside: { ...fields, ...settings }, parameters: {} });
		if (rows.length > 0)
			lines.push(
				`| ${title} | ${second} | Required | Meaning | How to enter it, and rules |`,
				'| --- | --- | --- | --- | --- |',
				...rows,
				'',
			);
	}
	return lines;
}
