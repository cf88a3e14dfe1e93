/**
 * What a poll remembers, and for how long.
 */
import { Cursor } from '../../../../nodes/shared/trigger/streams/cursor';
import { positionAt } from '../../../../nodes/shared/trigger/streams/position';
import {
	isAhead,
	isStreamMemory,
	type Observation,
	type StreamMemory,
} from '../../../../nodes/shared/trigger/streams/stream';
import { HOUR } from '../../../support/time';
import { LIMITS, observed, poll, watermarkIn, written } from './cursorStage';

describe('what is remembered', () => {
	test('the state keeps its form, so that the next version of the package understands it', () => {
		const { state } = poll(1_000, [
			observed('execution', Date.UTC(2026, 0, 1), { isOpen: true }),
			observed('done', Date.UTC(2026, 0, 1)),
		]);
		expect(state).toEqual({
			watermark: '0000000rs',
			window: ['0mjuohs00pALEM26_140', '0mjuohs00pMPtBKlaPa9'],
			open: { execution: { time: Date.UTC(2026, 0, 1), phases: [0] } },
		});
	});

	describe('the check of what is remembered', () => {
		const { state } = poll(
			1_000,
			[observed('execution', 9_000, { isOpen: true }), observed('done', 9_000)],
			{
				newest: 20_000,
			},
		);
		const position = poll(1_000, [observed('done', 9_000)]).state.window[0]!;
		const [time, hash] = [position.slice(0, 9), position.slice(9, 19)];

		test('a state that a poll has made is accepted', () => {
			expect(Object.keys(state.open)).toEqual(['execution']);
			expect(isStreamMemory(state)).toBe(true);
		});

		test.each([...'-_Az09'])('a position whose hash ends with %s is accepted', (digit) => {
			const watermark = `${time}${hash.slice(1)}${digit}9`;
			expect(isStreamMemory({ ...state, watermark })).toBe(true);
		});

		test.each([
			['a time alone', time],
			['a position', position],
		])('%s is accepted as watermark or in the window', (_name, accepted) => {
			expect(isStreamMemory({ ...state, watermark: accepted })).toBe(true);
			expect(isStreamMemory({ ...state, window: [time, accepted] })).toBe(true);
		});

		test.each([
			'',
			time.slice(1),
			`0${time}`,
			`${time}${hash}`,
			`${time}${hash.slice(1)}9`,
			`${time}${hash}x`,
			`${time}${hash.slice(1)}.9`,
			`${position}0`,
			`x${position}`,
			position.toUpperCase(),
			7,
			null,
		])('%j is refused as watermark or in the window', (refused) => {
			expect(isStreamMemory({ ...state, watermark: refused })).toBe(false);
			expect(isStreamMemory({ ...state, window: [position, refused] })).toBe(false);
		});

		test.each([
			[null],
			[[]],
			['x'],
			[{ execution: null }],
			[{ execution: {} }],
			[{ execution: { time: 'x' } }],
			[{ execution: { time: 1, phases: 0 } }],
		])('%j is refused as open executions', (open) => {
			expect(isStreamMemory({ ...state, open })).toBe(false);
		});

		test.each([
			[null],
			[undefined],
			['x'],
			[[]],
			[{}],
			[{ ...state, window: undefined }],
			[{ ...state, window: position }],
			[{ ...state, open: undefined }],
		])('%j is refused as a state', (stored) => {
			expect(isStreamMemory(stored)).toBe(false);
		});
	});

	test('a watermark is too far ahead if nothing would be new for more than an hour', () => {
		const { state } = poll(100 * HOUR, []);
		expect([99 * HOUR - 1, 99 * HOUR, 200 * HOUR].map((now) => isAhead(state, now))).toEqual([
			true,
			false,
			false,
		]);
	});

	test('a stream whose watermark goes back to the present keeps what it has emitted', () => {
		const from: StreamMemory = {
			...poll(100 * HOUR, [observed('done', 101 * HOUR)]).state,
			open: {
				execution: { time: 5, phases: [0], readAgainAt: 90 * HOUR, firstReadAt: 1, lostSince: 2 },
			},
		};
		expect(new Cursor(from, LIMITS, 1).rewind(2 * HOUR)).toEqual({
			watermark: poll(2 * HOUR - 1_000, []).state.watermark,
			window: from.window,
			open: { execution: { time: 5, phases: [0] } },
		});
	});

	test('a time after the year 5188 is remembered as the latest possible position', () => {
		const { state } = poll(Infinity, []);
		expect([
			state.watermark,
			isStreamMemory(state),
			isStreamMemory(poll(0, [observed('late', 1e18, { phases: [0] })]).state),
		]).toEqual(['zzzzzzzzz', true, true]);
	});

	test('the window has one position for an execution, complete or with a single event', () => {
		const phasesOf = (observation: Observation) =>
			poll(0, [observation]).state.window.map((position) => position.at(-1));
		expect(phasesOf(observed('execution', 10))).toEqual(['9']);
		expect(phasesOf(observed('execution', 10, { phases: [0] }))).toEqual(['0']);
		expect(phasesOf(observed('execution', 10, { phases: [1] }))).toEqual(['1']);
	});

	const watermarkOf = (from: number, newest?: number, reached?: number) =>
		watermarkIn(poll(from, [], { newest, reached }).state);

	test('the watermark follows the newest record at the distance of the look-back', () => {
		expect(watermarkOf(5_000, 10_000)).toBe(9_000);
		expect(watermarkOf(5_000, 10_000, 20_000)).toBe(9_000);
	});

	test('the watermark does not pass what was read', () => {
		expect(watermarkOf(5_000, 10_000, 7_000)).toBe(7_000);
	});

	test('the watermark never goes back', () => {
		expect(watermarkOf(5_000, 5_500)).toBe(5_000);
		expect(watermarkOf(5_000)).toBe(5_000);
	});

	test('the window has no position at the watermark or below it', () => {
		const { state } = poll(0, [observed('a', 1_000), observed('b', 2_000), observed('c', 3_000)]);
		expect(poll(state, [], { newest: 3_000 }).state.window).toEqual(state.window.slice(1));
		expect(poll({ ...state, watermark: state.window[1]! }, []).state.window).toEqual(
			state.window.slice(2),
		);
	});

	describe('a full window', () => {
		const executions = [observed('c', 3_000), observed('a', 1_000), observed('b', 2_000)];
		const all = poll(0, executions, { limits: { windowSize: 3 } }).state;
		const few = poll(0, executions, { limits: { windowSize: 1 } }).state;

		test('a window with just enough places is sorted, without raising the watermark', () => {
			expect(all.watermark).toBe('000000000');
			expect(all.window).toEqual([...all.window].sort());
		});
		test('the watermark rises over the lowest positions that do not fit', () => {
			expect(few).toMatchObject({ watermark: all.window[1], window: [all.window[2]] });
		});
		test('events below the watermark are not repeated', () => {
			expect(poll(written(few), executions).emitted).toEqual([]);
		});
		test('a later event above the watermark is emitted', () => {
			expect(poll(written(few), [observed('late', 2_001)]).emitted).toEqual(['late:0', 'late:1']);
		});
		test('starts below the watermark are not repeated', () => {
			const started = executions.map((execution) => ({
				...execution,
				events: execution.events.slice(0, 1),
			}));
			const { state: remembered } = poll(0, started, { limits: { windowSize: 1 } });
			expect(poll(written(remembered), started).emitted).toEqual([]);
		});
	});

	test('the lowest positions are lost first, in whatever order they came', () => {
		const newest = observed('newest', 3_000);
		const { state } = poll(poll(0, [newest]).state, [observed('late', 1_000)], {
			limits: { windowSize: 1 },
		});
		expect(poll(written(state), [observed('late', 1_000), newest]).emitted).toEqual([]);
		expect(watermarkIn(state)).toBe(1_000);
	});

	test('the position of a record without a time moves with the time that it gets in each poll', () => {
		const first = poll(0, [
			observed('timeless', 1_000, { phases: [0] }),
			observed('whole', 1_000),
		]).state;
		const second = poll(
			written(first),
			[observed('timeless', HOUR, { phases: [0] }), observed('whole', HOUR)],
			{ newest: HOUR },
		);
		expect(second.emitted).toEqual([]);
		expect(second.state.window).toHaveLength(2);
		expect(
			poll(written(second.state), [
				observed('timeless', 2 * HOUR, { phases: [0] }),
				observed('whole', 2 * HOUR),
			]).emitted,
		).toEqual([]);
	});
});

test('a poll does not change what was remembered before it, so that the two can be compared', () => {
	const from: StreamMemory = {
		watermark: positionAt(0),
		window: [],
		open: { execution: { time: 5_000, phases: [0] } },
	};
	const before = structuredClone(from);
	poll(from, [observed('execution', 5_000, { isOpen: true, phases: [0, 1] })]);
	expect(from).toEqual(before);
});
