/** *Wait for End* of a task: waits for an execution that something else has started. */
import { getPlanExecution } from '../../../records/executions/planExecutions';
import {
	getManyOfTask,
	getTaskExecution,
	taskExecutionField,
} from '../../../records/executions/taskExecutions';
import { getArtifact } from '../../../records/tasks/artifacts';
import { getTask, taskField } from '../../../records/tasks/tasks';
import { record } from '../../../shared/declare/answers';
import { aboutFields, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { exists } from '../../../shared/flows/mayBeMissing';
import { awaiting } from '../../../shared/flows/wait/awaiting';
import { simpleEndedTaskFields } from '../../executions/endOfExecution';
import { waitingForForeign } from '../../executions/foreignExecution';
import {
	endedAfterField,
	NEXT_MESSAGES,
	notMuchLater,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../../executions/nextEnd';
import { openExecutions } from '../../executions/openExecutions';
import { readAfterEndFields, taskWaitSettings, waitSettings } from '../../executions/waitSettings';
import { READS_OF_TASK } from '../../explain/explainTask';
import { FOLLOW_TASK_MESSAGES, taskFollowing } from './taskFollowing';

const OF_PLAN = requirement(
	'executionId',
	'Execution',
	'is a plan execution: use Plan Execution → Wait for End',
);

const OF_TASK = requirement(
	'executionId',
	'Execution',
	'is the ID of a task, not of an execution: set Wait For to Next End of a Task',
);

/** What *Wait for End* of a task execution can say. */
const WAIT_FOR_TASK_MESSAGES = [
	...FOLLOW_TASK_MESSAGES,
	...aboutFields(['Task'], NEXT_MESSAGES),
	OF_PLAN,
	OF_TASK,
];

/** What *Wait for End* waits for: one execution, or the next end of a task. */
const taskToWaitFor = {
	...waitFor('task'),
	executionId: taskExecutionField().shownWhen(OF_EXECUTION),
	executable: taskField('The task to wait for').label('Task').shownWhen(OF_NEXT_END),
	endedAfter: endedAfterField,
};

/** The parts of *Wait for End*. */
const waitingForTask = waitingForForeign({
	listing: {
		noun: 'task',
		list: getManyOfTask,
		executableIdName: 'taskId',
		open: openExecutions,
		get: getTaskExecution,
		idName: 'executionId',
	},
	profileOf: (op: ContextShowing<typeof WAIT_FOR_TASK_MESSAGES>, choices) => ({
		...taskFollowing(op, choices),
		// The ID may belong to something else.
		whenUnknown: async (id: string) => {
			if (await exists(op, getPlanExecution, { planExecutionId: id }))
				throw op.refusal(OF_PLAN, {}, id);
			if (await exists(op, getTask, { taskId: id })) throw op.refusal(OF_TASK, {}, id);
		},
	}),
	executableIn: ({ jobId, taskId: id }) => jobId ?? id,
});

export const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for a task execution to finish',
	description:
		'Wait until an execution that something else started, such as a schedule, has ended. Returns the same output as Run and Wait. Read-only.',
	fields: taskToWaitFor,
	settings: {
		...waitSettings,
		failOnRejectedRows: taskWaitSettings.failOnRejectedRows,
		...readAfterEndFields,
	},
	rules: [notMuchLater],
	uses: [getTaskExecution, getManyOfTask, getArtifact, getPlanExecution, ...READS_OF_TASK],
	messages: WAIT_FOR_TASK_MESSAGES,
	patient: true,
	answers: record('B.JobExecutionStatus', {
		requiredFields: ['executionId'],
		simple: simpleEndedTaskFields,
	}),
	...waitingForTask,
});
