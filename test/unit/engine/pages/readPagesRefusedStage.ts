/**
 * Lists whose later pages a platform refuses, and how they are read.
 */
import { type IDataObject } from 'n8n-workflow';

import type { Answers } from '../../../../nodes/shared/declare/answers';
import { type Paging } from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	Effect,
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { readPages } from '../../../../nodes/shared/engine/pages/readPages';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

/** What the platform answers to a request for a page, and to the filters of the list. */
export type Serve = (
	page: IDataObject,
	given: IDataObject,
) => { body: unknown; headers?: Record<string, string> };

/** Reads a list, also to an error: the requests, the records and the error. */
export async function read(
	pages: Paging,
	serve: Serve,
	{
		limit,
		given = {},
		answers = { key: 'id' },
		remembersAll,
		effect = 'read',
	}: {
		limit?: number;
		given?: IDataObject;
		answers?: Partial<Answers>;
		remembersAll?: boolean;
		effect?: Effect;
	} = {},
) {
	const asked: IDataObject[] = [];
	const taken: IDataObject[][] = [];
	const hints: string[] = [];
	const op = stub<OperationContext<Message>>({
		send: async (_of: RequestOperation, { query, body }: Input, page: IDataObject = {}) => {
			const filters = (pages.where === 'body' ? body : query) as IDataObject;
			asked.push({ ...filters, ...page });
			if (asked.length > 60) throw new Error('asks without end');
			await Promise.resolve();
			return { status: 200, headers: {}, ...serve(page, filters) };
		},
		...showing(hints),
	});
	const input = {
		query: pages.where === 'query' ? given : { own: 1 },
		body: pages.where === 'body' ? given : { own: 1 },
		settings: {},
		path: {},
		values: {},
	};
	const error = await readPages(
		op,
		{
			operation: stub<RequestOperation>({ pages, effect, answers: { kind: 'list', ...answers } }),
			input,
			limit,
			remembersAll,
		},
		(some) => void taken.push(some),
	).then(
		() => undefined,
		(caught: Error & { description?: string }) => caught,
	);
	return { asked, error, taken, hints, ids: taken.flat().map(({ id }) => id) };
}

/** Records, newest first; `perTime` of them have the same time. */
export const history = (count: number, perTime = 1) =>
	Array.from({ length: count }, (_, index) => ({
		id: `r${index}`,
		at: Math.floor((count - 1 - index) / perTime),
	}));

/** The IDs of the first records of a `history`, or of those from one on. */
export const ids = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `r${from + index}`);
