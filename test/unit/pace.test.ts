/** What a 429 makes of a lane, to the number: each line is one that could be written otherwise without the simulations of `lanes.test.ts` noticing. */
import { getEventListeners } from 'node:events';

import { Lane, LanePaused } from '../../nodes/shared/transport/lanes';
import { Pace } from '../../nodes/shared/transport/pace';
import { clock } from '../../nodes/shared/support/clock';
import { simulateTime, type SimulatedTime } from '../support/time';

const MINUTE = 60_000;

describe('the pace after a 429', () => {
	const { elapsed } = clock;
	let now: number;
	let pace: Pace;
	beforeEach(() => {
		now = 0;
		clock.elapsed = () => now;
		pace = new Pace();
		pace.notice(true);
	});
	afterEach(() => void (clock.elapsed = elapsed));

	const through = (count: number) => {
		for (let request = 0; request < count; request++) pace.through();
	};
	/** A 429 at a time, that pauses the lane for so long. */
	const limited = (at: number, pauseMs: number) => {
		now = at;
		return pace.limited(at + pauseMs);
	};

	/** Nothing to do from one time to another. */
	const idles = (from: number, to: number) => {
		now = from;
		pace.notice(false);
		now = to;
		pace.notice(true);
	};

	test('is that of what got through, a bit slower; a short pause belongs to it', () => {
		through(10);
		expect(limited(1_000, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(2_000 / 10 / 0.95, 6);
	});

	test('does not count a first pause of ten seconds, and is not sure then', () => {
		through(10);
		expect(limited(1_000, 10_000)).toBe(false);
		expect(pace.interval()).toBeCloseTo(1_000 / 10 / 0.95, 6);
	});

	test('counts a first pause that is shorter than that', () => {
		through(10);
		expect(limited(1_000, 9_999)).toBe(true);
		expect(pace.interval()).toBeCloseTo(10_999 / 10 / 0.95, 6);
	});

	test('counts a long pause that is not the first, and one request is enough then', () => {
		through(10);
		limited(1_000, 10_000);
		through(1);
		expect(limited(11_500, 200)).toBe(true);
		expect(pace.interval()).toBeCloseTo(700 / 1 / 0.95, 6);
	});

	test('is not known where nothing was ever to do', () => {
		pace = new Pace();
		through(30);
		expect(limited(1_000, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
	});

	test('is not known of nine requests, nor of none after a pause', () => {
		through(9);
		expect(limited(1_000, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
		expect(pace.freeAt()).toBe(2_000);
		// What got through is counted on, now with the pause.
		expect(limited(2_500, 500)).toBe(true);
		expect(pace.interval()).toBeCloseTo(3_000 / 9 / 0.95, 6);
		expect(limited(3_500, 1_000)).toBe(false);
	});

	test('is not known where there was nothing to do for more than a quarter of a second', () => {
		through(10);
		now = 500;
		pace.notice(false);
		expect(limited(751, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
	});

	test('is known up to that, and idling begins with the first time that there is nothing to do', () => {
		through(10);
		now = 500;
		pace.notice(false);
		now = 700;
		pace.notice(false);
		expect(limited(750, 250)).toBe(true);
		expect(pace.interval()).toBeCloseTo(1_000 / 10 / 0.95, 6);
		now = 700;
		pace.notice(false);
		now = 1_000;
		pace.notice(false);
		expect(limited(1_001, 1_000)).toBe(false);
	});

	test('is measured anew after idling, and counted on after a moment without work', () => {
		through(30);
		idles(1_000, 1_250);
		through(10);
		idles(2_000, 2_251);
		through(10);
		expect(limited(3_251, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(2_000 / 10 / 0.95, 6);
	});

	test('of forty requests without idling is that of all of them', () => {
		through(30);
		idles(1_000, 1_250);
		through(10);
		expect(limited(3_000, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(4_000 / 40 / 0.95, 6);
	});

	test('was nearly right where twenty requests had gone at it', () => {
		through(10);
		limited(1_000, 1_000);
		through(20);
		now = 12_000;
		const known = pace.interval();
		expect(known).toBeCloseTo(2_000 / 10 / 0.95 / 2 ** (10_000 / MINUTE), 6);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(known / 0.95 / 0.95, 6);
	});

	test('is measured again where only nineteen had', () => {
		through(10);
		limited(1_000, 1_000);
		through(19);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(11_000 / 19 / 0.95, 6);
	});

	test('is that which was measured where that is faster than the known one', () => {
		through(10);
		limited(1_000, 1_000);
		through(400);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(11_000 / 400 / 0.95, 6);
	});

	test('is one request in two seconds at the slowest', () => {
		through(10);
		limited(100_000, 1_000);
		expect(pace.interval()).toBe(2_000);
	});

	test('doubles each minute from the end of the pause on, until the limit is not felt any more', () => {
		through(10);
		limited(1_000, 1_000);
		const measured = pace.interval();
		const free = 2_000 + MINUTE * Math.log2(measured / 2);
		expect(pace.freeAt()).toBeCloseTo(free, 6);
		expect(pace.calmMinutes()).toBe(0);
		now = 2_000 + MINUTE;
		expect(pace.calmMinutes()).toBe(1);
		expect(pace.interval()).toBeCloseTo(measured / 2, 6);
		now = free - 1;
		expect(pace.interval()).toBeGreaterThanOrEqual(2);
		now = free + 1;
		expect(pace.interval()).toBe(0);
		expect(pace.freeAt()).toBe(2_000);
	});
});

describe('a lane after a 429', () => {
	let time: SimulatedTime;
	let lane: Lane;
	beforeEach(() => {
		time = simulateTime();
		lane = new Lane();
	});
	afterEach(() => time.restore());

	const inside = { patienceMs: 3_600_000, again: false };
	/** A request that is refused: for how long the lane pauses then. */
	const refused = async (afterMs?: number) => await lane.run((epoch) => Promise.resolve(lane.limited(epoch, afterMs) - time.elapsed()), inside);
	/** How many of some requests are in flight at most, each for a tenth of a second. */
	async function most(count: number) {
		let inFlight = 0;
		let seen = 0;
		const one = async () => {
			seen = Math.max(seen, ++inFlight);
			await time.sleep(100);
			inFlight--;
			lane.through();
		};
		await Promise.all(Array.from({ length: count }, async () => await lane.run(one, inside)));
		return seen;
	}

	test('pauses four times as long each time, up to 40 s, where the server says nothing', async () => {
		for (const pause of [1_000, 4_000, 16_000, 40_000, 40_000]) expect(await refused()).toBe(pause);
		lane.through();
		expect(await refused()).toBe(1_000);
	});

	test('pauses as long as the server says, unless that is less than a second', async () => {
		expect(await refused(1_500)).toBe(1_500);
		lane.through();
		expect(await refused(999)).toBe(1_000);
		lane.through();
		expect(await refused(120_000)).toBe(120_000);
	});

	test('does not trust a time that did not help, and waits for the longer of both', async () => {
		expect(await refused(2_000)).toBe(2_000);
		expect(await refused(2_000)).toBe(4_000);
		expect(await refused(30_000)).toBe(30_000);
		expect(await refused(2_000)).toBe(40_000);
	});

	test('takes the answers of one burst for one, and their longest time', async () => {
		const pauses = await Promise.all(
			[1_000, 3_000, 2_000].map((afterMs) => lane.run(async (epoch) => {
				await time.sleep(10);
				return lane.limited(epoch, afterMs) - time.elapsed();
			}, inside)),
		);
		expect(pauses).toEqual([1_000, 3_000, 3_000]);
		expect(lane.slowedUntil()).toBe(time.elapsed() + 3_000);
		expect(await refused()).toBe(4_000);
	});

	test('is slowed down once by the answers of one burst', async () => {
		await Promise.all([1, 2, 3].map(() => lane.run(async (epoch) => {
			await time.sleep(10);
			lane.limited(epoch, 1_000);
		}, inside)));
		expect(await most(60)).toBe(4);
	});

	test('leaves nothing at the signal of who has waited', async () => {
		await refused(1_000);
		const { signal } = new AbortController();
		await lane.run(() => Promise.resolve(), { ...inside, signal });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('has half as many requests in flight, and as many as before a minute later', async () => {
		await refused(1_000);
		expect(await most(60)).toBe(4);
		await time.sleep(MINUTE);
		expect(await most(60)).toBe(8);
	});

	test('begins with one at a time', async () => {
		await refused(1_000);
		expect(await most(1)).toBe(1);
		lane = new Lane();
		await refused(1_000);
		const started: number[] = [];
		await Promise.all(Array.from({ length: 7 }, async () => await lane.run(async () => {
			started.push(time.elapsed());
			await time.sleep(100);
			lane.through();
		}, inside)));
		// One; two; then each two that got through make one more: the seventh waits for one of three.
		expect(started.map((at) => at - started[0]!)).toEqual([0, 100, 100, 200, 200, 200, 300]);
	});

	test('is halved again with each 429, down to one', async () => {
		await refused(1_000);
		await refused(1_000);
		expect(await most(60)).toBe(2);
		for (let time_ = 0; time_ < 3; time_++) await refused(1_000);
		expect(await most(20)).toBe(1);
	});

	test('is as good as new ten minutes after its last request', async () => {
		await lane.run(() => Promise.resolve(), inside);
		await time.sleep(599_999);
		expect(lane.forgettable).toBe(false);
		await time.sleep(1);
		expect(lane.forgettable).toBe(true);
		await lane.run(async () => {
			await time.sleep(1_200_000);
			expect(lane.forgettable).toBe(false);
		}, inside);
		expect(lane.forgettable).toBe(true);
	});

	test('is waited for by who has just enough patience', async () => {
		await refused(60_000);
		const enter = async (patienceMs: number) => await lane.run(() => Promise.resolve('in'), { patienceMs, again: false });
		const [late, patient] = await Promise.allSettled([enter(59_999), enter(60_000)]);
		expect(late).toMatchObject({ reason: { name: 'LanePaused', message: 'The platform asks to wait for longer than a request may take', untilMs: expect.any(Number) as number } });
		expect((late as PromiseRejectedResult).reason).toBeInstanceOf(LanePaused);
		expect(patient).toEqual({ status: 'fulfilled', value: 'in' });
	});

	test('lets those that were sent before go first, in their order', async () => {
		await refused(1_000);
		const order: string[] = [];
		const enter = async (name: string, again: boolean) => await lane.run(() => Promise.resolve(order.push(name)), { ...inside, again });
		await Promise.all([enter('a', false), enter('b', true), enter('c', false), enter('d', true)]);
		expect(order).toEqual(['b', 'd', 'a', 'c']);
	});
});
