/**
 * Executions that no list shows any more: which are read in a poll, in which order, and what is
 * remembered of each.
 */
import { type INode, type IPollFunctions, NodeApiError } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../../../nodes/shared/declare/limits';
import { noteSignInFailure } from '../../../../nodes/shared/support/errorNotes';
import { clock } from '../../../../nodes/shared/support/time/clock';
import type { Poll } from '../../../../nodes/shared/trigger/requests/pollRequests';
import { Cursor } from '../../../../nodes/shared/trigger/streams/cursor';
import {
	followOpenExecutions,
	type OpenExecutionSource,
} from '../../../../nodes/shared/trigger/streams/openExecutions';
import {
	type Observation,
	type OpenExecution,
	type StreamEvent,
} from '../../../../nodes/shared/trigger/streams/stream';
import { stub } from '../../../support/stub';
import { MINUTE, simulatedTimeForEach } from '../../../support/time';

const NOW = Date.UTC(2026, 2, 31, 8);
const LIMITS = { lookBackMs: MINUTE, windowSize: 1_000, maxOpenExecutionsBytes: 100_000 };
const event = {
	eventId: 'e',
	event: 'failed',
	occurredAt: new Date(NOW).toISOString(),
	record: {},
} as StreamEvent;

const ended = (key: string): Observation => ({
	key,
	time: NOW - MINUTE,
	isOpen: false,
	events: [event],
});

const stillOpen = (key: string): Observation => ({
	key,
	time: NOW - MINUTE,
	isOpen: true,
	events: [],
});

const refused = (httpCode: string) =>
	new NodeApiError({ name: 'N' } as INode, {}, { message: `refused ${httpCode}`, httpCode });

type Found = Observation | undefined | Error;
/** A poll with so much time left, of which a part can be given away. */
const pollWith = (leftMs: number | (() => number)): Poll => {
	const left = typeof leftMs === 'number' ? () => leftMs : leftMs;
	return stub<Poll>({ leftMs: left, limitedTo: (ms) => pollWith(Math.min(left(), ms)) });
};

/** A poll that follows the open executions of a cursor. */
async function following(
	open: Record<string, Partial<OpenExecution>>,
	{
		found = {},
		running,
		maxEvents = 100,
		leftMs = 60_000,
		listed = [],
		observedOpen = [],
		takesMs,
	}: {
		found?: Record<string, Found>;
		running?: string[] | Error;
		maxEvents?: number;
		leftMs?: number | (() => number);
		listed?: string[];
		observedOpen?: Array<[string, number]>;
		takesMs?: (index: number) => number;
	} = {},
) {
	const cursor = new Cursor(NOW - 10 * MINUTE, LIMITS, maxEvents);
	for (const [key, one] of Object.entries(open))
		cursor.openExecutions.set(key, { time: NOW - MINUTE, ...one });
	for (const key of listed) cursor.observedKeys.add(key);
	const readKeys: string[] = [];
	const warnings: string[] = [];
	const readOne = (key: string) => async (_poll: Poll, now: number) => {
		expect(now).toBe(NOW);
		const index = readKeys.push(key) - 1;
		if (takesMs) await clock.sleep(takesMs(index));
		const seen = key in found ? found[key] : ended(key);
		return seen instanceof Error ? await Promise.reject(seen) : await Promise.resolve(seen);
	};
	for (const [key, time] of observedOpen)
		cursor.observedOpen.set(key, stub<Observation>({ key, time, findOutcome: readOne(key) }));
	const context = stub<IPollFunctions>({
		logger: { warn: (text: string) => void warnings.push(text) },
	});
	const source: OpenExecutionSource = {
		readOne,
		...(running === undefined
			? {}
			: {
					listOpen: async () =>
						running instanceof Error
							? await Promise.reject(running)
							: await Promise.resolve(
									running.map((key) => (found[key] as Observation) ?? stillOpen(key)),
								),
				}),
	};
	const poll = pollWith(leftMs);
	await followOpenExecutions(source, { context, poll, cursor, now: NOW });
	return { cursor, readKeys, warnings, open: Object.fromEntries(cursor.openExecutions) };
}

