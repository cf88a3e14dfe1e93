/** How stewardship tasks are paged. */
import { hasNextPage, type Paging } from '../shared/declare/lists/paging';

/** Data Stewardship: `size`, and `page` from 0; a plain array that says nothing of the rest. */
export const pageFromZero: Paging = {
	style: 'page from 0 and size',
	where: 'query',
	size: 'size',
	owns: ['size', 'page'],
	positionName: 'page',
	first: 0,
	largest: 200,
	// A server may return smaller pages than requested: only an empty page is known to be the end.
	next: (page) =>
		hasNextPage(page, page.recordsBefore ?? 0, undefined) ? page.position + 1 : undefined,
};
