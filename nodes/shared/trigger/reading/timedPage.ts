/**
 * Requests one page of a list that the platform sorts newest first. The offset of a page says where
 * it begins: after how many records, or, if the platform numbers its pages, after how many pages.
 */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import { numberOfPage, totalOf } from '../../declare/lists/listInResponse';
import { unlessRefused } from '../../support/http/refused';
import { objectIn } from '../../support/json';
import { type Clocks, clocksOf } from '../requests/clocks';
import { type Poll, recordsIn } from '../requests/pollRequests';
import type { Listing, Period } from './listing';

export interface TimedPage extends Clocks {
	period: Period;
	records: IDataObject[];
	/** How many records the period has, if the platform says so; it may be wrong. */
	total: number | undefined;
	/** It has as many records as a page can have, so another page may follow. */
	isFull: boolean;
}

/**
 * Filters may round times down to seconds, and may exclude the end. So a period overlaps the next
 * one by more than a second.
 */
export const OVERLAP_MS = 1_001;

/** How a page behind the end of the list may be refused. */
export const BEHIND_END: readonly number[] = [400, 416, 422];

/** Whether the platform numbers the pages of a list, from 1. Otherwise, offsets count records. */
export const isNumbered = ({ operation }: Listing): boolean =>
	operation.pages!.positionName === 'page';

/**
 * Whether the page after this one begins with the last record of this one. A single record is not
 * read again: nothing would follow it.
 */
export const overlaps = (listing: Listing, { records }: TimedPage): boolean =>
	!isNumbered(listing) && records.length > 1;

/** How many records of a page of this length are not in the page before it. */
export const newRecordCount = (listing: Listing, page: TimedPage): number =>
	page.records.length - (overlaps(listing, page) ? 1 : 0);

/** The distance from the offset of a page to that of the next one. */
export const distanceAfter = (listing: Listing, page: TimedPage): number =>
	isNumbered(listing) ? 1 : newRecordCount(listing, page);

/**
 * Reads a page of a period, or of the whole list.
 * @param offset where the page begins; 0 for the first one
 */
export async function pageOf(
	poll: Poll,
	listing: Listing,
	period: Period = {},
	offset = 0,
): Promise<TimedPage> {
	const { operation, input, sinceFilter, untilFilter, pageSize } = listing;
	const { since, to } = period;
	const { where, positionName, ...pages } = operation.pages!;
	const filters = {
		...objectIn(input[where]),
		...(since === undefined ? {} : sinceFilter(since)),
		...(to === undefined ? {} : untilFilter(to + OVERLAP_MS)),
	};
	const answer = await poll.send(
		operation,
		{ ...input, [where]: filters },
		{
			[(pages.size ?? pages.sizedBy)!]: pageSize,
			...(offset === 0 ? {} : { [positionName!]: isNumbered(listing) ? offset + 1 : offset }),
		},
	);
	const { listPath } = ofKind('list', operation.answers);
	const records = recordsIn(operation, answer);
	// The platform may limit the page size further; then it says so.
	const limit = numberOfPage(answer, listPath, 'limit') || pageSize;
	return {
		period,
		records,
		total: totalOf(answer, listPath),
		isFull: records.length >= Math.min(limit, pageSize),
		...clocksOf(answer),
	};
}

/**
 * Reads a page of the whole list; undefined if the platform refuses it because it is behind the
 * end, which can happen if the total is too large.
 */
export async function pageUnlessBehindEnd(
	poll: Poll,
	listing: Listing,
	offset: number,
): Promise<TimedPage | undefined> {
	const page = pageOf(poll, listing, {}, offset);
	return offset === 0 ? await page : await unlessRefused(page, BEHIND_END, undefined);
}

/**
 * Reads the first page of a period, or of the whole list. If it is empty although its total counts
 * records, it is read once more: they may have been missing for a moment only.
 */
export async function firstPageOf(
	poll: Poll,
	listing: Listing,
	period: Period = {},
): Promise<TimedPage> {
	const page = await pageOf(poll, listing, period);
	const contradictsTotal = page.records.length === 0 && (page.total ?? 0) > 0;
	return contradictsTotal ? await pageOf(poll, listing, period) : page;
}

/**
 * Whether another page follows.
 * @param count how many records have been read, with this page
 */
export const isFollowed = ({ records, total, isFull }: TimedPage, count: number): boolean =>
	records.length > 0 && (isFull || count < (total ?? 0));

/** Reads the pages of the whole list, newest records first. */
export async function* timedPages(poll: Poll, listing: Listing): AsyncGenerator<TimedPage, void> {
	for (let offset = 0, count = 0; ;) {
		const page = await pageUnlessBehindEnd(poll, listing, offset);
		if (!page) return;
		yield page;
		count += page.records.length;
		if (!isFollowed(page, count)) return;
		offset += distanceAfter(listing, page);
	}
}
