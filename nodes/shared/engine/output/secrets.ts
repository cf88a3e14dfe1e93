/**
 * Which values are secret: those whose field is declared so, whose name suggests it
 * (`db_password`), or of which the object that contains them says so (a JSON patch whose path is
 * `password`, a parameter that is marked as encrypted). They are masked in outputs
 * (secretsInOutputs.ts), in errors (secretsInErrors.ts) and in the node that an error contains
 * (secretsInNode.ts).
 */
import type { IDataObject } from 'n8n-workflow';

import { collectionOf, jsonTwin } from '../../declare/derived/layout';
import { allFields } from '../../declare/derived/operationParts';
import { type Field, type Fields, hidesSecret, nameOnWire } from '../../declare/fields';
import type { Operation } from '../../declare/operation';
import { isObject, isTooDeep, parseJson, withoutMark } from '../../support/json';
import { perObject } from '../../support/perObject';
import { MASK, namesSecret } from '../../support/text/mask';
import { visibleName } from '../../support/text/visibleNames';

/** The secrets in the parameters of an item, without duplicates. */
export function secretsIn(operation: Operation, value: (name: string) => unknown): string[] {
	const values = Object.fromEntries(
		namesOfInputs(operation).map((name) => [name, valueOrUndefined(() => value(name))]),
	);
	return [...new Set(secretsAmong(operation, values))];
}

const namesOfInputs = perObject((operation: Operation): readonly string[] => [
	...Object.entries(allFields(operation)).flatMap(([name, { isForm }]) =>
		isForm ? [name, jsonTwin(name)] : [name],
	),
	collectionOf(operation),
]);

/** The secrets among values, which may have their names in the node or in the API. */
export const secretsAmong = (operation: Operation, values: unknown): string[] =>
	secretsInValue(allFields(operation), values).filter((secret) => secret !== '');

/**
 * Ignores an expression that cannot be evaluated, or whose value cannot be read through: that is
 * reported later, when the value is needed.
 */
function valueOrUndefined(readParameter: () => unknown): unknown {
	try {
		const value = readParameter();
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/**
 * Fields by all names under which values may be given: the names in the node, the API's names, and
 * the names of the inputs that take a form as JSON.
 */
export const byAnyName = perObject((fields: Fields): ReadonlyMap<string, Field> => {
	const byParameterName = Object.entries(fields);
	const byOtherName = byParameterName.flatMap(([name, field]) =>
		[nameOnWire(name, field), jsonTwin(name)].map((other) => [other, field] as const),
	);
	// If two fields have a name in common, the one with this name in the node takes precedence, and
	// otherwise the first one.
	return new Map([...byOtherName.reverse(), ...byParameterName]);
});

/** Whether a record says that its `value` is secret. */
const saysItsValueIsSecret = ({ name, path, encrypted, type }: IDataObject): boolean =>
	encrypted === true ||
	encrypted === 'true' ||
	namesSecret(name) ||
	namesSecret(path) ||
	/^password$/i.test(String(type));

/**
 * Whether the value under a key of an object is secret. The declaration of a field decides, not its
 * name.
 */
export function isSecretAt(
	object: IDataObject,
	key: string,
	declared?: ReadonlyMap<string, Field>,
): boolean {
	const spec = declared?.get(key)?.spec;
	return (
		spec?.secret === true ||
		(!spec && namesSecret(key)) ||
		(key === 'value' && saysItsValueIsSecret(object))
	);
}

/** One object for all calls, so that {@link byAnyName} computes its map only once. */
export const NO_FIELDS: Fields = {};

/**
 * The secrets in a value and inside it. A key without a declared field is a container: a
 * collection, the rows of a form, an object in JSON.
 */
function secretsInValue(fields: Fields, value: unknown): string[] {
	if (typeof value === 'string') return secretsInJson(fields, value);
	if (Array.isArray(value)) return value.flatMap((entry) => secretsInValue(fields, entry));
	if (!isObject(value)) return [];
	const entries = Object.entries(value).map(([name, inner]) => [visibleName(name), inner] as const);
	const byName: IDataObject = Object.fromEntries(entries as Array<[string, IDataObject]>);
	const declared = byAnyName(fields);
	return entries.flatMap(([key, inner]) => {
		if (isSecretAt(byName, key, declared)) return everyTextIn(inner);
		const spec = declared.get(key)?.spec;
		return secretsInValue(spec ? (spec.fields ?? NO_FIELDS) : fields, inner);
	});
}

/** The secrets in JSON. If it cannot be parsed and mentions a secret field, all of it is secret. */
function secretsInJson(fields: Fields, text: string): string[] {
	if (!/^\s*[[{]/.test(text)) return [];
	try {
		// Numbers are collected in both spellings, because a refusal repeats them as they were written.
		const spellings = [JSON.parse(withoutMark(text)) as unknown, parseJson(text, 'asWritten')];
		return [...new Set(spellings.flatMap((spelling) => secretsInValue(fields, spelling)))];
	} catch {
		const hides = hidesSecret(fields) || (text.match(/[\w-]+/g) ?? []).some(namesSecret);
		return hides ? [text, text.trim()] : [];
	}
}

function everyTextIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap(everyTextIn)
		: [];
}

export function maskedTexts(value: unknown): unknown {
	if (typeof value === 'string' || typeof value === 'number') return value === '' ? value : MASK;
	if (Array.isArray(value)) return value.map(maskedTexts);
	return isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedTexts(inner)]))
		: value;
}
