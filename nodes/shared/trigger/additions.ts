/**
 * A poll of a trigger that watches a list without times: all of it is read, and what it did not have before is emitted
 * (docs/guide/triggers.md).
 */
import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { isObject } from '../support/json';
import { type Emitted, pollFunction, type TriggerFrame } from './frame';
import type { Poll } from './listing';

/** Something that the list shows: a record, or what it says about one. */
export interface Entry {
	/** No other's of its group. */
	key: string;
	/** What it belongs to. */
	group: string;
	/** What its addition is; if absent, it is only remembered. */
	event?: string;
	/** Its ID as an event, if that is more than its key. */
	eventId?: string;
	/** Since when it has been there, if the list says so: it is not new if that is long before. */
	since?: number;
	record: IDataObject;
}

export interface AdditionsSpec extends TriggerFrame {
	/** All that is there, with the platform's time. If it is more than can be remembered, what stands first counts. */
	list: (given: IDataObject, poll: Poll) => Promise<{ entries: Entry[]; now: number }>;
}

interface Memory {
	/** What is remembered of the entries of each group: their hashes, one after the other. */
	known: Record<string, string>;
	/** Not all groups fit. */
	isPart: boolean;
	/** The platform's time of the activation, and of the last poll. */
	from: number;
	last: number;
}

/** What is remembered stays below 64 kB (UTF-8, as JSON), whatever happens. */
const SIZE = 60_000;

/** 30 bits: a new entry of a group of a hundred is taken for a known one once in 10^7 times. Groups have 54 bits. */
const ENTRY_DIGITS = 5;
const GROUP_DIGITS = 9;

const hashOf = (text: string, digits: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, digits);

const groupHash = ({ group }: Entry): string => hashOf(group, GROUP_DIGITS);

const includes = (hashes: string, hash: string): boolean => {
	for (let at = 0; at < hashes.length; at += ENTRY_DIGITS)
		if (hashes.startsWith(hash, at)) return true;
	return false;
};

/** How much the clocks of the platform's servers may differ. */
const CLOCKS_MS = 120_000;

/** What is remembered before the first poll. */
const nothingSeen = (time: number): Memory => ({
	known: {},
	isPart: false,
	from: time,
	last: time,
});

/** Which entries of a list are new to what is remembered, what is remembered of it then, and how many groups are not watched. */
function compareEntries(remembered: Memory | undefined, entries: readonly Entry[], time: number) {
	const { known: before, isPart, from, last } = remembered ?? nothingSeen(time);
	const isWatched = (group: string) => Object.hasOwn(before, group);
	const hashesBefore = (group: string) => (isWatched(group) ? before[group]! : '');
	/** Before this time everything had been seen. */
	const seenUntil = (isPart ? last : from) - CLOCKS_MS;
	const now = new Map<string, string>();
	const added: Entry[] = [];
	const unwatched = new Set<string>();
	for (const entry of entries) {
		const [group, hash] = [groupHash(entry), hashOf(entry.key, ENTRY_DIGITS)];
		const old = hashesBefore(group);
		const current = now.get(group) ?? '';
		// Where not all groups are known, the entries of an unknown one may be old.
		if (isPart && old === '' && entry.since === undefined) unwatched.add(group);
		else if (!includes(current, hash)) {
			now.set(group, current + hash);
			const isPast = old === '' && (entry.since ?? Infinity) < seenUntil;
			if (entry.event !== undefined && !isPast && !includes(old, hash)) added.push(entry);
		}
	}
	const { known, tooMany } = withinSize(now, before);
	for (const group of tooMany) unwatched.add(group);
	const memory: Memory = { known, isPart: unwatched.size > 0, from, last: time };
	return {
		memory,
		added: added.filter((entry) => {
			const group = groupHash(entry);
			return isWatched(group) || !unwatched.has(group);
		}),
		unwatched: unwatched.size,
	};
}

/**
 * As many groups as can be remembered. What has left the list is remembered behind the others: it may come back.
 * @returns also the groups of the list that are too many
 */
function withinSize(
	now: ReadonlyMap<string, string>,
	before: Memory['known'],
): { known: Memory['known']; tooMany: string[] } {
	const gone = Object.entries(before).filter(([group]) => !now.has(group));
	const known: Memory['known'] = {};
	const tooMany: string[] = [];
	let left = SIZE;
	for (const [group, hashes] of [...now, ...gone]) {
		left -= Buffer.byteLength(JSON.stringify([group, hashes]));
		if (left >= 0) known[group] = hashes;
		else if (now.has(group)) tooMany.push(group);
	}
	return { known, tooMany };
}

const eventOf = ({ key, eventId = key, event, record }: Entry, now: number): Emitted => ({
	eventId,
	event: event!,
	occurredAt: new Date(now).toISOString(),
	record,
});

/** The `poll` function of a trigger node that watches a list. */
export const watchAdditions = (spec: AdditionsSpec) =>
	pollFunction<Memory>(spec, {
		recall: ({ known, isPart, from, last }) => {
			if (!isObject(known) || !Object.values(known).every((hashes) => typeof hashes === 'string'))
				return undefined;
			return {
				known: known as Memory['known'],
				isPart: isPart === true,
				from: Number(from) || 0,
				last: Number(last) || 0,
			};
		},
		// The newest of those that are there, or the last one if they have no times.
		shown: async ({ poll, settings }) => {
			const { entries, now } = await spec.list(settings.given, poll);
			const newest = entries
				.filter(({ event }) => event !== undefined)
				.reduce<Entry | undefined>(
					(before, entry) => (before && (entry.since ?? 0) < (before.since ?? 0) ? before : entry),
					undefined,
				);
			return newest ? [eventOf(newest, now)] : [];
		},
		fresh: async ({ context, poll, settings }, before, keep) => {
			const { entries, now } = await spec.list(settings.given, poll);
			const { memory, added, unwatched } = compareEntries(before, entries, now);
			keep(memory);
			if (unwatched > 0)
				context.logger.warn(
					`${unwatched} records of the list are too many to be watched beside the others: use filters, and more than one trigger`,
				);
			return added.map((entry) => eventOf(entry, now));
		},
	});
