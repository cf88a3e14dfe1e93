/**
 * The paging styles of the interface. Each says which parameter sizes a page, which one moves on
 * and how an answer tells what comes next; reading the pages is the same for all. Answers are
 * read tolerantly: documents and vendor differ in the names around a list (vendor-facts).
 */
import { isObject } from '../support/json';
import type { Answer } from './wire';
import { totalOf } from './lists';

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
