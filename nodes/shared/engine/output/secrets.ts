/**
 * Masks secrets in outputs, in errors and in the node that an error contains. A value is secret if
 * its field is declared so, if its name suggests it (`db_password`), or if the object that contains
 * it says so (a JSON patch whose path is `password`, a parameter that is marked as encrypted).
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { tokensInUse } from '../../../../credentials/inUse';
import type { Output } from '../../declare/answers';
import { allFields } from '../../declare/define';
import { type Field, type Fields, hidesSecret, nameOnWire } from '../../declare/field';
import { collectionOf, jsonTwin } from '../../declare/layout';
import type { Operation, Resource } from '../../declare/operation';
import { notedRecord } from '../../support/errorNotes';
import { isObject, isTooDeep, parseJson, withoutMark } from '../../support/json';
import { allSpellings, namesSecret, withoutSecrets, withoutSpellings } from '../../support/mask';
import { perObject } from '../../support/perObject';
import { visibleName } from '../../support/visibleNames';

const MASK = '***';

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
const byAnyName = perObject((fields: Fields): ReadonlyMap<string, Field> => {
	const byParameterName = Object.entries(fields);
	const byOtherName = byParameterName.flatMap(([name, field]) =>
		[nameOnWire(name, field), jsonTwin(name)].map((other) => [other, field] as const),
	);
	// If two fields have a name in common, the one with this name in the node takes precedence, and
	// otherwise the first one.
	return new Map([...byOtherName.reverse(), ...byParameterName]);
});

/** Whether a record says that its `value` is secret. */
export const marksValue = ({ name, path, encrypted, type }: IDataObject): boolean =>
	encrypted === true ||
	encrypted === 'true' ||
	namesSecret(name) ||
	namesSecret(path) ||
	/^password$/i.test(String(type));

/** One object for all calls, so that {@link byAnyName} computes its map only once. */
const NO_FIELDS: Fields = {};

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
	const isMarked = 'value' in byName && marksValue(byName);
	const declared = byAnyName(fields);
	return entries.flatMap(([key, inner]) => {
		const spec = declared.get(key)?.spec;
		if (spec?.secret || (isMarked && key === 'value') || (!spec && namesSecret(key)))
			return textsIn(inner);
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

function textsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Secrets of at least this length are masked wherever they occur. A shorter one may be an ordinary
 * word, which must not be masked in other data.
 */
const SEARCHED_LENGTH = 8;

/** What is masked in an output. */
interface Masking {
	/**
	 * Names of secret fields; a field in rows has the name of the rows before it: "parameters.value".
	 */
	names: ReadonlySet<string>;
	/** Values that are masked everywhere. */
	values: readonly string[];
	/** Short values, which are masked only if their name says that they are secret. */
	short: readonly string[];
	/** All spellings of the values and of the tokens in use. */
	spellings: readonly string[];
}

/**
 * What is masked in the outputs of an operation. If a field is secret in one operation of a
 * resource, its values are masked in the outputs of all of them.
 */
export function maskingFor(
	operation: Operation,
	{ operations }: Pick<Resource, 'operations'>,
	secrets: readonly string[],
): Masking {
	const names = maskedNames(operation)(operations);
	const values = secrets.filter(({ length }) => length >= SEARCHED_LENGTH);
	const tokens = tokensInUse();
	return {
		names,
		values,
		short: secrets.filter(({ length }) => length < SEARCHED_LENGTH),
		spellings:
			values.length === 0 ? spellingsOfTokens(tokens) : allSpellings([...values, ...tokens]),
	};
}

/** All spellings of the tokens in use; computed once for all items. */
const spellingsOfTokens = perObject(allSpellings);

const maskedNames = perObject((operation: Operation) =>
	perObject((operations: Resource['operations']): ReadonlySet<string> => {
		const inOtherOperations = Object.values(operations).flatMap((other) =>
			secretNames(other).filter((name) => !name.includes('.')),
		);
		// A field that is declared as a sensitive output is the purpose of the operation, and not
		// masked.
		return new Set(
			[...secretNames(operation), ...inOtherOperations].filter(
				(name) => !operation.answers.sensitive?.includes(name),
			),
		);
	}),
);

/** The names of the secret fields of an operation; a field in a row is `rows.name`. */
const secretNames = perObject((operation: Operation) => secretFieldNames(allFields(operation)));

function secretFieldNames(fields: Fields, rows = ''): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const { secret, fields: inner } = field.spec;
		if (secret) return [`${rows}${nameOnWire(name, field)}`];
		return inner ? secretFieldNames(inner, field.isMany ? `${nameOnWire(name, field)}.` : '') : [];
	});
}

/** Masks the secrets of an output. */
export function outputWithoutSecrets(output: Output, masking: Masking): Output {
	const { json, binary } = output;
	const maskedJson = maskedValue(json, masking, '') as IDataObject;
	if (!binary) return maskedJson === json ? output : { ...output, json: maskedJson };
	// The content of a file is not changed, only its name.
	const files = Object.entries(binary).map(([key, { fileName, ...file }]) => [
		key,
		{
			...file,
			...(fileName === undefined
				? {}
				: { fileName: withoutSpellings(fileName, masking.spellings) }),
		},
	]);
	return { ...output, json: maskedJson, binary: Object.fromEntries(files) as typeof binary };
}

