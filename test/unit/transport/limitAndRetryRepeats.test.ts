/**
 * Which requests are repeated, when, and how often.
 */
import { clock } from '../../../nodes/shared/support/time/clock';
import { RequestQueue } from '../../../nodes/shared/transport/queue/requestQueue';
import { breaks, ok, once, Reaction, refuses, sending, time } from './limitAndRetryStage';

const PASSING = [408, 425, 429, 500, 502, 503, 504, 507, 520];

describe('what is repeated', () => {
	test.each(PASSING)(
		'a read or write that is refused with %s is repeated up to four times',
		async (status) => {
			for (const effect of ['read', 'write']) {
				const passed = sending([...Array.from({ length: 4 }, () => refuses(status)), ok], {
					operation: { effect },
				});
				await expect(passed.done).resolves.toMatchObject({ status: 200, body: { id: 1 } });
				expect(passed.attempts).toHaveLength(5);
				const stays = sending([refuses(status)], { operation: { effect } });
				expect((await stays.refusal()).refused).toMatchObject({ status, attempts: 5 });
				expect(stays.attempts).toHaveLength(5);
			}
		},
	);

	test.each([400, 401, 403, 404, 409, 501, 505, 511])(
		'a request that is refused with %s is not repeated',
		async (status) => {
			const { refusal, attempts } = sending([refuses(status), ok]);
			expect((await refusal()).refused).toMatchObject({ status, attempts: 1 });
			expect(attempts).toHaveLength(1);
		},
	);

	test.each<{ what: string; reaction: Reaction; sent: number }>([
		{ what: 'a limit', reaction: refuses(429), sent: 2 },
		{ what: 'no connection', reaction: breaks('ECONNREFUSED'), sent: 2 },
		{ what: 'a connection that broke', reaction: breaks('ECONNRESET'), sent: 1 },
		{ what: 'a gateway that gave up', reaction: refuses(502), sent: 1 },
		{ what: 'a gateway without a server', reaction: refuses(503), sent: 1 },
		{ what: 'a time that was up', reaction: refuses(408), sent: 1 },
		{
			what: 'a sign-in without an answer',
			reaction: { fault: { credentialRefused: true } },
			sent: 2,
		},
		{
			what: 'a sign-in that is busy',
			reaction: { fault: { credentialRefused: true, refusedWith: 503 } },
			sent: 2,
		},
		{
			what: 'a sign-in that is refused',
			reaction: { fault: { credentialRefused: true, refusedWith: 401 } },
			sent: 1,
		},
	])(
		'a start or creation is repeated only if it certainly did nothing: $what',
		async ({ reaction, sent }) => {
			const { done, attempts } = sending([reaction, { ...ok, status: 201 }], once);
			await Promise.allSettled([done]);
			expect(attempts).toHaveLength(sent);
		},
	);

	test('a read whose connection broke is repeated, but not what n8n itself refused', async () => {
		const read = sending([breaks('ECONNRESET'), ok]);
		await expect(read.done).resolves.toMatchObject({ status: 200 });
		const words = sending([{ fault: {} }, ok]);
		expect((await words.refusal()).refused).toEqual({
			n8nMessage: 'fault',
			attempts: 1,
			retryAfterMs: undefined,
		});
		expect(words.attempts).toHaveLength(1);
	});
});

describe('the wait between two attempts', () => {
	test('a repetition waits for up to half a second, twice as long each time', async () => {
		const { refusal, times } = sending([refuses(500)]);
		await refusal();
		expect(times()).toEqual([0, 500, 1_500, 3_500, 7_500]);
		clock.random = () => 0;
		const lucky = sending([refuses(500)]);
		await lucky.refusal();
		expect(lucky.times()).toEqual([0, 0, 0, 0, 0]);
	});

	test('a repetition waits as long as the server requests, unless its own pause is longer', async () => {
		const { refusal, times } = sending([refuses(503, { 'Retry-After': '3' })]);
		expect((await refusal()).refused).toMatchObject({ retryAfterMs: 3_000 });
		expect(times()).toEqual([0, 3_000, 6_000, 9_000, 13_000]);
	});

	test('a repetition waits as long as a sign-in requests', async () => {
		const { done, times, queue } = sending([
			{ fault: { credentialRefused: true, refusedWith: 429, retryAfterMs: 9_000 } },
			ok,
		]);
		await done;
		expect(times()).toEqual([0, 9_000]);
		// The limit of the sign-in is not that of the family.
		expect(queue.slowedUntil()).toBeLessThan(time.elapsed());
	});

	test('the whole queue waits after a 429, until the repeated request has been sent', async () => {
		const run = jest.spyOn(RequestQueue.prototype, 'run');
		const { done, times, queue } = sending([
			{ ...refuses(429, { 'Retry-After': '30' }), after: 5 },
			ok,
		]);
		const other = time.sleep(10).then(
			async () =>
				await queue.run(async () => await Promise.resolve(time.elapsed()), {
					endpoint: 'GET /any',
					patienceMs: 60_000,
					isRetry: false,
				}),
		);
		await done;
		expect(times()).toEqual([0, 30_005]);
		expect(await other).toBeGreaterThanOrEqual(time.elapsed());
		expect(run.mock.calls.map(([, { isRetry }]) => isRetry)).toEqual([false, true, false]);
	});

	test('nothing waits after the workflow was stopped', async () => {
		const stop = new AbortController();
		const { done, attempts } = sending([refuses(503, { 'Retry-After': '60' })], {
			sender: { signal: stop.signal },
		});
		await time.sleep(1_000);
		stop.abort(new Error('stopped'));
		await expect(done).rejects.toThrow('stopped');
		expect(attempts).toHaveLength(1);
		const before = sending([ok], { sender: { signal: stop.signal } });
		await expect(before.done).rejects.toThrow('stopped');
		expect(before.attempts).toEqual([]);
	});
});
