/** Compares the states of records in two polls, and says what has changed. */
import type { IDataObject } from 'n8n-workflow';

import { beginningOf } from '../../support/text/truncate';

/** The state of a record, such as an engine, as a poll reads it. */
export interface ObservedState {
	/** Identifies the record, in all lists. */
	key: string;
	/**
	 * Undefined if the platform does not say so clearly: then the remembered state still applies; a
	 * new record, such as an engine that is being created, counts as available.
	 */
	available: boolean | undefined;
	record: IDataObject;
}

/** What is remembered of a record that is unavailable. */
export interface Outage {
	since: number;
	/**
	 * - `initial`: it was already unavailable when it was first seen, so no event is due.
	 * - `pending`: it has not been unavailable for the minimum time yet.
	 * - `reported`: the event `unavailable` was emitted, if it was chosen.
	 */
	phase: 'initial' | 'pending' | 'reported';
	/** The fields that say which record it is, for the event if a later poll no longer lists it. */
	record?: IDataObject;
	/** The last poll did not list it. */
	isMissing?: true;
}

/** What is remembered of a record that was available when a poll last listed it. */
export const AVAILABLE = 0;

/** The same if the last poll did not list it. */
export const MISSING = 1;

export type WatchedState = typeof AVAILABLE | typeof MISSING | Outage;

/** What is remembered of each record, by its key. */
export type States = Record<string, WatchedState>;

export interface StateChange {
	event: 'unavailable' | 'available' | 'gone';
	key: string;
	since: number;
	record: IDataObject;
}

/** How many characters of a name are remembered. */
const NAME_LENGTH = 80;

/** What is remembered of a record whose outage was reported. */
const reportedRecordOf = ({ kind, id, name }: IDataObject): IDataObject => ({
	kind,
	id,
	name: beginningOf(String(name ?? ''), NAME_LENGTH),
});

/**
 * Compares the states of all records of a list with those in the previous poll.
 * @param minimumMs for how long a record must be unavailable to be reported
 */
export function compareStates(
	before: States,
	observed: readonly ObservedState[],
	now: number,
	minimumMs: number,
): { states: States; changes: StateChange[] } {
	const states: States = {};
	const changes: StateChange[] = [];
	for (const present of observed) {
		const { key } = present;
		const previous = Object.hasOwn(before, key) ? whenListed(before[key]!) : undefined;
		const { state, change } = compareState(previous, present, now, minimumMs);
		states[key] = state;
		if (change) changes.push(change);
	}
	for (const [key, previous] of Object.entries(before)) {
		if (Object.hasOwn(states, key)) continue;
		// A single list may be incomplete, so a record is only gone if the next one lacks it, too.
		if (!isMissing(previous)) states[key] = asMissing(previous);
		else if (isReported(previous))
			changes.push({ event: 'gone', key, since: previous.since, record: previous.record ?? {} });
	}
	return { states, changes };
}

/** What was remembered when a poll last listed a record. */
type ListedState = typeof AVAILABLE | Outage;

const isMissing = (state: WatchedState): boolean =>
	state === MISSING || (state !== AVAILABLE && state.isMissing === true);

const asMissing = (state: WatchedState): WatchedState =>
	typeof state === 'number' ? MISSING : { ...state, isMissing: true };

function whenListed(state: WatchedState): ListedState {
	if (typeof state === 'number') return AVAILABLE;
	const { since, phase, record } = state;
	return { since, phase, ...(record && { record }) };
}

const isReported = (state: WatchedState | undefined): state is Outage =>
	typeof state === 'object' && state.phase === 'reported';

function compareState(
	previous: ListedState | undefined,
	{ key, available, record }: ObservedState,
	now: number,
	minimumMs: number,
): { state: ListedState; change?: StateChange } {
	if (available === undefined) return { state: previous ?? AVAILABLE };
	if (available)
		return isReported(previous)
			? { state: AVAILABLE, change: { event: 'available', key, since: previous.since, record } }
			: { state: AVAILABLE };
	const outage = outageSince(previous, now);
	const { since } = outage;
	if (outage.phase !== 'pending' || now - since < minimumMs) return { state: outage };
	return {
		state: { since, phase: 'reported', record: reportedRecordOf(record) },
		change: { event: 'unavailable', key, since, record },
	};
}

function outageSince(previous: ListedState | undefined, now: number): Outage {
	if (previous === undefined) return { since: now, phase: 'initial' };
	if (previous === AVAILABLE) return { since: now, phase: 'pending' };
	// A later time can only have been set while a clock was ahead.
	return { ...previous, since: Math.min(previous.since, now) };
}
