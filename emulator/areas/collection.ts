/**
 * What every resource does, written once: create, read, list, change, replace, delete. A resource
 * declares only what is special to it.
 *
 * For example, the projects (shortened). `areas/orchestration/orchestrationStore.ts`, which other
 * areas may import, has
 *
 *	export const projects = store<Project>({ name: 'Project', idForm: 'objectId' });
 *
 * and `areas/orchestration/project.ts` has what is done to them. A line in `areas/index.ts` adds
 * its handlers to the emulator:
 *
 *	const { list, get, create, replace, remove, one } = collection(projects, {
 *		variable: 'projectId',
 *		fresh: ({ clock, caller }) => ({ createdAt: clock.now(), author: caller.id }),
 *		touched: ({ clock }) => ({ updatedAt: clock.now() }),
 *		unique: [{ by: ({ name }) => name, says: 'name' }],
 *		required: ['owner', 'url'],
 *		paging: itemPage,
 *		filters: { projectName: contains(({ name }) => name) },
 *	});
 *	export const projectHandlers: Handlers = {
 *		'GET /orchestration/projects': forPeople(list()),
 *		'POST /orchestration/projects': forPeople(create()),
 *		// What is special is beside them, as a handler of its own.
 *		'GET /orchestration/projects/{projectId}/users': users.read,
 *	};
 *
 * The declaration's checks (path, parameters, body, permission) are done before a handler is
 * called. This is what the handlers do, in this order; the status in parentheses is that of a
 * refusal:
 *
 *	create   `given`, `unique` (409), adds it, `added`, answers
 *	replace  finds it (404), `required` (400), `given`, `busy` (409), `unique` (409), changes it,
 *	         `changed`, answers
 *	patch    the same, but without `required`, and it empties nothing
 *	remove   finds it (404), `inUse` (409), `busy` (409), deletes it, `removed`, answers
 *	list     `sees`, `filters`, `fiql` (parameter `query` or `_s`), `sorts` (`sortBy`, `sortOrder`),
 *	         the page (lists/replies.ts: `bareArray`, `arrayPage`, `itemPage`, `dataPage`,
 *	         `numberedPage`)
 *
 * A record that the caller may not see (`sees`) is not found. `unique` can have another status. A
 * parameter of a list that has no effect is refused with 501, except those of paging: otherwise,
 * users would believe that it works.
 *
 * SCIM lists are `scimPage` (lists/scimList.ts). Where the two descriptions of the platform differ,
 * a handler asks `request.follows`, and `paging` can be
 * `{ documents: itemPage, vendor: dataPage }`.
 */
import type { Description } from '../../platform/descriptions/exchange';
import { created, type Handler, noContent, ok, type Request, type Result } from '../handler';
import { fiqlFilter, type Selectors } from '../lists/fiql';
import { bareArray, type Filter, type ListReply, sortedAs, type Sorts } from '../lists/replies';
import { badRequest, conflict, Refusal } from '../refusals';
import type { Store } from '../state/store';

type Values = Record<string, unknown>;

/** A value that two records must not have in common. */
export interface Unique<T> {
	/** The value that is compared; undefined if the rule does not apply to the record. */
	by: (record: T) => unknown;
	/** The name of the field in the refusal. */
	says: string;
	/** The status of the refusal; 409 if absent. */
	status?: number;
	/** The refusal, if it has more than a message. */
	refusal?: (record: T) => Refusal;
}

