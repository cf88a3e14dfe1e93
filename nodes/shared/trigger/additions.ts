/**
 * The poll of a trigger that watches a list without times. It reads the whole list, and emits the
 * entries that were not in it before (docs/guide/triggers.md).
 */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../support/json';
import { SERVER_SKEW_MS } from './clocks';
import { type EmittedEvent, pollFunction, type TriggerSpec } from './pollFunction';
import type { Poll } from './pollRequests';

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

/** The state must stay below 64 kB (UTF-8, as JSON). */
const MAX_BYTES = 60_000;

/**
 * How many digits a hash has, of 6 bits each. With 30 bits, a new entry of a group of a hundred is
 * mistaken for one of these with a probability of 1 in 10^7.
 */
const ENTRY_DIGITS = 5;
const GROUP_DIGITS = 9;

const hashOf = (text: string, digits: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, digits);

const groupHash = ({ group }: ListEntry): string => hashOf(group, GROUP_DIGITS);

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

/** The remembered hashes of a group, joined; empty if the group is not remembered. */
const hashesOf = (known: ListMemory['known'], group: string): string =>
	Object.hasOwn(known, group) ? known[group]! : '';

/**
 * What to remember of a list, and which of its groups are not watched.
 * @param before what was remembered
 */
function memoryOf(before: ListMemory, entries: readonly ListEntry[], time: number) {
	const current = new Map<string, string>();
	const unwatched = new Set<string>();
	for (const entry of entries) {
		const [group, hash] = [groupHash(entry), hashOf(entry.key, ENTRY_DIGITS)];
		const hashes = current.get(group) ?? '';
		// If only some groups are remembered, a group that is not may have existed before. Only times
		// could say which of its entries are new.
		if (before.isPart && hashesOf(before.known, group) === '' && entry.addedAt === undefined)
			unwatched.add(group);
		else if (!includes(hashes, hash)) current.set(group, hashes + hash);
	}
	const { known, tooMany } = withinSize(current, before.known);
	for (const group of tooMany) unwatched.add(group);
	// A clock that was wrong, or a damaged state, can have left a time in the future. Then everything
	// new would seem to be older.
	const from = Math.min(before.from, time);
	const memory: ListMemory = { known, isPart: unwatched.size > 0, from, last: time };
	return { memory, unwatched };
}

/**
 * The entries that were added to a list since the last poll, each once, without those of groups
 * that are not watched.
 */
function addedSince(
	{ known, isPart, from, last }: ListMemory,
	entries: readonly ListEntry[],
	time: number,
	unwatched: ReadonlySet<string>,
): ListEntry[] {
	/**
	 * Entries that were added before this time are older than the activation, or were read by an
	 * earlier poll.
	 */
	const seenUntil = Math.min(isPart ? last : from, time) - SERVER_SKEW_MS;
	const listed = new Set<string>();
	return entries.filter((entry) => {
		const [group, hash] = [groupHash(entry), hashOf(entry.key, ENTRY_DIGITS)];
		const hashesBefore = hashesOf(known, group);
		const isPast = hashesBefore === '' && (entry.addedAt ?? Infinity) < seenUntil;
		const isWatched = hashesBefore !== '' || !unwatched.has(group);
		const isRepeated = listed.has(group + hash);
		listed.add(group + hash);
		return (
			entry.event !== undefined &&
			isWatched &&
			!isPast &&
			!isRepeated &&
			!includes(hashesBefore, hash)
		);
	});
}

/**
 * Selects as many groups as can be remembered. Groups that have left the list may come back, so
 * they are remembered if there is space left.
 * @returns the groups that are remembered, and those of the list for which there is no space
 */
function withinSize(
	current: ReadonlyMap<string, string>,
	knownBefore: ListMemory['known'],
): { known: ListMemory['known']; tooMany: string[] } {
	const goneGroups = Object.entries(knownBefore).filter(([group]) => !current.has(group));
	const knownGroups: ListMemory['known'] = {};
	const tooMany: string[] = [];
	let bytesLeft = MAX_BYTES;
	for (const [group, hashes] of [...current, ...goneGroups]) {
		bytesLeft -= Buffer.byteLength(JSON.stringify([group, hashes]));
		if (bytesLeft >= 0) knownGroups[group] = hashes;
		else if (current.has(group)) tooMany.push(group);
	}
	return { known: knownGroups, tooMany };
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
			const remembered = before ?? initialMemory(now);
			const { memory, unwatched } = memoryOf(remembered, entries, now);
			remember(memory);
			if (unwatched.size > 0)
				context.logger.warn(
					`${unwatched.size} records are too many to watch in addition to the others: use filters, and more than one trigger`,
				);
			return addedSince(remembered, entries, now, unwatched).map((entry) => eventOf(entry, now));
		},
	});
