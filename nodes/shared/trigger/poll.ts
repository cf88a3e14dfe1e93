/**
 * A poll of a trigger that watches streams of events: what they have that is new is emitted, and their state is assigned once, at the end.
 */
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../support/json';
import { Cursor } from './cursor';
import { type CurrentPoll, commitState, pollFunction, type TriggerFrame } from './frame';
import type { Poll } from './listing';
import { beginStream, type EventSource, readStream } from './source';
import { isStreamState, type Limits, type StreamState, type TriggerEvent } from './stream';

export interface TriggerSpec extends TriggerFrame {
	sources: (given: IDataObject) => Record<string, EventSource>;
}

type Streams = Record<string, StreamState>;

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. The streams of a trigger share it. */
const WINDOW = 1_200;
const OPEN_SIZE = 32_000;

/** While one stream is read, this share of the time is kept for each stream after it. */
const NEXT_SHARE = 0.25;

/** How many polls of each trigger this process has made: streams take turns in coming first, also when polls fail. */
const turns = new Map<string, number>();

function inTurn(key: string, names: readonly string[]): string[] {
	const turn = turns.get(key) ?? 0;
	turns.set(key, turn + 1);
	return names.map((_name, index) => names[(turn + index) % names.length]!);
}

const byTime = (a: TriggerEvent, b: TriggerEvent): number =>
	Date.parse(a.occurredAt) - Date.parse(b.occurredAt);

/** The `poll` function of a trigger node; it remembers streams by their names. */
export const polling = (spec: TriggerSpec) =>
	pollFunction<{ streams: Streams }>(spec, {
		recall: ({ streams }, given) => {
			if (!isObject(streams)) return undefined;
			const names = Object.keys(spec.sources(given));
			if (!names.every((name) => isStreamState(streams[name]))) return undefined;
			return { streams: Object.fromEntries(names.map((name) => [name, streams[name]])) as Streams };
		},
		shown: async ({ poll, settings }) => {
			const found: TriggerEvent[] = [];
			for (const source of Object.values(spec.sources(settings.given)))
				for await (const { events } of source.newest(poll)) {
					found.push(...events.slice(-1));
					if (events.length > 0) break;
				}
			return found.sort(byTime).slice(-1);
		},
		fresh: async (turn, before, keep) => {
			const sources = spec.sources(turn.settings.given);
			const count = Object.keys(sources).length;
			const limits: Limits = {
				allowedLatenessMs: turn.settings.allowedLatenessMs,
				window: Math.floor(WINDOW / count),
				openSize: Math.floor(OPEN_SIZE / count),
			};
			if (before) return await newIn(turn, before.streams, { sources, limits, keep });
			const begun = Object.entries(sources).map(
				async ([name, source]) => [name, await beginStream(turn.poll, source, limits)] as const,
			);
			keep({ streams: Object.fromEntries(await Promise.all(begun)) });
			return [];
		},
	});

interface Reading {
	sources: Record<string, EventSource>;
	limits: Limits;
	keep: (now: { streams: Streams }) => void;
}

/** What is new in all streams. What is complete is kept and emitted, although something could not be read. */
async function newIn(
	{ context, key, poll, settings }: CurrentPoll,
	before: Streams,
	{ sources, limits, keep }: Reading,
): Promise<TriggerEvent[]> {
	const streams = { ...before };
	const events: TriggerEvent[] = [];
	let trouble = reported(poll, streams);
	const names = trouble ? [] : inTurn(key, Object.keys(sources));
	for (const [index, name] of names.entries()) {
		const part = poll.limitedTo(poll.left() * (1 - NEXT_SHARE * (names.length - index - 1)));
		const cursor = new Cursor(streams[name]!, limits, settings.most - events.length);
		const read = await readStream(context, part, sources[name]!, cursor);
		streams[name] = read.state;
		events.push(...cursor.events);
		trouble ??= read.trouble;
	}
	const isProgress = JSON.stringify(streams) !== JSON.stringify(before);
	if (trouble === undefined || isProgress) keep({ streams });
	if (trouble !== undefined && events.length === 0) {
		if (isProgress) await commitState(context);
		throw trouble;
	}
	if (trouble) context.logger.warn(`Not everything could be read: ${trouble.message}`);
	return events.sort(byTime);
}

/** The failure of a poll after one whose list was not complete: n8n shows it, and what is missing is not lost silently. */
function reported(poll: Poll, streams: Streams): Error | undefined {
	for (const [name, { incompleteBefore: time, ...state }] of Object.entries(streams)) {
		if (time === undefined) continue;
		streams[name] = state;
		return poll.errorOf(
			`Talend Cloud lists only so many executions or logs of one time: some before ${time} are missing`,
			'Those that it lists were emitted, and the trigger continues with the next poll. Look for the others in Talend Cloud, or with Get Many and filters.',
		);
	}
	return undefined;
}
