/** What an error is about, as fields that a branch or an agent can use, such as the ID of an execution. */
import type { IDataObject } from 'n8n-workflow';

const about = new WeakMap<object, IDataObject>();

/** Adds what an error is about; what is thrown when a workflow is stopped may not be an object. */
export function aboutRecord<E>(error: E, ids: IDataObject): E {
	if (typeof error === 'object' && error !== null) about.set(error, { ...about.get(error), ...ids });
	return error;
}

/** What an error is about; nothing if it does not say, or is not an object. */
export const aboutOf = (error: unknown): IDataObject => about.get(error as object) ?? {};
