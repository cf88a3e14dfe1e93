/** A list read by time: which pages are asked for, and that nothing is missing, whatever happens to it meanwhile. */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { integer } from '../../../nodes/shared/declare/field';
import { limitOffset, type Paging } from '../../../nodes/shared/declare/lists/paging';
import { oldestOf } from '../../../nodes/TalendCloudAccountTrigger/auditLogs';
import { pageHeaders } from '../../../nodes/TalendCloudAccount/paging';
import type { Answer } from '../../../nodes/shared/declare/wire';
import { Reader, type Slice } from '../../../nodes/shared/trigger/reader';
import type { Listing, Poll } from '../../../nodes/shared/trigger/listing';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

interface Habits {
	/** Records of these times, oldest first; their ID is their number. */
	times?: number[];
	count?: number;
	/** Whether the ends of a span are included. */
	inclusive?: boolean;
	/** What it says of the total; nothing when absent. */
	total?: (count: number, asked: number) => number | undefined;
	/** Positions from here on are refused. */
	refusedFrom?: number;
	/** How long a request takes, all or each of them. */
	takesMs?: number | ((asked: number) => number);
	leftMs?: number;
	size?: number;
	/** Records that are read of one span. */
	most?: number;
	where?: 'query' | 'body';
	/** What happens at each request. */
	meanwhile?: (list: IDataObject[], asked: number) => void;
	pages?: Paging;
}

/** A list that is sorted newest first, and a poll that reads it. */
function reading({ count = 0, times = Array.from({ length: count }, (_, index) => (index + 1) * 10), inclusive = true, total, refusedFrom = Infinity, takesMs = 0, leftMs = 60_000, size = 3, most = 1_000, where = 'query', meanwhile, pages = limitOffset({ where }) }: Habits) {
	const list: IDataObject[] = times.map((at, index) => ({ id: index + 1, at })).reverse();
	const asked: string[] = [];
	const until = time.elapsed() + leftMs;
	const getMany = operation('POST /x', { name: 'X', action: 'X', description: 'X', effect: 'read', [where]: { ...(pages.at === 'page' ? { page: integer('P').optional(), size: integer('Z').optional() } : { limit: integer('L').optional(), offset: integer('O').optional() }), from: integer('F').optional(), to: integer('T').optional(), of: integer('S').optional() }, pages, answers: records(undefined) });
	const poll = {
		left: () => until - time.elapsed(),
		ask: async (_operation: unknown, input: { query?: IDataObject; body?: IDataObject }, page: IDataObject): Promise<Answer> => {
			const { from = -Infinity, to = Infinity, of } = (where === 'body' ? input.body : input.query) as { from?: number; to?: number; of?: number };
			expect(of).toBe(7);
			const { page: number = 1, size: numberedSize = 0, offset = (number - 1) * numberedSize, limit = numberedSize } = page as { offset?: number; limit?: number; page?: number; size?: number };
			const at = offset;
			asked.push(`${at}+${limit}${from === -Infinity ? '' : ` from ${from}`}${to === Infinity ? '' : ` to ${to}`}`);
			const which = asked.length;
			await time.sleep(typeof takesMs === 'number' ? takesMs : takesMs(which));
			meanwhile?.(list, which);
			const fitting = list.filter(({ at: when }) => (inclusive ? Number(when) >= from && Number(when) <= to : Number(when) > from && Number(when) < to));
			if (at >= refusedFrom) throw new NodeApiError({ name: 'N' } as INode, {}, { message: 'too far', httpCode: '400' });
			const shown = fitting.slice(at, at + limit);
			const stated = total?.(fitting.length, which);
			const body = stated === undefined ? shown : { items: shown, total: stated };
			return { status: 200, headers: { date: new Date(1_000_000).toUTCString() }, body };
		},
		errorOf: (message: string, description: string) => Object.assign(new Error(message), { description }),
	} as unknown as Poll;
	const listing: Listing = {
		operation: getMany,
		input: { [where]: { of: 7 } },
		from: (from) => ({ from: Number(from) }),
		upTo: (to) => ({ to }),
		size,
		most,
		key: ({ id }) => String(id),
		time: ({ at }) => Number(at),
	};
	return { reader: new Reader(poll, listing), asked, list };
}

