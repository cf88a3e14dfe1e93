/** Where the fields of an operation are among the parameters of a node. */
import { type Field, labelOf } from './field';
import { type Operation } from './operation';
import { inputFields, isWholeBody } from './define';

/** The name of the collection that holds the optional fields of an operation. */
export function collectionOf(
	operation: Operation,
): 'filters' | 'additionalFields' | 'updateFields' | 'options' {
	if (operation.kind === 'flow') return operation.optionalAs ?? 'options';
	// If the body is one field, optional fields are options of the call.
	if (isWholeBody(operation.body)) return 'options';
	if (operation.answers.kind === 'list') return 'filters';
	if (operation.creates && operation.body !== undefined) return 'additionalFields';
	// A field that only says how something is sent is not a field of the record.
	const isHowOnly = hasOptional(operation.settings) && !hasOptional(inputFields(operation));
	if ((operation.method === 'PUT' || operation.method === 'PATCH') && !isHowOnly)
		return 'updateFields';
	return 'options';
}

const hasOptional = (fields: Operation['settings']): boolean =>
	Object.values(fields ?? {}).some((field) => !isTopLevel(field));

/** Required fields are at the top level, and so are those that start with a value: inside a collection they could not be seen. */
export function isTopLevel({ spec }: Field): boolean {
	return spec.required || spec.initial !== undefined || spec.onTop === true;
}

/** Whether an input on top starts with an entry to fill in, which n8n passes on although nobody has entered it. */
export const startsFilled = ({ spec: { required, mayBeEmpty } }: Field): boolean =>
	required && !mayBeEmpty;

/** Name of the input that takes a form as JSON. */
export const jsonTwin = (name: string): string => `${name}Json`;

/** Its label. */
export const labelOfJson = (name: string, field: Field): string => `${labelOf(name, field)} (JSON)`;

/** Whether the collection has an input for a field: for the field itself, or for the JSON of its form. */
export const isInCollection = (field: Field): boolean => !isTopLevel(field) || field.isForm;
