/** The definition of a task, without its schedule. */
import { getManyTasks, getTask, searchTasks, taskId } from '../../../records/tasks/tasks';
import { nothing } from '../../../shared/declare/answers';
import { operation, resource } from '../../../shared/declare/define';
import { boolean } from '../../../shared/declare/fields';
import { pauseBody } from '../../pause';
import { keepingRunConfiguration, RUN_CONFIGURATION_MESSAGES } from './keepRunConfiguration';
import { create, replace, update } from './requests';
import { updateAllOfArtifact } from './updateAllOfArtifact';
import { upsertTask } from './upsert';

const updateArtifact = operation('PATCH /orchestration/executables/tasks/{taskId}', {
	name: 'Update Artifact',
	action: 'Update a task to the latest version of its artifact',
	description:
		'Move a task to the latest version of its artifact and keep its run configuration; not for routes and data services',
	effect: 'write',
	path: { taskId: taskId() },
	body: {
		latestArtifact: boolean('Whether to take the latest version of the artifact').initial(true),
		forceUpdate: boolean(
			'Whether to update even if automatic upgrades are off for the task',
		).optional(),
	},
	refusals: {
		400: 'Tasks of routes and data services cannot be updated this way. Tasks whose automatic upgrades are off need Force Update.',
	},
	answers: nothing(),
	messages: RUN_CONFIGURATION_MESSAGES,
	around: keepingRunConfiguration,
});

const remove = operation('DELETE /orchestration/executables/tasks/{taskId}', {
	name: 'Delete',
	action: 'Delete a task with its schedule',
	description: 'Delete a task with its schedule',
	path: { taskId: taskId() },
	refusals: { 409: 'A plan may still run this task: take it out of the plan first.' },
	answers: nothing(),
});

const pause = operation('PUT /orchestration/executables/tasks/{taskId}/pause', {
	name: 'Pause or Resume',
	action: 'Pause or resume a task',
	description: 'Keep a task from running, or let it run again; executions in progress continue',
	path: { taskId: taskId() },
	body: pauseBody('task'),
	answers: nothing({
		output: (_answer, { taskId: task, pause: paused }) => ({ success: true, taskId: task, paused }),
	}),
});

export const task = resource(
	'task',
	'Task',
	{
		create,
		get: getTask,
		getMany: getManyTasks,
		search: searchTasks,
		update,
		replace,
		updateArtifact,
		updateAllOfArtifact,
		delete: remove,
		pause,
		upsert: upsertTask,
	},
	'An artifact with its parameters, schedule and engine',
);
