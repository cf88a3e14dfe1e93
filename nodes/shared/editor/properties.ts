/**
 * Turns fields into the properties of a node: at the top level, in a collection, or as a notice.
 */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { isTopLevel, jsonTwin, labelOfJson } from '../declare/derived/layout';
import type { Placement } from '../declare/field/field';
import { sortedInside, startingFilled, startsFilled } from '../declare/field/formProperties';
import { propertiesOf, shownOnly } from '../declare/field/property';
import { type Field, type Fields, labelOf } from '../declare/fields';

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add Filter' },
	additionalFields: { displayName: 'Additional Fields', placeholder: 'Add Field' },
	updateFields: { displayName: 'Update Fields', placeholder: 'Add Field' },
	options: { displayName: 'Options', placeholder: 'Add Option' },
} as const;

/** A property with one of n8n's types. */
export const typedProperty = (
	type: INodeProperties['type'],
	parts: Omit<INodeProperties, 'type'>,
): INodeProperties => ({ ...parts, type });

/** The notice above the fields, if there is one. */
export const notices = (
	name: string,
	text: string | undefined,
	show: Field['shownFor'] = {},
): INodeProperties[] =>
	text
		? [typedProperty('notice', { displayName: text, name, default: '', ...shownOnly(show) })]
		: [];

/** Optional fields, in a collection. */
export const collection = (
	name: keyof typeof COLLECTIONS,
	fields: Fields,
	{ nested }: Placement = {},
): INodeProperties =>
	typedProperty('collection', {
		...COLLECTIONS[name],
		name,
		default: {},
		options: nested
			? sortedInside(fields).map((property) => ({
					...property,
					...shownInside(fields[property.name]!),
				}))
			: Object.entries(fields)
					.flatMap(([fieldName, field]) =>
						collectedInputs(fieldName, field).map((property) => ({
							...property,
							...shownInside(
								field,
								// A former field is a switch. It is only shown where it is on, which is so in
								// workflows that were saved with it.
								field.spec.former ? { show: { [fieldName]: [true] } } : property.displayOptions,
							),
						})),
					)
					.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});

/**
 * The inputs of a field in a collection: for a form, there are two, the form and its JSON, and the
 * user adds one of them.
 */
function collectedInputs(name: string, field: Field): INodeProperties[] {
	if (!field.isForm) return propertiesOf(name, field);
	const form = isTopLevel(field) ? [] : propertiesOf(name, field).map(startingFilled);
	return [...form, { ...jsonInput(name, field), description: `${labelOf(name, field)} as JSON` }];
}

/**
 * When an input inside a collection is shown. In n8n, the names of parameters outside the
 * collection begin with a slash there.
 * @param ofKind conditions of the kind of field itself, on parameters inside the collection
 */
function shownInside(
	{ shownFor }: Field,
	ofKind?: IDisplayOptions,
): Pick<INodeProperties, 'displayOptions'> {
	const show = Object.entries(shownFor).map(
		([name, values]) => [name.startsWith('@') ? name : `/${name}`, values] as const,
	);
	return shownOnly({ ...ofKind?.show, ...Object.fromEntries(show) });
}

const jsonInput = (name: string, field: Field): INodeProperties =>
	typedProperty('json', {
		displayName: labelOfJson(name, field),
		name: jsonTwin(name),
		default: field.isMany ? '[]' : '{}',
	});

/**
 * The inputs of a field at the top level. A required form starts with one entry to fill in. It is
 * hidden while its JSON is in the collection, because then only the JSON counts.
 */
export function topLevelInputs(
	name: string,
	field: Field,
	inCollection: keyof typeof COLLECTIONS,
): INodeProperties[] {
	if (!startsFilled(field)) return propertiesOf(name, field);
	const opened = propertiesOf(name, field).map(startingFilled);
	if (!field.isForm) return opened;
	const hide = { [`/${inCollection}.${jsonTwin(name)}`]: [{ _cnd: { exists: true } }] };
	return opened.map((input) => ({ ...input, displayOptions: { hide } as IDisplayOptions }));
}
