/**
 * What Run and Wait does if something runs already, how it retries a plan, and how an execution
 * that something else started is waited for.
 */
import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { processingOf } from '../../../emulator/areas/processing/records';
import { startPlan, startTask } from '../../../emulator/areas/processing/runs';
import { DEMO } from '../../../emulator/seed';
import { areaOf } from '../../support/area';
import { byId, named, planNamed, taskNamed } from '../../support/demo';
import { platformForEach } from '../../support/platform';
import { DAY } from '../../support/time';

const platform = platformForEach();
const state = () => platform.emulator.state;
const { done, run } = areaOf('Processing', () => platform);
const BY = { id: 'ana.demo', type: 'HUMAN' as const };
const now = () => platform.emulator.clock.now();
const advance = (ms: number) => platform.emulator.clock.advance(ms);
const times = (operation: string) =>
	platform.emulator.log.filter((request) => request.operation === operation).length;
const START = 'POST /processing/executions';
const START_PLAN = 'POST /processing/executions/plans';
const TERMINATE = 'DELETE /processing/executions/{executionId}';
const GET = 'GET /processing/executions/{executionId}';
const LIST = 'GET /processing/executables/tasks/{taskId}/executions';

/** An execution that somebody else has started, and that takes this long. */
function running(seconds = 60) {
	const task = taskNamed(state(), DEMO.goodTask);
	const [first] = task.behaviors;
	const execution = startTask(state(), task, now(), { type: 'SCHEDULED', by: BY });
	execution.behavior = { ...first!, durationMs: seconds * 1_000 };
	return execution;
}
const runTask = (options: object, more: object = {}) =>
	run('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask), options }, more);

describe('the option If Already Running', () => {
	test('Start Anyway does not look', async () => {
		running();
		const { items } = await runTask({ ifAlreadyRunning: 'startAnyway' });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded' });
		expect(times(LIST)).toBe(0);
		expect(times(START)).toBe(1);
	});

	test('Skip starts nothing, as a workflow that was saved with Skip If Running', async () => {
		const { id } = running();
		for (const options of [{ ifAlreadyRunning: 'skip' }, { skipIfRunning: true }]) {
			const { items } = await runTask(options);
			expect(items[0]!.json).toMatchObject({ skipped: true, runningExecutionId: id });
		}
		expect(times(START)).toBe(0);
	});

	test('Follow It waits for the newest execution in progress, and starts nothing', async () => {
		running(600);
		advance(1_000);
		const { id } = running();
		const { items, hints } = await runTask({ ifAlreadyRunning: 'follow' });
		expect(items[0]!.json).toMatchObject({
			executionId: id,
			outcome: 'succeeded',
			reattached: true,
		});
		expect(times(START)).toBe(0);
		expect(hints).toEqual([]);
	});

	test('Follow It says that parameters are not compared', async () => {
		const { id } = running();
		const { hints } = await runTask({
			ifAlreadyRunning: 'follow',
			parametersJson: '{"country":"FR"}',
		});
		expect(hints).toEqual([
			`Execution ${id} was in progress and is followed. Whether it was started with these parameters is not known: the lists of the platform do not show them.`,
		]);
	});

	test('Follow It starts the task if the execution ended before the look', async () => {
		running(5);
		advance(60_000);
		expect((await runTask({ ifAlreadyRunning: 'follow' })).items[0]!.json).not.toHaveProperty(
			'reattached',
		);
		expect(times(START)).toBe(1);
	});

	test('Follow It outputs the end of an execution that ended after the look', async () => {
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
		expect(times(START)).toBe(0);
	});

	/** The list of executions in progress, with one that has no ID. */
	function listsWithoutId(...others: object[]) {
		const items = [{ status: 'executing', triggerTimestamp: new Date(now()).toISOString() }];
		const body = { items: [...items, ...others], limit: 100, offset: 0, total: 1 + others.length };
		platform.emulator.faults.add({ operation: LIST, status: 200, body, times: 2 });
	}

	test.each(['follow', 'terminateThenStart'])(
		'%s says that an execution without an ID is in progress, and starts nothing',
		async (ifAlreadyRunning) => {
			listsWithoutId();
			const { error } = await runTask({ ifAlreadyRunning });
			expect(error!.message).toMatch(
				/^Task .+ is already running, but the platform lists an execution without its ID$/,
			);
			expect(error!.description).toMatch(/^Nothing was started or terminated\./);
			expect([times(START), times(TERMINATE)]).toEqual([0, 0]);
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

	test.each([
		[true, 0],
		[false, 1],
	])(
		'Terminate at Time Limit ends only what was started: in progress before %p',
		async (before, ends) => {
			const task = taskNamed(state(), DEMO.goodTask);
			if (before) running(7_200);
			else task.behaviors = [{ ...task.behaviors[0]!, durationMs: 7_200_000 }];
			const { error } = await runTask({
				ifAlreadyRunning: 'follow',
				terminateAtTimeLimit: true,
			});
			expect(error?.message).toMatch(/did not end within 60 minutes/);
			expect([times(START), times(TERMINATE)]).toEqual([before ? 0 : 1, ends]);
		},
	);

	/** A minute passes when this is requested first: what was in progress at the look has ended. */
	function passesBefore(operation: string) {
		const { clock, log } = platform.emulator;
		let passed = false;
		jest.spyOn(log, 'push').mockImplementation((...requests) => {
			if (!passed && requests.some((request) => request.operation === operation)) {
				passed = true;
				clock.advance(60_000);
			}
			return Array.prototype.push.apply(log, requests);
		});
	}

	test.each([
		{ way: 'follow', operation: GET, more: { reattached: true }, starts: 0 },
		{ way: 'follow', operation: LIST, more: {}, starts: 1 },
		{ way: 'terminateThenStart', operation: TERMINATE, more: {}, starts: 1 },
		{ way: 'terminateThenStart', operation: LIST, more: {}, starts: 1 },
		{ way: 'waitThenStart', operation: LIST, more: {}, starts: 1 },
	] as const)(
		'$way, and what was in progress ends before $operation',
		async ({ way, operation, more, starts }) => {
			const { id } = running(30);
			passesBefore(operation);
			const { items } = await runTask({ ifAlreadyRunning: way });
			expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', ...more });
			expect(items[0]!.json.executionId === id).toBe(starts === 0);
			expect(times(START)).toBe(starts);
		},
	);

	test('the second of two items follows what the first has started', async () => {
		const { items } = await runTask(
			{ ifAlreadyRunning: 'follow' },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(items.map(({ json }) => json.reattached)).toEqual([undefined, true]);
		expect(items[0]!.json.executionId).toBe(items[1]!.json.executionId);
		expect(times(START)).toBe(1);
	});

	test('Wait, Then Start starts after the end of the last one in progress', async () => {
		const first = running(60);
		const second = running(200);
		const { items } = await runTask({ ifAlreadyRunning: 'waitThenStart' });
		const own = processingOf(state()).tasks.get(String(items[0]!.json.executionId))!;
		expect([first.id, second.id]).not.toContain(own.id);
		expect(own.triggeredAt).toBeGreaterThanOrEqual(second.triggeredAt + 200_000);
		expect(times(START)).toBe(1);
		expect(times(TERMINATE)).toBe(0);
	});

	test('Wait, Then Start starts nothing if the time limit passes, or if the list cannot be read', async () => {
		const { id } = running(3_600);
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
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
		expect((await runTask({ ifAlreadyRunning: 'waitThenStart' })).error).toBeDefined();
		expect(times(START)).toBe(0);
	});

	test('Terminate, Then Start terminates all in progress, waits for their ends, and starts', async () => {
		const both = [running(3_600), running(3_600)];
		const { items } = await runTask({ ifAlreadyRunning: 'terminateThenStart' });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded' });
		expect(both.map(({ terminatedAt }) => terminatedAt !== undefined)).toEqual([true, true]);
		expect(times(TERMINATE)).toBe(2);
		expect(times(START)).toBe(1);
	});

	test('Terminate, Then Start waits for what other items have started, and terminates only what was in progress before', async () => {
		const before = running(3_600);
		const { items, error } = await runTask(
			{ ifAlreadyRunning: 'terminateThenStart' },
			{ items: [{ json: {} }, { json: {} }, { json: {} }] },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(3).fill('succeeded'));
		expect(before.terminatedAt).toBeDefined();
		expect(times(TERMINATE)).toBe(1);
		expect(times(START)).toBe(3);
	});

	test('Terminate, Then Start says that nothing was started if the time limit passes', async () => {
		const { id } = running(3_600);
		// The platform accepts it, and does nothing.
		platform.emulator.faults.add({ operation: TERMINATE, status: 204 });
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
			timeLimit: 2,
			options: { ifAlreadyRunning: 'terminateThenStart' },
		});
		expect(error!.message).toMatch(
			/^Nothing was started: an earlier execution of task .* did not end within 2 minutes$/,
		);
		expect(error!.description).toBe(
			`Still in progress: ${id}. Raise the time limit, or choose another option in If Already Running.`,
		);
		expect(times(START)).toBe(0);
	});

	test('Terminate, Then Start is a choice of a person, not of a model', async () => {
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
				executable: named(DEMO.goodTask),
				options: "={{ ({ ifAlreadyRunning: 'terminateThenStart' }) }}",
			},
			{ entryPoint: 'agent' },
		);
		expect(times(TERMINATE)).toBe(0);
		expect((await asked("={{ 'skip' }}")).items[0]!.json).toMatchObject({ skipped: true });
		expect((await asked('terminateThenStart')).items[0]!.json).toMatchObject({
			outcome: 'succeeded',
		});
		expect(times(TERMINATE)).toBe(1);
	});

	test('a plan is skipped, followed or waited for', async () => {
		const plan = planNamed(state(), DEMO.plan);
		const runPlan = (ifAlreadyRunning: string) =>
			done('planExecution', 'runAndWait', {
				executable: named(DEMO.plan),
				options: { ifAlreadyRunning },
			});
		const { id } = startPlan(state(), plan, now(), { by: BY });
		expect(await runPlan('skip')).toEqual([
			expect.objectContaining({ skipped: true, runningExecutionId: id }),
		]);
		expect(await runPlan('follow')).toEqual([
			expect.objectContaining({ executionId: id, reattached: true }),
		]);
		expect(times(START_PLAN)).toBe(0);
		startPlan(state(), plan, now(), { by: BY });
		expect(await runPlan('waitThenStart')).toEqual([
			expect.objectContaining({ outcome: 'succeeded' }),
		]);
		expect(times(START_PLAN)).toBe(1);
	});
});

