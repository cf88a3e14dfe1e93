/**
 * Paging styles; one that only a single area has is in its `paging.ts`. Each says which parameter sets the page size, which
 * one the position, and whether a page was the last, according to the response if it says anything. If the list continues but
 * cannot be read further, the style says so ({@link ListTruncated}); no list is truncated silently.
 */
import type { Answer } from '../wire';
import { placeOf, totalOf } from './records';

export interface Paging {
	/** In words, for the reference. */
	style: string;
	/** Whether the parameters are in the query or in the body. */
	where: 'query' | 'body';
	/** The parameter that sets the page size and follows the node's Limit. */
	size?: string;
	/** Parameters that users do not see because the node sets them. */
	owns: readonly string[];
	/** The parameter that moves on from page to page. */
	at?: string;
	first: number;
	/** Sent also on the first page. */
	alwaysSent?: boolean;
	/** Page size if all records are requested. */
	largest: number;
	/** A parameter with which the user sets the page size. */
	sizedBy?: string;
	/** What a response says about its list: the position, how many records there are, or else how many at most. */
	position?: (
		answer: Answer,
		given?: Page['given'],
	) => { place?: number; total?: number; atMost?: number };
	/**
	 * The value of `at` for the next page; nothing after the last one.
	 * @throws ListTruncated if there is more, but no way to read it
	 */
	next: (page: Page) => number | undefined;
	/** How a list that is sorted newest first is continued by time if the platform refuses a later page. */
	further?: Further;
}

/**
 * The parameters of a page.
 * @param size undefined to let the platform choose it
 */
export const pageParameters = (
	pages: Paging | undefined,
	at: number,
	size: number | undefined,
): Record<string, number> => {
	const sizedBy = pages?.size ?? pages?.sizedBy;
	return {
		...(sizedBy !== undefined && size !== undefined ? { [sizedBy]: size } : {}),
		...(pages?.at !== undefined && (at !== pages.first || (pages.alwaysSent && size !== undefined))
			? { [pages.at]: at }
			: {}),
	};
};

/** Filters for the rest of a list, which replace the given ones. Records with the same time as the last one are returned again. */
export type Further = (
	last: Readonly<Record<string, unknown>>,
	given: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | undefined;

export interface Page {
	answer: Answer;
	count: number;
	at: number;
	size: number;
	before?: number;
	/** Whether it repeats the records of the previous page: then the requested position was ignored. */
	repeats?: 'certainly' | 'perhaps';
	/** The other given parameters. */
	given?: Readonly<Record<string, unknown>>;
}

/** A list has more than could be read. */
export class ListTruncated extends Error {
	override readonly name = 'ListTruncated';

	constructor(
		/** How many records of the list were reached. */
		readonly readCount: number,
		/** How many there are, if known. */
		readonly all?: number,
	) {
		super(
			`Only part of the list could be read: ${readCount}${all === undefined ? '' : ` of ${all}`} records arrived`,
		);
	}
}

/**
 * Whether a list whose records are counted continues.
 * @param before how many records are before this page
 * @param all how many there are in total, if the response says so
 */
export function hasNextPage(
	{ count, size, repeats }: Page,
	before: number,
	all: number | undefined,
): boolean {
	const reached = before + count;
	if ((count === 0 || repeats === 'certainly') && all !== undefined && before < all)
		throw new ListTruncated(before, all);
	// If a server ignores the position, a page that is not full was everything; after a full one there may be more.
	if (count === 0 || (repeats === 'certainly' && count !== size)) return false;
	// A total smaller than the number of records read is ignored: then only an empty page is the end.
	const total = all !== undefined && all >= reached ? all : undefined;
	// Equal records and no total: it is not known whether they are new ones.
	if (repeats === 'certainly' || (repeats === 'perhaps' && total === undefined))
		throw new ListTruncated(before);
	return total === undefined || reached < total;
}

/** `limit` and `offset`; `{items, total}`, `{data, totalLength}`, `{data, paging}` or a plain array. */
export const limitOffset = ({
	root,
	...options
}: { root?: string } & Partial<Paging> = {}): Paging => ({
	style: 'limit and offset',
	where: 'query',
	size: 'limit',
	owns: ['limit'],
	at: 'offset',
	first: 0,
	largest: 100,
	position: (answer) => ({ place: placeOf(answer, root, 'offset'), total: totalOf(answer, root) }),
	// Continues after the records received: a server may return smaller pages than requested.
	next: (page) =>
		hasNextPage(page, page.at, totalOf(page.answer, root)) ? page.at + page.count : undefined,
	...options,
});

/** Everything in one response, which the node's Limit truncates. */
export const allAtOnce: Paging = {
	style: 'all in one response',
	where: 'query',
	owns: [],
	first: 0,
	largest: Number.MAX_SAFE_INTEGER,
	next: ({ answer, count }) => {
		const all = totalOf(answer);
		if (all !== undefined && count < all) throw new ListTruncated(count, all);
		return undefined;
	},
};
