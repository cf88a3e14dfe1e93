/**
 * The paging histories of the campaign: a server that pages in each of these ways, and what of its
 * list must arrive.
 */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../../../nodes/shared/declare/operation';
import { type Asked, goodPage, goodRecord, type Scripted } from '../../support/scripted';

/** How a server pages. */
interface History {
	/** How many records it has. */
	count: number;
	/** The most that it gives at once. */
	most?: number;
	/** It takes no place: each page is the first. */
	ignoresPlace?: boolean;
	/** It takes no size: all in one answer. */
	ignoresSize?: boolean;
	/** How many it says that there are: as many, more, fewer, or nothing. */
	total?: 'right' | 'more' | 'fewer';
	/** All records say the same except for their key; so do the first ones of pages. */
	alike?: boolean;
	/** IDs beyond 2^53, which differ in their last digits only. */
	longIds?: boolean;
}

const totals = ['right', 'more', 'fewer', undefined] as const;
export const HISTORIES: History[] = [
	...[0, 1, 100, 250].flatMap((count) => totals.map((total): History => ({ count, total }))),
	...totals.map((total): History => ({ count: 250, most: 30, total })),
	...[1, 60, 250].flatMap((count) =>
		totals.map((total): History => ({ count, total, ignoresPlace: true })),
	),
	...totals.map((total): History => ({ count: 450, total, ignoresPlace: true, ignoresSize: true })),
	...totals.map((total): History => ({ count: 250, total, alike: true })),
	...totals.map((total): History => ({ count: 250, most: 30, total, alike: true })),
	...totals.map((total): History => ({ count: 20, total, longIds: true })),
];
export const isPaged = ({ pages }: RequestOperation) => pages?.positionName !== undefined;

export function recordsOf(
	{ answers }: RequestOperation,
	{ count, alike, longIds }: History,
): unknown[] {
	const { key } = answers;
	return Array.from({ length: count }, (_, number) => {
		const made = goodRecord(answers, alike ? 0 : number);
		if (key !== undefined)
			made[key] = longIds ? `long:${9007199254740992n + BigInt(number)}` : `key-${number}`;
		else if (!alike) made.number = number;
		return made;
	});
}

const totalOf = ({ count, total }: History): number | undefined =>
	total === 'right'
		? count
		: total === 'more'
			? count + 7
			: total === 'fewer'
				? Math.floor(count / 2)
				: undefined;

export function served(
	{ pages, ...operation }: RequestOperation,
	records: unknown[],
	history: History,
	{ query, body }: Asked,
): Scripted {
	const given =
		pages!.where === 'body' ? (JSON.parse(body) as IDataObject) : Object.fromEntries(query);
	const asked = Number(given[(pages!.size ?? pages!.sizedBy)!] ?? Infinity);
	const size = history.ignoresSize ? Infinity : Math.min(asked, history.most ?? Infinity);
	const at =
		pages!.positionName === undefined || history.ignoresPlace
			? pages!.first
			: Number(given[pages!.positionName] ?? pages!.first);
	const from =
		pages!.positionName !== 'page'
			? at - pages!.first
			: (at - pages!.first) * (size === Infinity ? 0 : size);
	const part = pages!.positionName === undefined ? records : records.slice(from, from + size);
	const total = totalOf(history);
	const end = from + part.length;
	const page = goodPage({ pages, ...operation }, part, {
		at,
		total,
		...(pages!.style.startsWith('startIndex') && end < records.length ? { next: end } : {}),
	});
	return { ...page, body: String(page.body).replace(/"long:(\d+)"/g, '$1') };
}

/** The error is right if fewer records arrived than there are, or than were announced. */
export interface Judged {
	read?: unknown[];
	error?: string;
}

export function finding(
	operation: RequestOperation,
	history: History,
	{ read, error }: Judged,
): string | undefined {
	const { count, total, longIds } = history;
	const { key } = operation.answers;
	if (error !== undefined) {
		if (!/records arrived/.test(error)) return `an error that does not say what came: ${error}`;
		const cut = history.ignoresPlace && !history.ignoresSize && isPaged(operation);
		// A keyless list whose records are all the same cannot be distinguished from one that
		// repeats itself.
		const unclear = history.alike && key === undefined;
		return total === 'more' || cut || unclear ? undefined : `without need: ${error}`;
	}
	const keys = read!.map((record) =>
		key === undefined ? JSON.stringify(record) : String((record as IDataObject)[key]),
	);
	if ((key !== undefined || !history.alike) && new Set(keys).size !== keys.length)
		return `${keys.length - new Set(keys).size} came twice`;
	if (keys.length > count) return `${keys.length} came of ${count}`;
	if (keys.length < count && !endsAtTotal(operation, history, keys.length))
		return `${keys.length} of ${count} came without a word`;
	if (total === 'more' && keys.length < totalOf(history)! && tellsTotal(operation))
		return `${totalOf(history)} were reported, ${keys.length} came, without a word`;
	if (longIds && key !== undefined && keys[1] !== undefined && keys[1] !== '9007199254740993')
		return `an ID came as ${keys[1]}`;
	return undefined;
}

/**
 * Whether a list that reports too small a total may end there: a page that ends exactly at the
 * total cannot be distinguished from the last one. The index of a log that leads nowhere cannot,
 * either, once the total is reached.
 */
function endsAtTotal({ pages }: RequestOperation, history: History, readCount: number): boolean {
	const total = totalOf(history)!;
	if (history.total !== 'fewer') return false;
	if (pages!.style === 'startIndex and nextIndex') return readCount >= total;
	return (
		readCount === total && readCount % Math.min(pages!.largest, history.most ?? Infinity) === 0
	);
}

/** Plain arrays have no total. */
const tellsTotal = (operation: RequestOperation): boolean => {
	const { body, headers } = goodPage(operation, [], { at: 0, total: 77 });
	return /77/.test(String(body)) || headers?.['total-elements'] === '77';
};
