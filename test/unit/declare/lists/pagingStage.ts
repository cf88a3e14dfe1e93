/**
 * Which page of a list comes after a response.
 */
import {
	ListTruncated,
	type Page,
	type Paging,
} from '../../../../nodes/shared/declare/lists/paging';

export const answer = (body: unknown, headers: Record<string, string> = {}) => ({
	status: 200,
	headers,
	body,
});

export const DONE = undefined;

/** The list has more: `read` of its `all` records were read. */
export const cut = (read: number, all?: number) => ({ read, all });

export function next(
	style: Paging,
	page: Partial<Page>,
	body: unknown = {},
	headers: Record<string, string> = {},
) {
	try {
		return style.next({ answer: answer(body, headers), count: 10, position: 0, size: 10, ...page });
	} catch (error) {
		if (!(error instanceof ListTruncated)) throw error;
		expect(error.name).toBe('ListTruncated');
		return cut(error.readCount, error.total);
	}
}
