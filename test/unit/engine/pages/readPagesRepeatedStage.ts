/** Lists in each paging style whose pages repeat records. */
import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { logIndex } from '../../../../nodes/records/lists/logPaging';
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import { limitOffset, type Paging } from '../../../../nodes/shared/declare/lists/paging';
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

/** More than any of these lists needs. */
const WITHOUT_END = 3_000;

interface Served {
	records: IDataObject[];
	total?: number;
}

/** How each style says a page. */
export const STYLES: Record<
	string,
	{ pages: Paging; say: (served: Served, page: IDataObject) => Partial<Answer> }
> = {
	'limit and offset': {
		pages: limitOffset(),
		say: ({ records, total }) => ({ body: { items: records, total } }),
	},
	'a plain array': { pages: limitOffset(), say: ({ records }) => ({ body: records }) },
	SCIM: {
		pages: scimList(),
		say: ({ records, total }) => ({ body: { Resources: records, totalResults: total } }),
	},
	'totals in headers': {
		pages: pageHeaders,
		say: ({ records, total }) => ({
			body: records,
			...(total === undefined ? {} : { headers: { 'total-elements': String(total) } }),
		}),
	},
	'never the last page': {
		pages: pageHeaders,
		say: ({ records }) => ({ body: records, headers: { 'page-last': 'false' } }),
	},
	'log entries': {
		pages: logIndex,
		say: ({ records, total }, { startIndex }) => ({
			body: {
				data: records,
				nextIndex: Number(startIndex ?? 0) + Math.max(1, records.length),
				totalSize: total ?? 1_000_000,
			},
		}),
	},
};

export async function read(
	style: string,
	serve: (asked: number) => Served,
	{ key, limit }: { key?: string; limit?: number } = {},
) {
	const { pages, say } = STYLES[style]!;
	let asked = 0;
	const op = stub<OperationContext<Message>>({
		send: (
			_operation: RequestOperation,
			_input: Input,
			page: IDataObject = {},
		): Promise<Answer> => {
			if (asked++ >= WITHOUT_END) throw new Error('asks without end');
			return Promise.resolve({
				status: 200,
				headers: {},
				body: undefined,
				...say(serve(asked - 1), page),
			});
		},
		...showing(),
	});
	const operation = stub<RequestOperation>({ pages, answers: { kind: 'list', key } });
	const records: IDataObject[] = [];
	const failure = await readPages(
		op,
		{ operation, input: { query: {}, body: {}, settings: {}, path: {}, values: {} }, limit },
		(some) => void records.push(...some),
	).then(
		() => undefined,
		(error: Error) => error.message,
	);
	return { failure, records, asked };
}

export const some = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${from + index}` }));

export const turned = (records: IDataObject[], by: number) => [
	...records.slice(by % records.length),
	...records.slice(0, by % records.length),
];
