/** Executions of tasks and plans, run profiles, the runtime of cloud engines (document B). */
import { didItsWork, outcomeOf } from '../../../nodes/shared/flows/outcome';
import { rfc3339 } from '../../clock';
import type { Caller } from '../../identity';
import { badRequest, notFound, Refusal } from '../../refusals';
import { pageOf, type State } from '../../state';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { inPlace, maySee, orchestrationOf, type Behaviour, type Plan, type Task } from '../orchestration/records';

export interface TaskExecution {
	id: string;
	taskId: string;
	behaviour: Behaviour;
	triggeredAt: number;
	type: 'MANUAL' | 'SCHEDULED' | 'WEBHOOK' | 'PLAN';
	by: Pick<Caller, 'id' | 'type'>;
	parameters: Record<string, string>;
	timeoutMinutes?: number;
	logLevel: string;
	/** Stopped from outside at this time. */
	terminatedAt?: number;
	planExecutionId?: string;
	logsDeleted?: boolean;
}

export interface StepRun {
	/** Id of the step in the plan's design. */
	id: string;
	executionId: string;
	/** The tasks of the step, or of a re-run only those that failed. */
	taskIds: string[];
	startedAt?: number;
	finishedAt?: number;
	taskExecutionIds: string[];
	failed?: boolean;
}

export interface PlanExecution {
	id: string;
	planId: string;
	startedAt: number;
	finishedAt?: number;
	/** Final `status`. */
	end?: string;
	misfiredReason?: string;
	by: Pick<Caller, 'id' | 'type'>;
	steps: StepRun[];
}

export interface RunProfile {
	id: string;
	name: string;
	description?: string;
	processorType: string;
	type: string;
	jvmArguments: string[];
	scopeId?: string;
	runtimeId?: string;
	createdAt: number;
	updatedAt?: number;
	/** Tasks that run with it. */
	taskIds: string[];
}

interface Processing {
	tasks: Map<string, TaskExecution>;
	plans: Map<string, PlanExecution>;
	profiles: Map<string, RunProfile>;
	jobJvmRollback: boolean;
	/** How often each task was started, to go through its behaviours. */
	starts: Map<string, number>;
}

export const processingOf = (state: State): Processing =>
	state.room('processing', () => ({
		tasks: new Map(),
		plans: new Map(),
		profiles: new Map(),
		jobJvmRollback: false,
		starts: new Map(),
	}));

const DAY = 86_400_000;
/** A re-run is refused when the execution is older (vendor-facts: "too old"; the age is not told). */
const RERUN_DAYS = 30;

// ---------------------------------------------------------------------------------------------
// Task executions

/** When an execution ends by itself, by its timeout or from outside; Infinity for a service. */
export function endOf(execution: TaskExecution): number {
	const { triggeredAt, behaviour, timeoutMinutes, terminatedAt } = execution;
	const own = triggeredAt + behaviour.dispatchMs + behaviour.durationMs;
	const timeout = timeoutMinutes === undefined ? Infinity : triggeredAt + behaviour.dispatchMs + timeoutMinutes * 60_000;
	return Math.min(own, timeout, terminatedAt ?? Infinity);
}

/** The final `status` and the reason of the end. */
function endStatus(execution: TaskExecution): string {
	const end = endOf(execution);
	if (execution.terminatedAt !== undefined && end === execution.terminatedAt) return 'terminated';
	const own = execution.triggeredAt + execution.behaviour.dispatchMs + execution.behaviour.durationMs;
	return end < own ? 'terminated_timeout' : execution.behaviour.end;
}

const EXECUTION_STATUS: Record<string, string> = {
	execution_successful: 'EXECUTION_SUCCESS',
	execution_rejected: 'EXECUTION_REJECTED',
	execution_failed: 'EXECUTION_FAILED',
	deploy_failed: 'DEPLOY_FAILED',
	terminated: 'EXECUTION_TERMINATED',
	terminated_timeout: 'EXECUTION_TERMINATED_TIMEOUT',
	terminated_shutdown: 'EXECUTION_TERMINATED_SHUTDOWN',
	execution_misfired: 'EXECUTION_MISFIRED',
};

