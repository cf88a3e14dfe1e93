import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** Keeps the fields that matter to most users; an absent field remains absent. */
export function simplified(
	record: IDataObject,
	simple: readonly string[] | undefined,
): IDataObject {
	if (!simple) return record;
	return Object.fromEntries(
		simple.filter((name) => name in record).map((name) => [name, record[name]]),
	);
}

/** A record of a list as an object: some lists contain plain strings. */
export function asRecord(entry: unknown, name = 'value'): IDataObject {
	return isObject(entry) ? entry : { [name]: entry as IDataObject[string] };
}
