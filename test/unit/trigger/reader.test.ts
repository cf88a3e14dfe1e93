/** A list read by time from its end: which pages are asked for, and that nothing is missing, whatever the platform says of it. */
import { type IDataObject, type INode, NodeApiError } from 'n8n-workflow';

import { records } from '../../../nodes/shared/declare/answers';
import { operation } from '../../../nodes/shared/declare/define';
import { integer } from '../../../nodes/shared/declare/field';
import { limitOffset, pageHeaders, type Paging } from '../../../nodes/shared/declare/lists/paging';
import type { Answer } from '../../../nodes/shared/declare/wire';
import { allOf, Reader, type Slice } from '../../../nodes/shared/trigger/reader';
import { slicesOf } from '../../../nodes/shared/trigger/spans';
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
	/** Largest page. */
	cap?: number;
	/** What it says of the total; nothing when absent. */
	total?: (count: number, asked: number) => number | undefined;
	/** What it says in the headers of an answer. */
	headers?: Record<string, string>;
	/** Positions from here on are refused. */
	refusedFrom?: number;
	/** How long a request takes, all or each of them. */
	takesMs?: number | ((asked: number) => number);
	leftMs?: number;
	size?: number;
	where?: 'query' | 'body';
	/** A platform with numbered pages that caps them counts positions in pages of that size. */
	countsByCap?: boolean;
	/** What happens at each request. */
	meanwhile?: (list: IDataObject[], asked: number) => void;
	pages?: Paging;
	answers?: (body: unknown, asked: number) => unknown;
}

/** A list that is sorted newest first, and a poll that reads it. */
function reading({ count = 0, times = Array.from({ length: count }, (_, index) => (index + 1) * 10), cap = 100, total, headers, refusedFrom = Infinity, takesMs = 0, leftMs = 60_000, size = 3, where = 'query', countsByCap = false, meanwhile, pages = limitOffset({ where }), answers }: Habits) {
	const list: IDataObject[] = times.map((at, index) => ({ id: index + 1, at })).reverse();
	const asked: string[] = [];
	const until = time.elapsed() + leftMs;
	const getMany = operation('POST /x', { name: 'X', action: 'X', description: 'X', effect: 'read', [where]: { ...(pages.at === 'page' ? { page: integer('P').optional(), size: integer('Z').optional() } : { limit: integer('L').optional(), offset: integer('O').optional() }), from: integer('F').optional(), to: integer('T').optional(), of: integer('S').optional() }, pages, answers: records(undefined) });
	const poll = {
		left: () => until - time.elapsed(),
		ask: async (_operation: unknown, input: { query?: IDataObject; body?: IDataObject }, page: IDataObject): Promise<Answer> => {
			const { from = -Infinity, to = Infinity, of } = (where === 'body' ? input.body : input.query) as { from?: number; to?: number; of?: number };
			expect(of).toBe(7);
			const { page: number = 1, size: numberedSize = 0, offset = (number - 1) * (countsByCap ? Math.min(cap, numberedSize) : numberedSize), limit = numberedSize } = page as { offset?: number; limit?: number; page?: number; size?: number };
			const at = offset;
			asked.push(`${at}+${limit}${from === -Infinity ? '' : ` from ${from}`}${to === Infinity ? '' : ` to ${to}`}`);
			const which = asked.length;
			await time.sleep(typeof takesMs === 'number' ? takesMs : takesMs(which));
			meanwhile?.(list, which);
			const fitting = list.filter((record) => Number(record.at) >= from && Number(record.at) <= to);
			if (at >= refusedFrom) throw new NodeApiError({ name: 'N' } as INode, {}, { message: 'too far', httpCode: '400' });
			const shown = fitting.slice(at, at + Math.min(cap, limit));
			const stated = total?.(fitting.length, which);
			const body = stated === undefined ? shown : { items: shown, total: stated };
			return { status: 200, headers: { date: new Date(1_000_000).toUTCString(), ...headers }, body: answers ? answers(body, which) : body };
		},
		errorOf: (message: string, description: string) => Object.assign(new Error(message), { description }),
	} as unknown as Poll;
	const listing: Listing & { upTo: (to: number) => IDataObject } = {
		operation: getMany,
		input: { [where]: { of: 7 } },
		from: (from) => ({ from: Number(from) }),
		upTo: (to) => ({ to }),
		size,
		key: ({ id }) => String(id),
		time: ({ at }) => Number(at),
	};
	return { reader: new Reader(poll, listing), poll, listing, asked, list };
}

/** Slices of a reader that makes progress. */
async function* notStuck(slices: AsyncIterable<Slice>) {
	for await (const slice of slices) {
		expect(slice.isStuck).toBeUndefined();
		yield slice;
	}
}

/** The IDs in each slice, oldest first, and up to where each is complete. */
async function slicesIn(slices: AsyncIterable<Slice>) {
	const found: Array<[ids: number[], reached: number | undefined]> = [];
	for await (const { records: shown, reached } of slices) found.push([shown.map(({ id }) => Number(id)).sort((a, b) => a - b), reached]);
	return found;
}
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const allIn = (slices: Array<[number[], unknown]>) => slices.flatMap(([ids]) => ids).sort((a, b) => a - b);

const identity = (count: number) => count;
const ONE_TIME = Array<number>(10).fill(50);

