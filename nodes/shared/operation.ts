/**
 * The vocabulary of operations. An operation is declared once, as data, and everything else is
 * derived: the fields in n8n (describe.ts), the request (request.ts), the check of bad input, the
 * routes of the emulator, the reference pages and the coverage tests.
 */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { boolean, integer, text, type Field, type Fields, type Values } from './field';
import type { Paging } from './pages';
import type { Call } from './run';
import type { Answer } from './send';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Endpoint = `${Method} /${string}` | `${Method} {${string}}`;

/**
 * What happens when a request is sent twice, which decides what may be repeated:
 * `read` and `write` may, `once` (it starts or creates something) may only be repeated where the
 * server surely did nothing.
 */
export type Effect = 'read' | 'write' | 'once';

/** One item to be put out. */
export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** What an answer carries and how it becomes items. */
export interface Answers {
	kind: 'record' | 'list' | 'nothing' | 'file';
	/** Schema of a record in the interface documents, "Document.Schema". */
	schema?: string;
	/** Schema of what stands around the records of a list. */
	page?: string;
	/** The fields that stay when Simplify is on. */
	simple?: readonly string[];
	/** The field that tells records apart, so that a page that moved repeats none. */
	key?: string;
	/** Where the list stands, when not in one of the usual places. */
	root?: string;
	/** Completes a record of a list by what stands around the list in the answer. */
	each?: (record: IDataObject, around: IDataObject) => IDataObject;
	/** Makes the output of an answer that is more than its body. */
	output?: (answer: Answer, values: IDataObject) => IDataObject;
	/** Name of a file whose answer tells none. */
	fileName?: string;
	/** The output itself is a secret: the reference and the field say so. */
	secret?: string;
	/** Fields of the output that are as good as a credential; they are marked so for n8n. */
	sensitive?: readonly string[];
}

/** A rule over several values. */
export interface Rule {
	/** The field that the refusal names. */
	field: string;
	/** Answers what is wrong, completing "<label> …", or nothing. `now` in milliseconds. */
	check: (values: IDataObject, now: number) => string | undefined;
	/** What the rule says, for the reference. */
	says: string;
	/** A caution of the node's own: the platform itself would take the values. */
	caution?: boolean;
}

interface Described {
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
	/** Rules that do not refuse: what they find is told beside the output. */
	warnings?: readonly Rule[];
	answers: Answers;
	/** A sentence shown above the fields. */
	notice?: string;
}

export interface RequestSpec extends Described {
	path?: Fields;
	query?: Fields;
	/** An object of fields; or one field whose value is the whole body. */
	body?: Fields | WholeBody;
	/** Values of the body that never change. */
	constants?: IDataObject;
	effect?: Effect;
	/** The API family whose limit counts together; made from the path when absent. */
	lane?: string;
	pages?: Paging;
	/** What a refusal means here, by status: what happened and what to do. `5XX` is any such status that is not told by itself. */
	refusals?: Readonly<Record<number, string> & { '5XX'?: string }>;
	/** Which of several operations on one path this is. */
	variant?: string;
	/** Stands outside the interface documents; the words say where it comes from. */
	extra?: string;
	/** The token request carries its own authorization. */
	basicAuth?: boolean;
	/** Does the request in another way than once per item: batches, several calls. */
	perform?: (call: Call, operation: RequestOperation, input: Input) => Promise<Output[]>;
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
	/** The operations that it calls: what they need, it needs. */
	uses: readonly RequestOperation[];
	/** Waits for long: all items are under way at once. */
	patient?: boolean;
	/** The answer of the operation that the flow ends with, for the reference. */
	run: (call: Call, input: Values<F> & Values<S>) => Promise<Output[]>;
}

