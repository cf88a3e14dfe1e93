/**
 * Lists by limit and offset, SCIM lists, and lists in one response.
 */
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import {
	allAtOnce,
	limitOffset,
	ListTruncated,
	type Page,
} from '../../../../nodes/shared/declare/lists/paging';
import { answer, cut, DONE, next } from './pagingStage';

test('the error of an incomplete list says how much of it was received', () => {
	expect(new ListTruncated(3).message).toBe(
		'Only part of the list could be read: 3 records arrived',
	);
	expect(new ListTruncated(3, 5).message).toBe(
		'Only part of the list could be read: 3 of 5 records arrived',
	);
});

describe('limit and offset', () => {
	const style = limitOffset();
	test.each<{ what: string; page: Partial<Page>; body: unknown; wanted: unknown }>([
		{ what: 'a full page of an unknown number', page: {}, body: {}, wanted: 10 },
		{ what: 'a page in the middle', page: { position: 20 }, body: { total: 50 }, wanted: 30 },
		{
			what: 'a small page is moved on by what came',
			page: { position: 20, count: 3 },
			body: { total: 50 },
			wanted: 23,
		},
		{
			what: 'a small page of an unknown number',
			page: { position: 20, count: 3 },
			body: {},
			wanted: 23,
		},
		{ what: 'the last page', page: { position: 40 }, body: { total: 50 }, wanted: DONE },
		{
			what: 'an empty page of an unknown number',
			page: { position: 40, count: 0 },
			body: {},
			wanted: DONE,
		},
		{
			what: 'an empty page at the end',
			page: { position: 50, count: 0 },
			body: { total: 50 },
			wanted: DONE,
		},
		{
			what: 'an empty page before the end',
			page: { position: 40, count: 0 },
			body: { total: 50 },
			wanted: cut(40, 50),
		},
		{ what: 'an impossible total', page: { position: 20 }, body: { total: 29 }, wanted: 30 },
		{ what: 'a total that fits', page: { position: 20 }, body: { total: 30 }, wanted: DONE },
		{
			what: 'the same page again, which is full',
			page: { position: 20, repeats: 'certainly' },
			body: {},
			wanted: cut(20),
		},
		{
			what: 'the same page again, which was all',
			page: { position: 3, count: 3, repeats: 'certainly' },
			body: {},
			wanted: DONE,
		},
		{
			what: 'the same page again, and a larger total',
			page: { position: 20, count: 3, repeats: 'certainly' },
			body: { total: 50 },
			wanted: cut(20, 50),
		},
		{
			what: 'the same page again, and all had come',
			page: { position: 20, count: 3, repeats: 'certainly' },
			body: { total: 20 },
			wanted: DONE,
		},
		{
			what: 'equal records of an unknown number',
			page: { position: 20, repeats: 'perhaps' },
			body: {},
			wanted: cut(20),
		},
		{
			what: 'equal records where the total is known',
			page: { position: 20, repeats: 'perhaps' },
			body: { total: 50 },
			wanted: 30,
		},
		{
			what: 'equal records and an impossible total',
			page: { position: 20, repeats: 'perhaps' },
			body: { total: 5 },
			wanted: cut(20),
		},
	])(
		'a list by limit and offset continues or ends after a page: $what',
		({ page, body, wanted }) => {
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
	test('SCIM positions start at one', () => {
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

test('a list in one response is complete unless it says that there is more', () => {
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
