/** Whether there is a value at all. What a field takes for empty is in `declare/field/`. */

export const isAbsent = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

/** Also true for an empty text, in which n8n saves an input that was left alone. */
export const isNothing = (value: unknown): value is undefined | null | '' =>
	isAbsent(value) || value === '';
