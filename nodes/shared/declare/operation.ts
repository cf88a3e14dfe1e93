/**
 * The vocabulary of operations. An operation is declared once, as data, and everything else is
 * derived: the fields in n8n, the request, the check of bad input, the routes of the emulator, the
 * reference pages and the coverage tests.
 */
import type { IBinaryData, IDataObject, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Answers, Output } from './answers';
import type { Field, Fields, GivenFile, Values } from './field';
import type { Paging } from './lists/paging';
import type { Rule } from './rules';
import type { Run } from './run';
import type { Versioned } from './versions';
import type { Answer, Method, Refused } from './wire';

/** An operation under way for one item: all that it may do. */
export interface Call {
	readonly node: INode;
	readonly itemIndex: number;
	readonly run: Run;
	/** Aborted when the workflow is stopped or another item ended the run. */
	readonly signal: AbortSignal;
	/** A parameter of the node for this item, its expressions resolved. */
	parameter(name: string): unknown;
	/** The workflow's time zone. */
	readonly timezone: string;
	/** Sends one request with checked input, and optionally page parameters. */
	send(operation: RequestOperation, input: Input, page?: IDataObject): Promise<Answer>;
	/** Sends one request with values of the wire, by parameter name. */
	ask(operation: RequestOperation, values: IDataObject): Promise<Answer>;
	/** As {@link ask}, even after the workflow was stopped: for what has to be put right then. */
	askLast(operation: RequestOperation, values: IDataObject): Promise<Answer>;
	/** Does an operation in the usual way: one request, or the pages of a list. */
	request(operation: RequestOperation, input: Input): Promise<Output[]>;
	/** All records of a list, or the first `limit`. */
	list(operation: RequestOperation, values: IDataObject, limit?: number): Promise<IDataObject[]>;
	/**
	 * Sends a request to another address, without the credential of the node.
	 * @param to scheme and host, and headers beside the usual ones
	 */
	sendElsewhere(operation: RequestOperation, input: Input, to: { address: string; headers: Record<string, string> }): Promise<Answer>;
	/** The outputs of an answer that is not a list. */
	outputs(operation: RequestOperation, input: Input, answer: Answer): Output[];
	/** Downloads from a link that carries its own permission, without the credential. */
	download(url: string): Promise<{ body: Buffer; headers: Record<string, string> }>;
	binary: (data: Buffer, fileName: string, mimeType: string) => Promise<IBinaryData>;
	/** The file in a binary field of the item. @throws when there is none */
	file(property: string): Promise<GivenFile>;
	/**
	 * Changes a record with values of the wire, in the way that the update is declared: what it does
	 * not give is read first.
	 * @param check a look beside that of the declaration
	 */
	update(operation: RequestOperation, values: IDataObject, check?: CheckOfChange): Promise<Output[]>;
	/** Reads a record and looks at it: what is not that record is refused, before anything is written. */
	readRecord(operation: RequestOperation, values: IDataObject, must?: readonly string[]): Promise<IDataObject>;
	/** Does work while nothing else writes to the record that a request with these values is about. */
	alone<T>(operation: RequestOperation, values: IDataObject, work: () => Promise<T>): Promise<T>;
	/** Does work after all other work about the same thing in this node run. */
	oneByOne<T>(about: string, work: () => Promise<T>): Promise<T>;
	/**
	 * Does work once for this item, however often n8n runs it again (Retry On Fail): its result is there
	 * for later tries, unless the start after it was refused.
	 */
	once<T>(name: string, work: () => Promise<T>): Promise<T>;
	/**
	 * Forgets what this item has begun, because that has ended: the next start begins it again.
	 * @returns whether an earlier try had begun it
	 */
	forgetBegun(): boolean;
	/** Whether a request was sent for this item. */
	hasSent(): boolean;
	/** Shows a hint beside the output, without ending anything. */
	hint(message: string): void;
	/**
	 * An error of this item, in the words of the flow.
	 * @param lines what the description only begins to name; n8n shows them with the details of the error
	 */
	problem(message: string, description?: string, lines?: string[]): NodeOperationError;
	/** An error of this item from a refusal. */
	explain(refused: Refused, operation?: RequestOperation, about?: string): NodeApiError;
}

export type Endpoint = `${Method} /${string}` | `${Method} {${string}}`;

