/**
 * A poll of a trigger: what a person chose → what is new → items. The state is read into locals and
 * assigned once, at the end; a poll that throws leaves it as it was. docs/triggers.md has the promise.
 */
import { type IDataObject, type INodeExecutionData, type INodeParameters, type INodeProperties, type IPollFunctions, NodeApiError } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { BadInput } from '../declare/badInput';
import { boolean, type Fields, integer, labelOf } from '../declare/field';
import { readField } from '../declare/read';
import type { Rule } from '../declare/rules';
import { authentication } from '../editor/describe';
import { listSearches } from '../editor/listSearch';
import { collection } from '../editor/properties';
import { explain, operationError, refusal } from '../engine/errors';
import { send } from '../engine/send';
import { pollSender } from '../engine/senders';
import { buildRequest } from '../engine/wire';
import { clock } from '../support/clock';
import { simplified } from '../support/simplify';
import { begun, type Bounds, isStream, type Open, type Sighting, type Stream, take, type TriggerEvent } from './cursor';
import { forAll, type Poll } from './window';

/** Sightings, up to where they are complete. */
export interface Slice {
	sightings: Sighting[];
	reached: number;
	/** The platform's time. */
	now: number;
}

/** Where the events of one stream come from. */
export interface EventSource {
	/** What is there at the beginning: it is not handed on, and its end is. */
	begin: (lookBackMs: number) => Promise<{ stream: Stream; sightings: Sighting[] }>;
	/** What may be new to a stream, in complete slices, oldest first. */
	read: (stream: Stream, lookBackMs: number) => AsyncIterable<Slice>;
	/** One that has not ended, by its key; nothing when the platform does not have it. */
	look?: (key: string, now: number) => Promise<Sighting | undefined>;
	/** Newest first, as far as a test by hand looks back. */
	newest: () => AsyncIterable<Sighting>;
}

export interface TriggerSpec {
	/** Stand on top. */
	fields: Fields;
	filters: Fields;
	rules?: readonly Rule[];
	sources: (poll: Poll, given: IDataObject) => Record<string, EventSource>;
	simple: readonly string[];
	/** What a test by hand says when there is nothing to show. */
	nothing: string;
}

const options = {
	lookBack: integer('How many minutes before the newest known record late ones are looked for')
		.label('Look-Back (Minutes)')
		.min(1)
		.max(1440)
		.byDefault(5)
		.optional(),
	maxEvents: integer('Most events that one poll hands on; the others wait for the next poll')
		.label('Max Events per Poll')
		.min(1)
		.max(1000)
		.byDefault(100)
		.optional(),
};

const simplify = boolean('Whether to return a simplified version of the response instead of the raw data').startsWith(true);

/** The properties of a trigger. n8n adds the poll times. */
export const triggerProperties = ({ fields, filters }: TriggerSpec): INodeProperties[] => [
	authentication,
	...Object.entries(fields).map(([name, field]) => field.property(name, true)),
	simplify.property('simplify'),
	...(Object.keys(filters).length > 0 ? [collection('filters', filters, true)] : []),
	collection('options', options),
];

/** The list searches of a trigger. */
export const triggerListSearches = ({ fields, filters }: TriggerSpec) => listSearches([], { ...fields, ...filters });

/** Changes whenever what is remembered changes its form. */
const VERSION = 1;

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. */
const MARKS = 1_200;

const OPEN_SIZE = 34_000;

/** Runs that are asked for by ID in one poll. */
const LOOKS = 20;

/** A run is asked for again after this share of its age, at least so often. */
const LOOK_SHARE = 0.1;

const LOOK_MS = 900_000;

/** A run that the platform does not have is let go after this time. */
const LOST_MS = 3_600_000;

/** How long a poll may take at most, and where n8n does not tell. */
const BUDGET_MS = 300_000;

/** Of its time a poll keeps this to put together what it has. */
const MARGIN_MS = 1_000;

interface Memory {
	/** Of which scope and events. */
	of: string;
	streams: Record<string, Stream>;
	/** Counts polls, so that each stream has its turn to come first. */
	turn: number;
}

/** With less than this its time is up. */
const TIME_UP_MS = 10;

/** The polls under way in this process: two of one node would hand the same on. */
const underWay = new Set<string>();

/** The `poll` function of a trigger node. */
export function polling(spec: TriggerSpec) {
	return async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const manual = this.getMode() === 'manual';
		const key = `${this.getWorkflow().id ?? ''} ${this.getNode().id}`;
		if (!manual && underWay.has(key)) return null;
		if (!manual) underWay.add(key);
		try {
			const settings = readSettings(this, spec);
			const poll = pollOf(this, settings.most, budgetOf(this));
			const sources = spec.sources(poll, settings.given);
			const events = manual ? await shown(this, spec, sources) : await newEvents(this, spec, poll, sources, settings);
			return events.length === 0 ? null : [events.map((event) => ({ json: output(spec, event, settings.simple) }))];
		} finally {
			if (!manual) underWay.delete(key);
		}
	};
}

