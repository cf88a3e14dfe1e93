/** What the components of a job processed. */
import { userTypeOf } from '../../server/caller';
import { rfc3339 } from '../../clock';
import type { Description } from '../../dialects';
import { itemPage, sortedBy } from '../../lists/lists';
import { badRequest, notFound, Refusal } from '../../refusals';
import type { State } from '../../state';
import { ok, type Handlers } from '../handler';
import { visibleWorkspaces } from '../orchestration/places';
import { tasks } from '../orchestration/records';
import { taskExecutions, type TaskExecution } from '../processing/records';
import { endOf } from '../processing/runs';
import { executionFor } from '../processing/taskExecution';
import { taskOf } from './records';

const METRICS_KEPT_MS = 31 * 86_400_000;
const PAGE = 50;

function metricsOf(execution: TaskExecution) {
	const { behaviour, triggeredAt } = execution;
	const start = Math.floor((triggeredAt + behaviour.dispatchMs) / 1000);
	const rows = behaviour.rows ?? 0;
	const rejected = behaviour.rejected ?? 0;
	const failed = behaviour.end === 'execution_failed';
	const pid = `p${execution.id.slice(-6)}`;
	return [
		{ connector_type: 'tDBInput', connector_label: 'read', connector_id: 'tDBInput_1', target: 'tMap_1', rows },
		{ connector_type: 'tMap', connector_label: 'map', connector_id: 'tMap_1', target: 'tDBOutput_1', rows: rows - rejected },
		{ connector_type: 'tDBOutput', connector_label: 'write', connector_id: 'tDBOutput_1', target: undefined, rows: rows - rejected },
	].map(({ target, rows: count, ...component }, index) => ({
		pid,
		...component,
		...(target ? { target_connector_type: target.split('_')[0], target_label: target, target_id: target } : {}),
		component_start_time_seconds: start + index,
		component_connection_rows_total: count,
		component_execution_duration_milliseconds: Number.isFinite(behaviour.durationMs) ? Math.round(behaviour.durationMs / 3) : 0,
		...(failed && index === 2 ? { stacktrace: behaviour.errorMessage ?? 'The job ended with an exception' } : {}),
	}));
}

interface Filter {
	field: string;
	operator: string;
	value: unknown;
}

/** What the vendor's files let raw metrics be filtered by. */
const FILTERED_BY_VENDOR = [
	'engine_id',
	'workspace_id',
	'task_id',
	'task_execution_id',
	'job_name',
	'connector_type',
	'connector_label',
	'connector_id',
	'component_start_time_seconds',
	'operator',
	'operator_type',
];

/** The rules of the vendor's files for several filters. @throws Refusal 400 */
function checkFilters(filters: readonly Filter[]): void {
	const unknown = filters.find(({ field }) => !FILTERED_BY_VENDOR.includes(field));
	if (unknown) throw badRequest(`Field filters cannot filter by ${unknown.field}`);
	const operators = filters.map(({ operator }) => operator).filter((operator) => operator !== 'in');
	if (new Set(operators).size < operators.length) throw badRequest('Field filters has an operator twice');
	for (const pair of [['gt', 'gte'], ['lt', 'lte']]) if (pair.every((operator) => operators.includes(operator))) throw badRequest(`Field filters has ${pair.join(' and ')}`);
	const bound = (sign: string) => filters.find(({ operator }) => operator.startsWith(sign))?.value;
	if (Number(bound('lt')) <= Number(bound('gt'))) throw badRequest('Field filters has an upper bound that is not above the lower one');
}

function passesFilter(metric: Record<string, unknown>, { field, operator, value }: Filter): boolean {
	const actual = metric[field];
	if (operator === 'in') return (value as unknown[]).includes(actual);
	if (typeof actual !== 'number') return false;
	const bound = value as number;
	return { gt: actual > bound, gte: actual >= bound, lt: actual < bound, lte: actual <= bound }[operator] ?? false;
}

function rawMetrics(state: State, execution: TaskExecution, dialect: Description) {
	const task = taskOf(state, execution);
	return metricsOf(execution).map((metric) => ({
		...metric,
		engine_id: `engine-${task.runtimeType.toLowerCase()}`,
		workspace_id: task.workspaceId,
		task_id: task.id,
		task_execution_id: execution.id,
		operator: execution.by.id,
		operator_type: userTypeOf(execution.by.type, dialect),
		process_id: `jvm-${execution.id}`,
		job_name: task.artifactName,
		father_pid: metric.pid,
		root_pid: metric.pid,
		connection_type: 'Main',
		connection_name: 'row1',
	}));
}

/** A page of metrics; empty values are always last. */
function metricPage(metrics: ReadonlyArray<Record<string, unknown>>, asked: Record<string, unknown>) {
	const by = String(asked.sortBy ?? 'component_start_time_seconds');
	const found = sortedBy(metrics, (metric) => (metric[by] ?? undefined) as string | number | undefined, asked.sortOrder === 'desc');
	return itemPage(found, { limit: PAGE, ...asked }, (metric) => metric);
}

export const componentMetricHandlers: Handlers = {
	'GET /monitoring/observability/executions/{executionId}/component': (request) => {
		const { state, query, clock, dialect } = request;
		let execution: TaskExecution;
		try {
			execution = executionFor(request);
		} catch (error) {
			if (error instanceof Refusal) throw notFound('The task execution was not found');
			throw error;
		}
		const task = taskOf(state, execution);
		const ended = clock.now() >= endOf(execution);
		const metrics = ended ? metricsOf(execution) : [];
		const { pid } = metricsOf(execution)[0]!;
		return ok({
			engine_id: `engine-${task.runtimeType.toLowerCase()}`,
			workspace_id: task.workspaceId,
			task_id: task.id,
			task_execution_id: execution.id,
			artifact_id: task.artifactId,
			artifact_name: task.artifactName,
			artifact_version: task.artifactVersion,
			start_time: rfc3339(execution.triggeredAt + execution.behaviour.dispatchMs),
			...(ended ? { finish_time: rfc3339(endOf(execution)) } : {}),
			operator: execution.by.id,
			operator_type: userTypeOf(execution.by.type, dialect),
			...(execution.behaviour.rejected === undefined ? {} : { rows_rejected: execution.behaviour.rejected }),
			processes: [{ process_id: `jvm-${execution.id}`, job_name: task.artifactName, pid, father_pid: pid, root_pid: pid }],
			metrics: metricPage(metrics, query).body,
		});
	},
	'POST /monitoring/observability/metrics/component': ({ state, clock, body, caller, dialect }) => {
		const given = body as Record<string, unknown> & { filters?: Filter[] };
		if (dialect === 'vendor') checkFilters(given.filters ?? []);
		const start = Date.parse(String(given.startTime));
		const end = Date.parse(String(given.endTime));
		const workspaces = new Set(
			visibleWorkspaces(state, caller)
				.filter(({ environmentId }) => environmentId === given.environmentId)
				.map(({ id }) => id),
		);
		const found = taskExecutions
			.all(state)
			.filter(({ taskId }) => workspaces.has(tasks.in(state).get(taskId)?.workspaceId ?? ''))
			.filter((execution) => clock.now() >= endOf(execution) && clock.now() - endOf(execution) < METRICS_KEPT_MS)
			.flatMap((execution) => rawMetrics(state, execution, dialect))
			.filter((metric) => metric.component_start_time_seconds * 1000 >= start && metric.component_start_time_seconds * 1000 <= end)
			.filter((metric) => (given.filters ?? []).every((filter) => passesFilter(metric, filter)));
		return metricPage(found, given);
	},
};
