/** Tasks (document B; vendor-facts, "Orchestration"). */
import { badRequest, conflict, notFound } from '../../refusals';
import { pageOf, type State } from '../../state';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { listed, maySee, orchestrationOf, pause, runConfigOf, taskFor, tasksOf, workspaceInfo, type Artifact, type Task, type Workspace } from './records';

type Values = Record<string, unknown>;

/** A workspace in which the caller may put something. @throws Refusal 404 */
export function workspaceToFill({ state, caller }: Request, id: string): Workspace {
	const workspace = orchestrationOf(state).workspaces.get(id);
	if (!workspace || !maySee(caller, workspace)) throw notFound(`Workspace ${id} was not found`);
	return workspace;
}

function taskView(state: State, task: Task) {
	const { id, name, description, version, artifactId, artifactVersion, artifactName, tags, connections, parameters, resources, autoUpgradeInfo } = task;
	return {
		id,
		name,
		description,
		workspace: workspaceInfo(state, task.workspaceId),
		version,
		artifact: { id: artifactId, name: artifactName, version: artifactVersion },
		tags,
		connections,
		parameters,
		resources,
		autoUpgradeInfo,
		taskPauseDetails: task.pauseDetails ?? { pause: task.paused },
	};
}

/** A task of a list. */
function extract(state: State, { id, name, artifactId, workspaceId, runtimeType }: Task) {
	const { name: workspaceName, owner, type, environment } = workspaceInfo(state, workspaceId)!;
	return {
		executable: id,
		name,
		artifactId,
		workspace: { id: workspaceId, name: workspaceName, owner, type, environment },
		runtime: { type: runtimeType },
	};
}

function listTasks(request: Request, filters: Values) {
	const { state } = request;
	const found = listed(request, orchestrationOf(state).tasks, filters).filter((task) => {
		const { trigger, runtime } = runConfigOf(task, task.runtimeType) ?? {};
		return (
			(filters.artifactId === undefined || filters.artifactId === task.artifactId) &&
			(filters.runtimeType === undefined || filters.runtimeType === task.runtimeType) &&
			(filters.runtimeId === undefined || [runtime?.id, runtime?.engineId, runtime?.clusterId].includes(String(filters.runtimeId))) &&
			(filters.runtimeRunProfileId === undefined || filters.runtimeRunProfileId === runtime?.runProfileId) &&
			(filters.triggerType === undefined || String(filters.triggerType).toLowerCase() === trigger?.type.toLowerCase()) &&
			((filters.tags ?? []) as string[]).every((tag) => task.tags.includes(tag))
		);
	});
	const page = pageOf(found, filters.limit as number | undefined, filters.offset as number | undefined);
	return ok({ ...page, items: page.items.map((task) => extract(state, task)) });
}

/** What a body says of a task; what it leaves out is empty. @throws Refusal when it fits nothing there */
function defined(request: Request): Omit<Task, 'id' | 'version' | 'paused' | 'configured' | 'runtimeType' | 'behaviours'> {
	const { state } = request;
	const given = request.body as Values;
	const workspaceId = given.workspaceId as string;
	const workspace = workspaceToFill(request, workspaceId);
	if (given.environmentId !== undefined && workspace.environmentId !== given.environmentId) throw badRequest('The workspace does not belong to the environment');
	const { id, version } = given.artifact as { id: string; version: string };
	const artifact = orchestrationOf(state).artifacts.get(id);
	if (!artifact) throw badRequest(`There is no artifact ${id}`);
	if (!artifact.versions.some((each) => each.version === version)) throw badRequest(`Artifact ${id} has no version ${version}`);
	const connections = given.connections as Record<string, string> | undefined;
	for (const connection of Object.values(connections ?? {}))
		if (!orchestrationOf(state).connections.has(connection)) throw badRequest(`There is no connection ${connection}`);
	const parameters = given.parameters as Record<string, string | number> | undefined;
	return {
		name: given.name as string,
		description: given.description as string | undefined,
		workspaceId,
		artifactId: id,
		artifactVersion: version,
		artifactName: artifact.name,
		tags: (given.tags ?? []) as string[],
		connections,
		// They may come as numbers and are told as texts.
		parameters: parameters && Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
		resources: given.resources as Record<string, string> | undefined,
		autoUpgradeInfo: given.autoUpgradeInfo as Task['autoUpgradeInfo'],
	};
}

