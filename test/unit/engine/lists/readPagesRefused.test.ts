/**
 * Lists whose later pages the platform refuses are read on by time; and the message where a list
 * cannot be read to its end.
 */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import type { Answers } from '../../../../nodes/shared/declare/answers';
import type { Input } from '../../../../nodes/shared/declare/context';
import {
	type Further,
	limitOffset,
	type Paging,
} from '../../../../nodes/shared/declare/lists/paging';
import type { Message } from '../../../../nodes/shared/declare/messages';
import type {
	Effect,
	OperationContext,
	RequestOperation,
} from '../../../../nodes/shared/declare/operation';
import { isPositionRefused } from '../../../../nodes/shared/engine/lists/listPages';
import { readPages } from '../../../../nodes/shared/engine/lists/readPages';
import { showing } from '../../../support/messages';
import { stub } from '../../../support/stub';

const refusal = (status: string) =>
	new NodeApiError(
		{ name: 'Node' } as INode,
		{},
		{ message: `refused ${status}`, httpCode: status },
	);

type Serve = (
	page: IDataObject,
	given: IDataObject,
) => { body: unknown; headers?: Record<string, string> };

async function read(
	pages: Paging,
	serve: Serve,
	{
		limit,
		given = {},
		answers = { key: 'id' },
		remembersAll,
		effect = 'read',
	}: {
		limit?: number;
		given?: IDataObject;
		answers?: Partial<Answers>;
		remembersAll?: boolean;
		effect?: Effect;
	} = {},
) {
	const asked: IDataObject[] = [];
	const taken: IDataObject[][] = [];
	const hints: string[] = [];
	const op = stub<OperationContext<Message>>({
		send: async (_of: RequestOperation, { query, body }: Input, page: IDataObject = {}) => {
			const filters = (pages.where === 'body' ? body : query) as IDataObject;
			asked.push({ ...filters, ...page });
			if (asked.length > 60) throw new Error('asks without end');
			await Promise.resolve();
			return { status: 200, headers: {}, ...serve(page, filters) };
		},
		...showing(hints),
	});
	const input = {
		query: pages.where === 'query' ? given : { own: 1 },
		body: pages.where === 'body' ? given : { own: 1 },
		settings: {},
		path: {},
		values: {},
	};
	const error = await readPages(
		op,
		{
			operation: stub<RequestOperation>({ pages, effect, answers: { kind: 'list', ...answers } }),
			input,
			limit,
			remembersAll,
		},
		(some) => void taken.push(some),
	).then(
		() => undefined,
		(caught: Error & { description?: string }) => caught,
	);
	return { asked, error, taken, hints, ids: taken.flat().map(({ id }) => id) };
}

/** Records, newest first; `perTime` of them have the same time. */
const history = (count: number, perTime = 1) =>
	Array.from({ length: count }, (_, index) => ({
		id: `r${index}`,
		at: Math.floor((count - 1 - index) / perTime),
	}));
const ids = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => `r${from + index}`);
const further: Further = ({ at }, given) => ({ ...given, to: at });

