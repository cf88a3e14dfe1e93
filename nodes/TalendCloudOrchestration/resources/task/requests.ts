import type { IDataObject } from 'n8n-workflow';

import { environmentField } from '../../../records/places/environments';
import { workspaceField } from '../../../records/places/workspaces';
import { getManyTasks, getTask, taskField } from '../../../records/tasks/tasks';
import { nothing, record } from '../../../shared/declare/answers';
import { createdAs } from '../../../shared/declare/createdAs';
import { operation } from '../../../shared/declare/define';
import { boolean, list, mapped, object, pairs, text } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import { READ_FIRST } from '../../../shared/declare/operation';
import { objectIn, withoutEmptyValues } from '../../../shared/support/json';
import {
	artifactVersionField,
	isSameArtifact,
	VERSION_MESSAGES,
	withWholeVersion,
} from '../../artifactVersions';
import { pauseBody } from '../../pause';
import { connectionPicker } from '../connection/requests';
import { resourcePicker } from '../resource';
import { keepingRunConfiguration, RUN_CONFIGURATION_MESSAGES } from './keepRunConfiguration';
import { parametersOfArtifact, parametersOfChangedTask } from './taskParameters';

const taskNameField = text('Name of the task').eg('Load customers');

const taskDescriptionField = text('What the task is for').eg('Loads the customers of the day');

export const autoUpgradeInfoField = object('How the task handles new versions of its artifact', {
	autoUpgradable: boolean('Whether the task automatically uses new versions of its artifact')
		.label('Upgrade Automatically')
		.optional(),
	overrideWithDefaultParameters: boolean(
		'Whether an upgrade resets the parameters to the defaults of the new version',
	)
		.label('Use Default Parameters')
		.optional(),
})
	.label('Automatic Upgrade')
	.optional();

/** The optional parts of a task, besides its name and its artifact. */
const details = {
	tags: list('Tags of the task').sample(['nightly', 'finance']).optional(),
	connections: pairs('IDs of connections, by their names in the artifact')
		.nameDescription(
			'Name of the connection in the artifact, as shown by another task of that artifact',
		)
		.pick(connectionPicker)
		.sample({ warehouse: '5c1e8ab8c3e8e2155ba2fc01' })
		.optional(),
	parameters: mapped(
		"Values for the parameters, by name; empty ones keep the artifact's value",
		parametersOfArtifact,
	)
		.withNumbers()
		.sample({ country: 'FR', batchSize: 500 })
		.optional(),
	resources: pairs('IDs of resources, by their names in the artifact')
		.nameDescription(
			'Name of the resource in the artifact, as shown by another task of that artifact',
		)
		.pick(resourcePicker)
		.sample({ rates: '5c1e8ab8c3e8e2155ba2fd01' })
		.optional(),
	autoUpgradeInfo: autoUpgradeInfoField,
};

export const taskDefinition = {
	workspaceId: workspaceField('The workspace that the task belongs to'),
	name: taskNameField,
	artifact: artifactVersionField(),
};

/** A field whose entries are kept unless they are given; an empty object removes all of them. */
const ofSome = <F extends { mayBeEmpty(): F; describe(description: string): F }>(
	field: F,
	meaning: string,
): F =>
	field
		.mayBeEmpty()
		.describe(`${meaning}; the others stay, and an empty object as JSON removes all`);

export const taskChanges = {
	description: taskDescriptionField.mayBeEmpty().optional(),
	...details,
	tags: details.tags.mayBeEmpty(),
	connections: ofSome(
		details.connections,
		'IDs of connections to change or add, by their names in the artifact',
	),
	parameters: ofSome(details.parameters, 'Values of parameters to change or add, by name'),
	resources: ofSome(
		details.resources,
		'IDs of resources to change or add, by their names in the artifact',
	),
};

/**
 * Merges a change into the present entries, one by one (for `autoUpgradeInfo`, one switch at a
 * time). An empty object removes all.
 */
const joined = (present: unknown, change: unknown): unknown =>
	Object.keys(objectIn(change)).length === 0
		? change
		: { ...objectIn(present), ...objectIn(change) };

export const ABOUT_VERSION = aboutFields(['Artifact Version'], VERSION_MESSAGES);

