/**
 * Reads the execution history: turns what the user requests into searches that the platform
 * accepts.
 */
import type { IDataObject } from 'n8n-workflow';

import { problem } from '../../../shared/declare/messages';
import type { ContextShowing, RequestOperation } from '../../../shared/declare/operation';
import { isObject } from '../../../shared/support/json';

const SAME_TIME = problem(
	'More than {count} executions have the same time in the history',
	'Talend Cloud lists no more of them. Narrow the search with the filters.',
);

const NO_LIST = problem(
	'Talend Cloud returned something that is not a list',
	'The response has no "items". Nothing was returned. Check the region or address in the credential, and run the node again.',
);

const ENDED_EARLY = problem(
	'The history ended early',
	'Talend Cloud reported more executions, but sent none after {offset}. Try again, or narrow the search.',
);

/** What {@link readHistory} can say. */
export const HISTORY_MESSAGES = [SAME_TIME, NO_LIST, ENDED_EARLY];

/** A filter in the form that the platform accepts. */
export interface FieldFilter extends IDataObject {
	field: string;
	operator: string;
	value: IDataObject[string];
}

/**
 * One search: the platform lists jobs and services separately, and never all tasks together with
 * all plans.
 */
export interface HistoryScope extends IDataObject {
	category: 'ETL' | 'ESB';
	exclude?: 'PLAN_EXECUTIONS' | 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN';
}

export const PLANS_AND_OTHER_TASKS: HistoryScope = {
	category: 'ETL',
	exclude: 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN',
};

export const ALL_TASKS: HistoryScope = { category: 'ETL', exclude: 'PLAN_EXECUTIONS' };
export const ALL_SERVICES: HistoryScope = { category: 'ESB' };

