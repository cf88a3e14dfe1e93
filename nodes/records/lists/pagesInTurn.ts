/** Lists with `limit` and `offset` that are read only as far as necessary. */
import type { IDataObject } from 'n8n-workflow';

import { recordsOf, totalIn } from '../../shared/declare/lists/listInResponse';
import { isLastPage } from '../../shared/declare/lists/paging';

/** The page size, which every such list takes. */
const PAGE_SIZE = 100;

/**
 * Reads the pages of a list, one after the other, until the caller stops or the list ends.
 * @param ask reads a page
 * @param most the maximum number of pages
 */
export async function* pagesInTurn(
	ask: (page: IDataObject) => Promise<unknown>,
	most: number,
): AsyncGenerator<IDataObject[], void> {
	for (let page = 0, offset = 0; page < most; page++) {
		const body = await ask({ limit: PAGE_SIZE, offset });
		const records = recordsOf(body) ?? [];
		yield records;
		offset += records.length;
		if (isLastPage({ count: records.length, size: PAGE_SIZE }, offset, totalIn(body))) return;
	}
}