describe('retries of a plan', () => {
	const runPlan = (options: object, more: object = {}) =>
		run('planExecution', 'runAndWait', { executable: named(DEMO.recoveringPlan), options }, more);
	const runs = () => [...processingOf(state()).plans.values()];

	test('the retries continue at the step that failed', async () => {
		const { items } = await runPlan({
			onRetry: 'continueFromFailedStep',
			retries: 1,
			minutesBetween: 10,
		});
		const [first, second] = runs();
		expect(items[0]!.json).toMatchObject({
			executionId: second!.id,
			outcome: 'succeeded',
			rerunOf: first!.id,
			attempts: 2,
		});
		expect(runs()).toHaveLength(2);
		expect(second!.startedAt - first!.startedAt).toBeGreaterThan(600_000);
		expect(second!.steps.map(({ id }) => id)).toEqual(first!.steps.slice(1).map(({ id }) => id));
	});

	test('a retry can run the whole plan again', async () => {
		const { items } = await runPlan({ retries: 2 });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', attempts: 2 });
		expect(items[0]!.json).not.toHaveProperty('rerunOf');
		expect(runs().map(({ steps }) => steps.length)).toEqual([3, 3]);
	});

	test.each(['workflow', 'tool'] as const)(
		'Retry On Fail continues, too (%s)',
		async (entryPoint) => {
			const { items } = await runPlan(
				{ onRetry: 'continueFromFailedStep' },
				{ maxTries: 2, entryPoint },
			);
			const [first] = runs();
			expect(items[0]!.json).toMatchObject({
				outcome: 'succeeded',
				rerunOf: first!.id,
				attempts: 2,
			});
			expect(runs()).toHaveLength(2);
		},
	);

	test('each try of Retry On Fail has its own retries, and repeats none of those before it', async () => {
		const task = planNamed(state(), DEMO.recoveringPlan).steps[1]!.taskIds[0]!;
		const { behaviors } = orchestrationOf(state()).tasks.get(task)!;
		const [fails, ...succeeds] = behaviors;
		behaviors.splice(0, behaviors.length, fails!, fails!, fails!, ...succeeds);
		const { items } = await runPlan(
			{ onRetry: 'continueFromFailedStep', retries: 1 },
			{ maxTries: 2 },
		);
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', attempts: 4 });
		expect(runs()).toHaveLength(4);
		expect(times(START_PLAN)).toBe(4);
	});

	/** An execution of the plan that somebody else has started, and that fails. */
	const othersRun = () =>
		startPlan(state(), planNamed(state(), DEMO.recoveringPlan), now(), { by: BY });

	test.each([
		[{}, {}, 3],
		[{ onRetry: 'continueFromFailedStep' }, { rerunOf: expect.any(String) }, 2],
	])(
		'an execution that Follow It found is retried if the plan is not running again: %j',
		async (options, more, steps) => {
			const found = othersRun();
			const { items } = await runPlan({ ifAlreadyRunning: 'follow', retries: 1, ...options });
			expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', attempts: 2, ...more });
			expect(items[0]!.json).not.toHaveProperty('reattached');
			const [, retried] = runs();
			expect(items[0]!.json.executionId).toBe(retried!.id);
			expect(retried!.steps).toHaveLength(steps);
			if ('rerunOf' in more) expect(items[0]!.json.rerunOf).toBe(found.id);
			expect(times(START_PLAN)).toBe(1);
		},
	);

	test.each(['startAgain', 'continueFromFailedStep'])(
		'a plan that somebody else has run again meanwhile is followed, and nothing is started: %s',
		async (onRetry) => {
			const found = othersRun();
			const { clock } = platform.emulator;
			const pass = clock.advance.bind(clock);
			let theirs: { id: string } | undefined;
			jest.spyOn(clock, 'advance').mockImplementation((ms) => {
				pass(ms);
				if (now() > found.startedAt + 3_600_000) theirs ??= othersRun();
			});
			const { items } = await runPlan({
				ifAlreadyRunning: 'follow',
				onRetry,
				retries: 1,
				minutesBetween: 60,
			});
			expect(theirs).toBeDefined();
			expect(items[0]!.json).toMatchObject({
				executionId: theirs!.id,
				outcome: 'succeeded',
				reattached: true,
				attempts: 2,
			});
			expect(times(START_PLAN)).toBe(0);
		},
	);

	test('a plan that can no longer be re-run fails, and is not started again', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, status: 422, after: 1, times: 2 });
		const { error } = await runPlan(
			{ onRetry: 'continueFromFailedStep', retries: 1 },
			{ maxTries: 2 },
		);
		expect(error).toMatchObject({ httpCode: '422' });
		expect(runs()).toHaveLength(1);
	});

	test('the error of a retry that the platform refuses names the execution that failed', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, status: 422, after: 1 });
		const { errorItems } = await runPlan(
			{ onRetry: 'continueFromFailedStep', retries: 1 },
			{ onError: 'continueErrorOutput' },
		);
		expect(errorItems[0]!.json.details).toMatchObject({ executionId: runs()[0]!.id });
	});

	test('a plan that ended otherwise than by its failure is not retried', async () => {
		const { items } = await run('planExecution', 'runAndWait', {
			executable: named(DEMO.plan),
			options: { retries: 3 },
		});
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded' });
		expect(items[0]!.json).not.toHaveProperty('attempts');
	});

	test('a plan that was terminated is not retried', async () => {
		const { clock, faults } = platform.emulator;
		const pass = clock.advance.bind(clock);
		let terminated = false;
		jest.spyOn(clock, 'advance').mockImplementation((ms) => {
			pass(ms);
			const [first] = runs();
			if (terminated || !first) return;
			terminated = true;
			// No document lists this status for plans, so the emulated platform has none.
			const body = { executionId: first.id, planId: first.planId, status: 'terminated' };
			faults.add({
				operation: 'GET /processing/executions/plans/{planExecutionId}',
				status: 200,
				body,
			});
		});
		const { error } = await runPlan({ retries: 2, onRetry: 'continueFromFailedStep' });
		expect(error!.message).toMatch(/^The plan "[^"]+" was terminated/);
		expect(times(START_PLAN)).toBe(1);
	});

	test('the lost response of a re-run is found, and nothing is started twice', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, breaks: 'after', after: 1 });
		const { items } = await runPlan({ onRetry: 'continueFromFailedStep', retries: 1 });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', attempts: 2 });
		expect(runs()).toHaveLength(2);
	});

	test.each([
		[{ retries: 6 }, /^Retries must be at most 5/],
		[{ minutesBetween: 5 }, /^Minutes Between can only be used together with Retries/],
	])('%j is refused before anything is started', async (options, message) => {
		expect((await runPlan(options)).error!.message).toMatch(message);
		expect(times(START_PLAN)).toBe(0);
	});
});