describe('all records since a time', () => {
	test.each<[string, Habits, slices: Array<[number[], number | undefined]>, string]>([
		['of an empty list', { count: 0 }, [[[], undefined]], '0+3'],
		['of an empty list that is said to have some', { count: 0, total: () => 3 }, [[[], undefined]], '0+3'],
		['of less than a page', { count: 2 }, [[[1, 2], undefined]], '0+3 1+3'],
		['of less than a page, with a total', { count: 2, total: identity }, [[[1, 2], undefined]], '0+3'],
		['of a page', { count: 3 }, [[[1, 2, 3], undefined]], '0+3 3+3 1+3 0+3'],
		['of a page, with a total', { count: 3, total: identity }, [[[1, 2, 3], undefined]], '0+3 3+3 1+3 0+3'],
		['of more, with a total: from its end', { count: 10, total: identity }, [[[1], 20], [[2, 3], 40], [[4, 5], 60], [[6, 7, 8, 9, 10], undefined]], '0+3 8+3 6+3 4+3 2+3 0+3'],
		['of more, without: its end is searched for', { count: 10 }, [[[1, 2], 30], [[3, 4], 50], [[5, 6], 70], [[7, 8, 9, 10], undefined]], '0+3 3+3 6+3 24+3 96+3 384+3 9+3 12+3 15+3 18+3 7+3 5+3 3+3 1+3 0+3'],
		['of more than it says', { count: 10, total: (count) => count - 4 }, [[[1, 2], 30], [[3, 4], 50], [[5, 6], 70], [[7, 8, 9, 10], undefined]], '0+3 4+3 6+3 27+3 111+3 447+3 9+3 12+3 18+3 21+3 7+3 5+3 3+3 1+3 0+3'],
		['of fewer than it says', { count: 10, total: (count) => count + 4 }, [[[1, 2], 30], [[3, 4], 50], [[5, 6], 70], [[7, 8, 9, 10], undefined]], '0+3 12+3 3+3 6+3 9+3 7+3 5+3 3+3 1+3 0+3'],
		['of pages smaller than asked for', { count: 5, cap: 2 }, [[[1], 20], [[2], 30], [[3, 4, 5], undefined]], '0+3 1+3 2+2 12+2 48+2 192+2 4+2 6+2 8+2 10+2 3+2 2+2 1+2 0+2'],
		['of pages smaller than asked for, the second of which shows its end', { count: 5, cap: 4, size: 6 }, [[[1, 2, 3, 4, 5], undefined]], '0+6 3+6 4+4 20+4 80+4 320+4 1+4 0+4'],
		['of full pages, and more than it says', { count: 6, total: (count) => count - 2 }, [[[1, 2], 30], [[3, 4, 5, 6], undefined]], '0+3 2+3 3+3 18+3 78+3 318+3 6+3 9+3 12+3 15+3 1+3 0+3'],
		['of one time', { times: ONE_TIME, total: identity }, [[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], undefined]], '0+3 8+3 6+3 4+3 2+3 0+3'],
		['asked for in the body', { count: 4, where: 'body' }, [[[1, 2, 3, 4], undefined]], '0+3 3+3 1+3 0+3'],
	])('%s', async (_what, habits, slices, requests) => {
		const { reader, asked } = reading(habits);
		expect(await slicesIn(reader.slices(0))).toStrictEqual(slices);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
		expect(asked.every((each) => each.endsWith(' from 0'))).toBe(true);
	});

	test.each<[string, Habits, slices: Array<[number[], number | undefined]>, string]>([
		['less than a page', { count: 7 }, [[range(1, 7), undefined]], '0+10 7+7'],
		['a page', { count: 10 }, [[range(1, 10), undefined]], '0+10 10+10 6+6 0+10'],
		['more', { count: 33 }, [[range(1, 2), 30], [range(3, 8), 90], [range(9, 14), 150], [range(15, 22), 230], [range(23, 33), undefined]], '0+10 10+10 20+10 80+10 320+10 1280+10 30+10 40+10 50+10 60+10 24+8 18+9 10+10 6+6 0+10'],
		['more, with a total', { count: 33, total: identity }, [[range(1, 5), 60], [range(6, 12), 130], [range(13, 18), 190], [range(19, 33), undefined]], '0+10 27+9 20+10 14+7 8+8 0+10'],
		['pages smaller than asked for', { count: 25, size: 12, cap: 10 }, [[range(1, 4), 50], [range(5, 10), 110], [range(11, 25), undefined]], '0+12 10+10 0+12 20+10 80+10 320+10 1280+10 14+7 8+8 0+10'],
		['pages smaller than asked for, with a total', { count: 25, size: 12, cap: 10, total: identity }, [[range(1, 6), 70], [range(7, 14), 150], [range(15, 25), undefined]], '0+12 10+10 0+12 18+9 10+10 6+6 0+10'],
		['two pages smaller than asked for', { count: 15, size: 12, cap: 10 }, [[range(1, 4), 50], [range(5, 15), undefined]], '0+12 10+10 0+12 10+10 60+10 240+10 960+10 6+6 0+10'],
	])('of numbered pages: %s', async (_what, habits, slices, requests) => {
		const { reader, asked } = reading({ size: 10, ...habits, pages: pageHeaders });
		expect(await slicesIn(reader.slices(0))).toStrictEqual(slices);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
	});

	test.each([4, 7, 23])('are all there, each once, in slices that are complete (%d of them)', async (count) => {
		for (const size of [2, 3, 10])
			for (const total of [undefined, identity, (of: number) => of + 5, (of: number) => of - 5])
				for (const times of [undefined, upTo(count).map((each) => Math.floor(each / 3) * 10)]) {
					const { reader, list } = reading({ count, size, total, times, cap: size });
					const timeOf = new Map(list.map(({ id, at }) => [Number(id), Number(at)]));
					const slices = await slicesIn(reader.slices(0));
					expect(allIn(slices)).toEqual(upTo(count));
					let before = -Infinity;
					for (const [ids, reached = Infinity] of slices) {
						for (const id of ids) expect([timeOf.get(id)! >= before, timeOf.get(id)! < reached]).toEqual([true, true]);
						before = reached;
					}
					expect(before).toBe(Infinity);
				}
	});

	test('are those of that time on', async () => {
		const { reader, asked } = reading({ count: 5 });
		expect(await slicesIn(reader.slices(40))).toEqual([[[4, 5], undefined]]);
		expect(asked).toEqual(['0+3 from 40', '1+3 from 40']);
	});

	test('say when the newest is, never later than the platform’s own time', async () => {
		const newestIn = async (times: number[]) => {
			const found: unknown[] = [];
			for await (const { newest, now } of reading({ times }).reader.slices(0)) found.push([newest, now]);
			return found.at(-1);
		};
		expect(await newestIn([10, 20])).toEqual([20, 1_000_000]);
		expect(await newestIn([10, 2_000_000])).toEqual([1_000_000, 1_000_000]);
		expect(await newestIn([])).toEqual([undefined, 1_000_000]);
	});

	test('are not read further than the caller takes them', async () => {
		const { reader, asked } = reading({ count: 40, total: identity });
		for await (const { records: shown } of reader.slices(0)) if (shown.length > 0) break;
		expect(asked).toEqual(['0+3 from 0', '38+3 from 0']);
	});

	test('are asked for together where the caller has room and little comes of it', async () => {
		const most = async (habits: Habits, room?: () => number) => {
			let [now, at] = [0, 0];
			const { reader, poll } = reading({ ...habits, takesMs: 10 });
			const ask = poll.ask.bind(poll);
			poll.ask = async (...given) => {
				at = Math.max(at, ++now);
				return await ask(...given).finally(() => now--);
			};
			await slicesIn(reader.slices(0, room));
			return at;
		};
		const oneTime = { times: Array<number>(80).fill(50), total: identity };
		expect([await most(oneTime), await most({ count: 40, total: identity }, () => 3), await most({ count: 40, total: identity }, () => 6), await most({ count: 40, total: identity })]).toEqual([8, 1, 2, 8]);
	});

	test('end with the time of the poll: what is complete is kept, and nothing at all does not stay unnoticed', async () => {
		const some = reading({ count: 40, total: identity, takesMs: 100, leftMs: 450 });
		const slices = await slicesIn(notStuck(some.reader.slices(0, () => 3)));
		expect([slices.length > 0, slices.at(-1)![1] !== undefined, allIn(slices).length < 40]).toEqual([true, true, true]);
		expect(allIn(slices)).toEqual(upTo(allIn(slices).length));
		const found: Slice[] = [];
		for await (const slice of reading({ times: Array<number>(40).fill(50), total: identity, takesMs: 100, leftMs: 350 }).reader.slices(7)) found.push(slice);
		expect(found).toEqual([{ records: [], reached: 7, isStuck: true, newest: 50, now: 1_000_000 }]);
	});

	test('are read as long as there is time for one more page, as slow as the slowest one', async () => {
		const requestsOf = async (takesMs: Habits['takesMs'], leftMs: number) => {
			const { reader, asked } = reading({ count: 40, total: identity, takesMs, leftMs });
			await slicesIn(notStuck(reader.slices(0, () => 3)));
			return asked.length;
		};
		expect([await requestsOf(100, 300), await requestsOf(100, 301), await requestsOf(100, 400), await requestsOf(100, 401)]).toEqual([2, 3, 3, 4]);
		// The first one is slow, or a later one.
		expect([await requestsOf((at) => (at === 1 ? 300 : 10), 610), await requestsOf((at) => (at === 1 ? 300 : 10), 611)]).toEqual([2, 3]);
		expect([await requestsOf((at) => (at === 3 ? 300 : 10), 620), await requestsOf((at) => (at === 3 ? 300 : 10), 621)]).toEqual([3, 4]);
	});

	test('of which a page does not fit are asked for again from there, whatever becomes of those that were asked for with it', async () => {
		const rejected: unknown[] = [];
		const noted = (reason: unknown) => void rejected.push(reason);
		process.on('unhandledRejection', noted);
		// More than a page of others comes before the third request. Eight are sent together: the third one of these fails at once.
		const { reader, asked } = reading({
			count: 40,
			total: identity,
			meanwhile: (list, at) => {
				if (at === 3) list.unshift(...Array.from({ length: 9 }, (_, index) => ({ id: 109 - index, at: 1_009 - index })));
				if (at === 5) throw new Error('503');
			},
		});
		const ids = allIn(await slicesIn(reader.slices(0)));
		await new Promise((resolve) => setImmediate(resolve));
		process.off('unhandledRejection', noted);
		expect([ids, rejected]).toEqual([[...upTo(40), ...range(101, 109)], []]);
		expect(asked.slice(0, 12).map((each) => each.replace(' from 0', '')).join(' ')).toBe('0+3 38+3 36+3 34+3 32+3 30+3 28+3 26+3 24+3 22+3 40+3 38+3');
	});

	test('are asked for again where records leave the list behind the first page', async () => {
		const { reader, asked } = reading({ count: 6, cap: 3, size: 4, meanwhile: (list, at) => void (at === 2 && list.splice(0, 3)) });
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual([1, 2, 3]);
		expect(asked.slice(0, 3)).toEqual(['0+4 from 0', '2+4 from 0', '0+4 from 0']);
	});

	/** The list changes before the second request. */
	const then = (change: (list: IDataObject[]) => unknown): Habits['meanwhile'] => (list, at) => void (at === 2 && change(list));
	const come = (count: number) => then((list) => list.unshift(...Array.from({ length: count }, (_, index) => ({ id: 100 + count - index, at: 1_000 + count - index }))));
	test.each<[string, Habits, slices: Array<[number[], number | undefined]>, string]>([
		['one comes', { count: 2, size: 3, meanwhile: come(1) }, [[[1, 2], undefined]], '0+3 1+3 2+2 12+2 48+2 192+2'],
		['one comes, of which the overlap tells', { count: 4, meanwhile: come(1) }, [[range(1, 4), undefined]], '0+6 3+6'],
		['as many come as fit', { count: 4, meanwhile: come(2) }, [[range(1, 4), undefined]], '0+6 3+6'],
		['more come', { count: 4, meanwhile: come(3) }, [[range(1, 4), undefined]], '0+6 3+6 4+4 28+4 112+4 448+4'],
		['a page of them comes', { count: 4, meanwhile: come(5) }, [[range(1, 4), undefined]], '0+6 3+6 6+6 36+6 144+6 576+6'],
		['one comes, and its total is too low', { count: 4, total: (count) => count - 1, meanwhile: come(1) }, [[range(1, 4), undefined]], '0+6 3+6'],
		['one comes, and its total becomes too high', { count: 4, total: (count) => (count === 4 ? 3 : 9), meanwhile: come(1) }, [[range(1, 3), 40], [[4, 101], undefined]], '0+6 3+6 4+4 20+4 80+4 320+4 1+4 0+4'],
		['two leave behind the second page', { count: 7, cap: 4, meanwhile: (list, at) => void (at === 3 && list.splice(0, 2)) }, [[range(1, 7), undefined]], '0+6 3+6 4+4 28+4 112+4 448+4 1+4 0+4'],
		['its total is too high at first', { count: 4, total: (count, at) => count + (at === 1 ? 2 : 0) }, [[range(1, 4), Infinity], [[], undefined]], '0+6 3+6 3+4 0+4'],
		['its total becomes too high', { count: 4, total: (count, at) => (at === 1 ? undefined : count + 2) }, [[range(1, 4), undefined]], '0+6 3+6 4+4 1+4 0+4'],
		['its total is too high', { count: 4, total: (count) => count + 2 }, [[range(1, 4), undefined]], '0+6 3+6 3+4'],
		['one leaves', { count: 4, meanwhile: then((list) => list.splice(0, 1)) }, [[range(1, 3), undefined]], '0+6 3+6 0+6 2+6'],
		['all but one leave', { count: 4, meanwhile: then((list) => list.splice(0, 3)) }, [[[1], undefined]], '0+6 3+6 0+6 1+1 0+6'],
		['all leave', { count: 4, meanwhile: then((list) => list.splice(0)) }, [[[], undefined]], '0+6 3+6 0+6'],
		['the oldest leaves', { count: 4, meanwhile: then((list) => list.pop()) }, [[range(2, 4), undefined]], '0+6 3+6 0+6 2+6'],
		['its pages are smaller than asked for', { count: 9, cap: 4, total: identity }, [[range(1, 2), 30], [range(3, 9), undefined]], '0+6 3+6 6+4 3+4 0+4'],
		['records of one time change places', { times: [50, 50, 50, 50], meanwhile: then((list) => list.reverse()) }, [[range(1, 4), undefined]], '0+6 3+6 4+4 1+4 0+4'],
	])('are asked for as often as it takes if %s', async (_what, habits, slices, requests) => {
		const { reader, asked } = reading({ size: 6, ...habits });
		expect(await slicesIn(reader.slices(0))).toStrictEqual(slices);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
	});

	/** Records of one time that are in another order for each request, so that some are hidden behind an overlap. */
	const shuffled: Habits = { times: [10, 20, ...Array<number>(9).fill(50), 90], meanwhile: (list, at) => void (at < 30 && list.splice(1, 9, ...list.slice(1, 10).map((_, index, those) => those[(index + 2) % 9]!))) };
	test.each<[string, Habits['total']]>([
		['right', identity],
		['too low', (count) => count - 3],
		['too high', (count) => count + 3],
	])('are there although they are in another order for each request, with a total that is %s', async (_what, total) => {
		const { reader, asked } = reading({ ...shuffled, total });
		const slices = await slicesIn(reader.slices(0));
		expect(allIn(slices)).toEqual(upTo(12));
		expect(asked.length).toBeLessThan(60);
	});

	test('are there although others come while it is read', async () => {
		for (const total of [undefined, identity]) {
			const { reader } = reading({ count: 20, total, meanwhile: (list, at) => void (at % 3 === 0 && at < 30 && list.unshift({ id: 100 + at, at: 1_000 + at })) });
			expect(allIn(await slicesIn(reader.slices(0))).filter((each) => each <= 20)).toEqual(upTo(20));
		}
	});

	test('cannot be read where the list changes faster', async () => {
		const { reader } = reading({ count: 20, meanwhile: (list, at) => void (at > 1 && list.unshift(...Array.from({ length: 9 }, (_, index) => ({ id: 1_000 * at + index, at: 10_000 + at })))) });
		await expect(slicesIn(reader.slices(0))).rejects.toMatchObject({ message: 'The list of the platform changes faster than it can be read', description: 'The next poll tries again.' });
	});

	test('are refused where a position is, and its end is not known', async () => {
		await expect(slicesIn(reading({ count: 10, refusedFrom: 6 }).reader.slices(0))).rejects.toMatchObject({ message: 'too far' });
		// Where nothing is at a position before it, that does not matter.
		expect(allIn(await slicesIn(reading({ count: 10, refusedFrom: 24 }).reader.slices(0)))).toEqual(upTo(10));
		expect(allIn(await slicesIn(reading({ count: 9, refusedFrom: 24 }).reader.slices(0)))).toEqual(upTo(9));
	});

	const TOO_FEW = 'The platform lists too few records at a time';
	test.each<[string, Habits, ids: number[], size: string, string]>([
		['numbered pages of three', { count: 8, pages: pageHeaders }, [1], '3 records', '0+3 3+3 6+3 24+3 96+3 384+3'],
		['numbered pages of three, with a total', { count: 8, pages: pageHeaders, total: identity }, [1], '3 records', '0+3 6+3'],
		['numbered pages of three, several of them asked for together', { count: 11, pages: pageHeaders, total: identity }, [1, 2, 3, 4], '3 records', '0+3 9+3 8+2 6+3'],
		['numbered pages of two', { count: 5, size: 9, cap: 2, pages: pageHeaders, total: identity }, [], '2 records', '0+9 2+2 0+9 4+2'],
		['pages of one', { count: 2, cap: 1 }, [], '1 record', '0+3 1+1 0+3 0+3 1+1 0+3'],
		['pages of one, with a total', { count: 9, cap: 1, total: identity }, [], '1 record', '0+3 1+1 0+3 0+3 1+1 0+3'],
		['numbered pages of one', { count: 3, cap: 1, pages: pageHeaders }, [], '1 record', '0+3 1+1 0+3 0+3 1+1 0+3'],
	])('of %s cannot be read, which does not stay unnoticed', async (_what, habits, ids, pagesOf, requests) => {
		const { reader, asked } = reading(habits);
		const found: number[] = [];
		const read = async () => {
			for await (const { records: shown } of reader.slices(0)) found.push(...shown.map(({ id }) => Number(id)));
		};
		await expect(read()).rejects.toMatchObject({ message: TOO_FEW, description: `Its pages had ${pagesOf}: too few to see whether any are missing between two pages. The next poll tries again.` });
		expect(found).toEqual(ids);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
	});

	test.each<[string, Habits]>([
		['by position', { pages: limitOffset() }],
		['by number', { pages: pageHeaders }],
		['by number, counted in capped pages', { pages: pageHeaders, countsByCap: true }],
	])('are all there however small the pages are, or it is said that they cannot be read: %s', async (_what, habits) => {
		for (const count of [0, 1, 2, 3, 7, 13, 60])
			for (const size of [1, 2, 3, 6, 10])
				for (const cap of [1, 2, 3, 6, 10].filter((each) => each <= size))
					for (const total of [undefined, identity, (of: number) => of + 5]) {
						const { reader, asked } = reading({ ...habits, count, size, cap, total });
						const ids = await slicesIn(reader.slices(0)).then(allIn, (error: Error) => error.message);
						const isReadable = cap > 1 && (cap > 6 || habits.pages!.at === 'offset');
						const said = isReadable || typeof ids !== 'string' ? upTo(count) : TOO_FEW;
						expect([count, size, cap, ids]).toEqual([count, size, cap, said]);
						expect(asked.length).toBeLessThan(80);
					}
	});

	test('are not the newest ones where the platform ignores positions', async () => {
		for (const pages of [limitOffset(), pageHeaders]) {
			const { reader, list, asked } = reading({ count: 9, pages, answers: () => list.slice(0, 3) });
			await expect(slicesIn(reader.slices(0))).rejects.toMatchObject({ message: 'The platform shows the same records at different positions of a list', description: 'So there is no way to read more than its newest ones. The next poll tries again.' });
			expect(asked.length).toBe(6);
		}
		for (const [pages, requests] of [[limitOffset(), '0+3 1+3 2+2 12+2 48+2 192+2'], [pageHeaders, '0+3 2+2 0+3 4+2 16+2 64+2 256+2']] as const) {
			const { reader, list, asked } = reading({ count: 9, pages, answers: () => list.slice(0, 2) });
			await expect(slicesIn(reader.slices(0))).rejects.toThrow('The platform shows the same records at different positions of a list');
			expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
		}
	});

	test('are not taken for the same where only their IDs one after the other are', async () => {
		const named = new Map([[4, 12], [5, 3], [16, 1], [17, 23]]);
		const { reader, asked } = reading({ count: 20, size: 2, meanwhile: (list, at) => void (at === 1 && list.forEach((record, index) => (record.id = named.get(index) ?? 100 + index))) });
		expect(allIn(await slicesIn(reader.slices(0)))).toHaveLength(20);
		expect(asked).toEqual(expect.arrayContaining(['4+2 from 0', '16+2 from 0']));
	});

	test('are not asked for forever where others leave the list behind each first page', async () => {
		const { reader, asked } = reading({ count: 400, cap: 3, size: 4, meanwhile: (list, at) => void (at % 2 === 0 && list.splice(0, 3)) });
		await expect(slicesIn(reader.slices(0))).rejects.toThrow('The list of the platform changes faster than it can be read');
		expect(asked.length).toBe(24);
		// At the last moment it stays as it is.
		const late = reading({ count: 36, cap: 3, size: 4, meanwhile: (list, at) => void (at % 2 === 0 && at < 24 && list.splice(0, 3)) });
		expect(allIn(await slicesIn(late.reader.slices(0)))).toEqual([1, 2, 3]);
	});

	/** The only record of the first page, and what happens before the second and the third one. */
	test.each<[string, Habits, ids: number[], string]>([
		['stays alone', { count: 1 }, [1], '0+3 1+1 0+3'],
		['stays alone, by number', { count: 1, pages: pageHeaders }, [1], '0+3 1+1'],
		['leaves', { count: 1, meanwhile: (list, at) => void (at === 2 && list.pop()) }, [], '0+3 1+1 0+3 0+3'],
		['leaves later', { count: 1, meanwhile: (list, at) => void (at === 3 && list.pop()) }, [], '0+3 1+1 0+3 0+3'],
		['gives way to another', { count: 1, meanwhile: (list, at) => void (at === 3 && list.splice(0, 1, { id: 2, at: 20 })) }, [2], '0+3 1+1 0+3 0+3 1+1 0+3'],
		['is followed by one that is newer', { count: 1, meanwhile: (list, at) => void (at === 2 && list.unshift({ id: 2, at: 20 })) }, [1], '0+3 1+1 0+3'],
		['is followed by one that is newer, at last', { count: 1, meanwhile: (list, at) => void (at === 3 && list.unshift({ id: 2, at: 20 })) }, [1], '0+3 1+1 0+3'],
		['is followed by one that is newer and leaves, which looks as if pages had one record', { count: 1, meanwhile: (list, at) => void (at === 2 ? list.unshift({ id: 2, at: 20 }) : at === 3 && list.shift()) }, [1], '0+3 1+1 0+3 0+3 1+1 0+3'],
		['gives way to another, which then seems to be shown alone', { count: 1, meanwhile: (list, at) => void (at === 3 ? list.splice(0, 1, { id: 2, at: 20 }) : at === 5 ? list.unshift({ id: 3, at: 30 }) : at === 6 && list.shift()) }, [2], '0+3 1+1 0+3 0+3 1+1 0+3 0+3 1+1 0+3'],
		['leaves behind one that came', { count: 1, meanwhile: (list, at) => void (at === 2 ? list.unshift({ id: 2, at: 20 }) : at === 3 && list.splice(0)) }, [], '0+3 1+1 0+3 0+3'],
	])('of a page of one record that %s', async (_what, habits, ids, requests) => {
		const { reader, asked } = reading(habits);
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(ids);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
	});

	/** What happens before the second and the third request. */
	test.each<[string, Habits, ids: number[], string]>([
		['one comes', { count: 4, meanwhile: come(1) }, range(1, 4), '0+6 4+4'],
		['as many come as there were', { count: 4, meanwhile: come(4) }, range(1, 4), '0+6 4+4 0+6'],
		['more come', { count: 4, meanwhile: come(5) }, range(1, 4), '0+6 4+4 0+6'],
		['more leave', { count: 9, cap: 4, meanwhile: (list, at) => void (at === 3 && list.splice(0, 7)) }, range(1, 2), '0+6 4+4 0+6 0+6 2+2'],
		['its pages are smaller than asked for, and as many come as fit', { count: 18, cap: 9, size: 12, meanwhile: come(9) }, range(1, 18), '0+12 9+9 0+12 18+9 72+9 288+9 1152+9 27+9 36+9 45+9 54+9 14+7 8+8 0+9'],
	])('of numbered pages are asked for again only if it takes that: %s', async (_what, habits, ids, requests) => {
		const { reader, asked } = reading({ size: 6, ...habits, pages: pageHeaders });
		expect(allIn(await slicesIn(reader.slices(0))).filter((id) => id < 100)).toEqual(ids);
		expect(asked.map((each) => each.replace(' from 0', '')).join(' ')).toBe(requests);
	});

	test('are none where the platform answers with something else', async () => {
		await expect(slicesIn(reading({ count: 3, answers: () => ({ surprise: 1 }) }).reader.slices(0))).rejects.toMatchObject({ message: 'The platform answered in a form that is not a list', description: 'The response has none of the fields that lists come in. Nothing was emitted.' });
	});
});

