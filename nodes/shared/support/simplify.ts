/** What Simplify does with a record: selecting fields, and converting times. */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from './json';

/** Keeps only some fields of a record. A field that the record does not have stays absent. */
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
 * Converts times to ISO 8601.
 * @param times the fields that have milliseconds since 1970
 */
export function withTimes(record: IDataObject, times: readonly string[] = []): IDataObject {
	const inMs = times.filter((name) => /^\d{12,15}$/.test(String(record[name])));
	if (inMs.length === 0) return record;
	const asTexts = inMs.map((name) => [name, new Date(Number(record[name])).toISOString()] as const);
	return { ...record, ...Object.fromEntries(asTexts) };
}

/** A record as an object, because some lists contain plain texts. */
export function asRecord(entry: unknown, name = 'value'): IDataObject {
	return isObject(entry) ? entry : { [name]: entry as IDataObject[string] };
}
