/** Which page to ask for: positions in a list that is sorted newest first. */
import type { IDataObject } from 'n8n-workflow';

import type { Paging } from '../declare/lists/paging';

/** A stretch of a list. */
export interface Window {
	/** How many records are newer than its first one. */
	at: number;
	size: number;
	/** The parameters that ask for it. */
	page: IDataObject;
}

/** The `size` records from a position on. */
export function windowAt(pages: Paging, at: number, size: number): Window {
	const place = pages.at === 'page' ? at / size + 1 : at;
	return { at, size, page: { [(pages.size ?? pages.sizedBy)!]: size, ...(place === pages.first ? {} : { [pages.at!]: place }) } };
}

/**
 * A window that includes the record at `end`, which was already read: seeing it again proves that none is missing in between.
 * Numbered pages begin at a multiple of their size: that size is taken which shows most of the records before `end`. Where each
 * divides `end`, none shows any: the window begins there.
 */
export function windowTo(pages: Paging, end: number, size: number): Window {
	if (end < size) return windowAt(pages, 0, size);
	if (pages.at !== 'page') return windowAt(pages, end + 1 - size, size);
	let best = size;
	for (let each = size; each > 1; each--) if (end % each > end % best) best = each;
	return windowAt(pages, end - (end % best), best);
}

/** How many positions are probed at once while the end of a list is searched for. */
const PROBES = 4;

/** Positions of pages, each four times as far away as the one before. */
export const fartherPositions = (first: number, reach: number, size: number): number[] =>
	Array.from({ length: PROBES }, (_, index) => first + Math.ceil((reach * (4 ** index - 1)) / size) * size);

/** Positions of pages, spread evenly between two positions. */
export function positionsBetween(first: number, end: number, size: number): number[] {
	const pages = Math.ceil((end - first) / size);
	const count = Math.min(pages, PROBES);
	return Array.from({ length: count }, (_, index) => first + Math.floor((index * pages) / count) * size);
}
