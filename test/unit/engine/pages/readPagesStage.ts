/**
 * Lists of any length that a server returns in pages, and how they are read: what the tests of
 * lists share.
 */
import type { IDataObject } from 'n8n-workflow';

import { type Paging } from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import type { Answer } from '../../../../nodes/shared/declare/runtime/exchange';
import { readPages } from '../../../../nodes/shared/engine/pages/readPages';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

/** This many records, in the order of the list. */
export const all = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

/** A server with a number of records, in one of the forms in which lists come. */
export type Serve = (page: IDataObject) => { body: unknown; headers?: Record<string, string> };

/** Reads a list, and says which records came and which pages were requested. */
export async function readAll(
	pages: Paging,
	serve: Serve,
	options: { limit?: number; query?: IDataObject; key?: string; listPath?: string } = {},
) {
	const asked: IDataObject[] = [];
	const op = stub<OperationContext<Message>>({
		send: (
			_operation: RequestOperation,
			_input: Input,
			page: IDataObject = {},
		): Promise<Answer> => {
			asked.push(page);
			if (asked.length > 200) throw new Error('asks without end');
			return Promise.resolve({ status: 200, headers: {}, ...serve({ ...options.query, ...page }) });
		},
		...showing(),
	});
	const operation = stub<RequestOperation>({
		pages,
		answers: { kind: 'list', key: options.key, listPath: options.listPath },
	});
	const input = {
		query: options.query ?? {},
		body: options.query ?? {},
		settings: {},
		path: {},
		values: {},
	};
	const records: IDataObject[] = [];
	await readPages(
		op,
		{ operation, input, limit: options.limit },
		(some) => void records.push(...some),
	);
	return { ids: records.map(({ id }) => id), asked };
}

/** At most `limit` of `count` records, from `offset` on. */
export const slice = (count: number, offset: number, limit: number) =>
	all(count).slice(offset, offset + limit);

/** The IDs of `count` records, from one on. */
export const wanted = (count: number, from = 0) =>
	all(count)
		.slice(from)
		.map(({ id }) => id);

/** The forms of a response with a page by limit and offset. */
export const FORMS: Record<string, (count: number, offset: number, limit: number) => unknown> = {
	'items, total': (count, offset, limit) => ({
		items: slice(count, offset, limit),
		limit,
		offset,
		total: count,
	}),
	'data, totalLength': (count, offset, limit) => ({
		data: slice(count, offset, limit),
		limit,
		offset,
		totalLength: count,
	}),
	'data, paging': (count, offset, limit) => ({
		data: slice(count, offset, limit),
		paging: { limit, offset, total: count },
	}),
	'items without a total': (count, offset, limit) => ({ items: slice(count, offset, limit) }),
	'a plain array': (count, offset, limit) => slice(count, offset, limit),
	'a total as text': (count, offset, limit) => ({
		items: slice(count, offset, limit),
		total: String(count),
	}),
};
