/** Lists that are read only as far as necessary. */
import type { IDataObject } from 'n8n-workflow';

import { pagesInTurn } from '../../../../nodes/records/lists/pagesInTurn';

/** Reads a list of so many records. */
async function pagesOf(total: number, most: number) {
	const requested: IDataObject[] = [];
	const ask = async (page: IDataObject) => {
		requested.push(page);
		const count = Math.min(Number(page.limit), total - Number(page.offset));
		return await Promise.resolve({ items: Array.from({ length: count }, () => ({})), total });
	};
	const sizes: number[] = [];
	for await (const records of pagesInTurn(ask, most)) sizes.push(records.length);
	return { requested, sizes };
}

test('each page is requested by its offset, the first one as well', async () => {
	expect(await pagesOf(250, 9)).toEqual({
		requested: [0, 100, 200].map((offset) => ({ limit: 100, offset })),
		sizes: [100, 100, 50],
	});
});

test('no more pages are read than the caller allows', async () => {
	expect((await pagesOf(250, 2)).sizes).toEqual([100, 100]);
});
