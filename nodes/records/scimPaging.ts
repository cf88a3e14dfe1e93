/** How SCIM pages its lists. */
import { hasNextPage, type Paging } from '../shared/declare/lists/paging';
import { placeOf, totalOf } from '../shared/declare/lists/records';

/** SCIM: `count` and the 1-based `startIndex`; `{Resources, totalResults}`. */
export const scimList = (options: { where?: 'query' | 'body' } = {}): Paging => ({
	style: 'SCIM startIndex and count',
	where: options.where ?? 'query',
	size: 'count',
	owns: ['count'],
	at: 'startIndex',
	first: 1,
	largest: 100,
	position: (answer) => ({
		place: placeOf(answer, undefined, 'startIndex'),
		total: totalOf(answer),
	}),
	next: (page) =>
		hasNextPage(page, page.at - 1, totalOf(page.answer)) ? page.at + page.count : undefined,
});
