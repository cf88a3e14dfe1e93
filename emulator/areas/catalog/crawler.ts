/** Crawlers and scans of JDBC connections (document C, "Crawlers and scans"). */
import { rfc3339 } from '../../clock';
import { Refusal } from '../../refusals';
import { pageOf, type State } from '../../state';
import { addDataset, catalogOf, type Connection, type Dataset, type Table } from './dataset';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { scimOf } from '../scim/user';

export interface Sharing {
	scimType: string;
	scimId: string;
	level: string;
}

/** A run goes through the tables one after the other; what it has done follows from the time. */
interface Run {
	by: string;
	startedAt: number;
	/** The tables and views that were selected when it started. */
	names: string[];
	/** Those that it makes datasets of: selected since the run before. */
	fresh: ReadonlySet<string>;
	/** How long one table takes. */
	tableMs: number;
	/** The database could not be reached when it started. */
	unreachable?: string;
	/** Ended from outside at this time. */
	endedAt?: number;
	/** How many tables are done. */
	done: number;
	created: number;
	finished: number;
	errors: string[];
	failed: number;
	withoutSample: number;
}

export interface Crawler {
	id: string;
	connectionId: string;
	name: string;
	description?: string;
	sharings: Sharing[];
	selected: string[];
	createdAt: number;
	by: string;
	deleted?: boolean;
	run?: Run;
	/** Datasets that it has created, by table. */
	datasets: Map<string, string>;
}

export interface Scan {
	id: string;
	startedAt: number;
	found: Table[];
}

/** A run reads the properties of the tables first, then makes one dataset after the other. */
const RETRIEVING_MS = 5_000;
const TABLE_MS = 2_000;
const SCAN_MS = 4_000;
/** With so many tables the run call may fail (document C, "Limits"); here it does. */
const TOO_MANY = 1000;

// ---------------------------------------------------------------------------------------------
// Refusals. Which status carries which schema is not in the documents.

const missing = (entityType: string, entityId: string) => new Refusal(404, `${entityType} ${entityId} was not found`, { body: { entityId, entityType } });
const impossible = (status: number, message: string, cause?: string) => new Refusal(status, message, { body: { message, ...(cause === undefined ? {} : { cause }) } });

function jdbcConnection(state: State, id: string): Connection & { tables: Table[] } {
	const connection = catalogOf(state).connections.get(id);
	if (!connection) throw missing('CONNECTION', id);
	const { tables } = connection;
	if (!tables) throw impossible(400, 'Only JDBC connections can be scanned and crawled', `${connection.typeLabel} is none`);
	return { ...connection, tables };
}

function crawlerFor(state: State, id: string, includeDeleted: unknown = false): Crawler {
	const crawler = catalogOf(state).crawlers.get(id);
	if (!crawler || (crawler.deleted && includeDeleted !== true)) throw missing('CRAWLER', id);
	return crawler;
}

// ---------------------------------------------------------------------------------------------
// Runs

/** When so many tables are done. */
const doneAt = ({ startedAt, tableMs }: Run, tables: number) => startedAt + RETRIEVING_MS + tables * tableMs;

/** When a run ends by itself or from outside. */
const endOf = (run: Run) => Math.min(doneAt(run, run.unreachable === undefined ? run.names.length : 0), run.endedAt ?? Infinity);

const isRunning = ({ run }: Crawler, now: number) => run !== undefined && now < endOf(run);

/** What crawlers have made by now counts: the runs go on before anything is done. */
export const caughtUp = (handlers: Handlers): Handlers =>
	Object.fromEntries(
		Object.entries(handlers).map(([key, handler]) => [
			key,
			(request: Request) => {
				const { state, clock } = request;
				for (const crawler of catalogOf(state).crawlers.values()) if (crawler.run) advance(state, crawler, crawler.run, clock.now());
				return handler(request);
			},
		]),
	);

