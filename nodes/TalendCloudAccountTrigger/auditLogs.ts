/** Audit logs as a trigger sees them. */
import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { Sighting } from '../shared/trigger/cursor';
import {
	BEGIN_SHARE,
	beginning,
	behind,
	newestOf,
	type Poll,
	type Reach,
	timeOr,
} from '../shared/trigger/listing';
import { Reader } from '../shared/trigger/reader';
import type { EventSource } from '../shared/trigger/poll';
import { getMany } from '../TalendCloudAccount/resources/auditLog';

/** A log contains the bodies of a request and its response: a larger page could be huge. */
const REACH: Reach = { size: 200, most: 1_000 };
/** The largest page, for finding one log. */
const ID_PAGE = 1_000;
/** Pages that a manual test searches. */
const MANUAL_PAGES = 5;

const iso = (time: number) => new Date(time).toISOString();
const timeOfLog = ({ timestamp }: IDataObject) => Date.parse(String(timestamp));
/** All fields of a log are optional. */
const keyOf = (log: IDataObject) =>
	String(log.logId ?? createHash('sha256').update(JSON.stringify(log)).digest('hex'));

/** Whether a log is one of those that are wanted, by what the platform itself cannot filter. */
function wantedBy({ eventCategory, eventType, eventOperation, user, toDate }: IDataObject) {
	const isOneOf = (wanted: unknown, ...values: unknown[]) =>
		wanted === undefined ||
		values.some((value) =>
			(wanted as string[]).some((one) => one.toLowerCase() === String(value ?? '').toLowerCase()),
		);
	const end = toDate === undefined ? Infinity : Date.parse(String(toDate));
	return (log: IDataObject) =>
		isOneOf(eventCategory, log.eventCategory) &&
		isOneOf(eventType, log.eventType) &&
		isOneOf(eventOperation, log.eventOperation) &&
		isOneOf(user, log.userId, log.username, log.email) &&
		!(timeOfLog(log) > end);
}

/** The oldest record of a list, which may be on a later page. */
export async function oldestOf(reader: Reader, size: number): Promise<IDataObject | undefined> {
	let oldest: IDataObject | undefined;
	for (let at = 0, isFollowed = true; isFollowed;) {
		const page = await reader.page({}, at, size);
		oldest = page.records.at(-1) ?? oldest;
		({ isFollowed } = page);
		at = Math.max(at + size, Math.floor(((page.total ?? 0) - 1) / size) * size);
	}
	return oldest;
}

/** The audit logs of the account, as far as they are chosen. */
export function auditLogs(given: IDataObject, reach = REACH): EventSource {
	const isWanted = wantedBy(given);
	const end = given.toDate === undefined ? Infinity : Date.parse(String(given.toDate));
	const until = Number.isFinite(end) ? { toDate: iso(end) } : {};
	const readerOf = (poll: Poll, query: IDataObject = until) =>
		new Reader(poll, {
			...reach,
			operation: getMany,
			input: { query },
			from: (from) => ({ fromDate: iso(from) }),
			upTo: (to) => ({ toDate: iso(to) }),
			key: keyOf,
			time: timeOfLog,
		});
	const sightings = (logs: IDataObject[], now: number): Sighting[] =>
		logs.filter(isWanted).map((log) => {
			const [key, time] = [keyOf(log), timeOr(now, log.timestamp)];
			return {
				key,
				time,
				events: [{ eventId: key, event: 'logged', step: 0, occurredAt: iso(time), record: log }],
				open: false,
			};
		});

	/** The time of a log: it is the oldest of those that the platform lists from it on. */
	const timeOfId = async (poll: Poll, fromId: string): Promise<number> => {
		const log = await oldestOf(readerOf(poll, { fromId }), ID_PAGE);
		if (log && !Number.isNaN(timeOfLog(log))) return timeOfLog(log);
		throw poll.errorOf(
			`The log ${fromId} was not found`,
			'Check Catch Up From Log ID: the log must be in this account, and no older than the license allows.',
		);
	};

	return {
		begin: async (poll, lookBackMs) => {
			const reader = readerOf(poll);
			const { value: first } = await reader.newest(1).next();
			const { now, records } = first!;
			const newest = records[0] && timeOfLog(records[0]);
			const past =
				given.fromDate !== undefined
					? Date.parse(String(given.fromDate))
					: given.fromId !== undefined
						? await timeOfId(poll, String(given.fromId))
						: undefined;
			// If logs of the past are requested, none has been emitted yet.
			if (past !== undefined) return { from: past, newest: undefined, sightings: [] };
			const from = beginning(now, newest) - lookBackMs;
			const found =
				from <= end ? await readerOf(poll.limitedTo(poll.left() * BEGIN_SHARE)).since(from) : [];
			return {
				from: found ? from : behind(newest, from),
				newest: newestOf(now, newest),
				sightings: sightings(found ?? [], now),
			};
		},
		read: async function* (poll, from, ledger) {
			if (from > end) return;
			for await (const { records, ...part } of readerOf(poll).slices(from, () => ledger.remaining))
				// Once the platform's time is past the end and no late log can arrive any more, nothing is requested.
				yield {
					...part,
					newest: part.now > end ? part.now : part.newest,
					sightings: sightings(records, part.now),
				};
		},
		newest: async function* (poll) {
			let pages = 0;
			for await (const { records, now } of readerOf(poll).newest()) {
				yield* sightings(records, now);
				if (++pages >= MANUAL_PAGES) return;
			}
		},
	};
}