test('slices that are all there are one list, others are none', async () => {
	expect((await allOf(reading({ count: 10, total: identity }).reader.slices(0)))!.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))).toEqual(upTo(10));
	expect(await allOf(reading({ times: Array<number>(40).fill(50), total: identity, takesMs: 100, leftMs: 350 }).reader.slices(7))).toBeUndefined();
	expect(await allOf(reading({ count: 0 }).reader.slices(0))).toEqual([]);
});

describe('the newest records', () => {
	const pagesOf = async (habits: Habits, size?: number) => {
		const { reader, asked } = reading(habits);
		const pages: unknown[] = [];
		for await (const { records: shown } of reader.newest(size)) pages.push(shown.map(({ id }) => id));
		return [pages, asked];
	};
	test('are as many by number', async () => {
		expect(await pagesOf({ count: 5, pages: pageHeaders, headers: { 'total-elements': '5' } })).toEqual([[[5, 4, 3], [2, 1]], ['0+3', '3+3']]);
		expect(await pagesOf({ count: 5, pages: pageHeaders, headers: { 'total-pages': '2' } })).toEqual([[[5, 4, 3], [2, 1]], ['0+3', '3+3']]);
		expect(await pagesOf({ count: 5, pages: pageHeaders, headers: { 'page-last': 'true' } })).toEqual([[[5, 4, 3], [2, 1]], ['0+3', '3+3']]);
		// Pages that are smaller than asked for.
		expect(await pagesOf({ count: 5, cap: 2, countsByCap: true, pages: pageHeaders, headers: { 'total-pages': '3' } })).toEqual([[[5, 4], [3, 2], [1]], ['0+3', '2+3', '4+3']]);
		// What contradicts itself may continue.
		expect(await pagesOf({ count: 5, pages: pageHeaders, headers: { 'page-last': 'true', 'total-elements': '7' } })).toEqual([[[5, 4, 3], [2, 1], []], ['0+3', '3+3', '6+3']]);
	});
	test('come by number', async () => {
		expect(await pagesOf({ count: 5, pages: pageHeaders })).toEqual([[[5, 4, 3], [2, 1], []], ['0+3', '3+3', '6+3']]);
	});
	test('come page by page', async () => {
		expect(await pagesOf({ count: 5 })).toEqual([[[5, 4, 3], [2, 1], []], ['0+3', '3+3', '5+3']]);
		expect(await pagesOf({ count: 5, total: identity })).toEqual([[[5, 4, 3], [2, 1]], ['0+3', '3+3']]);
		expect(await pagesOf({ count: 5, total: identity }, 4)).toEqual([[[5, 4, 3, 2], [1]], ['0+4', '4+4']]);
		expect(await pagesOf({ count: 0 })).toEqual([[[]], ['0+3']]);
		expect(await pagesOf({ count: 5, cap: 2, total: identity })).toEqual([[[5, 4], [3, 2], [1]], ['0+3', '2+3', '4+3']]);
	});
});