function advance(state: State, crawler: Crawler, run: Run, now: number): void {
	const until = Math.min(now, endOf(run));
	const connection = catalogOf(state).connections.get(crawler.connectionId);
	while (run.unreachable === undefined && run.done < run.names.length && doneAt(run, run.done + 1) <= until) {
		const name = run.names[run.done++]!;
		crawlTable(state, crawler, run, name, connection?.tables?.find((table) => table.name === name), doneAt(run, run.done));
	}
}

function crawlTable(state: State, crawler: Crawler, run: Run, name: string, table: Table | undefined, at: number): void {
	const line = (what: string) => run.errors.push(`${rfc3339(at)} ERROR ${name}: ${what}`);
	let dataset: Dataset | undefined;
	if (run.fresh.has(name)) {
		if (!table || table.fails === 'creation') {
			run.failed++;
			line(table ? 'the dataset could not be created: a column has an unsupported type' : 'the dataset could not be created: there is no such table or view');
			return;
		}
		dataset = addDataset(state, { label: name, connectionId: crawler.connectionId, owner: crawler.by, fields: table.fields, createdAt: at, shared: crawler.sharings.length > 0 });
		crawler.datasets.set(name, dataset.id);
		run.created++;
	} else dataset = catalogOf(state).datasets.get(crawler.datasets.get(name) ?? '');
	if (dataset && (!table || table.fails === 'sample')) {
		run.withoutSample++;
		line('the sample could not be retrieved: permission denied');
		return;
	}
	if (dataset) Object.assign(dataset, { sampleRows: 100, updatedAt: at });
	run.finished++;
}

/** Starts a run, as the platform does. */
export function startRun(state: State, crawler: Crawler, by: string, now: number): void {
	const connection = catalogOf(state).connections.get(crawler.connectionId);
	crawler.run = {
		by,
		startedAt: now,
		names: [...crawler.selected],
		fresh: new Set(crawler.selected.filter((name) => !crawler.datasets.has(name))),
		tableMs: connection?.tableMs ?? TABLE_MS,
		unreachable: connection?.unreachable,
		done: 0,
		created: 0,
		finished: 0,
		errors: [],
		failed: 0,
		withoutSample: 0,
	};
}

function stateOf(run: Run, now: number): string {
	if (now >= endOf(run)) return run.unreachable !== undefined && run.endedAt === undefined ? 'PropertiesRetrievalFailed' : 'Finished';
	return now < doneAt(run, 0) ? 'RetrievingProperties' : 'CreatingDatasets';
}

function statusView({ run }: Crawler, now: number, single: boolean) {
	if (!run) return { runStatus: 'NotStarted' };
	const runStatus = stateOf(run, now);
	return {
		runStatus,
		runStartedAt: rfc3339(run.startedAt),
		runBy: run.by,
		...(now >= endOf(run) ? { runFinishedAt: rfc3339(endOf(run)) } : {}),
		...(runStatus === 'PropertiesRetrievalFailed' ? { failure: `The properties could not be retrieved: ${run.unreachable}` } : {}),
		...(single
			? {
					nbDatasetsToCrawl: run.names.length,
					nbDatasetsFinished: run.finished,
					nbDatasetsCreated: run.created,
					nbDatasetsFailed: run.failed,
					nbSamplesFailed: run.withoutSample,
				}
			: {}),
	};
}

const crawlerView = (crawler: Crawler, now: number, single: boolean) => ({
	id: crawler.id,
	connectionId: crawler.connectionId,
	name: crawler.name,
	...(crawler.description === undefined ? {} : { description: crawler.description }),
	sharings: crawler.sharings,
	status: statusView(crawler, now, single),
	createdAt: rfc3339(crawler.createdAt),
	createdBy: crawler.by,
	crawledDatasets: crawler.selected,
});

