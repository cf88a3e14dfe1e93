/**
 * The part of pickers and other lists that fields know, so that fields need not import operations.
 */

/** What a field knows about the list from which its record is chosen. */
export interface Choosable {
	/** Singular, in words: "task". */
	noun: string;
	method: string;
	/** Whether a record can be given by its name, which the platform must be able to search for. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
	/** What people call the ID, if it is another value, such as "Login"; "ID" if absent. */
	idName?: string;
}

/** What a field knows about the choices that are loaded for it. */
export interface Loadable {
	/** Name of the method that n8n calls. */
	method: string;
	/**
	 * The parameters with the IDs of the records to which the choices belong, such as "taskId.value"
	 * (without ".value" if that parameter is a plain choice).
	 */
	dependsOn: readonly string[];
	/** Other parameters whose values complete the choices. */
	alsoNeeds?: readonly string[];
	/** The picker, if the choices are its records. */
	picker?: Choosable;
}

/** A record that was given by its name. It is resolved to an ID when all input has been checked. */
export class GivenName {
	constructor(
		readonly name: string,
		readonly chosenBy: Choosable,
		/** The field in which it was given, for a refusal. */
		readonly field: { path: string; label: string },
	) {}
}

/** Replaces the given ID or name of a record by the ID that is sent. */
export type ChangeId = (idOrName: string | GivenName, chosenBy: Choosable) => Promise<string>;

/** What a field knows about the names that are loaded for an object of names and values. */
export interface Mappable extends Loadable {
	/** What a name identifies: "parameter", "parameters". */
	words: { singular: string; plural: string };
}
