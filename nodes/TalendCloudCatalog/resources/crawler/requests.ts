import type { IDataObject } from 'n8n-workflow';

import { userOrGroupField } from '../../../records/identities/identities';
import { fileAnswer, nothing, record, records } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, id, integer, list, rows, suggestion, text } from '../../../shared/declare/fields';
import { CHOOSE } from '../../../shared/declare/lists/loadedChoices';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';
import { filled, hint, requirement } from '../../../shared/declare/messages';
import type { Change, OperationContext } from '../../../shared/declare/operation';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { neededToBeUseful, type Rule } from '../../../shared/declare/rules';
import { connectionField } from '../connection';
import { lastResult, tablesIn, tableSource } from '../scan/requests';
import { statusOf } from './crawlState';

const includeDeletedField = boolean('Whether to also return deleted crawlers')
	.sample(true)
	.optional();

/** The trigger of the catalog reads it as well. */
export const getManyCrawlers = operation('GET /connections/crawlers', {
	name: 'Get Many',
	action: 'Get many crawlers',
	description:
		'List the crawlers with the state of their last run; only Get returns the counters of a run',
	query: {
		connectionId: connectionField('Only the crawler of this connection').optional(),
		includeDeleted: includeDeletedField,
		limit: integer('Size of a page').min(1).sample(100).optional(),
		offset: integer('How many records to skip').min(0).optional(),
	},
	// The platform accepts both parameters, but uses neither, so they are no fields.
	pages: { ...limitOffset(), owns: ['limit', 'offset'] },
	answers: records('C.Crawler', { page: 'C.Crawler list body', key: 'id' }),
});

const crawlerPicker = picker({
	noun: 'crawler',
	method: 'searchCrawlers',
	list: getManyCrawlers,
	entry: (crawler) => ({
		id: crawler.id,
		name: crawler.name,
		description: statusOf(crawler).runStatus,
	}),
	byName: true,
	example: '59451bf0-a81a-4e1b-9cbc-0242ac130002',
});

export const crawlerField = (description = 'The crawler') => id(description).pick(crawlerPicker);

/** The trigger of the catalog reads it as well. */
export const getCrawler = operation('GET /connections/crawlers/{crawlerId}', {
	name: 'Get',
	action: 'Get a crawler',
	description: 'Get a crawler: its selection, and the state and counters of its last run',
	path: { crawlerId: crawlerField() },
	query: { includeDeleted: includeDeletedField },
	answers: record('C.Crawler'),
});

/** From this number of tables on, a run may fail (docs/platform/interface.md, "Limits"). */
export const MANY_TABLES = 1000;

const HAS_MANY_TABLES =
	`has {count} tables and views: fewer than ${MANY_TABLES} are recommended, and a run with this many may fail` as const;

export const TOO_MANY_TABLES = hint(`Crawler {crawlerId} ${HAS_MANY_TABLES}`);

export const run = operation('POST /connections/crawlers/{crawlerId}/run', {
	name: 'Run',
	action: 'Run a crawler',
	description:
		'Start a run and continue immediately: the first run creates datasets and their samples, later runs refresh the samples',
	path: { crawlerId: crawlerField() },
	refusals: {
		409: 'The crawler is already running: wait for the end of its run, or end it with Crawler → End, then try again.',
		500: `A crawler with ${MANY_TABLES} or more tables and views may not be able to run: select fewer with Crawler → Change Selection.`,
	},
	howToCheck: 'Before you run the crawler again, check with Get whether a run has just started.',
	answers: nothing({
		output: (_answer, { crawlerId }) => ({ started: true, crawlerId }),
	}),
});

export const end = operation('POST /connections/crawlers/{crawlerId}/end', {
	destructive: true,
	name: 'End',
	action: 'End the run of a crawler',
	description: 'Stop a run; the datasets that it has created stay',
	effect: 'write',
	path: { crawlerId: crawlerField() },
	answers: nothing({
		output: (_answer, { crawlerId }) => ({ ended: true, crawlerId }),
	}),
});

const tables = tableSource(async (ask, crawlerId) =>
	String(((await ask(getCrawler, { crawlerId })) as IDataObject).connectionId),
);

const NOT_FOUND = requirement(
	'selectedDatasets',
	'Table Names or IDs',
	'has tables and views that the last scan of the connection did not find: {tables}. If they are new, scan the connection again with Scan → Scan and Wait',
);

const notMany: Rule = {
	field: 'selectedDatasets',
	says: `fewer than ${MANY_TABLES} tables and views are recommended; with more the run may fail`,
	finding: ({ selectedDatasets }) => {
		const { length } = (selectedDatasets ?? []) as string[];
		return length < MANY_TABLES ? undefined : filled(HAS_MANY_TABLES, { count: length });
	},
};

/**
 * The tables of the crawler. An empty list is refused, because it is not known what a crawler
 * without tables does.
 */
const selectedDatasetsField = list('Tables and views of the last scan')
	.label('Table Names or IDs')
	.describe(
		`Tables and views to turn into datasets, from the last scan of the connection. ${CHOOSE}`,
	)
	.withCommas()
	.from(tables)
	.mayBeEmpty()
	.min(1)
	.sample(['SALES.CUSTOMERS', 'SALES.ORDERS']);

