/**
 * Lists whose later pages the platform refuses are continued by time; one whose size of a page it
 * refuses is requested without it.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { type FurtherFilters, limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { history, ids, read, type Serve } from './readPagesRefusedStage';

const refusal = (status: string) =>
	new NodeApiError(
		{ name: 'Node' } as INode,
		{},
		{ message: `refused ${status}`, httpCode: status },
	);

const further: FurtherFilters = ({ at }, given) => ({ ...given, to: at });

/** A platform that refuses places from `most` on. */
const refusingFrom =
	(records: IDataObject[], most: number, status = '400'): Serve =>
	({ limit, offset = 0 }, { to = Infinity }) => {
		if (Number(offset) >= most) throw refusal(status);
		return {
			body: {
				items: records
					.filter(({ at }) => Number(at) <= Number(to))
					.slice(Number(offset), Number(offset) + Number(limit)),
			},
		};
	};

describe('a list whose later pages are refused', () => {
	const style = limitOffset({ largest: 10, further });

	test('a list continues from the time of its last record without repeating any', async () => {
		const {
			asked,
			ids: came,
			error,
		} = await read(style, refusingFrom(history(50), 20), { given: { status: 'done' } });
		expect(error).toBeUndefined();
		expect(came).toEqual(ids(50));
		expect(asked.slice(0, 5)).toEqual([
			{ status: 'done', limit: 10 },
			{ status: 'done', limit: 10, offset: 10 },
			{ status: 'done', limit: 10, offset: 20 },
			{ status: 'done', to: 30, limit: 10 },
			{ status: 'done', to: 30, limit: 10, offset: 10 },
		]);
	});

	describe('a list of which the platform lists 20 records and refuses nothing', () => {
		const listing20 = { ...style, mostListed: 20 };
		/** What the platform says of the total, if it says something. */
		type Total = (count: number) => number;
		const listed =
			(records: IDataObject[], total?: Total, most = 20): Serve =>
			({ limit, offset = 0 }, { to = Infinity }) => {
				const fitting = records.filter(({ at }) => Number(at) <= Number(to));
				const items = fitting.slice(0, most).slice(Number(offset), Number(offset) + Number(limit));
				return { body: { items, total: total?.(fitting.length) } };
			};

		test.each<[string, Total | undefined]>([
			['no total', undefined],
			['a right total', (count) => count],
			['a total of the listed records', (count) => Math.min(20, count)],
		])('the list with %s continues from the time of its last record', async (_what, total) => {
			const { ids: came, error } = await read(listing20, listed(history(50), total));
			expect([came, error]).toEqual([ids(50), undefined]);
		});

		test('the list continues if the first records were skipped', async () => {
			const skipping = listed(history(50), undefined, 25);
			const { ids: came } = await read(listing20, skipping, { given: { offset: 5 } });
			expect(came).toEqual(ids(45, 5));
		});

		test.each<[string, number, Total]>([
			['always one too many', 21, (count) => count + 1],
			['always 500', 500, () => 500],
			['too large only for the whole list', 50, (count) => (count === 20 ? 50 : count)],
		])('a total that is %s is refused', async (_what, stated, total) => {
			const { error } = await read(listing20, listed(history(20), total));
			expect(error).toMatchObject({
				message: `Only part of the list could be read: 20 of ${stated} records arrived`,
			});
		});

		test('the list ends if it has exactly 20 records', async () => {
			const { ids: came, asked, error } = await read(listing20, listed(history(20)));
			expect([came, error]).toEqual([ids(20), undefined]);
			expect(asked.slice(2)).toEqual([
				{ limit: 10, offset: 20 },
				{ to: 0, limit: 10 },
				{ to: 0, limit: 10, offset: 1 },
			]);
		});

		test('the list ends if all of its last records have the same time', async () => {
			const { ids: came, error } = await read(listing20, listed(history(20, 20)));
			expect([came, error]).toEqual([ids(20), undefined]);
		});

		test('a list of less than 20 records takes no further request', async () => {
			expect((await read(listing20, listed(history(19)))).asked).toHaveLength(3);
		});
	});

	test('a list with its period in the body is continued from the beginning of each span', async () => {
		const { asked, ids: came } = await read(
			limitOffset({ where: 'body', largest: 10, further }),
			refusingFrom(history(30), 20),
			{ given: { offset: 5 } },
		);
		expect(came).toEqual(ids(25, 5));
		expect(asked.slice(2)).toEqual([
			{ offset: 25, limit: 10 },
			{ to: 5, limit: 10 },
			{ to: 5, limit: 10, offset: 6 },
		]);
	});

	test('a continued list can have several records with one time', async () => {
		expect((await read(style, refusingFrom(history(60, 3), 20))).ids).toEqual(ids(60));
		// Records without a key come again at the edge of a span.
		const { ids: came } = await read(style, refusingFrom(history(30), 20), { answers: {} });
		expect(came).toEqual([...ids(20), ...ids(11, 19)]);
	});

	test('a list with more records of the same time than the platform lists cannot be read', async () => {
		const { error, ids: came } = await read(style, refusingFrom(history(60, 30), 20));
		expect(error).toMatchObject({
			message: 'The list is incomplete: too many records have the same time',
			description: 'Nothing was returned. Add filters, so that fewer records match.',
		});
		expect(came.length).toBeLessThan(60);
	});

	test('a continued list ends with the limit', async () => {
		for (const limit of [15, 20, 21, 34]) {
			const { ids: came, asked } = await read(
				limitOffset({ largest: 10, further }),
				refusingFrom(history(50), 20),
				{ limit },
			);
			expect(came).toEqual(ids(limit));
			expect(new Set(asked.map(({ limit: size }) => size))).toEqual(
				new Set(limit <= 20 ? [10] : [10, ...(limit === 21 ? [1] : [])]),
			);
		}
	});

	test.each(['400', '416', '422'])(
		'a list is continued after a refusal with %s',
		async (status) => {
			expect((await read(style, refusingFrom(history(30), 20, status))).ids).toEqual(ids(30));
		},
	);

	test.each(['401', '404', '500'])(
		'a list is not continued after a refusal with %s',
		async (status) => {
			expect((await read(style, refusingFrom(history(30), 20, status))).error?.message).toBe(
				`refused ${status}`,
			);
		},
	);

	test('a list is not continued if its pages are refused for another reason', async () => {
		const broken = Object.assign(new Error('broken'), { httpCode: '400' });
		const serve: Serve = (page, given) => {
			if (page.offset !== undefined) throw broken;
			return refusingFrom(history(30), 20)(page, given);
		};
		expect((await read(style, serve)).error).toBe(broken);
	});

	test('the refusal is the error if the first page is refused, or the list cannot be continued', async () => {
		expect((await read(style, refusingFrom(history(30), 0))).error?.message).toBe('refused 400');
		expect(
			(await read(limitOffset({ largest: 10 }), refusingFrom(history(30), 20))).error?.message,
		).toBe('refused 400');
		expect(
			(
				await read(
					limitOffset({ largest: 10, further: () => undefined }),
					refusingFrom(history(30), 20),
				)
			).error?.message,
		).toBe('refused 400');
	});
});

