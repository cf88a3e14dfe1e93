/**
 * The rate limits that are known of the platform (docs/platform/interface.md, "Limits"), simulated.
 */
import { MAX_IN_FLIGHT } from '../../../../nodes/shared/declare/families';
import { clock } from '../../../../nodes/shared/support/time/clock';
import { RequestQueue } from '../../../../nodes/shared/transport/queue/requestQueue';
import { random } from '../../../support/random';
import { HOUR, simulatedTimeForEach } from '../../../support/time';

const time = simulatedTimeForEach();

const PATIENCE = 120_000;

/** A server with a limit, and a client that repeats a 429 up to five times, as `send` does. */
interface Server {
	/**
	 * Returns the time to wait in ms if it refuses (undefined if it states none), or null if it
	 * accepts the request.
	 */
	take: (now: number) => number | undefined | null;
	latencyMs?: number;
}

async function work(
	queue: RequestQueue,
	server: Server,
	count: number,
	atOnce = MAX_IN_FLIGHT,
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
						queue.speedUp();
						return true;
					}
					refused++;
					pause = queue.slowDown(slot, reported) - time.elapsed();
					return false;
				},
				{ endpoint, patienceMs, isRetry: attempt > 1 },
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

/** No request has failed, and the work stayed within these limits; what exceeds them is named. */
function expectWithin(
	result: Awaited<ReturnType<typeof work>>,
	limits: { refused: number; seconds: number },
	about: string,
): void {
	const exceeded = (['failed', 'refused', 'seconds'] as const)
		.map((name) => ({ name, value: result[name], most: { failed: 0, ...limits }[name] }))
		.filter(({ value, most }) => !(value <= most));
	expect({ about, exceeded }).toEqual({ about, exceeded: [] });
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

/**
 * A number of requests in each second by the clock of the server, which is ahead by some
 * milliseconds.
 */
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

/**
 * Servers that take ten requests of one endpoint in a second and announce no time, one for each
 * known way of counting.
 */
const SECONDS: Array<[string, (shift: number) => Server]> = [
	['in windows', () => windows(10, 1_000, silent)],
	['by the clock', (shift) => byTheClock(10, shift, silent)],
	['a bucket', () => bucket(10, 10, silent)],
	['the last second', () => lastSecond(10)],
];

describe.each(SECONDS)('the limit of an endpoint, 10 a second, counted %s', (_name, server) => {
	const latencyMs = 1 + random() * 120;
	const shift = random() * 1_000;
	const about = `${latencyMs} ms away, ${shift} ms into a second`;

	test.each([300, 2_000])(
		'%i reads take at most 1.15 times the least possible time, with at most 10 refusals',
		async (count) => {
			const limited = { ...server(shift), latencyMs };
			const result = await work(new RequestQueue(), limited, count);
			expectWithin(result, { refused: 10, seconds: (count / 10) * 1.15 }, about);
		},
	);

	test('responses that take 50 to 110 ms cost a few refusals more', async () => {
		const { take } = server(shift);
		const uneven: Server = {
			take,
			get latencyMs() {
				return 50 + random() * 60;
			},
		};
		const result = await work(new RequestQueue(), uneven, 300);
		expectWithin(result, { refused: 15, seconds: 30 * 1.2 }, about);
	});

	test('three endpoints in one queue each keep within their limits', async () => {
		const queue = new RequestQueue();
		const results = await Promise.all(
			['GET /a', 'GET /b', 'GET /c'].map(
				async (endpoint) =>
					await work(queue, { ...server(shift), latencyMs: 50 }, 300, MAX_IN_FLIGHT, endpoint),
			),
		);
		for (const result of results) expectWithin(result, { refused: 10, seconds: 30 * 1.2 }, about);
	});

	test('no request fails when others also use up the limit', async () => {
		const limited = server(shift);
		const results = await Promise.all(
			[1, 2].map(async () => await work(new RequestQueue(), limited, 600)),
		);
		expect(results).toMatchObject([{ failed: 0 }, { failed: 0 }]);
	});
});

describe('the limits per minute', () => {
	test.each<{ what: string; server: Server; count: number; atBest: number }>([
		{ what: '600, announced', server: windows(600, 60_000, exactly), count: 2_000, atBest: 180 },
		{
			what: '600, announced in seconds rounded down',
			server: windows(600, 60_000, roundedDown),
			count: 2_000,
			atBest: 180,
		},
		{
			what: '1,800, announced',
			server: windows(1_800, 60_000, exactly),
			count: 5_000,
			atBest: 120,
		},
		{ what: '60, announced', server: windows(60, 60_000, exactly), count: 300, atBest: 240 },
	])(
		'requests within $what take at most 1.1 times the least possible time',
		async ({ server, count, atBest }) => {
			const { failed, refused, seconds } = await work(new RequestQueue(), server, count);
			expect(failed).toBe(0);
			expect(seconds).toBeLessThan(atBest * 1.1);
			expect(refused).toBeLessThanOrEqual((MAX_IN_FLIGHT * seconds) / 60 + MAX_IN_FLIGHT);
		},
	);

	test.each<{ what: string; server: Server; count: number; atBest: number }>([
		{ what: '600', server: windows(600, 60_000, silent), count: 2_000, atBest: 180 },
		{ what: '1,800', server: windows(1_800, 60_000, silent), count: 5_000, atBest: 120 },
		{ what: '60', server: windows(60, 60_000, silent), count: 300, atBest: 240 },
		{ what: '5', server: windows(5, 60_000, silent), count: 20, atBest: 180 },
	])('no request fails within unannounced $what', async ({ server, count, atBest }) => {
		for (const atOnce of [1, MAX_IN_FLIGHT]) {
			const { failed, seconds } = await work(new RequestQueue(), server, count, atOnce);
			expect(failed).toBe(0);
			expect(seconds).toBeLessThan(atBest * 2);
		}
	});

	test('no request fails under a limit per minute together with the limit of an endpoint', async () => {
		const minute = windows(600, 60_000, exactly);
		const second = lastSecond(10);
		const both: Server = {
			take: (now) => {
				const refusal = second.take(now);
				return refusal === null ? minute.take(now) : refusal;
			},
			latencyMs: 40,
		};
		const { failed, seconds } = await work(new RequestQueue(), both, 2_000);
		expect(failed).toBe(0);
		expect(seconds).toBeLessThan(200 * 1.15);
	});
});

test('a bucket that announces its time accepts all requests', async () => {
	const { failed, seconds } = await work(new RequestQueue(), bucket(10, 10, exactly), 2_000);
	expect(failed).toBe(0);
	expect(seconds).toBeLessThan(200 * 1.2);
});

test('late timers, as on a busy machine, keep to the limit of an endpoint', async () => {
	const { sleep } = clock;
	clock.sleep = async (ms, signal) => await sleep(ms + random() * 15, signal);
	const { failed, refused, seconds } = await work(new RequestQueue(), lastSecond(10), 300);
	expect({ failed, isFew: refused <= 10 }).toEqual({ failed: 0, isFew: true });
	expect(seconds).toBeLessThan(30 * 1.15);
});

describe('a queue without a limit on the platform', () => {
	const REQUESTS = 800;
	const working = async () => await work(new RequestQueue(), { take: () => null }, REQUESTS, 50);

	test('the queue has as many requests in progress as allowed', async () => {
		expect((await working()).most).toBe(MAX_IN_FLIGHT);
	});

	test('the queue adds no time', async () => {
		const SECONDS_OF_A_REQUEST = 0.005;
		expect((await working()).seconds).toBeCloseTo(
			(REQUESTS / MAX_IN_FLIGHT) * SECONDS_OF_A_REQUEST,
			6,
		);
	});
});

test('a 429 that others have caused slows a queue for no longer than it announces', async () => {
	const queue = new RequestQueue();
	const free: Server = { take: () => null };
	await work(queue, free, 20);
	let refused = false;
	const once: Server = { take: () => (refused ? null : ((refused = true), 30_000)) };
	const { failed, seconds } = await work(queue, once, 1_000);
	expect(failed).toBe(0);
	expect(seconds).toBeLessThan(31);
	expect((await work(queue, free, 1_000)).seconds).toBeLessThan(1);
});

test('a queue is as fast as before five minutes after the limit of an endpoint was reached', async () => {
	const queue = new RequestQueue();
	await work(queue, windows(10, 1_000, silent), 100);
	await time.sleep(300_000);
	expect(queue.slowedUntil()).toBeLessThanOrEqual(time.elapsed());
	expect((await work(queue, { take: () => null }, 1_000)).seconds).toBeLessThan(1);
});

test('the clock of the machine can be set back', async () => {
	const queue = new RequestQueue();
	const { now } = clock;
	await work(queue, windows(10, 1_000, silent), 100);
	clock.now = () => now() - HOUR;
	expect((await work(queue, windows(10, 1_000, silent), 100)).seconds).toBeLessThan(30);
});
