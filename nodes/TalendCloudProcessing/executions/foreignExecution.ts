/**
 * Waits for executions that something else has started. This works in the same way for tasks and
 * plans.
 */
import type { IDataObject } from 'n8n-workflow';

import type { Output } from '../../shared/declare/answers';
import type { Message } from '../../shared/declare/messages';
import type { OperationContext } from '../../shared/declare/operation';
import type { Continuation } from '../../shared/flows/wait/awaiting';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import { idText } from '../../shared/support/json';
import { type FOLLOW_MESSAGES, outputOfEnd } from './endOfExecution';
import { type ExecutionProfile, type FollowedExecution, howToFollow } from './followExecution';
import {
	type AwaitedEnd,
	beginAwaitedEnd,
	continueWith,
	type ExecutionListing,
	followNext,
	isAwaitedEnd,
	type NEXT_MESSAGES,
} from './nextEnd';
import type { ReadAfterEnd, WaitChoices } from './waitSettings';

/** The messages that both tasks and plans can show while waiting. */
type CommonMessage = (typeof FOLLOW_MESSAGES)[number] | (typeof NEXT_MESSAGES)[number];

/** What differs between the executions of tasks and those of plans. */
interface ForeignExecutions<M extends Message> {
	/**
	 * How executions are listed and read. Its `idName` is also the field in which the user gives the
	 * ID of an execution.
	 */
	listing: ExecutionListing;
	profileOf: (op: OperationContext<M | CommonMessage>, choices: ReadAfterEnd) => ExecutionProfile;
	/** The ID of the task or plan, from the record of an execution. */
	executableIn: (execution: IDataObject) => unknown;
}

/**
 * The fields of *Wait for End*, except for the ID of the execution, which has another name for
 * tasks than for plans.
 */
interface WhatToWaitFor {
	waitFor: string;
	executable: string;
	endedAfter: number;
}

/** The parts of *Wait for End*: of one execution, or of the next end of a task or plan. */
export const waitingForForeign = <M extends Message>({
	listing,
	profileOf,
	executableIn,
}: ForeignExecutions<M>) => ({
	begin: async (
		op: OperationContext<M | CommonMessage>,
		{ waitFor, executable, endedAfter, ...input }: WhatToWaitFor,
	): Promise<FollowedExecution | AwaitedEnd> =>
		waitFor === 'execution'
			? { executionId: (input as IDataObject)[listing.idName] as string, wasRunning: true }
			: await beginAwaitedEnd(op, listing, executable, endedAfter),

	howToFollow: (
		op: OperationContext<M | CommonMessage>,
		begun: FollowedExecution | AwaitedEnd,
		choices: WaitChoices & ReadAfterEnd,
	): FollowedWork =>
		isAwaitedEnd(begun)
			? followNext(op, begun, listing, choices.timeLimit)
			: howToFollow(op, begun, profileOf(op, choices), choices),

	finish: async (
		op: OperationContext<M | CommonMessage>,
		begun: FollowedExecution | AwaitedEnd,
		lastState: IDataObject,
		choices: WaitChoices & ReadAfterEnd,
	): Promise<Output[] | Continuation<FollowedExecution>> => {
		if (isAwaitedEnd(begun)) return continueWith(begun, lastState);
		const executableId = begun.executableId ?? idText(executableIn(lastState));
		return await outputOfEnd(
			op,
			{ ...begun, executableId, lastState },
			profileOf(op, choices),
			choices,
		);
	},
});
