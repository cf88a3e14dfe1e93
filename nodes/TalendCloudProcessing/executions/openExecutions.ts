import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../records/executions/outcome';
import { getManyOfPlan } from '../../records/executions/planExecutions';
import { getManyOfTask } from '../../records/executions/taskExecutions';
import { hint } from '../../shared/declare/messages';
import type { OperationContext } from '../../shared/declare/operation';

/** Whether an execution is running or about to run; undefined if it has ended. */
export const stateOfExecution = (execution: IDataObject): 'starting' | 'running' | undefined => {
	if (outcomeOf(execution) !== undefined) return undefined;
	const status = String(execution.status ?? execution.executionStatus ?? '')
		.trim()
		.toLowerCase();
	return status === 'executing' || status === 'starting_flow_execution' ? 'running' : 'starting';
};

/** The executions in the list of a task that are running or about to run. */
export async function openExecutions(op: OperationContext, taskId: string): Promise<IDataObject[]> {
	const open = new Map<string, IDataObject>();
	// The filter accepts only one status. The statuses are in the order that executions pass through,
	// so that none is missed between the two requests.
	for (const status of ['dispatching', 'executing'])
		for (const execution of await op.list(getManyOfTask, { taskId, status }))
			if (stateOfExecution(execution) !== undefined)
				open.set(String(execution.executionId), execution);
	return [...open.values()];
}

/** The executions of a plan that are in progress. */
export const openPlanExecutions = async (
	op: OperationContext,
	executableId: string,
): Promise<IDataObject[]> =>
	(await op.list(getManyOfPlan, { planId: executableId, status: 'executing' })).filter(
		(execution) => outcomeOf(execution) === undefined,
	);

/** The hint if the lists show no execution of a service. */
export const NONE_LISTED = hint(
	'Talend Cloud lists no running execution of task {taskId}. It no longer lists a service that has been running for weeks, which may still be running.',
);
