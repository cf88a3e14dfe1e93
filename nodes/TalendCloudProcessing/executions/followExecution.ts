/**
 * How an execution is followed until it ends. Start here; who calls whom:
 *
 * - *Run and Wait* (runAndWait.ts) and *Wait for End* (waitForEnd.ts), which tasks and plans have
 *   each, are declared with awaiting() (flows/wait/awaiting.ts), which calls the parts below in
 *   this order. For an execution that something else starts, they are in waitingForForeign()
 *   (foreignExecution.ts).
 * - `begin`: beginTask() and beginPlan() call beginUnlessRunning() (alreadyRunning.ts), which first
 *   looks for executions in progress, as *If Already Running* says. waitingForForeign() takes the
 *   execution of the given ID, or calls beginAwaitedEnd() (nextEnd.ts).
 * - `howToFollow`: all parts call howToFollow() in this file, or followNext() (nextEnd.ts). The
 *   {@link ExecutionProfile} that they pass says what differs: taskFollowing() (taskFollowing.ts)
 *   or planFollowing() (planFollowing.ts).
 * - `finish`: all parts call outputOfEnd() (endOfExecution.ts), which fails or makes the output.
 *   returnValue.ts reads what the job has returned. For a plan that is retried, endOfPlan() returns
 *   the next execution instead, and `restart`, which is retryPlan() (runAndWait.ts), starts it.
 * - *Re-Run From Failed Step* (rerunFromFailedStep.ts) goes through the same in one call,
 *   followToEnd(). *Start and Wait for Callback* (startAndWaitForCallback.ts) follows nothing: the
 *   job reports its end.
 */
import { type IDataObject, type NodeOperationError } from 'n8n-workflow';

import { outcomeOf } from '../../records/executions/outcome';
import { otherIdIn } from '../../shared/declare/derived/recordId';
import type {
	ContextShowing,
	OperationContext,
	RequestOperation,
} from '../../shared/declare/operation';
import type { FollowedWork } from '../../shared/flows/wait/followedWork';
import type { END_MESSAGES } from '../../shared/flows/wait/waitMessages';
import { isRefusedWith } from '../../shared/support/http/refused';
import { objectIn } from '../../shared/support/json';
import type { WaitChoices } from './waitSettings';

export interface ExecutionProfile {
	/** "task" or "plan". */
	noun: string;
	/** Reads the state of the execution. */
	get: RequestOperation;
	/** The name of the path variable of `get`. */
	idName: string;
	/** Completes a record that alone does not show whether the execution has ended. */
	complete?: (execution: IDataObject) => Promise<IDataObject>;
	/**
	 * Called once if the platform does not know the execution.
	 * @throws if waiting is pointless, because the ID belongs to something else
	 */
	whenUnknown?: (executionId: string) => Promise<void>;
	/** Reads what the output and the error show in addition, once the execution has ended. */
	readExtraFields?: (execution: IDataObject) => Promise<IDataObject>;
	/** Makes the error for an execution that ran and ended without success. */
	failed: (values: {
		/** The name in quotation marks; or the ID, if the name is not known. */
		name: string;
		how: string;
		reason: string;
		executionId: string;
		status: string;
	}) => NodeOperationError;
	/**
	 * Whether Retry On Fail continues this execution even if it has failed, instead of starting
	 * another one.
	 */
	keepsStarted?: boolean;
	/** Terminates the execution on the platform; absent if the interface has no such operation. */
	terminate?: { op: ContextShowing<typeof END_MESSAGES>; by: RequestOperation };
	/** Reads the task or plan, which has its name and workspace. */
	getExecutable: RequestOperation;
	/** The names of the task's or plan's ID and name in the output. */
	names: { id: string; name: string };
	/** The fields that Simplify keeps. */
	simple: readonly string[];
}

/**
 * An execution whose end is waited for. It is plain JSON, because n8n may store it between two
 * readings.
 */
export interface FollowedExecution extends IDataObject {
	executionId: string;
	/**
	 * The ID of its task or plan. If the user gave the ID of the execution, it is unknown until the
	 * execution has been read.
	 */
	executableId?: string;
	/** Whether the item has not started it: it was already in progress, or the user gave its ID. */
	wasRunning?: boolean;
	/** Further fields of the output. */
	extraFields?: IDataObject;
}

/** An execution that has ended. */
export interface EndedExecution extends FollowedExecution {
	/** Its record at the last reading. */
	lastState: IDataObject;
}

/**
 * How an execution is followed until it ends. Every error meanwhile names the execution, because it
 * may still be running.
 */
export function howToFollow(
	op: OperationContext,
	{ executionId, wasRunning }: FollowedExecution,
	profile: ExecutionProfile,
	choices: WaitChoices,
): FollowedWork {
	const { get, idName, complete, terminate } = profile;
	let { whenUnknown } = profile;
	return {
		subject: `Execution ${executionId}`,
		wasRunning,
		id: executionId,
		ids: { executionId },
		read: async () => {
			const { body } = await op
				.sendValues(get, { [idName]: executionId })
				.catch(async (error: unknown) => {
					if (isRefusedWith(error, 404)) {
						const throwIfOther = whenUnknown;
						whenUnknown = undefined;
						await throwIfOther?.(executionId);
					}
					throw error;
				});
			const execution = objectIn(body);
			return complete &&
				outcomeOf(execution) === undefined &&
				otherIdIn(execution, 'executionId', executionId) === undefined
				? await complete(execution)
				: execution;
		},
		idField: 'executionId',
		hasEnded: (execution) => outcomeOf(execution) !== undefined,
		timeLimitMinutes: choices.timeLimit,
		end: terminate && {
			op: terminate.op,
			terminate: async () => await op.sendAfterStop(terminate.by, { executionId }),
			endsAtTimeLimit: choices.terminateAtTimeLimit,
			endsOnStop: choices.terminateOnStop,
		},
	};
}
