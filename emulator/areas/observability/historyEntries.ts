/** An execution of a task or plan in the form that the history has. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import type { Request } from '../../handler';
import type { State } from '../../state/state';
import { clusters, remoteEngines } from '../engines/runtimes';
import {
	orchestrationOf,
	runConfigurationOf,
	type Task,
} from '../orchestration/orchestrationStore';
import { endOfExecution, stateAt } from '../processing/executions';
import {
	type PlanExecution,
	processingOf,
	type TaskExecution,
} from '../processing/processingStore';
import { isListed } from '../processing/service';

export type HistoryEntry = Record<string, unknown> & {
	id: string;
	triggerTime: number;
	runEndTime?: number;
	tags: string[];
};

const TYPES: Readonly<Record<string, string>> = {
	standard: 'STANDARD',
	route: 'ROUTE',
	data_service: 'DATA_SERVICE',
	pipeline: 'PIPELINE',
	big_data_batch: 'BIG_DATA_BATCH',
	big_data_streaming: 'BIG_DATA_STREAMING',
};

/** Undefined if the task was deleted, or if the execution is not listed. */
export function taskEntry(
	{ state, clock }: Request,
	execution: TaskExecution,
): HistoryEntry | undefined {
	const { tasks, artifacts, workspaces } = orchestrationOf(state);
	const task = tasks.get(execution.taskId);
	if (!task) return undefined;
	const now = clock.now();
	if (!isListed(state, execution, now)) return undefined;
	const artifact = artifacts.get(task.artifactId);
	return {
		id: execution.id,
		name: task.name,
		status: stateAt(execution, now).executionStatus,
		type: TYPES[artifact?.type ?? 'standard'] ?? 'STANDARD',
		version: task.version,
		triggerType: execution.type,
		triggerTime: execution.triggeredAt,
		...timesOf(execution, now),
		operator: execution.by.id,
		operatorName: execution.by.type === 'HUMAN' ? execution.by.id : '',
		operatorType: operatorType(execution.by.type),
		author: execution.by.id,
		authorName: '',
		authorType: operatorType(execution.by.type),
		attempts: 1,
		environmentId: workspaces.get(task.workspaceId)?.environmentId,
		workspaceId: task.workspaceId,
		taskId: task.id,
		...planOf(state, execution),
		artifactId: task.artifactId,
		artifactName: task.artifactName,
		artifactVersion: task.artifactVersion,
		destination: task.runtimeType === 'PIPELINE_ENGINE' ? 'ELASTIC_ENGINE' : task.runtimeType,
		...engineOf(state, task),
		logLevel: execution.logLevel,
		tags: task.tags,
		...defectsOf(execution, now),
		...(execution.type === 'MANUAL' ? { apiVersion: '2021-03' } : {}),
	};
}

/** The times of an execution that are already known. */
function timesOf(execution: TaskExecution, now: number): Pick<HistoryEntry, 'runEndTime'> {
	const start = execution.triggeredAt + execution.behavior.dispatchMs;
	const end = endOfExecution(execution);
	return {
		...(now >= start ? { runStartTime: start } : {}),
		...(now >= end ? { runEndTime: end, executeDurationMs: end - start } : {}),
	};
}

const operatorType = (type: string) => (type === 'HUMAN' ? 'HUMAN' : 'SERVICE');

/** The plan that an execution belongs to, if there is one. */
function planOf(state: State, { planExecutionId }: TaskExecution): Record<string, unknown> {
	const plan =
		planExecutionId === undefined ? undefined : processingOf(state).plans.get(planExecutionId);
	if (plan === undefined) return {};
	return {
		planExecutionId: plan.id,
		planId: plan.planId,
		planName: orchestrationOf(state).plans.get(plan.planId)?.name ?? '',
	};
}

/** The engine of a task. Responses have the ID that configurations accept. */
function engineOf(state: State, task: Task): Record<string, unknown> {
	const { type, id } = runConfigurationOf(task, task.runtimeType)?.runtime ?? {};
	if (type === 'REMOTE_ENGINE') {
		const engine = remoteEngines.all(state).find((each) => each.id === id);
		return engine ? { engineId: engine.id, engineName: engine.name } : {};
	}
	if (type === 'REMOTE_ENGINE_CLUSTER') {
		const cluster = clusters.all(state).find((each) => each.id === id);
		return cluster ? { clusterId: cluster.id, clusterName: cluster.name } : {};
	}
	return {};
}

/** What went wrong in an execution that has ended. */
function defectsOf(execution: TaskExecution, now: number): Record<string, unknown> {
	if (now < endOfExecution(execution)) return {};
	const { errorMessage, misfired, rejected = 0 } = execution.behavior;
	if (misfired !== undefined) return { misfiredReason: misfired };
	return withoutUndefined({
		errorMessage,
		...(stateAt(execution, now).executionStatus === 'EXECUTION_REJECTED'
			? { numberOfRejectedRows: rejected }
			: {}),
	});
}

const PLAN_STATUS: Readonly<Record<string, string>> = {
	execution_successful: 'EXECUTION_SUCCESS',
	execution_failed: 'EXECUTION_FAILED',
	execution_misfired: 'EXECUTION_MISFIRED',
};

/** Undefined if the plan was deleted. */
export function planEntry({ state }: Request, execution: PlanExecution): HistoryEntry | undefined {
	const { plans, workspaces } = orchestrationOf(state);
	const plan = plans.get(execution.planId);
	if (!plan) return undefined;
	const failed = execution.steps.find((step) => step.failed);
	return {
		id: execution.id,
		name: plan.name,
		status: PLAN_STATUS[execution.end ?? ''] ?? 'STARTING_FLOW_EXECUTION',
		type: 'PLAN',
		version: '1.0',
		triggerType: 'MANUAL',
		triggerTime: execution.startedAt,
		runStartTime: execution.startedAt,
		...(execution.finishedAt === undefined
			? {}
			: {
					runEndTime: execution.finishedAt,
					executeDurationMs: execution.finishedAt - execution.startedAt,
				}),
		operator: execution.by.id,
		operatorName: execution.by.type === 'HUMAN' ? execution.by.id : '',
		operatorType: operatorType(execution.by.type),
		author: plan.author?.id ?? execution.by.id,
		authorName: '',
		authorType: operatorType(plan.author?.type ?? execution.by.type),
		environmentId: workspaces.get(plan.workspaceId)?.environmentId,
		workspaceId: plan.workspaceId,
		planId: plan.id,
		planExecutionId: execution.id,
		planName: plan.name,
		tags: [],
		...(failed ? { failedStepName: plan.steps.find(({ id }) => id === failed.id)?.name } : {}),
		...(execution.misfiredReason === undefined ? {} : { misfiredReason: execution.misfiredReason }),
		apiVersion: '2021-03',
	};
}
