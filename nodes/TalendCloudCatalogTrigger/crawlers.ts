/** Crawlers as a trigger sees them: a crawler shows its last run only. */
import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { recordsOf } from '../shared/declare/lists';
import { newStream, type Sighting, type Stream, type TriggerEvent, unknownTo } from '../shared/trigger/cursor';
import type { Slice, EventSource } from '../shared/trigger/poll';
import { beginning, forAll, type Poll, timeOf } from '../shared/trigger/window';
import { getCrawler, getManyCrawlers } from '../TalendCloudCatalog/resources/crawler';
import { crawlOutcome, statusOf, type CrawlOutcome } from '../TalendCloudCatalog/run';

const EVENTS: Record<CrawlOutcome, string> = { succeeded: 'finished', partial: 'partlyFailed', incomplete: 'partlyFailed', failed: 'failed' };

/** A run has no ID of its own: its crawler and its start stand for it. */
const keyOf = (crawler: IDataObject) => `${String(crawler.id)} ${String(statusOf(crawler).runStartedAt)}`;
const timeOfRun = (crawler: IDataObject) => Date.parse(String(statusOf(crawler).runStartedAt));

/** So much the clocks of the platform's servers may differ. */
const CLOCKS_MS = 120_000;
/** How a run ended; its start may show beside the end of the run before. */
function endOf(crawler: IDataObject): CrawlOutcome | undefined {
	const { runStartedAt, runFinishedAt } = statusOf(crawler);
	const isOfRunBefore = Date.parse(String(runFinishedAt)) < Date.parse(String(runStartedAt)) - CLOCKS_MS;
	return isOfRunBefore ? undefined : crawlOutcome(crawler);
}

function sightingOf(crawler: IDataObject, wanted: readonly string[], now: number): Sighting {
	const { runStartedAt, runFinishedAt } = statusOf(crawler);
	const outcome = endOf(crawler);
	const key = keyOf(crawler);
	const events: TriggerEvent[] = [];
	const add = (event: string, at: unknown) => {
		if (!wanted.includes(event)) return;
		const time = Date.parse(String(at));
		events.push({ eventId: `${key.replace(' ', ':')}:${event}`, event, occurredAt: new Date(Number.isNaN(time) ? now : time).toISOString(), record: crawler });
	};
	add('started', runStartedAt);
	if (outcome) add(EVENTS[outcome], runFinishedAt);
	return { key, time: timeOfRun(crawler), events, open: outcome === undefined, remember: true };
}

/** The run as it was before its end. */
const withoutEnd = (crawler: IDataObject): IDataObject => ({ ...crawler, status: { runStartedAt: statusOf(crawler).runStartedAt } });

/** The runs of one crawler, or of all. */
export function crawlers(poll: Poll, { crawlerId, events }: IDataObject): EventSource {
	const wanted = events as string[];
	const countersMatter = wanted.includes('finished') || wanted.includes('partlyFailed');

	let listed: IDataObject[] = [];
	const one = async (id: unknown) => await poll.ask(getCrawler, { path: { crawlerId: id as string } });
	const list = async () => {
		const answer = crawlerId === undefined ? await poll.ask(getManyCrawlers, {}) : await one(crawlerId);
		const records = crawlerId === undefined ? recordsOf(answer.body) : [answer.body as IDataObject];
		if (!records) throw poll.problem('The platform answered in a form that is not a list', 'Nothing was handed on.');
		listed = records.filter((crawler) => !Number.isNaN(timeOfRun(crawler))).sort((a, b) => timeOfRun(a) - timeOfRun(b));
		return { records: listed, now: timeOf(answer) };
	};

	/** The list has no counters, which tell whether all datasets were made. */
	const withCounters = async (crawler: IDataObject): Promise<IDataObject> => {
		if (crawlerId !== undefined || !countersMatter || endOf(crawler) !== 'succeeded') return crawler;
		const answer = await one(crawler.id).catch((error: unknown) => {
			if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
			throw error;
		});
		const now = answer?.body as IDataObject | undefined;
		// A run that was started meanwhile has counters of its own.
		return now && keyOf(now) === keyOf(crawler) ? now : crawler;
	};
	/** Without its counters a run has not ended: they are asked for again. */
	const sighting = async (crawler: IDataObject, now: number): Promise<Sighting> => {
		const told = await poll.readable(`crawler ${String(crawler.id)}`, withCounters(crawler));
		return told ? sightingOf(told, wanted, now) : sightingOf(withoutEnd(crawler), wanted, now);
	};
	const sightings = async (records: IDataObject[], now: number) => await forAll(records, async (crawler) => await sighting(crawler, now));

	async function* slices(stream: Stream): AsyncGenerator<Slice> {
		const { records, now } = await list();
		const isUnknown = unknownTo(stream);
		const fresh = records.filter((crawler) => isUnknown({ key: keyOf(crawler), time: timeOfRun(crawler) }));
		const last = records.at(-1);
		const reached = Math.max(stream.cursor, Math.min(last ? timeOfRun(last) : now, now));
		// One by one, as each can cost a request: what was read is kept when the time is up.
		for (const crawler of fresh) yield { sightings: await sightings([crawler], now), reached: Math.max(stream.cursor, Math.min(reached, timeOfRun(crawler))), now };
		yield { sightings: [], reached, now };
	}

	return {
		begin: async (lookBackMs) => {
			const { records, now } = await list();
			const last = records.at(-1);
			const stream = newStream(beginning(now, last && timeOfRun(last)), lookBackMs);
			const isUnknown = unknownTo(stream);
			const open = records.filter((crawler) => endOf(crawler) === undefined);
			const recent = records.filter((crawler) => !open.includes(crawler) && isUnknown({ key: keyOf(crawler), time: timeOfRun(crawler) }));
			return { stream, sightings: await sightings([...open, ...recent], now) };
		},
		read: slices,
		// The list shows each run that goes on: one that is not there was followed by another, or deleted.
		look: async (key, now) => {
			const found = listed.find((crawler) => keyOf(crawler) === key);
			return found && (await sighting(found, now));
		},
		newest: async function* () {
			const { records, now } = await list();
			for (const crawler of records.toReversed()) yield await sighting(crawler, now);
		},
	};
}
