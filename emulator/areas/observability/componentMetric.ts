/** What the components of a job processed. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { DAY } from '../../../nodes/shared/support/time/time';
import type { Description } from '../../../platform/descriptions/exchange';
import type { Seen } from '../../dialects';
import { type Handlers, ok } from '../../handler';
import { itemPage, sortedBy } from '../../lists/replies';
import { badRequest, notFound, Refusal } from '../../refusals';
import { userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { type Behavior, tasks } from '../orchestration/orchestrationStore';
import { visibleWorkspaces } from '../orchestration/places';
import { endOfExecution } from '../processing/executions';
import { type TaskExecution, taskExecutions } from '../processing/processingStore';
import { tracedExecutionFor } from '../processing/taskExecution';
import { taskOf } from './observabilityStore';

const METRICS_KEPT_MS = 31 * DAY;
const PAGE_SIZE = 50;

interface Component {
	connector_type: string;
	connector_label: string;
	connector_id: string;
	target?: string;
	rows: number;
	stacktrace?: string;
	job_name?: string;
}

/** The components of a job. */
function componentsOf({ behavior }: TaskExecution, seen: Seen): Component[] {
	const { children = [], components = 0 } = seen.masterJobs ? behavior : {};
	return [
		...childJobs(behavior, children),
		...loadingComponents(behavior, children.at(-1)),
		...furtherComponents(behavior, components),
	];
}

/** A component for each job that a master job runs. The last one failed if the master job did. */
const childJobs = ({ end }: Behavior, children: readonly string[]): Component[] =>
	children.map((name, index) => ({
		connector_type: 'tRunJob',
		connector_label: name,
		connector_id: `tRunJob_${index + 1}`,
		rows: 0,
		...(end === FAILED && index === children.length - 1
			? {
					stacktrace:
						"java.lang.RuntimeException: Child job returns 1. It doesn't terminate normally.",
				}
			: {}),
	}));

/**
 * The three components that read, map and write.
 * @param job the child job that has them; absent if it is the job itself
 */
function loadingComponents(behavior: Behavior, job: string | undefined): Component[] {
	const read = behavior.rows ?? 0;
	const written = acceptedRows(behavior);
	const components: Component[] = [
		{
			connector_type: 'tDBInput',
			connector_label: 'read',
			connector_id: 'tDBInput_1',
			target: 'tMap_1',
			rows: read,
		},
		{
			connector_type: 'tMap',
			connector_label: 'map',
			connector_id: 'tMap_1',
			target: 'tDBOutput_1',
			rows: written,
		},
		{
			connector_type: 'tDBOutput',
			connector_label: 'write',
			connector_id: 'tDBOutput_1',
			rows: written,
			...(behavior.end === FAILED
				? { stacktrace: behavior.errorMessage ?? 'The job ended with an exception' }
				: {}),
		},
	];
	return job === undefined
		? components
		: components.map((component) => ({ ...component, job_name: job }));
}

/** As many components as a job has in addition to the three. */
const furtherComponents = (behavior: Behavior, count: number): Component[] =>
	Array.from({ length: Math.max(0, count - 3) }, (_, index) => ({
		connector_type: 'tMap',
		connector_label: `map ${index + 2}`,
		connector_id: `tMap_${index + 2}`,
		rows: acceptedRows(behavior),
	}));

const FAILED = 'execution_failed';

const acceptedRows = ({ rows = 0, rejected = 0 }: Behavior): number => rows - rejected;

const pidOf = (execution: TaskExecution, job?: string): string =>
	`p${execution.id.slice(-6)}${job === undefined ? '' : `-${job}`}`;

function metricsOf(execution: TaskExecution, seen: Seen) {
	const { behavior, triggeredAt } = execution;
	const start = Math.floor((triggeredAt + behavior.dispatchMs) / 1000);
	return componentsOf(execution, seen).map(
		({ target, rows, stacktrace, job_name, ...component }, index) =>
			withoutUndefined({
				pid: pidOf(execution, job_name),
				...component,
				...(target
					? { target_connector_type: target.split('_')[0], target_label: target, target_id: target }
					: {}),
				component_start_time_seconds: start + index,
				component_connection_rows_total: rows,
				component_execution_duration_milliseconds: Number.isFinite(behavior.durationMs)
					? Math.round(behavior.durationMs / 3)
					: 0,
				stacktrace,
			}),
	);
}

interface Filter {
	field: string;
	operator: string;
	value: unknown;
}

/** The fields by which raw metrics can be filtered, according to the OpenAPI files. */
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

/**
 * The rules of the OpenAPI files for several filters.
 * @throws Refusal 400
 */
function checkFilters(filters: readonly Filter[]): void {
	const unknown = filters.find(({ field }) => !FILTERED_BY_VENDOR.includes(field));
	if (unknown) throw badRequest(`Field filters cannot filter by ${unknown.field}`);
	const operators = filters.map(({ operator }) => operator).filter((operator) => operator !== 'in');
	if (new Set(operators).size < operators.length)
		throw badRequest('Field filters has an operator twice');
	for (const pair of [
		['gt', 'gte'],
		['lt', 'lte'],
	])
		if (pair.every((operator) => operators.includes(operator)))
			throw badRequest(`Field filters has ${pair.join(' and ')}`);
	const bound = (sign: string) => filters.find(({ operator }) => operator.startsWith(sign))?.value;
	if (Number(bound('lt')) <= Number(bound('gt')))
		throw badRequest('Field filters has an upper bound that is not above the lower one');
}