/** The IDs in each slice, in the order of their numbers, and up to where each is complete. */
async function slicesIn(slices: AsyncIterable<Slice>) {
	const found: Array<[ids: number[], reached: number | undefined]> = [];
	for await (const { records: shown, reached } of slices) found.push([shown.map(({ id }) => Number(id)).sort((a, b) => a - b), reached]);
	return found;
}
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const upTo = (count: number) => range(1, count);
const allIn = (slices: Array<[number[], unknown]>) => [...new Set(slices.flatMap(([ids]) => ids))].sort((a, b) => a - b);
/** What was asked for, without the beginning that each request has. */
const since0 = (asked: string[]) => asked.map((each) => each.replace(' from 0', '')).join(' ');

const identity = (count: number) => count;
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
		expect(since0(asked).split(' ').filter((each) => requests.split(' ').includes(each)).join(' ')).toBe(requests);
	});

	test('are those of that time on', async () => {
		const { reader, asked } = reading({ count: 5, size: 4 });
		expect(await slicesIn(reader.slices(40))).toEqual([[[4, 5], undefined]]);
		expect(asked).toEqual(['0+4 from 40']);
	});

	test('say when the newest is, never later than the platform’s own time', async () => {
		const newestIn = async (times: number[], more: Habits = {}) => {
			const found: unknown[] = [];
			for await (const { newest, now } of reading({ times, ...more }).reader.slices(0)) found.push([newest, now]);
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

	test.each([['by position', {}], ['by number', numbered]] as const)('are all there, however many others come meanwhile: %s', async (_what, pages) => {
		for (const count of [1, 3, 8, 20])
			for (const total of [undefined, identity])
				for (const every of [1, 2, 3]) {
					const meanwhile: Habits['meanwhile'] = (list, at) => void (at % every === 0 && at < 12 && list.unshift(...range(1, at % 5).map((each) => ({ id: 100 * at + each, at: 10_000 + at }))));
					const { reader } = reading({ count, total, meanwhile, ...pages });
					expect([count, every, allIn(await slicesIn(reader.slices(0))).filter((id) => id <= count)]).toEqual([count, every, upTo(count)]);
				}
	});

	test('are all there, although others leave meanwhile, whichever and whenever', async () => {
		for (const total of [undefined, identity])
			for (const leaving of [1, 2, 3, 5, 9])
				for (const first of [0, 1, 4, 8, 20])
					for (const when of range(2, 9)) {
						const gone: unknown[] = [];
						const { reader } = reading({ count: 24, total, meanwhile: (list, at) => void (at === when && gone.push(...list.splice(first, leaving).map(({ id }) => id))) });
						const ids = allIn(await slicesIn(reader.slices(0)));
						expect([leaving, first, when, upTo(24).filter((id) => !gone.includes(id) && !ids.includes(id))]).toEqual([leaving, first, when, []]);
					}
	});

	test('are all there, although those of one time are in another order for each request, if there is a total', async () => {
		for (const count of [4, 9, 30])
			for (const pages of [{}, numbered]) {
				const { reader } = reading({ times: [10, ...Array<number>(count).fill(50), 90], total: identity, ...pages, meanwhile: (list, at) => void list.splice(1, count, ...list.slice(1, count + 1).map((_, index, those) => those[(index * (at % 3 === 0 ? count - 1 : 1) + at) % count]!)) });
				expect([count, allIn(await slicesIn(reader.slices(0)))]).toEqual([count, upTo(count + 2)]);
			}
	});

	test('what has left is not counted as something that was not read', async () => {
		const { reader, list } = reading({ times: Array<number>(8).fill(50), total: identity, meanwhile: (all, at) => {
			if (at === 2) all.splice(0, 1);
			// In another order, so that the seventh is hidden behind those that were read.
			if (at === 2) all.unshift(all.pop()!);
		} });
		const ids = allIn(await slicesIn(reader.slices(0)));
		expect(list.filter(({ id }) => !ids.includes(Number(id)))).toEqual([]);
	});

	test('a total that is never reached ends the reading', async () => {
		const { reader, asked } = reading({ count: 8, total: (count) => count + 5 });
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(8));
		expect(asked.length).toBeLessThan(150);
	});

	test('cannot be read where the list changes faster', async () => {
		const { reader } = reading({ count: 60, meanwhile: (list) => void list.push(...list.splice(0, 9).map(({ id }) => ({ id: Number(id) - 60, at: 0 }))) });
		await expect(slicesIn(reader.slices(0))).rejects.toMatchObject({ message: 'The list of the platform changes faster than it can be read', description: 'The next poll tries again.' });
	});

	test('are none where the platform does not answer', async () => {
		for (const at of [1, 2, 5, 9]) {
			const { reader } = reading({ count: 30, total: identity, meanwhile: (_list, each) => { if (each === at) throw new Error('503'); } });
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

	test.each(SPREADS)('is read in parts, oldest first, and all are there: %s', async (_what, times) => {
		for (const inclusive of [true, false])
			for (const total of [undefined, identity]) {
				const { reader, asked } = reading({ times, inclusive, total, ...short });
				const slices = await slicesIn(reader.slices(0));
				expect(allIn(slices)).toEqual(upTo(times.length));
				const reached = slices.map(([, to]) => to ?? Infinity);
				expect(reached).toEqual([...reached].sort((a, b) => a - b));
				expect(reached.at(-1)).toBe(Infinity);
				// What is older than where a part ends is in it, or in those before it.
				for (const [index, to] of reached.entries()) expect(allIn(slices.slice(0, index + 1)).filter((id) => times[id - 1]! < to)).toEqual(upTo(times.length).filter((id) => times[id - 1]! < to));
				// Where it is not known how many there are, several requests together take the place of many one after the other.
				expect(asked.length).toBeLessThan(times.length * (total ? 3 : 7));
			}
	});

	test.each<[string, number[]]>([
		['within a second after a long pause', range(1_200_000, 1_201_000).flatMap((at) => [at, at, at])],
		['evenly', upTo(3_000).map((each) => each * 1_000)],
		['at several times', [5, 7_000, 7_003, 50_000].flatMap((at) => Array<number>(450).fill(at))],
	])('of executions is read in few requests, although nobody says how many there are: %s', async (_what, times) => {
		const { reader, asked } = reading({ times, inclusive: true, size: 100, most: 500, refusedFrom: 1_000 });
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(times.length));
		expect(asked.length).toBeLessThan((times.length / 100) * 4);
	});

	test('is read in few requests where the platform says how many there are', async () => {
		const { reader, asked } = reading({ times: upTo(5_000).map((each) => each * 10), total: identity, size: 10, most: 100, refusedFrom: 100 });
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(5_000));
		expect(asked.length).toBeLessThanOrEqual((5_000 / 9) * 1.2);
	});

	test('is read no further than the caller wants', async () => {
		const { reader, asked } = reading({ times: upTo(5_000).map((each) => each * 10), total: identity, size: 10, most: 100, refusedFrom: 100 });
		let room = 150;
		for await (const { records: shown } of reader.slices(0, () => room)) if ((room -= shown.length) <= 0) break;
		expect(asked.length).toBeLessThan(24);
	});

	test('is read further where its records have one time, as far as the platform lets it', async () => {
		const times = [10, ...Array<number>(40).fill(50_000)];
		for (const total of [undefined, identity]) {
			expect(allIn(await slicesIn(reading({ times, total, size: 3, most: 12 }).reader.slices(0)))).toEqual(upTo(41));
			await expect(slicesIn(reading({ times, total, ...short }).reader.slices(0))).rejects.toThrow('too far');
		}
	});

	test('is read by number, too', async () => {
		for (const [, times] of SPREADS)
			for (const total of [undefined, identity]) expect(allIn(await slicesIn(reading({ times, total, size: 3, most: 12, ...numbered }).reader.slices(0)))).toEqual(upTo(times.length));
	});

	test('all that is older than where it ended is there, whenever the time of the poll is over', async () => {
		const ends = new Set<number>();
		for (let leftMs = 600; leftMs <= 6_000; leftMs += 130) {
			const times = upTo(100).map((each) => each * 10);
			const { reader } = reading({ times, total: identity, takesMs: 100, leftMs, ...short, meanwhile: () => { if (time.elapsed() >= until) throw new Error('late'); } });
			const until = time.elapsed() + leftMs;
			const slices = await slicesIn(reader.slices(0));
			const { length } = allIn(slices);
			expect(length).toBeGreaterThanOrEqual(times.filter((at) => at < (slices.at(-1)![1] ?? Infinity)).length);
			ends.add(length);
		}
		expect(ends.size).toBeGreaterThan(3);
	});
});

test('records that are all there are one list, others are none', async () => {
	const late = (leftMs: number): Habits => {
		const until = time.elapsed() + leftMs;
		return { count: 40, size: 4, most: 16, total: identity, takesMs: 100, leftMs, meanwhile: () => { if (time.elapsed() >= until) throw new Error('late'); } };
	};
	expect((await reading({ count: 10, total: identity }).reader.since(0))!.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(upTo(10));
	expect(await reading({ count: 0 }).reader.since(0)).toEqual([]);
	// Nothing was read in time, or a part.
	expect(await reading(late(150)).reader.since(0)).toBeUndefined();
	expect(await reading(late(700)).reader.since(0)).toBeUndefined();
	await expect(reading({ count: 3, meanwhile: () => { throw new Error('503'); } }).reader.since(0)).rejects.toThrow('503');
	await expect(slicesIn(reading(late(150)).reader.slices(0))).rejects.toThrow('late');
});

describe('the newest records', () => {
	const pagesOf = async (habits: Habits, size?: number) => {
		const { reader, asked } = reading(habits);
		const pages: unknown[] = [];
		for await (const { records: shown } of reader.newest(size)) pages.push(shown.map(({ id }) => id));
		return [pages, asked];
	};
	test('come page by page', async () => {
		expect(await pagesOf({ count: 5 })).toEqual([[[5, 4, 3], [2, 1]], ['0+3', '3+3']]);
		expect(await pagesOf({ count: 6, ...numbered })).toEqual([[[6, 5, 4], [3, 2, 1], []], ['0+3', '3+3', '6+3']]);
		expect(await pagesOf({ count: 5, total: identity }, 4)).toEqual([[[5, 4, 3, 2], [1]], ['0+4', '4+4']]);
		expect(await pagesOf({ count: 0 })).toEqual([[[]], ['0+3']]);
	});

	const someOf = async (habits: Habits, enough = 100) => (await reading(habits).reader.read({}, { enough })).map(({ id }) => Number(id));
	test('are about as many as are wanted', async () => {
		expect(await someOf({ count: 0 })).toEqual([]);
		expect(await someOf({ count: 5 })).toEqual([5, 4, 3, 2, 1]);
		expect(await someOf({ count: 20 }, 4)).toEqual([20, 19, 18, 17, 16]);
		expect(await someOf({ count: 20, refusedFrom: 12 }, 12)).toHaveLength(13);
	});
	test('are no more than the list shows', async () => {
		expect(await someOf({ count: 40, most: 12, refusedFrom: 12 }, 100)).toHaveLength(13);
	});
	test('are there although others leave again and again', async () => {
		for (const total of [undefined, identity])
			for (const every of range(2, 5)) {
				let gone = 0;
				const ids = await someOf({ count: 60, size: 6, total, meanwhile: (list, at) => void (at % every === 0 && at < 20 && (gone += list.splice(0, (at % 3) + 1).length)) });
				expect([every, upTo(60 - gone).filter((id) => !ids.includes(id))]).toEqual([every, []]);
			}
	});
});

test('the oldest record', async () => {
	const found = async (habits: Habits) => {
		const { reader, asked } = reading(habits);
		return [(await oldestOf(reader, 3))?.id, asked.length];
	};
	for (const count of [1, 2, 3, 4, 6, 7, 12, 24]) for (const total of [undefined, identity]) expect([count, (await found({ count, total, ...numbered }))[0]]).toEqual([count, 1]);
	expect(await found({ count: 0 })).toEqual([undefined, 1]);
	expect(await found({ count: 299, total: identity, ...numbered })).toEqual([1, 2]);
	// It grows meanwhile.
	expect((await found({ count: 30, total: identity, ...numbered, meanwhile: (list, at) => void (at === 2 && list.unshift(...range(100, 110).map((id) => ({ id, at: id * 10 })))) }))[0]).toBe(1);
});
