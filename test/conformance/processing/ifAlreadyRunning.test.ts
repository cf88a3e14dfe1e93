/**
 * What Run and Wait does if something runs already.
 */
import { startPlan, startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byName, planNamed, taskNamed } from '../../support/demo';
import { DAY } from '../../support/time';
import {
	advance,
	BY,
	now,
	platform,
	requestCount,
	run,
	running,
	START,
	START_PLAN,
	state,
	succeed,
} from './runningStage';

const TERMINATE = 'DELETE /processing/executions/{executionId}';

const GET = 'GET /processing/executions/{executionId}';

const LIST = 'GET /processing/executables/tasks/{taskId}/executions';

const runTask = (options: object, more: object = {}) =>
	run('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask), options }, more);

describe('the option If Already Running', () => {
	test('Start Anyway does not read the executions in progress', async () => {
		running();
		const { items } = await runTask({ ifAlreadyRunning: 'startAnyway' });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded' });
		expect(requestCount(LIST)).toBe(0);
		expect(requestCount(START)).toBe(1);
	});

	test('Skip starts nothing, as in a workflow that was saved with Skip If Running', async () => {
		const { id } = running();
		for (const options of [{ ifAlreadyRunning: 'skip' }, { skipIfRunning: true }]) {
			const { items } = await runTask(options);
			expect(items[0]!.json).toMatchObject({ skipped: true, runningExecutionId: id });
		}
		expect(requestCount(START)).toBe(0);
	});

	test('Follow It waits for the newest execution in progress instead of starting one', async () => {
		running(600);
		advance(1_000);
		const { id } = running();
		const { items, hints } = await runTask({ ifAlreadyRunning: 'follow' });
		expect(items[0]!.json).toMatchObject({
			executionId: id,
			outcome: 'succeeded',
			reattached: true,
		});
		expect(requestCount(START)).toBe(0);
		expect(hints).toEqual([]);
	});

	test('Follow It says that parameters are not compared', async () => {
		const { id } = running();
		const { hints } = await runTask({
			ifAlreadyRunning: 'follow',
			parametersJson: '{"country":"FR"}',
		});
		expect(hints).toEqual([
			`The node followed execution ${id}, which was already in progress. Its parameters may differ from yours, because Talend Cloud does not list them.`,
		]);
	});

	test('Follow It starts the task if the execution has ended before it is read', async () => {
		running(5);
		advance(60_000);
		expect((await runTask({ ifAlreadyRunning: 'follow' })).items[0]!.json).not.toHaveProperty(
			'reattached',
		);
		expect(requestCount(START)).toBe(1);
	});

	test('Follow It outputs the end of an execution that has ended after it was read', async () => {
		const { id } = running(5);
		advance(2_000);
		// Between the look and the first reading it ends.
		platform.emulator.faults.add({ operation: GET, status: 503, times: 2 });
		const { items } = await runTask({ ifAlreadyRunning: 'follow' });
		expect(items[0]!.json).toMatchObject({
			executionId: id,
			outcome: 'succeeded',
			reattached: true,
		});
		expect(requestCount(START)).toBe(0);
	});

	/** The list of executions in progress, with one that has no ID. */
	function listsWithoutId(...others: object[]) {
		const items = [{ status: 'executing', triggerTimestamp: new Date(now()).toISOString() }];
		const body = { items: [...items, ...others], limit: 100, offset: 0, total: 1 + others.length };
		platform.emulator.faults.add({ operation: LIST, status: 200, body, times: 2 });
	}

	test.each(['follow', 'terminateThenStart'])(
		'%s starts nothing because an execution without an ID is in progress',
		async (ifAlreadyRunning) => {
			listsWithoutId();
			const { error } = await runTask({ ifAlreadyRunning });
			expect(error!.message).toMatch(
				/^Task .+ is already running, but Talend Cloud lists an execution without its ID$/,
			);
			expect(error!.description).toMatch(/^Nothing was started or terminated\./);
			expect([requestCount(START), requestCount(TERMINATE)]).toEqual([0, 0]);
		},
	);

	test('Follow It follows the execution that has an ID', async () => {
		const { id } = running();
		listsWithoutId({
			executionId: id,
			status: 'executing',
			triggerTimestamp: new Date(now() - 60_000).toISOString(),
		});
		const { items } = await runTask({ ifAlreadyRunning: 'follow' });
		expect(items[0]!.json).toMatchObject({ executionId: id, reattached: true });
	});

	test('Skip sees an execution that was triggered 59 days ago', async () => {
		const task = taskNamed(state(), DEMO.goodTask);
		const { id } = startTask(state(), task, now() - 59 * DAY, { type: 'SCHEDULED', by: BY });
		const [first] = task.behaviors;
		processingOf(state()).tasks.get(id)!.behavior = { ...first!, durationMs: 60 * DAY };
		const { items } = await runTask({ ifAlreadyRunning: 'skip' });
		expect(items[0]!.json).toMatchObject({ skipped: true, runningExecutionId: id });
	});

	describe('Terminate at Time Limit', () => {
		/** A run that does not end within its time limit, and that may follow another one. */
		const tooLong = async () => {
			const { error } = await runTask({ ifAlreadyRunning: 'follow', terminateAtTimeLimit: true });
			expect(error?.message).toMatch(/did not end within 60 minutes/);
		};

		test('an execution that was only followed is not terminated', async () => {
			running(7_200);
			await tooLong();
			expect([requestCount(START), requestCount(TERMINATE)]).toEqual([0, 0]);
		});

		test('an execution that the node started is terminated', async () => {
			const task = taskNamed(state(), DEMO.goodTask);
			task.behaviors = [{ ...task.behaviors[0]!, durationMs: 7_200_000 }];
			await tooLong();
			expect([requestCount(START), requestCount(TERMINATE)]).toEqual([1, 1]);
		});
	});

	/** A minute passes when this is first requested: what was in progress at the look has ended. */
	function passesBefore(operation: string) {
		let passed = false;
		platform.onRequest(operation, () => {
			if (!passed) platform.emulator.clock.advance(60_000);
			passed = true;
		});
	}

	test.each([
		{ way: 'follow', operation: GET, more: { reattached: true }, starts: 0 },
		{ way: 'follow', operation: LIST, more: {}, starts: 1 },
		{ way: 'terminateThenStart', operation: TERMINATE, more: {}, starts: 1 },
		{ way: 'terminateThenStart', operation: LIST, more: {}, starts: 1 },
		{ way: 'waitThenStart', operation: LIST, more: {}, starts: 1 },
	] as const)(
		'$way also succeeds if what was in progress ends before $operation',
		async ({ way, operation, more, starts }) => {
			const { id } = running(30);
			passesBefore(operation);
			const { items } = await runTask({ ifAlreadyRunning: way });
			expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', ...more });
			expect(items[0]!.json.executionId === id).toBe(starts === 0);
			expect(requestCount(START)).toBe(starts);
		},
	);

	test('the second of two items follows what the first one started', async () => {
		const { items } = await runTask(
			{ ifAlreadyRunning: 'follow' },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(items.map(({ json }) => json.reattached)).toEqual([undefined, true]);
		expect(items[0]!.json.executionId).toBe(items[1]!.json.executionId);
		expect(requestCount(START)).toBe(1);
	});

	test('Wait, Then Start starts after the last execution in progress has ended', async () => {
		const first = running(60);
		const second = running(200);
		const { items } = await runTask({ ifAlreadyRunning: 'waitThenStart' });
		const own = processingOf(state()).tasks.get(String(items[0]!.json.executionId))!;
		expect([first.id, second.id]).not.toContain(own.id);
		expect(own.triggeredAt).toBeGreaterThanOrEqual(second.triggeredAt + 200_000);
		expect(requestCount(START)).toBe(1);
		expect(requestCount(TERMINATE)).toBe(0);
	});

	test('Wait, Then Start starts nothing after the time limit, or if the list cannot be read', async () => {
		const { id } = running(3_600);
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
			timeLimit: 2,
			options: { ifAlreadyRunning: 'waitThenStart' },
		});
		expect(error!.message).toMatch(
			/^Nothing was started: an earlier execution of task .* did not end within 2 minutes$/,
		);
		expect(error!.description).toContain(id);
		platform.emulator.faults.add({
			operation: LIST,
			status: 403,
		});
		const unread = await runTask({ ifAlreadyRunning: 'waitThenStart' });
		expect(unread.error).toMatchObject({ httpCode: '403' });
		expect(requestCount(START)).toBe(0);
	});

	test('Terminate, Then Start terminates all executions in progress before it starts one', async () => {
		const both = [running(3_600), running(3_600)];
		const { items } = await runTask({ ifAlreadyRunning: 'terminateThenStart' });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded' });
		expect(both.filter(({ terminatedAt }) => terminatedAt === undefined)).toEqual([]);
		expect(requestCount(TERMINATE)).toBe(2);
		expect(requestCount(START)).toBe(1);
	});

	test('Terminate, Then Start waits for what other items started instead of terminating it', async () => {
		const before = running(3_600);
		const { items, error } = await runTask(
			{ ifAlreadyRunning: 'terminateThenStart' },
			{ items: [{ json: {} }, { json: {} }, { json: {} }] },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(3).fill('succeeded'));
		expect(before.terminatedAt).toBeDefined();
		expect(requestCount(TERMINATE)).toBe(1);
		expect(requestCount(START)).toBe(3);
	});

	test('Terminate, Then Start says that nothing was started after the time limit', async () => {
		const { id } = running(3_600);
		// The platform accepts it, and does nothing.
		platform.emulator.faults.add({ operation: TERMINATE, status: 204 });
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
			timeLimit: 2,
			options: { ifAlreadyRunning: 'terminateThenStart' },
		});
		expect(error!.message).toMatch(
			/^Nothing was started: an earlier execution of task .* did not end within 2 minutes$/,
		);
		expect(error!.description).toBe(
			`Still in progress: ${id}. Raise the time limit, or choose another option in If Already Running.`,
		);
		expect(requestCount(START)).toBe(0);
	});

	test('Terminate, Then Start can be chosen by a person, not by a model', async () => {
		running(3_600);
		const asked = async (ifAlreadyRunning: string) =>
			await runTask({ ifAlreadyRunning }, { entryPoint: 'agent' as const });
		const { error } = await asked("={{ 'terminateThenStart' }}");
		expect(error!.message).toContain('must be chosen in the node by a person');
		// n8n ignores an expression in place of the whole collection.
		await run(
			'taskExecution',
			'runAndWait',
			{
				executable: byName(DEMO.goodTask),
				options: "={{ ({ ifAlreadyRunning: 'terminateThenStart' }) }}",
			},
			{ entryPoint: 'agent' },
		);
		expect(requestCount(TERMINATE)).toBe(0);
		expect((await asked("={{ 'skip' }}")).items[0]!.json).toMatchObject({ skipped: true });
		expect((await asked('terminateThenStart')).items[0]!.json).toMatchObject({
			outcome: 'succeeded',
		});
		expect(requestCount(TERMINATE)).toBe(1);
	});

	test('a plan is skipped, followed or waited for', async () => {
		const plan = planNamed(state(), DEMO.plan);
		const runPlan = (ifAlreadyRunning: string) =>
			succeed('planExecution', 'runAndWait', {
				executable: byName(DEMO.plan),
				options: { ifAlreadyRunning },
			});
		const { id } = startPlan(state(), plan, now(), { by: BY });
		expect(await runPlan('skip')).toEqual([
			expect.objectContaining({ skipped: true, runningExecutionId: id }),
		]);
		expect(await runPlan('follow')).toEqual([
			expect.objectContaining({ executionId: id, reattached: true }),
		]);
		expect(requestCount(START_PLAN)).toBe(0);
		startPlan(state(), plan, now(), { by: BY });
		expect(await runPlan('waitThenStart')).toEqual([
			expect.objectContaining({ outcome: 'succeeded' }),
		]);
		expect(requestCount(START_PLAN)).toBe(1);
	});
});
