/** Execution logs and component metrics (document B, "Logs and metrics"). */
import { createHmac, randomUUID } from 'node:crypto';

import { rfc3339 } from '../../clock';
import { badRequest, notFound, Refusal } from '../../refusals';
import { pageOf, type State } from '../../state';
import { ok, type Handlers, type Request } from '../handler';
import { orchestrationOf, visibleWorkspaces, type Task } from '../orchestration/records';
import { endOf, executionFor, processingOf, type TaskExecution } from '../processing/execution';

/** A log file that the platform was asked to make. */
export interface LogFile {
	key: string;
	name: string;
	executionId: string;
	requestedAt: number;
	format: 'json' | 'text';
	/** Entries from this number up to that, the earliest first. */
	first: number;
	end: number;
}

interface Observability {
	/** By token. */
	files: Map<string, LogFile>;
	secret: string;
}

export const observabilityOf = (state: State): Observability =>
	state.room('observability', () => ({ files: new Map(), secret: randomUUID() }));

/** How long the platform takes to make a file. */
const FILE_MS = 3_000;
/** Document B, "Limits". */
const TOKEN_MS = 3_600_000;
export const LINK_MS = 3_600_000;
/** vendor-facts: "Generation covers at most 100,000 entries". */
const FILE_ENTRIES = 100_000;
const METRICS_KEPT_MS = 31 * 86_400_000;
const DEFAULT_LINES = 12;

// ---------------------------------------------------------------------------------------------
// Logs. The entries are computed from their number, so that a long log costs no memory.

/** The time of an entry: they are spread evenly over the run. */
function timeOf(execution: TaskExecution, index: number): number {
	const lines = execution.behaviour.logLines ?? DEFAULT_LINES;
	const { triggeredAt, behaviour } = execution;
	const span = Number.isFinite(behaviour.durationMs) ? behaviour.durationMs : 60_000;
	return triggeredAt + behaviour.dispatchMs + Math.floor((index * span) / Math.max(1, lines - 1));
}

function entryOf(execution: TaskExecution, task: Task, index: number) {
	const lines = execution.behaviour.logLines ?? DEFAULT_LINES;
	const last = index === lines - 1;
	const failed = last && execution.behaviour.end === 'execution_failed';
	return {
		severity: failed ? 'ERROR' : 'INFO',
		logType: 'JOB',
		logTimestamp: timeOf(execution, index),
		logMessage: failed
			? `${execution.behaviour.errorMessage ?? 'The job ended with an exception'} (entry ${index + 1})`
			: `${task.artifactName}: entry ${index + 1} of ${lines}`,
		bundleName: task.artifactName,
		bundleVersion: task.artifactVersion,
		podName: `run-${execution.id.slice(-6)}`,
	};
}

interface Window {
	/** First entry in the window, and the one after the last. */
	first: number;
	end: number;
	all: number;
}

/** Which entries exist by now and lie in the window; both ends included. */
function windowOf(execution: TaskExecution, now: number, startTime: unknown, endTime: unknown): Window {
	const lines = execution.logsDeleted ? 0 : (execution.behaviour.logLines ?? DEFAULT_LINES);
	const until = Math.min(now, endOf(execution), endTime === undefined ? Infinity : Date.parse(String(endTime)));
	const from = startTime === undefined ? -Infinity : Date.parse(String(startTime));
	const before = (time: number) => firstAfter(execution, lines, time);
	return { first: before(from - 1), end: before(until), all: before(Math.min(now, endOf(execution))) };
}

