/** Each operation of plan executions does its work on the platform. */
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { afterTest } from '../../support/changed';
import { byId, byName, planNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { judgeRequests } from '../../support/judgeRequests';
import { pick } from '../../support/picking';
import { platform, run, state, succeed } from './stage';

describe('plan execution', () => {
	describe('a plan that was run', () => {
		const inWords = expect.stringMatching(
			/^Nightly load \(Finance, Production\) succeeded at \d\d:\d\d after \d+ s$/,
		) as string;
		const runPlan = async () => {
			const [ended] = await succeed('planExecution', 'runAndWait', {
				executable: byName(DEMO.plan),
			});
			return { ended: ended!, planExecutionId: byId(ended!.executionId) };
		};

		test('a plan is run to its end', async () => {
			fact('B.5');
			const { ended } = await runPlan();
			expect(ended).toMatchObject({
				outcome: 'succeeded',
				plannedExecutableCount: 2,
				doneExecutableCount: 2,
			});
		});

		test('a plan execution is read with a summary in words', async () => {
			const { ended, planExecutionId } = await runPlan();
			const [read] = await succeed('planExecution', 'get', { planExecutionId });
			expect(read).toMatchObject({
				executionId: ended.executionId,
				status: 'execution_successful',
				planName: DEMO.plan,
				summary: inWords,
			});
		});

		test('a plan execution that is not simplified has the details of its tasks', async () => {
			const { planExecutionId } = await runPlan();
			const [raw] = await succeed('planExecution', 'get', { planExecutionId, simplify: false });
			expect(raw).toMatchObject({
				executionStatus: 'EXECUTION_SUCCESS',
				doneExecutableDetails: expect.any(Array),
			});
		});

		test('the newest plan execution is the first of the list', async () => {
			const { executionId } = (await runPlan()).ended;
			const [newest] = await succeed('planExecution', 'getMany', { limit: 1 });
			expect(newest).toMatchObject({ executionId, planName: DEMO.plan, summary: inWords });
			const all = await succeed('planExecution', 'getMany', { returnAll: true });
			expect(all[0]).toMatchObject({ executionId });
		});

		test('the executions of one plan are listed by status', async () => {
			const { executionId } = (await runPlan()).ended;
			const listed = async (status: string) =>
				(
					await succeed('planExecution', 'getManyOfPlan', {
						planId: byName(DEMO.plan),
						filters: { status },
					})
				).map((each) => each.executionId);
			expect((await listed('execution_successful'))[0]).toBe(executionId);
			expect(await listed('execution_failed')).not.toContain(executionId);
		});

		test('the steps of a plan execution are listed', async () => {
			const { planExecutionId } = await runPlan();
			const steps = await succeed('planExecution', 'getSteps', { planExecutionId });
			expect(steps.map(({ executionStatus }) => executionStatus)).toEqual([
				'EXECUTION_SUCCESS',
				'EXECUTION_SUCCESS',
			]);
		});

		test('a step of a plan execution is read by its ID', async () => {
			fact('B.196');
			const { planExecutionId } = await runPlan();
			const [first] = await succeed('planExecution', 'getSteps', { planExecutionId });
			const [step] = await succeed('planExecution', 'getStep', {
				planExecutionId,
				stepExecutionId: byId(first!.executionId),
			});
			expect(step).toMatchObject({ plannedExecutableCount: 1, doneExecutableCount: 1 });
		});
	});

	test('the operation re-runs the failed step of a plan execution, by the ID of the execution', async () => {
		fact('B.84', 'B.193');
		const failed = await run('planExecution', 'runAndWait', {
			executable: byName(DEMO.recoveringPlan),
		});
		expect(failed.error!.message).toBe(
			'The plan "Month-end close" failed: Table ORDERS does not exist',
		);
		// Only executions of tasks have a log.
		expect(failed.error!.description).toMatch(
			/^Execution \S+ ended with the status execution_failed\. .*Plan Execution → Explain.*Plan Execution → Re-Run From Failed Step/,
		);
		expect(failed.error!.description).not.toMatch(/\blog\b/);
		const failedId = /Execution (\S+) ended/.exec(failed.error!.description!)![1]!;
		platform.clearLog();
		const [rerun] = await succeed('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(failedId),
			waitForEnd: true,
		});
		const steps = processingOf(state()).plans.get(failedId)!.steps;
		expect(rerun).toMatchObject({
			outcome: 'succeeded',
			rerunOf: failedId,
			stepId: steps[1]!.executionId,
		});
		const request = platform.emulator.log.find(
			({ operation }) => operation === 'POST /processing/executions/plans',
		)!;
		expect(JSON.parse(request.body)).toEqual({
			executable: planNamed(state(), DEMO.recoveringPlan).id,
			executionPlanId: failedId,
			stepId: steps[1]!.executionId,
		});
		const again = await run('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(rerun!.executionId),
		});
		expect(again.error!.message).toBe(
			'There is nothing to re-run: no step of this plan execution failed',
		);
	});

	/** An execution of the plan that is in progress. */
	const startedPlan = async () => {
		const [{ executionId } = {}] = await succeed('planExecution', 'start', {
			executable: byName(DEMO.plan),
		});
		afterTest(() => platform.emulator.clock.advance(60_000));
		return executionId;
	};

	test('a plan execution in progress cannot be re-run', async () => {
		const { error } = await run('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(await startedPlan()),
		});
		expect(error!.message).toBe('The plan is still running: there is nothing to re-run yet');
	});

	test('a plan is skipped while it is running if Skip If Running is on', async () => {
		const executionId = await startedPlan();
		const skipped = await succeed('planExecution', 'runAndWait', {
			executable: byName(DEMO.plan),
			options: { skipIfRunning: true },
		});
		expect(skipped).toEqual([
			expect.objectContaining({ skipped: true, runningExecutionId: executionId }),
		]);
	});

	test('the reason is reported if the platform refuses a re-run', async () => {
		fact('B.193');
		const executionId = await startedPlan();
		platform.emulator.clock.advance(60_000);
		const steps = await succeed('planExecution', 'getSteps', {
			planExecutionId: byId(executionId),
		});
		const { error } = await run('planExecution', 'start', {
			executable: byName(DEMO.plan),
			additionalFields: { executionPlanId: executionId, stepId: steps[0]!.executionId },
		});
		expect(error).toMatchObject({ httpCode: '422' });
		expect(error!.description).toMatch(/^This execution cannot be re-run/);
	});
});

