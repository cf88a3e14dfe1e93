/** What the inputs of all kinds share. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Base } from './kind';

/** The options of an input that are set. */
export function typeOptions(options: Record<string, unknown>): Pick<INodeProperties, 'typeOptions'> {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	return given.length === 0 ? {} : { typeOptions: Object.fromEntries(given) };
}

/** A form, or rows of one. */
export function fixedCollection(
	base: Base,
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