describe('all records of a list', () => {
	const allOfList = async (habits: Habits, most = 100) => {
		const { reader, asked } = reading(habits);
		const { records: found, now } = await reader.all(most);
		return [found.map(({ id }) => id), now, asked];
	};
	test('are read with an overlap', async () => {
		expect(await allOfList({ count: 4, total: identity })).toEqual([[4, 3, 2, 1], 1_000_000, ['0+3', '2+3']]);
		expect(await allOfList({ count: 5 })).toEqual([[5, 4, 3, 2, 1], 1_000_000, ['0+3', '2+3', '4+3']]);
		expect(await allOfList({ count: 0 })).toEqual([[], 1_000_000, ['0+3']]);
		expect(await allOfList({ count: 2, total: identity })).toEqual([[2, 1], 1_000_000, ['0+3']]);
	});
	test('are read without one where a page has one record', async () => {
		expect(await allOfList({ count: 4, cap: 1 })).toEqual([[4, 3, 2, 1], 1_000_000, ['0+3', '1+3', '2+3', '3+3', '4+3']]);
		expect(await allOfList({ count: 4, cap: 1, total: identity })).toEqual([[4, 3, 2, 1], 1_000_000, ['0+3', '1+3', '2+3', '3+3']]);
	});
	test('are no more than are wanted', async () => {
		expect(await allOfList({ count: 20 }, 4)).toEqual([[20, 19, 18, 17, 16], 1_000_000, ['0+3', '2+3']]);
		expect(await allOfList({ count: 20 }, 0)).toEqual([[], undefined, []]);
	});
	test('are there although some leave', async () => {
		for (const leaving of [1, 2, 3, 4, 7])
			for (const when of [2, 3, 5])
				for (const [size, total] of [[3, undefined], [5, identity]] as const) {
					const [ids, , asked] = await allOfList({ count: 30, size, total, meanwhile: (list, at) => void (at === when && list.splice(0, leaving)) });
					expect([leaving, when, size, upTo(30 - leaving).filter((id) => !(ids as unknown[]).includes(id))]).toEqual([leaving, when, size, []]);
					expect((asked as string[]).length).toBeLessThan(50);
				}
	});
	test('are there although some leave again and again', async () => {
		for (const every of range(2, 5)) {
			const [ids] = await allOfList({ count: 60, size: 6, meanwhile: (list, at) => void (at % every === 0 && at < 20 && list.splice(0, at % 3 + 1)) });
			const gone = range(1, 19).filter((at) => at % every === 0).reduce((sum, at) => sum + at % 3 + 1, 0);
			expect([every, upTo(60 - gone).filter((id) => !(ids as unknown[]).includes(id))]).toEqual([every, []]);
		}
	});
	test.each<[string, Habits, ids: number[], string]>([
		['one leaves', { count: 9, meanwhile: (list, at) => void (at === 3 && list.splice(0, 1)) }, range(1, 9).reverse(), '0+3 2+3 4+3 1+3 3+3 5+3 7+3'],
		['more leave than are on a page', { count: 12, meanwhile: (list, at) => void (at === 4 && list.splice(0, 4)) }, range(1, 12).reverse(), '0+3 2+3 4+3 6+3 3+3 0+3 2+3 4+3 6+3 7+3'],
		['another one comes between them', { count: 5, total: identity, meanwhile: (list, at) => void (at === 2 && list.splice(2, 0, { id: 35, at: 35 })) }, [5, 4, 3, 35, 2, 1], '0+3 2+3 0+3 2+3 4+3'],
		['all leave', { count: 9, meanwhile: (list, at) => void (at === 2 && list.splice(0, 9)) }, [9, 8, 7], '0+3 2+3 0+3'],
	])('are asked for again from a record that is known if %s', async (_what, habits, ids, requests) => {
		const [found, , asked] = await allOfList(habits);
		expect(found).toEqual(ids);
		expect((asked as string[]).join(' ')).toBe(requests);
	});
	test('end where no position leads on', async () => {
		// Going back finds nothing.
		const other = await allOfList({ count: 9, answers: (_body, asked) => (asked % 2 === 1 ? [9, 8, 7] : [3, 2, 1]).map((id) => ({ id, at: id * 10 })) });
		expect(other).toEqual([[9, 8, 7], 1_000_000, ['0+3', '2+3', '0+3', '2+3']]);
		// Positions are ignored.
		expect(await allOfList({ count: 9, answers: () => [9, 8, 7].map((id) => ({ id })) })).toEqual([[9, 8, 7], 1_000_000, ['0+3', '2+3']]);
	});
	test('end at a position that is too far away, unless it is the first', async () => {
		expect(await allOfList({ count: 9, refusedFrom: 4 })).toEqual([[9, 8, 7, 6, 5], 1_000_000, ['0+3', '2+3', '4+3']]);
		await expect(allOfList({ count: 9, refusedFrom: 0 })).rejects.toThrow('too far');
		await expect(allOfList({ count: 9, meanwhile: (_list, at) => { if (at === 2) throw new Error('503'); } })).rejects.toThrow('503');
	});
});

