/**
 * What is known while a value is read: how the whole item is read, and where the value was given.
 */
import type { Purpose } from './blank';

/** How the fields of an item are read, and which functions are called if a value was changed. */
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
	/** The place of the value, with parameter names: `filters[1].value`. A refusal names it. */
	path: string;
	/** The place of the value, with labels: "Filters, row 2: Value". */
	label: string;
	/**
	 * The label of the field alone, and that of the form or row that contains it: "Name", "Steps, row
	 * 1". Absent at the top level.
	 */
	inside?: { label: string; container: string };
	secret?: boolean;
	/**
	 * Whether a value was given, even an empty one. An optional field that was not given is left out;
	 * one that was given and is empty is refused.
	 */
	isGiven?: boolean;
	/** Whether it was given as JSON, in place of its form. */
	isJson?: boolean;
	/**
	 * What the value is for in a request. Absent if a user did not give it for one: an operation's
	 * own value, which may have been read from the platform, or a setting of a trigger. A blank is
	 * then refused as in a value that selects records, but not inside JSON.
	 */
	purpose?: Purpose;
	/** What the user entered in the editor, with expressions. */
	entered?: unknown;
	/**
	 * The same value with its numbers as texts, as they were spelled in JSON: the number 1.1 may have
	 * been the version "1.10".
	 */
	spelling?: unknown;
}
