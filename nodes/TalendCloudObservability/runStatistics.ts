/** How a task or plan is doing: its last execution against its history, its schedule and its engine. */
import type { IDataObject } from 'n8n-workflow';

import { countsAsSuccess, everRan, type Outcome, outcomeOf } from '../records/outcome';
import { HOW_IT_ENDED } from '../records/readable';
import {
	named,
	sentence,
	span,
	type Subject,
	summaryOfExecution,
	timeWords,
} from '../shared/support/summary';
import { platformTime } from '../shared/support/time';

/** One execution, whichever list it was read from; times in milliseconds since 1970. */
export interface Run {
	id: string;
	status: string;
	/** Nothing while it has not ended. */
	outcome?: Outcome;
	triggered?: number;
	started?: number;
	ended?: number;
	engineId?: string;
	errorMessage?: string;
}

/** What else is known of a task or plan. */
export interface Surroundings {
	now: number;
	/** A duration of more than this many times the median is slow. */
	slowFactor: number;
	/** When its schedule should have started it last. */
	due?: number;
	paused?: boolean;
	/** Whether its engine can be reached; nothing if it has none of its own, or nobody knows. */
	engineAvailable?: boolean;
}

/** The executions from which on a usual duration is known. */
const ENOUGH = 5;
/** Clocks differ, and a run begins a moment after it is due. */
const EARLY_MS = 60_000;

/** The last time that there is in JavaScript. */
const LAST_TIME = 8.64e15;

const timeOf = (value: unknown): number | undefined => {
	const time = platformTime(value);
	return Math.abs(time) <= LAST_TIME ? time : undefined;
};

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/** A record of the execution history. */
export function runOfHistory(record: IDataObject): Run {
	const {
		id,
		status,
		triggerTime,
		runStartTime,
		runEndTime,
		misfiredReason,
		engineId,
		clusterId,
		errorMessage,
	} = record;
	const outcome = outcomeOf({
		status,
		startTimestamp: runStartTime,
		finishTimestamp: runEndTime,
		misfiredExecutionReason: misfiredReason,
	});
	return {
		id: String(id),
		status: String(status),
		outcome,
		triggered: timeOf(triggerTime),
		started: timeOf(runStartTime),
		ended: timeOf(runEndTime),
		engineId: textOf(clusterId) ?? textOf(engineId),
		errorMessage: textOf(errorMessage),
	};
}

/** A record of a list of executions of tasks or plans. */
export function runOfList(record: IDataObject): Run {
	const {
		executionId,
		status,
		executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
		errorMessage,
	} = record;
	return {
		id: String(executionId),
		status: String(status ?? executionStatus),
		outcome: outcomeOf(record),
		triggered: timeOf(triggerTimestamp ?? startTimestamp),
		started: timeOf(startTimestamp),
		ended: timeOf(finishTimestamp),
		errorMessage: textOf(errorMessage),
	};
}

const durationOf = ({ started, ended }: Run, now: number): number | undefined =>
	started === undefined ? undefined : Math.max(0, (ended ?? now) - started);

/** The value below which this share of sorted values lies, by nearest rank. */
export const quantile = (sorted: readonly number[], share: number): number | undefined =>
	sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

const inSeconds = (ms: number | undefined): number | null =>
	ms === undefined ? null : Math.round(ms / 100) / 10;
const asTime = (ms: number | undefined): string | null =>
	ms === undefined ? null : new Date(ms).toISOString();

/**
 * The state of a task or plan, ready for a threshold: durations in seconds; what is unknown is null.
 * @param runs its executions, in any order
 */
