/**
 * Lists that grow while they are read, and lists that cannot be read completely.
 */
import { type IDataObject } from 'n8n-workflow';

import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { history, ids, read, type Serve } from './readPagesRefusedStage';

describe('a list that cannot be read completely', () => {
	const todo =
		'Nothing was returned. To get all records, add filters so that fewer match. To get only the first ones, turn off Return All and set Limit to at most the number of records that arrived.';

	test('a list whose page is returned again cannot be read completely', async () => {
		const { error } = await read(limitOffset({ largest: 10 }), () => ({ body: history(10) }));
		expect(error).toMatchObject({
			message: 'Only part of the list could be read: 10 records arrived',
			description: `Talend Cloud returns the same records again and does not say how many there are. ${todo}`,
		});
	});

	test('a list with fewer records than its total cannot be read completely', async () => {
		const serve: Serve = ({ offset = 0 }) => ({
			body: { items: history(20).slice(Number(offset), Number(offset) + 10), total: 35 },
		});
		expect((await read(limitOffset({ largest: 10 }), serve)).error).toMatchObject({
			message: 'Only part of the list could be read: 20 of 35 records arrived',
			description: `Talend Cloud announces more records than it returns. ${todo}`,
		});
	});

	test('a response without a list cannot be read', async () => {
		expect((await read(limitOffset(), () => ({ body: { surprise: 1 } }))).error).toMatchObject({
			message: 'Talend Cloud returned something that is not a list',
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
	test('a growing list has everything that was there', async () => {
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

	test('a list that is written to files does not recognize a record that comes again much later', async () => {
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

	test('growth by a whole page between two pages is recognized by the position', async () => {
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

	test('a growing list with pages of one record can have equal records if it has a total', async () => {
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
			'Only part of the list could be read: 1 record arrived',
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
