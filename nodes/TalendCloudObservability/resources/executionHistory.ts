import { type IDataObject, NodeApiError } from 'n8n-workflow';

import {
	clusterPicker,
	getManyClusters,
	getManyRemoteEngines,
	remoteEnginePicker,
} from '../../records/engines/engines';
import { runProfilePicker } from '../../records/engines/runProfiles';
import { environmentId } from '../../records/places/environments';
import { environmentOf, getManyWorkspaces, workspaceId } from '../../records/places/workspaces';
import { artifactId } from '../../records/tasks/artifacts';
import { planIds } from '../../records/tasks/plans';
import { taskIds } from '../../records/tasks/tasks';
import { fileAnswer, type Output, records } from '../../shared/declare/answers';
import {
	binaryPropertyName,
	flow,
	operation,
	resource,
	simplifySetting,
} from '../../shared/declare/define';
import {
	boolean,
	choice,
	datetime,
	id,
	integer,
	list,
	number,
	suggestions,
	text,
	type Values,
} from '../../shared/declare/field';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { hint, problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { onlyWith, period, type Rule } from '../../shared/declare/rules';
import { listIfAllowed, missing } from '../../shared/flows/readIfThere';
import { clock } from '../../shared/support/clock';
import { simplified } from '../../shared/support/simplify';
import { csvRecords, csvValues } from '../csv';
import { getFinishedSince } from '../history/finishedExecutions';
import { getHealth } from '../history/health';
import {
	endOf,
	fieldFilters,
	HISTORY_MESSAGES,
	readHistory,
	SCOPES,
	withPeriod,
} from '../history/historyReader';
import { search, searchFields } from '../history/historySearch';
import { readableHistory } from '../history/runStatistics';

const downloadPage = operation('POST /monitoring/observability/executions/download', {
	name: 'Download Page',
	action: 'Download a page of the history of executions',
	description: 'Download one page of the history as CSV; Download puts all pages together',
	extra: FROM_VENDOR,
	effect: 'read',
	body: {
		...searchFields,
		lines: integer('Number of lines')
			.wireName('limit')
			.min(1)
			.max(100_000)
			.byDefault(1_000)
			.sample(10)
			.optional(),
		lastId: id('ID of the last line of the previous page')
			.eg('8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11')
			.optional(),
	},
	answers: fileAnswer({ fileName: 'execution-history.csv', fileFormat: 'csv' }),
});

// ---------------------------------------------------------------------------------------------
// As people ask

const STATUSES = [
	'DEPLOY_FAILED',
	'DISPATCHING_FLOW',
	'EXECUTION_EVENT_RECEIVED',
	'EXECUTION_FAILED',
	'EXECUTION_MISFIRED',
	'EXECUTION_REJECTED',
	'EXECUTION_SUCCESS',
	'EXECUTION_TERMINATED',
	'STARTING_FLOW_EXECUTION',
	'STOPPING_FLOW_EXECUTION',
	'UNKNOWN',
];
const DESTINATIONS = [
	'CLOUD',
	'CLOUD_EXCLUSIVE',
	'CLOUD_SANDBOX',
	'REMOTE_ENGINE',
	'REMOTE_ENGINE_CLUSTER',
	'ELASTIC_ENGINE',
];

const form = {
	environmentId: environmentId(),
	include: choice(
		'Which executions to list; the platform lists plans and all tasks in separate searches, which are combined here',
		[
			{
				value: 'everything',
				name: 'Everything',
				description: 'Jobs, pipelines, plans, routes and data services',
			},
			{
				value: 'tasksAndPlans',
				name: 'Tasks and Plans',
				description: 'Jobs, pipelines and plans, with the tasks that plans started',
			},
			{
				value: 'plansAndOtherTasks',
				name: 'Plans and Other Tasks',
				description: 'Jobs, pipelines and plans, without the tasks that plans started',
			},
			{
				value: 'tasks',
				name: 'Tasks Only',
				description: 'Jobs and pipelines, with those that plans started',
			},
			{ value: 'services', name: 'Routes and Data Services' },
		],
	).initial('tasksAndPlans'),
	from: datetime('Only executions from this time on').optional(),
	to: datetime('Only executions up to this time; defaults to now').optional(),
	name: text('Part of the name of the task or plan; at least 3 characters')
		.eg('load orders')
		.optional(),
	statuses: suggestions('Only executions with one of these statuses', STATUSES)
		.sample(['EXECUTION_FAILED'])
		.optional(),
	workspaceId: workspaceId('Only executions in this workspace').optional(),
	artifactId: artifactId('Only executions of this artifact').optional(),
	artifactVersions: list('Only executions of these versions of artifacts')
		.sample(['1.2.0', '1.3.0'])
		.optional(),
	taskIds: taskIds('Only executions of these tasks').optional(),
	planIds: planIds('Only executions of these plans').optional(),
	tags: list('Only executions of tasks with one of these tags')
		.sample(['nightly', 'api'])
		.optional(),
	operators: list('Only executions that these users (by login) or service accounts (by ID) started')
		.sample(['ana.demo', 'bao.nguyen'])
		.optional(),
	authors: list('Only executions of what these users or service accounts created')
		.sample(['ana.demo', 'bao.nguyen'])
		.optional(),
	executionIds: list('Only these executions')
		.label('Execution IDs')
		.sample(['7a1e0000-0000-4000-8000-000000000001', '7a1e0000-0000-4000-8000-000000000002'])
		.optional(),
	engineIds: listOf(
		remoteEnginePicker,
		'loadRemoteEngines',
		'Only executions on one of these engines',
	).optional(),
	clusterIds: listOf(
		clusterPicker,
		'loadClusters',
		'Only executions on one of these clusters',
	).optional(),
	destinations: suggestions('Only executions on one of these kinds of engine', DESTINATIONS)
		.sample(['CLOUD'])
		.optional(),
	runProfileIds: listOf(
		runProfilePicker,
		'loadRunProfiles',
		'Only executions with one of these run profiles',
	).optional(),
	longerThanSeconds: number('Only executions that took longer than this many seconds')
		.label('Longer Than (Seconds)')
		.min(0)
		.sample(3600)
		.optional(),
	shorterThanSeconds: number('Only executions that took less than this many seconds')
		.label('Shorter Than (Seconds)')
		.min(0)
		.sample(60)
		.optional(),
	startedByApi: boolean(
		'Whether to list only executions that were started through the API; when off, only the others',
	)
		.label('Started by API')
		.sample(true)
		.optional(),
	versions: list('Only executions of these versions of the task')
		.label('Task Versions')
		.sample(['1.0', '1.1'])
		.optional(),
	logLevels: suggestions('Only executions with one of these log levels', [
		'DEBUG',
		'ERROR',
		'INFO',
		'WARN',
	])
		.sample(['WARN'])
		.optional(),
};

const nameIsLong: Rule = {
	field: 'name',
	says: 'name must have at least 3 characters',
	check: ({ name }) =>
		name !== undefined && String(name).length < 3 ? 'must have at least 3 characters' : undefined,
};

const rules = [
	period('from', 'to'),
	nameIsLong,
	onlyWith('versions', 'taskIds'),
	onlyWith('logLevels', 'taskIds'),
];

const TIMES = ['triggerTimestamp', 'startTimestamp', 'finishTimestamp'];
const simple = [
	'name',
	'outcome',
	'summary',
	'status',
	'subStatus',
	'errorMessage',
	'misfiredReason',
	'numberOfRejectedRows',
	'durationSeconds',
	'startTimestamp',
	'finishTimestamp',
	'triggerTimestamp',
	'triggerType',
	'type',
	'artifactName',
	'artifactVersion',
	'engineName',
	'operatorName',
	'workspaceName',
	'executionId',
	'taskId',
	'planId',
	'planExecutionId',
	'workspaceId',
];

const IDS_MISSING = hint(
	'The IDs of engines could not be completed, so executions that the platform keeps under the other ID of an engine are missing: {reason}',
);
const DIFFERENT_COLUMNS = problem(
	'The parts of the history have different columns',
	'The file has no column "id", or the parts of the download have different columns. Download one kind at a time with Include.',
);
const SAME_PAGE = problem(
	'The history ended early',
	'The platform sent the same page twice. Try again, or narrow the search with From and To.',
);

/**
 * The filters use one of an engine's two IDs, the responses the other (docs/platform/interface.md,
 * "Requests and answers"): both are requested.
 */
async function withBothIds(
	op: OperationContext<typeof IDS_MISSING>,
	chosen: IDataObject,
): Promise<IDataObject> {
	const both: IDataObject = { ...chosen };
	for (const [name, { list: listing, otherId }] of Object.entries({
		engineIds: remoteEnginePicker,
		clusterIds: clusterPicker,
	})) {
		const ids = chosen[name] as string[] | undefined;
		if (ids === undefined) continue;
		const engines = await op.list(listing, {}).catch((error: unknown) => {
			if (!(error instanceof NodeApiError)) throw error;
			op.hint(IDS_MISSING, { reason: error.message });
			return [];
		});
		const others = engines
			.filter((engine) => ids.includes(String(engine.id)))
			.map((engine) => engine[otherId!.name]);
		both[name] = [...ids, ...others.filter((other) => typeof other === 'string')];
	}
	return both;
}

const WITHOUT_WORKSPACES = missing('The names of workspaces are missing');

const GET_MANY_MESSAGES = [IDS_MISSING, WITHOUT_WORKSPACES, ...HISTORY_MESSAGES];

const getManySettings = {
	returnAll: boolean('Whether to return all results or only up to a given limit').initial(false),
	limit: integer('Max number of results to return')
		.min(1)
		.initial(50)
		.shownWhen({ returnAll: [false] }),
	simplify: simplifySetting,
};

const getMany = flow({
	name: 'Get Many',
	action: 'Get many executions of the history',
	description:
		'List executions of tasks and plans together, newest first, with filters on name, engine, duration, person and tags',
	fields: form,
	optionalAs: 'filters',
	settings: getManySettings,
	uses: [search, getManyWorkspaces, getManyRemoteEngines, getManyClusters],
	messages: GET_MANY_MESSAGES,
	rules,
	answers: records('vendor:execution-history-search/Execution', { simple, times: TIMES }),
	run: listHistory,
});

/** The input of *Get Many*. */
type GetManyInput = Values<typeof form> & Values<typeof getManySettings>;

async function listHistory(
	op: ContextShowing<typeof GET_MANY_MESSAGES>,
	input: GetManyInput,
): Promise<Output[]> {
	const limit = input.returnAll ? undefined : input.limit;
	const byId = new Map<string, IDataObject>();
	const chosen = await withBothIds(op, input);
	for (const scope of scopesOf(input.include))
		for (const record of await readHistory(op, search, scope, {
			environmentId: input.environmentId,
			chosen,
			from: input.from,
			to: input.to,
			now: clock.now(),
			limit,
		}))
			byId.set(String(record.id), record);
	const newestFirst = [...byId.values()].sort(
		(a, b) => (endOf(b) ?? Infinity) - (endOf(a) ?? Infinity),
	);
	const found = newestFirst.slice(0, limit);
	if (!input.simplify || found.length === 0) return found.map((json): Output => ({ json }));
	const workspaces = await listIfAllowed(op, getManyWorkspaces, {}, WITHOUT_WORKSPACES);
	const places = new Map(
		workspaces.map((each) => [
			each.id,
			{ workspaceName: each.name, environmentName: environmentOf(each)?.name },
		]),
	);
	return found.map((record): Output => {
		const place = places.get(record.workspaceId) ?? {};
		return { json: simplified(readableHistory(record, place, op.timezone), simple) };
	});
}

/** Maximum number of lines per request on the platform. */
const LINES = 100_000;

const DOWNLOAD_MESSAGES = [IDS_MISSING, DIFFERENT_COLUMNS, SAME_PAGE];

const downloadSettings = { binaryPropertyName };

const download = flow({
	name: 'Download',
	action: 'Download the history of executions as CSV',
	description: 'Download the history as one CSV file, whatever its length',
	fields: form,
	optionalAs: 'filters',
	settings: downloadSettings,
	uses: [downloadPage, getManyRemoteEngines, getManyClusters],
	messages: DOWNLOAD_MESSAGES,
	rules,
	answers: fileAnswer(),
	run: downloadHistory,
});

/** The input of *Download*. */
type DownloadInput = Values<typeof form> & Values<typeof downloadSettings>;

async function downloadHistory(
	op: ContextShowing<typeof DOWNLOAD_MESSAGES>,
	input: DownloadInput,
): Promise<Output[]> {
	const filters = withPeriod(
		fieldFilters(await withBothIds(op, input)),
		input.from,
		input.to,
		clock.now(),
	);
	const table = new Table();
	for (const scope of scopesOf(input.include))
		await addPages(op, table, {
			environmentId: input.environmentId,
			...scope,
			...(filters.length > 0 ? { conditions: filters } : {}),
		});
	const data = Buffer.from(table.text(), 'utf8');
	const fileName = 'execution-history.csv';
	return [
		{
			json: { fileName, mimeType: 'text/csv', size: data.length, rows: table.size },
			binary: { [input.binaryPropertyName]: await op.binary(data, fileName, 'text/csv') },
		},
	];
}

const scopesOf = (include: string) => SCOPES[include] ?? [];

/** The lines of all pages and searches, each execution once, below one header. */
class Table {
	private header: string | undefined;
	private readonly lines = new Map<string, string>();

	get size(): number {
		return this.lines.size;
	}

	/**
	 * Adds a page.
	 * @returns how many lines it has, and the id of its last one
	 */
	add(
		op: OperationContext<typeof DIFFERENT_COLUMNS>,
		page: string,
	): { count: number; lastId?: string } {
		const [header, ...lines] = csvRecords(page.replace(/^\uFEFF/, ''));
		const at = csvValues(header ?? '').indexOf('id');
		if (at < 0 || (this.header !== undefined && this.header !== header))
			throw op.problem(DIFFERENT_COLUMNS);
		this.header = header;
		let lastId: string | undefined;
		for (const line of lines) {
			lastId = csvValues(line)[at];
			this.lines.set(String(lastId), line);
		}
		return { count: lines.length, lastId };
	}

	text(): string {
		return [this.header, ...this.lines.values(), ''].join('\r\n');
	}
}

/** Continues from the last line until a page is not full. */
async function addPages(
	op: OperationContext<typeof DIFFERENT_COLUMNS | typeof SAME_PAGE>,
	table: Table,
	values: IDataObject,
): Promise<void> {
	let lastId: string | undefined;
	for (;;) {
		const { body } = await op.sendValues(downloadPage, {
			...values,
			lines: LINES,
			...(lastId === undefined ? {} : { lastId }),
		});
		const page = table.add(op, Buffer.from(body as Buffer).toString('utf8'));
		if (page.count < LINES) return;
		if (page.lastId === undefined || page.lastId === lastId) throw op.problem(SAME_PAGE);
		({ lastId } = page);
	}
}

export const executionHistory = resource(
	'executionHistory',
	'Execution History',
	{ getMany, getHealth, getFinishedSince, search, download, downloadPage },
	'Executions of tasks and plans in one list, with filters',
);
