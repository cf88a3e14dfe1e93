/** Plan executions and their steps, asked as any client could. */
import type { IDataObject } from 'n8n-workflow';

import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName, planNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { DAY, SECOND } from '../../support/time';
import {
	advance,
	ask,
	ofAsked,
	PLANS,
	platform,
	requests,
	run,
	startPlan,
	state,
	steps,
	succeed,
} from './interfaceStage';

describe('a plan execution', () => {
	test('a listed plan execution has its documented fields, such as its status in two spellings', async () => {
		fact('B.77', 'B.85', 'B.94');
		const { body } = await startPlan(DEMO.plan);
		advance(10 * SECOND);
		const listed = (await ask(PLANS)).body.items.find(
			({ executionId }) => executionId === body.executionId,
		)!;
		expect(Object.keys(listed)).toEqual(
			expect.arrayContaining([
				'executionId',
				'startTimestamp',
				'finishTimestamp',
				'planId',
				'executionStatus',
				'plannedExecutableCount',
				'doneExecutableCount',
				'status',
			]),
		);
		expect(listed).toMatchObject({
			status: 'execution_successful',
			executionStatus: 'EXECUTION_SUCCESS',
		});
	});

	test('a plan execution is listed by its start in milliseconds', async () => {
		fact('B.94', 'B.194');
		const before = platform.emulator.clock.now();
		const { executionId } = (await startPlan(DEMO.plan)).body;
		advance(10 * SECOND);
		const within = await ask(`${PLANS}?from=${before}&to=${before + 1}`);
		expect(within.body).toMatchObject({ items: [{ executionId }], total: 1 });
		const after = await ask(`${PLANS}?from=${before + 1}&to=${before + 2}`);
		expect(after.body).toMatchObject({ items: [], total: 0 });
	});

	describe('the steps of a plan execution', () => {
		const startRecovering = async (ms: number) => {
			const { executionId } = (await startPlan(DEMO.recoveringPlan)).body;
			advance(ms);
			return executionId;
		};

		test('the steps are in the order of the plan, including those that have not started', async () => {
			fact('B.86', 'B.195');
			const designed = planNamed(state(), DEMO.recoveringPlan).steps.slice(0, 3);
			const begun = await steps(await startRecovering(SECOND));
			expect(begun.slice(0, 3).map(({ id, executionStatus }) => ({ id, executionStatus }))).toEqual(
				[
					{ id: designed[0]!.id, executionStatus: 'STARTED' },
					{ id: designed[1]!.id, executionStatus: 'UNDEFINED' },
					{ id: designed[2]!.id, executionStatus: 'UNDEFINED' },
				],
			);
			expect(begun[1]).not.toHaveProperty('startTimestamp');
		});

		test('the steps after a failed one are not executed', async () => {
			fact('B.86', 'B.195');
			const ended = await steps(await startRecovering(11 * SECOND));
			expect(ended.map(({ executionStatus }) => executionStatus)).toEqual([
				'EXECUTION_SUCCESS',
				'EXECUTION_FAILED',
				'UNDEFINED',
			]);
			for (const step of ended) expect(schemaFindings('B.StepExecution', step)).toEqual([]);
		});

		test('a step has the executions of its tasks, which name the plan execution', async () => {
			fact('B.79', 'B.87', 'B.196');
			const executionId = await startRecovering(11 * SECOND);
			const [, failed] = await steps(executionId);
			const { body: step } = await ask(
				`GET /processing/executions/plans/${String(executionId)}/steps/${String(failed!.executionId)}`,
			);
			expect(schemaFindings('B.StepExecutionDetails', step)).toEqual([]);
			expect(step).toMatchObject({
				plannedExecutableCount: 1,
				doneExecutableCount: 1,
				doneTaskExecutableDetails: [
					{ planId: executionId, executionType: 'PLAN', status: 'execution_failed' },
				],
			});
			for (const details of step.doneTaskExecutableDetails as IDataObject[])
				expect(schemaFindings('B.JobExecutionStatus', details)).toEqual([]);
		});

		test('an unknown step is not found', async () => {
			fact('B.196');
			const executionId = await startRecovering(11 * SECOND);
			const path = `/processing/executions/plans/${String(executionId)}/steps/none` as const;
			expect((await ask(`GET ${path}`)).status).toBe(404);
		});
	});

	test('the outcome of a plan execution that is only FINISHED is that of its steps', async () => {
		fact('B.85');
		const { executionId } = (await startPlan(DEMO.plan)).body;
		const failed = (await startPlan(DEMO.recoveringPlan)).body.executionId;
		advance(20 * SECOND);
		const finished = (id: unknown) => ({
			operation: 'GET /processing/executions/plans/{planExecutionId}',
			status: 200,
			body: { executionId: id, planId: 'p', executionStatus: 'FINISHED' },
		});
		const started = (id: unknown) => ({
			operation: 'POST /processing/executions/plans',
			status: 201,
			body: { executionId: id },
		});
		const looks = () => requests('GET /processing/executions/plans/{planExecutionId}').length;
		for (const [id, outcome] of [
			[executionId, 'succeeded'],
			[failed, 'failed'],
		] as const) {
			platform.emulator.faults.add(started(id));
			platform.emulator.faults.add(finished(id));
			platform.clearLog();
			expect(
				await succeed('planExecution', 'runAndWait', {
					executable: byName(DEMO.plan),
					failOnFailure: false,
				}),
			).toEqual([expect.objectContaining({ executionId: id, outcome })]);
			expect(looks()).toBe(1);
		}
		// A step that has not ended: neither has the plan.
		const going = (await startPlan(DEMO.plan)).body.executionId;
		platform.emulator.faults.add(started(going));
		platform.emulator.faults.add(finished(going));
		platform.clearLog();
		expect(await succeed('planExecution', 'runAndWait', { executable: byName(DEMO.plan) })).toEqual(
			[expect.objectContaining({ executionId: going, outcome: 'succeeded' })],
		);
		expect(looks()).toBeGreaterThan(1);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('the reason of a plan execution that misfired is reported', async () => {
		fact('B.85');
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/plans/{planExecutionId}',
			status: 200,
			body: ofAsked({
				planId: 'p',
				executionStatus: 'EXECUTION_MISFIRED',
				misfiredExecutionReason: 'PLAN_EXECUTIONS_PAUSED',
			}),
		});
		const { error } = await run('planExecution', 'runAndWait', { executable: byName(DEMO.plan) });
		expect(error!.message).toBe(`The plan "${DEMO.plan}" did not start: the plan is paused`);
		expect(error!.description).toMatch(
			/^Execution \S+ ended with the status EXECUTION_MISFIRED, PLAN_EXECUTIONS_PAUSED\. To output failed executions instead/,
		);
	});

	test('the error says that a plan is paused or has no run configuration', async () => {
		fact('B.193');
		const plan = planNamed(state(), DEMO.plan);
		plan.paused = true;
		const paused = await run('planExecution', 'runAndWait', { executable: byName(DEMO.plan) });
		expect(paused.error).toMatchObject({
			httpCode: '405',
			description: expect.stringMatching(/^The plan is paused\. Resume it/) as string,
		});
		Object.assign(plan, { paused: false, configured: false });
		const draft = await run('planExecution', 'start', { executable: byName(DEMO.plan) });
		expect(draft.error).toMatchObject({
			httpCode: '501',
			description: expect.stringMatching(/^The plan is not configured to run yet/) as string,
		});
	});

	test('a re-run can leave out the tasks of the failed step that succeeded', async () => {
		fact('B.84');
		const plan = planNamed(state(), DEMO.recoveringPlan);
		const good = taskNamed(state(), DEMO.goodTask).id;
		const failing = plan.steps[1]!.taskIds[0]!;
		plan.steps[1]!.taskIds = [good, failing];
		for (const [rerunOnlyFailedTasks, tasks] of [
			[true, [failing]],
			[false, [good, failing]],
		] as const) {
			processingOf(state()).starts.clear();
			const { executionId } = (await startPlan(DEMO.recoveringPlan)).body;
			advance(20 * SECOND);
			const [rerun] = await succeed('planExecution', 'rerunFromFailedStep', {
				planExecutionId: byId(executionId),
				options: { rerunOnlyFailedTasks },
			});
			expect(rerun).toMatchObject({
				planName: DEMO.recoveringPlan,
				summary: `${DEMO.recoveringPlan} (Finance, Production) was started again from the step that failed`,
				rerunOf: executionId,
			});
			const { steps: again } = processingOf(state()).plans.get(String(rerun!.executionId))!;
			expect(again.map(({ id }) => id)).toEqual([plan.steps[1]!.id, plan.steps[2]!.id]);
			expect(
				again[0]!.taskExecutionIds.map((id) => processingOf(state()).tasks.get(id)!.taskId),
			).toEqual(tasks);
		}
	});

	describe('a re-run of a plan execution that failed', () => {
		let executionId: unknown;
		beforeEach(async () => {
			executionId = (await startPlan(DEMO.recoveringPlan)).body.executionId;
			advance(20 * SECOND);
		});
		const rerun = async (plan: string, stepId?: string) =>
			(await startPlan(plan, { executionPlanId: executionId, ...(stepId && { stepId }) })).status;

		test('a re-run of another plan is refused', async () => {
			fact('B.193');
			expect(await rerun(DEMO.plan)).toBe(400);
		});

		test('a re-run from an unknown step is refused', async () => {
			fact('B.193');
			expect(await rerun(DEMO.recoveringPlan, 'none')).toBe(400);
		});

		test('a re-run from the ID that a step has in the design is refused', async () => {
			fact('B.193');
			const designed = planNamed(state(), DEMO.recoveringPlan).steps[1]!.id;
			expect(await rerun(DEMO.recoveringPlan, designed)).toBe(400);
		});

		test('a re-run of an execution that is too old is refused', async () => {
			fact('B.193');
			advance(31 * DAY);
			const { error } = await run('planExecution', 'rerunFromFailedStep', {
				planExecutionId: byId(executionId),
			});
			expect(error).toMatchObject({
				httpCode: '422',
				description: expect.stringMatching(
					/^This execution cannot be re-run: it did not fail, or it is too old/,
				) as string,
			});
		});
	});
});
