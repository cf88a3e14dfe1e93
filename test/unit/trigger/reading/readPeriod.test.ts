/**
 * The pages of a period: which are asked for, and that nothing is missing, whatever happens to the
 * list meanwhile.
 */
import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { isTooLong, readPeriod } from '../../../../nodes/shared/trigger/reading/readPeriod';
import { pageOf } from '../../../../nodes/shared/trigger/reading/timedPage';
import { simulatedTimeForEach } from '../../../support/time';
import { type Habits, identity, range, reading as readingAt, upTo } from './readPartsStage';

const time = simulatedTimeForEach();

const numbered = { pages: pageHeaders };

/** What is read of a list. */
async function read(habits: Habits, options: Parameters<typeof readPeriod>[3] = {}) {
	const { poll, listing, asked, list } = readingAt(time, habits);
	const { records, isComplete } = await readPeriod(
		poll,
		listing,
		await pageOf(poll, listing),
		options,
	);
	const ids = records.map(({ id }) => Number(id)).sort((a, b) => a - b);
	return { ids, isComplete, asked, list };
}

describe('the pages of a period', () => {
	const plus3 = (count: number) => count + 3;
	// The requests are "position+size". A page has 3 records, and begins with the last record of the
	// page before it, unless pages are numbered.
	test.each<[string, Habits, string]>([
		['no records', { count: 0 }, '0+3'],
		['less than a page of records', { count: 2 }, '0+3'],
		['one full page, which more could follow', { count: 3 }, '0+3 2+3'],
		['several pages, with a total', { count: 7, total: identity }, '0+3 2+3 4+3 6+3'],
		['several pages, without a total', { count: 6 }, '0+3 2+3 4+3 6+3'],
		[
			'several pages, with a total that is too small',
			{ count: 6, total: () => 1 },
			'0+3 2+3 4+3 6+3',
		],
		['a short page, with a total that is too large', { count: 2, total: plus3 }, '0+3 1+3'],
		[
			'a short last page, with a total that is too large',
			{ count: 4, total: plus3 },
			'0+3 2+3 4+3 3+3 5+3',
		],
		['the page is requested in the body', { count: 4, where: 'body' }, '0+3 2+3'],
		['pages of 2 records instead of 3', { count: 5, limit: 2 }, '0+3 1+3 2+3 3+3 4+3 5+3 6+3 7+3'],
		['numbered pages, with a total', { count: 7, ...numbered, total: identity }, '0+3 3+3 6+3'],
		['numbered pages, without a total', { count: 6, ...numbered }, '0+3 3+3 6+3 9+3'],
		[
			'numbered pages, with a total that is too large',
			{ count: 4, ...numbered, total: plus3 },
			'0+3 3+3 6+3',
		],
		[
			'a short numbered page, with a total that is too large',
			{ count: 2, ...numbered, total: plus3 },
			'0+3 3+3',
		],
		[
			'a full numbered page, with a total that is too large',
			{ count: 3, ...numbered, total: plus3 },
			'0+3 3+3 3+3',
		],
	])('the pages of a period take these requests: %s', async (_what, habits, requests) => {
		const { ids, isComplete, asked } = await read(habits);
		expect([ids, isComplete]).toEqual([upTo(habits.count!), true]);
		expect(asked.join(' ')).toBe(requests);
	});

	test('a single record is all if the next page is refused, although the total counts more', async () => {
		const { ids, isComplete } = await read({ count: 1, total: plus3, refusedFrom: 1 });
		expect([ids, isComplete]).toEqual([[1], true]);
	});

	test('the records are all if the page after as many as the total counts is refused', async () => {
		const { ids, isComplete } = await read({ count: 5, total: identity, refusedFrom: 4 });
		expect([ids, isComplete]).toEqual([upTo(5), true]);
	});

	test('numbered pages are all if one behind the last is refused, although the total counts more', async () => {
		const habits = { count: 4, ...numbered, total: plus3, refusedFrom: 6 };
		const { ids, isComplete } = await read(habits);
		expect([ids, isComplete]).toEqual([upTo(4), true]);
		const atLimit = await read({ ...habits, count: 6, maxPerPeriod: 6 });
		expect([atLimit.ids, atLimit.isComplete]).toEqual([upTo(6), false]);
	});

	test('an empty numbered page is requested once more if the total counts more records', async () => {
		const habits = { count: 8, ...numbered, total: identity };
		const { ids, isComplete, asked } = await read({ ...habits, emptyPages: [2] });
		expect([ids, isComplete]).toEqual([upTo(8), true]);
		expect(asked.join(' ')).toBe('0+3 3+3 6+3 3+3 6+3');
		const twice = await read({ ...habits, emptyPages: [2, 4] });
		expect([twice.ids, twice.isComplete]).toEqual([range(6, 8), true]);
	});

	test('an empty numbered page is requested once more although all pages are short', async () => {
		const habits = { count: 8, ...numbered, total: identity, silentLimit: 2, emptyPages: [3] };
		const { ids, isComplete } = await read(habits);
		expect([ids, isComplete]).toEqual([upTo(8), true]);
	});

	test('several pages of a period are requested at a time', async () => {
		const began = time.elapsed();
		const { ids } = await read({ count: 80, total: identity, takesMs: 100 });
		expect(ids).toEqual(upTo(80));
		expect(time.elapsed() - began).toBeLessThan(1_200);
	});

	test('the pages end where no more are read', async () => {
		const divisible = { most: 12, isDivisible: true };
		const habits = { count: 40, maxPerPeriod: 12, refusedFrom: 12 };
		for (const total of [undefined, identity, () => 5]) {
			const { ids, isComplete } = await read({ ...habits, total }, divisible);
			expect([ids, isComplete]).toEqual([range(28, 40), false]);
		}
		const { ids, isComplete } = await read({ count: 40, maxPerPeriod: 12, ...numbered }, divisible);
		expect([ids, isComplete]).toEqual([range(29, 40), false]);
	});

	test.each([
		['by position', {}],
		['by number', numbered],
	] as const)(
		'all records of a period are read, however many others are added meanwhile: %s',
		async (_what, pages) => {
			for (const count of [1, 3, 8, 20])
				for (const total of [undefined, identity])
					for (const every of [1, 2, 3]) {
						const meanwhile: Habits['meanwhile'] = (list, at) =>
							void (
								at % every === 0 &&
								at < 12 &&
								list.unshift(
									...range(1, at % 3).map((each) => ({ id: 100 * at + each, at: 10_000 + at })),
								)
							);
						const { ids } = await read({ count, total, meanwhile, ...pages });
						expect([count, every, ids.filter((id) => id <= count)]).toEqual([
							count,
							every,
							upTo(count),
						]);
					}
		},
	);

	test('all records of a period are read, although others leave the list meanwhile', async () => {
		for (const total of [undefined, identity, () => 1])
			for (const leaving of [1, 2, 3, 5, 9])
				for (const first of [0, 1, 4, 8, 20])
					for (const when of range(2, 9)) {
						const gone: unknown[] = [];
						const { ids } = await read({
							count: 24,
							total,
							meanwhile: (list, at) =>
								void (at === when && gone.push(...list.splice(first, leaving).map(({ id }) => id))),
						});
						const missed = upTo(24).filter((id) => !gone.includes(id) && !ids.includes(id));
						expect({ leaving, first, when, missed }).toEqual({ leaving, first, when, missed: [] });
					}
	});

	test('all records of a period are read, although others leave the list again and again', async () => {
		for (const total of [undefined, identity])
			for (const every of range(2, 5)) {
				let gone = 0;
				const { ids } = await read({
					count: 60,
					pageSize: 6,
					total,
					meanwhile: (list, at) =>
						void (at % every === 0 && at < 20 && (gone += list.splice(0, (at % 3) + 1).length)),
				});
				expect([every, upTo(60 - gone).filter((id) => !ids.includes(id))]).toEqual([every, []]);
			}
	});

	test('a page that is read again may begin with the same record as before', async () => {
		// The pages before the change: 8 7 6, then 6 5 4. When 5 has left the list, the third page no
		// longer begins with 4, so the second one is read again. It begins with 6, as it did before.
		const { ids, asked } = await read({
			count: 8,
			meanwhile: (list, request) => void (request === 3 && list.splice(3, 1)),
		});
		expect(ids).toEqual(upTo(8));
		// The first page did not have to be read again as well.
		expect(asked.filter((request) => request === '0+3')).toHaveLength(1);
	});

	test('a list that changes faster than it can be read is not complete', async () => {
		const meanwhile: Habits['meanwhile'] = (list) =>
			void list.push(...list.splice(0, 9).map(({ id }) => ({ id: Number(id) - 60, at: 0 })));
		const { isComplete, asked } = await read({ count: 60, meanwhile });
		expect(isComplete).toBe(false);
		expect(asked.length).toBeLessThan(100);
	});

	test.each([undefined, 8])(
		'a numbered page that repeats the page before it is requested again (total: %s)',
		async (total) => {
			const habits = { count: 8, ...numbered, total: () => total };
			const { poll, listing, asked } = readingAt(time, habits);
			const ask = poll.send.bind(poll);
			// The second request gets the first page again.
			poll.send = async (declared, input, page) =>
				await ask(declared, input, asked.length === 1 ? { size: 3 } : page);
			const { records, isComplete } = await readPeriod(poll, listing, await pageOf(poll, listing));
			const ids = records.map(({ id }) => Number(id)).sort((a, b) => a - b);
			expect([ids, isComplete]).toEqual([upTo(8), true]);
		},
	);

	test.each([{}, numbered])('a list that ignores positions is not complete: %j', async (pages) => {
		const { poll, listing, asked } = readingAt(time, { count: 60, ...pages });
		const ask = poll.send.bind(poll);
		poll.send = async (declared, input) =>
			await ask(declared, input, 'pages' in pages ? { size: 3 } : { limit: 3 });
		const head = await pageOf(poll, listing);
		const { records, isComplete } = await readPeriod(poll, listing, head);
		expect([records.length, isComplete]).toEqual([3, false]);
		expect(asked.length).toBeLessThan(100);
	});

	test.each([{}, { most: 1_000, isDivisible: true }])(
		'a list that shows its pages again in turn is not complete: %j',
		async (options) => {
			const { poll, listing, asked } = readingAt(time, { count: 9, total: () => 600, ...numbered });
			const ask = poll.send.bind(poll);
			poll.send = async (declared, input, page) =>
				await ask(declared, input, { size: 3, page: ((Number(page?.page ?? 1) - 1) % 3) + 1 });
			const head = await pageOf(poll, listing);
			const { records, isComplete } = await readPeriod(poll, listing, head, options);
			expect([records.length, isComplete]).toEqual([9, false]);
			expect(asked.length).toBeLessThan(100);
		},
	);

	test('the reading of a period fails with the error of a page that fails', async () => {
		for (const at of [1, 2, 5, 9]) {
			const meanwhile: Habits['meanwhile'] = (_list, each) => {
				if (each === at) throw new Error('503');
			};
			await expect(read({ count: 30, total: identity, meanwhile })).rejects.toThrow('503');
		}
	});
});

test('the last page that is read says whether a period is too long, whatever the total', async () => {
	for (const pages of [{}, numbered])
		for (const [count, isLong] of [
			[0, false],
			[3, false],
			[9, false],
			[60, true],
		] as const)
			for (const total of [undefined, identity, (all: number) => all + 100]) {
				const { poll, listing, asked } = readingAt(time, {
					count,
					total,
					maxPerPeriod: 12,
					...pages,
				});
				const head = await pageOf(poll, listing);
				expect([count, await isTooLong(poll, listing, head)]).toEqual([count, isLong]);
				expect(asked.length).toBeLessThanOrEqual(2);
			}
	// A total of 12, and a last page that ends there, can mean that only 12 are listed.
	for (const [count, isLong, requests] of [
		[11, false, 1],
		[12, true, 2],
	] as const) {
		const habits = { count, total: identity, maxPerPeriod: 12 };
		const { poll, listing, asked } = readingAt(time, habits);
		expect(await isTooLong(poll, listing, await pageOf(poll, listing))).toBe(isLong);
		expect(asked).toHaveLength(requests);
	}
});
