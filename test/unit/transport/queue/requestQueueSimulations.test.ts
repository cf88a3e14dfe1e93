/**
 * The rate limits that are known of the platform (docs/platform/interface.md, "Limits"), simulated.
 */
import { MAX_IN_FLIGHT } from '../../../../nodes/shared/declare/limits';
import { clock } from '../../../../nodes/shared/support/time/clock';
import { RequestQueue } from '../../../../nodes/shared/transport/queue/requestQueue';
import { random } from '../../../support/random';
import { HOUR } from '../../../support/time';
import {
	bucket,
	exactly,
	expectWithin,
	lastSecond,
	roundedDown,
	SECONDS,
	type Server,
	silent,
	time,
	windows,
	work,
} from './requestQueueServersStage';

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
