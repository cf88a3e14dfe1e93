/**
 * Up to where finished executions have been output: a time, and the executions that were known by
 * then and had not been output. As text, so that it fits into one column of a table.
 */

/** The executions before this time have been output, except for those that are named. */
export interface Mark {
	/** In milliseconds since 1970. */
	time: number;
	/** IDs of executions that were triggered before and are still to be output. */
	open: string[];
	/** Given as a time alone: nobody knows what was open then. */
	isFirst: boolean;
}

/** What is written in place of IDs if there are none. */
const NO_MARK = '-';

/** A time, or a time with IDs behind it. */
const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const ID = /^[\w-]+$/;

/** @returns nothing if the text is neither a time nor a mark */
export function markIn(text: string): Mark | undefined {
	const [time, ...open] = text.trim().split(/\s+/);
	const at = TIME.test(time!) ? Date.parse(time!) : NaN;
	return Number.isNaN(at) || !open.every((id) => ID.test(id))
		? undefined
		: { time: at, open: open.filter((id) => id !== NO_MARK), isFirst: open.length === 0 };
}

export const markText = (time: number, open: readonly string[]): string =>
	[new Date(time).toISOString(), ...(open.length > 0 ? open : [NO_MARK])].join(' ');
