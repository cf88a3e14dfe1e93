import type { IDataObject } from 'n8n-workflow';

import type { Message } from '../declare/messages';
import type { Call, Input, RequestOperation } from '../declare/operation';
import { ListTruncated, pageParameters } from '../declare/lists/paging';
import { recordsOf } from '../declare/lists/records';
import type { Answer } from '../declare/wire';
import { isRefusedWith } from '../support/refused';
import { inputFrom } from './input/input';
import { ENGINE } from './messages';
import { markOf, Progress, ReadRecords, REMEMBERED, repeated } from './progress';

/**
 * Reads the pages of a list until `limit` records were read or its style says that it has ended. If a page fails, the whole list fails:
 * nothing is output as if it were all. If only a later position is refused, a list that declares how continues with a narrower time
 * span. For the parameters see {@link Call.pages}.
 */
export async function readPages(
	call: Call<Message>,
	...list: Parameters<Call['pages']>
): Promise<void> {
	const [operation, input, limit, take, options] = list;
	const known = () => new ReadRecords(options?.forgets ? REMEMBERED : Infinity);
	const seen = known();
	let left = limit ?? Infinity;
	let asked = input;
	for (let here: ReadRecords | undefined; ; here = known()) {
		let came = 0;
		const rest = await readWindow(call, operation, asked, left, { seen, here }, async (records) => {
			left -= records.length;
			came += records.length;
			await take(records);
		}).catch((error: unknown) => {
			if (!(error instanceof ListTruncated)) throw error;
			const why =
				error.all === undefined
					? 'The platform returns the same records again and does not say how many there are.'
					: 'The platform announces more records than it returns.';
			throw call.problem(ENGINE.listCut, { cut: error.message, why });
		});
		if (rest === undefined) return;
		// The span is the same, or another one with nothing new: the list repeats itself.
		if (
			JSON.stringify(givenIn(operation, rest)) === JSON.stringify(givenIn(operation, asked)) ||
			came === 0
		)
			throw call.problem(ENGINE.sameTime);
		asked = rest;
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

const givenIn = ({ pages }: RequestOperation, input: Input) =>
	(pages?.where === 'body' ? input.body : input.query) as IDataObject;

/**
 * Reads one span of time, or all.
 * @param known `seen` all records that were read; `here` those of a later span, some of which are repeated at its edge
 * @returns the input for older records, if the platform gives no more pages of this span
 */
async function readWindow(
	call: Call<Message>,
	operation: RequestOperation,
	input: Input,
	most: number,
	{ seen, here }: { seen: ReadRecords; here?: ReadRecords },
	take: (records: IDataObject[]) => Promise<void>,
): Promise<Input | undefined> {
	const { pages, answers } = operation;
	const { key, root, each } = answers;
	const given = givenIn(operation, input);
	const sized =
		pages?.sizedBy === undefined ? undefined : (given[pages.sizedBy] as number | undefined);
	const start = pages?.at === undefined ? undefined : (given[pages.at] as number | undefined);
	const first = pages?.first ?? 0;
	let at = start ?? first;
	let left = most;
	// All pages have the same size: if pages are numbered, another size would be another position.
	let size = sized ?? Math.min(left, pages?.largest ?? Infinity);
	let before = pages?.sizedBy === undefined ? at - first : (at - first) * size;
	let last: { marks: unknown[]; record?: IDataObject } | undefined;
	let came = before;
	/** If a list grows while it is read, only what was there from the beginning counts. */
	let least = Infinity;
	const progress = new Progress(key !== undefined);
	let isSized = true;
	/** It is awaited in its turn, unless the list ends before. */
	const ask = (from: number) => {
		const answer = call.send(
			operation,
			input,
			pageParameters(pages, from, isSized ? size : undefined),
		);
		answer.catch(() => undefined);
		return answer;
	};
	/** Some platforms refuse the size of a page where nobody has to give one. */
	const askFirst = async () =>
		await ask(at).catch(async (error: unknown) => {
			if (
				!isRefusedWith(error, 400) ||
				pages?.size === undefined ||
				start !== undefined ||
				operation.effect !== 'read'
			)
				throw error;
			isSized = false;
			const answer = await ask(at).catch(() => Promise.reject(error as Error));
			call.hint(ENGINE.withoutSize, { size: pages.size });
			return answer;
		});
	let asked = left > 0 ? askFirst() : undefined;
	let ahead: { at: number; asked: Promise<Answer> } | undefined;
	while (asked) {
		let rest: Input | undefined;
		const answer = await asked.catch((error: unknown) => {
			rest = isPlaceRefused(error) ? restAfter(operation, input, last?.record) : undefined;
			if (!rest) throw error;
			return undefined;
		});
		if (!answer) return rest;
		asked = undefined;
		const all = recordsOf(answer.body, root);
		if (all === undefined) throw call.problem(ENGINE.noList);
		if (!isSized && at === first) size = all.length;
		const marks = all.map((record) => markOf(record, key));
		const { place, total, atMost = total } = pages?.position?.(answer, given) ?? {};
		// A page's worth of new records shifts the list by a page, which its position shows.
		const shifted = key !== undefined && total !== undefined && place === at && at !== first;
		const repeats = shifted ? undefined : repeated(last?.marks, marks, key !== undefined, size);
		const others =
			key === undefined || !here ? all : all.filter((record) => here.isFirst(record?.[key]));
		const fresh = (
			key === undefined ? others : others.filter((record) => seen.isFirst(record?.[key]))
		).slice(0, left);
		left -= fresh.length;
		came += here ? others.length : fresh.length;
		least = Math.min(least, total ?? Infinity);
		// If a shifted list gives its position and its total, these end it.
		if (!shifted)
			progress.note(
				marks,
				here ? others.length : fresh.length,
				before + all.length < (total ?? atMost ?? 0),
			);
		const next =
			left > 0
				? pages?.next({ answer, count: all.length, at, size, before, repeats, given })
				: undefined;
		if (next !== undefined && progress.isNone)
			throw new ListTruncated(
				progress.fresh,
				total !== undefined && total > progress.fresh ? total : undefined,
			);
		// The next page is requested while this one is processed; if a total says so, the one after that is requested, too.
		// More would make a long list a little faster, but all of them would be in memory.
		if (next !== undefined) {
			asked = ahead?.at === next ? ahead.asked : ask(next);
			const afterNext = next + (next - at);
			const isSure =
				!pages?.further && all.length === size && left > size && before + 2 * size < (total ?? 0);
			ahead = isSure ? { at: afterNext, asked: ask(afterNext) } : undefined;
		}
		if (repeats !== 'certainly')
			await take(each ? fresh.map((record) => each(record, answer.body as IDataObject)) : fresh);
		if (next === undefined) {
			if (left > 0 && least !== Infinity && came < least) throw new ListTruncated(came, least);
			return;
		}
		last = { marks, record: all.at(-1) };
		before += all.length;
		at = next;
	}
}

/** Statuses with which a platform refuses a position that is too far. */
export const isPlaceRefused = (error: unknown): boolean => isRefusedWith(error, 400, 416, 422);

/** The input for what is older than a record; nothing if the list cannot be filtered by time. */
function restAfter(
	operation: RequestOperation,
	input: Input,
	last: IDataObject | undefined,
): Input | undefined {
	const { pages } = operation;
	const filters = last && pages?.further?.(last, givenIn(operation, input));
	if (!pages || !filters) return undefined;
	// The position is that of the whole list.
	const given = Object.fromEntries(
		Object.entries(filters).filter(([name]) => name !== pages.at),
	) as IDataObject;
	return pages.where === 'body' ? { ...input, body: given } : { ...input, query: given };
}
