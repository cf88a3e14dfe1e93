import { withoutUndefined } from '../../../nodes/shared/support/json';
import { accepted, type Handlers, noContent, type Request } from '../../handler';
import { equals, itemPage } from '../../lists/replies';
import { badRequest } from '../../refusals';
import type { State } from '../../state/state';
import { collection } from '../collection';
import {
	artifacts,
	connections,
	plans,
	runConfigurationOf,
	SERVICE_TYPES,
	type Task,
	tasks,
	tasksOf,
} from './orchestrationStore';
import { canView, nameFilter, pause, placeFilters, workspaceInfo, workspaceToFill } from './places';

type Values = Record<string, unknown>;

function taskView(state: State, task: Task) {
	const {
		id,
		name,
		description,
		version,
		artifactId,
		artifactVersion,
		artifactName,
		tags,
		parameters,
		resources,
		autoUpgradeInfo,
	} = task;
	return {
		id,
		name,
		description,
		workspace: workspaceInfo(state, task.workspaceId),
		version,
		artifact: { id: artifactId, name: artifactName, version: artifactVersion },
		tags,
		connections: task.connections,
		parameters,
		resources,
		autoUpgradeInfo,
		taskPauseDetails: task.pauseDetails ?? { pause: task.paused },
	};
}

/** The engine and run profile of a task, if it has any. */
function runtimeInList(task: Task) {
	const { id, engineId, clusterId, runProfileId } = runtimeOf(task) ?? {};
	const runtimeId = id ?? engineId ?? clusterId;
	return withoutUndefined({ id: runtimeId, runProfileId });
}

/** A task in the form that lists have. */
function taskListView(state: State, task: Task) {
	const { id, name, artifactId, workspaceId, runtimeType } = task;
	const { name: workspaceName, owner, type, environment } = workspaceInfo(state, workspaceId)!;
	return {
		executable: id,
		name,
		artifactId,
		workspace: { id: workspaceId, name: workspaceName, owner, type, environment },
		runtime: { type: runtimeType, ...(state.seen.runtimesOfTasks && runtimeInList(task)) },
		...(state.seen.runtimesOfTasks && task.paused
			? { taskPauseDetails: task.pauseDetails ?? { pause: true } }
			: {}),
	};
}

/**
 * The task in a body. Fields that are left out become empty.
 * @throws Refusal if it refers to a record that does not exist
 */
function taskFromBody(
	request: Request,
): Omit<Task, 'id' | 'version' | 'paused' | 'configured' | 'runtimeType' | 'behaviors'> {
	const { state } = request;
	const values = request.body as Values;
	const workspaceId = values.workspaceId as string;
	const workspace = workspaceToFill(request, workspaceId);
	if (values.environmentId !== undefined && workspace.environmentId !== values.environmentId)
		throw badRequest('The workspace does not belong to the environment');
	const { id, version } = values.artifact as { id: string; version: string };
	const artifact = artifacts.recordsIn(state).get(id);
	if (!artifact) throw badRequest(`There is no artifact ${id}`);
	if (!artifact.versions.some((each) => each.version === version))
		throw badRequest(`Artifact ${id} has no version ${version}`);
	const used = values.connections as Record<string, string> | undefined;
	for (const connection of Object.values(used ?? {}))
		if (!connections.recordsIn(state).has(connection))
			throw badRequest(`There is no connection ${connection}`);
	const parameters = values.parameters as Record<string, string | number> | undefined;
	return {
		name: values.name as string,
		description: values.description as string | undefined,
		workspaceId,
		artifactId: id,
		artifactVersion: version,
		artifactName: artifact.name,
		tags: (values.tags ?? []) as string[],
		connections: used,
		// Parameters may be sent as numbers, but are returned as texts.
		parameters:
			parameters &&
			Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
		resources: values.resources as Record<string, string> | undefined,
		autoUpgradeInfo: values.autoUpgradeInfo as Task['autoUpgradeInfo'],
	};
}

/**
 * A new version of the artifact removes everything except schedule and engine from the run
 * configuration of a task.
 */
function dropSettings(task: Task): void {
	if (task.runConfiguration) {
		const { trigger, runtime } = task.runConfiguration;
		const { runProfileId, ...engine } = runtime ?? {};
		task.runConfiguration = { trigger, runtime: engine };
	}
	if (task.dynamicEngineConfig) task.dynamicEngineConfig = {};
}