/** Of a very short time half is kept. */
function budgetOf(context: IPollFunctions): number {
	const told = Math.min(BUDGET_MS, context.getPollBudgetMs?.() ?? BUDGET_MS);
	return Math.floor(told - Math.min(MARGIN_MS, told / 2));
}

function pollOf(context: IPollFunctions, most: number, budgetMs: number): Poll {
	const until = clock.elapsed() + budgetMs;
	const left = () => until - clock.elapsed();
	// Also for what waits for its turn behind the items of other nodes.
	const signal = AbortSignal.timeout(budgetMs);
	const sender = pollSender(context, { signal, leftMs: left });
	const none = { path: {}, query: {}, body: undefined, settings: {}, values: {} };
	return {
		most,
		left,
		ask: async (operation, input, page) =>
			await send(sender, operation, buildRequest(operation, { ...none, ...input }, page)).catch((error: unknown) => {
				throw error === signal.reason ? explain({ network: 'ETIMEDOUT' }, { node: context.getNode(), operation }) : error;
			}),
		problem: (message, description) => operationError(context.getNode(), message, description),
		readable: async (of, reading) =>
			await reading.catch((error: unknown) => {
				if (!refusesOne(error)) throw error;
				context.logger.warn(`${of} could not be read: ${error.message}`);
				return undefined;
			}),
	};
}

/** Whether the platform refuses one record, and not all: it did not run out of time, nor ask for a break or a token. */
const refusesOne = (error: unknown): error is NodeApiError => error instanceof NodeApiError && !!error.httpCode && !['401', '429'].includes(error.httpCode);

function readSettings(context: IPollFunctions, spec: TriggerSpec) {
	const reading = { timezone: context.getTimezone() };
	const readAll = (fields: Fields, raw: (name: string) => unknown) => {
		const values: IDataObject = {};
		for (const [name, field] of Object.entries(fields)) {
			const value = readField(name, field, raw(name), reading);
			if (value !== undefined) values[name] = value as IDataObject;
		}
		return values;
	};
	const group = (name: string) => context.getNodeParameter(name, {}) as IDataObject;
	try {
		const filters = group('filters');
		const given = { ...readAll(spec.fields, (name) => context.getNodeParameter(name, null)), ...readAll(spec.filters, (name) => filters[name]) };
		checkRules(spec, given);
		const chosen = group('options');
		const { lookBack = 5, maxEvents = 100 } = readAll(options, (name) => chosen[name]) as { lookBack?: number; maxEvents?: number };
		return { given, lookBackMs: lookBack * 60_000, most: maxEvents, simple: context.getNodeParameter('simplify', true) === true };
	} catch (error) {
		throw asRefusal(context, error);
	}
}

function checkRules({ fields, filters, rules = [] }: TriggerSpec, given: IDataObject): void {
	for (const { field, check } of rules) {
		const finding = check(given, clock.now());
		if (finding !== undefined) throw new BadInput(field, labelOf(field, { ...fields, ...filters }[field]!), finding);
	}
}

const asRefusal = (context: IPollFunctions, error: unknown): unknown => (error instanceof BadInput ? refusal(context.getNode(), error) : error);

const output = ({ simple }: TriggerSpec, { eventId, event, occurredAt, record }: TriggerEvent, isSimple: boolean): IDataObject => ({
	eventId,
	event,
	occurredAt,
	...(isSimple ? simplified(record, simple) : record),
});

/** For a test by hand: the newest event. It touches no state. */
async function shown(context: IPollFunctions, spec: TriggerSpec, sources: Record<string, EventSource>): Promise<TriggerEvent[]> {
	const found: TriggerEvent[] = [];
	for (const source of Object.values(sources))
		for await (const { events } of source.newest()) {
			found.push(...events.slice(-1));
			if (events.length > 0) break;
		}
	if (found.length === 0) throw operationError(context.getNode(), spec.nothing, 'Change the events or filters, or try again when there is one.');
	return found.sort((a, b) => Date.parse(b.occurredAt) - Date.parse(a.occurredAt)).slice(0, 1);
}

type Settings = ReturnType<typeof readSettings>;

/**
 * Changes with scope and events, and not with the order in which they were chosen. Of a time that is an
 * expression the expression counts: its value may be another in each poll.
 */
function fingerprint({ fields, filters }: TriggerSpec, given: IDataObject, written: INodeParameters): string {
	const asWritten = { ...(written.filters as INodeParameters | undefined), ...written };
	const isMoving = (name: string) => ({ ...fields, ...filters })[name]?.spec.kind === 'date' && String(asWritten[name]).startsWith('=');
	const sorted = Object.keys(given)
		.sort()
		.map((name) => [name, isMoving(name) ? asWritten[name] : Array.isArray(given[name]) ? [...(given[name] as unknown[])].map((each) => JSON.stringify(each)).sort() : given[name]]);
	return createHash('sha256').update(JSON.stringify([VERSION, sorted])).digest('base64url');
}

