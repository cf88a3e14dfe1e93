/**
 * The queues of requests: hints about slow ones, and which queues are kept.
 */
import { queueFor } from '../../../nodes/shared/transport/queue/queues';
import { HOUR } from '../../support/time';
import { breaks, newFamily, ok, Reaction, refuses, sending, time } from './limitAndRetryStage';

describe('a slowed queue', () => {
	const slowed = jest.fn();
	beforeEach(() => slowed.mockReset());

	/**
	 * The second request of a queue, `afterMs` after the first, whose 429 has paused the queue.
	 * @param pause in seconds
	 */
	async function behind(pause: string, afterMs: number) {
		const first = sending([refuses(429, { 'Retry-After': pause }), ok]);
		await time.sleep(afterMs);
		const second = sending([ok], {
			operation: { family: first.declared.family },
			sender: { slowed },
		});
		await Promise.all([first.done, second.done]);
		return { family: first.declared.family, second };
	}

	test('a hint says until when a limit slows the queue, if that costs a second or more', async () => {
		const startedAt = time.now();
		const { family } = await behind('30', 1_000);
		expect(slowed.mock.calls).toEqual([[family, startedAt + 30_000]]);
		slowed.mockReset();
		await behind('30', 29_000);
		expect(slowed).toHaveBeenCalledTimes(1);
	});

	test('the hint has the later time if the queue was slowed again in the meantime', async () => {
		const startedAt = time.now();
		const first = sending([
			refuses(429, { 'Retry-After': '10' }),
			refuses(429, { 'Retry-After': '40' }),
			ok,
		]);
		await time.sleep(1_000);
		await Promise.all([
			first.done,
			sending([ok], { operation: { family: first.declared.family }, sender: { slowed } }).done,
		]);
		expect(slowed.mock.calls).toEqual([[first.declared.family, startedAt + 50_000]]);
	});

	test('no hint is shown about less than a second, or about a queue that is only full', async () => {
		await behind('30', 29_001);
		expect(slowed).not.toHaveBeenCalled();
		const family = newFamily();
		const busy = Array.from(
			{ length: 9 },
			() => sending([{ ...ok, after: 5_000 }], { operation: { family }, sender: { slowed } }).done,
		);
		await Promise.all(busy);
		expect(slowed).not.toHaveBeenCalled();
	});

	describe('what speeds the queue up', () => {
		const speedUps = async (reaction: Reaction) => {
			const { done, queue } = sending([reaction, ok]);
			const spy = jest.spyOn(queue, 'speedUp');
			await Promise.allSettled([done]);
			return spy.mock.calls.length;
		};

		test.each([
			{ what: 'a success', reaction: ok, count: 1 },
			{ what: 'a refusal, which is not repeated,', reaction: refuses(404), count: 1 },
			{ what: 'a 503 as well as the repetition', reaction: refuses(503), count: 2 },
		])('$what tells the queue that it was not limited', async ({ reaction, count }) => {
			expect(await speedUps(reaction)).toBe(count);
		});

		test.each([
			{ what: 'a 429', reaction: refuses(429) },
			{ what: 'a network fault', reaction: breaks('ECONNRESET') },
			{
				what: 'a refused sign-in, which says nothing about the API,',
				reaction: { fault: { credentialRefused: true, refusedWith: 429 } },
			},
		])('only the repetition after $what tells the queue', async ({ reaction }) => {
			expect(await speedUps(reaction)).toBe(1);
		});
	});
});

describe('unused queues', () => {
	const inside = { endpoint: 'GET /any', patienceMs: 120_000, isRetry: false };

	test('unused queues are forgotten after a while, so that their number does not grow forever', async () => {
		const queue = queueFor('one', 'executions');
		await queue.run(async () => await time.sleep(1), inside);
		expect(queueFor('one', 'executions')).toBe(queue);
		await time.sleep(HOUR);
		queueFor('another', 'executions');
		expect(queueFor('one', 'executions')).not.toBe(queue);
	});

	test('unused queues are kept while a request is in progress or a limit applies', async () => {
		const busy = queueFor('busy', 'executions');
		const working = busy.run(async () => await time.sleep(2 * HOUR), inside);
		const paused = queueFor('paused', 'executions');
		await paused.run((slot) => Promise.resolve(paused.slowDown(slot, 2 * HOUR)), inside);
		await time.sleep(HOUR / 10);
		queueFor('other', 'executions');
		expect(queueFor('busy', 'executions')).toBe(busy);
		expect(queueFor('paused', 'executions')).toBe(paused);
		await working;
	});

	test('each credential and each family has its own queue', () => {
		const owners = [
			['a', 'x'],
			['a', 'y'],
			['b', 'x'],
		] as const;
		expect(new Set(owners.map(([credential, family]) => queueFor(credential, family))).size).toBe(
			3,
		);
	});
});
