/**
 * The mark of *Get Finished Since*: a time, and the executions before it that have not been output
 * yet. It is a text, so that it fits into one column of a table.
 */

/** A mark. The executions before its time have been output, except for those in `open`. */
export interface Mark {
	/** In milliseconds since 1970. */
	time: number;
	/** IDs of executions that were triggered before and are still to be output. */
	open: string[];
	/**
	 * Whether only a time was given, so that it is not known which executions were in progress then.
	 */
	isFirst: boolean;
}

/** What is written in place of IDs if there are none. */
const NO_IDS = '-';

/** Matches a point in time with its zone. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const ID = /^[\w-]+$/;

/** Reads a mark. @returns undefined if the text is neither a time nor a mark */
export function markIn(text: string): Mark | undefined {
	const [time, ...open] = text.trim().split(/\s+/);
	const at = TIME.test(time!) ? Date.parse(time!) : NaN;
	return Number.isNaN(at) || !open.every((id) => ID.test(id))
		? undefined
		: { time: at, open: open.filter((id) => id !== NO_IDS), isFirst: open.length === 0 };
}

export const markText = (time: number, open: readonly string[]): string =>
	[new Date(time).toISOString(), ...(open.length > 0 ? open : [NO_IDS])].join(' ');
