/** Requests that read, run and end a crawler. */
import { nothing, record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { boolean, id, integer } from '../../shared/declare/fields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { hint } from '../../shared/declare/messages';
import { statusOf } from '../crawlState';
import { connectionId } from './connection';

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
	// The platform accepts both parameters, but uses neither, so they are no fields.
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

export const crawlerId = (description = 'The crawler') => id(description).pick(crawlerPicker);

/** Also for the trigger that searches for executions that have ended. */
export const getCrawler = operation('GET /connections/crawlers/{crawlerId}', {
	name: 'Get',
	action: 'Get a crawler',
	description: 'Get a crawler: its selection, and the state and counters of its last run',
	path: { crawlerId: crawlerId() },
	query: { includeDeleted },
	answers: record('C.Crawler'),
});

/** From this number of tables on, a run may fail (docs/platform/interface.md, "Limits"). */
export const MANY_ASSETS = 1000;

export const MANY_TABLES =
	`has {count} tables and views: fewer than ${MANY_ASSETS} are recommended, and a run with this many may fail` as const;

export const TOO_MANY_TABLES = hint(`Crawler {crawlerId} ${MANY_TABLES}`);

export const run = operation('POST /connections/crawlers/{crawlerId}/run', {
	name: 'Run',
	action: 'Run a crawler',
	description:
		'Start a run and continue immediately: the first run creates datasets and their samples, later runs refresh the samples',
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

export const end = operation('POST /connections/crawlers/{crawlerId}/end', {
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
