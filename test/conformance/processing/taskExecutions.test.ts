/** Executions of tasks: their states, what starts and ends them, and what of them is output. */
import type { IDataObject } from 'n8n-workflow';

import { orchestrationOf } from '../../../emulator/areas/orchestration/orchestrationStore';
import { processingOf } from '../../../emulator/areas/processing/processingStore';
import { DEMO, DEMO_ACCOUNT } from '../../../emulator/seed';
import { schemaFindings } from '../../../platform/descriptions/schemaFindings';
import { byId, byName, taskNamed } from '../../support/demo';
import { fact } from '../../support/fact';
import { SECOND } from '../../support/time';
import {
	advance,
	ask,
	execution,
	observing,
	OF_VENDOR,
	ofAsked,
	platform,
	requests,
	run,
	start,
	START,
	state,
	succeed,
	TASKS,
	UTC,
} from './interfaceStage';

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

		test('a task execution passes through its states, in two spellings', async () => {
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

		test('a task execution names neither an error nor a plan without one', async () => {
			fact('B.76', 'B.80');
			for (const each of (await states()).seen) {
				expect(each).not.toHaveProperty('errorType');
				expect(each).not.toHaveProperty('planId');
			}
		});

		test('a task execution has an end time and row counts only after it has ended', async () => {
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

	test('a task execution shows which person started it', async () => {
		fact('B.81', 'B.83');
		expect(await execution(await start(DEMO.goodTask))).toMatchObject({
			userId: 'ana.demo',
			userType: 'HUMAN',
			executionType: 'MANUAL',
			executionDestination: 'REMOTE_ENGINE',
		});
	});

	test('a task execution shows which service account started it', async () => {
		fact('B.81');
		const [{ executionId } = {}] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		expect(await execution(String(executionId))).toMatchObject({
			userId: DEMO_ACCOUNT.id,
			userType: OF_VENDOR ? 'SERVICE' : 'SERVICE_ACCOUNT',
		});
	});

	test('a task execution shows that its schedule started it', async () => {
		fact('B.83');
		const oldest = (await ask(TASKS)).body.items.at(-1);
		expect(oldest).toMatchObject({ executionType: 'SCHEDULED' });
	});

	test('a pipeline engine has its former name in the destination of a task execution', async () => {
		fact('B.83');
		taskNamed(state(), DEMO.goodTask).runtimeType = 'PIPELINE_ENGINE';
		expect(await execution(await start(DEMO.goodTask))).toMatchObject({
			executionDestination: 'ELASTIC_ENGINE',
		});
	});

	test('a task execution has an error only once it has failed', async () => {
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

	test('a task execution ends after its timeout, in minutes', async () => {
		fact('B.78', 'B.239');
		const id = await start(DEMO.serviceTask, { timeout: 2 });
		advance(119 * SECOND);
		expect(await execution(id)).toMatchObject({ status: 'executing', timeout: 2 });
		advance(10 * SECOND);
		expect(await execution(id)).toMatchObject({
			status: 'terminated_timeout',
			executionStatus: 'EXECUTION_TERMINATED_TIMEOUT',
		});
	});

	test('a start with a timeout of 0 is refused', async () => {
		fact('B.239');
		expect(
			(await ask(START, { executable: taskNamed(state(), DEMO.goodTask).id, timeout: 0 })).status,
		).toBe(400);
	});

	test('a task execution that is terminated twice ended the first time', async () => {
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
	});

	test('a task execution that has ended cannot be terminated', async () => {
		fact('B.191');
		const id = await start(DEMO.goodTask);
		advance(5 * SECOND);
		await ask(`DELETE /processing/executions/${id}`);
		expect(await execution(id)).toMatchObject({ status: 'execution_successful' });
	});

	test('an unknown task execution cannot be terminated', async () => {
		fact('B.191');
		expect((await ask('DELETE /processing/executions/none')).status).toBe(404);
	});

	test('all open executions of a task are terminated together, but none of another task', async () => {
		const running = [await start(DEMO.serviceTask), await start(DEMO.serviceTask)];
		const other = await start(DEMO.goodTask);
		advance(2 * SECOND);
		const [terminated] = await succeed('taskExecution', 'terminateAllOfTask', {
			executable: byName(DEMO.serviceTask),
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
			executable: byName(DEMO.serviceTask),
		});
		expect(items[0]!.json).toMatchObject({ terminated: 0, executions: [] });
		expect(hints).toEqual([
			expect.stringMatching(/Talend Cloud lists no running execution of task \S+/),
		]);
	});

	test('an execution that vanishes does not stop the termination of the others', async () => {
		const gone = await start(DEMO.serviceTask);
		const running = await start(DEMO.serviceTask);
		advance(2 * SECOND);
		const { tasks } = processingOf(state());
		platform.onRequest('DELETE /processing/executions/{executionId}', () => tasks.delete(gone));
		const [terminated] = await succeed('taskExecution', 'terminateAllOfTask', {
			executable: byName(DEMO.serviceTask),
		});
		expect(terminated).toMatchObject({ terminated: 1 });
		expect(terminated!.executions).toHaveLength(2);
		expect(await execution(running)).toMatchObject({ status: 'terminated' });
	});

	test.each([
		{
			what: 'a paused task',
			executable: () => taskNamed(state(), DEMO.pausedTask).id,
			refusal: 405,
			message: 'The task is paused',
		},
		{
			what: 'a task without a run configuration',
			executable: () => taskNamed(state(), 'Draft').id,
			refusal: 501,
		},
		{ what: 'an unknown task', executable: () => 'none', refusal: 404 },
		{ what: 'no task', executable: () => undefined, refusal: 400 },
	])(
		'a start of $what is refused with $refusal in the format of the area',
		async ({ executable, refusal, message = expect.any(String) as string }) => {
			fact('B.73');
			const { status, body } = await ask(START, { executable: executable() });
			expect(status).toBe(refusal);
			expect(body).toMatchObject({ status: refusal, message, requestId: expect.any(String) });
			expect(schemaFindings('B.Processing ErrorResponse', body)).toEqual([]);
		},
	);

	test('all values from the platform are output, including numbers beyond 32 bits', async () => {
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
			await succeed('taskExecution', 'get', { executionId: byId('e-1'), simplify: false }),
		).toEqual([reported]);
		platform.emulator.faults.add({ operation: START, status: 201, body: { executionId: 'e-1' } });
		platform.emulator.faults.add(answer);
		expect(
			await succeed('taskExecution', 'runAndWait', {
				executable: byName(DEMO.goodTask),
				simplify: false,
				failOnFailure: false,
			}),
		).toEqual([{ ...reported, outcome: 'misfired' }]);
	});

	test('the reason of an execution that did not start is reported', async () => {
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
			executable: byName(DEMO.goodTask),
		});
		expect(error!.message).toBe(`The task "${DEMO.goodTask}" did not start: the task is paused`);
		expect(error!.description).toMatch(
			/^Execution 7a1e0000-\S+ ended with the status execution_misfired, TASK_IS_PAUSED\. To output failed executions instead/,
		);
	});

	test('an execution that ended without an end time has no duration', async () => {
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/{executionId}',
			status: 200,
			body: ofAsked({ status: 'execution_successful', startTimestamp: '2026-03-31T08:00:00Z' }),
		});
		const [ended] = await succeed('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
		});
		expect(ended).toMatchObject({ outcome: 'succeeded' });
		expect(Object.keys(ended!).filter((name) => /duration|Rows/.test(name))).toEqual([]);
	});

	test('a start without an ID says where to look instead of being repeated', async () => {
		fact('B.95');
		platform.emulator.faults.add({ operation: START, status: 201, body: {} });
		const { error } = await run('taskExecution', 'runAndWait', {
			executable: byName(DEMO.goodTask),
		});
		expect(error).toMatchObject({
			message: 'Talend Cloud returned an empty object instead of a record with executionId',
			description: expect.stringContaining('Get Many by Task') as string,
		});
		expect(requests(START)).toHaveLength(1);
	});
});

test('a service account without permissions on a workspace does not see its executions', async () => {
	const id = await start(DEMO.goodTask);
	advance(60 * SECOND);
	const few = ['TMC_OPERATOR', 'TMC_SERVICE_ACCOUNT_MANAGEMENT', 'AUDIT_LOGS_VIEW'];
	state().serviceAccounts.get(DEMO_ACCOUNT.id)!.permissions = few;
	expect(await succeed('taskExecution', 'getMany', { returnAll: true })).toEqual([]);
	expect(await succeed('planExecution', 'getMany', { returnAll: true })).toEqual([]);
	expect((await run('taskExecution', 'get', { executionId: byId(id) })).error).toMatchObject({
		httpCode: '404',
	});
	expect(
		(await observing.run('executionLog', 'getEntries', { executionId: byId(id) })).error,
	).toMatchObject({ httpCode: '404' });
	orchestrationOf(state())
		.workspaces.get(taskNamed(state(), DEMO.goodTask).workspaceId)!
		.members.push(DEMO_ACCOUNT.id);
	expect((await succeed('taskExecution', 'get', { executionId: byId(id) }))[0]).toMatchObject({
		executionId: id,
	});
});
