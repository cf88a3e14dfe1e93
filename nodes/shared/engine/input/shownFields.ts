/**
 * Reads the fields that a node shows: those of an operation, and the settings of a trigger. Each is
 * at the top, or in a collection.
 */
import type { IDataObject } from 'n8n-workflow';

import { BadInput } from '../../declare/badInput';
import { jsonTwin } from '../../declare/derived/layout';
import type { FieldContext, ReadingContext } from '../../declare/field/fieldContext';
import { startsFilled } from '../../declare/field/formProperties';
import { asSwitch, isExpression, isUntouched } from '../../declare/field/parse';
import { readField } from '../../declare/field/reading';
import { type Field, type Fields, labelOf } from '../../declare/fields';
import { isInVersion } from '../../declare/versions';
import { objectIn } from '../../support/json';

/** The parameters of a node, for one item or one poll. */
export interface Parameters {
	/** The value of a parameter, with its expressions resolved. */
	value: (name: string) => unknown;
	/** The value as the user entered it, with its expressions. */
	entered: (name: string) => unknown;
}

/** Whether a switch is on. */
export const isOn = ({ value }: Parameters, name: string): boolean =>
	asSwitch(value(name)) === true;

/** The value of an input, and what is known about how it was given. */
type GivenValue = { raw: unknown } & Pick<
	FieldContext,
	'isGiven' | 'isJson' | 'entered' | 'purpose'
>;

/**
 * Reads and checks each field that is shown.
 * @param given finds the value of a field: at the top, or in a collection
 * @returns the values by parameter name, without those that were not given
 * @throws BadInput naming the field and the rule
 */
export function readShown(
	fields: Fields,
	parameters: Parameters,
	reading: ReadingContext,
	given: (name: string, field: Field) => GivenValue,
): IDataObject {
	const values: IDataObject = {};
	for (const [name, field] of Object.entries(fields)) {
		if (!isShown(field, parameters, reading)) continue;
		const { raw, ...context } = given(name, field);
		const value = readField(name, field, raw, { ...reading, ...context });
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** A hidden field is not read: the value that it had before must not count. */
function isShown({ spec }: Field, { value }: Parameters, { version = 1 }: ReadingContext): boolean {
	return (
		isInVersion(spec, version) &&
		Object.entries(spec.shownWhen ?? {}).every(([name, values]) => {
			const raw = value(name);
			return values.includes(asSwitch(raw) ?? raw);
		})
	);
}

/**
 * The value of a field at the top level. n8n fills in the inputs that a user has not touched, so a
 * default counts as not given, unless an expression was entered.
 */
export function givenAtTop(name: string, field: Field, parameters: Parameters): GivenValue {
	const parts = field.parts?.(name);
	if (parts) return inParts(parts, parameters);
	const raw = parameters.value(name);
	const entered = parameters.entered(name);
	return { raw, isGiven: !isUntouched(raw) || isExpression(entered), entered };
}

/** The parameters in a collection. */
export function insideCollection(collection: string, parameters: Parameters): Parameters {
	const valueIn = (value: unknown, name: string) => objectIn(value)[name];
	return {
		value: (key) => valueIn(parameters.value(collection), key),
		entered: (key) => {
			const entered = parameters.entered(collection);
			// If the whole collection is one expression, this is what was entered for each value in it.
			return typeof entered === 'string' ? entered : valueIn(entered, key);
		},
	};
}

/** The parameters in a collection, whose expressions are resolved only once. */
interface Collection extends Parameters {
	/** Whether the user has added a field. */
	has: (name: string) => boolean;
}

/** The parameters in a collection, which is resolved when this is called. */
export function readCollection(name: string, parameters: Parameters): Collection {
	const values = (parameters.value(name) ?? {}) as IDataObject;
	return {
		...insideCollection(name, parameters),
		value: (key) => values[key],
		has: (key) => Object.hasOwn(values, key),
	};
}

/**
 * The value of a field in a collection. Whatever is in a collection was added by the user.
 * @param atTop the value of the form, if the form is at the top level, and only its JSON is in the
 * collection. If the form starts with values, given JSON replaces these values: the editor hides
 * the form then, but n8n still passes on the values of the form
 * @throws BadInput if a form is also given as JSON
 */
export function givenInside(
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
	const json = { ...added(jsonTwin(name)), isJson: true };
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
function inParts(parts: Record<string, string>, { value, entered }: Parameters): GivenValue {
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
