/**
 * The other ways in which the platform divides a list into pages.
 */
import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { logIndex } from '../../../../nodes/records/lists/logPaging';
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import { pageFromZero } from '../../../../nodes/TalendCloudStewardship/resources/task/pageFromZero';
import { all, readAll, type Serve, slice, wanted } from './readPagesStage';

describe('SCIM', () => {
	const serve =
		(count: number, most = Infinity): Serve =>
		({ startIndex, count: size }) => ({
			body: {
				totalResults: count,
				startIndex,
				Resources: slice(count, Number(startIndex ?? 1) - 1, Math.min(most, Number(size ?? 100))),
			},
		});
	test.each([0, 1, 100, 101, 250])('all of %s records are read', async (count) => {
		expect((await readAll(scimList(), serve(count))).ids).toEqual(wanted(count));
	});

	test('a SCIM list is read from a given start, in small pages', async () => {
		expect((await readAll(scimList(), serve(250, 30), { query: { startIndex: 11 } })).ids).toEqual(
			wanted(250, 10),
		);
	});

	test('an empty list can leave Resources out', async () => {
		expect((await readAll(scimList(), () => ({ body: { totalResults: 0 } }))).ids).toEqual([]);
	});
});

describe('page and size, with totals in headers', () => {
	const serve =
		(count: number, headers: (page: number, pages: number) => Record<string, string>): Serve =>
		({ page, size }) => {
			const number = Number(page ?? 1);
			const length = Number(size ?? 100);
			return {
				body: slice(count, (number - 1) * length, length),
				headers: headers(number, Math.ceil(count / length)),
			};
		};
	const last = (page: number, pages: number) => ({ 'page-last': String(page >= pages) });
	const pageCount = (_page: number, pages: number) => ({ 'total-pages': String(pages) });
	const nothing = () => ({});
	test.each([
		['page-last', last],
		['total-pages', pageCount],
		['no header', nothing],
	])('all records are read with %s', async (_name, headers) => {
		for (const count of [0, 1, 1000, 1001, 2500])
			expect((await readAll(pageHeaders, serve(count, headers))).ids).toEqual(wanted(count));
	});

	test('a Limit of more than a page keeps the same page size', async () => {
		const { ids, asked } = await readAll(pageHeaders, serve(2_500, last), { limit: 1_500 });
		expect(ids).toEqual(wanted(1_500));
		expect(asked.map(({ size }) => size)).toEqual([1000, 1000]);
	});

	test('a list with totals in headers is read in pages of a given size, from a given page', async () => {
		const { ids, asked } = await readAll(pageHeaders, serve(95, last), {
			query: { size: 10, page: 3 },
		});
		expect(ids).toEqual(wanted(95, 20));
		expect(asked.every(({ size }) => size === 10)).toBe(true);
	});

	test('logs that move while they are read are returned once', async () => {
		let shift = 0;
		const { ids } = await readAll(
			pageHeaders,
			({ page, size }) => {
				const from = (Number(page ?? 1) - 1) * Number(size) - shift;
				shift += 3;
				return { body: all(2_000).slice(Math.max(0, from), from + Number(size)), headers: {} };
			},
			{ key: 'id' },
		);
		expect(ids).toEqual(wanted(2_000));
	});
});

