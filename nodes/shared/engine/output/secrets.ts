/**
 * Keeps secrets out of outputs, errors and hints: given values, whatever repeats them, and the node that an error contains. A value is
 * secret if it is declared so, or if its name or a mark beside it says so: a patch of `password`, an encrypted parameter.
 */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { tokensInUse } from '../../../../credentials/inUse';
import type { Output } from '../../declare/answers';
import { allFields } from '../../declare/define';
import { type Field, type Fields, hidesSecret, nameOnWire } from '../../declare/field';
import { collectionOf, jsonTwin } from '../../declare/layout';
import type { Operation, Resource } from '../../declare/operation';
import { aboutOf } from '../../support/about';
import { isObject, parseJson } from '../../support/json';
import { formsOfAll, namesSecret, withoutForms, withoutSecrets } from '../../support/mask';
import { perObject } from '../../support/perObject';
import { seenName } from '../../support/seenNames';

const HIDDEN = '***';

/** The secrets in the parameters of an item. */
export function secretsIn(operation: Operation, value: (name: string) => unknown): string[] {
	const given = Object.fromEntries(
		namesOfInputs(operation).map((name) => [name, valueOrUndefined(() => value(name))]),
	);
	return [...new Set(secretsGiven(operation, given))];
}

const namesOfInputs = perObject((operation: Operation): readonly string[] => [
	...Object.entries(allFields(operation)).flatMap(([name, { isForm }]) =>
		isForm ? [name, jsonTwin(name)] : [name],
	),
	collectionOf(operation),
]);

/** The secrets among given values, by their names in the node or in the API. */
export const secretsGiven = (operation: Operation, given: unknown): string[] =>
	secretsFound(allFields(operation), given).filter((secret) => secret !== '');

