/**
 * How Wait for End waits for an execution that something else has started.
 */
import type { IDataObject } from 'n8n-workflow';

import { startPlan, startTask } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byId, byName, planNamed, taskNamed } from '../../support/demo';
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
	state,
	succeed,
} from './runningStage';

describe('Wait for End', () => {
	test('Wait for End of an execution returns the output of Run and Wait', async () => {
		const { id, taskId } = running();
		expect(await succeed('taskExecution', 'waitForEnd', { executionId: byId(id) })).toEqual([
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
			for (const credential of platform.credentialStore.stored.values()) credential.readOnly = true;
			const isTask = resource === 'taskExecution';
			const { id } = isTask
				? running()
				: startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
			const executable = byName(isTask ? DEMO.goodTask : DEMO.plan);
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

	test('Wait for End fails if the execution fails', async () => {
		const task = taskNamed(state(), DEMO.failingTask);
		const { id } = startTask(state(), task, now(), { type: 'SCHEDULED', by: BY });
		const { error } = await run('taskExecution', 'waitForEnd', { executionId: byId(id) });
		expect(error!.message).toMatch(/^The task "Load orders" failed/);
	});

	test.each([
		['taskExecution', 'executionId'],
		['planExecution', 'planExecutionId'],
	] as const)(
		'Wait for End explains the failure if Explain on Failure is on (%s)',
		async (resource, idName) => {
			const { id } =
				resource === 'taskExecution'
					? startTask(state(), taskNamed(state(), DEMO.failingTask), now(), {
							type: 'SCHEDULED',
							by: BY,
						})
					: startPlan(state(), planNamed(state(), DEMO.recoveringPlan), now(), { by: BY });
			const [output] = await succeed(resource, 'waitForEnd', {
				[idName]: byId(id),
				failOnFailure: false,
				options: { explainOnFailure: true },
			});
			expect(output).toMatchObject({ outcome: 'failed', cause: expect.any(String) });
		},
	);

	test('Wait for End of a task returns the first execution to end after a time, whichever started first', async () => {
		const after = now() - 1;
		const long = running(600);
		const short = running(60);
		const next = (more: object = {}) =>
			succeed('taskExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: byName(DEMO.goodTask),
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
		expect(requestCount(START)).toBe(0);
	});

	const nextEnd = async () =>
		await run('taskExecution', 'waitForEnd', {
			waitFor: 'nextEnd',
			executable: byName(DEMO.goodTask),
			endedAfter: new Date(now()).toISOString(),
			timeLimit: 5,
		});

	test('Wait for End of a task waits for an execution that starts during the wait', async () => {
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
		expect(requestCount(START)).toBe(0);
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

	test('Wait for End of a task returns an execution that was triggered eight days earlier', async () => {
		const { id } = longRunning();
		const { items } = await nextEnd();
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ executionId: id, outcome: 'succeeded' }),
		]);
	});

	test('Wait for End of a plan returns its execution', async () => {
		const { id } = startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
		expect(
			await succeed('planExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: byName(DEMO.plan),
				endedAfter: new Date(now() - 1).toISOString(),
			}),
		).toEqual([
			expect.objectContaining({ executionId: id, outcome: 'succeeded', planName: DEMO.plan }),
		]);
		expect(await succeed('planExecution', 'waitForEnd', { planExecutionId: byId(id) })).toEqual([
			expect.objectContaining({ executionId: id, planName: DEMO.plan }),
		]);
	});

	test.each(['taskExecution', 'planExecution'])(
		'a time that is in the future because clocks differ is accepted (%s)',
		async (resource) => {
			const isTask = resource === 'taskExecution';
			const { id } = isTask
				? running(120)
				: startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
			const { items, error } = await run(resource, 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: byName(isTask ? DEMO.goodTask : DEMO.plan),
				endedAfter: new Date(now() + 1_000).toISOString(),
			});
			expect(error).toBeUndefined();
			expect(items[0]!.json).toMatchObject({ executionId: id, outcome: 'succeeded' });
		},
	);

	test.each([
		['taskExecution', 'executionId', 'GET /processing/executions/{executionId}'],
		['planExecution', 'planExecutionId', 'GET /processing/executions/plans/{planExecutionId}'],
	] as const)(
		'an execution that cannot be read is not reported as started (%s)',
		async (resource, idName, operation) => {
			const { id } =
				resource === 'taskExecution'
					? running()
					: startPlan(state(), planNamed(state(), DEMO.plan), now(), { by: BY });
			platform.emulator.faults.add({ operation, status: 403 });
			const { error } = await run(resource, 'waitForEnd', { [idName]: byId(id) });
			expect(error!.message).toContain(`Execution ${id} could not be followed: `);
			expect(platform.emulator.faults.unconsumed()).toEqual([]);
		},
	);

	test('the ID of a record of another kind is refused', async () => {
		const plan = planNamed(state(), DEMO.plan);
		const ofPlan = startPlan(state(), plan, now(), { by: BY }).id;
		const message = async (resource: string, values: IDataObject) =>
			(await run(resource, 'waitForEnd', values)).error!.message;
		expect(await message('taskExecution', { executionId: byId(ofPlan) })).toMatch(
			/^"Execution" is a plan execution: use Plan Execution → Wait for End/,
		);
		expect(
			await message('taskExecution', { executionId: byId(taskNamed(state(), DEMO.goodTask).id) }),
		).toMatch(/^"Execution" is the ID of a task/);
		expect(await message('planExecution', { planExecutionId: byId(running().id) })).toMatch(
			/^"Plan Execution" is a task execution/,
		);
		expect(await message('planExecution', { planExecutionId: byId(plan.id) })).toMatch(
			/^"Plan Execution" is the ID of a plan/,
		);
	});

	describe('a wait for the next end', () => {
		const message = async (endedAfterMs: number) => {
			const { error } = await run('taskExecution', 'waitForEnd', {
				waitFor: 'nextEnd',
				executable: byName(DEMO.goodTask),
				endedAfter: new Date(endedAfterMs).toISOString(),
			});
			return error!.message;
		};

		test('a time in the future is refused', async () => {
			expect(await message(now() + 61_000)).toMatch(
				/^"Ended After" must not be more than a minute in the future/,
			);
		});

		test('a task that has never run is refused', async () => {
			processingOf(state()).tasks.clear();
			expect(await message(now())).toMatch(/^"Task" has not run in the last 60 days/);
		});
	});
});
