/**
 * A poll of a trigger that watches states. It reads all things that can be available or not,
 * compares them with the previous poll, and emits what has changed. What it promises is in
 * docs/guide/triggers.md.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../support/json';
import { MINUTE, platformTime } from '../support/time';
import { beginningOf } from '../support/truncate';
import {
	type CurrentPoll,
	type EmittedEvent,
	pollFunction,
	type TriggerSpec,
} from './pollFunction';
import type { Poll } from './pollRequests';

/** A thing, such as an engine, as a poll reads it. */
export interface WatchedThing {
	/** Unique in all lists. */
	key: string;
	/**
	 * Undefined if the platform does not say so clearly: then the remembered state still applies; a
	 * new thing, such as an engine that is being created, counts as available.
	 */
	available: boolean | undefined;
	record: IDataObject;
}

/** Reads all things of a list, with the platform's time. */
export type WatchedList = (poll: Poll) => Promise<WatchedThings>;

export interface WatchedThings {
	things: WatchedThing[];
	now: number;
}

/** What is remembered of a thing that is unavailable. */
export interface Outage {
	since: number;
	/**
	 * - `initial`: it was already unavailable when it was first seen, so no event is due.
	 * - `pending`: it has not been unavailable for the minimum time yet.
	 * - `reported`: the event `unavailable` was emitted, if it was chosen.
	 */
	phase: 'initial' | 'pending' | 'reported';
	/**
	 * Fields that say which thing it is, for the event if the thing no longer exists in a later poll.
	 */
	record?: IDataObject;
}

/** What is remembered of each thing by its key; 0 means available. */
export type States = Record<string, Outage | 0>;

export interface StateChange {
	event: 'unavailable' | 'available' | 'gone';
	key: string;
	since: number;
	record: IDataObject;
}

/** How many characters of a name are remembered. */
const NAME_LENGTH = 80;

/** What is remembered of the record of a reported thing. */
const reportedRecordOf = ({ kind, id, name }: IDataObject): IDataObject => ({
	kind,
	id,
	name: beginningOf(String(name ?? ''), NAME_LENGTH),
});

/**
 * Compares all things of a list with their states in the previous poll.
 * @param minimumMs for how long a thing must be unavailable to be reported
 */
export function compareStates(
	before: States,
	things: readonly WatchedThing[],
	now: number,
	minimumMs: number,
): { states: States; changes: StateChange[] } {
	const states: States = {};
	const changes: StateChange[] = [];
	for (const thing of things) {
		const previous = Object.hasOwn(before, thing.key) ? before[thing.key] : undefined;
		const { state, change } = compareState(previous, thing, now, minimumMs);
		if (state !== undefined) states[thing.key] = state;
		if (change) changes.push(change);
	}
	const listed = new Set(things.map(({ key }) => key));
	for (const [key, previous] of Object.entries(before))
		if (isReported(previous) && !listed.has(key))
			changes.push({ event: 'gone', key, since: previous.since, record: previous.record ?? {} });
	return { states, changes };
}

type State = Outage | 0 | undefined;

const isReported = (state: State): state is Outage =>
	state !== undefined && state !== 0 && state.phase === 'reported';

function compareState(
	previous: State,
	{ key, available, record }: WatchedThing,
	now: number,
	minimumMs: number,
): { state: State; change?: StateChange } {
	if (available === undefined) return { state: previous ?? 0 };
	if (available)
		return isReported(previous)
			? { state: 0, change: { event: 'available', key, since: previous.since, record } }
			: { state: 0 };
	const outage = outageSince(previous, now);
	const { since } = outage;
	if (outage.phase !== 'pending' || now - since < minimumMs) return { state: outage };
	return {
		state: { since, phase: 'reported', record: reportedRecordOf(record) },
		change: { event: 'unavailable', key, since, record },
	};
}

function outageSince(previous: State, now: number): Outage {
	if (previous === undefined) return { since: now, phase: 'initial' };
	return previous === 0 ? { since: now, phase: 'pending' } : previous;
}

export interface StatesSpec extends TriggerSpec {
	/** What the things are called in messages, in the plural. */
	things: string;
	/** The lists that are read, by name. */
	lists: (values: IDataObject) => Record<string, WatchedList>;
}

interface Memory {
	/** The states of the things, by the name of their list. */
	lists: Record<string, States>;
}

/** Limit of the state in bytes (UTF-8, as JSON), so that it stays below 64 kB. */
const MAX_BYTES = 60_000;

/**
 * The `poll` function of a trigger node that watches states. The node must have the fields `events`
 * and `minutes`.
 */
export const watchStates = (spec: StatesSpec) =>
	pollFunction<Memory>(spec, {
		findTestEvents: async (current) => await presentEvents(current, spec),
		restore: ({ lists }, values) =>
			isStatesOf(lists, Object.keys(spec.lists(values))) ? { lists } : undefined,
		// A change of the minimum time does not change what is watched.
		fieldOutsideScope: 'minutes',
		findNewEvents: async (current, before, remember) => {
			if (before) return await changeEvents(current, spec, before, remember);
			remember({ lists: await initialStates(current, spec) });
			return [];
		},
	});

const iso = (time: number) => new Date(time).toISOString();

