/** A list read by time: which pages are asked for, and that nothing is missing. Campaigns: `readerChanges.test.ts`. */
import { oldestOf } from '../../../nodes/TalendCloudAccountTrigger/auditLogs';
import { pageHeaders } from '../../../nodes/records/accountPaging';
import { simulateTime, type SimulatedTime } from '../../support/time';
import {
	allIn,
	type Habits,
	identity,
	range,
	reading as readingAt,
	since0,
	slicesIn,
	upTo,
} from '../../support/timedList';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const reading = (habits: Habits) => readingAt(time, habits);
const numbered = { pages: pageHeaders };

describe('all records since a time', () => {
	test.each<[string, Habits, string]>([
		['of an empty list', { count: 0 }, '0+3'],
		['of less than a page', { count: 2 }, '0+3'],
		['of a page: there could be more', { count: 3 }, '0+3 2+3'],
		['of a page, although the total says so', { count: 3, total: identity }, '0+3 2+3'],
		['of more: each page repeats a record', { count: 7, total: identity }, '0+3 2+3 4+3 6+3'],
		['of more, without a total', { count: 6 }, '0+3 2+3 4+3 6+3'],
		['of more than it says', { count: 6, total: (count) => count - 3 }, '0+3 2+3 4+3'],
		['in the body', { count: 4, where: 'body' }, '0+3 2+3 4+3'],
		['of numbered pages', { count: 7, ...numbered, total: identity }, '0+3 3+3 6+3'],
		['of numbered pages, without a total', { count: 6, ...numbered }, '0+3 3+3 6+3 9+3'],
	])('%s', async (_what, habits, requests) => {
		const { reader, asked } = reading(habits);
		expect(await slicesIn(reader.slices(0))).toStrictEqual([[upTo(habits.count!), undefined]]);
		expect(asked.every((each) => each.endsWith(' from 0'))).toBe(true);
		expect(
			since0(asked)
				.split(' ')
				.filter((each) => requests.split(' ').includes(each))
				.join(' '),
		).toBe(requests);
	});

	test('are those of that time on', async () => {
		const { reader, asked } = reading({ count: 5, size: 4 });
		expect(await slicesIn(reader.slices(40))).toEqual([[[4, 5], undefined]]);
		expect(asked).toEqual(['0+4 from 40']);
	});

	test('say when the newest is, never later than the platform’s own time', async () => {
		const newestIn = async (times: number[], more: Habits = {}) => {
			const found: unknown[] = [];
			for await (const { newest, now } of reading({ times, ...more }).reader.slices(0))
				found.push([newest, now]);
			return found;
		};
		expect(await newestIn([10, 20])).toEqual([[20, 1_000_000]]);
		expect(await newestIn([10, 2_000_000])).toEqual([[1_000_000, 1_000_000]]);
		expect(await newestIn([])).toEqual([[undefined, 1_000_000]]);
		// Also in each part of a list.
		const parts = await newestIn(upTo(20), { most: 6, total: identity });
		expect(parts.length).toBeGreaterThan(2);
		expect(new Set(parts.map(String))).toEqual(new Set(['20,1000000']));
	});

	test('are requested several pages at a time', async () => {
		const { reader, asked } = reading({ count: 80, total: identity, takesMs: 100 });
		const began = time.elapsed();
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(80));
		expect(asked).toHaveLength(40);
		expect(time.elapsed() - began).toBeLessThan(1_200);
	});

	test('are all there, although those of one time are in another order for each request, if there is a total', async () => {
		for (const count of [4, 9, 30])
			for (const pages of [{}, numbered]) {
				const { reader } = reading({
					times: [10, ...Array<number>(count).fill(50), 90],
					total: identity,
					...pages,
					meanwhile: (list, at) =>
						void list.splice(
							1,
							count,
							...list
								.slice(1, count + 1)
								.map(
									(_, index, those) =>
										those[(index * (at % 3 === 0 ? count - 1 : 1) + at) % count]!,
								),
						),
				});
				expect([count, allIn(await slicesIn(reader.slices(0)))]).toEqual([count, upTo(count + 2)]);
			}
	});

	test('what has left is not counted as something that was not read', async () => {
		const { reader, list } = reading({
			times: Array<number>(8).fill(50),
			total: identity,
			meanwhile: (all, at) => {
				if (at === 2) all.splice(0, 1);
				// In another order, so that the seventh is hidden behind those that were read.
				if (at === 2) all.unshift(all.pop()!);
			},
		});
		const ids = allIn(await slicesIn(reader.slices(0)));
		expect(list.filter(({ id }) => !ids.includes(Number(id)))).toEqual([]);
	});

	test('what has left stands for none that was hidden afterwards', async () => {
		for (const hidden of range(2, 12)) {
			const { reader, list } = reading({
				times: Array<number>(8).fill(50),
				total: identity,
				meanwhile: (all, at) => {
					if (at === 2) all.splice(0, 1);
					if (at === hidden) all.unshift(all.pop()!);
				},
			});
			const ids = allIn(await slicesIn(reader.slices(0)));
			expect([hidden, list.filter(({ id }) => !ids.includes(Number(id)))]).toEqual([hidden, []]);
		}
	});

	test('a total that is never reached ends the reading', async () => {
		const { reader, asked } = reading({ count: 8, total: (count) => count + 5 });
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(8));
		expect(asked.length).toBeLessThan(150);
	});

	test('cannot be read where the list changes faster', async () => {
		const { reader } = reading({
			count: 60,
			meanwhile: (list) =>
				void list.push(...list.splice(0, 9).map(({ id }) => ({ id: Number(id) - 60, at: 0 }))),
		});
		await expect(slicesIn(reader.slices(0))).rejects.toMatchObject({
			message: 'The list of the platform changes faster than it can be read',
			description: 'The next poll tries again.',
		});
	});

	test('are none where the platform does not answer', async () => {
		for (const at of [1, 2, 5, 9]) {
			const { reader } = reading({
				count: 30,
				total: identity,
				meanwhile: (_list, each) => {
					if (each === at) throw new Error('503');
				},
			});
			await expect(slicesIn(reader.slices(0))).rejects.toThrow('503');
		}
	});
});

