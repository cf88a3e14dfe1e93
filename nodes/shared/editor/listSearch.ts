import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { BadInput } from '../declare/input/badInput';
import { type Fields, labelOf } from '../declare/field';
import { collectionOf } from '../declare/layout';
import { pageParameters } from '../declare/lists/paging';
import { recordsOf } from '../declare/lists/records';
import type { Resource } from '../declare/operation';
import { type Entry, pickerOf, type Picker } from '../declare/lists/picker';
import { inputFrom } from '../engine/input/input';
import { withoutValuesUnknownToList } from '../engine/input/names';
import { send } from '../transport/send';
import { checkSignIn, loadOptionsSender } from '../transport/senders';
import { buildRequest } from '../engine/input/wire';
import { askFor, chosenIn } from './chosen';
import { everyField } from './everyField';

const PAGE = 100;

/** Pages that one look into a list may take. */
export const PAGES_AT_MOST = 20;

/**
 * The list searches of a node: one per picker that its fields use.
 * @param more fields that belong to no resource: those of a trigger
 */
export function listSearches(
	resources: readonly Resource[],
	more: Fields = {},
): Record<string, (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>> {
	const searches: ReturnType<typeof listSearches> = {};
	for (const used of new Set(everyField(resources, more).flatMap((field) => pickerOf(field) ?? [])))
		searches[used.method] = async function (filter, token) {
			return await searchPages(this, used, resources, filter, token);
		};
	return searches;
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
	const chosen = narrowingValues(context, used, resources);
	const within = used.asks?.(chosen) ?? chosen;
	for (const [name, field] of Object.entries(used.list.path ?? {}))
		if (!(name in within) && !(name in (used.always ?? {})))
			throw new BadInput(
				name,
				labelOf(name, field),
				'must be chosen from the list or by ID first, not by an expression or a name: the list depends on it',
			);
	const { entries, next } = await pageWithOthers(context, used, within, filter, token);
	if (entries.length === 0 && next === undefined && token === undefined && filter === '') throw nothingToChoose(context, used);
	// If a name occurs twice, what contains the records distinguishes them.
	const needsPlace = (name: string) => used.showsPlace === true || entries.filter((entry) => entry.name === name).length > 1;
	return {
		results: entries.map(
			({ id, name, description }): INodeListSearchItems => ({
				name: description && needsPlace(name) ? `${name} (${description})` : name || id,
				value: id,
				...(description ? { description } : {}),
			}),
		),
		...(next === undefined ? {} : { paginationToken: next }),
	};
}

/** n8n would only say that there are no results; of an error it shows the message alone. */
function nothingToChoose(context: ILoadOptionsFunctions, { noun, list, within = [] }: Picker): NodeOperationError {
	const permissions = [list.needs ?? []].flat();
	const narrower = within.length > 0 ? ', or none that fits the other fields' : '';
	const permission = permissions.length > 0 ? ` (${permissions.join(' or ')})` : '';
	return new NodeOperationError(
		context.getNode(),
		`No ${noun} was found. There is none yet${narrower}, or the account of the credential has no permission to view it${permission}.`,
	);
}

/** As {@link pageOf}; the records of other lists come with the first page. */
export async function pageWithOthers(
	context: ILoadOptionsFunctions,
	used: Picker,
	within: IDataObject,
	filter: string,
	token: string | undefined,
): ReturnType<typeof pageOf> {
	const own = await pageOf(context, used, within, filter, token);
	if (token !== undefined || !used.more) return own;
	const others = await Promise.all(used.more.map(async (other) => await pageOf(context, other, within, filter, undefined)));
	return { ...own, entries: [...own.entries, ...others.flatMap(({ entries }) => entries)] };
}

/**
 * One page of what a picker lists.
 * @param within values of other fields that narrow the list
 * @returns the entries that fit what was typed, and the token of the next page
 */
async function pageOf(
	context: ILoadOptionsFunctions,
	used: Picker,
	within: IDataObject,
	filter: string,
	token: string | undefined,
): Promise<{ entries: Entry[]; next?: string }> {
	const at = token === undefined ? (used.list.pages?.first ?? 0) : Number(token);
	checkSignIn(used.list, context.getCurrentNodeParameter('authentication'));
	const values = {
		...used.always,
		...withoutValuesUnknownToList(used, within),
		...(filter !== '' && used.search ? used.search(filter) : {}),
	};
	const request = buildRequest(used.list, inputFrom(used.list, values), pageParameters(used.list.pages, at, PAGE));
	const answer = await send(loadOptionsSender(context), used.list, request);
	const found = used.records?.(answer.body) ?? recordsOf(answer.body, used.list.answers.root) ?? [];
	// What only completes them is no reason to show nothing.
	const records = (await used.complete?.(found, askFor(context)).catch(() => undefined)) ?? found;
	const next = used.list.pages?.next({ answer, count: records.length, at, size: PAGE });
	const typed = filter.toLowerCase();
	const entries = records
		.filter((record) => used.keep?.(record, within) ?? true)
		.map((record) => used.entry(record, context.getTimezone()))
		.filter((entry) => entry.id !== '')
		.filter((entry) => used.search !== undefined || `${entry.name} ${entry.id}`.toLowerCase().includes(typed));
	return { entries, ...(next === undefined ? {} : { next: String(next) }) };
}

/** The values of the other fields that narrow the list, as the person has filled them in so far. */
function narrowingValues(context: ILoadOptionsFunctions, { within = [] }: Picker, resources: readonly Resource[]): IDataObject {
	const owner = resources.find(({ value }) => value === context.getCurrentNodeParameter('resource'));
	const operation = owner?.operations[context.getCurrentNodeParameter('operation') as string];
	// A trigger has no operation; what narrows it are its filters.
	const collection = operation ? collectionOf(operation) : 'filters';
	return chosenIn(context, within.flatMap((name) => [`${collection}.${name}`, name]));
}
