/**
 * The errors for input that is refused: what is wrong with it, what is missing, and what only a
 * person may do.
 */
import { filled, type MessageValues, type Requirement } from './messages';

/**
 * Input that is refused, by a declaration or after a search on the platform. `inputError`
 * (n8n/errors.ts) adds whether something was sent before.
 */
export class BadInput extends Error {
	override readonly name = 'BadInput';

	constructor(
		/** Parameter name, with its place inside lists and objects: `filters[1].value`. */
		readonly field: string,
		readonly label: string,
		/** What is wrong: completes the sentence `"<label>" …`. */
		readonly rule: string,
		/**
		 * The value in the form in which a message may repeat it; absent if it is secret, or if none
		 * was given.
		 */
		readonly shownValue?: string,
	) {
		super(`"${label}" ${rule}`);
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

/**
 * The refusal of input that does not meet a requirement.
 * @param shownValue the value, if a message may repeat it
 */
export function refusalOf(
	{ field, label, message, todo }: Requirement,
	values?: MessageValues,
	shownValue?: string,
): BadInput {
	const texts = [filled(field, values), filled(label, values), filled(message, values)] as const;
	return todo === undefined ? new BadInput(...texts, shownValue) : new MissingInput(...texts, todo);
}

/** What to do if an update has no field to change. */
export const ADD_UPDATE_FIELD = 'Add at least one field under Update Fields';

/** A model tries to do what only a person may allow. */
export class NotForModels extends BadInput {}
