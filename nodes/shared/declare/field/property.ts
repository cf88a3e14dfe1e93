/** How a field becomes a property in n8n. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { type Field, labelOf, type Placement, type PropertyBase } from './field';

/** The properties of a field, one for most kinds. */
export function propertiesOf(name: string, field: Field, place: Placement = {}): INodeProperties[] {
	const parts = field.parts?.(name);
	if (parts) return propertiesOfParts(field, parts);
	const { labels } = field.spec;
	if (!labels) return [propertyOf(name, field, place)];
	return Object.entries(labels.byValue).map(([value, label]) => ({
		...propertyOf(name, field.label(label), place),
		displayOptions: { show: { [labels.by]: [value] } },
	}));
}

/**
 * The properties of a field whose inner fields have properties of their own, shown according to
 * each other.
 */
function propertiesOfParts({ spec }: Field, parts: Record<string, string>): INodeProperties[] {
	const { required, fields } = spec;
	const partOf = Object.fromEntries(Object.entries(parts).map(([part, inner]) => [inner, part]));
	return Object.entries(parts).map(([part, inner]) => {
		const field = fields![inner]!;
		const show = Object.entries(field.spec.shownWhen ?? {}).map(
			([other, values]) => [partOf[other]!, values] as const,
		);
		return {
			...propertyOf(part, required ? field : field.optional()),
			...shownOnly(Object.fromEntries(show)),
		};
	});
}

/**
 * The display options of a property that is shown only for these values of other parameters; empty
 * if it is always shown.
 */
export const shownOnly = (
	show: Readonly<Record<string, readonly unknown[] | undefined>>,
): Pick<INodeProperties, 'displayOptions'> =>
	Object.keys(show).length === 0
		? {}
		: { displayOptions: { show: show as IDisplayOptions['show'] } };

/** The property of a field that has only one. */
export function propertyOf(name: string, field: Field, place: Placement = {}): INodeProperties {
	const { initial, opensWith } = field.spec;
	const property = field.toProperty(baseOf(name, field, place), place);
	const start = initial ?? opensWith;
	return start === undefined
		? property
		: { ...property, default: start as INodeProperties['default'] };
}

function baseOf(name: string, field: Field, { nested }: Placement): PropertyBase {
	const { apiDefault, description, initial, placeholder, required, shownWhen } = field.spec;
	const displayName = labelOf(name, field);
	const explained =
		apiDefault === undefined || initial !== undefined
			? description
			: `${description} (defaults to ${String(apiDefault)})`;
	return {
		displayName,
		name,
		// If the parameter that shows or hides a field is an expression, n8n shows the field, and would
		// then run no node in which it is required and empty.
		...(required && !shownWhen ? { required: true } : {}),
		// "The task" would say no more than the label "Task".
		...(explained.toLowerCase() === `the ${displayName.toLowerCase()}`
			? {}
			: { description: explained }),
		...(placeholder ? { placeholder } : {}),
		// For n8n it is not required, so a hint says that it is.
		...(required && shownWhen && initial === undefined && !nested ? { hint: 'Required' } : {}),
	};
}
