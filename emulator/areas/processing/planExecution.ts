/** Executions of plans, their steps, and re-runs of those that failed. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { DAY } from '../../../nodes/shared/support/time/time';
import { created, type Handlers, ok, type Request, type ShownIn } from '../../handler';
import { itemPage } from '../../lists/replies';
import { badRequest, notFound, Refusal } from '../../refusals';
import { userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { type Plan, plans } from '../orchestration/orchestrationStore';
import { canView, isIn } from '../orchestration/places';
import {
	advancePlans,
	countsAsSuccess,
	endOfExecution,
	EXECUTION_STATUS,
	startPlan,
} from './executions';
import { checkWorkspace, hasStatus, historyOf, inHistory } from './history';
import {
	type PlanExecution,
	planExecutions,
	type StepExecution,
	taskExecutions,
} from './processingStore';
import { singleView } from './taskExecution';

/**
 * A re-run is refused if the execution is older than this. The platform calls it too old, but it is
 * not documented at which age.
 */
const RERUN_DAYS = 30;

/** The task executions of the steps that have already ended. */
const endedExecutionsOf = (state: State, steps: readonly StepExecution[], now: number) =>
	steps
		.flatMap(({ taskExecutionIds }) => taskExecutionIds.map((id) => taskExecutions.find(state, id)))
		.filter((each) => now >= endOfExecution(each));

function planView(
	request: Request,
	execution: PlanExecution,
	shownIn: ShownIn,
): Record<string, unknown> {
	const { state, clock, follows } = request;
	const now = clock.now();
	const done = endedExecutionsOf(state, execution.steps, now);
	const planned = execution.steps.reduce((sum, step) => sum + step.taskIds.length, 0);
	const status = execution.end ?? 'executing';
	return withoutUndefined({
		executionId: execution.id,
		startTimestamp: rfc3339(execution.startedAt),
		finishTimestamp: rfc3339(execution.finishedAt),
		userId: execution.by.id,
		userType: userTypeOf(execution.by.type, follows),
		planId: execution.planId,
		executionStatus: execution.end ? EXECUTION_STATUS[execution.end] : 'STARTED',
		plannedExecutableCount: planned,
		doneExecutableCount: done.length,
		...(shownIn === 'alone'
			? { doneExecutableDetails: done.map((each) => singleView(request, each)) }
			: {}),
		...(execution.misfiredReason ? { misfiredExecutionReason: execution.misfiredReason } : {}),
		status,
	});
}

function listPlanExecutions(request: Request, planId?: string) {
	const { state, clock, follows } = request;
	const filters = historyOf(request);
	const now = clock.now();
	advancePlans(state, now);
	checkWorkspace(state, filters);
	const matchingExecutions = planExecutions
		.all(state)
		.filter((execution) => planId === undefined || execution.planId === planId)
		.filter((execution) => inHistory(execution.startedAt, filters, now))
		.filter((execution) => hasStatus(execution.end ?? 'executing', filters.status, follows))
		.filter((execution) => {
			const plan = plans.recordsIn(state).get(execution.planId);
			return plan !== undefined && isIn(state, plan.workspaceId, filters) && canView(plan, request);
		})
		.sort((a, b) => b.startedAt - a.startedAt);
	return itemPage(matchingExecutions, { ...filters }, (execution) =>
		planView(request, execution, 'list'),
	);
}

function planExecutionFor(request: Request, id = request.path.planExecutionId!): PlanExecution {
	const { state, clock } = request;
	advancePlans(state, clock.now());
	const execution = planExecutions.find(state, id);
	const plan = plans.recordsIn(state).get(execution.planId);
	if (!plan || !canView(plan, request)) throw planExecutions.refusalOfMissing(id);
	return execution;
}

function stepStatus({ startedAt, finishedAt, failed }: StepExecution): string {
	if (finishedAt !== undefined) return failed ? 'EXECUTION_FAILED' : 'EXECUTION_SUCCESS';
	return startedAt === undefined ? 'UNDEFINED' : 'STARTED';
}

function stepView(stepExecution: StepExecution): Record<string, unknown> {
	const ended = stepExecution.finishedAt !== undefined;
	return withoutUndefined({
		id: stepExecution.id,
		executionId: stepExecution.executionId,
		executionStatus: stepStatus(stepExecution),
		startTimestamp: rfc3339(stepExecution.startedAt),
		...(ended ? { finishTimestamp: rfc3339(stepExecution.finishedAt!) } : {}),
	});
}

interface Start {
	executable: string;
	executionPlanId?: string;
	stepId?: string;
	rerunOnlyFailedTasks?: boolean;
}