/** The states that an execution goes through (vendor-facts, "Executions"). */
export function stateAt(execution: TaskExecution, now: number): { status: string; executionStatus: string } {
	const { triggeredAt, behaviour } = execution;
	if (now >= endOf(execution)) {
		const status = endStatus(execution);
		return { status, executionStatus: EXECUTION_STATUS[status] ?? status.toUpperCase() };
	}
	if (now < triggeredAt + behaviour.dispatchMs / 2) return { status: 'dispatching', executionStatus: 'EXECUTION_EVENT_RECEIVED' };
	if (now < triggeredAt + behaviour.dispatchMs) return { status: 'dispatching', executionStatus: 'DISPATCHING_FLOW' };
	return { status: 'executing', executionStatus: 'STARTING_FLOW_EXECUTION' };
}

const DESTINATIONS: Record<string, string> = { PIPELINE_ENGINE: 'ELASTIC_ENGINE' };

/** What list and single read have in common. */
function executionView(state: State, execution: TaskExecution, now: number): Record<string, unknown> {
	const task = orchestrationOf(state).tasks.get(execution.taskId);
	const { behaviour, triggeredAt } = execution;
	const { status, executionStatus } = stateAt(execution, now);
	const ended = now >= endOf(execution);
	const failed = ended && (status === 'execution_failed' || status === 'deploy_failed');
	return {
		executionId: execution.id,
		startTimestamp: rfc3339(Math.min(triggeredAt + behaviour.dispatchMs, Math.max(now, triggeredAt))),
		triggerTimestamp: rfc3339(triggeredAt),
		...(ended ? { finishTimestamp: rfc3339(endOf(execution)) } : {}),
		userId: execution.by.id,
		userType: execution.by.type,
		environmentVersion: '1.0',
		executionStatus,
		executionType: execution.type,
		executionDestination: DESTINATIONS[task?.runtimeType ?? ''] ?? task?.runtimeType ?? 'CLOUD',
		...(ended && behaviour.rows !== undefined ? { numberOfProcessedRows: behaviour.rows } : {}),
		...(ended && behaviour.rejected !== undefined ? { numberOfRejectedRows: behaviour.rejected } : {}),
		accountId: state.accountId,
		workspaceId: task?.workspaceId ?? '',
		...(execution.planExecutionId ? { planId: execution.planExecutionId } : {}),
		...(failed ? { errorType: behaviour.errorType ?? 'EXECUTION_FAILED', errorMessage: behaviour.errorMessage ?? 'The job ended with an exception' } : {}),
		...(execution.timeoutMinutes === undefined ? {} : { timeout: execution.timeoutMinutes }),
		status,
	};
}

/** The single read carries jobId and jobVersion; list items carry taskId and taskVersion (vendor-facts). */
const singleView = (state: State, execution: TaskExecution, now: number) => ({
	...executionView(state, execution, now),
	jobId: execution.taskId,
	jobVersion: orchestrationOf(state).tasks.get(execution.taskId)?.version ?? '1.0.0',
});

const listView = (state: State, execution: TaskExecution, now: number) => ({
	...singleView(state, execution, now),
	taskId: execution.taskId,
	taskVersion: orchestrationOf(state).tasks.get(execution.taskId)?.version ?? '1.0.0',
	runtime: { type: orchestrationOf(state).tasks.get(execution.taskId)?.runtimeType },
});

