/**
 * Explaining executions that failed: what is put together, what is named as missing, and that
 * nothing is changed.
 */
import type { IDataObject } from 'n8n-workflow';

import { DEMO } from '../../../emulator/seed';
import { areaOf, writesIn } from '../../support/area';
import { byId, byName } from '../../support/demo';
import { platformForEach } from '../../support/platform';

const platform = platformForEach();
const { succeed, run } = areaOf('Processing', () => platform);
const METRICS = 'GET /monitoring/observability/executions/{executionId}/component';
const LOG = 'GET /monitoring/executions/{executionId}/logs';

async function failedRun(task: string = DEMO.failingTask): Promise<string> {
	const [ended] = await succeed('taskExecution', 'runAndWait', {
		executable: byName(task),
		failOnFailure: false,
	});
	platform.clearLog();
	return String(ended!.executionId);
}

describe('Task Execution → Explain', () => {
	test.each(['workflow', 'tool'] as const)(
		'Task Execution → Explain shows the component, its stack trace, the last errors and the cause (%s)',
		async (entryPoint) => {
			const executionId = await failedRun();
			const [explained] = await succeed(
				'taskExecution',
				'explain',
				{ executionId: byId(executionId) },
				{ entryPoint },
			);
			expect(explained).toMatchObject({
				...{
					executionId,
					taskName: DEMO.failingTask,
					workspaceName: 'Finance',
					outcome: 'failed',
					cause: 'configuration',
				},
				causeReason: 'The stack trace of the failed component says "Table ORDERS does not exist".',
				failedComponent: {
					componentId: 'tDBOutput_1',
					type: 'tDBOutput',
					message: 'Table ORDERS does not exist',
					stackTrace: 'Table ORDERS does not exist',
				},
				failedChild: null,
				errorMessage: 'Table ORDERS does not exist',
			});
			expect(writesIn(platform)).toEqual([]);
		},
	);

	test('Task Execution → Explain shows the last errors of the log, the earliest first', async () => {
		const executionId = await failedRun();
		platform.emulator.clock.advance(60_000);
		const lines = [
			['WARN', 'w'],
			['ERROR', 'third'],
			['INFO', 'i'],
			['FATAL', 'second'],
			['ERROR', 'first'],
		].map(([severity, logMessage], index) => ({
			severity,
			logMessage,
			logType: 'JOB',
			logTimestamp: 1_774_944_000_000 - index,
		}));
		platform.emulator.faults.add({
			operation: LOG,
			status: 200,
			body: { size: 5, totalSize: 5, totalSizeFiltered: 5, data: lines },
		});
		const [explained] = await succeed('taskExecution', 'explain', {
			executionId: byId(executionId),
			logLines: 2,
		});
		expect(explained!.lastErrorLines).toEqual([
			{ severity: 'FATAL', message: 'second', time: '2026-03-31T07:59:59.997Z' },
			{ severity: 'ERROR', message: 'third', time: '2026-03-31T07:59:59.999Z' },
		]);
		expect(explained!.missingSources).toEqual([]);
	});

	test('the first child of a master job with a stack trace is the one that failed', async () => {
		const executionId = await failedRun();
		const metric = (connector_id: string, connector_type: string, more: object = {}) => ({
			pid: 'p',
			connector_id,
			connector_type,
			connector_label: connector_id,
			component_start_time_seconds: 1,
			...more,
		});
		const items = [
			metric('tRunJob_1', 'tRunJob'),
			metric('tRunJob_2', 'tRunJob', {
				stacktrace:
					"java.lang.RuntimeException: Child job returns 1. It doesn't terminate normally.\n  at x",
				pid: 'q',
			}),
			metric('tDBInput_1', 'tDBInput', {
				stacktrace:
					'Exception in component tDBInput_1 (load_orders_child)\njava.net.ConnectException: Connection refused\n  at y',
				pid: 'r',
			}),
			metric('tRunJob_3', 'tRunJob', { stacktrace: 'later' }),
		];
		platform.emulator.faults.add({
			operation: METRICS,
			status: 200,
			body: {
				task_execution_id: executionId,
				processes: [{ pid: 'q', job_name: 'load_orders_child' }],
				metrics: { items, offset: 0, limit: 200, total: 4 },
			},
		});
		const [explained] = await succeed('taskExecution', 'explain', {
			executionId: byId(executionId),
		});
		expect(explained).toMatchObject({
			failedChild: {
				componentId: 'tRunJob_2',
				jobName: 'load_orders_child',
				message: "java.lang.RuntimeException: Child job returns 1. It doesn't terminate normally.",
			},
			failedComponent: {
				componentId: 'tDBInput_1',
				message: 'java.net.ConnectException: Connection refused',
			},
			cause: 'network',
		});
	});

	test('the output names each missing source, which is not an error', async () => {
		const executionId = await failedRun();
		platform.emulator.faults.add({ operation: METRICS, status: 404 });
		platform.emulator.faults.add({ operation: LOG, status: 404 });
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 403,
		});
		const { error, items } = await run('taskExecution', 'explain', {
			executionId: byId(executionId),
		});
		expect(error).toBeUndefined();
		expect((items[0]!.json.missingSources as IDataObject[]).map(({ source }) => source)).toEqual([
			'task',
			'component metrics',
			'log',
		]);
		expect(items[0]!.json).toMatchObject({
			cause: 'configuration',
			causeReason: 'The error message of the execution says "Table ORDERS does not exist".',
			failedComponent: null,
			lastErrorLines: [],
		});
	});

	test('the output says that the log of an execution that has just ended is incomplete', async () => {
		const [explained] = await succeed('taskExecution', 'explain', {
			executionId: byId(await failedRun()),
		});
		expect(explained!.missingSources).toContainEqual({
			source: 'log',
			reason: 'The execution has just ended: its log is complete 30 seconds after the end.',
		});
	});

	test('the output says why a task is missing, although nothing was to be updated', async () => {
		const executionId = await failedRun();
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/tasks/{taskId}',
			status: 200,
			body: { id: 'another' },
		});
		const [explained] = await succeed('taskExecution', 'explain', {
			executionId: byId(executionId),
		});
		expect((explained!.missingSources as IDataObject[])[0]).toEqual({
			source: 'task',
			reason: 'Talend Cloud did not return the requested task: it has a different ID',
		});
	});

	test('an execution that succeeded or is still running has no cause', async () => {
		const [succeeded] = await succeed('taskExecution', 'explain', {
			executionId: byId(await failedRun(DEMO.goodTask)),
		});
		expect(succeeded).toMatchObject({
			outcome: 'succeeded',
			cause: null,
			causeReason: 'It succeeded.',
		});
		const [started] = await succeed('taskExecution', 'start', {
			executable: byName(DEMO.goodTask),
		});
		const [running] = await succeed('taskExecution', 'explain', {
			executionId: byId(started!.executionId),
		});
		expect(running).toMatchObject({
			outcome: null,
			cause: null,
			causeReason: 'It has not ended yet.',
		});
		expect((running!.missingSources as IDataObject[]).map(({ source }) => source)).toEqual([
			'component metrics',
		]);
	});

	test('an execution that does not exist is an error', async () => {
		const { error } = await run('taskExecution', 'explain', {
			executionId: byId('7a1e0000-0000-4000-8000-00000000ffff'),
		});
		expect(error).toMatchObject({ httpCode: '404' });
	});
});

