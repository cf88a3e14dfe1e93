/** A poll of a trigger: one at a time, what is emitted, what is remembered, and the message where something went wrong. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { integer, list } from '../../../nodes/shared/declare/field';
import type { Sighting, TriggerEvent } from '../../../nodes/shared/trigger/cursor';
import { type Emitted, pollFunction } from '../../../nodes/shared/trigger/frame';
import type { Poll } from '../../../nodes/shared/trigger/listing';
import {
	type Beginning,
	type EventSource,
	polling,
	type Slice,
	type TriggerSpec,
} from '../../../nodes/shared/trigger/poll';
import { simulateTime, type SimulatedTime } from '../../support/time';

let time: SimulatedTime;
let start: number;
beforeEach(() => {
	time = simulateTime();
	start = time.now();
});
afterEach(() => time.restore());

const MINUTE = 60_000;
const event = (key: string, at: number, step = 1): TriggerEvent => ({
	eventId: `${key} ${step}`,
	event: 'failed',
	step,
	occurredAt: new Date(at).toISOString(),
	record: { key, more: 1 },
});
const ended = (key: string, at: number): Sighting => ({
	key,
	time: at,
	open: false,
	events: [event(key, at)],
});
const going = (key: string, at: number): Sighting => ({ key, time: at, open: true, events: [] });

interface Streamed extends Partial<EventSource> {
	begins?: Partial<Beginning>;
	slices?: Array<Partial<Slice> | Error>;
	shows?: Sighting[];
	/** How long a slice takes. */
	takesMs?: number;
}

let triggers = 0;
/** A trigger with these streams, and what n8n remembers for it. */
function trigger(
	streams: Record<string, Streamed>,
	{
		complete,
		budgetMs = 41_000,
		commit,
		node,
		fields = { events: list('Events') },
	}: {
		fields?: TriggerSpec['fields'];
		complete?: TriggerSpec['complete'];
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
		{ begins, slices, shows = [], takesMs = 0, ...others }: Streamed,
	): EventSource => ({
		begin: async (_poll, lookBackMs) =>
			await Promise.resolve({
				from: time.now() - lookBackMs,
				newest: time.now(),
				sightings: [],
				...begins,
			}),
		async *read(poll: Poll, from) {
			reads.push({ stream, from, left: poll.left() });
			for (const slice of streams[stream]!.slices ?? slices ?? []) {
				await time.sleep(takesMs);
				if (slice instanceof Error) throw slice;
				yield { sightings: [], newest: undefined, now: time.now(), ...slice };
			}
		},
		async *newest() {
			for (const one of shows) yield await Promise.resolve(one);
		},
		...others,
	});
	const spec: TriggerSpec = {
		fields,
		filters: {},
		simple: ['key'],
		messageIfEmpty: 'No run fits',
		...(complete ? { complete } : {}),
		sources: (given) => {
			expect(given).toEqual('events' in fields ? { events: parameters.events } : {});
			return Object.fromEntries(
				Object.entries(streams).map(([name, one]) => [name, sourceOf(name, one)]),
			);
		},
	};
	const id = `poll ${++triggers}`;
	const nodeId = node ?? id;
	const poll = polling(spec);
	const context = (mode: string) =>
		({
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
		}) as unknown as IPollFunctions;
	const run = async (mode = 'trigger') =>
		(await poll.call(context(mode)))?.[0]?.map(({ json }) => json) ?? null;
	const keys = async (mode?: string) => (await run(mode))?.map(({ eventId }) => eventId) ?? null;
	const memory = () =>
		data.memory as {
			of: string;
			polls: number;
			streams: Record<string, { floor: string; seen: string[]; open: Record<string, unknown> }>;
		};
	return { data, warnings, parameters, reads, run, keys, memory, id, streams };
}

