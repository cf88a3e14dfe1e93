/** Reads lists: page by page, or all records at once. */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import type { Input, ListToRead } from '../../declare/context';
import { ListTruncated } from '../../declare/lists/paging';
import type { Message } from '../../declare/messages';
import type { OperationContext, RequestOperation } from '../../declare/operation';
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
	{ operation, input, limit = Infinity, remembersAll = true }: ListToRead<RequestOperation>,
	take: (records: IDataObject[]) => void | Promise<void>,
): Promise<void> {
	const { key } = operation.answers;
	const newMemory = () => new SeenRecords(remembersAll ? Infinity : MAX_REMEMBERED_IDS);
	const seenInList = newMemory();
	let count = 0;
	let span = input;
	/** Where the span before ended, if it has more records. */
	let truncation: ListTruncated | undefined;
	// Each span has its own deduplication, in addition to that of the whole list, because it begins
	// with records of the previous span.
	for (let seenInSpan = seenInList; count < limit; seenInSpan = newMemory()) {
		const countBefore = count;
		const recordsToOutput = ({ records }: NewRecords): IDataObject[] => {
			const isFirstSpan = seenInSpan === seenInList;
			const unread = isFirstSpan ? records : seenInList.unreadOf(records, key);
			const withinLimit = unread.slice(0, limit - count);
			count += withinLimit.length;
			return withinLimit;
		};
		const pages = listPages({ op, operation, input: span }, limit - count, seenInSpan);
		const nextSpan = await eachPage(pages, async (page, requestNext) => {
			const records = recordsToOutput(page);
			if (count < limit) requestNext();
			await take(completed(operation, records, page));
		}).catch((error: unknown) => {
			if (!(error instanceof ListTruncated)) throw error;
			// If this span has nothing new, the message counts the records of the one before.
			throw problemOf(op, count === countBefore && truncation ? truncation : error);
		});
		const bringsNew = count > countBefore;
		if (!nextSpan || !bringsNew || isSameSpan(operation, nextSpan.input, span)) {
			checkComplete(op, nextSpan?.reason ?? (bringsNew ? undefined : truncation));
			return;
		}
		truncation = nextSpan.reason instanceof ListTruncated ? nextSpan.reason : undefined;
		span = nextSpan.input;
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