/**
 * What happens when a request is sent twice, which decides what may be repeated:
 * `read` and `write` may, `once` (it starts or creates something) may only be repeated where the
 * server surely did nothing.
 */
export type Effect = 'read' | 'write' | 'once';

interface Described extends Versioned {
	/** Title Case, as in the list of operations. */
	name: string;
	/** Sentence case, as in the list of actions. */
	action: string;
	description: string;
	/** The permission or permissions (any of them) that the operation needs, as the documents name them. */
	needs?: string | readonly string[];
	/** Choices of the node itself; they are not sent. */
	settings?: Fields;
	rules?: readonly Rule[];
	/** Rules that do not refuse: their findings become hints. */
	warnings?: readonly Rule[];
	answers: Answers;
	/**
	 * Takes away what nothing brings back, or changes much at once: where a model uses the node, a
	 * person must have allowed it. Who can sign in counts as that, too. Deletions always count, unless they have a confirmation already.
	 */
	destructive?: boolean;
	/** A sentence shown above the fields. */
	notice?: string;
}

/**
 * What happens to a field of the record that an update does not give: it is sent as it is, and a
 * record without it is none (`always`); it is sent as it is, or empty (`orEmpty`); it is sent as
 * it is where the record has it (`ifAny`).
 */
export type KeepRule = 'always' | 'orEmpty' | 'ifAny';

/** An update under way: what was read, what is to be written. */
export interface Change {
	/** The record as it was read. */
	present: IDataObject;
	/** What was given, completed by what stays. */
	body: IDataObject;
	input: Input;
}

/** A look at a change before it is written. @throws when it must not be */
export type CheckOfChange = (call: Call, change: Change) => Promise<void> | void;

/**
 * An update of what the platform only replaces whole: the record is read first, looked at, and
 * what was not given is written back. There is no conditional update: what others change between
 * the reading and the writing is overwritten; items of n8n wait for each other.
 */
export interface ReadFirst {
	/** Reads the record by the path variables of the update; or the list that it is in, where a record is not read alone. */
	get: RequestOperation;
	/** Values for that reading beside the path variables. */
	values?: IDataObject;
	/** What was given, made ready before anything is read: names become IDs. */
	prepare?: (call: Call, operation: RequestOperation, input: Input) => Promise<Input>;
	/** What stays when it is not given, by its name in the update. */
	keep: Readonly<Record<string, KeepRule>>;
	/** Everything else of the record stays, too, except for these. */
	keepOthersBut?: readonly string[];
	/** The record in the form in which the update takes it, where that differs. */
	form?: (present: IDataObject, call: Call, input: Input) => IDataObject | Promise<IDataObject>;
	/** Fields that are changed in part: what stays and what was given, put together. */
	join?: Readonly<Record<string, (kept: unknown, given: unknown, input: Input) => unknown>>;
	/** When nothing has to be read; when all that stays was given, if absent. */
	unless?: (input: Input) => boolean;
	/** A last look before the writing, which may ask for more. */
	check?: CheckOfChange;
	/** What has to be done around the writing. */
	around?: (call: Call, change: Change, write: () => Promise<Output[]>) => Promise<Output[]>;
}

export interface RequestSpec extends Described {
	path?: Fields;
	query?: Fields;
	/** An object of fields; or one field whose value is the whole body. */
	body?: Fields | WholeBody;
	/**
	 * The body is a form of parts: each file is one, and all else of the body is JSON as text in the part `jsonPart`.
	 * `base64` names the setting that has files sent as base64.
	 */
	multipart?: { jsonPart?: string; base64?: string };
	/** Values of the body that never change. */
	constants?: IDataObject;
	effect?: Effect;
	/** The API family whose limit counts together; made from the path when absent. */
	lane?: string;
	pages?: Paging;
	/** What a refusal means here, by status: what happened and what to do. `5XX` is any such status without an entry of its own. */
	refusals?: Readonly<Record<number, string> & { '5XX'?: string }>;
	/** How to check whether it was done when the answer was lost, as a sentence: "Check with …". */
	look?: string;
	/** Where what was begun is found when the answer was lost. */
	lookUp?: LookUp;
	/** What leaves instead where the platform refuses the usual form with 400 or 415: it is described in two ways. */
	otherForm?: OtherForm;
	/** Which of several operations on one path this is. */
	variant?: string;
	/** Stands outside the interface documents; the words say where it comes from. */
	extra?: string;
	/** The answer may come only when much is done, as after an upload. */
	slow?: boolean;
	/** Only people's own tokens are let in, no service account: what to do, in words. */
	personOnly?: string;
	/** The token request carries its own authorization. */
	basicAuth?: boolean;
	/** The path of what it is a part of: whoever writes to that whole, or to another part of it, waits for the turn there. */
	partOf?: string;
	/** The platform replaces the record whole: what is not given is read before it is written. */
	readFirst?: ReadFirst;
	/** Does the request in another way than once per item: batches, several calls. */
	perform?: (call: Call, operation: RequestOperation, input: Input) => Promise<Output[]>;
}