/** Starts a task as the platform does for each way of triggering it. */
export function startTask(
	state: State,
	task: Task,
	now: number,
	more: Pick<TaskExecution, 'type' | 'by'> & Partial<TaskExecution>,
): TaskExecution {
	const room = processingOf(state);
	const started = room.starts.get(task.id) ?? 0;
	room.starts.set(task.id, started + 1);
	const execution: TaskExecution = {
		id: state.uuid(),
		taskId: task.id,
		behaviour: task.behaviours[Math.min(started, task.behaviours.length - 1)]!,
		triggeredAt: now,
		parameters: {},
		logLevel: 'WARN',
		...more,
		timeoutMinutes: more.timeoutMinutes ?? task.runConfig?.timeout,
	};
	room.tasks.set(execution.id, execution);
	return execution;
}

interface History {
	from?: number;
	to?: number;
	lastDays?: number;
	status?: string;
	limit?: number;
	offset?: number;
	tags?: string[];
	environmentId?: string;
	workspaceId?: string;
}

/** The window filters on the trigger time only (vendor-facts). */
function inHistory(time: number, filters: History, now: number): boolean {
	const from = filters.from ?? (filters.to === undefined ? now - (filters.lastDays ?? 60) * DAY : filters.to - 60 * DAY);
	const earliest = filters.lastDays === undefined ? from : Math.max(from, now - filters.lastDays * DAY);
	return time >= earliest && time <= (filters.to ?? now);
}

/** A workspace must belong to the environment when both are given (document B, "Task executions"). */
function checkPlace(state: State, { environmentId, workspaceId }: History): void {
	if (environmentId === undefined || workspaceId === undefined) return;
	if (orchestrationOf(state).workspaces.get(workspaceId)?.environmentId !== environmentId)
		throw badRequest('The workspace does not belong to the environment');
}

function listExecutions({ state, clock, caller }: Request, filters: History, taskId?: string) {
	advancePlans(state, clock.now());
	checkPlace(state, filters);
	const now = clock.now();
	const { tasks, workspaces } = orchestrationOf(state);
	const found = [...processingOf(state).tasks.values()]
		.filter((execution) => taskId === undefined || execution.taskId === taskId)
		.filter((execution) => inHistory(execution.triggeredAt, filters, now))
		.filter((execution) => filters.status === undefined || stateAt(execution, now).status === filters.status)
		.filter((execution) => {
			const task = tasks.get(execution.taskId);
			return (
				task !== undefined &&
				inPlace(state, task.workspaceId, filters as Record<string, unknown>) &&
				(filters.tags ?? []).every((tag) => task.tags.includes(tag)) &&
				maySee(caller, workspaces.get(task.workspaceId)!)
			);
		})
		.sort((a, b) => b.triggeredAt - a.triggeredAt);
	const page = pageOf(found, filters.limit, filters.offset);
	return ok({ ...page, items: page.items.map((execution) => listView(state, execution, now)) });
}

/** The execution, if the caller may see it. @throws Refusal 404 */
export function executionFor({ state, caller, clock }: Request, id: string): TaskExecution {
	advancePlans(state, clock.now());
	const execution = processingOf(state).tasks.get(id);
	const task = execution && orchestrationOf(state).tasks.get(execution.taskId);
	if (!execution || !task || !maySee(caller, orchestrationOf(state).workspaces.get(task.workspaceId)!))
		throw notFound(`Execution ${id} was not found`);
	return execution;
}

// ---------------------------------------------------------------------------------------------
// Plan executions

/**
 * @param from the step to begin with
 * @param only the tasks of that step to run; all when absent
 */
export function startPlan(state: State, plan: Plan, now: number, by: PlanExecution['by'], from = 0, only?: string[]): PlanExecution {
	const execution: PlanExecution = {
		id: state.uuid(),
		planId: plan.id,
		startedAt: now,
		by,
		steps: plan.steps.slice(from).map(({ id, taskIds }, index) => ({
			id,
			executionId: state.uuid(),
			taskIds: index === 0 && only ? only : taskIds,
			taskExecutionIds: [],
		})),
	};
	processingOf(state).plans.set(execution.id, execution);
	advancePlan(state, execution, now);
	return execution;
}

