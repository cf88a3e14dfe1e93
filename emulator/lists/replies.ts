/** How lists are divided into pages, filtered and sorted. */
import { ok, type Request, type Result } from '../handler';
import { badRequest } from '../refusals';

type Values = Record<string, unknown>;

/** Puts records into a response: the requested part, in the envelope of the list. */
export type ListReply = <T>(
	all: readonly T[],
	parameters: Values,
	show: (record: T) => unknown,
) => Result;

/** How many records a page has, if the request does not say. */
const PAGE_SIZE = 100;

const sliceOf = <T>(
	all: readonly T[],
	{ limit = PAGE_SIZE, offset = 0 }: { limit?: number; offset?: number },
) => ({
	items: all.slice(offset, offset + limit),
	limit,
	offset,
});

/** All records at once, as an array. */
export const bareArray: ListReply = (all, _asked, show) => ok(all.map((each) => show(each)));

/** `limit` and `offset`: `{items, limit, offset, total}`. */
export const itemPage: ListReply = (all, parameters, show) => {
	const { items, limit, offset } = sliceOf(all, parameters);
	return ok({ items: items.map((each) => show(each)), limit, offset, total: all.length });
};

/** `limit` and `offset`: an array, which does not say whether more records follow. */
export const arrayPage: ListReply = (all, parameters, show) =>
	ok(sliceOf(all, parameters).items.map((each) => show(each)));

/** `limit` and `offset`: `{data, limit, offset, totalLength}`. */
export const dataPage: ListReply = (all, parameters, show) => {
	const { items, limit, offset } = sliceOf(all, parameters);
	return ok({ data: items.map((each) => show(each)), limit, offset, totalLength: all.length });
};

/** `page` from 1 and `size`: an array; headers say which page it is. */
export const numberedPage: ListReply = (all, parameters, show) => {
	const { page = 1, size = PAGE_SIZE } = parameters as { page?: number; size?: number };
	const pages = Math.ceil(all.length / size);
	const items = all.slice((page - 1) * size, page * size);
	return ok(
		items.map((each) => show(each)),
		{
			'page-first': String(page === 1),
			'page-last': String(page >= pages),
			'page-number': String(page),
			'page-total-elements': String(items.length),
			'total-elements': String(all.length),
			'total-pages': String(pages),
		},
	);
};

/** Whether a record matches the value of a filter parameter. */
export type Filter<T> = (record: T, value: never, request: Request) => boolean;

/** Matches if the field has the value, or one of the values. */
export const equals =
	<T>(read: (record: T) => unknown) =>
	(record: T, value: unknown): boolean =>
		Array.isArray(value) ? value.includes(read(record)) : read(record) === value;

/** Matches if the field contains the text; case does not matter. */
export const contains =
	<T>(read: (record: T) => string | undefined) =>
	(record: T, value: string): boolean =>
		(read(record) ?? '').toLowerCase().includes(value.toLowerCase());

/** What a list can be sorted by, by the value of `sortBy`. */
export type Sorts<T> = Readonly<Record<string, (record: T) => string | number | undefined>>;

/** Unset values are last, whatever the order. */
export function sortedBy<T>(
	all: readonly T[],
	read: (record: T) => string | number | undefined,
	descending: boolean,
): T[] {
	const sign = descending ? -1 : 1;
	return [...all].sort((first, second) => {
		const [a, b] = [read(first), read(second)];
		if (a === b) return 0;
		if (a === undefined) return 1;
		if (b === undefined) return -1;
		return a < b ? -sign : sign;
	});
}

/**
 * Sorts as `sortBy` and `sortOrder` say.
 * @throws Refusal 400 for a field that the list cannot be sorted by
 */
export function sortedAs<T>(
	all: readonly T[],
	parameters: Values,
	sorts: Sorts<T>,
	usual: 'ASC' | 'DESC',
): T[] {
	const sortField = parameters.sortBy === undefined ? undefined : String(parameters.sortBy);
	const name = sortField ?? Object.keys(sorts)[0]!;
	if (!Object.hasOwn(sorts, name)) throw badRequest(`The list cannot be sorted by ${name}`);
	const order =
		parameters.sortOrder === undefined ? usual : String(parameters.sortOrder).toUpperCase();
	return sortedBy(all, sorts[name]!, order === 'DESC' || order === 'DESCENDING');
}