/**
 * Masks the secrets of a value. It returns the same object if there are none, so that a long list
 * is not copied.
 */
function maskedValue(value: unknown, masking: Masking, within: string): unknown {
	if (typeof value === 'string') return withoutSpellings(value, masking.spellings);
	if (typeof value === 'number')
		return masking.values.length > 0 && masking.values.includes(String(value)) ? MASK : value;
	if (Array.isArray(value)) {
		const clean = value.map((entry) => maskedValue(entry, masking, within));
		return clean.some((entry, index) => entry !== value[index]) ? clean : value;
	}
	if (!isObject(value)) return value;
	const encrypted = value.encrypted === true;
	const isMarked = masking.short.length > 0 && marksValue(value);
	const isShortSecret = (name: string): boolean =>
		masking.short.length > 0 &&
		(namesSecret(name) || (isMarked && name === 'value')) &&
		masking.short.includes(String(value[name]));
	const isSecret = (name: string): boolean =>
		(masking.names.size > 0 &&
			(masking.names.has(name) || masking.names.has(`${within}.${name}`))) ||
		(encrypted && name === 'value') ||
		isShortSecret(name);
	const maskedField = (name: string): unknown =>
		isSecret(name) ? maskedTexts(value[name]) : maskedValue(value[name], masking, name);
	const names = Object.keys(value);
	if (
		names.every(
			(name) =>
				withoutSpellings(name, masking.spellings) === name &&
				Object.is(maskedField(name), value[name]),
		)
	)
		return value;
	return Object.fromEntries(
		names.map((name) => [withoutSpellings(name, masking.spellings), maskedField(name)]),
	);
}

function maskedTexts(value: unknown): unknown {
	if (typeof value === 'string' || typeof value === 'number') return value === '' ? value : MASK;
	if (Array.isArray(value)) return value.map(maskedTexts);
	return isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskedTexts(inner)]))
		: value;
}

/** The node for an error, with masked parameters, because n8n stores them with the error. */
export function nodeWithoutSecrets(
	node: INode,
	operation: Operation,
	secrets: readonly string[],
): INode {
	return secrets.length === 0
		? nodeWithoutDeclaredSecrets(node)(operation)
		: maskedNode(node, operation, secrets);
}

/**
 * The node without its declared secrets, if there are no other values to mask. It is computed once
 * for all items of a run.
 */
const nodeWithoutDeclaredSecrets = perObject((node: INode) =>
	perObject((operation: Operation) => maskedNode(node, operation, [])),
);

const maskedNode = (node: INode, operation: Operation, secrets: readonly string[]): INode => ({
	...node,
	parameters: maskedParameters(
		node.parameters,
		allFields(operation),
		allSpellings(secrets),
	) as INodeParameters,
});

/** The node for an error before the operation is known. */
export function nodeWithoutParameters(node: INode): INode {
	const { resource, operation } = node.parameters;
	return { ...node, parameters: { resource, operation } };
}

function maskedParameters(value: unknown, fields: Fields, spellings: readonly string[]): unknown {
	if (typeof value === 'string') return withoutSpellings(value, spellings);
	if (Array.isArray(value)) return value.map((entry) => maskedParameters(entry, fields, spellings));
	if (!isObject(value)) return value;
	const isMarked = marksValue(value);
	const declared = byAnyName(fields);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			const spec = declared.get(key)?.spec;
			const isSecret = spec?.secret || (isMarked && key === 'value') || (!spec && namesSecret(key));
			// A form that is given as JSON or with an expression.
			const isFormAsText = typeof inner === 'string' && hidesSecret(spec?.fields);
			if (isSecret || isFormAsText) return [key, maskedTexts(inner)];
			return [key, maskedParameters(inner, spec ? (spec.fields ?? NO_FIELDS) : fields, spellings)];
		}),
	);
}

/**
 * Masks secrets and tokens in all texts of an error, except in its node, which is masked on its
 * own.
 */
export function errorWithoutSecrets<E>(error: E, inputSecrets: readonly string[]): E {
	const secrets = [...inputSecrets, ...tokensInUse()];
	if (error instanceof Error)
		for (const holder of [error as object as Record<string, unknown>, notedRecord(error)])
			cleanInside(holder, secrets, new WeakSet());
	return error;
}

function cleanInside(
	holder: Record<string, unknown>,
	secrets: readonly string[],
	seen: WeakSet<object>,
): void {
	seen.add(holder);
	// This includes properties that are not enumerable, such as `message` and `stack`.
	for (const name of Object.getOwnPropertyNames(holder)) {
		const value = holder[name];
		if (name === 'node' && holder instanceof Error) continue;
		if (typeof value === 'string') {
			const clean = withoutSecrets(value, secrets);
			if (clean !== value) holder[name] = clean;
		} else if (typeof value === 'object' && value !== null && !seen.has(value))
			cleanInside(value as Record<string, unknown>, secrets, seen);
	}
}
