import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** Keeps the fields that matter to most users; an absent field remains absent. */
export const simplified = (
	record: IDataObject,
	simple: readonly string[] | undefined,
): IDataObject =>
	simple
		? Object.fromEntries(
				simple.filter((name) => name in record).map((name) => [name, record[name]]),
			)
		: record;

/**
 * Times as people and other nodes read them.
 * @param times fields with milliseconds since 1970, which become ISO 8601
 */
export function withTimes(record: IDataObject, times: readonly string[] = []): IDataObject {
	const inMs = times.filter((name) => /^\d{12,15}$/.test(String(record[name])));
	if (inMs.length === 0) return record;
	const asTexts = inMs.map((name) => [name, new Date(Number(record[name])).toISOString()] as const);
	return { ...record, ...Object.fromEntries(asTexts) };
}

/** A record of a list as an object: some lists contain plain strings. */
export function asRecord(entry: unknown, name = 'value'): IDataObject {
	return isObject(entry) ? entry : { [name]: entry as IDataObject[string] };
}
