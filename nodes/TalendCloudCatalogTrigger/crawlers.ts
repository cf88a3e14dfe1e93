/**
 * Reads the runs of crawlers for the trigger. A crawler shows only its last run. For a while, it
 * can show the end of a run together with the start of the next one:
 *
 * | `runStartedAt` | `runFinishedAt` | what it shows | what is observed |
 * | --- | --- | --- | --- |
 * | 10:00 | | an open run | its start |
 * | 10:00 | 10:05 | a run that has ended | its start and its end |
 * | 11:00 | 10:05 | an open run, and the end of the run before | its start (`showsEarlierEnd`) |
 *
 * If counters are needed to know how a run ended (`needsCounters`), its start is observed, and
 * `findOutcome` reads its end.
 */
import type { IDataObject } from 'n8n-workflow';

import { signInFailure } from '../shared/support/errorNotes';
import { isRefusedWith, unlessRefused } from '../shared/support/http/refused';
import { objectIn } from '../shared/support/json';
import { platformTime } from '../shared/support/time/time';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import {
	type Clocks,
	clocksOf,
	firstTime,
	newestOrAnHourAgo,
	SERVER_SKEW_MS,
	trustedNewest,
} from '../shared/trigger/requests/clocks';
import { type Poll, recordsIn, TIME_UP_MS } from '../shared/trigger/requests/pollRequests';
import type { Cursor } from '../shared/trigger/streams/cursor';
import { type ExecutionKey, PHASES } from '../shared/trigger/streams/position';
import type { EventSource, ObservedPart, StreamStart } from '../shared/trigger/streams/source';
import type { Observation, ReadOne, StreamEvent } from '../shared/trigger/streams/stream';
import {
	crawlOutcome,
	type CrawlOutcome,
	isLight,
	runInWords,
	statusOf,
} from '../TalendCloudCatalog/resources/crawler/crawlState';
import { getCrawler, getManyCrawlers } from '../TalendCloudCatalog/resources/crawler/requests';

const EVENTS: Record<CrawlOutcome, string> = {
	succeeded: 'finished',
	partial: 'partlyFailed',
	incomplete: 'partlyFailed',
	failed: 'failed',
};

/** Identifies a run: it has no ID, so its crawler and its start identify it. */
const runKey = (crawler: IDataObject) =>
	`${String(crawler.id)} ${String(statusOf(crawler).runStartedAt)}`;

const timeOfRun = (crawler: IDataObject) => platformTime(statusOf(crawler).runStartedAt);

/** The run that a crawler shows, as it is remembered. */
const runOf = (crawler: IDataObject): ExecutionKey => ({
	key: runKey(crawler),
	time: timeOfRun(crawler),
});

/** The run to which the shown end belongs. It may be the one before the shown start. */
const endKeyOf = (crawler: IDataObject): ExecutionKey => ({
	key: `${String(crawler.id)} ended ${String(statusOf(crawler).runFinishedAt)}`,
	time: platformTime(statusOf(crawler).runFinishedAt),
});

/**
 * Whether a crawler shows the start of a run together with the end of the previous one, which was
 * either observed before, or long before.
 */
function showsEarlierEnd(crawler: IDataObject, cursor: Cursor | undefined): boolean {
	const before = timeOfRun(crawler) - endKeyOf(crawler).time;
	if (!(before > 0)) return false;
	return (
		before > SERVER_SKEW_MS ||
		(cursor !== undefined &&
			!cursor.isSettledInWindow(runOf(crawler)) &&
			cursor.isSettledInWindow(endKeyOf(crawler)))
	);
}

/** The crawler without the end of its run. */
const withoutEnd = (crawler: IDataObject): IDataObject => ({
	...crawler,
	status: { runStartedAt: statusOf(crawler).runStartedAt },
});

