/** Errors about something that was started and has ended without success: repeating it does nothing twice. */
const ends = new WeakSet<object>();

/** Marks an error as one of these. */
export function markAsEnded<E extends object>(error: E): E {
	ends.add(error);
	return error;
}

/** Whether it is marked; something that is not an object never is. */
export const isKnownEnd = (error: unknown): boolean => ends.has(error as object);
