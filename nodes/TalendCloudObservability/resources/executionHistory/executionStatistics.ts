/**
 * How a task or plan is doing: its last execution against its history, its schedule and its engine.
 */
import type { IDataObject } from 'n8n-workflow';

import { summaryOfExecution } from '../../../records/executions/executionSummary';
import {
	countsAsSuccess,
	everRan,
	type Outcome,
	outcomeOf,
} from '../../../records/executions/outcome';
import {
	executionInWords,
	HOW_IT_ENDED,
	readableExecution,
	reasonOf,
} from '../../../records/executions/readable';
import { isText } from '../../../shared/support/json';
import {
	durationWords,
	sentence,
	type Subject,
	subjectWords,
	timeWords,
} from '../../../shared/support/text/summary';
import { knownTime, MINUTE } from '../../../shared/support/time/time';

/** One execution, whichever list it was read from; times in milliseconds since 1970. */
export interface RecordedExecution {
	id: string;
	status: string;
	/** Undefined while it is in progress. */
	outcome?: Outcome;
	triggered?: number;
	started?: number;
	ended?: number;
	engineId?: string;
	errorMessage?: string;
}

/** What decides about the health of a task or plan beside its executions. */
export interface HealthInputs {
	now: number;
	/** A duration of more than this many times the median is slow. */
	slowFactor: number;
	/** When it should last have started according to its schedule. */
	due?: number;
	paused?: boolean;
	/**
	 * Whether its engine can be reached; undefined if that is not known, or it has no engine of its
	 * own.
	 */
	engineAvailable?: boolean;
}

/** How many successful executions a usual duration needs. */
const MIN_EXECUTIONS = 5;
/** Clocks differ, and an execution begins a moment after it is due. */
const EARLY_MS = MINUTE;

const textOrUndefined = (value: unknown): string | undefined => (isText(value) ? value : undefined);

/** A record of the execution history, with the names that the lists of executions have. */
const asListed = ({
	triggerTime,
	runStartTime,
	runEndTime,
	misfiredReason,
	...others
}: IDataObject): IDataObject => ({
	...others,
	triggerTimestamp: triggerTime,
	startTimestamp: runStartTime,
	finishTimestamp: runEndTime,
	misfiredExecutionReason: misfiredReason,
});

/**
 * A record of the execution history with the names and forms that executions have in the other
 * outputs, and what happened in one sentence.
 * @param place where what ran is, as far as that is known
 */
export function readableHistory(
	record: IDataObject,
	place: Pick<Subject, 'workspaceName' | 'environmentName'>,
	zone: string,
): IDataObject {
	const { id, name, executeDurationMs, ...others } = record;
	const listed = asListed(others);
	const definedEntries = Object.entries(listed).filter(([, value]) => value !== undefined);
	return {
		name,
		...readableExecution(Object.fromEntries(definedEntries)),
		...(typeof executeDurationMs === 'number' ? { durationSeconds: executeDurationMs / 1000 } : {}),
		summary: executionInWords({ noun: 'Execution', id, name, ...place }, listed, zone),
		workspaceName: place.workspaceName ?? null,
		executionId: id,
	};
}

/** A record of the execution history. */
export function executionOfHistory(record: IDataObject): RecordedExecution {
	const { id, status, triggerTime, runStartTime, runEndTime, engineId, clusterId } = record;
	const listed = asListed(record);
	return {
		id: String(id),
		status: String(status),
		outcome: outcomeOf(listed),
		triggered: knownTime(triggerTime),
		started: knownTime(runStartTime),
		ended: knownTime(runEndTime),
		engineId: textOrUndefined(clusterId) ?? textOrUndefined(engineId),
		errorMessage: reasonOf(listed),
	};
}

/** A record of a list of executions of tasks or plans. */
export function executionOfList(record: IDataObject): RecordedExecution {
	const {
		executionId,
		status,
		executionStatus,
		triggerTimestamp,
		startTimestamp,
		finishTimestamp,
	} = record;
	return {
		id: String(executionId),
		status: String(status ?? executionStatus),
		outcome: outcomeOf(record),
		triggered: knownTime(triggerTimestamp ?? startTimestamp),
		started: knownTime(startTimestamp),
		ended: knownTime(finishTimestamp),
		errorMessage: reasonOf(record),
	};
}

