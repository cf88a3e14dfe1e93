/** Executions of plans: the lists. */
import { records } from '../shared/declare/answers';
import { operation } from '../shared/declare/define';
import { suggestion } from '../shared/declare/field';
import { limitOffset } from '../shared/declare/lists/paging';
import { environmentId } from './environments';
import { listWithNames, WITHOUT_NAMES } from './names';
import { PLAN_STATUSES } from './outcome';
import { getManyPlans, planId } from './plans';
import { READABLE_PLAN, readableExecution } from './readable';
import { executionsPage, history, historyRules, olderThan } from './taskExecutions';
import { workspaceId } from './workspaces';

const status = suggestion('Only executions with this status', PLAN_STATUSES).optional();

/** What Simplify makes of an execution. */
export const simplifiesPlan = { simple: READABLE_PLAN, readable: readableExecution };

const executions = records('B.PlanExecutionStatus', { ...simplifiesPlan, key: 'executionId' });

/** How the names of plans are shown. */
export const namingPlan = {
	noun: 'Plan',
	id: 'planId',
	name: 'planName',
	simple: READABLE_PLAN,
} as const;

const withNames = {
	messages: [WITHOUT_NAMES],
	perform: listWithNames(getManyPlans, namingPlan),
};

export const getManyPlanExecutions = operation('GET /processing/executables/plans/executions', {
	name: 'Get Many',
	action: 'Get many plan executions',
	description: 'List the executions of all plans that you may see, newest first',
	query: {
		...history,
		environmentId: environmentId('Only executions in this environment').optional(),
		workspaceId: workspaceId(
			'Only executions in this workspace; it must belong to the environment when both are given',
		).optional(),
		status,
		...executionsPage,
	},
	rules: historyRules,
	pages: limitOffset({ further: olderThan }),
	answers: executions,
	...withNames,
});

export const getManyOfPlan = operation('GET /processing/executables/plans/{planId}/executions', {
	name: 'Get Many of a Plan',
	action: 'Get many executions of a plan',
	description: 'List the executions of one plan, newest first',
	path: { planId: planId() },
	query: { ...history, status, ...executionsPage },
	rules: historyRules,
	pages: limitOffset({ further: olderThan }),
	answers: executions,
	...withNames,
});
