/**
 * What a trigger remembers of a poll and emits in the next, exactly: the simulations of
 * `test/triggers` see only what comes of it.
 */
import { Cursor } from '../../../nodes/shared/trigger/cursor';
import { positionAt, timeIn } from '../../../nodes/shared/trigger/position';
import {
	isAhead,
	isStreamState,
	type Observation,
	type OpenExecution,
	type StreamState,
} from '../../../nodes/shared/trigger/stream';
import { HOUR } from '../../support/time';

const LIMITS = { allowedLatenessMs: 1_000, windowSize: 100, maxOpenExecutionsBytes: 10_000 };

/** What a poll observes of an execution that started, and ended unless it is open. */
function observed(
	key: string,
	time: number,
	more: Partial<Observation> & { phases?: number[] } = {},
): Observation {
	const { phases = more.isOpen ? [0] : [0, 1], ...rest } = more;
	const events = phases.map((phase) => ({
		eventId: `${key}:${phase}`,
		event: 'any',
		phase,
		occurredAt: '',
		record: {},
	}));
	return { key, time, isOpen: false, events, ...rest };
}

/** One poll: what it emits, and what it remembers. */
function poll(
	from: StreamState | number,
	observations: Observation[],
	{
		maxEvents = 100,
		newest = undefined as number | undefined,
		reached = undefined as number | undefined,
		limits = {},
	} = {},
) {
	const cursor = new Cursor(from, { ...LIMITS, ...limits }, maxEvents);
	cursor.take(observations);
	const state = cursor.close(newest, reached);
	return { cursor, state, emitted: cursor.events.map(({ eventId }) => eventId) };
}

/** The same after n8n has written it and read it again. */
const written = (stream: StreamState) => JSON.parse(JSON.stringify(stream)) as StreamState;

const watermarkIn = ({ watermark }: StreamState) => timeIn(watermark);

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

	test('an emitted event is not new, the next event of its execution is', () => {
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
	});

	test('an event without a time, or before 1970, can be new', () => {
		expect(poll(0, [observed('old', -5), observed('odd', 0.5)]).emitted).toHaveLength(4);
	});
});

test('nothing that exists at the activation is emitted, but the ends of open executions are, whenever these began', () => {
	const cursor = new Cursor(10_000, LIMITS, Infinity);
	cursor.takeAsEmitted([
		observed('old', 5_000, { isOpen: true }),
		observed('past', 5_000),
		observed('young', 11_000, { isOpen: true }),
		observed('done', 11_000),
	]);
	expect(cursor.events).toEqual([]);
	const state = cursor.close(undefined);
	expect(state.open).toEqual({ old: { time: 5_000, phases: [0] } });
	const all = ['old', 'past'].map((key) => observed(key, 5_000));
	const ended = [...all, ...['young', 'done'].map((key) => observed(key, 11_000))];
	expect(poll(written(state), ended).emitted).toEqual(['old:1', 'young:1']);
});

