/**
 * Notes on an error: which record it concerns, as fields that a branch or an agent can use; whether
 * that record has ended; and whether the sign-in failed.
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

const signInFailures = new WeakMap<object, { isFinal: boolean }>();

/**
 * Notes that the sign-in failed: the status of the error is then that of the sign-in, and says
 * nothing about the record that was requested.
 * @param isFinal the same credential would be refused again
 */
export function noteSignInFailure<E extends object>(error: E, isFinal: boolean): E {
	signInFailures.set(error, { isFinal });
	return error;
}

/** What was noted about a failed sign-in; undefined if an error is about something else. */
export const signInFailure = (error: unknown): { isFinal: boolean } | undefined =>
	signInFailures.get(error as object);
