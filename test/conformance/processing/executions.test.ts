/**
 * What the interface documents say of executions, run profiles, logs and metrics (their part B),
 * asked as any client could: the emulated platform is held to it, past what the nodes would let
 * through.
 */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/records';
import { processingOf } from '../../../emulator/areas/processing/records';
import { startTask } from '../../../emulator/areas/processing/runs';
import { ALL_PERMISSIONS, DEMO, DEMO_ACCOUNT, DEMO_TOKEN } from '../../../emulator/seed';
import { DEMO_SERVICES } from '../../../emulator/seed/services';
import { schemaFindings } from '../../../tools/interface/documented';
import { DOCUMENTED_LIMITS } from '../../../tools/interface/limits';
import { areaOf } from '../../support/area';
import { ask as askAny } from '../../support/ask';
import { byId, environmentNamed, named, planNamed, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { DESCRIPTION, type Platform, SEEN, startPlatform } from '../../support/platform';
import { DAY, SECOND } from '../../support/time';

let platform: Platform;
beforeEach(async () => {
	platform = await startPlatform();
});
afterEach(async () => await platform.close());

const state = () => platform.emulator.state;
const { done, run, requests } = areaOf('Processing', () => platform);
const observing = areaOf('Observability', () => platform);
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const advance = (ms: number) => platform.emulator.clock.advance(ms);

async function ask(
	...given: Parameters<typeof askAny> extends [unknown, ...infer Rest] ? Rest : never
) {
	const { status, body } = await askAny(platform, ...given);
	return { status, body: body as IDataObject & { items: IDataObject[] } };
}

/** Where the two descriptions of the platform differ, the emulator follows this one. */
const OF_VENDOR = DESCRIPTION === 'vendor';
/**
 * What the descriptions do not have: the platform that others have seen ignores it, so nothing can
 * be refused there.
 */
const unknown = (...queries: string[]) => (SEEN.unknownParameters ? [] : queries);
/** The total of a list of task executions, which may be without one. */
const totalIfShown = (total: number) => (SEEN.missingTotals ? {} : { total });
const START = 'POST /processing/executions';
const start = async (task: string, more: object = {}) =>
	String((await ask(START, { executable: taskNamed(state(), task).id, ...more })).body.executionId);
/** The response about an execution, with the ID that it was asked for. */
const ofAsked = (body: IDataObject) => ({
	toJSON: () => ({ executionId: platform.emulator.log.at(-1)!.path.split('/').at(-1)!, ...body }),
});
const execution = async (id: string) => (await ask(`GET /processing/executions/${id}`)).body;
const TASKS = 'GET /processing/executables/tasks/executions';
const PLANS = 'GET /processing/executables/plans/executions';
const startPlan = async (plan: string, more: object = {}) =>
	await ask('POST /processing/executions/plans', {
		executable: planNamed(state(), plan).id,
		...more,
	});
/** They are a bare list, unlike most bodies. */
const steps = async (id: unknown) =>
	(await ask(`GET /processing/executions/plans/${String(id)}/steps`))
		.body as unknown as IDataObject[];

describe('a task execution', () => {
	describe('the states of a task execution', () => {
		/** One execution as it was read at four times, from its start to its end. */
		const states = async () => {
			const id = await start(DEMO.goodTask, { timeout: 5 });
			const seen = [];
			for (const ms of [0, 600, 400, 3_000]) {
				advance(ms);
				seen.push(await execution(id));
			}
			return { seen, running: seen.slice(0, 3), ended: seen[3]! };
		};

		test('a task execution goes through its states, in two spellings', async () => {
			fact('B.82', 'B.192');
			const { seen } = await states();
			expect(seen.map(({ status, executionStatus }) => ({ status, executionStatus }))).toEqual([
				{ status: 'dispatching', executionStatus: 'EXECUTION_EVENT_RECEIVED' },
				{ status: 'dispatching', executionStatus: 'DISPATCHING_FLOW' },
				{ status: 'executing', executionStatus: 'STARTING_FLOW_EXECUTION' },
				{ status: 'execution_successful', executionStatus: 'EXECUTION_SUCCESS' },
			]);
		});

		test('a task execution has its documented fields in each state, with times in UTC', async () => {
			fact('B.75', 'B.77');
			for (const each of (await states()).seen) {
				expect(schemaFindings('B.JobExecutionStatus', each)).toEqual([]);
				expect(each).toMatchObject({
					triggerTimestamp: expect.stringMatching(UTC),
					startTimestamp: expect.stringMatching(UTC),
					timeout: 5,
				});
			}
		});

		test('a task execution names neither an error nor a plan if it has none', async () => {
			fact('B.76', 'B.80');
			for (const each of (await states()).seen) {
				expect(each).not.toHaveProperty('errorType');
				expect(each).not.toHaveProperty('planId');
			}
		});

		test('a task execution has an end and its rows only once it has ended', async () => {
			fact('B.76', 'B.77');
			const { running, ended } = await states();
			for (const each of running) {
				expect(each).not.toHaveProperty('finishTimestamp');
				expect(each).not.toHaveProperty('numberOfProcessedRows');
			}
			expect(ended).toMatchObject({
				finishTimestamp: expect.stringMatching(UTC),
				numberOfProcessedRows: 1200,
				numberOfRejectedRows: 0,
			});
		});
	});

	test('a task execution says who started it and how, and what it runs on', async () => {
		fact('B.81', 'B.83');
		const mine = await execution(await start(DEMO.goodTask));
		expect(mine).toMatchObject({
			userId: 'ana.demo',
			userType: 'HUMAN',
			executionType: 'MANUAL',
			executionDestination: 'REMOTE_ENGINE',
		});
		const [{ executionId } = {}] = await done('taskExecution', 'start', {
			executable: named(DEMO.goodTask),
		});
		expect(await execution(String(executionId))).toMatchObject({
			userId: DEMO_ACCOUNT.id,
			userType: OF_VENDOR ? 'SERVICE' : 'SERVICE_ACCOUNT',
		});
		const [oldest] = (await ask(`${TASKS}?offset=16`)).body.items;
		expect(oldest).toMatchObject({ executionType: 'SCHEDULED' });
		taskNamed(state(), DEMO.goodTask).runtimeType = 'PIPELINE_ENGINE';
		expect(await execution(await start(DEMO.goodTask))).toMatchObject({
			executionDestination: 'ELASTIC_ENGINE',
		});
	});

	test('a task execution says what went wrong when it failed, and only then', async () => {
		fact('B.80', 'B.82');
		const id = await start(DEMO.failingTask);
		advance(2 * SECOND);
		expect(await execution(id)).not.toHaveProperty('errorMessage');
		advance(2 * SECOND);
		expect(await execution(id)).toMatchObject({
			status: 'execution_failed',
			executionStatus: 'EXECUTION_FAILED',
			errorType: 'JOB_EXCEPTION',
			errorMessage: 'Table ORDERS does not exist',
		});
	});

	test('a task execution ends by its timeout, in minutes', async () => {
		fact('B.78', 'B.239');
		const id = await start(DEMO.serviceTask, { timeout: 2 });
		advance(119 * SECOND);
		expect(await execution(id)).toMatchObject({ status: 'executing', timeout: 2 });
		advance(10 * SECOND);
		expect(await execution(id)).toMatchObject({
			status: 'terminated_timeout',
			executionStatus: 'EXECUTION_TERMINATED_TIMEOUT',
		});
		expect(
			(await ask(START, { executable: taskNamed(state(), DEMO.goodTask).id, timeout: 0 })).status,
		).toBe(400);
	});

	test('a task execution is terminated once, with 204, and stays as it ended', async () => {
		fact('B.191');
		const id = await start(DEMO.serviceTask);
		advance(5 * SECOND);
		expect((await ask(`DELETE /processing/executions/${id}`)).status).toBe(204);
		advance(5 * SECOND);
		expect((await ask(`DELETE /processing/executions/${id}`)).status).toBe(204);
		expect(await execution(id)).toMatchObject({
			status: 'terminated',
			finishTimestamp: '2026-03-31T08:00:05.000Z',
		});
		const ended = await start(DEMO.goodTask);
		advance(5 * SECOND);
		await ask(`DELETE /processing/executions/${ended}`);
		expect(await execution(ended)).toMatchObject({ status: 'execution_successful' });
		expect((await ask('DELETE /processing/executions/none')).status).toBe(404);
	});

	test('a task execution is terminated together with all others of its task that have not ended', async () => {
		const running = [await start(DEMO.serviceTask), await start(DEMO.serviceTask)];
		const other = await start(DEMO.goodTask);
		advance(2 * SECOND);
		const [terminated] = await done('taskExecution', 'terminateAllOfTask', {
			executable: named(DEMO.serviceTask),
		});
		expect(terminated).toMatchObject({
			taskId: taskNamed(state(), DEMO.serviceTask).id,
			terminated: 2,
		});
		expect(
			(terminated!.executions as IDataObject[]).map(({ executionId }) => executionId).sort(),
		).toEqual(running.sort());
		for (const id of running) expect(await execution(id)).toMatchObject({ status: 'terminated' });
		expect(await execution(other)).not.toMatchObject({ status: 'terminated' });
		const { items, hints } = await run('taskExecution', 'terminateAllOfTask', {
			executable: named(DEMO.serviceTask),
		});
		expect(items[0]!.json).toMatchObject({ terminated: 0, executions: [] });
		expect(hints).toEqual([
			expect.stringMatching(/The lists of the platform show no running execution of task \S+/),
		]);
	});

	test('a task execution is refused if the task is paused, not configured or does not exist, in the area’s own shape', async () => {
		fact('B.73');
		const refusal = async (executable: string) => await ask(START, { executable });
		expect(await refusal(taskNamed(state(), DEMO.pausedTask).id)).toMatchObject({
			status: 405,
			body: { status: 405, message: 'The task is paused', requestId: expect.any(String) },
		});
		expect(await refusal(taskNamed(state(), 'Draft').id)).toMatchObject({ status: 501 });
		expect(await refusal('none')).toMatchObject({ status: 404 });
		const { body } = await ask(START, {});
		expect(schemaFindings('B.Processing ErrorResponse', body)).toEqual([]);
	});

	test('everything that the platform returns is output, including numbers beyond 32 bits', async () => {
		fact('B.76', 'B.78');
		const reported = {
			executionId: 'e-1',
			startTimestamp: '2026-03-31T08:00:00Z',
			triggerTimestamp: '2026-03-31T08:00:00Z',
			finishTimestamp: '2026-03-31T08:01:30Z',
			userId: 'u',
			userType: 'HUMAN',
			jobId: 'j',
			jobVersion: '0.1',
			environmentVersion: '1',
			executionStatus: 'EXECUTION_REJECTED',
			executionType: 'WEBHOOK',
			executionDestination: 'CLOUD',
			containerId: 'c',
			runProfileId: 'p',
			remoteEngineId: 'r',
			remoteEngineClusterId: 'k',
			numberOfProcessedRows: 9_000_000_000_000,
			numberOfRejectedRows: 5_000_000_000,
			accountId: 'a',
			workspaceId: 'w',
			planId: 'n',
			errorType: 't',
			errorMessage: 'm',
			timeout: 2_147_483_647,
			status: 'execution_rejected',
			misfiredExecutionReason: 'UNKNOWN',
		};
		const answer = {
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: reported,
		};
		platform.emulator.faults.add(answer);
		expect(
			await done('taskExecution', 'get', { executionId: byId('e-1'), simplify: false }),
		).toEqual([reported]);
		platform.emulator.faults.add({ operation: START, status: 201, body: { executionId: 'e-1' } });
		platform.emulator.faults.add(answer);
		expect(
			await done('taskExecution', 'runAndWait', {
				executable: named(DEMO.goodTask),
				simplify: false,
				failOnFailure: false,
			}),
		).toEqual([{ ...reported, outcome: 'misfired' }]);
	});

	test('an execution that did not start says why', async () => {
		fact('B.83');
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: ofAsked({
				status: 'execution_misfired',
				executionStatus: 'EXECUTION_MISFIRED',
				misfiredExecutionReason: 'TASK_IS_PAUSED',
			}),
		});
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
		});
		expect(error!.message).toBe('The task did not start: the task is paused');
		expect(error!.description).toMatch(
			/^Execution 7a1e0000-\S+ ended with the status execution_misfired, TASK_IS_PAUSED\. To have such executions as outputs/,
		);
	});

	test('an execution that ended without an end time has no duration', async () => {
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: ofAsked({ status: 'execution_successful', startTimestamp: '2026-03-31T08:00:00Z' }),
		});
		const [ended] = await done('taskExecution', 'runAndWait', { executable: named(DEMO.goodTask) });
		expect(ended).toMatchObject({ outcome: 'succeeded' });
		expect(Object.keys(ended!).filter((name) => /duration|Rows/.test(name))).toEqual([]);
	});

	test('a start without an ID says where to look, and is not repeated', async () => {
		fact('B.95');
		platform.emulator.faults.add({ operation: START, status: 201, body: {} });
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: named(DEMO.goodTask),
		});
		expect(error).toMatchObject({
			message: 'The platform answered with an empty object instead of a record with executionId',
			description: expect.stringContaining('Get Many of a Task') as string,
		});
		expect(requests(START)).toHaveLength(1);
	});
});