/** The value below which this share of sorted values lies, by nearest rank. */
export const quantile = (sorted: readonly number[], share: number): number | undefined =>
	sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

const inSeconds = (ms: number | undefined): number | null =>
	ms === undefined ? null : Math.round(ms / 100) / 10;

const asTime = (ms: number | undefined): string | null =>
	ms === undefined ? null : new Date(ms).toISOString();

const orNull = <T>(value: T | undefined): T | null => value ?? null;

type Finding = 'failed' | 'notStarted' | 'slow' | 'late' | 'engineUnavailable';

/**
 * The state of a task or plan, ready for a threshold: durations are in seconds, and what is unknown
 * is null.
 */
export interface Health {
	/** Whether there are no findings. */
	healthy: boolean;
	findings: Finding[];
	errorMessage: string | null;
	lastOutcome: Outcome | 'running' | null;
	minutesLate: number;
	failuresInARow: number;
	durationSeconds: number | null;
	medianSeconds: number | null;
	p95Seconds: number | null;
	/** The last duration, divided by the median. */
	durationToMedian: number | null;
	dueTimestamp: string | null;
	triggerTimestamp: string | null;
	startTimestamp: string | null;
	finishTimestamp: string | null;
	lastSuccessTimestamp: string | null;
	/** How many executions were read, with any outcome. */
	executions: number;
	lastStatus: string | null;
	paused: boolean | null;
	engineAvailable: boolean | null;
	lastExecutionId: string | null;
}

/** @param executions the executions of the task or plan, in any order */
export function healthOf(executions: readonly RecordedExecution[], inputs: HealthInputs): Health {
	const newestFirst = [...executions].sort((a, b) => (b.triggered ?? 0) - (a.triggered ?? 0));
	const last: Partial<RecordedExecution> = newestFirst[0] ?? {};
	const { duration, median, p95, ratio, isSlow } = speedOf(newestFirst, inputs);
	const lateMs = latenessOf(newestFirst, inputs);
	const findings = [
		findingAbout(last.outcome),
		isSlow ? 'slow' : undefined,
		lateMs === undefined ? undefined : 'late',
		inputs.engineAvailable === false ? 'engineUnavailable' : undefined,
	].filter((finding): finding is Finding => finding !== undefined);
	return {
		healthy: findings.length === 0,
		findings,
		errorMessage: orNull(last.errorMessage),
		lastOutcome: outcomeOfLast(newestFirst[0]),
		minutesLate: Math.round((lateMs ?? 0) / MINUTE),
		failuresInARow: failuresInARow(newestFirst),
		durationSeconds: inSeconds(duration),
		medianSeconds: inSeconds(median),
		p95Seconds: inSeconds(p95),
		durationToMedian: ratio === undefined ? null : Math.round(ratio * 100) / 100,
		dueTimestamp: asTime(inputs.due),
		triggerTimestamp: asTime(last.triggered),
		startTimestamp: asTime(mayHaveRun(last) ? last.started : undefined),
		finishTimestamp: asTime(last.ended),
		lastSuccessTimestamp: asTime(lastSuccess(newestFirst)),
		executions: executions.length,
		lastStatus: orNull(last.status),
		paused: orNull(inputs.paused),
		engineAvailable: orNull(inputs.engineAvailable),
		lastExecutionId: orNull(last.id),
	};
}

const hasSucceeded = ({ outcome }: RecordedExecution): boolean =>
	outcome !== undefined && countsAsSuccess(outcome);

/** Whether it has run or is running: not if it is known to have ended before it started. */
const mayHaveRun = ({ outcome }: Partial<RecordedExecution>): boolean =>
	outcome === undefined || everRan(outcome);

/** How long an execution took, or has taken so far; undefined if its end is before its start. */
function durationOf({ started, ended }: RecordedExecution, now: number): number | undefined {
	if (started === undefined) return undefined;
	if (ended === undefined) return Math.max(0, now - started);
	return ended < started ? undefined : ended - started;
}

