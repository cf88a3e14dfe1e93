/** Reads the parameters of one item, and checks each of them separately. */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { type Field, type Fields, labelOf } from '../../declare/fields';
import { inputFields } from '../../declare/fieldsOf';
import type { FieldContext, ReadingContext } from '../../declare/kinds/common/fieldContext';
import { startsFilled } from '../../declare/kinds/common/formProperties';
import { asSwitch, isExpression, isUntouched } from '../../declare/kinds/common/parse';
import { readField } from '../../declare/kinds/common/reading';
import { collectionOf, isInCollection, isTopLevel, jsonTwin } from '../../declare/layout';
import type { Operation } from '../../declare/operation';
import { purposeOf } from '../../declare/purpose';
import { isInVersion } from '../../declare/versions';
import { objectIn } from '../../support/json';

export interface ItemParameters {
	/** The value of a parameter, with its expressions resolved. */
	value: (name: string) => unknown;
	/** The value as the user entered it, with its expressions. */
	entered: (name: string) => unknown;
}

/**
 * The values of the fields of an operation, by parameter name. Each was checked by its own field,
 * but not yet by rules.
 */
export interface FieldValues {
	/** The values that are sent. */
	values: IDataObject;
	/** The settings, which are not sent. */
	settings: IDataObject;
}

/**
 * Reads and checks each field separately.
 * @throws BadInput naming the field and the rule
 */
export function checkFields(
	operation: Operation,
	parameters: ItemParameters,
	reading: ReadingContext,
): FieldValues {
	return {
		values: readAll(inputFields(operation), operation, parameters, reading),
		settings: readAll(operation.settings ?? {}, operation, parameters, reading),
	};
}

/** Reads the parameters that are in the collection of an operation. */
export function insideCollection(operation: Operation, parameters: ItemParameters): ItemParameters {
	const collection = collectionOf(operation);
	const within = (value: unknown, name: string) => objectIn(value)[name];
	return {
		value: (key) => within(parameters.value(collection), key),
		entered: (key) => {
			const entered = parameters.entered(collection);
			// If the whole collection is one expression, this is what was entered for each value in it.
			return typeof entered === 'string' ? entered : within(entered, key);
		},
	};
}

/** The parameters in the collection of an operation. Its expressions are resolved only once. */
interface Collection extends ItemParameters {
	/** Whether the user has added a field. */
	has: (name: string) => boolean;
}

const EMPTY: Collection = { value: () => undefined, entered: () => undefined, has: () => false };

function collectionFor(operation: Operation, parameters: ItemParameters): Collection {
	const values = (parameters.value(collectionOf(operation)) ?? {}) as IDataObject;
	return {
		...insideCollection(operation, parameters),
		value: (name) => values[name],
		has: (name) => Object.hasOwn(values, name),
	};
}

/** Reads fields: those at the top level, and those in the collection of the operation. */
function readAll(
	fields: Fields,
	operation: Operation,
	parameters: ItemParameters,
	reading: ReadingContext,
): IDataObject {
	const collection = Object.values(fields).some(isInCollection)
		? collectionFor(operation, parameters)
		: EMPTY;
	const values: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, parameters, reading)) continue;
		const atTop = isTopLevel(field) ? topLevel(name, field, parameters) : undefined;
		const { raw, ...context } = isInCollection(field)
			? optional(name, field, collection, atTop)
			: atTop!;
		const value = readField(name, field, raw, {
			...reading,
			...context,
			purpose: purposeOf(operation, name),
		});
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** A hidden field is not read: the value that it had before must not count. */
function isShown(
	{ spec }: Field,
	{ value }: ItemParameters,
	{ version = 1 }: ReadingContext,
): boolean {
	return (
		isInVersion(spec, version) &&
		Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
			const raw = value(name);
			return values.includes(asSwitch(raw) ?? raw);
		})
	);
}

/** The value of an input, and what is known about how it was given. */
type GivenValue = { raw: unknown } & Pick<FieldContext, 'isGiven' | 'entered'>;

/**
 * The value of a field at the top level. n8n fills in the inputs that a user has not touched, so a
 * default counts as not given, unless an expression was entered.
 */
function topLevel(name: string, field: Field, parameters: ItemParameters): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, parameters);
	const raw = parameters.value(name);
	const entered = parameters.entered(name);
	return { raw, isGiven: !isUntouched(raw) || isExpression(entered), entered };
}

/**
 * The value of a field in the collection of an operation. Whatever is in the collection was added
 * by the user.
 * @param atTop the value of the form, if the form is at the top level, and only its JSON is in the
 * collection. If the form starts with values, given JSON replaces these values: the editor hides
 * the form then, but n8n still passes on the values of the form
 * @throws BadInput if a form is also given as JSON
 */
function optional(
	name: string,
	field: Field,
	collection: Collection,
	atTop?: GivenValue,
): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, collection);
	const added = (key: string): GivenValue => ({
		raw: collection.value(key),
		isGiven: collection.has(key),
		entered: collection.entered(key),
	});
	const form = atTop ?? added(name);
	const json = added(jsonTwin(name));
	if (!field.isForm || !json.isGiven) return form;
	if (atTop && json.entered === '') return atTop;
	if (atTop && startsFilled(field)) return json;
	if (form.isGiven)
		throw new BadInput(
			name,
			labelOf(name, field),
			'is given as a form and as JSON: leave one of them out',
		);
	return json;
}

/**
 * The value of an object whose fields are entered one by one.
 * @param parts the name of each field, by the name of its input
 */
function inParts(parts: Record<string, string>, { value, entered }: ItemParameters): GivenValue {
	const entries = Object.entries(parts);
	const isGiven = entries.some(
		([part]) => !isUntouched(value(part)) || isExpression(entered(part)),
	);
	const object = Object.fromEntries(entries.map(([part, name]) => [name, value(part)]));
	return {
		raw: isGiven ? object : undefined,
		isGiven,
		entered: Object.fromEntries(entries.map(([part, name]) => [name, entered(part)])),
	};
}