/** A platform that refuses places from `most` on. */
const refusing =
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

	test('a list whose later pages are refused is continued by the time of its last record, and each record is returned once', async () => {
		const {
			asked,
			ids: came,
			error,
		} = await read(style, refusing(history(50), 20), { given: { status: 'done' } });
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

	test('a list whose later pages are refused is continued in the same way in a body, from the beginning of each span', async () => {
		const { asked, ids: came } = await read(
			limitOffset({ where: 'body', largest: 10, further }),
			refusing(history(30), 20),
			{ given: { offset: 5 } },
		);
		expect(came).toEqual(ids(25, 5));
		expect(asked.slice(2)).toEqual([
			{ offset: 25, limit: 10 },
			{ to: 5, limit: 10 },
			{ to: 5, limit: 10, offset: 6 },
		]);
	});

	test('a list whose later pages are refused may have several records of one time', async () => {
		expect((await read(style, refusing(history(60, 3), 20))).ids).toEqual(ids(60));
		// Records without a key come again at the edge of a span.
		const { ids: came } = await read(style, refusing(history(30), 20), { answers: {} });
		expect(came).toEqual([...ids(20), ...ids(11, 19)]);
	});

	test('a list whose later pages are refused that has more records of one time than are listed cannot be read', async () => {
		const { error, ids: came } = await read(style, refusing(history(60, 30), 20));
		expect(error).toMatchObject({
			message: 'Too many records have the same time for the platform to list them all',
			description: 'Nothing was returned. Add filters, so that fewer records match.',
		});
		expect(came.length).toBeLessThan(60);
	});

	test('a list whose later pages are refused ends with the limit', async () => {
		for (const limit of [15, 20, 21, 34]) {
			const { ids: came, asked } = await read(
				limitOffset({ largest: 10, further }),
				refusing(history(50), 20),
				{ limit },
			);
			expect(came).toEqual(ids(limit));
			expect(new Set(asked.map(({ limit: size }) => size))).toEqual(
				new Set(limit <= 20 ? [10] : [10, ...(limit === 21 ? [1] : [])]),
			);
		}
	});

	test.each(['400', '416', '422'])(
		'a list whose later pages are refused with %s is continued',
		async (status) => {
			expect((await read(style, refusing(history(30), 20, status))).ids).toEqual(ids(30));
			expect(isPositionRefused(refusal(status))).toBe(true);
		},
	);

	test.each(['401', '404', '500'])(
		'a list whose later pages are refused with %s is not',
		async (status) => {
			expect((await read(style, refusing(history(30), 20, status))).error?.message).toBe(
				`refused ${status}`,
			);
			expect(isPositionRefused(refusal(status))).toBe(false);
		},
	);

	test('a list whose later pages are refused is not read further if they are refused for another reason', async () => {
		const broken = Object.assign(new Error('broken'), { httpCode: '400' });
		const serve: Serve = (page, given) => {
			if (page.offset !== undefined) throw broken;
			return refusing(history(30), 20)(page, given);
		};
		expect((await read(style, serve)).error).toBe(broken);
		expect(isPositionRefused(broken)).toBe(false);
	});

	test('the refusal is the error if the first page is refused, or the list cannot be continued', async () => {
		expect((await read(style, refusing(history(30), 0))).error?.message).toBe('refused 400');
		expect(
			(await read(limitOffset({ largest: 10 }), refusing(history(30), 20))).error?.message,
		).toBe('refused 400');
		expect(
			(
				await read(
					limitOffset({ largest: 10, further: () => undefined }),
					refusing(history(30), 20),
				)
			).error?.message,
		).toBe('refused 400');
	});
});

describe('a list that cannot be read completely', () => {
	const todo =
		'Nothing was returned. To work with the first ones, turn off Return All and set a Limit that is not higher than the number of records returned; to get all, add filters, so that fewer records match.';

	test('a list whose page is returned again cannot be read completely', async () => {
		const { error } = await read(limitOffset({ largest: 10 }), () => ({ body: history(10) }));
		expect(error).toMatchObject({
			message: 'Only part of the list could be read: 10 records arrived',
			description: `The platform returns the same records again and does not say how many there are. ${todo}`,
		});
	});

	test('a list with fewer records than its total cannot be read completely', async () => {
		const serve: Serve = ({ offset = 0 }) => ({
			body: { items: history(20).slice(Number(offset), Number(offset) + 10), total: 35 },
		});
		expect((await read(limitOffset({ largest: 10 }), serve)).error).toMatchObject({
			message: 'Only part of the list could be read: 20 of 35 records arrived',
			description: `The platform announces more records than it returns. ${todo}`,
		});
	});

	test('a response without a list cannot be read', async () => {
		expect((await read(limitOffset(), () => ({ body: { surprise: 1 } }))).error).toMatchObject({
			message: 'The platform returned something that is not a list',
			description:
				'Nothing was returned. Check the region or address in the credential, and run the node again.',
		});
	});

	test('a list fails with the unexpected error of a page', async () => {
		const broken = new Error('broken');
		const style = {
			...limitOffset(),
			next: () => {
				throw broken;
			},
		};
		expect((await read(style, () => ({ body: history(3) }))).error).toBe(broken);
	});
});

