/**
 * Page by page: what is asked, what is passed on to the style of paging, and when a list counts as
 * cut short.
 */
import { read, REFUSED, type Scripted } from './readPagesEdgesStage';

test('a list without pages is read with one request', async () => {
	const { asked, failed, ids } = await read(
		[{ ids: 'a b c', next: 3 }],
		{ given: { filter: 'x' } },
		false,
	);
	expect({ asked, failed, ids }).toEqual({
		asked: [{ filter: 'x' }],
		failed: undefined,
		ids: ['a', 'b', 'c'],
	});
	expect((await read([{ ids: 'a b c' }], { limit: 2 }, false)).ids).toEqual(['a', 'b']);
	expect((await read([REFUSED], {}, false)).failed).toBe('refused');
});

test('each page is passed on with its position and what is before it', async () => {
	const { continued, asked, ids } = await read([
		{ ids: 'a b', next: 2 },
		{ ids: 'c d', next: 4 },
		{ ids: 'e' },
	]);
	expect(continued).toEqual([
		{ position: 0, recordsBefore: 0, count: 2, size: 2 },
		{ position: 2, recordsBefore: 2, count: 2, size: 2 },
		{ position: 4, recordsBefore: 4, count: 1, size: 2 },
	]);
	expect([asked, ids]).toEqual([
		[{ count: 2 }, { count: 2, from: 2 }, { count: 2, from: 4 }],
		['a', 'b', 'c', 'd', 'e'],
	]);
});

test('a list that starts later counts the records that it leaves out', async () => {
	const from = async (total: number, more: object) =>
		await read([{ ids: 'a b', total }], { first: 1, ...more });
	// From the third on: two are before.
	expect((await from(4, { given: { from: 3 } })).failed).toBeUndefined();
	expect((await from(5, { given: { from: 3 } })).failed).toBe(
		'Only part of the list could be read: 4 of 5 records arrived',
	);
	// From the third page of two on: four are before.
	expect((await from(6, { sizedBy: 'per', given: { from: 3, per: 2 } })).failed).toBeUndefined();
	const cut = await from(7, { sizedBy: 'per', given: { from: 3, per: 2 } });
	expect([cut.failed, cut.continued[0]]).toEqual([
		'Only part of the list could be read: 6 of 7 records arrived',
		{ position: 3, recordsBefore: 4, count: 2, size: 2 },
	]);
});

describe('a page that repeats the previous one', () => {
	const repeats = async (second: Partial<Scripted>, key: string | null = 'id', ids = 'a b') =>
		(
			await read(
				[
					{ ids, next: 2, total: second.total },
					{ ids, ...second },
				],
				{ key },
			)
		).continued.at(-1)!.repeats;
	test('a page certainly repeats the previous one unless the list has moved by a page', async () => {
		expect(await repeats({})).toBe('certainly');
		expect(await repeats({ place: 2, total: 9 })).toBeUndefined();
		expect(await repeats({ place: 2 })).toBe('certainly');
		expect(await repeats({ total: 9 })).toBe('certainly');
		expect(await repeats({ place: 0, total: 9 })).toBe('certainly');
		expect(await repeats({ place: 2, total: 9 }, null)).toBe('certainly');
	});

	test('a page may repeat the previous one if equal records are expected', async () => {
		expect(await repeats({}, null, 'a a')).toBe('perhaps');
		const single = async (key: string | null) =>
			(await read([{ ids: 'a', next: 1 }, { ids: 'a' }], { key, largest: 1 })).continued.at(-1)!
				.repeats;
		expect([await single('id'), await single(null)]).toEqual(['certainly', 'perhaps']);
	});
});

test('the first page counts, even if the platform states its position', async () => {
	const { failed, ids } = await read(
		[
			{ ids: 'a b c d', next: 4, place: 0, total: 6 },
			{ ids: 'c d', next: 6, total: 6 },
			{ ids: 'e f', total: 6 },
		],
		{ largest: 4 },
	);
	expect([failed, ids]).toEqual([undefined, ['a', 'b', 'c', 'd', 'e', 'f']]);
});

test('empty records are returned as they are', async () => {
	expect((await read([{ ids: 'a null', next: 2 }, { ids: 'null b' }])).ids).toEqual([
		'a',
		null,
		null,
		'b',
	]);
	const further = () => ({ to: 1 });
	expect(
		(await read([{ ids: 'null a', next: 2 }, REFUSED, { ids: 'null b' }], { further })).ids,
	).toEqual([null, 'a', null, 'b']);
});

