/**
 * Executions that have not ended yet.
 */
import { Cursor } from '../../../../nodes/shared/trigger/streams/cursor';
import { positionAt } from '../../../../nodes/shared/trigger/streams/position';
import {
	type OpenExecution,
	type StreamMemory,
} from '../../../../nodes/shared/trigger/streams/stream';
import { HOUR } from '../../../support/time';
import { LIMITS, observed, poll, written } from './cursorStage';

describe('an open execution', () => {
	test('an open execution is remembered, whether or not the watermark passes it', () => {
		const execution = observed('execution', 5_000, { isOpen: true });
		const { state: before } = poll(0, [execution], { newest: 5_999 });
		expect(before.open).toEqual({ execution: { time: 5_000, phases: [0] } });
		const { state, cursor } = poll(0, [execution], { newest: 6_000 });
		expect([...cursor.observedOpen.keys()]).toEqual(['execution']);
		expect(state.open).toEqual({ execution: { time: 5_000, phases: [0] } });
		const silent = poll(0, [observed('execution', 5_000, { isOpen: true, phases: [] })], {
			newest: HOUR,
		}).state;
		expect(silent.open).toEqual({ execution: { time: 5_000 } });
		expect(
			poll(written(silent), [observed('execution', 5_000, { isOpen: true, phases: [] })]).state,
		).toEqual(silent);
	});

	test('an open execution stays remembered while it is open', () => {
		const { state } = poll(0, [observed('execution', 5_000, { isOpen: true })], { newest: HOUR });
		expect(poll(written(state), [observed('execution', 5_000, { isOpen: true })]).state).toEqual(
			state,
		);
	});

	test('an open execution has its end emitted when it is seen again', () => {
		const { state } = poll(0, [observed('execution', 5_000, { isOpen: true })], { newest: HOUR });
		expect(poll(written(state), [observed('execution', 5_000)]).emitted).toEqual(['execution:1']);
	});

	test('an open execution is forgotten when its end is seen', () => {
		const { state } = poll(0, [observed('execution', 5_000, { isOpen: true })], { newest: HOUR });
		const { state: after, cursor } = poll(written(state), [observed('execution', 5_000)]);
		expect(after.open).toEqual({});
		expect([...cursor.observedKeys]).toEqual(['execution']);
		expect(cursor.isSettledInWindow({ key: 'execution', time: 5_000 })).toBe(true);
	});

	test('an open execution keeps which of its events were emitted, although its time changes', () => {
		const from: StreamMemory = {
			watermark: positionAt(0),
			window: [],
			open: { execution: { time: 5_000, phases: [0] } },
		};
		const { emitted, state } = poll(from, [observed('execution', HOUR)]);
		expect(emitted).toEqual(['execution:1']);
		expect(state.window.map((position) => position.at(-1))).toEqual(['9']);
		expect(poll(written(state), [observed('execution', HOUR)]).emitted).toEqual([]);
	});

	test('an open execution is not followed if it was complete before, or is before the watermark', () => {
		const { state } = poll(0, [observed('execution', 5_000)]);
		expect(
			poll(state, [observed('execution', 5_000, { isOpen: true })]).cursor.observedOpen.size,
		).toBe(0);
		expect(
			poll(6_000, [observed('execution', 5_000, { isOpen: true })]).cursor.observedOpen.size,
		).toBe(0);
	});

	test('an open execution is no longer followed when the same poll sees its end', () => {
		const cursor = new Cursor(0, LIMITS, 100);
		cursor.take([observed('execution', 5_000, { isOpen: true })]);
		expect(cursor.observedOpen.size).toBe(1);
		cursor.take([observed('execution', 5_000)]);
		expect(cursor.observedOpen.size).toBe(0);
		expect(cursor.events.map(({ eventId }) => eventId)).toEqual(['execution:0', 'execution:1']);
	});

	test('an open execution is not taken for complete, even before the watermark', () => {
		const from: StreamMemory = {
			watermark: poll(HOUR, []).state.watermark,
			window: [],
			open: { execution: { time: 5_000 } },
		};
		const cursor = new Cursor(from, LIMITS, 100);
		cursor.take(['execution', 'other'].map((key) => observed(key, 5_000, { isOpen: true })));
		cursor.take([observed('later', HOUR, { isOpen: true })]);
		expect([...cursor.observedOpen.keys()]).toEqual(['execution', 'later']);
	});

	test('an open execution is updated with what becomes known about it', () => {
		const cursor = new Cursor(0, LIMITS, 100);
		cursor.take([
			observed('execution', 5_000, {
				phases: [0, 1],
				findOutcome: async () => await Promise.resolve(undefined),
			}),
		]);
		const execution = { key: 'execution', time: 5_000 };
		cursor.rememberOpen(execution, { readAgainAt: 7 });
		cursor.rememberOpen(execution, { lostSince: 8 });
		expect(cursor.close({ newestAt: undefined }).open).toEqual({
			execution: { time: 5_000, phases: [0, 1], readAgainAt: 7, lostSince: 8 },
		});
	});

	test('an open execution that a list shows again no longer counts as lost', () => {
		const open = { execution: { time: 5_000, lostSince: 8 } };
		const cursor = new Cursor({ watermark: positionAt(HOUR), window: [], open }, LIMITS, 100);
		cursor.take([observed('execution', 5_000, { isOpen: true })]);
		const { lostSince } = cursor.close({ newestAt: undefined }).open.execution!;
		expect(lostSince).toBeUndefined();
	});
});

