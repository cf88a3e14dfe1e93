import type { IDataObject } from 'n8n-workflow';

import { getTaskExecution } from '../../../records/executions/taskExecutions';
import { getTask } from '../../../records/tasks/tasks';
import { problem } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import {
	explanationOf,
	FAILED_TASK,
	FOLLOW_MESSAGES,
	simpleEndedTaskFields,
} from '../../executions/endOfExecution';
import type { ExecutionProfile } from '../../executions/followExecution';
import { START_MESSAGES } from '../../executions/startedExecution';
import type { ReadAfterEnd } from '../../executions/waitSettings';
import { explainTask } from '../../explain/explainTask';
import { EXPLAINED_LINES } from '../../explain/logLines';
import { isService } from './isService';
import { RETURN_VALUE_MESSAGES, returnValueOf } from './returnValue';

const IS_SERVICE = problem(
	'The task is a route or data service: it was started, and runs until someone terminates it',
	'Use Service → Deploy and Wait instead. To see whether it is running now, use Service → Get Status. (Starting it returned only the receipt {executionId}.)',
);

/** What following an execution of a task can say. */
export const FOLLOW_TASK_MESSAGES = [...FOLLOW_MESSAGES, FAILED_TASK, ...RETURN_VALUE_MESSAGES];

/** What starting a task and following its execution can say. */
export const RUN_TASK_MESSAGES = [...START_MESSAGES, ...FOLLOW_TASK_MESSAGES, IS_SERVICE];

/** How an execution of a task is followed. */
export const taskFollowing = (
	op: ContextShowing<typeof FOLLOW_TASK_MESSAGES>,
	{ returnValueName, explainOnFailure }: ReadAfterEnd,
) => ({
	noun: 'task',
	get: getTaskExecution,
	idName: 'executionId',
	failed: (values: Parameters<ExecutionProfile['failed']>[0]) => op.problem(FAILED_TASK, values),
	getExecutable: getTask,
	names: { id: 'taskId', name: 'taskName' },
	simple: simpleEndedTaskFields,
	readExtraFields: async (execution: IDataObject) => ({
		...(returnValueName === undefined
			? {}
			: { returnValue: await returnValueOf(op, execution, returnValueName) }),
		...(await explanationOf(explainOnFailure, execution, () =>
			explainTask(op, execution, EXPLAINED_LINES),
		)),
	}),
});

/**
 * How an execution is followed that was started: if the platform does not know its ID, the task may
 * be a service, whose execution never ends and cannot be read by that ID.
 */
export const startedTaskFollowing = (
	op: ContextShowing<typeof RUN_TASK_MESSAGES>,
	taskId: string,
	choices: ReadAfterEnd,
) => ({
	...taskFollowing(op, choices),
	whenUnknown: async (executionId: string) => {
		if (await isService(op, taskId)) throw op.problem(IS_SERVICE, { executionId });
	},
});
