import {
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
} from '../../../records/executions/taskExecutions';
import { resource } from '../../../shared/declare/define';
import { explain } from './explain';
import { searchTaskExecutions, startTaskExecution, terminateTaskExecution } from './requests';
import { runAndWait } from './runAndWait';
import { startAndWaitForCallback } from './startAndWaitForCallback';
import { terminateAllOfTask } from './terminateAllOfTask';
import { waitForEnd } from './waitForEnd';

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
		terminate: terminateTaskExecution,
		terminateAllOfTask,
	},
	'A task that Talend Cloud runs or has run',
);
