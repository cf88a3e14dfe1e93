/**
 * How executions of tasks and plans end. The statuses are those of Talend's public documents.
 * An execution with another status has only ended if it has a finish time, and then its outcome is
 * `unknown`: a client that guesses would report failures as successes (docs/platform/interface.md,
 * "Executions").
 */
import type { IDataObject } from 'n8n-workflow';

import type { Choice } from '../../shared/declare/fields';

/**
 * `deployFailed` and `misfired`: it never started. `unknown`: it ended with a status that is in no
 * document.
 */
export type Outcome =
	'succeeded' | 'rejected' | 'failed' | 'deployFailed' | 'terminated' | 'misfired' | 'unknown';

/** The values of `status` and `executionStatus`; some occur in both, in different letter case. */
const OUTCOMES = new Map(
	Object.entries<Outcome>({
		execution_successful: 'succeeded',
		execution_success: 'succeeded',
		execution_rejected: 'rejected',
		execution_failed: 'failed',
		deploy_failed: 'deployFailed',
		terminated: 'terminated',
		terminated_timeout: 'terminated',
		terminated_shutdown: 'terminated',
		execution_terminated: 'terminated',
		execution_terminated_timeout: 'terminated',
		execution_terminated_shutdown: 'terminated',
		execution_misfired: 'misfired',
	}),
);

/**
 * Known statuses of executions that have not ended, and FINISHED: it does not say how a plan ended,
 * its steps do.
 */
const OPEN_STATUSES = new Set([
	...['dispatching', 'executing'],
	...[
		'execution_event_received',
		'dispatching_flow',
		'starting_flow_execution',
		'stopping_flow_execution',
		'undefined',
		'started',
		'finished',
	],
]);

/**
 * The `status` of task executions, as filters take it. The aliases are from `executionStatus`,
 * which outputs have as well.
 */
export const TASK_STATUSES: readonly Choice[] = [
	{ value: 'dispatching', name: 'Dispatching' },
	{ value: 'executing', name: 'Executing' },
	{ value: 'execution_successful', name: 'Successful', alias: 'EXECUTION_SUCCESS' },
	{ value: 'execution_rejected', name: 'Rejected Rows' },
	{ value: 'execution_failed', name: 'Failed' },
	{ value: 'deploy_failed', name: 'Deployment Failed' },
	{
		value: 'terminated',
		name: 'Terminated',
		alias: 'EXECUTION_TERMINATED',
		description:
			'Includes those ended by a timeout or a shutdown, if Talend Cloud follows its OpenAPI files',
	},
	{
		value: 'terminated_timeout',
		name: 'Terminated by Timeout',
		alias: 'EXECUTION_TERMINATED_TIMEOUT',
		description: 'Only those that their timeout ended',
	},
	{
		value: 'terminated_shutdown',
		name: 'Terminated by Shutdown',
		alias: 'EXECUTION_TERMINATED_SHUTDOWN',
		description: 'Only those that a shutdown ended',
	},
];

/** The `status` of plan executions, as filters take it; the alias is from `executionStatus`. */
export const PLAN_STATUSES: readonly Choice[] = [
	{ value: 'executing', name: 'Executing' },
	{ value: 'execution_successful', name: 'Successful', alias: 'EXECUTION_SUCCESS' },
	{ value: 'execution_failed', name: 'Failed' },
	{ value: 'execution_misfired', name: 'Misfired' },
];

const isGiven = (value: unknown): boolean =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/** A status as it is compared: letter case and blanks around it say nothing. */
const plain = (status: unknown): string =>
	typeof status === 'string' ? status.trim().toLowerCase() : '';

/**
 * How an execution ended; undefined if it has not. With a status that is not known, it has ended
 * only if it has a finish time.
 */
export function outcomeOf(execution: IDataObject): Outcome | undefined {
	const { status, executionStatus, finishTimestamp, startTimestamp, misfiredExecutionReason } =
		execution;
	const byStatus = OUTCOMES.get(plain(status)) ?? OUTCOMES.get(plain(executionStatus));
	// Either the job rejected rows, or the scheduler rejected the execution before it started.
	if (byStatus === 'rejected')
		return isGiven(misfiredExecutionReason) ||
			(!isGiven(startTimestamp) && !isGiven(finishTimestamp))
			? 'misfired'
			: byStatus;
	if (byStatus) return byStatus;
	return isGiven(finishTimestamp) && !OPEN_STATUSES.has(plain(status ?? executionStatus))
		? 'unknown'
		: undefined;
}

/** Whether an execution of a plan has finished without saying how: only its steps say it. */
export const isFinishedWithoutOutcome = (execution: IDataObject): boolean =>
	plain(execution.executionStatus) === 'finished' && outcomeOf(execution) === undefined;

/** Whether an execution with this outcome did its work, even if it rejected rows. */
export const countsAsSuccess = (outcome: Outcome): boolean =>
	outcome === 'succeeded' || outcome === 'rejected';

/** Whether an execution ended without success. */
export function endedWithoutSuccess(execution: IDataObject): boolean {
	const outcome = outcomeOf(execution);
	return outcome !== undefined && !countsAsSuccess(outcome);
}

/** Whether an execution with this outcome had started. */
export const everRan = (outcome: Outcome): boolean =>
	outcome !== 'misfired' && outcome !== 'deployFailed';

/** Why an execution did not start, in words, for each `misfiredExecutionReason`. */
const REASONS: Readonly<Record<string, string>> = {
	PARALLEL_EXECUTION_FORBIDDEN:
		'another execution of the task was in progress, and parallel executions are not allowed',
	TASK_IS_PAUSED: 'the task is paused',
	REMOTE_ENGINE_UNAVAILABLE: 'the remote engine was not available',
	REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: 'no remote engine of the cluster was available',
	REMOTE_ENGINE_CONTAINER_NOT_FOUND: 'the remote engine was not found',
	ELASTIC_ENGINE_CONTAINER_NOT_FOUND: 'the pipeline engine was not found',
	DYNAMIC_ENGINE_UNAVAILABLE: 'the dynamic engine was not available',
	DE_ENV_NOT_CONNECTED: 'the environment of the dynamic engine was not connected',
	MAX_DEPLOYMENT_ATTEMPTS_REACHED: 'it could not be deployed within the allowed number of attempts',
	MAX_PARALLEL_TASKS_LIMIT_REACHED: 'the maximum number of tasks was already running',
	PIPELINE_RUN_PROFILE_NOT_FOUND: 'the run profile of the pipeline was not found',
	PIPELINE_ARTIFACT_NOT_FOUND: 'the artifact of the pipeline was not found',
	DATA_FABRIC_ARTIFACT_NOT_FOUND: 'the data fabric artifact was not found',
	UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL: 'the artifact of the task could not be found',
	INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE:
		'the engine does not support the version of the artifact',
	PARALLEL_EXECUTIONS_FORBIDDEN:
		'another execution of the plan was in progress, and parallel executions are not allowed',
	SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED: 'the maximum number of plans was already running',
	PLAN_EXECUTIONS_PAUSED: 'the plan is paused',
	UNKNOWN: 'Talend Cloud does not know why',
};

/**
 * Why an execution did not start, in words. A reason without words here is returned as the platform
 * states it; undefined if it states none.
 */
export function misfireReason({
	misfiredExecutionReason: reason,
}: IDataObject): string | undefined {
	if (typeof reason !== 'string' || reason === '') return undefined;
	return Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason;
}
