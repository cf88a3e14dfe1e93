import type { Purpose } from './blank';

/** How the fields of an item are read, and what is called if a value was changed on the way. */
export interface ReadingContext {
	/** The workflow's time zone, for dates without one. */
	timezone: string;
	/** The version of the node; absent for values that the user did not give. */
	version?: number;
	/** Whether records may be given by name, because the names are resolved afterwards. */
	names?: boolean;
	/** Called with the label of each field whose value was left out because it was blank. */
	leftOut?: (label: string) => void;
	/** Called with each name of a field from which invisible characters were removed. */
	renamed?: (original: string, name: string) => void;
	/**
	 * Called with the label of each list that was given as one text, and the entries into which it
	 * was divided.
	 */
	divided?: (label: string, entries: readonly string[]) => void;
}

/**
 * Everything that is known about a value besides the value itself: where it was given, what it is
 * for, how it was entered.
 */
export interface FieldContext extends ReadingContext {
	/** Its place, by parameter names: `filters[1].value`. A refusal names it. */
	path: string;
	/** The same in the words of the editor: "Filters, row 2: Value". */
	label: string;
	/**
	 * The label of the field alone, and that of the form or row that contains it: "Name", "Steps, row
	 * 1". Absent at the top level.
	 */
	inside?: { label: string; container: string };
	secret?: boolean;
	/**
	 * Whether a value was given, even if it is empty: an optional field that was not given is left
	 * out, one that is empty is refused.
	 */
	isGiven?: boolean;
	/** What the value is for; it selects if absent. */
	purpose?: Purpose;
	/** What the user entered in the editor, with expressions. */
	entered?: unknown;
	/**
	 * The value as it is spelled in JSON, with texts in place of numbers: the number 1.1 may be the
	 * version "1.10".
	 */
	spelling?: unknown;
}
