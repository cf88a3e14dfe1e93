/**
 * What later polls emit, and in which order.
 */
import type { EmittedEvent } from '../../../../nodes/shared/trigger/declare/triggerSpec';
import type { Poll } from '../../../../nodes/shared/trigger/requests/pollRequests';
import { MINUTE } from '../../../support/time';
import { ended, start, stillOpen, time, trigger } from './streamPollStage';

/** How many emitted events, and how many bytes of open executions, a trigger can remember. */
const MOST_EVENTS = 1_200;
const OPEN_BYTES = 32_000;

describe('later polls', () => {
	const active = async (...given: Parameters<typeof trigger>) => {
		const made = trigger(...given);
		await made.poll();
		await time.sleep(MINUTE);
		return made;
	};

	test('a poll after a clock was ahead continues at the present, without repeating events', async () => {
		const ahead = 10 * 24 * 60 * MINUTE;
		const begins = { from: start + ahead, newestAt: start + ahead };
		const { keys, warnings, streams, reads } = await active({
			tasks: { begins, parts: [{ observations: [ended('past', start)] }] },
		});
		expect(await keys()).toBeNull();
		expect(reads[0]!.from).toBe(time.now());
		expect(warnings).toEqual(['A clock was ahead: the trigger continues from now']);
		streams.tasks!.parts = [{ observations: [ended('b', start + MINUTE)] }];
		expect(await keys()).toEqual(['b 1']);
		expect([await keys(), warnings.length]).toEqual([null, 1]);
	});

	test('a poll does not go back because a single answer has an old time', async () => {
		const { keys, memory, streams } = await active({
			tasks: { parts: [{ now: start - 10 * 24 * 60 * MINUTE }] },
		});
		const { watermark } = memory().streams.tasks!;
		expect(await keys()).toBeNull();
		expect(memory().streams.tasks!.watermark).toBe(watermark);
		streams.tasks!.parts = [{ observations: [ended('b', start + 1)] }];
		expect(await keys()).toEqual(['b 1']);
	});

	test('new events are emitted once, in the order in which they happened', async () => {
		const { keys, poll, streams, memory } = await active({
			tasks: { parts: [{ observations: [ended('b', start + 2_000), ended('a', start + 1_000)] }] },
			plans: { parts: [{ observations: [ended('p', start + 1_500)] }] },
		});
		expect(await keys()).toEqual(['a 1', 'p 1', 'b 1']);
		expect(memory().polls).toBe(1);
		expect(await keys()).toBeNull();
		streams.tasks!.parts = [{ observations: [ended('c', start + 3_000)] }];
		expect(await poll()).toEqual([
			{
				eventId: 'c 1',
				event: 'failed',
				occurredAt: new Date(start + 3_000).toISOString(),
				key: 'c',
				more: 1,
			},
		]);
	});

	test('an event shows as much of a record as was chosen', async () => {
		const { poll, parameters } = await active({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
		});
		parameters.simplify = true;
		expect(await poll()).toEqual([
			{ eventId: 'a 1', event: 'failed', occurredAt: new Date(start + 1).toISOString(), key: 'a' },
		]);
	});

	test('events are completed by names, as far as these can be had', async () => {
		const addDetails = jest.fn(
			async (_poll: Poll, events: EmittedEvent[]) =>
				await Promise.resolve(void events.forEach(({ record }) => (record.name = 'N'))),
		);
		const { poll } = await active(
			{ tasks: { parts: [{ observations: [ended('a', start + 1)] }] } },
			{ addDetails },
		);
		expect((await poll())![0]).toMatchObject({ key: 'a', name: 'N' });
		const failing = await active(
			{ tasks: { parts: [{ observations: [ended('a', start + 1)] }] } },
			{ addDetails: async () => await Promise.reject(new Error('refused')) },
		);
		expect(await failing.keys()).toEqual(['a 1']);
		expect(failing.warnings).toEqual(['Names could not be read: refused']);
	});

	test('the state does not change while names are read, because another trigger may save it', async () => {
		const states: string[] = [];
		const { keys, memory } = await active(
			{ tasks: { parts: [{ observations: [ended('a', start + 1)] }] } },
			{ addDetails: async () => await Promise.resolve(void states.push(JSON.stringify(memory()))) },
		);
		const before = JSON.stringify(memory());
		expect(await keys()).toEqual(['a 1']);
		expect(states).toEqual([before]);
		expect(JSON.stringify(memory())).not.toBe(before);
	});

	test('a tenth of the time is kept for names, if these are added', async () => {
		const left: number[] = [];
		const late = [{ observations: [ended('a', start + 1)], reached: start + 2 }, new Error('late')];
		const { keys, warnings, reads } = await active(
			{ tasks: { parts: late, takesMs: 18_000 } },
			{ addDetails: async (poll) => await Promise.resolve(void left.push(poll.leftMs())) },
		);
		expect(await keys()).toEqual(['a 1']);
		expect(warnings).toEqual([]);
		expect(reads.at(-1)!.left).toBe(36_000);
		expect(left.at(-1)).toBe(4_000);
	});

	test('names delay events by half a minute at most', async () => {
		const left: number[] = [];
		const { keys } = await active(
			{ tasks: { parts: [{ observations: [ended('a', start + 1)] }] } },
			{ addDetails: async (poll) => await Promise.resolve(void left.push(poll.leftMs())) },
		);
		expect(await keys()).toEqual(['a 1']);
		expect(left.at(-1)).toBe(30_000);
	});

	test('events of all streams beyond Max Events per Poll follow in the next poll', async () => {
		const { keys, parameters, reads } = await active({
			tasks: {
				parts: [
					{ observations: [ended('a', start + 1), ended('b', start + 2)] },
					{ observations: [ended('c', start + 3)] },
				],
			},
			plans: { parts: [{ observations: [ended('p', start + 4)] }] },
		});
		parameters.options = { maxEvents: 2 };
		expect(await keys()).toEqual(['a 1', 'b 1']);
		expect(await keys()).toEqual(['c 1', 'p 1']);
		expect(reads.map(({ stream }) => stream)).toEqual(['tasks', 'plans', 'plans', 'tasks']);
	});

	test('the streams take turns in coming first, each with the time that those after it leave', async () => {
		const { poll, reads } = await active({ one: {}, two: {}, three: {} });
		for (let count = 0; count < 4; count++) await poll();
		expect(reads.map(({ stream }) => stream).join(' ')).toBe(
			'one two three two three one three one two one two three',
		);
		// Of 40 s a stream has what its followers leave, a quarter of the time for each.
		expect(reads.slice(0, 3).map(({ left }) => left)).toEqual([20_000, 30_000, 40_000]);
	});

	test('a quarter of the time is kept for open executions, if there are any', async () => {
		const { poll, reads } = await active({
			one: { begins: { observations: [stillOpen('old', start - 10 * MINUTE)] } },
			two: {},
		});
		await poll();
		expect(reads.map(({ left }) => left)).toEqual([22_500, 40_000]);
	});

	test('an execution that the list no longer shows is read by ID, if the list was read completely', async () => {
		const readOne = jest.fn(
			(key: string) => async () => await Promise.resolve(ended(key, start - 10 * MINUTE)),
		);
		const open = { begins: { observations: [stillOpen('old', start - 10 * MINUTE)] }, readOne };
		const { keys, memory } = await active({ tasks: { ...open, parts: [{}] } });
		expect(await keys()).toEqual(['old 1']);
		expect(memory().streams.tasks!.open).toEqual({});
		readOne.mockClear();
		const troubled = await active({
			tasks: { ...open, parts: [{ observations: [ended('a', start + 1)] }, new Error('broken')] },
		});
		expect(await troubled.keys()).toEqual(['a 1']);
		expect(readOne).not.toHaveBeenCalled();
		// A list that showed nothing at all says nothing about what it lacks.
		await (await active({ tasks: { ...open, parts: [] } })).poll();
		expect(readOne).not.toHaveBeenCalled();
	});

	test('a warning counts the executions that are no longer followed', async () => {
		const observations = Array.from({ length: 700 }, (_, index) =>
			stillOpen(`run ${'x'.repeat(40)} ${index}`, start + 1 + index),
		);
		const { poll, memory, warnings } = await active({
			tasks: { parts: [{ observations, newestAt: start + 30 * MINUTE }] },
		});
		await poll();
		const followed = Object.keys(memory().streams.tasks!.open).length;
		expect(followed).toBeGreaterThan(100);
		expect(warnings).toEqual([
			`Too many executions have been in progress for a long time. No longer followed: ${700 - followed}`,
		]);
	});

	test('a poll ends at the limit of events, without reading further', async () => {
		const { keys, parameters, reads, warnings } = await active({
			tasks: {
				parts: [
					{ observations: [ended('a', start + 1)], reached: start + 2 },
					new Error('is not read'),
				],
			},
		});
		parameters.options = { maxEvents: 1 };
		expect(await keys()).toEqual(['a 1']);
		expect([reads.length, warnings]).toEqual([1, []]);
	});

	test('an unread rest is no trouble if other streams have filled the poll', async () => {
		const { keys, parameters, warnings } = await active({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
			plans: { parts: [{ observations: [ended('p', start + 1)], reached: start - 10 * MINUTE }] },
		});
		parameters.options = { maxEvents: 1 };
		expect([await keys(), warnings]).toEqual([['a 1'], []]);
	});

	test('two streams share what a trigger can remember, each the half of it', async () => {
		const many = Array.from({ length: 1_000 }, (_, index) =>
			ended(`run ${index}`, start + 1 + index),
		);
		const open = Array.from({ length: 700 }, (_, index) =>
			stillOpen(`run ${index}`, start + 1 + index),
		);
		const { poll, memory } = await active({
			tasks: { parts: [{ observations: many }] },
			plans: { parts: [{ observations: open, newestAt: start + 30 * MINUTE }] },
		});
		await poll();
		expect(memory().streams.tasks!.window).toHaveLength(MOST_EVENTS / 2);
		const size = Object.entries(memory().streams.plans!.open).reduce(
			(sum, entry) => sum + JSON.stringify(entry).length,
			0,
		);
		expect(size).toBeLessThanOrEqual(OPEN_BYTES / 2);
		// One more would not fit.
		expect(size).toBeGreaterThan(OPEN_BYTES / 2 - 100);
	});
});
