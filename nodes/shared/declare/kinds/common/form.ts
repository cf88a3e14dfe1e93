/** Several fields together: what rows, objects and collections share. */
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject } from '../../../support/json';
import { BadInput, type FieldContext, type Reading } from '../../input/badInput';
import { isInVersion } from '../../versions';
import { isExpression, isUntouched, writtenAt } from './reading';
import type { ChangeId } from './chosen';
import { type Field, type Fields, labelOf, nameOnWire } from './kind';

/** The optional fields of a form are in a collection of their own; in JSON they are next to the others. */
export const MORE = 'additionalFields';

/** The check of an object with these fields and no others, by their API names. */
export function objectSchema(fields: Fields): z.ZodType {
	return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), field.schema])));
}

/** Like {@link objectSchema}, for a form: hidden fields are absent; missing required fields were refused when it was read. */
export function formSchema(fields: Fields): z.ZodType {
	const schemaOf = (field: Field) => (field.spec.shownWhen ? field.schema.optional() : field.schema);
	return z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), schemaOf(field)])));
}

/** Whether a field stands directly in a form: if declared so, and forms, which n8n drops from a collection while they are empty. */
export function isFirstInForm({ spec, isForm }: Field): boolean {
	return spec.required || spec.onTop === true || isForm;
}

export const isAllOptional = (fields: Fields): boolean => Object.values(fields).every(({ spec }) => !spec.required);

/** Reads the fields of an object, by their API names. */
export function readFields(context: FieldContext, declared: Fields, given: Record<string, unknown>, reading: Reading): unknown {
	const fields = Object.fromEntries(
		Object.entries(declared).filter(([, { spec }]) => reading.version === undefined || isInVersion(spec, reading.version)),
	);
	const result: Record<string, unknown> = {};
	const more = Object.hasOwn(fields, MORE) ? undefined : given[MORE];
	const form = isObject(more) ? { ...given, ...more, [MORE]: undefined } : given;
	for (const name of Object.keys(form)) {
		if (!Object.hasOwn(fields, name) && form[name] !== undefined)
			throw new BadInput(`${context.path}.${name}`, context.label, `has no field ${name}`);
	}
	for (const [name, inner] of Object.entries(fields)) {
		if (!isShownBeside(inner, fields, form)) continue;
		const written = writtenAt(context.written, name) ?? writtenAt(writtenAt(context.written, MORE), name);
		const own = labelOf(name, inner);
		const at: FieldContext = {
			path: `${context.path}.${name}`,
			label: `${context.label}: ${own}`,
			inside: { own, within: context.label },
			secret: inner.spec.secret,
			given: isGiven(inner, form, name, written),
			purpose: context.purpose,
			written,
		};
		const value = inner.read(at, Object.hasOwn(form, name) ? form[name] : startOf(inner), reading);
		if (value !== undefined) result[nameOnWire(name, inner)] = value;
	}
	return result;
}

/** Whether something was given for a field of a form: n8n fills in the required ones, and lets the user add the others. */
function isGiven(field: Field, form: Record<string, unknown>, name: string, written: unknown): boolean {
	if (!Object.hasOwn(form, name)) return false;
	return !isFirstInForm(field) || form[name] === undefined || form[name] === null || !isUntouched(form[name]) || isExpression(written);
}

/** An object as it is sent, with the IDs in its fields replaced. */
export async function withIdsInside(fields: Fields, value: unknown, change: ChangeId): Promise<unknown> {
	if (!isObject(value)) return value;
	const changed: Record<string, unknown> = { ...value };
	for (const [name, field] of Object.entries(fields)) {
		const wire = nameOnWire(name, field);
		if (Object.hasOwn(value, wire) && isShownBeside(field, fields, value)) changed[wire] = await field.withIds(value[wire], change);
	}
	return changed;
}

/** The initial values of the fields that decide whether others are shown: JSON and agents leave out what the editor fills in. */
const startOf = ({ spec }: Field): unknown => (spec.shownWhen ? spec.initial : undefined);

/** Whether the sibling fields let a field of a form be shown, and read. */
export function isShownBeside({ spec }: Field, fields: Fields, form: Record<string, unknown>): boolean {
	return Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
		const beside = fields[name];
		return beside === undefined || values.includes(form[name] ?? startOf(beside));
	});
}

/** The inputs of a form: optional fields are in a collection, because n8n fills each input that is in a form with a value. */
export function formOf(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const first = entries.filter(([, field]) => isFirstInForm(field));
	const optional = entries.filter(([, field]) => !isFirstInForm(field));
	return [
		...first.map(inputBeside),
		...(optional.length === 0
			? []
			: [
					{
						displayName: 'Additional Fields',
						placeholder: 'Add Field',
						name: MORE,
						type: 'collection' as const,
						default: {},
						options: sortedInside(Object.fromEntries(optional)),
					},
				]),
	];
}

/** The display options of what is shown only for these values of other parameters; none for what is always shown. */
export const shownOnly = (show: Readonly<Record<string, readonly unknown[] | undefined>>): Pick<INodeProperties, 'displayOptions'> =>
	Object.keys(show).length === 0 ? {} : { displayOptions: { show: show as IDisplayOptions['show'] } };

/** The input of a field beside those that decide whether it is shown. */
export const inputBeside = ([name, field]: [string, Field]): INodeProperties => ({
	...field.property(name, true),
	...shownOnly(field.shownFor),
});

/** Fields in a collection inside a form, by their labels. */
export const sortedInside = (fields: Fields): INodeProperties[] =>
	Object.entries(fields)
		.map(inputBeside)
		.sort((a, b) => a.displayName.localeCompare(b.displayName));
