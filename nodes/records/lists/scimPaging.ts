/** How SCIM pages its lists. */
import { numberOfPage, totalOf } from '../../shared/declare/lists/listInResponse';
import { hasNextPage, type Paging } from '../../shared/declare/lists/paging';

/**
 * The paging style of SCIM: `count` and `startIndex`, which begins at 1; the response is
 * `{Resources, totalResults}`.
 */
export const scimList = (options: { where?: 'query' | 'body' } = {}): Paging => ({
	style: 'SCIM startIndex and count',
	where: options.where ?? 'query',
	size: 'count',
	owns: ['count'],
	positionName: 'startIndex',
	first: 1,
	largest: 100,
	reported: (answer) => ({
		position: numberOfPage(answer, undefined, 'startIndex'),
		total: totalOf(answer),
	}),
	next: (page) =>
		hasNextPage(page, page.position - 1, totalOf(page.answer))
			? page.position + page.count
			: undefined,
});
