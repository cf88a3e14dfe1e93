/** A field → the input that a person sees. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { type Field, type Fields, labelOf } from '../declare/field';
import { sortedInside } from '../declare/kinds/common/form';
import { formSelector, jsonTwin, isLeftOutAtFirst } from '../declare/layout';

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	options: { displayName: 'Options', placeholder: 'Add Option' },
} as const;

/** A property of a type: what is known of it before, and the rest. */
export const propertyOf = (type: INodeProperties['type'], rest: Omit<INodeProperties, 'type'>): INodeProperties => ({ ...rest, type });

/** Optional fields, in a collection. */
export const collection = (name: keyof typeof COLLECTIONS, fields: Fields, nested = false): INodeProperties =>
	propertyOf('collection', { ...COLLECTIONS[name], name, default: {}, options: nested ? sortedInside(fields).map((property) => ({ ...property, ...shownInside(fields[property.name]!, undefined) })) : sortedProperties(fields) });

function sortedProperties(fields: Fields): INodeProperties[] {
	return Object.entries(fields)
		.flatMap(([name, field]) => field.properties(name).map((property) => ({ ...property, ...shownInside(field, property.displayOptions) })))
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** Inside a collection, parameters outside it have a leading slash; the parts of an object are in the collection, too. */
function shownInside({ shownFor }: Field, ownOptions: IDisplayOptions | undefined): Pick<INodeProperties, 'displayOptions'> {
	const show = Object.entries(shownFor).map(([name, values]) => [name.startsWith('@') ? name : `/${name}`, [...values]]);
	return show.length === 0 ? {} : { displayOptions: { show: { ...ownOptions?.show, ...Object.fromEntries(show) } as IDisplayOptions['show'] } };
}

/** The input that takes a form as JSON. */
const jsonInput = (name: string, field: Field): INodeProperties =>
	propertyOf('json', {
		displayName: `${labelOf(name, field)} (JSON)`,
		name: jsonTwin(name),
		default: field.spec.kind === 'rows' ? '[]' : '{}',
	});

/**
 * The inputs of a field on top. A form has a choice before it: nothing (where it may be left out), the form, or
 * JSON, as from an expression. It is the only way in which a form and its JSON stand beside each other.
 * What it is about is said at the choice, which is always there, and not again at the form and at the JSON.
 */
export function topLevelInputs(name: string, field: Field): INodeProperties[] {
	if (!field.isForm) return field.properties(name);
	const selector = formSelector(name);
	const leftOut = isLeftOutAtFirst(field);
	const { description, ...form } = field.property(name);
	return [
		propertyOf('options', {
			displayName: `${labelOf(name, field)} Input`,
			name: selector,
			noDataExpression: true,
			options: [
				{ name: 'Form', value: 'form' },
				{ name: 'JSON', value: 'json' },
				...(leftOut ? [{ name: 'None', value: 'none' }] : []),
			],
			default: leftOut ? 'none' : 'form',
			...(description ? { description } : {}),
		}),
		{ ...form, displayOptions: { show: { [selector]: ['form'] } } },
		{
			...jsonInput(name, field),
			...(field.spec.required ? { required: true } : {}),
			displayOptions: { show: { [selector]: ['json'] } },
		},
	];
}
