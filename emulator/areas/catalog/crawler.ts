/** Crawlers of JDBC connections. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import {
	accepted,
	created,
	type Handlers,
	noContent,
	ok,
	type Request,
	type ShownIn,
} from '../../handler';
import { equals, itemPage } from '../../lists/replies';
import { conflict, Refusal } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { groups, users } from '../scim/scimStore';
import {
	connectionDeleted,
	type Crawler,
	crawlers,
	refusalOfMissing,
	type Sharing,
} from './catalogStore';
import { doneAt, endOfRun, isRunning, startRun, statusView } from './runs';
import { jdbcConnection, refusalWithCause } from './scan';

/** With this many tables or more, starting a run may fail on the platform. Here, it always does. */
const MANY_ASSETS = 1000;

const crawlerView = (crawler: Crawler, now: number, shownIn: ShownIn) =>
	withoutUndefined({
		id: crawler.id,
		connectionId: crawler.connectionId,
		name: crawler.name,
		description: crawler.description,
		sharings: crawler.sharings,
		status: statusView(crawler, now, shownIn),
		createdAt: rfc3339(crawler.createdAt),
		createdBy: crawler.by,
		crawledDatasets: crawler.selected,
	});

const lightView = (crawler: Crawler, now: number) => ({
	id: crawler.id,
	connectionId: crawler.connectionId,
	name: crawler.name,
	runStatus: statusView(crawler, now, 'list').runStatus,
});

function checkSharings(state: State, sharings: readonly Sharing[]): void {
	for (const { scimType, scimId } of sharings) {
		const type = scimType.toUpperCase();
		if (type !== 'USER' && type !== 'GROUP')
			throw refusalWithCause(400, `Unknown scimType ${scimType}`);
		if (!(type === 'USER' ? users : groups).recordsIn(state).has(scimId))
			throw refusalOfMissing(type)(scimId);
	}
}

interface Given {
	connectionId: string;
	name: string;
	description?: string;
	selectedDatasets?: string[];
	sharings?: Sharing[];
}

/** The final status of a table. Without a dataset, there is no sample either. */
function statusWhenReached(failure: string | undefined, datasetId: string | undefined): string {
	if (failure === undefined) return 'Finished';
	return datasetId === undefined ? 'CreationFailed' : 'SamplingFailed';
}

/** The result for each selected table that the last run has already processed. */
function datasetViews(crawler: Crawler, now: number) {
	return crawler.selected.map((name, index) => {
		const { run } = crawler;
		const datasetId = crawler.datasets.get(name);
		const place = run?.names.indexOf(name) ?? -1;
		const isInRun = run !== undefined && place >= 0;
		const reached = isInRun && place < run.done;
		const failure = run?.errors.find((line) => line.includes(` ${name}: `))?.split(`${name}: `)[1];
		const statusBefore = isInRun && now < endOfRun(run) ? 'Creating' : 'NotStarted';
		const exportStatus = reached ? statusWhenReached(failure, datasetId) : statusBefore;
		return withoutUndefined({
			id: `${crawler.id}-${index + 1}`,
			crawlerId: crawler.id,
			datasetId,
			displayName: name.split('.').at(-1)!,
			technicalName: name,
			metadata: {},
			exportStatus,
			failure,
			lastUpdate: rfc3339(reached ? doneAt(run, place + 1) : crawler.createdAt),
		});
	});
}

/** Ends the run of a crawler, if one is in progress. */
function endRun(crawler: Crawler, now: number): void {
	if (isRunning(crawler, now)) crawler.run!.endedAt = now;
}

const whyBusy = (crawler: Crawler, { clock }: Request) =>
	isRunning(crawler, clock.now()) ? `Crawler ${crawler.id} is running` : undefined;

