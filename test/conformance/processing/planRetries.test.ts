/**
 * How Run and Wait retries a plan.
 */
import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { startPlan } from '../../../emulator/areas/processing/executions';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO } from '../../../emulator/seed';
import { byName, planNamed } from '../../support/demo';
import { BY, now, platform, requestCount, run, START_PLAN, state } from './runningStage';

describe('retries of a plan', () => {
	const runPlan = (options: object, more: object = {}) =>
		run('planExecution', 'runAndWait', { executable: byName(DEMO.recoveringPlan), options }, more);
	const runs = () => [...processingOf(state()).plans.values()];

	test('the retries resume at the failed step', async () => {
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
		'Retry On Fail resumes at the failed step (%s)',
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

	test('each try of Retry On Fail has its own retries, which follow those of the earlier one', async () => {
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
		expect(requestCount(START_PLAN)).toBe(4);
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
			expect(requestCount(START_PLAN)).toBe(1);
		},
	);

	test.each(['startAgain', 'continueFromFailedStep'])(
		'a plan that somebody else has started again in the meantime is followed instead of started: %s',
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
			expect(requestCount(START_PLAN)).toBe(0);
		},
	);

	test('a plan that can no longer be re-run fails instead of being started again', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, status: 422, after: 1, times: 2 });
		const { error } = await runPlan(
			{ onRetry: 'continueFromFailedStep', retries: 1 },
			{ maxTries: 2 },
		);
		expect(error).toMatchObject({ httpCode: '422' });
		expect(runs()).toHaveLength(1);
	});

	test('the error names the failed execution if the platform refuses the retry', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, status: 422, after: 1 });
		const { errorItems } = await runPlan(
			{ onRetry: 'continueFromFailedStep', retries: 1 },
			{ onError: 'continueErrorOutput' },
		);
		expect(errorItems[0]!.json.details).toMatchObject({ executionId: runs()[0]!.id });
	});

	test('a plan that succeeded is not retried', async () => {
		const { items } = await run('planExecution', 'runAndWait', {
			executable: byName(DEMO.plan),
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
		expect(requestCount(START_PLAN)).toBe(1);
	});

	test('a re-run whose response was lost is followed instead of started twice', async () => {
		platform.emulator.faults.add({ operation: START_PLAN, breaks: 'after', after: 1 });
		const { items } = await runPlan({ onRetry: 'continueFromFailedStep', retries: 1 });
		expect(items[0]!.json).toMatchObject({ outcome: 'succeeded', attempts: 2 });
		expect(runs()).toHaveLength(2);
	});

	test.each([
		{ options: { retries: 6 }, message: '"Retries" must be at most 5' },
		{
			options: { minutesBetween: 5 },
			message: '"Minutes Between" can only be used together with "Retries"',
		},
	])('options are refused before anything is started: $message', async ({ options, message }) => {
		expect((await runPlan(options)).error!.message).toBe(message);
		expect(requestCount(START_PLAN)).toBe(0);
	});
});