export function healthOf(
	runs: readonly Run[],
	{ now, slowFactor, due, paused, engineAvailable }: Surroundings,
): IDataObject {
	const newestFirst = [...runs].sort((a, b) => (b.triggered ?? 0) - (a.triggered ?? 0));
	const [last] = newestFirst;
	const ended = newestFirst.filter(({ outcome }) => outcome !== undefined);
	const good = ended.filter(({ outcome }) => countsAsSuccess(outcome!));
	// What is compared with the usual does not count as usual.
	const durations = good
		.filter((run) => run !== last)
		.map((run) => (run.ended === undefined ? undefined : durationOf(run, now)))
		.filter((ms) => ms !== undefined)
		.sort((a, b) => a - b);
	const median = quantile(durations, 0.5);
	const p95 = quantile(durations, 0.95);
	const ran = last !== undefined && (last.outcome === undefined || everRan(last.outcome));
	const duration =
		ran && (last.ended !== undefined || last.outcome === undefined)
			? durationOf(last, now)
			: undefined;
	const ratio = duration === undefined || !median ? undefined : duration / median;
	const firstGood = ended.findIndex(({ outcome }) => countsAsSuccess(outcome!));
	const isLate =
		due !== undefined &&
		paused !== true &&
		!newestFirst.some(({ triggered }) => triggered !== undefined && triggered >= due - EARLY_MS);
	const isSlow =
		durations.length >= ENOUGH && ratio !== undefined && ratio > slowFactor && duration! > p95!;
	const outcome = last?.outcome;
	const findings = [
		...(outcome !== undefined && everRan(outcome) && !countsAsSuccess(outcome) ? ['failed'] : []),
		...(outcome !== undefined && !everRan(outcome) ? ['notStarted'] : []),
		...(isSlow ? ['slow'] : []),
		...(isLate ? ['late'] : []),
		...(engineAvailable === false ? ['engineUnavailable'] : []),
	];
	return {
		healthy: findings.length === 0,
		findings,
		errorMessage: last?.errorMessage ?? null,
		lastOutcome: last === undefined ? null : (outcome ?? 'running'),
		minutesLate: isLate ? Math.round((now - due) / 60_000) : 0,
		failuresInARow: firstGood < 0 ? ended.length : firstGood,
		durationSeconds: inSeconds(duration),
		medianSeconds: inSeconds(median),
		p95Seconds: inSeconds(p95),
		durationToMedian: ratio === undefined ? null : Math.round(ratio * 100) / 100,
		dueTime: asTime(due),
		triggerTime: asTime(last?.triggered),
		startTime: asTime(ran ? last.started : undefined),
		endTime: asTime(last?.ended),
		lastSuccessTime: asTime(good[0]?.ended ?? good[0]?.triggered),
		executions: runs.length,
		lastStatus: last?.status ?? null,
		paused: paused ?? null,
		engineAvailable: engineAvailable ?? null,
		lastExecutionId: last?.id ?? null,
	};
}

/** "Load orders (Finance, Production) failed at 18:30: Table ORDERS does not exist, the 9th time in a row; it is 18 h late". */
export function healthInWords(
	of: Subject,
	health: IDataObject,
	zone: string,
	engineName?: string,
): string {
	const found = (finding: string) => (health.findings as string[]).includes(finding);
	const { lastOutcome, errorMessage, triggerTime, endTime, durationSeconds, medianSeconds } =
		health;
	const last =
		lastOutcome === null
			? sentence(named(of), ['has not run lately'])
			: summaryOfExecution(
					of,
					{
						how:
							lastOutcome === 'running'
								? 'is running; it started'
								: HOW_IT_ENDED[lastOutcome as Outcome],
						at: endTime ?? triggerTime,
						...(found('failed') || found('notStarted')
							? { reason: errorMessage, failuresInARow: Number(health.failuresInARow) }
							: {}),
					},
					zone,
				);
	const due = timeWords(health.dueTime, zone);
	return [
		last,
		found('slow')
			? `it took ${span(Number(durationSeconds))} instead of the usual ${span(Number(medianSeconds))}`
			: undefined,
		found('late') ? `it is ${span(Number(health.minutesLate) * 60)} late, due ${due}` : undefined,
		found('engineUnavailable') ? `its engine ${engineName ?? ''} is not available` : undefined,
	]
		.filter((part) => part !== undefined)
		.join('; ');
}
