import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { logIndex } from '../../../../nodes/records/executions/executionLog';
import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import type { Input } from '../../../../nodes/shared/declare/context';
import type { Answer } from '../../../../nodes/shared/declare/exchange';
import { allAtOnce, limitOffset, type Paging } from '../../../../nodes/shared/declare/lists/paging';
import { recordsOf } from '../../../../nodes/shared/declare/lists/records';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import { readPages } from '../../../../nodes/shared/engine/lists/readPages';
import { pageFromZero } from '../../../../nodes/TalendCloudStewardship/paging';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

const all = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));

/** A server with a number of records, in one of the forms in which lists come. */
type Serve = (page: IDataObject) => { body: unknown; headers?: Record<string, string> };

async function readAll(
	pages: Paging,
	serve: Serve,
	options: { limit?: number; query?: IDataObject; key?: string; listPath?: string } = {},
) {
	const asked: IDataObject[] = [];
	const op = stub<OperationContext<Message>>({
		send: (
			_operation: RequestOperation,
			_input: Input,
			page: IDataObject = {},
		): Promise<Answer> => {
			asked.push(page);
			if (asked.length > 200) throw new Error('asks without end');
			return Promise.resolve({ status: 200, headers: {}, ...serve({ ...options.query, ...page }) });
		},
		...showing(),
	});
	const operation = stub<RequestOperation>({
		pages,
		answers: { kind: 'list', key: options.key, listPath: options.listPath },
	});
	const input = {
		query: options.query ?? {},
		body: options.query ?? {},
		settings: {},
		path: {},
		values: {},
	};
	const records: IDataObject[] = [];
	await readPages(
		op,
		{ operation, input, limit: options.limit },
		(some) => void records.push(...some),
	);
	return { ids: records.map(({ id }) => id), asked };
}

const slice = (count: number, offset: number, limit: number) =>
	all(count).slice(offset, offset + limit);
const wanted = (count: number, from = 0) =>
	all(count)
		.slice(from)
		.map(({ id }) => id);

const FORMS: Record<string, (count: number, offset: number, limit: number) => unknown> = {
	'items, total': (count, offset, limit) => ({
		items: slice(count, offset, limit),
		limit,
		offset,
		total: count,
	}),
	'data, totalLength': (count, offset, limit) => ({
		data: slice(count, offset, limit),
		limit,
		offset,
		totalLength: count,
	}),
	'data, paging': (count, offset, limit) => ({
		data: slice(count, offset, limit),
		paging: { limit, offset, total: count },
	}),
	'items without a total': (count, offset, limit) => ({ items: slice(count, offset, limit) }),
	'a plain array': (count, offset, limit) => slice(count, offset, limit),
	'a total as text': (count, offset, limit) => ({
		items: slice(count, offset, limit),
		total: String(count),
	}),
};

describe.each(Object.entries(FORMS))('limit and offset: %s', (name, form) => {
	const serve =
		(count: number, most = Infinity): Serve =>
		({ limit, offset }) => ({
			body: form(count, Number(offset ?? 0), Math.min(most, Number(limit ?? 100))),
		});

	test.each([0, 1, 99, 100, 101, 250])('all of %s records are read', async (count) => {
		const { ids, asked } = await readAll(limitOffset(), serve(count));
		expect(ids).toEqual(wanted(count));
		// If the answer has a total, no page is requested in vain.
		if (/, total|paging|as text/.test(name))
			expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 100)));
	});

	test.each([
		[250, 7],
		[250, 100],
		[250, 130],
		[5, 50],
	])('a list of %s records is read up to the first %s', async (count, limit) => {
		const { ids, asked } = await readAll(limitOffset(), serve(count), { limit });
		expect(ids).toEqual(wanted(Math.min(count, limit)));
		expect(new Set(asked.map(({ limit: size }) => size)).size).toBe(1);
	});

	test('a list is read from an offset on', async () => {
		expect((await readAll(limitOffset(), serve(250), { query: { offset: 120 } })).ids).toEqual(
			wanted(250, 120),
		);
	});

	test('a list is read completely if the server returns smaller pages than requested', async () => {
		expect((await readAll(limitOffset(), serve(300, 50))).ids).toEqual(wanted(300));
	});
});