export function advancePlans(state: State, now: number): void {
	for (const execution of processingOf(state).plans.values()) advancePlan(state, execution, now);
}

/** Moves a plan execution on to `now`: each step starts when the one before ended as its condition wants. */
function advancePlan(state: State, execution: PlanExecution, now: number): void {
	const plan = orchestrationOf(state).plans.get(execution.planId);
	let at = execution.startedAt;
	for (const run of execution.steps) {
		if (execution.end !== undefined || !plan) return;
		const step = plan.steps.find(({ id }) => id === run.id);
		if (!step) continue;
		if (run.startedAt === undefined) {
			run.startedAt = at;
			for (const taskId of run.taskIds) {
				const task = orchestrationOf(state).tasks.get(taskId);
				if (task)
					run.taskExecutionIds.push(
						startTask(state, task, at, { type: 'PLAN', by: execution.by, planExecutionId: execution.id }).id,
					);
			}
		}
		const runs = run.taskExecutionIds.map((id) => processingOf(state).tasks.get(id)!);
		const end = Math.max(run.startedAt, ...runs.map(endOf));
		if (now < end) return;
		run.finishedAt = end;
		at = end;
		const good = runs.filter((each) => didItsWork(outcomeOf({ status: endStatus(each) })!)).length;
		const proceeds =
			step.condition === 'ALWAYS_PROCEED_ON' ||
			(step.condition === 'ALL_SUCCEEDED' ? good === runs.length : good > 0);
		run.failed = good < runs.length && step.condition !== 'ALWAYS_PROCEED_ON' ? !proceeds : false;
		if (!proceeds) {
			execution.end = 'execution_failed';
			execution.finishedAt = end;
			return;
		}
	}
	execution.end ??= 'execution_successful';
	execution.finishedAt ??= at;
}

function planView(state: State, execution: PlanExecution, now: number, single: boolean): Record<string, unknown> {
	const taskIds = execution.steps.flatMap(({ taskExecutionIds }) => taskExecutionIds);
	const done = taskIds.map((id) => processingOf(state).tasks.get(id)!).filter((each) => now >= endOf(each));
	const planned = execution.steps.reduce((sum, step) => sum + step.taskIds.length, 0);
	const status = execution.end ?? 'executing';
	return {
		executionId: execution.id,
		startTimestamp: rfc3339(execution.startedAt),
		...(execution.finishedAt === undefined ? {} : { finishTimestamp: rfc3339(execution.finishedAt) }),
		userId: execution.by.id,
		userType: execution.by.type,
		planId: execution.planId,
		executionStatus: execution.end ? EXECUTION_STATUS[execution.end] : 'STARTED',
		plannedExecutableCount: planned,
		doneExecutableCount: done.length,
		...(single ? { doneExecutableDetails: done.map((each) => singleView(state, each, now)) } : {}),
		...(execution.misfiredReason ? { misfiredExecutionReason: execution.misfiredReason } : {}),
		status,
	};
}

function listPlanExecutions({ state, clock, caller }: Request, filters: History, planId?: string) {
	const now = clock.now();
	advancePlans(state, now);
	checkPlace(state, filters);
	const { plans, workspaces } = orchestrationOf(state);
	const found = [...processingOf(state).plans.values()]
		.filter((execution) => planId === undefined || execution.planId === planId)
		.filter((execution) => inHistory(execution.startedAt, filters, now))
		.filter((execution) => filters.status === undefined || (execution.end ?? 'executing') === filters.status)
		.filter((execution) => {
			const plan = plans.get(execution.planId);
			return (
				plan !== undefined &&
				inPlace(state, plan.workspaceId, filters as Record<string, unknown>) &&
				maySee(caller, workspaces.get(plan.workspaceId)!)
			);
		})
		.sort((a, b) => b.startedAt - a.startedAt);
	const page = pageOf(found, filters.limit, filters.offset);
	return ok({ ...page, items: page.items.map((execution) => planView(state, execution, now, false)) });
}

