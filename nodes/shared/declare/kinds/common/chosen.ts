/** What a field knows about the list from which its record is chosen. */
export interface Choosable {
	/** Singular, in words: "task". */
	noun: string;
	method: string;
	/** Whether the name can be given: if the platform can search by it. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
	/** What is given instead of an ID: "Login". */
	given?: string;
}

/** What a field knows about the choices that are loaded for it. */
export interface Loadable {
	/** Name of the method that n8n calls. */
	method: string;
	/** Where the same operation has the ID of what the choices belong to, such as "taskId.value"; a choice has no such part. */
	dependsOn: readonly string[];
	/** Other such places: what is chosen there completes the choices. */
	knows?: readonly string[];
	/** The choices are the records of this list. */
	picker?: Choosable;
}

/** A record that was given by its name, which is looked up once all input was checked. */
export class GivenName {
	constructor(
		readonly name: string,
		readonly chosenBy: Choosable,
		/** Where it was given. */
		readonly at: { path: string; label: string },
	) {}
}

/** Replaces the given ID or name of a record with the ID that is sent. */
export type ChangeId = (given: string | GivenName, chosenBy: Choosable) => Promise<string>;

/** What a field knows about the names that are loaded for it. */
export interface Mappable extends Loadable {
	/** What a name identifies: "parameter", "parameters". */
	words: { singular: string; plural: string };
}
