/** The health of the tasks and plans of an environment. */
import type { IDataObject } from 'n8n-workflow';

import { remoteEngines } from '../../../emulator/areas/engines/runtimes';
import { plans, tasks, workspaces } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startPlan, startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import {
	byId,
	byName,
	environmentNamed,
	planNamed,
	taskNamed,
	workspaceIn,
} from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { DAY, MINUTE } from '../../support/time';

const platform = platformForEach({ keepAnswers: true });
const { succeed, run, requests } = areaOf('Observability', () => platform);
const state = () => platform.emulator.state;
const now = () => platform.emulator.clock.now();
const starter = { id: 'ana.demo', type: 'HUMAN' as const };

const healthOf = async (more: IDataObject = {}) =>
	await succeed('executionHistory', 'getHealth', { environmentId: byName('Production'), ...more });
const itemNamed = (all: IDataObject[], name: string) => all.find((each) => each.name === name)!;
const start = (name: string, at: number, durationMs: number, end = 'execution_successful') =>
	startTask(
		state(),
		{ ...taskNamed(state(), name), behaviors: [{ dispatchMs: 1_000, durationMs, end }] },
		at,
		{ type: 'SCHEDULED', by: starter },
	);

/** The names of those records that are in an environment. */
const namesIn = (records: Array<{ name: string; workspaceId: string }>, environment: string) => {
	const { id } = environmentNamed(state(), environment);
	return records
		.filter(({ workspaceId }) => workspaces.find(state(), workspaceId).environmentId === id)
		.map(({ name }) => name);
};

test('the output has one item for each task and plan, with its last execution and its place', async () => {
	const all = await healthOf();
	const namesOf = (type: string) =>
		all.filter((each) => each.type === type).map(({ name }) => name);
	expect(namesOf('TASK').sort()).toEqual(namesIn(tasks.all(state()), 'Production').sort());
	expect(namesOf('PLAN').sort()).toEqual(namesIn(plans.all(state()), 'Production').sort());
	expect(itemNamed(all, DEMO.goodTask)).toMatchObject({
		workspaceName: 'Finance',
		lastOutcome: 'succeeded',
		lastStatus: 'EXECUTION_SUCCESS',
		durationSeconds: 3,
		medianSeconds: 3,
		p95Seconds: 3,
		durationToMedian: 1,
		executions: 5,
		failuresInARow: 0,
	});
	expect(itemNamed(all, DEMO.failingTask)).toMatchObject({
		healthy: false,
		lastOutcome: 'failed',
		failuresInARow: 5,
		medianSeconds: null,
		lastSuccessTimestamp: null,
		errorMessage: 'Table ORDERS does not exist',
	});
	expect((itemNamed(all, DEMO.failingTask).findings as string[])[0]).toBe('failed');
	expect(itemNamed(all, 'Draft')).toMatchObject({
		healthy: true,
		findings: [],
		lastExecutionId: null,
		lastOutcome: null,
		minutesLate: 0,
	});
});

test('the output can be limited to tasks, plans or one workspace', async () => {
	expect(new Set((await healthOf({ include: 'tasks' })).map(({ type }) => type))).toEqual(
		new Set(['TASK']),
	);
	expect(new Set((await healthOf({ include: 'plans' })).map(({ type }) => type))).toEqual(
		new Set(['PLAN']),
	);
	for (const workspace of ['Shared', 'Finance']) {
		const { id } = workspaceIn(state(), 'Production', workspace);
		const limited = await healthOf({ options: { workspaceId: byId(id) } });
		const all = (await healthOf()).filter(({ workspaceName }) => workspaceName === workspace);
		expect(limited.length).toBeGreaterThan(workspace === 'Finance' ? 5 : 0);
		expect(limited).toEqual(all);
	}
});

