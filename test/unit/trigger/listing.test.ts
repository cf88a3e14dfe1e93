/** Lists by time: by whose clock, where a stream begins, and which page to ask for. */
import { allAtOnce, limitOffset, pageHeaders, scimList } from '../../../nodes/shared/declare/lists/paging';
import { clock } from '../../../nodes/shared/support/clock';
import { WIDTH } from '../../../nodes/shared/transport/lanes';
import { beginning, behind, forAll, newestOf, newestTime, timeOf, timeOr } from '../../../nodes/shared/trigger/listing';
import { fartherPositions, positionsBetween, windowAt, windowTo } from '../../../nodes/shared/trigger/positions';

describe('a time', () => {
	test('is the platform’s if it gives one', () => {
		const { now } = clock;
		clock.now = () => 7;
		const at = (headers: Record<string, string>) => timeOf({ status: 200, headers, body: undefined });
		expect([at({ date: 'Tue, 31 Mar 2026 08:00:00 GMT' }), at({ date: 'soon' }), at({})]).toEqual([1_774_944_000_000, 7, 7]);
		clock.now = now;
	});

	test('is the first valid one', () => {
		expect(timeOr(7, undefined, '', 'soon', '2026-03-31T08:00:00Z', '2020-01-01')).toBe(1_774_944_000_000);
		expect(timeOr(7, undefined, null)).toBe(7);
		expect(timeOr(7)).toBe(7);
	});

	test('is the newest of records, and not later than now', () => {
		const time = ({ at }: { at: number }) => at;
		expect(newestTime([{ at: 3 }, { at: NaN }, { at: 9 }, { at: -1 }], time)).toBe(9);
		expect(newestTime([{ at: -5 }], time)).toBe(-5);
		expect([newestTime([], time), newestTime([{ at: NaN }], time)]).toEqual([undefined, undefined]);
		expect([newestOf(5, 9), newestOf(9, 5), newestOf(5, undefined), newestOf(5, NaN)]).toEqual([5, 5, undefined, undefined]);
	});

	test('is where a stream begins', () => {
		const HOUR = 3_600_000;
		expect([beginning(2 * HOUR, HOUR), beginning(HOUR, 2 * HOUR), beginning(2 * HOUR, undefined), beginning(2 * HOUR, NaN)]).toEqual([HOUR, HOUR, HOUR, HOUR]);
		expect([behind(5, 1), behind(undefined, 1), behind(0, 9)]).toEqual([7, 1, 2]);
	});
});

test('many records are processed a lane’s width at a time, in order', async () => {
	let underWay = 0;
	let most = 0;
	const work = async (one: number) => {
		most = Math.max(most, ++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		return one * 2;
	};
	const all = Array.from({ length: WIDTH * 2 + 1 }, (_, index) => index);
	expect(await forAll(all, work)).toEqual(all.map((one) => one * 2));
	expect(most).toBe(WIDTH);
	expect(await forAll([], work)).toEqual([]);
});

describe('a page', () => {
	test('is requested as the style says, and the first one without its position', () => {
		expect(windowAt(limitOffset(), 0, 50)).toEqual({ at: 0, size: 50, page: { limit: 50 } });
		expect(windowAt(limitOffset(), 100, 50)).toEqual({ at: 100, size: 50, page: { limit: 50, offset: 100 } });
		expect(windowAt(scimList(), 1, 50).page).toEqual({ count: 50 });
		expect(windowAt(pageHeaders, 0, 50).page).toEqual({ size: 50 });
		expect(windowAt(pageHeaders, 100, 50)).toEqual({ at: 100, size: 50, page: { size: 50, page: 3 } });
		expect(allAtOnce.at).toBeUndefined();
	});

	test('that ends at a record has it as its last one', () => {
		expect(windowTo(limitOffset(), 10, 50)).toEqual(windowAt(limitOffset(), 0, 50));
		expect(windowTo(limitOffset(), 49, 50)).toEqual(windowAt(limitOffset(), 0, 50));
		expect(windowTo(limitOffset(), 50, 50)).toEqual(windowAt(limitOffset(), 1, 50));
		expect(windowTo(limitOffset(), 120, 50)).toEqual({ at: 71, size: 50, page: { limit: 50, offset: 71 } });
	});

	test('with a number contains the record, in the size that shows most of the records before it', () => {
		expect(windowTo(pageHeaders, 99, 100)).toEqual(windowAt(pageHeaders, 0, 100));
		expect(windowTo(pageHeaders, 199, 100)).toEqual({ at: 100, size: 100, page: { size: 100, page: 2 } });
		expect(windowTo(pageHeaders, 100, 100)).toEqual({ at: 51, size: 51, page: { size: 51, page: 2 } });
		expect(windowTo(pageHeaders, 250, 100)).toEqual({ at: 168, size: 84, page: { size: 84, page: 3 } });
		const ends = Array.from({ length: 300 }, (_, index) => 100 + index);
		for (const size of [2, 3, 4, 7, 10, 20, 100])
			expect(ends.map((end) => windowTo(pageHeaders, end, size))).toEqual(
				ends.map((end) => {
					// How many records before the given one are on its page.
					const shown = Array.from({ length: size }, (_, index) => end % (size - index));
					const best = size - shown.indexOf(Math.max(...shown));
					return windowAt(pageHeaders, end - (end % best), best);
				}),
			);
	});

	test('with a number leads on, unless each size divides the position', () => {
		for (const [size, smallest] of [[1, 1], [2, 2], [3, 6], [4, 12], [5, 60], [6, 60], [7, 420], [8, 840], [9, 2_520], [10, 2_520]] as const)
			expect(Array.from({ length: 5_100 }, (_, index) => index + 1).filter((end) => windowTo(pageHeaders, end, size).at >= end)).toEqual(Array.from({ length: Math.floor(5_100 / smallest) }, (_, index) => (index + 1) * smallest));
	});

	test('far away is four times as far each time', () => {
		expect(fartherPositions(100, 100, 50)).toEqual([100, 400, 1_600, 6_400]);
		expect(fartherPositions(0, 30, 50)).toEqual([0, 100, 450, 1_900]);
	});

	test('between two is evenly spread', () => {
		expect(positionsBetween(0, 1_000, 100)).toEqual([0, 200, 500, 700]);
		expect(positionsBetween(100, 300, 100)).toEqual([100, 200]);
		expect(positionsBetween(100, 301, 100)).toEqual([100, 200, 300]);
		expect(positionsBetween(100, 500, 100)).toEqual([100, 200, 300, 400]);
		expect(positionsBetween(100, 100, 100)).toEqual([]);
	});
});
