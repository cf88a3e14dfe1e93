/**
 * The poll of a trigger that watches streams of events. It emits the events that are new in each
 * stream, and remembers all streams at once, at its end.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../../support/json';
import type { TriggerSpec } from '../declare/triggerSpec';
import type { CurrentPoll } from '../poll/eventFinder';
import { saveMemory } from '../poll/memory';
import { pollFunction } from '../poll/pollFunction';
import type { Poll } from '../requests/pollRequests';
import { Cursor } from './cursor';
import { beginStream, type EventSource, readStream } from './source';
import { isStreamMemory, type StreamEvent, type StreamLimits, type StreamMemory } from './stream';

export interface StreamsSpec extends TriggerSpec {
	sources: (values: IDataObject) => Record<string, EventSource>;
	/**
	 * Adds to the records of events what the platform's list leaves out, such as names, before they
	 * are emitted.
	 */
	addDetails?: (poll: Poll, events: StreamEvent[]) => Promise<void>;
}

type Streams = Record<string, StreamMemory>;

/**
 * Limits of what is remembered, so that it stays below 64 kB (UTF-8, as JSON): positions in the
 * deduplication windows (23 bytes each), and bytes of the open executions (about 80 each). The
 * streams of a trigger share both.
 */
const WINDOW_SIZE = 1_200;
const OPEN_EXECUTIONS_BYTES = 32_000;

/**
 * While a stream is read, this share of the remaining time is reserved for each stream after it. So
 * a trigger can have up to four streams.
 */
const NEXT_SHARE = 0.25;

/** The share of a poll's time that is kept to add details to its events. */
const DETAILS_SHARE = 0.1;

/** For how long details may delay events at most. */
const MAX_DETAILS_MS = 30_000;

/**
 * How many polls of each trigger this process has made. Each poll begins with another stream, so
 * that each stream gets its turn even if the first one takes all the time.
 */
const pollCounts = new Map<string, number>();

function rotated(triggerKey: string, names: readonly string[]): string[] {
	const count = pollCounts.get(triggerKey) ?? 0;
	pollCounts.set(triggerKey, count + 1);
	return names.map((_name, index) => names[(count + index) % names.length]!);
}

const byTime = (a: StreamEvent, b: StreamEvent): number =>
	Date.parse(a.occurredAt) - Date.parse(b.occurredAt);

/** The `poll` function of a trigger node; it remembers streams by their names. */
export const watchStreams = (spec: StreamsSpec) =>
	pollFunction<{ streams: Streams }>(spec, {
		restore: ({ streams }, values) => {
			if (!isObject(streams)) return undefined;
			const names = Object.keys(spec.sources(values));
			if (!names.every((name) => isStreamMemory(streams[name]))) return undefined;
			return { streams: Object.fromEntries(names.map((name) => [name, streams[name]])) as Streams };
		},
		findTestEvents: async (current) => {
			const poll = pollToRead(current, spec);
			const newest: StreamEvent[] = [];
			for (const source of Object.values(spec.sources(current.settings.values)))
				for await (const { events } of source.newestObservations(poll)) {
					newest.push(...events.slice(-1));
					if (events.length > 0) break;
				}
			return await withDetails(current, spec, newest.sort(byTime).slice(-1));
		},
		findNewEvents: async (current, before, remember) => {
			const sources = spec.sources(current.settings.values);
			const count = Object.keys(sources).length;
			const limits: StreamLimits = {
				lookBackMs: current.settings.lookBackMs,
				windowSize: Math.floor(WINDOW_SIZE / count),
				maxOpenExecutionsBytes: Math.floor(OPEN_EXECUTIONS_BYTES / count),
			};
			if (before)
				return await readStreams(current, before.streams, { spec, sources, limits, remember });
			const started = Object.entries(sources).map(
				async ([name, source]) => [name, await beginStream(current.poll, source, limits)] as const,
			);
			remember({ streams: Object.fromEntries(await Promise.all(started)) });
			return [];
		},
	});

