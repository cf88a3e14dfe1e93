import { RequestQueue, WIDTH } from '../../../nodes/shared/transport/requestQueue';
import { clock } from '../../../nodes/shared/support/clock';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
beforeEach(() => {
	time = simulateTime();
});
afterEach(() => time.restore());

const PATIENCE = 120_000;
const HOUR = 3_600_000;

/** A server with a limit, and a client that repeats a 429 up to five times, as `send` does. */
interface Server {
	/** Returns the time to wait in ms if it refuses (undefined if it states none), or null if it accepts the request. */
	take: (now: number) => number | undefined | null;
	latencyMs?: number;
}

async function work(
	queue: RequestQueue,
	server: Server,
	count: number,
	atOnce = WIDTH,
	endpoint = 'GET /any',
) {
	let next = 0;
	let failed = 0;
	let refused = 0;
	let inFlight = 0;
	let most = 0;
	const started = time.now();
	const one = async () => {
		let spent = 0;
		let pause = 0;
		for (let attempt = 1; ; attempt++) {
			const patienceMs = PATIENCE - spent + pause;
			const done = await queue.run(
				async (slot) => {
					most = Math.max(most, ++inFlight);
					await time.sleep(server.latencyMs ?? 5);
					inFlight--;
					const reported = server.take(time.now());
					if (reported === null) {
						queue.through(slot);
						return true;
					}
					refused++;
					pause = queue.limited(slot, reported) - time.elapsed();
					return false;
				},
				{ endpoint, patienceMs, again: attempt > 1 },
			);
			if (done) return;
			spent += pause;
			if (attempt >= 5 || spent > PATIENCE) {
				failed++;
				return;
			}
		}
	};
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			while (next++ < count) await one();
		}),
	);
	return { failed, refused, most, seconds: (time.now() - started) / 1000 };
}

type Reported = (leftMs: number) => number | undefined;
const exactly: Reported = (left) => left;
const roundedDown: Reported = (left) => Math.floor(left / 1000) * 1000;
const silent: Reported = () => undefined;

/** A number of requests in each window of time. */
function windows(limit: number, windowMs: number, reported: Reported): Server {
	let start = -Infinity;
	let count = 0;
	return {
		take: (now) => {
			if (now >= start + windowMs) [start, count] = [now, 0];
			return ++count <= limit ? null : reported(start + windowMs - now);
		},
	};
}

/** A number of requests in each second by the clock of the server, which is ahead by some milliseconds. */
function byTheClock(limit: number, aheadMs: number, reported: Reported): Server {
	let second = -1;
	let count = 0;
	return {
		take: (now) => {
			const at = Math.floor((now + aheadMs) / 1_000);
			if (at !== second) [second, count] = [at, 0];
			return ++count <= limit ? null : reported(1_000);
		},
	};
}

/** A bucket of tokens that fills at a rate per second. */
function bucket(burst: number, perSecond: number, reported: Reported): Server {
	let tokens = burst;
	let at = time.now();
	return {
		take: (now) => {
			tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
			at = now;
			if (tokens < 1) return reported(((1 - tokens) / perSecond) * 1000);
			tokens--;
			return null;
		},
	};
}

/** So many requests in any second. */
function lastSecond(limit: number): Server {
	let accepted: number[] = [];
	return {
		take: (now) => {
			accepted = accepted.filter((at) => at > now - 1_000);
			return accepted.length < limit ? (accepted.push(now), null) : undefined;
		},
	};
}

