/** Runs tasks, and ends their executions: what takes several requests. The requests are in taskExecution.ts. */
import type { IDataObject } from 'n8n-workflow';

import { record } from '../../shared/declare/answers';
import { flow, resource } from '../../shared/declare/define';
import { boolean, integer, text } from '../../shared/declare/field';
import { problem } from '../../shared/declare/messages';
import type { Showing } from '../../shared/declare/operation';
import { outcomeOf } from '../../records/outcome';
import {
	END_MESSAGES,
	OWN_RECORD_MESSAGES,
	ownRecord,
	WAIT_MESSAGES,
} from '../../shared/flows/wait';
import { getArtifact } from '../../records/artifacts';
import { getTask, taskId } from '../../records/tasks';
import { explainTask, READS_OF_TASK } from '../explain';
import {
	ENDED_TASK,
	explainOnFailure,
	explanationOf,
	FAILED_TASK,
	FOLLOW_MESSAGES,
	type Followed,
	followToEnd,
	START_MESSAGES,
	startedId,
	waitSettings,
} from '../follow';
import { RETURN_VALUE_MESSAGES, returnValueOf } from '../returnValue';
import { isService, NONE_LISTED, openExecutions, terminateAndWait } from '../serviceDeployment';
import { search, start, terminate, whatToRun } from './taskExecution';
import {
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
	taskExecutionId,
} from '../../records/taskExecutions';

const IS_SERVICE = problem(
	'The task is a route or data service: it was started, and it runs until somebody terminates it',
	'Its start returned no execution that could be read, only the receipt {executionId}. Use Service, Deploy and Wait: it waits until the service runs. Service, Get Status shows whether it does now.',
);

const RUN_MESSAGES = [
	...START_MESSAGES,
	...FOLLOW_MESSAGES,
	...END_MESSAGES,
	FAILED_TASK,
	...RETURN_VALUE_MESSAGES,
	IS_SERVICE,
];

/** What of an execution is read after its end. */
interface Followings {
	returnValueName?: string;
	explainOnFailure?: boolean;
}

/** How many lines of the log an explanation beside a failure shows. */
export const EXPLAINED_LINES = 10;

/** How an execution of a task is followed; that of a service has no end, and the ID that its start returned none that could be read. */
const followTask = (
	call: Showing<typeof RUN_MESSAGES>,
	task: string,
	{ returnValueName: returned, explainOnFailure: explained }: Followings,
) => ({
	noun: 'task',
	get: getTaskExecution,
	idName: 'executionId',
	failed: (values: Parameters<Followed['failed']>[0]) => call.problem(FAILED_TASK, values),
	terminate: { call, by: terminate },
	definition: getTask,
	names: { id: 'taskId', name: 'taskName' },
	simple: ENDED_TASK,
	more: async (execution: IDataObject) => ({
		...(returned === undefined
			? {}
			: { returnValue: await returnValueOf(call, execution, returned) }),
		...(await explanationOf(explained, execution, () =>
			explainTask(call, execution, EXPLAINED_LINES),
		)),
	}),
	whenUnknown: async (executionId: string) => {
		if (await isService(call, task)) throw call.problem(IS_SERVICE, { executionId });
	},
});