describe('the log’s nextIndex', () => {
	const serve =
		(count: number): Serve =>
		({ startIndex, count: size }) => {
			const from = Number(startIndex ?? 0);
			const data = slice(count, from, Number(size));
			return {
				body: {
					size: data.length,
					totalSize: count,
					data,
					...(from + data.length < count ? { nextIndex: from + data.length } : {}),
				},
			};
		};
	test.each([0, 1, 200, 201, 950])('all of %s records are read', async (count) => {
		expect((await readAll(logIndex, serve(count))).ids).toEqual(wanted(count));
	});

	test('the index is that of the server, not a counted one', async () => {
		const { ids, asked } = await readAll(logIndex, ({ startIndex }) => ({
			body: {
				data: all(3).map(({ id }) => ({ id: `${String(startIndex ?? 0)}-${String(id)}` })),
				...(startIndex === 40 ? {} : { nextIndex: startIndex === undefined ? '17' : 40 }),
			},
		}));
		expect(asked.map(({ startIndex }) => startIndex)).toEqual([undefined, 17, 40]);
		expect(ids).toHaveLength(9);
	});
	/** A log of equal entries, by pages of 200; what it says about its size is up to the test. */
	const equal = async (
		count: number,
		around: object,
		query: IDataObject = {},
		entries: IDataObject[] = [{ id: 'same' }],
	) =>
		await readAll(
			logIndex,
			({ startIndex }) => {
				const from = Number(startIndex ?? 0);
				const data = Array.from(
					{ length: Math.min(200, count - from) },
					(_, index) => entries[index % entries.length]!,
				);
				return {
					body: {
						size: data.length,
						data,
						...around,
						...(from + data.length < count ? { nextIndex: from + data.length } : {}),
					},
				};
			},
			{ query },
		);
	test.each([200, 400, 401, 1_000])(
		'%s equal entries are as many entries, as the response says',
		async (count) => {
			expect((await equal(count, { totalSize: count })).ids).toHaveLength(count);
			expect(
				(await equal(count, { totalSize: count + 7, totalSizeFiltered: count })).ids,
			).toHaveLength(count);
			// Within a time, `totalSize` counts others, too.
			expect(
				(await equal(count, { totalSize: count + 7 }, { startTime: '2026-03-01T00:00:00Z' })).ids,
			).toHaveLength(count);
			expect(
				(await equal(count, { totalSize: count }, {}, [{ id: 'one' }, { id: 'other' }])).ids,
			).toHaveLength(count);
		},
	);

	test('more equal entries than the response announces are a circular log', async () => {
		for (const around of [{}, { totalSize: 200 }, { totalSizeFiltered: 100, totalSize: 200 }])
			await expect(equal(1_000, around)).rejects.toThrow('Only part of the list could be read');
	});

	test('a page of different entries that comes again is neither counted nor silently left out', async () => {
		const others = all(200);
		await expect(equal(400, { totalSize: 400 }, {}, others)).rejects.toThrow(
			'Only part of the list could be read: 200 of 400 records arrived',
		);
		await expect(
			equal(1_000, { totalSize: 1_000 }, { startTime: '2026-03-01T00:00:00Z' }, others),
		).rejects.toThrow('Only part of the list could be read: 200 records arrived');
	});

	test('an index that does not increase ends the list', async () => {
		expect((await readAll(logIndex, () => ({ body: { data: all(3), nextIndex: 0 } }))).ids).toEqual(
			wanted(3),
		);
	});
});

describe('page from 0', () => {
	const serve =
		(count: number, most = Infinity): Serve =>
		({ page, size }) => {
			const width = Math.min(most, Number(size));
			return { body: slice(count, Number(page ?? 0) * width, width) };
		};
	test.each([0, 1, 49, 50, 199, 200, 201, 1_000])('all of %s records are read', async (count) => {
		for (const most of [50, 77, Infinity])
			expect((await readAll(pageFromZero, serve(count, most))).ids).toEqual(wanted(count));
	});

	test('a page that is not full is the last', async () => {
		expect((await readAll(pageFromZero, serve(249))).asked).toEqual([
			{ size: 200 },
			{ size: 200, page: 1 },
			{ size: 200, page: 2 },
		]);
	});

	test('a Limit below the size of a page sets it', async () => {
		expect((await readAll(pageFromZero, serve(249), { limit: 30 })).asked).toEqual([{ size: 30 }]);
	});

	test('a Limit above the size of a page ends the list', async () => {
		expect((await readAll(pageFromZero, serve(249), { limit: 205 })).ids).toEqual(wanted(205));
	});

	test('a server that ignores the page is not read as if its response were the whole list', async () => {
		await expect(readAll(pageFromZero, () => ({ body: all(200) }), { key: 'id' })).rejects.toThrow(
			'Only part of the list could be read',
		);
	});
});