describe('an end that needs a separate request', () => {
	const findOutcome = async () => await Promise.resolve(undefined);

	test('an end is read once: what was remembered is not requested again', () => {
		const asked = poll(0, [observed('log', 10, { phases: [], findOutcome })]);
		expect([...asked.cursor.observedOpen.keys()]).toEqual(['log']);
		const cursor = new Cursor(asked.state, LIMITS, 100);
		cursor.take([observed('log', 10, { phases: [], findOutcome })]);
		cursor.take([observed('end', 20, { phases: [1], alsoSettled: [{ key: 'log', time: 10 }] })]);
		expect(cursor.isSettledInWindow({ key: 'log', time: 10 })).toBe(true);
		expect(cursor.isSettledInWindow({ key: 'end', time: 20 })).toBe(false);
		expect(
			poll(written(cursor.close({ newestAt: undefined })), [
				observed('log', 10, { phases: [], findOutcome }),
			]).cursor.observedOpen.size,
		).toBe(0);
	});
});

describe('open executions that do not all fit', () => {
	const open = (...times: number[]) =>
		Object.fromEntries(
			times.map((time): [string, OpenExecution] => [`execution${time}`, { time }]),
		);
	const from = (...times: number[]): StreamMemory => ({
		watermark: positionAt(0),
		window: [],
		open: open(...times),
	});
	const sizeOf = (time: number) => JSON.stringify([`execution${time}`, { time }]).length;

	test('open executions are all kept if they fit exactly', () => {
		const { state, cursor } = poll(from(1, 3, 2), [], {
			limits: { maxOpenExecutionsBytes: 3 * sizeOf(1) },
		});
		expect(state.open).toEqual(open(1, 3, 2));
		expect(cursor.droppedCount).toBe(0);
	});

	test('the cursor says how many of the oldest executions before the watermark were dropped', () => {
		const { state, cursor } = poll(from(1, 300, 20), [], {
			newest: 300 + LIMITS.lookBackMs,
			limits: { maxOpenExecutionsBytes: sizeOf(300) + sizeOf(20) - 1 },
		});
		expect(state.open).toEqual(open(300));
		expect(cursor.droppedCount).toBe(2);
	});

	test('executions that the list still shows are dropped first, the newest ones before others', () => {
		const { state, cursor } = poll(from(10, 20, 30, 40), [], {
			newest: 20 + LIMITS.lookBackMs,
			limits: { maxOpenExecutionsBytes: 3 * sizeOf(10) },
		});
		expect(state.open).toEqual(open(10, 20, 30));
		expect(cursor.droppedCount).toBe(0);
	});
});