/** What is new to what is remembered, and remembers it. */
async function newEvents(context: IPollFunctions, spec: TriggerSpec, poll: Poll, sources: Record<string, EventSource>, settings: Settings): Promise<TriggerEvent[]> {
	const data = context.getWorkflowStaticData('node');
	const of = fingerprint(spec, settings.given, context.getNode().parameters);
	const names = Object.keys(sources);
	const bounds: Bounds = { lookBackMs: settings.lookBackMs, marks: Math.floor(MARKS / names.length), openSize: Math.floor(OPEN_SIZE / names.length) };
	const before = recall(data.memory, of, names);
	if (!before) {
		const streams: Record<string, Stream> = {};
		for (const name of names) {
			const { stream, sightings } = await sources[name]!.begin(bounds.lookBackMs);
			streams[name] = begun(stream, sightings, bounds);
		}
		data.memory = { of, streams, turn: 0 } satisfies Memory;
		await keepBeginning(context);
		return [];
	}
	const streams = { ...before.streams };
	const events: TriggerEvent[] = [];
	let trouble: unknown;
	for (let index = 0; index < names.length; index++) {
		const name = names[(before.turn + index) % names.length]!;
		const read = await readStream(context, poll, sources[name]!, streams[name]!, settings.most - events.length, bounds);
		streams[name] = read.stream;
		events.push(...read.events);
		trouble ??= read.trouble;
	}
	// What is complete is handed on; trouble that lasts is told by a poll that has nothing else.
	if (trouble !== undefined && events.length === 0) throw trouble;
	if (trouble !== undefined) context.logger.warn(`Not all could be read: ${(trouble as Error).message}`);
	data.memory = { of, streams, turn: (before.turn + 1) % names.length } satisfies Memory;
	return events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

/**
 * With durable cursors n8n drops what the poll of an activation stages, because that poll has nothing
 * to hand on: the first poll after it would begin anew, and lose what happened in between.
 */
async function keepBeginning(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.().catch((error: unknown) => context.logger.warn(`The beginning could not be kept: ${(error as Error).message}`));
}

/** A copy in plain values: what n8n holds watches its own changes. */
function recall(stored: unknown, of: string, names: string[]): Memory | undefined {
	const memory = stored === undefined ? undefined : (JSON.parse(JSON.stringify(stored)) as Partial<Memory> | null);
	return memory?.of === of && names.every((name) => isStream(memory.streams?.[name])) ? { of, streams: memory.streams!, turn: memory.turn ?? 0 } : undefined;
}

interface Read {
	stream: Stream;
	events: TriggerEvent[];
	/** What ended the reading early. */
	trouble?: unknown;
}

async function readStream(context: IPollFunctions, poll: Poll, source: EventSource, before: Stream, most: number, bounds: Bounds): Promise<Read> {
	let stream = before;
	const events: TriggerEvent[] = [];
	const add = (sightings: Sighting[], reached: number) => {
		const taken = take(stream, sightings, reached, most - events.length, bounds);
		stream = taken.stream;
		events.push(...taken.events);
		return taken.waits;
	};
	let first = true;
	try {
		for await (const { sightings, reached, now } of source.read(before, bounds.lookBackMs)) {
			if (first && source.look) {
				const { found, open } = await lookAt(context, source.look, stream, new Set(sightings.map(({ key }) => key)), now);
				stream = { ...stream, open };
				add(found, stream.cursor);
			}
			first = false;
			if (add(sightings, reached)) break;
		}
		return { stream, events };
	} catch (error) {
		// Slices that were complete before the time was up are no trouble: the next poll goes on after them.
		return { stream, events, trouble: poll.left() <= TIME_UP_MS && !first ? undefined : error };
	}
}

/**
 * Asks for runs that have not ended and are not in the list any more, those first that wait longest:
 * so many in a poll, and each less often the longer it runs. One that cannot be read does not keep the
 * others from being handed on.
 */
async function lookAt(context: IPollFunctions, look: NonNullable<EventSource['look']>, { open }: Stream, listed: ReadonlySet<string>, now: number) {
	const due = Object.entries(open)
		.filter(([key, { askAt = 0 }]) => !listed.has(key) && askAt <= now)
		.sort(([, a], [, b]) => (a.askAt ?? 0) - (b.askAt ?? 0))
		.slice(0, LOOKS);
	const next: Record<string, Open> = { ...open };
	const found: Sighting[] = [];
	const lookFor = async ([key, run]: [string, Open]): Promise<void> => {
		const { lostSince, ...known } = run;
		const later: Open = { ...known, askAt: now + Math.min(LOOK_MS, Math.max(0, now - run.time) * LOOK_SHARE) };
		const sighting = await look(key, now).catch((error: unknown) => {
			if (!(error instanceof NodeApiError)) throw error;
			// Out of time, or the platform asks for a break: it comes first in the next poll.
			if (!refusesOne(error)) return 'missed';
			context.logger.warn(`${key} could not be read: ${error.message}`);
			return 'unread';
		});
		if (sighting === 'missed') return;
		next[key] = later;
		if (sighting === 'unread') next[key] = { ...run, askAt: later.askAt };
		else if (sighting) found.push(sighting);
		else if (now - (lostSince ?? now) < LOST_MS) next[key] = { ...later, lostSince: lostSince ?? now };
		else delete next[key];
	};
	await forAll(due, lookFor);
	return { found, open: next };
}
