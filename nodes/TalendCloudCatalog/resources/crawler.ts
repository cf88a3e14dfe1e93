import type { IDataObject } from 'n8n-workflow';

import { userOrGroupId } from '../../records/identities/identities';
import { fileAnswer, nothing, type Output, record, records } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/created';
import { operation, resource } from '../../shared/declare/define';
import {
	boolean,
	choice,
	id,
	integer,
	list,
	rows,
	suggestion,
	text,
	type Values,
} from '../../shared/declare/field';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { filled, hint, problem, requirement } from '../../shared/declare/messages';
import type { Change, ContextShowing, OperationContext } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { neededToBeUseful, type Rule } from '../../shared/declare/rules';
import {
	awaitEnd,
	awaiting,
	END_MESSAGES,
	type Followed,
	OWN_RECORD_MESSAGES,
	ownRecord,
	WAIT_MESSAGES,
} from '../../shared/flows/wait';
import { noteEnd } from '../../shared/support/errorNotes';
import { isText, objectIn } from '../../shared/support/json';
import {
	crawlOutcome,
	type CrawlOutcome,
	isAnotherRun,
	isRunning,
	runInWords,
	secondsOf,
	statusOf,
} from '../run';
import { connectionId } from './connection';
import { lastResult, tablesIn, tableSource } from './scan';

const includeDeleted = boolean('Whether to also return deleted crawlers').sample(true).optional();

/** Also for the trigger that searches for executions that have ended. */
export const getManyCrawlers = operation('GET /connections/crawlers', {
	name: 'Get Many',
	action: 'Get many crawlers',
	description:
		'List the crawlers with the state of their last run; only Get returns the counters of a run',
	query: {
		connectionId: connectionId('Only the crawler of this connection').optional(),
		includeDeleted,
		limit: integer('Size of a page').min(1).sample(100).optional(),
		offset: integer('Start of a page').min(0).optional(),
	},
	// The platform takes both and uses neither: they are the node's to send.
	pages: { ...limitOffset(), owns: ['limit', 'offset'] },
	answers: records('C.Crawler', { page: 'C.Crawler list body', key: 'id' }),
});

const crawlerPicker = picker({
	noun: 'crawler',
	method: 'searchCrawlers',
	list: getManyCrawlers,
	entry: (crawler) => ({
		id: String(crawler.id ?? ''),
		name: String(crawler.name ?? ''),
		description: String(statusOf(crawler).runStatus ?? ''),
	}),
	byName: true,
	example: '59451bf0-a81a-4e1b-9cbc-0242ac130002',
});

/** A crawler, as a field of an operation. */
export const crawlerId = (description = 'The crawler') => id(description).pick(crawlerPicker);

/** Also for the trigger that searches for executions that have ended. */
export const getCrawler = operation('GET /connections/crawlers/{crawlerId}', {
	name: 'Get',
	action: 'Get a crawler',
	description: 'Read one crawler: its selection, and the state and counters of its last run',
	path: { crawlerId: crawlerId() },
	query: { includeDeleted },
	answers: record('C.Crawler'),
});

const tables = tableSource(async (ask, crawler) =>
	String(((await ask(getCrawler, { crawlerId: crawler })) as IDataObject).connectionId),
);

/** From there on a run may fail (docs/platform/interface.md, "Limits"). */
const MANY_ASSETS = 1000;

const MANY_TABLES =
	`has {count} tables and views: fewer than ${MANY_ASSETS} are recommended, and with so many the run may fail` as const;
const TOO_MANY = hint(`Crawler {crawlerId} ${MANY_TABLES}`);
const NOT_FOUND = requirement(
	'selectedDatasets',
	'Table Names or IDs',
	'has tables and views that the last scan of the connection did not find: {tables}. Scan the connection again if they are new (Scan, Scan and Wait)',
);
const FAILED = problem(
	'The crawler run {how}{reason}',
	'Crawler {crawlerId} ended with the status {status}.{counters} Read why with Crawler, Download Errors. To have such runs as outputs, turn off "Fail When the Run Fails".',
);

