/** Starts an execution and follows it until it ends. */
import { type IDataObject, NodeApiError } from 'n8n-workflow';

import type { Output } from '../shared/declare/answers';
import type { Call, LookUp, RequestOperation } from '../shared/declare/operation';
import { boolean, integer } from '../shared/declare/field';
import { countsAsSuccess, everRan, misfireReason, type Outcome, outcomeOf } from '../shared/flows/outcome';
import { followBegun, otherIdIn } from '../shared/flows/wait';
import { aboutRecord } from '../shared/support/about';
import { markAsEnded } from '../shared/support/ends';
import { idText, isObject } from '../shared/support/json';

/** The settings for waiting, for any execution. */
export const waitSettings = {
	timeLimit: integer('How many minutes to wait for the end of the execution; from about an hour on use Start and the trigger instead, which occupy no worker')
		.label('Time Limit (Minutes)')
		.min(1)
		.startsWith(60),
	failOnFailure: boolean(
		'Whether the node fails when the execution ends without success; when off, such an execution is an output like the others. With Retry On Fail, the next try starts a new one.',
	)
		.label('Fail When the Execution Fails')
		.startsWith(true),
	simplify: boolean(
		'Whether to return a simplified version of the response instead of the raw data',
	).startsWith(true),
};

export interface WaitChoices {
	timeLimit: number;
	failOnFailure: boolean;
	simplify: boolean;
	failOnRejectedRows?: boolean;
	terminateAtTimeLimit?: boolean;
	terminateOnStop?: boolean;
}

interface Followed {
	/** "task" or "plan". */
	noun: string;
	/** Reads the state of the execution. */
	get: RequestOperation;
	/** The name of the path variable of `get`. */
	idName: string;
	/** Reads more if the state alone does not show whether the execution has ended. */
	settle?: (execution: IDataObject) => Promise<IDataObject>;
	/** Looks, once, why the platform does not know the execution that it has just started. @throws if waiting for it is pointless */
	whenUnknown?: (executionId: string) => Promise<void>;
	/** More about an execution that has ended: fields of the output, and of an error about it. */
	more?: (execution: IDataObject) => Promise<IDataObject>;
	/** Terminates the execution on the platform; absent if the interface has no such operation. */
	terminate?: RequestOperation;
	/** Reads the task or plan, which has its name and workspace. */
	definition: RequestOperation;
	/** What the output calls the ID and the name of what was run. */
	names: { id: string; name: string };
}

const NAMED = ['workspaceId', 'workspaceName', 'engineType', 'engineId'] as const;
const TIMES_AND_REASONS = ['startTimestamp', 'finishTimestamp', 'durationSeconds', 'errorMessage', 'misfiredReason'] as const;

/** The fields of a task's execution that was followed to its end, as {@link followToEnd} makes them with Simplify. */
export const ENDED_TASK = ['executionId', 'outcome', 'taskId', 'taskName', ...NAMED, 'processedRows', 'rejectedRows', ...TIMES_AND_REASONS] as const;

/** The same of a plan's execution. */
export const ENDED_PLAN = ['executionId', 'outcome', 'planId', 'planName', ...NAMED, 'plannedExecutableCount', 'doneExecutableCount', ...TIMES_AND_REASONS] as const;

/** Types of executions that are not started by a request. */
const STARTED_OTHERWISE = new Set(['SCHEDULED', 'WEBHOOK', 'PLAN']);

/** Whether a schedule, a webhook or a plan started an execution. */
export const startedOtherwise = ({ executionType, planId }: IDataObject): boolean => STARTED_OTHERWISE.has(String(executionType)) || (typeof planId === 'string' && planId !== '');

/** How to find an execution whose start had no response: the executions of the same task or plan since then, by who started them and how. */
export const lookUpRun = (list: RequestOperation, idOfWhat: string): LookUp => ({
	noun: 'The execution',
	list,
	newestFirst: true,
	values: ({ executable }) => ({ [idOfWhat]: executable, limit: 100 }),
	is: ({ triggerTimestamp, startTimestamp, executionType, planId, userType, userId }, _sent, { since, asker }) => {
		const begun = Date.parse(String(triggerTimestamp ?? startTimestamp));
		const isOthers = asker !== undefined && (userType === 'HUMAN' || (/^SERVICE(_ACCOUNT)?$/.test(String(userType)) && userId !== asker));
		const ofPlan = idOfWhat === 'taskId' && typeof planId === 'string' && planId !== '';
		return begun >= since && !STARTED_OTHERWISE.has(String(executionType)) && !ofPlan && !isOthers;
	},
	id: 'executionId',
	answer: ({ executionId }) => ({ executionId }),
});

/** The ID in the response of a start. */
export function startedId(call: Call, body: unknown, where: string): string {
	const executionId = isObject(body) ? idText(body.executionId) : undefined;
	if (executionId !== undefined) return executionId;
	throw call.problem('The platform started the execution without returning its ID', `Check with ${where}.`);
}

/**
 * Waits for the end of an execution that was started, and builds its output.
 * Whatever goes wrong from here on, the error names the execution: it may still be running.
 * @param what the ID of the task or plan
 */