describe('the history of task executions', () => {
	test('the list and the search take the same filters and find the same', async () => {
		fact('B.88', 'B.89', 'B.185');
		const { id: environmentId } = environmentNamed(state(), 'Production');
		const { workspaceId } = taskNamed(state(), DEMO.goodTask);
		const now = platform.emulator.clock.now();
		for (const filters of [
			{},
			{ environmentId },
			{ workspaceId },
			{ environmentId, workspaceId },
			{ status: 'execution_failed' },
			{ lastDays: 2 },
			{ from: now - 3 * DAY, to: now - 2 * DAY },
			{ limit: 4, offset: 3 },
			{ status: 'execution_rejected', lastDays: 4, limit: 2 },
		]) {
			const query = new URLSearchParams(
				Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]),
			);
			const listed = await ask(`${TASKS}?${query.toString()}`);
			const searched = await ask('POST /processing/executables/tasks/executions', filters);
			expect(searched).toMatchObject({
				status: 200,
				body: { limit: expect.any(Number), offset: expect.any(Number), total: expect.any(Number) },
			});
			expect(listed.body.items.length).toBeGreaterThan(0);
			expect({ ...listed, body: { total: searched.body.total, ...listed.body } }).toEqual(searched);
			expect('total' in listed.body).toBe(!SEEN.missingTotals);
		}
	});

	test('tags must all match, and only the search takes them', async () => {
		fact('B.90', 'B.186', 'B.188');
		taskNamed(state(), DEMO.goodTask).tags = ['nightly', 'finance'];
		const found = async (...tags: string[]) =>
			(await done('taskExecution', 'search', { returnAll: true, filters: { tags } })).length;
		expect(await found('nightly')).toBe(15);
		expect(await found('finance')).toBe(5);
		expect(await found('nightly', 'finance')).toBe(5);
		expect(await found('nightly', 'none')).toBe(0);
		for (const query of unknown('tags=nightly'))
			expect(await ask(`${TASKS}?${query}`)).toMatchObject({
				status: 400,
				body: { message: 'Unknown query parameter tags' },
			});
	});

	test('the executions of 60 days are listed if no time is given', async () => {
		fact('B.91', 'B.187', 'B.238');
		const task = taskNamed(state(), DEMO.goodTask);
		const now = platform.emulator.clock.now();
		const by = { id: 'ana.demo', type: 'HUMAN' as const };
		const inside = startTask(state(), task, now - 60 * DAY + 1, { type: 'SCHEDULED', by }).id;
		// It is outside of a window that what it overlaps counts for, too.
		const outside = startTask(
			state(),
			task,
			now - 60 * DAY - (OF_VENDOR && !SEEN.triggeredInWindow ? 60 * SECOND : 1),
			{ type: 'SCHEDULED', by },
		).id;
		for (const filters of [{}, { lastDays: 60 }]) {
			const listed = (await done('taskExecution', 'getMany', { returnAll: true, filters })).map(
				({ executionId }) => executionId,
			);
			expect(listed).toContain(inside);
			expect(listed).not.toContain(outside);
		}
	});

	test('the first 100 executions are listed if no limit is given', async () => {
		fact('B.93');
		for (let count = 0; count < 120; count++) await start(DEMO.goodTask);
		expect((await ask(TASKS)).body).toMatchObject({ limit: 100, offset: 0, ...totalIfShown(135) });
		expect((await ask(TASKS)).body.items).toHaveLength(100);
		expect((await ask(`${TASKS}?offset=100`)).body.items).toHaveLength(35);
	});

	describe('what the platform refuses in lists of executions', () => {
		const statuses = async (query: string) => ({
			tasks: (await ask(`${TASKS}?${query}`)).status,
			plans: (await ask(`${PLANS}?${query}`)).status,
		});
		const REFUSED = { tasks: 400, plans: 400 };

		test.each(['limit=0', 'limit=101', 'offset=-1'])('the page %s is refused', async (query) => {
			fact('B.93', 'B.238');
			expect(await statuses(query)).toEqual(REFUSED);
		});

		test.each([
			'lastDays=0',
			'lastDays=61',
			'lastDays=x',
			`from=0&to=${60 * DAY + 1}`,
			'from=2&to=1',
		])('the period %s is refused', async (query) => {
			fact('B.91', 'B.194', 'B.238');
			expect(await statuses(query)).toEqual(REFUSED);
		});

		test.each([...unknown('unknown=1'), 'status=a&status=b'])(
			'the parameters %s are refused',
			async (query) => {
				fact('B.91', 'B.92');
				expect(await statuses(query)).toEqual(REFUSED);
			},
		);
	});

	test('the history of one task cannot be filtered by workspace', async () => {
		fact('B.189');
		const of =
			`GET /processing/executables/tasks/${taskNamed(state(), DEMO.goodTask).id}/executions` as const;
		for (const parameter of unknown('workspaceId', 'environmentId', 'tags'))
			expect(await ask(`${of}?${parameter}=x`)).toMatchObject({
				status: 400,
				body: { message: `Unknown query parameter ${parameter}` },
			});
		const { body } = await ask(`${of}?lastDays=3&status=execution_successful&limit=2&offset=1`);
		expect(body).toMatchObject(totalIfShown(3));
		expect(body.items).toHaveLength(2);
		expect((await ask('GET /processing/executables/tasks/none/executions')).status).toBe(404);
	});
});

