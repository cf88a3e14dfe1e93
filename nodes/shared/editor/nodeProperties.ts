/** Turns declarations into what a person sees in n8n. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { collectionOf, isInCollection, isTopLevel } from '../declare/derived/layout';
import { allFields, inputFields } from '../declare/derived/operationParts';
import { toolFields } from '../declare/derived/toolFields';
import { shownOnly } from '../declare/field/property';
import type { Field, Fields } from '../declare/fields';
import { type Operation, type Resource } from '../declare/operation';
import { shownForVersions } from '../declare/versions';
import { authentication } from './authentication';
import { type LayeredInput, mergedInputs } from './mergedInputs';
import { collection, notices, topLevelInputs, typedProperty } from './properties';

/**
 * The inputs of a node with these resources, as plain data: the build writes them into the package
 * as JSON.
 */
export function propertiesOfNode(resources: readonly Resource[]): INodeProperties[] {
	return [
		authentication,
		typedProperty('options', {
			displayName: 'Resource',
			name: 'resource',
			noDataExpression: true,
			options: [...resources]
				.sort((a, b) => a.name.localeCompare(b.name))
				.map(({ name, value, description }) => ({
					name,
					value,
					...(description ? { description } : {}),
				})),
			default: resources[0]!.value,
		}),
		...resources.map(operationProperty),
		...withoutFalseIssues(
			mergedInputs(
				resources.map((resource) => ({
					resource: resource.value,
					operations: Object.fromEntries(
						Object.entries(resource.operations).map(([value, operation]) => [
							value,
							operationInputs(operation),
						]),
					),
				})),
			),
		),
	];
}

/**
 * n8n looks for the required fields of a form in a collection at the top of the node, whichever
 * operation is chosen. So if a form at the top has the same name as one in a collection, the fields
 * of the latter are not marked as required. The node itself refuses input without them.
 */
function withoutFalseIssues(properties: INodeProperties[]): INodeProperties[] {
	const onTop = new Set(
		properties.filter(({ type }) => type === 'fixedCollection').map(({ name }) => name),
	);
	const relaxed = (option: INodeProperties): INodeProperties => {
		if (!onTop.has(option.name) || option.type !== 'fixedCollection') return option;
		const [form] = option.options as [INodePropertyCollection];
		const values = form.values.map((value) => ({ ...value, required: undefined }));
		return { ...option, options: [{ ...form, values }] };
	};
	return properties.map((property) =>
		property.type === 'collection'
			? { ...property, options: (property.options as INodeProperties[]).map(relaxed) }
			: property,
	);
}

/**
 * Fields that are marked as secrets for n8n, which accepts the mark. n8n 2.41 does not hide the
 * values yet.
 */
export function sensitiveOutputFields(resources: readonly Resource[]): string[] {
	return [
		...new Set(
			resources.flatMap(({ operations }) =>
				Object.values(operations).flatMap(({ answers }) => answers.sensitive ?? []),
			),
		),
	];
}

function operationProperty(resource: Resource): INodeProperties {
	const options = Object.entries(resource.operations)
		.sort(([, a], [, b]) => a.name.localeCompare(b.name))
		.map(([value, operation]): INodePropertyOptions => ({
			name: operation.name,
			value,
			action: operation.action,
			description: operation.description,
			...shownOnly(shownForVersions(operation)),
		}));
	return typedProperty('options', {
		displayName: 'Operation',
		name: 'operation',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options,
		default: Object.keys(resource.operations)[0]!,
	});
}

/**
 * Whether a field has a default and no other field depends on it, so that it can stand below the
 * fields that must be filled in.
 */
const isSwitchAlone = (name: string, fields: Fields): boolean =>
	fields[name]!.sentAs !== 'text' &&
	fields[name]!.spec.initial !== undefined &&
	Object.values(fields).every(({ spec }) => !(name in (spec.shownWhen ?? {})));

/** The layers of a panel, from the top. */
const LAYERS = [
	'notice',
	'fields',
	'switches',
	'settings',
	'forModels',
	'startOfList',
	'simplify',
	'collection',
] as const;

const layer = (name: (typeof LAYERS)[number]): number => LAYERS.indexOf(name);

/**
 * The layer of an input: first what must be filled in, then what has a default, last what is
 * optional.
 */
function layerOf(operation: Operation, fields: Fields, name: string, field: Field): number {
	const settings = Object.keys(operation.settings ?? {});
	const shownBy = Object.keys(field.shownFor).map((other) => settings.indexOf(other));
	// A field that a setting reveals comes directly after this setting.
	const place = settings.includes(name) ? settings.indexOf(name) : Math.max(-1, ...shownBy) + 0.5;
	if (name === 'simplify') return layer('simplify');
	if (place >= 0) return layer('settings') + place / 100;
	if (field.spec.shownWhen?.['@tool']) return layer('forModels');
	if (operation.kind === 'request' && operation.pages?.positionName === name)
		return layer('startOfList');
	return layer(isSwitchAlone(name, fields) ? 'switches' : 'fields');
}

/**
 * When a collection is shown: not while another field hides all of its entries, because its title
 * would stand above nothing.
 */
function shownForAny(fields: readonly Field[]): ReturnType<typeof shownOnly> {
	const shared = Object.keys(fields[0]!.shownFor).filter(
		(name) => !name.startsWith('@') && fields.every(({ shownFor }) => shownFor[name]),
	);
	const values = (name: string) => [...new Set(fields.flatMap(({ shownFor }) => shownFor[name]))];
	return shownOnly(Object.fromEntries(shared.map((name) => [name, values(name)])));
}

/** The inputs of an operation, each with its layer. */
const operationInputs = (operation: Operation): LayeredInput[] => [
	...noticesOf(operation),
	...topLevelInputsOf(operation),
	...collectionInput(operation),
];

function noticesOf(operation: Operation): LayeredInput[] {
	const { whySecret } = operation.answers;
	const ofOperation = notices(
		'notice',
		operation.notice ?? (whySecret && `The output contains a secret: ${whySecret}.`),
	);
	const ofSignIn = notices(
		'noticeOfSignIn',
		operation.kind === 'request' && operation.whyPersonOnly
			? `${operation.whyPersonOnly} Set Authentication to Token.`
			: undefined,
		{ authentication: ['serviceAccount'] },
	);
	return [...ofOperation, ...ofSignIn].map((property) => ({ layer: layer('notice'), property }));
}

/** The inputs outside the collection: fields, settings, and what is only for an agent's tool. */
function topLevelInputsOf(operation: Operation): LayeredInput[] {
	const fields = inputFields(operation);
	return Object.entries({ ...allFields(operation), ...toolFields(operation) })
		.filter(([, field]) => isTopLevel(field))
		.flatMap(([name, field]) =>
			topLevelInputs(name, field, collectionOf(operation)).map((property) => ({
				layer: layerOf(operation, fields, name, field),
				property: {
					...property,
					displayOptions: {
						...property.displayOptions,
						...shownOnly({ ...field.shownFor, ...property.displayOptions?.show }).displayOptions,
					},
				},
			})),
		);
}

/** The collection of the optional fields, if there are any. */
function collectionInput(operation: Operation): LayeredInput[] {
	const optional = Object.entries(allFields(operation)).filter(([, field]) =>
		isInCollection(field),
	);
	if (optional.length === 0) return [];
	const property = {
		...collection(collectionOf(operation), Object.fromEntries(optional)),
		...shownForAny(optional.map(([, field]) => field)),
	};
	return [{ layer: layer('collection'), property }];
}