export interface CollectionOptions<T extends { id: string }> {
	/** The path variable with the ID; the last one if absent. */
	variable?: string;
	/** Whether the caller can see the record. Otherwise, it does not exist for the caller (404). */
	sees?: (record: T, request: Request) => boolean;
	/** A record in the form that responses have; unchanged if absent. */
	show?: (record: T, request: Request) => unknown;
	/** A record in the form that lists have; as with {@link show} if absent. */
	showInList?: (record: T, request: Request) => unknown;
	/**
	 * The fields of a record from a checked body; the body itself if absent.
	 * @throws Refusal
	 */
	given?: (request: Request, own: T | undefined) => Partial<T>;
	/** What the platform adds to a new record in addition to its ID. */
	fresh?: (request: Request) => Partial<T>;
	/** What the platform records when the record changes. */
	touched?: (request: Request, record: T) => Partial<T>;
	/** Fields that a replacement must have, although the interface declares them as optional. */
	required?: readonly string[];
	/** Fields that a replacement empties if it leaves them out. */
	emptied?: ReadonlyArray<keyof T>;
	unique?: ReadonlyArray<Unique<T>>;
	/** Why the record cannot be deleted now, as a message (409) or as a refusal. */
	inUse?: (record: T, request: Request) => string | Refusal | false | undefined;
	/** Why the record can be neither changed nor deleted now, in the form of {@link inUse}. */
	busy?: (record: T, request: Request) => string | Refusal | false | undefined;
	added?: (record: T, request: Request) => void;
	changed?: (record: T, request: Request, before: T) => void;
	removed?: (record: T, request: Request) => void;
	/** How the list is paged; a bare array if absent. */
	paging?: ListReply | Readonly<Record<Description, ListReply>>;
	filters?: Readonly<Record<string, Filter<T>>>;
	/** The fields that a FIQL query can use. */
	fiql?: Selectors<T> | ((request: Request) => Selectors<T>);
	/** The fields that the list can be sorted by. The first one is the default. */
	sorts?: Sorts<T> | ((request: Request) => Sorts<T>);
	/** The order if the request does not give one. */
	order?: 'ASC' | 'DESC';
}

/** Builds the response of an operation from the record. */
type Respond<T> = (record: T, request: Request) => Result;

/** The handlers of a resource, and the steps that they use. */
export interface Collection<T extends { id: string }> {
	/** @param from the records that are listed; all when absent */
	list: (from?: (request: Request) => readonly T[], paging?: ListReply) => Handler;
	get: (respond?: Respond<T>) => Handler;
	/** Creates a record. By default, the response is 201 with the record. */
	create: (respond?: Respond<T>) => Handler;
	/** Replaces a record. By default, the response is 200 with the record. */
	replace: (respond?: Respond<T>) => Handler;
	patch: (respond?: Respond<T>) => Handler;
	/** Deletes a record. By default, the response is 204. */
	remove: (respond?: Respond<T>) => Handler;
	/**
	 * The record that the path names.
	 * @throws Refusal 404
	 */
	one: (request: Request, variable?: string) => T;
	/**
	 * Adds a record as create does.
	 * @throws Refusal
	 */
	add: (request: Request, given: Partial<T>) => T;
	/**
	 * Changes a record as replace and patch do.
	 * @throws Refusal
	 */
	change: (request: Request, record: T, given: Partial<T>) => void;
	/**
	 * Deletes a record as remove does.
	 * @throws Refusal 409 if it is in use
	 */
	drop: (request: Request, record: T) => void;
}

/** The parameters of paging, which are read even where a list ignores them. */
const OF_PAGING = ['limit', 'offset', 'page', 'size'];

/** Makes the handlers of a resource from its options. */
export function collection<T extends { id: string }>(
	store: Store<T>,
	options: CollectionOptions<NoInfer<T>> = {},
): Collection<T> {
	const { show = (record: T): unknown => record, showInList = show, paging = bareArray } = options;
	const steps = stepsOf(store, options);
	const fieldsFrom = (request: Request, existing?: T) =>
		options.given?.(request, existing) ?? { ...(request.body as Partial<T>) };
	return {
		...steps,
		list: (from, otherPaging) => (request) => {
			const records = selectRecords(options, request, from?.(request) ?? store.all(request.state));
			const usual = typeof paging === 'function' ? paging : paging[request.follows];
			return (otherPaging ?? usual)(records, parametersOf(request), (record) =>
				showInList(record, request),
			);
		},
		get: (respond) => (request) => {
			const record = steps.one(request);
			return respond?.(record, request) ?? ok(show(record, request));
		},
		create: (respond) => (request) => {
			const record = steps.add(request, fieldsFrom(request));
			return respond?.(record, request) ?? created(show(record, request));
		},
		replace: (respond) => (request) => {
			const record = steps.one(request);
			checkRequired(options.required, request.body);
			const emptied = withoutValues<T>(options.emptied);
			steps.change(request, record, { ...emptied, ...fieldsFrom(request, record) });
			return respond?.(record, request) ?? ok(show(record, request));
		},
		patch: (respond) => (request) => {
			const record = steps.one(request);
			steps.change(request, record, fieldsFrom(request, record));
			return respond?.(record, request) ?? ok(show(record, request));
		},
		remove: (respond) => (request) => {
			const record = steps.one(request);
			steps.drop(request, record);
			return respond?.(record, request) ?? noContent();
		},
	};
}

