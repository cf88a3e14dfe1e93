/** Starts an execution and follows it until it ends. */
import { type IDataObject, type NodeOperationError } from 'n8n-workflow';

import { readDefinition } from '../records/names';
import {
	countsAsSuccess,
	everRan,
	misfireReason,
	type Outcome,
	outcomeOf,
} from '../records/outcome';
import {
	executionInWords,
	HOW_IT_ENDED,
	READABLE_PLAN,
	READABLE_TASK,
	readableExecution,
} from '../records/readable';
import type { Output } from '../shared/declare/answers';
import { simplifySetting } from '../shared/declare/define';
import { boolean, integer } from '../shared/declare/field';
import { problem } from '../shared/declare/messages';
import type {
	ContextShowing,
	LookUp,
	OperationContext,
	RequestOperation,
} from '../shared/declare/operation';
import { otherIdIn } from '../shared/declare/recordId';
import { awaitEnd, type END_MESSAGES, type Followed, WAIT_MESSAGES } from '../shared/flows/wait';
import { noteEnd, noteRecord } from '../shared/support/errorNotes';
import { idText, isObject, objectIn } from '../shared/support/json';
import { isRefusedWith } from '../shared/support/refused';
import { simplified } from '../shared/support/simplify';
import { platformTime } from '../shared/support/time';
import { titleCase } from '../shared/support/words';

const AS_OUTPUTS =
	'To have such executions as outputs, switch "Fail When the Execution Fails" off.';

const NO_ID = problem(
	'The platform started the execution without returning its ID',
	'Check with {where}.',
);
const NOT_RUN = problem(
	'The {noun} {how}{reason}',
	`Execution {executionId} ended as {status}. ${AS_OUTPUTS}`,
);

/** Why an execution that ran fails its item: only a task has a log. */
export const FAILED_TASK = problem(
	'The task {how}{reason}',
	`Task Execution, Explain says why, with the component that failed and the errors of its log. Execution {executionId} ended as {status}. ${AS_OUTPUTS}`,
);
export const FAILED_PLAN = problem(
	'The plan {how}{reason}',
	`Plan Execution, Explain says why, with the step and the tasks that failed. Execution {executionId} ended as {status}. Re-Run From Failed Step continues there. ${AS_OUTPUTS}`,
);

/** What {@link startedId} can say. */
export const START_MESSAGES = [NO_ID];
/** What {@link followToEnd} can say. */
export const FOLLOW_MESSAGES = [...WAIT_MESSAGES, NOT_RUN];

/** The settings for waiting, for any execution. */
export const waitSettings = {
	timeLimit: integer(
		'How many minutes to wait for the end of the execution; from about an hour on use Start and the trigger instead, which occupy no worker',
	)
		.label('Time Limit (Minutes)')
		.min(1)
		.startsWith(60),
	failOnFailure: boolean(
		'Whether the node fails when the execution ends without success; when off, such an execution is an output like the others. With Retry On Fail, the next try starts a new one.',
	)
		.label('Fail When the Execution Fails')
		.startsWith(true),
	simplify: simplifySetting,
};

/** Whether a failure is explained where it is reported. */
export const explainOnFailure = boolean(
	'Whether to add to the details of the error, or to the output, why an execution failed, as Explain does',
).optional();

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

export interface WaitChoices {
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	failOnRejectedRows?: boolean;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}

export interface FollowedExecution {
	/** "task" or "plan". */
	noun: string;
	/** Reads the state of the execution. */
	get: RequestOperation;
	/** The name of the path variable of `get`. */
	idName: string;
	/** Reads more if the state alone does not show whether the execution has ended. */
	settle?: (execution: IDataObject) => Promise<IDataObject>;
	/** Called once, if the platform does not know the execution. @throws if waiting for it is pointless, because the ID is that of something else */
	whenUnknown?: (executionId: string) => Promise<void>;
	/** More about an execution that has ended: fields of the output, and of an error about it. */
	more?: (execution: IDataObject) => Promise<IDataObject>;
	/** The error of an execution that ran, and ended without success. */
	failed: (values: {
		how: string;
		reason: string;
		executionId: string;
		status: string;
	}) => NodeOperationError;
	/** Retry On Fail continues this execution instead of starting another one, even if it has failed. */
	keepsStarted?: boolean;
	/** Terminates the execution on the platform; absent if the interface has no such operation. */
	terminate?: { op: ContextShowing<typeof END_MESSAGES>; by: RequestOperation };
	/** Reads the task or plan, which has its name and workspace. */
	definition: RequestOperation;
	/** The names of the task's or plan's ID and name in the output. */
	names: { id: string; name: string };
	/** The fields that Simplify keeps. */
	simple: readonly string[];
}

