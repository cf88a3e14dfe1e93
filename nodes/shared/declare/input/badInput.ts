/** The refusals of input, and the context in which a value is read. */
import { filled, type Requirement } from '../messages';
import type { Purpose } from './blank';

/** Input that a declaration forbids. Nothing has been sent. */
export class BadInput extends Error {
	override readonly name = 'BadInput';

	constructor(
		/** Parameter name, with its place inside lists and objects: `filters[1].value`. */
		readonly field: string,
		readonly label: string,
		/** Completes the sentence "<label> …". */
		readonly rule: string,
		/** The value, as a message may repeat it; absent if it is secret, or none was given. */
		readonly shownValue?: string,
	) {
		super(`${label} ${rule}`);
	}
}

export class MissingInput extends BadInput {
	constructor(
		field: string,
		label: string,
		rule: string,
		/** What to do next, in the words of the editor: "Choose an artifact". */
		readonly step: string,
	) {
		super(field, label, rule);
	}
}

/** The refusal of input that does not meet a requirement. @param shownValue the value, if a message may repeat it */
export function refusalOf(
	{ field, label, message, todo }: Requirement,
	values?: unknown,
	shownValue?: string,
): BadInput {
	const texts = [filled(field, values), filled(label, values), filled(message, values)] as const;
	return todo === undefined ? new BadInput(...texts, shownValue) : new MissingInput(...texts, todo);
}

/** The next step of an update without a field to change. */
export const ADD_UPDATE_FIELD = 'Add at least one field under Update Fields';

/** A model's attempt to do what only a person may decide: the model may not change the field. */
export class NotForModels extends BadInput {}

/** How the fields of an item are read, and what is called if a value was changed on the way. */
export interface Reading {
	/** The workflow's time zone, for dates without one. */
	timezone: string;
	/** The version of the node; absent for values that the user did not give. */
	version?: number;
	/** Whether records may be given by name, because the names are looked up afterwards. */
	names?: boolean;
	/** Called with the label of each field whose value was left out because it was blank. */
	leftOut?: (label: string) => void;
	/** Called with each name of a field from which invisible characters were removed. */
	renamed?: (original: string, name: string) => void;
	/** Called with the label of each list that was given as one text, and the entries into which it was divided. */
	divided?: (label: string, entries: readonly string[]) => void;
}

/** Everything that is known about a value besides the value itself: where it was given, what it is for, how it was entered. */
export interface FieldContext extends Reading {
	/** Its place, by parameter names: `filters[1].value`. A refusal names it. */
	path: string;
	/** The same in the words of the editor: "Filters, row 2: Value". */
	label: string;
	/** The label of the field alone, and that of the form or row that contains it: "Name", "Steps, row 1". Absent at the top level. */
	inside?: { label: string; container: string };
	secret?: boolean;
	/** Whether a value was given, even if it is empty: an optional field that was not given is left out, one that is empty is refused. */
	isGiven?: boolean;
	/** What the value is for; it selects if absent. */
	purpose?: Purpose;
	/** What the user entered in the editor, with expressions. */
	entered?: unknown;
	/** The value as it is spelled in JSON, with texts in place of numbers: the number 1.1 may be the version "1.10". */
	spelling?: unknown;
}