/** Adds a crawler, as the platform does when nothing speaks against it. */
export function addCrawler(state: State, crawler: Pick<Crawler, 'connectionId' | 'name' | 'createdAt' | 'by'> & Partial<Crawler>): Crawler {
	const made: Crawler = { id: state.uuid(), sharings: [], selected: [], datasets: new Map(), ...crawler };
	catalogOf(state).crawlers.set(made.id, made);
	return made;
}

/** A connection that is deleted takes its crawlers and scans along. */
export function forgetConnection(state: State, connectionId: string): void {
	const { crawlers, scans } = catalogOf(state);
	for (const crawler of crawlers.values()) if (crawler.connectionId === connectionId) crawler.deleted = true;
	scans.delete(connectionId);
}

/** A crawler that must not be running now. */
function restingCrawler({ state, path, clock }: Request): Crawler {
	const crawler = crawlerFor(state, path.crawlerId!);
	if (isRunning(crawler, clock.now())) throw impossible(409, `Crawler ${crawler.id} is running`);
	return crawler;
}

function checkSharings(state: State, sharings: readonly Sharing[]): void {
	const { users, groups } = scimOf(state);
	for (const { scimType, scimId } of sharings) {
		const type = scimType.toUpperCase();
		if (type !== 'USER' && type !== 'GROUP') throw impossible(400, `Unknown scimType ${scimType}`);
		if (!(type === 'USER' ? users : groups).has(scimId)) throw missing(type, scimId);
	}
}

/** Lists what a connection exposes now. */
export function startScan(state: State, connectionId: string, now: number): void {
	const { tables } = jdbcConnection(state, connectionId);
	const { scans } = catalogOf(state);
	const scan = { id: state.uuid(), startedAt: now, found: [...tables] };
	scans.set(connectionId, [...(scans.get(connectionId) ?? []), scan].slice(-2));
}

const doneScan = (scans: readonly Scan[] = [], now: number) => scans.findLast(({ startedAt }) => now >= startedAt + SCAN_MS);

interface Given {
	connectionId: string;
	name: string;
	description?: string;
	selectedDatasets?: string[];
	sharings?: Sharing[];
}

/** What became of each selected table, as far as the last run has come. */
function datasetViews(crawler: Crawler, now: number) {
	return crawler.selected.map((name, index) => {
		const { run } = crawler;
		const datasetId = crawler.datasets.get(name);
		const place = run?.names.indexOf(name) ?? -1;
		const reached = run !== undefined && place >= 0 && place < run.done;
		const failure = run?.errors.find((line) => line.includes(` ${name}: `))?.split(`${name}: `)[1];
		const exportStatus = !run || place < 0 ? 'NotStarted' : !reached ? (now >= endOf(run) ? 'NotStarted' : 'Creating') : failure === undefined ? 'Finished' : datasetId === undefined ? 'CreationFailed' : 'SamplingFailed';
		return {
			id: `${crawler.id}-${index + 1}`,
			crawlerId: crawler.id,
			...(datasetId === undefined ? {} : { datasetId }),
			displayName: name.split('.').at(-1)!,
			technicalName: name,
			metadata: {},
			exportStatus,
			...(failure === undefined ? {} : { failure }),
			lastUpdate: rfc3339(reached ? doneAt(run, place + 1) : crawler.createdAt),
		};
	});
}

