/** Waits for executions of tasks that something else has started. */
import type { IDataObject } from 'n8n-workflow';

import { getPlanExecution } from '../../records/executions/planExecutions';
import {
	getManyOfTask,
	getTaskExecution,
	taskExecutionId,
} from '../../records/executions/taskExecutions';
import { getTask, taskId } from '../../records/tasks/tasks';
import { type Output } from '../../shared/declare/answers';
import type { Values } from '../../shared/declare/field';
import { aboutFields, requirement } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { exists } from '../../shared/flows/readIfThere';
import { type Continuation, type FollowedWork } from '../../shared/flows/wait';
import { idText } from '../../shared/support/json';
import { openExecutions } from '../services/serviceExecutions';
import { outputOfEnd } from './endOfExecution';
import { type FollowedExecution, howToFollow } from './followExecution';
import {
	type AwaitedEnd,
	beginAwaitedEnd,
	continueWith,
	endedAfter,
	type ExecutionListing,
	followNext,
	isAwaitedEnd,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from './nextEnd';
import { RUN_TASK_MESSAGES, taskKind } from './runTask';
import type { ReadAfterEnd, WaitChoices } from './waitSettings';

const OF_PLAN = requirement(
	'executionId',
	'Execution',
	'is the execution of a plan: use Plan Execution, Wait for End',
);
const OF_TASK = requirement(
	'executionId',
	'Execution',
	'is the ID of a task, not of an execution: set Wait For to Next End of a Task',
);

/** What *Wait for End* of a task execution can say. */
export const WAIT_FOR_TASK_MESSAGES = [
	...RUN_TASK_MESSAGES,
	...aboutFields(['Task'], NEXT_MESSAGES),
	OF_PLAN,
	OF_TASK,
];

const LISTING: ExecutionListing = {
	noun: 'task',
	list: getManyOfTask,
	open: openExecutions,
	get: getTaskExecution,
	idName: 'executionId',
};

/** What *Wait for End* waits for: one execution, or the next end of a task. */
export const taskToWaitFor = {
	...waitFor('task'),
	executionId: taskExecutionId().shownWhen(OF_EXECUTION),
	executable: taskId('The task whose next end is waited for').label('Task').shownWhen(OF_NEXT_END),
	endedAfter,
};

export const beginWaitingForTask = async (
	op: ContextShowing<typeof WAIT_FOR_TASK_MESSAGES>,
	{ waitFor: subject, executionId, executable, endedAfter: after }: Values<typeof taskToWaitFor>,
): Promise<FollowedExecution | AwaitedEnd> =>
	subject === 'execution'
		? { executionId, found: true }
		: await beginAwaitedEnd(op, LISTING, executable, after);

export const followForeignTask = (
	op: ContextShowing<typeof WAIT_FOR_TASK_MESSAGES>,
	begun: FollowedExecution | AwaitedEnd,
	choices: WaitChoices & ReadAfterEnd,
): FollowedWork =>
	isAwaitedEnd(begun)
		? followNext(op, begun, LISTING, choices.timeLimit)
		: howToFollow(
				op,
				begun,
				{ ...taskKind(op, '', choices), whenUnknown: explainUnknown(op) },
				choices,
			);

export async function outputOfForeignTask(
	op: ContextShowing<typeof WAIT_FOR_TASK_MESSAGES>,
	begun: FollowedExecution | AwaitedEnd,
	last: IDataObject,
	choices: WaitChoices & ReadAfterEnd,
): Promise<Output[] | Continuation<FollowedExecution>> {
	if (isAwaitedEnd(begun)) return continueWith(begun, last);
	const executableId = begun.executableId ?? idText(last.jobId ?? last.taskId);
	return await outputOfEnd(
		op,
		{ ...begun, executableId, last },
		taskKind(op, '', choices),
		choices,
	);
}

/** What an ID is that no execution of a task has. */
const explainUnknown =
	(op: OperationContext<typeof OF_PLAN | typeof OF_TASK>) => async (id: string) => {
		if (await exists(op, getPlanExecution, { planExecutionId: id }))
			throw op.refusal(OF_PLAN, {}, id);
		if (await exists(op, getTask, { taskId: id })) throw op.refusal(OF_TASK, {}, id);
	};
