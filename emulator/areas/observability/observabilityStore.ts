/**
 * Log files, and the entries of logs. Entries are computed from their number, so that long logs
 * need no memory.
 */
import { createHmac, randomUUID } from 'node:crypto';

import { MINUTE } from '../../../nodes/shared/support/time/time';
import type { Request } from '../../handler';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { stateEntry } from '../../state/store';
import { type Task, tasks } from '../orchestration/orchestrationStore';
import { endOfExecution } from '../processing/executions';
import { type TaskExecution, taskExecutions } from '../processing/processingStore';

/** A log file that the platform was asked to make. */
export interface LogFile {
	key: string;
	name: string;
	executionId: string;
	requestedAt: number;
	format: 'json' | 'text';
	/** Entries from this number up to that, the earliest first. */
	first: number;
	end: number;
}

interface Observability {
	/** By token. */
	files: Map<string, LogFile>;
	secret: string;
}

export const observabilityOf = stateEntry<Observability>('observability', () => ({
	files: new Map(),
	secret: randomUUID(),
}));

const DEFAULT_LINES = 12;

export const taskOf = (state: State, execution: TaskExecution): Task =>
	tasks.find(state, execution.taskId);

/** The part of a long log in which all entries are equal. */
const EQUAL = { from: 100, to: 600 };

const linesOf = ({ behavior }: TaskExecution): number => behavior.logLines ?? DEFAULT_LINES;

/** The number of the entry at a position of a log. */
const entryAt = (state: State, execution: TaskExecution, place: number): number =>
	state.seen.equalLines && linesOf(execution) > EQUAL.to && place >= EQUAL.from && place < EQUAL.to
		? EQUAL.from
		: place;

/** The time of the entry at a position. Entries are distributed evenly over the execution. */
export function entryTime(state: State, execution: TaskExecution, place: number): number {
	const { triggeredAt, behavior } = execution;
	const span = Number.isFinite(behavior.durationMs) ? behavior.durationMs : MINUTE;
	return (
		triggeredAt +
		behavior.dispatchMs +
		Math.floor((entryAt(state, execution, place) * span) / Math.max(1, linesOf(execution) - 1))
	);
}

export function entryOf(state: State, execution: TaskExecution, task: Task, place: number) {
	const lines = linesOf(execution);
	const index = entryAt(state, execution, place);
	const last = index === lines - 1;
	const { behavior } = execution;
	const failed = last && behavior.end === 'execution_failed';
	const words = index === lines - 2 && behavior.lastWords ? `: ${behavior.lastWords}` : '';
	const message = () => {
		if (failed)
			return `${behavior.errorMessage ?? 'The job ended with an exception'} (entry ${index + 1})`;
		if (state.seen.startAndDone && (index === 0 || last))
			return `TalendJob: '${task.artifactName}' - ${index === 0 ? 'Start' : 'Done'}.`;
		return `${task.artifactName}: entry ${index + 1} of ${lines}${words}`;
	};
	return {
		severity: failed ? 'ERROR' : 'INFO',
		logType: 'JOB',
		logTimestamp: entryTime(state, execution, index),
		logMessage: message(),
		bundleName: task.artifactName,
		bundleVersion: task.artifactVersion,
		podName: `run-${execution.id.slice(-6)}`,
	};
}

interface Window {
	/** The number of the first entry in the window, and the number after the last one. */
	first: number;
	end: number;
	all: number;
}

/** How long after the end of an execution its log is complete. */
const LATE_MS = 30_000;

/** The entries that already exist and are in the requested window, including both ends. */
export function windowOf(
	{ state, clock, query: { startTime, endTime }, follows }: Request,
	execution: TaskExecution,
): Window {
	const at = clock.now();
	const lines = execution.logsDeleted ? 0 : linesOf(execution);
	const end = endOfExecution(execution);
	// According to the OpenAPI files, the last entries are late.
	const now = follows === 'vendor' && at >= end && at < end + LATE_MS ? end - 1 : at;
	const until = Math.min(now, end, endTime === undefined ? Infinity : Date.parse(String(endTime)));
	const from = startTime === undefined ? -Infinity : Date.parse(String(startTime));
	const before = (time: number) => firstAfter(state, execution, lines, time);
	return { first: before(from - 1), end: before(until), all: before(Math.min(now, end)) };
}

/** The number of entries at or before a time. */
function firstAfter(state: State, execution: TaskExecution, lines: number, time: number): number {
	let low = 0;
	let high = lines;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (entryTime(state, execution, middle) <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The signature in a download link. Whoever has the link can download the file for an hour. */
export function signature(state: State, key: string, expires: number): string {
	return createHmac('sha256', observabilityOf(state).secret)
		.update(`${key} ${expires}`)
		.digest('hex');
}

/** The text of a log file. */
export function fileText(state: State, file: LogFile): string {
	const execution = taskExecutions.find(state, file.executionId);
	const task = taskOf(state, execution);
	const entries = Array.from({ length: file.end - file.first }, (_, index) =>
		entryOf(state, execution, task, file.first + index),
	);
	if (file.format === 'json') return JSON.stringify(entries);
	return entries
		.map(
			({ logTimestamp, severity, logMessage }) =>
				`${rfc3339(logTimestamp)} ${severity} ${logMessage}\n`,
		)
		.join('');
}
