/** What is known about an error: what it is about, as fields that a branch or an agent can use, and whether it is known to be over. */
import type { IDataObject } from 'n8n-workflow';

const about = new WeakMap<object, IDataObject>();

/** Adds what an error is about; what is thrown when a workflow is stopped may not be an object. */
export function aboutRecord<E>(error: E, ids: IDataObject): E {
	if (typeof error === 'object' && error !== null)
		about.set(error, { ...about.get(error), ...ids });
	return error;
}

/** What an error is about; nothing if it does not say, or is not an object. */
export const aboutOf = (error: unknown): IDataObject => about.get(error as object) ?? {};

const ends = new WeakSet<object>();

/** Marks an error as one about something that was started and has ended without success: repeating it does nothing twice. */
export function markAsEnded<E extends object>(error: E, ids: IDataObject): E {
	ends.add(error);
	return aboutRecord(error, ids);
}

/** Whether it is marked; something that is not an object never is. */
export const isKnownEnd = (error: unknown): boolean => ends.has(error as object);
