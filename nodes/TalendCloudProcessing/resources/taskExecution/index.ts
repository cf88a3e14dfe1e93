/**
 * Executions of tasks. Requests that other areas send, too, are in
 * records/executions/taskExecutions.ts; those that flows of this area send, in requests/.
 */

import { getPlanExecution } from '../../../records/executions/planExecutions';
import {
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
	taskExecutionId,
} from '../../../records/executions/taskExecutions';
import { getArtifact } from '../../../records/tasks/artifacts';
import { taskId } from '../../../records/tasks/tasks';
import { type Output, record } from '../../../shared/declare/answers';
import { flow, resource } from '../../../shared/declare/define';
import type { Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import {
	awaiting,
	OWN_RECORD_MESSAGES,
	ownRecord,
	WAIT_MESSAGES,
} from '../../../shared/flows/wait';
import { objectIn } from '../../../shared/support/json';
import { ENDED_TASK } from '../../executions/endOfExecution';
import { notMuchLater } from '../../executions/nextEnd';
import { openExecutions } from '../../executions/openExecutions';
import { readAfterEnd, taskWaitSettings, waitSettings } from '../../executions/waitSettings';
import { explainTask, READS_OF_TASK } from '../../explain/explainTask';
import { logLines } from '../../explain/logLines';
import { NONE_LISTED } from '../service/serviceExecutions';
import { ifAlreadyRunning } from './alreadyRunning';
import { searchTaskExecutions, startTaskExecution, terminate, whatToRun } from './requests';
import { beginTask, followStartedTask, outputOfTask, RUN_AND_WAIT_MESSAGES } from './runAndWait';
import { startAndWaitForCallback } from './startAndWaitForCallback';
import { terminateAndWait } from './terminateAndWait';
import { taskToWaitFor, WAIT_FOR_TASK_MESSAGES, waitingForTask } from './waitForEnd';

const runAndWait = awaiting({
	name: 'Run and Wait',
	// It terminates only what it has started, or what a person has allowed it to terminate.
	destructive: false,
	action: 'Run a task and wait until it finishes',
	description:
		'Start a task once and wait until it has ended, with its outcome, rows and duration as output',
	fields: whatToRun,
	settings: {
		...waitSettings,
		...taskWaitSettings,
		...readAfterEnd,
		...ifAlreadyRunning('task'),
	},
	uses: [
		startTaskExecution,
		getTaskExecution,
		terminate,
		getManyOfTask,
		getArtifact,
		...READS_OF_TASK,
	],
	messages: RUN_AND_WAIT_MESSAGES,
	patient: true,
	answers: record('B.JobExecutionStatus', { requiredFields: ['executionId'], simple: ENDED_TASK }),
	begin: beginTask,
	howToFollow: followStartedTask,
	finish: outputOfTask,
});

const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for a task execution to finish',
	description:
		'Wait until an execution that something else started, such as a schedule, has ended. Returns the same output as Run and Wait. Read-only.',
	fields: taskToWaitFor,
	settings: {
		...waitSettings,
		failOnRejectedRows: taskWaitSettings.failOnRejectedRows,
		...readAfterEnd,
	},
	rules: [notMuchLater],
	uses: [getTaskExecution, getManyOfTask, getArtifact, getPlanExecution, ...READS_OF_TASK],
	messages: WAIT_FOR_TASK_MESSAGES,
	patient: true,
	answers: record('B.JobExecutionStatus', { requiredFields: ['executionId'], simple: ENDED_TASK }),
	...waitingForTask,
});

const explainFields = { executionId: taskExecutionId() };

const explainSettings = { logLines };

type ExplainInput = Values<typeof explainFields> & Values<typeof explainSettings>;

const explain = flow({
	name: 'Explain',
	action: 'Explain why a task execution failed',
	description:
		'Explain why a task execution failed: the failed component with its stack trace, the child job, the last errors in the log, and the likely cause. Read-only.',
	fields: explainFields,
	settings: explainSettings,
	uses: [getTaskExecution, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: explainExecution,
});

async function explainExecution(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	{ executionId, logLines: lines }: ExplainInput,
): Promise<Output[]> {
	const execution = ownRecord(
		op,
		objectIn((await op.sendValues(getTaskExecution, { executionId })).body),
		'executionId',
		executionId,
	);
	return [{ json: await explainTask(op, { ...execution, executionId }, lines) }];
}

const TERMINATE_ALL_OF_TASK_MESSAGES = [...WAIT_MESSAGES, NONE_LISTED];

const terminateAllOfTaskFields = {
	executable: taskId('The task whose executions are terminated').label('Task'),
};

const terminateAllOfTaskSettings = {
	timeLimit: waitSettings.timeLimit
		.describe('How many minutes to wait until all have ended')
		.initial(10),
};

type TerminateAllOfTaskInput = Values<typeof terminateAllOfTaskFields> &
	Values<typeof terminateAllOfTaskSettings>;

const terminateAllOfTask = flow({
	name: 'Terminate All of a Task',
	action: 'Terminate all executions of a task',
	description:
		'Terminate all running and starting executions of a task, such as a service on each engine of a cluster, and wait until they have ended',
	fields: terminateAllOfTaskFields,
	settings: terminateAllOfTaskSettings,
	uses: [getManyOfTask, terminate, getTaskExecution],
	messages: TERMINATE_ALL_OF_TASK_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: record(undefined),
	run: terminateAll,
});

async function terminateAll(
	op: ContextShowing<typeof TERMINATE_ALL_OF_TASK_MESSAGES>,
	{ executable, timeLimit }: TerminateAllOfTaskInput,
): Promise<Output[]> {
	const open = await openExecutions(op, executable);
	const terminated =
		open.length === 0 ? [] : await terminateAndWait(op, executable, open, { timeLimit });
	if (open.length === 0) op.hint(NONE_LISTED, { taskId: executable });
	return [{ json: { taskId: executable, terminated: terminated.length, executions: terminated } }];
}

export const taskExecution = resource(
	'taskExecution',
	'Task Execution',
	{
		runAndWait,
		waitForEnd,
		start: startTaskExecution,
		startAndWaitForCallback,
		explain,
		get: getTaskExecution,
		getMany: getManyTaskExecutions,
		getManyOfTask,
		search: searchTaskExecutions,
		terminate,
		terminateAllOfTask,
	},
	'A task that Talend Cloud runs or has run',
);