test('a record that is returned twice in a later span counts once', async () => {
	const further = () => ({ to: 1 });
	const scripted = (total: number): Array<Scripted | typeof REFUSED> => [
		{ ids: 'a b', next: 2 },
		REFUSED,
		{ ids: 'b c', next: 2, total },
		{ ids: 'c d', total },
	];
	const whole = await read(scripted(3), { further });
	expect([whole.failed, whole.ids, whole.asked.at(-1)]).toEqual([
		undefined,
		['a', 'b', 'c', 'd'],
		{ to: 1, count: 2, from: 2 },
	]);
	expect((await read(scripted(4), { further })).failed).toBe(
		'Only part of the list could be read: 3 of 4 records arrived',
	);
	// Without a key each of them counts.
	expect((await read(scripted(4), { further, key: null })).failed).toBeUndefined();
});

test('spans end if the next one would be the same, or brings nothing new', async () => {
	const TOO_MANY = 'The list is incomplete: too many records have the same time';
	const spans = (...ids: string[]) =>
		ids.flatMap((each): Array<Scripted | typeof REFUSED> => [{ ids: each, next: 2 }, REFUSED]);
	const same = await read(spans('a b', 'c d', 'e f'), { further: () => ({ to: 1 }) });
	expect([same.failed, same.asked.length]).toEqual([TOO_MANY, 4]);
	let to = 9;
	const nothingNew = await read(spans('a b', 'b a', 'a b'), { further: () => ({ to: to-- }) });
	expect([nothingNew.failed, nothingNew.asked.length]).toEqual([TOO_MANY, 4]);
	// One new record is enough to continue.
	const further = await read([...spans('a b', 'b c'), { ids: 'c d' }], {
		further: () => ({ to: to-- }),
	});
	expect([further.failed, further.ids]).toEqual([undefined, ['a', 'b', 'c', 'd']]);
});

test('the page after the next is requested only if it is sure to be needed, at its position', async () => {
	const asked = async (scripted: Scripted[], more = {}) =>
		(await read(scripted, more)).asked.map(({ from = 0 }) => from);
	const full = (total: number): Scripted[] => [
		{ ids: 'a b', next: 2, total },
		{ ids: 'c d', next: 4, total },
		{ ids: 'e f', total },
	];
	expect(await asked(full(6))).toEqual([0, 2, 4]);
	// Of four records there are two pages.
	expect(
		await asked([
			{ ids: 'a b', next: 2, total: 4 },
			{ ids: 'c d', total: 4 },
		]),
	).toEqual([0, 2]);
	// After a page that is not full, the next but one is not where it would be.
	expect(
		await asked([
			{ ids: 'a', next: 1, total: 6 },
			{ ids: 'b c', next: 3, total: 6 },
			{ ids: 'd e', next: 5, total: 6 },
			{ ids: 'f', total: 6 },
		]),
	).toEqual([0, 1, 3, 5]);
});

describe('a circular list', () => {
	/** Two pages that come again and again; the platform may say that there are more. */
	const around =
		(total?: number) =>
		(at: number): Scripted => ({
			ids: at % 4 === 0 ? 'a b' : 'c d',
			next: at + 2,
			...(total === undefined ? {} : { total }),
		});
	const scripted = (total?: number) =>
		Array.from({ length: 8 }, (_, page) => around(total)(page * 2));

	test('a circular list ends when as many records have come again as there were different ones', async () => {
		const { failed, ids, continued } = await read(scripted());
		expect([failed, ids, continued.length]).toEqual([
			'Only part of the list could be read: 4 records arrived',
			['a', 'b', 'c', 'd'],
			4,
		]);
	});

	test('a circular list reports its total only if that is more than it returned', async () => {
		expect((await read(scripted(9))).failed).toBe(
			'Only part of the list could be read: 4 of 9 records arrived',
		);
		for (const total of [4, 3])
			expect((await read(scripted(total))).failed).toBe(
				'Only part of the list could be read: 4 records arrived',
			);
	});

	test('a circular list without a key ends when equal records cannot be different ones', async () => {
		expect((await read(scripted(), { key: null })).failed).toBe(
			'Only part of the list could be read: 4 records arrived',
		);
		// Equal rows on one page may be as many records as a total says.
		const rows = (total?: number) =>
			Array.from({ length: 8 }, (_, page): Scripted => ({
				ids: 'a a',
				next: page < 7 ? page * 2 + 2 : undefined,
				...(total === undefined ? {} : { total }),
			}));
		expect((await read(rows(16), { key: null })).failed).toBeUndefined();
		expect((await read(rows(), { key: null })).failed).toBe(
			'Only part of the list could be read: 2 records arrived',
		);
	});
});
