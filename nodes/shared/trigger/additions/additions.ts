/**
 * The poll of a trigger that watches a list without times. It reads the whole list, and emits the
 * entries that were not in it before (docs/guide/triggers.md).
 */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../../support/json';
import type { EmittedEvent, TriggerSpec } from '../declare/triggerSpec';
import { fitting, MAX_MEMORY_BYTES, tooManyToWatch } from '../poll/memorySize';
import { pollFunction } from '../poll/pollFunction';
import { SERVER_SKEW_MS } from '../requests/clocks';
import type { Poll } from '../requests/pollRequests';

/** An entry of the list: a record, or something that a record has, such as a version. */
export interface ListEntry {
	/** Identifies the entry within its group. */
	key: string;
	/** The record that it belongs to. */
	group: string;
	/** The event that is emitted when it is added. If absent, the entry is only remembered. */
	event?: string;
	/** The ID of that event, if it is not the key. */
	eventId?: string;
	/** When it was added, if the list says so. An entry that was added long ago is not new. */
	addedAt?: number;
	record: IDataObject;
}

export interface AdditionsSpec extends TriggerSpec {
	/**
	 * Reads the whole list, and the platform's time. If the list has more groups than can be
	 * remembered, only the first ones are watched.
	 */
	list: (values: IDataObject, poll: Poll) => Promise<{ entries: ListEntry[]; now: number }>;
}

interface ListMemory {
	/** For each group (by its hash), the hashes of its entries, joined to one text. */
	known: Record<string, string>;
	/** Whether only some of the groups are remembered, because there are too many. */
	isPart: boolean;
	/** The platform's time when the trigger was activated. */
	from: number;
	/** The platform's time at the last poll. */
	last: number;
}

/**
 * How many digits a hash has, of 6 bits each. With 30 bits, a new entry of a group of a hundred is
 * mistaken for one of these with a probability of 1 in 10^7.
 */
const ENTRY_DIGITS = 5;
const GROUP_DIGITS = 9;

const hashOf = (text: string, digits: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, digits);

const includes = (hashes: string, hash: string): boolean => {
	for (let index = 0; index < hashes.length; index += ENTRY_DIGITS)
		if (hashes.startsWith(hash, index)) return true;
	return false;
};

const initialMemory = (time: number): ListMemory => ({
	known: {},
	isPart: false,
	from: time,
	last: time,
});

/** All entries of one group in the list, and what was remembered of them. */
interface Group {
	hash: string;
	/** The entries by their hashes, so each of them once. */
	entries: Map<string, ListEntry>;
	/** The remembered hashes, joined; empty if the group is not known. */
	before: string;
	isKnown: boolean;
	/**
	 * The last poll could only remember some groups, and not this one. It may have existed before,
	 * and only times could say which of its entries are new. It is remembered without being emitted.
	 */
	mayBeOld: boolean;
	/** Has an entry that was just added. If it is not remembered, the next poll takes it for new. */
	isRecent: boolean;
}

function groupsOf(entries: readonly ListEntry[], memory: ListMemory, now: number): Group[] {
	const groups = new Map<string, Map<string, ListEntry>>();
	for (const entry of entries) {
		const hash = hashOf(entry.group, GROUP_DIGITS);
		const group = groups.get(hash) ?? new Map<string, ListEntry>();
		const entryHash = hashOf(entry.key, ENTRY_DIGITS);
		if (!group.has(entryHash)) group.set(entryHash, entry);
		groups.set(hash, group);
	}
	return [...groups].map(([hash, group]) => compareGroup(hash, group, memory, now));
}

function compareGroup(
	hash: string,
	entries: Group['entries'],
	{ known, isPart }: ListMemory,
	now: number,
): Group {
	const before = Object.hasOwn(known, hash) ? known[hash]! : '';
	const isKnown = before !== '';
	const times = [...entries.values()].map(({ addedAt }) => addedAt);
	return {
		hash,
		entries,
		before,
		isKnown,
		mayBeOld: isPart && !isKnown && times.includes(undefined),
		isRecent: times.some((time = -Infinity) => time >= now - SERVER_SKEW_MS),
	};
}

