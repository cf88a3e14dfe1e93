/**
 * Each paging style on its own: which page is next, which one was the last, and which list has more
 * than can be read.
 */
import { pageHeaders } from '../../../../nodes/records/accountPaging';
import { logIndex } from '../../../../nodes/records/executionLog';
import { scimList } from '../../../../nodes/records/scimPaging';
import {
	allAtOnce,
	limitOffset,
	ListTruncated,
	type Page,
	type Paging,
} from '../../../../nodes/shared/declare/lists/paging';

const answer = (body: unknown, headers: Record<string, string> = {}) => ({
	status: 200,
	headers,
	body,
});
const DONE = undefined;
/** The list has more: `read` of its `all` records were read. */
const cut = (read: number, all?: number) => ({ read, all });

function next(
	style: Paging,
	page: Partial<Page>,
	body: unknown = {},
	headers: Record<string, string> = {},
) {
	try {
		return style.next({ answer: answer(body, headers), count: 10, position: 0, size: 10, ...page });
	} catch (error) {
		if (!(error instanceof ListTruncated)) throw error;
		expect(error.name).toBe('ListTruncated');
		return cut(error.readCount, error.total);
	}
}

test('an incomplete list says how much of it was received', () => {
	expect(new ListTruncated(3).message).toBe(
		'Only part of the list could be read: 3 records arrived',
	);
	expect(new ListTruncated(3, 5).message).toBe(
		'Only part of the list could be read: 3 of 5 records arrived',
	);
});

describe('limit and offset', () => {
	const style = limitOffset();
	test.each<[string, Partial<Page>, unknown, unknown]>([
		['a full page of an unknown number', {}, {}, 10],
		['a page in the middle', { position: 20 }, { total: 50 }, 30],
		['a small page is moved on by what came', { position: 20, count: 3 }, { total: 50 }, 23],
		['a small page of an unknown number', { position: 20, count: 3 }, {}, 23],
		['the last page', { position: 40 }, { total: 50 }, DONE],
		['an empty page of an unknown number', { position: 40, count: 0 }, {}, DONE],
		['an empty page at the end', { position: 50, count: 0 }, { total: 50 }, DONE],
		['an empty page before the end', { position: 40, count: 0 }, { total: 50 }, cut(40, 50)],
		['a total that is none', { position: 20 }, { total: 29 }, 30],
		['a total that fits', { position: 20 }, { total: 30 }, DONE],
		['the same page again, which is full', { position: 20, repeats: 'certainly' }, {}, cut(20)],
		[
			'the same page again, which was all',
			{ position: 3, count: 3, repeats: 'certainly' },
			{},
			DONE,
		],
		[
			'the same page again, and a larger total',
			{ position: 20, count: 3, repeats: 'certainly' },
			{ total: 50 },
			cut(20, 50),
		],
		[
			'the same page again, and all had come',
			{ position: 20, count: 3, repeats: 'certainly' },
			{ total: 20 },
			DONE,
		],
		['equal records of an unknown number', { position: 20, repeats: 'perhaps' }, {}, cut(20)],
		[
			'equal records where the total is known',
			{ position: 20, repeats: 'perhaps' },
			{ total: 50 },
			30,
		],
		[
			'equal records and a total that is none',
			{ position: 20, repeats: 'perhaps' },
			{ total: 5 },
			cut(20),
		],
	])(
		'a list by limit and offset is read on or ends after a page: %s',
		(_what, page, body, wanted) => {
			expect(next(style, page, body)).toEqual(wanted);
			const within = limitOffset({ listPath: 'metrics' });
			expect(next(within, page, { metrics: body })).toEqual(wanted);
		},
	);
	test('limit and offset are declared with their names', () => {
		const further = () => undefined;
		expect(style).toMatchObject({
			style: 'limit and offset',
			where: 'query',
			size: 'limit',
			owns: ['limit'],
			positionName: 'offset',
			first: 0,
			largest: 100,
		});
		expect('further' in style).toBe(false);
		expect(limitOffset({ where: 'body', largest: 7, alwaysSent: true, further })).toMatchObject({
			where: 'body',
			largest: 7,
			alwaysSent: true,
			further,
		});
		expect(style.reported!(answer({ offset: 20, total: 50 }))).toEqual({ position: 20, total: 50 });
		expect(
			limitOffset({ listPath: 'm' }).reported!(answer({ m: { offset: 20, total: 50 } })),
		).toEqual({
			position: 20,
			total: 50,
		});
	});
});