/** An expression that cannot be evaluated is reported where its value is needed. */
function valueOrUndefined(read: () => unknown): unknown {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** The fields by their keys in what was given: their names in the node or in the API; a form given as JSON has another name. */
const byAnyName = perObject((fields: Fields): ReadonlyMap<string, Field> => {
	const all = Object.entries(fields);
	const others = all.flatMap(([name, field]) =>
		[nameOnWire(name, field), jsonTwin(name)].map((other) => [other, field] as const),
	);
	// Where two have the same, a name in the node comes first, then the first field.
	return new Map([...others.reverse(), ...all]);
});

/** Whether a record says that its `value` is secret. */
export const marksValue = ({ name, path, encrypted, type }: IDataObject): boolean =>
	encrypted === true ||
	encrypted === 'true' ||
	namesSecret(name) ||
	namesSecret(path) ||
	/^password$/i.test(String(type));

/** One object, of which {@link byAnyName} is computed once. */
const NO_FIELDS: Fields = {};

/** A key without a declared field is a wrapper: a collection, the rows of a form, a part of JSON. */
function secretsFound(fields: Fields, given: unknown): string[] {
	if (typeof given === 'string') return foundInJson(fields, given);
	if (Array.isArray(given)) return given.flatMap((entry) => secretsFound(fields, entry));
	if (!isObject(given)) return [];
	const entries = Object.entries(given).map(([name, inner]) => [seenName(name), inner] as const);
	const seen: IDataObject = Object.fromEntries(entries as Array<[string, IDataObject]>);
	const marked = 'value' in seen && marksValue(seen);
	const declared = byAnyName(fields);
	return entries.flatMap(([key, inner]) => {
		const spec = declared.get(key)?.spec;
		if (spec?.secret || (marked && key === 'value') || (!spec && namesSecret(key)))
			return textsIn(inner);
		return secretsFound(spec ? (spec.fields ?? NO_FIELDS) : fields, inner);
	});
}

/** JSON that cannot be parsed is secret as a whole if it mentions a secret field. */
function foundInJson(fields: Fields, text: string): string[] {
	if (!/^\s*[[{]/.test(text)) return [];
	try {
		// A refusal repeats a number as it was written.
		const spellings = [JSON.parse(text) as unknown, parseJson(text, 'asWritten')];
		return [...new Set(spellings.flatMap((given) => secretsFound(fields, given)))];
	} catch {
		const hides = hidesSecret(fields) || (text.match(/[\w-]+/g) ?? []).some(namesSecret);
		return hides ? [text, text.trim()] : [];
	}
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string' || typeof value === 'number') return [String(value)];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A shorter one may be a word that occurs in names, too: an output must not be changed by accident. */
const TELLING = 8;

/** Which fields of an output are secret, and which values must not occur anywhere in it. */
interface Hidden {
	/** Names of fields, those in rows behind the name of the rows: "parameters.value". */
	names: ReadonlySet<string>;
	values: readonly string[];
	/** Shorter ones, which are hidden only where the name says that the value is secret. */
	short: readonly string[];
	/** The values in all their spellings, and the tokens that are sent. */
	forms: readonly string[];
}

/** What no output of an operation may repeat. A field that is secret in one operation of a resource is secret in all of them. */
export function hiddenIn(
	operation: Operation,
	{ operations }: Pick<Resource, 'operations'>,
	secrets: readonly string[],
): Hidden {
	const names = hiddenNames(operation)(operations);
	const values = secrets.filter(({ length }) => length >= TELLING);
	const tokens = tokensInUse();
	return {
		names,
		values,
		short: secrets.filter(({ length }) => length < TELLING),
		forms: values.length === 0 ? formsOfTokens(tokens) : formsOfAll([...values, ...tokens]),
	};
}

/** All spellings of the tokens that are sent; computed once for all items. */
const formsOfTokens = perObject(formsOfAll);

const hiddenNames = perObject((operation: Operation) =>
	perObject((operations: Resource['operations']): ReadonlySet<string> => {
		const ofOthers = Object.values(operations).flatMap((other) =>
			secretNames(other).filter((name) => !name.includes('.')),
		);
		// Here, the output is meant to contain the secret.
		return new Set(
			[...secretNames(operation), ...ofOthers].filter(
				(name) => !operation.answers.sensitive?.includes(name),
			),
		);
	}),
);

/** The secret fields of an operation; those inside a row are `rows.name`. */
const secretNames = perObject((operation: Operation) => namesIn(allFields(operation)));

function namesIn(fields: Fields, rows = ''): string[] {
	return Object.entries(fields).flatMap(([name, field]) => {
		const { secret, fields: inner } = field.spec;
		if (secret) return [`${rows}${nameOnWire(name, field)}`];
		return inner ? namesIn(inner, field.isMany ? `${nameOnWire(name, field)}.` : '') : [];
	});
}

/** An output in which no secret is repeated, whatever the platform responded. */
export function outputWithoutSecrets(output: Output, hidden: Hidden): Output {
	const { json, binary } = output;
	const shown = withHiddenMasked(json, hidden, '') as IDataObject;
	if (!binary) return shown === json ? output : { ...output, json: shown };
	// The content of a file was requested as it is; its name comes from the platform.
	const files = Object.entries(binary).map(([key, { fileName, ...file }]) => [
		key,
		{
			...file,
			...(fileName === undefined ? {} : { fileName: withoutForms(fileName, hidden.forms) }),
		},
	]);
	return { ...output, json: shown, binary: Object.fromEntries(files) as typeof binary };
}

/** A value without secrets: the same object if there were none, so that a long list is not copied. */
function withHiddenMasked(value: unknown, hidden: Hidden, within: string): unknown {
	if (typeof value === 'string') return withoutForms(value, hidden.forms);
	if (typeof value === 'number')
		return hidden.values.length > 0 && hidden.values.includes(String(value)) ? HIDDEN : value;
	if (Array.isArray(value)) {
		const clean = value.map((entry) => withHiddenMasked(entry, hidden, within));
		return clean.some((entry, index) => entry !== value[index]) ? clean : value;
	}
	if (!isObject(value)) return value;
	const encrypted = value.encrypted === true;
	const isMarked = hidden.short.length > 0 && marksValue(value);
	const isShortSecret = (name: string): boolean =>
		hidden.short.length > 0 &&
		(namesSecret(name) || (isMarked && name === 'value')) &&
		hidden.short.includes(String(value[name]));
	const isSecret = (name: string): boolean =>
		(hidden.names.size > 0 && (hidden.names.has(name) || hidden.names.has(`${within}.${name}`))) ||
		(encrypted && name === 'value') ||
		isShortSecret(name);
	const shown = (name: string): unknown =>
		isSecret(name) ? hiddenTexts(value[name]) : withHiddenMasked(value[name], hidden, name);
	const names = Object.keys(value);
	if (
		names.every(
			(name) => withoutForms(name, hidden.forms) === name && Object.is(shown(name), value[name]),
		)
	)
		return value;
	return Object.fromEntries(names.map((name) => [withoutForms(name, hidden.forms), shown(name)]));
}

function hiddenTexts(value: unknown): unknown {
	if (typeof value === 'string' || typeof value === 'number') return value === '' ? value : HIDDEN;
	if (Array.isArray(value)) return value.map(hiddenTexts);
	return isObject(value)
		? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hiddenTexts(inner)]))
		: value;
}

/** The node as an error may contain it: n8n stores its parameters with the error. */
export function nodeWithoutSecrets(
	node: INode,
	operation: Operation,
	secrets: readonly string[],
): INode {
	return secrets.length === 0
		? nodeWithoutDeclaredSecrets(node)(operation)
		: masked(node, operation, secrets);
}

/** If no item gave a secret, all items of a run share one node. */
const nodeWithoutDeclaredSecrets = perObject((node: INode) =>
	perObject((operation: Operation) => masked(node, operation, [])),
);

const masked = (node: INode, operation: Operation, secrets: readonly string[]): INode => ({
	...node,
	parameters: maskedParameters(
		node.parameters,
		allFields(operation),
		formsOfAll(secrets),
	) as INodeParameters,
});

/** The node if not even the operation is known. */
export function nodeWithoutParameters(node: INode): INode {
	const { resource, operation } = node.parameters;
	return { ...node, parameters: { resource, operation } };
}

function maskedParameters(value: unknown, fields: Fields, forms: readonly string[]): unknown {
	if (typeof value === 'string') return withoutForms(value, forms);
	if (Array.isArray(value)) return value.map((entry) => maskedParameters(entry, fields, forms));
	if (!isObject(value)) return value;
	const marked = marksValue(value);
	const declared = byAnyName(fields);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => {
			const spec = declared.get(key)?.spec;
			const secret = spec?.secret || (marked && key === 'value') || (!spec && namesSecret(key));
			// A form that is given as a whole, as JSON or with an expression.
			const whole = typeof inner === 'string' && hidesSecret(spec?.fields);
			if (secret || whole) return [key, hiddenTexts(inner)];
			return [key, maskedParameters(inner, spec ? (spec.fields ?? NO_FIELDS) : fields, forms)];
		}),
	);
}

/** An error in which nothing secret is repeated, a token that is sent neither, wherever it carries it; its node is masked separately. */
export function errorWithoutSecrets<E>(error: E, given: readonly string[]): E {
	const secrets = [...given, ...tokensInUse()];
	if (error instanceof Error)
		for (const holder of [error as object as Record<string, unknown>, aboutOf(error)])
			cleanInside(holder, secrets, new WeakSet());
	return error;
}

function cleanInside(
	holder: Record<string, unknown>,
	secrets: readonly string[],
	seen: WeakSet<object>,
): void {
	seen.add(holder);
	// The texts of an error are in properties that are not enumerable.
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