describe('the first poll', () => {
	test('emits nothing, and remembers where each stream begins and what is open', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { run, memory, reads } = trigger(
			{
				tasks: {
					begins: {
						sightings: [
							going('old', start - 10 * MINUTE),
							going('young', start - MINUTE),
							ended('done', start - MINUTE),
						],
					},
				},
				plans: {},
			},
			{ commit },
		);
		expect(await run()).toBeNull();
		expect(memory().polls).toBe(0);
		expect(Object.keys(memory().streams)).toEqual(['tasks', 'plans']);
		expect(memory().streams.tasks!.open).toEqual({ old: { time: start - 10 * MINUTE } });
		expect(memory().streams.plans).toMatchObject({ seen: [], open: {} });
		// What exists is not emitted later, either.
		expect(memory().streams.tasks!.seen).toHaveLength(1);
		expect([commit.mock.calls.length, reads]).toEqual([1, []]);
	});

	test('comes again where something else was chosen, or what is remembered is nothing', async () => {
		const { run, keys, data, memory, parameters } = trigger({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }] },
		});
		const isAnew = async () => {
			const found = await keys();
			return found === null && memory().polls === 0;
		};
		expect(await isAnew()).toBe(true);
		expect(await keys()).toEqual(['a 1']);
		expect(memory().polls).toBe(1);
		parameters.events = ['other'];
		expect(await isAnew()).toBe(true);
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
			expect([kept, await isAnew()]).toEqual([kept, true]);
		}
		const two = trigger({ tasks: {}, plans: {} });
		await two.run();
		await two.run();
		expect(two.memory().polls).toBe(1);
		two.data.memory = { ...two.memory(), streams: { tasks: two.memory().streams.tasks, plans: 7 } };
		await two.run();
		expect(two.memory().polls).toBe(0);
		data.memory = { ...memory(), polls: 'many' };
		await run();
		expect(memory().polls).toBe(1);
	});

	test('that cannot be saved is only warned of', async () => {
		const { run, warnings } = trigger(
			{ tasks: {} },
			{ commit: async () => await Promise.reject(new Error('no database')) },
		);
		expect(await run()).toBeNull();
		expect(warnings).toEqual(['What was read could not be saved: no database']);
	});
});

