/**
 * What the code of an operation can do while it runs for an item: the parts of `OperationContext`.
 * `Declared` means `RequestOperation`, which cannot be imported from operation.ts: that file
 * imports this one.
 */
import type { IBinaryData, IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import type { Output } from './answers';
import type { Answer } from './exchange';
import type { GivenFile } from './field';
import type { BadInput } from './input/badInput';
import type { Hint, Message, Problem, Requirement, ValuesOf } from './messages';
import type { NodeRun } from './nodeRun';

/** The item, and the run that it belongs to. */
export interface ItemFacts {
	readonly node: INode;
	readonly itemIndex: number;
	readonly run: NodeRun;
	/** Aborted if the workflow is stopped or another item ended the run. */
	readonly signal: AbortSignal;
	readonly timezone: string;
	/** A parameter of the node for this item, with its expressions resolved. */
	parameter(name: string): unknown;
	/** All items of the node, for an operation that sends several of them in one request. */
	items(): Array<{ json: IDataObject; parameter(name: string): unknown }>;
}

/** What was sent for an item, whatever its response. */
export interface SentRequests {
	any: boolean;
	/** Something that may have changed the platform. */
	writing: boolean;
}

/** A list, and how much of it is read. */
export interface ListToRead<Declared> {
	operation: Declared;
	input: Input;
	/** Only the first `limit` records are read; all if it is absent. */
	limit?: number;
	/**
	 * Whether every record is remembered, so that none is returned twice. If not, only the last ones
	 * are, and a long list is not kept in memory.
	 */
	remembersAll?: boolean;
}

/** The input, read and checked, by the part of the request that it goes into. */
export interface Input {
	path: IDataObject;
	query: IDataObject;
	/** The body to send: an object, an array, a text, or nothing. */
	body: unknown;
	settings: IDataObject;
	/** All of it by parameter name, for rules and outputs. */
	values: IDataObject;
}

/** Single requests, and what is made of their responses. */
export interface Sending<Declared> {
	/** Sends one request with input that was read and checked, and optionally page parameters. */
	send(operation: Declared, input: Input, page?: IDataObject): Promise<Answer>;
	/** Sends one request with values in the API's form, by parameter name. */
	sendValues(operation: Declared, values: IDataObject): Promise<Answer>;
	/**
	 * Like {@link sendValues}, but even after the workflow was stopped: for what has to be restored
	 * then.
	 */
	sendAfterStop(operation: Declared, values: IDataObject): Promise<Answer>;
	/**
	 * Sends a request to another address, without the credential.
	 * @param to scheme and host, and headers beside the usual ones
	 */
	sendTo(
		operation: Declared,
		input: Input,
		to: { address: string; headers: Record<string, string> },
	): Promise<Answer>;
	outputs(operation: Declared, input: Input, answer: Answer): Output[];
	/** Whether a request was sent for this item. */
	hasSent(): boolean;
	/** Whether one of them may have changed something on the platform. */
	hasWritten(): boolean;
}

/** What an operation declares beyond a single request: the pages of a list, a reading first. */
export interface DeclaredWork<Declared, CheckOfChange> {
	/**
	 * Sends what an operation declares, without its own code (`perform`, `prepare`, `readFirst`,
	 * `around`): one request, or the pages of a list.
	 */
	request(operation: Declared, input: Input): Promise<Output[]>;
	/** Reads a list page by page. `take` receives the records of each page. */
	pages(
		list: ListToRead<Declared>,
		take: (records: IDataObject[]) => void | Promise<void>,
	): Promise<void>;
	/** All records of a list, or the first `limit`. */
	list(operation: Declared, values: IDataObject, limit?: number): Promise<IDataObject[]>;
	/**
	 * Changes a record with values in the API's form: what they do not give is read first, as the
	 * update declares.
	 * @param check in addition to that of the declaration
	 */
	update(operation: Declared, values: IDataObject, check?: CheckOfChange): Promise<Output[]>;
	/**
	 * Reads a record and checks it.
	 * @param required names of fields without which it is not the record
	 * @throws if the response is another record, or none, before anything is written
	 */
	readRecord(
		operation: Declared,
		values: IDataObject,
		required?: readonly string[],
	): Promise<IDataObject>;
}

/** Files that are read and made. */
export interface Files {
	/** Downloads from a link that contains its own permission, without the credential. */
	download(url: string): Promise<{ body: Buffer; headers: Record<string, string> }>;
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/**
	 * The file in a binary field of the item.
	 * @throws when there is none
	 */
	file(property: string): Promise<GivenFile>;
}

/** What must not be done at the same time as something else. */
export interface Locks<Declared> {
	/**
	 * Does work while nothing else writes to the record of a request.
	 * @param path the variables of its path, by their names on the wire
	 */
	withRecordLock<T>(operation: Declared, path: IDataObject, work: () => Promise<T>): Promise<T>;
	/** Does work after all work about the same subject that items of this node run began before. */
	serialize<T>(subject: string, work: () => Promise<T>): Promise<T>;
}

/** What is remembered of an item between its tries, so that it is not done twice. */
export interface TryMemory {
	/**
	 * Does work once for this item, however often n8n runs it again (Retry On Fail): later tries get
	 * its result, unless the start after it was refused.
	 */
	once<T>(name: string, work: () => Promise<T>): Promise<T>;
	/**
	 * Forgets what this item has started, because that has ended: the next start sends it again.
	 * @returns whether an earlier try had started it
	 */
	forgetStarted(): boolean;
}

/** How an operation lets the workflow wait for somebody outside n8n. */
export interface Waiting {
	/**
	 * @throws BadInput where n8n cannot store the workflow execution: an agent waits for the output,
	 * or there are several items
	 */
	parking(): Parking;
}

/**
 * A workflow execution that n8n stores until somebody calls its address: meanwhile it occupies no
 * worker, and survives a restart.
 */
export interface Parking {
	/** The address that resumes it. */
	readonly resumeUrl: string;
	/**
	 * Stores it as soon as the node has ended. The output is `json`, to which a call adds
	 * `calledBack: true` and its `body`.
	 * @param until when the workflow continues without a call
	 */
	storeUntilCalled(until: Date, json: IDataObject): Promise<void>;
}

/** What users read about an item, in messages that the operation declares. */
export interface Reports<M extends Message> {
	hint: <T extends M & Hint>(hint: T, ...values: ValuesOf<T>) => void;
	/**
	 * @param lines what the description only begins to name; n8n shows them with the details of the
	 * error
	 */
	problem: <T extends M & Problem>(
		problem: T,
		...values: [...ValuesOf<T>, lines?: string[]]
	) => NodeOperationError;
	/**
	 * Refused input.
	 * @param shownValue the value, if a message may repeat it
	 */
	refusal: <T extends M & Requirement>(
		requirement: T,
		...values: [...ValuesOf<T>, shownValue?: string]
	) => BadInput;
}
