/**
 * Requests one page of a list that the platform sorts newest first. The offset of a page says where
 * it begins: after how many records, or, if the platform numbers its pages, after how many pages.
 */
import type { IDataObject } from 'n8n-workflow';

import { ofKind } from '../../declare/answers';
import { numberOfPage, totalOf } from '../../declare/lists/records';
import { unlessRefused } from '../../support/http/refused';
import { objectIn } from '../../support/json';
import { type Clocks, clocksOf } from '../clocks';
import { type Poll, recordsIn } from '../pollRequests';
import type { Listing, Period } from './listing';

export interface TimedPage extends Clocks {
	period: Period;
	records: IDataObject[];
	/**
	 * How many records the period has, if the platform says so; it may be wrong. Infinity if it is
	 * only known that others follow.
	 */
	total: number | undefined;
	/** It has as many records as a page can have, so another page may follow. */
	isFull: boolean;
	/** It ends exactly at the limit, so there may be records that the platform does not list. */
	endsAtLimit?: boolean;
	/**
	 * It was requested with fewer records than other pages, because the platform refused a page that
	 * could end after the limit.
	 */
	wasRequestedShorter?: boolean;
}

/** How a page that begins behind the limit is refused. Only 400 is documented. */
export const BEHIND_LIMIT: readonly number[] = [400, 416, 422];

/**
 * How a page across the limit may be refused: also with an error of the server, because the records
 * before the limit can be requested without the others.
 */
const ACROSS_LIMIT: readonly number[] = [...BEHIND_LIMIT, 500];

/**
 * Filters may round times down to seconds, and may exclude the end. So a period overlaps the next
 * one by more than a second.
 */
export const OVERLAP_MS = 1_001;

/** How the offsets of a list count. */
interface OffsetStyle {
	/** How many records of a page are also in the page before it. */
	overlap: 0 | 1;
	/** The value of the parameter for the page at an offset. */
	pageParameter: (offset: number) => number;
	/** The offset after a number of records, if a page has `pageLength` of them. */
	offsetAfter: (recordCount: number, pageLength: number) => number;
}

/** Offsets count records. Each page begins with the last record of the page before it. */
const byOffset: OffsetStyle = {
	overlap: 1,
	pageParameter: (offset) => offset,
	offsetAfter: (recordCount) => recordCount,
};

/** Offsets count pages, which the platform numbers from 1. */
const byNumber: OffsetStyle = {
	overlap: 0,
	pageParameter: (offset) => offset + 1,
	offsetAfter: (recordCount, pageLength) => Math.ceil(recordCount / pageLength),
};

export const styleOf = ({ operation }: Listing): OffsetStyle =>
	operation.pages!.positionName === 'page' ? byNumber : byOffset;

/** How many records a page of this length has that are not in the page before it. */
export const newRecordCount = (listing: Listing, pageLength: number): number =>
	Math.max(1, pageLength - styleOf(listing).overlap);

/** The distance from the offset of a page to that of the next one. */
export const distanceAfter = (listing: Listing, { records: { length } }: TimedPage): number =>
	styleOf(listing).offsetAfter(newRecordCount(listing, length), Math.max(1, length));

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
			...(offset === 0 ? {} : { [positionName!]: styleOf(listing).pageParameter(offset) }),
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

/**
 * Reads a page that begins before the limit, and could end after it. The platform may list only the
 * records before the limit, or refuse the page, as its API description says. In the second case,
 * only these records are requested.
 */
export async function pageBeforeLimit(
	poll: Poll,
	listing: Listing,
	period: Period,
	offset: number,
): Promise<TimedPage> {
	const page = pageOf(poll, listing, period, offset);
	const listedCount = listing.maxPerPeriod - offset;
	if (styleOf(listing).overlap === 0 || listedCount >= listing.pageSize) return await page;
	const wholePage = await unlessRefused(page, ACROSS_LIMIT, undefined);
	const listedPage =
		wholePage ?? (await pageOf(poll, { ...listing, pageSize: listedCount }, period, offset));
	return {
		...listedPage,
		endsAtLimit: listedPage.records.length === listedCount,
		wasRequestedShorter: wholePage === undefined,
	};
}

/** Reads the pages of the whole list, newest records first. They do not overlap. */
export async function* timedPages(poll: Poll, listing: Listing): AsyncGenerator<TimedPage, void> {
	for (let offset = 0, count = 0; ;) {
		const page = await pageOf(poll, listing, {}, offset);
		const { length } = page.records;
		yield page;
		count += length;
		if (!isFollowed(page, count)) return;
		offset += styleOf(listing).offsetAfter(length, length);
	}
}
