/** Reads a list whose pages are scripted. */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import type { Page, Paging } from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import type { Input } from '../../../../nodes/shared/declare/runtime/context';
import { readPages } from '../../../../nodes/shared/engine/pages/readPages';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

/**
 * What the platform says: the IDs of the records of a page, where the next one begins, and what it
 * says about the list.
 */
export interface Scripted {
	ids: string;
	next?: number;
	place?: number;
	total?: number;
}

export const REFUSED = 'refused';

const recordsOf = (ids: string) =>
	ids.split(' ').map((id) => (id === 'null' ? null : { id }) as IDataObject);

export async function read(
	scripted: Array<Scripted | typeof REFUSED>,
	{
		key = 'id',
		limit,
		given = {},
		...more
	}: Partial<Paging> & { key?: string | null; limit?: number; given?: IDataObject } = {},
	isPaged = true,
) {
	const asked: IDataObject[] = [];
	const continued: Array<Pick<Page, 'position' | 'recordsBefore' | 'count' | 'repeats' | 'size'>> =
		[];
	const pages: Paging = {
		style: 'scripted',
		where: 'query',
		size: 'count',
		owns: [],
		positionName: 'from',
		first: 0,
		largest: 2,
		reported: ({ body }) => ({
			position: (body as Scripted).place,
			total: (body as Scripted).total,
		}),
		next: ({ answer, position, recordsBefore, count, repeats, size }) => {
			continued.push({ position, recordsBefore, count, repeats, size });
			return (answer.body as Scripted).next;
		},
		...more,
	};
	const op = stub<OperationContext<Message>>({
		send: async (_of: RequestOperation, { query }: Input, page: IDataObject = {}) => {
			asked.push({ ...query, ...page });
			const answer = scripted[asked.length - 1];
			await Promise.resolve();
			if (answer === undefined) throw new Error('asked too often');
			if (answer === REFUSED)
				throw new NodeApiError(
					{ name: 'Node' } as INode,
					{},
					{ message: 'refused', httpCode: '400' },
				);
			return { status: 200, headers: {}, body: { ...answer, items: recordsOf(answer.ids) } };
		},
		...showing(),
	});
	const operation = stub<RequestOperation>({
		...(isPaged ? { pages } : {}),
		answers: { kind: 'list', key: key ?? undefined },
	});
	const records: unknown[] = [];
	const failed = await readPages(
		op,
		{ operation, input: { query: given, body: {}, settings: {}, path: {}, values: {} }, limit },
		(some) => void records.push(...some),
	).then(
		() => undefined,
		({ message }: Error) => message,
	);
	return {
		asked,
		continued,
		failed,
		ids: records.map((record) => (record as IDataObject | null)?.id ?? null),
	};
}
