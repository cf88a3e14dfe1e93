/** A field → the input that a person sees. */
import type { IDisplayOptions, INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { type Choice, type Field, type Fields, labelOf } from '../declare/field';
import { hasJsonTwin, isFirstInForm, jsonTwin } from '../declare/layout';
import { MORE } from '../declare/read';
import { titleCase } from '../support/words';

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	options: { displayName: 'Options', placeholder: 'Add Option' },
} as const;

/** A property of a type: what is known of it before, and the rest. */
export const input = (type: INodeProperties['type'], rest: Omit<INodeProperties, 'type'>): INodeProperties => ({ ...rest, type });

/** Optional fields, in a collection. */
export const collection = (name: keyof typeof COLLECTIONS, fields: Fields, nested = false): INodeProperties =>
	input('collection', { ...COLLECTIONS[name], name, default: {}, options: sortedProperties(fields, nested) });

function sortedProperties(fields: Fields, nested = false): INodeProperties[] {
	return Object.entries(fields)
		.flatMap(([name, field]) => [
			{ ...propertyOf(name, field, nested), ...(nested ? {} : shownInside(field)) },
			...(!nested && hasJsonTwin(field) ? [jsonInput(name, field)] : []),
		])
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** Inside a collection the parameters beside it are told by a slash. */
function shownInside({ spec }: Field): Pick<INodeProperties, 'displayOptions'> {
	if (!spec.shownWhen) return {};
	return { displayOptions: { show: Object.fromEntries(Object.entries(spec.shownWhen).map(([name, values]) => [`/${name}`, [...values]])) } as IDisplayOptions };
}

/** The input that takes a form as JSON. */
const jsonInput = (name: string, field: Field): INodeProperties =>
	input('json', {
		displayName: `${labelOf(name, field)} (JSON)`,
		name: jsonTwin(name),
		default: field.spec.kind === 'rows' ? '[]' : '{}',
		description: field.spec.description,
	});

/** A required form that may be given as JSON instead. */
export function withJsonInput(name: string, field: Field): INodeProperties[] {
	const label = labelOf(name, field);
	const selector = `${name}Input`;
	return [
		{
			displayName: `${label} Input`,
			name: selector,
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'Form', value: 'form' },
				{ name: 'JSON', value: 'json' },
			],
			default: 'form',
		},
		{ ...propertyOf(name, field), displayOptions: { show: { [selector]: ['form'] } } },
		{
			...jsonInput(name, field),
			...(field.spec.required ? { required: true } : {}),
			displayOptions: { show: { [selector]: ['json'] } },
		},
	];
}

