/** *Run and Wait* of a task. */
import type { IDataObject } from 'n8n-workflow';

import { getManyOfTask, getTaskExecution } from '../../../records/executions/taskExecutions';
import { getArtifact } from '../../../records/tasks/artifacts';
import { type Output, record } from '../../../shared/declare/answers';
import type { Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { awaiting } from '../../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../../shared/flows/wait/followedWork';
import { END_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import {
	beginUnlessRunning,
	ifAlreadyRunning,
	OPEN_MESSAGES,
	type RunningSettings,
} from '../../executions/alreadyRunning';
import { outputOfEnd, simpleEndedTaskFields } from '../../executions/endOfExecution';
import { type FollowedExecution, howToFollow } from '../../executions/followExecution';
import { openExecutions } from '../../executions/openExecutions';
import { startedId } from '../../executions/startedExecution';
import {
	type ReadAfterEnd,
	readAfterEndFields,
	runAndWaitSettings,
	taskWaitSettings,
	type WaitChoices,
} from '../../executions/waitSettings';
import { READS_OF_TASK } from '../../explain/explainTask';
import { startTaskExecution, taskRunFields, terminateTaskExecution } from './requests';
import { RUN_TASK_MESSAGES, startedTaskFollowing } from './taskFollowing';
import { terminateAndWait } from './terminateAndWait';

/** What *Run and Wait* of a task can say. */
const RUN_AND_WAIT_MESSAGES = [...RUN_TASK_MESSAGES, ...END_MESSAGES, ...OPEN_MESSAGES];

/** Starts the task. If it is already running, this does what the user chose for that case. */
async function beginTask(
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	{
		executable,
		parameters,
		logLevel,
		timeout,
		...settings
	}: Values<typeof taskRunFields> & RunningSettings,
): Promise<FollowedExecution | Output[]> {
	const startTask = async () => {
		const { body } = await op.sendValues(startTaskExecution, {
			executable,
			parameters,
			logLevel,
			timeout,
		});
		return startedId(op, body, 'Get Many by Task');
	};
	return await beginUnlessRunning(
		op,
		{
			noun: 'task',
			executableId: executable,
			executableIdName: 'taskId',
			open: async () => await openExecutions(op, executable),
			start: startTask,
			hasParameters: [parameters, logLevel, timeout].some((setting) => setting !== undefined),
			terminate: async (open, errorAtLimit) =>
				await terminateAndWait(op, executable, open, {
					timeLimit: settings.timeLimit,
					errorAtLimit,
				}),
		},
		settings,
	);
}

/**
 * Follows the execution, and terminates it only if the item has started it: one that was already in
 * progress may belong to somebody else.
 */
function followStartedTask(
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	begun: FollowedExecution,
	choices: WaitChoices & ReadAfterEnd,
): FollowedWork {
	const profile = startedTaskFollowing(op, begun.executableId!, choices);
	const ending = begun.wasRunning ? {} : { terminate: { op, by: terminateTaskExecution } };
	return howToFollow(op, begun, { ...profile, ...ending }, choices);
}

const outputOfTask = async (
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	begun: FollowedExecution,
	lastState: IDataObject,
	choices: WaitChoices & ReadAfterEnd,
): Promise<Output[]> =>
	await outputOfEnd(
		op,
		{ ...begun, lastState },
		startedTaskFollowing(op, begun.executableId!, choices),
		choices,
	);

export const runAndWait = awaiting({
	name: 'Run and Wait',
	// It terminates only what it has started, or what a person has allowed it to terminate.
	deletionsNeedNoPermission: true,
	action: 'Run a task and wait until it finishes',
	description: 'Start a task, wait until it has ended, and return its outcome, rows and duration',
	fields: taskRunFields,
	settings: {
		...runAndWaitSettings,
		...taskWaitSettings,
		...readAfterEndFields,
		...ifAlreadyRunning('task'),
	},
	uses: [
		startTaskExecution,
		getTaskExecution,
		terminateTaskExecution,
		getManyOfTask,
		getArtifact,
		...READS_OF_TASK,
	],
	messages: RUN_AND_WAIT_MESSAGES,
	patient: true,
	answers: record('B.JobExecutionStatus', {
		requiredFields: ['executionId'],
		simple: simpleEndedTaskFields,
	}),
	begin: beginTask,
	howToFollow: followStartedTask,
	finish: outputOfTask,
});