const runAndWait = flow({
	name: 'Run and Wait',
	// It terminates only what it has started.
	destructive: false,
	action: 'Run a task and wait for its end',
	description:
		'Start a task once and wait until it has ended, with its outcome, rows and duration as output',
	fields: whatToRun,
	settings: {
		...waitSettings,
		failOnRejectedRows: boolean(
			'Whether an execution that rejected rows counts as failed',
		).optional(),
		terminateAtTimeLimit: boolean(
			'Whether to terminate the execution when the time limit passes',
		).optional(),
		terminateOnStop: boolean(
			'Whether to terminate the execution when the workflow is stopped',
		).optional(),
		returnValueName: text(
			'Name of a value that the job writes into its log as NAME=value, up to the next NAME= of the line; the last one is output as returnValue, after the log is complete, about 30 seconds after the end',
		)
			.label('Return Value From Log')
			.eg('RETURN_CODE')
			.optional(),
		explainOnFailure,
		skipIfRunning: boolean('Whether to start nothing while the task is already running').optional(),
	},
	uses: [start, getTaskExecution, terminate, getManyOfTask, getTask, getArtifact, ...READS_OF_TASK],
	messages: RUN_MESSAGES,
	patient: true,
	answers: record('B.JobExecutionStatus', { needs: ['executionId'], simple: ENDED_TASK }),
	run: async (call, input) => {
		const { executable, parameters, logLevel, timeout } = input;
		const starting = async () =>
			startedId(
				call,
				(await call.ask(start, { executable, parameters, logLevel, timeout })).body,
				'Get Many of a Task',
			);
		if (input.skipIfRunning !== true)
			return await followToEnd(
				call,
				await starting(),
				executable,
				followTask(call, executable, input),
				input,
			);
		// Looking and starting are one step among the items of a run: the second item sees what the first started.
		// Looked for once: what an earlier try started is followed, and is no reason to skip.
		const { running, executionId } = await call.oneByOne(executable, async () => {
			const found = await call.once('running', async () => await findRunning(executable));
			return found ? { running: found } : { executionId: await starting() };
		});
		if (running)
			return [
				{
					json: {
						skipped: true,
						taskId: executable,
						runningExecutionId: running.executionId,
						runningStatus: running.status,
					},
				},
			];
		return await followToEnd(
			call,
			executionId,
			executable,
			followTask(call, executable, input),
			input,
		);

		/**
		 * The statuses for dispatching and executing are requested one by one: the filter accepts one status. In the
		 * order in which an execution goes through them, so that none is missed between the two.
		 */
		async function findRunning(task: string) {
			for (const state of ['dispatching', 'executing']) {
				const found = await call.list(getManyOfTask, { taskId: task, status: state }, 100);
				const open = found.find((execution) => outcomeOf(execution) === undefined);
				if (open) return open;
			}
			return undefined;
		}
	},
});

/** How many lines an explanation shows. */
export const logLines = integer('How many of the last error lines of the log to show')
	.label('Log Lines')
	.min(0)
	.max(100)
	.startsWith(EXPLAINED_LINES);

const explain = flow({
	name: 'Explain',
	action: 'Explain why a task execution failed',
	description:
		'Put together why an execution of a task failed: the failed component with its stack trace, the child of a master job, the last errors of the log, and the cause in one word; only reads',
	fields: { executionId: taskExecutionId() },
	settings: { logLines },
	uses: [getTaskExecution, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: async (call, { executionId, logLines: lines }) => {
		const execution = ownRecord(
			call,
			(await call.ask(getTaskExecution, { executionId })).body as IDataObject,
			'executionId',
			executionId,
		);
		return [{ json: await explainTask(call, { ...execution, executionId }, lines) }];
	},
});

const terminateAllOfTask = flow({
	name: 'Terminate All of a Task',
	action: 'Terminate all executions of a task',
	description:
		'Stop every execution of a task that runs or is about to, such as a service on each engine of a cluster, and wait until they have ended',
	fields: { executable: taskId('The task whose executions are terminated').label('Task') },
	settings: {
		timeLimit: waitSettings.timeLimit
			.describe('How many minutes to wait until all have ended')
			.startsWith(10),
	},
	uses: [getManyOfTask, terminate, getTaskExecution],
	messages: [...WAIT_MESSAGES, NONE_LISTED],
	patient: true,
	about: ({ executable }) => `executions of task ${executable}`,
	answers: record(undefined),
	run: async (call, { executable, timeLimit }) => {
		const open = await openExecutions(call, executable);
		const terminated =
			open.length === 0 ? [] : await terminateAndWait(call, executable, open, timeLimit);
		if (open.length === 0) call.hint(NONE_LISTED, { taskId: executable });
		return [
			{ json: { taskId: executable, terminated: terminated.length, executions: terminated } },
		];
	},
});

export const taskExecution = resource(
	'taskExecution',
	'Task Execution',
	{
		runAndWait,
		start,
		explain,
		get: getTaskExecution,
		getMany: getManyTaskExecutions,
		getManyOfTask,
		search,
		terminate,
		terminateAllOfTask,
	},
	'An execution of a task',
);
