/** Runs tasks, and follows their executions. */
import type { IDataObject } from 'n8n-workflow';

import { getTaskExecution } from '../../records/executions/taskExecutions';
import { getTask } from '../../records/tasks/tasks';
import { type Output } from '../../shared/declare/answers';
import type { Values } from '../../shared/declare/field';
import { problem } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { END_MESSAGES, type FollowedWork } from '../../shared/flows/wait';
import { explainTask } from '../explain/explainTask';
import { EXPLAINED_LINES } from '../explain/logLines';
import { START_MESSAGES, startedId } from '../requests/startedExecution';
import { startTaskExecution, terminate, whatToRun } from '../requests/taskExecution';
import { isService } from '../services/readService';
import { openExecutions, terminateAndWait } from '../services/serviceExecutions';
import { beginUnlessRunning, RUNNING_MESSAGES, type RunningSettings } from './alreadyRunning';
import {
	ENDED_TASK,
	explanationOf,
	FAILED_TASK,
	FOLLOW_MESSAGES,
	outputOfEnd,
} from './endOfExecution';
import { type ExecutionKind, type FollowedExecution, howToFollow } from './followExecution';
import { RETURN_VALUE_MESSAGES, returnValueOf } from './returnValue';
import type { ReadAfterEnd, WaitChoices } from './waitSettings';

const IS_SERVICE = problem(
	'The task is a route or data service: it was started, and it runs until somebody terminates it',
	'Its start returned only the receipt {executionId}. Use Service, Deploy and Wait instead; Service, Get Status shows whether it runs now.',
);

/** What running a task, and following it, can say. */
export const RUN_TASK_MESSAGES = [
	...START_MESSAGES,
	...FOLLOW_MESSAGES,
	FAILED_TASK,
	...RETURN_VALUE_MESSAGES,
	IS_SERVICE,
];

/**
 * How an execution of a task is followed. The execution of a service never ends, and the ID that
 * its start returns cannot be read.
 */
export const taskKind = (
	op: ContextShowing<typeof RUN_TASK_MESSAGES>,
	task: string,
	{ returnValueName: returned, explainOnFailure: explained }: ReadAfterEnd,
) => ({
	noun: 'task',
	get: getTaskExecution,
	idName: 'executionId',
	failed: (values: Parameters<ExecutionKind['failed']>[0]) => op.problem(FAILED_TASK, values),
	definition: getTask,
	names: { id: 'taskId', name: 'taskName' },
	simple: ENDED_TASK,
	more: async (execution: IDataObject) => ({
		...(returned === undefined
			? {}
			: { returnValue: await returnValueOf(op, execution, returned) }),
		...(await explanationOf(explained, execution, () =>
			explainTask(op, execution, EXPLAINED_LINES),
		)),
	}),
	whenUnknown: async (executionId: string) => {
		if (await isService(op, task)) throw op.problem(IS_SERVICE, { executionId });
	},
});

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
	const ending = begun.found ? {} : { terminate: { op, by: terminate } };
	return howToFollow(op, begun, { ...kind, ...ending }, choices);
}

export const outputOfTask = async (
	op: ContextShowing<typeof RUN_AND_WAIT_MESSAGES>,
	begun: FollowedExecution,
	last: IDataObject,
	choices: WaitChoices & ReadAfterEnd,
): Promise<Output[]> =>
	await outputOfEnd(op, { ...begun, last }, taskKind(op, begun.executableId!, choices), choices);
