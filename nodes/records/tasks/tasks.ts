/**
 * Tasks: requests that list and read them, and the fields for choosing them. Operations that change
 * tasks are in Orchestration.
 */
import { record, records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, integer, list, suggestion, text } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { pageFields } from '../../shared/declare/lists/pageFields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { notBoth, onlyWith } from '../../shared/declare/rules';
import { runProfileField } from '../engines/runProfiles';
import { anyEngineField, runtimeTypeField } from '../engines/taskRuntime';
import { environmentField } from '../places/environments';
import { workspaceField } from '../places/workspaces';
import { artifactField } from './artifacts';
import { executablePicker } from './executablePicker';

const filters = {
	environmentId: environmentField('Only tasks of this environment').optional(),
	workspaceId: workspaceField('Only tasks of this workspace').optional(),
	name: text('Only tasks whose name contains this').eg('Load customers').optional(),
	artifactId: artifactField('Only tasks of this artifact').optional(),
	runtimeId: anyEngineField('Only tasks that run on this engine or cluster')
		.label('Runtime')
		.optional(),
	runtimeRunProfileId: runProfileField(
		'Only tasks that run with this run profile; needs the runtime type',
	).optional(),
	runtimeType: runtimeTypeField.optional(),
};

const tasks = records('B.TaskExtract', { page: 'B.PageTask', key: 'executable' });

export const getManyTasks = operation('GET /orchestration/executables/tasks', {
	name: 'Get Many',
	action: 'Get many tasks',
	description: 'List the tasks of an environment or workspace',
	query: {
		...filters,
		...pageFields('tasks'),
	},
	rules: [onlyWith('runtimeRunProfileId', 'runtimeType')],
	pages: limitOffset(),
	answers: tasks,
});

export const searchTasks = operation('POST /orchestration/executables/tasks/search', {
	name: 'Search',
	action: 'Search tasks',
	description:
		'List tasks by environment, workspace, artifact, engine, schedule and tags; Get Many cannot filter by schedule and tags',
	effect: 'read',
	body: {
		...filters,
		triggerType: suggestion('Only tasks with this kind of schedule', [
			'once',
			'daily',
			'weekly',
			'monthly',
			'cron',
			'webhook',
			'manual',
			'multiple',
		])
			.sample('daily')
			.optional(),
		tags: list('Only tasks that have all of these tags').sample(['nightly', 'finance']).optional(),
		...pageFields('tasks'),
		limit: integer('Size of a page').min(0).max(100).byDefault(100).optional(),
	},
	rules: [notBoth('workspaceId', 'environmentId'), onlyWith('runtimeRunProfileId', 'runtimeType')],
	pages: limitOffset({ where: 'body' }),
	answers: tasks,
});

export const taskPicker = executablePicker({
	noun: 'task',
	method: 'searchTasks',
	list: getManyTasks,
	example: '57f64991e4b0b689a64feed0',
});

export const taskField = (description = 'The task') =>
	id(description).label('Task').pick(taskPicker);

export const tasksField = (description: string) => listOf(taskPicker, 'loadTasks', description);

/** The fields of a task that Simplify keeps. */
export const simpleTaskFields = [
	'id',
	'name',
	'description',
	'version',
	'workspace',
	'artifact',
	'tags',
	'parameters',
	'connections',
	'taskPauseDetails',
] as const;

export const getTask = operation('GET /orchestration/executables/tasks/{taskId}', {
	name: 'Get',
	action: 'Get a task',
	description: 'Get a task',
	path: { taskId: taskField() },
	answers: record('B.TaskV21', { simple: simpleTaskFields }),
});
