/** A list read by time: nothing is missing, whatever happens to it meanwhile, and however many records it has. */
import { pageHeaders } from '../../../nodes/records/accountPaging';
import { simulateTime, type SimulatedTime } from '../../support/time';
import {
	allIn,
	type Habits,
	identity,
	range,
	reading as readingAt,
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
	test.each([
		['by position', {}],
		['by number', numbered],
	] as const)('are all there, however many others come meanwhile: %s', async (_what, pages) => {
		for (const count of [1, 3, 8, 20])
			for (const total of [undefined, identity])
				for (const every of [1, 2, 3]) {
					const meanwhile: Habits['meanwhile'] = (list, at) =>
						void (
							at % every === 0 &&
							at < 12 &&
							list.unshift(
								...range(1, at % 5).map((each) => ({ id: 100 * at + each, at: 10_000 + at })),
							)
						);
					const { reader } = reading({ count, total, meanwhile, ...pages });
					expect([
						count,
						every,
						allIn(await slicesIn(reader.slices(0))).filter((id) => id <= count),
					]).toEqual([count, every, upTo(count)]);
				}
	});

	test('are all there, although others leave meanwhile, whichever and whenever', async () => {
		for (const total of [undefined, identity])
			for (const leaving of [1, 2, 3, 5, 9])
				for (const first of [0, 1, 4, 8, 20])
					for (const when of range(2, 9)) {
						const gone: unknown[] = [];
						const { reader } = reading({
							count: 24,
							total,
							meanwhile: (list, at) =>
								void (at === when && gone.push(...list.splice(first, leaving).map(({ id }) => id))),
						});
						const ids = allIn(await slicesIn(reader.slices(0)));
						expect([
							leaving,
							first,
							when,
							upTo(24).filter((id) => !gone.includes(id) && !ids.includes(id)),
						]).toEqual([leaving, first, when, []]);
					}
	});
});

describe('a list of more than is read at once', () => {
	test.each<[string, number[]]>([
		[
			'within a second after a long pause',
			range(1_200_000, 1_201_000).flatMap((at) => [at, at, at]),
		],
		['evenly', upTo(3_000).map((each) => each * 1_000)],
		['at several times', [5, 7_000, 7_003, 50_000].flatMap((at) => Array<number>(450).fill(at))],
	])(
		'of executions is read in few requests, although nobody says how many there are: %s',
		async (_what, times) => {
			const { reader, asked } = reading({
				times,
				inclusive: true,
				size: 100,
				most: 500,
				refusedFrom: 1_000,
			});
			expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(times.length));
			expect(asked.length).toBeLessThan((times.length / 100) * 4);
		},
	);

	test('is read in few requests where the platform says how many there are', async () => {
		const { reader, asked } = reading({
			times: upTo(5_000).map((each) => each * 10),
			total: identity,
			size: 10,
			most: 100,
			refusedFrom: 100,
		});
		expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(5_000));
		expect(asked.length).toBeLessThanOrEqual((5_000 / 9) * 1.2);
	});

	test.each([
		[500, undefined, 22],
		[500, identity, 24],
		[1_000, undefined, 13],
		[1_000, identity, 18],
	])(
		'in bursts with gaps is read in few requests one after the other: at most %i, total %s',
		async (most, total, inTurn) => {
			const times = [
				...range(220_000, 221_200),
				...[266_000, 266_011, 266_022].flatMap((at) => Array<number>(450).fill(at)),
				300_000,
				301_500,
			];
			const { reader } = reading({
				times,
				inclusive: true,
				total,
				takesMs: 100,
				leftMs: Infinity,
				size: 100,
				most,
				refusedFrom: 1_000,
			});
			const began = time.now();
			expect(allIn(await slicesIn(reader.slices(0)))).toEqual(upTo(times.length));
			expect((time.now() - began) / 100).toBeLessThanOrEqual(inTurn);
		},
	);

	test('all that is older than where it ended is there, whenever the time of the poll is over', async () => {
		const ends = new Set<number>();
		for (let leftMs = 600; leftMs <= 6_000; leftMs += 130) {
			const times = upTo(100).map((each) => each * 10);
			const { reader } = reading({
				times,
				total: identity,
				takesMs: 100,
				leftMs,
				size: 3,
				most: 12,
				refusedFrom: 12,
				meanwhile: () => {
					if (time.elapsed() >= until) throw new Error('late');
				},
			});
			const until = time.elapsed() + leftMs;
			const slices = await slicesIn(reader.slices(0));
			const { length } = allIn(slices);
			expect(length).toBeGreaterThanOrEqual(
				times.filter((at) => at < (slices.at(-1)![1] ?? Infinity)).length,
			);
			ends.add(length);
		}
		expect(ends.size).toBeGreaterThan(3);
	});
});
