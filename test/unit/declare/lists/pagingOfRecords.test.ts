/**
 * The ways in which logs and the lists with totals in their headers are paged.
 */
import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { logIndex } from '../../../../nodes/records/lists/logPaging';
import { type Page } from '../../../../nodes/shared/declare/lists/paging';
import { answer, cut, DONE, next } from './pagingStage';

describe('the index of logs', () => {
	test.each<{ what: string; page: Partial<Page>; body: unknown; wanted: unknown }>([
		{ what: 'moves on', page: {}, body: { nextIndex: 10, totalSize: 50 }, wanted: 10 },
		{ what: 'moves on as text', page: {}, body: { nextIndex: '17' }, wanted: 17 },
		{
			what: 'is missing at the end',
			page: { position: 40 },
			body: { totalSize: 50 },
			wanted: DONE,
		},
		{
			what: 'is missing before the end',
			page: { position: 20 },
			body: { totalSize: 50 },
			wanted: cut(30, 50),
		},
		{
			what: 'is missing where nobody knows the number',
			page: { position: 20 },
			body: {},
			wanted: DONE,
		},
		{
			what: 'does not move on at the end',
			page: { position: 20, count: 0 },
			body: { nextIndex: 20, totalSize: 20 },
			wanted: DONE,
		},
		{
			what: 'does not move on, and there may be more',
			page: { position: 20 },
			body: { nextIndex: 20 },
			wanted: cut(30),
		},
		{
			what: 'leads back, and there may be more',
			page: { position: 20 },
			body: { nextIndex: 3 },
			wanted: cut(30),
		},
		{
			what: 'leads back after an empty page',
			page: { position: 20, count: 0 },
			body: { nextIndex: 3 },
			wanted: DONE,
		},
		{
			what: 'leads back, and all had come',
			page: { position: 20 },
			body: { nextIndex: 3, totalSize: 30 },
			wanted: DONE,
		},
		{
			what: 'moves on after an empty page, with more to come',
			page: { position: 20, count: 0 },
			body: { nextIndex: 30, totalSize: 50 },
			wanted: 30,
		},
		{
			what: 'moves on after an empty page, beyond the end',
			page: { position: 20, count: 0 },
			body: { nextIndex: 50, totalSize: 50 },
			wanted: cut(20, 50),
		},
		{
			what: 'moves on after an empty page of an unknown number',
			page: { position: 20, count: 0 },
			body: { nextIndex: 30 },
			wanted: DONE,
		},
		{
			what: 'counts from what came before',
			page: { position: 20, recordsBefore: 5 },
			body: { totalSize: 50 },
			wanted: cut(15, 50),
		},
		{
			what: 'does not count what came twice',
			page: { position: 20, repeats: 'certainly' },
			body: { totalSize: 25 },
			wanted: cut(20, 25),
		},
		{
			what: 'counts what is filtered',
			page: { position: 20, filters: { startTime: 1 } },
			body: { totalSizeFiltered: 30, totalSize: 50 },
			wanted: DONE,
		},
		{
			what: 'is cut where what is filtered is more',
			page: { position: 20, filters: { startTime: 1 } },
			body: { totalSizeFiltered: 31, totalSize: 50 },
			wanted: cut(30, 31),
		},
		{
			what: 'does not count the whole log within a time',
			page: { position: 20, filters: { startTime: 1 } },
			body: { totalSize: 50 },
			wanted: DONE,
		},
		{
			what: 'does not count the whole log up to a time',
			page: { position: 20, filters: { endTime: 1 } },
			body: { totalSize: 50 },
			wanted: DONE,
		},
		{ what: 'is none in a text', page: { position: 20 }, body: 'text', wanted: DONE },
	])('the index of the next page of logs $what', ({ page, body, wanted }) => {
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

	test.each<{
		what: string;
		given: Partial<Page>;
		headers: Record<string, string>;
		wanted: unknown;
	}>([
		{ what: 'the last one', given: page(3), headers: { 'page-last': 'true' }, wanted: DONE },
		{
			what: 'the last one of all',
			given: page(3),
			headers: { 'page-last': 'true', 'total-elements': '30' },
			wanted: DONE,
		},
		{
			what: 'the last one, and there are more',
			given: page(3),
			headers: { 'page-last': 'true', 'total-elements': '31' },
			wanted: cut(30, 31),
		},
		{ what: 'not the last one', given: page(3), headers: { 'page-last': 'false' }, wanted: 4 },
		{ what: 'one of more pages', given: page(3), headers: { 'total-pages': '4' }, wanted: 4 },
		{
			what: 'the last of the pages',
			given: page(4),
			headers: { 'total-pages': '4' },
			wanted: DONE,
		},
		{ what: 'one of more records', given: page(3), headers: { 'total-elements': '31' }, wanted: 4 },
		{
			what: 'the last of the pages, and more records',
			given: page(4),
			headers: { 'total-pages': '4', 'total-elements': '50' },
			wanted: 5,
		},
		{ what: 'all records came', given: page(3), headers: { 'total-elements': '30' }, wanted: DONE },
		{ what: 'there is no total', given: page(3), headers: {}, wanted: 4 },
		{
			what: 'there is no total, and the page is empty',
			given: page(3, { count: 0 }),
			headers: {},
			wanted: DONE,
		},
		{
			what: 'the number of pages is 0',
			given: page(3),
			headers: { 'total-pages': '0' },
			wanted: 4,
		},
		{
			what: 'empty, although it is not the last one',
			given: page(3, { count: 0 }),
			headers: { 'page-last': 'false' },
			wanted: DONE,
		},
		{
			what: 'empty, and there are more',
			given: page(3, { count: 0 }),
			headers: { 'page-last': 'false', 'total-elements': '30' },
			wanted: cut(20, 30),
		},
		{
			what: 'the same again, although it is not the last one',
			given: page(3, { repeats: 'certainly' }),
			headers: { 'page-last': 'false' },
			wanted: cut(20),
		},
		{
			what: 'fewer of the same again, although it is not the last one',
			given: page(3, { count: 4, repeats: 'certainly' }),
			headers: { 'page-last': 'false' },
			wanted: cut(20),
		},
		{
			what: 'the same again, and there are more',
			given: page(3, { repeats: 'certainly' }),
			headers: { 'total-elements': '50' },
			wanted: cut(20, 50),
		},
		{
			what: 'the same again, without a total',
			given: page(3, { repeats: 'certainly' }),
			headers: {},
			wanted: cut(20),
		},
		{
			what: 'counted from what came before',
			given: page(3, { recordsBefore: 5 }),
			headers: { 'page-last': 'true', 'total-elements': '16' },
			wanted: cut(15, 16),
		},
		{
			what: 'counted in pages of its size',
			given: page(3, { size: 5, count: 5 }),
			headers: { 'total-elements': '15' },
			wanted: DONE,
		},
		{
			what: 'one that says neither, and pages',
			given: page(3),
			headers: { 'page-last': 'maybe', 'total-pages': '3' },
			wanted: 4,
		},
	])(
		'a list with totals in its headers continues or ends after a page: $what',
		({ given, headers, wanted }) => {
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