const notMany: Rule = {
	field: 'selectedDatasets',
	says: `fewer than ${MANY_ASSETS} tables and views are recommended; with more the run may fail`,
	check: ({ selectedDatasets }) => {
		const { length } = (selectedDatasets ?? []) as string[];
		return length < MANY_ASSETS ? undefined : filled(MANY_TABLES, { count: length });
	},
};

/**
 * Empty is not the same as not given: what a crawler without tables does is not known, so an empty
 * list is refused.
 */
const selection = list('Tables and views of the last scan')
	.label('Table Names or IDs')
	.describe(
		'Tables and views to turn into datasets, from the last scan of the connection. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	)
	.withCommas()
	.from(tables)
	.mayBeEmpty()
	.min(1)
	.sample(['SALES.CUSTOMERS', 'SALES.ORDERS']);

const name = text('Name of the crawler').eg('Sales tables');
const description = text('What the crawler is for').eg('All tables of the sales team').optional();

const ONE_PER_CONNECTION =
	'Only a JDBC connection can have a crawler, and only one at a time: change the selection of the one it has (Crawler, Change Selection), or delete that one first.';

const create = operation('POST /connections/crawlers', {
	name: 'Create',
	action: 'Create a crawler',
	description:
		'Create a crawler that turns tables and views of a JDBC connection into datasets once it is run',
	body: {
		connectionId: connectionId('The JDBC connection; it must have no other crawler'),
		name,
		selectedDatasets: selection.optional().onTop(),
		description,
		sharings: rows('Who the generated datasets are shared with', {
			scimType: suggestion('Whether it is a user or a group', [
				{ value: 'USER', name: 'User' },
				{ value: 'GROUP', name: 'Group' },
			]).label('Type'),
			scimId: userOrGroupId('The user or group'),
			level: suggestion('What they may do with the datasets', [
				{ value: 'OWNER', name: 'Owner' },
				{ value: 'READER', name: 'Reader' },
				{ value: 'WRITER', name: 'Writer' },
			]),
		}).optional(),
	},
	rules: [
		neededToBeUseful('selectedDatasets', 'a crawler without tables and views creates no datasets'),
	],
	warnings: [notMany],
	// The documents do not say with which status a second crawler is refused.
	refusals: { 400: ONE_PER_CONNECTION, 409: ONE_PER_CONNECTION },
	answers: record('C.CreateCrawlerResponse'),
	lookUp: createdAs({
		subject: 'The crawler',
		list: getManyCrawlers,
		unique: { connectionId: 'connectionId' },
		values: ({ connectionId: crawled }) => ({ connectionId: crawled }),
	}),
});

const WHILE_RUNNING =
	'The crawler is running: wait for the end of its run, or end it (Crawler, End), then try again.';

const changeSelection = operation('PUT /connections/crawlers/{crawlerId}', {
	name: 'Change Selection',
	action: 'Change the selection of a crawler',
	description:
		'Choose which tables and views a crawler turns into datasets, instead of the current ones or in addition to them',
	path: { crawlerId: crawlerId() },
	// The interface documents do not show the body; the one in the vendor's OpenAPI file requires the
	// name, too.
	body: {
		selectedDatasets: selection,
		name: name.optional(),
		description: description.mayBeEmpty(),
	},
	settings: {
		keepSelected: boolean('Whether the tables and views that are selected now stay selected')
			.confirms()
			.initial(true),
	},
	warnings: [notMany],
	refusals: { 409: WHILE_RUNNING },
	messages: [TOO_MANY, NOT_FOUND],
	answers: nothing({
		output: (_answer, { crawlerId: changed, selectedDatasets }) => ({
			success: true,
			crawlerId: changed,
			selectedDatasets,
		}),
	}),
	// The platform replaces all that the body may hold.
	readFirst: {
		get: getCrawler,
		keep: { name: 'always', description: 'ifAny', selectedDatasets: 'ifAny' },
		toUpdate: (present) => ({ ...present, selectedDatasets: present.crawledDatasets }),
		join: {
			selectedDatasets: (present, added, { settings }) => [
				...new Set([
					...(settings.keepSelected === true ? ((present ?? []) as string[]) : []),
					...(added as string[]),
				]),
			],
		},
		unless: () => false,
		check: knownTables,
	},
});

/**
 * It is not known what a crawler does with tables that its connection does not have: only tables of
 * the last scan, or those already selected, can be selected.
 */
async function knownTables(
	op: OperationContext<typeof TOO_MANY | typeof NOT_FOUND>,
	{ present, body, input }: Change,
): Promise<void> {
	const { selectedDatasets } = body as { selectedDatasets: string[] };
	const before = (present.crawledDatasets ?? []) as string[];
	const knownIds = new Set([
		...before,
		...tablesIn(await lastResult(op, String(present.connectionId))),
	]);
	const unknown = selectedDatasets.filter((table) => !knownIds.has(table));
	if (unknown.length > 0) throw op.refusal(NOT_FOUND, { tables: unknown.join(', ') });
	if (
		input.settings.keepSelected === true &&
		before.length > 0 &&
		selectedDatasets.length >= MANY_ASSETS
	)
		op.hint(TOO_MANY, {
			crawlerId: String(input.path.crawlerId),
			count: selectedDatasets.length,
		});
}

const rename = operation('PATCH /connections/crawlers/{crawlerId}', {
	name: 'Rename',
	action: 'Rename a crawler',
	description: 'Change the name or the description of a crawler',
	effect: 'write',
	path: { crawlerId: crawlerId() },
	body: { name: name.optional(), description: description.mayBeEmpty() },
	refusals: { 409: WHILE_RUNNING },
	answers: nothing(),
});

const remove = operation('DELETE /connections/crawlers/{crawlerId}', {
	name: 'Delete',
	action: 'Delete a crawler',
	description:
		'Delete a crawler; the datasets that it created stay, and its connection can have another',
	path: { crawlerId: crawlerId() },
	answers: nothing(),
});

const run = operation('POST /connections/crawlers/{crawlerId}/run', {
	name: 'Run',
	action: 'Run a crawler',
	description:
		'Start a run and continue immediately: the first creates datasets and their samples, later ones refresh the samples',
	path: { crawlerId: crawlerId() },
	refusals: {
		409: 'The crawler is running already: wait for the end of its run, or end it (Crawler, End), then try again.',
		500: `A crawler with ${MANY_ASSETS} or more tables and views may not be able to run: select fewer (Crawler, Change Selection).`,
	},
	howToCheck: 'Check with Get whether a run has just started before you run the crawler again.',
	answers: nothing({
		output: (_answer, { crawlerId: started }) => ({ started: true, crawlerId: started }),
	}),
});

const end = operation('POST /connections/crawlers/{crawlerId}/end', {
	destructive: true,
	name: 'End',
	action: 'End the run of a crawler',
	description: 'Stop a run; the datasets that it has created stay',
	effect: 'write',
	path: { crawlerId: crawlerId() },
	answers: nothing({
		output: (_answer, { crawlerId: ended }) => ({ ended: true, crawlerId: ended }),
	}),
});

const downloadErrors = operation('GET /connections/crawlers/{crawlerId}/errors.log', {
	name: 'Download Errors',
	action: 'Download the errors of a crawler',
	description: 'Download the errors of the last run as a log file',
	path: { crawlerId: crawlerId() },
	answers: fileAnswer({
		fileName: 'errors.log',
		whenEmpty: 'The file is empty: the last run of the crawler reported no errors.',
	}),
});

const ENDED: Record<CrawlOutcome, string> = {
	succeeded: 'succeeded',
	partial: 'did not succeed for all datasets',
	incomplete: 'was ended before all datasets were done',
	failed: 'failed',
};

/**
 * A run that was started, or that was in progress and is followed, and the crawler as it was
 * before.
 */
interface Begun extends IDataObject {
	before: IDataObject;
	follows: boolean;
}

/**
 * What Run and Wait does if the crawler is running already: the same as for tasks, except that two
 * runs at once are impossible.
 */
const ifAlreadyRunning = {
	ifAlreadyRunning: choice(
		'What to do if the crawler is already running; if not set, the node fails',
		[
			{ value: 'skip', name: 'Skip' },
			{ value: 'follow', name: 'Follow It' },
			{
				value: 'waitThenStart',
				name: 'Wait, Then Start',
				description: 'Wait until nothing is in progress, at most for the time limit, then start',
			},
		],
	).optional(),
	skipIfRunning: boolean(
		'Whether to start nothing while the crawler is already running. Use If Already Running instead.',
	)
		.former()
		.optional(),
};

const RUN_MESSAGES = [...OWN_RECORD_MESSAGES, ...WAIT_MESSAGES, ...END_MESSAGES, TOO_MANY, FAILED];

const runAndWaitFields = { crawlerId: crawlerId() };

const runAndWaitSettings = {
	timeLimit: integer(
		'How many minutes to wait for the end of the run; with many tables it can take hours',
	)
		.label('Time Limit (Minutes)')
		.min(1)
		.initial(360),
	failOnFailure: boolean(
		'Whether the node fails if the run fails or is ended early; when off, the run is output like any other',
	)
		.label('Fail When the Run Fails')
		.initial(true),
	failOnPartialFailure: boolean(
		'Whether a run counts as failed when some datasets could not be created or have no sample',
	).optional(),
	endAtTimeLimit: boolean('Whether to end the run when the time limit passes').optional(),
	endOnStop: boolean('Whether to end the run when the workflow is stopped').optional(),
	...ifAlreadyRunning,
};

const runAndWait = awaiting({
	name: 'Run and Wait',
	action: 'Run a crawler and wait for its end',
	description:
		'Start a run and wait until it has ended, with its outcome, counters and duration as output',
	fields: runAndWaitFields,
	settings: runAndWaitSettings,
	uses: [run, getCrawler, end],
	messages: RUN_MESSAGES,
	patient: true,
	answers: record('C.Crawler', { leads: ['name', 'outcome', 'summary', 'durationSeconds'] }),
	// A run has no ID of its own: the second item of the same crawler runs it after the first.
	lockKey: (values) => `crawler ${values.crawlerId}`,
	begin: beginRun,
	howToFollow: followRun,
	finish: outputOfRun,
});

/** The choices of *Run and Wait*. */
type RunChoices = Values<typeof runAndWaitFields> & Values<typeof runAndWaitSettings>;

/** Starts a run, unless the crawler is running and the user chose something else for that case. */
async function beginRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ crawlerId: started, ...settings }: RunChoices,
): Promise<Begun | Output[]> {
	// The run of an earlier try is distinguished from the one before it by what was read before its
	// start.
	const crawlerBefore = await op.once('before', async () => await readCrawler(op, started));
	const before = ownRecord(op, crawlerBefore, 'id', started);
	const selected = ((before.crawledDatasets ?? []) as string[]).length;
	if (selected >= MANY_ASSETS) op.hint(TOO_MANY, { crawlerId: started, count: selected });
	const chosen =
		settings.ifAlreadyRunning ?? (settings.skipIfRunning === true ? 'skip' : undefined);
	const isAlready = isRunning(before);
	if (isAlready && chosen === 'skip') return [{ json: { skipped: true, ...before } }];
	if (isAlready && chosen === 'follow') return { before, follows: true };
	const untilItEnds = async () => await awaitEnd(op, earlierRun(op, started, settings.timeLimit));
	// Only the first try waits here. In a later try, the run in progress is the one that it started.
	const previous =
		isAlready && chosen === 'waitThenStart' ? await op.once('previous', untilItEnds) : before;
	await op.sendValues(run, { crawlerId: started });
	return { before: previous, follows: false };
}

function followRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ before, follows }: Begun,
	{ crawlerId: running, timeLimit, endAtTimeLimit, endOnStop }: RunChoices,
): Followed {
	return {
		subject: `The run of crawler ${running}`,
		wasRunning: follows,
		id: running,
		ids: { crawlerId: running },
		read: async () => await readCrawler(op, running),
		idField: 'id',
		ended: endOfRun(before, follows),
		timeLimit,
		end: {
			op,
			act: async () => await op.sendAfterStop(end, { crawlerId: running }),
			atTimeLimit: endAtTimeLimit,
			onStop: endOnStop,
		},
	};
}

/** @throws if the run has failed and the user chose that the node fails then */
async function outputOfRun(
	op: ContextShowing<typeof RUN_MESSAGES>,
	{ follows }: Begun,
	last: IDataObject,
	{ crawlerId: ended, failOnFailure, failOnPartialFailure }: RunChoices,
): Promise<Output[]> {
	const outcome = crawlOutcome(last)!;
	if (failOnFailure && isFailure(outcome, failOnPartialFailure === true)) {
		const values = { crawlerId: ended, how: ENDED[outcome], ...wordsOf(statusOf(last)) };
		throw noteEnd(op.problem(FAILED, values), { crawlerId: ended });
	}
	const durationSeconds = secondsOf(last);
	const { runFinishedAt } = statusOf(last);
	const json = {
		crawlerId: ended,
		outcome,
		summary: runInWords(last, ENDED[outcome], runFinishedAt, op.timezone),
		...(durationSeconds === undefined ? {} : { durationSeconds }),
		...(follows ? { reattached: true } : {}),
		...last,
	};
	return [{ json }];
}

