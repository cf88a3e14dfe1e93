/** Declarations → what a person sees in n8n. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { collectionOf, isInCollection, isTopLevel } from '../declare/layout';
import { type Operation, type Resource } from '../declare/operation';
import { allFields, inputFields, toolFields } from '../declare/define';
import type { Field, Fields } from '../declare/field';
import { shownOnly } from '../declare/kinds/common/form';
import { shownForVersions } from '../declare/versions';
import { CREDENTIALS } from '../transport/senders';
import { arranged, type Placed } from './arrange';
import { collection, notices, propertyOf, topLevelInputs } from './properties';

/** The credential types of a node, each shown with its choice of {@link authentication}. */
export const credentials: NonNullable<INodeTypeDescription['credentials']> = Object.entries(
	CREDENTIALS,
).map(([authenticatedBy, name]) => ({
	name,
	required: true,
	displayOptions: { show: { authentication: [authenticatedBy] } },
}));

export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Service Account',
			value: 'serviceAccount',
			description: 'Client ID and secret of a service account',
		},
		{ name: 'Token', value: 'token', description: 'A personal access token or a JWT' },
	],
	default: 'serviceAccount',
};

/** The inputs of a node with these resources: nothing but data, which the package holds ready as JSON. */
export function describe(resources: readonly Resource[]): INodeProperties[] {
	return [
		authentication,
		propertyOf('options', {
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
		...arranged(
			resources.map((resource) => ({
				resource: resource.value,
				operations: Object.fromEntries(
					Object.entries(resource.operations).map(([value, operation]) => [
						value,
						operationProperties(operation),
					]),
				),
			})),
		),
	];
}

/** The fields that are marked for n8n as credential-like. Whether it hides them is its own: 2.41 knows the mark and does not hide yet. */
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
	return propertyOf('options', {
		displayName: 'Operation',
		name: 'operation',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options,
		default: Object.keys(resource.operations)[0]!,
	});
}

/** Whether a field is set already and no other depends on it: it need not stand between what has to be filled in. */
const isSwitchAlone = (name: string, fields: Fields): boolean =>
	['boolean', 'integer'].includes(fields[name]!.spec.kind) &&
	fields[name]!.spec.initial !== undefined &&
	Object.values(fields).every(({ spec }) => !(name in (spec.shownWhen ?? {})));

/** Where inputs stand, from the top; each setting has a place of its own in its layer. */
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

/** The layer of an input: what has to be filled in first, then what is set already, what may be left out last. */
function layerOf(operation: Operation, fields: Fields, name: string, field: Field): number {
	const settings = Object.keys(operation.settings ?? {});
	const shownBy = Object.keys(field.shownFor).map((other) => settings.indexOf(other));
	// What a setting shows stands right behind it.
	const place = settings.includes(name) ? settings.indexOf(name) : Math.max(-1, ...shownBy) + 0.5;
	if (name === 'simplify') return layer('simplify');
	if (place >= 0) return layer('settings') + place / 100;
	if (field.spec.shownWhen?.['@tool']) return layer('forModels');
	if (operation.kind === 'request' && operation.pages?.at === name) return layer('startOfList');
	return layer(isSwitchAlone(name, fields) ? 'switches' : 'fields');
}

/** Required fields first, then the switches, then the collection. */
function operationProperties(operation: Operation): Placed[] {
	const fields = inputFields(operation);
	const { secret } = operation.answers;
	const placed: Placed[] = [
		...notices('notice', operation.notice ?? (secret && `The output holds a secret: ${secret}.`)),
		...notices('noticeOfSignIn', operation.kind === 'request' ? operation.personOnly : undefined, {
			authentication: ['serviceAccount'],
		}),
	].map((property) => ({ layer: layer('notice'), property }));
	for (const [name, field] of Object.entries({
		...allFields(operation),
		...toolFields(operation),
	})) {
		if (!isTopLevel(field)) continue;
		const inputs = topLevelInputs(name, field);
		// A form stays together with its choice, also where only one of both is the same in another operation.
		const group = inputs.length > 1 ? JSON.stringify(inputs) : '';
		for (const property of inputs)
			placed.push({
				group,
				layer: layerOf(operation, fields, name, field),
				property: {
					...property,
					...shownOnly({ ...field.shownFor, ...property.displayOptions?.show }),
				},
			});
	}
	const optional = Object.entries(allFields(operation)).filter(([, field]) =>
		isInCollection(field),
	);
	if (optional.length > 0)
		placed.push({
			layer: layer('collection'),
			property: collection(collectionOf(operation), Object.fromEntries(optional)),
		});
	return placed;
}
