/**
 * Makes executions readable: the same fields for executions from lists and single records, and
 * words in place of codes.
 */
import type { IDataObject } from 'n8n-workflow';

import { isText, objectsIn } from '../../shared/support/json';
import type { Subject } from '../../shared/support/text/summary';
import { platformTime } from '../../shared/support/time/time';
import { summaryOfExecution } from './executionSummary';
import {
	countsAsSuccess,
	endedWithoutSuccess,
	misfireReason,
	type Outcome,
	outcomeOf,
} from './outcome';

/** How an execution ended, as the end of a sentence about it. */
export const HOW_IT_ENDED: Readonly<Record<Outcome, string>> = {
	succeeded: 'succeeded',
	rejected: 'rejected rows',
	failed: 'failed',
	terminated: 'was terminated',
	deployFailed: 'could not be deployed, so it did not start',
	misfired: 'did not start',
	unknown: 'ended in a way that is not known',
};

/** The fields of an execution of a task that Simplify keeps. */
export const simpleTaskExecutionFields = [
	'taskName',
	'outcome',
	'summary',
	'status',
	'errorMessage',
	'misfiredReason',
	'numberOfProcessedRows',
	'numberOfRejectedRows',
	'durationSeconds',
	'startTimestamp',
	'finishTimestamp',
	'workspaceName',
	'executionId',
	'taskId',
	'workspaceId',
] as const;

/** The fields of an execution of a plan that Simplify keeps. */
export const simplePlanExecutionFields = [
	'planName',
	'outcome',
	'summary',
	'status',
	'errorMessage',
	'misfiredReason',
	'doneExecutableCount',
	'plannedExecutableCount',
	'durationSeconds',
	'startTimestamp',
	'finishTimestamp',
	'workspaceName',
	'executionId',
	'planId',
	'workspaceId',
] as const;

/**
 * How long an execution took, in seconds; undefined if it has not ended, or if it seems to have
 * ended before it started, because clocks differ.
 */
export function durationOf({ startTimestamp, triggerTimestamp, finishTimestamp }: IDataObject) {
	const start = platformTime(startTimestamp ?? triggerTimestamp);
	const finish = platformTime(finishTimestamp);
	return finish >= start ? (finish - start) / 1000 : undefined;
}

/** The first executed task of a plan that says why it failed. The plan itself does not say why. */
export const failedTaskIn = ({ doneExecutableDetails }: IDataObject): IDataObject | undefined =>
	objectsIn(doneExecutableDetails).find(
		(task) => endedWithoutSuccess(task) && isText(task.errorMessage),
	);

/** Why an execution failed or did not start, in the words of the platform. */
export const reasonOf = (execution: IDataObject): string | undefined =>
	[execution.errorMessage, misfireReason(execution), failedTaskIn(execution)?.errorMessage].find(
		isText,
	);

/**
 * An execution with readable fields, in addition to those of the platform. The field with the
 * reason always exists, so that tables have a column for it.
 */
export function readableExecution(execution: IDataObject): IDataObject {
	const { status, executionStatus, taskId, jobId, errorMessage } = execution;
	const added = {
		outcome: outcomeOf(execution) ?? 'running',
		status: status ?? executionStatus,
		errorMessage: errorMessage ?? failedTaskIn(execution)?.errorMessage ?? null,
		misfiredReason: misfireReason(execution),
		durationSeconds: durationOf(execution),
		taskId: taskId ?? jobId,
	};
	return {
		...execution,
		...Object.fromEntries(Object.entries(added).filter(([, value]) => value !== undefined)),
	};
}

/**
 * An execution in one sentence.
 * @param known its failed component, and how often it has failed in a row, if that is known
 */
export function executionInWords(
	of: Subject,
	execution: IDataObject,
	zone: string,
	known: { component?: unknown; reason?: unknown; failuresInARow?: number } = {},
): string {
	const outcome = outcomeOf(execution);
	const { startTimestamp, triggerTimestamp, finishTimestamp } = execution;
	const isFine = outcome === undefined || countsAsSuccess(outcome);
	return summaryOfExecution(
		of,
		{
			how: outcome === undefined ? 'is running; it started' : HOW_IT_ENDED[outcome],
			at: (outcome && finishTimestamp) ?? startTimestamp ?? triggerTimestamp,
			...(isFine
				? {
						rows: execution.numberOfProcessedRows,
						rejectedRows: execution.numberOfRejectedRows,
						durationSeconds: durationOf(execution),
					}
				: { ...known, reason: known.reason ?? reasonOf(execution) }),
		},
		zone,
	);
}
