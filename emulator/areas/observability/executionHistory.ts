/** The history of executions: tasks and plans in one list, with filters, and as CSV. */
import { type Handlers, ok, type Request } from '../../handler';
import { badRequest } from '../../refusals';
import { orchestrationOf } from '../orchestration/orchestrationStore';
import { isIn, maySee } from '../orchestration/places';
import { advancePlans } from '../processing/executions';
import { processingOf } from '../processing/processingStore';
import { type HistoryEntry, planEntry, taskEntry } from './historyEntries';
import { type FieldFilter, matchesAll } from './historyFilters';

interface Search {
	environmentId: string;
	category: 'ETL' | 'ESB';
	filters?: FieldFilter[];
	exclude?: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
	limit?: number;
	offset?: number;
	lastId?: string;
}

/** How many pages of results the platform returns for a search. */
const MAX_PAGES = 20;

const SERVICES = ['ROUTE', 'DATA_SERVICE'];

/** What a search finds, latest end first; executions that have not ended are before all others. */
function searchHistory(request: Request, search: Search): HistoryEntry[] {
	const { state, caller, clock } = request;
	const { environments, workspaces } = orchestrationOf(state);
	if (!environments.has(search.environmentId))
		throw badRequest(`Environment ${search.environmentId} does not exist`);
	advancePlans(state, clock.now());
	const { tasks, plans } = processingOf(state);
	const exclude =
		search.category === 'ESB' ? undefined : (search.exclude ?? 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN');
	const ofTasks = [...tasks.values()]
		.filter(({ type }) => !(exclude === 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN' && type === 'PLAN'))
		.map((execution) => taskEntry(request, execution));
	const ofPlans =
		exclude === 'PLAN_EXECUTIONS' || search.category === 'ESB'
			? []
			: [...plans.values()].map((execution) => planEntry(request, execution));
	return [...ofTasks, ...ofPlans]
		.filter(
			(entry): entry is HistoryEntry =>
				entry !== undefined &&
				SERVICES.includes(String(entry.type)) === (search.category === 'ESB'),
		)
		.filter(
			({ workspaceId }) =>
				isIn(state, String(workspaceId), { environmentId: search.environmentId }) &&
				maySee(caller, workspaces.get(String(workspaceId))!),
		)
		.filter((entry) => matchesAll(entry, search.filters ?? [], state))
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

function csvCell(entry: HistoryEntry, column: string): string {
	const value = entry[column];
	if (value === undefined) return '';
	const text = TIMES.has(column) ? new Date(Number(value)).toISOString() : String(value);
	return /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export const executionHistory: Handlers = {
	'POST /monitoring/observability/executions/search': (request) => {
		const search = request.body as Search;
		const limit = search.limit ?? 50;
		const offset = search.offset ?? 0;
		if (offset >= MAX_PAGES * limit)
			throw badRequest(`A search has ${MAX_PAGES} pages at most: narrow the period`);
		const found = searchHistory(request, search);
		return ok({
			items: found.slice(offset, offset + limit),
			limit,
			offset,
			nextPageExists: offset + limit < found.length,
		});
	},
	'POST /monitoring/observability/executions/download': (request) => {
		const search = request.body as Search;
		const found = searchHistory(request, search);
		const from =
			search.lastId === undefined ? 0 : found.findIndex(({ id }) => id === search.lastId) + 1;
		if (search.lastId !== undefined && from === 0)
			throw badRequest(`There is no execution ${search.lastId}`);
		const lines = found
			.slice(from, from + (search.limit ?? 1_000))
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
