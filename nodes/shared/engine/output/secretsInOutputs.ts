/** Masks secrets in outputs: secret fields by their names, and secret values wherever they are. */
import type { IDataObject } from 'n8n-workflow';

import { tokensInUse } from '../../../../credentials/signIn/tokensInUse';
import type { Output } from '../../declare/answers';
import { allFields } from '../../declare/derived/operationParts';
import { type Fields, nameOnWire } from '../../declare/fields';
import type { Operation, Resource } from '../../declare/operation';
import { isObject } from '../../support/json';
import { perObject } from '../../support/perObject';
import { allSpellings, MASK, withoutSpellings } from '../../support/text/mask';
import { isSecretAt, maskedTexts } from './secrets';

/**
 * Secrets of at least this length are masked wherever they occur. A shorter one may be an ordinary
 * word, which must not be masked in other data.
 */
const MIN_SEARCHED_LENGTH = 8;

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
 * resource, its values are masked in the outputs of all of them. A field in rows is an exception:
 * it is secret in its own operation only, because the value of a connection's parameter is always
 * entered like a password, but is shown when the connection is read, unless it is encrypted.
 */
export function maskingFor(
	operation: Operation,
	{ operations }: Pick<Resource, 'operations'>,
	secrets: readonly string[],
): Masking {
	const names = maskedNames(operation)(operations);
	const values = secrets.filter(({ length }) => length >= MIN_SEARCHED_LENGTH);
	const tokens = tokensInUse();
	return {
		names,
		values,
		short: secrets.filter(({ length }) => length < MIN_SEARCHED_LENGTH),
		spellings:
			values.length === 0 ? spellingsOfTokens(tokens) : allSpellings([...values, ...tokens]),
	};
}

/** All spellings of the tokens in use; computed once for all items. */
const spellingsOfTokens = perObject(allSpellings);

/**
 * The names of the fields that are masked in the outputs of an operation; computed once for it and
 * the operations of its resource.
 */
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
	const isShortSecret = (name: string): boolean =>
		masking.short.length > 0 &&
		isSecretAt(value, name) &&
		masking.short.includes(String(value[name]));
	const isSecret = (name: string): boolean =>
		(masking.names.size > 0 &&
			(masking.names.has(name) || masking.names.has(`${within}.${name}`))) ||
		(encrypted && name === 'value') ||
		isShortSecret(name);
	// Each value is masked only once: a second time at each level would double the work with each.
	const entries = Object.entries(value).map(([name, inner]) => ({
		name,
		inner,
		cleanName: withoutSpellings(name, masking.spellings),
		clean: isSecret(name) ? maskedTexts(inner) : maskedValue(inner, masking, name),
	}));
	const isClean = entries.every(
		({ name, inner, cleanName, clean }) => cleanName === name && Object.is(clean, inner),
	);
	return isClean
		? value
		: Object.fromEntries(entries.map(({ cleanName, clean }) => [cleanName, clean]));
}
