/** The definition of a task, without its schedule. */
import type { IDataObject } from 'n8n-workflow';

import { environmentId } from '../../records/places/environments';
import { workspaceId } from '../../records/places/workspaces';
import { artifactId, getArtifact } from '../../records/tasks/artifacts';
import { getManyTasks, getTask, searchTasks, simpleTask, taskId } from '../../records/tasks/tasks';
import { nothing, type Output, record } from '../../shared/declare/answers';
import { createdAs } from '../../shared/declare/created';
import {
	flow,
	operation,
	resource,
	simplifySetting,
	withoutRefusals,
} from '../../shared/declare/define';
import {
	boolean,
	list,
	mapped,
	object,
	pairs,
	text,
	type Values,
} from '../../shared/declare/field';
import { aboutFields, hint, problem } from '../../shared/declare/messages';
import type { ContextShowing, OperationContext } from '../../shared/declare/operation';
import { applyChanges, NOT_APPLIED_YET } from '../../shared/flows/preview';
import {
	FIND_MESSAGES,
	findOneByName,
	idOf,
	READ_FIRST,
	resultsInWords,
} from '../../shared/flows/wholeRecords';
import { objectIn, withoutEmptyValues } from '../../shared/support/json';
import { simplified } from '../../shared/support/simplify';
import { keepingRunConfig, RUN_CONFIG_MESSAGES } from '../keepRunConfig';
import { pauseBody } from '../pause';
import { parametersOfArtifact, parametersOfChangedTask } from '../taskParameters';
import {
	artifactVersion,
	isSameArtifact,
	VERSION_MESSAGES,
	versionField,
	wholeArtifact,
	wholeVersion,
	withWholeVersion,
} from './artifact';
import { connectionPicker } from './connection';
import { resourcePicker } from './resource';
import {
	getDynamicEngineRunConfig,
	getTaskRunConfig,
	setDynamicEngineRunConfig,
	setTaskRunConfig,
} from './runConfiguration';

const NONE_USES = hint('No task that you may see uses artifact {artifactId}.');
const NOT_ALL_UPDATED = problem(
	'{count} of {total} tasks could not be updated',
	'{reasons} {done}Correct these, then run it again: what is up to date stays as it is.',
);

const name = text('Name of the task').eg('Load customers');
const description = text('What the task is for').eg('Loads the customers of the day');

