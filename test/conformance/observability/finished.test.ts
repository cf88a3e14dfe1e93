/** Executions that finished since a mark: each exactly once. */
import type { IDataObject } from 'n8n-workflow';

import { startTask } from '../../../emulator/areas/processing/executions';
import {
	processingOf,
	type TaskExecution,
} from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byId, byName, taskNamed } from '../../support/demo';
import { DESCRIPTION, platformForEach, SEEN } from '../../support/platform';
import { HOUR, MINUTE } from '../../support/time';

const platform = platformForEach({ keepAnswers: true });
const { succeed, run, expectRefused, requests } = areaOf('Observability', () => platform);
const state = () => platform.emulator.state;
const now = () => platform.emulator.clock.now();
const starter = { id: 'ana.demo', type: 'HUMAN' as const };

const start = (
	at: number,
	durationMs: number,
	more: IDataObject = {},
	name: string = DEMO.goodTask,
): TaskExecution =>
	startTask(
		state(),
		{
			...taskNamed(state(), name),
			behaviors: [{ dispatchMs: 0, durationMs, end: 'execution_successful', logLines: 5, ...more }],
		},
		at,
		{ type: 'SCHEDULED', by: starter },
	);
const since = async (mark: unknown, more: IDataObject = {}) =>
	await succeed('executionHistory', 'getFinishedSince', { since: mark as string, ...more });
const iso = (time: number) => new Date(time).toISOString();
const ids = (items: IDataObject[]) => items.map(({ executionId }) => executionId);

beforeEach(() => processingOf(state()).tasks.clear());

test('executions that ended since a time are in the order of their ends, with names and the next mark', async () => {
	const before = start(now() - 50 * MINUTE, MINUTE);
	const long = start(now() - 5 * HOUR, 5 * HOUR - 10 * MINUTE);
	const short = start(now() - 20 * MINUTE, MINUTE, {
		end: 'execution_failed',
		errorMessage: 'No such table',
	});
	const found = await since(iso(now() - 45 * MINUTE));
	expect(ids(found)).toEqual([short.id, long.id]);
	expect(ids(found)).not.toContain(before.id);
	expect(found[0]).toMatchObject({
		outcome: 'failed',
		taskId: taskNamed(state(), DEMO.goodTask).id,
		taskName: DEMO.goodTask,
		workspaceName: 'Finance',
		errorMessage: 'No such table',
		mark: expect.stringMatching(/^\S+Z -$/) as string,
	});
	expect(found[0]).not.toHaveProperty('log');
	expect(found[0]).not.toHaveProperty('metrics');
});

test('each execution is returned exactly once if each mark is used, also after using one twice', async () => {
	const all: TaskExecution[] = [];
	const begin = now();
	let mark: unknown = iso(begin - HOUR);
	const seen: unknown[] = [];
	for (let round = 0; round < 30; round++) {
		for (const durationMs of [10_000, 7 * MINUTE, 3 * HOUR + round * MINUTE])
			all.push(start(now(), durationMs));
		if (round % 7 === 0)
			all.push(start(now(), 0, { end: 'execution_rejected', misfired: 'TASK_IS_PAUSED' }));
		platform.emulator.clock.advance(11 * MINUTE);
		const found = await since(mark);
		if (round === 12) expect(ids(await since(mark))).toEqual(ids(found));
		seen.push(...ids(found));
		if (found.length > 0) mark = found[0]!.mark;
	}
	platform.emulator.clock.advance(5 * HOUR);
	const rest = await since(mark);
	seen.push(...ids(rest));
	expect(new Set(seen).size).toBe(seen.length);
	expect([...seen].sort()).toEqual(all.map(({ id }) => id).sort());
});

describe('executions in progress', () => {
	/** A mark while one execution that never ends, and one of three hours, are in progress. */
	const markWhileInProgress = async () => {
		const endless = start(now() - 2 * HOUR, Infinity);
		const slow = start(now() - 2 * HOUR, 3 * HOUR);
		start(now() - 10 * MINUTE, MINUTE);
		const [first] = await since(iso(now() - HOUR));
		return { endless, slow, mark: first!.mark };
	};

	test('an execution in progress is followed by its ID', async () => {
		const { endless, slow, mark } = await markWhileInProgress();
		expect(String(mark).split(' ').slice(1).sort()).toEqual([endless.id, slow.id].sort());
		platform.emulator.clock.advance(2 * HOUR);
		platform.clearLog();
		const found = await since(mark);
		expect(ids(found)).toEqual([slow.id]);
		expect(found[0]!.mark).toContain(endless.id);
		// The vendor's files list what was in progress at some time of the period, so nothing is left
		// to be read by its ID.
		expect(requests('GET /processing/executions/{executionId}')).toHaveLength(
			DESCRIPTION === 'documents' || SEEN.triggeredInWindow ? 2 : 0,
		);
	});

	test('an execution in progress that the platform no longer knows is named in a hint', async () => {
		const { endless, mark } = await markWhileInProgress();
		platform.emulator.clock.advance(2 * HOUR);
		const [found] = await since(mark);
		processingOf(state()).tasks.delete(endless.id);
		platform.emulator.clock.advance(10 * MINUTE);
		start(now() - 5 * MINUTE, MINUTE);
		const { hints, error } = await run('executionHistory', 'getFinishedSince', {
			since: found!.mark as string,
		});
		expect(error).toBeUndefined();
		expect(JSON.stringify(hints)).toContain(endless.id);
	});
});

