/**
 * Choosing a record from a list instead of typing its ID. A picker is declared once, beside the
 * operation that lists the records; the three ways to choose (From List, By ID, By Name), the
 * list search of the editor and the look-up by name are derived from it.
 */
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { collectionOf, inputFrom, isTopLevel, buildRequest } from './request';
import { bodyFields, inputFields, type Operation, type RequestOperation, type Resource } from './operation';
import { recordsOf } from './pages';
import { loadOptionsSender, type Call } from './run';
import { send, type Answer } from './send';
import { labelOf, type Field, type Fields } from './field';
import { BadInput, unlocated } from './values';

export interface Picker {
	/** Singular, in words: "task". */
	noun: string;
	/** Name of the list search method. */
	method: string;
	/** The operation that lists the records. */
	list: RequestOperation;
	/** Values that let the platform narrow the list by what was typed; absent where it cannot. */
	search?: (text: string) => IDataObject;
	/** Values that are always sent. */
	always?: IDataObject;
	/** Other fields of the same operation that narrow the list, by parameter name. */
	within?: readonly string[];
	/** Where else a person may have given such a field, such as inside a form: paths of parameters. */
	elsewhere?: Readonly<Record<string, readonly string[]>>;
	/** The records in an answer that is not a list itself. */
	records?: (body: unknown) => IDataObject[];
	/** Narrows by those fields here, where the platform cannot. */
	keep?: (record: IDataObject, within: IDataObject) => boolean;
	/** One record as an entry. */
	entry: (record: IDataObject) => { id: string; name: string; description?: string };
	/** Whether a person may give the name: where the platform can search by it. */
	byName: boolean;
	/** What an ID looks like. */
	example: string;
}

/** Declares a picker. */
export const picker = (declared: Picker): Picker => declared;

const PAGE = 100;
/** Pages that one look into a list may take. */
const PAGES_AT_MOST = 20;

/**
 * The list searches of a node: one per picker that its fields use.
 * @param more fields that belong to no resource: those of a trigger
 */
