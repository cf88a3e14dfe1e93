/**
 * What a trigger remembers of a poll and emits in the next, exactly: the simulations of
 * `test/triggers` see only what comes of it.
 */
import { Cursor } from '../../../nodes/shared/trigger/cursor';
import { timeIn } from '../../../nodes/shared/trigger/position';
import {
	isAhead,
	isStreamState,
	type Observation,
	type OpenExecution,
	type StreamState,
} from '../../../nodes/shared/trigger/stream';
import { HOUR } from '../../support/time';

const BOUNDS = { allowedLatenessMs: 1_000, window: 100, maxOpenExecutionsBytes: 10_000 };

/** What is seen of a run that started, and ended unless it is open. */
function seen(
	key: string,
	time: number,
	more: Partial<Observation> & { steps?: number[] } = {},
): Observation {
	const { steps = more.isOpen ? [0] : [0, 1], ...rest } = more;
	const events = steps.map((step) => ({
		eventId: `${key}:${step}`,
		event: 'any',
		phase: step,
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
		most = 100,
		newest = undefined as number | undefined,
		reached = undefined as number | undefined,
		bounds = {},
	} = {},
) {
	const cursor = new Cursor(from, { ...BOUNDS, ...bounds }, most);
	cursor.take(observations);
	const kept = cursor.close(newest, reached);
	return { cursor, kept, emitted: cursor.events.map(({ eventId }) => eventId) };
}

/** The same after n8n has written it and read it again. */
const written = (stream: StreamState) => JSON.parse(JSON.stringify(stream)) as StreamState;

const watermarkIn = ({ watermark }: StreamState) => timeIn(watermark);

describe('what counts as new', () => {
	test('runs from the given time on are new', () => {
		expect(
			poll(5_000, [seen('before', 4_999), seen('then', 5_000), seen('after', 5_001)]).emitted,
		).toEqual(['then:0', 'then:1', 'after:0', 'after:1']);
	});

	test('new events are emitted in order of time, whatever the order of the list', () => {
		expect(
			poll(0, [
				seen('c', 30, { steps: [0] }),
				seen('a', 10, { steps: [0] }),
				seen('b', 20, { steps: [0] }),
			]).emitted,
		).toEqual(['a:0', 'b:0', 'c:0']);
	});

	test('an emitted event is not new, the next event of its execution is', () => {
		const first = poll(0, [seen('run', 5_000, { isOpen: true }), seen('done', 6_000)]);
		expect(first.emitted).toEqual(['run:0', 'done:0', 'done:1']);
		const second = poll(written(first.kept), [seen('run', 5_000), seen('done', 6_000)]);
		expect(second.emitted).toEqual(['run:1']);
		expect(poll(written(second.kept), [seen('run', 5_000), seen('done', 6_000)]).emitted).toEqual(
			[],
		);
	});

	test('the observation with its end counts if a list shows one execution twice', () => {
		const [running, ended] = [seen('run', 10, { isOpen: true }), seen('run', 10)];
		expect(poll(0, [running, ended]).emitted).toEqual(['run:0', 'run:1']);
		expect(poll(0, [ended, running]).emitted).toEqual(['run:0', 'run:1']);
		expect(poll(0, [seen('run', 10, { isOpen: true, steps: [] }), running]).emitted).toEqual([
			'run:0',
		]);
	});

	test('an event without a time, or before 1970, can be new', () => {
		expect(poll(0, [seen('old', -5), seen('odd', 0.5)]).emitted).toHaveLength(4);
	});
});

describe('what is remembered', () => {
	test('the state keeps its form, so that the next version of the package understands it', () => {
		const { kept } = poll(1_000, [
			seen('run', Date.UTC(2026, 0, 1), { isOpen: true }),
			seen('done', Date.UTC(2026, 0, 1)),
		]);
		expect(kept).toEqual({
			watermark: '0000000rs',
			emitted: ['0mjuohs00pMPtBKlaPa9', '0mjuohs00rLolUSEA-A0'],
			open: {},
		});
	});

	describe('the check of what is remembered', () => {
		const { kept: state } = poll(
			1_000,
			[seen('run', 9_000, { isOpen: true }), seen('done', 9_000)],
			{
				newest: 20_000,
			},
		);
		const position = poll(1_000, [seen('done', 9_000)]).kept.emitted[0]!;
		const [time, hash] = [position.slice(0, 9), position.slice(9, 19)];

		test('a state that a poll has made is accepted', () => {
			expect(Object.keys(state.open)).toEqual(['run']);
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
			expect(isStreamState({ ...state, emitted: [time, accepted] })).toBe(true);
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
			expect(isStreamState({ ...state, emitted: [position, refused] })).toBe(false);
		});

		test.each([
			[null],
			[[]],
			['x'],
			[{ run: null }],
			[{ run: {} }],
			[{ run: { time: 'x' } }],
			[{ run: { time: 1, emitted: 0 } }],
		])('%j is refused as open executions', (open) => {
			expect(isStreamState({ ...state, open })).toBe(false);
		});

		test.each([
			[null],
			[undefined],
			['x'],
			[[]],
			[{}],
			[{ ...state, emitted: undefined }],
			[{ ...state, emitted: position }],
			[{ ...state, open: undefined }],
		])('%j is refused as a state', (stored) => {
			expect(isStreamState(stored)).toBe(false);
		});
	});

	test('a watermark is too far ahead if nothing would be new for more than an hour', () => {
		const { kept } = poll(100 * HOUR, []);
		expect([99 * HOUR - 1, 99 * HOUR, 200 * HOUR].map((now) => isAhead(kept, now))).toEqual([
			true,
			false,
			false,
		]);
	});

	test('a watermark that is too far ahead goes back to the present, and the window and the open executions are kept', () => {
		const from: StreamState = {
			...poll(100 * HOUR, [seen('done', 101 * HOUR)]).kept,
			open: { run: { time: 5, emitted: [0], askAt: 90 * HOUR, since: 1, lostSince: 2 } },
		};
		expect(new Cursor(from, BOUNDS, 1).rewind(2 * HOUR)).toEqual({
			watermark: poll(2 * HOUR - 1_000, []).kept.watermark,
			emitted: from.emitted,
			open: { run: { time: 5, emitted: [0] } },
		});
	});

	test('a time after the year 5188 is remembered as the latest possible position', () => {
		const { kept } = poll(Infinity, []);
		expect([
			kept.watermark,
			isStreamState(kept),
			isStreamState(poll(0, [seen('late', 1e18, { steps: [0] })]).kept),
		]).toEqual(['zzzzzzzzz', true, true]);
	});

	test('the window has one position for a complete execution, and one for a single event', () => {
		const stepsOf = (observation: Observation) =>
			poll(0, [observation]).kept.emitted.map((mark) => mark.at(-1));
		expect(stepsOf(seen('run', 10))).toEqual(['9']);
		expect(stepsOf(seen('run', 10, { steps: [0] }))).toEqual(['0']);
		expect(stepsOf(seen('run', 10, { steps: [1] }))).toEqual(['1']);
	});

	test('the watermark follows the newest record at the distance of the look-back, and never goes back', () => {
		const watermarkOf = (from: StreamState | number, newest?: number, reached?: number) =>
			watermarkIn(poll(from, [], { newest, reached }).kept);
		expect(watermarkOf(5_000, 10_000)).toBe(9_000);
		expect(watermarkOf(5_000, 10_000, 7_000)).toBe(7_000);
		expect(watermarkOf(5_000, 10_000, 20_000)).toBe(9_000);
		expect(watermarkOf(5_000, 5_500)).toBe(5_000);
		expect(watermarkOf(5_000)).toBe(5_000);
	});

	test('the window has no position at the watermark or below it', () => {
		const { kept } = poll(0, [seen('a', 1_000), seen('b', 2_000), seen('c', 3_000)]);
		expect(poll(kept, [], { newest: 3_000 }).kept.emitted).toEqual(kept.emitted.slice(1));
		expect(poll({ ...kept, watermark: kept.emitted[1]! }, []).kept.emitted).toEqual(
			kept.emitted.slice(2),
		);
	});

	test('the watermark rises over the lowest positions if the window is full, and nothing is repeated', () => {
		const runs = [seen('c', 3_000), seen('a', 1_000), seen('b', 2_000)];
		const all = poll(0, runs, { bounds: { window: 3 } }).kept;
		expect(all.watermark).toBe('000000000');
		expect(all.emitted).toEqual([...all.emitted].sort());
		const few = poll(0, runs, { bounds: { window: 1 } }).kept;
		expect(few).toMatchObject({ watermark: all.emitted[1], emitted: [all.emitted[2]] });
		expect(poll(written(few), runs).emitted).toEqual([]);
		expect(poll(written(few), [seen('late', 2_001)]).emitted).toEqual(['late:0', 'late:1']);
		const started = runs.map((run) => ({ ...run, events: run.events.slice(0, 1) }));
		expect(
			poll(written(poll(0, started, { bounds: { window: 1 } }).kept), started).emitted,
		).toEqual([]);
	});

	test('the lowest positions are lost first, in whatever order they came', () => {
		const newest = seen('newest', 3_000);
		const { kept } = poll(poll(0, [newest]).kept, [seen('late', 1_000)], { bounds: { window: 1 } });
		expect(poll(written(kept), [seen('late', 1_000), newest]).emitted).toEqual([]);
		expect(watermarkIn(kept)).toBe(1_000);
	});

	test('the position of a record without a time moves with the time that it gets in each poll', () => {
		const first = poll(0, [seen('timeless', 1_000, { steps: [0] }), seen('whole', 1_000)]).kept;
		const second = poll(
			written(first),
			[seen('timeless', HOUR, { steps: [0] }), seen('whole', HOUR)],
			{ newest: HOUR },
		);
		expect(second.emitted).toEqual([]);
		expect(second.kept.emitted).toHaveLength(2);
		expect(
			poll(written(second.kept), [
				seen('timeless', 2 * HOUR, { steps: [0] }),
				seen('whole', 2 * HOUR),
			]).emitted,
		).toEqual([]);
	});
});

describe('events beyond what a poll may emit', () => {
	const runs = [seen('a', 1_000), seen('b', 2_000), seen('c', 3_000)];

	test('events that do not fit into a poll are emitted by the next one, whatever the newest record', () => {
		const first = poll(0, runs, { most: 3, newest: HOUR });
		expect(first.emitted).toEqual(['a:0', 'a:1', 'b:0']);
		expect(first.cursor).toMatchObject({ room: 0 });
		const second = poll(written(first.kept), runs, { newest: HOUR });
		expect(second.emitted).toEqual(['b:1', 'c:0', 'c:1']);
		expect(second.cursor).toMatchObject({ room: 97 });
		expect(poll(written(second.kept), runs).emitted).toEqual([]);
	});

	test('an open execution with an event that did not fit is read at once by the next poll', () => {
		const from: StreamState = {
			watermark: '000000000',
			emitted: [],
			open: { run: { time: 1_000, askAt: HOUR } },
		};
		const { kept, emitted } = poll(from, [seen('run', 1_000)], { most: 1, newest: HOUR });
		expect(emitted).toEqual(['run:0']);
		expect(kept.open).toEqual({ run: { time: 1_000, askAt: 0, emitted: [0] } });
		// It does not hold the watermark down: it is read separately.
		expect(watermarkIn(kept)).toBe(HOUR - 1_000);
		expect(poll(written(kept), [seen('run', 1_000)]).emitted).toEqual(['run:1']);
	});
});

describe('an open execution', () => {
	test('an open execution is remembered separately only if the list is no longer read from its time on', () => {
		const run = seen('run', 5_000, { isOpen: true });
		expect(poll(0, [run], { newest: 5_999 }).kept.open).toEqual({});
		const { kept, cursor } = poll(0, [run], { newest: 6_000 });
		expect([...cursor.observedOpen.keys()]).toEqual(['run']);
		expect(kept.open).toEqual({ run: { time: 5_000, emitted: [0] } });
		const silent = poll(0, [seen('run', 5_000, { isOpen: true, steps: [] })], {
			newest: HOUR,
		}).kept;
		expect(silent.open).toEqual({ run: { time: 5_000 } });
		expect(poll(written(silent), [seen('run', 5_000, { isOpen: true, steps: [] })]).kept).toEqual(
			silent,
		);
	});

	test('an open execution has its end emitted when it is seen again, and is forgotten then', () => {
		const { kept } = poll(0, [seen('run', 5_000, { isOpen: true })], { newest: HOUR });
		expect(poll(written(kept), [seen('run', 5_000, { isOpen: true })]).kept).toEqual(kept);
		const { emitted, kept: after, cursor } = poll(written(kept), [seen('run', 5_000)]);
		expect(emitted).toEqual(['run:1']);
		expect(after.open).toEqual({});
		expect([...cursor.listed]).toEqual(['run']);
		expect(cursor.isComplete({ key: 'run', time: 5_000 })).toBe(true);
	});

	test('an open execution keeps which of its events were emitted, although its time changes', () => {
		const from: StreamState = {
			watermark: '000000000',
			emitted: [],
			open: { run: { time: 5_000, emitted: [0] } },
		};
		const { emitted, kept } = poll(from, [seen('run', HOUR)]);
		expect(emitted).toEqual(['run:1']);
		expect(kept.emitted.map((mark) => mark.at(-1))).toEqual(['9']);
		expect(poll(written(kept), [seen('run', HOUR)]).emitted).toEqual([]);
	});

	test('an open execution is not followed if it was complete before, or is below the watermark', () => {
		const { kept } = poll(0, [seen('run', 5_000)]);
		expect(poll(kept, [seen('run', 5_000, { isOpen: true })]).cursor.observedOpen.size).toBe(0);
		expect(poll(6_000, [seen('run', 5_000, { isOpen: true })]).cursor.observedOpen.size).toBe(0);
	});

	test('an open execution is no longer followed when the same poll sees its end', () => {
		const cursor = new Cursor(0, BOUNDS, 100);
		cursor.take([seen('run', 5_000, { isOpen: true })]);
		expect(cursor.observedOpen.size).toBe(1);
		cursor.take([seen('run', 5_000)]);
		expect(cursor.observedOpen.size).toBe(0);
		expect(cursor.events.map(({ eventId }) => eventId)).toEqual(['run:0', 'run:1']);
	});

	test('an open execution is not taken for complete, even below the watermark', () => {
		const from: StreamState = {
			watermark: poll(HOUR, []).kept.watermark,
			emitted: [],
			open: { run: { time: 5_000 } },
		};
		const cursor = new Cursor(from, BOUNDS, 100);
		cursor.take(['run', 'other'].map((key) => seen(key, 5_000, { isOpen: true })));
		cursor.take([seen('later', HOUR, { isOpen: true })]);
		expect([...cursor.observedOpen.keys()]).toEqual(['run', 'later']);
	});

	test('an open execution is updated with what becomes known about it', () => {
		const cursor = new Cursor(0, BOUNDS, 100);
		cursor.take([
			seen('run', 5_000, {
				steps: [0, 1],
				findOutcome: async () => await Promise.resolve(undefined),
			}),
		]);
		const run = { key: 'run', time: 5_000 };
		cursor.keepOpen(run, { askAt: 7 });
		cursor.keepOpen(run, { lostSince: 8 });
		expect(cursor.close(undefined).open).toEqual({
			run: { time: 5_000, emitted: [0, 1], askAt: 7, lostSince: 8 },
		});
	});
});

describe('an end that needs a separate request', () => {
	const findOutcome = async () => await Promise.resolve(undefined);

	test('an end that needs a separate request is read once: what was remembered is not requested again', () => {
		const asked = poll(0, [seen('log', 10, { steps: [], findOutcome })]);
		expect([...asked.cursor.observedOpen.keys()]).toEqual(['log']);
		const cursor = new Cursor(asked.kept, BOUNDS, 100);
		cursor.take([seen('log', 10, { steps: [], findOutcome })]);
		cursor.take([seen('end', 20, { steps: [1], remember: [{ key: 'log', time: 10 }] })]);
		expect(cursor.isComplete({ key: 'log', time: 10 })).toBe(true);
		expect(cursor.isComplete({ key: 'end', time: 20 })).toBe(false);
		expect(
			poll(written(cursor.close(undefined)), [seen('log', 10, { steps: [], findOutcome })]).cursor
				.observedOpen.size,
		).toBe(0);
	});
});

describe('open executions that do not all fit', () => {
	const open = (...times: number[]) =>
		Object.fromEntries(times.map((time): [string, OpenExecution] => [`run${time}`, { time }]));
	const from = (...times: number[]): StreamState => ({
		watermark: '000000000',
		emitted: [],
		open: open(...times),
	});
	const sizeOf = (time: number) => JSON.stringify([`run${time}`, { time }]).length;

	test('open executions that do not all fit are all kept if they fit exactly', () => {
		const { kept, cursor } = poll(from(1, 3, 2), [], {
			bounds: { maxOpenExecutionsBytes: 3 * sizeOf(1) },
		});
		expect(kept.open).toEqual(open(1, 3, 2));
		expect(cursor.dropped).toBe(0);
	});

	test('the oldest executions are dropped, and the cursor says how many', () => {
		const { kept, cursor } = poll(from(1, 300, 20), [], {
			bounds: { maxOpenExecutionsBytes: sizeOf(300) + sizeOf(20) - 1 },
		});
		expect(kept.open).toEqual(open(300));
		expect(cursor.dropped).toBe(2);
	});
});