function observeRun(
	crawler: IDataObject,
	chosenEvents: readonly string[],
	now: number,
): Observation {
	const { runStartedAt, runFinishedAt } = statusOf(crawler);
	const outcome = crawlOutcome(crawler);
	const events: StreamEvent[] = [];
	const add = (event: string, phase: number, at: unknown) => {
		if (chosenEvents.includes(event))
			events.push({
				eventId: `${runKey(crawler).replace(' ', ':')}:${event}`,
				event,
				phase,
				occurredAt: new Date(firstTime(now, at)).toISOString(),
				record: { crawlerName: crawler.name, ...crawler },
			});
	};
	add('started', PHASES.started, runStartedAt);
	if (outcome) add(EVENTS[outcome], PHASES.ended, runFinishedAt);
	return {
		...runOf(crawler),
		events,
		isOpen: outcome === undefined,
		alsoSettled: [
			runOf(crawler),
			...(Number.isNaN(endKeyOf(crawler).time) ? [] : [endKeyOf(crawler)]),
		],
	};
}

/** The words for each event of a run. */
const IN_WORDS: Readonly<Record<string, string>> = {
	started: 'started',
	finished: 'finished',
	partlyFailed: 'failed in part',
	failed: 'failed',
};

/** An event in one sentence. */
export function eventInWords({ event, occurredAt, record }: EmittedEvent, zone: string): string {
	// A sentence about the start does not mention the end, which is another event.
	const status = event === 'started' ? {} : statusOf(record);
	const crawler = { ...record, name: record.crawlerName, status };
	return runInWords(crawler, IN_WORDS[event]!, occurredAt, zone);
}

/** An execution about which nothing more can become known. */
const settledRun = (run: ExecutionKey): Observation => ({
	...run,
	events: [],
	isOpen: false,
	alsoSettled: [run],
});

/** The runs of one crawler, or of all. */
export class CrawlerRuns implements EventSource {
	/** Absent if all crawlers are watched. */
	private readonly crawlerId: unknown;
	private readonly chosenEvents: readonly string[];

	constructor({ crawlerId, events }: IDataObject) {
		this.crawlerId = crawlerId;
		this.chosenEvents = events as string[];
	}

	async begin(poll: Poll, lookBackMs: number): Promise<StreamStart> {
		const { records, now, newestAt, failure } = await this.list(poll);
		// At the activation, it does not matter how past runs ended.
		const atActivation = (crawler: IDataObject): Observation =>
			this.needsCounters(crawler) && !showsEarlierEnd(crawler, undefined)
				? observeRun(crawler, this.chosenEvents, now)
				: this.observeListed(crawler, now);
		return {
			// What a crawler that could not be read has done so far is not known.
			from: newestOrAnHourAgo(now, failure ? now : newestAt) - lookBackMs,
			newestAt,
			observations: records.map(atActivation),
		};
	}

	async *read(poll: Poll, since: number, cursor: Cursor): AsyncGenerator<ObservedPart> {
		const { records, failure, ...rest } = await this.list(poll);
		yield {
			...rest,
			// The watermark waits for the crawlers that could not be read.
			...(failure && { reached: since }),
			observations: records.map((crawler) => this.observeListed(crawler, rest.now, cursor)),
		};
		if (failure) throw failure;
	}

	/**
	 * The list shows each open run. If one is missing, the crawler has started another one, or was
	 * deleted.
	 */
	readOne(): ReadOne {
		return async () => await Promise.resolve(undefined);
	}

	async *newestObservations(poll: Poll): AsyncGenerator<Observation> {
		const { records, now } = await this.list(poll);
		for (const crawler of records.toReversed())
			yield this.needsCounters(crawler)
				? await observeWithCounters(crawler, this.chosenEvents)(poll, now)
				: this.observeListed(crawler, now);
	}

	/** The crawlers that have ever run, in the order of their last runs. */
	private async list(poll: Poll) {
		const { crawlers, failure, ...clocks } =
			this.crawlerId === undefined
				? await readCrawlers(poll)
				: await readCrawler(poll, this.crawlerId);
		const records = crawlers
			.filter((crawler) => !Number.isNaN(timeOfRun(crawler)))
			.sort((a, b) => timeOfRun(a) - timeOfRun(b));
		const last = records.at(-1);
		return {
			records,
			failure,
			...clocks,
			newestAt: trustedNewest(clocks.now, last && timeOfRun(last)),
		};
	}

