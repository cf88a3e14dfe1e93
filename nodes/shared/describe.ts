/** Declarations → what a person sees in n8n. */
import type {
	IDisplayOptions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { labelOf, titleCase, type Choice, type Field, type Fields } from './field';
import { inputFields, type Operation, type RequestOperation, type Resource } from './operation';
import { collectionOf, hasJsonInput, hasJsonTwin, isFirstInForm, isTopLevel, jsonTwin } from './request';
import { MORE } from './values';
import { CREDENTIALS, paginate } from './run';

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	options: { displayName: 'Options', placeholder: 'Add Option' },
} as const;

/** The credentials of every node, chosen by Authentication. */
export const credentials: NonNullable<INodeTypeDescription['credentials']> = [
	{
		name: CREDENTIALS.serviceAccount,
		required: true,
		displayOptions: { show: { authentication: ['serviceAccount'] } },
	},
	{
		name: CREDENTIALS.token,
		required: true,
		displayOptions: { show: { authentication: ['token'] } },
	},
];

/** A property of a type: what is known of it before, and the rest. */
const input = (type: INodeProperties['type'], rest: Omit<INodeProperties, 'type'>): INodeProperties => ({ ...rest, type });

/** Whether a service account or a token signs in. */
export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Service Account', value: 'serviceAccount', description: 'Client ID and secret of a service account' },
		{ name: 'Token', value: 'token', description: 'A personal access token or a JWT' },
	],
	default: 'serviceAccount',
};

/** The properties of a node with these resources. */
export function describe(resources: readonly Resource[]): INodeProperties[] {
	return [
		authentication,
		input('options', {
			displayName: 'Resource',
			name: 'resource',
			noDataExpression: true,
			options: [...resources]
				.sort((a, b) => a.name.localeCompare(b.name))
				.map(({ name, value, description }) => ({ name, value, ...(description ? { description } : {}) })),
			default: resources[0]!.value,
		}),
		...resources.map((resource) => operationProperty(resource, resources)),
		...resources.flatMap(resourceProperties),
	];
}

/** The fields that are marked for n8n as credential-like. Whether it hides them is its own: 2.41 knows the mark and does not hide yet. */
export function sensitiveOutputFields(resources: readonly Resource[]): string[] {
	return [...new Set(resources.flatMap(({ operations }) => Object.values(operations).flatMap(({ answers }) => answers.sensitive ?? [])))];
}

function operationProperty(resource: Resource, resources: readonly Resource[]): INodeProperties {
	const options = Object.entries(resource.operations)
		.sort(([, a], [, b]) => a.name.localeCompare(b.name))
		.map(([value, operation]): INodePropertyOptions => ({
			name: operation.name,
			value,
			action: operation.action,
			description: operation.description,
			routing: routingOf(operation, resources),
		}));
	return input('options', {
		displayName: 'Operation',
		name: 'operation',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options,
		default: Object.keys(resource.operations)[0]!,
	});
}

/** How n8n's declarative engine reaches the operation: it is handed over whole to {@link paginate}. */
function routingOf(operation: Operation, resources: readonly Resource[]): INodePropertyOptions['routing'] {
	const first: RequestOperation | undefined = operation.kind === 'flow' ? operation.uses[0] : operation;
	return {
		request: { method: first?.method ?? 'GET', url: first?.endpoint ?? '/' },
		send: { paginate: true },
		operations: { pagination: paginate(resources) },
	};
}

// ---------------------------------------------------------------------------------------------

/** A property with its place: required fields first, then the switches, then the collection. */
interface Placed {
	layer: number;
	property: INodeProperties;
}

function resourceProperties(resource: Resource): INodeProperties[] {
	const placed = new Map<string, Placed>();
	for (const [value, operation] of Object.entries(resource.operations))
		for (const { layer, property } of operationProperties(operation)) {
			const key = JSON.stringify([layer, property]);
			const same = placed.get(key);
			if (same) (same.property.displayOptions!.show!.operation as string[]).push(value);
			else
				placed.set(key, {
					layer,
					property: { ...property, displayOptions: shownFor(resource.value, value, property.displayOptions) },
				});
		}
	return [...placed.values()].sort((a, b) => a.layer - b.layer).map(({ property }) => property);
}

function shownFor(resource: string, operation: string, more: IDisplayOptions | undefined): IDisplayOptions {
	return { ...more, show: { resource: [resource], operation: [operation], ...more?.show } };
}

function operationProperties(operation: Operation): Placed[] {
	const placed: Placed[] = [];
	const fields = inputFields(operation);
	const settings = operation.settings ?? {};
	const notice = operation.notice ?? (operation.answers.secret ? `The output holds a secret: ${operation.answers.secret}` : undefined);
	if (notice)
		placed.push({ layer: 0, property: { displayName: notice, name: 'notice', type: 'notice', default: '' } });
	for (const [name, field] of Object.entries({ ...fields, ...settings })) {
		if (!isTopLevel(field)) continue;
		const shown = field.spec.shownWhen;
		// What a setting shows stands behind it.
		const behind = !(name in settings) && Object.keys(shown ?? {}).some((other) => other in settings);
		const layer = name in settings ? 2 : behind ? 2.5 : 1;
		for (const property of hasJsonInput(field) ? withJsonInput(name, field) : [propertyOf(name, field)])
			placed.push({
				layer: name === 'simplify' ? 3 : layer,
				property: shown
					? { ...property, displayOptions: { show: { ...property.displayOptions?.show, ...shown } } as IDisplayOptions }
					: property,
			});
	}
	const optional = Object.entries({ ...fields, ...settings }).filter(([, field]) => !isTopLevel(field));
	if (optional.length > 0) {
		const name = collectionOf(operation);
		placed.push({
			layer: 4,
			property: {
				...COLLECTIONS[name],
				name,
				type: 'collection',
				default: {},
				options: sortedProperties(Object.fromEntries(optional)),
			},
		});
	}
	return placed;
}

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
function withJsonInput(name: string, field: Field): INodeProperties[] {
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
			return { ...base, type: 'multiOptions', options: optionsOf(spec.choices ?? []), default: [] };
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
	const options = choices.map(({ value, name, description }) => ({
		name: name ?? titleCase(value),
		value,
		...(description ? { description } : {}),
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
