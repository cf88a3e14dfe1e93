/**
 * The first poll of a trigger, a start over, and a manual test.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { integer } from '../../../../nodes/shared/declare/fields';
import { pollFunction } from '../../../../nodes/shared/trigger/poll/pollFunction';
import { type StreamsSpec } from '../../../../nodes/shared/trigger/streams/streamPoll';
import { stub } from '../../../support/stub';
import { MINUTE } from '../../../support/time';
import { ended, event, start, stillOpen, trigger } from './streamPollStage';

describe('the first poll', () => {
	test('the first poll remembers what is there instead of emitting it', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { poll, memory, reads } = trigger(
			{
				tasks: {
					begins: {
						observations: [
							stillOpen('old', start - 10 * MINUTE),
							stillOpen('young', start - MINUTE),
							ended('done', start - MINUTE),
						],
					},
				},
				plans: {},
			},
			{ commit },
		);
		expect(await poll()).toBeNull();
		expect(memory().polls).toBe(0);
		expect(Object.keys(memory().streams)).toEqual(['tasks', 'plans']);
		expect(memory().streams.tasks!.open).toEqual({
			old: { time: start - 10 * MINUTE },
			young: { time: start - MINUTE },
		});
		expect(memory().streams.plans).toMatchObject({ window: [], open: {} });
		// What exists is not emitted later, either.
		expect(memory().streams.tasks!.window).toHaveLength(1);
		expect([commit.mock.calls.length, reads]).toEqual([1, []]);
	});

	describe('a trigger that starts over', () => {
		const started = async () => {
			const polled = trigger({ tasks: { parts: [{ observations: [ended('a', start + 1)] }] } });
			/** Whether the next poll is a first one. */
			const startsOver = async () => {
				const found = await polled.keys();
				return found === null && polled.memory().polls === 0;
			};
			expect(await startsOver()).toBe(true);
			return { ...polled, startsOver };
		};

		test('the trigger starts over where something else was chosen', async () => {
			const { keys, memory, parameters, startsOver } = await started();
			expect(await keys()).toEqual(['a 1']);
			expect(memory().polls).toBe(1);
			parameters.events = ['other'];
			expect(await startsOver()).toBe(true);
		});

		test('the trigger starts over where what is remembered is nothing', async () => {
			const { data, memory, warnings, startsOver } = await started();
			for (const kept of [
				undefined,
				null,
				'text',
				{},
				{ ...memory(), streams: { tasks: 7 } },
				{ ...memory(), streams: { plans: memory().streams.tasks } },
				{ ...memory(), streams: undefined },
			]) {
				data.memory = kept;
				expect([kept, await startsOver()]).toEqual([kept, true]);
				// Only what this trigger has written itself can be damaged.
				const isOwn = Object.keys(kept ?? {}).includes('streams');
				expect([kept, warnings.splice(0)]).toEqual([
					kept,
					isOwn ? ['The saved state of the trigger is damaged, so it starts over'] : [],
				]);
			}
		});

		test('the trigger starts over with all streams if one of them is damaged', async () => {
			const two = trigger({ tasks: {}, plans: {} });
			await two.poll();
			await two.poll();
			expect(two.memory().polls).toBe(1);
			two.data.memory = {
				...two.memory(),
				streams: { tasks: two.memory().streams.tasks, plans: 7 },
			};
			await two.poll();
			expect(two.memory().polls).toBe(0);
		});

		test('the trigger counts its polls again if their number is damaged', async () => {
			const { poll, data, memory } = await started();
			data.memory = { ...memory(), polls: 'many' };
			await poll();
			expect(memory().polls).toBe(1);
		});
	});

	test('an activation whose state cannot be saved fails with advice', async () => {
		const { poll } = trigger(
			{ tasks: {} },
			{ commit: async () => await Promise.reject(new Error('no database')) },
		);
		await expect(poll()).rejects.toMatchObject({
			message: 'The state of the trigger could not be saved: no database',
			description: expect.stringContaining('Check the database of n8n'),
		});
	});
});