test('the oldest record', async () => {
	const oldestOf = async (habits: Habits) => {
		const { reader, asked } = reading(habits);
		return [(await reader.oldest())?.id, asked.length];
	};
	expect(await oldestOf({ count: 3, size: 4 })).toEqual([1, 2]);
	// Records leave the list behind its first page: what moved to their positions is older.
	expect(await oldestOf({ count: 6, cap: 3, size: 4, meanwhile: (list, at) => void (at === 2 && list.splice(0, 3)) })).toEqual([1, 4]);
	await expect(oldestOf({ count: 400, cap: 3, size: 4, meanwhile: (list, at) => void (at % 2 === 0 && list.splice(0, 3)) })).rejects.toThrow('The list of the platform changes faster than it can be read');
	// By number, too, where no page shows the records around the end at once.
	for (const count of [1, 2, 3, 4, 6, 7, 12, 24]) for (const cap of [2, 3, 10]) for (const total of [undefined, identity]) expect([count, cap, (await oldestOf({ count, cap, size: 10, total, pages: pageHeaders }))[0]]).toEqual([count, cap, 1]);
	expect(await Promise.all([{ count: 0 }, { count: 2 }, { count: 3 }, { count: 10, total: identity }, { count: 10 }, { count: 7, cap: 2 }].map(oldestOf))).toEqual([[undefined, 1], [1, 2], [1, 3], [1, 2], [1, 10], [1, 10]]);
});