const nextVersion = (version: string) =>
	version.replace(/\d+$/, (last) => String(Number(last) + 1));

/**
 * The newest version of the artifact.
 * @throws Refusal 400 if the task must not be upgraded
 */
function newest(state: State, task: Task, forced: boolean): string {
	const artifact = artifacts.find(state, task.artifactId);
	if (SERVICE_TYPES.includes(artifact.type))
		throw badRequest('Tasks of routes and data services cannot be updated to the latest artifact');
	if (task.autoUpgradeInfo?.autoUpgradable === false && !forced)
		throw badRequest('The task is not upgraded automatically: autoUpgradable is false');
	return artifact.versions.at(-1)!.version;
}

const runtimeOf = (task: Task) => runConfigurationOf(task, task.runtimeType)?.runtime;

const {
	list,
	get,
	create,
	replace,
	remove,
	one: taskFor,
} = collection(tasks, {
	variable: 'taskId',
	sees: canView,
	required: ['workspaceId', 'name', 'description', 'artifact'],
	fresh: () => ({
		version: '1.0',
		paused: false,
		configured: false,
		runtimeType: 'CLOUD',
		behaviors: [
			{ dispatchMs: 1_000, durationMs: 3_000, end: 'execution_successful', rows: 100, rejected: 0 },
		],
	}),
	given: (request, own) => ({
		...taskFromBody(request),
		...(own && { version: nextVersion(own.version) }),
	}),
	changed: (task, { state }, { artifactId, artifactVersion }) => {
		if (artifactId === task.artifactId && artifactVersion === task.artifactVersion) return;
		if (!state.seen.lostPorts) dropSettings(task);
		else if (task.runConfiguration?.microservicePort)
			task.runConfiguration = { ...task.runConfiguration, microservicePort: null };
	},
	inUse: ({ id }, { state }) => {
		const plan = plans.all(state).find(({ steps }) => steps.flatMap(tasksOf).includes(id));
		return plan && `The task is used by plan ${plan.id}`;
	},
	show: (task, { state }) => taskView(state, task),
	showInList: (task, { state }) => taskListView(state, task),
	paging: itemPage,
	filters: {
		...placeFilters,
		name: nameFilter,
		artifactId: equals(({ artifactId }) => artifactId),
		runtimeType: equals(({ runtimeType }) => runtimeType),
		runtimeId: (task, id: string) =>
			[runtimeOf(task)?.id, runtimeOf(task)?.engineId, runtimeOf(task)?.clusterId].includes(id),
		runtimeRunProfileId: equals((task) => runtimeOf(task)?.runProfileId),
		triggerType: (task, type: string) =>
			runConfigurationOf(task)?.trigger.type.toLowerCase() === type.toLowerCase(),
		tags: ({ tags }, wanted: string[]) => wanted.every((tag) => tags.includes(tag)),
	},
});

export { taskFor };

export const taskHandlers: Handlers = {
	'POST /orchestration/executables/tasks': create(),
	'GET /orchestration/executables/tasks': list(),
	'POST /orchestration/executables/tasks/search': list(),
	'GET /orchestration/executables/tasks/{taskId}': get(),
	'PUT /orchestration/executables/tasks/{taskId}': replace(),
	'PATCH /orchestration/executables/tasks/{taskId}': (request) => {
		const task = taskFor(request);
		const { latestArtifact, forceUpdate } = request.body as {
			latestArtifact?: boolean;
			forceUpdate?: boolean;
		};
		if (latestArtifact !== true) return noContent();
		const artifactVersion = newest(request.state, task, forceUpdate === true);
		if (artifactVersion !== task.artifactVersion) {
			dropSettings(task);
			Object.assign(task, { artifactVersion, version: nextVersion(task.version) });
		}
		return noContent();
	},
	'DELETE /orchestration/executables/tasks/{taskId}': remove(),
	'PUT /orchestration/executables/tasks/{taskId}/pause': (request) => {
		const task = taskFor(request);
		pause(task, request);
		// Both statuses are documented. Here, it is 202 if the task is paused, because a pause takes
		// effect a little later.
		return task.paused ? accepted() : noContent();
	},
};