describe('executions that the list did not show', () => {
	test('the end of a missing execution is read by its ID', async () => {
		const { cursor, readKeys, open, warnings } = await following({ a: {} });
		const { events } = cursor;
		expect({ readKeys, events, open, warnings }).toEqual({
			readKeys: ['a'],
			events: [event],
			open: {},
			warnings: [],
		});
	});

	test('an execution is not read if the list showed it, or if nothing can read it', async () => {
		expect((await following({ a: {}, b: {} }, { listed: ['a'] })).readKeys).toEqual(['b']);
		const running = jest.fn(async () => await Promise.resolve([]));
		const cursor = new Cursor(NOW, LIMITS, 10);
		const poll = pollWith(60_000);
		const context = {} as IPollFunctions;
		const followUp = { context, poll, cursor, now: NOW };
		await followOpenExecutions(
			{ listOpen: running, readOne: () => async () => await Promise.resolve(undefined) },
			followUp,
		);
		cursor.openExecutions.set('a', { time: NOW });
		await followOpenExecutions({ listOpen: running }, followUp);
		// Nothing is missing, or nothing can be looked at: then it is not asked what is running.
		expect(running).not.toHaveBeenCalled();
		expect(Object.fromEntries(cursor.openExecutions)).toEqual({ a: { time: NOW } });
	});

	test('an execution is not read if the list was not read up to its time', async () => {
		const readKeys: string[] = [];
		const cursor = new Cursor(NOW, LIMITS, 10);
		for (const [key, time] of Object.entries({ before: NOW - 1, after: NOW + 1 }))
			cursor.openExecutions.set(key, { time });
		const readOne = (key: string) => async () =>
			await Promise.resolve((readKeys.push(key), undefined));
		const poll = pollWith(60_000);
		const context = stub<IPollFunctions>({});
		await followOpenExecutions({ readOne }, { context, poll, cursor, now: NOW, reached: NOW });
		expect(readKeys).toEqual(['before']);
	});

	test('the start of an execution that is listed as running is taken from there, or its end', async () => {
		const start = { ...event, eventId: 'a:started', event: 'started', phase: 0 };
		const { cursor, readKeys, open } = await following(
			{ a: { firstReadAt: 1, readAgainAt: 2 }, b: {} },
			{ running: ['a', 'b'], found: { a: { ...stillOpen('a'), events: [start] }, b: ended('b') } },
		);
		expect([readKeys, cursor.events]).toEqual([[], [start, event]]);
		expect(open).toStrictEqual({
			a: {
				time: NOW - MINUTE,
				phases: [0],
				firstReadAt: undefined,
				readAgainAt: undefined,
				lostSince: undefined,
			},
		});
	});

	test('nothing else is remembered of open executions that are running', async () => {
		const { readKeys, open } = await following(
			{
				a: { firstReadAt: 1, readAgainAt: 2, lostSince: 3 },
				b: { phases: [0], readAgainAt: 2 },
				c: {},
			},
			{ running: ['a', 'b'] },
		);
		expect(readKeys).toEqual(['c']);
		expect(open).toEqual({
			a: { time: NOW - MINUTE },
			b: { time: NOW - MINUTE, phases: [0] },
		});
	});

	test('an execution that is listed as running without an outcome is read for its outcome', async () => {
		const findOutcome = async () => await Promise.resolve(ended('a'));
		const { cursor, open } = await following(
			{ a: {} },
			{ running: ['a'], found: { a: { ...stillOpen('a'), findOutcome } } },
		);
		expect([cursor.events, open]).toEqual([[event], {}]);
	});

	test('an execution that is listed as running without an outcome is not read before it is due', async () => {
		const found = {
			a: { ...stillOpen('a'), findOutcome: async () => await Promise.resolve(ended('a')) },
		};
		const remembered = { firstReadAt: NOW - 10, readAgainAt: NOW + 1 };
		const { cursor, open } = await following({ a: remembered }, { running: ['a'], found });
		expect([cursor.events, open]).toEqual([[], { a: { time: NOW - MINUTE, ...remembered } }]);
	});

	test('all missing executions are read if it is not known which are running', async () => {
		const { readKeys, warnings } = await following(
			{ a: {}, b: {} },
			{ running: new Error('no permission') },
		);
		expect([readKeys, warnings]).toEqual([
			['a', 'b'],
			['The executions in progress could not be listed: no permission'],
		]);
	});

	test('the list of open executions has half of the time, so single ones can be read if it hangs', async () => {
		const listLeftMs: number[] = [];
		const cursor = new Cursor(NOW - 10 * MINUTE, LIMITS, 10);
		cursor.openExecutions.set('a', { time: NOW - MINUTE });
		await followOpenExecutions(
			{
				listOpen: async (poll) => await Promise.resolve((listLeftMs.push(poll.leftMs()), [])),
				readOne: (key) => async () => await Promise.resolve(ended(key)),
			},
			{ context: stub<IPollFunctions>({}), poll: pollWith(8_000), cursor, now: NOW },
		);
		expect([listLeftMs, cursor.events]).toEqual([[4_000], [event]]);
	});

	test('missing executions are read when they are due, the longest waiting first', async () => {
		const { readKeys, open } = await following({
			later: { readAgainAt: NOW + 1 },
			now: { readAgainAt: NOW },
			before: { readAgainAt: NOW - 5 },
			never: {},
			long: { readAgainAt: NOW - 9 },
		});
		expect(readKeys).toEqual(['never', 'long', 'before', 'now']);
		expect(Object.keys(open)).toEqual(['later']);
	});

	test('an execution that is to be read later than the longest interval allows is read at once', async () => {
		const { readKeys } = await following({
			tooLate: { readAgainAt: NOW + 15 * MINUTE + 1 },
			inTime: { readAgainAt: NOW + 15 * MINUTE },
		});
		expect(readKeys).toEqual(['tooLate']);
	});

	test('one poll reads at most a hundred executions that the list did not show', async () => {
		const many = Object.fromEntries(
			Array.from({ length: 103 }, (_, index) => [`execution ${index}`, { readAgainAt: index }]),
		);
		const { readKeys, open } = await following(many, { maxEvents: 1_000 });
		expect([readKeys.length, Object.keys(open)]).toEqual([
			100,
			['execution 100', 'execution 101', 'execution 102'],
		]);
	});
});

