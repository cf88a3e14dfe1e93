/**
 * A poll of a trigger that watches states: things that are available or not are read whole, and what
 * became of them since the last poll is emitted. docs/guide/triggers.md has the promise.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../shared/support/json';
import { platformTime } from '../shared/support/time';
import { beginningOf } from '../shared/support/truncate';
import {
	type PollContext,
	type Emitted,
	pollFunction,
	type TriggerFrame,
} from '../shared/trigger/frame';
import type { Poll } from '../shared/trigger/listing';

/** A thing as a poll sees it. */
export interface Observed {
	/** No other's, in all lists. */
	key: string;
	/** Undefined if its state does not say: then the remembered state applies. */
	available: boolean | undefined;
	record: IDataObject;
}

/** All that is there, with the platform's time. */
export type WatchedList = (poll: Poll) => Promise<{ seen: Observed[]; now: number }>;

/** A thing that is away, and since which poll. */
export interface Outage {
	since: number;
	/** What was never seen otherwise did not become unavailable; what does not wait any more was reported. */
	is: 'before' | 'waiting' | 'reported';
	/** What it is called, once it was reported: it may be gone next. */
	record?: IDataObject;
}

/** What is remembered of each; 0 means available. */
export type States = Record<string, Outage | 0>;

export interface Change {
	event: 'unavailable' | 'available' | 'gone';
	key: string;
	since: number;
	record: IDataObject;
}

/** How many characters of a name are kept. */
const NAME = 80;

/** What is kept of the record of a thing that was reported. */
const reportedRecordOf = ({ kind, id, name }: IDataObject): IDataObject => ({
	kind,
	id,
	name: beginningOf(String(name ?? ''), NAME),
});

/**
 * What became of all things since the states before.
 * @param leastMs how long something must be away to count
 */
export function compareStates(
	before: States,
	seen: readonly Observed[],
	now: number,
	leastMs: number,
): { states: States; changes: Change[] } {
	const states: States = {};
	const changes: Change[] = [];
	for (const each of seen) {
		const previous = Object.hasOwn(before, each.key) ? before[each.key] : undefined;
		const { state, change } = compareState(previous, each, now, leastMs);
		if (state !== undefined) states[each.key] = state;
		if (change) changes.push(change);
	}
	const there = new Set(seen.map(({ key }) => key));
	for (const [key, previous] of Object.entries(before))
		if (isReported(previous) && !there.has(key))
			changes.push({ event: 'gone', key, since: previous.since, record: previous.record ?? {} });
	return { states, changes };
}

type State = Outage | 0 | undefined;

const isReported = (state: State): state is Outage =>
	state !== undefined && state !== 0 && state.is === 'reported';

function compareState(
	previous: State,
	{ key, available, record }: Observed,
	now: number,
	leastMs: number,
): { state: State; change?: Change } {
	if (available === undefined) return { state: previous };
	if (available)
		return isReported(previous)
			? { state: 0, change: { event: 'available', key, since: previous.since, record } }
			: { state: 0 };
	const away = outageSince(previous, now);
	const { since } = away;
	if (away.is !== 'waiting' || now - since < leastMs) return { state: away };
	return {
		state: { since, is: 'reported', record: reportedRecordOf(record) },
		change: { event: 'unavailable', key, since, record },
	};
}

function outageSince(previous: State, now: number): Outage {
	if (previous === undefined) return { since: now, is: 'before' };
	return previous === 0 ? { since: now, is: 'waiting' } : previous;
}

export interface WatchSpec extends TriggerFrame {
	/** The lists that are read, by name. */
	lists: (values: IDataObject) => Record<string, WatchedList>;
}

interface Memory {
	/** By the name of the list. */
	lists: Record<string, States>;
}

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. */
const SIZE = 60_000;

const MINUTE_MS = 60_000;

/** The `poll` function of a trigger node that watches states. Its fields have `events` and `minutes`. */
export const watchStates = (spec: WatchSpec) =>
	pollFunction<Memory>(spec, {
		testEvents: async (current) => await present(current, spec),
		restore: ({ lists }, values) =>
			isStatesOf(lists, Object.keys(spec.lists(values))) ? { lists } : undefined,
		// For how long something must be unavailable: what is watched stays the same.
		changeable: 'minutes',
		newEvents: async (current, before, keep) =>
			await changed(current, spec.lists(current.settings.values), before, keep),
	});

const iso = (time: number) => new Date(time).toISOString();