/** What a list shows, compared with what was remembered of it. */
interface Comparison {
	memory: ListMemory;
	/** The entries that were added to the list since the last poll. */
	added: ListEntry[];
	/** How many groups cannot be remembered, because there are too many. */
	unwatchedCount: number;
}

function compare(before: ListMemory, entries: readonly ListEntry[], now: number): Comparison {
	// A clock that was wrong, or a damaged memory, can have left a time in the future. Then
	// everything new would seem to be older.
	const from = Math.min(before.from, now);
	/**
	 * Entries that were added before this time are older than the activation, or were read by an
	 * earlier poll.
	 */
	const seenUntil = (before.isPart ? Math.min(before.last, now) : from) - SERVER_SKEW_MS;
	const groups = groupsOf(entries, before, now);
	const known = knownWithinSize(mostUrgentFirst(groups), before.known);
	const isRemembered = ({ hash }: Group) => Object.hasOwn(known, hash);
	const added = groups
		.filter((group) => group.isKnown || (isRemembered(group) && !group.mayBeOld))
		.flatMap((group) => addedTo(group, seenUntil));
	const unwatchedCount = groups.filter((group) => !isRemembered(group)).length;
	return { memory: { known, isPart: unwatchedCount > 0, from, last: now }, added, unwatchedCount };
}

/** The groups in the order in which they are remembered. If ranks are equal, the list decides. */
function mostUrgentFirst(groups: readonly Group[]): Group[] {
	const rank = ({ mayBeOld, isRecent }: Group) => {
		if (mayBeOld) return 2;
		return isRecent ? 0 : 1;
	};
	return groups.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The entries that were added to a group since the last poll. In a group that is not known, their
 * times say so; an entry without a time counts as added.
 */
const addedTo = ({ entries, before, isKnown }: Group, seenUntil: number): ListEntry[] =>
	[...entries]
		.filter(([hash, { addedAt = Infinity }]) =>
			isKnown ? !includes(before, hash) : addedAt >= seenUntil,
		)
		.map(([, entry]) => entry);

/**
 * Selects as many groups as can be remembered, the first ones. Groups that have left the list may
 * come back, so they are remembered if there is space left.
 */
function knownWithinSize(
	groups: readonly Group[],
	knownBefore: ListMemory['known'],
): ListMemory['known'] {
	const listed = groups.map(({ hash, entries }) => [hash, [...entries.keys()].join('')] as const);
	const listedHashes = new Set(listed.map(([hash]) => hash));
	const gone = Object.entries(knownBefore).filter(([hash]) => !listedHashes.has(hash));
	return Object.fromEntries(fitting([...listed, ...gone], MAX_MEMORY_BYTES).kept);
}

const eventOf = ({ key, eventId = key, event, record }: ListEntry, now: number): EmittedEvent => ({
	eventId,
	event: event!,
	occurredAt: new Date(now).toISOString(),
	record,
});

/** The `poll` function of a trigger node that watches a list. */
export const watchAdditions = (spec: AdditionsSpec) =>
	pollFunction<ListMemory>(spec, {
		restore: ({ known, isPart, from, last }) => {
			if (!isObject(known) || !Object.values(known).every((hashes) => typeof hashes === 'string'))
				return undefined;
			return {
				known: known as ListMemory['known'],
				isPart: isPart === true,
				from: Number(from) || 0,
				last: Number(last) || 0,
			};
		},
		// The newest entry, or the last one if they have no times.
		findTestEvents: async ({ poll, settings }) => {
			const { entries, now } = await spec.list(settings.values, poll);
			const newest = entries
				.filter(({ event }) => event !== undefined)
				.reduce<ListEntry | undefined>(
					(before, entry) =>
						before && (entry.addedAt ?? 0) < (before.addedAt ?? 0) ? before : entry,
					undefined,
				);
			return newest ? [eventOf(newest, now)] : [];
		},
		findNewEvents: async ({ context, poll, settings }, before, remember) => {
			const { entries, now } = await spec.list(settings.values, poll);
			const { memory, added, unwatchedCount } = compare(before ?? initialMemory(now), entries, now);
			remember(memory);
			if (unwatchedCount > 0) context.logger.warn(tooManyToWatch(unwatchedCount, 'records'));
			return added.filter(({ event }) => event !== undefined).map((entry) => eventOf(entry, now));
		},
	});
