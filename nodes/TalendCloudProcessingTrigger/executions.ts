/** Executions as a trigger sees them: what they tell of a run, and where they are read. */
import { NodeApiError, type IDataObject } from 'n8n-workflow';

import { recordsOf } from '../shared/declare/lists';
import type { Input, RequestOperation } from '../shared/declare/operation';
import { type Outcome, outcomeOf } from '../shared/flows/outcome';
import { clock } from '../shared/support/clock';
import { newStream, readFrom, type Sighting, type Stream, type TriggerEvent, unknownTo } from '../shared/trigger/cursor';
import { beginning, forAll, type Listing, type Poll, Reader, timeOr } from '../shared/trigger/window';
import type { EventSource } from '../shared/trigger/poll';
import * as plans from '../TalendCloudProcessing/resources/planExecution';
import * as tasks from '../TalendCloudProcessing/resources/taskExecution';

export type Kind = 'task' | 'plan';

/** What the events are called; the ends are those of `outcomeOf`. */
export type ExecutionEvent = 'started' | Outcome;

const DAY = 86_400_000;
/** The platform lists the executions of 60 days (document B, "Limits"); an hour less, whatever the clocks say. */
const OLDEST_MS = 60 * DAY - 3_600_000;
/** Unfinished runs that are looked for at the beginning. */
const OPEN_AT_FIRST = 200;
/** Pages that a test by hand looks through. */
const PAGES_BY_HAND = 5;

interface Asked {
	operation: RequestOperation;
	input: Partial<Input>;
	get: RequestOperation;
	/** Name of the path variable of `get`. */
	idName: string;
	/** The statuses of runs that have not ended. */
	unfinished: readonly string[];
	/** Executions of other tasks or plans come along where several were chosen. */
	keep: (record: IDataObject) => boolean;
}

/** Where the executions of tasks are asked for. */
function ofTasks({ environmentId, workspaceId, tasks: rows, tags }: IDataObject): Asked {
	const ids = idsIn(rows, 'taskId');
	const place = { environmentId, workspaceId };
	const common = { get: tasks.get, idName: 'executionId', unfinished: ['dispatching', 'executing'] };
	if (tags) return { ...common, operation: tasks.search, input: { body: { ...place, tags } }, keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId) };
	// The executions of one task have no filter by place.
	if (ids.length === 1 && !environmentId && !workspaceId) return { ...common, operation: tasks.getManyOfTask, input: { path: { taskId: ids[0] } }, keep: () => true };
	return { ...common, operation: tasks.getMany, input: { query: place }, keep: ({ taskId, jobId }) => isOneOf(ids, taskId ?? jobId) };
}

/** Where the executions of plans are asked for. */
function ofPlans({ environmentId, workspaceId, plans: rows }: IDataObject): Asked {
	const ids = idsIn(rows, 'planId');
	const common = { get: plans.get, idName: 'planExecutionId', unfinished: ['executing'] };
	if (ids.length === 1 && !environmentId && !workspaceId) return { ...common, operation: plans.getManyOfPlan, input: { path: { planId: ids[0] } }, keep: () => true };
	return { ...common, operation: plans.getMany, input: { query: { environmentId, workspaceId } }, keep: ({ planId }) => isOneOf(ids, planId) };
}

const idsIn = (rows: unknown, name: string): string[] => ((rows ?? []) as IDataObject[]).map((row) => String(row[name]));
const isOneOf = (ids: string[], id: unknown) => ids.length === 0 || ids.includes(String(id));

const keyOf = ({ executionId }: IDataObject) => String(executionId);
/** Plans have no time of their trigger: they start with it. */
const timeOfRun = ({ triggerTimestamp, startTimestamp }: IDataObject) => Date.parse(String(triggerTimestamp ?? startTimestamp));

/** States of what has not started (vendor-facts). */
const BEFORE_START = new Set(['dispatching', 'EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW', 'UNDEFINED']);

