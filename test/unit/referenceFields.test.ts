/** The tables of the reference against what n8n shows: each input with its parameter, when it is shown, how it is given, and whether it must be. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { everyOperation } from '../../reference/operations';
import { folderOf, referencePages } from '../../reference/pages';
import { nodeTypes } from '../support/engine';

type Placed = (typeof everyOperation)[number];

const pages = referencePages();

function sectionOf({ area, resource, operation }: Placed): string {
	const page = [...pages].find(([name, text]) => name.startsWith(`${folderOf(area)}/`) && text.startsWith(`# ${resource.name}\n`))![1];
	return page.split(/^## /m).find((section) => section.startsWith(`${operation.name}\n`))!;
}

interface Row {
	parameter: string;
	isInside: boolean;
	required: string;
	how: string;
}

/** The rows of the tables of a section. */
const rowsOf = (section: string): Row[] =>
	[...section.matchAll(/^\| ((?:&nbsp;)*)[^|]+ \| `([^`]+)`(?: \(parameter `([^`]+)`\))? \| ([^|]*) \| (?:[^|\\]|\\.)* \| (.*) \|$/gm)].map(([, indent, wire, parameter, required, how]) => ({
		parameter: parameter ?? wire!,
		isInside: indent !== '',
		required: required!.trim(),
		how: how!,
	}));

interface Input {
	property: INodeProperties;
	isInside: boolean;
}

const COLLECTIONS = ['filters', 'additionalFields', 'updateFields', 'options'];

/** All inputs of an operation; a collection of several fields is none of its own. */
function inputsOf({ area, resource, value }: Placed): Input[] {
	const inside = (property: INodeProperties): Input[] => {
		if (property.type === 'collection') return (property.options as INodeProperties[]).flatMap((each) => all(each, true));
		return property.type === 'fixedCollection' ? (property.options as INodePropertyCollection[]).flatMap(({ values }) => values.flatMap((each) => all(each, true))) : [];
	};
	const all = (property: INodeProperties, isInside: boolean): Input[] => {
		const isCollection = property.type === 'collection' && COLLECTIONS.includes(property.name);
		return isCollection ? (property.options as INodeProperties[]).flatMap((each) => all(each, isInside)) : [{ property, isInside }, ...inside(property)];
	};
	const shown = nodeTypes[area]!.description.properties.filter(({ type, displayOptions }) => {
		const show = displayOptions?.show as Record<string, unknown[]> | undefined;
		return type !== 'notice' && show?.resource?.includes(resource.value) && show.operation?.includes(value);
	});
	return shown.flatMap((property) => all(property, false));
}

const isForm = ({ property: { name }, isInside }: Input, inputs: readonly Input[]) => !isInside && inputs.some(({ property }) => property.name === `${name}Input`);
const isOfForm = ({ property: { name } }: Input) => /(Input|Json)$/.test(name);

/** What decides whether an input is shown, beyond resource and operation. */
const conditionsOf = ({ property }: Input) => Object.keys(property.displayOptions?.show ?? {}).filter((name) => !['resource', 'operation', 'authentication', '@version'].includes(name) && !name.endsWith('Input'));

const WAYS: Record<string, string> = { list: 'from the list', id: 'by ID', name: 'by name', byLogin: 'by login', byName: 'by name', byVersion: 'by version', byCode: 'by code' };

/** What is wrong with the row of an input. */
function findings(input: Input, { how, required }: Row, inputs: readonly Input[]): string[] {
	const { property } = input;
	return [
		...(conditionsOf(input).length > 0 && !/^only (with|while|if) /.test(how) ? [`does not say when it is shown: ${JSON.stringify(property.displayOptions!.show)}`] : []),
		...(required === 'yes' && ['boolean', 'number'].includes(property.type) ? ['counts as required and starts with a value'] : []),
		...(required === '' && property.required === true && ['', undefined].includes(property.default as string) ? ['is required in the node'] : []),
		...(property.modes && !how.includes(`${property.modes.map(({ name }) => WAYS[name]).join(', ')} or with an expression`) ? [`does not say that it is given ${property.modes.map(({ name }) => name).join()}`] : []),
		...(isForm(input, inputs) && !how.includes(`a form or JSON: \`${property.name}Input\`, \`${property.name}Json\``) ? ['does not say that it can be given as JSON'] : []),
		...(property.type === 'resourceMapper' && !how.includes('a value for each name') ? ['does not say how its values are given'] : []),
	];
}

test.each(everyOperation.map((placed) => [`${placed.area} ${placed.resource.value}.${placed.value}`, placed] as const))('%s', (_title, placed) => {
	const section = sectionOf(placed);
	const rows = rowsOf(section);
	const inputs = inputsOf(placed);
	// Pairs have the same two inputs everywhere: the index describes them.
	const described = inputs.filter((input) => !isOfForm(input) && !(input.isInside && ['name', 'value'].includes(input.property.name)));
	const wrong = described.flatMap((input) => {
		const own = rows.filter(({ parameter, isInside }) => parameter === input.property.name && isInside === input.isInside);
		const candidates = own.length > 0 ? own : rows.filter(({ parameter }) => parameter === input.property.name);
		if (candidates.length === 0) return [`${input.property.name} has no row`];
		const all = candidates.map((row) => findings(input, row, inputs));
		return all.some((each) => each.length === 0) ? [] : all[0]!.map((words) => `${input.property.name} ${words}`);
	});
	expect(wrong).toEqual([]);
	const [example] = [...section.matchAll(/^Example input.*\n\n```json\n([^]*?)```/gm)].map(([, json]) => JSON.parse(json!) as object);
	expect(example).toMatchObject({ resource: placed.resource.value, operation: placed.value });
	expect(section).toMatch(/^Output[^\n]*: /m);
	expect(section).toMatch(/^Permission: /m);
	expect(section).toMatch(/refused with|^Refusals: /im);
});

test('hints that consist of placeholders alone are not printed', () => {
	for (const [, text] of pages) expect(text).not.toMatch(/^- Hint on the node: (\*[^*]+\*[ .]*)+$/m);
});
