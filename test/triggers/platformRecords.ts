/**
 * What happens on the simulated platform, and the records by which its API shows it at a given
 * time.
 */
import type { IDataObject } from 'n8n-workflow';

/** An execution of a task or a plan, or a run of a crawler. */
export interface Execution {
	/** Of a run of a crawler: the ID of the crawler and a number, such as "c1 2". */
	id: string;
	kind: 'task' | 'plan' | 'crawler';
	/** When it began, by the clock of the server that lists it. */
	time: number;
	/** When the list first shows it, when it starts and when it ends, by the real clock. */
	visibleAt: number;
	startsAt: number;
	endsAt: number;
	/** Its final status; of a crawler, the outcome. */
	end: string;
	deleted?: boolean;
	/** From when on no list shows it, although it can still be read on its own. */
	unlistedAt?: number;
	/** Its record does not say when it ended. */
	noFinish?: boolean;
	/** For how long before its end it is in a state that no filter knows. */
	stopsMs?: number;
	/** Of a plan: its record has no outcome, and its steps have it only this long after its end. */
	settlesMs?: number;
	/** Of a run of a crawler: for how long the end of the run before it shows beside its start. */
	oldEndMs?: number;
}

/** An entry of the audit log. */
export interface Log {
	id: string;
	time: number;
	visibleAt: number;
	category: string;
}

export interface Artifact {
	id: string;
	versions: string[];
	/** It is not listed for a while. */
	isHidden?: boolean;
}

/** A task of a campaign. */
export interface StewardshipTask {
	id: string;
	state: string;
	assignee?: string;
	createdAt: number;
	changedAt: number;
	/** It is not listed for a while. */
	isHidden?: boolean;
}

/** The states of the tasks of a campaign; the last one ends them. */
export const TASK_STATES = ['New', 'To check', 'Resolved'];

const iso = (time: number) => new Date(time).toISOString();

/** The ID of the crawler of a run. */
export const crawlerOf = ({ id }: Execution) => id.split(' ')[0]!;

/** The status of an execution; undefined where its record has none. */
function statusOf({ kind, startsAt, endsAt, end, stopsMs = 0, settlesMs }: Execution, now: number) {
	if (now >= endsAt) return kind === 'plan' && settlesMs !== undefined ? undefined : end;
	if (now >= startsAt && now >= endsAt - stopsMs) return undefined;
	return now < startsAt && kind === 'task' ? 'dispatching' : 'executing';
}

/** The record of an execution of a task or a plan. */
export function executionRecord(execution: Execution, now: number): IDataObject {
	const { id, kind, time, visibleAt, startsAt, endsAt, end, noFinish } = execution;
	/** The clock of the server that lists it, minus the real one. */
	const skew = time - visibleAt;
	const hasEnded = now >= endsAt;
	const hasStarted = now >= startsAt && end !== 'deploy_failed' && end !== 'execution_misfired';
	const status = statusOf(execution, now);
	return {
		executionId: id,
		...(kind === 'task'
			? {
					triggerTimestamp: iso(time),
					...(hasStarted && { startTimestamp: iso(Math.max(time, startsAt + skew)) }),
					taskId: 't1',
				}
			: { startTimestamp: iso(time), planId: 'p1' }),
		...(hasEnded && !noFinish && { finishTimestamp: iso(endsAt + skew) }),
		...(status && { status }),
		executionStatus: status ?? (hasEnded ? 'FINISHED' : 'STOPPING_FLOW_EXECUTION'),
	};
}

/** The steps of an execution of a plan: one. */
export const stepRecords = ({ endsAt, settlesMs = 0, end }: Execution, now: number) => [
	{ executionId: 's1', status: now >= endsAt + settlesMs ? end : 'executing' },
];

/**
 * The record of a crawler.
 * @param run its newest run
 * @param before the run before that
 * @param isAlone it is read alone: then it has counters
 */
export function crawlerRecord(
	run: Execution,
	before: Execution | undefined,
	now: number,
	isAlone: boolean,
): IDataObject {
	const showsOldEnd = before !== undefined && now < run.visibleAt + (run.oldEndMs ?? 0);
	const status = crawlerStatus(showsOldEnd ? before : run, now, isAlone);
	return {
		id: crawlerOf(run),
		name: 'a crawler',
		status: { ...status, runStartedAt: iso(run.time) },
	};
}

const CRAWLER_STATUS: Record<string, string> = { failed: 'PropertiesRetrievalFailed' };

function crawlerStatus(
	{ end, endsAt, noFinish }: Execution,
	now: number,
	isAlone: boolean,
): IDataObject {
	const hasEnded = now >= endsAt;
	const failedCount = end === 'partlyFailed' ? 1 : 0;
	return {
		runStatus: hasEnded ? (CRAWLER_STATUS[end] ?? 'Finished') : 'CreatingDatasets',
		...(hasEnded && !noFinish && { runFinishedAt: iso(endsAt) }),
		...(isAlone && {
			nbDatasetsToCrawl: 2,
			nbDatasetsFinished: 2 - failedCount,
			nbDatasetsFailed: failedCount,
		}),
	};
}

export const logRecord = ({ id, time, category }: Log): IDataObject => ({
	logId: id,
	timestamp: iso(time),
	eventCategory: category,
});

/** @param newestFirst whether its newest version comes first */
export const artifactRecord = (
	{ id, versions }: Artifact,
	newestFirst: boolean | undefined,
): IDataObject => ({
	id,
	name: `artifact ${id}`,
	type: 'standard',
	versions: newestFirst ? [...versions].reverse() : [...versions],
	workspace: { id: 'w1', name: 'Finance', environment: { id: 'e1', name: 'Production' } },
});

/** @param hasTimes whether it says when it was created and changed */
export const taskRecord = (
	{ id, state, assignee, createdAt, changedAt }: StewardshipTask,
	hasTimes: boolean,
): IDataObject => ({
	id,
	currentState: state,
	assignee: assignee ?? null,
	valid: true,
	record: { n: id },
	...(hasTimes && { creationDate: createdAt, lastUpdateDate: changedAt }),
});

/** A task or a plan, of which only the name is looked up. */
export const executableRecord = (kind: 'task' | 'plan'): IDataObject => ({
	executable: kind === 'task' ? 't1' : 'p1',
	name: `The ${kind}`,
	workspace: { id: 'w1', name: 'Finance' },
});