/** For a manual test: all things as events, unavailable ones first. It does not use the state. */
async function presentEvents(
	{ poll, settings }: CurrentPoll,
	spec: StatesSpec,
): Promise<EmittedEvent[]> {
	const read = await Promise.all(
		Object.values(spec.lists(settings.values)).map(async (list) => await list(poll)),
	);
	const events = read.flatMap(({ things, now }) =>
		things.flatMap((thing) => (thing.available === undefined ? [] : [presentOf(thing, now)])),
	);
	if (events.length === 0)
		throw poll.errorOf(spec.messageIfEmpty, 'Change the filters, or try again when there is one.');
	return [...events.filter(isUnavailable), ...events.filter((each) => !isUnavailable(each))];
}

const isUnavailable = ({ event }: EmittedEvent): boolean => event === 'unavailable';

function presentOf({ key, available, record }: WatchedThing, now: number): EmittedEvent {
	const event = available ? 'available' : 'unavailable';
	return { eventId: `${key}:${iso(now)}:${event}`, event, occurredAt: iso(now), record };
}

const eventOf = ({ event, key, since, record }: StateChange, now: number): EmittedEvent => ({
	eventId: `${key}:${iso(since)}:${event}`,
	event,
	occurredAt: iso(event === 'unavailable' ? since : now),
	record: {
		...record,
		unavailableSince: iso(since),
		unavailableForMinutes: Math.max(0, Math.floor((now - since) / MINUTE)),
	},
});

/** The states at the activation. */
async function initialStates(
	{ context, poll, settings }: CurrentPoll,
	spec: StatesSpec,
): Promise<Memory['lists']> {
	const states = Object.entries(spec.lists(settings.values)).map(async ([name, list]) => {
		const { things, now } = await list(poll);
		return [name, compareStates({}, things, now, 0).states] as const;
	});
	return withinSize(context, spec, Object.fromEntries(await Promise.all(states)));
}

/**
 * The events of the changes since the previous poll.
 * @param remember keeps the new states for the next poll
 */
async function changeEvents(
	{ context, poll, settings }: CurrentPoll,
	spec: StatesSpec,
	before: Memory,
	remember: (now: Memory) => void,
): Promise<EmittedEvent[]> {
	const { events: chosenEvents, minutes } = settings.values as {
		events: string[];
		minutes: number;
	};
	const { read, failure } = await readLists(poll, spec.lists(settings.values));
	const states = { ...before.lists };
	const events: EmittedEvent[] = [];
	for (const [name, { things, now }] of read) {
		const compared = compareStates(before.lists[name]!, things, now, minutes * MINUTE);
		states[name] = compared.states;
		const chosen = compared.changes.filter(({ event }) => chosenEvents.includes(event));
		events.push(...chosen.map((change) => eventOf(change, now)));
	}
	const after = withinSize(context, spec, states);
	// n8n may drop the state of a poll that throws, and emits none of its events. So a failure is
	// thrown only if no state has changed: then there are no events, because each changes a state.
	const isChanged = JSON.stringify(after) !== JSON.stringify(before.lists);
	if (failure && !isChanged) throw failure;
	if (failure) context.logger.warn(`Not everything could be read: ${failure.message}`);
	remember({ lists: after });
	return events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

/**
 * Reads the lists that can be read, by their names; and the failure of the first one that cannot.
 */
async function readLists(
	poll: Poll,
	lists: Record<string, WatchedList>,
): Promise<{ read: Array<[name: string, WatchedThings]>; failure?: Error }> {
	const read: Array<[string, WatchedThings]> = [];
	let failure: Error | undefined;
	const results = await Promise.allSettled(
		Object.values(lists).map(async (list) => await list(poll)),
	);
	for (const [index, name] of Object.keys(lists).entries()) {
		const result = results[index]!;
		if (result.status === 'fulfilled') read.push([name, result.value]);
		else failure ??= result.reason as Error;
	}
	return { read, failure };
}

/**
 * The states, sorted by their keys so that they can be compared. If not all of them fit, available
 * things are dropped first, beginning with the last keys. The next poll sees them as new.
 */
function withinSize(
	context: IPollFunctions,
	spec: StatesSpec,
	lists: Record<string, States>,
): Record<string, States> {
	const kept: Record<string, States> = Object.fromEntries(
		Object.keys(lists).map((name) => [name, {}]),
	);
	const all = Object.entries(lists).flatMap(([name, states]) =>
		Object.entries(states).map(([key, state]) => ({ name, key, state })),
	);
	const rank = ({ state }: { state: Outage | 0 }) => (state === 0 ? 1 : 0);
	let bytesLeft = MAX_BYTES;
	let dropped = 0;
	for (const { name, key, state } of all.sort(
		(a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1),
	)) {
		bytesLeft -= Buffer.byteLength(JSON.stringify([key, state]));
		if (bytesLeft >= 0) kept[name]![key] = state;
		else dropped++;
	}
	if (dropped > 0)
		context.logger.warn(
			`${dropped} ${spec.things} are too many to watch in addition to the others: use filters, and more than one trigger`,
		);
	return kept;
}

const isState = (stored: unknown): boolean =>
	stored === 0 ||
	(isObject(stored) &&
		typeof stored.since === 'number' &&
		!Number.isNaN(platformTime(stored.since)) &&
		['initial', 'pending', 'reported'].includes(String(stored.phase)));

/** Whether a stored value has the states of all these lists. */
const isStatesOf = (lists: unknown, names: string[]): lists is Memory['lists'] =>
	isObject(lists) &&
	names.every((name) => {
		const states = lists[name];
		return isObject(states) && Object.values(states).every(isState);
	});
