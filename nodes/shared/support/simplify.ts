import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/**
 * Keeps the fields that matter to most users; an absent field remains absent.
 * @param times fields with milliseconds since 1970, which become ISO 8601
 */
export function simplified(
	record: IDataObject,
	simple: readonly string[] | undefined,
	times: readonly string[] = [],
): IDataObject {
	const kept = simple
		? Object.fromEntries(
				simple.filter((name) => name in record).map((name) => [name, record[name]]),
			)
		: record;
	const inMs = times.filter((name) => /^\d{12,15}$/.test(String(kept[name])));
	if (inMs.length === 0) return kept;
	return {
		...kept,
		...Object.fromEntries(inMs.map((name) => [name, new Date(Number(kept[name])).toISOString()])),
	};
}

/** A record of a list as an object: some lists contain plain strings. */
export function asRecord(entry: unknown, name = 'value'): IDataObject {
	return isObject(entry) ? entry : { [name]: entry as IDataObject[string] };
}