/** A new version of its artifact makes the run configuration of a task lose all but its schedule and engine. */
function dropSettings(task: Task): void {
	if (task.runConfig) {
		const { trigger, runtime } = task.runConfig;
		const { runProfileId, ...engine } = runtime ?? {};
		void runProfileId;
		task.runConfig = { trigger, runtime: engine };
	}
	if (task.dynamicEngineConfig) task.dynamicEngineConfig = {};
}

const nextVersion = (version: string) => version.replace(/\d+$/, (last) => String(Number(last) + 1));

/** The artifact's newest version. @throws Refusal 400 when the task is not to be upgraded */
function newest(state: State, task: Task, forced: boolean): string {
	const artifact: Artifact | undefined = orchestrationOf(state).artifacts.get(task.artifactId);
	if (!artifact) throw notFound(`Artifact ${task.artifactId} was not found`);
	if (['route', 'data_service'].includes(artifact.type)) throw badRequest('Tasks of routes and data services cannot be updated to the latest artifact');
	if (task.autoUpgradeInfo?.autoUpgradable === false && !forced) throw badRequest('The task is not to be upgraded: autoUpgradable is false');
	return artifact.versions.at(-1)!.version;
}

export const tasks: Handlers = {
	'POST /orchestration/executables/tasks': (request) => {
		const { state } = request;
		const task: Task = {
			id: state.objectId(),
			version: '1.0',
			paused: false,
			configured: false,
			runtimeType: 'CLOUD',
			behaviours: [{ dispatchMs: 1_000, durationMs: 3_000, end: 'execution_successful', rows: 100, rejected: 0 }],
			...defined(request),
		};
		orchestrationOf(state).tasks.set(task.id, task);
		return created(taskView(state, task));
	},
	'GET /orchestration/executables/tasks': (request) => listTasks(request, request.query),
	'POST /orchestration/executables/tasks/search': (request) => listTasks(request, request.body as Values),
	'GET /orchestration/executables/tasks/{taskId}': (request) => ok(taskView(request.state, taskFor(request))),
	'PUT /orchestration/executables/tasks/{taskId}': (request) => {
		const task = taskFor(request);
		for (const name of ['workspaceId', 'name', 'description', 'artifact'])
			if ((request.body as Values)[name] === undefined) throw badRequest(`Field ${name} is required`);
		const after = defined(request);
		if (after.artifactId !== task.artifactId || after.artifactVersion !== task.artifactVersion) dropSettings(task);
		Object.assign(task, after, { version: nextVersion(task.version) });
		return ok(taskView(request.state, task));
	},
	'PATCH /orchestration/executables/tasks/{taskId}': (request) => {
		const task = taskFor(request);
		const { latestArtifact, forceUpdate } = request.body as { latestArtifact?: boolean; forceUpdate?: boolean };
		if (latestArtifact !== true) return noContent();
		const artifactVersion = newest(request.state, task, forceUpdate === true);
		if (artifactVersion !== task.artifactVersion) {
			dropSettings(task);
			Object.assign(task, { artifactVersion, version: nextVersion(task.version) });
		}
		return noContent();
	},
	'DELETE /orchestration/executables/tasks/{taskId}': (request) => {
		const { id } = taskFor(request);
		for (const plan of orchestrationOf(request.state).plans.values())
			if (plan.steps.flatMap(tasksOf).includes(id))
				throw conflict(`The task is used by plan ${plan.id}`);
		orchestrationOf(request.state).tasks.delete(id);
		return noContent();
	},
	'PUT /orchestration/executables/tasks/{taskId}/pause': (request) => {
		const task = taskFor(request);
		pause(task, request);
		// Either is documented; a pause takes effect a little later.
		return task.paused ? { status: 202 } : noContent();
	},
};