/** Once an execution has ended, its status adds nothing to its outcome. */
const fieldsOfEnded = (fields: readonly string[]): readonly string[] => [
	...fields.filter((name) => name !== 'status'),
	...['engineType', 'engineId'],
];

/** The fields that Simplify keeps of a task execution that {@link followToEnd} has followed. */
export const ENDED_TASK = fieldsOfEnded(READABLE_TASK);

/** The fields that Simplify keeps of a plan execution. */
export const ENDED_PLAN = fieldsOfEnded(READABLE_PLAN);

/** Types of executions that are not started by a request. */
const STARTED_OTHERWISE = new Set(['SCHEDULED', 'WEBHOOK', 'PLAN']);

/** Whether a schedule, a webhook or a plan started an execution. */
export const startedOtherwise = ({ executionType, planId }: IDataObject): boolean =>
	STARTED_OTHERWISE.has(String(executionType)) || (typeof planId === 'string' && planId !== '');

/**
 * How to find an execution whose start had no response: among the executions of the task or plan since then, by who started them, and how.
 * @param idName the name of the task's or plan's ID in its list of executions
 */
export const lookUpRun = (list: RequestOperation, idName: string): LookUp => ({
	noun: 'The execution',
	list,
	newestFirst: true,
	values: ({ executable }) => ({ [idName]: executable, limit: 100 }),
	matches: (
		{ triggerTimestamp, startTimestamp, executionType, planId, userType, userId },
		_sent,
		{ since, clientId },
	) => {
		const startedAt = platformTime(triggerTimestamp ?? startTimestamp);
		const isOthers =
			clientId !== undefined &&
			(userType === 'HUMAN' ||
				(/^SERVICE(_ACCOUNT)?$/.test(String(userType)) && userId !== clientId));
		const ofPlan = idName === 'taskId' && typeof planId === 'string' && planId !== '';
		return (
			startedAt >= since && !STARTED_OTHERWISE.has(String(executionType)) && !ofPlan && !isOthers
		);
	},
	id: 'executionId',
	answer: ({ executionId }) => ({ executionId }),
});

/** The ID in the response of a start. */
export function startedId(
	op: ContextShowing<typeof START_MESSAGES>,
	body: unknown,
	where: string,
): string {
	const executionId = isObject(body) ? idText(body.executionId) : undefined;
	if (executionId !== undefined) return executionId;
	throw op.problem(NO_ID, { where });
}

/** An execution that is waited for. It is plain JSON, because n8n may store it between two looks. */
export interface Begun extends IDataObject {
	executionId: string;
	/** The ID of its task or plan. If the user gave the ID of the execution, it is unknown until the execution has been read. */
	executableId?: string;
	/** It was in progress before, or the user gave its ID: this item has not started it. */
	found?: boolean;
	/** Further fields of the output. */
	more?: IDataObject;
}

/** An execution that has ended. */
export interface EndedExecution extends Begun {
	/** Its record, when it was last read. */
	last: IDataObject;
}

/** How an execution is followed until it ends. Every error on the way names the execution, because it may still be running. */
export function lookingAt(
	op: OperationContext,
	{ executionId, found: wasRunning }: Begun,
	kind: FollowedExecution,
	choices: WaitChoices,
): Followed {
	const { get, idName, settle, terminate } = kind;
	let { whenUnknown } = kind;
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
						const look = whenUnknown;
						whenUnknown = undefined;
						await look?.(executionId);
					}
					throw error;
				});
			const execution = objectIn(body);
			return settle &&
				outcomeOf(execution) === undefined &&
				otherIdIn(execution, 'executionId', executionId) === undefined
				? await settle(execution)
				: execution;
		},
		idField: 'executionId',
		ended: (execution) => outcomeOf(execution) !== undefined,
		timeLimit: choices.timeLimit,
		end: terminate && {
			op: terminate.op,
			act: async () => await op.sendAfterStop(terminate.by, { executionId }),
			atTimeLimit: choices.terminateAtTimeLimit,
			onStop: choices.terminateOnStop,
		},
	};
}