test('an execution that takes much longer than usual is slow, even while it is in progress', async () => {
	start(DEMO.goodTask, now() - 30_000, 10 * MINUTE);
	const going = itemNamed(await healthOf(), DEMO.goodTask);
	expect(going).toMatchObject({
		healthy: false,
		lastOutcome: 'running',
		finishTimestamp: null,
		durationSeconds: 29,
		medianSeconds: 3,
	});
	expect(going.findings).toContain('slow');
	expect(
		itemNamed(await healthOf({ options: { slowFactor: 100 } }), DEMO.goodTask).findings,
	).not.toContain('slow');
	platform.emulator.clock.advance(20 * MINUTE);
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
		lastOutcome: 'succeeded',
		durationSeconds: 600,
		findings: expect.arrayContaining(['slow']) as string[],
	});
});

describe('an execution that should have started', () => {
	const due = Date.parse('2026-04-01T00:30:00Z');
	beforeEach(() => {
		platform.emulator.clock.advance(due + 40 * MINUTE - now());
	});

	test('a task is late until an execution begins', async () => {
		expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
			dueTimestamp: '2026-04-01T00:30:00.000Z',
			minutesLate: 40,
			findings: ['late'],
			paused: false,
		});
		start(DEMO.goodTask, due + 5_000, 3_000);
		expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
			minutesLate: 0,
			healthy: true,
		});
	});

	test('an execution is not due before the minutes of grace are over', async () => {
		expect(
			itemNamed(await healthOf({ options: { graceMinutes: 60 } }), DEMO.goodTask),
		).toMatchObject({ dueTimestamp: '2026-03-31T00:30:00.000Z' });
	});

	test('a paused task is not late', async () => {
		taskNamed(state(), DEMO.goodTask).paused = true;
		expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
			minutesLate: 0,
			findings: [],
			paused: true,
		});
	});
});

test('an engine that cannot be reached is reported for each task that runs on it', async () => {
	const [engine] = remoteEngines.all(state()).filter(({ pairsAt }) => pairsAt !== undefined);
	const task = taskNamed(state(), DEMO.goodTask);
	task.runConfiguration!.runtime = { type: 'REMOTE_ENGINE', id: engine!.id };
	engine!.outages = [];
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
		engineId: engine!.id,
		engineName: engine!.name,
		engineAvailable: true,
	});
	engine!.outages = [{ from: now() - MINUTE, to: now() + MINUTE }];
	const down = itemNamed(await healthOf(), DEMO.goodTask);
	expect(down).toMatchObject({ healthy: false, engineAvailable: false });
	expect(down.findings).toContain('engineUnavailable');
	platform.emulator.faults.add({
		operation: 'GET /processing/runtimes/remote-engines',
		status: 403,
	});
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({ engineAvailable: null });
});

test('the last outcome of a task that was started long ago can be running', async () => {
	const old = start(DEMO.serviceTask, now() - 40 * DAY, Infinity);
	expect(itemNamed(await healthOf(), DEMO.serviceTask)).toMatchObject({
		lastExecutionId: old.id,
		lastOutcome: 'running',
	});
});

test('the last outcome of a task that could not be deployed has no start', async () => {
	start(DEMO.goodTask, now() - MINUTE, 0, 'deploy_failed');
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
		lastOutcome: 'deployFailed',
		startTimestamp: null,
		durationSeconds: null,
		failuresInARow: 1,
		findings: expect.arrayContaining(['notStarted']) as string[],
	});
});

test('an execution from before the period of the history is found if the history has more days', async () => {
	processingOf(state()).tasks.clear();
	start(DEMO.goodTask, now() - 20 * DAY, 3_000);
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({ lastExecutionId: null });
	expect(itemNamed(await healthOf({ options: { historyDays: 30 } }), DEMO.goodTask)).toMatchObject({
		lastOutcome: 'succeeded',
	});
});

