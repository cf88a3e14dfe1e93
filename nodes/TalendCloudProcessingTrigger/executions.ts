/** Reads executions for the trigger, and derives their events. */
import type { IDataObject } from 'n8n-workflow';

import { isFinishedWithoutOutcome } from '../records/executions/outcome';
import { MAX_LISTED_DAYS } from '../records/executions/taskExecutions';
import { recordsOf } from '../shared/declare/lists/listInResponse';
import { mapConcurrently } from '../shared/flows/mapConcurrently';
import { unlessRefused } from '../shared/support/http/refused';
import { objectIn } from '../shared/support/json';
import { clock } from '../shared/support/time/clock';
import { DAY, HOUR } from '../shared/support/time/time';
import type { Listing } from '../shared/trigger/reading/listing';
import { readAllSince, readParts } from '../shared/trigger/reading/readParts';
import { readPeriod } from '../shared/trigger/reading/readPeriod';
import { firstPageOf, pageOf, timedPages } from '../shared/trigger/reading/timedPage';
import {
	justAfterNewest,
	newestOrAnHourAgo,
	newestTime,
	trustedNewest,
} from '../shared/trigger/requests/clocks';
import { BEGIN_SHARE, type Poll } from '../shared/trigger/requests/pollRequests';
import type { EventSource, ObservedPart, StreamStart } from '../shared/trigger/streams/source';
import type { Observation, ReadOne } from '../shared/trigger/streams/stream';
import { triggeredAt } from '../TalendCloudProcessing/executions/triggeredAt';
import {
	getSteps,
	withOutcomeOfSteps,
} from '../TalendCloudProcessing/resources/planExecution/requests';
import {
	type ExecutionList,
	executionsOfPlans,
	executionsOfTasks,
	listingOf,
	PAGE_LIMITS,
} from './executionLists';
import { type ExecutableKind, observe } from './observeExecution';

/**
 * The trigger asks for an hour less than what the platform lists, in case the clocks differ.
 */
const OLDEST_MS = MAX_LISTED_DAYS * DAY - HOUR;
/**
 * How many open executions of each status are read at the activation, and how many of the newest
 * executions with any status.
 */
const OPEN_AT_FIRST = 500;
/** How many open executions of one status a poll reads. */
const OPEN_AT_MOST = 1_000;
/** How many pages a manual test searches. */
const MANUAL_PAGES = 5;

/** Reads the events of the chosen tasks or plans. */
export class ExecutionEvents implements EventSource {
	private readonly list: ExecutionList;
	private readonly listing: Listing;

	constructor(
		private readonly kind: ExecutableKind,
		filters: IDataObject,
		private readonly chosenEvents: readonly string[],
		private readonly limits = PAGE_LIMITS,
	) {
		this.list = kind === 'task' ? executionsOfTasks(filters) : executionsOfPlans(filters);
		this.listing = listingOf(this.list, limits);
	}

	async begin(poll: Poll, lookBackMs: number): Promise<StreamStart> {
		const { now, records } = await pageOf(poll, { ...this.listing, pageSize: 1 });
		const newestAt = trustedNewest(now, newestTime(records, triggeredAt));
		const from = newestOrAnHourAgo(now, newestAt) - lookBackMs;
		const [recent, open] = await Promise.all([
			readAllSince(poll.limitedTo(poll.leftMs() * BEGIN_SHARE), this.listing, oldest(from)),
			this.openAtFirst(poll, now),
		]);
		const timeWasUp = recent === undefined;
		const found = [...this.observations(recent ?? [], now), ...open];
		return {
			from: timeWasUp ? justAfterNewest(now, newestAt) : from,
			newestAt,
			observations: await mapConcurrently(found, async (one) => await atActivation(one, poll, now)),
		};
	}

	async *read(poll: Poll, since: number): AsyncGenerator<ObservedPart> {
		for await (const { records, ...part } of readParts(poll, this.listing, oldest(since)))
			yield { ...part, observations: this.observations(records, part.now) };
	}

