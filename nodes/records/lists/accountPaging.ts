/** How the Account API pages audit logs, users, groups and roles. */
import { countIn, totalOf } from '../../shared/declare/lists/listInResponse';
import {
	hasNextPage,
	ListTruncated,
	type Page,
	type Paging,
} from '../../shared/declare/lists/paging';

/**
 * Whether the headers announce another page; undefined if they do not say so.
 * @param isShort whether the total in the headers is larger than the number of records that were
 * read
 */
function announcesMore({ answer, position }: Page, isShort: boolean): boolean | undefined {
	const { 'page-last': last, 'total-pages': total } = answer.headers;
	const pages = countIn(total) ?? 0;
	if (last === 'true') return false;
	if (last === 'false' || pages > position || isShort) return true;
	return last === undefined && pages > 0 ? false : undefined;
}

/**
 * The paging style: `page` and `size`; headers of the response say which page it is, and how many
 * there are.
 */
export const pageHeaders: Paging = {
	style: 'page and size, with totals in headers',
	where: 'query',
	sizedBy: 'size',
	owns: [],
	positionName: 'page',
	first: 1,
	largest: 1000,
	reported: (answer) => ({
		position: countIn(answer.headers['page-number']),
		total: totalOf(answer),
	}),
	next: (page) => {
		const {
			answer,
			count,
			position,
			size,
			recordsBefore: before = (position - 1) * size,
			repeats,
		} = page;
		const all = totalOf(answer);
		const isShort = all !== undefined && before + count < all;
		const announced = announcesMore(page, isShort);
		if (announced === false) {
			if (isShort) throw new ListTruncated(before + count, all);
			return undefined;
		}
		if (announced && repeats === 'certainly') throw new ListTruncated(before, all);
		if (announced && count > 0) return position + 1;
		return hasNextPage(page, before, all) ? position + 1 : undefined;
	},
};
