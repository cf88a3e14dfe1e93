/** How the entries of execution logs are paged. */
import type { IDataObject } from 'n8n-workflow';

import { countIn } from '../../shared/declare/lists/listInResponse';
import { ListTruncated, type Page, type Paging } from '../../shared/declare/lists/paging';
import { objectIn } from '../../shared/support/json';

/**
 * How many entries a log has. `totalSize` counts all of it, including entries outside the requested
 * time.
 */
export function sizeOfLog(
	body: unknown,
	filters: Page['filters'] = {},
): { total?: number; atMost?: number } {
	const { totalSizeFiltered, totalSize } = objectIn(body);
	const isWithin = filters.startTime !== undefined || filters.endTime !== undefined;
	const atMost = countIn(totalSize);
	return { total: countIn(totalSizeFiltered) ?? (isWithin ? undefined : atMost), atMost };
}

/** The index at which the next entries begin; 0 if the response does not say so. */
const indexIn = ({ nextIndex }: IDataObject): number => countIn(nextIndex) ?? 0;

/**
 * Whether an index continues after a page. It does not if the page is empty and at the end of the
 * log.
 */
const leadsOn = (page: Page, index: number): boolean =>
	index > page.position &&
	(page.count > 0 || index < (countIn(objectIn(page.answer.body).totalSize) ?? 0));

/** The paging style of execution logs: `count`, `startIndex`, and `nextIndex` in the response. */
export const logIndex: Paging = {
	style: 'startIndex and nextIndex',
	where: 'query',
	size: 'count',
	owns: ['count'],
	positionName: 'startIndex',
	first: 0,
	largest: 200,
	reported: ({ body }, filters) => sizeOfLog(body, filters),
	next: (page) => {
		const { count, position, recordsBefore: before = position, repeats } = page;
		const body = objectIn(page.answer.body);
		const index = indexIn(body);
		const { total } = sizeOfLog(body, page.filters);
		// A page whose entries all equal those of the previous page has nothing new; this is no
		// coincidence.
		const isRepeat = repeats === 'certainly';
		const reached = isRepeat ? before : before + count;
		const isShort = total !== undefined && reached < total;
		const goesOn = leadsOn(page, index);
		if (goesOn && !isRepeat) return index;
		if (goesOn || isShort) throw new ListTruncated(reached, isShort ? total : undefined);
		// An index before this page says that there are more entries, but not where they begin.
		if (index > 0 && count > 0 && total === undefined) throw new ListTruncated(reached);
		return undefined;
	},
};
