/** Runs tasks. */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../../shared/declare/answers';
import type { Values } from '../../../shared/declare/fields';
import type { ContextShowing } from '../../../shared/declare/operation';
import { END_MESSAGES, type FollowedWork } from '../../../shared/flows/wait';
import { outputOfEnd } from '../../executions/endOfExecution';
import { type FollowedExecution, howToFollow } from '../../executions/followExecution';
import { openExecutions } from '../../executions/openExecutions';
import { startedId } from '../../executions/startedExecution';
import type { ReadAfterEnd, WaitChoices } from '../../executions/waitSettings';
import { beginUnlessRunning, RUNNING_MESSAGES, type RunningSettings } from './alreadyRunning';
import { startTaskExecution, terminate, whatToRun } from './requests';
import { RUN_TASK_MESSAGES, taskKind } from './taskFollowing';
import { terminateAndWait } from './terminateAndWait';

/** What *Run and Wait* of a task can say. */
export const RUN_AND_WAIT_MESSAGES = [...RUN_TASK_MESSAGES, ...END_MESSAGES, ...RUNNING_MESSAGES];

/** Starts the task. If it is already running, this does what the user chose for that case. */
export async function beginTask(
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	{
		executable,
		parameters,
		logLevel,
		timeout,
		...settings
	}: Values<typeof whatToRun> & RunningSettings,
): Promise<FollowedExecution | Output[]> {
	const startTask = async () => {
		const { body } = await op.sendValues(startTaskExecution, {
			executable,
			parameters,
			logLevel,
			timeout,
		});
		return startedId(op, body, 'Get Many of a Task');
	};
	return await beginUnlessRunning(
		op,
		{
			noun: 'task',
			executableId: executable,
			open: async () => await openExecutions(op, executable),
			start: startTask,
			hasParameters: [parameters, logLevel, timeout].some((setting) => setting !== undefined),
			terminate: async (open, tooLate) =>
				await terminateAndWait(op, executable, open, { timeLimit: settings.timeLimit, tooLate }),
		},
		settings,
	);
}

/**
 * Follows the execution, and terminates it only if the item has started it: one that was already in
 * progress may belong to somebody else.
 */
export function followStartedTask(
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	begun: FollowedExecution,
	choices: WaitChoices & ReadAfterEnd,
): FollowedWork {
	const kind = taskKind(op, begun.executableId!, choices);
	const ending = begun.wasRunning ? {} : { terminate: { op, by: terminate } };
	return howToFollow(op, begun, { ...kind, ...ending }, choices);
}

export const outputOfTask = async (
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	begun: FollowedExecution,
	last: IDataObject,
	choices: WaitChoices & ReadAfterEnd,
): Promise<Output[]> =>
	await outputOfEnd(op, { ...begun, last }, taskKind(op, begun.executableId!, choices), choices);