describe('later polls', () => {
	const active = async (...given: Parameters<typeof trigger>) => {
		const made = trigger(...given);
		await made.run();
		await time.sleep(MINUTE);
		return made;
	};

	test('start over where the platform is far behind what is remembered: its clock was ahead', async () => {
		const DAYS = 24 * 60 * MINUTE;
		const { keys, warnings, streams, memory } = await active({
			tasks: { slices: [{ sightings: [ended('a', start + 1_000)], now: start - 10 * DAYS }] },
		});
		const { floor } = memory().streams.tasks!;
		// From now on the stream begins with what the platform has then.
		streams.tasks!.begins = { from: start - 10 * DAYS, newest: start - 10 * DAYS };
		expect(await keys()).toBeNull();
		expect(warnings).toEqual([
			'What was remembered is later than the time of the platform, whose clock was ahead: the trigger starts over',
		]);
		expect([memory().polls, memory().streams.tasks!.floor < floor]).toEqual([1, true]);
		streams.tasks!.slices = [{ sightings: [ended('b', start - 9 * DAYS)], now: start - 9 * DAYS }];
		expect(await keys()).toEqual(['b 1']);
		expect(warnings).toHaveLength(1);
	});

	test('keep what they remember where starting over fails, and say so', async () => {
		const begin = jest.fn(
			async () => await Promise.resolve({ from: start, newest: start, sightings: [] }),
		);
		const { keys, memory } = await active({
			tasks: {
				begin,
				slices: [{ sightings: [ended('a', start + 1_000)], now: start - 1_000 * 24 * 60 * MINUTE }],
			},
		});
		const before = JSON.stringify(memory());
		begin.mockRejectedValueOnce(new Error('no answer'));
		await expect(keys()).rejects.toThrow('no answer');
		expect(JSON.stringify(memory())).toBe(before);
		expect(await keys()).toBeNull();
		expect(begin).toHaveBeenCalledTimes(3);
	});

	test('start over only where the list was read: trouble is reported first', async () => {
		const begin = jest.fn(
			async () => await Promise.resolve({ from: start, newest: start, sightings: [] }),
		);
		const { keys, memory, streams } = await active({
			tasks: { begin, slices: [{ now: start - 1_000 * 24 * 60 * MINUTE }, new Error('refused')] },
		});
		const before = JSON.stringify(memory());
		await expect(keys()).rejects.toThrow('refused');
		expect([begin.mock.calls.length, JSON.stringify(memory())]).toEqual([1, before]);
		streams.tasks!.slices = [{ now: start - 1_000 * 24 * 60 * MINUTE }];
		expect(await keys()).toBeNull();
		expect(begin).toHaveBeenCalledTimes(2);
	});

	test('emit what is new, in the order in which it happened, once', async () => {
		const { keys, run, streams, memory } = await active({
			tasks: { slices: [{ sightings: [ended('b', start + 2_000), ended('a', start + 1_000)] }] },
			plans: { slices: [{ sightings: [ended('p', start + 1_500)] }] },
		});
		expect(await keys()).toEqual(['a 1', 'p 1', 'b 1']);
		expect(memory().polls).toBe(1);
		expect(await keys()).toBeNull();
		streams.tasks!.slices = [{ sightings: [ended('c', start + 3_000)] }];
		expect(await run()).toEqual([
			{
				eventId: 'c 1',
				event: 'failed',
				occurredAt: new Date(start + 3_000).toISOString(),
				key: 'c',
				more: 1,
			},
		]);
	});

	test('show as much of a record as was chosen', async () => {
		const { run, parameters } = await active({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }] },
		});
		parameters.simplify = true;
		expect(await run()).toEqual([
			{ eventId: 'a 1', event: 'failed', occurredAt: new Date(start + 1).toISOString(), key: 'a' },
		]);
	});

	test('are completed by names, as far as these can be had', async () => {
		const complete = jest.fn(
			async (_poll: Poll, events: Emitted[]) =>
				await Promise.resolve(void events.forEach(({ record }) => (record.name = 'N'))),
		);
		const { run } = await active(
			{ tasks: { slices: [{ sightings: [ended('a', start + 1)] }] } },
			{ complete },
		);
		expect((await run())![0]).toMatchObject({ key: 'a', name: 'N' });
		const failing = await active(
			{ tasks: { slices: [{ sightings: [ended('a', start + 1)] }] } },
			{ complete: async () => await Promise.reject(new Error('refused')) },
		);
		expect(await failing.keys()).toEqual(['a 1']);
		expect(failing.warnings).toEqual([
			'Names could not be read: refused',
			'Names could not be read: refused',
		]);
	});

	test('emit as many as was chosen, of all streams together; the others come next', async () => {
		const { keys, parameters, reads } = await active({
			tasks: {
				slices: [
					{ sightings: [ended('a', start + 1), ended('b', start + 2)] },
					{ sightings: [ended('c', start + 3)] },
				],
			},
			plans: { slices: [{ sightings: [ended('p', start + 4)] }] },
		});
		parameters.options = { maxEvents: 2 };
		expect(await keys()).toEqual(['a 1', 'b 1']);
		expect(await keys()).toEqual(['c 1', 'p 1']);
		expect(reads.map(({ stream }) => stream)).toEqual(['tasks', 'plans', 'plans', 'tasks']);
	});

	test('take turns in which stream comes first, each with the time that those after it leave', async () => {
		const { run, reads } = await active({ one: {}, two: {}, three: {} });
		for (let poll = 0; poll < 4; poll++) await run();
		expect(reads.map(({ stream }) => stream).join(' ')).toBe(
			'one two three two three one three one two one two three',
		);
		// Of 40 s a stream has what its followers leave, a quarter of the time for each, and three quarters of that for the list.
		expect(reads.slice(0, 3).map(({ left }) => left)).toEqual([15_000, 22_500, 30_000]);
	});

	test('look at what the list does not show, unless there was trouble', async () => {
		const look = jest.fn(
			(key: string) => async () => await Promise.resolve(ended(key, start - 10 * MINUTE)),
		);
		const open = { begins: { sightings: [going('old', start - 10 * MINUTE)] }, look };
		const { keys, memory } = await active({ tasks: { ...open, slices: [{}] } });
		expect(await keys()).toEqual(['old 1']);
		expect(memory().streams.tasks!.open).toEqual({});
		look.mockClear();
		const troubled = await active({
			tasks: { ...open, slices: [{ sightings: [ended('a', start + 1)] }, new Error('broken')] },
		});
		expect(await troubled.keys()).toEqual(['a 1']);
		expect(look).not.toHaveBeenCalled();
		// A list that showed nothing at all says nothing about what it lacks.
		await (await active({ tasks: { ...open, slices: [] } })).run();
		expect(look).not.toHaveBeenCalled();
	});

	test('say how many runs are no longer followed', async () => {
		const sightings = Array.from({ length: 700 }, (_, index) =>
			going(`run ${'x'.repeat(40)} ${index}`, start + 1 + index),
		);
		const { run, warnings } = await active({
			tasks: { slices: [{ sightings, newest: start + 30 * MINUTE }] },
		});
		await run();
		expect(warnings).toEqual([
			expect.stringMatching(
				/^\d+ executions are no longer followed: they have been in progress for long, beside many others$/,
			),
		]);
	});

	test('end at the limit of events, without reading further', async () => {
		const { keys, parameters, reads, warnings } = await active({
			tasks: {
				slices: [
					{ sightings: [ended('a', start + 1)], reached: start + 2 },
					new Error('is not read'),
				],
			},
		});
		parameters.options = { maxEvents: 1 };
		expect(await keys()).toEqual(['a 1']);
		expect([reads.length, warnings]).toEqual([1, []]);
	});

	test('do not take time that another stream has no room for as trouble', async () => {
		const { keys, parameters, warnings } = await active({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }] },
			plans: { slices: [{ sightings: [ended('p', start + 1)], reached: start - 10 * MINUTE }] },
		});
		parameters.options = { maxEvents: 1 };
		expect([await keys(), warnings]).toEqual([['a 1'], []]);
	});

	test('remember a share for each stream', async () => {
		const many = Array.from({ length: 1_000 }, (_, index) =>
			ended(`run ${index}`, start + 1 + index),
		);
		const open = Array.from({ length: 700 }, (_, index) =>
			going(`run ${index}`, start + 1 + index),
		);
		const { run, memory } = await active({
			tasks: { slices: [{ sightings: many }] },
			plans: { slices: [{ sightings: open, newest: start + 30 * MINUTE }] },
		});
		await run();
		expect(memory().streams.tasks!.seen).toHaveLength(600);
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
		await made.run();
		await time.sleep(MINUTE);
		return made;
	};

	test('is reported by a poll that has nothing else, which leaves the state as it was', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { run, memory } = await active({ tasks: { slices: [new Error('refused')] } }, { commit });
		const before = JSON.stringify(memory());
		await expect(run()).rejects.toThrow('refused');
		expect(JSON.stringify(memory())).toBe(before);
		expect(commit).toHaveBeenCalledTimes(1);
		// The next one is not kept from its turn.
		await expect(run()).rejects.toThrow('refused');
	});

	test('is only warned of where something was read, which is kept', async () => {
		const { keys, warnings, memory, streams } = await active({
			tasks: {
				slices: [{ sightings: [ended('a', start + 1)], reached: start + 2 }, new Error('refused')],
			},
		});
		expect(await keys()).toEqual(['a 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
		streams.tasks!.slices = [{ sightings: [ended('a', start + 1)] }];
		expect(await keys()).toBeNull();
	});

	test('is only warned of where the list was read further, too', async () => {
		const { run, warnings, memory } = await active({
			tasks: {
				slices: [
					{ newest: start + 30 * MINUTE, reached: start + 20 * MINUTE },
					new Error('refused'),
				],
			},
		});
		expect(await run()).toBeNull();
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
	});

	test('in one stream does not keep the others from being emitted', async () => {
		const { keys, warnings, memory } = await active({
			tasks: { slices: [new Error('refused')] },
			plans: { slices: [{ sightings: [ended('p', start + 1)] }] },
		});
		expect(await keys()).toEqual(['p 1']);
		expect([warnings, memory().polls]).toEqual([['Not everything could be read: refused'], 1]);
	});

	test('with progress that shows no event is reported, and the progress saved', async () => {
		const commit = jest.fn(async () => await Promise.resolve());
		const { run, memory } = await active(
			{
				tasks: { slices: [new Error('first'), new Error('never')] },
				plans: { slices: [{ newest: start + 30 * MINUTE }] },
				others: { slices: [new Error('second')] },
			},
			{ commit },
		);
		await expect(run()).rejects.toThrow('first');
		expect(memory().polls).toBe(1);
		expect(commit).toHaveBeenCalledTimes(2);
	});

	test('time that ends before anything new was reached does not stay unnoticed', async () => {
		const { run, keys, streams, warnings } = await active({
			tasks: { slices: [{ sightings: [ended('a', start + 1)], newest: start }] },
		});
		expect(await keys()).toEqual(['a 1']);
		streams.tasks!.slices = [
			{ sightings: [ended('a', start + 1)], reached: start + 1 - 10 * MINUTE },
		];
		await expect(run()).rejects.toMatchObject({
			message: 'A poll ran out of time before it reached anything new',
			description:
				'The next poll tries again. If this persists, Talend Cloud answers too slowly for the number of records.',
		});
		// Where it was read further, or to its end, there is nothing new.
		streams.tasks!.slices = [{ newest: start + 30 * MINUTE, reached: start + 20 * MINUTE }];
		expect([await run(), warnings]).toEqual([null, []]);
		streams.tasks!.slices = [{ sightings: [ended('a', start + 1)] }];
		expect(await run()).toBeNull();
	});

	test('such time moves the floor as far as it passes, and as far as was read, whatever else changes', async () => {
		const unreadable = {
			running: async () => await Promise.resolve(new Set<string>()),
			look: () => async () => await Promise.reject(new Error('refused')),
		};
		const { run, memory, streams } = await active({
			tasks: { begins: { sightings: [going('old', start - 10 * MINUTE)] }, ...unreadable },
		});
		const { tasks } = streams;
		const floors: number[] = [];
		for (const reached of [4, 4, 4, 1]) {
			tasks!.slices = [{ newest: start, reached: start - reached * MINUTE }];
			await expect(run()).rejects.toThrow('A poll ran out of time before it reached anything new');
			floors.push((start - parseInt(memory().streams.tasks!.floor, 36)) / MINUTE);
			await time.sleep(MINUTE / 2);
		}
		expect(floors).toEqual([5, 4.5, 4, 3.5]);
		tasks!.slices = [{ newest: start + 2 * MINUTE, reached: start + MINUTE }];
		expect(await run()).toBeNull();
		expect(memory().streams.tasks).not.toHaveProperty('stuck');
	});
});