describe('pages that are requested ahead', () => {
	/**
	 * How many requests are under way together, at most, of a server that answers each after the same
	 * time.
	 */
	async function mostUnderWay(pages: Paging, serve: Serve, limit?: number) {
		let underWay = 0;
		let most = 0;
		const op = stub<OperationContext<Message>>({
			send: async (
				_operation: RequestOperation,
				_input: Input,
				page: IDataObject = {},
			): Promise<Answer> => {
				most = Math.max(most, ++underWay);
				await new Promise((resolve) => setImmediate(resolve));
				underWay--;
				return { status: 200, headers: {}, ...serve(page) };
			},
			...showing(),
		});
		const operation = stub<RequestOperation>({ pages, answers: { kind: 'list' } });
		const records: IDataObject[] = [];
		await readPages(
			op,
			{ operation, input: { query: {}, body: {}, settings: {}, path: {}, values: {} }, limit },
			(some) => void records.push(...some),
		);
		return { most, ids: records.map(({ id }) => id) };
	}
	const serve =
		(form: string, count: number, least = 0): Serve =>
		({ limit, offset }) => ({
			body: FORMS[form]!(count, Number(offset ?? 0), Math.max(least, Number(limit ?? 100))),
		});

	test.each([
		[100, 1],
		[101, 1],
		[200, 1],
		[201, 2],
		[300, 2],
		[301, 2],
		[400, 2],
		[401, 2],
		[500, 2],
		[501, 2],
		[950, 2],
	])('a total of %i records lets %i pages be requested at a time', async (count, most) => {
		const read = await mostUnderWay(limitOffset(), serve('items, total', count));
		expect(read).toEqual({ most, ids: wanted(count) });
	});

	test('two numbered pages are requested ahead', async () => {
		const numbered: Serve = ({ page }) => ({
			body: slice(5_500, (Number(page ?? 1) - 1) * 1_000, 1_000),
			headers: { 'total-elements': '5500', 'page-last': String(page === 6) },
		});
		expect(await mostUnderWay(pageHeaders, numbered)).toEqual({ most: 2, ids: wanted(5_500) });
	});

	test('one page is requested ahead if the number of records is not known', async () => {
		expect(await mostUnderWay(limitOffset(), serve('items without a total', 950))).toEqual({
			most: 1,
			ids: wanted(950),
		});
	});

	test('one page is requested ahead if later pages may be refused', async () => {
		expect(
			(await mostUnderWay(limitOffset({ further: () => undefined }), serve('items, total', 950)))
				.most,
		).toBe(1);
	});

	test('no page beyond the limit is requested', async () => {
		for (const limit of [100, 101, 200, 201, 300])
			expect(
				(await readAll(limitOffset(), serve('items, total', 950), { limit })).asked,
			).toHaveLength(Math.ceil(limit / 100));
	});

	test('a page that fails makes the list fail in its turn, and leaves no unhandled error', async () => {
		const failing: Serve = ({ offset }) => {
			if (Number(offset ?? 0) >= 200) throw new Error(`no page at ${String(offset)}`);
			return serve('items, total', 950)({ limit: 100, offset });
		};
		await expect(mostUnderWay(limitOffset(), failing)).rejects.toThrow('no page at 200');
	});
});

test('a server that ignores the offset and returns everything is read as complete', async () => {
	expect((await readAll(limitOffset(), () => ({ body: all(30) }))).ids).toEqual(wanted(30));
	expect((await readAll(limitOffset(), () => ({ body: all(300) }))).ids).toEqual(wanted(300));
});

test('equal records on two pages of a list that gives its length are not a repetition', async () => {
	const same = { value: 'x' };
	const { asked } = await readAll(limitOffset(), ({ offset }) => ({
		body: { items: [same, same], total: 6, offset: offset ?? 0 },
	}));
	expect(asked).toHaveLength(3);
});

