/** The pages of a list, one after the other, until its paging style says that it has ended. */
import type { IDataObject } from 'n8n-workflow';

import type { Page, Paging } from '../declare/lists/paging';
import { recordsOf } from '../declare/lists/records';
import type { Input } from '../declare/operation';
import type { Answer } from '../declare/wire';
import { isRefusedWith } from '../support/refused';
import { ENGINE } from './messages';
import { filtersOf, type ListRead, PageRequests } from './pageRequests';
import { TotalGuard, markOf, RepetitionGuard, type ReadRecords, repeated } from './progress';

/** What was read of a list. */
export interface NewRecords {
	answer: Answer;
	/** The records of this answer that were not read before. */
	records: IDataObject[];
}

/**
 * The pages of one span of time, or of all. When the reader asks for the next page, it is requested at once; if a total says that
 * there is another one after it, that is requested as well. More would make a long list a little faster, but all of them would
 * be in memory.
 * @param limit how many records are wanted at most
 * @param read the records that were read before, to which those of each page are added
 * @returns the input for older records, if the platform gives no more pages of this span
 * @throws ListTruncated if the list has more than can be read
 */
export async function* pagesOf(
	list: ListRead,
	limit: number,
	read: ReadRecords,
): AsyncGenerator<NewRecords, Input | undefined> {
	const { pages, answers } = list.operation;
	const requests = new PageRequests(list, limit);
	const progress = new RepetitionGuard(answers.key !== undefined);
	const totals = new TotalGuard(requests.recordsBefore);
	let at = requests.start;
	let before = requests.recordsBefore;
	let previous: ListPage | undefined;
	for (;;) {
		const answer = await requests.answer(at).catch((error: unknown) => {
			const rest = isPlaceRefused(error) ? restAfter(list, previous?.records.at(-1)) : undefined;
			if (!rest) throw error;
			return { rest };
		});
		if ('rest' in answer) return answer.rest;
		const page = pageIn(list, answer, { at, before, requests }, previous);
		const records = read.unreadOf(page.records, answers.key);
		totals.note(page.total, records.length);
		// If a shifted list gives its position and its total, these end it.
		if (!page.isShifted) progress.note(page.marks, records.length, page.isFollowed);
		if (page.repeats !== 'certainly') yield { answer, records };
		const next = pages?.next(page);
		if (next === undefined) return void totals.checkEnd();
		progress.checkGoesOn(page.total);
		requests.request(next);
		before += page.count;
		const wantedAfterNext = limit - (before - requests.recordsBefore) - page.size;
		if (wantedAfterNext > 0 && isSecondNextCertain(page, pages!))
			requests.request(next + (next - at));
		previous = page;
		at = next;
	}
}

/** A page of a list, and what it says about the list. */
interface ListPage extends Page {
	/** How many records are before it. */
	before: number;
	/** All of its records. */
	records: IDataObject[];
	/** What identifies each of them. */
	marks: unknown[];
	/** How many records the list has, if the response says so. */
	total: number | undefined;
	/** A total says that others follow. */
	isFollowed: boolean;
	/**
	 * It is where it should be. Then its records may be those of the page before: a page's worth of new records has shifted the list by
	 * a page.
	 */
	isShifted: boolean;
}

function pageIn(
	{ call, operation, input }: ListRead,
	answer: Answer,
	{ at, before, requests }: { at: number; before: number; requests: PageRequests },
	previous: ListPage | undefined,
): ListPage {
	const { pages, answers } = operation;
	const isKeyed = answers.key !== undefined;
	const records = recordsOf(answer.body, answers.root);
	if (!records) throw call.problem(ENGINE.noList);
	const count = records.length;
	if (!previous) requests.noteFirstPage(count);
	const { size } = requests;
	const marks = records.map((record) => markOf(record, answers.key));
	const given = filtersOf(operation, input);
	const { place, total, atMost = total } = pages?.position?.(answer, given) ?? {};
	const isShifted = isKeyed && total !== undefined && place === at && at !== pages?.first;
	return {
		...{ answer, count, at, size, before, given, records, marks, total, isShifted },
		repeats: isShifted ? undefined : repeated(previous?.marks, marks, isKeyed, size),
		isFollowed: before + count < (total ?? atMost ?? 0),
	};
}

/** Whether not only one page follows, but a second one. */
const isSecondNextCertain = (
	{ before, count, size, total = 0 }: ListPage,
	pages: Paging,
): boolean => !pages.further && count === size && before + 2 * size < total;

/** Statuses with which a platform refuses a position that is too far. */
export const isPlaceRefused = (error: unknown): boolean => isRefusedWith(error, 400, 416, 422);

/** The input for what is older than a record; nothing if the list cannot be filtered by time. */
function restAfter(
	{ operation, input }: ListRead,
	last: IDataObject | undefined,
): Input | undefined {
	const { pages } = operation;
	const filters = last && pages?.further?.(last, filtersOf(operation, input));
	if (!pages || !filters) return undefined;
	// The position is that of the whole list.
	const given = Object.fromEntries(
		Object.entries(filters).filter(([name]) => name !== pages.at),
	) as IDataObject;
	return pages.where === 'body' ? { ...input, body: given } : { ...input, query: given };
}
