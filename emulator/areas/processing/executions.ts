/** Executions, driven by time. */
import { MINUTE } from '../../../nodes/shared/support/time/time';
import type { State } from '../../state/state';
import { type Plan, plans, type Task, tasks } from '../orchestration/orchestrationStore';
import {
	type PlanExecution,
	planExecutions,
	settingsOf,
	type StepExecution,
	type TaskExecution,
	taskExecutions,
	taskStarted,
} from './processingStore';

/**
 * When an execution ends, on its own, by its timeout or from outside; Infinity for a service that
 * nothing ends.
 */
export function endOfExecution(execution: TaskExecution): number {
	const { triggeredAt, behavior, timeoutMinutes, terminatedAt } = execution;
	const own = triggeredAt + behavior.dispatchMs + behavior.durationMs;
	const timeout =
		timeoutMinutes === undefined
			? Infinity
			: triggeredAt + behavior.dispatchMs + timeoutMinutes * MINUTE;
	return Math.min(own, timeout, terminatedAt ?? Infinity);
}

/** The final `status`. */
export function endStatus(execution: TaskExecution): string {
	const end = endOfExecution(execution);
	if (execution.terminatedAt !== undefined && end === execution.terminatedAt)
		return execution.terminatedAs ?? 'terminated';
	const plannedEnd =
		execution.triggeredAt + execution.behavior.dispatchMs + execution.behavior.durationMs;
	return end < plannedEnd ? 'terminated_timeout' : execution.behavior.end;
}

/** Whether it ended with its work done, rejected rows or not. */
export const countsAsSuccess = (execution: TaskExecution): boolean =>
	['execution_successful', 'execution_rejected'].includes(endStatus(execution)) &&
	execution.behavior.misfired === undefined;

export const EXECUTION_STATUS: Record<string, string> = {
	execution_successful: 'EXECUTION_SUCCESS',
	execution_rejected: 'EXECUTION_REJECTED',
	execution_failed: 'EXECUTION_FAILED',
	deploy_failed: 'DEPLOY_FAILED',
	terminated: 'EXECUTION_TERMINATED',
	terminated_timeout: 'EXECUTION_TERMINATED_TIMEOUT',
	terminated_shutdown: 'EXECUTION_TERMINATED_SHUTDOWN',
	execution_misfired: 'EXECUTION_MISFIRED',
};

/** The state of an execution at a time. */
export function stateAt(
	execution: TaskExecution,
	now: number,
): { status: string; executionStatus: string } {
	const { triggeredAt, behavior } = execution;
	if (now >= endOfExecution(execution)) {
		const status = endStatus(execution);
		return { status, executionStatus: EXECUTION_STATUS[status] ?? status.toUpperCase() };
	}
	if (now < triggeredAt + behavior.dispatchMs / 2)
		return { status: 'dispatching', executionStatus: 'EXECUTION_EVENT_RECEIVED' };
	if (now < triggeredAt + behavior.dispatchMs)
		return { status: 'dispatching', executionStatus: 'DISPATCHING_FLOW' };
	return { status: 'executing', executionStatus: 'STARTING_FLOW_EXECUTION' };
}

/** Starts a task as the platform does for each way of triggering it. */
export function startTask(
	state: State,
	task: Task,
	now: number,
	more: Pick<TaskExecution, 'type' | 'by'> & Partial<TaskExecution>,
): TaskExecution {
	const { starts } = settingsOf(state);
	const started = starts.get(task.id) ?? 0;
	starts.set(task.id, started + 1);
	const execution = taskExecutions.add(state, {
		taskId: task.id,
		behavior: task.behaviors[Math.min(started, task.behaviors.length - 1)]!,
		triggeredAt: now,
		parameters: {},
		logLevel: 'WARN',
		...more,
		timeoutMinutes: more.timeoutMinutes ?? task.runConfiguration?.timeout,
	});
	taskStarted.emit(state, execution);
	return execution;
}

interface PlanStart {
	by: PlanExecution['by'];
	/** The step to begin with, from 0. */
	from?: number;
	/** The tasks of that step to run; all when absent. */
	only?: string[];
}

/** Starts a plan, or continues it. */
export function startPlan(
	state: State,
	plan: Plan,
	now: number,
	{ by, from = 0, only }: PlanStart,
): PlanExecution {
	const execution = planExecutions.add(state, {
		planId: plan.id,
		startedAt: now,
		by,
		steps: plan.steps.slice(from).map(({ id, taskIds }, index) => ({
			id,
			executionId: state.uuid(),
			taskIds: index === 0 && only ? only : taskIds,
			taskExecutionIds: [],
		})),
	});
	advancePlan(state, execution, now);
	return execution;
}

export function advancePlans(state: State, now: number): void {
	for (const execution of planExecutions.all(state)) advancePlan(state, execution, now);
}

/**
 * Moves a plan execution on to `now`: each step starts when the one before ended as its condition
 * wants.
 */
function advancePlan(state: State, execution: PlanExecution, now: number): void {
	const plan = plans.recordsIn(state).get(execution.planId);
	let at = execution.startedAt;
	for (const stepExecution of execution.steps) {
		if (execution.end !== undefined || !plan) return;
		const step = plan.steps.find(({ id }) => id === stepExecution.id);
		if (!step) continue;
		if (stepExecution.startedAt === undefined) beginStep(state, execution, stepExecution, at);
		const stepTasks = stepExecution.taskExecutionIds.map((id) => taskExecutions.find(state, id));
		const end = Math.max(stepExecution.startedAt ?? at, ...stepTasks.map(endOfExecution));
		if (now < end) return;
		stepExecution.finishedAt = end;
		at = end;
		const proceeds = proceedsAfter(step, stepTasks);
		stepExecution.failed = !proceeds && stepTasks.length > 0;
		if (!proceeds) {
			execution.end = 'execution_failed';
			execution.finishedAt = end;
			runHandler(state, execution, stepExecution, step.handlerOnFailure?.taskIds ?? []);
			return;
		}
	}
	execution.end ??= 'execution_successful';
	execution.finishedAt ??= at;
}

/** Whether the next step follows, by how the tasks of a step have ended. */
function proceedsAfter({ condition }: Plan['steps'][number], stepTasks: TaskExecution[]): boolean {
	const good = stepTasks.filter(countsAsSuccess).length;
	if (condition === 'ALWAYS_PROCEED_ON') return true;
	return condition === 'ALL_SUCCEEDED' ? good === stepTasks.length : good > 0;
}

/**
 * Starts tasks as part of a plan.
 * @returns the IDs of their executions
 */
const startTasks = (
	state: State,
	{ by, id: planExecutionId }: PlanExecution,
	taskIds: readonly string[],
	at: number,
): string[] =>
	taskIds.flatMap((id) => {
		const task = tasks.recordsIn(state).get(id);
		return task ? [startTask(state, task, at, { type: 'PLAN', by, planExecutionId }).id] : [];
	});

function beginStep(
	state: State,
	execution: PlanExecution,
	stepExecution: StepExecution,
	at: number,
): void {
	stepExecution.startedAt = at;
	stepExecution.taskExecutionIds.push(...startTasks(state, execution, stepExecution.taskIds, at));
}

/** Starts what is to run when a step failed. */
function runHandler(
	state: State,
	execution: PlanExecution,
	stepExecution: StepExecution,
	taskIds: readonly string[],
): void {
	if (taskIds.length === 0) return;
	const startedAt = stepExecution.finishedAt!;
	const started = startTasks(state, execution, taskIds, startedAt);
	stepExecution.handler = { executionId: state.uuid(), startedAt, taskExecutionIds: started };
}
