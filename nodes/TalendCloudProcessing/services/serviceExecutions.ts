/**
 * The executions of services: tasks whose artifact is a route or a data service. Their executions
 * run until somebody terminates them, one for each engine of a cluster, and the ID in the response
 * to a start is not that of an execution: the executions only appear in the list of the task
 * (docs/platform/interface.md, "Executions").
 */
import type { IDataObject } from 'n8n-workflow';

import { outcomeOf } from '../../records/executions/outcome';
import {
	getManyOfTask,
	getTaskExecution as getExecution,
} from '../../records/executions/taskExecutions';
import { hint } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { otherIdIn } from '../../shared/declare/recordId';
import { awaitEnd, WAIT_MESSAGES } from '../../shared/flows/wait';
import { isObject, objectIn, withoutEmptyValues } from '../../shared/support/json';
import { isRefusedWith } from '../../shared/support/refused';
import { terminate } from '../requests/taskExecution';

/** The error if executions in progress have not ended within the time limit, with their IDs. */
export type TooLate = (limit: string, ids: readonly string[]) => Error;

/** The hint if the lists show no execution of a service. */
export const NONE_LISTED = hint(
	'Talend Cloud lists no running execution of task {taskId}. It no longer lists a service that has been running for weeks, which may still be running.',
);

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

/** The status of a service, derived from its executions in progress. */
export const serviceStatus = (open: readonly IDataObject[]): 'running' | 'starting' | 'notSeen' =>
	open.length === 0
		? 'notSeen'
		: open.some((execution) => stateOfExecution(execution) === 'starting')
			? 'starting'
			: 'running';

/** An execution of a service, as outputs show it. */
export function executionOfService(execution: IDataObject): IDataObject {
	const {
		executionId,
		status,
		executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
		remoteEngineId,
		runtime,
		errorMessage,
	} = execution;
	const engineId = remoteEngineId ?? (isObject(runtime) ? runtime.engineId : undefined);
	return withoutEmptyValues({
		executionId,
		status: status ?? executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
		engineId,
		errorMessage,
	});
}

const isMissing = (error: unknown): boolean => isRefusedWith(error, 404);

/**
 * Terminates executions, and waits until all of them have ended.
 * @returns the terminated executions in their final state, for the output
 */
export async function terminateAndWait(
	op: ContextShowing<typeof WAIT_MESSAGES>,
	taskId: string,
	executions: readonly IDataObject[],
	{ timeLimit, tooLate }: { timeLimit: number; tooLate?: TooLate },
): Promise<IDataObject[]> {
	for (const { executionId } of executions)
		await op.sendValues(terminate, { executionId }).catch((error: unknown) => {
			// The execution no longer exists.
			if (!isMissing(error)) throw error;
		});
	const open = new Set(
		executions
			.filter((execution) => outcomeOf(execution) === undefined)
			.map(({ executionId }) => String(executionId)),
	);
	const ended = new Map<unknown, IDataObject>();
	await awaitEnd(op, {
		subject: `Terminating the executions of task ${taskId}`,
		id: taskId,
		ids: { taskId },
		read: async () => {
			for (const executionId of open) {
				const execution = objectIn((await op.sendValues(getExecution, { executionId })).body);
				const isOfAnother = otherIdIn(execution, 'executionId', executionId) !== undefined;
				if (isOfAnother || outcomeOf(execution) === undefined) continue;
				open.delete(executionId);
				ended.set(executionId, execution);
			}
			return {};
		},
		ended: () => open.size === 0,
		waitsFor: () => `Not terminated yet: ${[...open].join(', ')}.`,
		timeLimit,
		tooLate: tooLate && ((limit) => tooLate(limit, [...open])),
	});
	return executions.map((listed) =>
		executionOfService({ ...listed, ...ended.get(listed.executionId) }),
	);
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