/**
 * Where a failed execution continues: at which step, and with which of its tasks. If no step is
 * given, the whole plan runs again.
 * @throws Refusal
 */
function restartOf(request: Request, plan: Plan): { from: number; only?: string[] } {
	const { state, clock, follows } = request;
	const { executionPlanId, stepId, rerunOnlyFailedTasks } = request.body as Start;
	if (executionPlanId === undefined) return { from: 0 };
	if (stepId === undefined && follows === 'vendor')
		throw badRequest('Field stepId is required with executionPlanId');
	const old = planExecutionFor(request, executionPlanId);
	if (old.planId !== plan.id) throw badRequest('The execution does not belong to this plan');
	if (old.end !== 'execution_failed') throw new Refusal(422, 'The plan execution did not fail');
	if (clock.now() - old.startedAt > RERUN_DAYS * DAY)
		throw new Refusal(422, 'The plan execution is too old to be re-run');
	if (stepId === undefined) return { from: 0 };
	const stepExecution = old.steps.find(({ executionId }) => executionId === stepId);
	if (!stepExecution)
		throw badRequest(`Step execution ${stepId} does not belong to this plan execution`);
	const from = Math.max(
		0,
		plan.steps.findIndex(({ id }) => id === stepExecution.id),
	);
	if (!rerunOnlyFailedTasks) return { from };
	const failed = stepExecution.taskExecutionIds
		.map((id) => taskExecutions.find(state, id))
		.filter((each) => !countsAsSuccess(each));
	return { from, only: failed.map(({ taskId }) => taskId) };
}

export const planExecutionHandlers: Handlers = {
	'POST /processing/executions/plans': (request) => {
		const { state, clock, caller } = request;
		const plan = plans.find(state, (request.body as Start).executable);
		if (!canView(plan, request)) throw plans.refusalOfMissing(plan.id);
		if (plan.paused) throw new Refusal(405, 'The plan is paused');
		if (!plan.configured) throw new Refusal(501, 'The plan has no run configuration');
		const start = { by: caller, ...restartOf(request, plan) };
		return created({ executionId: startPlan(state, plan, clock.now(), start).id });
	},
	'GET /processing/executables/plans/executions': (request) => listPlanExecutions(request),
	'GET /processing/executables/plans/{planId}/executions': (request) =>
		listPlanExecutions(request, plans.find(request.state, request.path.planId!).id),
	'GET /processing/executions/plans/{planExecutionId}': (request) => {
		const execution = planExecutionFor(request);
		return ok(planView(request, execution, 'alone'));
	},
	'GET /processing/executions/plans/{planExecutionId}/steps': (request) =>
		ok(planExecutionFor(request).steps.map(stepView)),
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}': (request) => {
		const { state, clock, path } = request;
		const execution = planExecutionFor(request, path.planExecutionId);
		const stepExecution = execution.steps.find(
			({ executionId }) => executionId === path.stepExecutionId,
		);
		if (!stepExecution) throw notFound(`Step execution ${path.stepExecutionId} was not found`);
		const done = endedExecutionsOf(state, [stepExecution], clock.now());
		return ok({
			...stepView(stepExecution),
			plannedExecutableCount: stepExecution.taskIds.length,
			doneExecutableCount: done.length,
			doneTaskExecutableDetails: done.map((each) => singleView(request, each)),
		});
	},
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}/error-handler': (
		request,
	) => {
		const { state, clock, path } = request;
		const { handler } =
			planExecutionFor(request, path.planExecutionId).steps.find(
				({ executionId }) => executionId === path.stepExecutionId,
			) ?? {};
		if (!handler)
			throw notFound(
				`Step execution ${path.stepExecutionId} has no error handler that was executed`,
			);
		const stepTasks = handler.taskExecutionIds.map((id) => taskExecutions.find(state, id));
		const done = stepTasks.filter((each) => clock.now() >= endOfExecution(each));
		const ended = done.length === stepTasks.length;
		const endStatus = done.every(countsAsSuccess) ? 'EXECUTION_SUCCESS' : 'EXECUTION_FAILED';
		return ok({
			executionId: handler.executionId,
			startTimestamp: rfc3339(handler.startedAt),
			...(ended ? { finishTimestamp: rfc3339(Math.max(...stepTasks.map(endOfExecution))) } : {}),
			executionStatus: ended ? endStatus : 'STARTED',
			plannedExecutableCount: stepTasks.length,
			doneExecutableCount: done.length,
			doneTaskExecutableDetails: done.map((each) => ({
				...singleView(request, each),
				userType: each.by.type === 'HUMAN' ? 'HUMAN' : 'SERVICE',
				environmentVersion: '1.3',
			})),
			donePlanExecutableDetails: [],
		});
	},
};
