/**
 * What a poll emits if the states of engines change.
 */
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/shared/support/time/clock';
import { changed } from '../../../support/changed';
import { MINUTE } from '../../../support/time';
import { engine, trigger } from './statesStage';

describe('a poll', () => {
	test('the trigger emits when an engine has become unavailable or available since the activation', async () => {
		const { lists, poll, later, memory } = trigger({ minutes: 1 });
		lists.one = [engine('a', true), engine('b', false)];
		expect(await poll()).toEqual([]);
		expect(memory()).toMatchObject({
			lists: { one: { a: 0, b: { phase: 'initial' } }, two: {} },
			polls: 0,
		});
		later(MINUTE);
		lists.one = [engine('a', false), engine('b', false)];
		lists.two = [engine('c', true)];
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
		lists.one = [engine('a', true), engine('b', true)];
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
		'the trigger emits events in the order in which they happened, whichever list has them: %s, %s',
		async (gone, away) => {
			const { lists, poll, later } = trigger({ minutes: 1 });
			lists[gone] = [engine('a', true)];
			lists[away] = [engine('b', true)];
			await poll();
			lists[gone] = [engine('a', false)];
			await poll();
			await poll();
			later(MINUTE);
			await poll();
			lists[gone] = [];
			lists[away] = [engine('b', false)];
			expect(await poll()).toEqual([]);
			later(MINUTE);
			expect((await poll()).map(({ event, id, name }) => [event, id, name])).toEqual([
				['unavailable', 'b', 'Engine b'],
				['gone', 'a', 'Engine a'],
			]);
		},
	);

	test('a single list without its engines changes nothing', async () => {
		const { lists, poll, later } = trigger();
		lists.one = [engine('a', true), engine('b', true), engine('c', true)];
		await poll();
		lists.one = [engine('a', true), engine('b', false), engine('c', true)];
		await poll();
		lists.one = [];
		later(MINUTE);
		expect(await poll()).toEqual([]);
		lists.one = [engine('a', true), engine('b', true), engine('c', false)];
		later(MINUTE);
		expect((await poll()).map(({ event, id }) => [event, id])).toEqual([
			['available', 'b'],
			['unavailable', 'c'],
		]);
	});

	test('the trigger waits for as many minutes as are chosen', async () => {
		const { lists, poll, later } = trigger({ minutes: 5 });
		lists.one = [engine('a', true)];
		await poll();
		lists.one = [engine('a', false)];
		await poll();
		later(5 * MINUTE - 1);
		expect(await poll()).toEqual([]);
		later(1);
		expect(await poll()).toMatchObject([{ event: 'unavailable', unavailableForMinutes: 5 }]);
	});

	test('the trigger emits only the chosen events', async () => {
		const { lists, poll } = trigger({ events: ['available'] });
		lists.one = [engine('a', true)];
		await poll();
		lists.one = [engine('a', false)];
		expect([await poll(), await poll()]).toEqual([[], []]);
		lists.one = [engine('a', true)];
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
		['has an invalid list', (memory) => ({ ...memory, lists: { one: [], two: {} } })],
		['has no lists', (memory) => ({ ...memory, lists: undefined })],
		['has an invalid state', (memory) => ({ ...memory, lists: { one: { a: 2 }, two: {} } })],
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
		lists.one = [engine('a', true)];
		await poll();
		await poll();
		data.memory = change(data.memory as IDataObject) as IDataObject;
		await poll();
		expect(memory()).toMatchObject({ polls: 0, lists: { one: { a: 0 }, two: {} } });
	});

	test('the trigger continues if its state has no age', async () => {
		const { data, poll, memory } = trigger();
		await poll();
		const aMinuteLater = clock.elapsed() + MINUTE;
		changed(clock, { elapsed: () => aMinuteLater });
		data.memory = { ...(data.memory as IDataObject), polls: 'x' };
		await poll();
		expect(memory().polls).toBe(1);
	});

	test('the trigger ignores an older state that n8n passes a moment later', async () => {
		const { data, lists, poll, memory } = trigger();
		lists.one = [engine('a', true)];
		await poll();
		const older = structuredClone(data.memory);
		lists.one = [engine('a', false)];
		await poll();
		data.memory = older;
		expect(await poll()).toEqual([]);
		expect(memory().polls).toBe(0);
		const aMinuteLater = clock.elapsed() + MINUTE;
		changed(clock, { elapsed: () => aMinuteLater });
		await poll();
		expect(memory().polls).toBe(1);
	});
});

describe('a list that cannot be read', () => {
	const trouble = new Error('no connection');
	test('the poll fails if nothing is lost', async () => {
		const { lists, poll, memory } = trigger();
		lists.one = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		lists.one = [engine('a', true)];
		await poll();
		lists.one = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		expect(memory().polls).toBe(0);
	});

	test('the poll fails although another list has the same in another order', async () => {
		const { lists, poll, memory } = trigger();
		lists.one = [engine('a', true), engine('b', true), engine('c', true)];
		await poll();
		lists.one = [engine('c', true), engine('a', true), engine('b', true)];
		lists.two = trouble;
		await expect(poll()).rejects.toThrow('no connection');
		expect(memory().polls).toBe(0);
	});

	test('a warning tells of the list if another one has events', async () => {
		const { lists, poll, warnings, memory, later } = trigger({ minutes: 1 });
		lists.one = [engine('a', true)];
		lists.two = [engine('b', true)];
		await poll();
		lists.one = trouble;
		lists.two = [engine('b', false)];
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
