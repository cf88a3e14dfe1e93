/**
 * A poll of a trigger that watches states. It reads the present states of all records, and emits
 * what has changed since the previous poll (stateChanges.ts). What it promises is in
 * docs/guide/triggers.md.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../../support/json';
import { MINUTE, platformTime } from '../../support/time/time';
import type { EmittedEvent, TriggerSpec } from '../declare/triggerSpec';
import type { CurrentPoll } from '../poll/eventFinder';
import { fitting, MAX_MEMORY_BYTES, tooManyToWatch } from '../poll/memorySize';
import { pollFunction } from '../poll/pollFunction';
import type { Poll } from '../requests/pollRequests';
import {
	AVAILABLE,
	compareStates,
	MISSING,
	type ObservedState,
	type StateChange,
	type States,
	type WatchedState,
} from './stateChanges';

/** Reads the present states of all records of a list, with the platform's time. */
export type StateList = (poll: Poll) => Promise<ObservedStates>;

export interface ObservedStates {
	observed: ObservedState[];
	now: number;
}

export interface StatesSpec extends TriggerSpec {
	/** What the records are called in messages, in the plural. */
	noun: string;
	/** The lists that are read, by name. */
	lists: (values: IDataObject) => Record<string, StateList>;
}

interface StatesMemory {
	/** The states of the records, by the name of their list. */
	lists: Record<string, States>;
}

/**
 * The `poll` function of a trigger node that watches states. The node must have the fields `events`
 * and `minutes`.
 */
export const watchStates = (spec: StatesSpec) =>
	pollFunction<StatesMemory>(spec, {
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

/**
 * For a manual test: all records of a known state as events, unavailable ones first. It does not
 * use what is remembered.
 */
async function presentEvents(
	{ poll, settings }: CurrentPoll,
	spec: StatesSpec,
): Promise<EmittedEvent[]> {
	const read = await Promise.all(
		Object.values(spec.lists(settings.values)).map(async (list) => await list(poll)),
	);
	const events = read.flatMap(({ observed, now }) =>
		observed.flatMap((state) => (state.available === undefined ? [] : [presentOf(state, now)])),
	);
	if (events.length === 0)
		throw poll.errorOf(spec.messageIfEmpty, 'Change the filters, or try again when there is one.');
	return [...events.filter(isUnavailable), ...events.filter((each) => !isUnavailable(each))];
}

const isUnavailable = ({ event }: EmittedEvent): boolean => event === 'unavailable';

function presentOf({ key, available, record }: ObservedState, now: number): EmittedEvent {
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
): Promise<StatesMemory['lists']> {
	const states = Object.entries(spec.lists(settings.values)).map(async ([name, list]) => {
		const { observed, now } = await list(poll);
		return [name, compareStates({}, observed, now, 0).states] as const;
	});
	return statesWithinSize(context, spec, Object.fromEntries(await Promise.all(states)));
}

/**
 * The events of the changes since the previous poll.
 * @param remember keeps the new states for the next poll
 */
async function changeEvents(
	{ context, poll, settings }: CurrentPoll,
	spec: StatesSpec,
	before: StatesMemory,
	remember: (now: StatesMemory) => void,
): Promise<EmittedEvent[]> {
	const { events: chosenEvents, minutes } = settings.values as {
		events: string[];
		minutes: number;
	};
	const { read, failure } = await readLists(poll, spec.lists(settings.values));
	const states = { ...before.lists };
	const events: EmittedEvent[] = [];
	for (const [name, { observed, now }] of read) {
		const compared = compareStates(before.lists[name]!, observed, now, minutes * MINUTE);
		states[name] = compared.states;
		const chosen = compared.changes.filter(({ event }) => chosenEvents.includes(event));
		events.push(...chosen.map((change) => eventOf(change, now)));
	}
	const after = statesWithinSize(context, spec, states);
	// n8n may drop the memory of a poll that throws, and emits none of its events. So a failure is
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
	lists: Record<string, StateList>,
): Promise<{ read: Array<[name: string, ObservedStates]>; failure?: Error }> {
	const read: Array<[string, ObservedStates]> = [];
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
 * The states that fit, always in the same order, so that they can be compared. If not all of them
 * fit, those of missing records without an outage are dropped first, then those of available ones,
 * and outages last, each beginning with the last keys. The next poll sees these records as new.
 */
function statesWithinSize(
	context: IPollFunctions,
	spec: StatesSpec,
	lists: Record<string, States>,
): Record<string, States> {
	const listOf = new Map(
		Object.entries(lists).flatMap(([name, states]) =>
			Object.keys(states).map((key) => [key, name] as const),
		),
	);
	const rank = (state: WatchedState) => {
		if (state === MISSING) return 2;
		return state === AVAILABLE ? 1 : 0;
	};
	const ordered = Object.values(lists)
		.flatMap((states) => Object.entries(states))
		.sort(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1));
	const { kept, dropped } = fitting(ordered, MAX_MEMORY_BYTES);
	const unwatchedCount = dropped.filter(([, state]) => state !== MISSING).length;
	if (unwatchedCount > 0) context.logger.warn(tooManyToWatch(unwatchedCount, spec.noun));
	const states = Object.fromEntries(Object.keys(lists).map((name): [string, States] => [name, {}]));
	for (const [key, state] of kept) states[listOf.get(key)!]![key] = state;
	return states;
}

const isState = (stored: unknown): boolean =>
	stored === AVAILABLE ||
	stored === MISSING ||
	(isObject(stored) &&
		typeof stored.since === 'number' &&
		!Number.isNaN(platformTime(stored.since)) &&
		['initial', 'pending', 'reported'].includes(String(stored.phase)));

/** Whether a stored value has the states of all these lists. */
const isStatesOf = (lists: unknown, names: string[]): lists is StatesMemory['lists'] =>
	isObject(lists) &&
	names.every((name) => {
		const states = lists[name];
		return isObject(states) && Object.values(states).every(isState);
	});
