/** Where the fields of an operation are among the parameters of a node. */
import { type Field, labelOf } from '../fields';
import { type Operation } from '../operation';
import { inputFields, isWholeBody } from './operationParts';

/** The name of the collection with the optional fields of an operation. */
export function collectionOf(
	operation: Operation,
): 'filters' | 'additionalFields' | 'updateFields' | 'options' {
	if (operation.kind === 'flow') return operation.optionalAs ?? 'options';
	// If the body is one field, optional fields stand under Options.
	if (isWholeBody(operation.body)) return 'options';
	if (operation.answers.kind === 'list') return 'filters';
	if (operation.creates && operation.body !== undefined) return 'additionalFields';
	// Settings say how something is sent: they are not fields of the record.
	const hasOnlySettings = hasOptional(operation.settings) && !hasOptional(inputFields(operation));
	if ((operation.method === 'PUT' || operation.method === 'PATCH') && !hasOnlySettings)
		return 'updateFields';
	return 'options';
}

const hasOptional = (fields: Operation['settings']): boolean =>
	Object.values(fields ?? {}).some((field) => !isTopLevel(field));

/**
 * Whether a field is at the top level: if it is required, if it starts with a value, which would be
 * invisible inside a collection, or if it is declared so (`onTop`).
 */
export function isTopLevel({ spec }: Field): boolean {
	return spec.required || spec.initial !== undefined || spec.onTop === true;
}

/** Name of the input that takes a form as JSON. */
export const jsonTwin = (name: string): string => `${name}Json`;

/** The label of the input that takes a form as JSON. */
export const labelOfJson = (name: string, field: Field): string => `${labelOf(name, field)} (JSON)`;

/**
 * Whether the collection has an input for a field: for the field itself, or for the JSON of its
 * form.
 */
export const isInCollection = (field: Field): boolean => !isTopLevel(field) || field.isForm;
