import type { IDataObject } from 'n8n-workflow';

import { ListTruncated } from '../declare/lists/paging';
import type { Message } from '../declare/messages';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { inputFrom } from './input/input';
import { type NewRecords, pagesOf } from './listPages';
import { ENGINE } from './messages';
import { filtersOf } from './pageRequests';
import { ReadRecords, REMEMBERED } from './progress';
import { objectIn } from '../support/json';

/**
 * Reads the pages of a list until `limit` records were read or its style says that it has ended. If a page fails, the whole list fails:
 * nothing is output as if it were all. If only a later position is refused, a list that declares how continues with a narrower time
 * span. For the parameters see {@link Call.pages}.
 */
export async function readPages(
	call: Call<Message>,
	...list: Parameters<Call['pages']>
): Promise<void> {
	const [operation, input, limit = Infinity, take, { forgets = false } = {}] = list;
	const { key } = operation.answers;
	const newRecords = () => new ReadRecords(forgets ? REMEMBERED : Infinity);
	const read = newRecords();
	let taken = 0;
	let span = input;
	// In the first span all records are new; at the edge of a later one some are repeated.
	for (let readInSpan = read; taken < limit; readInSpan = newRecords()) {
		const takenBefore = taken;
		const newIn = ({ records }: NewRecords): IDataObject[] => {
			const unread = readInSpan === read ? records : read.unreadOf(records, key);
			const wanted = unread.slice(0, limit - taken);
			taken += wanted.length;
			return wanted;
		};
		const pages = pagesOf({ call, operation, input: span }, limit - taken, readInSpan);
		const rest = await eachPage(pages, async (page, goOn) => {
			const records = newIn(page);
			if (taken < limit) goOn();
			await take(completed(operation, records, page));
		}).catch((error: unknown) => {
			throw error instanceof ListTruncated ? problemOf(call, error) : error;
		});
		if (rest === undefined) return;
		const isSameSpan =
			JSON.stringify(filtersOf(operation, rest)) === JSON.stringify(filtersOf(operation, span));
		// The span is the same, or another one with nothing new: the list repeats itself.
		if (isSameSpan || taken === takenBefore) throw call.problem(ENGINE.sameTime);
		span = rest;
	}
}

/** All records of a list, or the first `limit`. */
export async function listRecords(
	call: Call<Message>,
	operation: RequestOperation,
	values: IDataObject,
	limit?: number,
): Promise<IDataObject[]> {
	const list: IDataObject[] = [];
	await readPages(call, operation, inputFrom(operation, values), limit, (records) => {
		for (const record of records) list.push(record);
	});
	return list;
}

/**
 * Processes pages one after the other, while the next one is requested.
 * @param work calls `goOn` if it wants the next page
 * @returns the input for older records, if the platform gives no more pages of this span
 */
async function eachPage(
	pages: ReturnType<typeof pagesOf>,
	work: (page: NewRecords, goOn: () => void) => Promise<void>,
): Promise<Input | undefined> {
	let next: ReturnType<typeof pages.next> | undefined;
	const goOn = () => {
		next = pages.next();
		// It is awaited when the page before has been processed.
		next.catch(() => undefined);
	};
	goOn();
	while (next) {
		const page: Awaited<typeof next> = await next;
		if (page.done) return page.value;
		next = undefined;
		await work(page.value, goOn);
	}
	return undefined;
}

/** The records of a page, completed with what is around them in the response. */
const completed = (
	{ answers: { each } }: RequestOperation,
	records: IDataObject[],
	{ answer }: NewRecords,
): IDataObject[] => (each ? records.map((record) => each(record, objectIn(answer.body))) : records);

function problemOf(call: Call<Message>, { message, all }: ListTruncated): Error {
	const why =
		all === undefined
			? 'The platform returns the same records again and does not say how many there are.'
			: 'The platform announces more records than it returns.';
	return call.problem(ENGINE.listCut, { cut: message, why });
}