/** The output of an execution that has ended. @throws if it has failed and the user chose that the node fails then */
export async function outputOfEnd(
	op: ContextShowing<typeof FOLLOW_MESSAGES>,
	{ executionId, executableId, more = {}, last }: EndedExecution,
	kind: FollowedExecution,
	choices: WaitChoices,
): Promise<Output[]> {
	const outcome = outcomeOf(last)!;
	const added = (await kind.more?.(last)) ?? {};
	const failed =
		!countsAsSuccess(outcome) || (outcome === 'rejected' && choices.failOnRejectedRows === true);
	if (failed && choices.failOnFailure) {
		const values = { ...endInWords(last, outcome), executionId };
		const error = everRan(outcome)
			? kind.failed(values)
			: op.problem(NOT_RUN, { ...values, noun: kind.noun });
		const ids = { executionId, ...more, ...added };
		throw kind.keepsStarted ? noteRecord(error, ids) : noteEnd(error, ids);
	}
	if (!choices.simplify) return [{ json: { executionId, outcome, ...more, ...last, ...added } }];
	const { location, ...ran } = await describeWhatRan(op, kind, executableId);
	const subject = {
		noun: titleCase(kind.noun),
		id: executableId,
		name: ran[kind.names.name],
		...location,
	};
	return [
		{
			json: {
				...ran,
				summary: executionInWords(subject, last, op.timezone),
				...simplified(readableExecution(last), kind.simple),
				...enginesOf(last),
				executionId,
				...more,
				...added,
			},
		},
	];
}

/** Waits for the end of an execution, and builds its output. */
export async function followToEnd(
	op: ContextShowing<typeof FOLLOW_MESSAGES>,
	begun: Begun,
	kind: FollowedExecution,
	choices: WaitChoices,
): Promise<Output[]> {
	const last = await awaitEnd(op, lookingAt(op, begun, kind, choices));
	return await outputOfEnd(op, { ...begun, last }, kind, choices);
}

/** The name, ID and workspace of a task or plan. If they cannot be read, its execution is output without them. */
export async function describeWhatRan(
	op: OperationContext,
	{ definition, names }: FollowedExecution,
	executableId: string | undefined,
): Promise<IDataObject & { location: IDataObject }> {
	if (executableId === undefined) return { location: {} };
	const { name, workspace } = await readDefinition(op, definition, executableId);
	const { id, name: workspaceName, environment } = isObject(workspace) ? workspace : {};
	return {
		[names.id]: executableId,
		...(typeof name === 'string' ? { [names.name]: name } : {}),
		...(id === undefined ? {} : { workspaceId: id, workspaceName }),
		location: {
			workspaceName,
			environmentName: isObject(environment) ? environment.name : undefined,
		},
	};
}

/** The engine or cluster that an execution ran on. */
function enginesOf({
	executionDestination,
	remoteEngineId,
	remoteEngineClusterId,
}: IDataObject): IDataObject {
	const engineId = remoteEngineId ?? remoteEngineClusterId;
	return {
		...(executionDestination === undefined ? {} : { engineType: executionDestination }),
		...(engineId === undefined ? {} : { engineId }),
	};
}

/** In words: how an execution ended, why, and with which status. */
function endInWords(last: IDataObject, outcome: Outcome) {
	const isText = (word: unknown): word is string => typeof word === 'string' && word !== '';
	const reason = [last.errorMessage, misfireReason(last)].find(isText);
	const status = [last.status ?? last.executionStatus, last.misfiredExecutionReason]
		.filter(isText)
		.join(', ');
	return {
		how: HOW_IT_ENDED[outcome],
		reason: reason ? `: ${reason}` : '',
		status: last.errorType ? `${status} (${String(last.errorType)})` : status,
	};
}