test('a trigger starts over after a change of any field except `fieldOutsideScope`', async () => {
	const given: IDataObject = { minutes: 5, hours: 1 };
	const data: IDataObject = {};
	const known: unknown[] = [];
	const nodePoll = pollFunction<{ times: number }>(
		{
			fields: { minutes: integer('M'), hours: integer('H') },
			filters: {},
			simpleFields: [],
			messageIfEmpty: '',
		},
		{
			fieldOutsideScope: 'minutes',
			findTestEvents: async () => await Promise.resolve([]),
			restore: ({ times }) => ({ times: Number(times) }),
			findNewEvents: async ({ settings }, before, remember) => {
				known.push([settings.values.minutes, before?.times]);
				remember({ times: (before?.times ?? 0) + 1 });
				return await Promise.resolve([]);
			},
		},
	);
	const poll = async () =>
		await nodePoll.call(
			stub<IPollFunctions>({
				getMode: () => 'trigger',
				getWorkflow: () => ({}),
				getNode: () => ({ id: 'apart', parameters: given }),
				getTimezone: () => 'UTC',
				getNodeParameter: (name: string, otherwise: unknown) => given[name] ?? otherwise,
				getWorkflowStaticData: () => data,
			}),
		);
	await poll();
	given.minutes = 6;
	await poll();
	given.hours = 2;
	await poll();
	expect(known).toEqual([
		[5, undefined],
		[6, 1],
		[6, undefined],
	]);
});

describe('a manual test', () => {
	describe('a manual test of several streams', () => {
		const several = () =>
			trigger({
				tasks: {
					shows: [
						stillOpen('open', start),
						{
							...ended('a', start + 1),
							events: [event('a', start + 1, 0), event('a', start + 2, 1)],
						},
						ended('never', start + 9),
					],
				},
				plans: {
					shows: [
						{
							...ended('p', start + 3),
							events: [event('p', start + 3, 0), event('p', start + 3, 1)],
						},
					],
				},
				others: { shows: [ended('o', start + 1)] },
				none: {},
			});
		test('the newest event of all streams is shown', async () => {
			const { poll } = several();
			expect((await poll('manual'))!.map(({ eventId }) => eventId)).toEqual(['p 1']);
		});
		test('nothing is remembered', async () => {
			const { poll, data, reads } = several();
			await poll('manual');
			expect([data, reads]).toEqual([{}, []]);
		});
	});
	test('an execution without events is not shown', async () => {
		const { keys } = trigger({
			tasks: { shows: [stillOpen('open', start), ended('a', start + 1)] },
		});
		expect(await keys('manual')).toEqual(['a 1']);
	});

	test('a manual test is not kept by a poll under way, nor keeps one', async () => {
		const { keys, streams } = trigger({
			tasks: {
				shows: [ended('s', start)],
				parts: [{ observations: [ended('a', start + 1)] }],
				takesMs: 1_000,
			},
		});
		await keys();
		expect(await Promise.all([keys(), keys('manual'), keys('manual')])).toEqual([
			['a 1'],
			['s 1'],
			['s 1'],
		]);
		streams.tasks!.parts = [{ observations: [ended('b', start + 2)] }];
		expect(await Promise.all([keys('manual'), keys()])).toEqual([['s 1'], ['b 1']]);
		// Nor does its end let a second poll in.
		streams.tasks!.parts = [{ observations: [ended('c', start + 3)] }];
		const first = keys();
		await keys('manual');
		expect([await keys(), await first]).toEqual([null, ['c 1']]);
	});

	test('a manual test says where there is nothing to show', async () => {
		const shown = async (fields?: StreamsSpec['fields']) =>
			await trigger({ tasks: { shows: [stillOpen('open', start)] } }, { fields }).poll('manual');
		await expect(shown()).rejects.toMatchObject({
			message: 'No run fits',
			description: 'Change the events or filters, or try again after such an event.',
		});
		await expect(shown({})).rejects.toMatchObject({
			message: 'No run fits',
			description: 'Change the filters, or try again after such an event.',
		});
	});
});
