/**
 * Notes on an error: which record it concerns, as fields that a branch or an agent can use; whether
 * that record has ended; and whether the sign-in failed.
 */
import type { IDataObject } from 'n8n-workflow';

const records = new WeakMap<object, IDataObject>();

/**
 * Notes which record an error concerns. If the error is not an object, which is possible when a
 * workflow is stopped, nothing is noted.
 */
export function noteRecord<E>(error: E, ids: IDataObject): E {
	if (typeof error === 'object' && error !== null)
		records.set(error, { ...records.get(error), ...ids });
	return error;
}

/** The noted IDs of the record that an error concerns; empty if none were noted. */
export const notedRecord = (error: unknown): IDataObject => records.get(error as object) ?? {};

const ends = new WeakSet<object>();

/** Notes that what was started has ended without success, so that it is safe to start it again. */
export function noteEnd<E extends object>(error: E, ids: IDataObject): E {
	ends.add(error);
	return noteRecord(error, ids);
}

/** Whether an error has a note that what was started has ended without success. */
export const isNotedEnd = (error: unknown): boolean => ends.has(error as object);

const signInFailures = new WeakMap<object, { isFinal: boolean }>();

/**
 * Notes that the sign-in failed: the status of the error is then that of the sign-in, and says
 * nothing about the record that was requested.
 * @param isFinal whether the same credential would be refused again
 */
export function noteSignInFailure<E extends object>(error: E, isFinal: boolean): E {
	signInFailures.set(error, { isFinal });
	return error;
}

/** What was noted about a failed sign-in; undefined if an error is about something else. */
export const signInFailure = (error: unknown): { isFinal: boolean } | undefined =>
	signInFailures.get(error as object);
