/**
 * The requests that start, search and terminate executions of tasks. Those that other areas send,
 * too, are in records/executions/taskExecutions.ts.
 */
import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../../records/executions/outcome';
import {
	executionPageFields,
	executionPaging,
	executionTimeFields,
	executionTimeRules,
	getManyOfTask,
	getTaskExecution,
	taskExecutionField,
	taskExecutionRecords,
	taskStatusField,
	withTaskNames,
} from '../../../records/executions/taskExecutions';
import { placeFilterFields } from '../../../records/places/placeFilterFields';
import { taskField } from '../../../records/tasks/tasks';
import { nothing, type Output, record } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { choice, integer, list, mapped } from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { hint } from '../../../shared/declare/messages';
import type { OperationContext, RequestOperation } from '../../../shared/declare/operation';
import type { Input } from '../../../shared/declare/runtime/context';
import { parametersOfTask } from '../../../TalendCloudOrchestration/resources/task/taskParameters';
import { lookUpExecution } from '../../executions/lookUpExecution';

const END_NOT_READ = hint(
	'Talend Cloud accepted the termination of execution {executionId}, but how it ended could not be read: {reason}',
);

export const searchTaskExecutions = operation('POST /processing/executables/tasks/executions', {
	name: 'Search',
	action: 'Search task executions',
	description:
		'List executions by status, environment, workspace, time and tags; only this search can filter by tags',
	effect: 'read',
	body: {
		...executionTimeFields,
		...placeFilterFields('executions'),
		status: taskStatusField,
		tags: list('Only executions of tasks that have all of these tags')
			.sample(['nightly', 'finance'])
			.optional(),
		...executionPageFields,
	},
	rules: executionTimeRules,
	pages: limitOffset({ where: 'body', ...executionPaging }),
	answers: taskExecutionRecords,
	...withTaskNames,
});

export const taskRunFields = {
	executable: taskField('The task to run').label('Task'),
	parameters: mapped(
		"Values for the parameters, by name; empty ones keep the task's value",
		parametersOfTask,
	)
		.sample({ country: 'FR' })
		.optional(),
	logLevel: choice('How much the execution writes to its log', [
		{ value: 'OFF', name: 'Off' },
		{ value: 'ERROR', name: 'Error' },
		{ value: 'WARN', name: 'Warn' },
		{ value: 'INFO', name: 'Info' },
	])
		.byDefault('WARN')
		.sample('INFO')
		.optional(),
	timeout: integer(
		'After how many minutes Talend Cloud terminates the execution, even if nothing waits for it; accurate to about 10 seconds',
	)
		.label('Timeout (Minutes)')
		.min(1)
		.eg(90)
		.optional(),
};

export const startTaskExecution = operation('POST /processing/executions', {
	name: 'Start',
	action: 'Start a task',
	description: 'Start a task and continue immediately with the ID of the execution',
	body: taskRunFields,
	refusals: {
		405: 'The task is paused. Resume it (Talend Cloud Orchestration → Task → Pause or Resume), then start it again.',
		501: 'The task has no run configuration yet. Set one with Talend Cloud Orchestration → Run Configuration → Set Run Configuration of Task.',
	},
	howToCheck:
		'Before you start the task again, check with Get Many by Task whether an execution has just started.',
	lookUp: lookUpExecution(getManyOfTask, 'taskId'),
	answers: record('B.Executionidentifier', { requiredFields: ['executionId'] }),
});

export const terminateTaskExecution = operation('DELETE /processing/executions/{executionId}', {
	name: 'Terminate',
	action: 'Terminate a task execution',
	description: 'Terminate a task execution',
	path: { executionId: taskExecutionField() },
	answers: nothing(),
	messages: [END_NOT_READ],
	perform: terminateExecution,
});

async function terminateExecution(
	op: OperationContext<typeof END_NOT_READ>,
	request: RequestOperation,
	input: Input,
): Promise<Output[]> {
	const { executionId } = input.values;
	await op.send(request, input);
	const ended = await endBesidesTermination(op, String(executionId));
	return [{ json: { terminated: ended === undefined, executionId, ...ended } }];
}

/**
 * The end of an execution that did not end by termination. The platform accepts the termination of
 * an execution that has already ended, so only its outcome shows that.
 */
async function endBesidesTermination(
	op: OperationContext<typeof END_NOT_READ>,
	executionId: string,
): Promise<IDataObject | undefined> {
	try {
		const execution = await op.readRecord(getTaskExecution, { executionId });
		const outcome = outcomeOf(execution);
		return outcome === undefined || outcome === 'terminated'
			? undefined
			: { outcome, status: execution.status };
	} catch (error) {
		op.signal.throwIfAborted();
		op.hint(END_NOT_READ, { executionId, reason: (error as Error).message });
		return undefined;
	}
}