function planExecutionFor({ state, caller, clock }: Request, id: string): PlanExecution {
	advancePlans(state, clock.now());
	const execution = processingOf(state).plans.get(id);
	const plan = execution && orchestrationOf(state).plans.get(execution.planId);
	if (!execution || !plan || !maySee(caller, orchestrationOf(state).workspaces.get(plan.workspaceId)!))
		throw notFound(`Plan execution ${id} was not found`);
	return execution;
}

function stepView(run: StepRun): Record<string, unknown> {
	const ended = run.finishedAt !== undefined;
	return {
		id: run.id,
		executionId: run.executionId,
		executionStatus: ended ? (run.failed ? 'EXECUTION_FAILED' : 'EXECUTION_SUCCESS') : run.startedAt === undefined ? 'UNDEFINED' : 'STARTED',
		...(run.startedAt === undefined ? {} : { startTimestamp: rfc3339(run.startedAt) }),
		...(ended ? { finishTimestamp: rfc3339(run.finishedAt!) } : {}),
	};
}

// ---------------------------------------------------------------------------------------------
// Run profiles

function profileView(profile: RunProfile) {
	return {
		id: profile.id,
		name: profile.name,
		scopeId: profile.scopeId ?? profile.runtimeId ?? '',
		runProfileType: profile.type,
		processorId: profile.runtimeId ?? profile.scopeId ?? '',
		processorType: profile.processorType,
		...(profile.description ? { description: profile.description } : {}),
		createDate: rfc3339(profile.createdAt),
		...(profile.updatedAt === undefined ? {} : { updateDate: rfc3339(profile.updatedAt) }),
		jvmArguments: profile.jvmArguments,
		...(profile.runtimeId ? { runtimeId: profile.runtimeId } : {}),
		type: profile.type,
	};
}

function baseProfileView(profile: RunProfile) {
	const { id, name, description, scopeId, runProfileType, processorType, processorId, createDate, updateDate } = profileView(profile);
	return { id, name, description, scopeId, runProfileType, processorType, processorId, creationDate: createDate, updateDate };
}

function profileFor(state: State, id: string): RunProfile {
	const profile = processingOf(state).profiles.get(id);
	if (!profile) throw notFound(`Run profile ${id} was not found`);
	return profile;
}

/** Deletes a profile; tasks that use it need another one to move to. */
function deleteProfile(state: State, id: string, replacementId: unknown) {
	const profile = profileFor(state, id);
	if (replacementId !== undefined) {
		const replacement = profileFor(state, String(replacementId));
		if (replacement.id === profile.id) throw badRequest('A run profile cannot replace itself');
		replacement.taskIds.push(...profile.taskIds);
	} else if (profile.taskIds.length > 0) {
		throw new Refusal(406, `Run profile ${id} is used by ${profile.taskIds.length} tasks`);
	}
	processingOf(state).profiles.delete(id);
	return noContent();
}

// ---------------------------------------------------------------------------------------------

type Body = Record<string, unknown>;

