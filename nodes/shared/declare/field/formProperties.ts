/** How the fields of a form, of rows and of a collection become properties in n8n. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Field, Fields } from './field';
import { isFirstInForm, OPTIONAL_COLLECTION } from './form';
import { propertiesOf, shownOnly } from './property';

/**
 * The properties of a form: optional fields are in a collection, because n8n gives a value to each
 * property that is directly in a form.
 */
export function formProperties(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const first = entries.filter(([, field]) => isFirstInForm(field)).flatMap(propertiesBeside);
	const options = sortedInside(
		Object.fromEntries(entries.filter(([, field]) => !isFirstInForm(field))),
	);
	if (options.length === 0) return first;
	return [
		...first,
		{
			displayName: 'Additional Fields',
			placeholder: 'Add Field',
			name: OPTIONAL_COLLECTION,
			type: 'collection',
			default: {},
			options,
		},
	];
}

/**
 * Whether an input starts with an empty entry, which n8n passes on even if the user has not filled
 * it in.
 */
export const startsFilled = ({ spec: { required, mayBeEmpty } }: Field): boolean =>
	required && !mayBeEmpty;

/**
 * The inputs of a field, with conditions on the parameters beside it that decide whether it is
 * shown.
 */
export const propertiesBeside = ([name, field]: [string, Field]): INodeProperties[] =>
	propertiesOf(name, field, { nested: true }).map((input) => ({
		...(startsFilled(field) ? startingFilled(input) : input),
		...shownOnly({ ...field.shownFor, ...input.displayOptions?.show }),
	}));

/** The inputs in a collection inside a form, sorted by their labels. */
export const sortedInside = (fields: Fields): INodeProperties[] =>
	Object.entries(fields)
		.flatMap(propertiesBeside)
		.sort((a, b) => a.displayName.localeCompare(b.displayName));

/**
 * Lets a form or list start with one empty entry, so that there is something to fill in. n8n also
 * removes an empty form from a collection as soon as another field is added.
 */
export function startingFilled(property: INodeProperties): INodeProperties {
	if (property.type === 'string' && property.typeOptions?.multipleValues)
		return { ...property, default: [''] };
	if (property.type !== 'fixedCollection') return property;
	const [{ name, values }] = property.options as [INodePropertyCollection];
	const start = Object.fromEntries(values.map((value) => [value.name, value.default]));
	return {
		...property,
		default: { [name]: property.typeOptions?.multipleValues ? [start] : start },
	};
}
