/** The pages of a list, one after the other, until its paging style says that it has ended. */
import type { IDataObject } from 'n8n-workflow';

import type { Input } from '../../declare/context';
import type { Answer } from '../../declare/exchange';
import type { Page, Paging } from '../../declare/lists/paging';
import { recordsOf } from '../../declare/lists/records';
import { isRefusedWith } from '../../support/refused';
import { ENGINE_MESSAGES } from '../engineMessages';
import { filtersOf, type ListRead, PageRequests } from './pageRequests';
import { markOf, type ReadRecords, repeated, RepetitionGuard, TotalGuard } from './progress';

/** The records of one page, without those that were on earlier pages. */
export interface NewRecords {
	answer: Answer;
	/** The records of this page that were not read before. */
	records: IDataObject[];
}

/**
 * Yields the pages of one span of a list. When the reader asks for the next page, the page is
 * requested; if a total says that another page follows, that one is requested as well. To request
 * more at once would make long lists a little faster, but keep all of these pages in memory.
 * @param limit how many records are wanted at most
 * @param readRecords the records that were read before; the records of each page are added to them
 * @returns the input for the next span, if the platform refuses a later page of this one
 * @throws ListTruncated if the list has more than can be read
 */
export async function* listPages(
	list: ListRead,
	limit: number,
	readRecords: ReadRecords,
): AsyncGenerator<NewRecords, Input | undefined> {
	const { pages, answers } = list.operation;
	const requests = new PageRequests(list, limit);
	const repetition = new RepetitionGuard(answers.key !== undefined);
	const totals = new TotalGuard(requests.recordsBefore);
	let position = requests.start;
	let recordsBefore = requests.recordsBefore;
	let previous: ListPage | undefined;
	for (;;) {
		const { answer, nextSpan } = await answerOrNextSpan(list, requests, position, previous);
		if (!answer) return nextSpan;
		const page = pageIn(list, answer, { position, recordsBefore, requests }, previous);
		const records = readRecords.unreadOf(page.records, answers.key);
		totals.notePage(page.total, records.length);
		// If the list may have shifted, its responses contain a position and a total, which say where
		// it ends.
		if (!page.mayBeShifted) repetition.notePage(page.marks, records.length, page.isFollowed);
		if (page.repeats !== 'certainly') yield { answer, records };
		const nextPosition = pages?.next(page);
		if (nextPosition === undefined) return void totals.checkEnd();
		repetition.checkGoesOn(page.total);
		recordsBefore += page.count;
		requests.request(nextPosition);
		const wantedAfterNext = limit - (recordsBefore - requests.recordsBefore) - page.size;
		if (wantedAfterNext > 0 && isSecondNextCertain(page, pages!))
			requests.request(nextPosition + (nextPosition - position));
		previous = page;
		position = nextPosition;
	}
}

/**
 * The answer with the page at a position. If the platform refuses the position: the input for the
 * span that continues after the previous page.
 */
async function answerOrNextSpan(
	list: ListRead,
	requests: PageRequests,
	position: number,
	previous: ListPage | undefined,
): Promise<{ answer: Answer; nextSpan?: undefined } | { answer?: undefined; nextSpan: Input }> {
	return await requests.answer(position).then(
		(answer) => ({ answer }),
		(error: unknown) => {
			const nextSpan = isPositionRefused(error)
				? spanAfter(list, previous?.records.at(-1))
				: undefined;
			if (!nextSpan) throw error;
			return { nextSpan };
		},
	);
}

/** A page of a list, and what it says about the list. */
interface ListPage extends Page {
	/** How many records of the list are before the page. */
	recordsBefore: number;
	/** All records of the page. */
	records: IDataObject[];
	/** The value that identifies each of these records ({@link markOf}). */
	marks: unknown[];
	/** How many records the list has, if the response says so. */
	total: number | undefined;
	/** Whether a total says that more records follow. */
	isFollowed: boolean;
	/**
	 * Whether the response confirms the requested position. If the page then repeats the previous
	 * one, the platform has not ignored the position: meanwhile, a whole page of new records was
	 * added to the list, and shifted the others.
	 */
	mayBeShifted: boolean;
}

function pageIn(
	{ op, operation, input }: ListRead,
	answer: Answer,
	{
		position,
		recordsBefore,
		requests,
	}: { position: number; recordsBefore: number; requests: PageRequests },
	previous: ListPage | undefined,
): ListPage {
	const { pages, answers } = operation;
	const isKeyed = answers.key !== undefined;
	const records = recordsOf(answer.body, answers.listPath);
	if (!records) throw op.problem(ENGINE_MESSAGES.noList);
	const count = records.length;
	if (!previous) requests.noteFirstPage(count);
	const { size } = requests;
	const marks = records.map((record) => markOf(record, answers.key));
	const filters = filtersOf(operation, input);
	const reported = pages?.reported?.(answer, filters) ?? {};
	const { total, atMost = total } = reported;
	const mayBeShifted =
		isKeyed && total !== undefined && reported.position === position && position !== pages?.first;
	return {
		answer,
		count,
		position,
		size,
		recordsBefore,
		filters,
		records,
		marks,
		total,
		mayBeShifted,
		repeats: mayBeShifted ? undefined : repeated(previous?.marks, marks, isKeyed, size),
		isFollowed: recordsBefore + count < (total ?? atMost ?? 0),
	};
}

/** Whether a total says that at least two more pages follow. */
const isSecondNextCertain = (
	{ recordsBefore, count, size, total = 0 }: ListPage,
	pages: Paging,
): boolean => !pages.further && count === size && recordsBefore + 2 * size < total;

/** Whether the platform refuses a position because it is too far from the beginning of the list. */
export const isPositionRefused = (error: unknown): boolean => isRefusedWith(error, 400, 416, 422);

/**
 * The input for the next span, which has the records that are older than a given one; undefined if
 * the list cannot be filtered by time.
 */
function spanAfter(
	{ operation, input }: ListRead,
	lastRecord: IDataObject | undefined,
): Input | undefined {
	const { pages } = operation;
	const filters = lastRecord && pages?.further?.(lastRecord, filtersOf(operation, input));
	if (!pages || !filters) return undefined;
	// A position that the user gave applies to the whole list, and not to this span.
	const withoutPosition = Object.fromEntries(
		Object.entries(filters).filter(([name]) => name !== pages.positionName),
	) as IDataObject;
	return pages.where === 'body'
		? { ...input, body: withoutPosition }
		: { ...input, query: withoutPosition };
}