/** What an execution shows, as far as it is wanted. */
export function sightingOf(kind: Kind, record: IDataObject, wanted: readonly string[], now: number): Sighting {
	const outcome = outcomeOf(record);
	const key = keyOf(record);
	const events: TriggerEvent[] = [];
	const add = (event: ExecutionEvent, at: unknown) => {
		if (!wanted.includes(event)) return;
		const time = Date.parse(String(at));
		const taskId = kind === 'task' ? { taskId: record.taskId ?? record.jobId } : {};
		events.push({
			eventId: `${kind}:${key}:${event}`,
			event,
			occurredAt: new Date(Number.isNaN(time) ? now : time).toISOString(),
			record: { kind, ...taskId, ...record },
		});
	};
	if (outcome !== 'misfired' && !BEFORE_START.has(String(record.status ?? record.executionStatus))) add('started', record.startTimestamp ?? record.triggerTimestamp);
	if (outcome) add(outcome, record.finishTimestamp);
	return { key, time: timeOr(now, record.triggerTimestamp, record.startTimestamp, record.finishTimestamp), events, open: outcome === undefined };
}

/** The executions of tasks or plans, as far as they are chosen. */
export function executions(poll: Poll, kind: Kind, given: IDataObject, wanted: readonly string[]): EventSource {
	const { operation, input, get, idName, unfinished, keep } = kind === 'task' ? ofTasks(given) : ofPlans(given);
	const listing = (more: IDataObject = {}): Listing => ({
		operation,
		input: operation.pages?.where === 'body' ? { ...input, body: { ...(input.body as IDataObject), ...more } } : { ...input, query: { ...input.query, ...more } },
		within: (from, until) => ({
			...(from === undefined ? {} : { from }),
			...(until === undefined ? {} : { to: until }),
		}),
		size: 100,
		key: keyOf,
		time: timeOfRun,
	});
	const reader = new Reader(poll, listing());
	const stepsOf = async (planExecutionId: string) => recordsOf((await poll.ask(plans.getSteps, { path: { planExecutionId } })).body) ?? [];
	/** A plan may be finished without saying how. */
	const sighting = async (record: IDataObject, now: number): Promise<Sighting> => {
		const told = kind === 'plan' ? ((await poll.readable(`plan:${keyOf(record)}`, plans.settled(stepsOf, record))) ?? record) : record;
		return { ...sightingOf(kind, told, wanted, now), remember: told !== record };
	};
	const sightings = async (records: IDataObject[], now: number) => await forAll(records.filter(keep), async (record) => await sighting(record, now));
	return {
		begin: async (lookBackMs) => {
			const { value: newest } = await reader.newest(1).next();
			const stream = newStream(beginning(newest!.now, newest!.records[0] && timeOfRun(newest!.records[0])), lookBackMs);
			const recent = oldest(stream.cursor - lookBackMs);
			const found: Sighting[] = [];
			for await (const { records, now } of reader.slices(recent, recent)) found.push(...(await sightings(records, now)));
			// Runs that began before: their end is still to come.
			for (const status of unfinished) {
				let read = 0;
				for await (const { records, now } of new Reader(poll, listing({ status })).newest()) {
					found.push(...(await sightings(records, now)));
					read += records.length;
					if (read >= OPEN_AT_FIRST) break;
				}
			}
			return { stream, sightings: found };
		},
		read: async function* (stream: Stream, lookBackMs: number) {
			const isUnknown = unknownTo(stream);
			for await (const { records, reached, now } of reader.slices(oldest(readFrom(stream, lookBackMs)), oldest(stream.cursor))) {
				const fresh = records.filter((record) => isUnknown(sightingOf(kind, record, [], now)));
				yield { sightings: await sightings(fresh, now), reached, now };
			}
		},
		look: async (key, now) => {
			const answer = await poll.ask(get, { path: { [idName]: key } }).catch((error: unknown) => {
				if (error instanceof NodeApiError && error.httpCode === '404') return undefined;
				throw error;
			});
			return answer && (await sighting(answer.body as IDataObject, now));
		},
		newest: async function* () {
			let pages = 0;
			for await (const { records, now } of reader.newest()) {
				yield* await sightings(records, now);
				if (++pages >= PAGES_BY_HAND) return;
			}
		},
	};
}

/** As far back as the platform lists executions. */
const oldest = (time: number) => Math.max(time, clock.now() - OLDEST_MS);
