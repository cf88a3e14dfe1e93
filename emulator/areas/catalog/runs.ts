/** Runs of crawlers. The time since its start says how far a run has come. */
import type { Handlers, Request, ShownIn } from '../../handler';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import {
	addDataset,
	connections,
	type Crawler,
	crawlers,
	type Dataset,
	datasets,
	type Run,
	type Table,
} from './catalogStore';

/**
 * How long a run first reads the properties of the tables, before it creates one dataset after the
 * other.
 */
const RETRIEVING_MS = 5_000;
const TABLE_MS = 2_000;

/** When a run has processed this many tables. */
export const doneAt = ({ startedAt, tableMs }: Run, tables: number) =>
	startedAt + RETRIEVING_MS + tables * tableMs;

/** When a run ends, or was ended by somebody. */
export const endOfRun = (run: Run) =>
	Math.min(
		doneAt(run, run.unreachable === undefined ? run.names.length : 0),
		run.endedAt ?? Infinity,
	);

export const isRunning = ({ run }: Crawler, now: number) =>
	run !== undefined && now < endOfRun(run);

function advance(state: State, crawler: Crawler, run: Run, now: number): void {
	const until = Math.min(now, endOfRun(run));
	const connection = connections.recordsIn(state).get(crawler.connectionId);
	while (
		run.unreachable === undefined &&
		run.done < run.names.length &&
		doneAt(run, run.done + 1) <= until
	) {
		const name = run.names[run.done++]!;
		crawlTable(state, crawler, run, {
			name,
			table: connection?.tables?.find((table) => table.name === name),
			at: doneAt(run, run.done),
		});
	}
}

function crawlTable(
	state: State,
	crawler: Crawler,
	run: Run,
	{ name, table, at }: { name: string; table: Table | undefined; at: number },
): void {
	const line = (what: string) => run.errors.push(`${rfc3339(at)} ERROR ${name}: ${what}`);
	let dataset: Dataset | undefined;
	if (run.fresh.has(name)) {
		if (!table || table.fails === 'creation') {
			run.failed++;
			line(
				table
					? 'the dataset could not be created: a column has an unsupported type'
					: 'the dataset could not be created: there is no such table or view',
			);
			return;
		}
		dataset = addDataset(state, {
			label: name,
			connectionId: crawler.connectionId,
			owner: crawler.by,
			fields: table.fields,
			createdAt: at,
			shared: crawler.sharings.length > 0,
		});
		crawler.datasets.set(name, dataset.id);
		run.created++;
	} else dataset = datasets.recordsIn(state).get(crawler.datasets.get(name) ?? '');
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
	const connection = connections.recordsIn(state).get(crawler.connectionId);
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
	if (now >= endOfRun(run))
		return run.unreachable !== undefined && run.endedAt === undefined
			? 'PropertiesRetrievalFailed'
			: 'Finished';
	return now < doneAt(run, 0) ? 'RetrievingProperties' : 'CreatingDatasets';
}

export function statusView({ run }: Crawler, now: number, shownIn: ShownIn) {
	const none = {
		nbDatasetsToCrawl: 0,
		nbDatasetsFinished: 0,
		nbDatasetsCreated: 0,
		nbDatasetsFailed: 0,
		nbSamplesFailed: 0,
	};
	if (!run) return { runStatus: 'NotStarted', ...(shownIn === 'alone' ? none : {}) };
	const runStatus = stateOf(run, now);
	return {
		runStatus,
		runStartedAt: rfc3339(run.startedAt),
		runBy: run.by,
		...(now >= endOfRun(run) ? { runFinishedAt: rfc3339(endOfRun(run)) } : {}),
		...(runStatus === 'PropertiesRetrievalFailed'
			? { failure: `The properties could not be retrieved: ${run.unreachable}` }
			: {}),
		...(shownIn === 'alone'
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

/** The same handlers, which first bring all runs to the present time. */
export const withRunsAdvanced = (handlers: Handlers): Handlers =>
	Object.fromEntries(
		Object.entries(handlers).map(([key, handler]) => [
			key,
			(request: Request) => {
				const { state, clock } = request;
				for (const crawler of crawlers.all(state))
					if (crawler.run) advance(state, crawler, crawler.run, clock.now());
				return handler(request);
			},
		]),
	);
