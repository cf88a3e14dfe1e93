/** Reading the pages of a list, the same for all styles of paging. */
import type { IDataObject } from 'n8n-workflow';

import type { Call, Input, RequestOperation } from '../declare/operation';
import { CutShort, type Page } from '../declare/paging';
import { recordsOf } from '../declare/lists';

/**
 * Reads the pages of a list until `limit` records have come or its style says that it has ended. A
 * page that fails fails the whole: no page that came before is put out as if it were all.
 */
export async function readPages(
	call: Call,
	operation: RequestOperation,
	input: Input,
	limit: number | undefined,
	take: (records: IDataObject[]) => void,
): Promise<void> {
	const { pages, answers } = operation;
	const { key, root, each } = answers;
	const given = (pages?.where === 'body' ? input.body : input.query) as IDataObject;
	const sized = pages?.sizedBy === undefined ? undefined : (given[pages.sizedBy] as number | undefined);
	const start = pages?.at === undefined ? undefined : (given[pages.at] as number | undefined);
	const first = pages?.first ?? 0;
	const seen = new Set<unknown>();
	let at = start ?? first;
	let left = limit ?? Infinity;
	// One size for all pages: where pages are numbered, another size would be another place.
	const size = sized ?? Math.min(left, pages?.largest ?? Infinity);
	let before = pages?.sizedBy === undefined ? at - first : (at - first) * size;
	let last: string[] | undefined;
	let came = before;
	/** Of a list that grows while it is read, what was there from the beginning counts. */
	let least = Infinity;
	while (left > 0) {
		const page: IDataObject = {};
		const sizeName = pages?.size ?? pages?.sizedBy;
		if (sizeName) page[sizeName] = size;
		if (pages?.at && (at !== first || pages.alwaysSent)) page[pages.at] = at;
		const answer = await call.send(operation, input, page);
		const all = recordsOf(answer.body, root);
		if (all === undefined)
			throw call.problem(
				'The platform answered in a form that is not a list',
				'The answer has none of the fields in which lists come. Nothing was returned.',
			);
		const marks = all.map((record) => markOf(record, key));
		const { place, total } = pages?.tells?.(answer) ?? {};
		// As many new records as a page holds shift the list by a page: it says so by its place.
		const shifted = key !== undefined && total !== undefined && place === at && at !== first;
		const repeats = shifted ? undefined : repeated(last, marks, key !== undefined, size);
		const fresh = (key === undefined ? all : all.filter((record) => firstSeen(seen, record?.[key]))).slice(0, left);
		if (repeats !== 'surely') take(each ? fresh.map((record) => each(record, answer.body as IDataObject)) : fresh);
		left -= fresh.length;
		came += fresh.length;
		least = Math.min(least, total ?? Infinity);
		if (left <= 0) return;
		const next = nextOf(call, operation, { answer, count: all.length, at, size, before, repeats, given });
		if (next === undefined) {
			if (least !== Infinity && came < least) throw cutShort(call, new CutShort(came, least));
			return;
		}
		last = marks;
		before += all.length;
		at = next;
	}
}

/** Where the list goes on. One that cannot be read to its end is refused: nothing is cut without a word. */
function nextOf(call: Call, { pages }: RequestOperation, page: Page): number | undefined {
	try {
		return pages?.next(page);
	} catch (error) {
		throw error instanceof CutShort ? cutShort(call, error) : error;
	}
}

function cutShort(call: Call, { message, all }: CutShort): Error {
	const why =
		all === undefined
			? 'The platform returns the same records again and does not say how many there are.'
			: 'The platform announces more records than it returns.';
	return call.problem(
		message,
		`${why} Nothing was returned. To work with the first ones, turn off Return All and set a Limit that is not higher than what came; to get all, narrow the list by its filters.`,
	);
}

/** What tells a record apart: its key, or else all that it says. */
const markOf = (record: IDataObject, key: string | undefined): string => JSON.stringify((key === undefined ? undefined : record?.[key]) ?? record);

/**
 * Whether a page has the same records as the page before it. Records without a key may be equal
 * without being the same; a row of different ones that comes again is no chance, nor is one that
 * comes alone where more were asked for.
 */
function repeated(before: string[] | undefined, now: string[], keyed: boolean, size: number): Page['repeats'] {
	if (!before || now.length === 0 || before.length !== now.length || before.some((mark, index) => mark !== now[index])) return undefined;
	return keyed || (new Set(now).size === now.length && (now.length > 1 || size > 1)) ? 'surely' : 'perhaps';
}

function firstSeen(seen: Set<unknown>, key: unknown): boolean {
	if (key === undefined || key === null) return true;
	if (seen.has(key)) return false;
	seen.add(key);
	return true;
}
