/**
 * The vocabulary of operations. An operation is declared once, as data; inputs, requests, checks,
 * the emulator's routes, the reference and the coverage tests are derived from it.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Answers, Output } from './answers';
import type { Field, Fields, Values } from './fields';
import type { Paging } from './lists/paging';
import type { Message } from './messages';
import type { Rule } from './rules';
import type {
	Callbacks,
	DeclaredWork,
	Files,
	Input,
	ItemFacts,
	Locks,
	Reports,
	Sending,
	TryMemory,
} from './runtime/context';
import type { Method } from './runtime/exchange';
import type { Versioned } from './versions';

/** What the code of an operation can do for its item (runtime/context.ts describes each part). */
export interface OperationContext<M extends Message = never>
	extends
		ItemFacts,
		Sending<RequestOperation>,
		DeclaredWork<RequestOperation, CheckOfChange<M>>,
		Files,
		Locks<RequestOperation>,
		TryMemory,
		Callbacks,
		Reports<M> {
	/** Exists only for the type checker, which infers from it which messages may be shown. */
	readonly declared?: (message: M) => void;
}

/** The {@link OperationContext} of code that shows the messages of these lists. */
export type ContextShowing<L extends readonly Message[]> = OperationContext<L[number]>;

export type Endpoint = `${Method} /${string}` | `${Method} {${string}}`;

/**
 * Whether a request may be repeated. `read` and `write` may be. A request with the effect `start`
 * could do something twice, so it is only repeated if the server has certainly done nothing. Each
 * POST and PATCH that does not declare another effect has this one.
 */
export type Effect = 'read' | 'write' | 'start';

interface OperationFacts extends Versioned {
	name: string;
	action: string;
	description: string;
	/**
	 * The permission or permissions (any of them) that the operation needs, as the documents name
	 * them.
	 */
	permissions?: string | readonly string[];
	/** Choices of the node itself; they are not sent. */
	settings?: Fields;
	rules?: readonly Rule[];
	/** Rules that refuse nothing: their findings become hints. */
	warnings?: readonly Rule[];
	messages?: readonly Message[];
	answers: Answers;
	/**
	 * A person must have allowed a model to use the operation, because it
	 *
	 * - withdraws a record that others use, or stops what is running,
	 * - changes who can sign in or who owns something, or takes away what somebody may do,
	 * - or replaces a list, a schedule, a whole record, or a secret that cannot be read.
	 *
	 * A change of the name or the settings of one record is not destructive, and neither is adding
	 * a role, a member or a permission. A deletion needs the permission without this, even within a
	 * flow, unless a field confirms it.
	 */
	destructive?: boolean;
	/** A sentence shown above the fields. */
	notice?: string;
}

/**
 * What happens to a field that the input of an update does not have. With each rule, the present
 * value is sent. They differ if the record has no value: it is invalid (`always`), an empty value
 * is sent (`orEmpty`), or nothing is sent (`ifAny`).
 */
export type KeepRule = 'always' | 'orEmpty' | 'ifAny';

export interface Change<I = Input> {
	present: IDataObject;
	/** The body to send: the new values, and the present values that are kept. */
	body: IDataObject;
	input: I;
}

/**
 * A check of a change before it is written.
 * @throws if it must not be written
 */
export type CheckOfChange<M extends Message = Message, I = Input> = (
	op: OperationContext<NoInfer<M>>,
	change: Change<I>,
) => Promise<void> | void;

/**
 * Completes the description of an operation that reads a record, changes it and writes it back as a
 * whole. The platform has no conditional update, so what somebody else changes in between is lost.
 */
export const READ_FIRST =
	'fields that you leave out are kept, and changes that others make at the same moment are overwritten';

/**
 * An update of a record that the platform can only replace as a whole. The record is read and
 * checked first, so that values which the user does not change are written back. Items of n8n wait
 * for each other; changes that others make in between are overwritten, because the platform has no
 * conditional update.
 */
export interface ReadFirst<M extends Message = Message, I = Input> {
	/**
	 * Reads the record by the path variables of the update; or the list that has it, if it cannot be
	 * read alone.
	 */
	get: RequestOperation;
	/** Further values for `get`, beside the path variables. */
	values?: IDataObject;
	/**
	 * The fields that keep their present value if the user does not change them, by their names in
	 * the update.
	 */
	keep: Readonly<Record<string, KeepRule>>;
	/** If this is set, all other fields of the record are kept as well, except for these. */
	keepOthersBut?: readonly string[];
	/** Converts the record that was read to the form in which it is written. */
	toUpdate?: (
		present: IDataObject,
		op: OperationContext<NoInfer<M>>,
		input: I,
	) => IDataObject | Promise<IDataObject>;
	/** For fields that are changed in part: merges the present value with the change. */
	join?: Readonly<Record<string, (present: unknown, change: unknown, input: I) => unknown>>;
	/**
	 * Whether the record need not be read. By default, it need not if the input has all fields that
	 * would be kept.
	 */
	unless?: (input: I) => boolean;
	/** A last check before writing, which may send more requests. */
	check?: CheckOfChange<M, I>;
}

