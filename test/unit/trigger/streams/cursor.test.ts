/**
 * Which events are new, and those that do not fit into a poll.
 */
import { Cursor } from '../../../../nodes/shared/trigger/streams/cursor';
import { positionAt } from '../../../../nodes/shared/trigger/streams/position';
import { type StreamMemory } from '../../../../nodes/shared/trigger/streams/stream';
import { HOUR } from '../../../support/time';
import { LIMITS, observed, poll, watermarkIn, written } from './cursorStage';

describe('what counts as new', () => {
	test('executions from the given time on are new', () => {
		expect(
			poll(5_000, [observed('before', 4_999), observed('then', 5_000), observed('after', 5_001)])
				.emitted,
		).toEqual(['then:0', 'then:1', 'after:0', 'after:1']);
	});

	test('new events are emitted in order of time, whatever the order of the list', () => {
		expect(
			poll(0, [
				observed('c', 30, { phases: [0] }),
				observed('a', 10, { phases: [0] }),
				observed('b', 20, { phases: [0] }),
			]).emitted,
		).toEqual(['a:0', 'b:0', 'c:0']);
	});

	test('each event of an execution is new only until it was emitted', () => {
		const first = poll(0, [
			observed('execution', 5_000, { isOpen: true }),
			observed('done', 6_000),
		]);
		expect(first.emitted).toEqual(['execution:0', 'done:0', 'done:1']);
		const second = poll(written(first.state), [
			observed('execution', 5_000),
			observed('done', 6_000),
		]);
		expect(second.emitted).toEqual(['execution:1']);
		expect(
			poll(written(second.state), [observed('execution', 5_000), observed('done', 6_000)]).emitted,
		).toEqual([]);
	});

	test('the observation with its end counts if a list shows one execution twice', () => {
		const [running, ended] = [
			observed('execution', 10, { isOpen: true }),
			observed('execution', 10),
		];
		expect(poll(0, [running, ended]).emitted).toEqual(['execution:0', 'execution:1']);
		expect(poll(0, [ended, running]).emitted).toEqual(['execution:0', 'execution:1']);
	});

	test('the later observation counts if a list shows an open execution twice', () => {
		const [silent, running] = [
			observed('execution', 10, { isOpen: true, phases: [] }),
			observed('execution', 10, { isOpen: true }),
		];
		expect(poll(0, [silent, running]).emitted).toEqual(['execution:0']);
		expect(poll(0, [running, silent]).emitted).toEqual([]);
	});

	test('an event before 1970 or at a fraction of a millisecond can be new', () => {
		expect(poll(0, [observed('old', -5), observed('odd', 0.5)]).emitted).toHaveLength(4);
	});
});

test('only the ends of open executions are emitted of what exists at the activation', () => {
	const cursor = new Cursor(10_000, LIMITS, Infinity);
	cursor.takeAsEmitted([
		observed('old', 5_000, { isOpen: true }),
		observed('past', 5_000),
		observed('young', 11_000, { isOpen: true }),
		observed('done', 11_000),
	]);
	expect(cursor.events).toEqual([]);
	const state = cursor.close({ newestAt: undefined });
	expect(state.open).toEqual({
		old: { time: 5_000, phases: [0] },
		young: { time: 11_000, phases: [0] },
	});
	const all = ['old', 'past'].map((key) => observed(key, 5_000));
	const ended = [...all, ...['young', 'done'].map((key) => observed(key, 11_000))];
	expect(poll(written(state), ended).emitted).toEqual(['old:1', 'young:1']);
});

describe('events beyond what a poll may emit', () => {
	const executions = [observed('a', 1_000), observed('b', 2_000), observed('c', 3_000)];

	test('events that do not fit into a poll are emitted by the next one, whatever the newest record', () => {
		const first = poll(0, executions, { maxEvents: 3, newest: HOUR });
		expect(first.emitted).toEqual(['a:0', 'a:1', 'b:0']);
		expect(first.cursor).toMatchObject({ room: 0 });
		const second = poll(written(first.state), executions, { newest: HOUR });
		expect(second.emitted).toEqual(['b:1', 'c:0', 'c:1']);
		expect(second.cursor).toMatchObject({ room: 97 });
		expect(poll(written(second.state), executions).emitted).toEqual([]);
	});

	test('a full window passes no event that did not fit into the poll', () => {
		const limits = { windowSize: 2 };
		const started = (key: string, at: number) => observed(key, at, { phases: [0] });
		const newest = [started('x', 5_000), started('y', 6_000)];
		const all = [started('a', 1_000), started('b', 2_000), started('c', 3_000), ...newest];
		const first = poll(poll(0, newest, { limits }).state, all, { maxEvents: 2, limits });
		expect(first.emitted).toEqual(['a:0', 'b:0']);
		expect(watermarkIn(first.state)).toBe(2_000);
		const second = poll(written(first.state), all, { limits });
		expect(second.emitted).toEqual(['c:0']);
		expect(poll(written(second.state), all, { limits }).emitted).toEqual([]);
	});

	test('an open execution after the watermark with an event that did not fit holds the watermark down', () => {
		const from: StreamMemory = {
			watermark: positionAt(0),
			window: [],
			open: { execution: { time: 1_000 } },
		};
		const { state } = poll(from, [observed('execution', 1_000)], { maxEvents: 1, newest: HOUR });
		expect(watermarkIn(state)).toBe(1_000);
		expect(poll(written(state), [observed('execution', 1_000)]).emitted).toEqual(['execution:1']);
	});

	test('an open execution before the watermark with an event that did not fit is read at once by the next poll', () => {
		const from: StreamMemory = {
			watermark: positionAt(2_000),
			window: [],
			open: { execution: { time: 1_000, readAgainAt: HOUR } },
		};
		const { state, emitted } = poll(from, [observed('execution', 1_000)], {
			maxEvents: 1,
			newest: HOUR,
		});
		expect(emitted).toEqual(['execution:0']);
		expect(state.open).toEqual({ execution: { time: 1_000, readAgainAt: 0, phases: [0] } });
		// It does not hold the watermark down: it is read separately.
		expect(watermarkIn(state)).toBe(HOUR - 1_000);
		expect(poll(written(state), [observed('execution', 1_000)]).emitted).toEqual(['execution:1']);
	});
});
