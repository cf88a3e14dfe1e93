/** The pace after a 429, to the number: each line is one that could be written otherwise without the simulations of `requestQueue.test.ts` noticing. */
import { Pace } from '../../../nodes/shared/transport/pace';
import { clock } from '../../../nodes/shared/support/clock';

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
	/** A 429 at a time, that pauses the queue for so long. */
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

	test('is that of the requests that succeeded, slightly slower; a short pause is part of it', () => {
		through(10);
		expect(limited(1_000, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(2_000 / 10 / 0.97, 6);
	});

	test('does not count a first pause of ten seconds, and is then not certain', () => {
		through(10);
		expect(limited(1_000, 10_000)).toBe(false);
		expect(pace.interval()).toBeCloseTo(1_000 / 10 / 0.97, 6);
	});

	test('counts a first pause that is shorter than that', () => {
		through(10);
		expect(limited(1_000, 9_999)).toBe(true);
		expect(pace.interval()).toBeCloseTo(10_999 / 10 / 0.97, 6);
	});

	test('counts a long pause that is not the first, and then one request is enough', () => {
		through(10);
		limited(1_000, 10_000);
		through(1);
		expect(limited(11_500, 200)).toBe(true);
		expect(pace.interval()).toBeCloseTo(700 / 1 / 0.97, 6);
	});

	test('is not known if there was never any work', () => {
		pace = new Pace();
		through(30);
		expect(limited(1_000, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
	});

	test('is not known from nine requests, nor without requests after a pause', () => {
		through(9);
		expect(limited(1_000, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
		expect(pace.freeAt()).toBe(2_000);
		// What got through is counted on, now with the pause.
		expect(limited(2_500, 500)).toBe(true);
		expect(pace.interval()).toBeCloseTo(3_000 / 9 / 0.97, 6);
		expect(limited(3_500, 1_000)).toBe(false);
	});

	test('is not known if there was no work for more than a quarter of a second', () => {
		through(10);
		now = 500;
		pace.notice(false);
		expect(limited(751, 1_000)).toBe(false);
		expect(pace.interval()).toBe(0);
	});

	test('is known up to that, and idling begins when there is no work for the first time', () => {
		through(10);
		now = 500;
		pace.notice(false);
		now = 700;
		pace.notice(false);
		expect(limited(750, 250)).toBe(true);
		expect(pace.interval()).toBeCloseTo(1_000 / 10 / 0.97, 6);
		now = 700;
		pace.notice(false);
		now = 1_000;
		pace.notice(false);
		expect(limited(1_001, 1_000)).toBe(false);
	});

	test('is measured again after idling, and the measurement continues after a moment without work', () => {
		through(30);
		idles(1_000, 1_250);
		through(10);
		idles(2_000, 2_251);
		through(10);
		expect(limited(3_251, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(2_000 / 10 / 0.97, 6);
	});

	test('of forty requests without idling is the pace of all of them', () => {
		through(30);
		idles(1_000, 1_250);
		through(10);
		expect(limited(3_000, 1_000)).toBe(true);
		expect(pace.interval()).toBeCloseTo(4_000 / 40 / 0.97, 6);
	});

	test('was nearly right if twenty requests had been sent at it', () => {
		through(10);
		limited(1_000, 1_000);
		through(20);
		now = 12_000;
		const known = pace.interval();
		expect(known).toBeCloseTo(2_000 / 10 / 0.97 / 2 ** (10_000 / MINUTE), 6);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(known / 0.97, 6);
	});

	test('is between what met the limit in less than three seconds and what got through, and holds no longer', () => {
		through(10);
		limited(1_000, 1_000);
		through(20);
		now = 4_999;
		const known = pace.interval();
		limited(4_999, 1_000);
		const between = Math.sqrt((3_999 / 20) * known) / 0.97;
		expect(pace.interval()).toBeCloseTo(between, 6);
		now = 5_999 + MINUTE;
		expect(pace.interval()).toBeCloseTo(between / 2, 6);
	});

	test('was nearly right where it met the limit after three seconds', () => {
		through(10);
		limited(1_000, 1_000);
		through(20);
		now = 5_000;
		const known = pace.interval();
		limited(5_000, 1_000);
		expect(pace.interval()).toBeCloseTo(known / 0.97, 6);
	});

	test('that was nearly right holds for 30 seconds before it doubles again in each minute', () => {
		through(10);
		limited(1_000, 1_000);
		through(20);
		limited(12_000, 1_000);
		const held = pace.interval();
		now = 13_000 + 30_000;
		expect(pace.interval()).toBe(held);
		now = 13_000 + 30_000 + MINUTE;
		expect(pace.interval()).toBeCloseTo(held / 2, 6);
	});

	test('is measured again if only nineteen had been', () => {
		through(10);
		limited(1_000, 1_000);
		through(19);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(11_000 / 19 / 0.97, 6);
	});

	test('is the measured one if it is faster than the known one', () => {
		through(10);
		limited(1_000, 1_000);
		through(400);
		limited(12_000, 1_000);
		expect(pace.interval()).toBeCloseTo(11_000 / 400 / 0.97, 6);
	});

	test('is one request in two seconds at the slowest', () => {
		through(10);
		limited(100_000, 1_000);
		expect(pace.interval()).toBe(2_000);
	});

	test('doubles each minute from the end of the pause on, until the limit has no effect', () => {
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
