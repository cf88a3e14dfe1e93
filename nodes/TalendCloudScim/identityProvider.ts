/**
 * Converts what identity providers send to the form of SCIM: Microsoft Entra ID writes `Add` and
 * `"False"`, clears with null, and removes members by value (docs of Entra's provisioning; RFC
 * 7644, 3.5.2).
 */
import type { IDataObject } from 'n8n-workflow';

import { quotedInScim } from '../records/lists/scimFilter';
import { isBlank } from '../shared/declare/field/blank';
import { isObject, isRecord, parseJson } from '../shared/support/json';
import { trimmedName, visibleName } from '../shared/support/text/visibleNames';

/** Matches paths that end with an attribute that is true or false. */
const SWITCH = /(?:^|[.:])(?:active|primary)$/i;

/** Whether rows come from the form, in which every value is a text, or from JSON. */
type From = 'form' | 'json';

/** Whether a path means all values of an attribute that can have several. */
export const isList = (path: string): boolean =>
	/(?:^|:)(?:members|emails|phoneNumbers|roles|groups|entitlements|addresses|ims|photos|x509Certificates)$/i.test(
		path,
	);

/**
 * Reads the changes of a PATCH from a list, a single change, a form, or a whole request body
 * `{schemas, Operations}`.
 */
export function patchOperations(given: unknown): unknown {
	if (!isObject(given)) return inRows(given, operationsOfRow);
	if (keyAsWritten(given, 'op') in given) return operationsOfRow(given, 'json');
	const body = Object.entries(given).find(
		([name]) => visibleName(name).toLowerCase() === 'operations',
	);
	return inRows(body ? body[1] : given, operationsOfRow);
}

/** Applies a function to each row of a form or list. Any other value stays as it is. */
function inRows(given: unknown, change: (row: IDataObject, from: From) => unknown[]): unknown {
	const rowsOf = (rows: unknown[], from: From) =>
		rows.flatMap((row) => (isObject(row) ? change(row, from) : [row]));
	if (Array.isArray(given)) return rowsOf(given, 'json');
	return isObject(given) && Array.isArray(given.rows)
		? { ...given, rows: rowsOf(given.rows, 'form') }
		: given;
}

/**
 * The key of a row that means a field. Names of columns can contain invisible characters, which the
 * field removes later, with a hint.
 */
const keyAsWritten = (row: IDataObject, name: string): string =>
	Object.keys(row).find((key) => visibleName(key) === name) ?? name;

/**
 * The operations of a PATCH that a row means: usually one; several if it removes several entries,
 * because each needs a path of its own.
 */
function operationsOfRow(change: IDataObject, from: From): IDataObject[] {
	const [opKey, pathKey, valueKey] = ['op', 'path', 'value'].map((name) =>
		keyAsWritten(change, name),
	) as [string, string, string];
	const { [opKey]: asked, [pathKey]: place, [valueKey]: wanted } = change;
	const op = typeof asked === 'string' ? asked.trim().toLowerCase() : asked;
	const path = pathIn(place);
	// A given field that is undefined stays: it is left out later, with a hint.
	const normalized = {
		...change,
		...(op === undefined ? {} : { [opKey]: op }),
		...(path === '' ? {} : { [pathKey]: path }),
	};
	if (isList(path) && removesAll(op, wanted))
		return [{ ...normalized, [opKey]: 'remove', [valueKey]: [] }];
	// Null means that there is no value (RFC 7643, 2.5). The field leaves it out later, with a hint.
	if (wanted === null)
		return [
			{
				...normalized,
				...(op === 'replace' && path !== '' ? { [opKey]: 'remove' } : {}),
				[valueKey]: null,
			},
		];
	const value = withSwitches(wanted, path);
	const removed = op === 'remove' ? valuesToRemove(path, structured(value)) : [];
	if (removed.length > 0)
		return removed.map((each) => ({
			...normalized,
			[pathKey]: `${path}[value eq ${quotedInScim(each.value)}]`,
			[valueKey]: undefined,
		}));
	// A value that must be a list stays as it is, so that it is refused if it cannot be read as one.
	const read = from === 'json' && !isList(path) ? asText(value) : value;
	return [{ ...normalized, ...(valueKey in change ? { [valueKey]: read as IDataObject } : {}) }];
}

/**
 * The part of a path that means an entry of a list. In an entry, null and a missing value mean the
 * same (RFC 7643, 2.5). Entra writes `"$ref": null`.
 */
const ENTRY = '[]';

/**
 * Matches conditions of filters in which a switch is wrongly written as text:
 * `roles[primary eq "True"]`.
 */
const SWITCH_IN_FILTER = /\b(?:active|primary) (?:eq|ne) "(?:true|false)"/gi;
const pathIn = (given: unknown): string =>
	typeof given === 'string'
		? trimmedName(given)
				.trim()
				.replace(SWITCH_IN_FILTER, (comparison) => comparison.toLowerCase().replaceAll('"', ''))
		: '';

/** A value in which all switches, at any depth, are true or false. */
function withSwitches(value: unknown, path: string): unknown {
	if (Array.isArray(value)) return value.map((each) => withSwitches(each, ENTRY));
	// Values with `toJSON`, such as dates, are not read through.
	if (isRecord(value) && typeof value.toJSON !== 'function')
		return Object.fromEntries(
			Object.entries(value)
				.filter(([name, inner]) => inner !== null || path !== ENTRY || name === 'value')
				.map(([name, inner]) => [name, withSwitches(inner, name)]),
		);
	return SWITCH.test(path) ? asSwitch(value) : value;
}

const asSwitch = (value: unknown): unknown =>
	typeof value === 'string' && /^(?:true|false)$/i.test(value.trim())
		? value.trim().toLowerCase() === 'true'
		: value;

/** The object or list that a text contains. Any other value stays as it is. */
function structured(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return parseJson(value);
	} catch {
		return value;
	}
}

/** A text in the form in which the field reads it as a text, even if it looks like JSON. */
const asText = (value: unknown): unknown =>
	typeof value === 'string' && value.trim() !== '' && structured(value) === value
		? JSON.stringify(value)
		: value;

/**
 * Whether a change would remove all entries of a list, because its value is empty. The rules of the
 * patch refuse it.
 */
const removesAll = (op: unknown, wanted: unknown): boolean =>
	op === 'remove' ? isEmpty(wanted) : op === 'replace' && wanted === null;

/**
 * The entries to remove. If `members` is removed with values, only these members are meant; without
 * values, all of them.
 */
function valuesToRemove(path: string, value: unknown): Array<{ value: string }> {
	const values = [value].flat();
	const attribute = /^urn:/i.test(path) ? path.slice(path.lastIndexOf(':') + 1) : path;
	return /^\w+$/.test(attribute) && values.every(hasTextValue) ? values : [];
}

/** Whether a value is empty. An untouched input of the form has an empty text. */
const isEmpty = (value: unknown): boolean =>
	value === null || value === '[]' || (Array.isArray(value) && value.every(isBlank));

const hasTextValue = (entry: unknown): entry is { value: string } =>
	isObject(entry) && typeof entry.value === 'string' && entry.value.trim() !== '';