test('a task that the scheduler rejected before it started says why', async () => {
	const behaviors = [
		{ dispatchMs: 0, durationMs: 0, end: 'execution_rejected', misfired: 'TASK_IS_PAUSED' },
	];
	const at = now() - MINUTE;
	startTask(state(), { ...taskNamed(state(), DEMO.goodTask), behaviors }, at, {
		type: 'SCHEDULED',
		by: starter,
	});
	expect(itemNamed(await healthOf(), DEMO.goodTask)).toMatchObject({
		lastOutcome: 'misfired',
		findings: expect.arrayContaining(['notStarted']) as string[],
		errorMessage: 'the task is paused',
		startTimestamp: null,
		summary: expect.stringContaining('did not start') as string,
	});
});

test('a plan has its own executions, not those of its tasks', async () => {
	const execution = startPlan(state(), planNamed(state(), DEMO.plan), now() - 10 * MINUTE, {
		by: starter,
	});
	const all = await healthOf();
	expect(itemNamed(all, DEMO.plan)).toMatchObject({
		lastExecutionId: execution.id,
		lastOutcome: 'succeeded',
		executions: 1,
	});
	expect(itemNamed(all, DEMO.goodTask).executions).toBe(6);
});

test('the summary calls a plan without a name a plan', async () => {
	const plan = planNamed(state(), DEMO.plan);
	startPlan(state(), plan, now() - 10 * MINUTE, { by: starter });
	plan.name = '';
	const { id, summary } = itemNamed(await healthOf(), '');
	expect(summary).toMatch(new RegExp(`^Plan ${String(id)} \\(`));
});

describe('a plan that failed', () => {
	const ofSingle = 'GET /processing/executions/plans/{planExecutionId}';
	const healthOfPlan = async (more: IDataObject = {}) =>
		itemNamed(await healthOf(more), DEMO.recoveringPlan);
	beforeEach(() => {
		startPlan(state(), planNamed(state(), DEMO.recoveringPlan), now() - 10 * MINUTE, {
			by: starter,
		});
	});

	test('the plan names the task that failed with its reason', async () => {
		expect(await healthOfPlan()).toMatchObject({
			findings: ['failed'],
			errorMessage: 'Post ledger: Table ORDERS does not exist',
			summary: expect.stringContaining(': Post ledger: Table ORDERS does not exist') as string,
		});
		expect(requests(ofSingle)).toHaveLength(1);
	});

	test('the plan does not name its task if tasks are not read', async () => {
		expect(await healthOfPlan({ include: 'plans' })).toMatchObject({
			errorMessage: 'Table ORDERS does not exist',
		});
	});

	test('the plan has no reason if its steps cannot be read', async () => {
		platform.emulator.faults.add({ operation: ofSingle, status: 403 });
		expect(await healthOfPlan()).toMatchObject({ findings: ['failed'], errorMessage: null });
	});
});

test('each task has its last execution if one has more than 10,000, which a hint says', async () => {
	for (let index = 0; index < 10_010; index++)
		start(DEMO.goodTask, now() - 60_000 - index * 1_000, 500);
	const result = await run('executionHistory', 'getHealth', {
		environmentId: byName('Production'),
		include: 'tasks',
	});
	expect(result.error).toBeUndefined();
	const items = result.items.map(({ json }) => json);
	expect(itemNamed(items, DEMO.goodTask)).toMatchObject({ executions: 10_000, medianSeconds: 0.5 });
	expect(itemNamed(items, DEMO.failingTask)).toMatchObject({
		lastOutcome: 'failed',
		executions: 1,
	});
	expect(JSON.stringify(result.hints)).toContain('Only the newest 10,000 executions of each kind');
	expect(requests('POST /monitoring/observability/executions/search').length).toBeLessThan(70);
});

test('an agent can read the health', async () => {
	const { items, error } = await run(
		'executionHistory',
		'getHealth',
		{ environmentId: byName('Production') },
		{ entryPoint: 'tool' },
	);
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(5);
});
