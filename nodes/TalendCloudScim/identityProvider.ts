/**
 * What identity providers send, as SCIM has it: Microsoft Entra ID writes `Add` and `"False"`, clears with null, removes members by
 * value (docs of Entra's provisioning; RFC 7644, 3.5.2).
 */
import type { IDataObject } from 'n8n-workflow';

import { isBlank } from '../shared/declare/input/blank';
import { isObject } from '../shared/support/json';
import { quoted } from '../records/scimFilter';

/** Attributes that are true or false, at the end of a path. */
const SWITCH = /(?:^|[.:])(?:active|primary)$/i;

const asSwitch = (value: unknown): unknown =>
	typeof value === 'string' && /^(?:true|false)$/i.test(value.trim())
		? value.trim().toLowerCase() === 'true'
		: value;

/** A value with its switches, at any depth, as true or false. */
function withSwitches(value: unknown, path: string): unknown {
	if (Array.isArray(value)) return value.map((each) => withSwitches(each, ''));
	// What writes itself as JSON, such as a date, has nothing inside.
	if (isObject(value) && typeof value.toJSON !== 'function')
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, withSwitches(inner, name)]),
		);
	return SWITCH.test(path) ? asSwitch(value) : value;
}

/** The rows of a form, or a list: each changed by a function; anything else as it is. */
function inRows(given: unknown, change: (row: IDataObject) => unknown[]): unknown {
	const each = (row: unknown) => (isObject(row) ? change(row) : [row]);
	if (Array.isArray(given)) return given.flatMap(each);
	return isObject(given) && Array.isArray(given.rows)
		? { ...given, rows: given.rows.flatMap(each) }
		: given;
}

/** Whether a path is that of an attribute with several values, as a whole. */
export const isList = (path: string): boolean =>
	/(?:^|:)(?:members|emails|phoneNumbers|roles|groups|entitlements|addresses|ims|photos|x509Certificates)$/i.test(
		path,
	);

/** The changes of a PATCH: a list, a form, or a whole request body `{schemas, Operations}`. */
export function patchOperations(given: unknown): unknown {
	const body = isObject(given)
		? Object.entries(given).find(([name]) => name.toLowerCase() === 'operations')
		: undefined;
	return inRows(body ? body[1] : given, changesOf);
}

function changesOf(change: IDataObject): IDataObject[] {
	const { op: asked, value: wanted, ...rest } = change;
	const op = typeof asked === 'string' ? asked.trim().toLowerCase() : asked;
	const path = typeof rest.path === 'string' ? rest.path.trim() : '';
	const given = { ...rest, ...(op === undefined ? {} : { op }) };
	if (op === 'remove' && isList(path) && isEmpty(wanted)) return [{ ...given, value: [] }];
	// Null means that nothing is assigned (RFC 7643, 2.5). The field leaves it out, with a hint.
	if (wanted === null)
		return [
			{ ...given, ...(op === 'replace' && path !== '' ? { op: 'remove' } : {}), value: null },
		];
	const value = withSwitches(wanted, path);
	const removed = op === 'remove' ? valuesToRemove(path, value) : [];
	if (removed.length > 0)
		return removed.map((each) => ({ ...given, path: `${path}[value eq ${quoted(each.value)}]` }));
	return [{ ...given, ...('value' in change ? { value: value as IDataObject } : {}) }];
}

/** Removing `members` with a list of them means these; without the list, it would mean all. */
const valuesToRemove = (path: string, value: unknown): Array<{ value: string }> =>
	/^\w+$/.test(path) && Array.isArray(value) && value.every(hasValue) ? value : [];

/** An empty text is what an untouched input of the form has. */
const isEmpty = (value: unknown): boolean =>
	value === null || value === '[]' || (Array.isArray(value) && value.every(isBlank));

const hasValue = (entry: unknown): entry is { value: string } =>
	isObject(entry) && typeof entry.value === 'string';
