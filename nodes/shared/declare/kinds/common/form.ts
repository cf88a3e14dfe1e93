/**
 * What rows, objects and collections share: reading, checking and showing several fields together.
 */
import type { IDisplayOptions, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isObject } from '../../../support/json';
import { findNamed, withInvisibleShown } from '../../../support/visibleNames';
import { BadInput } from '../../input/badInput';
import type { FieldContext } from '../../input/fieldContext';
import { enteredAt, isExpression, isUntouched, spellingAt, twoOfOneName } from '../../input/parse';
import { isInVersion } from '../../versions';
import { type Field, type Fields, initialOf, isShownBeside, labelOf, nameOnWire } from './field';

/**
 * The name of the collection that has the optional fields of a form. In JSON, they are beside the
 * required ones.
 */
export const OPTIONAL_COLLECTION = 'additionalFields';

/**
 * The check of an object with these fields and no others, by their API names. In a form, hidden
 * fields must be absent.
 */
export function objectSchema(fields: Fields, isForm = false): z.ZodType {
	const schemaOf = ({ spec, schema }: Field) =>
		isForm && spec.shownWhen ? schema.optional() : schema;
	return z.strictObject(
		Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [nameOnWire(name, field), schemaOf(field)]),
		),
	);
}

/**
 * Whether a field is directly in a form, and not in its collection: if it is required, if it is
 * declared so (`onTop`), or if it is a form, because n8n drops an empty form from a collection.
 */
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

/** The values of an object, by the parameter names of its fields. */
interface ValuesByField {
	form: Record<string, unknown>;
	/** The name under which each value was given, by the parameter name of its field. */
	givenNames: ReadonlyMap<string, string>;
}

/**
 * The values of a form, with its optional fields moved from their collection to the required ones.
 */
function withMoreBeside(fields: Fields, object: Record<string, unknown>): Record<string, unknown> {
	const furtherValues = Object.hasOwn(fields, OPTIONAL_COLLECTION)
		? undefined
		: object[OPTIONAL_COLLECTION];
	return isObject(furtherValues)
		? { ...object, ...furtherValues, [OPTIONAL_COLLECTION]: undefined }
		: object;
}

/**
 * Finds the field that a key of an object means. The key may be its parameter name, or the API's
 * own name, as in records that were read from the platform. If an object has both keys, it is
 * refused.
 */
function fieldFinder(fields: Fields, object: Record<string, unknown>) {
	const hasWireName = (name: string, key: string) =>
		nameOnWire(name, fields[name]!) === key && !Object.hasOwn(object, name);
	const called = (key: string) =>
		Object.hasOwn(fields, key) ? key : Object.keys(fields).find((name) => hasWireName(name, key));
	const names = Object.entries(fields).flatMap(([name, field]) => [name, nameOnWire(name, field)]);
	return {
		called,
		/** The field whose name looks the same as the key. The key may contain invisible characters. */
		lookingLike: (key: string) => {
			const [name] = findNamed(names, key, (each) => each);
			return name === undefined ? undefined : called(name);
		},
	};
}

/**
 * Assigns the values of an object to its fields.
 * @throws BadInput for a name that no field has, and for a field that is given twice
 */
function byField(
	context: FieldContext,
	fields: Fields,
	object: Record<string, unknown>,
): ValuesByField {
	const values = withMoreBeside(fields, object);
	const find = fieldFinder(fields, values);
	const givenNames = new Map<string, string>();
	const nameOf = (key: string) => {
		const exact = find.called(key);
		const name = exact ?? find.lookingLike(key) ?? key;
		const otherKey = givenNames.get(name);
		if (otherKey !== undefined) throw twoOfOneName(context, otherKey, key);
		givenNames.set(name, key);
		if (exact === undefined && name !== key) context.renamed?.(key, name);
		return name;
	};
	const form = Object.fromEntries(
		Object.entries(values).map(([key, value]) => [nameOf(key), value]),
	);
	for (const name of Object.keys(form)) {
		if (!Object.hasOwn(fields, name) && form[name] !== undefined)
			throw new BadInput(
				`${context.path}.${name}`,
				context.label,
				`has no field ${withInvisibleShown(name)}: remove it, or check its spelling`,
			);
	}
	return { form, givenNames };
}

/**
 * Reads and checks the fields of an object, by either of their names.
 * @returns the values by the API's own names
 */
export function readFields(
	context: FieldContext,
	declared: Fields,
	object: Record<string, unknown>,
): Record<string, unknown> {
	const fields = fieldsIn(context.version, declared);
	const { form, givenNames } = byField(context, fields, object);
	const result: Record<string, unknown> = {};
	const { spelling } = context;
	const spellingOfKey = (key: string) =>
		spellingAt(spelling, key) ?? spellingAt(spellingAt(spelling, OPTIONAL_COLLECTION), key);
	for (const [name, inner] of Object.entries(fields)) {
		if (!isShownBeside(inner, fields, form)) continue;
		const entered =
			enteredAt(context.entered, name) ??
			enteredAt(enteredAt(context.entered, OPTIONAL_COLLECTION), name);
		const label = labelOf(name, inner);
		const innerContext: FieldContext = {
			...context,
			path: `${context.path}.${name}`,
			label: `${context.label}: ${label}`,
			inside: { label, container: context.label },
			secret: inner.spec.secret,
			isGiven: isGiven(inner, form, name, entered),
			entered,
			spelling: spellingOfKey(givenNames.get(name) ?? name),
		};
		const value = inner.read(
			innerContext,
			Object.hasOwn(form, name) ? form[name] : initialOf(inner),
		);
		if (value !== undefined) result[nameOnWire(name, inner)] = value;
	}
	return result;
}

/**
 * Whether the user gave a value to a field of a form. n8n fills in required fields itself; optional
 * ones only exist if the user added them.
 */
function isGiven(
	field: Field,
	form: Record<string, unknown>,
	name: string,
	entered: unknown,
): boolean {
	if (!Object.hasOwn(form, name)) return false;
	return (
		!isFirstInForm(field) ||
		form[name] === undefined ||
		form[name] === null ||
		!isUntouched(form[name]) ||
		isExpression(entered)
	);
}

/**
 * The inputs of a form: optional fields are in a collection, because n8n gives a value to each
 * input that is directly in a form.
 */
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
			name: OPTIONAL_COLLECTION,
			type: 'collection',
			default: {},
			options,
		},
	];
}

/**
 * The display options of an input that is shown only for these values of other parameters; empty if
 * it is always shown.
 */
export const shownOnly = (
	show: Readonly<Record<string, readonly unknown[] | undefined>>,
): Pick<INodeProperties, 'displayOptions'> =>
	Object.keys(show).length === 0
		? {}
		: { displayOptions: { show: show as IDisplayOptions['show'] } };

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
export const inputsBeside = ([name, field]: [string, Field]): INodeProperties[] =>
	field.properties(name, true).map((input) => ({
		...(startsFilled(field) ? startingFilled(input) : input),
		...shownOnly({ ...field.shownFor, ...input.displayOptions?.show }),
	}));

/** The inputs in a collection inside a form, sorted by their labels. */
export const sortedInside = (fields: Fields): INodeProperties[] =>
	Object.entries(fields)
		.flatMap(inputsBeside)
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