test('a setting apart is no reason to start over, any other is', async () => {
	const given: IDataObject = { minutes: 5, hours: 1 };
	const data: IDataObject = {};
	const known: unknown[] = [];
	const poll = pollFunction<{ times: number }>(
		{
			fields: { minutes: integer('M'), hours: integer('H') },
			filters: {},
			simple: [],
			messageIfEmpty: '',
		},
		{
			apart: 'minutes',
			shown: async () => await Promise.resolve([]),
			recall: ({ times }) => ({ times: Number(times) }),
			fresh: async ({ settings }, before, keep) => {
				known.push([settings.given.minutes, before?.times]);
				keep({ times: (before?.times ?? 0) + 1 });
				return await Promise.resolve([]);
			},
		},
	);
	const run = async () =>
		await poll.call({
			getMode: () => 'trigger',
			getWorkflow: () => ({}),
			getNode: () => ({ id: 'apart', parameters: given }),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) => given[name] ?? otherwise,
			getWorkflowStaticData: () => data,
		} as unknown as IPollFunctions);
	await run();
	given.minutes = 6;
	await run();
	given.hours = 2;
	await run();
	expect(known).toEqual([
		[5, undefined],
		[6, 1],
		[6, undefined],
	]);
});

describe('one poll at a time', () => {
	test('a second one of the same node finds nothing, one of another does', async () => {
		const one = trigger({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await one.run();
		const [first, second] = await Promise.all([one.keys(), one.keys()]);
		expect([first, second]).toEqual([['a 1'], null]);
		expect(one.reads).toHaveLength(1);
		const other = trigger({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }], takesMs: 1_000 },
		});
		await other.run();
		one.streams.tasks!.slices = [{ sightings: [ended('b', start + 2)] }];
		expect(await Promise.all([one.keys(), other.keys()])).toEqual([['b 1'], ['a 1']]);
		// A copy of a workflow has nodes of the same IDs.
		const copy = trigger(
			{ tasks: { slices: [{ sightings: [ended('c', start + 3)] }], takesMs: 1_000 } },
			{ node: other.id },
		);
		await copy.run();
		other.streams.tasks!.slices = [{ sightings: [ended('d', start + 4)] }];
		expect(await Promise.all([other.keys(), copy.keys()])).toEqual([['d 1'], ['c 1']]);
	});

	test('is given an older state a moment later: it steps aside for a minute', async () => {
		const { keys, data, memory, streams } = trigger({
			tasks: { slices: [{ sightings: [ended('a', start + 1)] }] },
		});
		await keys();
		const older = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(await keys()).toEqual(['a 1']);
		Object.assign(data, older);
		streams.tasks!.slices = [{ sightings: [ended('a', start + 1), ended('b', start + 2)] }];
		await time.sleep(MINUTE - 1);
		expect([await keys(), memory().polls]).toEqual([null, 0]);
		await time.sleep(1);
		expect(await keys()).toEqual(['a 1', 'b 1']);
	});

	test('an age counts for a minute, of one trigger', async () => {
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
	test('shows the newest event of all streams, and touches nothing', async () => {
		const { run, data, reads } = trigger({
			tasks: {
				shows: [
					going('open', start),
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
		expect((await run('manual'))!.map(({ eventId }) => eventId)).toEqual(['p 1']);
		expect([data, reads]).toEqual([{}, []]);
		expect(
			await trigger({ tasks: { shows: [going('open', start), ended('a', start + 1)] } }).keys(
				'manual',
			),
		).toEqual(['a 1']);
	});

	test('is not kept by a poll under way, nor keeps one', async () => {
		const { keys, streams } = trigger({
			tasks: {
				shows: [ended('s', start)],
				slices: [{ sightings: [ended('a', start + 1)] }],
				takesMs: 1_000,
			},
		});
		await keys();
		expect(await Promise.all([keys(), keys('manual'), keys('manual')])).toEqual([
			['a 1'],
			['s 1'],
			['s 1'],
		]);
		streams.tasks!.slices = [{ sightings: [ended('b', start + 2)] }];
		expect(await Promise.all([keys('manual'), keys()])).toEqual([['s 1'], ['b 1']]);
		// Nor does its end let a second poll in.
		streams.tasks!.slices = [{ sightings: [ended('c', start + 3)] }];
		const first = keys();
		await keys('manual');
		expect([await keys(), await first]).toEqual([null, ['c 1']]);
	});

	test('says where there is nothing to show', async () => {
		const shown = async (fields?: TriggerSpec['fields']) =>
			await trigger({ tasks: { shows: [going('open', start)] } }, { fields }).run('manual');
		await expect(shown()).rejects.toMatchObject({
			message: 'No run fits',
			description: 'Change the events or filters, or try again when there is one.',
		});
		await expect(shown({})).rejects.toMatchObject({
			message: 'No run fits',
			description: 'Change the filters, or try again when there is one.',
		});
	});
});