/**
 * How a request is executed, if not in the usual way. `I` is the input that its declaration
 * describes. `engine/item/performRequest.ts` calls the functions in this order:
 *
 *	prepare → unless → (reads with `get`) → toUpdate → join → check → around(write)
 *
 * If `unless` says that nothing has to be read, `around` follows at once. `perform` replaces all of
 * this.
 */
export interface RequestWork<M extends Message = Message, I = Input> {
	messages?: readonly M[];
	/** Changes the input before anything else is sent; for example, it replaces names by IDs. */
	prepare?: (
		op: OperationContext<NoInfer<M>>,
		operation: RequestOperation,
		input: I,
	) => Promise<Input>;
	readFirst?: ReadFirst<M, I>;
	/**
	 * Calls `write`, and does what has to happen before and after.
	 * @param change absent if nothing was read first
	 */
	around?: (
		op: OperationContext<NoInfer<M>>,
		input: I,
		write: () => Promise<Output[]>,
		change?: Change<I>,
	) => Promise<Output[]>;
	/** Sends the request in another way than once for each item, such as in batches. */
	perform?: (
		op: OperationContext<NoInfer<M>>,
		operation: RequestOperation,
		input: I,
	) => Promise<Output[]>;
}

/**
 * What the declaration of a request says about it, as data; {@link RequestWork} has its functions,
 * and {@link OperationFacts} what flows have as well.
 */
export interface RequestFacts extends OperationFacts {
	// What is sent.

	path?: Fields;
	query?: Fields;
	/** An object of fields; or one field whose value is the whole body. */
	body?: Fields | WholeBody;
	/**
	 * The body is multipart: each file is a part of its own, and all other fields are JSON in the
	 * part `jsonPart`. `base64` names the setting that says whether the files are in base64.
	 */
	multipart?: { jsonPart?: string; base64?: string };
	/** Values of the body that never change. */
	constants?: IDataObject;
	/**
	 * What to send instead if the platform refuses the usual request with 400 or 415, because the
	 * descriptions differ. Not for what starts or creates something: later tries send the accepted
	 * form first, so they would not recognize the start of an earlier try.
	 */
	alternative?: Alternative;

	// How it is sent.

	pages?: Paging;
	/** The API family that shares a limit; derived from the path if absent. */
	family?: string;
	/**
	 * The path of the record in which the platform stores what is written. Writes to all parts of
	 * that record wait for each other.
	 */
	partOf?: string;
	/** The response may take minutes, as after an upload. */
	slow?: boolean;
	basicAuth?: boolean;

	// What may be repeated.

	effect?: Effect;
	/**
	 * Whether the body becomes a new record. Then the optional fields are under Additional Fields,
	 * and blank ones are left out. By default, this is true for every POST that does not only read.
	 */
	creates?: boolean;
	lookUp?: LookUp;
	/**
	 * How the user can check whether the request was carried out if its response was lost, as a
	 * sentence: "Check with …".
	 */
	howToCheck?: string;

	// What users read if it is refused.

	/**
	 * What a refusal means here, by status: what happened and what to do. `5XX` is any such status
	 * without an entry of its own.
	 */
	refusals?: Readonly<Record<number, string> & { '5XX'?: string }>;
	/**
	 * What to do if nothing or something else responds, for a request that goes to another address
	 * than that in the credential.
	 */
	elsewhereAdvice?: string;
	/**
	 * Statuses that need no entry in `refusals` although the descriptions name them: this variant of
	 * the request cannot cause them, or the flow that sends it handles them.
	 */
	neverRefusedWith?: readonly number[];
	/** Why service accounts are refused, and only personal tokens are accepted, as a sentence. */
	whyPersonOnly?: string;

	// Where it comes from.

	/** The source of an operation that is not in the interface documents. */
	origin?: string;
	/** Tells operations with the same method and path from each other. */
	variant?: string;
}

export interface RequestSpec extends RequestFacts, RequestWork {}

/** The parts of a declaration from which the input of its request is derived. */
export interface InputParts<
	P extends Fields,
	Q extends Fields,
	B extends Fields | WholeBody,
	S extends Fields,
> {
	path?: P;
	query?: Q;
	body?: B;
	settings?: S;
}

/** The settings that `usualSettings` (define.ts) may add. */
type UsualSettings = {
	returnAll?: boolean;
	limit?: number;
	simplify?: boolean;
	binaryPropertyName?: string;
};

/**
 * The values of declared fields. If the type does not say which fields there are, a value may be
 * anything.
 */
