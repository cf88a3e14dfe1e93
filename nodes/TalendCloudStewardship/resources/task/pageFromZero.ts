/** How stewardship tasks are paged. */
import { hasNextPage, type Paging } from '../../../shared/declare/lists/paging';

/**
 * The paging style: `size`, and `page` from 0. The response is a plain array, which does not say
 * whether more records follow.
 */
export const pageFromZero: Paging = {
	style: 'page from 0 and size',
	where: 'query',
	size: 'size',
	owns: ['size', 'page'],
	positionName: 'page',
	first: 0,
	largest: 200,
	// A server may return smaller pages than requested, so only an empty page is certainly the end.
	next: (page) =>
		hasNextPage(page, page.recordsBefore ?? 0, undefined) ? page.position + 1 : undefined,
};
