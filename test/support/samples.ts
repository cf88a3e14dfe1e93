/** A value for each field, as a user would give it and as it must be sent. */
import type { IDataObject } from 'n8n-workflow';

import { areas } from '../../nodes/areas';
import { collectionOf, isTopLevel, jsonTwin } from '../../nodes/shared/declare/derived/layout';
import { inputFields } from '../../nodes/shared/declare/derived/operationParts';
import { propertyOf } from '../../nodes/shared/declare/field/property';
import type { Field, Fields } from '../../nodes/shared/declare/fields';
import { type Operation } from '../../nodes/shared/declare/operation';
import { type Example, exampleOf } from '../../tools/reference/fieldExample';

export type Sample = Example;

/** A sample of a field. */
export const sampleOf = (name: string, field: Field): Sample => exampleOf(name, field);

/**
 * Puts values where the node's parameters hold them: at the top level, or in the operation's
 * collection.
 */
export function parametersOf(operation: Operation, values: IDataObject): IDataObject {
	const fields: Fields = { ...inputFields(operation), ...operation.settings };
	const parameters: IDataObject = {};
	const inner: IDataObject = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields[name];
		if (!field) throw new Error(`The operation has no field ${name}`);
		const place = isTopLevel(field) ? parameters : inner;
		const parts = field.parts?.(name);
		if (parts)
			for (const [part, within] of Object.entries(parts))
				place[part] = (value as IDataObject | undefined)?.[within];
		else place[name] = value;
		if (isCollectionOnTop(name, field)) unwrap(parameters, name);
	}
	if (Object.keys(inner).length > 0) parameters[collectionOf(operation)] = inner;
	return parameters;
}

/**
 * The fields of an operation by the names of its node, resource and operation; none if it does not
 * exist.
 */
const operationOf = (node: string, resource: string, operation: string): Operation | undefined =>
	areas[node]?.find(({ value }) => value === resource)?.operations[operation];

/**
 * Parameters as n8n holds them. A test may give what is optional in the operation's collection, a
 * form as well, by its name or as JSON, and an object that is entered in parts as a whole.
 */
export function placed(
	node: string,
	resource: string,
	operation: string,
	given: IDataObject,
): IDataObject {
	const found = operationOf(node, resource, operation);
	if (!found) return given;
	const collection = collectionOf(found);
	// An expression in place of the whole collection.
	if (typeof given[collection] === 'string') return given;
	const inner = { ...(given[collection] as IDataObject | undefined) };
	const top = { ...given };
	for (const [name, field] of Object.entries<Field>({ ...inputFields(found), ...found.settings })) {
		const parts = field.parts?.(name);
		if (parts) {
			for (const place of [top, inner])
				if (isWhole(place[name])) {
					for (const [part, within] of Object.entries(parts))
						if (within in place[name]) place[part] = place[name][within];
					delete place[name];
				}
			continue;
		}
		if (!field.isForm) continue;
		if (isCollectionOnTop(name, field)) unwrap(top, name);
		const twin = jsonTwin(name);
		for (const [key, to] of [
			[name, isTopLevel(field) ? top : inner],
			[twin, inner],
		] as const)
			for (const from of [top, inner])
				if (from !== to && key in from) {
					to[key] = from[key];
					delete from[key];
				}
	}
	return Object.keys(inner).length > 0 || collection in given
		? { ...top, [collection]: inner }
		: top;
}

const isCollectionOnTop = (name: string, field: Field): boolean =>
	field.isForm && isTopLevel(field) && propertyOf(name, field).type === 'collection';

/**
 * A required object on top is a collection, in which its optional fields stand beside the others.
 */
function unwrap(values: IDataObject, name: string): void {
	const given = values[name];
	if (!isWhole(given) || !isWhole(given.value)) return;
	const { additionalFields, ...required } = given.value;
	values[name] = { ...required, ...(additionalFields as IDataObject | undefined) };
}

const isWhole = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null;
