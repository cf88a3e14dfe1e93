/** Where the fields of an operation stand among the parameters of a node. */
import type { Field } from './field';
import { type Operation } from './operation';
import { isWholeBody } from './define';

/** The name of the collection that holds the optional fields of an operation. */
export function collectionOf(operation: Operation): 'filters' | 'additionalFields' | 'updateFields' | 'options' {
	if (operation.kind === 'flow') return 'options';
	if (operation.answers.kind === 'list') return 'filters';
	// Beside a body that is one field, what may be left out is an option of the call.
	if (isWholeBody(operation.body)) return 'options';
	if (operation.method === 'POST' && operation.effect === 'once' && operation.body !== undefined) return 'additionalFields';
	if (operation.method === 'PUT' || operation.method === 'PATCH') return 'updateFields';
	return 'options';
}

/** Required fields stand on top, and so do those that start with a value: inside a collection they could not be seen. */
export function isTopLevel({ spec }: Field): boolean {
	return spec.required || spec.initial !== undefined || spec.onTop === true;
}

/** Name of the input that takes a form as JSON. */
export const jsonTwin = (name: string): string => `${name}Json`;

/** Whether an optional field has a second input that takes JSON. */
export function hasJsonTwin(field: Field): boolean {
	return !isTopLevel(field) && field.isForm;
}

/** Whether a person may choose to give a top-level field as JSON instead of by the form. */
export function hasJsonInput(field: Field): boolean {
	return isTopLevel(field) && field.isForm;
}
