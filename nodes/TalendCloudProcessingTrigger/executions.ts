/** Reads executions for the trigger, and derives their events. */
import type { IDataObject } from 'n8n-workflow';

import { everRan, misfireReason, type Outcome, outcomeOf } from '../records/executions/outcome';
import {
	getManyOfPlan,
	getManyPlanExecutions,
	getPlanExecution,
} from '../records/executions/planExecutions';
import { executionInWords } from '../records/executions/readable';
import {
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
} from '../records/executions/taskExecutions';
import type { Input } from '../shared/declare/context';
import { recordsOf } from '../shared/declare/lists/records';
import type { RequestOperation } from '../shared/declare/operation';
import { eachAtOnce } from '../shared/flows/atOnce';
import { clock } from '../shared/support/clock';
import { idKey, objectIn } from '../shared/support/json';
import { unlessRefused } from '../shared/support/refused';
import { sentence, subjectWords, timeWords } from '../shared/support/summary';
import { DAY } from '../shared/support/time';
import {
	firstTime,
	newestTime,
	startAfterNewest,
	startAtNewest,
	trustedNewest,
} from '../shared/trigger/clocks';
import type { Listing, PageLimits } from '../shared/trigger/listing';
import { pageOf, timedPages } from '../shared/trigger/pages';
import type { EmittedEvent } from '../shared/trigger/pollFunction';
import { BEGIN_SHARE, type Poll } from '../shared/trigger/pollRequests';
import { PHASES } from '../shared/trigger/position';
import { PartReader } from '../shared/trigger/reader';
import type { EventSource, ObservedPart, StreamStart } from '../shared/trigger/source';
import type { Observation, ReadOne, TriggerEvent } from '../shared/trigger/stream';
import * as plans from '../TalendCloudProcessing/requests/planExecution';
import * as tasks from '../TalendCloudProcessing/requests/taskExecution';
import { triggeredAt } from '../TalendCloudProcessing/triggeredAt';

export type ExecutableKind = 'task' | 'plan';

/**
 * The events: the start, and the outcomes of `outcomeOf`. An execution that could not be deployed,
 * or ended with an unknown status, counts as failed.
 */
export type ExecutionEvent = 'started' | Exclude<Outcome, 'deployFailed' | 'unknown'>;

const eventOf = (outcome: Outcome): ExecutionEvent =>
	outcome === 'deployFailed' || outcome === 'unknown' ? 'failed' : outcome;

/**
 * The platform lists the executions of 60 days; the trigger asks for an hour less, in case the
 * clocks differ.
 */
const OLDEST_MS = 60 * DAY - 3_600_000;
/**
 * The largest page, and the offset from which on the platform refuses (docs/platform/interface.md,
 * "Executions").
 */
const PAGE_LIMITS: PageLimits = { pageSize: 100, maxPerPeriod: 1_000 };
/**
 * How many open executions of each status are read at the activation, and how many of the newest
 * executions with any status.
 */
const OPEN_AT_FIRST = 500;
/** How many open executions of one status a poll reads. */
const OPEN_AT_MOST = 1_000;
/** How many pages a manual test searches. */
const MANUAL_PAGES = 5;

/** A list of executions, and how to read one of them. */
interface ExecutionList {
	operation: RequestOperation;
	input: Partial<Input>;
	get: RequestOperation;
	/** Name of the path variable of `get`. */
	idName: string;
	/** The statuses of open executions by which the platform can filter. */
	openStatuses: readonly string[];
	/**
	 * Whether an execution belongs to a chosen task or plan. If several were chosen, the platform
	 * also lists the executions of others.
	 */
	keep: (record: IDataObject) => boolean;
}

/** The list for the executions of tasks, with the chosen filters. */
function ofTasks({ environmentId, workspaceId, tasks: chosen, tags }: IDataObject): ExecutionList {
	const ids = (chosen ?? []) as string[];
	const scope = { environmentId, workspaceId };
	const common = {
		get: getTaskExecution,
		idName: 'executionId',
		openStatuses: ['dispatching', 'executing'],
	};
	if (tags)
		return {
			...common,
			operation: tasks.searchTaskExecutions,
			input: { body: { ...scope, tags } },
			keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId),
		};
	// The list of the executions of one task cannot be filtered by environment or workspace.
	if (ids.length === 1 && !environmentId && !workspaceId)
		return {
			...common,
			operation: getManyOfTask,
			input: { path: { taskId: ids[0] } },
			keep: () => true,
		};
	return {
		...common,
		operation: getManyTaskExecutions,
		input: { query: scope },
		keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId),
	};
}

/** The list for the executions of plans, with the chosen filters. */
function ofPlans({ environmentId, workspaceId, plans: chosen }: IDataObject): ExecutionList {
	const ids = (chosen ?? []) as string[];
	const common = { get: getPlanExecution, idName: 'planExecutionId', openStatuses: ['executing'] };
	if (ids.length === 1 && !environmentId && !workspaceId)
		return {
			...common,
			operation: getManyOfPlan,
			input: { path: { planId: ids[0] } },
			keep: () => true,
		};
	return {
		...common,
		operation: getManyPlanExecutions,
		input: { query: { environmentId, workspaceId } },
		keep: ({ planId }) => isOneOf(ids, planId),
	};
}

const isOneOf = (ids: string[], id: unknown) =>
	ids.length === 0 || ids.some((each) => idKey(each) === idKey(id));

const keyOf = ({ executionId }: IDataObject) => String(executionId);
/** Statuses of executions that have not started yet. */
const NOT_STARTED = new Set([
	'dispatching',
	'EXECUTION_EVENT_RECEIVED',
	'DISPATCHING_FLOW',
	'UNDEFINED',
]);