const { list, get, create, replace, patch, one } = collection(crawlers, {
	sees: ({ deleted }, { query }) => deleted !== true || query.includeDeleted === true,
	required: ['name'],
	given: ({ state, body }, own) => {
		const {
			connectionId,
			name,
			description,
			selectedDatasets: selected,
			sharings = [],
		} = body as Given;
		if (own)
			return 'selectedDatasets' in (body as Given)
				? { name, description, selected }
				: { ...(body as Given) };
		jdbcConnection(state, connectionId);
		checkSharings(state, sharings);
		return { connectionId, name, description, selected: selected ?? [], sharings };
	},
	fresh: ({ clock, caller }) => ({ createdAt: clock.now(), by: caller.id, datasets: new Map() }),
	unique: [
		{
			by: ({ connectionId, deleted }) => (deleted ? undefined : connectionId),
			says: 'connection',
			refusal: ({ connectionId }) =>
				new Refusal(409, 'The connection has a crawler', {
					body: { connectionId, i18nMsg: 'A crawler already exists for this connection' },
				}),
		},
	],
	busy: whyBusy,
	show: (crawler, { clock }) => crawlerView(crawler, clock.now(), 'alone'),
	// The OpenAPI files allow a light form in lists.
	showInList: (crawler, { clock, follows }) =>
		follows === 'vendor'
			? lightView(crawler, clock.now())
			: crawlerView(crawler, clock.now(), 'list'),
	// limit and offset are accepted but not used.
	paging: (all, _asked, show) =>
		ok({ data: all.map((each) => show(each)), offset: 0, limit: all.length, total: all.length }),
	filters: { connectionId: equals(({ connectionId }) => connectionId), includeDeleted: () => true },
});

/** The crawlers of a connection are deleted with it. */
connectionDeleted.on((state, { id }) => {
	for (const crawler of crawlers.all(state))
		if (crawler.connectionId === id) crawler.deleted = true;
});

/** According to the OpenAPI files, the response is the ID, as text. */
const answerToChange = (crawler: Crawler, { clock, follows }: Request) =>
	ok(follows === 'vendor' ? crawler.id : crawlerView(crawler, clock.now(), 'alone'));

export const crawlerHandlers: Handlers = {
	'GET /connections/crawlers/{crawlerId}/datasets': (request) => {
		const { items: data, ...place } = itemPage(
			datasetViews(one(request), request.clock.now()),
			request.query,
			(view) => view,
		).body as { items: unknown[] };
		return ok({ data, ...place });
	},
	'GET /connections/crawlers': list(),
	'POST /connections/crawlers': create(({ id }) => created({ id })),
	'GET /connections/crawlers/{crawlerId}': get(),
	'PUT /connections/crawlers/{crawlerId}': replace(answerToChange),
	'PATCH /connections/crawlers/{crawlerId}': patch(answerToChange),
	'DELETE /connections/crawlers/{crawlerId}': (request) => {
		const crawler = one(request);
		endRun(crawler, request.clock.now());
		// As long as its datasets exist, the crawler stays, marked as deleted.
		if (request.follows === 'vendor' && crawler.datasets.size === 0)
			crawlers.recordsIn(request.state).delete(crawler.id);
		crawler.deleted = true;
		return noContent();
	},
	'POST /connections/crawlers/{crawlerId}/run': (request) => {
		const { state, clock, caller } = request;
		const crawler = one(request);
		const running = whyBusy(crawler, request);
		if (running) throw conflict(running);
		if (crawler.selected.length >= MANY_ASSETS)
			throw refusalWithCause(
				500,
				'The run could not be started',
				`${crawler.selected.length} tables and views are selected`,
			);
		startRun(state, crawler, caller.id, clock.now());
		return accepted();
	},
	'POST /connections/crawlers/{crawlerId}/end': (request) => {
		endRun(one(request), request.clock.now());
		return accepted();
	},
	'GET /connections/crawlers/{crawlerId}/errors.log': (request) => {
		const { id, run } = one(request);
		return {
			status: 200,
			raw: Buffer.from((run?.errors ?? []).map((line) => `${line}\n`).join('')),
			headers: {
				'content-type': 'text/plain',
				'content-disposition': `attachment; filename="crawler-${id}-errors.log"`,
			},
		};
	},
};
