/** What the user requests from the execution history → the searches that the platform accepts. */
import type { IDataObject } from 'n8n-workflow';

import { problem } from '../shared/declare/messages';
import type { RequestOperation, Showing } from '../shared/declare/operation';

const SAME_TIME = problem(
	'More than {count} executions have the same time in the history',
	'The platform lists no more of them. Narrow the search with the filters.',
);
const NO_LIST = problem(
	'The platform answered in a form that is not a list',
	'The response has no "items". Nothing was returned.',
);
const ENDED_EARLY = problem(
	'The history ended early',
	'The platform reported more executions, and sent none after {offset}. Try again, or narrow the search.',
);

/** What {@link readHistory} can say. */
export const HISTORY_MESSAGES = [SAME_TIME, NO_LIST, ENDED_EARLY];

/** A filter as the platform accepts it. */
export interface FieldFilter extends IDataObject {
	field: string;
	operator: string;
	value: IDataObject[string];
}

/** One search: the platform lists jobs and services separately, and never all tasks together with all plans. */
export interface Scope extends IDataObject {
	category: 'ETL' | 'ESB';
	exclude?: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
}

const PLANS_AND_OTHER_TASKS = 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
const ALL_TASKS = 'PLAN_EXECUTIONS';

/** What to list → the searches that together list it. */
export const SCOPES: Readonly<Record<string, readonly Scope[]>> = {
	everything: [
		{ category: 'ETL', exclude: PLANS_AND_OTHER_TASKS },
		{ category: 'ETL', exclude: ALL_TASKS },
		{ category: 'ESB' },
	],
	tasksAndPlans: [
		{ category: 'ETL', exclude: PLANS_AND_OTHER_TASKS },
		{ category: 'ETL', exclude: ALL_TASKS },
	],
	plansAndOtherTasks: [{ category: 'ETL', exclude: PLANS_AND_OTHER_TASKS }],
	tasks: [{ category: 'ETL', exclude: ALL_TASKS }],
	services: [{ category: 'ESB' }],
};

/** The statuses of executions that have not ended. */
export const UNFINISHED = [
	'EXECUTION_EVENT_RECEIVED',
	'DISPATCHING_FLOW',
	'STARTING_FLOW_EXECUTION',
	'STOPPING_FLOW_EXECUTION',
];

/** Filters that take a list of values, by the name of the node's field. */
const LISTS: Readonly<Record<string, string>> = {
	executionIds: 'id',
	statuses: 'status',
	workspaceId: 'workspaceId',
	taskIds: 'taskId',
	planIds: 'planId',
	artifactId: 'artifactId',
	artifactVersions: 'artifactVersion',
	tags: 'tags',
	operators: 'operator',
	authors: 'author',
	runProfileIds: 'runProfileId',
	versions: 'version',
	logLevels: 'logLevel',
};

/** Filters by where an execution ran: any of them fits. */
const RUNTIME: Readonly<Record<string, string>> = {
	engineIds: 'engineId',
	clusterIds: 'clusterId',
	destinations: 'destination',
};

const SECOND = 1_000;

/** The filters of the platform for what the user chose; {@link withPeriod} adds the period. */
export function filtersOf(chosen: IDataObject): FieldFilter[] {
	const filters: FieldFilter[] = [];
	const add = (field: string, operator: string, value: IDataObject[string]) =>
		filters.push({ field, operator, value });
	if (chosen.name !== undefined) add('name', 'match', chosen.name);
	for (const [name, field] of Object.entries(LISTS))
		if (chosen[name] !== undefined) add(field, 'in', [chosen[name]].flat());
	const runtime = Object.entries(RUNTIME).flatMap(([name, field]) =>
		chosen[name] === undefined ? [] : [{ field, operator: 'in', value: chosen[name] }],
	);
	if (runtime.length > 0) add('runtime', 'or', runtime);
	if (chosen.longerThanSeconds !== undefined)
		add('executeDurationMs', 'greater_than', Number(chosen.longerThanSeconds) * SECOND);
	if (chosen.shorterThanSeconds !== undefined)
		add('executeDurationMs', 'less_than', Number(chosen.shorterThanSeconds) * SECOND);
	if (chosen.startedByApi !== undefined)
		add('apiVersion', 'is_empty', chosen.startedByApi !== true);
	return filters;
}

/** Earlier than any execution. */
const BEGINNING = '2000-01-01T00:00:00Z';

/** The filters with a period; the platform accepts only closed ones. */
export function withPeriod(
	filters: readonly FieldFilter[],
	from: unknown,
	to: unknown,
	now: number,
): FieldFilter[] {
	if (from === undefined && to === undefined) return [...filters];
	const period = [
		String((from as string | undefined) ?? BEGINNING),
		String((to as string | undefined) ?? new Date(now).toISOString()),
	];
	return [...filters, { field: 'period', operator: 'between', value: period }];
}

