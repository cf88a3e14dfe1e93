/**
 * A poll of a trigger: one at a time, what is emitted, what is remembered, and the message where
 * something went wrong.
 */
import type { IDataObject, IPollFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { integer, list } from '../../../nodes/shared/declare/field';
import { type EmittedEvent, pollFunction } from '../../../nodes/shared/trigger/pollFunction';
import type { Poll } from '../../../nodes/shared/trigger/pollRequests';
import {
	type EventSource,
	type ObservedPart,
	type StreamStart,
} from '../../../nodes/shared/trigger/source';
import type { Observation, TriggerEvent } from '../../../nodes/shared/trigger/stream';
import { type StreamsSpec, watchStreams } from '../../../nodes/shared/trigger/streamPoll';
import { stub } from '../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../support/time';

const time = simulatedTimeForEach();
let start: number;
beforeEach(() => {
	start = time.now();
});

const event = (key: string, at: number, phase = 1): TriggerEvent => ({
	eventId: `${key} ${phase}`,
	event: 'failed',
	phase,
	occurredAt: new Date(at).toISOString(),
	record: { key, more: 1 },
});
const ended = (key: string, at: number): Observation => ({
	key,
	time: at,
	isOpen: false,
	events: [event(key, at)],
});
const stillOpen = (key: string, at: number): Observation => ({
	key,
	time: at,
	isOpen: true,
	events: [],
});

interface Streamed extends Partial<EventSource> {
	begins?: Partial<StreamStart>;
	parts?: Array<Partial<ObservedPart> | Error>;
	shows?: Observation[];
	/** How long a part takes. */
	takesMs?: number;
}

let triggers = 0;
/** A trigger with these streams, and what n8n remembers for it. */
function trigger(
	streams: Record<string, Streamed>,
	{
		addDetails,
		budgetMs = 41_000,
		commit,
		node,
		fields = { events: list('Events') },
	}: {
		fields?: StreamsSpec['fields'];
		addDetails?: StreamsSpec['addDetails'];
		budgetMs?: number;
		commit?: () => Promise<void>;
		node?: string;
	} = {},
) {
	const data: IDataObject = {};
	const warnings: string[] = [];
	const parameters: IDataObject = { events: ['failed'], filters: {}, options: {}, simplify: false };
	const reads: Array<{ stream: string; from: number; left: number }> = [];
	const sourceOf = (
		stream: string,
		{ begins, parts, shows = [], takesMs = 0, ...others }: Streamed,
	): EventSource => ({
		begin: async (_poll, allowedLatenessMs) =>
			await Promise.resolve({
				from: time.now() - allowedLatenessMs,
				newest: time.now(),
				observations: [],
				...begins,
			}),
		async *read(poll: Poll, from) {
			reads.push({ stream, from, left: poll.leftMs() });
			for (const part of streams[stream]!.parts ?? parts ?? []) {
				await time.sleep(takesMs);
				if (part instanceof Error) throw part;
				yield {
					observations: [],
					newest: undefined,
					now: time.now(),
					latestNow: time.now(),
					...part,
				};
			}
		},
		async *newest() {
			for (const one of shows) yield await Promise.resolve(one);
		},
		...others,
	});
	const spec: StreamsSpec = {
		fields,
		filters: {},
		simpleFields: ['key'],
		messageIfEmpty: 'No run fits',
		...(addDetails ? { addDetails } : {}),
		sources: (given) => {
			expect(given).toEqual('events' in fields ? { events: parameters.events } : {});
			return Object.fromEntries(
				Object.entries(streams).map(([name, one]) => [name, sourceOf(name, one)]),
			);
		},
	};
	const id = `poll ${++triggers}`;
	const nodeId = node ?? id;
	const nodePoll = watchStreams(spec);
	const context = (mode: WorkflowExecuteMode) =>
		stub<IPollFunctions>({
			getMode: () => mode,
			getWorkflow: () => ({ id }),
			getNode: () => ({
				id: nodeId,
				name: 'Trigger',
				type: 't',
				typeVersion: 1,
				position: [0, 0],
				parameters,
			}),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getWorkflowStaticData: (scope: string) => (scope === 'node' ? data : {}),
			getPollBudgetMs: () => budgetMs,
			...(commit ? { __commitCursor: commit } : {}),
			logger: { warn: (text: string) => void warnings.push(text) },
		});
	const poll = async (mode: WorkflowExecuteMode = 'trigger') =>
		(await nodePoll.call(context(mode)))?.[0]?.map(({ json }) => json) ?? null;
	const keys = async (mode?: WorkflowExecuteMode) =>
		(await poll(mode))?.map(({ eventId }) => eventId) ?? null;
	const memory = () =>
		data.memory as {
			scope: string;
			polls: number;
			streams: Record<
				string,
				{ watermark: string; window: string[]; open: Record<string, unknown> }
			>;
		};
	return { data, warnings, parameters, reads, poll, keys, memory, id, streams };
}

describe('the first poll', () => {
	test('the first poll emits nothing, and remembers where each stream begins and what is open', async () => {
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
		expect(memory().streams.tasks!.open).toEqual({ old: { time: start - 10 * MINUTE } });
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

	test('an activation whose state cannot be saved fails, and says what to do', async () => {
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

describe('later polls', () => {
	const active = async (...given: Parameters<typeof trigger>) => {
		const made = trigger(...given);
		await made.poll();
		await time.sleep(MINUTE);
		return made;
	};

	test('later polls continue at the present after a clock was ahead, and keep what was emitted', async () => {
		const ahead = 10 * 24 * 60 * MINUTE;
		const begins = { from: start + ahead, newest: start + ahead };
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

	test('later polls do not go back because a single answer has an old time', async () => {
		const { keys, memory, streams } = await active({
			tasks: { parts: [{ now: start - 10 * 24 * 60 * MINUTE }] },
		});
		const { watermark } = memory().streams.tasks!;
		expect(await keys()).toBeNull();
		expect(memory().streams.tasks!.watermark).toBe(watermark);
		streams.tasks!.parts = [{ observations: [ended('b', start + 1)] }];
		expect(await keys()).toEqual(['b 1']);
	});

	test('later polls emit what is new, in the order in which it happened, once', async () => {
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

	test('later polls show as much of a record as was chosen', async () => {
		const { poll, parameters } = await active({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
		});
		parameters.simplify = true;
		expect(await poll()).toEqual([
			{ eventId: 'a 1', event: 'failed', occurredAt: new Date(start + 1).toISOString(), key: 'a' },
		]);
	});

	test('later polls are completed by names, as far as these can be had', async () => {
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
		expect(failing.warnings).toEqual([
			'Names could not be read: refused',
			'Names could not be read: refused',
		]);
	});

	test('later polls emit as many as was chosen, of all streams together; the others come next', async () => {
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

	test('later polls take turns in which stream comes first, each with the time that those after it leave', async () => {
		const { poll, reads } = await active({ one: {}, two: {}, three: {} });
		for (let count = 0; count < 4; count++) await poll();
		expect(reads.map(({ stream }) => stream).join(' ')).toBe(
			'one two three two three one three one two one two three',
		);
		// Of 40 s a stream has what its followers leave, a quarter of the time for each.
		expect(reads.slice(0, 3).map(({ left }) => left)).toEqual([20_000, 30_000, 40_000]);
	});

	test('later polls keep a quarter of the time for open executions, if there are any', async () => {
		const { poll, reads } = await active({
			one: { begins: { observations: [stillOpen('old', start - 10 * MINUTE)] } },
			two: {},
		});
		await poll();
		expect(reads.map(({ left }) => left)).toEqual([22_500, 40_000]);
	});

	test('later polls look at what the list does not show, unless there was trouble', async () => {
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

	test('later polls say how many runs are no longer followed', async () => {
		const observations = Array.from({ length: 700 }, (_, index) =>
			stillOpen(`run ${'x'.repeat(40)} ${index}`, start + 1 + index),
		);
		const { poll, warnings } = await active({
			tasks: { parts: [{ observations, newest: start + 30 * MINUTE }] },
		});
		await poll();
		expect(warnings).toEqual([
			expect.stringMatching(
				/^\d+ executions are no longer followed: they have been in progress for a long time, together with many others$/,
			),
		]);
	});

	test('later polls end at the limit of events, without reading further', async () => {
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

	test('later polls do not take time that another stream has no room for as trouble', async () => {
		const { keys, parameters, warnings } = await active({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
			plans: { parts: [{ observations: [ended('p', start + 1)], reached: start - 10 * MINUTE }] },
		});
		parameters.options = { maxEvents: 1 };
		expect([await keys(), warnings]).toEqual([['a 1'], []]);
	});

	test('later polls remember a share for each stream', async () => {
		const many = Array.from({ length: 1_000 }, (_, index) =>
			ended(`run ${index}`, start + 1 + index),
		);
		const open = Array.from({ length: 700 }, (_, index) =>
			stillOpen(`run ${index}`, start + 1 + index),
		);
		const { poll, memory } = await active({
			tasks: { parts: [{ observations: many }] },
			plans: { parts: [{ observations: open, newest: start + 30 * MINUTE }] },
		});
		await poll();
		expect(memory().streams.tasks!.window).toHaveLength(600);
		const size = Object.entries(memory().streams.plans!.open).reduce(
			(sum, entry) => sum + JSON.stringify(entry).length,
			0,
		);
		expect([size <= 16_000, size > 15_900]).toEqual([true, true]);
	});
});

describe('trouble', () => {
	const active = async (...given: Parameters<typeof trigger>) => {
		const made = trigger(...given);
		await made.poll();
		await time.sleep(MINUTE);
		return made;
	};

	test('a poll without events fails if a list cannot be read, and leaves the state as it was', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { poll, memory } = await active({ tasks: { parts: [new Error('refused')] } }, { commit });
		const before = JSON.stringify(memory());
		await expect(poll()).rejects.toThrow('refused');
		expect(JSON.stringify(memory())).toBe(before);
		expect(commit).toHaveBeenCalledTimes(1);
		// The next one is not kept from its turn.
		await expect(poll()).rejects.toThrow('refused');
	});

	test('a failure is only a warning if something was read, and that is kept', async () => {
		const { keys, warnings, memory, streams } = await active({
			tasks: {
				parts: [
					{ observations: [ended('a', start + 1)], reached: start + 2 },
					new Error('refused'),
				],
			},
		});
		expect(await keys()).toEqual(['a 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
		streams.tasks!.parts = [{ observations: [ended('a', start + 1)] }];
		expect(await keys()).toBeNull();
	});

	test('a failure of one stream does not keep the events of the others from being emitted', async () => {
		const { keys, warnings, memory } = await active({
			tasks: { parts: [new Error('refused')] },
			plans: { parts: [{ observations: [ended('p', start + 1)] }] },
		});
		expect(await keys()).toEqual(['p 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
	});

	test('a poll that fails after progress without events saves that progress', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { poll, memory } = await active(
			{
				tasks: { parts: [new Error('first'), new Error('never')] },
				plans: { parts: [{ newest: start + 30 * MINUTE }] },
				others: { parts: [new Error('second')] },
			},
			{ commit },
		);
		await expect(poll()).rejects.toThrow('first');
		expect(memory().polls).toBe(1);
		expect(commit).toHaveBeenCalledTimes(2);
	});

	/** A part after which the time of the poll is up. */
	const lateAfter = (part: Partial<ObservedPart>) => ({
		parts: [part, new Error('late')],
		takesMs: 30_000,
	});

	test('running out of time after a complete part is no failure', async () => {
		const { keys, warnings, memory } = await active({
			tasks: lateAfter({ observations: [ended('a', start + 1)], reached: start + 2 }),
		});
		expect([await keys(), warnings, memory().polls]).toEqual([['a 1'], [], 1]);
	});

	test('running out of time before the first part is a failure', async () => {
		const { poll } = await active({ tasks: { parts: [new Error('late')], takesMs: 45_000 } });
		await expect(poll()).rejects.toThrow('late');
	});

	test('running out of time after an event leaves the watermark behind the newest record', async () => {
		const { keys, memory, streams } = await active({ tasks: {} });
		await time.sleep(20 * MINUTE);
		const newest = start + 10 * MINUTE;
		streams.tasks = lateAfter({
			observations: [ended('a', newest)],
			newest,
			reached: start + 20 * MINUTE,
		});
		expect(await keys()).toEqual(['a 1']);
		expect(parseInt(memory().streams.tasks!.watermark, 36)).toBe(newest - 5 * MINUTE);
	});

	test('running out of time before anything new was reached is a failure, unless the watermark rises', async () => {
		const { poll, memory, streams } = await active({ tasks: {} });
		const follows: number[] = [];
		for (const reached of [-6, -3, 0]) {
			streams.tasks = lateAfter({ newest: start - 10 * MINUTE, reached: start + reached * MINUTE });
			const polled = poll();
			if (reached === -6)
				await expect(polled).rejects.toMatchObject({
					message: 'A poll ran out of time before it reached anything new',
					description:
						'The next poll tries again. If this persists, Talend Cloud answers too slowly for the number of records.',
				});
			else expect(await polled).toBeNull();
			follows.push(parseInt(memory().streams.tasks!.watermark, 36) - time.now());
		}
		// It follows the clock at the distance of the look-back, as far as was read.
		expect(follows[2]).toBeGreaterThan(-6 * MINUTE);
		expect(follows[2]).toBeLessThanOrEqual(-5 * MINUTE);
	});

	test('the poll emits the records of one time that the platform lists, and the next poll fails once if it does not list all', async () => {
		const { keys, warnings } = await active({
			tasks: {
				parts: [{ observations: [ended('a', start + 1)], isCut: true, reached: start + 2 }],
			},
		});
		expect(await keys()).toEqual(['a 1']);
		await expect(keys()).rejects.toMatchObject({
			message: `Talend Cloud does not list all executions or logs that have the same time: some before ${new Date(start + 2).toISOString()} were not emitted`,
			description:
				'Those that it lists were emitted, and the trigger continues with the next poll. Look for the others in Talend Cloud, or with Get Many and filters.',
		});
		expect([await keys(), warnings]).toEqual([null, []]);
	});

	/** A part that has more records of one time than the platform lists. */
	const cut = (observations: Observation[]) => ({
		parts: [{ observations, isCut: true, reached: start + 2 }],
	});

	test('missing records are not reported if the records that are listed were emitted before', async () => {
		const { keys } = await active({ tasks: cut([]) });
		expect([await keys(), await keys()]).toEqual([null, null]);
	});

	test('a poll that reports missing records leaves new events to the next one, so that it fails', async () => {
		const { keys, streams } = await active({ tasks: cut([ended('a', start + 1)]) });
		await keys();
		streams.tasks = { parts: [{ observations: [ended('b', start + 3)] }] };
		await expect(keys()).rejects.toThrow('does not list all executions or logs');
		expect(await keys()).toEqual(['b 1']);
	});
});

test('a setting apart is no reason to start over, any other is', async () => {
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

describe('one poll at a time', () => {
	test('a second poll at the same time emits nothing for the same node, but does for another', async () => {
		const one = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await one.poll();
		const [first, second] = await Promise.all([one.keys(), one.keys()]);
		expect([first, second]).toEqual([['a 1'], null]);
		expect(one.reads).toHaveLength(1);
		const other = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await other.poll();
		one.streams.tasks!.parts = [{ observations: [ended('b', start + 2)] }];
		expect(await Promise.all([one.keys(), other.keys()])).toEqual([['b 1'], ['a 1']]);
		// A copy of a workflow has nodes of the same names.
		const copy = trigger(
			{ tasks: { parts: [{ observations: [ended('c', start + 3)] }], takesMs: 1_000 } },
			{ node: other.id },
		);
		await copy.poll();
		other.streams.tasks!.parts = [{ observations: [ended('d', start + 4)] }];
		expect(await Promise.all([other.keys(), copy.keys()])).toEqual([['d 1'], ['c 1']]);
	});

	test('a poll that is given an older state a moment later steps aside for a minute', async () => {
		const { keys, data, memory, streams } = trigger({
			tasks: { parts: [{ observations: [ended('a', start + 1)] }] },
		});
		await keys();
		const older = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(await keys()).toEqual(['a 1']);
		Object.assign(data, older);
		streams.tasks!.parts = [{ observations: [ended('a', start + 1), ended('b', start + 2)] }];
		await time.sleep(MINUTE - 1);
		expect([await keys(), memory().polls]).toEqual([null, 0]);
		await time.sleep(1);
		expect(await keys()).toEqual(['a 1', 'b 1']);
	});

	test('the number of polls tells an old state for a minute, for one trigger only', async () => {
		const { keys, data, reads } = trigger({ tasks: {} });
		for (let polls = 0; polls <= 3; polls++) await keys();
		/** Whether a poll to which n8n gives a state of that age steps aside. */
		const isOutdated = async (polls: number) => {
			data.memory = { ...(data.memory as IDataObject), polls };
			const before = reads.length;
			await keys();
			return reads.length === before;
		};
		expect([await isOutdated(2), await isOutdated(3), await isOutdated(4)]).toEqual([
			true,
			false,
			false,
		]);
		const another = trigger({ tasks: {} });
		await another.keys();
		await another.keys();
		expect(another.reads).toHaveLength(1);
		await time.sleep(MINUTE);
		expect(await isOutdated(2)).toBe(false);
	});
});

describe('a manual test', () => {
	test('a manual test shows the newest event of all streams, and touches nothing', async () => {
		const { poll, data, reads } = trigger({
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
		expect((await poll('manual'))!.map(({ eventId }) => eventId)).toEqual(['p 1']);
		expect([data, reads]).toEqual([{}, []]);
		expect(
			await trigger({ tasks: { shows: [stillOpen('open', start), ended('a', start + 1)] } }).keys(
				'manual',
			),
		).toEqual(['a 1']);
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
