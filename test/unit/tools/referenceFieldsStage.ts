/** The tables of the reference, and what n8n shows for the same fields. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { everyOperation } from '../../../platform/operations';
import { referencePages } from '../../../tools/reference/pages';
import { folderOf } from '../../../tools/reference/places';
import { nodeTypes } from '../../support/engine';

type Placed = (typeof everyOperation)[number];

export const pages = referencePages();

export function sectionOf({ area, resource, operation }: Placed): string {
	const page = [...pages].find(
		([name, text]) =>
			name.startsWith(`${folderOf(area)}/`) && text.startsWith(`# ${resource.name}\n`),
	)![1];
	return page.split(/^## /m).find((section) => section.startsWith(`${operation.name}\n`))!;
}

interface Row {
	parameter: string;
	label: string;
	/** How far it is indented. */
	depth: number;
	/** Whether it counts as one of a collection. */
	isStarred: boolean;
	required: string;
	meaning: string;
	how: string;
	/** The row of the object that it is a part of. */
	above?: Row;
}

/** The rows of the tables of a section. */
export function rowsOf(section: string): Row[] {
	const rows: Row[] = [];
	for (const [, indent, label, star, wire, parameter, required, meaning, how] of section.matchAll(
		/^\| ((?:&nbsp;&nbsp;)*)([^|]+?)( \*)? \| `([^`]+)`(?: \(parameter `([^`]+)`\))? \| ([^|]*) \| ((?:[^|\\]|\\.)*) \| (.*) \|$/gm,
	)) {
		const depth = indent!.length / '&nbsp;&nbsp;'.length;
		rows.push({
			parameter: parameter ?? wire!,
			label: label!,
			depth,
			isStarred: star !== undefined,
			required: required!.trim(),
			meaning: meaning!,
			how: how!,
			above: rows.findLast((row) => row.depth < depth),
		});
	}
	return rows;
}

interface Input {
	property: INodeProperties;
	/** How many inputs it is inside of; a collection of several fields is none of its own. */
	depth: number;
	isInCollection: boolean;
	/**
	 * Whether it stands in a collection inside, or in a form of a collection, where n8n need not
	 * require it.
	 */
	isAdded: boolean;
	/**
	 * The labels of the inputs beside it, and of those of the operation with a slash before their
	 * names.
	 */
	labels: Readonly<Record<string, string>>;
}

const COLLECTIONS = ['filters', 'additionalFields', 'updateFields', 'options'];

/** All inputs of an operation. */
export function inputsOf({ area, resource, value }: Placed): Input[] {
	const shown = nodeTypes[area]!.description.properties.filter(({ type, displayOptions }) => {
		const show = displayOptions?.show as Record<string, unknown[]> | undefined;
		return (
			type !== 'notice' &&
			show?.resource?.includes(resource.value) &&
			show.operation?.includes(value)
		);
	});
	const ofOperation = Object.fromEntries(
		shown.map(({ name, displayName }) => [`/${name}`, displayName]),
	);
	const all = (
		properties: readonly INodeProperties[],
		depth: number,
		isInCollection = false,
		above: Input['labels'] = {},
		isAdded = false,
	): Input[] => {
		const labels = {
			...ofOperation,
			...above,
			...Object.fromEntries(properties.map(({ name, displayName }) => [name, displayName])),
		};
		return properties.flatMap((property) => {
			const { type, name, options } = property;
			if (type === 'collection' && COLLECTIONS.includes(name))
				return all(options as INodeProperties[], depth, true, labels);
			const inside =
				type === 'collection'
					? (options as INodeProperties[])
					: type === 'fixedCollection'
						? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
						: [];
			return [
				{ property, depth, isInCollection, isAdded, labels },
				...all(inside, depth + 1, false, {}, type === 'collection' || isInCollection),
			];
		});
	};
	return all(shown, 0);
}

const hasInput = (name: string, inputs: readonly Input[]) =>
	inputs.some(({ property }) => property.name === name);

export const isOfForm = ({ property: { name } }: Input) => /Json$/.test(name);

/**
 * What decides whether an input is shown, beyond resource and operation, as the page says it. Of
 * several inputs for one value, one is shown at a time.
 */
