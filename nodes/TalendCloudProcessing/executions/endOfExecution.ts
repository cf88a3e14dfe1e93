/** What *Run and Wait* and *Wait for End* do once an execution has ended: output it, or fail. */
import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { readExecutable } from '../../records/executions/executableNames';
import {
	countsAsSuccess,
	everRan,
	type Outcome,
	outcomeOf,
} from '../../records/executions/outcome';
import {
	executionInWords,
	HOW_IT_ENDED,
	readableExecution,
	reasonOf,
	simplePlanExecutionFields,
	simpleTaskExecutionFields,
} from '../../records/executions/readable';
import { placeOf } from '../../records/places/placeOf';
import type { Output } from '../../shared/declare/answers';
import { problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { awaitEnd } from '../../shared/flows/wait/awaitEnd';
import { WAIT_MESSAGES } from '../../shared/flows/wait/waitMessages';
import { noteEnd, noteRecord } from '../../shared/support/errorNotes';
import { isText, withoutUndefined } from '../../shared/support/json';
import { simplified } from '../../shared/support/simplify';
import { titleCase } from '../../shared/support/text/words';
import {
	type EndedExecution,
	type ExecutionProfile,
	type FollowedExecution,
	howToFollow,
} from './followExecution';
import type { WaitChoices } from './waitSettings';

const AS_OUTPUTS = 'To output failed executions instead, turn off "Fail When the Execution Fails".';

const RAN = 'it ran';

const NOT_RUN = problem(
	'The {noun} {name} {how}{reason}',
	`Execution {executionId} ended with the status {status}. ${AS_OUTPUTS}`,
	'it did not run',
);

/** Why an item fails after an execution of a task. It mentions the log, which only tasks have. */
export const FAILED_TASK = problem(
	'The task {name} {how}{reason}',
	`Execution {executionId} ended with the status {status}. To see which component failed and why, use Task Execution → Explain. ${AS_OUTPUTS}`,
	RAN,
);

export const FAILED_PLAN = problem(
	'The plan {name} {how}{reason}',
	`Execution {executionId} ended with the status {status}. To see which step failed and why, use Plan Execution → Explain. To continue at that step, use Plan Execution → Re-Run From Failed Step. ${AS_OUTPUTS}`,
	RAN,
);

/**
 * Why an item fails with *Explain on Failure*, for tasks and plans. The details of the error say
 * more.
 */
const EXPLAINED_FAILURE = problem(
	'The {noun} {name} {how}{reason}',
	`{causeReason} Execution {executionId} ended with the status {status}. ${AS_OUTPUTS}`,
	'with Explain on Failure',
);

/** What {@link followToEnd} can say. */
export const FOLLOW_MESSAGES = [...WAIT_MESSAGES, NOT_RUN, EXPLAINED_FAILURE];

/**
 * The fields of an execution that has ended. Its status is left out, because the outcome says the
 * same.
 */
const fieldsOfEnded = (fields: readonly string[]): readonly string[] => [
	...fields.filter((name) => name !== 'status'),
	...['engineType', 'engineId'],
];

/** The fields that Simplify keeps of a task execution that {@link followToEnd} has followed. */
export const simpleEndedTaskFields = fieldsOfEnded(simpleTaskExecutionFields);

/** The fields that Simplify keeps of a plan execution. */
export const simpleEndedPlanFields = fieldsOfEnded(simplePlanExecutionFields);

/** The explanation of an execution that ended without success, if the user chose to have one. */
export const explanationOf = async (
	chosen: boolean | undefined,
	execution: IDataObject,
	explain: () => Promise<IDataObject>,
): Promise<IDataObject> => {
	const outcome = outcomeOf(execution);
	return chosen === true && outcome !== undefined && !countsAsSuccess(outcome)
		? await explain()
		: {};
};

/**
 * The output of an execution that has ended.
 * @throws if it has failed, and the user chose that the node then fails
 */
export async function outputOfEnd(
	op: ContextShowing<typeof FOLLOW_MESSAGES>,
	{ executionId, executableId, extraFields = {}, lastState }: EndedExecution,
	profile: ExecutionProfile,
	choices: WaitChoices,
): Promise<Output[]> {
	const outcome = outcomeOf(lastState)!;
	const added = (await profile.readExtraFields?.(lastState)) ?? {};
	const isFailure =
		!countsAsSuccess(outcome) ||
		(choices.failOnRejectedRows === true && hasRejectedRows(lastState));
	const nodeFails = isFailure && choices.failOnFailure;
	if (!nodeFails && !choices.simplify)
		return [{ json: { executionId, outcome, ...extraFields, ...lastState, ...added } }];
	const { location, ...ran } = await readExecutableFields(op, profile, executableId);
	const name = ran[profile.names.name];
	if (nodeFails) {
		const error = errorOfEnd(op, profile, lastState, {
			executionId,
			name: isText(name) ? `"${name}"` : (executableId ?? `of execution ${executionId}`),
			causeReason: added.causeReason,
		});
		const ids = { executionId, ...extraFields, ...added };
		throw profile.keepsStarted ? noteRecord(error, ids) : noteEnd(error, ids);
	}
	const subject = { noun: titleCase(profile.noun), id: executableId, name, ...location };
	return [
		{
			json: {
				...ran,
				summary: executionInWords(subject, lastState, op.timezone),
				...simplified(readableExecution(lastState), profile.simple),
				...enginesOf(lastState),
				executionId,
				...extraFields,
				...added,
			},
		},
	];
}

/** Whether an execution rejected rows. Its status may not say so, but only their number. */
const hasRejectedRows = (execution: IDataObject): boolean =>
	outcomeOf(execution) === 'rejected' || Number(execution.numberOfRejectedRows) > 0;

/** The error for an execution that has failed, with its explanation, if there is one. */
function errorOfEnd(
	op: ContextShowing<typeof FOLLOW_MESSAGES>,
	{ noun, failed }: ExecutionProfile,
	lastState: IDataObject,
	{ causeReason, ...known }: { executionId: string; name: string; causeReason: unknown },
): NodeOperationError {
	const ended = outcomeOf(lastState)!;
	// A success is a failure only because of its rejected rows.
	const outcome = ended === 'succeeded' ? 'rejected' : ended;
	const values = { ...endInWords(lastState, outcome), ...known };
	if (isText(causeReason)) return op.problem(EXPLAINED_FAILURE, { ...values, noun, causeReason });
	return everRan(outcome) ? failed(values) : op.problem(NOT_RUN, { ...values, noun });
}

/** Waits for the end of an execution, and builds its output. */
export async function followToEnd(
	op: ContextShowing<typeof FOLLOW_MESSAGES>,
	begun: FollowedExecution,
	profile: ExecutionProfile,
	choices: WaitChoices,
): Promise<Output[]> {
	const lastState = await awaitEnd(op, howToFollow(op, begun, profile, choices));
	return await outputOfEnd(op, { ...begun, lastState }, profile, choices);
}

/**
 * The name, ID and workspace of a task or plan. If they cannot be read, its execution is output
 * without them.
 */
export async function readExecutableFields(
	op: OperationContext,
	{ getExecutable, names }: ExecutionProfile,
	executableId: string | undefined,
): Promise<IDataObject & { location: IDataObject }> {
	if (executableId === undefined) return { location: {} };
	const executable = await readExecutable(op, getExecutable, executableId);
	const { name } = executable;
	const { workspaceId, workspaceName, environmentName } = placeOf(executable);
	return {
		[names.id]: executableId,
		...(typeof name === 'string' ? { [names.name]: name } : {}),
		...(workspaceId === undefined ? {} : { workspaceId, workspaceName }),
		location: { workspaceName, environmentName },
	};
}

/** The engine or cluster that an execution ran on. */
function enginesOf({
	executionDestination,
	remoteEngineId,
	remoteEngineClusterId,
}: IDataObject): IDataObject {
	const engineId = remoteEngineId ?? remoteEngineClusterId;
	return withoutUndefined({
		engineType: executionDestination,
		engineId,
	});
}

/** Says in words how an execution ended, why, and with which status. */
function endInWords(lastState: IDataObject, outcome: Outcome) {
	const reason = reasonOf(lastState);
	const status = [lastState.status ?? lastState.executionStatus, lastState.misfiredExecutionReason]
		.filter(isText)
		.join(', ');
	return {
		how: HOW_IT_ENDED[outcome],
		reason: reason ? `: ${reason}` : '',
		status: lastState.errorType ? `${status} (${String(lastState.errorType)})` : status,
	};
}