describe('2,000 requests against a limit end without a failure, and near the limit', () => {
	test.each<[string, () => Server, number, number]>([
		// [limit, server, requests at once, seconds at best]
		['60 a minute, reported', () => windows(60, 60_000, exactly), 8, 1_980],
		['60 a minute, not reported', () => windows(60, 60_000, silent), 8, 1_980],
		['1,800 a minute, reported', () => windows(1_800, 60_000, exactly), 8, 60],
		['1,800 a minute, not reported', () => windows(1_800, 60_000, silent), 8, 60],
		['600 a minute, reported', () => windows(600, 60_000, exactly), 8, 180],
		[
			'600 a minute, reported in seconds rounded down',
			() => windows(600, 60_000, roundedDown),
			8,
			180,
		],
		['600 a minute, not reported', () => windows(600, 60_000, silent), 8, 180],
		['600 a minute, not reported, one by one', () => windows(600, 60_000, silent), 1, 180],
		[
			'600 a minute, not reported, 100 ms away',
			() => ({ ...windows(600, 60_000, silent), latencyMs: 100 }),
			8,
			180,
		],
		['10 a second, reported', () => windows(10, 1_000, exactly), 8, 199],
		[
			'10 a second, reported in seconds rounded down',
			() => windows(10, 1_000, roundedDown),
			8,
			199,
		],
		['10 a second, not reported', () => windows(10, 1_000, silent), 8, 199],
		['50 a second, reported', () => windows(50, 1_000, () => 1_000), 8, 39],
		[
			'50 a second, not reported, 20 ms away',
			() => ({ ...windows(50, 1_000, silent), latencyMs: 20 }),
			8,
			39,
		],
		['a bucket of 10, 10 a second, reported', () => bucket(10, 10, exactly), 8, 199],
		['a bucket of 10, 10 a second, not reported', () => bucket(10, 10, silent), 8, 199],
	])('%s', async (_name, server, atOnce, atBest) => {
		const result = await work(new RequestQueue(), server(), 2_000, atOnce);
		expect(result).toMatchObject({ failed: 0 });
		expect(result.seconds).toBeLessThan(atBest * 1.2 + 5);
		expect(result.refused).toBeLessThan(150);
	});

	test.each([
		[300, 'reported', () => 1_000],
		[800, 'reported', () => 1_000],
		[300, 'not reported', silent],
		[800, 'not reported', silent],
	])(
		'almost at it, where seconds are counted by the clock, starting %s ms into one: 50 a second, %s',
		async (shift, _name, reported: Reported) => {
			const { failed, refused, seconds } = await work(
				new RequestQueue(),
				byTheClock(50, shift, reported),
				2_000,
			);
			expect(failed).toBe(0);
			expect(seconds).toBeLessThan(40 * 1.05);
			expect(refused).toBeLessThan(10);
		},
	);

	test('also where the first requests got through in two of its windows, and looked twice as fast as may be', async () => {
		const { failed, refused, seconds } = await work(
			new RequestQueue(),
			{ ...byTheClock(50, 800, () => 1_000), latencyMs: 30 },
			2_000,
		);
		expect(failed).toBe(0);
		expect(seconds).toBeLessThan(40 * 1.1);
		expect(refused).toBeLessThan(15);
	});

	describe('the limit of each endpoint, 10 a second, not reported', () => {
		const each: Array<[string, (shift: number) => Server]> = [
			['in windows', () => windows(10, 1_000, silent)],
			['by the clock', (shift) => byTheClock(10, shift, silent)],
			['a bucket', () => bucket(10, 10, silent)],
			['the last second', () => lastSecond(10)],
		];
		/** Some requests to each of so many endpoints, side by side in one queue. */
		const sideBySide = async (count: number, endpoints: number, server: () => Server) => {
			const queue = new RequestQueue();
			const results = await Promise.all(
				Array.from(
					{ length: endpoints },
					async (_, index) => await work(queue, server(), count, WIDTH, `GET /${index}`),
				),
			);
			const sum = (key: 'failed' | 'refused') =>
				results.reduce((total, result) => total + result[key], 0);
			return {
				failed: sum('failed'),
				refused: sum('refused'),
				seconds: Math.max(...results.map(({ seconds }) => seconds)),
			};
		};

		describe.each(each)('%s', (_name, server) => {
			test.each([1, 2, 3])('%s endpoints side by side', async (endpoints) => {
				const latencyMs = 1 + Math.random() * 120;
				const shift = Math.random() * 1_000;
				const about = `${latencyMs} ms away, ${shift} ms into a second`;
				for (const [count, factor] of [
					[300, 1.05],
					[2_000, 1.03],
				] as const) {
					const { seconds, ...result } = await sideBySide(count, endpoints, () => ({
						...server(shift),
						latencyMs,
					}));
					expect({ about, ...result, refused: result.refused <= 5 }).toEqual({
						about,
						failed: 0,
						refused: true,
					});
					expect({ about, isNear: seconds < (count / 10) * factor, seconds }).toMatchObject({
						about,
						isNear: true,
					});
				}
			});

			test('with latencies that vary', async () => {
				const { take } = server(Math.random() * 1_000);
				const { failed, refused, seconds } = await work(
					new RequestQueue(),
					{
						take,
						get latencyMs() {
							return 50 + Math.random() * 60;
						},
					},
					2_000,
				);
				expect(failed).toBe(0);
				expect(seconds).toBeLessThan(200 * 1.15);
				expect(refused).toBeLessThan(20);
			});
		});

		test('three of them, 0.1 s away, where a second by the clock begins in the middle of one of the queue', async () => {
			const { failed, refused, seconds } = await sideBySide(300, 3, () => ({
				...byTheClock(10, 576, silent),
				latencyMs: 100.6,
			}));
			expect(failed).toBe(0);
			expect(refused).toBeLessThanOrEqual(5);
			expect(seconds).toBeLessThan(30 * 1.05);
		});

		test('that others use up as well', async () => {
			const server = windows(10, 1_000, silent);
			const results = await Promise.all(
				[1, 2].map(async () => await work(new RequestQueue(), server, 600)),
			);
			expect(results).toMatchObject([{ failed: 0 }, { failed: 0 }]);
		});

		test('even with late timers', async () => {
			const { sleep } = clock;
			clock.sleep = async (ms, signal) => await sleep(ms + Math.random() * 15, signal);
			const { failed, refused, seconds } = await work(
				new RequestQueue(),
				windows(10, 1_000, silent),
				2_000,
			);
			expect({ failed, isFew: refused <= 5 }).toEqual({ failed: 0, isFew: true });
			expect(seconds).toBeLessThan(200 * 1.03);
		});
	});

	test('even with late timers, as on a busy machine', async () => {
		const { sleep } = clock;
		clock.sleep = async (ms, signal) => await sleep(ms + 10, signal);
		const { failed, seconds } = await work(
			new RequestQueue(),
			windows(50, 1_000, () => 1_000),
			2_000,
		);
		expect(failed).toBe(0);
		expect(seconds).toBeLessThan(39 * 1.2);
	});

	test('a limit that is met before its pace is known costs at most one and a half times what is in flight', async () => {
		const { failed, refused } = await work(new RequestQueue(), windows(100, 60_000, exactly), 300);
		expect(failed).toBe(0);
		expect(refused).toBeLessThanOrEqual(1.5 * WIDTH);
	});

	test.each<[string, () => Server, number]>([
		['60 a minute, not reported, one by one', () => windows(60, 60_000, silent), 200],
		['5 a minute, reported', () => windows(5, 60_000, exactly), 40],
		['5 a minute, not reported', () => windows(5, 60_000, silent), 20],
		['a bucket of 1, 10 a second, not reported', () => bucket(1, 10, silent), 300],
	])('even with a small limit: %s', async (_name, server, count) => {
		expect(await work(new RequestQueue(), server(), count, 1)).toMatchObject({ failed: 0 });
		expect(await work(new RequestQueue(), server(), count, 8)).toMatchObject({ failed: 0 });
	});
});