describe('a list of more than is read at once', () => {
	const short = { size: 3, most: 12, refusedFrom: 12 };
	/** Times that are spread in different ways. */
	const SPREADS: Array<[string, number[]]> = [
		['evenly', upTo(100).map((each) => each * 1_000)],
		['at one time after a long pause', [1, 2, 3, ...Array<number>(11).fill(90_000)]],
		['within moments after a long pause', [1, 2, ...range(90_000, 90_040)]],
		['within moments before a long pause', [...range(1, 40), 90_000, 90_001]],
		['at several times', [5, 7_000, 7_003, 50_000].flatMap((at) => Array<number>(9).fill(at))],
		['one each millisecond', upTo(60)],
	];

	test.each(SPREADS)(
		'is read in parts, oldest first, and all are there: %s',
		async (_what, times) => {
			for (const inclusive of [true, false])
				for (const total of [undefined, identity]) {
					const { reader, asked } = reading({ times, inclusive, total, ...short });
					const slices = await slicesIn(reader.slices(0));
					expect(allIn(slices)).toEqual(upTo(times.length));
					const reached = slices.map(([, to]) => to ?? Infinity);
					expect(reached).toEqual([...reached].sort((a, b) => a - b));
					expect(reached.at(-1)).toBe(Infinity);
					// What is older than where a part ends is in it, or in those before it.
					for (const [index, to] of reached.entries())
						expect(allIn(slices.slice(0, index + 1)).filter((id) => times[id - 1]! < to)).toEqual(
							upTo(times.length).filter((id) => times[id - 1]! < to),
						);
					// Where it is not known how many there are, several requests together take the place of many one after the other.
					expect(asked.length).toBeLessThan(times.length * (total ? 3 : 7));
				}
		},
	);

	test('is read no further than the caller wants', async () => {
		const { reader, asked } = reading({
			times: upTo(5_000).map((each) => each * 10),
			total: identity,
			size: 10,
			most: 100,
			refusedFrom: 100,
		});
		let room = 150;
		for await (const { records: shown } of reader.slices(0, () => room))
			if ((room -= shown.length) <= 0) break;
		expect(asked.length).toBeLessThan(24);
	});

	test('is read further where its records have one time, as far as the platform lets it', async () => {
		const times = [10, ...Array<number>(40).fill(50_000)];
		for (const total of [undefined, identity]) {
			expect(
				allIn(await slicesIn(reading({ times, total, size: 3, most: 12 }).reader.slices(0))),
			).toEqual(upTo(41));
			await expect(slicesIn(reading({ times, total, ...short }).reader.slices(0))).rejects.toThrow(
				'too far',
			);
		}
	});

	test('is read by number, too', async () => {
		for (const [, times] of SPREADS)
			for (const total of [undefined, identity])
				expect(
					allIn(
						await slicesIn(
							reading({ times, total, size: 3, most: 12, ...numbered }).reader.slices(0),
						),
					),
				).toEqual(upTo(times.length));
	});
});