/** One field as an input. Inside rows and forms records are chosen by list or ID only. */
export function propertyOf(name: string, field: Field, nested = false): INodeProperties {
	const { spec } = field;
	const displayName = labelOf(name, field);
	const description = descriptionOf(field);
	const base = {
		displayName,
		name,
		// n8n shows all fields that depend on an expression, and runs no node in which a required one is empty.
		...(spec.required && !spec.shownWhen ? { required: true } : {}),
		// "The task" below "Task" says nothing.
		...(description.toLowerCase() === `the ${displayName.toLowerCase()}` ? {} : { description }),
		...(spec.placeholder ? { placeholder: spec.placeholder } : {}),
	};
	if (spec.picker) return locatorOf(base, field, nested);
	switch (spec.kind) {
		case 'text':
		case 'id':
			return {
				...base,
				type: 'string',
				default: initial(field, ''),
				...typeOptions({ password: spec.secret, rows: spec.multiline ? 4 : undefined }),
			};
		case 'integer':
		case 'number':
			return {
				...base,
				type: 'number',
				default: initial(field, (spec.apiDefault as number | undefined) ?? spec.min ?? 0),
				...typeOptions({
					minValue: spec.min,
					maxValue: spec.max,
					numberPrecision: spec.kind === 'integer' ? 0 : undefined,
				}),
			};
		case 'boolean':
			return { ...base, type: 'boolean', default: initial(field, spec.apiDefault ?? false) };
		case 'choice': {
			const options = optionsOf(spec.choices ?? []);
			const known = options.some(({ value }) => value === spec.apiDefault) ? spec.apiDefault : options[0]!.value;
			// What must be chosen is chosen by the person: no value is picked for them.
			return { ...base, type: 'options', options, default: initial(field, spec.required ? '' : known) };
		}
		case 'choices':
			return { ...base, type: 'multiOptions', options: optionsOf(spec.choices ?? []), default: initial(field, []) };
		case 'date':
			return { ...base, type: 'dateTime', default: '' };
		case 'list':
			if (spec.source)
				return {
					...base,
					type: 'multiOptions',
					typeOptions: { loadOptionsMethod: spec.source.method, loadOptionsDependsOn: spec.source.dependsOn.map((other) => `${other}.value`) },
					default: [],
				};
			return {
				...base,
				type: 'string',
				typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${singular(base.displayName)}` },
				default: [],
			};
		case 'pairs':
			return fixedCollection(base, 'pairs', singular(base.displayName), true, [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			]);
		case 'rows':
			return fixedCollection(base, 'rows', singular(base.displayName), true, formOf(spec.fields ?? {}));
		case 'object':
			return isAllOptional(spec.fields ?? {})
				? { ...base, type: 'collection', placeholder: 'Add Field', default: {}, options: sortedProperties(spec.fields ?? {}, true) }
				: fixedCollection(base, 'value', base.displayName, false, formOf(spec.fields ?? {}));
		case 'json':
			if (spec.shape === 'loose') return { ...base, type: 'string', default: initial(field, '') };
			return { ...base, type: 'json', default: initial(field, spec.shape === 'array' ? '[]' : '{}') };
	}
}

function initial<T>(field: Field, otherwise: T): T {
	return (field.spec.initial as T | undefined) ?? otherwise;
}

const isAllOptional = (fields: Fields): boolean => Object.values(fields).every(({ spec }) => !spec.required);

/**
 * The inputs of a form: required fields as declared and those that are to stand on top, the others in
 * a collection, because n8n fills each input that stands in a form with a value.
 */
function formOf(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const first = entries.filter(([, field]) => isFirstInForm(field));
	const optional = entries.filter(([, field]) => !isFirstInForm(field));
	return [
		...first.map(([name, field]) => propertyOf(name, field, true)),
		...(optional.length === 0
			? []
			: [{ ...COLLECTIONS.additionalFields, name: MORE, type: 'collection' as const, default: {}, options: sortedProperties(Object.fromEntries(optional), true) }]),
	];
}

function typeOptions(options: Record<string, unknown>): Pick<INodeProperties, 'typeOptions'> {
	const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
	return given.length === 0 ? {} : { typeOptions: Object.fromEntries(given) };
}

function descriptionOf({ spec }: Field): string {
	if (spec.apiDefault === undefined || spec.initial !== undefined) return spec.description;
	return `${spec.description} (${String(spec.apiDefault)} when not set)`;
}

function singular(label: string): string {
	return label.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

function optionsOf(choices: readonly Choice[]): INodePropertyOptions[] {
	const options = choices.map(({ value, name, description, action }) => ({
		name: name ?? titleCase(value),
		value,
		...(description ? { description } : {}),
		...(action ? { action } : {}),
	}));
	return options.sort((a, b) => a.name.localeCompare(b.name));
}

function fixedCollection(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'>,
	name: string,
	displayName: string,
	multipleValues: boolean,
	values: INodeProperties[],
): INodeProperties {
	const collection: INodePropertyCollection = { displayName, name, values };
	return {
		...base,
		type: 'fixedCollection',
		placeholder: `Add ${displayName}`,
		...(multipleValues ? { typeOptions: { multipleValues: true } } : {}),
		default: {},
		options: [collection],
	};
}

function locatorOf(
	base: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'>,
	{ spec }: Field,
	nested: boolean,
): INodeProperties {
	const used = spec.picker!;
	const { displayName, name, description, required } = base;
	const locator = input('resourceLocator', {
		displayName,
		name,
		...(description ? { description } : {}),
		...(required ? { required } : {}),
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${/^[aeio]/.test(used.noun) ? 'an' : 'a'} ${used.noun}…`,
				typeOptions: { searchListMethod: used.method, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${used.example}` },
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: `e.g. My ${used.noun}` },
		],
	});
	return { ...locator, modes: locator.modes!.filter((mode) => mode.name !== 'name' || (used.byName && !nested)) };
}