export interface FlowOperation extends Described {
	readonly kind: 'flow';
	readonly fields: Fields;
	readonly uses: readonly RequestOperation[];
	readonly patient: boolean;
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

const EFFECTS: Record<Method, Effect> = {
	GET: 'read',
	PUT: 'write',
	DELETE: 'write',
	POST: 'once',
	PATCH: 'once',
};

/** Declares an operation that is one request of the interface (or its pages). */
export function operation<S extends RequestSpec>(
	endpoint: Endpoint,
	spec: S,
): RequestOperation & S {
	const [method, path] = endpoint.split(' ') as [Method, string];
	const settings = { ...usualSettings(spec), ...spec.settings };
	checkDeclaration(endpoint, spec, settings);
	return {
		kind: 'request',
		...spec,
		settings,
		method,
		endpoint: path,
		effect: spec.effect ?? EFFECTS[method],
		lane: spec.lane ?? laneOf(path),
	};
}

/** Parameters that every node has, or that the description makes by itself. */
const RESERVED = new Set([
	'resource',
	'operation',
	'authentication',
	'requestOptions',
	'notice',
	'filters',
	'additionalFields',
	'updateFields',
	'options',
]);

/**
 * Finds what would go wrong only at run time: a name that stands for two things, a path variable
 * without a field, a rule about a field that is not there.
 */
function checkDeclaration(endpoint: string, spec: RequestSpec, settings: Fields): void {
	const wrong = (what: string): never => {
		throw new Error(`${endpoint} (${spec.name}): ${what}`);
	};
	const body: Fields = spec.body === undefined ? {} : isWhole(spec.body) ? { [spec.body.whole]: spec.body.field } : spec.body;
	const owned = new Set(spec.pages?.owns);
	const sent = [spec.path, spec.query, body].flatMap((fields) => Object.keys(fields ?? {}));
	const names = [...sent.filter((name) => !owned.has(name)), ...Object.keys(settings)];
	// `filters` may be an API field: then it stands inside the collection of that name.
	for (const name of names) {
		if (names.indexOf(name) !== names.lastIndexOf(name)) wrong(`the name ${name} stands for two things: give one a wireName`);
		const field = { ...spec.path, ...spec.query, ...body, ...settings }[name]!;
		if (RESERVED.has(name) && (field.spec.required || field.spec.initial !== undefined)) wrong(`the name ${name} is taken`);
	}
	const variables = [...endpoint.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
	for (const name of variables) if (!spec.path?.[name]) wrong(`the path variable ${name} has no field`);
	for (const name of Object.keys(spec.path ?? {})) if (!variables.includes(name)) wrong(`the path has no variable ${name}`);
	for (const rule of [...(spec.rules ?? []), ...(spec.warnings ?? [])]) if (!names.includes(rule.field)) wrong(`a rule is about ${rule.field}, which is no field`);
	const paged = { ...spec.query, ...body };
	for (const name of [...(spec.pages?.owns ?? []), ...(spec.pages?.at ? [spec.pages.at] : [])])
		if (!paged[name]) wrong(`the paging needs the field ${name}`);
}

/** Where a file is put. */
export const binaryPropertyName = text('Name of the binary field to put the file in').label('Put Output File in Field').startsWith('data');

/** What each list, each long record and each file brings with it: Return All, Limit, Simplify, the name of the binary field. */
function usualSettings(spec: RequestSpec): Fields {
	const settings: Fields = {};
	if (spec.answers.kind === 'list' && spec.pages) {
		const size = spec.pages.size;
		const sized = size === undefined ? undefined : { ...spec.query, ...(spec.body as Fields | undefined) }[size];
		const limit = integer('Max number of results to return').min(1).startsWith(50);
		settings.returnAll = boolean('Whether to return all results or only up to a given limit').startsWith(false);
		settings.limit = (sized?.spec.max === undefined ? limit : limit.max(sized.spec.max)).shownWhen({ returnAll: [false] });
	}
	if (spec.answers.kind === 'file') settings.binaryPropertyName = binaryPropertyName;
	if (spec.answers.simple)
		settings.simplify = boolean(
			'Whether to return a simplified version of the response instead of the raw data',
		).startsWith(true);
	return settings;
}

/** Declares an operation that takes several requests. */
export function flow<F extends Fields, S extends Fields = Record<never, never>>(
	spec: FlowSpec<F, S>,
): FlowOperation {
	return { kind: 'flow', ...spec, patient: spec.patient ?? false };
}

/** Declares a resource: its operations stand in the order in which a person sees them. */
export function resource(
	value: string,
	name: string,
	operations: Record<string, Operation>,
	description?: string,
): Resource {
	return { value, name, operations, description };
}

/** One field is the whole body: an array, or a text of the given media type. */
export function whole(name: string, field: Field, contentType?: string): WholeBody {
	return { whole: name, field, contentType };
}

export function isWhole(body: RequestSpec['body']): body is WholeBody {
	return body !== undefined && 'whole' in body && typeof body.whole === 'string';
}

/** The fields of a body, by parameter name. */
export function bodyFields(operation: Operation): Fields {
	if (operation.kind === 'flow' || operation.body === undefined) return {};
	return isWhole(operation.body) ? { [operation.body.whole]: operation.body.field } : operation.body;
}

/** All that a person can give to an operation and that leaves, by parameter name. */
export function inputFields(operation: Operation): Fields {
	if (operation.kind === 'flow') return operation.fields;
	const paged = new Set(operation.pages?.owns ?? []);
	const fields: Fields = { ...operation.path };
	for (const [name, field] of Object.entries({ ...operation.query, ...bodyFields(operation) }))
		if (!paged.has(name)) fields[name] = field;
	return fields;
}

/** The API families whose request limits count together (document A to C; vendor-facts "requests a minute"). */
const LANES: Record<string, string> = {
	monitoring: 'monitoring',
	orchestration: 'orchestration',
	processing: 'processing',
	account: 'account',
	security: 'security',
	scim: 'scim',
	datasets: 'catalog',
	connections: 'catalog',
};

/** The lane of a path: which requests share a limit. */
export function laneOf(path: string): string {
	const first = path.split('/')[1] ?? '';
	return LANES[first] ?? 'other';
}

// ---------------------------------------------------------------------------------------------
// What an answer carries

type More = Omit<Answers, 'kind' | 'schema'>;

/** One record. */
export const record = (schema: string | undefined, more: More = {}): Answers => ({
	kind: 'record',
	schema,
	...more,
});

/** A list of records, one item each. */
export const records = (schema: string | undefined, more: More = {}): Answers => ({
	kind: 'list',
	schema,
	...more,
});

/** No body: the item says that it was done, to what. */
export const nothing = (more: More = {}): Answers => ({ kind: 'nothing', ...more });

/** A file. */
export const file = (more: More = {}): Answers => ({ kind: 'file', ...more });

// ---------------------------------------------------------------------------------------------
// Rules over several values. They name the field at fault and what it must be.

const given = (value: unknown) => value !== undefined && value !== null && value !== '';

/** `field` can only be used together with `other`. */
export const onlyWith = (field: string, other: string): Rule => ({
	field,
	says: `${field} can only be used together with ${other}`,
	check: (values) =>
		given(values[field]) && !given(values[other])
			? `can only be used together with ${other}`
			: undefined,
});

/** Of two fields only one may be given. */
export const notBoth = (field: string, other: string): Rule => ({
	field,
	says: `${field} and ${other} exclude each other`,
	check: (values) =>
		given(values[field]) && given(values[other])
			? `cannot be used together with ${other}: give only one of them`
			: undefined,
});

/** `field` must be given when `other` is one of `values`. */
export const neededWhen = (field: string, other: string, wanted: readonly string[]): Rule => ({
	field,
	says: `${field} is required when ${other} is ${wanted.join(' or ')}`,
	check: (values) =>
		wanted.includes(String(values[other])) && !given(values[field])
			? `is required when ${other} is ${wanted.join(' or ')}`
			: undefined,
});

/** `field` must be given unless `other` is one of `values`. */
export const neededUnless = (field: string, other: string, unwanted: readonly string[]): Rule => ({
	field,
	says: `${field} is required unless ${other} is ${unwanted.join(' or ')}`,
	check: (values) =>
		given(values[other]) && !unwanted.includes(String(values[other])) && !given(values[field])
			? `is required unless ${other} is ${unwanted.join(' or ')}`
			: undefined,
});

/** The moment of `field` must not be later than now. */
export const notInFuture = (field: string): Rule => ({
	field,
	says: `${field} must not be in the future`,
	check: (values, now) => ((instant(values[field]) ?? now) > now ? 'must not be in the future' : undefined),
});

/** Warns of values that are not among those known, where the list of the documents is open. */
export const knownValues = (field: string, known: readonly string[]): Rule => ({
	field,
	says: `values of ${field} that are not known are sent as they are`,
	check: (values) => {
		const others = ([values[field] ?? []].flat() as string[]).filter((value) => !known.includes(value));
		return others.length === 0 ? undefined : `has values that are not known here and were sent as they are: ${others.join(', ')}`;
	},
});

const DAY = 86_400_000;

/**
 * A period must run forward and span at most `days` days (no bound when absent). An open end
 * counts as now, as the interface says.
 */
export const period = (from: string, to: string, days?: number): Rule => ({
	field: to,
	says:
		days === undefined
			? `${to} must not be before ${from}`
			: `${to} must not be before ${from}, and at most ${days} days after it`,
	check: (values, now) => {
		const start = instant(values[from]);
		const end = instant(values[to]);
		if (start !== undefined && end !== undefined && end < start)
			return `must not be before ${from}`;
		if (days === undefined || start === undefined) return undefined;
		return (end ?? now) - start > days * DAY
			? `must be at most ${days} days after ${from}${end === undefined ? ' (it is now when left out)' : ''}`
			: undefined;
	},
});

function instant(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string' || value === '') return undefined;
	const time = Date.parse(value);
	return Number.isNaN(time) ? undefined : time;
}
