/** A list read by time: how it is divided, and that nothing is missing. */
import { pageHeaders } from '../../../../nodes/records/lists/accountPaging';
import { readAllSince, readParts } from '../../../../nodes/shared/trigger/reading/readParts';
import { OVERLAP_MS } from '../../../../nodes/shared/trigger/reading/timedPage';
import { oldestOf } from '../../../../nodes/TalendCloudAccountTrigger/auditLogs';
import { DAY, HOUR, SECOND, simulatedTimeForEach } from '../../../support/time';
import {
	allIn,
	type Habits,
	identity,
	partsIn,
	range,
	reading as readingAt,
	since0,
	upTo,
} from './readPartsStage';

const time = simulatedTimeForEach();

const reading = (habits: Habits) => readingAt(time, habits);
const numbered = { pages: pageHeaders };

describe('a list that fits', () => {
	test('a short list is one part, up to its end', async () => {
		const { parts, asked } = reading({ count: 2 });
		expect(await partsIn(parts())).toEqual([[[1, 2], undefined]]);
		expect(since0(asked)).toBe('0+3');
	});

	test('a short list is requested from more than a second before', async () => {
		const { poll, listing, asked } = reading({ times: [1_000, 2_000, 4_000] });
		expect(allIn(await partsIn(readParts(poll, listing, 4_000)))).toEqual([3]);
		expect(asked).toEqual([`0+3 from ${4_000 - OVERLAP_MS}`]);
		expect(OVERLAP_MS).toBeGreaterThan(SECOND);
	});

	test('a part says when its newest record is, never later than the platform’s own time', async () => {
		const newestIn = async (times: number[]) => {
			for await (const { newestAt: newest, now } of reading({ times }).parts())
				return [newest, now];
		};
		expect(await newestIn([10, 20])).toEqual([20, 1_000_000]);
		expect(await newestIn([10, 2_000_000])).toEqual([1_000_000, 1_000_000]);
		expect(await newestIn([])).toEqual([undefined, 1_000_000]);
	});
});

