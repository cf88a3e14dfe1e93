/** Executions of tasks. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { created, type Handlers, noContent, ok, type Request } from '../../handler';
import { itemPage } from '../../lists/replies';
import { badRequest, Refusal } from '../../refusals';
import { userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import { tasks } from '../orchestration/orchestrationStore';
import { canView, isIn } from '../orchestration/places';
import { advancePlans, endOfExecution, startTask, stateAt } from './executions';
import { checkWorkspace, hasStatus, historyOf, inHistory } from './history';
import { planExecutions, type TaskExecution, taskExecutions } from './processingStore';
import { deploy, isListed, isService, isShown } from './service';

const DESTINATIONS: Record<string, string> = { PIPELINE_ENGINE: 'ELASTIC_ENGINE' };

/** What the view of an execution depends on. */
type Viewpoint = Pick<Request, 'state' | 'clock' | 'follows'>;

const taskOf = ({ state }: Pick<Viewpoint, 'state'>, { taskId }: TaskExecution) =>
	tasks.recordsIn(state).get(taskId);

/**
 * An execution that is read alone has jobId and jobVersion. Lists add taskId and taskVersion; in
 * the dialect `vendor`, they have these instead.
 */
export const singleView = (at: Viewpoint, execution: TaskExecution) => ({
	...executionView(at, execution),
	jobId: execution.taskId,
	jobVersion: taskOf(at, execution)?.version ?? '1.0.0',
});

/** The fields that lists and the single read share. */
function executionView(at: Viewpoint, execution: TaskExecution): Record<string, unknown> {
	const { state, clock, follows } = at;
	const task = taskOf(at, execution);
	const { status, executionStatus } = stateAt(execution, clock.now());
	return withoutUndefined({
		executionId: execution.id,
		...timesOf(at, execution),
		userId: execution.by.id,
		userType: userTypeOf(execution.by.type, follows),
		environmentVersion: '1.3',
		executionStatus,
		executionType: execution.type,
		executionDestination: DESTINATIONS[task?.runtimeType ?? ''] ?? task?.runtimeType ?? 'CLOUD',
		accountId: state.accountId,
		workspaceId: task?.workspaceId ?? '',
		...(execution.planExecutionId ? { planId: execution.planExecutionId } : {}),
		...outcomeFields(at, execution),
		timeout: execution.timeoutMinutes,
		status,
	});
}

/** The times of an execution that are already known. */
function timesOf({ clock, follows }: Viewpoint, execution: TaskExecution): Record<string, unknown> {
	const now = clock.now();
	const { behavior, triggeredAt } = execution;
	const { status } = stateAt(execution, now);
	const ended = now >= endOfExecution(execution);
	const isUndeployed = status === 'deploy_failed';
	const neverRan = ended && (isUndeployed || behavior.misfired !== undefined);
	const start = Math.min(triggeredAt + behavior.dispatchMs, Math.max(now, triggeredAt));
	// An execution that never ran has no start time according to the OpenAPI files, but the
	// documents require one.
	const isWithout = neverRan && follows === 'vendor';
	return {
		...(isWithout ? {} : { startTimestamp: rfc3339(start) }),
		triggerTimestamp: rfc3339(triggeredAt),
		...(ended && (isUndeployed || !isWithout)
			? { finishTimestamp: rfc3339(endOfExecution(execution)) }
			: {}),
	};
}

/** The fields of an execution that has ended: its rows, and why it failed. */
function outcomeFields({ clock }: Viewpoint, execution: TaskExecution): Record<string, unknown> {
	const now = clock.now();
	if (now < endOfExecution(execution)) return {};
	const { rows, rejected, misfired, errorType, errorMessage } = execution.behavior;
	const { status } = stateAt(execution, now);
	return withoutUndefined({
		numberOfProcessedRows: rows,
		numberOfRejectedRows: rejected,
		...(status === 'execution_failed' || status === 'deploy_failed'
			? {
					errorType: errorType ?? 'EXECUTION_FAILED',
					errorMessage: errorMessage ?? 'The job ended with an exception',
				}
			: {}),
		misfiredExecutionReason: misfired,
	});
}

/**
 * The fields in lists according to the OpenAPI files. Only the single read has rows and places
 * there.
 */
const OF_VENDORS_LIST = new Set([
	...[
		'executionId',
		'executionStatus',
		'executionType',
		'status',
		'misfiredExecutionReason',
		'errorMessage',
		'planId',
		'timeout',
	],
	...[
		'startTimestamp',
		'triggerTimestamp',
		'finishTimestamp',
		'userId',
		'userType',
		'taskId',
		'taskVersion',
		'runtime',
	],
]);

/**
 * The plan of an execution in a list. In the single read, `planId` is the execution of the plan.
 */
function planInList({ state }: Viewpoint, { planExecutionId }: TaskExecution): { planId?: string } {
	if (!planExecutionId || !state.seen.planIdsInLists) return {};
	const { planId } = planExecutions.recordsIn(state).get(planExecutionId) ?? {};
	return planId === undefined ? {} : { planId };
}

