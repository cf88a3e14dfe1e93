import { getManyTasks, getTask, searchTasks } from '../../../records/tasks/tasks';
import { resource } from '../../../shared/declare/define';
import { create, pause, remove, replace, update, updateArtifact } from './requests';
import { updateAllOfArtifact } from './updateAllOfArtifact';
import { upsert } from './upsert';

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
		upsert,
	},
	'An artifact with its parameters, schedule and engine',
);