describe('a list of more than is read of one period', () => {
	const short = { pageSize: 3, maxPerPeriod: 12, refusedFrom: 12 };
	/** Times that are spread in different ways. */
	const SPREADS: Array<[string, number[]]> = [
		['evenly', upTo(100).map((each) => each * 5 * SECOND)],
		['at the end of a day', [1, 2, ...range(1, 10).map((each) => DAY + each)]],
		['at its beginning', [...range(1, 10), DAY - 1, DAY]],
		['in the middle', [1, ...range(1, 11).map((each) => DAY / 2 + each * 80), DAY]],
		['at several times', [5, 7_000, 17_000, 50_000].flatMap((at) => Array<number>(9).fill(at))],
	];
	test('no period is requested that begins in the future, although a record has such a time', async () => {
		const now = time.now();
		const { poll, listing, asked } = reading({
			times: [...range(-40, -1).map((each) => now + each * 5 * SECOND), now + 2 * HOUR],
			...short,
		});
		expect(allIn(await partsIn(readParts(poll, listing, now - HOUR)))).toEqual(upTo(41));
		const begins = asked.map((each) => Number(/ from (\d+)/.exec(each)![1]));
		expect(Math.max(...begins)).toBeLessThanOrEqual(now);
	});

	const totals: Array<[string, Habits['total']]> = [
		['without a total', undefined],
		['with a total', identity],
		['with a total that is too small', () => 1],
		['with a total that is too large', (count) => count + 1_000],
	];

	test.each(SPREADS)('a long list is read in parts, oldest first: %s', async (_what, times) => {
		for (const inclusive of [true, false])
			for (const [, total] of totals)
				for (const pages of [{}, numbered]) {
					const refusedFrom = 'pages' in pages ? Infinity : 12;
					const habits = { times, inclusive, total, ...short, ...pages, refusedFrom };
					const found = reading(habits);
					const parts = await partsIn(found.parts());
					expect(allIn(parts)).toEqual(upTo(times.length));
					const reached = parts.map(([, to]) => to ?? Infinity);
					expect(reached).toEqual([...reached].sort((a, b) => a - b));
					expect(reached.at(-1)).toBe(Infinity);
					// What is older than where a part ends is in it, or in those before it.
					for (const [index, to] of reached.entries())
						expect(
							upTo(times.length).filter(
								(id) => times[id - 1]! <= to && !allIn(parts.slice(0, index + 1)).includes(id),
							),
						).toEqual([]);
				}
	});

	test('each period of a divided list ends more than a second after the next one begins', async () => {
		const times = upTo(20).map((each) => each * 60 * SECOND);
		const { parts, asked } = reading({ times, total: identity, ...short });
		await partsIn(parts());
		const periods = asked.flatMap((each) => {
			const [, from, to] = /^0\+3 from (\S+) to (\S+)$/.exec(each) ?? [];
			return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
		});
		const overlaps = periods.slice(1).map(({ from }, index) => periods[index]!.to - from);
		expect(overlaps.length).toBeGreaterThan(1);
		expect(Math.min(...overlaps)).toBeGreaterThan(SECOND);
	});

	test.each([
		['right', identity],
		['far too large', () => 1_000_000],
		['missing', undefined],
	])('a long list is divided into eight parts if its total is %s', async (_what, total) => {
		const times = upTo(20).map((each) => each * 60 * SECOND);
		const parts = await partsIn(reading({ times, total, ...short }).parts());
		expect(parts).toHaveLength(8);
	});

	describe('a period that is empty although its total counts records', () => {
		const times = upTo(20).map((each) => each * 60 * SECOND);
		// The first two requests open the whole list, and the next ones its parts.
		const readWith = async (total: Habits['total'], emptyPages: number[], at = times) => {
			const { parts, asked } = reading({ times: at, ...short, total, emptyPages });
			return { ids: allIn(await partsIn(parts())), asked };
		};

		test('the period is read again', async () => {
			const { ids, asked } = await readWith(identity, [4]);
			expect(ids).toEqual(upTo(20));
			expect(asked.filter((request) => request === asked[3])).toHaveLength(2);
		});
		test('the period counts as empty if it is empty again', async () => {
			const { ids, asked } = await readWith(identity, [4, 7, 8, 9, 10, 11, 12]);
			expect(ids.length).toBeLessThan(20);
			expect(asked.filter((request) => request === asked[3])).toHaveLength(2);
		});
		test('each empty period is read again only once, although its total is wrong', async () => {
			const { parts, asked } = reading({
				times: [...upTo(10), ...range(1, 10).map((each) => DAY + each)],
				...short,
				total: (count) => count + 1,
			});
			await partsIn(parts());
			const firstPages = asked.filter((request) => request.startsWith('0+'));
			const timesAsked = firstPages.map(
				(page) => firstPages.filter((other) => other === page).length,
			);
			expect(new Set(timesAsked)).toEqual(new Set([1, 2]));
		});
		test('the period is read again if its total is too large for one period', async () => {
			// The first period has 50 records, and the others have none or one.
			const times = [...upTo(50).map((each) => each * 60 * SECOND), 30 * DAY];
			const { parts, asked } = reading({ times, ...short, total: identity, emptyPages: [3] });
			expect(allIn(await partsIn(parts()))).toEqual(upTo(51));
			expect(asked.filter((request) => request === asked[2])).toHaveLength(2);
		});
		test('a list that is not divided is read again, too', async () => {
			const { parts, asked } = reading({ count: 2, total: identity, emptyPages: [1] });
			expect(allIn(await partsIn(parts()))).toEqual(upTo(2));
			expect(asked).toHaveLength(2);
		});
		test('an empty list whose total is wrong is read again once', async () => {
			const { parts, asked } = reading({ times: [], total: () => 1_000_000 });
			await partsIn(parts());
			expect(asked).toHaveLength(2);
		});
	});

	test('a period whose total is too large is read completely only in its turn', async () => {
		const { parts, asked } = reading({
			times: upTo(200).map((each) => each * 400),
			total: () => 1_000_000,
			...short,
		});
		for await (const { reached } of parts()) {
			expect(reached).toBeDefined();
			break;
		}
		const secondPages = asked.filter((request) => request.startsWith('2+'));
		expect(secondPages).toHaveLength(1);
	});

	test.each(totals)(
		'a burst at the end of a day is found in six rounds: %s',
		async (_what, total) => {
			const { parts } = reading({
				times: [
					0,
					...range(1, 900).map((each) => DAY - 900 + each),
					DAY + 500,
					...range(1, 200).map(() => 5),
				],
				total,
				takesMs: 100,
				leftMs: Infinity,
				pageSize: 100,
				maxPerPeriod: 1_000,
				refusedFrom: 1_000,
			});
			const began = time.elapsed();
			await partsIn(parts());
			// A round is the first pages of the parts and the last page of the one that is too long.
			expect((time.elapsed() - began) / 100).toBeLessThanOrEqual(2 + 6 * 2 + 6);
		},
	);

	test('short parts are read in as few rounds as a part has pages', async () => {
		const { parts } = reading({
			times: upTo(80).map((each) => each * 60 * SECOND),
			total: (count, which) => (which === 1 ? 3 * count : count),
			takesMs: 100,
			leftMs: Infinity,
			pageSize: 3,
			maxPerPeriod: 60,
			refusedFrom: 60,
		});
		const began = time.elapsed();
		expect(allIn(await partsIn(parts()))).toEqual(upTo(80));
		// The first page of all and the last that is shown, then about ten records of each part, three
		// on a page.
		expect((time.elapsed() - began) / 100).toBeLessThanOrEqual(2 + 4);
	});

	test('a period that cannot be divided is marked as cut after what is listed', async () => {
		const times = [10, ...Array<number>(40).fill(50_000), 90_000];
		for (const [what, total] of totals) {
			const { parts } = reading({ times, total, ...short });
			const cut: unknown[] = [];
			let all = 0;
			for await (const { records, isCut, reached } of parts()) {
				all += records.length;
				if (isCut) cut.push(Math.abs(reached! - 50_000) < 2_003);
			}
			expect([what, cut, all > 12]).toEqual([what, cut.map(() => true), true]);
			expect(cut.length).toBeGreaterThan(0);
		}
	});

	test('a period that cannot be divided, but is listed further, is read to its end', async () => {
		const times = [10, ...Array<number>(40).fill(50_000), 90_000];
		for (const [what, total] of totals)
			for (const pages of [{}, numbered]) {
				const { parts } = reading({ times, total, pageSize: 3, maxPerPeriod: 12, ...pages });
				expect([what, allIn(await partsIn(parts()))]).toEqual([what, upTo(42)]);
			}
	});

	test('a long list is not read further than the caller wants', async () => {
		const { parts, asked } = reading({
			times: upTo(5_000).map((each) => each * SECOND),
			total: identity,
			pageSize: 10,
			maxPerPeriod: 100,
			refusedFrom: 100,
		});
		let room = 150;
		for await (const { records } of parts()) if ((room -= records.length) <= 0) break;
		// The page of all and the last one of it, eight parts at once, and one of them in eight parts.
		expect(asked.length).toBeLessThan(40);
	});

	test('no record before the point that was reached is missing, whenever the time of the poll is over', async () => {
		const ends = new Set<number>();
		for (let leftMs = 600; leftMs <= 6_000; leftMs += 130) {
			const times = upTo(100).map((each) => each * 5 * SECOND);
			const until = time.elapsed() + leftMs;
			const { parts } = reading({
				times,
				total: leftMs % 20 === 0 ? identity : undefined,
				takesMs: 100,
				leftMs,
				...short,
				meanwhile: () => {
					if (time.elapsed() >= until) throw new Error('late');
				},
			});
			const found = new Set<number>();
			let end = 0;
			try {
				for await (const { records, reached } of parts()) {
					for (const { id } of records) found.add(Number(id));
					end = reached ?? Infinity;
				}
			} catch (error) {
				expect((error as Error).message).toBe('late');
			}
			expect(times.filter((at, index) => at <= end && !found.has(index + 1))).toEqual([]);
			ends.add(found.size);
		}
		expect(ends.size).toBeGreaterThan(3);
	});

	test('a part that fails is a failure when its turn comes', async () => {
		const { parts } = reading({
			times: upTo(100).map((each) => each * 5 * SECOND),
			total: identity,
			...short,
			meanwhile: (_list, asked) => {
				if (asked === 6) throw new Error('503');
			},
		});
		const found: unknown[] = [];
		await expect(
			(async () => {
				for await (const part of parts()) found.push(part);
			})(),
		).rejects.toThrow('503');
		expect(found.length).toBeGreaterThan(0);
	});
});