type GivenFor<F extends Fields> = string extends keyof F ? IDataObject : Values<F>;

/**
 * The input of a request as its declaration describes it. Settings and values have the names of
 * their parameters; what is sent has the names of the API.
 */
export type InputOf<
	P extends Fields,
	Q extends Fields,
	B extends Fields | WholeBody,
	S extends Fields,
> = {
	path: IDataObject;
	query: IDataObject;
	body: B extends WholeBody ? unknown : IDataObject;
	settings: GivenFor<S> & UsualSettings;
	values: GivenFor<P> &
		GivenFor<Q> &
		(B extends Fields ? GivenFor<B> : IDataObject) &
		GivenFor<S> &
		UsualSettings;
};

/** What is known about a request whose response was lost. */
export interface Circumstances {
	/** The result is not older than this, ms since 1970. */
	since: number;
	/** The ID of the service account that sent the request, if it is known. */
	clientId?: string;
	/** The lost response began as a success. */
	beganWell: boolean;
}

/** How to find what a request started or created if its response was lost. */
export interface LookUp {
	/** What is looked for, as the beginning of a sentence: "The execution". */
	subject: string;
	/** A list that has the result on its first page. */
	list: RequestOperation;
	/**
	 * The list begins with the newest records, so the first page has the result however long the list
	 * is.
	 */
	newestFirst?: boolean;
	/** The values for that list, made from those that were sent; both are by parameter name. */
	values: (sent: IDataObject) => IDataObject;
	/**
	 * Whether a record is the one that was started or created; `perhaps` if it may have existed
	 * before.
	 */
	matches: (
		record: IDataObject,
		sent: IDataObject,
		circumstances: Circumstances,
	) => boolean | 'perhaps';
	/** The field of the records that has their ID. */
	id: string;
	/** How long it may take until the list shows a new record, in ms, if longer than usual. */
	appearsWithinMs?: number;
	/** One request may create several records: any of them shows that it was carried out. */
	several?: boolean;
	/** Makes the body of the lost response from the record; by default, it is the record itself. */
	answer?: (record: IDataObject) => unknown;
	/**
	 * What only the lost response contained (such as a secret), and what to do without it, in
	 * sentences. With it, the node fails even if the record is found.
	 */
	onlyOnce?: string;
}

/** How a request differs on a platform that follows the other description. */
export interface Alternative {
	query?: (query: IDataObject) => IDataObject;
	body?: (body: unknown) => unknown;
	contentType?: string;
}

export interface WholeBody {
	whole: string;
	field: Field;
	/** Media type; JSON when absent. */
	contentType?: string;
	/** The body is a file, without any encoding, and has one of these media types. */
	contentTypes?: readonly string[];
}

export interface RequestOperation extends RequestSpec {
	readonly kind: 'request';
	readonly method: Method;
	readonly endpoint: string;
	readonly effect: Effect;
	readonly creates: boolean;
	readonly family: string;
}

export interface FlowSpec<
	F extends Fields,
	S extends Fields,
	M extends Message = Message,
> extends OperationFacts {
	messages?: readonly M[];
	fields: F;
	settings?: S;
	/** The name of the collection of optional fields; `options` if absent. */
	optionalAs?: 'filters' | 'additionalFields' | 'updateFields';
	/**
	 * The requests that the flow may send, apart from those that find records by their names. The
	 * flow needs the permissions of all of them. Tests compare them with what is sent
	 * (test/support/usedRequests.ts).
	 */
	uses: readonly RequestOperation[];
	/**
	 * The flow deletes only what it has started itself, or what a person has allowed it to end. So a
	 * model needs no permission for it.
	 */
	deletionsNeedNoPermission?: boolean;
	/** The flow waits for a long time, so many items may be in progress at once. */
	patient?: boolean;
	/**
	 * Items with the same key are processed one after the other, in order. By default, it follows
	 * from the path variables of the requests in `uses`.
	 */
	lockKey?: (input: NoInfer<Values<F> & Values<S>>) => string;
	run: (
		op: OperationContext<NoInfer<M>>,
		input: NoInfer<Values<F> & Values<S>>,
	) => Promise<Output[]>;
}

export interface FlowOperation extends Omit<FlowSpec<Fields, Fields>, 'lockKey' | 'run'> {
	readonly kind: 'flow';
	readonly lockKey?: (input: never) => string;
	/** Each flow knows the type of its own input. */
	readonly run: (op: OperationContext<Message>, input: never) => Promise<Output[]>;
}

export type Operation = RequestOperation | FlowOperation;

export interface Resource {
	/** The value of the parameter in n8n, in camelCase. It never changes after a release. */
	value: string;
	name: string;
	description?: string;
	operations: Readonly<Record<string, Operation>>;
}
