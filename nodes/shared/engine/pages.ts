/** Reading the pages of a list, the same for all styles of paging. */
import type { IDataObject } from 'n8n-workflow';

import type { Call, Input, RequestOperation } from '../declare/operation';
import type { Answer } from '../declare/wire';
import { recordsOf, tellsTotal } from '../declare/lists';

/**
 * Reads the pages of a list until `limit` records have come or the list ends. A page that fails
 * fails the whole: no page that came before is put out as if it were all.
 */
export async function readPages(
	call: Call,
	operation: RequestOperation,
	input: Input,
	limit: number | undefined,
	take: (records: IDataObject[]) => void,
): Promise<void> {
	const { pages, answers } = operation;
	const place = pages?.where === 'body' ? (input.body as IDataObject) : input.query;
	const sized = pages?.sizedBy === undefined ? undefined : (place[pages.sizedBy] as number | undefined);
	const start = pages?.at === undefined ? undefined : (place[pages.at] as number | undefined);
	const seen = answers.key === undefined ? undefined : new Set<unknown>();
	let at = start ?? pages?.first ?? 0;
	let left = limit ?? Infinity;
	// One size for all pages: where pages are numbered, another size would be another place.
	const size = sized ?? Math.min(left, pages?.largest ?? Infinity);
	let before: string | undefined;
	while (left > 0) {
		const page: IDataObject = {};
		const sizeName = pages?.size ?? pages?.sizedBy;
		if (sizeName) page[sizeName] = size;
		if (pages?.at && (at !== pages.first || pages.alwaysSent)) page[pages.at] = at;
		const answer = await call.send(operation, input, page);
		let records = recordsOf(answer.body, answers.root);
		if (records === undefined)
			throw call.problem(
				'The platform answered in a form that is not a list',
				'The answer has none of the fields in which lists come. Nothing was put out.',
			);
		const count = records.length;
		// A platform that does not take the place of a page gives the same page again: that was all.
		const content = count > 0 ? JSON.stringify(records[0]) : undefined;
		if (content !== undefined && content === before && sameAgain(answer, pages)) return;
		before = content;
		if (seen) records = records.filter((record) => firstSeen(seen, record?.[answers.key!]));
		if (records.length > left) records = records.slice(0, left);
		const { each } = answers;
		take(each ? records.map((record) => each(record, answer.body as IDataObject)) : records);
		left -= records.length;
		const next = pages?.next({ answer, count, at, size });
		if (next === undefined || next <= at) return;
		at = next;
	}
}

/** Only lists that do not tell their length are suspected of repeating themselves. */
const sameAgain = (answer: Answer, pages: RequestOperation['pages']): boolean =>
	pages?.at !== undefined && !tellsTotal(answer);

function firstSeen(seen: Set<unknown>, key: unknown): boolean {
	if (key === undefined || key === null) return true;
	if (seen.has(key)) return false;
	seen.add(key);
	return true;
}
