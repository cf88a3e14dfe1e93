/** The history of executions: tasks and plans in one list, with filters, and as CSV. */
import { type Handlers, ok, type Request } from '../../handler';
import { badRequest } from '../../refusals';
import type { State } from '../../state';
import { clusters, remoteEngines } from '../engines/runtimes';
import {
	orchestrationOf,
	runConfigurationOf,
	type Task,
} from '../orchestration/orchestrationStore';
import { isIn, maySee } from '../orchestration/places';
import { advancePlans, endOf, stateAt } from '../processing/executions';
import {
	type PlanExecution,
	processingOf,
	type TaskExecution,
} from '../processing/processingStore';
import { isListed } from '../processing/service';

interface FieldFilter {
	field: string;
	operator: string;
	value: unknown;
}

interface Asked {
	environmentId: string;
	category: 'ETL' | 'ESB';
	filters?: FieldFilter[];
	exclude?: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
	limit?: number;
	offset?: number;
	lastId?: string;
}

type Entry = Record<string, unknown> & {
	id: string;
	triggerTime: number;
	runEndTime?: number;
	tags: string[];
};

/** How many pages a search can have. */
const PAGES = 20;

const TYPES: Readonly<Record<string, string>> = {
	standard: 'STANDARD',
	route: 'ROUTE',
	data_service: 'DATA_SERVICE',
	pipeline: 'PIPELINE',
	big_data_batch: 'BIG_DATA_BATCH',
	big_data_streaming: 'BIG_DATA_STREAMING',
};
const SERVICES = ['ROUTE', 'DATA_SERVICE'];

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

/** The times of an execution that are already known. */
function timesOf(execution: TaskExecution, now: number): Pick<Entry, 'runEndTime'> {
	const start = execution.triggeredAt + execution.behavior.dispatchMs;
	const end = endOf(execution);
	return {
		...(now >= start ? { runStartTime: start } : {}),
		...(now >= end ? { runEndTime: end, executeDurationMs: end - start } : {}),
	};
}

/** What went wrong in an execution that has ended. */
function defectsOf(execution: TaskExecution, now: number): Record<string, unknown> {
	if (now < endOf(execution)) return {};
	const { errorMessage, misfired, rejected = 0 } = execution.behavior;
	if (misfired !== undefined) return { misfiredReason: misfired };
	return {
		...(errorMessage === undefined ? {} : { errorMessage }),
		...(stateAt(execution, now).executionStatus === 'EXECUTION_REJECTED'
			? { numberOfRejectedRows: rejected }
			: {}),
	};
}

function taskEntry({ state, clock }: Request, execution: TaskExecution): Entry | undefined {
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
		...placeOf(state, task),
		logLevel: execution.logLevel,
		tags: task.tags,
		...defectsOf(execution, now),
		...(execution.type === 'MANUAL' ? { apiVersion: '2021-03' } : {}),
	};
}

const PLAN_STATUS: Readonly<Record<string, string>> = {
	execution_successful: 'EXECUTION_SUCCESS',
	execution_failed: 'EXECUTION_FAILED',
	execution_misfired: 'EXECUTION_MISFIRED',
};

