/**
 * Triggers that watch states: what becomes of each thing from poll to poll, and what is remembered.
 */
import type { IDataObject, IPollFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import { integer, list } from '../../../nodes/shared/declare/field';
import { clock } from '../../../nodes/shared/support/clock';
import {
	compareStates,
	type Observed,
	type States,
	type StatesSpec,
	watchStates,
} from '../../../nodes/shared/trigger/states';
import { stub } from '../../support/stub';
import { MINUTE } from '../../support/time';

const thing = (
	key: string,
	available: boolean | undefined,
	record: IDataObject = { kind: 'engine', id: key, name: `Engine ${key}`, more: 1 },
): Observed => ({ key, available, record });

describe('what happened to an engine', () => {
	const kept = { kind: 'engine', id: 'a', name: 'Engine a' };
	const record = { ...kept, more: 1 };
	const initial = { since: 1, phase: 'initial' } as const;
	const reported = { since: 1, phase: 'reported', record: kept } as const;

	/**
	 * What the states were, what the list shows at the time 100, what is then remembered, and which
	 * changes are found.
	 */
	interface Case {
		name: string;
		before: States;
		listed: Observed[];
		after: States;
		changes?: object[];
	}

	test.each<Case>([
		{
			name: 'an engine that is available when it is first seen',
			before: {},
			listed: [thing('a', true)],
			after: { a: 0 },
		},
		{
			name: 'an engine that is unavailable when it is first seen',
			before: {},
			listed: [thing('a', false)],
			after: { a: { since: 100, phase: 'initial' } },
		},
		{
			name: 'an engine whose first state says nothing',
			before: {},
			listed: [thing('a', undefined)],
			after: {},
		},
		{
			name: 'an unavailable engine whose state says nothing now',
			before: { a: { since: 1, phase: 'pending' } },
			listed: [thing('a', undefined)],
			after: { a: { since: 1, phase: 'pending' } },
		},
		{
			name: 'an available engine whose state says nothing now',
			before: { a: 0 },
			listed: [thing('a', undefined)],
			after: { a: 0 },
		},
		{
			name: 'an engine that becomes unavailable',
			before: { a: 0 },
			listed: [thing('a', false)],
			after: { a: { since: 100, phase: 'pending' } },
		},
		{
			name: 'an engine that is unavailable for less than the minimum time',
			before: { a: { since: 91, phase: 'pending' } },
			listed: [thing('a', false)],
			after: { a: { since: 91, phase: 'pending' } },
		},
		{
			name: 'an engine that is unavailable for the minimum time',
			before: { a: { since: 90, phase: 'pending' } },
			listed: [thing('a', false)],
			after: { a: { since: 90, phase: 'reported', record: kept } },
			changes: [{ event: 'unavailable', key: 'a', since: 90, record }],
		},
		{
			name: 'an engine that has been unavailable since it was first seen',
			before: { a: initial },
			listed: [thing('a', false)],
			after: { a: initial },
		},
		{
			name: 'a reported engine that is still unavailable',
			before: { a: reported },
			listed: [thing('a', false)],
			after: { a: reported },
		},
		{
			name: 'a reported engine that is available again',
			before: { a: reported },
			listed: [thing('a', true)],
			after: { a: 0 },
			changes: [{ event: 'available', key: 'a', since: 1, record }],
		},
		{
			name: 'an engine that is available again before it was reported',
			before: { a: { since: 99, phase: 'pending' } },
			listed: [thing('a', true)],
			after: { a: 0 },
		},
		{
			name: 'an engine that is available for the first time',
			before: { a: initial },
			listed: [thing('a', true)],
			after: { a: 0 },
		},
		{
			name: 'a reported engine that is gone',
			before: { a: reported },
			listed: [],
			after: {},
			changes: [{ event: 'gone', key: 'a', since: 1, record: kept }],
		},
		{
			name: 'an engine that was reported without a record, and is gone',
			before: { a: { since: 1, phase: 'reported' } },
			listed: [],
			after: {},
			changes: [{ event: 'gone', key: 'a', since: 1, record: {} }],
		},
		{
			name: 'a reported engine whose state says nothing now',
			before: { a: { since: 1, phase: 'reported' } },
			listed: [thing('a', undefined)],
			after: { a: { since: 1, phase: 'reported' } },
		},
		{
			name: 'engines that are gone without having been reported',
			before: { a: 0, b: { since: 1, phase: 'pending' }, c: initial },
			listed: [],
			after: {},
		},
		{
			name: 'an engine whose key is the name of a property that all objects have',
			before: {},
			listed: [thing('constructor', true)],
			after: JSON.parse('{"constructor":0}') as States,
		},
	])('a poll compares $name', ({ before, listed, after, changes = [] }) => {
		expect(compareStates(before, listed, 100, 10)).toStrictEqual({ states: after, changes });
	});

	test('a short name of a reported engine is kept', () => {
		const { states } = compareStates(
			{ a: { since: 0, phase: 'pending' }, b: { since: 0, phase: 'pending' } },
			[thing('a', false, { id: 'a', name: 'x'.repeat(99) }), thing('b', false, { id: 'b' })],
			100,
			0,
		);
		expect(states).toMatchObject({
			a: { record: { id: 'a', name: 'x'.repeat(80) } },
			b: { record: { id: 'b', name: '' } },
		});
	});
});

let triggers = 0;
/** A trigger with what n8n remembers for it, and two lists. */
function trigger({
	events = ['unavailable', 'available', 'gone'],
	minutes = 0,
}: { events?: string[]; minutes?: number } = {}) {
	const data: IDataObject = {};
	const warnings: string[] = [];
	const parameters: IDataObject = { events, minutes, filters: {}, options: {}, simplify: false };
	let now = Date.UTC(2026, 2, 31, 8);
	const lists: Record<string, Observed[] | Error> = { one: [], two: [] };
	const read = (name: string) => async () => {
		const things = lists[name]!;
		return things instanceof Error
			? await Promise.reject(things)
			: await Promise.resolve({ things, now });
	};
	const spec: StatesSpec = {
		fields: { events: list('Events'), minutes: integer('Minutes').min(0) },
		filters: {},
		readsWholeList: true,
		simpleFields: ['id'],
		things: 'engines',
		messageIfEmpty: 'No engine fits',
		lists: () => ({ two: read('two'), one: read('one') }),
	};
	const id = `watch ${++triggers}`;
	const nodePoll = watchStates(spec);
	const poll = async (mode: WorkflowExecuteMode = 'trigger') => {
		const context = stub<IPollFunctions>({
			getMode: () => mode,
			getWorkflow: () => ({ id }),
			getNode: () => ({ id, name: 'Trigger', parameters }),
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
			getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
			getPollBudgetMs: () => 10_000,
			logger: { warn: (text: string) => void warnings.push(text) },
		});
		return (await nodePoll.call(context))?.[0]?.map(({ json }) => json) ?? [];
	};
	return {
		data,
		warnings,
		parameters,
		lists,
		poll,
		later: (ms: number) => (now += ms),
		memory: () => data.memory as { lists: Record<string, States>; polls: number; scope: string },
	};
}

describe('a poll', () => {
	test('the trigger begins with the current engines, and emits what happens to them, and when', async () => {
		const { lists, poll, later, memory } = trigger({ minutes: 1 });
		lists.one = [thing('a', true), thing('b', false)];
		expect(await poll()).toEqual([]);
		expect(memory()).toMatchObject({
			lists: { one: { a: 0, b: { phase: 'initial' } }, two: {} },
			polls: 0,
		});
		later(MINUTE);
		lists.one = [thing('a', false), thing('b', false)];
		lists.two = [thing('c', true)];
		expect(await poll()).toEqual([]);
		later(90_000);
		expect(await poll()).toEqual([
			{
				eventId: 'a:2026-03-31T08:01:00.000Z:unavailable',
				event: 'unavailable',
				occurredAt: '2026-03-31T08:01:00.000Z',
				kind: 'engine',
				id: 'a',
				name: 'Engine a',
				more: 1,
				unavailableSince: '2026-03-31T08:01:00.000Z',
				unavailableForMinutes: 1,
			},
		]);
		expect(await poll()).toEqual([]);
		later(MINUTE);
		lists.one = [thing('a', true), thing('b', true)];
		expect(await poll()).toEqual([
			{
				eventId: 'a:2026-03-31T08:01:00.000Z:available',
				event: 'available',
				occurredAt: '2026-03-31T08:03:30.000Z',
				kind: 'engine',
				id: 'a',
				name: 'Engine a',
				more: 1,
				unavailableSince: '2026-03-31T08:01:00.000Z',
				unavailableForMinutes: 2,
			},
		]);
		expect(memory().polls).toBe(4);
	});

	test.each([
		['one', 'two'],
		['two', 'one'],
	])(
		'the trigger emits what is gone, and events in the order in which they happened, whichever list they are in: %s, %s',
		async (gone, away) => {
			const { lists, poll, later } = trigger({ minutes: 1 });
			lists[gone] = [thing('a', true)];
			lists[away] = [thing('b', true)];
			await poll();
			lists[gone] = [thing('a', false)];
			await poll();
			await poll();
			later(MINUTE);
			lists[away] = [thing('b', false)];
			await poll();
			later(MINUTE);
			lists[gone] = [];
			expect((await poll()).map(({ event, id, name }) => [event, id, name])).toEqual([
				['unavailable', 'b', 'Engine b'],
				['gone', 'a', 'Engine a'],
			]);
		},
	);

	test('the trigger waits for as many minutes as are chosen', async () => {
		const { lists, poll, later } = trigger({ minutes: 5 });
		lists.one = [thing('a', true)];
		await poll();
		lists.one = [thing('a', false)];
		await poll();
		later(5 * MINUTE - 1);
		expect(await poll()).toEqual([]);
		later(1);
		expect(await poll()).toMatchObject([{ event: 'unavailable', unavailableForMinutes: 5 }]);
	});

	test('the trigger emits only the chosen events', async () => {
		const { lists, poll } = trigger({ events: ['available'] });
		lists.one = [thing('a', true)];
		await poll();
		lists.one = [thing('a', false)];
		expect([await poll(), await poll()]).toEqual([[], []]);
		lists.one = [thing('a', true)];
		expect(await poll()).toMatchObject([{ event: 'available' }]);
	});

	test('the trigger starts over when the events change', async () => {
		const { poll, parameters, memory } = trigger();
		await poll();
		await poll();
		expect(memory().polls).toBe(1);
		parameters.events = ['available'];
		await poll();
		expect(memory().polls).toBe(0);
	});

	test('the trigger does not start over when the minutes change', async () => {
		const { poll, parameters, memory } = trigger();
		await poll();
		await poll();
		parameters.minutes = 7;
		await poll();
		expect(memory().polls).toBe(2);
	});

	test.each<[string, (memory: IDataObject) => unknown]>([
		['is null', () => null],
		['is of other choices', (memory) => ({ ...memory, scope: 'other' })],
		['lacks a list', (memory) => ({ ...memory, lists: { one: {} } })],
		['has a list that is none', (memory) => ({ ...memory, lists: { one: [], two: {} } })],
		['has no lists', (memory) => ({ ...memory, lists: undefined })],
		['has a state that is none', (memory) => ({ ...memory, lists: { one: { a: 1 }, two: {} } })],
		[
			'has a state without a time',
			(memory) => ({ ...memory, lists: { one: { a: { phase: 'pending' } }, two: {} } }),
		],
		[
			'has a state since a number beyond all times',
			(memory) => ({
				...memory,
				lists: { one: { a: { since: 1e300, phase: 'reported' } }, two: {} },
			}),
		],
		[
			'has a state of no kind',
			(memory) => ({ ...memory, lists: { one: { a: { since: 1, phase: 'odd' } }, two: {} } }),
		],
	])('the trigger starts over if its state %s', async (_what, change) => {
		const { data, lists, poll, memory } = trigger();
		lists.one = [thing('a', true)];
		await poll();
		await poll();
		data.memory = change(data.memory as IDataObject) as IDataObject;
		await poll();
		expect(memory()).toMatchObject({ polls: 0, lists: { one: { a: 0 }, two: {} } });
	});

	test('the trigger continues if its state has no age', async () => {
		const { data, poll, memory } = trigger();
		await poll();
		const elapsed = clock.elapsed();
		jest.spyOn(clock, 'elapsed').mockReturnValue(elapsed + 60_000);
		data.memory = { ...(data.memory as IDataObject), polls: 'x' };
		await poll();
		jest.restoreAllMocks();
		expect(memory().polls).toBe(1);
	});

	test('the trigger ignores an older state that n8n passes a moment later', async () => {
		const { data, lists, poll, memory } = trigger();
		lists.one = [thing('a', true)];
		await poll();
		const older = structuredClone(data.memory);
		lists.one = [thing('a', false)];
		await poll();
		data.memory = older;
		expect(await poll()).toEqual([]);
		expect(memory().polls).toBe(0);
		const elapsed = clock.elapsed();
		jest.spyOn(clock, 'elapsed').mockReturnValue(elapsed + 60_000);
		await poll();
		jest.restoreAllMocks();
		expect(memory().polls).toBe(1);
	});
});

describe('a list that cannot be read', () => {
	const trouble = new Error('no connection');
	test('the poll fails if nothing is lost', async () => {
		const { lists, poll, memory } = trigger();
		lists.one = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		lists.one = [thing('a', true)];
		await poll();
		lists.one = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		expect(memory().polls).toBe(0);
	});

	test('the poll fails although another list has the same in another order', async () => {
		const { lists, poll, memory } = trigger();
		lists.one = [thing('a', true), thing('b', true), thing('c', true)];
		await poll();
		lists.one = [thing('c', true), thing('a', true), thing('b', true)];
		lists.two = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		expect(memory().polls).toBe(0);
	});

	test('a list that cannot be read is a warning if another list has events', async () => {
		const { lists, poll, warnings, memory, later } = trigger({ minutes: 1 });
		lists.one = [thing('a', true)];
		lists.two = [thing('b', true)];
		await poll();
		lists.one = trouble;
		lists.two = [thing('b', false)];
		expect(await poll()).toEqual([]);
		expect(warnings).toEqual(['Not everything could be read: no connection']);
		expect(memory()).toMatchObject({
			polls: 1,
			lists: { one: { a: 0 }, two: { b: { phase: 'pending' } } },
		});
		later(MINUTE);
		expect(await poll()).toMatchObject([{ event: 'unavailable', id: 'b' }]);
	});
});

describe('a manual test', () => {
	test('a manual test shows the current engines, unavailable ones first, and remembers nothing', async () => {
		const { lists, poll, data } = trigger();
		lists.one = [thing('b', undefined), thing('c', false)];
		lists.two = [thing('a', true)];
		const at = '2026-03-31T08:00:00.000Z';
		expect(await poll('manual')).toEqual([
			{
				eventId: `c:${at}:unavailable`,
				event: 'unavailable',
				occurredAt: at,
				...thing('c', false).record,
			},
			{
				eventId: `a:${at}:available`,
				event: 'available',
				occurredAt: at,
				...thing('a', true).record,
			},
		]);
		expect(data).toEqual({});
	});

	test('a manual test says if there is nothing', async () => {
		const { lists, poll } = trigger();
		lists.one = [thing('b', undefined)];
		await expect(poll('manual')).rejects.toMatchObject({
			message: 'No engine fits',
			description: 'Change the filters, or try again when there is one.',
		});
	});
});

describe('the state of a trigger with too many engines', () => {
	const watchMany = async () => {
		const watching = trigger();
		const many = Array.from({ length: 3_000 }, (_, index) =>
			thing(`engine-${String(index).padStart(20, '0')}`, index % 1_000 !== 999),
		);
		watching.lists.one = many.slice(0, 1_500);
		watching.lists.two = many.slice(1_500);
		await watching.poll();
		const { lists } = watching.memory();
		return {
			...watching,
			many,
			kept: lists,
			states: Object.values({ ...lists.one, ...lists.two }),
		};
	};

	test('the state stays within its size', async () => {
		const { data, states, kept } = await watchMany();
		expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(64_000);
		expect(states.length).toBeGreaterThan(1_700);
		expect(Object.keys(kept).sort()).toEqual(['one', 'two']);
	});

	test('the state keeps all unavailable engines', async () => {
		const { states } = await watchMany();
		expect(states.filter((state) => state !== 0)).toHaveLength(3);
	});

	test('the log reports how many engines are not watched', async () => {
		const { warnings, states } = await watchMany();
		expect(warnings).toEqual([
			`${3_000 - states.length} engines are too many to be watched in addition to the others: use filters, and more than one trigger`,
		]);
	});

	test('the log reports nothing once all engines are watched', async () => {
		const { lists, many, warnings, poll } = await watchMany();
		lists.one = many.slice(0, 10);
		lists.two = [];
		warnings.length = 0;
		await poll();
		expect(warnings).toEqual([]);
	});
});

test('engines with the last keys are forgotten if there are too many', async () => {
	// [key, 0] has as many characters as the key and six more: 600 of them are exactly as many as
	// fit.
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => thing(String(index).padStart(94, '0'), true));
	const { lists, poll, warnings, memory } = trigger();
	lists.one = many(600).reverse();
	await poll();
	expect([Object.keys(memory().lists.one!).length, warnings]).toEqual([600, []]);
	const more = trigger();
	more.lists.one = [...many(602).slice(300), ...many(300)];
	await more.poll();
	expect(Object.keys(more.memory().lists.one!)).toEqual(many(600).map(({ key }) => key));
	expect(more.warnings).toEqual([
		'2 engines are too many to be watched in addition to the others: use filters, and more than one trigger',
	]);
});