function conditionsOf({ property, depth, labels }: Input, inputs: readonly Input[]): string[] {
	const alternatives = inputs
		.filter((each) => each.property.name === property.name && each.depth === depth)
		.map((each) => each.property.displayOptions?.show ?? {});
	return Object.keys(property.displayOptions?.show ?? {})
		.filter((name) => !['resource', 'operation', 'authentication', '@version'].includes(name))
		.map((name) => {
			if (name === '@tool') return 'if an agent uses the node as a tool';
			const values = [
				...new Set(alternatives.flatMap((show) => (show as Record<string, unknown[]>)[name] ?? [])),
			];
			if (values.length === 1 && typeof values[0] === 'boolean')
				return `while ${labels[name]} is ${values[0] ? 'on' : 'off'}`;
			return `with ${labels[name]} ${values
				.map((value) => `\`${String(value)}\``)
				.join(', ')
				.replace(/, ([^,]*)$/, ' or $1')}`;
		});
}

const WAYS: Record<string, string> = {
	list: 'from the list',
	id: 'by ID',
	name: 'by name',
	byLogin: 'by login',
	byName: 'by name',
	byVersion: 'by version',
	byCode: 'by code',
};

/** Whether n8n fills nothing in, or only an entry: what that starts with stands at its fields. */
function isEmpty(start: unknown): boolean {
	if (Array.isArray(start)) return start.join('') === '';
	if (typeof start === 'object' && start !== null)
		return !('value' in start) || isEmpty(start.value);
	return [undefined, '', '[]', '{}'].includes(start as string);
}

/**
 * What the page says about whether an input has to be filled in: n8n gives a value to each switch
 * and number, but JSON does not.
 */
const requiredWord = ({
	property: { required = false, type, default: start },
	depth,
}: Input): string =>
	!required
		? ''
		: !['boolean', 'number'].includes(type) && isEmpty(start)
			? 'yes'
			: depth > 0
				? 'in JSON'
				: '';

/** "Every (Weeks)" and "Every (Months)" are one field. */
const withoutUnit = (label: string): string => label.replace(/ \([^)]*\)$/, '');

/** Whether the input has a value at first that the page has to name. */
const starts = ({ property, depth }: Input, isInCollection: boolean): boolean =>
	depth === 0 &&
	!isInCollection &&
	property.type !== 'resourceMapper' &&
	!isEmpty(property.default);

/** The bounds of a number in the words of the page. */
function boundsOf({ typeOptions: { minValue, maxValue } = {} }: INodeProperties): string[] {
	if (minValue !== undefined && maxValue !== undefined) return [`${minValue} to ${maxValue}`];
	return [
		...(minValue === undefined ? [] : [`at least ${minValue}`]),
		...(maxValue === undefined ? [] : [`at most ${maxValue}`]),
	];
}

/** What is wrong with the row of an input. */
export function findings(
	input: Input,
	{ depth, label, meaning, how, required, isStarred, above }: Row,
	inputs: readonly Input[],
): string[] {
	const { property } = input;
	// Of an object without an input of its own, the parts are inputs: their labels begin with its
	// label, and they are where it is.
	const object = depth > input.depth ? above : undefined;
	const conditions = conditionsOf(input, inputs).map((words) =>
		object ? words.replace(`${object.label} `, '') : words,
	);
	const only = conditions.length > 0 ? `only ${conditions.join(' and ')}` : '';
	const isInCollection = (object?.isStarred ?? false) || isStarred;
	// n8n would require an input that is not always shown, or not added, also then: there, only the
	// page says it.
	const isShownByN8n =
		property.required === true || (conditions.length === 0 && !object && !input.isAdded);
	return [
		...(only !== (/^only [^;]*/.exec(how)?.[0] ?? '')
			? [`is shown ${only || 'always'}, and not as it says: ${how}`]
			: []),
		...(isInCollection !== input.isInCollection
			? [isInCollection ? 'is in no collection' : 'does not say that it is in a collection']
			: []),
		...(isShownByN8n && required !== requiredWord(input)
			? [`is required: "${requiredWord(input)}", not "${required}"`]
			: []),
		...([label, `${object?.label} ${label}`]
			.map(withoutUnit)
			.includes(withoutUnit(property.displayName))
			? []
			: [`is called ${property.displayName}, not ${label}`]),
		...(meaning === '' ||
		!(property.description ?? meaning).replaceAll('|', '\\|').startsWith(meaning)
			? [`means "${property.description}", not "${meaning}"`]
			: []),
		...(starts(input, isInCollection) &&
		!how.includes(`starts with \`${JSON.stringify(property.default)}\``)
			? [`starts with ${JSON.stringify(property.default)}, and not as it says: ${how}`]
			: []),
		...boundsOf(property)
			.filter((bound) => !how.includes(bound))
			.map((bound) => `is ${bound}, and not as it says: ${how}`),
		...(property.modes &&
		!how.includes(
			`${property.modes.map(({ name }) => WAYS[name]).join(', ')} or with an expression`,
		)
			? [`does not say that it is given ${property.modes.map(({ name }) => name).join()}`]
			: []),
		...(input.depth === 0 &&
		hasInput(`${property.name}Json`, inputs) &&
		!how.includes(`a form or JSON: \`${property.name}Json\``)
			? ['does not say that it can be given as JSON']
			: []),
		...(property.type === 'resourceMapper' && !how.includes('a value for each name')
			? ['does not say how its values are given']
			: []),
	];
}