export const autoUpgradeInfo = object('What a new version of the artifact does to the task', {
	autoUpgradable: boolean(
		'Whether the task automatically uses new versions of its artifact',
	).optional(),
	overrideWithDefaultParameters: boolean(
		'Whether the parameters of the task then become those of the new version',
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
		.named('What the artifact calls the connection; another task of the artifact shows it')
		.pick(connectionPicker)
		.sample({ warehouse: '5c1e8ab8c3e8e2155ba2fc01' })
		.optional(),
	parameters: mapped(
		'Values of the parameters, by name; those left empty are as the artifact has them',
		parametersOfArtifact,
	)
		.withNumbers()
		.sample({ country: 'FR', batchSize: 500 })
		.optional(),
	resources: pairs('IDs of resources, by their names in the artifact')
		.named('What the artifact calls the resource; another task of the artifact shows it')
		.pick(resourcePicker)
		.sample({ rates: '5c1e8ab8c3e8e2155ba2fd01' })
		.optional(),
	autoUpgradeInfo,
};

const definition = {
	workspaceId: workspaceId('The workspace that the task belongs to'),
	name,
	artifact: artifactVersion(),
};

/** Existing values that are not given are kept, one by one; an empty object removes all. */
const ofSome = <F extends { mayBeEmpty(): F; describe(description: string): F }>(
	field: F,
	meaning: string,
): F =>
	field
		.mayBeEmpty()
		.describe(`${meaning}; the others stay, and an empty object as JSON removes all`);

const changes = {
	description: description.mayBeEmpty().optional(),
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

/** Merges what is kept and what was given. */
const joined = (present: unknown, change: unknown): unknown =>
	Object.keys(objectIn(change)).length === 0
		? change
		: { ...objectIn(present), ...objectIn(change) };

const ABOUT_VERSION = aboutFields(['Artifact Version'], VERSION_MESSAGES);

export const create = operation('POST /orchestration/executables/tasks', {
	name: 'Create',
	action: 'Create a task',
	description:
		'Create a task from a version of an artifact; it needs a run configuration before it can run',
	body: {
		environmentId: environmentId('The environment of the workspace'),
		...definition,
		description: description.optional(),
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
		values: ({ name: called, workspaceId: within }) => ({
			name: called,
			workspaceId: within,
			limit: 100,
		}),
		id: 'executable',
	}),
});

const replace = operation('PUT /orchestration/executables/tasks/{taskId}', {
	destructive: true,
	name: 'Replace',
	action: 'Replace a task as a whole',
	description: 'Replace the definition of a task; the platform clears fields that you leave out',
	variant: 'replace',
	path: { taskId: taskId() },
	// The platform wants a description, be it an empty one.
	body: {
		...definition,
		description: description.mayBeEmpty().optional().initial(''),
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
	path: { taskId: taskId() },
	body: {
		name: name.optional(),
		workspaceId: workspaceId('The workspace that the task belongs to').optional(),
		artifact: artifactVersion().optional(),
		...changes,
		parameters: changes.parameters.columnsOf(parametersOfChangedTask),
	},
	answers: record('B.TaskV21'),
	messages: [...ABOUT_VERSION, ...RUN_CONFIG_MESSAGES],
	prepare: withWholeVersion,
	// The platform replaces all of it and empties what is left out; it wants a description.
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
		// Each of its switches is a field of its own.
		join: { autoUpgradeInfo: joined, connections: joined, parameters: joined, resources: joined },
	},
	around: async (op, input, write, change) =>
		change && isSameArtifact(objectIn(change.present.artifact), objectIn(change.body.artifact))
			? await write()
			: await keepingRunConfig(op, input, write),
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

const updateArtifact = operation('PATCH /orchestration/executables/tasks/{taskId}', {
	name: 'Update Artifact',
	action: 'Update a task to the latest version of its artifact',
	description:
		'Move a task to the latest version of its artifact and keep its run configuration; not for routes and data services',
	effect: 'write',
	path: { taskId: taskId() },
	body: {
		latestArtifact: boolean('Whether to take the latest version of the artifact').initial(true),
		forceUpdate: boolean('Whether to update even if the task is set not to be upgraded').optional(),
	},
	refusals: {
		400: 'Tasks of routes and data services cannot be updated this way. Tasks that are set not to be upgraded need Force Update.',
	},
	answers: nothing(),
	messages: RUN_CONFIG_MESSAGES,
	around: keepingRunConfig,
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

const UPSERT_MESSAGES = [...FIND_MESSAGES, ...ABOUT_VERSION];

const upsertFields = {
	environmentId: environmentId('The environment of the workspace'),
	...definition,
};

const upsertSettings = { ...changes, simplify: simplifySetting };

const upsert = flow({
	destructive: true,
	name: 'Create or Update',
	action: 'Create or update a task',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	notice:
		'An existing task is found by its name in the workspace. Two workflows that run at the same time may both create one, and changes that others make at the same moment are overwritten.',
	fields: upsertFields,
	optionalAs: 'additionalFields',
	settings: upsertSettings,
	uses: [
		getManyTasks,
		getTask,
		create,
		replace,
		withoutRefusals(getTaskRunConfig, 404),
		setTaskRunConfig,
		withoutRefusals(getDynamicEngineRunConfig, 404),
		setDynamicEngineRunConfig,
	],
	messages: UPSERT_MESSAGES,
	answers: record('B.TaskV21', { simple: simpleTask, leads: ['name', 'created'] }),
	lockKey: ({ name: called, workspaceId: within }) => `task ${called} in ${within}`,
	run: createOrUpdateTask,
});

/** The input of *Create or Update*. */
type UpsertInput = Values<typeof upsertFields> & Values<typeof upsertSettings>;

async function createOrUpdateTask(
	op: ContextShowing<typeof UPSERT_MESSAGES>,
	input: UpsertInput,
): Promise<Output[]> {
	const { environmentId: environment, simplify: short, ...wanted } = input;
	const taskOutput = (answer: IDataObject, created: boolean): Output[] => [
		{ json: { ...(short ? simplified(answer, simpleTask) : answer), created } },
	];
	const existing = await findOneByName(op, {
		noun: 'task',
		name: String(wanted.name),
		list: getManyTasks,
		values: { workspaceId: wanted.workspaceId },
		search: (searched) => ({ name: searched }),
	});
	const artifact = await wholeArtifact(op, objectIn(wanted.artifact), 'artifactVersion');
	if (!existing) {
		const { body } = await op.sendValues(
			create,
			withoutEmptyValues({ environmentId: environment, ...wanted, artifact }),
		);
		return taskOutput(objectIn(body), true);
	}
	const [after] = await op.update(update, { taskId: idOf(existing), ...wanted, artifact });
	return taskOutput(after!.json, false);
}

const UPDATE_ALL_OF_ARTIFACT_MESSAGES = [
	...aboutFields(['Version'], VERSION_MESSAGES),
	NONE_USES,
	NOT_ALL_UPDATED,
	NOT_APPLIED_YET,
];

const updateAllOfArtifactFields = {
	artifactId: artifactId('The artifact whose tasks are updated'),
	version: versionField(
		'The version that the tasks are moved to; without its timestamp, the newest of that version',
	),
};

const updateAllOfArtifactSettings = {
	apply: applyChanges('update the tasks'),
	failOnRefused: boolean(
		'Whether the node fails when tasks are not updated; when off, such tasks are returned as items with the reason',
	)
		.label('Fail When a Task Is Not Updated')
		.initial(true),
};

const updateAllOfArtifact = flow({
	destructive: true,
	name: 'Update All That Use an Artifact',
	action: 'Update all tasks that use an artifact to a version',
	description:
		'Move all tasks of an artifact to one of its versions and keep their run configurations; only shows what would change until Apply Changes is on',
	fields: updateAllOfArtifactFields,
	settings: updateAllOfArtifactSettings,
	uses: [
		getArtifact,
		getManyTasks,
		getTask,
		update,
		withoutRefusals(getTaskRunConfig, 404),
		setTaskRunConfig,
		withoutRefusals(getDynamicEngineRunConfig, 404),
		setDynamicEngineRunConfig,
	],
	messages: UPDATE_ALL_OF_ARTIFACT_MESSAGES,
	answers: record(undefined),
	lockKey: ({ artifactId: artifact }) => `tasks of artifact ${artifact}`,
	run: updateTasksOfArtifact,
});

/** The input of *Update All That Use an Artifact*. */
type UpdateAllOfArtifactInput = Values<typeof updateAllOfArtifactFields> &
	Values<typeof updateAllOfArtifactSettings>;

async function updateTasksOfArtifact(
	op: ContextShowing<typeof UPDATE_ALL_OF_ARTIFACT_MESSAGES>,
	{ artifactId: artifact, version: newVersion, apply, failOnRefused }: UpdateAllOfArtifactInput,
): Promise<Output[]> {
	const version = await wholeVersion(op, artifact, newVersion, 'version');
	const results: IDataObject[] = [];
	for (const listed of await op.list(getManyTasks, { artifactId: artifact })) {
		const result = await updateOne(op, listed, { id: artifact, version }, apply);
		if (result) results.push(result);
	}
	const refused = results.filter(({ result }) => result === 'notUpdated');
	if (refused.length > 0 && failOnRefused) throw notAllUpdated(op, results, refused);
	if (results.length === 0) op.hint(NONE_USES, { artifactId: artifact });
	if (results.some(({ result }) => result === 'wouldUpdate')) op.hint(NOT_APPLIED_YET);
	return results.map((json) => ({ json }));
}

/**
 * Updates a task to a version of its artifact.
 * @returns what became of it; undefined if it has another artifact
 */
async function updateOne(
	op: OperationContext,
	listed: IDataObject,
	artifact: { id: string; version: string },
	apply: boolean,
): Promise<IDataObject | undefined> {
	const notUpdated = (taskFields: IDataObject) => (error: unknown) => {
		op.signal.throwIfAborted();
		return { ...taskFields, result: 'notUpdated', reason: (error as Error).message };
	};
	const id = idOf(listed);
	let present: IDataObject;
	try {
		present = await op.readRecord(getTask, { taskId: id });
	} catch (error) {
		return notUpdated({ taskId: id, taskName: listed.name })(error);
	}
	const { id: presentId, version: presentVersion } = objectIn(present.artifact);
	// The filter of the list alone is not trusted.
	if (presentId !== artifact.id) return undefined;
	const workspace = objectIn(present.workspace);
	const taskFields = withoutEmptyValues({
		taskId: id,
		taskName: present.name,
		workspaceId: workspace.id,
		workspaceName: workspace.name,
		from: presentVersion,
		to: artifact.version,
	});
	if (presentVersion === artifact.version) return { ...taskFields, result: 'upToDate' };
	if (!apply) return { ...taskFields, result: 'wouldUpdate' };
	return await op
		.update(update, { taskId: id, artifact })
		.then(() => ({ ...taskFields, result: 'updated' }), notUpdated(taskFields));
}

function notAllUpdated(
	op: OperationContext<typeof NOT_ALL_UPDATED>,
	results: readonly IDataObject[],
	refused: readonly IDataObject[],
): Error {
	const lines = refused.map(
		({ taskName, taskId: id, reason }) => `${String(taskName)} (${String(id)}): ${String(reason)}`,
	);
	const [values, allReasons] = resultsInWords(results, lines, 'updated', 'taskName');
	return op.problem(NOT_ALL_UPDATED, values, allReasons);
}

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
