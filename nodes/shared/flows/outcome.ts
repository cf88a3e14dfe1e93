/**
 * How runs of tasks and plans end. The lists are those of the vendor's public documents; what is
 * not on them is not final: a client that guesses reports failure as success (docs/interface.md, "Executions").
 */
import type { IDataObject } from 'n8n-workflow';

import type { Choice } from '../declare/field';

export type Outcome = 'succeeded' | 'rejected' | 'failed' | 'terminated' | 'misfired';

const OUTCOMES = new Map(
	Object.entries<Outcome>({
	execution_successful: 'succeeded',
	execution_rejected: 'rejected',
	execution_failed: 'failed',
	deploy_failed: 'failed',
	terminated: 'terminated',
	terminated_timeout: 'terminated',
	terminated_shutdown: 'terminated',
	execution_misfired: 'misfired',
	EXECUTION_SUCCESS: 'succeeded',
	EXECUTION_REJECTED: 'rejected',
	EXECUTION_FAILED: 'failed',
	DEPLOY_FAILED: 'failed',
	EXECUTION_TERMINATED: 'terminated',
	EXECUTION_TERMINATED_TIMEOUT: 'terminated',
	EXECUTION_TERMINATED_SHUTDOWN: 'terminated',
	EXECUTION_MISFIRED: 'misfired',
	}),
);

/** The `status` of task executions, as filters take it. */
export const TASK_STATUSES: readonly Choice[] = [
	{ value: 'dispatching', name: 'Dispatching' },
	{ value: 'executing', name: 'Executing' },
	{ value: 'execution_successful', name: 'Successful' },
	{ value: 'execution_rejected', name: 'Rejected Rows' },
	{ value: 'execution_failed', name: 'Failed' },
	{ value: 'deploy_failed', name: 'Deployment Failed' },
	{ value: 'terminated', name: 'Terminated' },
	{ value: 'terminated_timeout', name: 'Terminated by Timeout' },
	{ value: 'terminated_shutdown', name: 'Terminated by Shutdown' },
];

/** The `status` of plan executions, as filters take it. */
export const PLAN_STATUSES: readonly Choice[] = [
	{ value: 'executing', name: 'Executing' },
	{ value: 'execution_successful', name: 'Successful' },
	{ value: 'execution_failed', name: 'Failed' },
	{ value: 'execution_misfired', name: 'Misfired' },
];

/**
 * How an execution ended; nothing while it has not, or when the status is not known. FINISHED, which
 * plans have, does not say how.
 */
export function outcomeOf(execution: IDataObject): Outcome | undefined {
	const { status, executionStatus } = execution;
	return OUTCOMES.get(String(status)) ?? OUTCOMES.get(String(executionStatus));
}

/** Whether a run that ended so did its work, rejected rows or not. */
export const didItsWork = (outcome: Outcome): boolean => outcome === 'succeeded' || outcome === 'rejected';