/**
 * Compares the duration of the last execution (so far, if it is in progress) with those of the
 * successful executions before it.
 */
function speedOf(
	[last, ...before]: readonly RecordedExecution[],
	{ now, slowFactor }: HealthInputs,
) {
	const usual = before
		.filter((execution) => hasSucceeded(execution) && execution.ended !== undefined)
		.map((execution) => durationOf(execution, now))
		.filter((ms) => ms !== undefined)
		.sort((a, b) => a - b);
	const median = quantile(usual, 0.5);
	const p95 = quantile(usual, 0.95);
	const duration = last === undefined ? undefined : lastDuration(last, now);
	if (duration === undefined || !median) return { duration, median, p95, isSlow: false };
	const ratio = duration / median;
	const isSlow = usual.length >= MIN_EXECUTIONS && ratio > slowFactor && duration > p95!;
	return { duration, median, p95, ratio, isSlow };
}

/** Undefined if it never ran, or ended at an unknown time. */
function lastDuration(last: RecordedExecution, now: number): number | undefined {
	const isRunning = last.outcome === undefined;
	return mayHaveRun(last) && (isRunning || last.ended !== undefined)
		? durationOf(last, now)
		: undefined;
}

/**
 * How many milliseconds ago an execution was due that has not started; undefined if there is none.
 */
function latenessOf(
	executions: readonly RecordedExecution[],
	{ now, due, paused }: HealthInputs,
): number | undefined {
	if (due === undefined || paused === true) return undefined;
	const hasStarted = executions.some(
		({ triggered }) => triggered !== undefined && triggered >= due - EARLY_MS,
	);
	return hasStarted ? undefined : now - due;
}

function outcomeOfLast(last: RecordedExecution | undefined): Outcome | 'running' | null {
	return last === undefined ? null : (last.outcome ?? 'running');
}

function findingAbout(outcome: Outcome | undefined): Finding | undefined {
	if (outcome === undefined || countsAsSuccess(outcome)) return undefined;
	return everRan(outcome) ? 'failed' : 'notStarted';
}

/** How many executions have ended since the last success, all of them without one. */
function failuresInARow(newestFirst: readonly RecordedExecution[]): number {
	const ended = newestFirst.filter(({ outcome }) => outcome !== undefined);
	const firstSuccess = ended.findIndex(hasSucceeded);
	return firstSuccess < 0 ? ended.length : firstSuccess;
}

function lastSuccess(newestFirst: readonly RecordedExecution[]): number | undefined {
	const success = newestFirst.find(hasSucceeded);
	return success?.ended ?? success?.triggered;
}

/**
 * "Load orders (Finance, Production) failed at 18:30: Table ORDERS does not exist, the 9th time in
 * a row; it is 18 h late".
 */
export function healthInWords(
	subject: Subject,
	health: Health,
	zone: string,
	engineName?: string,
): string {
	const shows = (finding: Finding) => health.findings.includes(finding);
	const parts = [
		lastExecutionInWords(subject, health, zone),
		shows('slow')
			? `it took ${durationWords(Number(health.durationSeconds))} instead of the usual ${durationWords(Number(health.medianSeconds))}`
			: undefined,
		shows('late')
			? `it is ${durationWords(health.minutesLate * 60)} late, due ${timeWords(health.dueTimestamp, zone)}`
			: undefined,
		shows('engineUnavailable')
			? `its engine${engineName ? ` ${engineName}` : ''} is unavailable`
			: undefined,
	];
	return parts.filter((part) => part !== undefined).join('; ');
}

function lastExecutionInWords(subject: Subject, health: Health, zone: string): string {
	const { lastOutcome, errorMessage, failuresInARow: inARow, findings } = health;
	if (lastOutcome === null) return sentence(subjectWords(subject), ['has not run lately']);
	const isBad = findings.includes('failed') || findings.includes('notStarted');
	return summaryOfExecution(
		subject,
		{
			how: lastOutcome === 'running' ? 'is running; it started' : HOW_IT_ENDED[lastOutcome],
			at: health.finishTimestamp ?? health.triggerTimestamp,
			...(isBad ? { reason: errorMessage, failuresInARow: inARow } : {}),
		},
		zone,
	);
}
