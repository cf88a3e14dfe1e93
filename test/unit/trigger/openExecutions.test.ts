/**
 * Runs that no list shows any more: which are asked for in a poll, in which order, and what is
 * remembered of each.
 */
import { type INode, type IPollFunctions, NodeApiError } from 'n8n-workflow';

import { clock } from '../../../nodes/shared/support/clock';
import { noteSignInFailure } from '../../../nodes/shared/support/errorNotes';
import { MAX_IN_FLIGHT } from '../../../nodes/shared/transport/requestQueue';
import { Cursor } from '../../../nodes/shared/trigger/cursor';
import {
	followOpenExecutions,
	type OpenExecutionSource,
} from '../../../nodes/shared/trigger/openExecutions';
import type { Poll } from '../../../nodes/shared/trigger/pollRequests';
import {
	type Observation,
	type OpenExecution,
	type TriggerEvent,
} from '../../../nodes/shared/trigger/stream';
import { stub } from '../../support/stub';
import { MINUTE, simulateTime } from '../../support/time';

const NOW = Date.UTC(2026, 2, 31, 8);
const BOUNDS = { allowedLatenessMs: MINUTE, window: 1_000, maxOpenExecutionsBytes: 100_000 };
const event = {
	eventId: 'e',
	event: 'failed',
	occurredAt: new Date(NOW).toISOString(),
	record: {},
} as TriggerEvent;
const ended = (key: string): Observation => ({
	key,
	time: NOW - MINUTE,
	isOpen: false,
	events: [event],
});
const going = (key: string): Observation => ({ key, time: NOW - MINUTE, isOpen: true, events: [] });
const refused = (httpCode: string) =>
	new NodeApiError({ name: 'N' } as INode, {}, { message: `refused ${httpCode}`, httpCode });

type Seen = Observation | undefined | Error;
/** A poll that asks for the open executions of a cursor. */
async function asking(
	open: Record<string, Partial<OpenExecution>>,
	{
		sees = {},
		running,
		most = 100,
		leftMs = 60_000,
		listed = [],
		observedOpen = [],
		takesMs,
	}: {
		sees?: Record<string, Seen>;
		running?: string[] | Error;
		most?: number;
		leftMs?: number | (() => number);
		listed?: string[];
		observedOpen?: Array<[string, number]>;
		takesMs?: (index: number) => number;
	} = {},
) {
	const cursor = new Cursor(NOW - 10 * MINUTE, BOUNDS, most);
	for (const [key, one] of Object.entries(open))
		cursor.open.set(key, { time: NOW - MINUTE, ...one });
	for (const key of listed) cursor.listed.add(key);
	const asked: string[] = [];
	const warnings: string[] = [];
	const readOne = (key: string) => async (_poll: Poll, now: number) => {
		expect(now).toBe(NOW);
		const index = asked.push(key) - 1;
		if (takesMs) await clock.sleep(takesMs(index));
		const seen = key in sees ? sees[key] : ended(key);
		return seen instanceof Error ? await Promise.reject(seen) : await Promise.resolve(seen);
	};
	for (const [key, time] of observedOpen)
		cursor.observedOpen.set(key, { key, time, findOutcome: readOne(key) } as never);
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
									running.map((key) => (sees[key] as Observation) ?? going(key)),
								),
				}),
	};
	const poll = stub<Poll>({ leftMs: typeof leftMs === 'number' ? () => leftMs : leftMs });
	await followOpenExecutions(source, { context, poll, cursor, now: NOW });
	return { cursor, asked, warnings, open: Object.fromEntries(cursor.open) };
}

