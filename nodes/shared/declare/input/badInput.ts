/** Input that a declaration forbids, and where a value stands. */
/** Input that a declaration forbids. Nothing has been sent. */
export class BadInput extends Error {
	override readonly name = 'BadInput';

	constructor(
		/** Parameter name, with its place inside lists and objects: `filters[1].value`. */
		readonly field: string,
		readonly label: string,
		/** Completes the sentence "<label> …". */
		readonly rule: string,
		/** What was given, when it may be repeated. */
		readonly given?: string,
	) {
		super(`${label} ${rule}`);
	}
}

/** Input that is not there. */
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

/** The next step of an update without a field to change. */
export const ADD_UPDATE_FIELD = 'Add at least one field under Update Fields';

/** What only a person may decide, asked for by a model: changing the field is not up to the model. */
export class NotForModels extends BadInput {}

/** Where a value stands, for refusals. */
export interface Place {
	path: string;
	label: string;
	/** The label of the field alone, and what it stands in: "Name", "Steps, row 1". Absent on top. */
	inside?: { own: string; within: string };
	secret?: boolean;
	/** Whether something was given there at all; what is given must come to something. */
	given?: boolean;
	/** Whether a text there only describes what is being made, and may come to nothing. */
	describes?: boolean;
	/** What the person wrote, expressions as they are. */
	written?: unknown;
}

export interface Reading {
	/** The workflow's time zone: dates without one are meant in it. */
	timezone: string;
	/** The version of the node; absent for values that no person gave. */
	version?: number;
}
