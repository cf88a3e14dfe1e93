/** Two notes on an error: which record it concerns, as fields that a branch or an agent can use, and whether that record has ended. */
import type { IDataObject } from 'n8n-workflow';

const about = new WeakMap<object, IDataObject>();

/** Notes which record an error concerns. The reason with which a workflow is stopped need not be an object: then nothing is noted. */
export function aboutRecord<E>(error: E, ids: IDataObject): E {
	if (typeof error === 'object' && error !== null)
		about.set(error, { ...about.get(error), ...ids });
	return error;
}

/** Which record an error concerns; nothing if it was not noted. */
export const aboutOf = (error: unknown): IDataObject => about.get(error as object) ?? {};

const ends = new WeakSet<object>();

/** Notes that what was started has ended without success, so that it is safe to start it again. */
export function markAsEnded<E extends object>(error: E, ids: IDataObject): E {
	ends.add(error);
	return aboutRecord(error, ids);
}

/** Whether that was noted. */
export const isKnownEnd = (error: unknown): boolean => ends.has(error as object);