describe('a page', () => {
	test('a page is processed as soon as it arrives', async () => {
		const each = ({ id }: IDataObject, { of }: IDataObject) => ({
			id: `${String(id)} of ${String(of)}`,
		});
		const serve: Serve = ({ offset = 0 }) => ({
			body: { of: 'x', items: history(3).slice(Number(offset), Number(offset) + 2), total: 3 },
		});
		const { taken } = await read(limitOffset({ largest: 2 }), serve, {
			answers: { key: 'id', completeRecord: each },
		});
		expect(taken).toEqual([[{ id: 'r0 of x' }, { id: 'r1 of x' }], [{ id: 'r2 of x' }]]);
	});

	test('a page that repeats the previous one is not processed again', async () => {
		const { taken } = await read(limitOffset({ largest: 10 }), () => ({ body: history(3) }), {
			answers: {},
		});
		expect(taken).toEqual([history(3)]);
	});

	test('a page has the requested size, from the requested position', async () => {
		const serve: Serve = ({ page, size }) => ({
			body: history(40)
				.slice((Number(page ?? 1) - 1) * Number(size))
				.slice(0, Number(size)),
			headers: { 'total-elements': '40' },
		});
		const { asked, ids: came } = await read(pageHeaders, serve, { given: { size: 15, page: 2 } });
		expect(came).toEqual(ids(25, 15));
		expect(asked).toEqual([
			{ size: 15, page: 2 },
			{ size: 15, page: 3 },
		]);
		expect(
			(await read(pageHeaders, serve, { given: { size: 15, page: 2 }, limit: 7 })).asked,
		).toEqual([{ size: 15, page: 2 }]);
		expect((await read(pageHeaders, serve, { limit: 7 })).asked).toEqual([{ size: 7 }]);
	});

	test('a page has its position if the platform always requires it', async () => {
		expect((await read(limitOffset({ alwaysSent: true }), () => ({ body: [] }))).asked).toEqual([
			{ limit: 100, offset: 0 },
		]);
	});

	test('a page that is not needed is not requested', async () => {
		expect((await read(limitOffset(), () => ({ body: history(3) }), { limit: 0 })).asked).toEqual(
			[],
		);
	});
});

describe('a list that grows while it is read', () => {
	test('a list that grows while it is read has everything that was there', async () => {
		let grown = 0;
		const serve: Serve = ({ offset = 0 }) => {
			const all = [
				...Array.from({ length: grown }, (_, index) => ({ id: `new${grown - index}` })),
				...history(30),
			];
			if (grown < 20) grown += 10;
			return {
				body: {
					items: all.slice(Number(offset), Number(offset) + 10),
					offset: Number(offset),
					total: all.length,
				},
			};
		};
		const { ids: came, error } = await read(limitOffset({ largest: 10 }), serve);
		expect(error).toBeUndefined();
		expect(came).toEqual(expect.arrayContaining(ids(30)));
		expect(new Set(came).size).toBe(came.length);
	});

	test('old records are forgotten if the list is written to files', async () => {
		const count = 45_000;
		const many = Array.from({ length: count }, (_, index) => ({ id: index }));
		// The first record comes again at the end: what is held in memory knows it, what goes into
		// files does not.
		const serve: Serve = ({ offset = 0 }) => ({
			body: {
				items: [...many, many[0]!, many[count - 1]!].slice(Number(offset), Number(offset) + 5_000),
			},
		});
		expect((await read(limitOffset({ largest: 5_000 }), serve)).ids).toHaveLength(count);
		expect(
			(await read(limitOffset({ largest: 5_000 }), serve, { remembersAll: false })).ids,
		).toHaveLength(count + 1);
	});

	test('a list that grows while it is read by a whole page between two pages is recognized by its position', async () => {
		// Ten new records: the page at 10 shows what the first one did, and says that it is another
		// place.
		const serve: Serve = ({ offset = 0 }) => ({
			body: {
				items: [
					...(offset === 0
						? []
						: Array.from({ length: 10 }, (_, index) => ({ id: `new${index}` }))),
					...history(20),
				].slice(Number(offset), Number(offset) + 10),
				offset: Number(offset),
				total: offset === 0 ? 20 : 30,
			},
		});
		const { ids: came, error } = await read(limitOffset({ largest: 10 }), serve);
		expect(error).toBeUndefined();
		expect(came).toEqual(ids(20));
		// Where the place is not taken, the same page comes for good.
		const stuck: Serve = () => ({ body: { items: history(10), offset: 0, total: 20 } });
		expect((await read(limitOffset({ largest: 10 }), stuck)).error?.message).toBe(
			'Only part of the list could be read: 10 of 20 records arrived',
		);
	});

	test('a list that grows while it is read of pages with one record may have equal ones, if it gives its total', async () => {
		const same = { value: 'x' };
		const serve =
			(total?: number): Serve =>
			({ offset = 0 }) => ({ body: { items: Number(offset) < 3 ? [same] : [], total } });
		expect((await read(limitOffset({ largest: 1 }), serve(3), { answers: {} })).taken).toEqual([
			[same],
			[same],
			[same],
		]);
		expect((await read(limitOffset({ largest: 1 }), serve(), { answers: {} })).error?.message).toBe(
			'Only part of the list could be read: 1 records arrived',
		);
		const pairs =
			(total?: number): Serve =>
			({ offset = 0 }) => ({ body: { items: Number(offset) < 4 ? [same, same] : [], total } });
		expect((await read(limitOffset({ largest: 2 }), pairs(4), { answers: {} })).taken).toEqual([
			[same, same],
			[same, same],
		]);
		expect((await read(limitOffset({ largest: 2 }), pairs(), { answers: {} })).error?.message).toBe(
			'Only part of the list could be read: 2 records arrived',
		);
	});

	test('each record without an ID counts as a different one', async () => {
		const { ids: came } = await read(
			limitOffset({ largest: 10 }),
			() => ({
				body: { items: [{ at: 1 }, { id: null, at: 2 }, { id: 'a' }, { id: 'a' }], total: 3 },
			}),
			{ limit: 9 },
		);
		expect(came).toEqual([undefined, null, 'a']);
	});
});

