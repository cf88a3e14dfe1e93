/** The list from which the record of a field is chosen, as far as the field needs it. */
export interface Choosable {
	/** Singular, in words: "task". */
	noun: string;
	method: string;
	/** Whether the name can be given: if the platform can search by it. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
	/** What people call the ID, if it is another value, such as "Login"; "ID" if absent. */
	idName?: string;
}

/** The choices that are loaded for a field, as far as the field needs them. */
export interface Loadable {
	/** Name of the method that n8n calls. */
	method: string;
	/**
	 * Where the same operation has the ID of what the choices belong to, such as "taskId.value"; a
	 * choice has no such part.
	 */
	dependsOn: readonly string[];
	/** Other such places, whose values complete the choices. */
	knows?: readonly string[];
	/** The choices are the records of this list. */
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

/** Replaces the given ID or name of a record with the ID that is sent. */
export type ChangeId = (idOrName: string | GivenName, chosenBy: Choosable) => Promise<string>;

/** The names that are loaded for an object of names and values, as far as the field needs them. */
export interface Mappable extends Loadable {
	/** What a name identifies: "parameter", "parameters". */
	words: { singular: string; plural: string };
}