/** The number of entries at or before a time. */
function firstAfter(execution: TaskExecution, lines: number, time: number): number {
	let low = 0;
	let high = lines;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (timeOf(execution, middle) <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}

const taskOf = (state: State, execution: TaskExecution): Task => orchestrationOf(state).tasks.get(execution.taskId)!;

function generate(request: Request) {
	const { state, clock, path, query, emulator } = request;
	const execution = executionFor(request, path.executionId!);
	const { first, end } = windowOf(execution, clock.now(), query.startTime, query.endTime);
	const most = emulator.options.logFileEntries ?? FILE_ENTRIES;
	let from = Math.max(first, end - most);
	// A cut lies between two times, so that the rest can be asked for by its end.
	if (from > first) while (from < end && timeOf(execution, from) === timeOf(execution, from - 1)) from++;
	const token = randomUUID();
	const format = query.fileFormat === 'json' ? 'json' : 'text';
	observabilityOf(state).files.set(token, {
		key: randomUUID(),
		name: query.newFileName === true ? `${execution.taskId}_${execution.id}.log` : `${execution.id}.log`,
		executionId: execution.id,
		requestedAt: clock.now(),
		format,
		first: from,
		end,
	});
	const body = { size: end - from, token };
	return from > first
		? { status: 206, body, headers: { 'X-Log-Next-Request-End-Time': String(timeOf(execution, from - 1)) } }
		: ok(body);
}

/** The signature in a download link: who has the link may download, for an hour. */
export function signature(state: State, key: string, expires: number): string {
	return createHmac('sha256', observabilityOf(state).secret).update(`${key} ${expires}`).digest('hex');
}

/** The text of a log file. */
export function fileText(state: State, file: LogFile): string {
	const execution = processingOf(state).tasks.get(file.executionId)!;
	const task = taskOf(state, execution);
	const entries = Array.from({ length: file.end - file.first }, (_, index) => entryOf(execution, task, file.first + index));
	if (file.format === 'json') return JSON.stringify(entries);
	return entries.map(({ logTimestamp, severity, logMessage }) => `${rfc3339(logTimestamp)} ${severity} ${logMessage}\n`).join('');
}

// ---------------------------------------------------------------------------------------------
// Metrics

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

/** Sorted by a field; empty values always come last (document B). */
function sorted<T extends Record<string, unknown>>(items: T[], sortBy: unknown, sortOrder: unknown): T[] {
	const by = String(sortBy ?? 'component_start_time_seconds');
	const sign = sortOrder === 'desc' ? -1 : 1;
	return [...items].sort((a, b) => {
		const [x, y] = [a[by], b[by]];
		if (x === undefined || x === null) return y === undefined || y === null ? 0 : 1;
		if (y === undefined || y === null) return -1;
		return x < y ? -sign : x > y ? sign : 0;
	});
}

interface Filter {
	field: string;
	operator: string;
	value: unknown;
}

function passes(metric: Record<string, unknown>, { field, operator, value }: Filter): boolean {
	const actual = metric[field];
	if (operator === 'in') return (value as unknown[]).includes(actual);
	if (typeof actual !== 'number') return false;
	const bound = value as number;
	return { gt: actual > bound, gte: actual >= bound, lt: actual < bound, lte: actual <= bound }[operator] ?? false;
}

function rawMetrics(state: State, execution: TaskExecution) {
	const task = taskOf(state, execution);
	return metricsOf(execution).map((metric) => ({
		...metric,
		engine_id: `engine-${task.runtimeType.toLowerCase()}`,
		workspace_id: task.workspaceId,
		task_id: task.id,
		task_execution_id: execution.id,
		operator: execution.by.id,
		operator_type: execution.by.type,
		process_id: `jvm-${execution.id}`,
		job_name: task.artifactName,
		father_pid: metric.pid,
		root_pid: metric.pid,
		connection_type: 'Main',
		connection_name: 'row1',
	}));
}

export const observability: Handlers = {
	'DELETE /monitoring/executions/{executionId}/logs': (request) => {
		executionFor(request, request.path.executionId!).logsDeleted = true;
		return ok(undefined);
	},
	'POST /monitoring/executions/{executionId}/logs': generate,
	'GET /monitoring/executions/{executionId}/logs': (request) => {
		const { state, clock, path, query } = request;
		const execution = executionFor(request, path.executionId!);
		const { first, end, all } = windowOf(execution, clock.now(), query.startTime, query.endTime);
		const count = (query.count as number | undefined) ?? 50;
		const skip = (query.startIndex as number | undefined) ?? 0;
		const size = Math.max(0, Math.min(count, end - first - skip));
		const task = taskOf(state, execution);
		const data = Array.from({ length: size }, (_, index) =>
			entryOf(execution, task, query.order === 'ASC' ? first + skip + index : end - 1 - skip - index),
		);
		return ok({
			size,
			totalSize: all,
			totalSizeFiltered: end - first,
			data,
			...(skip + size < end - first ? { nextIndex: skip + size } : {}),
		});
	},
	'POST /monitoring/executions/{executionId}/logs/status': (request) => {
		const { state, clock, path, body, origin } = request;
		executionFor(request, path.executionId!);
		const file = observabilityOf(state).files.get(String(body));
		if (!file || file.executionId !== path.executionId) throw badRequest('The token is not valid');
		if (clock.now() > file.requestedAt + TOKEN_MS) throw badRequest('The token has expired');
		if (clock.now() < file.requestedAt + FILE_MS) return ok({ status: 'IN_PROGRESS' });
		const expires = clock.now() + LINK_MS;
		return ok({
			presignedURL: `${origin}/__files/${file.key}/${encodeURIComponent(file.name)}?expires=${expires}&signature=${signature(state, file.key, expires)}`,
			status: 'READY',
		});
	},
	'GET /monitoring/observability/executions/{executionId}/component': (request) => {
		const { state, path, query, clock } = request;
		let execution: TaskExecution;
		try {
			execution = executionFor(request, path.executionId!);
		} catch (error) {
			if (error instanceof Refusal) throw notFound('The task execution was not found');
			throw error;
		}
		const task = taskOf(state, execution);
		const ended = clock.now() >= endOf(execution);
		const metrics = ended ? metricsOf(execution) : [];
		const { pid } = metricsOf(execution)[0]!;
		const page = pageOf(sorted(metrics, query.sortBy, query.sortOrder), (query.limit as number | undefined) ?? 50, query.offset as number | undefined);
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
			operator_type: execution.by.type,
			...(execution.behaviour.rejected === undefined ? {} : { rows_rejected: execution.behaviour.rejected }),
			processes: [{ process_id: `jvm-${execution.id}`, job_name: task.artifactName, pid, father_pid: pid, root_pid: pid }],
			metrics: page,
		});
	},
	'POST /monitoring/observability/metrics/component': ({ state, clock, body, caller }) => {
		const given = body as Record<string, unknown> & { filters?: Filter[] };
		const start = Date.parse(String(given.startTime));
		const end = Date.parse(String(given.endTime));
		const workspaces = new Set(
			visibleWorkspaces(state, caller)
				.filter(({ environmentId }) => environmentId === given.environmentId)
				.map(({ id }) => id),
		);
		const found = [...processingOf(state).tasks.values()]
			.filter((execution) => workspaces.has(taskOf(state, execution).workspaceId))
			.filter((execution) => clock.now() >= endOf(execution) && clock.now() - endOf(execution) < METRICS_KEPT_MS)
			.flatMap((execution) => rawMetrics(state, execution))
			.filter((metric) => metric.component_start_time_seconds * 1000 >= start && metric.component_start_time_seconds * 1000 <= end)
			.filter((metric) => (given.filters ?? []).every((filter) => passes(metric, filter)));
		return ok(pageOf(sorted(found, given.sortBy, given.sortOrder), (given.limit as number | undefined) ?? 50, given.offset as number | undefined));
	},
};
