/**
 * Lists by limit and offset, and what counts as a list.
 */
import { recordsOf } from '../../../../nodes/shared/declare/lists/listInResponse';
import { allAtOnce, limitOffset } from '../../../../nodes/shared/declare/lists/paging';
import { all, FORMS, readAll, type Serve, wanted } from './readPagesStage';

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

test('a record that occurs twice does not hide a missing one', async () => {
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

test('a complete list in one response can also be limited', async () => {
	expect((await readAll(allAtOnce, () => ({ body: all(9) }), { limit: 4 })).ids).toEqual(wanted(4));
	expect((await readAll(allAtOnce, () => ({ body: all(9) }))).asked).toEqual([{}]);
});

describe('the list in a response', () => {
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