export const processing: Handlers = {
	'GET /processing/executables/tasks/executions': (request) => listExecutions(request, request.query as History),
	'POST /processing/executables/tasks/executions': (request) => listExecutions(request, request.body as History),
	'GET /processing/executables/tasks/{taskId}/executions': (request) => {
		if (!orchestrationOf(request.state).tasks.has(request.path.taskId!)) throw notFound(`Task ${request.path.taskId} was not found`);
		return listExecutions(request, request.query as History, request.path.taskId);
	},
	'POST /processing/executions': (request) => {
		const { state, clock, caller } = request;
		const { executable, parameters, logLevel, timeout } = request.body as Body;
		const { tasks, workspaces } = orchestrationOf(state);
		const task = tasks.get(String(executable));
		if (!task || !maySee(caller, workspaces.get(task.workspaceId)!)) throw notFound(`Task ${String(executable)} was not found`);
		if (task.paused) throw new Refusal(405, 'The task is paused');
		if (!task.configured) throw new Refusal(501, 'The task has no run configuration');
		const execution = startTask(state, task, clock.now(), {
			type: 'MANUAL',
			by: caller,
			parameters: (parameters ?? {}) as Record<string, string>,
			logLevel: (logLevel as string | undefined) ?? 'WARN',
			timeoutMinutes: timeout as number | undefined,
		});
		return created({ executionId: execution.id });
	},
	'GET /processing/executions/{executionId}': (request) => {
		const execution = executionFor(request, request.path.executionId!);
		return ok(singleView(request.state, execution, request.clock.now()));
	},
	'DELETE /processing/executions/{executionId}': (request) => {
		const execution = executionFor(request, request.path.executionId!);
		if (request.clock.now() < endOf(execution)) execution.terminatedAt = request.clock.now();
		// Answers text: asking for JSON only gets 406 (vendor-facts).
		const accept = request.headers.accept ?? '*/*';
		if (!/text\/plain|\*\/\*|text\/\*/.test(accept)) throw new Refusal(406, 'Not acceptable');
		return noContent();
	},
	'POST /processing/executions/plans': (request) => {
		const { state, clock, caller } = request;
		const { executable, executionPlanId, stepId, rerunOnlyFailedTasks } = request.body as Record<string, string | undefined> & { rerunOnlyFailedTasks?: boolean };
		const { plans, workspaces } = orchestrationOf(state);
		const plan = plans.get(executable!);
		if (!plan || !maySee(caller, workspaces.get(plan.workspaceId)!)) throw notFound(`Plan ${executable} was not found`);
		if (plan.paused) throw new Refusal(405, 'The plan is paused');
		if (!plan.configured) throw new Refusal(501, 'The plan has no run configuration');
		let from = 0;
		let only: string[] | undefined;
		if (executionPlanId !== undefined) {
			const old = planExecutionFor(request, executionPlanId);
			if (old.planId !== plan.id) throw badRequest('The execution is not one of this plan');
			if (old.end !== 'execution_failed') throw new Refusal(422, 'The plan execution did not fail');
			if (clock.now() - old.startedAt > RERUN_DAYS * DAY) throw new Refusal(422, 'The plan execution is too old to be re-run');
			if (stepId !== undefined) {
				const run = old.steps.find(({ executionId }) => executionId === stepId);
				if (!run) throw badRequest(`Step execution ${stepId} is not one of this plan execution`);
				from = plan.steps.findIndex(({ id }) => id === run.id);
				if (rerunOnlyFailedTasks)
					only = run.taskExecutionIds
						.map((id) => processingOf(state).tasks.get(id)!)
						.filter((each) => !didItsWork(outcomeOf({ status: endStatus(each) })!))
						.map(({ taskId }) => taskId);
			}
		}
		return created({ executionId: startPlan(state, plan, clock.now(), caller, Math.max(0, from), only).id });
	},
	'GET /processing/executables/plans/executions': (request) => listPlanExecutions(request, request.query as History),
	'GET /processing/executables/plans/{planId}/executions': (request) => {
		if (!orchestrationOf(request.state).plans.has(request.path.planId!)) throw notFound(`Plan ${request.path.planId} was not found`);
		return listPlanExecutions(request, request.query as History, request.path.planId);
	},
	'GET /processing/executions/plans/{planExecutionId}': (request) => {
		const execution = planExecutionFor(request, request.path.planExecutionId!);
		return ok(planView(request.state, execution, request.clock.now(), true));
	},
	'GET /processing/executions/plans/{planExecutionId}/steps': (request) =>
		ok(planExecutionFor(request, request.path.planExecutionId!).steps.map(stepView)),
	'GET /processing/executions/plans/{planExecutionId}/steps/{stepExecutionId}': (request) => {
		const { state, clock, path } = request;
		const execution = planExecutionFor(request, path.planExecutionId!);
		const run = execution.steps.find(({ executionId }) => executionId === path.stepExecutionId);
		if (!run) throw notFound(`Step execution ${path.stepExecutionId} was not found`);
		const done = run.taskExecutionIds.map((id) => processingOf(state).tasks.get(id)!).filter((each) => clock.now() >= endOf(each));
		return ok({
			...stepView(run),
			plannedExecutableCount: run.taskIds.length,
			doneExecutableCount: done.length,
			doneTaskExecutableDetails: done.map((each) => singleView(state, each, clock.now())),
		});
	},

	'POST /processing/run-profiles': ({ state, clock, body }) => {
		const given = body as Body;
		const room = processingOf(state);
		const profile: RunProfile = {
			id: state.objectId(),
			name: String(given.name),
			description: given.description as string | undefined,
			processorType: String(given.processorType),
			type: String(given.type),
			jvmArguments: given.jvmArguments as string[],
			scopeId: given.scopeId as string | undefined,
			runtimeId: given.runtimeId as string | undefined,
			createdAt: clock.now(),
			taskIds: [],
		};
		room.profiles.set(profile.id, profile);
		return created(profileView(profile));
	},
	'GET /processing/run-profiles/{runProfileId}': ({ state, path }) => ok(profileView(profileFor(state, path.runProfileId!))),
	'PUT /processing/run-profiles/{runProfileId}': ({ state, path, body, clock }) => {
		const profile = profileFor(state, path.runProfileId!);
		Object.assign(profile, body, { updatedAt: clock.now() });
		return ok(profileView(profile));
	},
	'DELETE /processing/run-profiles/{runProfileId}': ({ state, path, query }) =>
		deleteProfile(state, path.runProfileId!, query.rescheduleRunProfileId),
	'POST /processing/run-profiles/search': ({ state, body }) => {
		const { processorTypes, processorType, processorIds, scopeIds, name, runProfileType, limit, offset } = body as Body & {
			processorTypes?: string[];
			processorIds?: string[];
			scopeIds?: string[];
		};
		const found = [...processingOf(state).profiles.values()]
			.filter((profile) => !processorTypes || processorTypes.includes(profile.processorType))
			.filter((profile) => processorType === undefined || profile.processorType === processorType)
			.filter((profile) => !processorIds || processorIds.includes(profile.runtimeId ?? profile.scopeId ?? ''))
			.filter((profile) => !scopeIds || scopeIds.includes(profile.scopeId ?? profile.runtimeId ?? ''))
			.filter((profile) => name === undefined || profile.name.toLowerCase().includes(String(name).toLowerCase()))
			.filter((profile) => runProfileType === undefined || profile.type === runProfileType);
		const page = pageOf(found, limit as number | undefined, offset as number | undefined);
		return ok({ ...page, items: page.items.map(baseProfileView) });
	},
	'DELETE /processing/runtimes/pipeline-engines/{engineId}/run-profiles/{type}/{runProfileId}': ({ state, path, query }) => {
		const profile = profileFor(state, path.runProfileId!);
		if (profile.runtimeId !== path.engineId) throw notFound(`Engine ${path.engineId} has no run profile ${profile.id}`);
		return deleteProfile(state, profile.id, query.newRunProfileId);
	},

	'GET /processing/runtimes/cloud-engines/configuration': ({ state }) => ok({ jobJvmRollback: processingOf(state).jobJvmRollback }),
	'PUT /processing/runtimes/cloud-engines/configuration': ({ state, body }) => {
		processingOf(state).jobJvmRollback = (body as { jobJvmRollback: boolean }).jobJvmRollback;
		return noContent();
	},
};
