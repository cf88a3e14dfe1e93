/** What a field knows of the records, choices and names that the platform has. The lists themselves are declared beside the operations. */

/** What a field knows of the list that its record is chosen from. */
export interface Choosable {
	/** Singular, in words: "task". */
	noun: string;
	/** Name of the list search method. */
	method: string;
	/** Whether a person may give the name: where the platform can search by it. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
	/** What is given instead of an ID: "Login". */
	given?: string;
}

/** What a field knows of the choices that are loaded for it. */
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

/** Puts the ID of a record in the place of the one that was given. */
export type ChangeId = (id: string, chosenBy: Choosable) => Promise<string>;

/** What a field knows of the names that are loaded for it. */
export interface Mappable extends Loadable {
	/** What a name identifies: "parameter", "parameters". */
	words: { singular: string; plural: string };
}
