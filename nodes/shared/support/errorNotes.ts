/**
 * Two notes on an error: which record it concerns, as fields that a branch or an agent can use, and
 * whether that record has ended.
 */
import type { IDataObject } from 'n8n-workflow';

const records = new WeakMap<object, IDataObject>();

/**
 * Notes which record an error concerns. The reason with which a workflow is stopped need not be an
 * object: then nothing is noted.
 */
export function noteRecord<E>(error: E, ids: IDataObject): E {
	if (typeof error === 'object' && error !== null)
		records.set(error, { ...records.get(error), ...ids });
	return error;
}

/** Which record an error concerns; nothing if it was not noted. */
export const notedRecord = (error: unknown): IDataObject => records.get(error as object) ?? {};

const ends = new WeakSet<object>();

/** Notes that what was started has ended without success, so that it is safe to start it again. */
export function noteEnd<E extends object>(error: E, ids: IDataObject): E {
	ends.add(error);
	return noteRecord(error, ids);
}

/** Whether that was noted. */
export const isNotedEnd = (error: unknown): boolean => ends.has(error as object);