	async listOpen(poll: Poll, now: number): Promise<Observation[]> {
		return this.observations(await this.openExecutions(poll, OPEN_AT_MOST), now);
	}

	readOne(key: string): ReadOne {
		const { get, idName } = this.list;
		return async (poll, now) => {
			const reading = poll.send(get, { path: { [idName]: key } });
			const answer = await unlessRefused(reading, [404], undefined);
			if (!answer) return undefined;
			const record = objectIn(answer.body);
			const asListed = this.kind === 'task' ? withPlanExecutionId(record) : record;
			return await this.withOutcome(poll, asListed, now);
		};
	}

	async *newestObservations(poll: Poll): AsyncGenerator<Observation> {
		let pages = 0;
		for await (const { records, now } of timedPages(poll, this.listing)) {
			for (const record of records.filter(this.list.keep))
				yield await this.withOutcome(poll, record, now);
			if (++pages >= MANUAL_PAGES) return;
		}
	}

	/**
	 * The open executions at the activation, whose ends will be emitted. The platform cannot filter
	 * by every status of these, so the newest executions of all statuses are read as well.
	 */
	private async openAtFirst(poll: Poll, now: number): Promise<Observation[]> {
		const newest = await newestExecutions(poll, this.listing, OPEN_AT_FIRST);
		const listed = [...newest, ...(await this.openExecutions(poll, OPEN_AT_FIRST))];
		return this.observations(listed, now).filter(({ isOpen }) => isOpen);
	}

	/** The newest executions of each open status. */
	private async openExecutions(poll: Poll, most: number): Promise<IDataObject[]> {
		const lists = this.list.openStatuses.map(
			async (status) =>
				await newestExecutions(poll, listingOf(this.list, this.limits, { status }), most),
		);
		return (await Promise.all(lists)).flat();
	}

	private observations(records: IDataObject[], now: number): Observation[] {
		return records.filter(this.list.keep).map((record) => this.observation(record, now));
	}

	/**
	 * The observation of a listed execution. If the list does not say how it ended, the observation
	 * says how to read that.
	 */
	private observation(record: IDataObject, now: number): Observation {
		const observed = observe(this.kind, record, this.chosenEvents, now);
		return isFinishedWithoutOutcome(record)
			? { ...observed, findOutcome: async (poll) => await this.withOutcome(poll, record, now) }
			: observed;
	}

	/** A plan may be finished without an outcome. Then its steps are read, which have one. */
	private async withOutcome(poll: Poll, record: IDataObject, now: number): Promise<Observation> {
		const stepsOf = async (planExecutionId: string) =>
			recordsOf((await poll.send(getSteps, { path: { planExecutionId } })).body) ?? [];
		const withSteps = this.kind === 'plan' ? await withOutcomeOfSteps(stepsOf, record) : record;
		const observed = observe(this.kind, withSteps, this.chosenEvents, now);
		// If none of its events was chosen, only this says that its steps need not be read again.
		return withSteps === record ? observed : { ...observed, alsoSettled: [observed] };
	}
}

const newestExecutions = async (poll: Poll, listing: Listing, most: number) =>
	(await readPeriod(poll, listing, await firstPageOf(poll, listing), { most })).records;

/**
 * An execution of a task that was read alone, with the fields of a listed one: in a list, `planId`
 * is the ID of the plan; alone, it is that of the plan's execution (docs/platform/interface.md).
 */
const withPlanExecutionId = ({ planId, ...record }: IDataObject): IDataObject => ({
	...record,
	...((planId ?? undefined) !== undefined && { planExecutionId: planId }),
});

/**
 * A plan that was finished before the activation belongs to the past, even if its steps cannot be
 * read now.
 */
async function atActivation(one: Observation, poll: Poll, now: number): Promise<Observation> {
	const past: Observation = {
		...one,
		findOutcome: undefined,
		isOpen: false,
		alsoSettled: [one],
	};
	return one.findOutcome ? ((await one.findOutcome(poll, now).catch(() => past)) ?? past) : one;
}

/** A time, but not before the executions that the platform lists. */
const oldest = (time: number) => Math.max(time, clock.now() - OLDEST_MS);