describe('a platform that refuses the size of a page', () => {
	/** Refuses these parameters, and has pages of its own size otherwise. */
	const refusing =
		(count: number, own: number, ...names: string[]): Serve =>
		(page) => {
			if (names.some((name) => name in page)) throw refusal('400');
			const from = Number(page.offset ?? 0);
			return { body: { items: history(count).slice(from, from + own), total: count } };
		};

	test.each([3, 20, 55])(
		'a platform that refuses the size of a page is asked without it, with a hint: a list of %s',
		async (count) => {
			const read_ = await read(limitOffset(), refusing(count, 20, 'limit'), {
				given: { status: 'failed' },
			});
			expect(read_).toMatchObject({
				error: undefined,
				ids: ids(count),
				hints: [
					'The platform refused the page size parameter "limit", so the list was read without it.',
				],
			});
			expect(read_.asked.slice(0, 3)).toEqual([
				{ status: 'failed', limit: 100 },
				{ status: 'failed' },
				...(count > 20 ? [{ status: 'failed', offset: 20 }] : []),
			]);
		},
	);

	test('no more records are returned than were wanted', async () => {
		expect(
			await read(limitOffset({ alwaysSent: true }), refusing(55, 20, 'limit', 'offset'), {
				limit: 5,
			}),
		).toMatchObject({ ids: ids(5), asked: [{ limit: 5, offset: 0 }, {}] });
	});

	test('a platform that refuses the list without a size as well is asked only once more, and its first refusal counts', async () => {
		const { error, asked, hints } = await read(limitOffset(), (page) => {
			throw 'limit' in page ? refusal('400') : refusal('403');
		});
		expect({ error, asked, hints }).toMatchObject({
			error: { httpCode: '400' },
			asked: [{ limit: 100 }, {}],
			hints: [],
		});
	});

	test.each<[string, () => ReturnType<typeof read>]>([
		[
			'another refusal',
			async () =>
				await read(limitOffset(), () => {
					throw refusal('422');
				}),
		],
		[
			'a position that was given',
			async () => await read(limitOffset(), refusing(55, 20, 'limit'), { given: { offset: 10 } }),
		],
		[
			'a list whose pages are numbered by their size',
			async () => await read(pageHeaders, refusing(55, 20, 'size')),
		],
		[
			'a request that changes something',
			async () => await read(limitOffset(), refusing(55, 20, 'limit'), { effect: 'write' }),
		],
	])('a platform that refuses the size of a page is asked once: %s', async (_name, reading) => {
		const { error, asked } = await reading();
		expect(error).toBeDefined();
		expect(asked).toHaveLength(1);
	});
});
