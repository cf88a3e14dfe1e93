import type { IDataObject } from 'n8n-workflow';

import { id, integer, suggestion, text } from '../../shared/field';
import { onlyWith, operation, records, resource } from '../../shared/operation';
import { limitOffset } from '../../shared/pages';
import { picker } from '../../shared/pickers';
import { environmentId } from './environment';
import { workspaceId } from './workspace';

const runtimeType = suggestion('Kind of engine that the task runs on', [
	{ value: 'CLOUD', name: 'Cloud' },
	{ value: 'CLOUD_EXCLUSIVE', name: 'Cloud Exclusive' },
	{ value: 'PIPELINE_ENGINE', name: 'Pipeline Engine' },
	{ value: 'REMOTE_ENGINE', name: 'Remote Engine' },
	{ value: 'REMOTE_ENGINE_CLUSTER', name: 'Remote Engine Cluster' },
]);

const getMany = operation('GET /orchestration/executables/tasks', {
	name: 'Get Many',
	action: 'Get many tasks',
	description: 'List the tasks of an environment or workspace',
	query: {
		environmentId: environmentId('Only tasks of this environment').optional(),
		workspaceId: workspaceId('Only tasks of this workspace').optional(),
		name: text('Only tasks whose name contains this').eg('Load customers').optional(),
		artifactId: id('Only tasks of this artifact').eg('5e4e8ab8c3e8e2155ba2fba1').optional(),
		runtimeId: id('Only tasks that run on this engine or cluster').eg('5f3e2d1ca1b2c3d4e5f60718').optional(),
		runtimeRunProfileId: id('Only tasks that run with this run profile; needs the runtime type')
			.eg('63a1f0b2c4d5e6f708192a3b')
			.optional(),
		runtimeType: runtimeType.optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many tasks to skip').min(0).byDefault(0).sample(10).optional(),
	},
	rules: [onlyWith('runtimeRunProfileId', 'runtimeType')],
	pages: limitOffset(),
	answers: records('B.TaskExtract', { page: 'B.PageTask', key: 'executable' }),
});

export const taskPicker = picker({
	noun: 'task',
	method: 'searchTasks',
	list: getMany,
	search: (name) => ({ name }),
	within: ['environmentId', 'workspaceId'],
	entry: ({ executable, id: own, name, workspace }) => {
		const around = (workspace as IDataObject | undefined)?.name;
		return {
			id: String(executable ?? own ?? ''),
			name: String(name ?? ''),
			description: around ? `In ${String(around as string)}` : undefined,
		};
	},
	byName: true,
	example: '57f64991e4b0b689a64feed0',
});

/** A task of the account, as a field of an operation. */
export const taskId = (description = 'The task') => id(description).pick(taskPicker);

export const task = resource('task', 'Task', { getMany }, 'An artifact with its parameters, schedule and engine');
