/** *Wait for End* of a plan: waits for an execution that something else has started. */
import {
	getManyOfPlan,
	getPlanExecution,
	planExecutionField,
} from '../../../records/executions/planExecutions';
import { getTaskExecution } from '../../../records/executions/taskExecutions';
import { getPlan, planField } from '../../../records/tasks/plans';
import { record } from '../../../shared/declare/answers';
import { aboutFields, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { exists } from '../../../shared/flows/mayBeMissing';
import { awaiting } from '../../../shared/flows/wait/awaiting';
import {
	FAILED_PLAN,
	FOLLOW_MESSAGES,
	simpleEndedPlanFields,
} from '../../executions/endOfExecution';
import { waitingForForeign } from '../../executions/foreignExecution';
import {
	endedAfterField,
	NEXT_MESSAGES,
	notMuchLater,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../../executions/nextEnd';
import { openPlanExecutions } from '../../executions/openExecutions';
import { explainOnFailureField, waitSettings } from '../../executions/waitSettings';
import { READS_OF_TASK } from '../../explain/explainTask';
import { planFollowing } from './planFollowing';
import { getStep, getSteps } from './requests';

const OF_TASK = requirement(
	'planExecutionId',
	'Plan Execution',
	'is a task execution: use Task Execution → Wait for End',
);

const OF_PLAN = requirement(
	'planExecutionId',
	'Plan Execution',
	'is the ID of a plan, not of an execution: set Wait For to Next End of a Plan',
);

/** What *Wait for End* of a plan execution can say. */
const WAIT_FOR_PLAN_MESSAGES = [
	...FOLLOW_MESSAGES,
	FAILED_PLAN,
	...aboutFields(['Plan'], NEXT_MESSAGES),
	OF_PLAN,
	OF_TASK,
];

/** What *Wait for End* waits for: one execution, or the next end of a plan. */
const planToWaitFor = {
	...waitFor('plan'),
	planExecutionId: planExecutionField().shownWhen(OF_EXECUTION),
	executable: planField('The plan to wait for').label('Plan').shownWhen(OF_NEXT_END),
	endedAfter: endedAfterField,
};

/** The parts of *Wait for End*. */
const waitingForPlan = waitingForForeign({
	listing: {
		noun: 'plan',
		list: getManyOfPlan,
		executableIdName: 'planId',
		open: openPlanExecutions,
		get: getPlanExecution,
		idName: 'planExecutionId',
	},
	profileOf: (op: ContextShowing<typeof WAIT_FOR_PLAN_MESSAGES>, { explainOnFailure }) => ({
		...planFollowing(op, explainOnFailure),
		// The ID may belong to something else.
		whenUnknown: async (id: string) => {
			if (await exists(op, getTaskExecution, { executionId: id }))
				throw op.refusal(OF_TASK, {}, id);
			if (await exists(op, getPlan, { planId: id })) throw op.refusal(OF_PLAN, {}, id);
		},
	}),
	executableIn: ({ planId: id }) => id,
});

export const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for a plan execution to finish',
	description:
		'Wait until an execution that something else started, such as a schedule, has ended. Returns the same output as Run and Wait. Read-only.',
	fields: planToWaitFor,
	settings: { ...waitSettings, explainOnFailure: explainOnFailureField },
	rules: [notMuchLater],
	uses: [
		getPlanExecution,
		getSteps,
		getStep,
		getManyOfPlan,
		getPlan,
		getTaskExecution,
		...READS_OF_TASK,
	],
	messages: WAIT_FOR_PLAN_MESSAGES,
	patient: true,
	answers: record('B.PlanExecutionStatus', {
		requiredFields: ['executionId'],
		simple: simpleEndedPlanFields,
	}),
	...waitingForPlan,
});
