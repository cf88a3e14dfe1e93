/** A value for each field, as a person would give it and as it must stand on the wire. */
import type { IDataObject } from 'n8n-workflow';

import type { Example, Field, Fields } from '../../nodes/shared/declare/field';
import { collectionOf, isTopLevel } from '../../nodes/shared/declare/layout';
import { type Operation } from '../../nodes/shared/declare/operation';
import { inputFields } from '../../nodes/shared/declare/define';

export type Sample = Example;

/** A sample of a field. */
export const sampleOf = (name: string, field: Field): Sample => field.exampleAs(name);

/** Puts values where the node's parameters hold them: on top, or in the operation's collection. */
export function parametersOf(operation: Operation, values: IDataObject): IDataObject {
	const fields: Fields = { ...inputFields(operation), ...operation.settings };
	const parameters: IDataObject = {};
	const inner: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields[name];
		if (!field) throw new Error(`The operation has no field ${name}`);
		(isTopLevel(field) ? parameters : inner)[name] = value;
	}
	if (Object.keys(inner).length > 0) parameters[collectionOf(operation)] = inner;
	return parameters;
}