describe('a plan execution', () => {
	test('a listed plan execution has its documented fields, and its status in two spellings', async () => {
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

	test('a plan execution is listed by the milliseconds of its start', async () => {
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

		test('the steps are in the order of the plan, also those that have not begun', async () => {
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
			platform.forget();
			expect(
				await done('planExecution', 'runAndWait', {
					executable: named(DEMO.plan),
					failOnFailure: false,
				}),
			).toEqual([expect.objectContaining({ executionId: id, outcome })]);
			expect(looks()).toBe(1);
		}
		// A step that has not ended: neither has the plan.
		const going = (await startPlan(DEMO.plan)).body.executionId;
		platform.emulator.faults.add(started(going));
		platform.emulator.faults.add(finished(going));
		platform.forget();
		expect(await done('planExecution', 'runAndWait', { executable: named(DEMO.plan) })).toEqual([
			expect.objectContaining({ executionId: going, outcome: 'succeeded' }),
		]);
		expect(looks()).toBeGreaterThan(1);
		expect(platform.emulator.faults.unconsumed()).toEqual([]);
	});

	test('a plan execution that misfired says why', async () => {
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
		const { error } = await run('planExecution', 'runAndWait', { executable: named(DEMO.plan) });
		expect(error!.message).toBe('The plan did not start: the plan is paused');
		expect(error!.description).toMatch(
			/^Execution \S+ ended with the status EXECUTION_MISFIRED, PLAN_EXECUTIONS_PAUSED\. To have such executions as outputs/,
		);
	});

	test('paused and unconfigured plans say so', async () => {
		fact('B.193');
		const plan = planNamed(state(), DEMO.plan);
		plan.paused = true;
		const paused = await run('planExecution', 'runAndWait', { executable: named(DEMO.plan) });
		expect(paused.error).toMatchObject({
			httpCode: '405',
			description: expect.stringMatching(/^The plan is paused\. Resume it/) as string,
		});
		Object.assign(plan, { paused: false, configured: false });
		const draft = await run('planExecution', 'start', { executable: named(DEMO.plan) });
		expect(draft.error).toMatchObject({
			httpCode: '501',
			description: expect.stringMatching(/^The plan is not configured to run yet/) as string,
		});
	});

	test('a re-run may leave out the tasks of the failed step that succeeded', async () => {
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
			const [rerun] = await done('planExecution', 'rerunFromFailedStep', {
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

	test('a re-run is refused for another plan, another step and what is too old', async () => {
		fact('B.193');
		const { executionId } = (await startPlan(DEMO.recoveringPlan)).body;
		advance(20 * SECOND);
		expect((await startPlan(DEMO.plan, { executionPlanId: executionId })).status).toBe(400);
		expect(
			(await startPlan(DEMO.recoveringPlan, { executionPlanId: executionId, stepId: 'none' }))
				.status,
		).toBe(400);
		// The design's id of a step is not what a re-run wants.
		expect(
			(
				await startPlan(DEMO.recoveringPlan, {
					executionPlanId: executionId,
					stepId: planNamed(state(), DEMO.recoveringPlan).steps[1]!.id,
				})
			).status,
		).toBe(400);
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

describe('a run profile', () => {
	const given = {
		name: 'Small heap',
		processorType: 'RE',
		type: 'JOB_SERVER',
		jvmArguments: ['-Xmx64M'],
	};
	const create = async (more: object = {}) =>
		await ask('POST /processing/run-profiles', { ...given, ...more });

	test('a run profile of a remote engine names its engine', async () => {
		fact('B.97', 'B.98', 'B.99');
		const { body: profile } = await create({ runtimeId: 'engine-1' });
		expect(schemaFindings('B.DIRunProfile', profile)).toEqual([]);
		expect(profile).toMatchObject({
			processorId: 'engine-1',
			runtimeId: 'engine-1',
			createDate: expect.stringMatching(UTC),
		});
	});

	test('a run profile of a dynamic engine names its scope, and no workspace', async () => {
		fact('B.96', 'B.97', 'B.98');
		const { body: profile } = await create({
			processorType: 'DYNAMIC_ENGINE',
			scopeId: 'environment-1',
		});
		expect(schemaFindings('B.DIRunProfile', profile)).toEqual([]);
		expect(profile).toMatchObject({ scopeId: 'environment-1', processorType: 'DYNAMIC_ENGINE' });
		expect(profile).not.toHaveProperty('workspaceId');
	});

	test('the creation date of a run profile has another name in the list', async () => {
		fact('B.96', 'B.99', 'B.100');
		const { body: profile } = await create({ runtimeId: 'engine-1' });
		expect(profile).not.toHaveProperty('creationDate');
		const page = (await ask('POST /processing/run-profiles/search', { offset: 0 })).body;
		expect(schemaFindings('B.PageBaseRunProfile', page)).toEqual([]);
		for (const item of page.items) {
			expect(schemaFindings('B.BaseRunProfile', item)).toEqual([]);
			expect(item).not.toHaveProperty('createDate');
		}
	});

	test('the platform requires a scope for a dynamic engine, and a runtime for any other', async () => {
		fact('B.101', 'B.102', 'B.198');
		expect(await create({ processorType: 'DYNAMIC_ENGINE', runtimeId: 'x' })).toMatchObject({
			status: 400,
		});
		expect(await create({ scopeId: 'x' })).toMatchObject({ status: 400 });
		for (const missing of Object.keys(given))
			expect(await create({ runtimeId: 'x', [missing]: undefined })).toMatchObject({ status: 400 });
		expect(await create({ runtimeId: 'x', surprise: 1 })).toMatchObject({ status: 400 });
		expect(await create({ runtimeId: 'x', jvmArguments: '-Xmx64M' })).toMatchObject({
			status: 400,
		});
	});

	test('a change keeps what is not given, and accepts only these fields', async () => {
		fact('B.103', 'B.198');
		const { id } = (await create({ runtimeId: 'engine-1', description: 'Before' })).body;
		const change = async (body: object) =>
			await ask(`PUT /processing/run-profiles/${String(id)}`, body);
		advance(SECOND);
		expect(await change({ name: 'Changed', scopeId: 'scope-1' })).toMatchObject({ status: 200 });
		expect((await ask(`GET /processing/run-profiles/${String(id)}`)).body).toMatchObject({
			...given,
			name: 'Changed',
			scopeId: 'scope-1',
			description: 'Before',
			updateDate: '2026-03-31T08:00:01.000Z',
		});
		for (const body of [
			{ processorType: 'REC' },
			{ type: 'MICROSERVICE' },
			{ runtimeId: 'x' },
			{ name: 7 },
			{ jvmArguments: 'x' },
		])
			expect((await change(body)).status).toBe(400);
	});

	test.each<[string, IDataObject, string[]]>([
		['no filter', {}, ['Small heap', 'Large heap', 'Dynamic']],
		['types of engines', { processorTypes: ['DYNAMIC_ENGINE', 'GEN_2'] }, ['Dynamic']],
		['the old name of the type', { processorType: 'RE' }, ['Small heap', 'Large heap']],
		['an engine', { processorIds: ['engine-1'] }, ['Small heap']],
		['a scope', { scopeIds: ['environment-1'] }, ['Dynamic']],
		['a part of the name', { name: 'HEAP' }, ['Small heap', 'Large heap']],
		['the type of the profile', { runProfileType: 'MICROSERVICE' }, ['Dynamic']],
	])('run profiles are searched with %s', async (_filter, filters, names) => {
		fact('B.104', 'B.105');
		await create({ runtimeId: 'engine-1' });
		await create({
			name: 'Dynamic',
			processorType: 'DYNAMIC_ENGINE',
			scopeId: 'environment-1',
			type: 'MICROSERVICE',
		});
		const found = await done('runProfile', 'search', { returnAll: true, filters });
		expect(found.map(({ name }) => name)).toEqual(names);
	});

	test.each([{}, { offset: -1 }, { offset: 0, limit: 0 }, { offset: 0, limit: 101 }])(
		'a search for run profiles with %j is refused',
		async (page) => {
			fact('B.104', 'B.198');
			expect((await ask('POST /processing/run-profiles/search', page)).status).toBe(400);
		},
	);

	test('a run profile of a pipeline engine is replaced by another, on its own engine only', async () => {
		fact('B.199');
		const [old, next] = [
			(await create({ runtimeId: 'engine-1' })).body.id,
			(await create({ runtimeId: 'engine-1', name: 'Next' })).body.id,
		];
		const { profiles } = processingOf(state());
		profiles.get(String(old))!.taskIds.push('task-1');
		const remove = (engineId: string, options = {}) =>
			run('runProfile', 'deleteFromPipelineEngine', {
				engineId,
				type: 'standard',
				runProfileId: String(old),
				options,
			});
		expect((await remove('engine-2')).error).toMatchObject({ httpCode: '404' });
		expect((await remove('engine-1')).error).toMatchObject({ httpCode: '406' });
		expect((await remove('engine-1', { newRunProfileId: String(next) })).error).toBeUndefined();
		expect(profiles.has(String(old))).toBe(false);
		expect(profiles.get(String(next))!.taskIds).toEqual(['task-1']);
		expect(
			requests(
				'DELETE /processing/runtimes/pipeline-engines/{engineId}/run-profiles/{type}/{runProfileId}',
			).at(-1),
		).toMatchObject({ status: 204, query: [['newRunProfileId', next]] });
	});

	test('the tasks of a run profile are moved to the profile that a deletion names', async () => {
		fact('B.197');
		const old = (await create({ runtimeId: 'engine-1' })).body.id;
		const [large] = [...processingOf(state()).profiles.values()];
		processingOf(state()).profiles.get(String(old))!.taskIds.push('task-1');
		expect((await ask(`DELETE /processing/run-profiles/${String(old)}`)).status).toBe(406);
		expect(
			(
				await ask(
					`DELETE /processing/run-profiles/${String(old)}?rescheduleRunProfileId=${String(old)}`,
				)
			).status,
		).toBe(400);
		expect(
			(
				await ask(
					`DELETE /processing/run-profiles/${String(old)}?rescheduleRunProfileId=${large!.id}`,
				)
			).status,
		).toBe(204);
		expect(large!.taskIds).toEqual(['task-1']);
	});
});

describe('the runtime of cloud engines', () => {
	const path = '/processing/runtimes/cloud-engines/configuration';
	test('the runtime of cloud engines is the default at first, and can be changed and changed back', async () => {
		fact('B.106', 'B.201', 'B.202');
		expect(await ask(`GET ${path}`)).toEqual({ status: 200, body: { jobJvmRollback: false } });
		for (const jobJvmRollback of [true, false]) {
			expect((await ask(`PUT ${path}`, { jobJvmRollback })).status).toBe(204);
			expect(await done('cloudEngine', 'getRuntime', { path })).toEqual([{ jobJvmRollback }]);
		}
		expect((await ask(`PUT ${path}`, {})).status).toBe(400);
		expect((await ask(`PUT ${path}`, { jobJvmRollback: 'true' })).status).toBe(400);
	});

	test('the runtime of cloud engines needs TMC_CLUSTER_MANAGEMENT', async () => {
		fact('B.202');
		state().serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = ALL_PERMISSIONS.filter(
			(each) => each !== 'TMC_CLUSTER_MANAGEMENT',
		);
		for (const [operation, parameters] of [
			['getRuntime', {}],
			['setRuntime', { jobJvmRollback: true }],
		] as const) {
			const { error } = await run('cloudEngine', operation, { path, ...parameters });
			expect(error).toMatchObject({
				httpCode: '403',
				description: expect.stringContaining(
					'This needs the permission TMC_CLUSTER_MANAGEMENT',
				) as string,
			});
		}
	});
});

describe('the log of an execution', () => {
	const logs = async (method: string, id: string, rest = '', headers = {}) =>
		await ask(`${method} /monitoring/executions/${id}/logs${rest}`, undefined, headers);
	const ended = async () => {
		const task = taskNamed(state(), DEMO.failingTask);
		task.behaviors = [{ ...task.behaviors[0]!, logLines: 75 }];
		const id = await start(DEMO.failingTask);
		advance(60 * SECOND);
		return id;
	};

	describe('the pages of a log', () => {
		test('a log is read in pages of 50, to its end', async () => {
			fact('B.121', 'B.207', 'B.241');
			const id = await ended();
			const { body: first } = await logs('GET', id);
			expect(schemaFindings('B.Log page', first)).toEqual([]);
			expect(first).toMatchObject({
				size: 50,
				totalSize: 75,
				totalSizeFiltered: 75,
				nextIndex: 50,
				data: { length: 50, 0: { severity: 'ERROR' } },
			});
			const { body: last } = await logs('GET', id, '?startIndex=50');
			expect(last).toMatchObject({ size: 25, data: { length: 25 } });
			expect(last).not.toHaveProperty('nextIndex');
		});

		test('a log is read latest first, and narrowed by time', async () => {
			fact('B.207');
			const id = await ended();
			const { body: last } = await logs('GET', id, '?startIndex=50');
			const times = (last.data as IDataObject[]).map(({ logTimestamp }) => Number(logTimestamp));
			expect(times).toEqual([...times].sort((a, b) => b - a));
			const { body: narrowed } = await logs(
				'GET',
				id,
				`?startTime=${new Date(times[10]!).toISOString()}&endTime=${new Date(times[5]!).toISOString()}`,
			);
			expect(narrowed).toMatchObject({ totalSize: 75, totalSizeFiltered: narrowed.size });
			expect(Number(narrowed.size)).toBeLessThan(10);
		});

		test('a page of a log has 1 to 200 entries', async () => {
			fact('B.207', 'B.241');
			const id = await ended();
			for (const query of [
				'?count=0',
				'?count=201',
				'?startIndex=-1',
				'?order=UP',
				'?startTime=yesterday',
				...unknown('?limit=5'),
			])
				expect((await logs('GET', id, query)).status).toBe(400);
			expect((await logs('GET', id, '?count=200')).body).toMatchObject({ size: 75 });
		});
	});

	describe.each(['GET', 'POST', 'DELETE'])('a log that %s cannot reach', (method) => {
		const none = '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11';

		test('the log of an unknown execution is not found', async () => {
			fact('B.204', 'B.205');
			expect((await logs(method, none)).status).toBe(404);
		});

		test('the log of an execution whose ID is no UUID is refused', async () => {
			fact('B.203', 'B.204', 'B.205');
			expect((await logs(method, '17')).status).toBe(400);
		});

		test('the log of an execution is refused without a valid token', async () => {
			fact('B.123', 'B.204', 'B.205');
			const { status, body } = await logs(method, none, '', { authorization: 'Bearer none' });
			expect(status).toBe(401);
			expect(schemaFindings('B.Logs ErrorResponse', body)).toEqual([]);
			expect(body.detail).toEqual(expect.any(String));
		});
	});

	test('a file has the old name or the new, text or JSON', async () => {
		fact('B.120', 'B.205', 'B.206');
		const id = await ended();
		const file = async (query: string) => {
			const { body } = await logs('POST', id, query);
			expect(schemaFindings('B.Log generation result', body)).toEqual([]);
			expect(body.size).toBe(75);
			advance(5 * SECOND);
			const [status] = await observing.done('executionLog', 'getFileStatus', {
				executionId: byId(id),
				token: body.token,
			});
			const response = await fetch(String(status!.presignedURL));
			return [response.headers.get('content-disposition'), response.headers.get('content-type')];
		};
		const task = taskNamed(state(), DEMO.failingTask).id;
		expect(await file('')).toEqual([`attachment; filename="${id}.log"`, 'text/plain']);
		expect(await file(`?newFileName=true&fileFormat=${OF_VENDOR ? 'JSON' : 'json'}`)).toEqual([
			`attachment; filename="${task}_${id}.log"`,
			'application/json',
		]);
		expect((await logs('POST', id, '?fileFormat=xml')).status).toBe(400);
		expect((await logs('POST', id, '?newFileName=1')).status).toBe(400);
	});

	test('a file contains the entries of its time span', async () => {
		fact('B.205');
		const id = await ended();
		const times = ((await logs('GET', id, '?count=200&order=ASC')).body.data as IDataObject[]).map(
			({ logTimestamp }) => Number(logTimestamp),
		);
		const at = (index: number) => new Date(times[index]!).toISOString();
		const size = async (query: string) => (await logs('POST', id, query)).body.size;
		expect(await size(`?startTime=${at(10)}`)).toBe(65);
		expect(await size(`?endTime=${at(10)}`)).toBe(11);
		expect(await size(`?startTime=${at(10)}&endTime=${at(20)}`)).toBe(11);
		expect((await logs('POST', id, '?startTime=noon')).status).toBe(400);
	});

	describe('the status of a file', () => {
		/** A file that is being written, and the requests for its status. */
		const begun = async () => {
			const id = await ended();
			const { token } = (await logs('POST', id)).body;
			const status = async (type: string, body: string) => {
				const url = `${platform.address}/monitoring/executions/${id}/logs/status`;
				const headers = { authorization: `Bearer ${DEMO_TOKEN}`, 'content-type': type };
				const response = await fetch(url, { method: 'POST', headers, body });
				return { status: response.status, body: (await response.json()) as IDataObject };
			};
			const asText = async (given: unknown) => await status('text/plain', String(given));
			const asJson = async (given: unknown) =>
				await status('application/json', JSON.stringify(given));
			return OF_VENDOR
				? { token, taken: asJson, refused: asText }
				: { token, taken: asText, refused: asJson };
		};

		test('the status is requested with the token, in the type of content that is described', async () => {
			fact('B.208');
			const { token, taken, refused } = await begun();
			expect(await taken(token)).toEqual({ status: 200, body: { status: 'IN_PROGRESS' } });
			expect((await refused(token)).status).toBe(415);
		});

		test('the status is refused with another token', async () => {
			fact('B.205', 'B.208');
			const { taken } = await begun();
			expect((await taken('another')).status).toBe(400);
		});

		test('the token of a file is valid for an hour', async () => {
			fact('B.120', 'B.208', 'B.242');
			const { token, taken } = await begun();
			advance(3_599 * SECOND);
			expect((await taken(token)).body).toMatchObject({
				status: 'READY',
				presignedURL: expect.stringMatching(/^http/) as string,
			});
			advance(2 * SECOND);
			expect((await taken(token)).status).toBe(400);
		});
	});

	test('the download link opens for 60 minutes, unchanged and without a credential', async () => {
		fact('B.122', 'B.243');
		const id = await ended();
		const { token } = (await logs('POST', id)).body;
		advance(5 * SECOND);
		const [{ presignedURL } = {}] = await observing.done('executionLog', 'getFileStatus', {
			executionId: byId(id),
			token,
		});
		const link = String(presignedURL);
		advance(59 * 60 * SECOND);
		expect((await fetch(link)).status).toBe(200);
		expect((await fetch(link, { headers: { authorization: `Bearer ${DEMO_TOKEN}` } })).status).toBe(
			400,
		);
		expect((await fetch(link.replace(/expires=(\d)/, 'expires=9$1'))).status).toBe(403);
		advance(2 * 60 * SECOND);
		expect((await fetch(link)).status).toBe(403);
	});

	test('a log that is deleted twice is deleted once', async () => {
		fact('B.204');
		const id = await ended();
		for (let times = 0; times < 2; times++) expect((await logs('DELETE', id)).status).toBe(200);
		expect((await logs('GET', id)).body).toMatchObject({ size: 0, totalSize: 0 });
	});
});

describe('component metrics', () => {
	const RUN = '/monitoring/observability/executions';
	const QUERY = 'POST /monitoring/observability/metrics/component';
	const span = { startTime: '2026-03-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' };
	const query = async (more: object = {}) =>
		await ask(QUERY, {
			environmentId: environmentNamed(state(), 'Production').id,
			...span,
			...more,
		});
	const ended = async () => {
		const id = await start(DEMO.failingTask);
		advance(60 * SECOND);
		return id;
	};

	describe('the metrics of an execution', () => {
		test('an execution in progress has no metrics', async () => {
			fact('B.213');
			const id = await start(DEMO.goodTask);
			expect((await ask(`GET ${RUN}/${id}/component`)).body).toMatchObject({
				metrics: { items: [], limit: 50, offset: 0, total: 0 },
			});
		});

		test('the metrics of an execution that has ended are one page, with its processes', async () => {
			fact('B.127', 'B.133', 'B.212');
			const id = await start(DEMO.goodTask);
			advance(60 * SECOND);
			const { status, body } = await ask(`GET ${RUN}/${id}/component`);
			expect(status).toBe(200);
			expect(schemaFindings('B.ExecutionComponentMetrics', body)).toEqual([]);
			expect(schemaFindings('B.ComponentMetricPage', body.metrics)).toEqual([]);
			expect(body.metrics).toMatchObject({ items: { length: 3 }, limit: 50, offset: 0, total: 3 });
		});

		test('each process and each metric is as documented', async () => {
			fact('B.128', 'B.129', 'B.130');
			const id = await start(DEMO.goodTask);
			advance(60 * SECOND);
			const { body } = await ask(`GET ${RUN}/${id}/component`);
			for (const process of body.processes as IDataObject[])
				expect(schemaFindings('B.ProcessMetric', process)).toEqual([]);
			for (const metric of (body.metrics as { items: IDataObject[] }).items) {
				expect(schemaFindings('B.ComponentMetric', metric)).toEqual([]);
				expect(Object.keys(metric).every((name) => /^[a-z_]+$/.test(name))).toBe(true);
				expect(metric).not.toHaveProperty('stacktrace');
			}
		});
	});

	test('component metrics are sorted by start time, with empty values last in either order', async () => {
		fact('B.209', 'B.210', 'B.244');
		const id = await ended();
		const order = async (rest: string) =>
			(
				(await ask(`GET ${RUN}/${id}/component${rest}`)).body.metrics as { items: IDataObject[] }
			).items.map(({ connector_id }) => connector_id);
		expect(await order('')).toEqual(['tDBInput_1', 'tMap_1', 'tDBOutput_1']);
		expect(await order('?sortOrder=desc')).toEqual(['tDBOutput_1', 'tMap_1', 'tDBInput_1']);
		// The last component has no target.
		expect(await order('?sortBy=target_id')).toEqual(['tMap_1', 'tDBInput_1', 'tDBOutput_1']);
		expect(await order('?sortBy=target_id&sortOrder=desc')).toEqual([
			'tDBInput_1',
			'tMap_1',
			'tDBOutput_1',
		]);
		expect(await order('?limit=1&offset=1')).toEqual(['tMap_1']);
		for (const rest of [
			'?limit=0',
			'?limit=201',
			'?offset=-1',
			'?sortOrder=up',
			...unknown('?page=1'),
		])
			expect((await ask(`GET ${RUN}/${id}/component${rest}`)).status).toBe(400);
	});

	test('component metrics are refused in a shape of their own; a 401 has no request ID', async () => {
		fact('B.209');
		const refusal = async (id: string, headers = {}) =>
			await ask(`GET ${RUN}/${id}/component`, undefined, headers);
		expect(await refusal('17')).toMatchObject({
			status: 400,
			body: {
				status: 400,
				message: expect.stringContaining('executionId must be a UUID') as string,
				requestId: expect.any(String) as string,
			},
		});
		expect(await refusal('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11')).toMatchObject({
			status: 404,
			body: {
				message: 'The task execution was not found',
				requestId: expect.any(String) as string,
			},
		});
		const { status, body } = await refusal('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11', {
			authorization: 'Bearer none',
		});
		expect([status, Object.keys(body)]).toEqual([401, ['status', 'message']]);
	});

	describe('the metrics of an environment', () => {
		const where = async (...filters: unknown[]) =>
			(await query({ filters: filters.map((each) => ({ ...(each as object) })) })).body.total;

		test('the metrics are a page of 50', async () => {
			fact('B.124', 'B.131', 'B.211');
			const { body } = await query();
			expect(schemaFindings('B.RawComponentMetricPage', body)).toEqual([]);
			expect(body).toMatchObject({ limit: 50, offset: 0, total: 45, items: { length: 45 } });
		});

		test('each metric is as documented', async () => {
			fact('B.126', 'B.132');
			const { body } = await query();
			expect(body.items).toHaveLength(45);
			for (const item of body.items)
				expect(schemaFindings('B.RawComponentMetric', item)).toEqual([]);
		});

		test('the metrics are filtered by time', async () => {
			fact('B.125');
			const day = { startTime: '2026-03-30T00:00:00Z', endTime: '2026-03-31T00:00:00Z' };
			expect((await query(day)).body.total).toBe(9);
		});

		test('the metrics are filtered by conditions', async () => {
			fact('B.126');
			const day = { startTime: '2026-03-30T00:00:00Z', endTime: '2026-03-31T00:00:00Z' };
			const time = Date.parse(day.startTime) / 1000;
			expect(
				await where({ field: 'connector_type', operator: 'in', value: ['tMap', 'tDBInput'] }),
			).toBe(30);
			expect(
				await where({ field: 'component_start_time_seconds', operator: 'gte', value: time }),
			).toBe(9);
			expect(
				await where(
					{ field: 'component_start_time_seconds', operator: 'gte', value: time },
					{ field: 'connector_type', operator: 'in', value: ['tMap'] },
				),
			).toBe(3);
		});

		test('a page of metrics has 1 to 200, and a wrong query is refused', async () => {
			fact('B.212', 'B.244');
			expect((await query({ limit: 2, offset: 44 })).body.items).toHaveLength(1);
			for (const wrong of [
				{ limit: 0 },
				{ limit: 201 },
				{ offset: -1 },
				{ sortOrder: 'up' },
				{ startTime: undefined },
				{ environmentId: undefined },
				{ filters: [{ field: 'pid', operator: 'in' }] },
				{ filters: [{ field: 'pid', operator: 'in', value: 'p' }] },
				{ filters: [{ field: 'component_start_time_seconds', operator: 'gte', value: ['1'] }] },
			])
				expect((await query(wrong)).status).toBe(400);
		});
	});

	test('no more than five queries a minute are sent, and nothing else waits for them', async () => {
		fact('B.245');
		await platform.close();
		platform = await startPlatform({ limits: DOCUMENTED_LIMITS });
		const id = await ended();
		platform.forget();
		const { emulator } = platform;
		const began = emulator.clock.now();
		// While something seems to be in flight the time stands still: what waits for it does not come.
		emulator.inFlight.now++;
		const querying = observing.run(
			'componentMetric',
			'query',
			{ environmentId: byId(environmentNamed(state(), 'Production').id), ...span },
			{ items: Array.from({ length: 12 }, () => ({ json: {} })) },
		);
		while (!requests(QUERY).some(({ status }) => status === 429))
			await new Promise((resolve) => setTimeout(resolve, 5));
		// The refusals must have arrived: only then the queries are paused.
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(
			await observing.done('componentMetric', 'getMany', { executionId: byId(id) }),
		).toHaveLength(3);
		expect(emulator.clock.now()).toBe(began);
		emulator.inFlight.now--;
		expect((await querying).error).toBeUndefined();
		expect(requests(QUERY).filter(({ status }) => status === 200)).toHaveLength(12);
		expect(emulator.clock.now() - began).toBeGreaterThanOrEqual(120 * SECOND);
		expect(emulator.clock.now() - began).toBeLessThan(200 * SECOND);
	});
});

test('300 reads of one endpoint keep to its limit of 10 a second, with few refusals and a hint', async () => {
	await platform.close();
	platform = await startPlatform({ dialect: 'field', limits: DOCUMENTED_LIMITS });
	const id = await start(DEMO.goodTask);
	const { emulator } = platform;
	const began = emulator.clock.now();
	const given = { items: Array.from({ length: 300 }, () => ({ json: {} })) };
	const { error, items, hints } = await run(
		'taskExecution',
		'get',
		{ executionId: byId(id) },
		given,
	);
	expect([error, items.length]).toEqual([undefined, 300]);
	expect(emulator.clock.now() - began).toBeLessThan(30 * SECOND * 1.15);
	expect(emulator.log.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(10);
	expect(hints).toEqual([
		expect.stringMatching(/^Rate limit reached \(429\): requests to "processing" are slowed/),
	]);
});

test('a platform that refuses the size of a page is asked once more without it, also while a service is deployed', async () => {
	await platform.close();
	platform = await startPlatform({ dialect: 'field', also: ['refusedPaging'] });
	const LIST = 'GET /processing/executables/tasks/{taskId}/executions';
	for (let runs = 0; runs < 130; runs++) await start(DEMO.goodTask);
	const { error, items, hints } = await run('taskExecution', 'getManyOfTask', {
		taskId: named(DEMO.goodTask),
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json.executionId)).size).toBeGreaterThanOrEqual(130);
	expect(hints).toEqual([
		'The platform refused the page size parameter "limit", so the list was read without it.',
	]);
	expect(requests(LIST).map(({ status }) => status)).toEqual([
		400,
		...Array.from({ length: requests(LIST).length - 1 }, () => 200),
	]);
	expect(
		await done('service', 'deployAndWait', { executable: named(DEMO_SERVICES.dataService) }),
	).toMatchObject([{ status: 'running' }]);
	// A filter is not left out.
	expect(
		(
			await run('taskExecution', 'getManyOfTask', {
				taskId: named(DEMO.goodTask),
				filters: { from: '2026-03-01T00:00:00Z' },
			})
		).error,
	).toMatchObject({ httpCode: '400' });
});

test('a person who has no permission on a workspace does not see its executions', async () => {
	const id = await start(DEMO.goodTask);
	advance(60 * SECOND);
	const few = ['TMC_OPERATOR', 'TMC_SERVICE_ACCOUNT_MANAGEMENT', 'AUDIT_LOGS_VIEW'];
	state().serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = few;
	expect(await done('taskExecution', 'getMany', { returnAll: true })).toEqual([]);
	expect(await done('planExecution', 'getMany', { returnAll: true })).toEqual([]);
	expect((await run('taskExecution', 'get', { executionId: byId(id) })).error).toMatchObject({
		httpCode: '404',
	});
	expect(
		(await observing.run('executionLog', 'getEntries', { executionId: byId(id) })).error,
	).toMatchObject({ httpCode: '404' });
	orchestrationOf(state())
		.workspaces.get(taskNamed(state(), DEMO.goodTask).workspaceId)!
		.members.push(DEMO_ACCOUNT.id);
	expect((await done('taskExecution', 'get', { executionId: byId(id) }))[0]).toMatchObject({
		executionId: id,
	});
});
