/** Executions of plans: requests that list and read them, and the field for choosing one. */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, suggestion } from '../../shared/declare/fields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { placeFilterFields } from '../places/placeFilterFields';
import { getManyPlans, getPlan, planField } from '../tasks/plans';
import { listWithNames, readWithName, WITHOUT_NAMES } from './executableNames';
import { executionEntry, withNamesOf } from './executionEntry';
import { PLAN_STATUSES } from './outcome';
import { readableExecution, simplePlanExecutionFields } from './readable';
import {
	executionPageFields,
	executionPaging,
	executionTimeFields,
	executionTimeRules,
	MAX_LISTED_DAYS,
} from './taskExecutions';

const planStatusField = suggestion('Only executions with this status', PLAN_STATUSES).optional();

/** How Simplify shows an execution of a plan. */
const simplifiesPlan = { simple: simplePlanExecutionFields, readable: readableExecution };

const planExecutionRecords = records('B.PlanExecutionStatus', {
	...simplifiesPlan,
	key: 'executionId',
});

/** Where the names of plans are read, and the fields of the output that have them. */
const namingPlan = {
	noun: 'Plan',
	id: 'planId',
	name: 'planName',
	simple: simplePlanExecutionFields,
} as const;

const withPlanNames = {
	messages: [WITHOUT_NAMES],
	perform: listWithNames(getManyPlans, namingPlan),
};

export const getManyPlanExecutions = operation('GET /processing/executables/plans/executions', {
	name: 'Get Many',
	action: 'Get many plan executions',
	description: 'List the executions of all plans that you can access, newest first',
	query: {
		...executionTimeFields,
		...placeFilterFields('executions'),
		status: planStatusField,
		...executionPageFields,
	},
	rules: executionTimeRules,
	pages: limitOffset(executionPaging),
	answers: planExecutionRecords,
	...withPlanNames,
});

export const getManyOfPlan = operation('GET /processing/executables/plans/{planId}/executions', {
	name: 'Get Many by Plan',
	action: 'Get many executions of a plan',
	description: 'List the executions of one plan, newest first',
	path: { planId: planField() },
	query: { ...executionTimeFields, status: planStatusField, ...executionPageFields },
	rules: executionTimeRules,
	pages: limitOffset(executionPaging),
	answers: planExecutionRecords,
	...withPlanNames,
});

/** Chooses an execution of a plan from those of the past 60 days. */
export const planExecutionPicker = picker({
	noun: 'plan execution',
	method: 'searchPlanExecutions',
	list: getManyPlanExecutions,
	always: { lastDays: MAX_LISTED_DAYS },
	complete: withNamesOf(getManyPlans, ['planId']),
	entry: executionEntry(['planId']),
	byName: false,
	example: '0d5e3f80-7a3e-4b6e-8f0e-2c9a53d0a7b1',
});

/** A field for choosing an execution of a plan. */
export const planExecutionField = () => id('The execution of the plan').pick(planExecutionPicker);

export const getPlanExecution = operation('GET /processing/executions/plans/{planExecutionId}', {
	name: 'Get',
	action: 'Get a plan execution',
	description: 'Get the status and the finished tasks of a plan execution',
	path: { planExecutionId: planExecutionField() },
	answers: record('B.PlanExecutionStatus', { ...simplifiesPlan, requiredFields: ['executionId'] }),
	perform: readWithName(getPlan, namingPlan),
});