test('a record that occurs twice does not replace one that is missing', async () => {
	const pages = [
		['a', 'b'],
		['b', 'c'],
	];
	const serve: Serve = ({ offset }) => ({
		body: {
			items: (pages[Number(offset ?? 0) / 2] ?? []).map((id) => ({ id })),
			offset: offset ?? 0,
			total: 4,
		},
	});
	await expect(readAll(limitOffset({ largest: 2 }), serve, { key: 'id' })).rejects.toThrow(
		'Only part of the list could be read: 3 of 4 records arrived',
	);
});

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
	test('a SCIM list is read from a start on, in small pages', async () => {
		expect((await readAll(scimList(), serve(250, 30), { query: { startIndex: 11 } })).ids).toEqual(
			wanted(250, 10),
		);
	});
	test('an empty list may leave Resources out', async () => {
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
	test('a Limit of more than a page continues with the same page size', async () => {
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
	test('the index is the server’s, not a counted one', async () => {
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
		'%s equal entries are as many entries, as the answer says',
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
	test('equal entries beyond what the answer says are a log that goes around', async () => {
		for (const around of [{}, { totalSize: 200 }, { totalSizeFiltered: 100, totalSize: 200 }])
			await expect(equal(1_000, around)).rejects.toThrow('Only part of the list could be read');
	});
	test('a page of different entries that comes again is not counted, nor left out silently', async () => {
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
	test('an empty page is the last, a Limit sets the size', async () => {
		expect((await readAll(pageFromZero, serve(249))).asked).toEqual([
			{ size: 200 },
			{ size: 200, page: 1 },
			{ size: 200, page: 2 },
		]);
		expect((await readAll(pageFromZero, serve(249), { limit: 30 })).asked).toEqual([{ size: 30 }]);
		expect((await readAll(pageFromZero, serve(249), { limit: 205 })).ids).toEqual(wanted(205));
	});
	test('a server that ignores the page is not read as if it were all', async () => {
		await expect(readAll(pageFromZero, () => ({ body: all(200) }), { key: 'id' })).rejects.toThrow(
			'Only part of the list could be read',
		);
	});
});

test('a complete list in one response is limited, too', async () => {
	expect((await readAll(allAtOnce, () => ({ body: all(9) }), { limit: 4 })).ids).toEqual(wanted(4));
	expect((await readAll(allAtOnce, () => ({ body: all(9) }))).asked).toEqual([{}]);
});

describe('what is a list', () => {
	test.each<[unknown, string | undefined, number | undefined]>([
		[[1, 2], undefined, 2],
		[{ items: [1] }, undefined, 1],
		[{ data: [] }, undefined, 0],
		[{ Resources: [1, 2, 3] }, undefined, 3],
		[{ results: [1] }, undefined, 1],
		[{ metrics: { items: [1, 2] } }, 'metrics', 2],
		[{ metrics: [1] }, 'metrics', 1],
		['', undefined, undefined],
		[undefined, undefined, undefined],
		[null, undefined, undefined],
		[{ total: 0 }, undefined, 0],
		[{ limit: 100, offset: 0, total: '0' }, undefined, 0],
		[{ paging: { total: 0 } }, undefined, 0],
		[{ metrics: { total: 0 } }, 'metrics', 0],
		[{ total: 1 }, undefined, undefined],
		[{ limit: 100, offset: 0 }, undefined, undefined],
		[{ totalResults: 0 }, undefined, 0],
		[{ size: 0 }, undefined, 0],
		[{ surprise: [] }, undefined, undefined],
		[{ other: {} }, 'metrics', undefined],
		['text', undefined, undefined],
		[7, undefined, undefined],
	])('the records in %j at %s are counted: %s', (body, listPath, count) => {
		expect(recordsOf(body, listPath)?.length).toBe(count);
	});
	test('a response that is not a list makes the node fail', async () => {
		await expect(readAll(limitOffset(), () => ({ body: { surprise: true } }))).rejects.toThrow(
			'not a list',
		);
		await expect(
			readAll(limitOffset({ listPath: 'metrics' }), () => ({ body: { items: [{ id: 1 }] } }), {
				listPath: 'metrics',
			}),
		).rejects.toThrow('not a list');
	});
});

describe('any list, however it is paged', () => {
	const small = fc.nat({ max: 700 });
	/**
	 * How many records, where to start, how many are wanted, and the most that the server gives at
	 * once.
	 */
	const cases = fc.record({
		count: small,
		start: fc.option(fc.nat({ max: 750 }), { nil: undefined }),
		limit: fc.option(fc.integer({ min: 1, max: 800 }), { nil: undefined }),
		most: fc.integer({ min: 1, max: 300 }),
	});
	const expected = ({
		count,
		start = 0,
		limit = Infinity,
	}: {
		count: number;
		start?: number;
		limit?: number;
	}) => wanted(count, start).slice(0, limit);
	/** Nothing is asked for twice, and not more often than the server's pages make it. */
	const sparing = (asked: IDataObject[], got: number, page: number) => {
		expect(new Set(asked.map((each) => JSON.stringify(each))).size).toBe(asked.length);
		expect(asked.length).toBeLessThanOrEqual(Math.ceil(got / page) + 1);
	};
	// A reader that asks without end would stop at 200 pages; so small pages go with few records.
	const many = ({ count, most }: { count: number; most: number }) => count / most < 150;

	test.each(Object.entries(FORMS))(
		'every record is read once by limit and offset: %s',
		async (_name, form) => {
			await fc.assert(
				fc.asyncProperty(cases.filter(many), async ({ count, start, limit, most }) => {
					const { ids, asked } = await readAll(
						limitOffset(),
						({ limit: size, offset }) => ({
							body: form(count, Number(offset ?? 0), Math.min(most, Number(size ?? 100))),
						}),
						{ limit, query: start === undefined ? {} : { offset: start } },
					);
					expect(ids).toEqual(expected({ count, start, limit }));
					sparing(asked, ids.length, Math.min(most, 100));
				}),
				{ numRuns: 60 },
			);
		},
	);

	test('every record is read once from SCIM lists', async () => {
		await fc.assert(
			fc.asyncProperty(cases.filter(many), async ({ count, start, limit, most }) => {
				const { ids, asked } = await readAll(
					scimList(),
					({ startIndex, count: size }) => ({
						body: {
							totalResults: count,
							Resources: slice(count, Number(startIndex ?? 1) - 1, Math.min(most, Number(size))),
						},
					}),
					{ limit, query: start === undefined ? {} : { startIndex: start + 1 } },
				);
				expect(ids).toEqual(expected({ count, start, limit }));
				sparing(asked, ids.length, Math.min(most, 100));
			}),
			{ numRuns: 60 },
		);
	});

	test('every record is read once by the log’s nextIndex', async () => {
		await fc.assert(
			fc.asyncProperty(cases.filter(many), async ({ count, start, limit, most }) => {
				const { ids, asked } = await readAll(
					logIndex,
					({ startIndex, count: size }) => {
						const from = Number(startIndex ?? 0);
						const data = slice(count, from, Math.min(most, Number(size)));
						const end = from + data.length;
						return {
							body: {
								size: data.length,
								totalSize: count,
								data,
								...(data.length > 0 && end < count ? { nextIndex: end } : {}),
							},
						};
					},
					{ limit, query: start === undefined ? {} : { startIndex: start } },
				);
				expect(ids).toEqual(expected({ count, start, limit }));
				sparing(asked, ids.length, Math.min(most, 200));
			}),
			{ numRuns: 60 },
		);
	});

	test('every record is read once by page and size, with totals in headers or not at all', async () => {
		const reported = fc.constantFrom('page-last', 'total-pages', 'nothing');
		await fc.assert(
			fc.asyncProperty(
				fc.nat({ max: 2_500 }),
				fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined }),
				fc.option(fc.integer({ min: 20, max: 1_000 }), { nil: undefined }),
				reported,
				async (count, limit, own, header) => {
					const { ids } = await readAll(
						pageHeaders,
						({ page, size }) => {
							const number = Number(page ?? 1);
							const pages = Math.max(1, Math.ceil(count / Number(size)));
							const headers = {
								'page-last': { 'page-last': String(number >= pages) },
								'total-pages': { 'total-pages': String(pages) },
								nothing: {},
							}[header] as Record<string, string>;
							return { body: slice(count, (number - 1) * Number(size), Number(size)), headers };
						},
						{ limit, query: own === undefined ? {} : { size: own } },
					);
					expect(ids).toEqual(expected({ count, limit }));
				},
			),
			{ numRuns: 60 },
		);
	});

	test('records that are added and removed while a list is read are returned once, and none that stays is missed when records are added', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 400 }),
				fc.array(fc.nat({ max: 30 }), { maxLength: 20 }),
				async (count, arrivals) => {
					// New records come first, as in a history: what was there moves back.
					let records = all(count);
					const steps = [...arrivals];
					const { ids } = await readAll(
						limitOffset(),
						({ limit, offset }) => {
							const body = {
								items: records.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(limit)),
								total: records.length,
							};
							const added = steps.shift() ?? 0;
							records = [
								...Array.from({ length: added }, (_, index) => ({
									id: `new-${steps.length}-${index}`,
								})),
								...records,
							];
							return { body };
						},
						{ key: 'id' },
					);
					const read = new Set(ids);
					expect(read.size).toBe(ids.length);
					expect(wanted(count).filter((id) => !read.has(id))).toEqual([]);
				},
			),
			{ numRuns: 60 },
		);
	});
});