describe('runs that the list did not show', () => {
	test('runs that the list did not show are asked for, and what became of them is taken', async () => {
		const { cursor, asked, open, warnings } = await asking({ a: {} });
		const { events } = cursor;
		expect({ asked, events, open, warnings }).toEqual({
			asked: ['a'],
			events: [event],
			open: {},
			warnings: [],
		});
	});

	test('runs that the list did not show are not asked for where the list showed them, or nobody can', async () => {
		expect((await asking({ a: {}, b: {} }, { listed: ['a'] })).asked).toEqual(['b']);
		const running = jest.fn(async () => await Promise.resolve([]));
		const cursor = new Cursor(NOW, BOUNDS, 10);
		const poll = stub<Poll>({ leftMs: () => 60_000 });
		const context = {} as IPollFunctions;
		const followUp = { context, poll, cursor, now: NOW };
		await followOpenExecutions(
			{ listOpen: running, readOne: () => async () => await Promise.resolve(undefined) },
			followUp,
		);
		cursor.open.set('a', { time: NOW });
		await followOpenExecutions({ listOpen: running }, followUp);
		// Nothing is missing, or nothing can be looked at: then it is not asked what is running.
		expect(running).not.toHaveBeenCalled();
		expect(Object.fromEntries(cursor.open)).toEqual({ a: { time: NOW } });
	});

	test('open executions that are listed as running are taken from there: their start, and if necessary their end', async () => {
		const start = { ...event, eventId: 'a:started', event: 'started', phase: 0 };
		const { cursor, asked, open } = await asking(
			{ a: { since: 1, askAt: 2 }, b: {} },
			{ running: ['a', 'b'], sees: { a: { ...going('a'), events: [start] }, b: ended('b') } },
		);
		expect([asked, cursor.events]).toEqual([[], [start, event]]);
		expect(open).toStrictEqual({
			a: {
				time: NOW - MINUTE,
				emitted: [0],
				since: undefined,
				askAt: undefined,
				lostSince: undefined,
			},
		});
	});

	test('nothing else is remembered of open executions that are running', async () => {
		const { asked, open } = await asking(
			{ a: { since: 1, askAt: 2, lostSince: 3 }, b: { emitted: [0], askAt: 2 }, c: {} },
			{ running: ['a', 'b'] },
		);
		expect(asked).toEqual(['c']);
		expect(open).toEqual({
			a: { time: NOW - MINUTE },
			b: { time: NOW - MINUTE, emitted: [0] },
		});
	});

	test('runs that the list did not show are all asked for where it is not known which are running', async () => {
		const { asked, warnings } = await asking(
			{ a: {}, b: {} },
			{ running: new Error('no permission') },
		);
		expect([asked, warnings]).toEqual([
			['a', 'b'],
			['The executions in progress could not be listed: no permission'],
		]);
	});

	test('runs that the list did not show are asked for when it is time, those first that have waited longest', async () => {
		const { asked, open } = await asking({
			later: { askAt: NOW + 1 },
			now: { askAt: NOW },
			before: { askAt: NOW - 5 },
			never: {},
			long: { askAt: NOW - 9 },
		});
		expect(asked).toEqual(['never', 'long', 'before', 'now']);
		expect(Object.keys(open)).toEqual(['later']);
	});

	test('one poll reads at most a hundred runs that the list did not show', async () => {
		const many = Object.fromEntries(
			Array.from({ length: 103 }, (_, index) => [`run ${index}`, { askAt: index }]),
		);
		const { asked, open } = await asking(many, { most: 1_000 });
		expect([asked.length, Object.keys(open)]).toEqual([100, ['run 100', 'run 101', 'run 102']]);
	});
});

describe('records that do not say how they ended', () => {
	test('runs without an outcome are read in their turn among the others', async () => {
		const { asked } = await asking(
			{ b: { askAt: NOW - 5 }, c: { askAt: NOW - 9 } },
			{
				listed: ['b'],
				observedOpen: [
					['b', NOW - MINUTE],
					['u', NOW],
				],
			},
		);
		expect(asked).toEqual(['u', 'c', 'b']);
		expect(
			(await asking({ b: { askAt: NOW + 1 } }, { listed: ['b'], observedOpen: [['b', NOW]] }))
				.asked,
		).toEqual([]);
	});

	test('runs that have an outcome are not read', async () => {
		const cursor = new Cursor(NOW - MINUTE, BOUNDS, 10);
		cursor.observedOpen.set('a', going('a'));
		const poll = stub<Poll>({ leftMs: () => 60_000 });
		await followOpenExecutions({}, { context: {} as IPollFunctions, poll, cursor, now: NOW });
		expect([...cursor.observedOpen.keys()]).toEqual(['a']);
	});
});