function passesFilter(
	metric: Record<string, unknown>,
	{ field, operator, value }: Filter,
): boolean {
	const actual = metric[field];
	if (operator === 'in') return (value as unknown[]).includes(actual);
	if (typeof actual !== 'number') return false;
	const bound = value as number;
	return (
		{ gt: actual > bound, gte: actual >= bound, lt: actual < bound, lte: actual <= bound }[
			operator
		] ?? false
	);
}

function rawMetrics(state: State, execution: TaskExecution, follows: Description) {
	const task = taskOf(state, execution);
	return metricsOf(execution, state.seen).map((metric) => ({
		...metric,
		engine_id: `engine-${task.runtimeType.toLowerCase()}`,
		workspace_id: task.workspaceId,
		task_id: task.id,
		task_execution_id: execution.id,
		operator: execution.by.id,
		operator_type: userTypeOf(execution.by.type, follows),
		process_id: `jvm-${execution.id}`,
		job_name: task.artifactName,
		father_pid: metric.pid,
		root_pid: metric.pid,
		connection_type: 'Main',
		connection_name: 'row1',
	}));
}

/** A page of metrics; empty values are always last. */
function metricPage(
	metrics: ReadonlyArray<Record<string, unknown>>,
	asked: Record<string, unknown>,
) {
	const by = String(asked.sortBy ?? 'component_start_time_seconds');
	const sorted = sortedBy(
		metrics,
		(metric) => (metric[by] ?? undefined) as string | number | undefined,
		asked.sortOrder === 'desc',
	);
	return itemPage(sorted, { limit: PAGE_SIZE, ...asked }, (metric) => metric);
}

export const componentMetricHandlers: Handlers = {
	'GET /monitoring/observability/executions/{executionId}/component': (request) => {
		const { state, query, clock, follows } = request;
		let execution: TaskExecution;
		try {
			execution = tracedExecutionFor(request);
		} catch (error) {
			if (error instanceof Refusal) throw notFound('The task execution was not found');
			throw error;
		}
		const task = taskOf(state, execution);
		const ended = clock.now() >= endOfExecution(execution);
		const metrics = ended ? metricsOf(execution, state.seen) : [];
		const root = pidOf(execution);
		const child = state.seen.masterJobs ? execution.behavior.children?.at(-1) : undefined;
		const jobs = [
			{ name: task.artifactName, pid: root },
			...(child === undefined ? [] : [{ name: child, pid: pidOf(execution, child) }]),
		];
		return ok(
			withoutUndefined({
				engine_id: `engine-${task.runtimeType.toLowerCase()}`,
				workspace_id: task.workspaceId,
				task_id: task.id,
				task_execution_id: execution.id,
				artifact_id: task.artifactId,
				artifact_name: task.artifactName,
				artifact_version: task.artifactVersion,
				start_time: rfc3339(execution.triggeredAt + execution.behavior.dispatchMs),
				...(ended ? { finish_time: rfc3339(endOfExecution(execution)) } : {}),
				operator: execution.by.id,
				operator_type: userTypeOf(execution.by.type, follows),
				rows_rejected: execution.behavior.rejected,
				processes: jobs.map(({ name, pid }) => ({
					process_id: `jvm-${execution.id}`,
					job_name: name,
					pid,
					father_pid: root,
					root_pid: root,
				})),
				metrics: metricPage(metrics, query).body,
			}),
		);
	},
	'POST /monitoring/observability/metrics/component': ({ state, clock, body, caller, follows }) => {
		const search = body as Record<string, unknown> & { filters?: Filter[] };
		if (follows === 'vendor') checkFilters(search.filters ?? []);
		const start = Date.parse(String(search.startTime));
		const end = Date.parse(String(search.endTime));
		const workspaces = new Set(
			visibleWorkspaces(state, caller)
				.filter(({ environmentId }) => environmentId === search.environmentId)
				.map(({ id }) => id),
		);
		const matchingMetrics = taskExecutions
			.all(state)
			.filter(({ taskId }) => workspaces.has(tasks.recordsIn(state).get(taskId)?.workspaceId ?? ''))
			.filter(
				(execution) =>
					clock.now() >= endOfExecution(execution) &&
					clock.now() - endOfExecution(execution) < METRICS_KEPT_MS,
			)
			.flatMap((execution) => rawMetrics(state, execution, follows))
			.filter(
				(metric) =>
					metric.component_start_time_seconds * 1000 >= start &&
					metric.component_start_time_seconds * 1000 <= end,
			)
			.filter((metric) => (search.filters ?? []).every((filter) => passesFilter(metric, filter)));
		return metricPage(matchingMetrics, search);
	},
};