const nameField = text('Name of the crawler').eg('Sales tables');

const descriptionField = text('What the crawler is for')
	.eg('All tables of the sales team')
	.optional();

const ONE_PER_CONNECTION =
	'Only a JDBC connection can have a crawler, and only one at a time: change the selection of the existing one with Crawler → Change Selection, or delete it first.';

export const create = operation('POST /connections/crawlers', {
	name: 'Create',
	action: 'Create a crawler',
	description:
		'Create a crawler that turns tables and views of a JDBC connection into datasets once it is run',
	body: {
		connectionId: connectionField('The JDBC connection; it must have no other crawler'),
		name: nameField,
		selectedDatasets: selectedDatasetsField.optional().onTop(),
		description: descriptionField,
		sharings: rows('Who the generated datasets are shared with', {
			scimType: suggestion('Whether it is a user or a group', [
				{ value: 'USER', name: 'User' },
				{ value: 'GROUP', name: 'Group' },
			]).label('Type'),
			scimId: userOrGroupField('The user or group'),
			level: suggestion('What they can do with the datasets', [
				{ value: 'OWNER', name: 'Owner' },
				{ value: 'READER', name: 'Reader' },
				{ value: 'WRITER', name: 'Writer' },
			]),
		})
			.label('Share With')
			.optional(),
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
		values: ({ connectionId }) => ({ connectionId }),
	}),
});

const RUNNING_CRAWLER =
	'The crawler is running: wait for the end of its run, or end it with Crawler → End, then try again.';

export const changeSelection = operation('PUT /connections/crawlers/{crawlerId}', {
	name: 'Change Selection',
	action: 'Change the selection of a crawler',
	description:
		'Choose which tables and views a crawler turns into datasets, instead of the current ones or in addition to them',
	path: { crawlerId: crawlerField() },
	// The interface documents do not show the body; the one in Talend's OpenAPI file requires the
	// name, too.
	body: {
		selectedDatasets: selectedDatasetsField,
		name: nameField.optional(),
		description: descriptionField.mayBeEmpty(),
	},
	settings: {
		keepSelected: boolean('Whether the tables and views that are selected now stay selected')
			.confirms()
			.initial(true),
	},
	warnings: [notMany],
	refusals: { 409: RUNNING_CRAWLER },
	messages: [TOO_MANY_TABLES, NOT_FOUND],
	answers: nothing({
		output: (_answer, { crawlerId, selectedDatasets }) => ({
			success: true,
			crawlerId,
			selectedDatasets,
		}),
	}),
	// The platform replaces all fields of the body.
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
 * Refuses tables that are neither in the last scan nor already selected, because it is not known
 * what a crawler does with tables that its connection does not have.
 */
async function knownTables(
	op: OperationContext<typeof TOO_MANY_TABLES | typeof NOT_FOUND>,
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
		selectedDatasets.length >= MANY_TABLES
	)
		op.hint(TOO_MANY_TABLES, {
			crawlerId: String(input.path.crawlerId),
			count: selectedDatasets.length,
		});
}

export const rename = operation('PATCH /connections/crawlers/{crawlerId}', {
	name: 'Rename',
	action: 'Change the name or description of a crawler',
	description: 'Change the name or the description of a crawler',
	effect: 'write',
	path: { crawlerId: crawlerField() },
	body: { name: nameField.optional(), description: descriptionField.mayBeEmpty() },
	refusals: { 409: RUNNING_CRAWLER },
	answers: nothing(),
});

export const remove = operation('DELETE /connections/crawlers/{crawlerId}', {
	name: 'Delete',
	action: 'Delete a crawler',
	description:
		'Delete a crawler; the datasets that it created stay, and its connection can have another',
	path: { crawlerId: crawlerField() },
	answers: nothing(),
});

export const downloadErrors = operation('GET /connections/crawlers/{crawlerId}/errors.log', {
	name: 'Download Errors',
	action: 'Download the errors of a crawler',
	description: 'Download the errors of the last run as a log file',
	path: { crawlerId: crawlerField() },
	answers: fileAnswer({
		fileName: 'errors.log',
		whenEmpty: 'The file is empty: the last run of the crawler reported no errors.',
	}),
});

export const getDatasets = operation('GET /connections/crawlers/{crawlerId}/datasets', {
	name: 'Get Datasets',
	action: 'Get the datasets of a crawler',
	description:
		'List the selected tables and views of a crawler, with the result for each and the reason if it could not be crawled',
	origin: FROM_VENDOR,
	path: { crawlerId: crawlerField() },
	query: {
		limit: integer('Size of a page').min(1).sample(100).optional(),
		offset: integer('How many records to skip').min(0).optional(),
	},
	pages: limitOffset(),
	answers: records('vendor:crawler/CrawledDataset', {
		page: 'vendor:crawler/PaginatedResources_CrawledDataset',
		key: 'id',
	}),
});
