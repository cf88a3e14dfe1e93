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

/** Replaces the given ID of a record with another one. */
export type ChangeId = (id: string, chosenBy: Choosable) => Promise<string>;

/** What a field knows about the names that are loaded for it. */
export interface Mappable extends Loadable {
	/** What a name identifies: "parameter", "parameters". */
	words: { singular: string; plural: string };
}
