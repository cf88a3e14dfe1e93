/**
 * What rows, objects and collections share: reading and checking several fields together.
 */
import { z } from 'zod/v4';

import { isObject } from '../../support/json';
import { isAbsent } from '../../support/nothing';
import { findAllByName, withInvisibleShown } from '../../support/text/visibleNames';
import { BadInput } from '../badInput';
import { isInVersion } from '../versions';
import { type Field, type Fields, initialOf, isShownBeside, labelOf, nameOnWire } from './field';
import type { FieldContext } from './fieldContext';
import {
	contextAt,
	enteredAt,
	isExpression,
	isUntouched,
	refusalOfEqualNames,
	spellingAt,
} from './parse';
import { readValue } from './reading';

/**
 * The name of the collection that has the optional fields of a form. In JSON, they are beside the
 * required ones.
 */
export const OPTIONAL_COLLECTION = 'additionalFields';

/**
 * The schema of an object with these fields and no others, by their API names. In a form, hidden
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
			const [name] = findAllByName(names, key, (each) => each);
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
		if (otherKey !== undefined) throw refusalOfEqualNames(context, otherKey, key);
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
export function readFormFields(
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
		const innerContext = contextAt(context, name, {
			label: `${context.label}: ${label}`,
			inside: { label, container: context.label },
			secret: inner.spec.secret,
			isGiven: isGiven(inner, form, name, entered),
			entered,
			spelling: spellingOfKey(givenNames.get(name) ?? name),
		});
		const value = readValue(
			inner,
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
		isAbsent(form[name]) ||
		!isUntouched(form[name]) ||
		isExpression(entered)
	);
}