export const create = operation('POST /orchestration/executables/tasks', {
	name: 'Create',
	action: 'Create a task',
	description:
		'Create a task from a version of an artifact; it needs a run configuration before it can run',
	body: {
		environmentId: environmentField('The environment of the workspace'),
		...taskDefinition,
		description: taskDescriptionField.optional(),
		...details,
	},
	messages: ABOUT_VERSION,
	prepare: withWholeVersion,
	answers: record('B.TaskV21'),
	lookUp: createdAs({
		subject: 'The task',
		list: getManyTasks,
		unique: { name: 'name', 'workspace.id': 'workspaceId' },
		mayRepeat: true,
		values: ({ name, workspaceId }) => ({
			name,
			workspaceId,
			limit: 100,
		}),
		id: 'executable',
	}),
});

export const replace = operation('PUT /orchestration/executables/tasks/{taskId}', {
	destructive: true,
	name: 'Replace',
	action: 'Replace a task as a whole',
	description: 'Replace the definition of a task; Talend Cloud clears fields that you leave out',
	variant: 'replace',
	path: { taskId: taskField() },
	// The platform requires a description, which may be empty.
	body: {
		...taskDefinition,
		description: taskDescriptionField.mayBeEmpty().optional().initial(''),
		...details,
	},
	messages: ABOUT_VERSION,
	prepare: withWholeVersion,
	answers: record('B.TaskV21'),
});

export const update = operation('PUT /orchestration/executables/tasks/{taskId}', {
	destructive: true,
	name: 'Update',
	action: 'Update a task',
	description: `Change a task and keep its run configuration; ${READ_FIRST}`,
	variant: 'update',
	path: { taskId: taskField() },
	body: {
		name: taskNameField.optional(),
		workspaceId: workspaceField('The workspace that the task belongs to').optional(),
		artifact: artifactVersionField().optional(),
		...taskChanges,
		parameters: taskChanges.parameters.columnsOf(parametersOfChangedTask),
	},
	answers: record('B.TaskV21'),
	messages: [...ABOUT_VERSION, ...RUN_CONFIGURATION_MESSAGES],
	prepare: withWholeVersion,
	// The platform replaces the whole task, empties fields that are left out, and requires a
	// description.
	readFirst: {
		get: getTask,
		keep: {
			workspaceId: 'always',
			name: 'always',
			description: 'orEmpty',
			artifact: 'always',
			tags: 'ifAny',
			connections: 'ifAny',
			parameters: 'ifAny',
			resources: 'ifAny',
			autoUpgradeInfo: 'ifAny',
		},
		toUpdate: replaceableTask,

		join: { autoUpgradeInfo: joined, connections: joined, parameters: joined, resources: joined },
	},
	around: async (op, input, write, change) =>
		change && isSameArtifact(objectIn(change.present.artifact), objectIn(change.body.artifact))
			? await write()
			: await keepingRunConfiguration(op, input, write),
});

/** A task in the form that its replacement requires. */
function replaceableTask(task: IDataObject): IDataObject {
	const { id, version } = objectIn(task.artifact);
	return withoutEmptyValues({
		...task,
		workspaceId: objectIn(task.workspace).id,
		artifact: id && version ? { id, version } : undefined,
	});
}

export const updateArtifact = operation('PATCH /orchestration/executables/tasks/{taskId}', {
	name: 'Update Artifact',
	action: 'Update a task to the latest version of its artifact',
	description:
		'Move a task to the latest version of its artifact and keep its run configuration; not for routes and data services',
	effect: 'write',
	path: { taskId: taskField() },
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

export const remove = operation('DELETE /orchestration/executables/tasks/{taskId}', {
	name: 'Delete',
	action: 'Delete a task with its schedule',
	description: 'Delete a task with its schedule',
	path: { taskId: taskField() },
	refusals: { 409: 'A plan may still run this task: remove it from the plan first.' },
	answers: nothing(),
});

export const pause = operation('PUT /orchestration/executables/tasks/{taskId}/pause', {
	name: 'Pause or Resume',
	action: 'Pause or resume a task',
	description: 'Pause a task, or resume it; executions in progress continue',
	path: { taskId: taskField() },
	body: pauseBody('task'),
	answers: nothing({
		output: (_answer, { taskId, pause: paused }) => ({ success: true, taskId, paused }),
	}),
});
