/** Waits for executions of tasks that something else has started. */
import { getPlanExecution } from '../../../records/executions/planExecutions';
import {
	getManyOfTask,
	getTaskExecution,
	taskExecutionId,
} from '../../../records/executions/taskExecutions';
import { getTask, taskId } from '../../../records/tasks/tasks';
import { aboutFields, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { exists } from '../../../shared/flows/tolerantReads';
import { waitingForForeign } from '../../executions/foreignExecution';
import {
	endedAfter,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../../executions/nextEnd';
import { openExecutions } from '../../executions/openExecutions';
import { RUN_TASK_MESSAGES, taskKind } from './taskFollowing';

const OF_PLAN = requirement(
	'executionId',
	'Execution',
	'is a plan execution: use Plan Execution, Wait for End',
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

/** What *Wait for End* waits for: one execution, or the next end of a task. */
export const taskToWaitFor = {
	...waitFor('task'),
	executionId: taskExecutionId().shownWhen(OF_EXECUTION),
	executable: taskId('The task whose next end is waited for').label('Task').shownWhen(OF_NEXT_END),
	endedAfter,
};

/** The parts of *Wait for End*. */
export const waitingForTask = waitingForForeign({
	listing: {
		noun: 'task',
		list: getManyOfTask,
		open: openExecutions,
		get: getTaskExecution,
		idName: 'executionId',
	},
	kind: (op: ContextShowing<typeof WAIT_FOR_TASK_MESSAGES>, choices) => ({
		...taskKind(op, '', choices),
		// The ID may belong to something else.
		whenUnknown: async (id: string) => {
			if (await exists(op, getPlanExecution, { planExecutionId: id }))
				throw op.refusal(OF_PLAN, {}, id);
			if (await exists(op, getTask, { taskId: id })) throw op.refusal(OF_TASK, {}, id);
		},
	}),
	executableIn: ({ jobId, taskId: id }) => jobId ?? id,
});