describe('records that do not say how they ended', () => {
	test('executions without an outcome are read in their turn among the others', async () => {
		const { readKeys } = await following(
			{ b: { readAgainAt: NOW - 5 }, c: { readAgainAt: NOW - 9 } },
			{
				listed: ['b'],
				observedOpen: [
					['b', NOW - MINUTE],
					['u', NOW],
				],
			},
		);
		expect(readKeys).toEqual(['u', 'c', 'b']);
		expect(
			(
				await following(
					{ b: { readAgainAt: NOW + 1 } },
					{ listed: ['b'], observedOpen: [['b', NOW]] },
				)
			).readKeys,
		).toEqual([]);
	});

	test('executions that have an outcome are not read', async () => {
		const cursor = new Cursor(NOW - MINUTE, LIMITS, 10);
		cursor.observedOpen.set('a', stillOpen('a'));
		const poll = pollWith(60_000);
		await followOpenExecutions({}, { context: {} as IPollFunctions, poll, cursor, now: NOW });
		expect([...cursor.observedOpen.keys()]).toEqual(['a']);
	});
});

describe('what is found', () => {
	test('an execution that is still going is asked for later, the longer it takes the less often', async () => {
		const kept = async (one: Partial<OpenExecution>) =>
			(await following({ a: one }, { found: { a: stillOpen('a') } })).open.a;
		expect(await kept({})).toStrictEqual({
			time: NOW - MINUTE,
			firstReadAt: NOW,
			readAgainAt: NOW,
			lostSince: undefined,
		});
		expect(await kept({ firstReadAt: NOW - MINUTE, lostSince: 5 })).toStrictEqual({
			time: NOW - MINUTE,
			firstReadAt: NOW - MINUTE,
			readAgainAt: NOW + 6_000,
			lostSince: undefined,
		});
		expect((await kept({ firstReadAt: NOW - 1_000 * MINUTE }))!.readAgainAt).toBe(
			NOW + 15 * MINUTE,
		);
	});

	test('an open execution with an event that did not fit is read again in the next poll', async () => {
		const { open, cursor } = await following(
			{ a: {}, b: { firstReadAt: NOW - 60 * MINUTE } },
			{ found: { b: { ...stillOpen('b'), events: [event] } }, maxEvents: 1 },
		);
		expect([cursor.events.length, open.b!.readAgainAt]).toEqual([1, 0]);
	});

	test('an execution that the platform does not have is dropped after an hour', async () => {
		const kept = async (one: Partial<OpenExecution>) =>
			(await following({ a: one }, { found: { a: undefined } })).open;
		expect(await kept({})).toEqual({ a: { time: NOW - MINUTE, lostSince: NOW, readAgainAt: NOW } });
		expect(await kept({ lostSince: NOW - 10 * MINUTE })).toEqual({
			a: { time: NOW - MINUTE, lostSince: NOW - 10 * MINUTE, readAgainAt: NOW + MINUTE },
		});
		expect(await kept({ lostSince: NOW - 60 * MINUTE + 1 })).toHaveProperty('a');
		expect(await kept({ lostSince: NOW - 60 * MINUTE })).toEqual({});
	});

	test('an execution of which only the list knows is remembered, too', async () => {
		const { open } = await following(
			{},
			{ listed: ['u'], observedOpen: [['u', NOW]], found: { u: undefined } },
		);
		expect(open).toEqual({ u: { time: NOW, lostSince: NOW, readAgainAt: NOW } });
	});

	test('an execution that cannot be read comes behind the others', async () => {
		const { open, warnings } = await following(
			{ a: { firstReadAt: 7 } },
			{ found: { a: refused('500') } },
		);
		expect([open, warnings]).toEqual([
			{ a: { time: NOW - MINUTE, firstReadAt: 7, readAgainAt: NOW + 30_000 } },
			['a could not be read: refused 500'],
		]);
		const other = await following({ a: {} }, { found: { a: ended('b') } });
		expect([other.open, other.warnings, other.cursor.events]).toEqual([
			{ a: { time: NOW - MINUTE, readAgainAt: NOW + 30_000 } },
			['a could not be read: Talend Cloud returned a different record'],
			[],
		]);
		expect((await following({ a: {} }, { found: { a: new Error('broken') } })).warnings).toEqual([
			'a could not be read: broken',
		]);
	});

	test('a refused sign-in (400) is not remembered for the execution', async () => {
		const failure = noteSignInFailure(refused('400'), true);
		const { open, warnings } = await following(
			{ a: { firstReadAt: 7 } },
			{ found: { a: failure } },
		);
		expect([open, warnings]).toEqual([{ a: { time: NOW - MINUTE, firstReadAt: 7 } }, []]);
	});

	test.each(['401', '429'])(
		'an execution is not the cause of a %s: nothing is remembered of that',
		async (httpCode) => {
			const { open, warnings } = await following(
				{ a: { firstReadAt: 7 } },
				{ found: { a: refused(httpCode) } },
			);
			expect([open, warnings]).toEqual([{ a: { time: NOW - MINUTE, firstReadAt: 7 } }, []]);
			expect(
				(
					await following(
						{ a: {} },
						{ found: { a: Object.assign(new Error('other'), { httpCode }) } },
					)
				).warnings,
			).toEqual(['a could not be read: other']);
		},
	);
});

describe('the search for open executions', () => {
	const time = simulatedTimeForEach();
	const many = Object.fromEntries(
		Array.from({ length: 80 }, (_, index) => [`execution ${index}`, { readAgainAt: index }]),
	);

	test('the search stops when no more events fit', async () => {
		const { readKeys, cursor } = await following(many, { maxEvents: 1 });
		// Those that were sent together.
		expect({ read: readKeys.length, events: cursor.events.length }).toEqual({
			read: MAX_IN_FLIGHT,
			events: 1,
		});
		expect((await following(many, { maxEvents: 0 })).readKeys).toEqual([]);
	});

	test('the search stops when the time left is shorter than the slowest reading took', async () => {
		const until = time.elapsed() + 1_000;
		const { readKeys } = await following(many, {
			maxEvents: 100,
			leftMs: () => until - time.elapsed(),
			takesMs: (index) => (index === 0 ? 600 : 100),
		});
		// At 600 ms the slowest has taken 600, and 400 are left.
		expect(readKeys.length).toBe(MAX_IN_FLIGHT + 5 * (MAX_IN_FLIGHT - 1));
		expect((await following(many, { leftMs: 0 })).readKeys).toEqual([]);
	});
});
