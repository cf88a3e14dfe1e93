/**
 * Reads the tasks of a campaign for the trigger. Events are that a task exists, who has it, and
 * which state it is in.
 */
import type { IDataObject } from 'n8n-workflow';

import type { RequestOperation } from '../shared/declare/operation';
import { unlessRefused } from '../shared/support/http/refused';
import { isAbsent } from '../shared/support/nothing';
import { knownTime } from '../shared/support/time/time';
import type { ListEntry } from '../shared/trigger/additions/additions';
import type { EmittedEvent } from '../shared/trigger/declare/triggerSpec';
import { platformNow } from '../shared/trigger/requests/clocks';
import { type Poll, recordsIn, TIME_UP_MS } from '../shared/trigger/requests/pollRequests';
import { getCampaign } from '../TalendCloudStewardship/resources/campaign/requests';
import {
	endStates,
	getManyCampaignTasks,
	getManyInState,
	NOT_BY_STATE,
	statesOf,
} from '../TalendCloudStewardship/resources/task/requests';

interface TaskListPart {
	records: IDataObject[];
	/** The platform's time. */
	now: number;
}

/**
 * Reads a page.
 * @throws if the response is not a list
 */
async function page(
	poll: Poll,
	operation: RequestOperation,
	path: IDataObject,
	at: IDataObject = {},
): Promise<TaskListPart> {
	const answer = await poll.send(operation, { path }, at);
	return { records: recordsIn(operation, answer), now: platformNow(answer) };
}

/** How many pages of a state are requested at once at most. */
const MAX_PAGES_AT_ONCE = 8;

/**
 * Reads all tasks in a state. As long as pages bring new tasks, more and more of them are requested
 * at once. A task that moves to another page meanwhile may be missing; the next poll will read it.
 */
async function inState(poll: Poll, campaignName: string, state: string): Promise<TaskListPart> {
	const { largest: size } = getManyInState.pages;
	const pageAt = async (at: number): Promise<TaskListPart> =>
		await page(
			poll,
			getManyInState,
			{ campaignName, state },
			{ size, ...(at === 0 ? {} : { page: at }) },
		);
	const tasks = new Map<unknown, IDataObject>();
	for (let first = 0; ;) {
		const count = Math.min(Math.max(1, first), MAX_PAGES_AT_ONCE);
		const parts = await Promise.all(
			Array.from({ length: count }, async (_, index) => await pageAt(first + index)),
		).catch((error: unknown) => {
			throw tooSlow(poll, error, tasks.size);
		});
		const bringsNew = parts.map(({ records }) => {
			const before = tasks.size;
			for (const record of records) tasks.set(record.id, record);
			return tasks.size > before;
		});
		if (bringsNew.includes(false)) return { records: [...tasks.values()], now: parts[0]!.now };
		first += count;
	}
}

/** What to say if the time of a poll was up although the platform answered. */
const tooSlow = (poll: Poll, error: unknown, count: number): unknown =>
	count > 0 && poll.leftMs() <= TIME_UP_MS
		? poll.errorOf(
				`Only ${count} tasks of one state could be read within the time of a poll`,
				'Nothing was emitted. The next poll tries again. If this happens again, delete finished tasks of the campaign in Talend Cloud.',
			)
		: error;

/**
 * Reads the tasks of a campaign, open ones first. If the platform does not list tasks by state,
 * these are only the tasks that it shows.
 */
async function tasksOf(
	poll: Poll,
	campaignName: string,
	states: readonly string[],
	ends: readonly string[],
): Promise<TaskListPart> {
	const ordered = [
		...states.filter((state) => !ends.includes(state)),
		...states.filter((state) => ends.includes(state)),
	];
	const all = Promise.all(ordered.map(async (state) => await inState(poll, campaignName, state)));
	const parts = await unlessRefused(all, NOT_BY_STATE, []);
	if (parts.length > 0)
		return {
			records: parts.flatMap(({ records }) => records),
			now: Math.min(...parts.map(({ now }) => now)),
		};
	const { records, now } = await page(poll, getManyCampaignTasks, { campaignName });
	const isEnd = ({ currentState }: IDataObject) => ends.includes(String(currentState));
	return { records: [...records.filter((task) => !isEnd(task)), ...records.filter(isEnd)], now };
}

/** An event in one sentence. Tasks have no names. */
export function eventInWords({ event, record }: EmittedEvent): string {
	const { id, campaignName, currentState, assignee } = record as Record<string, string | undefined>;
	const predicates: Record<string, string> = {
		created: 'was created',
		assigned: `was assigned to ${assignee}`,
		resolved: `was resolved: ${currentState}`,
		stateChanged: `is now in the state ${currentState}`,
	};
	return `Task ${id} of the campaign ${campaignName} ${predicates[event]}`;
}

/**
 * The entries of the list of tasks for the chosen events. The filters decide which of them are
 * emitted.
 */
export async function taskEntries(
	chosen: IDataObject,
	poll: Poll,
): Promise<{ entries: ListEntry[]; now: number }> {
	const campaignName = chosen.campaignName as string;
	const { body: campaign } = await poll.send(getCampaign, { path: { campaignName } });
	const states = statesOf(campaign).map(({ name }) => name);
	const ends = endStates(campaign, undefined);
	const { records, now } = await tasksOf(poll, campaignName, states, ends);
	// A task that changed its state meanwhile was read twice. If the older record is taken, the next
	// poll sees the change.
	const tasks = new Map(records.map((record) => [String(record.id), record]));
	return { entries: [...tasks.values()].flatMap((task) => entriesOf(task, ends, chosen)), now };
}

/** The entries for everything that has happened to a task, according to its record. */
function entriesOf(
	task: IDataObject,
	ends: readonly string[],
	{ campaignName, events, states, assignee: wantedAssignee }: IDataObject,
): ListEntry[] {
	const id = String(task.id);
	const { currentState, assignee } = task as { currentState?: string; assignee?: string };
	const isWanted =
		(states === undefined || (states as string[]).includes(String(currentState))) &&
		(wantedAssignee === undefined || wantedAssignee === assignee);
	const isChosen = (event: string) => (events as string[]).includes(event);
	const createdAt = knownTime(task.creationDate);
	const changedAt = knownTime(task.lastUpdateDate) ?? createdAt;
	const happened: Array<[event: string, value: string | null | undefined]> = [
		['created', ''],
		['assigned', assignee === '' ? undefined : assignee],
		['stateChanged', currentState],
		['resolved', ends.includes(String(currentState)) ? currentState : undefined],
	];
	return (
		happened
			.filter(([, value]) => !isAbsent(value))
			// The creation of a task is always remembered, even if this event is not chosen. Otherwise,
			// its next event would look like the first one of a new task.
			.filter(([event]) => isChosen(event) || event === 'created')
			.map(([event, value]) => ({
				key: `${event} ${value}`,
				eventId: eventIdOf(id, event, String(value), changedAt),
				group: id,
				event: isWanted && isChosen(event) ? event : undefined,
				addedAt: event === 'created' ? createdAt : changedAt,
				record: { ...task, campaignName },
			}))
	);
}

/** The ID of an event. A task is created only once, but can enter a state several times. */
const eventIdOf = (
	id: string,
	event: string,
	value: string,
	changedAt: number | undefined,
): string =>
	event === 'created'
		? `${id}:${event}`
		: [id, event, value, ...(changedAt === undefined ? [] : [changedAt])].join(':');
