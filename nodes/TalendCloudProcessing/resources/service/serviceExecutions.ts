/**
 * The executions of services: tasks whose artifact is a route or a data service. A service is
 * deployed as long as its executions run, which is until somebody terminates them. There is one for
 * each engine of a cluster, and the ID in the response to a start is not that of an execution: the
 * executions only appear in the list of the task (docs/platform/interface.md, "Executions").
 */
import type { IDataObject } from 'n8n-workflow';

import { getManyOfTask } from '../../../records/executions/taskExecutions';
import type { OperationContext } from '../../../shared/declare/operation';
import { stateOfExecution } from '../../executions/openExecutions';

/** The status of a service, derived from its executions in progress. */
export function serviceStatus(open: readonly IDataObject[]): 'running' | 'starting' | 'notSeen' {
	if (open.length === 0) return 'notSeen';
	const isStarting = open.some((execution) => stateOfExecution(execution) === 'starting');
	return isStarting ? 'starting' : 'running';
}

/**
 * How many of the newest failed executions are also terminated, because they may still occupy a
 * port.
 */
const MAX_FAILED = 10;

/**
 * The newest executions of a task that have failed. Some of them may still be serving
 * (docs/platform/interface.md, "Executions").
 */
export async function failedExecutions(
	op: OperationContext,
	taskId: string,
): Promise<IDataObject[]> {
	const failed = await op.list(getManyOfTask, { taskId, status: 'execution_failed' }, MAX_FAILED);
	return failed.slice(0, MAX_FAILED);
}
