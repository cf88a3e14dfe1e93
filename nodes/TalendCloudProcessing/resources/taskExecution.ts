/**
 * The lists of executions of tasks, the picker that chooses from them, and the requests that start and end one. What
 * waits for them is in taskRun.ts.
 */
import type { IDataObject } from 'n8n-workflow';

import { nothing, record, records } from '../../shared/declare/answers';
import { hint } from '../../shared/declare/messages';
import type { Call } from '../../shared/declare/operation';
import {
	choice,
	id,
	integer,
	list,
	mapped,
	milliseconds,
	suggestion,
} from '../../shared/declare/field';
import { operation } from '../../shared/declare/define';
import { type Further, limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { period } from '../../shared/declare/rules';
import { outcomeOf, TASK_STATUSES } from '../outcome';
import { otherIdIn } from '../../shared/flows/wait';
import { clock } from '../../shared/support/clock';
import { environmentId } from '../../TalendCloudOrchestration/resources/environment';
import { getManyTasks, taskId } from '../../TalendCloudOrchestration/resources/task';
import { parametersOfTask } from '../../TalendCloudOrchestration/resources/taskParameters';
import { workspaceId } from '../../TalendCloudOrchestration/resources/workspace';
import { executionEntry, withNamesOf } from '../executionEntry';
import { lookUpRun } from '../follow';

const TERMINATED_BUT =
	'The platform accepted the termination of execution {executionId}, but how it ended could not be read:';
const OTHER_READ = hint(`${TERMINATED_BUT} the platform answered with another execution, {other}`);
const END_NOT_READ = hint(`${TERMINATED_BUT} {reason}`);

/** What most users need of an execution; list items have `taskId`, the single read `jobId`. */
export const simple = [
	'executionId',
	'taskId',
	'jobId',
	'workspaceId',
	'status',
	'executionStatus',
	'startTimestamp',
	'finishTimestamp',
	'numberOfProcessedRows',
	'numberOfRejectedRows',
	'errorMessage',
	'misfiredExecutionReason',
] as const;

const DAY = 86_400_000;
/** How far back the platform lists executions (docs/platform/interface.md, "Limits"). */
const MOST_DAYS = 60;

/** Which executions of the past are meant: by default those of 60 days. */
export const history = {
	lastDays: integer('Only executions triggered in the last N days')
		.min(1)
		.max(MOST_DAYS)
		.byDefault(MOST_DAYS)
		.eg(7)
		.optional(),
	from: milliseconds('Only executions triggered at or after this time').optional(),
	to: milliseconds(
		'Only executions triggered at or before this time; at most 60 days after From',
	).optional(),
};

export const historyRules = [period('from', 'to', MOST_DAYS)];

export const page = {
	limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
	offset: integer('How many executions to skip').min(0).byDefault(0).sample(10).optional(),
};

/** The rest of a history, as a span that ends with its last record and begins at the beginning of the whole. */
export const olderThan: Further = (
	{ triggerTimestamp, startTimestamp },
	{ from, to, lastDays, ...given },
) => {
	const startedText = String(triggerTimestamp ?? startTimestamp);
	const until = Date.parse(startedText);
	if (Number.isNaN(until)) return undefined;
	const now = clock.now();
	const begins = [
		from === undefined ? (to === undefined ? now : Number(to)) - MOST_DAYS * DAY : Number(from),
		...(lastDays === undefined ? [] : [now - Number(lastDays) * DAY]),
	];
	// The platform may know its times more precisely than it returns them.
	return { ...given, from: Math.max(...begins), to: until + (/\.\d/.test(startedText) ? 1 : 999) };
};

const status = suggestion('Only executions with this status', TASK_STATUSES).optional();
const scope = {
	environmentId: environmentId('Only executions in this environment').optional(),
	workspaceId: workspaceId(
		'Only executions in this workspace; it must belong to the environment when both are given',
	).optional(),
};

const executions = records('B.JobExecutionStatus', { simple, key: 'executionId' });

export const getMany = operation('GET /processing/executables/tasks/executions', {
	name: 'Get Many',
	action: 'Get many task executions',
	description: 'List the executions of all tasks that you may see, newest first',
	query: { ...history, ...scope, status, ...page },
	rules: historyRules,
	pages: limitOffset({ further: olderThan }),
	answers: executions,
});

/** A recent execution, as a field of an operation. */
export const executionPicker = picker({
	noun: 'execution',
	method: 'searchTaskExecutions',
	list: getMany,
	always: { lastDays: 60 },
	complete: withNamesOf(getManyTasks, ['taskId', 'jobId']),
	entry: executionEntry(['taskId', 'jobId']),
	byName: false,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

/** An execution of a task, as a field of an operation. */
export const taskExecutionId = (description = 'The execution') =>
	id(description).pick(executionPicker);

export const get = operation('GET /processing/executions/{executionId}', {
	name: 'Get',
	action: 'Get a task execution',
	description: 'Read the status, rows and times of one execution of a task',
	path: { executionId: taskExecutionId() },
	answers: record('B.JobExecutionStatus', { needs: ['executionId'], simple }),
});

export const getManyOfTask = operation('GET /processing/executables/tasks/{taskId}/executions', {
	name: 'Get Many of a Task',
	action: 'Get many executions of a task',
	description: 'List the executions of one task, newest first',
	path: { taskId: taskId() },
	query: { ...history, status, ...page },
	rules: historyRules,
	pages: limitOffset({ further: olderThan }),
	answers: executions,
});

export const search = operation('POST /processing/executables/tasks/executions', {
	name: 'Search',
	action: 'Search task executions',
	description:
		'List executions by status, environment, workspace, time and tags; only this search can filter by tags',
	effect: 'read',
	body: {
		...history,
		...scope,
		status,
		tags: list('Only executions of tasks that have all of these tags')
			.sample(['nightly', 'finance'])
			.optional(),
		...page,
	},
	rules: historyRules,
	pages: limitOffset({ where: 'body', further: olderThan }),
	answers: executions,
});

export const whatToRun = {
	executable: taskId('The task to run').label('Task'),
	parameters: mapped(
		'Values for the parameters of the task, by name; those left empty are as the task has them',
		parametersOfTask,
	)
		.sample({ country: 'FR' })
		.optional(),
	logLevel: choice('How much the execution writes to its log', [
		{ value: 'OFF', name: 'Off' },
		{ value: 'ERROR', name: 'Error' },
		{ value: 'WARN', name: 'Warn' },
		{ value: 'INFO', name: 'Info' },
	])
		.byDefault('WARN')
		.sample('INFO')
		.optional(),
	timeout: integer(
		'After how many minutes the platform terminates the execution, also when nobody waits for it; accurate to about 10 seconds',
	)
		.label('Timeout (Minutes)')
		.min(1)
		.eg(90)
		.optional(),
};

export const start = operation('POST /processing/executions', {
	name: 'Start',
	action: 'Start a task',
	description: 'Start a task and continue immediately with the ID of the execution',
	body: whatToRun,
	refusals: {
		405: 'The task is paused. Resume it (Talend Cloud Orchestration, Task, Pause or Resume), then start it again.',
		501: 'The task is not configured to run yet. Give it a run configuration (Talend Cloud Orchestration, Run Configuration, Set Run Configuration of Task).',
	},
	look: 'Check with Get Many of a Task whether an execution has just started before you start the task again.',
	lookUp: lookUpRun(getManyOfTask, 'taskId'),
	answers: record('B.Executionidentifier', { needs: ['executionId'] }),
});

export const terminate = operation('DELETE /processing/executions/{executionId}', {
	name: 'Terminate',
	action: 'Terminate a task execution',
	description: 'Stop an execution of a task on the platform',
	path: { executionId: taskExecutionId() },
	answers: nothing(),
	messages: [OTHER_READ, END_NOT_READ],
	perform: async (call, of, input) => {
		const { executionId } = input.values;
		await call.send(of, input);
		const ended = await endBesidesTermination(call, String(executionId));
		return [{ json: { terminated: ended === undefined, executionId, ...ended } }];
	},
});

/** The platform does not refuse to terminate an execution that has ended: only its end shows that. */
async function endBesidesTermination(
	call: Call<typeof OTHER_READ | typeof END_NOT_READ>,
	executionId: string,
): Promise<IDataObject | undefined> {
	try {
		const { status, ...execution } = await call.readRecord(get, { executionId });
		const other = otherIdIn(execution, 'executionId', executionId);
		if (other !== undefined) {
			call.hint(OTHER_READ, { executionId, other });
			return undefined;
		}
		const outcome = outcomeOf({ ...execution, status });
		return outcome === undefined || outcome === 'terminated' ? undefined : { outcome, status };
	} catch (error) {
		call.signal.throwIfAborted();
		call.hint(END_NOT_READ, { executionId, reason: (error as Error).message });
		return undefined;
	}
}
