/** Executions of tasks. The operations of a single request are in taskExecutionRequests.ts. */
import type { IDataObject } from 'n8n-workflow';

import { getArtifact } from '../../records/artifacts';
import {
	getManyOfTask,
	getManyTaskExecutions,
	getTaskExecution,
	taskExecutionId,
} from '../../records/taskExecutions';
import { getTask, taskId } from '../../records/tasks';
import { type Output, record } from '../../shared/declare/answers';
import { flow, resource } from '../../shared/declare/define';
import { boolean, integer, text } from '../../shared/declare/field';
import { aboutFields, problem, requirement } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { notInFuture } from '../../shared/declare/rules';
import {
	awaiting,
	END_MESSAGES,
	OWN_RECORD_MESSAGES,
	ownRecord,
	WAIT_MESSAGES,
} from '../../shared/flows/wait';
import { idText, objectIn } from '../../shared/support/json';
import {
	beginUnlessRunning,
	ifAlreadyRunning,
	RUNNING_MESSAGES,
} from '../executions/alreadyRunning';
import { startAndWaitForCallback } from '../executions/callback';
import {
	ENDED_TASK,
	explanationOf,
	FAILED_TASK,
	FOLLOW_MESSAGES,
	outputOfEnd,
} from '../executions/endOfExecution';
import { type Begun, type FollowedExecution, lookingAt } from '../executions/followExecution';
import {
	beginNext,
	continueWith,
	endedAfter,
	exists,
	followNext,
	isNext,
	type Next,
	NEXT_MESSAGES,
	OF_EXECUTION,
	OF_NEXT_END,
	waitFor,
} from '../executions/nextEnd';
import { RETURN_VALUE_MESSAGES, returnValueOf } from '../executions/returnValue';
import { START_MESSAGES, startedId } from '../executions/startedExecution';
import { explainOnFailure, waitSettings } from '../executions/waitSettings';
import { explainTask, READS_OF_TASK } from '../explain/explainTask';
import { isService } from '../services/readService';
import { NONE_LISTED, openExecutions, terminateAndWait } from '../services/serviceExecutions';
import { get as getPlanExecution } from './planExecutionRequests';
import { search, start, terminate, whatToRun } from './taskExecutionRequests';

const IS_SERVICE = problem(
	'The task is a route or data service: it was started, and it runs until somebody terminates it',
	'Starting it returned no execution that could be read, only the receipt {executionId}. Use Service, Deploy and Wait: it waits until the service runs. Service, Get Status shows whether it does now.',
);

const RUN_MESSAGES = [
	...START_MESSAGES,
	...FOLLOW_MESSAGES,
	FAILED_TASK,
	...RETURN_VALUE_MESSAGES,
	IS_SERVICE,
];

/** What of an execution is read after its end. */
interface Followings {
	returnValueName?: string;
	explainOnFailure?: boolean;
}

/** How many lines of the log an explanation beside a failure shows. */
export const EXPLAINED_LINES = 10;

/** How an execution of a task is followed; that of a service has no end, and the ID that its start returned none that could be read. */
const followTask = (
	op: ContextShowing<typeof RUN_MESSAGES>,
	task: string,
	{ returnValueName: returned, explainOnFailure: explained }: Followings,
) => ({
	noun: 'task',
	get: getTaskExecution,
	idName: 'executionId',
	failed: (values: Parameters<FollowedExecution['failed']>[0]) => op.problem(FAILED_TASK, values),
	definition: getTask,
	names: { id: 'taskId', name: 'taskName' },
	simple: ENDED_TASK,
	more: async (execution: IDataObject) => ({
		...(returned === undefined
			? {}
			: { returnValue: await returnValueOf(op, execution, returned) }),
		...(await explanationOf(explained, execution, () =>
			explainTask(op, execution, EXPLAINED_LINES),
		)),
	}),
	whenUnknown: async (executionId: string) => {
		if (await isService(op, task)) throw op.problem(IS_SERVICE, { executionId });
	},
});

const failOnRejectedRows = boolean(
	'Whether an execution that rejected rows counts as failed',
).optional();

