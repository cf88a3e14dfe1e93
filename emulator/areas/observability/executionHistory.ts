/** The history of executions: tasks and plans in one list, with filters, and as CSV. */
import { badRequest } from '../../refusals';
import type { State } from '../../state';
import { clusters, remoteEngines } from '../engines/runtimes';
import { ok, type Handlers, type Request } from '../handler';
import { orchestrationOf, runConfigOf, type Task } from '../orchestration/records';
import { isIn, maySee } from '../orchestration/places';
import { type PlanExecution, processingOf, type TaskExecution } from '../processing/records';
import { advancePlans, stateAt, endOf } from '../processing/runs';
import { isListed } from '../processing/services';

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

/** Pages of one search. */
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

function taskEntry({ state, clock }: Request, execution: TaskExecution): Entry | undefined {
	const { tasks, artifacts, workspaces } = orchestrationOf(state);
	const task = tasks.get(execution.taskId);
	if (!task) return undefined;
	const now = clock.now();
	if (!isListed(state, execution, now)) return undefined;
	const ended = now >= endOf(execution);
	const { executionStatus } = stateAt(execution, now);
	const artifact = artifacts.get(task.artifactId);
	const plan =
		execution.planExecutionId === undefined
			? undefined
			: processingOf(state).plans.get(execution.planExecutionId);
	const start = execution.triggeredAt + execution.behaviour.dispatchMs;
	return {
		id: execution.id,
		name: task.name,
		status: executionStatus,
		type: TYPES[artifact?.type ?? 'standard'] ?? 'STANDARD',
		version: task.version,
		triggerType: execution.type,
		triggerTime: execution.triggeredAt,
		...(now >= start ? { runStartTime: start } : {}),
		...(ended ? { runEndTime: endOf(execution), executeDurationMs: endOf(execution) - start } : {}),
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
		...(plan
			? {
					planExecutionId: plan.id,
					planId: plan.planId,
					planName: orchestrationOf(state).plans.get(plan.planId)?.name ?? '',
				}
			: {}),
		artifactId: task.artifactId,
		artifactName: task.artifactName,
		artifactVersion: task.artifactVersion,
		destination: task.runtimeType === 'PIPELINE_ENGINE' ? 'ELASTIC_ENGINE' : task.runtimeType,
		...placeOf(state, task),
		logLevel: execution.logLevel,
		tags: task.tags,
		...(ended && execution.behaviour.errorMessage !== undefined
			? { errorMessage: execution.behaviour.errorMessage }
			: {}),
		...(ended && executionStatus === 'EXECUTION_REJECTED'
			? { numberOfRejectedRows: execution.behaviour.rejected ?? 0 }
			: {}),
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

/** Where a task runs: responses have the ID of an engine that configurations accept. */
function placeOf(state: State, task: Task): Record<string, unknown> {
	const { type, id } = runConfigOf(task, task.runtimeType)?.runtime ?? {};
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

/** The filters take the other ID of an engine: those of the vendor's examples are UUIDs. */
function filteredBy(entry: Entry, field: string, state: State): unknown {
	const records =
		field === 'engineId' ? remoteEngines : field === 'clusterId' ? clusters : undefined;
	return records && entry[field] !== undefined
		? records.all(state).find(({ id }) => id === entry[field])?.runtimeId
		: entry[field];
}

/** Whether an execution fits one filter. @throws Refusal 400 for an operator that the field does not take */
function passesFilter(
	entry: Entry,
	filter: FieldFilter,
	all: readonly FieldFilter[],
	state: State,
): boolean {
	const { field, operator, value } = filter;
	const wrong = () => badRequest(`The operator ${operator} cannot be used with ${field}`);
	switch (field) {
		case 'name': {
			if (typeof value !== 'string' || value.length < 3)
				throw badRequest('name needs at least 3 characters');
			if (operator !== 'match' && operator !== 'not_match') throw wrong();
			return (
				String(entry.name).toLowerCase().includes(value.toLowerCase()) === (operator === 'match')
			);
		}
		case 'period': {
			const [from, to] = asList(value, filter).map((time) => Date.parse(String(time)));
			if (
				operator !== 'between' ||
				asList(value, filter).length !== 2 ||
				Number.isNaN(from) ||
				Number.isNaN(to)
			)
				throw wrong();
			const time = entry.runEndTime ?? entry.triggerTime;
			return time >= from! && time <= to!;
		}
		case 'executeDurationMs': {
			if (operator !== 'greater_than' && operator !== 'less_than') throw wrong();
			const duration = Number(entry.executeDurationMs ?? NaN);
			return operator === 'greater_than' ? duration > Number(value) : duration < Number(value);
		}
		case 'runtime': {
			if (operator !== 'or' && operator !== 'and') throw wrong();
			const parts = asList(value, filter) as FieldFilter[];
			const judge = (part: FieldFilter) => isOneOf(entry, part, state);
			return operator === 'or' ? parts.some(judge) : parts.every(judge);
		}
		case 'apiVersion':
			if (operator !== 'is_empty' || typeof value !== 'boolean') throw wrong();
			return (entry.apiVersion === undefined) === value;
		case 'version':
		case 'logLevel':
			if (!all.some((other) => other.field === 'taskId'))
				throw badRequest(`${field} can only be used together with taskId`);
			return isOneOf(entry, filter, state);
		default:
			return isOneOf(entry, filter, state);
	}
}

function isOneOf(entry: Entry, filter: FieldFilter, state: State): boolean {
	const { field, operator, value } = filter;
	if (operator !== 'in' && operator !== 'not_in')
		throw badRequest(`The operator ${operator} cannot be used with ${field}`);
	const own = [filteredBy(entry, field, state)].flat();
	return own.some((one) => asList(value, filter).includes(one)) === (operator === 'in');
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
		.filter((entry) => filters.every((filter) => passesFilter(entry, filter, filters, state)))
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
