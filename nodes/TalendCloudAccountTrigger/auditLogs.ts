/** Reads audit logs for the trigger. */

import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { platformTime } from '../shared/support/time/time';
import type { Listing, PageLimits } from '../shared/trigger/reading/listing';
import { readAllSince, readParts } from '../shared/trigger/reading/readParts';
import {
	firstPageOf,
	isFollowed,
	pageOf,
	pageUnlessBehindEnd,
	timedPages,
} from '../shared/trigger/reading/timedPage';
import {
	justAfterNewest,
	newestOrAnHourAgo,
	newestTime,
	timeOrNow,
	trustedNewest,
} from '../shared/trigger/requests/clocks';
import { BEGIN_SHARE, type Poll } from '../shared/trigger/requests/pollRequests';
import { PHASES } from '../shared/trigger/streams/position';
import type { EventSource } from '../shared/trigger/streams/source';
import type { Observation } from '../shared/trigger/streams/stream';
import { getMany } from '../TalendCloudAccount/resources/auditLog/requests';

/**
 * The page size. Logs contain the bodies of requests and responses, so a larger page could be huge.
 */
const PAGE_LIMITS: PageLimits = { pageSize: 200, maxPerPeriod: 1_000 };
/** The page size for finding a log by its ID: the largest one. */
const ID_PAGE = 1_000;
/** How many pages a manual test searches. */
const MANUAL_PAGES = 5;

const iso = (time: number) => new Date(time).toISOString();
const timeOfLog = ({ timestamp }: IDataObject) => platformTime(timestamp);
/** Identifies a log. Its ID is optional, like all of its fields. */
const logKey = (log: IDataObject) =>
	String(log.logId ?? createHash('sha256').update(JSON.stringify(log)).digest('hex'));

/** Checks whether a log matches the filters that the platform does not have. */
function wantedBy({ eventCategory, eventType, eventOperation, user, toDate }: IDataObject) {
	const isOneOf = (chosen: unknown, ...values: unknown[]) =>
		chosen === undefined ||
		values.some((value) =>
			(chosen as string[]).some((one) => one.toLowerCase() === String(value ?? '').toLowerCase()),
		);
	const end = toDate === undefined ? Infinity : Date.parse(String(toDate));
	return (log: IDataObject) =>
		isOneOf(eventCategory, log.eventCategory) &&
		isOneOf(eventType, log.eventType) &&
		isOneOf(eventOperation, log.eventOperation) &&
		isOneOf(user, log.userId, log.username, log.email) &&
		!(timeOfLog(log) > end);
}

/**
 * The oldest record of a list. It is on the last of the numbered pages; the total says which page
 * this is, but may be wrong.
 */
export async function oldestOf(poll: Poll, listing: Listing): Promise<IDataObject | undefined> {
	const head = await firstPageOf(poll, listing);
	const size = head.records.length || 1;
	let at = Math.max(0, Math.ceil((head.total ?? 0) / size) - 1);
	let page = at === 0 ? head : await pageUnlessBehindEnd(poll, listing, at);
	if (!page || page.records.length === 0) [page, at] = [head, 0];
	let oldest = page.records.at(-1);
	while (page && isFollowed(page, at * size + page.records.length)) {
		page = await pageUnlessBehindEnd(poll, listing, ++at);
		oldest = page?.records.at(-1) ?? oldest;
	}
	return oldest;
}

/** The source of the events: the audit logs of the account that match the filters. */
export function auditLogs(filters: IDataObject, limits = PAGE_LIMITS): EventSource {
	const end = filters.toDate === undefined ? Infinity : Date.parse(String(filters.toDate));
	const listing = listingOf(end, limits);
	const observations = observing(wantedBy(filters));

	return {
		begin: async (poll, lookBackMs) => {
			const { now, records } = await pageOf(poll, { ...listing, pageSize: 1 });
			const newestAt = trustedNewest(now, newestTime(records, timeOfLog));
			const past = await catchUpFrom(filters, poll, listing);
			// If past logs are to be emitted as well, nothing that exists counts as emitted.
			if (past !== undefined) return { from: past, newestAt: undefined, observations: [] };
			const from = newestOrAnHourAgo(now, newestAt) - lookBackMs;
			const limitedPoll = poll.limitedTo(poll.leftMs() * BEGIN_SHARE);
			const logs = from <= end ? await readAllSince(limitedPoll, listing, from) : [];
			const timeWasUp = logs === undefined;
			return {
				from: timeWasUp ? justAfterNewest(now, newestAt) : from,
				newestAt,
				observations: observations(logs ?? [], now),
			};
		},
		read: async function* (poll, since) {
			if (since > end) return;
			for await (const { records, ...part } of readParts(poll, listing, since))
				// Once the end of the wanted time has passed, and no late log can appear any more, the
				// watermark passes that end, and nothing is requested. It goes no further, because an
				// expression may give a later end in the next poll.
				yield {
					...part,
					...(part.now > end && {
						newestAt: part.now,
						reached: Math.min(part.reached ?? Infinity, end + 1),
					}),
					observations: observations(records, part.now),
				};
		},
		newestObservations: async function* (poll) {
			let pages = 0;
			for await (const { records, now } of timedPages(poll, listing)) {
				yield* observations(records, now);
				if (++pages >= MANUAL_PAGES) return;
			}
		},
	};
}

const listingOf = (end: number, limits: PageLimits): Listing => ({
	...limits,
	operation: getMany,
	input: { query: Number.isFinite(end) ? { toDate: iso(end) } : {} },
	sinceFilter: (from) => ({ fromDate: iso(from) }),
	untilFilter: (to) => ({ toDate: iso(to) }),
	key: logKey,
	time: timeOfLog,
});

/** The observation of a log: it is one event, and complete at once. */
const observing =
	(isWanted: (log: IDataObject) => boolean) =>
	(logs: IDataObject[], now: number): Observation[] =>
		logs.filter(isWanted).map((log) => {
			const key = logKey(log);
			const dated = timeOrNow(now, log.timestamp);
			return {
				key,
				...dated,
				events: [
					{
						eventId: key,
						event: 'logged',
						phase: PHASES.started,
						occurredAt: iso(dated.time),
						record: log,
					},
				],
				isOpen: false,
			};
		});

/** The time from which on past logs are to be emitted: the given time, or that of the given log. */
async function catchUpFrom(
	{ fromDate, fromId }: IDataObject,
	poll: Poll,
	listing: Listing,
): Promise<number | undefined> {
	if (fromDate !== undefined) return Date.parse(String(fromDate));
	if (fromId === undefined) return undefined;
	// The given log is the oldest one in this list, which begins with it.
	const query = { fromId: String(fromId) };
	const log = await oldestOf(poll, { ...listing, input: { query }, pageSize: ID_PAGE });
	if (log && !Number.isNaN(timeOfLog(log))) return timeOfLog(log);
	throw poll.errorOf(
		`The log ${query.fromId} was not found`,
		'Check Catch Up From Log ID: the audit log must be in this account, and no older than the license allows.',
	);
}
