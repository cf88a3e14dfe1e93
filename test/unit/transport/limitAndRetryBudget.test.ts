/**
 * The two minutes that a request may take, to the millisecond.
 */
import { breaks, newFamily, ok, refuses, sending, time } from './limitAndRetryStage';

describe('a request takes two minutes at most', () => {
	test('the two minutes of a request include the waits that the server requested', async () => {
		const exact = sending([refuses(503, { 'Retry-After': '60' })]);
		await exact.refusal();
		expect(exact.times()).toEqual([0, 60_000, 120_000]);
		const long = sending([refuses(503, { 'Retry-After': '120.001' }), ok]);
		expect((await long.refusal()).refused).toMatchObject({ attempts: 1, retryAfterMs: 120_001 });
		expect(long.times()).toEqual([0]);
	});

	test('the two minutes of a request include the duration of its attempts', async () => {
		const { refusal, times } = sending([{ ...refuses(503, { 'Retry-After': '60' }), after: 1 }]);
		await refusal();
		expect(times()).toEqual([0, 60_001]);
	});

	test.each([
		{ what: 'usually', sender: {}, request: {}, timeouts: [60_000, 59_500] },
		{ what: 'with a file', sender: {}, request: { binary: true }, timeouts: [600_000, 59_500] },
		{
			what: 'with 10 s to wait for a response, as chosen',
			sender: { timeoutMs: 10_000 },
			request: {},
			timeouts: [10_000, 10_000, 10_000, 10_000, 10_000],
		},
		{
			what: 'with 100 s, as chosen',
			sender: { timeoutMs: 100_000 },
			request: {},
			timeouts: [100_000, 19_500],
		},
		{
			what: 'with 5 minutes, as chosen',
			sender: { timeoutMs: 300_000 },
			request: {},
			timeouts: [300_000],
		},
	])(
		'attempts without a response share the budget of their request: $what',
		async ({ sender, request, timeouts }) => {
			const { refusal, attempts } = sending([{ ...breaks('ECONNABORTED'), after: 'its timeout' }], {
				sender,
				request,
			});
			await refusal();
			expect(attempts.map(({ options }) => options.timeout)).toEqual(timeouts);
		},
	);

	test('the time in the queue behind other requests does not reduce that of an attempt', async () => {
		const family = newFamily();
		const slow = Array.from({ length: 24 }, () =>
			sending([{ ...ok, after: 55_000 }], { operation: { family } }),
		);
		const last = sending([ok], { operation: { family } });
		await Promise.all([...slow, last].map(async ({ done }) => await done));
		expect(last.attempts).toMatchObject([{ at: 165_000, options: { timeout: 60_000 } }]);
	});

	test('the last attempt has 10 seconds for its response, however little is left', async () => {
		const { done, attempts } = sending([refuses(429, { 'Retry-After': '119' }), ok]);
		await expect(done).resolves.toMatchObject({ status: 200 });
		expect(attempts.map(({ options }) => options.timeout)).toEqual([60_000, 10_000]);
	});

	test.each([
		{ leftMs: 10_000, retryAfter: '11', timeoutMs: 10_000 },
		{ leftMs: 900_000, retryAfter: '121', timeoutMs: 60_000 },
		{ leftMs: 0, retryAfter: '1', timeoutMs: 1 },
	])(
		'an attempt with $leftMs ms left of a poll has $timeoutMs ms',
		async ({ leftMs, retryAfter, timeoutMs }) => {
			const { refusal, attempts } = sending([refuses(503, { 'Retry-After': retryAfter }), ok], {
				sender: { leftMs: () => leftMs },
			});
			await refusal();
			expect(attempts.map(({ options }) => options.timeout)).toEqual([timeoutMs]);
		},
	);

	test('the time of a poll is also used up in the queue', async () => {
		const family = newFamily();
		const eight = Array.from(
			{ length: 8 },
			() => sending([{ ...ok, after: 7_000 }], { operation: { family } }).done,
		);
		const until = time.elapsed() + 10_000;
		const { done, attempts } = sending([ok], {
			operation: { family },
			sender: { leftMs: () => until - time.elapsed() },
		});
		await Promise.all([...eight, done]);
		expect(attempts.map(({ options }) => options.timeout)).toEqual([3_000]);
	});

	test('the request waits for a pause of its queue that fits into the budget', async () => {
		const { done, times } = sending([refuses(429, { 'Retry-After': '100' }), ok]);
		await expect(done).resolves.toMatchObject({ status: 200 });
		expect(times()).toEqual([0, 100_000]);
	});

	test('the budget includes the pause of the queue', async () => {
		const { times, refusal } = sending([
			refuses(429, { 'Retry-After': '100' }),
			refuses(503, { 'Retry-After': '21' }),
			ok,
		]);
		await refusal();
		expect(times()).toEqual([0, 100_000]);
	});

	test('a later pause of its queue must fit into what is left', async () => {
		const { refusal, queue, times } = sending([refuses(503, { 'Retry-After': '100' }), ok]);
		await time.sleep(99_000);
		await queue.run((slot) => Promise.resolve(queue.slowDown(slot, 30_000)), {
			endpoint: 'GET /any',
			patienceMs: 0,
			isRetry: false,
		});
		expect((await refusal()).refused).toEqual({ status: 429, attempts: 1, retryAfterMs: 29_000 });
		expect(times()).toEqual([0]);
	});

	test('a pause that is too long is reported at once, also to later requests', async () => {
		const { refusal, declared, attempts } = sending([refuses(429, { 'Retry-After': '300' }), ok]);
		expect((await refusal()).refused).toMatchObject({
			status: 429,
			attempts: 1,
			retryAfterMs: 300_000,
		});
		expect(attempts).toHaveLength(1);
		await time.sleep(50_000);
		const later = sending([ok], {
			operation: { family: declared.family },
			sender: { secrets: async () => await Promise.resolve(['secret']) },
		});
		const error = await later.refusal();
		expect(error.refused).toEqual({ status: 429, attempts: 0, retryAfterMs: 250_000 });
		expect(error.secrets).toEqual(['secret']);
		expect(later.attempts).toEqual([]);
	});
});
