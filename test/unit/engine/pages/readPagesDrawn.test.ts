/**
 * Drawn lists: each record is returned once, however the list is paged.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { logIndex } from '../../../../nodes/records/lists/logPaging';
import { scimList } from '../../../../nodes/records/lists/scimPaging';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { all, FORMS, readAll, slice, wanted } from './readPagesStage';

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
	const expectFewRequests = (asked: IDataObject[], got: number, page: number) => {
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
					expectFewRequests(asked, ids.length, Math.min(most, 100));
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
				expectFewRequests(asked, ids.length, Math.min(most, 100));
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
				expectFewRequests(asked, ids.length, Math.min(most, 200));
			}),
			{ numRuns: 60 },
		);
	});

	test('every record is read once by page and size, with totals in headers or nowhere', async () => {
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

	describe('records that come while a list is read', () => {
		const lists = [
			fc.integer({ min: 1, max: 400 }),
			fc.array(fc.nat({ max: 30 }), { maxLength: 20 }),
		] as const;

		/** New records come first, as in a history: what was there moves back. */
		async function readWithArrivals(count: number, arrivals: number[]): Promise<unknown[]> {
			let records = all(count);
			const steps = [...arrivals];
			const { ids } = await readAll(
				limitOffset(),
				({ limit, offset }) => {
					const body = {
						items: records.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(limit)),
						total: records.length,
					};
					const added = Array.from({ length: steps.shift() ?? 0 }, (_, index) => ({
						id: `new-${steps.length}-${index}`,
					}));
					records = [...added, ...records];
					return { body };
				},
				{ key: 'id' },
			);
			return ids;
		}

		test('each record is returned once', async () => {
			await fc.assert(
				fc.asyncProperty(...lists, async (count, arrivals) => {
					const ids = await readWithArrivals(count, arrivals);
					expect(new Set(ids).size).toBe(ids.length);
				}),
				{ numRuns: 60 },
			);
		});

		test('no record that was there before is missed', async () => {
			await fc.assert(
				fc.asyncProperty(...lists, async (count, arrivals) => {
					const read = new Set(await readWithArrivals(count, arrivals));
					expect(wanted(count).filter((id) => !read.has(id))).toEqual([]);
				}),
				{ numRuns: 60 },
			);
		});
	});
});
