/** Executions, driven by time. */
import type { State } from '../../state';
import { plans, tasks, type Plan, type Task } from '../orchestration/records';
import {
	planExecutions,
	settingsOf,
	taskExecutions,
	taskStarted,
	type PlanExecution,
	type StepRun,
	type TaskExecution,
} from './records';

/** When an execution ends, on its own, by its timeout or from outside; Infinity for a service. */
export function endOf(execution: TaskExecution): number {
	const { triggeredAt, behaviour, timeoutMinutes, terminatedAt } = execution;
	const own = triggeredAt + behaviour.dispatchMs + behaviour.durationMs;
	const timeout =
		timeoutMinutes === undefined
			? Infinity
			: triggeredAt + behaviour.dispatchMs + timeoutMinutes * 60_000;
	return Math.min(own, timeout, terminatedAt ?? Infinity);
}

/** The final `status` and the reason of the end. */
export function endStatus(execution: TaskExecution): string {
	const end = endOf(execution);
	if (execution.terminatedAt !== undefined && end === execution.terminatedAt)
		return execution.terminatedAs ?? 'terminated';
	const own =
		execution.triggeredAt + execution.behaviour.dispatchMs + execution.behaviour.durationMs;
	return end < own ? 'terminated_timeout' : execution.behaviour.end;
}

/** Whether it ended with its work done, rejected rows or not. */
export const countsAsSuccess = (execution: TaskExecution): boolean =>
	['execution_successful', 'execution_rejected'].includes(endStatus(execution)) &&
	execution.behaviour.misfired === undefined;

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

/** The states that an execution goes through. */
export function stateAt(
	execution: TaskExecution,
	now: number,
): { status: string; executionStatus: string } {
	const { triggeredAt, behaviour } = execution;
	if (now >= endOf(execution)) {
		const status = endStatus(execution);
		return { status, executionStatus: EXECUTION_STATUS[status] ?? status.toUpperCase() };
	}
	if (now < triggeredAt + behaviour.dispatchMs / 2)
		return { status: 'dispatching', executionStatus: 'EXECUTION_EVENT_RECEIVED' };
	if (now < triggeredAt + behaviour.dispatchMs)
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
		behaviour: task.behaviours[Math.min(started, task.behaviours.length - 1)]!,
		triggeredAt: now,
		parameters: {},
		logLevel: 'WARN',
		...more,
		timeoutMinutes: more.timeoutMinutes ?? task.runConfig?.timeout,
	});
	taskStarted.emit(state, execution);
	return execution;
}

/**
 * Starts a plan, or continues it.
 * @param start.from the step to begin with
 * @param start.only the tasks of that step to run; all when absent
 */
export function startPlan(
	state: State,
	plan: Plan,
	now: number,
	{ by, from = 0, only }: { by: PlanExecution['by']; from?: number; only?: string[] },
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

/** Moves a plan execution on to `now`: each step starts when the one before ended as its condition wants. */
function advancePlan(state: State, execution: PlanExecution, now: number): void {
	const plan = plans.in(state).get(execution.planId);
	let at = execution.startedAt;
	for (const run of execution.steps) {
		if (execution.end !== undefined || !plan) return;
		const step = plan.steps.find(({ id }) => id === run.id);
		if (!step) continue;
		if (run.startedAt === undefined) {
			run.startedAt = at;
			for (const taskId of run.taskIds) {
				const task = tasks.in(state).get(taskId);
				if (task)
					run.taskExecutionIds.push(
						startTask(state, task, at, {
							type: 'PLAN',
							by: execution.by,
							planExecutionId: execution.id,
						}).id,
					);
			}
		}
		const runs = run.taskExecutionIds.map((id) => taskExecutions.find(state, id));
		const end = Math.max(run.startedAt, ...runs.map(endOf));
		if (now < end) return;
		run.finishedAt = end;
		at = end;
		const good = runs.filter(countsAsSuccess).length;
		const proceeds =
			step.condition === 'ALWAYS_PROCEED_ON' ||
			(step.condition === 'ALL_SUCCEEDED' ? good === runs.length : good > 0);
		run.failed = good < runs.length && step.condition !== 'ALWAYS_PROCEED_ON' ? !proceeds : false;
		if (!proceeds) {
			execution.end = 'execution_failed';
			execution.finishedAt = end;
			runHandler(state, execution, run, step.handlerOnFailure?.taskIds ?? []);
			return;
		}
	}
	execution.end ??= 'execution_successful';
	execution.finishedAt ??= at;
}

/** Starts what is to run when a step failed. */
function runHandler(
	state: State,
	execution: PlanExecution,
	run: StepRun,
	taskIds: readonly string[],
): void {
	if (taskIds.length === 0) return;
	const startedAt = run.finishedAt!;
	const started = taskIds.flatMap((id) => {
		const task = tasks.in(state).get(id);
		return task
			? [
					startTask(state, task, startedAt, {
						type: 'PLAN',
						by: execution.by,
						planExecutionId: execution.id,
					}).id,
				]
			: [];
	});
	run.handler = { executionId: state.uuid(), startedAt, taskExecutionIds: started };
}
