/** Reads lists: page by page, or all records at once. */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import { ListTruncated } from '../../declare/lists/paging';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
import type { Input, ListToRead } from '../../declare/runtime/context';
import { objectIn } from '../../support/json';
import { ENGINE_MESSAGES } from '../engineMessages';
import { inputFrom } from '../input/assemble';
import { listPages, type NewRecords, type NextSpan } from './listPages';
import { filtersOf } from './pageRequests';
import { MAX_REMEMBERED_IDS, SeenRecords } from './progress';

/**
 * Reads the pages of a list until `limit` records were read or its paging style says that it has
 * ended. If a page fails, the whole list fails, so that a part of it is never output as if it were
 * all. If the platform refuses a later position, or may have ended the list after `mostListed`
 * records, a list that declares `further` is continued with the next span.
 */
export async function readPages(
	op: OperationContext<Message>,
	list: ListToRead<RequestOperation>,
	take: Take,
): Promise<void> {
	const reading = new ListReading(op, list, take);
	let span = list.input;
	/** Where the span before ended, if it has more records. */
	let truncationBefore: ListTruncated | undefined;
	while (!reading.hasEnough) {
		const { end, bringsNew } = await reading.readSpan(span);
		// If this span has nothing new, the message counts the records of the one before.
		const truncation = bringsNew ? undefined : truncationBefore;
		if (end instanceof ListTruncated) throw problemOf(op, truncation ?? end);
		if (!end || !bringsNew || isSameSpan(list.operation, end.input, span)) {
			checkComplete(op, end?.reason ?? truncation);
			return;
		}
		truncationBefore = end.reason instanceof ListTruncated ? end.reason : undefined;
		span = end.input;
	}
}

/** Processes the records of a page that were not read before. */
type Take = (records: IDataObject[]) => void | Promise<void>;

/** How a span ended: where the next one begins, or why it was cut; undefined if it is complete. */
type SpanEnd = NextSpan | ListTruncated | undefined;

/** What was read of a list so far. */
class ListReading {
	private count = 0;
	private readonly limit: number;
	private readonly seenInList: SeenRecords;

	constructor(
		private readonly op: OperationContext<Message>,
		private readonly list: ListToRead<RequestOperation>,
		private readonly take: Take,
	) {
		this.limit = list.limit ?? Infinity;
		this.seenInList = this.newMemory();
	}

	/** Whether as many records were read as are wanted. */
	get hasEnough(): boolean {
		return this.count >= this.limit;
	}

	/**
	 * Reads a span of the list.
	 * @returns how it ended, and whether it has records that were not read before
	 */
	async readSpan(input: Input): Promise<{ end: SpanEnd; bringsNew: boolean }> {
		const { op, list, count: countBefore } = this;
		const { operation } = list;
		// Each span has its own deduplication, in addition to that of the whole list, because it
		// begins with records of the previous span.
		const seenInSpan = countBefore === 0 ? this.seenInList : this.newMemory();
		const pages = listPages({ op, operation, input }, this.limit - countBefore, seenInSpan);
		const end = await eachPage(pages, async (page, requestNext) => {
			const records = this.recordsToOutput(page, seenInSpan);
			if (!this.hasEnough) requestNext();
			await this.take(completed(operation, records, page));
		}).catch((error: unknown) => {
			if (!(error instanceof ListTruncated)) throw error;
			return error;
		});
		return { end, bringsNew: this.count > countBefore };
	}

	/** The records of a page that were not read before, within the limit. */
	private recordsToOutput({ records }: NewRecords, seenInSpan: SeenRecords): IDataObject[] {
		const { key } = this.list.operation.answers;
		const isFirstSpan = seenInSpan === this.seenInList;
		const unread = isFirstSpan ? records : this.seenInList.unreadOf(records, key);
		const withinLimit = unread.slice(0, this.limit - this.count);
		this.count += withinLimit.length;
		return withinLimit;
	}

	private newMemory(): SeenRecords {
		return new SeenRecords(this.list.remembersAll === false ? MAX_REMEMBERED_IDS : Infinity);
	}
}

const isSameSpan = (operation: RequestOperation, one: Input, other: Input): boolean =>
	JSON.stringify(filtersOf(operation, one)) === JSON.stringify(filtersOf(operation, other));

/** @throws if the last span of a list has ended although the list has more records */
function checkComplete(op: OperationContext<Message>, reason: NextSpan['reason']): void {
	if (reason instanceof ListTruncated) throw problemOf(op, reason);
	// The next span would begin where this one did, or have nothing new.
	if (reason === 'pageRefused') throw op.problem(ENGINE_MESSAGES.sameTime);
}

/** All records of a list, or the first `limit`. */
export async function listRecords(
	op: OperationContext<Message>,
	operation: RequestOperation,
	values: IDataObject,
	limit?: number,
): Promise<IDataObject[]> {
	const allRecords: IDataObject[] = [];
	await readPages(op, { operation, input: inputFrom(operation, values), limit }, (records) => {
		for (const record of records) allRecords.push(record);
	});
	return allRecords;
}

/**
 * Processes the pages of a span one after the other. While one is processed, the next one is
 * requested.
 * @param work processes a page; it calls `requestNext` if the next one is wanted
 * @returns the next span, if there is one
 */
async function eachPage(
	pages: ReturnType<typeof listPages>,
	work: (page: NewRecords, requestNext: () => void) => Promise<void>,
): Promise<NextSpan | undefined> {
	let next: ReturnType<typeof pages.next> | undefined;
	const requestNext = () => {
		next = pages.next();
		// A failure is thrown when the page is awaited, which is after the current one was processed.
		next.catch(() => undefined);
	};
	requestNext();
	while (next) {
		const page: Awaited<typeof next> = await next;
		if (page.done) return page.value;
		next = undefined;
		await work(page.value, requestNext);
	}
	return undefined;
}

/**
 * The records of a page, completed with the fields around the list in its response, if the
 * operation declares how.
 */
function completed(
	{ answers }: RequestOperation,
	records: IDataObject[],
	{ answer }: NewRecords,
): IDataObject[] {
	const { completeRecord } = ofKind('list', answers);
	return completeRecord
		? records.map((record) => completeRecord(record, objectIn(answer.body)))
		: records;
}

function problemOf(op: OperationContext<Message>, { message, total }: ListTruncated): Error {
	const why =
		total === undefined
			? 'Talend Cloud returns the same records again and does not say how many there are.'
			: 'Talend Cloud announces more records than it returns.';
	return op.problem(ENGINE_MESSAGES.listCut, { cut: message, why });
}
