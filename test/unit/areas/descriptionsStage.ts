/** All nodes and triggers, with the inputs that they show. */
import { type INodeProperties, type INodeType } from 'n8n-workflow';

import { nodeTypes, triggerTypes } from '../../support/engine';

export const nodes = [
	...Object.entries(nodeTypes),
	...Object.entries(triggerTypes).map(([name, type]) => [`${name} Trigger`, type] as const),
];

/** Our properties, without those that n8n adds. */
export const ownProperties = (type: INodeType) =>
	type.description.properties.filter(({ name }) => name !== 'requestOptions');

/** All properties, those inside collections and forms included, with the place where they stand. */
export function* allProperties(
	properties: INodeProperties[],
	path = '',
): Generator<[string, INodeProperties]> {
	for (const property of properties) {
		yield [`${path}${property.name}`, property];
		for (const option of (property.options ?? []) as Array<
			INodeProperties & { values?: INodeProperties[] }
		>)
			if (option.values) yield* allProperties(option.values, `${path}${property.name}.`);
			else if ('type' in option) yield* allProperties([option], `${path}${property.name}.`);
	}
}