const listView = (at: Viewpoint, execution: TaskExecution) => {
	const whole = wholeListView(at, execution);
	return at.follows === 'vendor'
		? Object.fromEntries(Object.entries(whole).filter(([name]) => OF_VENDORS_LIST.has(name)))
		: whole;
};

const wholeListView = (at: Viewpoint, execution: TaskExecution) => ({
	...singleView(at, execution),
	...planInList(at, execution),
	taskId: execution.taskId,
	taskVersion: taskOf(at, execution)?.version ?? '1.0.0',
	runtime: {
		type: taskOf(at, execution)?.runtimeType,
		engineId: execution.engineId,
	},
});

function listExecutions(request: Request, taskId?: string) {
	const { state, clock, follows, query } = request;
	const refused =
		state.seen.refusedPaging && taskId !== undefined
			? ['from', 'limit'].find((name) => name in query)
			: undefined;
	if (refused !== undefined) throw badRequest(`Unknown query parameter ${refused}`);
	const filters = historyOf(request);
	advancePlans(state, clock.now());
	checkWorkspace(state, filters);
	const now = clock.now();
	// According to the OpenAPI files, every execution counts that overlaps the window.
	const overlapping = follows === 'vendor' && !state.seen.triggeredInWindow;
	const matchingExecutions = taskExecutions
		.all(state)
		.filter(
			(execution) =>
				(taskId === undefined || execution.taskId === taskId) && isListed(state, execution, now),
		)
		.filter((execution) =>
			inHistory(
				execution.triggeredAt,
				filters,
				now,
				overlapping ? endOfExecution(execution) : undefined,
			),
		)
		.filter((execution) => hasStatus(stateAt(execution, now).status, filters.status, follows))
		.filter((execution) => {
			const task = taskOf({ state }, execution);
			return (
				task !== undefined &&
				isIn(state, task.workspaceId, filters) &&
				(filters.tags ?? []).every((tag) => task.tags.includes(tag)) &&
				canView(task, request)
			);
		})
		.sort((a, b) => b.triggeredAt - a.triggeredAt);
	const page = itemPage(matchingExecutions, { ...filters }, (execution) =>
		listView(request, execution),
	);
	if (
		!state.seen.missingTotals ||
		request.operation.method !== 'GET' ||
		matchingExecutions.length === 0
	)
		return page;
	const { total, ...rest } = page.body as { total: number };
	return ok(rest);
}

/**
 * The execution, if the caller may see it.
 * @throws Refusal 404
 */
export function executionFor(request: Request, id = request.path.executionId!): TaskExecution {
	const { state, clock } = request;
	advancePlans(state, clock.now());
	const execution = taskExecutions.find(state, id);
	const task = taskOf({ state }, execution);
	if (!task || !isShown(execution, clock.now()) || !canView(task, request))
		throw taskExecutions.refusalOfMissing(id);
	return execution;
}

/**
 * The execution, if it has a log and metrics. One that was rejected before it started has none.
 * @throws Refusal 404
 */
export function tracedExecutionFor(request: Request): TaskExecution {
	const execution = executionFor(request);
	if (request.state.seen.rejectedWithoutTraces && execution.behavior.misfired !== undefined)
		throw taskExecutions.refusalOfMissing(execution.id);
	return execution;
}

type Body = Record<string, unknown>;

export const taskExecutionHandlers: Handlers = {
	'GET /processing/executables/tasks/executions': (request) => listExecutions(request),
	'POST /processing/executables/tasks/executions': (request) => listExecutions(request),
	'GET /processing/executables/tasks/{taskId}/executions': (request) =>
		listExecutions(request, tasks.find(request.state, request.path.taskId!).id),
	'POST /processing/executions': (request) => {
		const { state, clock, caller } = request;
		const { executable, parameters, logLevel, timeout } = request.body as Body;
		const task = tasks.find(state, String(executable));
		if (!canView(task, request)) throw tasks.refusalOfMissing(task.id);
		if (task.paused) throw new Refusal(405, 'The task is paused');
		if (!task.configured) throw new Refusal(501, 'The task has no run configuration');
		const start = {
			type: 'MANUAL' as const,
			by: caller,
			parameters: (parameters ?? {}) as Record<string, string>,
			logLevel: (logLevel as string | undefined) ?? 'WARN',
			timeoutMinutes: timeout as number | undefined,
		};
		return created({
			executionId: isService(state, task)
				? deploy(state, task, clock.now(), start)
				: startTask(state, task, clock.now(), start).id,
		});
	},
	'GET /processing/executions/{executionId}': (request) => {
		const execution = executionFor(request);
		return ok(singleView(request, execution));
	},
	'DELETE /processing/executions/{executionId}': (request) => {
		const accept = request.headers.accept ?? '*/*';
		if (request.state.seen.textOnly && !/text\/plain|\*\/\*|text\/\*/.test(accept))
			throw new Refusal(406, 'Not acceptable');
		const execution = executionFor(request);
		if (request.clock.now() < endOfExecution(execution) || execution.behavior.servesOn)
			execution.terminatedAt = request.clock.now();
		return noContent();
	},
};