export const crawlers: Handlers = {
	'GET /connections/crawlers/{crawlerId}/datasets': (request) => {
		const { state, path, clock, query } = request;
		const { items, limit, offset, total } = pageOf(datasetViews(crawlerFor(state, path.crawlerId!), clock.now()), query.limit as number | undefined, query.offset as number | undefined);
		return ok({ data: items, limit, offset, total });
	},
	'GET /connections/crawlers': ({ state, query, clock }) => {
		const found = [...catalogOf(state).crawlers.values()]
			.filter(({ deleted }) => query.includeDeleted === true || !deleted)
			.filter(({ connectionId }) => query.connectionId === undefined || query.connectionId === connectionId);
		// limit and offset are accepted and not used.
		return ok({ data: found.map((crawler) => crawlerView(crawler, clock.now(), false)), offset: 0, limit: found.length, total: found.length });
	},
	'POST /connections/crawlers': ({ state, body, clock, caller }) => {
		const { connectionId, name, description, selectedDatasets: selected = [], sharings = [] } = body as Given;
		jdbcConnection(state, connectionId);
		if ([...catalogOf(state).crawlers.values()].some((other) => other.connectionId === connectionId && !other.deleted))
			throw new Refusal(409, 'The connection has a crawler', { body: { connectionId, i18nMsg: 'A crawler already exists for this connection' } });
		checkSharings(state, sharings);
		return created({ id: addCrawler(state, { connectionId, name, description, selected, sharings, createdAt: clock.now(), by: caller.id }).id });
	},
	'GET /connections/crawlers/{crawlerId}': ({ state, path, query, clock }) =>
		ok(crawlerView(crawlerFor(state, path.crawlerId!, query.includeDeleted), clock.now(), true)),
	'PUT /connections/crawlers/{crawlerId}': (request) => {
		const crawler = restingCrawler(request);
		const { name, description, selectedDatasets } = request.body as Partial<Given>;
		if (name === undefined) throw impossible(400, 'name is required');
		Object.assign(crawler, { name, description, selected: selectedDatasets });
		return ok(crawlerView(crawler, request.clock.now(), true));
	},
	'PATCH /connections/crawlers/{crawlerId}': (request) => {
		const crawler = restingCrawler(request);
		Object.assign(crawler, request.body);
		return ok(crawlerView(crawler, request.clock.now(), true));
	},
	'DELETE /connections/crawlers/{crawlerId}': ({ state, path, clock }) => {
		const crawler = crawlerFor(state, path.crawlerId!);
		if (isRunning(crawler, clock.now())) crawler.run!.endedAt = clock.now();
		crawler.deleted = true;
		return noContent();
	},
	'POST /connections/crawlers/{crawlerId}/run': (request) => {
		const { state, clock, caller } = request;
		const crawler = restingCrawler(request);
		if (crawler.selected.length >= TOO_MANY) throw impossible(500, 'The run could not be started', `${crawler.selected.length} tables and views are selected`);
		startRun(state, crawler, caller.id, clock.now());
		return { status: 202 };
	},
	'POST /connections/crawlers/{crawlerId}/end': ({ state, path, clock }) => {
		const crawler = crawlerFor(state, path.crawlerId!);
		if (isRunning(crawler, clock.now())) crawler.run!.endedAt = clock.now();
		return { status: 202 };
	},
	'GET /connections/crawlers/{crawlerId}/errors.log': ({ state, path }) => {
		const { id, run } = crawlerFor(state, path.crawlerId!);
		return {
			status: 200,
			raw: Buffer.from((run?.errors ?? []).map((line) => `${line}\n`).join('')),
			headers: { 'content-type': 'text/plain', 'content-disposition': `attachment; filename="crawler-${id}-errors.log"` },
		};
	},

	'GET /connections/scan/{connectionId}': ({ state, path, clock }) => {
		const { id: connectionId } = jdbcConnection(state, path.connectionId!);
		const scan = doneScan(catalogOf(state).scans.get(connectionId), clock.now());
		if (!scan) throw missing('SCAN', connectionId);
		return ok({
			id: scan.id,
			lastScan: rfc3339(scan.startedAt + SCAN_MS),
			results: scan.found.map(({ name, kind }) => ({ displayName: name.split('.').at(-1), technicalName: name, metadata: { type: kind } })),
		});
	},
	'POST /connections/scan/{connectionId}': ({ state, path, clock }) => {
		const { id, unreachable } = jdbcConnection(state, path.connectionId!);
		if (unreachable !== undefined) throw impossible(500, 'The connection could not be scanned', unreachable);
		startScan(state, id, clock.now());
		return noContent();
	},
};