const returnValueName = text(
	'Name of a value that the job writes into its log as NAME=value, up to the next NAME= of the line; the last one is output as returnValue, after the log is complete, about 30 seconds after the end',
)
	.label('Return Value From Log')
	.eg('RETURN_CODE')
	.optional();

const runAndWait = awaiting({
	name: 'Run and Wait',
	// It terminates only what it has started, or what a person allowed.
	destructive: false,
	action: 'Run a task and wait for its end',
	description:
		'Start a task once and wait until it has ended, with its outcome, rows and duration as output',
	fields: whatToRun,
	settings: {
		...waitSettings,
		failOnRejectedRows,
		terminateAtTimeLimit: boolean(
			'Whether to terminate the execution when the time limit passes; what was in progress before continues',
		).optional(),
		terminateOnStop: boolean(
			'Whether to terminate the execution when the workflow is stopped; what was in progress before continues',
		).optional(),
		returnValueName,
		explainOnFailure,
		...ifAlreadyRunning('task'),
	},
	uses: [start, getTaskExecution, terminate, getManyOfTask, getArtifact, ...READS_OF_TASK],
	messages: [...RUN_MESSAGES, ...END_MESSAGES, ...RUNNING_MESSAGES],
	patient: true,
	answers: record('B.JobExecutionStatus', { needs: ['executionId'], simple: ENDED_TASK }),
	begin: async (op, input): Promise<Begun | Output[]> => {
		const { executable, parameters, logLevel, timeout, timeLimit } = input;
		const started = async () =>
			(await op.sendValues(start, { executable, parameters, logLevel, timeout })).body;
		return await beginUnlessRunning(
			op,
			{
				noun: 'task',
				executableId: executable,
				open: async () => await openExecutions(op, executable),
				start: async () => startedId(op, await started(), 'Get Many of a Task'),
				hasParameters: [parameters, logLevel, timeout].some((given) => given !== undefined),
				terminate: async (open, tooLate) =>
					await terminateAndWait(op, executable, open, { timeLimit, tooLate }),
			},
			input,
		);
	},
	followed: (op, begun, choices) => {
		const kind = followTask(op, begun.executableId!, choices);
		// What was in progress before may be somebody else's: only what it has started is terminated.
		const ending = begun.found ? {} : { terminate: { op, by: terminate } };
		return lookingAt(op, begun, { ...kind, ...ending }, choices);
	},
	end: async (op, begun, last, choices) =>
		await outputOfEnd(
			op,
			{ ...begun, last },
			followTask(op, begun.executableId!, choices),
			choices,
		),
});

const OF_PLAN = requirement(
	'executionId',
	'Execution',
	'is the execution of a plan: use Plan Execution, Wait for End',
);
const OF_TASK = requirement(
	'executionId',
	'Execution',
	'is the ID of a task, not of an execution: set Wait For to Next End of a Task',
);

const listing = { noun: 'task', list: getManyOfTask } as const;

const waitForEnd = awaiting({
	name: 'Wait for End',
	action: 'Wait for the end of a task execution',
	description:
		'Wait for the end of an execution that something else started, such as a schedule, with the same output as Run and Wait; only reads',
	fields: {
		...waitFor('task'),
		executionId: taskExecutionId().shownWhen(OF_EXECUTION),
		executable: taskId('The task whose next end is waited for')
			.label('Task')
			.shownWhen(OF_NEXT_END),
		endedAfter,
	},
	settings: { ...waitSettings, failOnRejectedRows, returnValueName, explainOnFailure },
	rules: [notInFuture('endedAfter')],
	uses: [getTaskExecution, getManyOfTask, getArtifact, getPlanExecution, ...READS_OF_TASK],
	messages: [...RUN_MESSAGES, ...aboutFields(['Task'], NEXT_MESSAGES), OF_PLAN, OF_TASK],
	patient: true,
	answers: record('B.JobExecutionStatus', { needs: ['executionId'], simple: ENDED_TASK }),
	begin: async (
		op,
		{ waitFor: by, executionId, executable, endedAfter: after },
	): Promise<Begun | Next> =>
		by === 'execution'
			? { executionId, found: true }
			: await beginNext(op, listing, executable, after),
	followed: (op, begun, choices) =>
		isNext(begun)
			? followNext(op, begun, listing, choices.timeLimit)
			: lookingAt(
					op,
					begun,
					{ ...followTask(op, '', choices), whenUnknown: explainUnknown(op) },
					choices,
				),
	end: async (op, begun, last, choices) => {
		if (isNext(begun))
			return continueWith({
				executionId: String(last.executionId),
				executableId: begun.executableId,
			});
		const executableId = begun.executableId ?? idText(last.jobId ?? last.taskId);
		const kind = followTask(op, '', choices);
		return await outputOfEnd(op, { ...begun, executableId, last }, kind, choices);
	},
});