describe('all records since a time', () => {
	const recordsSince = async (habits: Habits) => {
		const { poll, listing } = reading(habits);
		return await readAllSince(poll, listing, 0);
	};
	const outOfTime = (leftMs: number): Habits => {
		const until = time.elapsed() + leftMs;
		return {
			times: upTo(40).map((each) => each * SECOND),
			pageSize: 4,
			maxPerPeriod: 16,
			total: identity,
			takesMs: 100,
			leftMs,
			meanwhile: () => {
				if (time.elapsed() >= until) throw new Error('late');
			},
		};
	};

	test('all records are returned', async () => {
		expect(await recordsSince({ count: 10, total: identity })).toHaveLength(10);
		expect(await recordsSince({ count: 0 })).toEqual([]);
	});

	test.each([
		['before the first part', 150],
		['after a part', 700],
	])('nothing is returned if the time is up %s', async (_when, leftMs) => {
		expect(await recordsSince(outOfTime(leftMs))).toBeUndefined();
	});

	test('a refusal is passed on', async () => {
		const refused = () => {
			throw new Error('503');
		};
		await expect(recordsSince({ count: 3, meanwhile: refused })).rejects.toThrow('503');
	});
});

test('the oldest record is found with few requests', async () => {
	const found = async (habits: Habits) => {
		const { poll, listing, asked } = reading({ ...habits, ...numbered });
		return [(await oldestOf(poll, listing))?.id, asked.length];
	};
	for (const count of [1, 2, 3, 4, 6, 7, 12, 24])
		for (const total of [undefined, identity, (all: number) => all + 30, () => 1])
			expect([count, (await found({ count, total }))[0]]).toEqual([count, 1]);
	// Pages behind the end may be refused.
	for (const total of [(all: number) => all + 1, (all: number) => all + 30])
		expect((await found({ count: 4, total, refusedFrom: 6 }))[0]).toBe(1);
	expect(await found({ count: 0 })).toEqual([undefined, 1]);
	expect(await found({ count: 299, total: identity })).toEqual([1, 2]);
	// It grows meanwhile.
	const grows: Habits['meanwhile'] = (list, at) =>
		void (at === 2 && list.unshift(...range(100, 110).map((id) => ({ id, at: id * 10 }))));
	expect((await found({ count: 30, total: identity, meanwhile: grows }))[0]).toBe(1);
});
