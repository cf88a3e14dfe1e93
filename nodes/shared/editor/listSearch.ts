/**
 * The list searches of the editor: n8n calls them when a user opens the list of a picker, searches
 * in it, or scrolls to its end.
 */
import {
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
	NodeOperationError,
} from 'n8n-workflow';

import { ofKind } from '../declare/answers';
import { BadInput } from '../declare/badInput';
import { collectionOf } from '../declare/derived/layout';
import { labelOf } from '../declare/fields';
import { recordsOf } from '../declare/lists/listInResponse';
import { pageParameters } from '../declare/lists/paging';
import {
	entriesByName,
	type Picker,
	type PickerEntry,
	withoutValuesUnknownToList,
} from '../declare/lists/picker';
import type { Operation, Resource } from '../declare/operation';
import { withoutUndefined } from '../support/json';
import { plainName } from '../support/text/visibleNames';
import { checkPersonOnly } from '../transport/credentialTypes';
import { answerTo, askFor, chosenIn } from './editorValues';

const PAGE_SIZE = 100;

/** How many pages of the platform's list are read at most for one page of choices. */
const MAX_PAGES = 20;

/** A search in the list of a picker. */
interface PickerSearch {
	context: ILoadOptionsFunctions;
	picker: Picker;
	/** Values of other fields that narrow the list. */
	narrowing?: IDataObject;
	typed?: string;
}

/**
 * The list search of a picker. n8n cannot request more entries if a page of choices is empty, so
 * pages without a match are skipped.
 */
export const pickerSearch = (picker: Picker, resources: readonly Resource[]) =>
	async function (
		this: ILoadOptionsFunctions,
		text = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const typed = plainName(text);
		const narrowing = narrowedBy(this, picker, operationIn(this, resources));
		const pages = pickerPages({ context: this, picker, narrowing, typed }, token);
		const { entries, next } = await firstWithEntries(pages);
		if (entries.length === 0 && next === undefined && token === undefined && typed === '')
			throw nothingToChoose(this, picker);
		return withoutUndefined({
			results: shownEntries(entries, picker),
			paginationToken: next,
		});
	};

/** The first page with entries; the last page if none has any. */
async function firstWithEntries(pages: AsyncIterable<PickerPage>): Promise<PickerPage> {
	let last: PickerPage = { entries: [] };
	for await (const page of pages) {
		if (page.entries.length > 0) return page;
		last = page;
	}
	return last;
}

/** The operation that is chosen in the node; a trigger has none. */
export function operationIn(
	context: ILoadOptionsFunctions,
	resources: readonly Resource[],
): Operation | undefined {
	const owner = resources.find(
		({ value }) => value === context.getCurrentNodeParameter('resource'),
	);
	return owner?.operations[context.getCurrentNodeParameter('operation') as string];
}

/**
 * The ID of the record that a name means; undefined if none or several of the records on the first
 * pages have it.
 * @throws BadInput if the list depends on a field that is not chosen yet
 */
export async function idByName(
	context: ILoadOptionsFunctions,
	picker: Picker,
	name: string,
	operation: Operation | undefined,
): Promise<string | undefined> {
	const narrowing = narrowedBy(context, picker, operation);
	const matches = await entriesByName(name, picker.search !== undefined, async (typed) => {
		const entries: PickerEntry[] = [];
		for await (const page of pickerPages({ context, picker, narrowing, typed }))
			entries.push(...page.entries);
		return entries;
	});
	return matches.length === 1 ? matches[0]!.id : undefined;
}

/**
 * The values of other fields that filter the list of a picker.
 * @throws BadInput if a value is missing that is in the path of the list
 */
function narrowedBy(
	context: ILoadOptionsFunctions,
	picker: Picker,
	operation: Operation | undefined,
): IDataObject {
	// A trigger has no operation. Its lists are filtered by its collection *Filters*.
	const collection = operation ? collectionOf(operation) : 'filters';
	const chosen = chosenIn(
		context,
		(picker.narrowedBy ?? []).flatMap((name) => [`${collection}.${name}`, name]),
	);
	const narrowing = picker.listValues?.(chosen) ?? chosen;
	for (const [name, field] of Object.entries(picker.list.path ?? {}))
		if (!(name in narrowing) && !(name in (picker.always ?? {})))
			throw new BadInput(
				name,
				labelOf(name, field),
				'must be chosen from the list or by ID first, not by an expression or a name: the list depends on it',
			);
	return narrowing;
}

