/** Waits for executions of plans that something else has started. */
import type { IDataObject } from 'n8n-workflow';

import {
	getManyOfPlan,
	getPlanExecution,
	planExecutionId,
} from '../../records/executions/planExecutions';
import { getTaskExecution } from '../../records/executions/taskExecutions';
import { getPlan, planId } from '../../records/tasks/plans';
import { type Output } from '../../shared/declare/answers';
import type { Values } from '../../shared/declare/field';
import { aboutFields, requirement } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { exists } from '../../shared/flows/readIfThere';
import { type Continuation, type FollowedWork } from '../../shared/flows/wait';
import { idText } from '../../shared/support/json';
import { FAILED_PLAN, FOLLOW_MESSAGES, outputOfEnd } from './endOfExecution';
import { type FollowedExecution, howToFollow } from './followExecution';
import { openPlanExecutions, planKind } from './followPlan';
import {
	type AwaitedEnd,
	beginAwaitedEnd,
	continueWith,
	endedAfter,
	type ExecutionListing,
	followNext,
	isAwaitedEnd,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from './nextEnd';
import type { ReadAfterEnd, WaitChoices } from './waitSettings';

const OF_TASK = requirement(
	'planExecutionId',
	'Plan Execution',
	'is the execution of a task: use Task Execution, Wait for End',
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

const LISTING: ExecutionListing = {
	noun: 'plan',
	list: getManyOfPlan,
	open: openPlanExecutions,
	get: getPlanExecution,
	idName: 'planExecutionId',
};

/** What *Wait for End* waits for: one execution, or the next end of a plan. */
export const planToWaitFor = {
	...waitFor('plan'),
	planExecutionId: planExecutionId().shownWhen(OF_EXECUTION),
	executable: planId('The plan whose next end is waited for').label('Plan').shownWhen(OF_NEXT_END),
	endedAfter,
};

export const beginWaitingForPlan = async (
	op: ContextShowing<typeof WAIT_FOR_PLAN_MESSAGES>,
	{
		waitFor: subject,
		planExecutionId: executionId,
		executable,
		endedAfter: after,
	}: Values<typeof planToWaitFor>,
): Promise<FollowedExecution | AwaitedEnd> =>
	subject === 'execution'
		? { executionId, found: true }
		: await beginAwaitedEnd(op, LISTING, executable, after);

export const followForeignPlan = (
	op: ContextShowing<typeof WAIT_FOR_PLAN_MESSAGES>,
	begun: FollowedExecution | AwaitedEnd,
	choices: WaitChoices,
): FollowedWork =>
	isAwaitedEnd(begun)
		? followNext(op, begun, LISTING, choices.timeLimit)
		: howToFollow(op, begun, { ...planKind(op), whenUnknown: explainUnknown(op) }, choices);

export async function outputOfForeignPlan(
	op: ContextShowing<typeof WAIT_FOR_PLAN_MESSAGES>,
	begun: FollowedExecution | AwaitedEnd,
	last: IDataObject,
	choices: WaitChoices & Pick<ReadAfterEnd, 'explainOnFailure'>,
): Promise<Output[] | Continuation<FollowedExecution>> {
	if (isAwaitedEnd(begun)) return continueWith(begun, last);
	const executableId = begun.executableId ?? idText(last.planId);
	const kind = planKind(op, choices.explainOnFailure);
	return await outputOfEnd(op, { ...begun, executableId, last }, kind, choices);
}

/** Says what an ID belongs to, if not to an execution of a plan. */
const explainUnknown =
	(op: OperationContext<typeof OF_PLAN | typeof OF_TASK>) => async (id: string) => {
		if (await exists(op, getTaskExecution, { executionId: id })) throw op.refusal(OF_TASK, {}, id);
		if (await exists(op, getPlan, { planId: id })) throw op.refusal(OF_PLAN, {}, id);
	};