	/**
	 * Whether the counters must be read to know how a run ended. They say whether all datasets were
	 * created, and the list does not have them.
	 */
	private needsCounters(crawler: IDataObject): boolean {
		return (
			this.crawlerId === undefined &&
			['finished', 'partlyFailed'].some((event) => this.chosenEvents.includes(event)) &&
			crawlOutcome(crawler) === 'succeeded' &&
			statusOf(crawler).nbDatasetsFinished === undefined
		);
	}

	/** What the list shows of the last run of a crawler. */
	private observeListed(crawler: IDataObject, now: number, cursor?: Cursor): Observation {
		if (showsEarlierEnd(crawler, cursor))
			return observeRun(withoutEnd(crawler), this.chosenEvents, now);
		if (!this.needsCounters(crawler)) return observeRun(crawler, this.chosenEvents, now);
		return {
			...observeRun(withoutEnd(crawler), this.chosenEvents, now),
			findOutcome: observeWithCounters(crawler, this.chosenEvents),
		};
	}
}

const askFor = async (poll: Poll, crawlerId: unknown) =>
	await poll.send(getCrawler, { path: { crawlerId: crawlerId as string } });

interface ReadCrawlers extends Clocks {
	crawlers: IDataObject[];
	/** Why some of the crawlers could not be read. */
	failure?: Error;
}

async function readCrawler(poll: Poll, crawlerId: unknown): Promise<ReadCrawlers> {
	const answer = await askFor(poll, crawlerId);
	return { crawlers: [objectIn(answer.body)], ...clocksOf(answer) };
}

async function readCrawlers(poll: Poll): Promise<ReadCrawlers> {
	const answer = await poll.send(getManyCrawlers, {});
	const records = recordsIn(getManyCrawlers, answer);
	const unread: Array<{ crawler: IDataObject; error: Error }> = [];
	const completed = records.map(async (crawler) =>
		isLight(crawler)
			? await readWhole(poll, crawler).catch((error: unknown) => {
					if (concernsAll(poll, error)) throw error;
					unread.push({ crawler, error: error as Error });
					return crawler;
				})
			: crawler,
	);
	const crawlers = await Promise.all(completed);
	const [first] = unread;
	if (!first) return { crawlers, ...clocksOf(answer) };
	if (unread.length === records.length) throw first.error;
	const { crawler, error } = first;
	const more = unread.length > 1 ? `, and ${unread.length - 1} more,` : '';
	const failure = poll.errorOf(
		`The crawler "${String(crawler.name)}" (${String(crawler.id)})${more} could not be read: ${error.message}`,
		'The events of the other crawlers are emitted. Those of this one follow once it can be read: check its permissions, or watch only another crawler.',
	);
	return { crawlers, failure, ...clocksOf(answer) };
}

/** Whether a failure to read one crawler says nothing about that crawler. */
const concernsAll = (poll: Poll, error: unknown): boolean =>
	poll.leftMs() <= TIME_UP_MS ||
	signInFailure(error) !== undefined ||
	isRefusedWith(error, 401, 429);

/** Reads a light crawler again, because the list does not say when it ran. */
async function readWhole(poll: Poll, crawler: IDataObject): Promise<IDataObject> {
	// The crawler may have been deleted meanwhile.
	const { body } = await unlessRefused(askFor(poll, crawler.id), [404], { body: crawler });
	return objectIn(body);
}

/** Reads the counters of a crawler, which show how its run ended. */
const observeWithCounters =
	(crawler: IDataObject, chosenEvents: readonly string[]) =>
	async (poll: Poll, now: number): Promise<Observation> => {
		const details = objectIn((await askFor(poll, crawler.id)).body);
		if (String(details.id) !== String(crawler.id))
			throw poll.errorOf('Talend Cloud returned a different crawler', 'The next poll tries again.');
		// If another run has started meanwhile, the counters of this one no longer exist.
		return runKey(details) === runKey(crawler)
			? observeRun(details, chosenEvents, now)
			: settledRun(runOf(crawler));
	};
