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
	const reader = new SpanReader(list, limit, seen);
	do {
		const next = await reader.answerOrNextSpan();
		if ('nextSpan' in next) return next.nextSpan;
		const { answer } = next;
		const records = reader.take(answer);
		if (records) yield { answer, records };
	} while (reader.advance());
	return reader.spanAfterEnd();
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

/** Reads the pages of one span, and notices when they repeat themselves or end too soon. */
class SpanReader {
	private readonly requests: PageRequests;
	private readonly repetition: RepetitionGuard;
	private readonly totals: TotalGuard;
	/** The position of the page that is read now or next. */
	private position: number;
	/** How many records of the list are before that page. */
	private recordsBefore: number;
	/** The page that was taken last. */
	private lastPage: ListPage | undefined;
	/** The last record of the last page that had any. */
	private lastRecord: IDataObject | undefined;
	/** The list has ended although it has more records. */
	private truncation: ListTruncated | undefined;

	constructor(
		private readonly list: ListSpan,
		private readonly limit: number,
		private readonly seen: SeenRecords,
	) {
		this.requests = new PageRequests(list, limit);
		this.repetition = new RepetitionGuard(list.operation.answers.key !== undefined);
		this.totals = new TotalGuard(this.requests.recordsBefore);
		this.position = this.requests.start;
		this.recordsBefore = this.requests.recordsBefore;
	}

	/**
	 * The answer with the page at the present position. If the platform refuses the position: the
	 * span that continues after the last page.
	 */
	async answerOrNextSpan(): Promise<{ answer: Answer } | { nextSpan: NextSpan }> {
		return await this.requests.answer(this.position).then(
			(answer) => ({ answer }),
			(error: unknown) => {
				const input = isPositionRefused(error) ? spanAfter(this.list, this.lastRecord) : undefined;
				if (!input) throw error;
				return { nextSpan: { input, reason: 'pageRefused' } };
			},
		);
	}

	/**
	 * The span after the end of this one, if that may be the end of what the platform lists: it may
	 * end a longer list so, instead of refusing the next page.
	 * @throws ListTruncated if the list has more than can be read
	 */
	spanAfterEnd(): NextSpan | undefined {
		const { mostListed = Infinity } = this.list.operation.pages ?? {};
		const { total, recordsBefore, count } = this.lastPage!;
		const isAtLimit = recordsBefore + count >= mostListed;
		const input = isAtLimit ? spanAfter(this.list, this.lastRecord) : undefined;
		if (this.truncation && input) return { input, reason: this.truncation };
		if (this.truncation) throw this.truncation;
		// A total can count only what is listed.
		return input && (total === undefined || total === mostListed) ? { input } : undefined;
	}

	/**
	 * Takes the page of an answer.
	 * @returns the records that were not read before; nothing if the page repeats the previous one
	 */
	take(answer: Answer): IDataObject[] | undefined {
		const page = this.pageOf(answer);
		const records = this.seen.unreadOf(page.records, this.list.operation.answers.key);
		this.totals.notePage(page.total, records.length);
		// If the list may have shifted, its responses contain a position and a total, which say where
		// it ends.
		if (!page.mayBeShifted) this.repetition.notePage(page.marks, records.length, page.isFollowed);
		this.lastPage = page;
		this.lastRecord = page.records.at(-1) ?? this.lastRecord;
		return page.repeats === 'certainly' ? undefined : records;
	}

	/**
	 * Moves to the page after the last one, and requests it.
	 * @returns whether there is one
	 */
	advance(): boolean {
		const page = this.lastPage!;
		const nextPosition = this.nextPosition();
		if (nextPosition === undefined) return false;
		this.repetition.checkGoesOn(page.total);
		this.recordsBefore += page.count;
		this.requests.request(nextPosition);
		if (this.isSecondNextWanted(page)) this.requests.request(2 * nextPosition - this.position);
		this.position = nextPosition;
		return true;
	}

	/** The position after the last page; undefined if the list ends there, complete or not. */
	private nextPosition(): number | undefined {
		try {
			const next = this.list.operation.pages?.next(this.lastPage!);
			if (next === undefined) this.totals.checkEnd();
			return next;
		} catch (error) {
			if (!(error instanceof ListTruncated)) throw error as Error;
			this.truncation = error;
			return undefined;
		}
	}

	/**
	 * Whether the page after the next one is requested now as well: a total must say that it follows.
	 * To request more at once would make long lists a little faster, but keep all of these pages in
	 * memory.
	 */
	private isSecondNextWanted({ recordsBefore, count, size, total = 0 }: ListPage): boolean {
		const wantedAfterNext = this.limit - (this.recordsBefore - this.requests.recordsBefore) - size;
		const isCertain = count === size && recordsBefore + 2 * size < total;
		return wantedAfterNext > 0 && isCertain && !this.list.operation.pages?.further;
	}

	private pageOf(answer: Answer): ListPage {
		const { position, recordsBefore, requests, lastPage: previous } = this;
		const { op, operation, input } = this.list;
		const { pages, answers } = operation;
		const isKeyed = answers.key !== undefined;
		const records = recordsOf(answer.body, ofKind('list', answers).listPath);
		if (!records) throw op.problem(ENGINE_MESSAGES.noList);
		const count = records.length;
		if (!previous) requests.noteFirstPage(count);
		const { size } = requests;
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