function planEntry({ state }: Request, execution: PlanExecution): Entry | undefined {
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

const asList = (value: unknown, { field }: FieldFilter): unknown[] => {
	if (!Array.isArray(value)) throw badRequest(`The filter ${field} takes a list`);
	return value;
};

/** The engine of a task. Responses have the ID that configurations accept. */
function placeOf(state: State, task: Task): Record<string, unknown> {
	const { type, id } = runConfigurationOf(task, task.runtimeType)?.runtime ?? {};
	const known =
		type === 'REMOTE_ENGINE'
			? remoteEngines
			: type === 'REMOTE_ENGINE_CLUSTER'
				? clusters
				: undefined;
	const record = known?.all(state).find((each) => each.id === id);
	if (!record) return {};
	return known === clusters
		? { clusterId: record.id, clusterName: record.name }
		: { engineId: record.id, engineName: record.name };
}

/**
 * The value of a field that filters compare. For engines, this is their other ID, because the
 * vendor's examples have UUIDs.
 */
function filteredBy(entry: Entry, field: string, state: State): unknown {
	const records =
		field === 'engineId' ? remoteEngines : field === 'clusterId' ? clusters : undefined;
	return records && entry[field] !== undefined
		? records.all(state).find(({ id }) => id === entry[field])?.runtimeId
		: entry[field];
}

const wrongOperator = ({ operator, field }: FieldFilter) =>
	badRequest(`The operator ${operator} cannot be used with ${field}`);

/**
 * Whether an execution matches a filter.
 * @throws Refusal 400 for an operator or value that the field does not accept
 */
type Judge = (
	entry: Entry,
	filter: FieldFilter,
	around: { filters: readonly FieldFilter[]; state: State },
) => boolean;

const fitsName: Judge = ({ name }, filter) => {
	const { operator, value } = filter;
	if (typeof value !== 'string' || value.length < 3)
		throw badRequest('name needs at least 3 characters');
	if (operator !== 'match' && operator !== 'not_match') throw wrongOperator(filter);
	return String(name).toLowerCase().includes(value.toLowerCase()) === (operator === 'match');
};

const fitsPeriod: Judge = (entry, filter) => {
	const times = asList(filter.value, filter).map((time) => Date.parse(String(time)));
	if (filter.operator !== 'between' || times.length !== 2 || times.some(Number.isNaN))
		throw wrongOperator(filter);
	const [from, to] = times;
	const time = entry.runEndTime ?? entry.triggerTime;
	return time >= from! && time <= to!;
};

const fitsDuration: Judge = ({ executeDurationMs }, filter) => {
	const { operator, value } = filter;
	if (operator !== 'greater_than' && operator !== 'less_than') throw wrongOperator(filter);
	const duration = Number(executeDurationMs ?? NaN);
	return operator === 'greater_than' ? duration > Number(value) : duration < Number(value);
};

const fitsRuntime: Judge = (entry, filter, around) => {
	const { operator, value } = filter;
	if (operator !== 'or' && operator !== 'and') throw wrongOperator(filter);
	const parts = asList(value, filter) as FieldFilter[];
	const judge = (part: FieldFilter) => isOneOf(entry, part, around);
	return operator === 'or' ? parts.some(judge) : parts.every(judge);
};

const fitsApiVersion: Judge = ({ apiVersion }, filter) => {
	const { operator, value } = filter;
	if (operator !== 'is_empty' || typeof value !== 'boolean') throw wrongOperator(filter);
	return (apiVersion === undefined) === value;
};

/** A filter that is only accepted together with one for a single task. */
const fitsWithTask: Judge = (entry, filter, around) => {
	if (!around.filters.some(({ field }) => field === 'taskId'))
		throw badRequest(`${filter.field} can only be used together with taskId`);
	return isOneOf(entry, filter, around);
};

/** How special fields are compared. All others are compared with {@link isOneOf}. */
const JUDGES: ReadonlyMap<string, Judge> = new Map([
	['name', fitsName],
	['period', fitsPeriod],
	['executeDurationMs', fitsDuration],
	['runtime', fitsRuntime],
	['apiVersion', fitsApiVersion],
	['version', fitsWithTask],
	['logLevel', fitsWithTask],
]);

function isOneOf(entry: Entry, filter: FieldFilter, { state }: { state: State }): boolean {
	const { field, operator, value } = filter;
	if (operator !== 'in' && operator !== 'not_in') throw wrongOperator(filter);
	const entryValues = [filteredBy(entry, field, state)].flat();
	return entryValues.some((one) => asList(value, filter).includes(one)) === (operator === 'in');
}

/** What a search finds, latest end first; executions that have not ended are before all others. */
function searchHistory(request: Request, asked: Asked): Entry[] {
	const { state, caller, clock } = request;
	const { environments, workspaces } = orchestrationOf(state);
	if (!environments.has(asked.environmentId))
		throw badRequest(`Environment ${asked.environmentId} does not exist`);
	advancePlans(state, clock.now());
	const { tasks, plans } = processingOf(state);
	const exclude =
		asked.category === 'ESB' ? undefined : (asked.exclude ?? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN');
	const ofTasks = [...tasks.values()]
		.filter(({ type }) => !(exclude === 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' && type === 'PLAN'))
		.map((execution) => taskEntry(request, execution));
	const ofPlans =
		exclude === 'PLAN_EXECUTIONS' || asked.category === 'ESB'
			? []
			: [...plans.values()].map((execution) => planEntry(request, execution));
	const filters = asked.filters ?? [];
	return [...ofTasks, ...ofPlans]
		.filter(
			(entry): entry is Entry =>
				entry !== undefined && SERVICES.includes(String(entry.type)) === (asked.category === 'ESB'),
		)
		.filter(
			({ workspaceId }) =>
				isIn(state, String(workspaceId), { environmentId: asked.environmentId }) &&
				maySee(caller, workspaces.get(String(workspaceId))!),
		)
		.filter((entry) =>
			filters.every((filter) =>
				(JUDGES.get(filter.field) ?? isOneOf)(entry, filter, { filters, state }),
			),
		)
		.sort(
			(a, b) =>
				(b.runEndTime ?? Infinity) - (a.runEndTime ?? Infinity) ||
				a.triggerTime - b.triggerTime ||
				b.id.localeCompare(a.id),
		);
}

const COLUMNS = [
	'id',
	'name',
	'status',
	'type',
	'version',
	'triggerType',
	'triggerTime',
	'runStartTime',
	'runEndTime',
	'operator',
	'author',
	'workspaceId',
	'taskId',
	'planId',
	'planExecutionId',
	'artifactName',
	'artifactVersion',
	'destination',
	'executeDurationMs',
	'errorMessage',
];
const TIMES = new Set(['triggerTime', 'runStartTime', 'runEndTime']);

function csvCell(entry: Entry, column: string): string {
	const value = entry[column];
	if (value === undefined) return '';
	const text = TIMES.has(column) ? new Date(Number(value)).toISOString() : String(value);
	return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export const executionHistory: Handlers = {
	'POST /monitoring/observability/executions/search': (request) => {
		const asked = request.body as Asked;
		const limit = asked.limit ?? 50;
		const offset = asked.offset ?? 0;
		if (offset >= PAGES * limit)
			throw badRequest(`A search has ${PAGES} pages at most: narrow the period`);
		const all = searchHistory(request, asked);
		return ok({
			items: all.slice(offset, offset + limit),
			limit,
			offset,
			nextPageExists: offset + limit < all.length,
		});
	},
	'POST /monitoring/observability/executions/download': (request) => {
		const asked = request.body as Asked;
		const all = searchHistory(request, asked);
		const from =
			asked.lastId === undefined ? 0 : all.findIndex(({ id }) => id === asked.lastId) + 1;
		if (asked.lastId !== undefined && from === 0)
			throw badRequest(`There is no execution ${asked.lastId}`);
		const lines = all
			.slice(from, from + (asked.limit ?? 1_000))
			.map((entry) => COLUMNS.map((column) => csvCell(entry, column)).join(','));
		return {
			status: 200,
			raw: new TextEncoder().encode([COLUMNS.join(','), ...lines, ''].join('\n')),
			headers: {
				'content-type': 'application/octet-stream',
				'content-disposition': 'attachment; filename="executions.csv"',
			},
		};
	},
};
