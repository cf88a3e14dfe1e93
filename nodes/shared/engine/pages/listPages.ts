/** The pages of a list, one after the other, until its paging style says that it has ended. */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import { recordsOf } from '../../declare/lists/listInResponse';
import { ListTruncated, type Page } from '../../declare/lists/paging';
import type { Input } from '../../declare/runtime/context';
import type { Answer } from '../../declare/runtime/exchange';
import { isRefusedWith } from '../../support/http/refused';
import { ENGINE_MESSAGES } from '../engineMessages';
import { filtersOf, type ListSpan, PageRequests } from './pageRequests';
import { markOf, RepetitionGuard, repetitionOf, type SeenRecords, TotalGuard } from './progress';

/** What a page has that was not on earlier pages. */
export interface NewRecords {
	/** The response with the page, whose fields around the list may belong to its records. */
	answer: Answer;
	records: IDataObject[];
}

/**
 * Yields the pages of one span of a list. A page is requested when the caller asks for it, and
 * often the one after it as well.
 * @param limit how many records are wanted at most
 * @param seen the records that were read before; the records of each page are added to them
 * @returns the next span, if the platform refuses a later page of this one, or may have ended it
 * too soon
 * @throws ListTruncated if the list has more than can be read
 */
export async function* listPages(
	list: ListSpan,
	limit: number,
	seen: SeenRecords,
): AsyncGenerator<NewRecords, NextSpan | undefined> {
	const requests = new PageRequests(list, limit);
	const reader = new SpanReader(list, limit, requests);
	let page: ListPage | undefined;
	/** The last record of the last page that had any. */
	let lastRecord: IDataObject | undefined;
	for (let position = requests.start; ;) {
		let answer: Answer;
		try {
			answer = await requests.answer(position);
		} catch (error) {
			const input = isPositionRefused(error) ? spanAfter(list, lastRecord) : undefined;
			if (!input) throw error as Error;
			return { input, reason: 'pageRefused' };
		}
		page = reader.pageOf(answer, position, page);
		const records = seen.unreadOf(page.records, list.operation.answers.key);
		reader.notePage(page, records.length);
		lastRecord = page.records.at(-1) ?? lastRecord;
		if (page.repeats !== 'certainly') yield { answer, records };
		const next = reader.positionAfter(page);
		if (next === undefined || next instanceof ListTruncated)
			return spanAfterEnd(list, page, lastRecord, next);
		reader.requestAfter(page, next);
		position = next;
	}
}

/** The span that continues a list by time. */
export interface NextSpan {
	input: Input;
	/** Why the list has more records; absent if it only may have more. */
	reason?: 'pageRefused' | ListTruncated;
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
	/** Whether a total, or an upper limit of it, says that more records follow. */
	isFollowed: boolean;
	/**
	 * Whether the response confirms the requested position. If the page then repeats the previous
	 * one, the platform has not ignored the position: meanwhile, a whole page of new records was
	 * added to the list, and shifted the others.
	 */
	mayBeShifted: boolean;
}

/** What the pages of one span say, and which ones to request. */
class SpanReader {
	private readonly repetition: RepetitionGuard;
	private readonly totals: TotalGuard;

	constructor(
		private readonly list: ListSpan,
		private readonly limit: number,
		private readonly requests: PageRequests,
	) {
		this.repetition = new RepetitionGuard(list.operation.answers.key !== undefined);
		this.totals = new TotalGuard(requests.recordsBefore);
	}

	/** @param previous the page before it; absent for the first one */
	pageOf(answer: Answer, position: number, previous: ListPage | undefined): ListPage {
		const { requests } = this;
		const { op, operation, input } = this.list;
		const { pages, answers } = operation;
		const isKeyed = answers.key !== undefined;
		const records = recordsOf(answer.body, ofKind('list', answers).listPath);
		if (!records) throw op.problem(ENGINE_MESSAGES.noList);
		const count = records.length;
		if (!previous) requests.noteFirstPage(count);
		const { size } = requests;
		const recordsBefore = previous
			? previous.recordsBefore + previous.count
			: requests.recordsBefore;
		const marks = records.map((record) => markOf(record, answers.key));
		const filters = filtersOf(operation, input);
		const reported = pages?.reported?.(answer, filters) ?? {};
		const { total, atMost } = reported;
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
			repeats: mayBeShifted ? undefined : repetitionOf(previous?.marks, marks, isKeyed, size),
			isFollowed: recordsBefore + count < (total ?? atMost ?? 0),
		};
	}

	/**
	 * Takes note of a page, to notice pages that repeat themselves, and a list that ends too soon.
	 * @param newCount how many records of the page were not read before
	 */
	notePage({ total, mayBeShifted, marks, isFollowed }: ListPage, newCount: number): void {
		this.totals.notePage(total, newCount);
		// If the list may have shifted, its responses contain a position and a total, which say where
		// it ends.
		if (!mayBeShifted) this.repetition.notePage(marks, newCount, isFollowed);
	}

	/**
	 * The position after a page; undefined if the list ends there, or an error that says that it has
	 * more records.
	 */
	positionAfter(page: ListPage): number | ListTruncated | undefined {
		try {
			const next = this.list.operation.pages?.next(page);
			if (next === undefined) this.totals.checkEnd();
			return next;
		} catch (error) {
			if (error instanceof ListTruncated) return error;
			throw error as Error;
		}
	}

	/**
	 * Requests the next page, and often the one after it as well.
	 * @throws ListTruncated if further pages would have nothing new
	 */
	requestAfter(page: ListPage, nextPosition: number): void {
		this.repetition.checkGoesOn(page.total);
		this.requests.request(nextPosition);
		if (this.isSecondNextWanted(page)) this.requests.request(2 * nextPosition - page.position);
	}

	/**
	 * Whether the page after the next one is requested now as well: a total must say that it follows.
	 * To request more at once would make long lists a little faster, but keep all of these pages in
	 * memory.
	 */
	private isSecondNextWanted({ recordsBefore, count, size, total = 0 }: ListPage): boolean {
		const readCount = recordsBefore + count - this.requests.recordsBefore;
		const isCertain = count === size && recordsBefore + 2 * size < total;
		return this.limit - readCount - size > 0 && isCertain && !this.list.operation.pages?.further;
	}
}

/**
 * The span after the end of another one, if that may be the end of what the platform lists: it may
 * end a longer list so, instead of refusing the next page.
 * @throws ListTruncated if the list has more than can be read
 */
function spanAfterEnd(
	list: ListSpan,
	{ total, recordsBefore, count }: ListPage,
	lastRecord: IDataObject | undefined,
	truncation: ListTruncated | undefined,
): NextSpan | undefined {
	const { mostListed = Infinity } = list.operation.pages ?? {};
	const isAtLimit = recordsBefore + count >= mostListed;
	const input = isAtLimit ? spanAfter(list, lastRecord) : undefined;
	if (truncation && input) return { input, reason: truncation };
	if (truncation) throw truncation;
	// A total can count only what is listed.
	return input && (total === undefined || total === mostListed) ? { input } : undefined;
}

/** Whether the platform refuses a position because it is too far from the beginning of the list. */
const isPositionRefused = (error: unknown): boolean => isRefusedWith(error, 400, 416, 422);

/**
 * The input for the next span, which has the records that are older than a given one; undefined if
 * the list cannot be filtered by time.
 */
function spanAfter(
	{ operation, input }: ListSpan,
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
