/** What refuses input, and the context of a value. */
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
		/** What was given, if it may be repeated. */
		readonly given?: string,
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

/** The refusal of input that does not meet a requirement. @param given what was given, if it may be repeated */
export function refusalOf(
	{ field, label, message, todo }: Requirement,
	values?: unknown,
	given?: string,
): BadInput {
	const texts = [filled(field, values), filled(label, values), filled(message, values)] as const;
	return todo === undefined ? new BadInput(...texts, given) : new MissingInput(...texts, todo);
}

/** The next step of an update without a field to change. */
export const ADD_UPDATE_FIELD = 'Add at least one field under Update Fields';

/** A model's attempt to do what only a person may decide: the model may not change the field. */
export class NotForModels extends BadInput {}

export interface Reading {
	/** The workflow's time zone, for dates without one. */
	timezone: string;
	/** The version of the node; absent for values that the user did not give. */
	version?: number;
	/** Whether records may be given by name: then they are looked up. */
	names?: boolean;
	/** Gets the label of each field whose value was left out because it was blank. */
	leftOut?: (label: string) => void;
	/** Gets each name of a field of which something that is not seen was taken off. */
	renamed?: (given: string, name: string) => void;
	/** Gets the label of each list that was given as one text, and the entries into which that was divided. */
	divided?: (label: string, entries: readonly string[]) => void;
}

/** Where a value was given and what it is for; a refusal names it. */
export interface FieldContext extends Reading {
	path: string;
	label: string;
	/** The label of the field alone, and what contains it: "Name", "Steps, row 1". Absent at the top level. */
	inside?: { own: string; within: string };
	secret?: boolean;
	/** Whether something was given there; what is given must not be empty. */
	given?: boolean;
	/** What the value is for; it selects if absent. */
	purpose?: Purpose;
	/** What the user entered, with expressions. */
	written?: unknown;
	/** The same value as its JSON spells it: its numbers are texts where a text would be another one, such as 1.10. */
	spelled?: unknown;
}