test('the error handler of a failed step is read, with the tasks that it ran', async () => {
	// The demo has a plan of which this can be tried.
	const plan = planNamed(state(), DEMO.handlingPlan);
	const [handler] = [...orchestrationOf(state()).tasks.values()].filter(
		({ name }) => name === DEMO.goodTask,
	);
	const [{ executionId }] = (await succeed('planExecution', 'runAndWait', {
		executable: byId(plan.id),
		failOnFailure: false,
	})) as [{ executionId: string }];
	platform.emulator.clock.advance(60_000);
	const { results } = await pick(platform, 'Processing', 'searchStepExecutions', {
		resource: 'planExecution',
		operation: 'getStepErrorHandler',
		planExecutionId: byId(executionId),
	});
	const parameters = {
		planExecutionId: byId(executionId),
		stepExecutionId: byId(results[0]!.value),
	};
	expect(await succeed('planExecution', 'getStepErrorHandler', parameters)).toEqual([
		expect.objectContaining({
			plannedExecutableCount: 1,
			doneExecutableCount: 1,
			executionStatus: 'EXECUTION_SUCCESS',
			donePlanExecutableDetails: [],
			doneTaskExecutableDetails: [
				expect.objectContaining({ jobId: handler!.id, status: 'execution_successful' }),
			],
		}),
	]);
});

test('a step without an error handler is refused with the reason', async () => {
	const { executionId: good } = (
		await succeed('planExecution', 'runAndWait', { executable: byName(DEMO.plan) })
	)[0] as { executionId: string };
	const [step] = await succeed('planExecution', 'getSteps', { planExecutionId: byId(good) });
	const { error } = await run('planExecution', 'getStepErrorHandler', {
		planExecutionId: byId(good),
		stepExecutionId: byId(step!.executionId),
	});
	expect(error!.description).toMatch(/^The step has no error handler, or the handler did not run/);
});

judgeRequests(platform, 'Processing', ['planExecution']);