/** For each choice of what to list: the searches that are necessary. */
export const SCOPES: Readonly<Record<string, readonly HistoryScope[]>> = {
	everything: [PLANS_AND_OTHER_TASKS, ALL_TASKS, ALL_SERVICES],
	tasksAndPlans: [PLANS_AND_OTHER_TASKS, ALL_TASKS],
	plansAndOtherTasks: [PLANS_AND_OTHER_TASKS],
	tasks: [ALL_TASKS],
	services: [ALL_SERVICES],
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

/** Filters by the place of an execution. An execution matches if one of them fits. */
const RUNTIME: Readonly<Record<string, string>> = {
	engineIds: 'engineId',
	clusterIds: 'clusterId',
	destinations: 'destination',
};

const SECOND = 1_000;

/** The filters of the platform for what the user chose; {@link withPeriod} adds the period. */
export function fieldFilters(chosen: IDataObject): FieldFilter[] {
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
const BEFORE_ALL_EXECUTIONS = '2000-01-01T00:00:00Z';

/** The filters with a period; the platform accepts only closed ones. */
export function withPeriod(
	filters: readonly FieldFilter[],
	from: unknown,
	to: unknown,
	now: number,
): FieldFilter[] {
	if (from === undefined && to === undefined) return [...filters];
	const period = [
		String((from as string | undefined) ?? BEFORE_ALL_EXECUTIONS),
		String((to as string | undefined) ?? new Date(now).toISOString()),
	];
	return [...filters, { field: 'period', operator: 'between', value: period }];
}

/** The page size, and how many pages a search can have. */
export const HISTORY_PAGE_SIZE = 200;
const MAX_PAGES = 20;

/** What the user requests from the history. */
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
 * All executions of one scope, or the newest `limit`, each once. A search has 20 pages at most;
 * older executions are requested with a shorter period.
 * @throws if more executions ended at one moment than a search can return
 */
export async function readHistory(
	op: ContextShowing<typeof HISTORY_MESSAGES>,
	search: RequestOperation,
	scope: HistoryScope,
	wantedHistory: HistorySearch,
): Promise<IDataObject[]> {
	return await new HistoryReader(op, search, scope, wantedHistory).read();
}

class HistoryReader {
	private readonly records = new Map<string, IDataObject>();
	private readonly filters: readonly FieldFilter[];

	constructor(
		private readonly op: ContextShowing<typeof HISTORY_MESSAGES>,
		private readonly search: RequestOperation,
		private readonly scope: HistoryScope,
		private readonly wantedHistory: HistorySearch,
	) {
		this.filters = fieldFilters(wantedHistory.chosen);
	}

	async read(): Promise<IDataObject[]> {
		let { to } = this.wantedHistory;
		while (this.missingCount() > 0) {
			const part = await this.readPart(this.within(to), this.missingCount());
			if (part.complete) break;
			if (to === this.wantedHistory.to) await this.addUnfinished();
			if (part.oldest === undefined || (to !== undefined && part.oldest >= Date.parse(String(to))))
				throw this.op.problem(SAME_TIME, { count: HISTORY_PAGE_SIZE * MAX_PAGES });
			to = new Date(part.oldest).toISOString();
		}
		return newestFirst(this.records).slice(0, this.wantedHistory.limit);
	}

	/** How many records are still to be read; less than 0 if more than enough have not ended. */
	private missingCount(): number {
		return (this.wantedHistory.limit ?? Infinity) - this.records.size;
	}

	private within(to: unknown, filters = this.filters): FieldFilter[] {
		return withPeriod(filters, this.wantedHistory.from, to, this.wantedHistory.now);
	}

	/**
	 * Reads the executions that have not ended. They come first, because the list is sorted by end,
	 * and a shorter period would not contain them.
	 */
	private async addUnfinished(): Promise<void> {
		const chosen = this.wantedHistory.chosen.statuses as string[] | undefined;
		const statuses = UNFINISHED.filter((status) => chosen?.includes(status) ?? true);
		if (statuses.length === 0) return;
		const filters = this.filters.filter(({ field }) => field !== 'status');
		filters.push({ field: 'status', operator: 'in', value: statuses });
		await this.readPart(this.within(this.wantedHistory.to, filters), Infinity);
	}

	/**
	 * Reads the pages of one search.
	 * @param most how many new records it may add
	 * @returns `oldest`: the time of its last record, in milliseconds
	 */
	private async readPart(
		conditions: FieldFilter[],
		most: number,
	): Promise<{ complete: boolean; oldest?: number }> {
		const full = this.records.size + most;
		const isFull = () => this.records.size >= full;
		let oldest: number | undefined;
		let offset = 0;
		// The position of a page depends on the requested size, so the size must stay the same for the
		// last page.
		const limit = Math.min(HISTORY_PAGE_SIZE, most);
		for (let page = 0; page < MAX_PAGES; page++) {
			const { items, nextPageExists } = await this.readPage(conditions, limit, offset);
			for (const item of items) {
				const id = String(item.id);
				if (!isFull() || this.records.has(id)) this.records.set(id, item);
				oldest = endOfRecord(item) ?? oldest;
			}
			offset += items.length;
			if (!nextPageExists || isFull()) return { complete: true };
			if (items.length === 0) throw this.op.problem(ENDED_EARLY, { offset });
		}
		return { complete: false, oldest };
	}

	private async readPage(
		conditions: FieldFilter[],
		limit: number,
		offset: number,
	): Promise<{ items: IDataObject[]; nextPageExists: boolean }> {
		const { body } = await this.op.sendValues(this.search, {
			environmentId: this.wantedHistory.environmentId,
			...this.scope,
			...(conditions.length > 0 ? { conditions } : {}),
			limit,
			offset,
		});
		const { items, nextPageExists } = isObject(body) ? body : {};
		if (!Array.isArray(items)) throw this.op.problem(NO_LIST);
		return {
			items: items as IDataObject[],
			// If the page does not say it, only an empty page is certainly the last one.
			nextPageExists: typeof nextPageExists === 'boolean' ? nextPageExists : items.length > 0,
		};
	}
}

/** When an execution ended; if it has not, when it was triggered. In milliseconds since 1970. */
function endOfRecord({ runEndTime, triggerTime }: IDataObject): number | undefined {
	const time = Number(runEndTime ?? triggerTime ?? NaN);
	return Number.isFinite(time) ? time : undefined;
}

/** The records by their end, the newest first. */
export const newestFirst = (byId: ReadonlyMap<string, IDataObject>): IDataObject[] =>
	[...byId.values()].sort((a, b) => (endOfRecord(b) ?? Infinity) - (endOfRecord(a) ?? Infinity));
