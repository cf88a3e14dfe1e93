/**
 * Paging styles that several areas use; others are beside their list. A style says which parameters
 * set the size and the position of a page, and how the position of the next page follows from the
 * response. If a list continues but cannot be read further, the style throws
 * ({@link ListTruncated}): no list is truncated silently.
 */
import type { Answer } from '../runtime/exchange';
import { numberOfPage, totalOf } from './listInResponse';

export interface Paging {
	/** A description for the reference. */
	style: string;
	/** Whether the parameters are in the query or in the body. */
	where: 'query' | 'body';
	/** The parameter that sets the page size and follows the node's Limit. */
	size?: string;
	/** Parameters that users do not see because the node sets them. */
	owns: readonly string[];
	/** The parameter with the position: it grows from page to page. */
	positionName?: string;
	/** The position of the first page. */
	first: number;
	/** Whether the position is also sent for the first page. */
	alwaysSent?: boolean;
	/** The largest page size, which is used if all records are requested. */
	largest: number;
	/** A parameter with which the user sets the page size. */
	sizedBy?: string;
	/**
	 * What a response says about its page and its list: the position, the total, or how many records
	 * the list has at most.
	 */
	reported?: (
		answer: Answer,
		filters?: Page['filters'],
	) => { position?: number; total?: number; atMost?: number };
	/**
	 * The position of the next page; nothing after the last one.
	 * @throws ListTruncated if there is more, but no way to read it
	 */
	next: (page: Page) => number | undefined;
	/**
	 * How a list that is sorted newest first is continued by time if the platform refuses a later
	 * page.
	 */
	further?: FurtherFilters;
	/** How many records of such a list the platform lists at most, whatever its filters. */
	mostListed?: number;
}

/**
 * The parameters of the request for a page.
 * @param size undefined to let the platform choose it
 */
export const pageParameters = (
	pages: Paging | undefined,
	position: number,
	size: number | undefined,
): Record<string, number> => {
	const sizedBy = pages?.size ?? pages?.sizedBy;
	return {
		...(sizedBy !== undefined && size !== undefined ? { [sizedBy]: size } : {}),
		...(pages?.positionName !== undefined &&
		(position !== pages.first || (pages.alwaysSent && size !== undefined))
			? { [pages.positionName]: position }
			: {}),
	};
};

/**
 * The filters for the records that follow the last one that was read; they replace the present
 * filters. Records with the same time as the last one are returned again.
 */
export type FurtherFilters = (
	last: Readonly<Record<string, unknown>>,
	filters: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | undefined;

/**
 * One page of a list that was read, from which its paging style derives the position of the next
 * one.
 */
export interface Page {
	answer: Answer;
	/** How many records the page has. */
	count: number;
	/** The position that was requested. */
	position: number;
	/** How many records were requested. */
	size: number;
	/** How many records of the list are before the page. */
	recordsBefore?: number;
	/**
	 * Whether the page has the same records as the previous one, because the platform ignored the
	 * requested position.
	 */
	repeats?: 'certainly' | 'perhaps';
	/** The other parameters of the request. */
	filters?: Readonly<Record<string, unknown>>;
}

/** A list has more records than could be read. */
export class ListTruncated extends Error {
	override readonly name = 'ListTruncated';

	constructor(
		/** How many records of the list were reached. */
		readonly readCount: number,
		/** How many records the list has, if known. */
		readonly total?: number,
	) {
		super(
			`Only part of the list could be read: ${total === undefined ? `${readCount} record${readCount === 1 ? '' : 's'}` : `${readCount} of ${total} records`} arrived`,
		);
	}
}

/**
 * Whether a list of which every record has a number continues after a page.
 * @param recordsBefore how many records of the list are before the page
 * @param reportedTotal how many records the list has, if the response says so
 * @throws ListTruncated if the platform does not return all of them
 */
export function hasNextPage(
	{ count, size, repeats }: Page,
	recordsBefore: number,
	reportedTotal: number | undefined,
): boolean {
	const readCount = recordsBefore + count;
	const hasNothingNew = count === 0 || repeats === 'certainly';
	if (hasNothingNew && reportedTotal !== undefined && recordsBefore < reportedTotal)
		throw new ListTruncated(recordsBefore, reportedTotal);
	// If a server ignores the position, a page that is not full was everything; after a full one
	// there may be more.
	if (count === 0 || (repeats === 'certainly' && count !== size)) return false;
	// A total smaller than the number of records read is wrong, and ignored: the list ends with an
	// empty page then.
	const total =
		reportedTotal !== undefined && reportedTotal >= readCount ? reportedTotal : undefined;
	// Without a total, it is not known whether equal records are the same ones.
	if (repeats === 'certainly' || (repeats === 'perhaps' && total === undefined))
		throw new ListTruncated(recordsBefore);
	return total === undefined || readCount < total;
}

/**
 * Whether a page is the last one, where a list is read only as far as necessary. A short page can
 * be followed by others if the total says so.
 * @param readCount how many records have been read, with this page
 */
export const isLastPage = (
	{ count, size }: Pick<Page, 'count' | 'size'>,
	readCount: number,
	total: number | undefined,
): boolean =>
	count === 0 || (total !== undefined && total >= readCount ? total === readCount : count < size);

/**
 * `limit` and `offset`; `{items, total}`, `{data, totalLength}`, `{data, paging}` or a plain array.
 */
export const limitOffset = ({
	listPath,
	...options
}: { listPath?: string } & Partial<Paging> = {}): Paging => ({
	style: 'limit and offset',
	where: 'query',
	size: 'limit',
	owns: ['limit'],
	positionName: 'offset',
	first: 0,
	largest: 100,
	reported: (answer) => ({
		position: numberOfPage(answer, listPath, 'offset'),
		total: totalOf(answer, listPath),
	}),
	// A server may return smaller pages than requested, so the next one begins after the records that
	// it returned.
	next: (page) =>
		hasNextPage(page, page.position, totalOf(page.answer, listPath))
			? page.position + page.count
			: undefined,
	...options,
});

/** The whole list is in one response; the node's Limit truncates it. */
export const allAtOnce: Paging = {
	style: 'all in one response',
	where: 'query',
	owns: [],
	first: 0,
	largest: Number.MAX_SAFE_INTEGER,
	next: ({ answer, count }) => {
		const total = totalOf(answer);
		if (total !== undefined && count < total) throw new ListTruncated(count, total);
		return undefined;
	},
};
