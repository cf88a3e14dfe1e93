/** Waits for executions of plans that something else has started. */
import {
	getManyOfPlan,
	getPlanExecution,
	planExecutionId,
} from '../../../records/executions/planExecutions';
import { getTaskExecution } from '../../../records/executions/taskExecutions';
import { getPlan, planId } from '../../../records/tasks/plans';
import { aboutFields, requirement } from '../../../shared/declare/messages';
import type { ContextShowing } from '../../../shared/declare/operation';
import { exists } from '../../../shared/flows/tolerantReads';
import { FAILED_PLAN, FOLLOW_MESSAGES } from '../../executions/endOfExecution';
import { waitingForForeign } from '../../executions/foreignExecution';
import {
	endedAfter,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../../executions/nextEnd';
import { openPlanExecutions } from '../../executions/openExecutions';
import { planKind } from './planFollowing';

const OF_TASK = requirement(
	'planExecutionId',
	'Plan Execution',
	'is a task execution: use Task Execution, Wait for End',
);
const OF_PLAN = requirement(
	'planExecutionId',
	'Plan Execution',
	'is the ID of a plan, not of an execution: set Wait For to Next End of a Plan',
);

/** What *Wait for End* of a plan execution can say. */
export const WAIT_FOR_PLAN_MESSAGES = [
	...FOLLOW_MESSAGES,
	FAILED_PLAN,
	...aboutFields(['Plan'], NEXT_MESSAGES),
	OF_PLAN,
	OF_TASK,
];

/** What *Wait for End* waits for: one execution, or the next end of a plan. */
export const planToWaitFor = {
	...waitFor('plan'),
	planExecutionId: planExecutionId().shownWhen(OF_EXECUTION),
	executable: planId('The plan whose next end is waited for').label('Plan').shownWhen(OF_NEXT_END),
	endedAfter,
};

/** The parts of *Wait for End*. */
export const waitingForPlan = waitingForForeign({
	listing: {
		noun: 'plan',
		list: getManyOfPlan,
		open: openPlanExecutions,
		get: getPlanExecution,
		idName: 'planExecutionId',
	},
	kind: (op: ContextShowing<typeof WAIT_FOR_PLAN_MESSAGES>, { explainOnFailure }) => ({
		...planKind(op, explainOnFailure),
		// The ID may belong to something else.
		whenUnknown: async (id: string) => {
			if (await exists(op, getTaskExecution, { executionId: id }))
				throw op.refusal(OF_TASK, {}, id);
			if (await exists(op, getPlan, { planId: id })) throw op.refusal(OF_PLAN, {}, id);
		},
	}),
	executableIn: ({ planId: id }) => id,
});
