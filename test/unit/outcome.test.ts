import { didItsWork, outcomeOf, PLAN_STATUSES, TASK_STATUSES } from '../../nodes/shared/flows/outcome';

test.each([
	['execution_successful', 'EXECUTION_SUCCESS', 'succeeded'],
	['execution_rejected', 'EXECUTION_REJECTED', 'rejected'],
	['execution_failed', 'EXECUTION_FAILED', 'failed'],
	['deploy_failed', 'DEPLOY_FAILED', 'failed'],
	['terminated', 'EXECUTION_TERMINATED', 'terminated'],
	['terminated_timeout', 'EXECUTION_TERMINATED_TIMEOUT', 'terminated'],
	['terminated_shutdown', 'EXECUTION_TERMINATED_SHUTDOWN', 'terminated'],
	['execution_misfired', 'EXECUTION_MISFIRED', 'misfired'],
])('%s, or %s alone, is final: %s', (status, executionStatus, outcome) => {
	expect(outcomeOf({ status })).toBe(outcome);
	expect(outcomeOf({ executionStatus })).toBe(outcome);
	expect(outcomeOf({ status, executionStatus })).toBe(outcome);
});

test.each(['dispatching', 'executing', 'something_new', '', undefined])('status %s is not', (status) => {
	expect(outcomeOf({ status })).toBeUndefined();
});

test.each(['EXECUTION_EVENT_RECEIVED', 'DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION', 'STARTED', 'UNDEFINED', 'FINISHED', 'constructor'])(
	'execution status %s is not',
	(executionStatus) => {
		expect(outcomeOf({ executionStatus })).toBeUndefined();
	},
);

test('only what succeeded, with or without rejected rows, did its work', () => {
	expect((['succeeded', 'rejected', 'failed', 'terminated', 'misfired'] as const).map(didItsWork)).toEqual([true, true, false, false, false]);
});

test('the filters offer each status once', () => {
	for (const statuses of [TASK_STATUSES, PLAN_STATUSES]) expect(new Set(statuses.map(({ value }) => value)).size).toBe(statuses.length);
});