describe('metrics and log entries', () => {
	const SINCE = () => iso(now() - HOUR);
	let good: TaskExecution;
	let bad: TaskExecution;
	let rejected: TaskExecution;
	beforeEach(() => {
		good = start(now() - 20 * MINUTE, MINUTE);
		bad = start(now() - 19 * MINUTE, MINUTE, { end: 'execution_failed' });
		rejected = start(now() - 18 * MINUTE, 0, {
			end: 'execution_rejected',
			misfired: 'TASK_IS_PAUSED',
		});
	});
	const outputOf = async (execution: TaskExecution, more: IDataObject) =>
		(await since(SINCE(), more)).find(({ executionId }) => executionId === execution.id)!;
	const UNSUCCESSFUL = { includeMetrics: true, logEntries: 'unsuccessful', maxLogEntries: 3 };

	test('the metrics of an execution are added on request', async () => {
		expect((await outputOf(good, UNSUCCESSFUL)).metrics).not.toEqual([]);
	});

	test('the log entries of unsuccessful executions are added in their order', async () => {
		expect((await outputOf(good, UNSUCCESSFUL)).log).toEqual([]);
		const entries = (await outputOf(bad, UNSUCCESSFUL)).log as IDataObject[];
		expect(entries).toHaveLength(3);
		const times = entries.map(({ logTimestamp }) => logTimestamp);
		expect(times).toEqual([...times].sort());
	});

	test('the log entries of a successful execution are added on request', async () => {
		expect((await outputOf(good, { logEntries: 'all' })).log).not.toEqual([]);
	});

	test('an execution that was rejected before its start has neither metrics nor log entries', async () => {
		expect(await outputOf(rejected, UNSUCCESSFUL)).toMatchObject({
			outcome: 'misfired',
			misfiredReason: 'the task is paused',
			metrics: [],
			log: [],
		});
	});

	test('an execution whose metrics are not found has none', async () => {
		platform.emulator.faults.add({
			operation: 'GET /monitoring/observability/executions/{executionId}/component',
			status: 404,
			times: 2,
		});
		const found = await since(SINCE(), { includeMetrics: true });
		expect(found.map(({ metrics }) => metrics)).toEqual([[], [], []]);
	});
});

test('a day with thousands of executions is read in parts without losing any', async () => {
	const count = 2_500;
	for (let index = 0; index < count; index++) start(now() - 2 * MINUTE - index * 30_000, 20_000);
	const found = await since(iso(now() - 24 * HOUR), {
		filters: { environmentId: byName('Production') },
	});
	expect(new Set(ids(found)).size).toBe(count);
});

test.each([
	['a luxon DateTime', "={{ DateTime.fromISO('2026-03-31T16:30:00+09:00') }}"],
	['a Date', "={{ new Date('2026-03-31T07:30:00Z') }}"],
	['a time without a zone, which is the workflow’s', '2026-03-31T16:30:00'],
	['a time as databases write it', '2026-03-31 16:30'],
	['milliseconds', Date.parse('2026-03-31T07:30:00Z')],
])('the first time may be %s', async (_what, given) => {
	const wanted = start(now() - 29 * MINUTE, MINUTE);
	start(now() - 33 * MINUTE, MINUTE);
	const { items, error } = await run(
		'executionHistory',
		'getFinishedSince',
		{ since: given },
		{ timezone: 'Asia/Tokyo' },
	);
	expect(error).toBeUndefined();
	expect(ids(items.map(({ json }) => json))).toEqual([wanted.id]);
});

test.each([
	{ what: 'an invalid time', since: 'yesterday' },
	{ what: 'a mark that was changed', since: '2026-03-01T00:00:00Z a;b' },
])('$what is refused', async ({ since }) => {
	await expectRefused(
		'executionHistory',
		'getFinishedSince',
		{ since },
		/^"Since" must be a date and time, such as .*, or the mark of an earlier output, unchanged$/,
	);
});

test('an end before the mark is refused', async () => {
	await expectRefused(
		'executionHistory',
		'getFinishedSince',
		{ since: '2026-03-01T00:00:00Z', filters: { to: '2026-02-01T00:00:00Z' } },
		'"To" must be after "Since"',
	);
});

describe('the executions of an hour', () => {
	const anHourAgo = () => iso(now() - HOUR);
	let early: { id: string };
	beforeEach(() => {
		early = start(now() - 40 * MINUTE, MINUTE);
		start(now() - 20 * MINUTE, MINUTE);
	});

	test('executions can be found until an earlier time', async () => {
		const to = iso(now() - 30 * MINUTE);
		expect(ids(await since(anHourAgo(), { filters: { to } }))).toEqual([early.id]);
	});

	test('executions of another environment are not found', async () => {
		const filters = { environmentId: byName('Development') };
		expect(await since(anHourAgo(), { filters })).toEqual([]);
	});

	test('executions of a workspace can be found', async () => {
		const filters = { workspaceId: byId(taskNamed(state(), DEMO.goodTask).workspaceId) };
		expect(await since(anHourAgo(), { filters })).toHaveLength(2);
	});

	test('executions that have not ended yet are not found', async () => {
		start(now() - 10 * MINUTE, HOUR);
		expect(await since(anHourAgo())).toHaveLength(2);
	});
});

test('a hint says that executions from long ago are not kept', async () => {
	const { hints } = await run('executionHistory', 'getFinishedSince', {
		since: iso(now() - 90 * 24 * HOUR),
	});
	expect(JSON.stringify(hints)).toContain('only the executions of 60 days');
});