/** A server that refuses one request and takes all others. */
function refusesOne(afterMs: number | undefined): Server {
	let refused = false;
	return { take: () => (refused ? null : ((refused = true), afterMs)) };
}

describe('a 429 among few requests, which may have come from others, does not slow a queue down for long', () => {
	const free: Server = { take: () => null };
	test.each([
		// [requests before, one after the other or 8 at a time, requests after, seconds at most]
		[2, 1, 200, 31],
		[2, 1, 1_000, 35],
		[5, 8, 1_000, 35],
		[20, 8, 200, 31],
		[20, 8, 1_000, 35],
		[600, 8, 1_000, 35],
	])(
		'%s requests (%s at once), a 429 with a Retry-After of 30 s, then %s',
		async (before, atOnce, after, seconds) => {
			const queue = new RequestQueue();
			await work(queue, free, before, atOnce);
			const result = await work(queue, refusesOne(30_000), after);
			expect(result).toMatchObject({ failed: 0, refused: expect.any(Number) as number });
			expect(result.seconds).toBeLessThan(seconds);
			// Ten minutes later it is as free as ever, used or not.
			await time.sleep(600_000);
			expect(queue.slowedUntil()).toBeLessThanOrEqual(time.elapsed());
			expect((await work(queue, free, 1_000)).seconds).toBeLessThan(1);
		},
	);

	test('occasional requests do not measure a limit', async () => {
		const queue = new RequestQueue();
		for (let minute = 0; minute < 30; minute++) {
			await work(queue, free, 3);
			await time.sleep(60_000);
		}
		expect((await work(queue, refusesOne(30_000), 200)).seconds).toBeLessThan(31);
	});
});

test('the clock of the machine may be set back', async () => {
	const queue = new RequestQueue();
	const { now } = clock;
	await work(queue, windows(10, 1_000, exactly), 100);
	clock.now = () => now() - HOUR;
	expect((await work(queue, windows(10, 1_000, exactly), 100)).seconds).toBeLessThan(30);
});

test.each([1, 24])('%s idle hours do not slow a queue down', async (hours) => {
	const queue = new RequestQueue();
	const server = windows(600, 60_000, exactly);
	await work(queue, server, 10);
	await time.sleep(hours * HOUR);
	const { failed, seconds } = await work(queue, server, 2_000);
	expect(failed).toBe(0);
	expect(seconds).toBeLessThan(260);
});

test('a queue without a limit is no wider than allowed', async () => {
	const { most, seconds, refused } = await work(new RequestQueue(), { take: () => null }, 800, 50);
	expect({ most, refused }).toEqual({ most: WIDTH, refused: 0 });
	// Beyond the first 10, 12 requests have to get through before all of its width is used.
	expect(seconds).toBeCloseTo((800 / WIDTH + 2) * 0.005, 6);
});

test('a queue recovers its speed when the limit is gone', async () => {
	const queue = new RequestQueue();
	await work(queue, windows(10, 1_000, exactly), 100);
	const { seconds } = await work(queue, { take: () => null }, 2_000);
	// 10 a second, twice as fast each minute, half a minute after the pace proved nearly right.
	expect(seconds).toBeLessThan(125);
	expect((await work(queue, { take: () => null }, 1_000)).seconds).toBeLessThan(30);
	await time.sleep(300_000);
	expect((await work(queue, { take: () => null }, 1_000)).seconds).toBeLessThan(2);
});

test('however few requests succeeded, the slowest pace is one request in two seconds', async () => {
	const queue = new RequestQueue();
	await work(queue, windows(1, 60_000, exactly), 4, 1);
	await time.sleep(queue.slowedUntil() > time.elapsed() ? 1 : 0);
	const { seconds } = await work(queue, { take: () => null }, 15, 1);
	expect(seconds).toBeGreaterThan(15);
	expect(seconds).toBeLessThan(15 * 2 + 1);
});