describe('what is remembered', () => {
	test('the state keeps its form, so that the next version of the package understands it', () => {
		const { state } = poll(1_000, [
			observed('execution', Date.UTC(2026, 0, 1), { isOpen: true }),
			observed('done', Date.UTC(2026, 0, 1)),
		]);
		expect(state).toEqual({
			watermark: '0000000rs',
			window: ['0mjuohs00pALEM26_140', '0mjuohs00pMPtBKlaPa9'],
			open: {},
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
			expect(isStreamState(state)).toBe(true);
		});

		test.each([...'-_Az09'])('a position whose hash ends with %s is accepted', (digit) => {
			const watermark = `${time}${hash.slice(1)}${digit}9`;
			expect(isStreamState({ ...state, watermark })).toBe(true);
		});

		test.each([
			['a time alone', time],
			['a position', position],
		])('%s is accepted as watermark, and in the window', (_name, accepted) => {
			expect(isStreamState({ ...state, watermark: accepted })).toBe(true);
			expect(isStreamState({ ...state, window: [time, accepted] })).toBe(true);
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
		])('%j is refused as watermark, and in the window', (refused) => {
			expect(isStreamState({ ...state, watermark: refused })).toBe(false);
			expect(isStreamState({ ...state, window: [position, refused] })).toBe(false);
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
			expect(isStreamState({ ...state, open })).toBe(false);
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
			expect(isStreamState(stored)).toBe(false);
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
		const from: StreamState = {
			...poll(100 * HOUR, [observed('done', 101 * HOUR)]).state,
			open: {
				execution: { time: 5, phases: [0], askAt: 90 * HOUR, firstReadAt: 1, lostSince: 2 },
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
			isStreamState(state),
			isStreamState(poll(0, [observed('late', 1e18, { phases: [0] })]).state),
		]).toEqual(['zzzzzzzzz', true, true]);
	});

	test('the window has one position for a complete execution, and one for a single event', () => {
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

	test('the watermark rises over the lowest positions if the window is full, and nothing is repeated', () => {
		const executions = [observed('c', 3_000), observed('a', 1_000), observed('b', 2_000)];
		const all = poll(0, executions, { limits: { windowSize: 3 } }).state;
		expect(all.watermark).toBe('000000000');
		expect(all.window).toEqual([...all.window].sort());
		const few = poll(0, executions, { limits: { windowSize: 1 } }).state;
		expect(few).toMatchObject({ watermark: all.window[1], window: [all.window[2]] });
		expect(poll(written(few), executions).emitted).toEqual([]);
		expect(poll(written(few), [observed('late', 2_001)]).emitted).toEqual(['late:0', 'late:1']);
		const started = executions.map((execution) => ({
			...execution,
			events: execution.events.slice(0, 1),
		}));
		expect(
			poll(written(poll(0, started, { limits: { windowSize: 1 } }).state), started).emitted,
		).toEqual([]);
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

	test('an open execution with an event that did not fit is read at once by the next poll', () => {
		const from: StreamState = {
			watermark: positionAt(0),
			window: [],
			open: { execution: { time: 1_000, askAt: HOUR } },
		};
		const { state, emitted } = poll(from, [observed('execution', 1_000)], {
			maxEvents: 1,
			newest: HOUR,
		});
		expect(emitted).toEqual(['execution:0']);
		expect(state.open).toEqual({ execution: { time: 1_000, askAt: 0, phases: [0] } });
		// It does not hold the watermark down: it is read separately.
		expect(watermarkIn(state)).toBe(HOUR - 1_000);
		expect(poll(written(state), [observed('execution', 1_000)]).emitted).toEqual(['execution:1']);
	});
});

describe('an open execution', () => {
	test('an open execution is remembered separately only if the list is no longer read from its time on', () => {
		const execution = observed('execution', 5_000, { isOpen: true });
		expect(poll(0, [execution], { newest: 5_999 }).state.open).toEqual({});
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

	test('an open execution has its end emitted when it is seen again, and is forgotten then', () => {
		const { state } = poll(0, [observed('execution', 5_000, { isOpen: true })], { newest: HOUR });
		expect(poll(written(state), [observed('execution', 5_000, { isOpen: true })]).state).toEqual(
			state,
		);
		const { emitted, state: after, cursor } = poll(written(state), [observed('execution', 5_000)]);
		expect(emitted).toEqual(['execution:1']);
		expect(after.open).toEqual({});
		expect([...cursor.observedKeys]).toEqual(['execution']);
		expect(cursor.isComplete({ key: 'execution', time: 5_000 })).toBe(true);
	});

	test('an open execution keeps which of its events were emitted, although its time changes', () => {
		const from: StreamState = {
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
		const from: StreamState = {
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
		cursor.rememberOpen(execution, { askAt: 7 });
		cursor.rememberOpen(execution, { lostSince: 8 });
		expect(cursor.close(undefined).open).toEqual({
			execution: { time: 5_000, phases: [0, 1], askAt: 7, lostSince: 8 },
		});
	});
});

test('a poll does not change what was remembered before it, so that the two can be compared', () => {
	const from: StreamState = {
		watermark: positionAt(0),
		window: [],
		open: { execution: { time: 5_000, phases: [0] } },
	};
	const before = structuredClone(from);
	poll(from, [observed('execution', 5_000, { isOpen: true, phases: [0, 1] })]);
	expect(from).toEqual(before);
});

describe('an end that needs a separate request', () => {
	const findOutcome = async () => await Promise.resolve(undefined);

	test('an end that needs a separate request is read once: what was remembered is not requested again', () => {
		const asked = poll(0, [observed('log', 10, { phases: [], findOutcome })]);
		expect([...asked.cursor.observedOpen.keys()]).toEqual(['log']);
		const cursor = new Cursor(asked.state, LIMITS, 100);
		cursor.take([observed('log', 10, { phases: [], findOutcome })]);
		cursor.take([
			observed('end', 20, { phases: [1], rememberAsComplete: [{ key: 'log', time: 10 }] }),
		]);
		expect(cursor.isComplete({ key: 'log', time: 10 })).toBe(true);
		expect(cursor.isComplete({ key: 'end', time: 20 })).toBe(false);
		expect(
			poll(written(cursor.close(undefined)), [observed('log', 10, { phases: [], findOutcome })])
				.cursor.observedOpen.size,
		).toBe(0);
	});
});

describe('open executions that do not all fit', () => {
	const open = (...times: number[]) =>
		Object.fromEntries(
			times.map((time): [string, OpenExecution] => [`execution${time}`, { time }]),
		);
	const from = (...times: number[]): StreamState => ({
		watermark: positionAt(0),
		window: [],
		open: open(...times),
	});
	const sizeOf = (time: number) => JSON.stringify([`execution${time}`, { time }]).length;

	test('open executions that do not all fit are all kept if they fit exactly', () => {
		const { state, cursor } = poll(from(1, 3, 2), [], {
			limits: { maxOpenExecutionsBytes: 3 * sizeOf(1) },
		});
		expect(state.open).toEqual(open(1, 3, 2));
		expect(cursor.droppedCount).toBe(0);
	});

	test('the oldest executions are dropped, and the cursor says how many', () => {
		const { state, cursor } = poll(from(1, 300, 20), [], {
			limits: { maxOpenExecutionsBytes: sizeOf(300) + sizeOf(20) - 1 },
		});
		expect(state.open).toEqual(open(300));
		expect(cursor.droppedCount).toBe(2);
	});
});
