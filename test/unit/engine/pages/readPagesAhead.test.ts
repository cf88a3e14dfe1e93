/**
 * How many pages of a list are requested at a time.
 */
import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
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
import { FORMS, readAll, type Serve, slice, wanted } from './readPagesStage';

describe('pages that are requested ahead', () => {
	/**
	 * How many requests are under way together, at most, of a server that answers each after the same
	 * time.
	 */
	async function mostUnderWay(pages: Paging, serve: Serve, limit?: number) {
		let underWay = 0;
		let most = 0;
		const op = stub<OperationContext<Message>>({
			send: async (
				_operation: RequestOperation,
				_input: Input,
				page: IDataObject = {},
			): Promise<Answer> => {
				most = Math.max(most, ++underWay);
				await new Promise((resolve) => setImmediate(resolve));
				underWay--;
				return { status: 200, headers: {}, ...serve(page) };
			},
			...showing(),
		});
		const operation = stub<RequestOperation>({ pages, answers: { kind: 'list' } });
		const records: IDataObject[] = [];
		await readPages(
			op,
			{ operation, input: { query: {}, body: {}, settings: {}, path: {}, values: {} }, limit },
			(some) => void records.push(...some),
		);
		return { most, ids: records.map(({ id }) => id) };
	}
	const serve =
		(form: string, count: number, least = 0): Serve =>
		({ limit, offset }) => ({
			body: FORMS[form]!(count, Number(offset ?? 0), Math.max(least, Number(limit ?? 100))),
		});

	test.each([
		[100, 1],
		[101, 1],
		[200, 1],
		[201, 2],
		[300, 2],
		[301, 2],
		[400, 2],
		[401, 2],
		[500, 2],
		[501, 2],
		[950, 2],
	])('a total of %i records allows %i pages to be requested at a time', async (count, most) => {
		const read = await mostUnderWay(limitOffset(), serve('items, total', count));
		expect(read).toEqual({ most, ids: wanted(count) });
	});

	test('two numbered pages are requested ahead', async () => {
		const numbered: Serve = ({ page }) => ({
			body: slice(5_500, (Number(page ?? 1) - 1) * 1_000, 1_000),
			headers: { 'total-elements': '5500', 'page-last': String(page === 6) },
		});
		expect(await mostUnderWay(pageHeaders, numbered)).toEqual({ most: 2, ids: wanted(5_500) });
	});

	test('one page is requested ahead if the number of records is not known', async () => {
		expect(await mostUnderWay(limitOffset(), serve('items without a total', 950))).toEqual({
			most: 1,
			ids: wanted(950),
		});
	});

	test('one page is requested ahead if later pages may be refused', async () => {
		expect(
			(await mostUnderWay(limitOffset({ further: () => undefined }), serve('items, total', 950)))
				.most,
		).toBe(1);
	});

	test('no page beyond the limit is requested', async () => {
		for (const limit of [100, 101, 200, 201, 300])
			expect(
				(await readAll(limitOffset(), serve('items, total', 950), { limit })).asked,
			).toHaveLength(Math.ceil(limit / 100));
	});

	test('a page that fails makes the list fail in its turn, without an unhandled error', async () => {
		const failing: Serve = ({ offset }) => {
			if (Number(offset ?? 0) >= 200) throw new Error(`no page at ${String(offset)}`);
			return serve('items, total', 950)({ limit: 100, offset });
		};
		await expect(mostUnderWay(limitOffset(), failing)).rejects.toThrow('no page at 200');
	});
});