/** How to find what a request started or created whose answer was lost. */
export interface LookUp {
	/** What it is, at the beginning of a sentence. */
	noun: string;
	/** A list in which it stands, on its first page. */
	list: RequestOperation;
	/** What is new stands on the first page, however many there are. */
	newestFirst?: boolean;
	/** Values for that list, of what was sent (both by parameter name). */
	values: (sent: IDataObject) => IDataObject;
	/**
	 * Whether a record may be it; `perhaps` when it may as well have been there before.
	 * @param about.since it is not older than this, ms since 1970
	 * @param about.asker the ID of the service account that asked, where it is known
	 * @param about.beganWell the lost answer began as one of success
	 */
	is: (record: IDataObject, sent: IDataObject, about: { since: number; asker?: string; beganWell: boolean }) => boolean | 'perhaps';
	/** The name of its ID in the records. */
	id: string;
	/** What the lost answer would have been; the record itself when absent. */
	answer?: (record: IDataObject) => unknown;
	/** What only the lost answer contained, and what to do without it, in sentences. */
	onlyOnce?: string;
}

/** How a request differs from its usual form on a platform that follows the other description. */
export interface OtherForm {
	query?: (query: IDataObject) => IDataObject;
	body?: (body: unknown) => unknown;
	/** Media type of a whole body. */
	contentType?: string;
}

export interface WholeBody {
	/** Name of the parameter. */
	whole: string;
	field: Field;
	/** Media type; JSON when absent. */
	contentType?: string;
}

export interface RequestOperation extends RequestSpec {
	readonly kind: 'request';
	readonly method: Method;
	readonly endpoint: string;
	readonly effect: Effect;
	readonly lane: string;
}

export interface FlowSpec<F extends Fields, S extends Fields> extends Described {
	/** What the person gives. */
	fields: F;
	settings?: S;
	/** What a person sees of what may be left out; options of the call when absent. */
	optionalAs?: 'filters' | 'additionalFields' | 'updateFields';
	/** The operations that it calls: what they need, it needs. */
	uses: readonly RequestOperation[];
	/** Waits for long: all items are under way at once. */
	patient?: boolean;
	/**
	 * What the flow is about, in words: items about the same go one after the other, in their order.
	 * Made from the path variables of what it uses when absent.
	 */
	about?: (input: Values<F> & Values<S>) => string;
	/** The answer of the operation that the flow ends with, for the reference. */
	run: (call: Call, input: Values<F> & Values<S>) => Promise<Output[]>;
}

export interface FlowOperation extends Described {
	readonly kind: 'flow';
	readonly fields: Fields;
	readonly optionalAs?: FlowSpec<Fields, Fields>['optionalAs'];
	readonly uses: readonly RequestOperation[];
	readonly patient: boolean;
	readonly about?: (input: never) => string;
	/** Each flow knows the type of its own input. */
	readonly run: (call: Call, input: never) => Promise<Output[]>;
}

export type Operation = RequestOperation | FlowOperation;

export interface Resource {
	/** camelCase; never changes once released. */
	value: string;
	name: string;
	description?: string;
	operations: Readonly<Record<string, Operation>>;
}

/** What the person gave, read and checked, by the part of the request that it goes into. */
export interface Input {
	path: IDataObject;
	query: IDataObject;
	/** The body as it leaves: an object, an array, a text, or nothing. */
	body: unknown;
	settings: IDataObject;
	/** All of it by parameter name, for rules and outputs. */
	values: IDataObject;
}