describe('SCIM', () => {
	const style = scimList();
	test('SCIM positions count from one', () => {
		expect(next(style, { position: 1 }, { totalResults: 11 })).toBe(11);
		expect(next(style, { position: 1 }, { totalResults: 10 })).toBeUndefined();
		expect(next(style, { position: 11, count: 3 }, { totalResults: 50 })).toBe(14);
		expect(next(style, { position: 11, count: 0 }, { totalResults: 50 })).toEqual(cut(10, 50));
	});
	test('the style of SCIM is declared with its names', () => {
		expect(style).toMatchObject({
			style: 'SCIM startIndex and count',
			where: 'query',
			size: 'count',
			owns: ['count'],
			positionName: 'startIndex',
			first: 1,
			largest: 100,
		});
		expect(scimList({ where: 'body' }).where).toBe('body');
		expect(style.reported!(answer({ startIndex: 11, totalResults: 50 }))).toEqual({
			position: 11,
			total: 50,
		});
	});
});

describe('the index of logs', () => {
	test.each<[string, Partial<Page>, unknown, unknown]>([
		['moves on', {}, { nextIndex: 10, totalSize: 50 }, 10],
		['moves on as text', {}, { nextIndex: '17' }, 17],
		['is missing at the end', { position: 40 }, { totalSize: 50 }, DONE],
		['is missing before the end', { position: 20 }, { totalSize: 50 }, cut(30, 50)],
		['is missing where nobody knows the number', { position: 20 }, {}, DONE],
		[
			'does not move on at the end',
			{ position: 20, count: 0 },
			{ nextIndex: 20, totalSize: 20 },
			DONE,
		],
		['does not move on, and there may be more', { position: 20 }, { nextIndex: 20 }, cut(30)],
		['leads back, and there may be more', { position: 20 }, { nextIndex: 3 }, cut(30)],
		['leads back after an empty page', { position: 20, count: 0 }, { nextIndex: 3 }, DONE],
		['leads back, and all had come', { position: 20 }, { nextIndex: 3, totalSize: 30 }, DONE],
		[
			'moves on after an empty page, with more to come',
			{ position: 20, count: 0 },
			{ nextIndex: 30, totalSize: 50 },
			30,
		],
		[
			'moves on after an empty page, beyond the end',
			{ position: 20, count: 0 },
			{ nextIndex: 50, totalSize: 50 },
			cut(20, 50),
		],
		[
			'moves on after an empty page of an unknown number',
			{ position: 20, count: 0 },
			{ nextIndex: 30 },
			DONE,
		],
		[
			'counts from what came before',
			{ position: 20, recordsBefore: 5 },
			{ totalSize: 50 },
			cut(15, 50),
		],
		[
			'does not count what came twice',
			{ position: 20, repeats: 'certainly' },
			{ totalSize: 25 },
			cut(20, 25),
		],
		[
			'counts what is filtered',
			{ position: 20, filters: { startTime: 1 } },
			{ totalSizeFiltered: 30, totalSize: 50 },
			DONE,
		],
		[
			'is cut where what is filtered is more',
			{ position: 20, filters: { startTime: 1 } },
			{ totalSizeFiltered: 31, totalSize: 50 },
			cut(30, 31),
		],
		[
			'does not count the whole log within a time',
			{ position: 20, filters: { startTime: 1 } },
			{ totalSize: 50 },
			DONE,
		],
		[
			'does not count the whole log up to a time',
			{ position: 20, filters: { endTime: 1 } },
			{ totalSize: 50 },
			DONE,
		],
		['is none in a text', { position: 20 }, 'text', DONE],
	])('the index of the next page of logs %s', (_what, page, body, wanted) => {
		expect(next(logIndex, page, body)).toEqual(wanted);
	});
	test('the index of logs is declared with its names', () => {
		expect(logIndex).toMatchObject({
			style: 'startIndex and nextIndex',
			where: 'query',
			size: 'count',
			owns: ['count'],
			positionName: 'startIndex',
			first: 0,
			largest: 200,
		});
	});
});

