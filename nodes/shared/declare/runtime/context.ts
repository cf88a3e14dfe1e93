/**
 * What the code of an operation can do while it runs for an item: the parts of `OperationContext`.
 * The type parameter `Declared` is always `RequestOperation`. It cannot be imported from
 * operation.ts, because that file imports this one.
 */
import type { IBinaryData, IDataObject, INode, NodeOperationError } from 'n8n-workflow';

import type { Output } from '../answers';
import type { BadInput } from '../badInput';
import type { GivenFile } from '../fields';
import type { Hint, Message, Problem, Requirement, ValuesOf } from '../messages';
import type { Answer } from './exchange';
import type { NodeRun } from './nodeRun';

/** The item, and the run that it belongs to. */
export interface ItemFacts {
	readonly shownNode: INode;
	readonly itemIndex: number;
	readonly nodeRun: NodeRun;
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
	 * Whether every record is remembered, so that none is returned twice. If not, only the most
	 * recent ones are, so that a long list is not kept in memory.
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
	/** All values by parameter name, for rules and outputs. */
	values: IDataObject;
}

/** The same input with another body. */
export const withBody = (input: Input, body: IDataObject): Input => ({ ...input, body });

/** Sends single requests, and returns their responses. */
export interface Sending<Declared> {
	/** Sends one request with input that was read and checked, and optionally page parameters. */
	send(operation: Declared, input: Input, page?: IDataObject): Promise<Answer>;
	/** Sends one request with values in the API's form, by parameter name. */
	sendValues(operation: Declared, values: IDataObject): Promise<Answer>;
	/**
	 * Like {@link sendValues}, but even after the workflow was stopped: for what must not remain
	 * then, such as an execution to be terminated, or a record that was only created in part.
	 */
	sendAfterStop(operation: Declared, values: IDataObject): Promise<Answer>;
	/**
	 * Sends a request to another address, without the credential.
	 * @param to scheme and host, and further headers
	 */
	sendElsewhere(
		operation: Declared,
		input: Input,
		to: { address: string; headers: Record<string, string> },
	): Promise<Answer>;
	outputs(operation: Declared, input: Input, answer: Answer): Output[];
	/** Whether a request was sent for this item. */
	hasSent(): boolean;
	/** Whether a request of this item may have changed something on the platform. */
	hasWritten(): boolean;
}

/**
 * Executes what an operation declares, which can take several requests: the pages of a list, or
 * reading a record before changing it.
 */
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
	 * Changes a record with values in the API's form. The other values of the record are read first,
	 * as the update declares.
	 * @param check in addition to that of `readFirst`, which the operation must have
	 */
	update(operation: Declared, values: IDataObject, check?: CheckOfChange): Promise<Output[]>;
	/**
	 * Reads a record and checks that it is the right one.
	 * @param required the names of fields that the record always has
	 * @throws if the response is another record, none, or lacks a required field
	 */
	readRecord(
		operation: Declared,
		values: IDataObject,
		required?: readonly string[],
	): Promise<IDataObject>;
}

/** Reading and creating files. */
export interface Files {
	/** Downloads from a link that contains its own permission, without the credential. */
	download(url: string): Promise<{ body: Buffer; headers: Record<string, string> }>;
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/**
	 * The file in a binary field of the item.
	 * @param parameter the parameter that names the field, for a refusal
	 * @throws if there is none
	 */
	file(property: string, parameter: string): Promise<GivenFile>;
}

/** Locks, for work that must not be done at the same time as other work. */
export interface Locks<Declared> {
	/**
	 * Does work while nothing else writes to the record of a request.
	 * @param path the variables of its path, by the API's own names
	 */
	withRecordLock<T>(operation: Declared, path: IDataObject, work: () => Promise<T>): Promise<T>;
	/** Does work when all earlier work of this node run on the same subject has ended. */
	serialize<T>(subject: string, work: () => Promise<T>): Promise<T>;
}

/** What is remembered between the tries of an item, so that nothing is done twice. */
export interface TryMemory {
	/**
	 * Does work once for this item: later tries (Retry On Fail) get the same result, unless the work
	 * failed, or nothing was started after it because the start was refused.
	 */
	once<T>(name: string, work: () => Promise<T>): Promise<T>;
	/**
	 * Forgets what this item has started, because it has ended, and all results of `once`. The item
	 * can then start it again.
	 * @returns whether this try has continued something that an earlier one had done
	 */
	forgetStarted(): boolean;
}

/** Lets the workflow wait for a call from outside n8n. */
export interface Callbacks {
	/**
	 * @throws BadInput where n8n cannot store the workflow execution: an agent waits for the output,
	 * or there are several items
	 */
	callback(): Callback;
}

/**
 * Stores the workflow execution until somebody calls its address. Meanwhile, it occupies no worker,
 * and survives a restart.
 */
export interface Callback {
	/** The address that resumes it. */
	readonly resumeUrl: string;
	/**
	 * Lets n8n store the workflow execution as soon as the node has ended. The output of the node is
	 * `json`; a call adds `calledBack: true` and the `body` of the call.
	 * @param until when the workflow continues without a call
	 */
	waitUntil(until: Date, json: IDataObject): Promise<void>;
}

/** What users read about an item, in messages that the operation declares. */
export interface Reports<M extends Message> {
	hint: <T extends M & Hint>(hint: T, ...values: ValuesOf<T>) => void;
	/**
	 * @param lines all entries of a list that the description shortens; n8n shows them with the
	 * details of the error
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