export function listSearches(
	resources: readonly Resource[],
	more: Fields = {},
): Record<string, (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>> {
	const searches: ReturnType<typeof listSearches> = {};
	for (const used of pickersOf(resources, more))
		searches[used.method] = async function (filter, token) {
			return await searchPages(this, used, resources, filter, token);
		};
	return searches;
}

function pickersOf(resources: readonly Resource[], more: Fields): Picker[] {
	const found = new Set<Picker>();
	const visit = (fields: Record<string, { spec: { picker?: Picker; fields?: object } }>) => {
		for (const field of Object.values(fields)) {
			if (field.spec.picker) found.add(field.spec.picker);
			if (field.spec.fields) visit(field.spec.fields as typeof fields);
		}
	};
	visit(more);
	for (const { operations } of resources)
		for (const operation of Object.values(operations)) {
			visit(inputFields(operation));
			visit(operation.settings ?? {});
		}
	return [...found];
}

/** A list that shows nothing cannot be scrolled on: pages of which nothing stays are passed over. */
async function searchPages(
	context: ILoadOptionsFunctions,
	used: Picker,
	resources: readonly Resource[],
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	let page = await searchPage(context, used, resources, filter, token);
	for (let pages = 1; pages < PAGES_AT_MOST && page.results.length === 0 && page.paginationToken !== undefined; pages++)
		page = await searchPage(context, used, resources, filter, String(page.paginationToken));
	return page;
}

async function searchPage(
	context: ILoadOptionsFunctions,
	used: Picker,
	resources: readonly Resource[],
	filter = '',
	token?: string,
): Promise<INodeListSearchResult> {
	const at = token === undefined ? (used.list.pages?.first ?? 0) : Number(token);
	const within = narrowing(context, used, resources);
	for (const [name, field] of Object.entries(used.list.path ?? {}))
		if (!(name in within) && !(name in (used.always ?? {})))
			throw new BadInput(name, labelOf(name, field), 'must be chosen from the list or by ID first, not by an expression or a name: the list depends on it');
	const values = {
		...used.always,
		...sendable(used, within),
		...(filter !== '' && used.search ? used.search(filter) : {}),
	};
	const answer = await askPage(
		(page) => send(loadOptionsSender(context), used.list, buildRequest(used.list, inputFrom(used.list, values), page)),
		used.list,
		at,
	);
	const records = used.records?.(answer.body) ?? recordsOf(answer.body, used.list.answers.root) ?? [];
	const next = used.list.pages?.next({ answer, count: records.length, at, size: PAGE });
	const typed = filter.toLowerCase();
	const entries = records
		.filter((record) => used.keep?.(record, within) ?? true)
		.map((record) => used.entry(record))
		.filter((entry) => entry.id !== '')
		.filter((entry) => used.search !== undefined || `${entry.name} ${entry.id}`.toLowerCase().includes(typed));
	// Where a name stands twice, what is around the records tells them apart.
	const twice = (name: string) => entries.filter((entry) => entry.name === name).length > 1;
	return {
		results: entries.map(
			({ id, name, description }): INodeListSearchItems => ({
				name: description && twice(name) ? `${name} (${description})` : name || id,
				value: id,
				...(description ? { description } : {}),
			}),
		),
		...(next === undefined ? {} : { paginationToken: String(next) }),
	};
}

/** Of the values that narrow a list, those that its operation takes. */
function sendable({ list }: Picker, within: IDataObject): IDataObject {
	const taken = { ...list.path, ...list.query, ...bodyFields(list) };
	return Object.fromEntries(Object.entries(within).filter(([name]) => name in taken));
}

async function askPage(
	ask: (page: IDataObject) => Promise<Answer>,
	list: RequestOperation,
	at: number,
): Promise<Answer> {
	const { pages } = list;
	const page: IDataObject = {};
	if (pages?.size) page[pages.size] = PAGE;
	if (pages?.at && (at !== pages.first || pages.alwaysSent)) page[pages.at] = at;
	return await ask(page);
}

/** The values of the other fields that narrow the list, as the person has filled them in so far. */
function narrowing(context: ILoadOptionsFunctions, used: Picker, resources: readonly Resource[]): IDataObject {
	const values: IDataObject = {};
	const operation = resources
		.find(({ value }) => value === context.getCurrentNodeParameter('resource'))
		?.operations[String(context.getCurrentNodeParameter('operation'))];
	for (const name of used.within ?? []) {
		// A trigger has no operation; what narrows it are its filters.
		const inner = context.getCurrentNodeParameter(operation ? collectionOf(operation) : 'filters') as IDataObject | undefined;
		const elsewhere = () => used.elsewhere?.[name]?.map((place) => context.getCurrentNodeParameter(place)).find((value) => value !== undefined);
		const given = context.getCurrentNodeParameter(name) ?? inner?.[name] ?? elsewhere();
		const locator = given as { mode?: string } | undefined;
		const value = unlocated(given);
		if (typeof value === 'string' && value !== '' && !value.startsWith('=') && locator?.mode !== 'name')
			values[name] = value;
	}
	return values;
}

/**
 * Replaces each name that a person gave by the ID of the record with that name.
 * @returns the parameters with IDs instead of names
 * @throws BadInput when no record or several have the name
 */
export async function withNamesResolved(
	call: Call,
	operation: Operation,
	parameter: (name: string) => unknown,
): Promise<(name: string) => unknown> {
	const fields = { ...inputFields(operation), ...operation.settings };
	const collection = collectionOf(operation);
	const ids = new Map<string, string>();
	let inner: IDataObject | undefined;
	const given = (name: string, field: Field): unknown => {
		if (isTopLevel(field)) return parameter(name);
		inner ??= (parameter(collection) ?? {}) as IDataObject;
		return inner[name];
	};
	const resolve = async (name: string): Promise<unknown> => {
		const field = fields[name];
		if (!field) return undefined;
		const raw = given(name, field);
		const used = field.spec.picker;
		const wanted = nameIn(raw);
		if (wanted === undefined || !used?.byName) return unlocated(raw);
		if (!ids.has(name)) {
			const within: IDataObject = {};
			for (const other of used.within ?? []) {
				const scope = await resolve(other);
				if (typeof scope === 'string' && scope !== '') within[other] = scope;
			}
			ids.set(name, await idOf(call, used, wanted, within, { name, label: labelOf(name, field) }));
		}
		return ids.get(name);
	};
	for (const name of Object.keys(fields)) if (fields[name]!.spec.picker?.byName) await resolve(name);
	if (ids.size === 0) return parameter;
	return (name) => {
		if (ids.has(name) && isTopLevel(fields[name]!)) return ids.get(name);
		if (name !== collection) return parameter(name);
		const optional = (parameter(collection) ?? {}) as IDataObject;
		return { ...optional, ...Object.fromEntries([...ids].filter(([field]) => field in optional)) };
	};
}

/** The name in a locator that was set to By Name; an expression may give a number. */
function nameIn(raw: unknown): string | undefined {
	if (typeof raw !== 'object' || raw === null || (raw as IDataObject).mode !== 'name') return undefined;
	const { value } = raw as IDataObject;
	return (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : undefined;
}

/** The field that a name was given in. */
interface Named {
	name: string;
	label: string;
}

/** The ID of the one record with this name; asked once per node run. */
async function idOf(call: Call, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	const key = JSON.stringify([used.method, within, name]);
	const known = call.run.names.get(key);
	if (known) return await known;
	const asked = lookUp(call, used, name, within, field);
	call.run.names.set(key, asked);
	// A look-up that had no answer is asked again by the next item; a name that nothing has stays so.
	asked.catch((error) => error instanceof BadInput || call.run.names.delete(key));
	return await asked;
}

async function lookUp(call: Call, used: Picker, name: string, within: IDataObject, field: Named): Promise<string> {
	const values = { ...used.always, ...sendable(used, within), ...used.search?.(name) };
	const records = await call.list(used.list, values);
	const ids = records
		.filter((record) => used.keep?.(record, within) ?? true)
		.map((record) => used.entry(record))
		.filter((entry) => entry.name === name)
		.map((entry) => entry.id);
	if (ids.length === 1) return ids[0]!;
	throw new BadInput(
		field.name,
		field.label,
		ids.length === 0
			? `"${name}" was not found: check the spelling, or choose the ${used.noun} from the list`
			: `"${name}" stands for ${ids.length} records: choose one by ID (${ids.join(', ')})`,
	);
}