export async function followToEnd(
	call: Call,
	executionId: string,
	what: string,
	of: Followed,
	choices: WaitChoices,
	more: IDataObject = {},
): Promise<Output[]> {
	const { get, idName, settle, terminate } = of;
	let { whenUnknown } = of;
	const last = await followBegun(call, {
		subject: `Execution ${executionId}`,
		id: executionId,
		about: { executionId },
		read: async () => {
			const { body } = await call.ask(get, { [idName]: executionId }).catch(async (error: unknown) => {
				if (error instanceof NodeApiError && error.httpCode === '404') {
					const look = whenUnknown;
					whenUnknown = undefined;
					await look?.(executionId);
				}
				throw error;
			});
			const execution = body as IDataObject;
			return settle && outcomeOf(execution) === undefined && otherIdIn(execution, 'executionId', executionId) === undefined ? await settle(execution) : execution;
		},
		idField: 'executionId',
		ended: (execution) => outcomeOf(execution) !== undefined,
		timeLimit: choices.timeLimit,
		end: terminate && {
			act: async () => await call.askLast(terminate, { executionId }),
			atTimeLimit: choices.terminateAtTimeLimit,
			onStop: choices.terminateOnStop,
		},
	});
	const outcome = outcomeOf(last)!;
	const added = (await of.more?.(last)) ?? {};
	const failed = !countsAsSuccess(outcome) || (outcome === 'rejected' && choices.failOnRejectedRows === true);
	if (failed && choices.failOnFailure) throw markAsEnded(aboutRecord(call.problem(...failureWords(of.noun, executionId, outcome, last)), { executionId, ...added }));
	if (!choices.simplify) return [{ json: { executionId, outcome, ...more, ...last, ...added } }];
	return [{ json: { executionId, outcome, ...(await describeWhatRan(call, of, what)), ...placeOf(last), ...namesTimesAndCounts(last), ...more, ...added } }];
}

/** The name, ID and workspace of what was run. An execution that has ended is output even if these cannot be read. */
async function describeWhatRan(call: Call, { definition, names }: Followed, what: string): Promise<IDataObject> {
	const known = read.get(call.run) ?? new Map<string, Promise<IDataObject>>();
	read.set(call.run, known);
	const [variable] = Object.keys(definition.path ?? {});
	const reading =
		known.get(what) ??
		call.ask(definition, { [variable!]: what }).then(
			({ body }): IDataObject => (isObject(body) ? (body) : {}),
			(): IDataObject => ({}),
		);
	known.set(what, reading);
	const { name, workspace } = await reading;
	return {
		[names.id]: what,
		...(typeof name === 'string' ? { [names.name]: name } : {}),
		...(isObject(workspace) ? { workspaceId: workspace.id, workspaceName: workspace.name } : {}),
	};
}

/** What the items of one run of the node have read of tasks and plans: each is read once. */
const read = new WeakMap<object, Map<string, Promise<IDataObject>>>();

/** Where it ran. */
function placeOf({ workspaceId, executionDestination, remoteEngineId, remoteEngineClusterId }: IDataObject): IDataObject {
	const engineId = remoteEngineId ?? remoteEngineClusterId;
	return {
		...(workspaceId === undefined ? {} : { workspaceId }),
		...(executionDestination === undefined ? {} : { engineType: executionDestination }),
		...(engineId === undefined ? {} : { engineId }),
	};
}

/** Readable names, times and counts; the platform's own are in the output that is not simplified. */
function namesTimesAndCounts(execution: IDataObject): IDataObject {
	const start = Date.parse(String(execution.startTimestamp ?? execution.triggerTimestamp ?? ''));
	const finish = Date.parse(String(execution.finishTimestamp ?? ''));
	const result: IDataObject = {};
	for (const name of ['startTimestamp', 'finishTimestamp', 'errorMessage', 'plannedExecutableCount', 'doneExecutableCount'])
		if (execution[name] !== undefined) result[name] = execution[name];
	const why = misfireReason(execution);
	if (why !== undefined) result.misfiredReason = why;
	if (execution.numberOfProcessedRows !== undefined) result.processedRows = execution.numberOfProcessedRows;
	if (execution.numberOfRejectedRows !== undefined) result.rejectedRows = execution.numberOfRejectedRows;
	if (Number.isFinite(start) && Number.isFinite(finish)) result.durationSeconds = (finish - start) / 1000;
	return result;
}

const ENDS: Record<Outcome, string> = {
	succeeded: 'succeeded',
	rejected: 'rejected rows',
	failed: 'failed',
	terminated: 'was terminated',
	deployFailed: 'could not be deployed, so it did not start',
	misfired: 'did not start',
	unknown: 'ended in a way that is not known',
};

/** Only a task has a log, and only if it ran. */
function failureWords(noun: string, executionId: string, outcome: Outcome, last: IDataObject): [string, string] {
	const reason = [last.errorMessage, misfireReason(last)].find((word) => typeof word === 'string' && word !== '');
	return [
		`The ${noun} ${ENDS[outcome]}${reason ? `: ${String(reason)}` : ''}`,
		`Execution ${executionId} ended as ${[last.status ?? last.executionStatus, last.misfiredExecutionReason].filter((word) => typeof word === 'string' && word !== '').join(', ')}${
			last.errorType ? ` (${String(last.errorType)})` : ''
		}. ${
			!everRan(outcome) ? '' : noun === 'task' ? 'Read its log with Talend Cloud Observability, Execution Log, Download. ' : 'Get Steps shows which step failed; Re-Run From Failed Step continues there. '
		}To have such executions as outputs, switch "Fail When the Execution Fails" off.`,
	];
}
