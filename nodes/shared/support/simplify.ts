import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** Keeps the fields that matter to most users; an absent field remains absent. */
export function simplified(record: IDataObject, simple: readonly string[] | undefined): IDataObject {
	if (!simple) return record;
	return Object.fromEntries(simple.filter((name) => name in record).map((name) => [name, record[name]]));
}

/** Keeps only these fields of a record; "request.url" keeps one field of a nested object. */
export function picked(record: IDataObject, paths: readonly string[]): IDataObject {
	const kept: IDataObject = {};
	for (const path of paths) {
		const [name, ...rest] = path.split('.') as [string, ...string[]];
		if (!(name in record)) continue;
		const value = record[name];
		if (rest.length === 0) kept[name] = value;
		else if (isObject(value)) kept[name] = { ...(kept[name] as IDataObject | undefined), ...picked(value, [rest.join('.')]) };
	}
	return kept;
}

/** A record of a list as an object: some lists contain plain strings. */
export function asRecord(entry: unknown, name = 'value'): IDataObject {
	return isObject(entry) ? entry : { [name]: entry as IDataObject[string] };
}
