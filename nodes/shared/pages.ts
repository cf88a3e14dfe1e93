/**
 * The paging styles of the interface. Each says which parameter sizes a page, which one moves on
 * and how an answer tells what comes next; reading the pages is the same for all. Answers are
 * read tolerantly: documents and vendor differ in the names around a list (vendor-facts).
 */
import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './send';

export interface Paging {
	/** In words, for the reference. */
	style: string;
	/** Whether the parameters stand in the query or in the body. */
	where: 'query' | 'body';
	/** The parameter that sizes a page and is set from the node's Limit. */
	size?: string;
	/** Parameters that a person does not see because the node sets them. */
	owns: readonly string[];
	/** The parameter that moves on from page to page. */
	at?: string;
	/** Where it starts. */
	first: number;
	/** Sent also on the first page. */
	alwaysSent?: boolean;
	/** Page size when all records are wanted. */
	largest: number;
	/** A parameter by which the person sizes the pages. */
	sizedBy?: string;
	/** The value of `at` for the page after this one, or nothing when it was the last. */
	next: (page: Page) => number | undefined;
}

export interface Page {
	answer: Answer;
	/** Records of this page. */
	count: number;
	/** Where this page started. */
	at: number;
	/** The size that was asked for. */
	size: number;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The places in which an answer carries its list. */
const LISTS = ['items', 'data', 'Resources', 'results'] as const;

/** The object around a list: the body, or the field of it that `root` names. */
function envelope(body: unknown, root?: string): unknown {
	return root !== undefined && isObject(body) ? body[root] : body;
}

/**
 * The records of a page: the body itself when it is an array, else the list in it.
 * Nothing when the answer has no list.
 */
export function recordsOf(body: unknown, root?: string): IDataObject[] | undefined {
	if (body === undefined || body === null || body === '') return [];
	const around = envelope(body, root);
	if (Array.isArray(around)) return around as IDataObject[];
	if (!isObject(around)) return undefined;
	for (const name of LISTS) {
		const list = around[name];
		if (Array.isArray(list)) return list as IDataObject[];
	}
	// An empty SCIM list may leave `Resources` out, and an empty log page its `data`.
	if (total(around) === 0 || around.size === 0) return [];
	return undefined;
}

/** How many records there are in all, where the answer tells. */
function total(around: IDataObject): number | undefined {
	const paging = isObject(around.paging) ? around.paging : {};
	for (const value of [around.total, around.totalLength, around.totalResults, paging.total]) {
		const count = Number(value);
		if (value !== undefined && value !== null && Number.isFinite(count)) return count;
	}
	return undefined;
}

/** How many records an answer says that there are in all, in its body or its headers. */
export function totalTold(answer: Answer, root?: string): number | undefined {
	const inHeader = Number(answer.headers['total-elements'] || NaN);
	return totalOf(answer, root) ?? (Number.isFinite(inHeader) ? inHeader : undefined);
}

/** Whether an answer says how many records or pages there are in all. */
export const tellsTotal = ({ body, headers }: Answer): boolean =>
	(isObject(body) && total(body) !== undefined) || headers['page-last'] !== undefined || headers['total-pages'] !== undefined;

const totalOf = (answer: Answer, root?: string) => {
	const around = envelope(answer.body, root);
	return isObject(around) ? total(around) : undefined;
};

/** Moves on by what has come: a server may give smaller pages than asked for. */
function counted(root?: string): Paging['next'] {
	return ({ answer, count, at }) => {
		if (count === 0) return undefined;
		const all = totalOf(answer, root);
		// A server may cap its pages below the size asked for: without a total only an empty page is the end.
		return all === undefined || at + count < all ? at + count : undefined;
	};
}

/** `limit` and `offset`; `{items, total}`, `{data, totalLength}`, `{data, paging}` or a plain array. */
export const limitOffset = (
	options: { where?: 'query' | 'body'; largest?: number; root?: string; alwaysSent?: boolean } = {},
): Paging => ({
	style: 'limit and offset',
	where: options.where ?? 'query',
	size: 'limit',
	owns: ['limit'],
	at: 'offset',
	first: 0,
	alwaysSent: options.alwaysSent,
	largest: options.largest ?? 100,
	next: counted(options.root),
});

/** SCIM: `count` and the 1-based `startIndex`; `{Resources, totalResults}`. */
export const scimList = (options: { where?: 'query' | 'body' } = {}): Paging => ({
	style: 'SCIM startIndex and count',
	where: options.where ?? 'query',
	size: 'count',
	owns: ['count'],
	at: 'startIndex',
	first: 1,
	largest: 100,
	next: ({ answer, count, at }) => {
		if (count === 0) return undefined;
		const all = totalOf(answer);
		return all === undefined || at - 1 + count < all ? at + count : undefined;
	},
});

/** Execution logs: `count`, `startIndex`, and `nextIndex` in the answer. */
export const logIndex: Paging = {
	style: 'startIndex and nextIndex',
	where: 'query',
	size: 'count',
	owns: ['count'],
	at: 'startIndex',
	first: 0,
	largest: 200,
	next: ({ answer, count, at }) => {
		const next = isObject(answer.body) ? answer.body.nextIndex : undefined;
		if (count === 0 || next === undefined || next === null || next === '') return undefined;
		const index = Number(next);
		return Number.isFinite(index) && index > at ? index : undefined;
	},
};

/** Audit logs: `page` and `size`, with the page's place in the headers of the answer. */
export const pageHeaders: Paging = {
	style: 'page and size, told in headers',
	where: 'query',
	sizedBy: 'size',
	owns: [],
	at: 'page',
	first: 1,
	largest: 1000,
	next: ({ answer, count, at, size }) => {
		if (count === 0 || answer.headers['page-last'] === 'true') return undefined;
		const pages = Number(answer.headers['total-pages']);
		if (answer.headers['page-last'] === undefined && Number.isFinite(pages) && pages > 0)
			return at < pages ? at + 1 : undefined;
		if (answer.headers['page-last'] === undefined && count < size) return undefined;
		return at + 1;
	},
};

/** Everything in one answer; the node's Limit only cuts it. */
export const allAtOnce: Paging = {
	style: 'all in one answer',
	where: 'query',
	owns: [],
	first: 0,
	largest: Number.MAX_SAFE_INTEGER,
	next: () => undefined,
};
