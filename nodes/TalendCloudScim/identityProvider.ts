/**
 * What identity providers send, as SCIM has it: Microsoft Entra ID writes `Add` and `"False"`,
 * clears with null, removes members by value (docs of Entra's provisioning; RFC 7644, 3.5.2).
 */
import type { IDataObject } from 'n8n-workflow';

import { quotedInScim } from '../records/lists/scimFilter';
import { isBlank } from '../shared/declare/input/blank';
import { isObject, isRecord, parseJson } from '../shared/support/json';
import { trimmedName, visibleName } from '../shared/support/visibleNames';

/** Attributes that are true or false, at the end of a path. */
const SWITCH = /(?:^|[.:])(?:active|primary)$/i;

const asSwitch = (value: unknown): unknown =>
	typeof value === 'string' && /^(?:true|false)$/i.test(value.trim())
		? value.trim().toLowerCase() === 'true'
		: value;

/**
 * What a path is called inside a list: beside a value, null and nothing are the same (RFC 7643,
 * 2.5). Entra writes `"$ref": null`.
 */
const ENTRY = '[]';

/** In a filter, a switch is no text: `roles[primary eq "True"]`. */
const SWITCH_IN_FILTER = /\b(?:active|primary) (?:eq|ne) "(?:true|false)"/gi;
const pathIn = (given: unknown): string =>
	typeof given === 'string'
		? trimmedName(given)
				.trim()
				.replace(SWITCH_IN_FILTER, (comparison) => comparison.toLowerCase().replaceAll('"', ''))
		: '';

/** A value with its switches, at any depth, as true or false. */
function withSwitches(value: unknown, path: string): unknown {
	if (Array.isArray(value)) return value.map((each) => withSwitches(each, ENTRY));
	// What writes itself as JSON, such as a date, has nothing inside.
	if (isRecord(value) && typeof value.toJSON !== 'function')
		return Object.fromEntries(
			Object.entries(value)
				.filter(([name, inner]) => inner !== null || path !== ENTRY || name === 'value')
				.map(([name, inner]) => [name, withSwitches(inner, name)]),
		);
	return SWITCH.test(path) ? asSwitch(value) : value;
}

/** Whether rows come from the form, in whose inputs everything is a text, or from JSON. */
type From = 'form' | 'json';

/** The rows of a form, or a list: each changed by a function; anything else as it is. */
function inRows(given: unknown, change: (row: IDataObject, from: From) => unknown[]): unknown {
	const rowsOf = (rows: unknown[], from: From) =>
		rows.flatMap((row) => (isObject(row) ? change(row, from) : [row]));
	if (Array.isArray(given)) return rowsOf(given, 'json');
	return isObject(given) && Array.isArray(given.rows)
		? { ...given, rows: rowsOf(given.rows, 'form') }
		: given;
}

/** The object or list in a text; anything else as it is. */
function structured(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	try {
		return parseJson(value);
	} catch {
		return value;
	}
}

/**
 * A text that the field reads as the same text, although it may look like JSON: in JSON, a text is
 * one.
 */
const asText = (value: unknown): unknown =>
	typeof value === 'string' && value.trim() !== '' && structured(value) === value
		? JSON.stringify(value)
		: value;

/** Whether a path is that of an attribute with several values, as a whole. */
export const isList = (path: string): boolean =>
	/(?:^|:)(?:members|emails|phoneNumbers|roles|groups|entitlements|addresses|ims|photos|x509Certificates)$/i.test(
		path,
	);

/**
 * The changes of a PATCH: a list, one of them, a form, or a whole request body `{schemas,
 * Operations}`.
 */
export function patchOperations(given: unknown): unknown {
	if (!isObject(given)) return inRows(given, changesOf);
	if (keyOf(given, 'op') in given) return changesOf(given, 'json');
	const body = Object.entries(given).find(
		([name]) => visibleName(name).toLowerCase() === 'operations',
	);
	return inRows(body ? body[1] : given, changesOf);
}

/**
 * The key that means a field: the name of a column can have signs that nobody sees. The field takes
 * them off, with a hint.
 */
const keyOf = (row: IDataObject, name: string): string =>
	Object.keys(row).find((key) => visibleName(key) === name) ?? name;

function changesOf(change: IDataObject, from: From): IDataObject[] {
	const [opKey, pathKey, valueKey] = ['op', 'path', 'value'].map((name) => keyOf(change, name)) as [
		string,
		string,
		string,
	];
	const { [opKey]: asked, [pathKey]: place, [valueKey]: wanted } = change;
	const op = typeof asked === 'string' ? asked.trim().toLowerCase() : asked;
	const path = pathIn(place);
	const normalized = {
		...change,
		...(op === undefined ? {} : { [opKey]: op }),
		...(path === '' ? {} : { [pathKey]: path }),
	};
	if (isList(path) && removesAll(op, wanted))
		return [{ ...normalized, [opKey]: 'remove', [valueKey]: [] }];
	// Null means that nothing is assigned (RFC 7643, 2.5). The field leaves it out, with a hint.
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
	// What should be a list and cannot be read as one is refused.
	const read = from === 'json' && !isList(path) ? asText(value) : value;
	return [{ ...normalized, ...(valueKey in change ? { [valueKey]: read as IDataObject } : {}) }];
}

/**
 * Nothing in place of a list would remove all of its entries; the rules of the patch refuse it.
 */
const removesAll = (op: unknown, wanted: unknown): boolean =>
	op === 'remove' ? isEmpty(wanted) : op === 'replace' && wanted === null;

/** Removing `members` with one or several of them means these; without them, it would mean all. */
function valuesToRemove(path: string, value: unknown): Array<{ value: string }> {
	const values = [value].flat();
	const attribute = /^urn:/i.test(path) ? path.slice(path.lastIndexOf(':') + 1) : path;
	return /^\w+$/.test(attribute) && values.every(hasValue) ? values : [];
}

/** An empty text is what an untouched input of the form has. */
const isEmpty = (value: unknown): boolean =>
	value === null || value === '[]' || (Array.isArray(value) && value.every(isBlank));

const hasValue = (entry: unknown): entry is { value: string } =>
	isObject(entry) && typeof entry.value === 'string' && entry.value.trim() !== '';