function hasStarted(
	{ status, executionStatus, startTimestamp }: IDataObject,
	outcome: Outcome | undefined,
): boolean {
	return (
		Boolean(startTimestamp) &&
		(outcome === undefined ? !NOT_STARTED.has(String(status ?? executionStatus)) : everRan(outcome))
	);
}

/** The observation of an execution, with the chosen events. */
export function observe(
	kind: ExecutableKind,
	record: IDataObject,
	chosenEvents: readonly string[],
	now: number,
): Observation {
	const outcome = outcomeOf(record);
	const key = keyOf(record);
	const events: TriggerEvent[] = [];
	const add = (event: ExecutionEvent, phase: number, at: unknown) => {
		if (!chosenEvents.includes(event)) return;
		const taskId = kind === 'task' ? { taskId: record.taskId ?? record.jobId } : {};
		const why = misfireReason(record);
		events.push({
			eventId: `${kind}:${key}:${event}`,
			event,
			phase,
			occurredAt: new Date(firstTime(now, at)).toISOString(),
			record: { kind, ...taskId, ...record, ...(why === undefined ? {} : { misfiredReason: why }) },
		});
	};
	if (hasStarted(record, outcome)) add('started', PHASES.started, record.startTimestamp);
	if (outcome) add(eventOf(outcome), PHASES.ended, record.finishTimestamp);
	return {
		key,
		time: firstTime(now, record.triggerTimestamp, record.startTimestamp, record.finishTimestamp),
		events,
		isOpen: outcome === undefined,
	};
}

/**
 * An event in one sentence; The sentence about a start does not mention the end, even if the record
 * already shows it.
 */
export function eventInWords({ event, occurredAt, record }: EmittedEvent, zone: string): string {
	const { kind, taskId, taskName, planId, planName, workspaceName, environmentName } = record;
	const subject = {
		...(kind === 'plan'
			? { noun: 'Plan', id: planId, name: planName }
			: { noun: 'Task', id: taskId, name: taskName }),
		workspaceName,
		environmentName,
	};
	return event === 'started'
		? sentence(subjectWords(subject), ['started', timeWords(occurredAt, zone)])
		: executionInWords(subject, record, zone);
}

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
		this.list = kind === 'task' ? ofTasks(filters) : ofPlans(filters);
		this.listing = listingOf(this.list, limits);
	}

	async begin(poll: Poll, allowedLatenessMs: number): Promise<StreamStart> {
		const { now, records } = await pageOf(poll, { ...this.listing, pageSize: 1 });
		const newest = trustedNewest(now, newestTime(records, triggeredAt));
		const from = startAtNewest(now, newest) - allowedLatenessMs;
		const [recent, open] = await Promise.all([
			new PartReader(poll.limitedTo(poll.leftMs() * BEGIN_SHARE), this.listing).allSince(
				oldest(from),
			),
			this.openAtFirst(poll, now),
		]);
		const found = [...this.observations(recent ?? [], now), ...open];
		return {
			from: recent ? from : startAfterNewest(now, newest),
			newestAt: newest,
			observations: await eachAtOnce(found, async (one) => await atActivation(one, poll, now)),
		};
	}

	async *read(poll: Poll, since: number): AsyncGenerator<ObservedPart> {
		for await (const { records, ...part } of new PartReader(poll, this.listing).parts(
			oldest(since),
		))
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
			return answer && (await this.withOutcome(poll, objectIn(answer.body), now));
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
		return observed.isOpen && record.executionStatus === 'FINISHED'
			? { ...observed, findOutcome: async (poll) => await this.withOutcome(poll, record, now) }
			: observed;
	}

	/** A plan may be finished without an outcome. Then its steps are read, which have one. */
	private async withOutcome(poll: Poll, record: IDataObject, now: number): Promise<Observation> {
		const stepsOf = async (planExecutionId: string) =>
			recordsOf((await poll.send(plans.getSteps, { path: { planExecutionId } })).body) ?? [];
		const withSteps =
			this.kind === 'plan' ? await plans.withOutcomeOfSteps(stepsOf, record) : record;
		const observed = observe(this.kind, withSteps, this.chosenEvents, now);
		return withSteps === record ? observed : { ...observed, rememberAsComplete: [observed] };
	}
}

/** @param filter a filter in addition to the chosen ones */
const listingOf = (
	{ operation, input }: ExecutionList,
	limits: PageLimits,
	filter: IDataObject = {},
): Listing => ({
	...limits,
	operation,
	input:
		operation.pages?.where === 'body'
			? { ...input, body: { ...objectIn(input.body), ...filter } }
			: { ...input, query: { ...input.query, ...filter } },
	sinceFilter: (from) => ({ from }),
	untilFilter: (to) => ({ to }),
	key: keyOf,
	time: triggeredAt,
});

const newestExecutions = async (poll: Poll, listing: Listing, most: number) =>
	await new PartReader(poll, {
		...listing,
		maxPerPeriod: Math.min(most, listing.maxPerPeriod),
	}).newestRecords();

/**
 * A plan that was finished before the activation belongs to the past, even if its steps cannot be
 * read now.
 */
async function atActivation(one: Observation, poll: Poll, now: number): Promise<Observation> {
	const past: Observation = {
		...one,
		findOutcome: undefined,
		isOpen: false,
		rememberAsComplete: [one],
	};
	return one.findOutcome ? ((await one.findOutcome(poll, now).catch(() => past)) ?? past) : one;
}

/** A time, but not before the executions that the platform lists. */
const oldest = (time: number) => Math.max(time, clock.now() - OLDEST_MS);