/** What reads the streams of a trigger: it leaves time for the details of their events. */
const pollToRead = ({ poll }: CurrentPoll, { addDetails }: StreamsSpec): Poll =>
	addDetails ? poll.limitedTo(poll.leftMs() * (1 - DETAILS_SHARE)) : poll;

/** The same events, with their details as far as these can be read. */
async function withDetails(
	{ context, poll }: CurrentPoll,
	{ addDetails }: StreamsSpec,
	events: StreamEvent[],
): Promise<StreamEvent[]> {
	if (events.length > 0)
		await addDetails?.(poll.limitedTo(MAX_DETAILS_MS), events).catch((error: unknown) =>
			context.logger.warn(`Names could not be read: ${(error as Error).message}`),
		);
	return events;
}

interface StreamsToRead {
	spec: StreamsSpec;
	sources: Record<string, EventSource>;
	limits: StreamLimits;
	remember: (now: { streams: Streams }) => void;
}

/**
 * Reads the new events of all streams. If one of them cannot be read completely:
 *
 * | what was read | what the poll does |
 * | --- | --- |
 * | events | emits them, and the log says what failed |
 * | no event, but what to remember has changed | saves it, and fails |
 * | nothing | fails |
 */
async function readStreams(
	current: CurrentPoll,
	before: Streams,
	{ spec, sources, limits, remember }: StreamsToRead,
): Promise<StreamEvent[]> {
	const { context, triggerKey, settings } = current;
	const poll = pollToRead(current, spec);
	const streams = { ...before };
	const events: StreamEvent[] = [];
	let failure = takeIncompleteness(current, streams);
	const names = failure ? [] : rotated(triggerKey, Object.keys(sources));
	for (const [index, name] of names.entries()) {
		const streamsAfter = names.length - index - 1;
		const shareOfPoll = poll.limitedTo(poll.leftMs() * (1 - NEXT_SHARE * streamsAfter));
		const cursor = new Cursor(streams[name]!, limits, settings.maxEvents - events.length);
		const result = await readStream(context, shareOfPoll, sources[name]!, cursor);
		streams[name] = result.memory;
		events.push(...cursor.events);
		failure ??= result.failure;
	}
	// The details are read before anything is remembered: if another trigger of the workflow emits
	// something meanwhile, n8n saves what all of them remember. If n8n were then killed, the events
	// of this poll would be lost.
	const detailedEvents = await withDetails(current, spec, events.sort(byTime));
	const isProgress = JSON.stringify(streams) !== JSON.stringify(before);
	if (!failure || isProgress) remember({ streams });
	if (failure && events.length === 0) {
		if (isProgress) await saveProgress(context);
		throw failure;
	}
	if (failure) context.logger.warn(`Not everything could be read: ${failure.message}`);
	return detailedEvents;
}

/** Saves what a failing poll remembers, because n8n would drop it. */
const saveProgress = async (context: IPollFunctions): Promise<void> =>
	await saveMemory(context).catch((error: unknown) =>
		context.logger.warn(`What was read could not be saved: ${(error as Error).message}`),
	);

/**
 * The last time that this process has reported for each stream. n8n's default
 * scheduler does not save what a poll without events remembers, so an activation may find a time
 * again that was reported long before. If it reported that again, the workflow could not be
 * published.
 */
const reportedTimes = new Map<string, string>();

/**
 * The failure of this poll if an earlier one could not read a list completely, so that the user is
 * informed once that events are missing.
 * @param streams the first `incompleteBefore` in it is removed, because it is reported now
 */
function takeIncompleteness(
	{ poll, triggerKey }: CurrentPoll,
	streams: Streams,
): Error | undefined {
	for (const [name, { incompleteBefore: time, ...memory }] of Object.entries(streams)) {
		if (time === undefined) continue;
		streams[name] = memory;
		const streamKey = `${triggerKey} ${name}`;
		if (reportedTimes.get(streamKey) === time) continue;
		reportedTimes.set(streamKey, time);
		return poll.errorOf(
			`Some executions or logs before ${time} may have been missed: too many have the same time for Talend Cloud to list`,
			'The trigger emitted the listed ones, and continues with the next poll. Look for the others in Talend Cloud, or use Get Many with filters.',
		);
	}
	return undefined;
}
