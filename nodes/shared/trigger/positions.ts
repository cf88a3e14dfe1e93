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

/** A window that includes the record at `end`, which was already read: seeing it again proves that none is missing in between. */
export function windowTo(pages: Paging, end: number, size: number): Window {
	if (end < size) return windowAt(pages, 0, size);
	if (pages.at !== 'page') return windowAt(pages, end + 1 - size, size);
	// Numbered pages: of the sizes that are not much smaller, the one that wastes least.
	let best = size;
	const waste = (each: number) => Math.ceil((end + 1) / each) * each - end - 1 + (size - each);
	for (let each = size; each > size * 0.75; each--) if (waste(each) < waste(best)) best = each;
	return windowAt(pages, (Math.ceil((end + 1) / best) - 1) * best, best);
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