/** For a manual test: what exists now, unavailable ones first. It touches no state. */
async function present({ poll, settings }: PollContext, spec: WatchSpec): Promise<Emitted[]> {
	const read = await Promise.all(
		Object.values(spec.lists(settings.values)).map(async (list) => await list(poll)),
	);
	const events = read.flatMap(({ seen, now }) =>
		seen.flatMap((each) => (each.available === undefined ? [] : [presentOf(each, now)])),
	);
	if (events.length === 0)
		throw poll.errorOf(spec.messageIfEmpty, 'Change the filters, or try again when there is one.');
	return [...events.filter(isAway), ...events.filter((each) => !isAway(each))];
}

const isAway = ({ event }: Emitted): boolean => event === 'unavailable';

function presentOf({ key, available, record }: Observed, now: number): Emitted {
	const event = available ? 'available' : 'unavailable';
	return { eventId: `${key}:${iso(now)}:${event}`, event, occurredAt: iso(now), record };
}

const eventOf = ({ event, key, since, record }: Change, now: number): Emitted => ({
	eventId: `${key}:${iso(since)}:${event}`,
	event,
	occurredAt: iso(event === 'unavailable' ? since : now),
	record: {
		...record,
		unavailableSince: iso(since),
		unavailableForMinutes: Math.max(0, Math.floor((now - since) / MINUTE_MS)),
	},
});

/** What changed since what is remembered, and remembers it. */
async function changed(
	{ context, poll, settings }: PollContext,
	watched: Record<string, WatchedList>,
	before: Memory | undefined,
	keep: (now: Memory) => void,
): Promise<Emitted[]> {
	const { events: chosenEvents, minutes } = settings.values as {
		events: string[];
		minutes: number;
	};
	const names = Object.keys(watched);
	if (!before) {
		const read = await Promise.all(
			names.map(async (name) => [name, await watched[name]!(poll)] as const),
		);
		keep({
			lists: withinSize(
				context,
				Object.fromEntries(
					read.map(([name, { seen, now }]) => [name, compareStates({}, seen, now, 0).states]),
				),
			),
		});
		return [];
	}
	const lists = { ...before.lists };
	const events: Emitted[] = [];
	let trouble: unknown;
	const read = await Promise.allSettled(names.map(async (name) => await watched[name]!(poll)));
	for (const [index, name] of names.entries()) {
		const result = read[index]!;
		if (result.status === 'rejected') {
			trouble ??= result.reason;
			continue;
		}
		const { seen, now } = result.value;
		const { states, changes } = compareStates(before.lists[name]!, seen, now, minutes * MINUTE_MS);
		lists[name] = states;
		events.push(
			...changes
				.filter(({ event }) => chosenEvents.includes(event))
				.map((change) => eventOf(change, now)),
		);
	}
	const after = withinSize(context, lists);
	// Each event changes a state.
	const isKept = JSON.stringify(after) !== JSON.stringify(before.lists);
	// n8n can drop what a poll that throws has remembered: trouble is thrown when nothing is lost by it.
	if (trouble !== undefined && !isKept) throw trouble as Error;
	if (trouble !== undefined)
		context.logger.warn(`Not everything could be read: ${(trouble as Error).message}`);
	keep({ lists: after });
	return events.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

/**
 * By their keys, so that states can be compared. If they do not all fit, the last available ones are dropped: seen
 * again, they count as new.
 */
function withinSize(
	context: IPollFunctions,
	lists: Record<string, States>,
): Record<string, States> {
	const kept: Record<string, States> = Object.fromEntries(
		Object.keys(lists).map((name) => [name, {}]),
	);
	const all = Object.entries(lists).flatMap(([name, states]) =>
		Object.entries(states).map(([key, state]) => ({ name, key, state })),
	);
	const rank = ({ state }: { state: Outage | 0 }) => (state === 0 ? 1 : 0);
	let remaining = SIZE;
	let letGo = 0;
	for (const { name, key, state } of all.sort(
		(a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1),
	)) {
		remaining -= Buffer.byteLength(JSON.stringify([key, state]));
		if (remaining >= 0) kept[name]![key] = state;
		else letGo++;
	}
	if (letGo > 0)
		context.logger.warn(
			`${letGo} engines are too many to be watched beside the others: use filters, and more than one trigger`,
		);
	return kept;
}

const isState = (kept: unknown): boolean =>
	kept === 0 ||
	(isObject(kept) &&
		typeof kept.since === 'number' &&
		!Number.isNaN(platformTime(kept.since)) &&
		['before', 'waiting', 'reported'].includes(String(kept.is)));

/** Whether what was remembered has the states of all these lists. */
const isStatesOf = (lists: unknown, names: string[]): lists is Memory['lists'] =>
	isObject(lists) &&
	names.every((name) => {
		const states = lists[name];
		return isObject(states) && Object.values(states).every(isState);
	});
