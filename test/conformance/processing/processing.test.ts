/** Each operation of Talend Cloud Processing does its work on the platform. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { isListed } from '../../../emulator/areas/processing/service';
import { DEMO } from '../../../emulator/seed';
import { changed } from '../../support/changed';
import { judgeRequests } from '../../support/conformance';
import { byId, byName, environmentNamed, planNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { pick } from '../../support/picking';
import { GOOD, platform, requestCount, run, state, succeed } from './stage';

describe('task execution', () => {
	test('the operation starts a task by ID or by name, with the given values', async () => {
		fact('B.5', 'B.73', 'B.190');
		const task = taskNamed(state(), DEMO.goodTask);
		const [byItsId] = await succeed('taskExecution', 'start', {
			executable: byId(task.id),
			additionalFields: {
				parameters: { pairs: [{ name: 'country', value: 'FR' }] },
				logLevel: 'INFO',
				timeout: 5,
			},
		});
		const execution = processingOf(state()).tasks.get(String(byItsId!.executionId))!;
		expect(execution).toMatchObject({
			taskId: task.id,
			parameters: { country: 'FR' },
			logLevel: 'INFO',
			timeoutMinutes: 5,
		});
		const [byItsName] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		expect(processingOf(state()).tasks.get(String(byItsName!.executionId))!.taskId).toBe(task.id);
	});

	test.each([
		{ how: 'with blanks around it', name: 'Blanks around', given: '\tBlanks around \n' },
		{
			how: 'that has blanks around it on the platform',
			name: 'Blanks around ',
			given: 'Blanks around',
		},
		{
			how: 'whose letters are put together in another way',
			name: 'Gr\u00f6\u00dfen laden',
			given: 'Gro\u0308\u00dfen laden',
		},
	])('a name $how is found', async ({ name, given }) => {
		const task = changed(taskNamed(state(), DEMO.goodTask), { name });
		const [started] = await succeed('taskExecution', 'start', { executable: byName(given) });
		expect(processingOf(state()).tasks.get(String(started!.executionId))!.taskId).toBe(task.id);
	});

	describe('a task execution that was started', () => {
		const started = async () => {
			const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
				executable: byName(DEMO.serviceTask),
			});
			return { executionId, given: { executionId: byId(executionId) } };
		};

		test('a started task execution can be read at once', async () => {
			fact('B.5');
			const { executionId, given } = await started();
			expect(await succeed('taskExecution', 'get', given)).toEqual([
				expect.objectContaining({ executionId, status: 'dispatching' }),
			]);
		});

		test('a running task execution is listed by its status', async () => {
			const { executionId } = await started();
			platform.emulator.clock.advance(10_000);
			const running = await succeed('taskExecution', 'getMany', {
				returnAll: true,
				filters: { status: 'executing' },
			});
			expect(running.map((each) => each.executionId)).toContain(executionId);
		});

		test('a task execution is found by the tags of its task', async () => {
			const { executionId } = await started();
			const tagged = await succeed('taskExecution', 'search', {
				returnAll: true,
				filters: { tags: ['service'] },
			});
			expect(tagged.map((each) => each.executionId)).toContain(executionId);
		});

		test('a running task execution can be terminated', async () => {
			fact('B.5', 'B.191');
			const { executionId, given } = await started();
			platform.emulator.clock.advance(10_000);
			expect(await succeed('taskExecution', 'terminate', given)).toEqual([
				{ terminated: true, executionId },
			]);
			const [ended] = await succeed('taskExecution', 'get', { ...given, simplify: false });
			expect(ended).toMatchObject({
				status: 'terminated',
				executionStatus: 'EXECUTION_TERMINATED',
			});
		});
	});

	test('the executions of one task are listed', async () => {
		const ofTask = await succeed('taskExecution', 'getManyOfTask', {
			taskId: byName(DEMO.failingTask),
			limit: 3,
		});
		expect(ofTask.map(({ status }) => status)).toEqual(Array(3).fill('execution_failed'));
	});

	describe('the list of task executions', () => {
		const listed = async (filters: IDataObject = {}) =>
			await succeed('taskExecution', 'getMany', { returnAll: true, filters });

		test('the list of task executions is read with all of its pages', async () => {
			const all = await listed();
			expect(new Set(all.map(({ executionId }) => executionId)).size).toBe(
				[...processingOf(state()).tasks.values()].filter((execution) =>
					isListed(state(), execution, platform.emulator.clock.now()),
				).length,
			);
		});

		test('the list of task executions is filtered by environment', async () => {
			fact('B.185');
			const { id } = environmentNamed(state(), 'Production');
			const all = await listed();
			expect(all.length).toBeGreaterThan(0);
			expect(await listed({ environmentId: byId(id) })).toHaveLength(all.length);
			expect(await listed({ environmentId: byName('Development') })).toEqual([]);
		});

		test('the list of task executions is filtered by the last days', async () => {
			fact('B.185');
			expect((await listed({ lastDays: 1 })).length).toBeLessThan((await listed()).length);
		});

		test('a workspace of another environment is refused as a filter', async () => {
			fact('B.89', 'B.185');
			const development = environmentNamed(state(), 'Development');
			const workspace = [...orchestrationOf(state()).workspaces.values()].find(
				({ environmentId }) => environmentId === development.id,
			)!;
			const { error } = await run('taskExecution', 'getMany', {
				filters: {
					environmentId: byId(environmentNamed(state(), 'Production').id),
					workspaceId: byId(workspace.id),
				},
			});
			expect(error).toMatchObject({
				httpCode: '400',
				message: 'The workspace does not belong to the environment',
			});
		});
	});
});

describe('lists of executions', () => {
	describe('a list of executions', () => {
		const requestsForNames = () => requestCount('GET /orchestration/executables/tasks');
		const listAfterRun = async () => {
			await succeed('taskExecution', 'runAndWait', { executable: byName(DEMO.goodTask) });
			return await succeed('taskExecution', 'getMany', { returnAll: true });
		};

		test('the list has the names of the tasks and of their workspace', async () => {
			const listed = await listAfterRun();
			// By the vendor's files items of lists have no rows.
			const isGood =
				'numberOfProcessedRows' in listed[0]!
					? GOOD
					: /^Load customers \(Finance, Production\) succeeded at \d\d:\d\d after 3 s$/;
			expect(listed[0]).toMatchObject({
				taskName: DEMO.goodTask,
				workspaceName: 'Finance',
				summary: expect.stringMatching(isGood) as string,
			});
			for (const each of listed) expect(each).toMatchObject({ taskName: expect.any(String) });
		});

		test('an execution in a list begins with its name and outcome', async () => {
			const [first] = await listAfterRun();
			expect(Object.keys(first!).slice(0, 4)).toEqual(['taskName', 'outcome', 'summary', 'status']);
		});

		test('the names of a list are read once for all executions', async () => {
			const before = requestsForNames();
			const listed = await succeed('taskExecution', 'getMany', { returnAll: true });
			expect(listed.length).toBeGreaterThan(1);
			expect(requestsForNames()).toBe(before + 1);
		});

		test('a list that is not simplified has no names, so none are read', async () => {
			const before = requestsForNames();
			const [raw] = await succeed('taskExecution', 'getMany', { limit: 1, simplify: false });
			expect(raw).toHaveProperty('executionId');
			expect(raw).not.toHaveProperty('taskName');
			expect(raw).not.toHaveProperty('summary');
			expect(requestsForNames()).toBe(before);
		});
	});

	test('a single execution has the name of its task, which is read once for all items', async () => {
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const get = { executionId: byId(executionId) };
		const names = () => requestCount('GET /orchestration/executables/tasks/{taskId}');
		const before = names();
		const [started] = await succeed('taskExecution', 'get', get);
		expect(started!.summary).toMatch(
			/^Load customers \(Finance, Production\) is running; it started at \d\d:\d\d$/,
		);
		expect(names()).toBe(before + 1);
		platform.emulator.clock.advance(10_000);
		const { items } = await run('taskExecution', 'get', get, {
			items: [{ json: {} }, { json: {} }],
		});
		expect(items.map(({ json }) => json)).toEqual(
			Array(2).fill(
				expect.objectContaining({
					taskName: DEMO.goodTask,
					workspaceName: 'Finance',
					summary: expect.stringMatching(GOOD) as string,
				}),
			),
		);
		expect(names()).toBe(before + 2);
		await succeed('taskExecution', 'get', { ...get, simplify: false });
		expect(names()).toBe(before + 2);
	});

	test('an execution whose task cannot be read is output without its name', async () => {
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 404,
			times: 1,
		});
		const [output] = await succeed('taskExecution', 'get', { executionId: byId(executionId) });
		expect(output).toMatchObject({
			executionId,
			taskName: null,
			workspaceName: null,
			summary: expect.stringMatching(/^Task [0-9a-f]{24} is running; it started at/) as string,
		});
	});
});

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
			const [newest] = await succeed('planExecution', 'getManyOfPlan', {
				planId: byName(DEMO.plan),
				filters: { status: 'execution_successful' },
			});
			expect(newest).toMatchObject({ executionId });
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
			/^Plan Execution, Explain says why.* Execution \S+ ended with the status execution_failed\. Re-Run From Failed Step/,
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

	test('the reason is reported if the platform refuses a re-run', async () => {
		fact('B.193');
		const [{ executionId } = {}] = await succeed('planExecution', 'start', {
			executable: byName(DEMO.plan),
		});
		const early = await run('planExecution', 'rerunFromFailedStep', {
			planExecutionId: byId(executionId),
		});
		expect(early.error!.message).toBe('The plan is still running: there is nothing to re-run yet');
		const skipped = await succeed('planExecution', 'runAndWait', {
			executable: byName(DEMO.plan),
			options: { skipIfRunning: true },
		});
		expect(skipped).toEqual([
			expect.objectContaining({ skipped: true, runningExecutionId: executionId }),
		]);
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

describe('run profile', () => {
	const createProfile = async (name: string) => {
		const [created] = await succeed('runProfile', 'create', {
			name,
			processorType: 'RE',
			type: 'JOB_SERVER',
			jvmArguments: '-Xms64M\n-Xmx256M',
			additionalFields: { runtimeId: 'engine-1', description: 'For small jobs' },
		});
		return { created: created!, runProfileId: byId(created!.id) };
	};

	test('the arguments of a run profile can be given as lines', async () => {
		fact('B.6', 'B.101');
		const { created } = await createProfile('Lines');
		expect(created).toMatchObject({ name: 'Lines', jvmArguments: ['-Xms64M', '-Xmx256M'] });
	});

	test('a run profile is changed', async () => {
		fact('B.6', 'B.103');
		const { runProfileId } = await createProfile('Changed');
		await succeed('runProfile', 'update', {
			runProfileId,
			updateFields: { description: 'For large jobs', jvmArguments: ['-Xmx128M'] },
		});
		expect(await succeed('runProfile', 'get', { runProfileId })).toEqual([
			expect.objectContaining({ description: 'For large jobs', jvmArguments: ['-Xmx128M'] }),
		]);
	});

	test('a run profile is found by part of its name', async () => {
		const { created } = await createProfile('Tiny heap');
		const found = await succeed('runProfile', 'search', { filters: { name: 'tiny' } });
		expect(found.map(({ id }) => id)).toEqual([created.id]);
	});

	describe('a run profile that a task uses', () => {
		const usedProfile = async (name: string) => {
			const { created, runProfileId } = await createProfile(name);
			processingOf(state())
				.profiles.get(String(created.id))!
				.taskIds.push(taskNamed(state(), DEMO.goodTask).id);
			return { created, runProfileId };
		};

		test('Delete refuses a run profile that a task uses', async () => {
			fact('B.197');
			const { runProfileId } = await usedProfile('In use');
			const { error } = await run('runProfile', 'delete', { runProfileId });
			expect(error).toMatchObject({ httpCode: '406' });
		});

		test('Delete gives the tasks of a run profile its replacement', async () => {
			fact('B.197');
			const { created, runProfileId } = await usedProfile('Replaced');
			expect(
				await succeed('runProfile', 'delete', {
					runProfileId,
					options: { rescheduleRunProfileId: byName('Large heap') },
				}),
			).toEqual([{ deleted: true, runProfileId: created.id }]);
			expect(await succeed('runProfile', 'search', { filters: { name: 'replaced' } })).toEqual([]);
		});
	});

	test('a run profile is deleted from a pipeline engine', async () => {
		fact('B.199');
		const [created] = await succeed('runProfile', 'create', {
			name: 'Pipeline',
			processorType: 'GEN_2',
			type: 'JOB_SERVER',
			jvmArguments: ['-Xmx1G'],
			additionalFields: { runtimeId: 'pipeline-1' },
		});
		expect(
			await succeed('runProfile', 'deleteFromPipelineEngine', {
				engineId: 'pipeline-1',
				type: 'standard',
				runProfileId: created!.id,
			}),
		).toEqual([
			{ deleted: true, engineId: 'pipeline-1', type: 'standard', runProfileId: created!.id },
		]);
	});
});

test('the runtime of cloud engines is set and read', async () => {
	fact('B.7', 'B.106', 'B.201');
	const path = '/processing/runtimes/cloud-engines/configuration';
	expect(await succeed('cloudEngine', 'setRuntime', { path, jobJvmRollback: true })).toEqual([
		{ success: true, path },
	]);
	expect(await succeed('cloudEngine', 'getRuntime', { path })).toEqual([{ jobJvmRollback: true }]);
});

test('a path of cloud engines that leads elsewhere is refused', async () => {
	const { error } = await run('cloudEngine', 'getRuntime', {
		path: '/processing/../security/permissions',
	});
	expect(error!.message).toBe('Path must not have "." or ".." in it');
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
	expect(error!.description).toMatch(/^The step has no error handler, or it did not run/);
});

judgeRequests(
	platform,
	'Processing',
	['taskExecution', 'planExecution', 'service', 'runProfile', 'cloudEngine'],
	() => fact('B.75', 'B.85', 'B.86', 'B.87', 'B.95', 'B.96', 'B.98', 'B.100'),
);
