/** Executions of tasks: requests that list and read them, and the field for choosing one. */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, integer, milliseconds, suggestion } from '../../shared/declare/fields';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { type FurtherFilters, limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { period } from '../../shared/declare/rules';
import { clock } from '../../shared/support/time/clock';
import { DAY, platformTime } from '../../shared/support/time/time';
import { placeFilterFields } from '../places/placeFilterFields';
import { getManyTasks, getTask, taskField } from '../tasks/tasks';
import { listWithNames, readWithName, WITHOUT_NAMES } from './executableNames';
import { executionEntry, withNamesOf } from './executionEntry';
import { TASK_STATUSES } from './outcome';
import { readableExecution, simpleTaskExecutionFields } from './readable';

/** How far back the platform lists executions (docs/platform/interface.md, "Limits"). */
export const MAX_LISTED_DAYS = 60;

/**
 * The fields that say which past executions are listed: by default, all that the platform lists.
 */
export const executionTimeFields = {
	lastDays: integer('Only executions triggered in the last N days')
		.min(1)
		.max(MAX_LISTED_DAYS)
		.byDefault(MAX_LISTED_DAYS)
		.eg(7)
		.optional(),
	from: milliseconds('Only executions triggered at or after this time').optional(),
	to: milliseconds(
		'Only executions triggered at or before this time; at most 60 days after From',
	).optional(),
};

export const executionTimeRules = [period('from', 'to', MAX_LISTED_DAYS)];

export const executionPageFields = pageFields('executions');

/**
 * The filters for the next span: it ends at the last record that was read, and begins where the
 * whole list begins.
 */
const olderThan: FurtherFilters = (
	{ triggerTimestamp, startTimestamp },
	{ from, to, lastDays, ...given },
) => {
	const startedText = String(triggerTimestamp ?? startTimestamp);
	const until = platformTime(startedText);
	if (Number.isNaN(until)) return undefined;
	const now = clock.now();
	const begins = [
		from === undefined
			? (to === undefined ? now : Number(to)) - MAX_LISTED_DAYS * DAY
			: Number(from),
		...(lastDays === undefined ? [] : [now - Number(lastDays) * DAY]),
	];
	// The platform may know its times more precisely than it returns them.
	return { ...given, from: Math.max(...begins), to: until + (/\.\d/.test(startedText) ? 1 : 999) };
};

/**
 * How lists of executions are read beyond the records that the platform returns of one list
 * (docs/platform/interface.md, "Executions").
 */
export const executionPaging = { further: olderThan, mostListed: 1_000 };

export const taskStatusField = suggestion(
	'Only executions with this status',
	TASK_STATUSES,
).optional();

/** How Simplify shows an execution of a task. */
const simplifiesTask = { simple: simpleTaskExecutionFields, readable: readableExecution };

export const taskExecutionRecords = records('B.JobExecutionStatus', {
	...simplifiesTask,
	key: 'executionId',
});

const namingTask = {
	noun: 'Task',
	id: 'taskId',
	name: 'taskName',
	simple: simpleTaskExecutionFields,
} as const;

/** Adds the names of the tasks to lists that users see. */
export const withTaskNames = {
	messages: [WITHOUT_NAMES],
	perform: listWithNames(getManyTasks, namingTask),
};

export const getManyTaskExecutions = operation('GET /processing/executables/tasks/executions', {
	name: 'Get Many',
	action: 'Get many task executions',
	description: 'List the executions of all tasks that you can access, newest first',
	query: {
		...executionTimeFields,
		...placeFilterFields('executions'),
		status: taskStatusField,
		...executionPageFields,
	},
	rules: executionTimeRules,
	pages: limitOffset(executionPaging),
	answers: taskExecutionRecords,
	...withTaskNames,
});

/** Chooses a recent execution of a task. */
export const taskExecutionPicker = picker({
	noun: 'execution',
	method: 'searchTaskExecutions',
	list: getManyTaskExecutions,
	always: { lastDays: MAX_LISTED_DAYS },
	complete: withNamesOf(getManyTasks, ['taskId', 'jobId']),
	entry: executionEntry(['taskId', 'jobId']),
	byName: false,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

/** A field for choosing an execution of a task. */
export const taskExecutionField = (description = 'The execution') =>
	id(description).pick(taskExecutionPicker);

export const getTaskExecution = operation('GET /processing/executions/{executionId}', {
	name: 'Get',
	action: 'Get a task execution',
	description: 'Get the status, rows and times of a task execution',
	path: { executionId: taskExecutionField() },
	answers: record('B.JobExecutionStatus', { ...simplifiesTask, requiredFields: ['executionId'] }),
	perform: readWithName(getTask, namingTask),
});

export const getManyOfTask = operation('GET /processing/executables/tasks/{taskId}/executions', {
	name: 'Get Many by Task',
	action: 'Get many executions of a task',
	description: 'List the executions of one task, newest first',
	path: { taskId: taskField() },
	query: { ...executionTimeFields, status: taskStatusField, ...executionPageFields },
	rules: executionTimeRules,
	pages: limitOffset(executionPaging),
	answers: taskExecutionRecords,
	...withTaskNames,
});
