/** Several fields together: what rows, objects and collections share. */
import type { IDisplayOptions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject } from '../../../support/json';
import { calledSo, withSignsShown } from '../../../support/seenNames';
import { BadInput, type FieldContext } from '../../input/badInput';
import { isInVersion } from '../../versions';
import { isExpression, isUntouched, spelledAt, twoOfOneName, writtenAt } from './reading';
import { type Field, type Fields, isShownBeside, labelOf, nameOnWire, startOf } from './kind';

/** The optional fields of a form are in a collection of their own; in JSON they are next to the others. */
export const MORE = 'additionalFields';

/** The check of an object with these fields and no others, by their API names. In a form, what is hidden is absent. */
export function objectSchema(fields: Fields, isForm = false): z.ZodType {
	const schemaOf = ({ spec, schema }: Field) =>
		isForm && spec.shownWhen ? schema.optional() : schema;
	return z.strictObject(
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), schemaOf(field)]),
		),
	);
}

/** Whether a field stands directly in a form: if declared so, and forms, which n8n drops from a collection while they are empty. */
export function isFirstInForm({ spec, isForm }: Field): boolean {
	return spec.required || spec.onTop === true || isForm;
}

/** Whether an object of these fields may be empty. */
export const isAllOptional = (fields: Fields): boolean =>
	Object.values(fields).every(({ spec }) => !spec.required);

/** The fields that a version of the node has. */
const fieldsIn = (version: number | undefined, declared: Fields): Fields =>
	Object.fromEntries(
		Object.entries(declared).filter(
			([, { spec }]) => version === undefined || isInVersion(spec, version),
		),
	);

/** What was given for the fields of an object, by the name of each field. */
interface GivenFields {
	form: Record<string, unknown>;
	/** The name under which it was given. */
	givenAs: ReadonlyMap<string, string>;
}

/**
 * Finds the field of each value, which may be given by either of its names.
 * @throws BadInput for a name that no field has, and for a field that is given twice
 */
function byField(
	context: FieldContext,
	fields: Fields,
	given: Record<string, unknown>,
): GivenFields {
	const more = Object.hasOwn(fields, MORE) ? undefined : given[MORE];
	const all = isObject(more) ? { ...given, ...more, [MORE]: undefined } : given;
	// What was read from the platform has the API's own names. Of a value under both names, none is chosen: the second one is refused.
	const isMeant = (name: string, key: string) =>
		nameOnWire(name, fields[name]!) === key && !Object.hasOwn(all, name);
	const exactly = (key: string) =>
		Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => isMeant(name, key));
	const names = Object.entries(fields).flatMap(([name, field]) => [name, nameOnWire(name, field)]);
	const seen = (key: string) => {
		const [name] = calledSo(names, key, (one) => one);
		return name === undefined ? undefined : exactly(name);
	};
	const givenAs = new Map<string, string>();
	const nameOf = (key: string) => {
		const exact = exactly(key);
		const name = exact ?? seen(key) ?? key;
		const other = givenAs.get(name);
		if (other !== undefined) throw twoOfOneName(context, other, key);
		givenAs.set(name, key);
		if (exact === undefined && name !== key) context.renamed?.(key, name);
		return name;
	};
	const form = Object.fromEntries(Object.entries(all).map(([key, value]) => [nameOf(key), value]));
	for (const name of Object.keys(form)) {
		if (!Object.hasOwn(fields, name) && form[name] !== undefined)
			throw new BadInput(
				`${context.path}.${name}`,
				context.label,
				`has no field ${withSignsShown(name)}`,
			);
	}
	return { form, givenAs };
}

/** Reads the fields of an object, by either of their names; the result has their API names. */
export function readFields(
	context: FieldContext,
	declared: Fields,
	given: Record<string, unknown>,
): Record<string, unknown> {
	const fields = fieldsIn(context.version, declared);
	const { form, givenAs } = byField(context, fields, given);
	const result: Record<string, unknown> = {};
	const { spelled } = context;
	const spelledOf = (key: string) =>
		spelledAt(spelled, key) ?? spelledAt(spelledAt(spelled, MORE), key);
	for (const [name, inner] of Object.entries(fields)) {
		if (!isShownBeside(inner, fields, form)) continue;
		const written =
			writtenAt(context.written, name) ?? writtenAt(writtenAt(context.written, MORE), name);
		const own = labelOf(name, inner);
		const at: FieldContext = {
			...context,
			path: `${context.path}.${name}`,
			label: `${context.label}: ${own}`,
			inside: { own, within: context.label },
			secret: inner.spec.secret,
			given: isGiven(inner, form, name, written),
			written,
			spelled: spelledOf(givenAs.get(name) ?? name),
		};
		const value = inner.read(at, Object.hasOwn(form, name) ? form[name] : startOf(inner));
		if (value !== undefined) result[nameOnWire(name, inner)] = value;
	}
	return result;
}

/** Whether something was given for a field of a form: n8n fills in the required ones, and lets the user add the others. */
function isGiven(
	field: Field,
	form: Record<string, unknown>,
	name: string,
	written: unknown,
): boolean {
	if (!Object.hasOwn(form, name)) return false;
	return (
		!isFirstInForm(field) ||
		form[name] === undefined ||
		form[name] === null ||
		!isUntouched(form[name]) ||
		isExpression(written)
	);
}

/** The inputs of a form: optional fields are in a collection, because n8n fills each input that is in a form with a value. */
export function formOf(fields: Fields): INodeProperties[] {
	const entries = Object.entries(fields);
	const first = entries.filter(([, field]) => isFirstInForm(field)).flatMap(inputsBeside);
	const options = sortedInside(
		Object.fromEntries(entries.filter(([, field]) => !isFirstInForm(field))),
	);
	if (options.length === 0) return first;
	return [
		...first,
		{
			displayName: 'Additional Fields',
			placeholder: 'Add Field',
			name: MORE,
			type: 'collection',
			default: {},
			options,
		},
	];
}

/** The display options of what is shown only for these values of other parameters; none for what is always shown. */
export const shownOnly = (
	show: Readonly<Record<string, readonly unknown[] | undefined>>,
): Pick<INodeProperties, 'displayOptions'> =>
	Object.keys(show).length === 0
		? {}
		: { displayOptions: { show: show as IDisplayOptions['show'] } };

/** The inputs of a field beside those that decide whether they are shown. */
export const inputsBeside = ([name, field]: [string, Field]): INodeProperties[] =>
	field.properties(name, true).map((input) => ({
		...input,
		...shownOnly({ ...field.shownFor, ...input.displayOptions?.show }),
	}));

/** Fields in a collection inside a form, by their labels. */
export const sortedInside = (fields: Fields): INodeProperties[] =>
	Object.entries(fields)
		.flatMap(inputsBeside)
		.sort((a, b) => a.displayName.localeCompare(b.displayName));

/**
 * A form or list starts with one empty entry: there is something to fill in, and n8n removes an empty form from a collection as soon as
 * another field is added.
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
