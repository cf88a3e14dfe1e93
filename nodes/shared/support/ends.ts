/** Errors that say of something begun that it has ended without success: doing it again does nothing twice. */
const ends = new WeakSet<object>();

/** Marks an error as one that says so. */
export function markAsEnded<E extends object>(error: E): E {
	ends.add(error);
	return error;
}

/** Whether it is marked; what is no object never is. */
export const isKnownEnd = (error: unknown): boolean => ends.has(error as object);