describe('a platform that refuses the size of a page', () => {
	/** Refuses these parameters, and has pages of its own size otherwise. */
	const refusingParameters =
		(count: number, own: number, ...names: string[]): Serve =>
		(page) => {
			if (names.some((name) => name in page)) throw refusal('400');
			const from = Number(page.offset ?? 0);
			return { body: { items: history(count).slice(from, from + own), total: count } };
		};

	test.each([3, 20, 55])(
		'a list of %s is requested without the size that was refused, with a hint',
		async (count) => {
			const read_ = await read(limitOffset(), refusingParameters(count, 20, 'limit'), {
				given: { status: 'failed' },
			});
			expect(read_).toMatchObject({
				error: undefined,
				ids: ids(count),
				hints: [
					'Talend Cloud refused the page size parameter "limit", so the list was read without it.',
				],
			});
			expect(read_.asked.slice(0, 3)).toEqual([
				{ status: 'failed', limit: 100 },
				{ status: 'failed' },
				...(count > 20 ? [{ status: 'failed', offset: 20 }] : []),
			]);
		},
	);

	test('no more records are returned than requested', async () => {
		expect(
			await read(limitOffset({ alwaysSent: true }), refusingParameters(55, 20, 'limit', 'offset'), {
				limit: 5,
			}),
		).toMatchObject({ ids: ids(5), asked: [{ limit: 5, offset: 0 }, {}] });
	});

	test('the first refusal is shown if the only other request, without a size, is refused as well', async () => {
		const { error, asked, hints } = await read(limitOffset(), (page) => {
			throw 'limit' in page ? refusal('400') : refusal('403');
		});
		expect({ error, asked, hints }).toMatchObject({
			error: { httpCode: '400' },
			asked: [{ limit: 100 }, {}],
			hints: [],
		});
	});

	test.each<[string, string, () => ReturnType<typeof read>]>([
		[
			'another refusal',
			'422',
			async () =>
				await read(limitOffset(), () => {
					throw refusal('422');
				}),
		],
		[
			'a position that was given',
			'400',
			async () =>
				await read(limitOffset(), refusingParameters(55, 20, 'limit'), { given: { offset: 10 } }),
		],
		[
			'a list whose pages are numbered by their size',
			'400',
			async () => await read(pageHeaders, refusingParameters(55, 20, 'size')),
		],
		[
			'a request that changes something',
			'400',
			async () =>
				await read(limitOffset(), refusingParameters(55, 20, 'limit'), { effect: 'write' }),
		],
	])(
		'a refused page is not requested again without a size: %s',
		async (_name, httpCode, reading) => {
			const { error, asked } = await reading();
			expect(error).toMatchObject({ httpCode });
			expect(asked).toHaveLength(1);
		},
	);
});