/** The entries as n8n shows them. */
function shownEntries(
	entries: readonly PickerEntry[],
	{ isDescribed }: Picker,
): INodeListSearchItems[] {
	// The workspace or environment distinguishes records of the same name.
	const needsDescription = (name: string) =>
		isDescribed === true || entries.filter((entry) => entry.name === name).length > 1;
	return entries.map(({ id, name, description }) => ({
		name: description && needsDescription(name) ? `${name} (${description})` : name || id,
		value: id,
		...(description ? { description } : {}),
	}));
}

/**
 * The error if there is nothing to choose. Without it, n8n would only say that there are no
 * results. n8n shows only the message of an error, so the message says everything.
 */
function nothingToChoose(
	context: ILoadOptionsFunctions,
	{ noun, list, narrowedBy: fields = [] }: Picker,
): NodeOperationError {
	const permissions = [list.permissions ?? []].flat();
	const narrower = fields.length > 0 ? ', or none that fits the other fields' : '';
	const permission = permissions.length > 0 ? ` (${permissions.join(' or ')})` : '';
	return new NodeOperationError(
		context.getNode(),
		`No ${noun} was found. There is none yet${narrower}, or the account of the credential has no permission to view it${permission}.`,
	);
}

interface PickerPage {
	/** The entries that fit what was typed. */
	entries: PickerEntry[];
	/** The token of the next page. */
	next?: string;
}

/** The pages of a list, beginning at a token, up to the limit for one search. */
export async function* pickerPages(
	search: PickerSearch,
	token?: string,
): AsyncGenerator<PickerPage, void> {
	let page: PickerPage = { entries: [], next: token };
	for (let pages = 0; pages === 0 || (pages < MAX_PAGES && page.next !== undefined); pages++) {
		page = await readPickerPage(search, page.next);
		yield page;
	}
}

/** One page of the entries of a picker. The first page also has the records of its other lists. */
async function readPickerPage(search: PickerSearch, token?: string): Promise<PickerPage> {
	const { records, next } = await recordsAt(search, token);
	const otherPickers = token === undefined ? (search.picker.otherPickers ?? []) : [];
	const otherPages = await Promise.all(
		otherPickers.map(
			async (otherPicker) => await readPickerPage({ ...search, picker: otherPicker }),
		),
	);
	return {
		entries: [...matchingEntries(search, records), ...otherPages.flatMap(({ entries }) => entries)],
		next,
	};
}

/** The records of one page, and the token of the next one. */
async function recordsAt(
	{ context, picker, narrowing = {}, typed = '' }: PickerSearch,
	token: string | undefined,
): Promise<{ records: IDataObject[]; next: string | undefined }> {
	const position = token === undefined ? (picker.list.pages?.first ?? 0) : Number(token);
	checkPersonOnly(picker.list, context.getCurrentNodeParameter('authentication'));
	const values = {
		...picker.always,
		...withoutValuesUnknownToList(picker, narrowing),
		...(typed !== '' && picker.search ? picker.search(typed) : {}),
	};
	const answer = await answerTo(
		context,
		picker.list,
		values,
		pageParameters(picker.list.pages, position, PAGE_SIZE),
	);
	const listed =
		picker.records?.(answer.body) ??
		recordsOf(answer.body, ofKind('list', picker.list.answers).listPath) ??
		[];
	// If names that only complete the entries cannot be read, the entries are shown without them.
	const records =
		(await picker.complete?.(listed, askFor(context)).catch(() => undefined)) ?? listed;
	const next = picker.list.pages?.next({
		answer,
		count: records.length,
		position,
		size: PAGE_SIZE,
	});
	return { records, next: next === undefined ? undefined : String(next) };
}

/**
 * The entries of the records that match the other fields and, if the platform has not searched for
 * it, the typed text.
 */
const matchingEntries = (
	{ context, picker, narrowing = {}, typed = '' }: PickerSearch,
	records: readonly IDataObject[],
): PickerEntry[] =>
	records
		.filter((record) => picker.keep?.(record, narrowing) ?? true)
		.map((record) => picker.entry(record, context.getTimezone()))
		.filter((entry) => entry.id !== '')
		.filter(
			(entry) =>
				picker.search !== undefined ||
				`${entry.name} ${entry.id}`.toLowerCase().includes(typed.toLowerCase()),
		);