const readCrawler = async (op: OperationContext, wanted: string): Promise<IDataObject> =>
	objectIn((await op.sendValues(getCrawler, { crawlerId: wanted })).body);

/** A run in progress that is waited for before another is started. */
const earlierRun = (op: OperationContext, running: string, timeLimit: number): Followed => ({
	subject: `The earlier run of crawler ${running}`,
	wasRunning: true,
	id: running,
	ids: { crawlerId: running },
	read: async () => await readCrawler(op, running),
	idField: 'id',
	ended: (crawler) => !isRunning(crawler),
	timeLimit,
});

/**
 * Whether a run has ended. Until a run that was started shows, the crawler still shows the end of
 * the run before.
 * @param hasStarted whether the run shows already
 */
function endOfRun(before: IDataObject, hasStarted: boolean): (crawler: IDataObject) => boolean {
	return (crawler) => {
		hasStarted ||= isRunning(crawler);
		return crawlOutcome(crawler) !== undefined && (hasStarted || isAnotherRun(crawler, before));
	};
}

const isFailure = (outcome: CrawlOutcome, isPartialFailure: boolean): boolean =>
	outcome === 'failed' || outcome === 'incomplete' || (outcome === 'partial' && isPartialFailure);

/** What the status of a run says about its end. */
function wordsOf({
	runStatus,
	failure,
	nbDatasetsToCrawl,
	nbDatasetsFinished,
	nbDatasetsFailed,
	nbSamplesFailed,
}: IDataObject) {
	const counts = [nbDatasetsToCrawl, nbDatasetsFinished, nbDatasetsFailed, nbSamplesFailed];
	const [toCrawl, finished, failed, withoutSample] = counts.map(String);
	const counters = counts.every((count) => typeof count === 'number')
		? ` Of ${toCrawl} datasets ${finished} are done, ${failed} could not be created and ${withoutSample} have no sample.`
		: '';
	const reason = isText(failure) ? `: ${failure}` : '';
	return { reason, status: String(runStatus), counters };
}

/** The failed ones are shown. */
const getDatasets = operation('GET /connections/crawlers/{crawlerId}/datasets', {
	name: 'Get Datasets',
	action: 'Get the datasets of a crawler',
	description:
		'List the selected tables and views of a crawler: what became of each, and why when it could not be crawled',
	extra: FROM_VENDOR,
	path: { crawlerId: crawlerId() },
	query: {
		limit: integer('Size of a page').min(1).sample(100).optional(),
		offset: integer('Start of a page').min(0).optional(),
	},
	pages: limitOffset(),
	answers: records('vendor:crawler/CrawledDataset', {
		page: 'vendor:crawler/PaginatedResources_CrawledDataset',
		key: 'id',
	}),
});

export const crawler = resource(
	'crawler',
	'Crawler',
	{
		runAndWait,
		run,
		end,
		create,
		get: getCrawler,
		getMany: getManyCrawlers,
		getDatasets,
		changeSelection,
		rename,
		delete: remove,
		downloadErrors,
	},
	'Turns tables and views of a connection into datasets',
);