describe('Wait for End', () => {
	test('Wait for End of an execution gives the output of Run and Wait', async () => {
		const { id, taskId } = running();
		expect(await done('taskExecution', 'waitForEnd', { executionId: byId(id) })).toEqual([
			expect.objectContaining({
				executionId: id,
				outcome: 'succeeded',
				taskId,
				taskName: DEMO.goodTask,
			}),
		]);
		expect(
			platform.emulator.log
				.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/token'))
				.map(({ operation }) => operation),
		).toEqual([]);
	});

	test.each(['taskExecution', 'planExecution'])(
		'a read-only credential may use Wait for End (%s)',
		async (resource) => {
			for (const credential of platform.helper.stored.values()) credential.readOnly = true;
			const isTask = resource === 'taskExecution';
			const { id } = isTask
				? running()
				: startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
			const executable = named(isTask ? DEMO.goodTask : DEMO.plan);
			const endedAfter = new Date(now() - 1).toISOString();
			for (const values of [
				{ [isTask ? 'executionId' : 'planExecutionId']: byId(id) },
				{ waitFor: 'nextEnd', executable, endedAfter },
			]) {
				const { items, error } = await run(resource, 'waitForEnd', values);
				expect(error).toBeUndefined();
				expect(items[0]!.json).toMatchObject({ executionId: id, outcome: 'succeeded' });
			}
		},
	);

	test('Wait for End fails if that execution fails', async () => {
		const task = taskNamed(state(), DEMO.failingTask);
		const { id } = startTask(state(), task, now(), { type: 'SCHEDULED', by: BY });
		const { error } = await run('taskExecution', 'waitForEnd', { executionId: byId(id) });
		expect(error!.message).toMatch(/^The task "Load orders" failed/);
	});

	test.each([
		['taskExecution', 'executionId'],
		['planExecution', 'planExecutionId'],
	] as const)('Wait for End explains that failure, if chosen (%s)', async (resource, idName) => {
		const { id } =
			resource === 'taskExecution'
				? startTask(state(), taskNamed(state(), DEMO.failingTask), now(), {
						type: 'SCHEDULED',
						by: BY,
					})
				: startPlan(state(), planNamed(state(), DEMO.recoveringPlan), now(), { by: BY });
		const [output] = await done(resource, 'waitForEnd', {
			[idName]: byId(id),
			failOnFailure: false,
			options: { explainOnFailure: true },
		});
		expect(output).toMatchObject({ outcome: 'failed', cause: expect.any(String) });
	});

	test('Wait for End of a task returns the first execution that ended after a time, whichever was started first', async () => {
		const after = now() - 1;
		const long = running(600);
		const short = running(60);
		const next = (more: object = {}) =>
			done('taskExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: named(DEMO.goodTask),
				endedAfter: new Date(after).toISOString(),
				...more,
			});
		expect(await next()).toEqual([
			expect.objectContaining({ executionId: short.id, outcome: 'succeeded' }),
		]);
		// It has ended meanwhile: it is still the first.
		advance(3_600_000);
		expect(await next()).toEqual([expect.objectContaining({ executionId: short.id })]);
		expect(await next({ endedAfter: new Date(short.triggeredAt + 120_000).toISOString() })).toEqual(
			[expect.objectContaining({ executionId: long.id })],
		);
		expect(times(START)).toBe(0);
	});

	const nextEnd = async () =>
		await run('taskExecution', 'waitForEnd', {
			waitFor: 'nextEnd',
			executable: named(DEMO.goodTask),
			endedAfter: new Date(now()).toISOString(),
			timeLimit: 5,
		});

	test('Wait for End of a task waits for an execution that begins while it waits', async () => {
		const { clock } = platform.emulator;
		const pass = clock.advance.bind(clock);
		const begins = now() + 120_000;
		let begun: { id: string } | undefined;
		jest.spyOn(clock, 'advance').mockImplementation((ms) => {
			pass(ms);
			if (now() >= begins) begun ??= running(30);
		});
		const { items } = await nextEnd();
		expect(begun).toBeDefined();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ executionId: begun!.id, outcome: 'succeeded' }),
		]);
		expect(times(START)).toBe(0);
	});

	test('Wait for End of a task fails at the time limit if none has ended', async () => {
		const { error } = await nextEnd();
		expect(error!.message).toMatch(/^No execution of task .* ended within 5 minutes$/);
		expect(error!.description).toContain('None is in progress.');
	});

	/** An execution that was triggered before the week that is read, and ends in three minutes. */
	function longRunning() {
		const execution = running(8 * 86_400 + 180);
		execution.triggeredAt -= 8 * DAY;
		return execution;
	}

	test('Wait for End of a task returns an execution that was triggered eight days before', async () => {
		const { id } = longRunning();
		const { items } = await nextEnd();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ executionId: id, outcome: 'succeeded' }),
		]);
	});

	test('Wait for End of a plan returns its execution', async () => {
		const { id } = startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
		expect(
			await done('planExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: named(DEMO.plan),
				endedAfter: new Date(now() - 1).toISOString(),
			}),
		).toEqual([
			expect.objectContaining({ executionId: id, outcome: 'succeeded', planName: DEMO.plan }),
		]);
		expect(await done('planExecution', 'waitForEnd', { planExecutionId: byId(id) })).toEqual([
			expect.objectContaining({ executionId: id, planName: DEMO.plan }),
		]);
	});

	test.each(['taskExecution', 'planExecution'])(
		'a time that is in the future because clocks differ is no obstacle (%s)',
		async (resource) => {
			const isTask = resource === 'taskExecution';
			const { id } = isTask
				? running(120)
				: startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
			const { items, error } = await run(resource, 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: named(isTask ? DEMO.goodTask : DEMO.plan),
				endedAfter: new Date(now() + 1_000).toISOString(),
			});
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject({ executionId: id, outcome: 'succeeded' });
		},
	);

	test('an ID of something else is refused', async () => {
		const plan = planNamed(state(), DEMO.plan);
		const ofPlan = startPlan(state(), plan, now(), { by: BY }).id;
		const message = async (resource: string, values: object) =>
			(await run(resource, 'waitForEnd', values as never)).error!.message;
		expect(await message('taskExecution', { executionId: byId(ofPlan) })).toMatch(
			/^Execution is the execution of a plan: use Plan Execution, Wait for End/,
		);
		expect(
			await message('taskExecution', { executionId: byId(taskNamed(state(), DEMO.goodTask).id) }),
		).toMatch(/^Execution is the ID of a task/);
		expect(await message('planExecution', { planExecutionId: byId(running().id) })).toMatch(
			/^Plan Execution is the execution of a task/,
		);
		expect(await message('planExecution', { planExecutionId: byId(plan.id) })).toMatch(
			/^Plan Execution is the ID of a plan/,
		);
	});

	test('a time in the future, and a task that has never run, are refused', async () => {
		const message = async (values: object) =>
			(await run('taskExecution', 'waitForEnd', { waitFor: 'nextEnd', ...values })).error!.message;
		const executable = named(DEMO.goodTask);
		expect(
			await message({ executable, endedAfter: new Date(now() + 61_000).toISOString() }),
		).toMatch(/^Ended After must not be more than a minute in the future/);
		processingOf(state()).tasks.clear();
		expect(await message({ executable, endedAfter: new Date(now()).toISOString() })).toMatch(
			/^Task has not run in the last 60 days/,
		);
	});
});