describe('Plan Execution → Explain', () => {
	test('Plan Execution → Explain shows the failed tasks between what ran before and after them', async () => {
		const [ended] = await succeed('planExecution', 'runAndWait', {
			executable: byName(DEMO.recoveringPlan),
			failOnFailure: false,
		});
		platform.clearLog();
		const [explained] = await succeed('planExecution', 'explain', {
			planExecutionId: byId(ended!.executionId),
		});
		expect(explained).toMatchObject({
			...{
				executionId: ended!.executionId,
				planName: DEMO.recoveringPlan,
				outcome: 'failed',
				cause: 'configuration',
			},
			summary: expect.stringMatching(
				/^Month-end close \(Finance, Production\) failed at [\d:]+: step Post, Post ledger failed in write: Table ORDERS does not exist$/,
			) as string,
			causeReason: expect.stringMatching(
				/^Task Post ledger: The stack trace of the failed component says/,
			) as string,
			failedStep: { name: 'Post' },
			failedTasks: [{ taskName: 'Post ledger', failedComponent: { componentId: 'tDBOutput_1' } }],
			notRun: [{ name: 'Report', tasks: [{ taskName: DEMO.goodTask }] }],
			steps: [
				{ name: 'Extract', outcome: 'succeeded' },
				{ name: 'Post', outcome: 'failed' },
				{ name: 'Report', outcome: 'notRun' },
			],
		});
		expect(writesIn(platform)).toEqual([]);
	});

	test('the output names the definition, the steps and the tasks that cannot be read', async () => {
		const [ended] = await succeed('planExecution', 'runAndWait', {
			executable: byName(DEMO.recoveringPlan),
			failOnFailure: false,
		});
		const explain = async () =>
			(
				await succeed('planExecution', 'explain', { planExecutionId: byId(ended!.executionId) })
			)[0]!;
		platform.emulator.faults.add({
			operation: 'GET /orchestration/executables/plans/{planId}',
			status: 403,
		});
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}',
			status: 404,
		});
		expect(((await explain()).missingSources as IDataObject[]).map(({ source }) => source)).toEqual(
			['plan', 'tasks of the failed step'],
		);
		platform.emulator.faults.add({
			operation: 'GET /processing/executions/plans/{planExecutionId}/steps',
			status: 404,
		});
		expect(await explain()).toMatchObject({
			outcome: 'failed',
			failedStep: null,
			failedTasks: [],
			missingSources: [{ source: 'steps' }],
		});
	});

	test('an execution that succeeded shows that nothing failed and everything ran', async () => {
		const [ended] = await succeed('planExecution', 'runAndWait', { executable: byName(DEMO.plan) });
		const [explained] = await succeed('planExecution', 'explain', {
			planExecutionId: byId(ended!.executionId),
		});
		expect(explained).toMatchObject({
			outcome: 'succeeded',
			cause: null,
			failedStep: null,
			failedTasks: [],
			notRun: [],
		});
	});
});
