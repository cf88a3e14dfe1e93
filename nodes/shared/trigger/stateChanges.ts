/** Compares the states of records in two polls, and says what has changed. */
import type { IDataObject } from 'n8n-workflow';

import { beginningOf } from '../support/truncate';

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
}

/** What is remembered of each record, by its key; 0 means available. */
export type States = Record<string, Outage | 0>;

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
		const previous = Object.hasOwn(before, key) ? before[key] : undefined;
		const { state, change } = compareState(previous, present, now, minimumMs);
		states[key] = state;
		if (change) changes.push(change);
	}
	const listed = new Set(observed.map(({ key }) => key));
	for (const [key, previous] of Object.entries(before))
		if (isReported(previous) && !listed.has(key))
			changes.push({ event: 'gone', key, since: previous.since, record: previous.record ?? {} });
	return { states, changes };
}

/** What was remembered of a record; undefined if it is new. */
type PreviousState = Outage | 0 | undefined;

const isReported = (state: PreviousState): state is Outage =>
	state !== undefined && state !== 0 && state.phase === 'reported';

function compareState(
	previous: PreviousState,
	{ key, available, record }: ObservedState,
	now: number,
	minimumMs: number,
): { state: Outage | 0; change?: StateChange } {
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

function outageSince(previous: PreviousState, now: number): Outage {
	if (previous === undefined) return { since: now, phase: 'initial' };
	return previous === 0 ? { since: now, phase: 'pending' } : previous;
}