/** What an ID is that no execution of a task has. */
const explainUnknown =
	(op: OperationContext<typeof OF_PLAN | typeof OF_TASK>) => async (id: string) => {
		if (await exists(op, getPlanExecution, { planExecutionId: id }))
			throw op.refusal(OF_PLAN, {}, id);
		if (await exists(op, getTask, { taskId: id })) throw op.refusal(OF_TASK, {}, id);
	};

/** How many lines an explanation shows. */
export const logLines = integer('How many of the last error lines of the log to show')
	.label('Log Lines')
	.min(0)
	.max(100)
	.startsWith(EXPLAINED_LINES);

const explain = flow({
	name: 'Explain',
	action: 'Explain why a task execution failed',
	description:
		'Collect why an execution of a task failed: the failed component with its stack trace, the child of a master job, the last errors of the log, and the cause in one word; only reads',
	fields: { executionId: taskExecutionId() },
	settings: { logLines },
	uses: [getTaskExecution, ...READS_OF_TASK],
	messages: OWN_RECORD_MESSAGES,
	answers: record(undefined),
	run: explainExecution,
});

async function explainExecution(
	op: ContextShowing<typeof OWN_RECORD_MESSAGES>,
	{ executionId, logLines: lines }: { executionId: string; logLines: number },
): Promise<Output[]> {
	const execution = ownRecord(
		op,
		objectIn((await op.sendValues(getTaskExecution, { executionId })).body),
		'executionId',
		executionId,
	);
	return [{ json: await explainTask(op, { ...execution, executionId }, lines) }];
}

const TERMINATE_ALL_OF_TASK_MESSAGES = [...WAIT_MESSAGES, NONE_LISTED];

const terminateAllOfTask = flow({
	name: 'Terminate All of a Task',
	action: 'Terminate all executions of a task',
	description:
		'Stop every execution of a task that runs or is about to, such as a service on each engine of a cluster, and wait until they have ended',
	fields: { executable: taskId('The task whose executions are terminated').label('Task') },
	settings: {
		timeLimit: waitSettings.timeLimit
			.describe('How many minutes to wait until all have ended')
			.startsWith(10),
	},
	uses: [getManyOfTask, terminate, getTaskExecution],
	messages: TERMINATE_ALL_OF_TASK_MESSAGES,
	patient: true,
	lockKey: ({ executable }) => `executions of task ${executable}`,
	answers: record(undefined),
	run: terminateAll,
});

async function terminateAll(
	op: ContextShowing<typeof TERMINATE_ALL_OF_TASK_MESSAGES>,
	{ executable, timeLimit }: { executable: string; timeLimit: number },
): Promise<Output[]> {
	const open = await openExecutions(op, executable);
	const terminated =
		open.length === 0 ? [] : await terminateAndWait(op, executable, open, { timeLimit });
	if (open.length === 0) op.hint(NONE_LISTED, { taskId: executable });
	return [{ json: { taskId: executable, terminated: terminated.length, executions: terminated } }];
}

export const taskExecution = resource(
	'taskExecution',
	'Task Execution',
	{
		runAndWait,
		waitForEnd,
		start,
		startAndWaitForCallback,
		explain,
		get: getTaskExecution,
		getMany: getManyTaskExecutions,
		getManyOfTask,
		search,
		terminate,
		terminateAllOfTask,
	},
	'An execution of a task',
);