test('records that are all there are one list, others are none', async () => {
	const late = (leftMs: number): Habits => {
		const until = time.elapsed() + leftMs;
		return {
			count: 40,
			size: 4,
			most: 16,
			total: identity,
			takesMs: 100,
			leftMs,
			meanwhile: () => {
				if (time.elapsed() >= until) throw new Error('late');
			},
		};
	};
	expect(
		(await reading({ count: 10, total: identity }).reader.since(0))!
			.map(({ id }) => Number(id))
			.sort((a, b) => a - b),
	).toEqual(upTo(10));
	expect(await reading({ count: 0 }).reader.since(0)).toEqual([]);
	// Nothing was read in time, or a part.
	expect(await reading(late(150)).reader.since(0)).toBeUndefined();
	expect(await reading(late(700)).reader.since(0)).toBeUndefined();
	await expect(
		reading({
			count: 3,
			meanwhile: () => {
				throw new Error('503');
			},
		}).reader.since(0),
	).rejects.toThrow('503');
	await expect(slicesIn(reading(late(150)).reader.slices(0))).rejects.toThrow('late');
});

describe('the newest records', () => {
	const pagesOf = async (habits: Habits, size?: number) => {
		const { reader, asked } = reading(habits);
		const pages: unknown[] = [];
		for await (const { records: shown } of reader.newest(size))
			pages.push(shown.map(({ id }) => id));
		return [pages, asked];
	};
	test('come page by page', async () => {
		expect(await pagesOf({ count: 5 })).toEqual([
			[
				[5, 4, 3],
				[2, 1],
			],
			['0+3', '3+3'],
		]);
		expect(await pagesOf({ count: 6, ...numbered })).toEqual([
			[[6, 5, 4], [3, 2, 1], []],
			['0+3', '3+3', '6+3'],
		]);
		expect(await pagesOf({ count: 5, total: identity }, 4)).toEqual([
			[[5, 4, 3, 2], [1]],
			['0+4', '4+4'],
		]);
		expect(await pagesOf({ count: 0 })).toEqual([[[]], ['0+3']]);
	});

	const someOf = async (habits: Habits, enough = 100) =>
		(await reading(habits).reader.read({}, { enough })).map(({ id }) => Number(id));
	test('are about as many as are wanted', async () => {
		expect(await someOf({ count: 0 })).toEqual([]);
		expect(await someOf({ count: 5 })).toEqual([5, 4, 3, 2, 1]);
		expect(await someOf({ count: 20 }, 4)).toEqual([20, 19, 18, 17, 16]);
		expect(await someOf({ count: 20, refusedFrom: 12 }, 12)).toHaveLength(13);
	});
	test('are no more than the list shows', async () => {
		expect(await someOf({ count: 40, most: 12, refusedFrom: 12 }, 100)).toHaveLength(13);
	});
	test('are not counted: the oldest may leave at each request', async () => {
		const ids = await someOf(
			{ count: 300, size: 6, total: identity, meanwhile: (list) => void list.pop() },
			240,
		);
		expect(ids.slice(0, 240)).toEqual(range(61, 300).reverse());
	});
	test('are there although others leave again and again', async () => {
		for (const total of [undefined, identity])
			for (const every of range(2, 5)) {
				let gone = 0;
				const ids = await someOf({
					count: 60,
					size: 6,
					total,
					meanwhile: (list, at) =>
						void (at % every === 0 && at < 20 && (gone += list.splice(0, (at % 3) + 1).length)),
				});
				expect([every, upTo(60 - gone).filter((id) => !ids.includes(id))]).toEqual([every, []]);
			}
	});
});

test('the oldest record', async () => {
	const found = async (habits: Habits) => {
		const { reader, asked } = reading(habits);
		return [(await oldestOf(reader, 3))?.id, asked.length];
	};
	for (const count of [1, 2, 3, 4, 6, 7, 12, 24])
		for (const total of [undefined, identity])
			expect([count, (await found({ count, total, ...numbered }))[0]]).toEqual([count, 1]);
	expect(await found({ count: 0 })).toEqual([undefined, 1]);
	expect(await found({ count: 299, total: identity, ...numbered })).toEqual([1, 2]);
	// It grows meanwhile.
	expect(
		(
			await found({
				count: 30,
				total: identity,
				...numbered,
				meanwhile: (list, at) =>
					void (at === 2 && list.unshift(...range(100, 110).map((id) => ({ id, at: id * 10 })))),
			})
		)[0],
	).toBe(1);
});