/** The page size, and the pages that one search can have. */
export const PAGE = 200;
const PAGES_AT_MOST = 20;

/** What all searches of one request for the history share. */
export interface HistorySearch {
	environmentId: string;
	chosen: IDataObject;
	from?: unknown;
	to?: unknown;
	now: number;
	/** The number of records to read; all if absent. */
	limit?: number;
}

/**
 * All executions of one scope, or the newest `limit`, each once. A search has 20 pages at most; what
 * is older is requested with a narrower period.
 * @throws if more executions ended at one moment than a search can return
 */
export async function readHistory(
	call: Showing<typeof HISTORY_MESSAGES>,
	search: RequestOperation,
	scope: Scope,
	of: HistorySearch,
): Promise<IDataObject[]> {
	const found = new Map<string, IDataObject>();
	const filters = filtersOf(of.chosen);
	const left = () => (of.limit ?? Infinity) - found.size;
	let { to } = of;
	for (;;) {
		const part = await readPart(call, search, scope, {
			...of,
			filters: withPeriod(filters, of.from, to, of.now),
			left,
			found,
		});
		if (part.complete || left() <= 0) return [...found.values()];
		if (to === of.to) await addUnfinished(call, search, scope, of, filters, found);
		if (part.oldest === undefined || (to !== undefined && part.oldest >= Date.parse(String(to))))
			throw call.problem(SAME_TIME, { count: PAGE * PAGES_AT_MOST });
		to = new Date(part.oldest).toISOString();
	}
}

interface Part {
	filters: FieldFilter[];
	left: () => number;
	found: Map<string, IDataObject>;
	environmentId: string;
}

/** The pages of one search; `oldest` is the time of its last record, in milliseconds. */
async function readPart(
	call: Showing<typeof HISTORY_MESSAGES>,
	search: RequestOperation,
	scope: Scope,
	{ filters, left, found, environmentId }: Part,
): Promise<{ complete: boolean; oldest?: number }> {
	let oldest: number | undefined;
	let offset = 0;
	// The platform counts pages of the requested size: a smaller one at the end would be beyond the last.
	const limit = Math.min(PAGE, left());
	for (let page = 0; page < PAGES_AT_MOST; page++) {
		const { body } = await call.ask(search, {
			environmentId,
			...scope,
			...(filters.length > 0 ? { conditions: filters } : {}),
			limit,
			offset,
		});
		const { items, nextPageExists } = (body ?? {}) as {
			items?: IDataObject[];
			nextPageExists?: boolean;
		};
		if (!Array.isArray(items)) throw call.problem(NO_LIST);
		for (const item of items) {
			if (left() > 0 || found.has(String(item.id))) found.set(String(item.id), item);
			oldest = endOf(item) ?? oldest;
		}
		offset += items.length;
		if (nextPageExists !== true || left() <= 0) return { complete: true };
		if (items.length === 0) throw call.problem(ENDED_EARLY, { offset });
	}
	return { complete: false, oldest };
}

/** Sorted by end: an execution that has not ended has no position in a narrower period. */
async function addUnfinished(
	call: Showing<typeof HISTORY_MESSAGES>,
	search: RequestOperation,
	scope: Scope,
	of: HistorySearch,
	filters: readonly FieldFilter[],
	found: Map<string, IDataObject>,
): Promise<void> {
	const wanted = of.chosen.statuses as string[] | undefined;
	const statuses = UNFINISHED.filter((status) => wanted?.includes(status) ?? true);
	if (statuses.length === 0) return;
	const others = filters.filter(({ field }) => field !== 'status');
	const unfinished = withPeriod(
		[...others, { field: 'status', operator: 'in', value: statuses }],
		of.from,
		of.to,
		of.now,
	);
	await readPart(call, search, scope, {
		filters: unfinished,
		left: () => Infinity,
		found,
		environmentId: of.environmentId,
	});
}

/** When an execution ended, else when it was triggered; in milliseconds since 1970. */
export function endOf({ runEndTime, triggerTime }: IDataObject): number | undefined {
	const time = Number(runEndTime ?? triggerTime ?? NaN);
	return Number.isFinite(time) ? time : undefined;
}

/** The times of a record in readable form. */
export function withTimes(record: IDataObject): IDataObject {
	const times = ['triggerTime', 'runStartTime', 'runEndTime'];
	const inWords = (name: string) =>
		typeof record[name] === 'number' ? { [name]: new Date(record[name]).toISOString() } : {};
	return Object.assign({}, record, ...times.map(inWords)) as IDataObject;
}