/** What the handlers do with single records. */
function stepsOf<T extends { id: string }>(
	store: Store<T>,
	options: CollectionOptions<NoInfer<T>>,
): Pick<Collection<T>, 'one' | 'add' | 'change' | 'drop'> {
	const unique = options.unique ?? [];
	return {
		one(request, variable = options.variable ?? lastVariable(request)) {
			const id = request.path[variable]!;
			const record = store.find(request.state, id);
			if (options.sees?.(record, request) === false) throw store.refusalOfMissing(id);
			return record;
		},
		add(request, fields) {
			const record = { ...options.fresh?.(request), ...fields } as T;
			checkUnique(store, unique, { state: request.state, record });
			const added = store.add(request.state, record);
			options.added?.(added, request);
			return added;
		},
		change(request, record, changes) {
			checkFree(options.busy?.(record, request));
			checkUnique(store, unique, {
				state: request.state,
				record: { ...record, ...changes },
				own: record,
			});
			const before = { ...record };
			Object.assign(record, changes, options.touched?.(request, record));
			options.changed?.(record, request, before);
		},
		drop(request, record) {
			checkFree(options.inUse?.(record, request));
			checkFree(options.busy?.(record, request));
			store.recordsIn(request.state).delete(record.id);
			options.removed?.(record, request);
		},
	};
}

/** @throws Refusal if another record has the same value */
function checkUnique<T extends { id: string }>(
	store: Store<T>,
	rules: ReadonlyArray<Unique<T>>,
	{ state, record, own }: { state: Request['state']; record: T; own?: T },
): void {
	for (const rule of rules) {
		const value = rule.by(record);
		if (value === undefined) continue;
		const other = store.all(state).find((each) => each !== own && rule.by(each) === value);
		if (other)
			throw (
				rule.refusal?.(record) ??
				new Refusal(
					rule.status ?? 409,
					`${store.name} ${other.id} already has the same ${rule.says}`,
				)
			);
	}
}

function checkFree(refusal: string | Refusal | false | undefined): void {
	if (refusal) throw typeof refusal === 'string' ? conflict(refusal) : refusal;
}

/** The records that a list shows, in its order. */
function selectRecords<T extends { id: string }>(
	options: CollectionOptions<T>,
	request: Request,
	from: readonly T[],
): T[] {
	const parameters = parametersOf(request);
	checkSupported(parameters, options);
	const { sees = () => true, filters = {}, fiql, sorts, order = 'ASC' } = options;
	const selectors = typeof fiql === 'function' ? fiql(request) : fiql;
	const passes = selectors ? fiqlFilter(parameters.query ?? parameters._s, selectors) : () => true;
	const records = from
		.filter((record) => sees(record, request))
		.filter((record) =>
			Object.entries(filters).every(
				([name, filter]) =>
					parameters[name] === undefined || filter(record, parameters[name] as never, request),
			),
		)
		.filter(passes);
	const orders = typeof sorts === 'function' ? sorts(request) : sorts;
	return orders ? sortedAs(records, parameters, orders, order) : records;
}

/**
 * Checks that a replacement has its required fields.
 * @throws Refusal 400
 */
function checkRequired(names: readonly string[] = [], body: unknown): void {
	for (const name of names)
		if ((body as Values)[name] === undefined) throw badRequest(`Field ${name} is required`);
}

const withoutValues = <T>(names: ReadonlyArray<keyof T> = []): Partial<T> =>
	Object.fromEntries(names.map((name) => [name, undefined])) as Partial<T>;

/** Where a list's parameters are: in the query, or in the body of a search. */
const parametersOf = ({ operation, query, body }: Request): Values =>
	operation.method === 'GET' ? query : { ...query, ...(body as Values) };

function lastVariable({ operation }: Request): string {
	const variable = [...operation.endpoint.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1];
	if (variable === undefined) throw new Error(`${operation.endpoint} names no record`);
	return variable;
}

/** @throws Refusal 501 for a parameter that has no effect */
function checkSupported<T extends { id: string }>(
	parameters: Values,
	{ filters = {}, fiql, sorts }: CollectionOptions<T>,
): void {
	const supported = new Set([
		...OF_PAGING,
		...Object.keys(filters),
		...(fiql ? ['query', '_s'] : []),
		...(sorts ? ['sortBy', 'sortOrder'] : []),
	]);
	const unknown = Object.keys(parameters).find((name) => !supported.has(name));
	if (unknown !== undefined)
		throw new Refusal(501, `The emulator does not support ${unknown} in this list yet`);
}
