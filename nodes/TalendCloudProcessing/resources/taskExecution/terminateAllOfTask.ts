import { getManyOfTask, getTaskExecution } from '../../../records/executions/taskExecutions';
import { taskField } from '../../../records/tasks/tasks';
import { record } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { WAIT_MESSAGES } from '../../../shared/flows/wait/waitMessages';
import { NONE_LISTED, openExecutions } from '../../executions/openExecutions';
import { waitSettings } from '../../executions/waitSettings';
import { terminateTaskExecution } from './requests';
import { terminateAndWait } from './terminateAndWait';

export const terminateAllOfTask = flow({
	name: 'Terminate All by Task',
	action: 'Terminate all executions of a task',
	description:
		'Terminate all running and starting executions of a task, such as a service on each engine of a cluster, and wait until they have ended',
	fields: {
		executable: taskField('The task whose executions are terminated').label('Task'),
	},
	settings: {
		timeLimit: waitSettings.timeLimit
			.describe('How many minutes to wait until all have ended')
			.initial(10),
	},
	uses: [getManyOfTask, terminateTaskExecution, getTaskExecution],
	messages: [...WAIT_MESSAGES, NONE_LISTED],
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: record(undefined),
	run: async (op, { executable, timeLimit }) => {
		const open = await openExecutions(op, executable);
		if (open.length === 0) op.hint(NONE_LISTED, { taskId: executable });
		const terminations = await terminateAndWait(op, executable, open, { timeLimit });
		return [{ json: { taskId: executable, ...terminations } }];
	},
});