describe('what is found', () => {
	test('a run that is still going is asked for later, the longer it takes the less often', async () => {
		const kept = async (one: Partial<OpenExecution>) =>
			(await asking({ a: one }, { sees: { a: going('a') } })).open.a;
		expect(await kept({})).toStrictEqual({
			time: NOW - MINUTE,
			since: NOW,
			askAt: NOW,
			lostSince: undefined,
		});
		expect(await kept({ since: NOW - MINUTE, lostSince: 5 })).toStrictEqual({
			time: NOW - MINUTE,
			since: NOW - MINUTE,
			askAt: NOW + 6_000,
			lostSince: undefined,
		});
		expect((await kept({ since: NOW - 1_000 * MINUTE }))!.askAt).toBe(NOW + 15 * MINUTE);
	});

	test('a run that the platform does not have is dropped after an hour', async () => {
		const kept = async (one: Partial<OpenExecution>) =>
			(await asking({ a: one }, { sees: { a: undefined } })).open;
		expect(await kept({})).toEqual({ a: { time: NOW - MINUTE, lostSince: NOW, askAt: NOW } });
		expect(await kept({ lostSince: NOW - 10 * MINUTE })).toEqual({
			a: { time: NOW - MINUTE, lostSince: NOW - 10 * MINUTE, askAt: NOW + MINUTE },
		});
		expect(await kept({ lostSince: NOW - 60 * MINUTE + 1 })).toHaveProperty('a');
		expect(await kept({ lostSince: NOW - 60 * MINUTE })).toEqual({});
	});

	test('a run of which only the list knows is remembered, too', async () => {
		const { open } = await asking(
			{},
			{ listed: ['u'], observedOpen: [['u', NOW]], sees: { u: undefined } },
		);
		expect(open).toEqual({ u: { time: NOW, lostSince: NOW, askAt: NOW } });
	});

	test('a run that cannot be read comes behind the others', async () => {
		const { open, warnings } = await asking({ a: { since: 7 } }, { sees: { a: refused('500') } });
		expect([open, warnings]).toEqual([
			{ a: { time: NOW - MINUTE, since: 7, askAt: NOW + 30_000 } },
			['a could not be read: refused 500'],
		]);
		const other = await asking({ a: {} }, { sees: { a: ended('b') } });
		expect([other.open, other.warnings, other.cursor.events]).toEqual([
			{ a: { time: NOW - MINUTE, askAt: NOW + 30_000 } },
			['a could not be read: the platform answered with another record'],
			[],
		]);
		expect((await asking({ a: {} }, { sees: { a: new Error('broken') } })).warnings).toEqual([
			'a could not be read: broken',
		]);
	});

	test('a run is not the cause of a refused sign-in, whatever its status: nothing is remembered of that', async () => {
		const failure = noteSignInFailure(refused('400'), true);
		const { open, warnings } = await asking({ a: { since: 7 } }, { sees: { a: failure } });
		expect([open, warnings]).toEqual([{ a: { time: NOW - MINUTE, since: 7 } }, []]);
	});

	test.each(['401', '429'])(
		'a run is not the cause of a %s: nothing is remembered of that',
		async (httpCode) => {
			const { open, warnings } = await asking(
				{ a: { since: 7 } },
				{ sees: { a: refused(httpCode) } },
			);
			expect([open, warnings]).toEqual([{ a: { time: NOW - MINUTE, since: 7 } }, []]);
			expect(
				(await asking({ a: {} }, { sees: { a: Object.assign(new Error('other'), { httpCode }) } }))
					.warnings,
			).toEqual(['a could not be read: other']);
		},
	);
});

describe('the search for open executions', () => {
	const many = Object.fromEntries(
		Array.from({ length: 80 }, (_, index) => [`run ${index}`, { askAt: index }]),
	);

	test('the search stops when no more events fit', async () => {
		const { asked, cursor } = await asking(many, { most: 1 });
		// Those that were sent together.
		expect([asked.length, cursor.events.length]).toEqual([MAX_IN_FLIGHT, 1]);
		expect((await asking(many, { most: 0 })).asked).toEqual([]);
	});

	test('the search stops when the time left is shorter than the slowest reading took', async () => {
		const time = simulateTime();
		const until = time.elapsed() + 1_000;
		const { asked } = await asking(many, {
			most: 100,
			leftMs: () => until - time.elapsed(),
			takesMs: (index) => (index === 0 ? 600 : 100),
		});
		time.restore();
		// At 600 ms the slowest has taken 600, and 400 are left.
		expect(asked.length).toBe(MAX_IN_FLIGHT + 5 * (MAX_IN_FLIGHT - 1));
		expect((await asking(many, { leftMs: 0 })).asked).toEqual([]);
	});
});