describe('where positions are refused', () => {
	const spans = async (habits: Habits, from = 0) => {
		const { poll, listing, asked } = reading(habits);
		return { slices: await slicesIn(slicesOf(poll, listing, from)), asked };
	};
	test('a list is read span by span: all are there, in the order of their times', async () => {
		for (const [count, refusedFrom] of [[10, 6], [10, 3], [40, 3], [100, 12], [7, 1_000]] as const) {
			const { slices } = await spans({ count, refusedFrom });
			expect([...new Set(allIn(slices))]).toEqual(upTo(count));
			expect(slices.at(-1)![1]).toBeUndefined();
			const reached = slices.slice(0, -1).map(([, to]) => to!);
			expect(reached).toEqual([...reached].sort((a, b) => a - b));
		}
	});
	const late = Array.from({ length: 12 }, (_, index) => 10_000 + index * 10);
	/** Where each span began and ended, as often as its first page was read. */
	const spansAsked = (asked: string[]) => asked.flatMap((each) => /^0\+\d+ from (.*)/.exec(each)?.[1] ?? []);
	test.each<[string, Habits, slices: Array<[number[], number | undefined]>, string[]]>([
		[
			'halves of what is refused',
			{ count: 40, refusedFrom: 12, size: 4 },
			[[[1], 20], [range(2, 4), 50], [range(5, 10), 99], [[10, 11], 120], [range(12, 14), 150], [range(15, 20), 199], [[20, 21], 220], [range(22, 24), 250], [range(25, 30), 299], [[30, 31], 320], [range(32, 34), 350], [range(35, 40), undefined]],
			['0', '0 to 200', '0 to 100', '0 to 100', '99 to 200', '99 to 200', '199', '199 to 300', '199 to 300', '299', '299'],
		],
		[
			'smaller ones behind what is empty',
			{ times: [10, 20, ...late], refusedFrom: 6 },
			[[[1, 2], 5_054], [[], 7_581], [[], 8_845], [[], 9_477], [[], 9_793], [[], 9_951], [range(3, 6), 10_030], [[6], 10_040], [range(7, 10), 10_069], [[10], 10_080], [range(11, 14), undefined]],
			['0', '0 to 5055', '5054', '5054 to 7582', '7581 to 8846', '8845 to 9478', '9477 to 9794', '9793 to 9952', '9951 to 10031', '9951 to 10031', '10030', '10030 to 10070', '10030 to 10070', '10069', '10069'],
		],
		[
			'larger ones again behind where records are close together',
			{ times: [10, 10, 10, 10, 10, 20_000, 20_000, 20_000, 90_000, 90_001], refusedFrom: 6 },
			[[range(1, 5), 11_250], [range(6, 8), 22_500], [[], 45_001], [[9, 10], undefined]],
			['0', '0 to 45001', '0 to 22501', '0 to 11251', '0 to 11251', '11250 to 22501', '11250 to 22501', '22500 to 45002', '45001'],
		],
	])('spans are %s', async (_what, habits, expected, began) => {
		const { slices, asked } = await spans(habits);
		expect(slices).toStrictEqual(expected);
		expect(spansAsked(asked)).toEqual(began);
	});
	test('each slice says when the newest of all is', async () => {
		const { poll, listing } = reading({ count: 40, refusedFrom: 12, size: 4 });
		for await (const { newest, now } of slicesOf(poll, listing, 0)) expect([newest, now]).toEqual([400, 1_000_000]);
	});
	test('as few requests as that takes', async () => {
		const { asked } = await spans({ count: 10, refusedFrom: 6 });
		expect(asked.slice(6)).toEqual(['0+3', '0+3 from 0 to 50', '3+3 from 0 to 50', '1+3 from 0 to 50', '0+3 from 0 to 50', ...['0', '3', '6', '24', '96', '384'].map((at) => `${at}+3 from 49`), '0+3 from 49 to 75', '3+3 from 49 to 75', '1+3 from 49 to 75', '0+3 from 49 to 75', '0+3 from 74', '3+3 from 74', '1+3 from 74', '0+3 from 74']);
		expect((await spans({ count: 3 })).asked).toEqual(['0+3 from 0', '3+3 from 0', '1+3 from 0', '0+3 from 0']);
	});
	test('too many of one time cannot be read', async () => {
		await expect(spans({ times: ONE_TIME, refusedFrom: 6 })).rejects.toThrow('too far');
		await expect(spans({ count: 10, meanwhile: () => { throw new Error('503'); } })).rejects.toThrow('503');
	});
	test('too many at once are only those before which nothing could be read', async () => {
		const given = { times: [...upTo(20).map((each) => each * 100), ...Array<number>(30).fill(10_000)], refusedFrom: 36, size: 6, takesMs: 100 };
		const ends = new Set<string>();
		for (let leftMs = 100; leftMs <= 2_000; leftMs += 50) {
			const { poll, listing } = reading({ ...given, leftMs });
			const found: Slice[] = [];
			for await (const slice of slicesOf(poll, listing, 5, () => 3)) found.push(slice);
			// The next poll continues behind what was read.
			expect([leftMs, found.filter(({ isStuck }) => isStuck)]).toEqual([leftMs, []]);
			const { reached } = found.at(-1)!;
			expect(found.flatMap(({ records: shown }) => shown).length).toBeGreaterThanOrEqual(upTo(20).filter((each) => each * 100 < (reached ?? Infinity)).length);
			ends.add(String(reached));
		}
		expect([...ends].slice(-2)).toEqual(['5002', 'undefined']);
		const stuck: Slice[] = [];
		for await (const slice of slicesOf(...(({ poll, listing }) => [poll, listing] as const)(reading({ times: ONE_TIME, size: 4, refusedFrom: 24, takesMs: 100, leftMs: 250 })), 7)) stuck.push(slice);
		expect(stuck).toEqual([{ records: [], reached: 7, isStuck: true, newest: 50, now: 1_000_000 }]);
	});
	test('all that is older than where it ended is there, whenever the time of the poll is over', async () => {
		const ends = new Set<number>();
		for (let leftMs = 100; leftMs <= 6_000; leftMs += 130) {
			const { poll, listing } = reading({ count: 60, refusedFrom: 16, size: 4, takesMs: 100, leftMs });
			const slices = await slicesIn(notStuck(slicesOf(poll, listing, 0, () => 3)));
			const { size: length } = new Set(allIn(slices));
			// Between two spans it ends a moment before a record.
			expect([leftMs, length]).toEqual([leftMs, upTo(60).filter((id) => id * 10 < (slices.at(-1)![1] ?? Infinity)).length]);
			ends.add(length);
		}
		expect(ends.size).toBeGreaterThan(5);
	});
	test('no span is begun when the time of the poll is over', async () => {
		const { asked, poll, listing } = reading({ count: 12, refusedFrom: 4, size: 4, total: identity, takesMs: 100, leftMs: 500 });
		expect(await slicesIn(slicesOf(poll, listing, 0))).toEqual([[range(1, 6), 59]]);
		expect(asked).toEqual(['0+4 from 0', '9+4 from 0', '0+4', '0+4 from 0 to 60', '3+4 from 0 to 60']);
	});
	test('another error is none of a position', async () => {
		for (const at of [1, 2, 7, 8]) {
			const { poll, listing, asked } = reading({ count: 10, refusedFrom: 6, meanwhile: (_list, each) => { if (each === at) throw new Error('503'); } });
			await expect(slicesIn(slicesOf(poll, listing, 0))).rejects.toThrow('503');
			expect(asked.length).toBe(at);
		}
	});
	test('it ends with the time of the poll', async () => {
		const { slices } = await spans({ count: 100, refusedFrom: 6, takesMs: 100, leftMs: 4_000 });
		expect([slices.at(-1)![1] !== undefined, allIn(slices).length < 100]).toEqual([true, true]);
	});
});
