/** How audit logs and identities are paged. */
import { hasNextPage, ListTruncated, type Paging } from '../shared/declare/lists/paging';
import { countIn, totalOf } from '../shared/declare/lists/records';

/** Audit logs: `page` and `size`, with the page's place in the headers of the answer. */
export const pageHeaders: Paging = {
	style: 'page and size, with totals in headers',
	where: 'query',
	sizedBy: 'size',
	owns: [],
	at: 'page',
	first: 1,
	largest: 1000,
	position: (answer) => ({ place: countIn(answer.headers['page-number']), total: totalOf(answer) }),
	next: (page) => {
		const { answer, count, at, size, before = (at - 1) * size, repeats } = page;
		const { 'page-last': last, 'total-pages': pages } = answer.headers;
		const all = totalOf(answer);
		const more = all !== undefined && before + count < all;
		if (last === 'true') {
			if (more) throw new ListTruncated(before + count, all);
			return undefined;
		}
		const reported = last === 'false' || (countIn(pages) ?? 0) > at || more;
		if (reported && count > 0 && repeats !== 'certainly') return at + 1;
		if (reported && repeats === 'certainly') throw new ListTruncated(before, all);
		if (last === undefined && (countIn(pages) ?? 0) > 0 && !more) return undefined;
		return hasNextPage(page, before, all) ? at + 1 : undefined;
	},
};
