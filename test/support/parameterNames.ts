/**
 * Refuses parameters of a test that the operation does not have: n8n ignores them, so the test
 * would not try what it says.
 */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { nodeTypes } from './engine';

/** Parameters that n8n holds for each node, whatever the operation. */
const OF_EACH_NODE = ['authentication', 'resource', 'operation', 'requestOptions', 'allowAsTool'];

const has = (property: INodeProperties, name: string, value: string): boolean =>
	(property.displayOptions?.show?.[name] as unknown[] | undefined)?.includes(value) ?? true;

/** The inputs of an operation, in every state of the others and in every version of the node. */
const inputsOf = (node: string, resource: string, operation: string): INodeProperties[] =>
	(nodeTypes[node]?.description.properties ?? []).filter(
		(property) =>
			has(property, 'resource', resource) &&
			(property.name === 'operation' || has(property, 'operation', operation)),
	);

const isKnown = (inputs: INodeProperties[], operation: string): boolean =>
	inputs.some(
		({ name, options }) =>
			name === 'operation' &&
			(options as INodePropertyOptions[]).some(({ value }) => value === operation),
	);

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names in a collection that none of the inputs of that name has. */
function unknownIn(collections: INodeProperties[], given: IDataObject): string[] {
	const names = new Set(collections.flatMap(({ options = [] }) => options.map(({ name }) => name)));
	return Object.keys(given).filter((name) => !names.has(name));
}

/**
 * Throws if a parameter, or an entry of a collection, is none of this operation; unknown operations
 * have any.
 */
export function checkParameterNames(
	node: string,
	resource: string,
	operation: string,
	parameters: IDataObject,
): void {
	const inputs = inputsOf(node, resource, operation);
	if (!isKnown(inputs, operation)) return;
	const unknown = Object.entries(parameters).flatMap(([name, value]) => {
		const ofName = inputs.filter((input) => input.name === name);
		if (ofName.length === 0) return OF_EACH_NODE.includes(name) ? [] : [name];
		const areCollections = ofName.every(({ type }) => type === 'collection');
		return areCollections && isObject(value)
			? unknownIn(ofName, value).map((inner) => `${name}.${inner}`)
			: [];
	});
	if (unknown.length > 0)
		throw new Error(`${node} ${resource}.${operation} has no parameter ${unknown.join(', ')}`);
}