describe('pages with totals in headers', () => {
	const page = (number: number, more: Partial<Page> = {}): Partial<Page> => ({
		position: number,
		...more,
	});
	test.each<[string, Partial<Page>, Record<string, string>, unknown]>([
		['the last one', page(3), { 'page-last': 'true' }, DONE],
		['the last one of all', page(3), { 'page-last': 'true', 'total-elements': '30' }, DONE],
		[
			'the last one, and there are more',
			page(3),
			{ 'page-last': 'true', 'total-elements': '31' },
			cut(30, 31),
		],
		['not the last one', page(3), { 'page-last': 'false' }, 4],
		['one of more pages', page(3), { 'total-pages': '4' }, 4],
		['the last of the pages', page(4), { 'total-pages': '4' }, DONE],
		['one of more records', page(3), { 'total-elements': '31' }, 4],
		[
			'the last of the pages, and more records',
			page(4),
			{ 'total-pages': '4', 'total-elements': '50' },
			5,
		],
		['all records came', page(3), { 'total-elements': '30' }, DONE],
		['there is no total', page(3), {}, 4],
		['there is no total, and the page is empty', page(3, { count: 0 }), {}, DONE],
		['the number of pages is 0', page(3), { 'total-pages': '0' }, 4],
		[
			'empty, although it is not the last one',
			page(3, { count: 0 }),
			{ 'page-last': 'false' },
			DONE,
		],
		[
			'empty, and there are more',
			page(3, { count: 0 }),
			{ 'page-last': 'false', 'total-elements': '30' },
			cut(20, 30),
		],
		[
			'the same again, although it is not the last one',
			page(3, { repeats: 'certainly' }),
			{ 'page-last': 'false' },
			cut(20),
		],
		[
			'fewer of the same again, although it is not the last one',
			page(3, { count: 4, repeats: 'certainly' }),
			{ 'page-last': 'false' },
			cut(20),
		],
		[
			'the same again, and there are more',
			page(3, { repeats: 'certainly' }),
			{ 'total-elements': '50' },
			cut(20, 50),
		],
		['the same again, without a total', page(3, { repeats: 'certainly' }), {}, cut(20)],
		[
			'counted from what came before',
			page(3, { recordsBefore: 5 }),
			{ 'page-last': 'true', 'total-elements': '16' },
			cut(15, 16),
		],
		[
			'counted in pages of its size',
			page(3, { size: 5, count: 5 }),
			{ 'total-elements': '15' },
			DONE,
		],
		['one that says neither, and pages', page(3), { 'page-last': 'maybe', 'total-pages': '3' }, 4],
	])(
		'a list with totals in its headers is read on or ends after a page: %s',
		(_what, given, headers, wanted) => {
			expect(next(pageHeaders, given, {}, headers)).toEqual(wanted);
		},
	);
	test('pages with totals in headers are declared with their names', () => {
		expect(pageHeaders).toMatchObject({
			style: 'page and size, with totals in headers',
			where: 'query',
			sizedBy: 'size',
			owns: [],
			positionName: 'page',
			first: 1,
			largest: 1000,
		});
		expect(
			pageHeaders.reported!(answer({}, { 'page-number': '3', 'total-elements': '50' })),
		).toEqual({ position: 3, total: 50 });
		expect(pageHeaders.reported!(answer({}))).toEqual({ position: undefined, total: undefined });
	});
});

test('a list in one response is complete, unless it says that there is more', () => {
	expect(next(allAtOnce, {}, {})).toBeUndefined();
	expect(next(allAtOnce, {}, { total: 10 })).toBeUndefined();
	expect(next(allAtOnce, {}, { total: 9 })).toBeUndefined();
	expect(next(allAtOnce, {}, { total: 11 })).toEqual(cut(10, 11));
	expect(allAtOnce).toMatchObject({
		style: 'all in one response',
		where: 'query',
		owns: [],
		first: 0,
		largest: Number.MAX_SAFE_INTEGER,
	});
});
