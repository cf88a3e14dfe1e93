/** Environments and workspaces (document B). */
import { RIGHTS } from '../../../nodes/TalendCloudAccount/resources/workspacePermission';
import { rfc3339 } from '../../clock';
import { fiqlFilter } from '../../fiql';
import { mayDo, type Caller } from '../../identity';
import { badRequest, conflict, notFound, Refusal } from '../../refusals';
import type { State } from '../../state';
import { enginesOf, phaseOf } from '../engines/records';
import { created, noContent, ok, type Handlers, type Request } from '../handler';
import { environmentInfo, maySee, orchestrationOf, tasksOf, visibleWorkspaces, workspaceInfo, type Environment, type Workspace } from './records';
import { forgetWorkspace, grant } from '../account/workspacePermission';
import { scimOf } from '../scim/user';

const MANAGERS = ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT'];

/** Managers see all, others those in which they see a workspace (document B, "Environments" 2). */
function visibleEnvironments(state: State, caller: Caller): Environment[] {
	const seen = new Set(visibleWorkspaces(state, caller).map(({ environmentId }) => environmentId));
	return [...orchestrationOf(state).environments.values()].filter(({ id }) => mayDo(caller, MANAGERS) || seen.has(id));
}

function environmentFor({ state, caller }: Request, id: string): Environment {
	const environment = visibleEnvironments(state, caller).find((each) => each.id === id);
	if (!environment) throw notFound(`Environment ${id} was not found`);
	return environment;
}

function workspaceFor({ state, caller }: Request, id: string): Workspace {
	const workspace = orchestrationOf(state).workspaces.get(id);
	if (!workspace || !maySee(caller, workspace)) throw notFound(`Workspace ${id} was not found`);
	return workspace;
}

/** What the bodies of this area can say. */
interface Place {
	name: string;
	description?: string;
	maxCloudContainers?: number;
	workspaceName: string;
	owner?: string;
	environmentId: string;
	protectedArtifactUpdate?: boolean;
}

const userCalled = (state: State, login: string) => [...scimOf(state).users.values()].find(({ attributes }) => attributes.userName === login);

/** A login that somebody has; the caller's when none is given. @throws Refusal 400 */
function ownerOf({ state, caller }: Request, owner: string = caller.id): string {
	if (owner !== caller.id && !userCalled(state, owner)) throw badRequest(`There is no user with the login ${owner}`);
	return owner;
}

/** Adds a custom workspace; its owner gets all rights on it. */
function addWorkspace({ state }: Request, given: Pick<Workspace, 'name' | 'description' | 'owner' | 'environmentId'>): Workspace {
	const workspace: Workspace = { id: state.objectId(), type: 'custom', members: [given.owner], ...given };
	orchestrationOf(state).workspaces.set(workspace.id, workspace);
	const user = userCalled(state, given.owner);
	if (user) grant(state, 'user', workspace.id, user.id, RIGHTS);
	else if (state.serviceAccounts.has(given.owner)) grant(state, 'serviceAccount', workspace.id, given.owner, RIGHTS);
	return workspace;
}

function checkEnvironmentName(state: State, name: unknown, own?: Environment): void {
	for (const each of orchestrationOf(state).environments.values())
		if (each !== own && each.name === name) throw conflict(`An environment with the name ${String(name)} exists already`);
}

/** The interface lists no 409 for workspaces. */
function checkWorkspaceName(state: State, environmentId: string, name: unknown, own?: Workspace): void {
	for (const each of orchestrationOf(state).workspaces.values())
		if (each !== own && each.environmentId === environmentId && each.name === name)
			throw badRequest(`A workspace with the name ${String(name)} exists already in the environment`);
}

/** Takes a workspace away with all that is in it. */
function dropWorkspace(state: State, id: string): void {
	const { workspaces, tasks, plans, artifacts, connections } = orchestrationOf(state);
	for (const records of [tasks, plans, artifacts, connections] as Array<Map<string, { workspaceId: string }>>)
		for (const [key, record] of records) if (record.workspaceId === id) records.delete(key);
	// Plans elsewhere go on without its tasks.
	const there = (task: string) => tasks.has(task);
	for (const plan of plans.values())
		plan.steps = plan.steps.map(({ handlerOnFailure, ...step }) => ({
			...step,
			taskIds: step.taskIds.filter(there),
			...(handlerOnFailure && { handlerOnFailure: { ...handlerOnFailure, taskIds: handlerOnFailure.taskIds?.filter(there) } }),
		}));
	forgetWorkspace(state, id);
	workspaces.delete(id);
}

/** Takes an environment away with all that is in it, there is no undo (document B, "Environments" 3). */
export function dropEnvironment(state: State, id: string): void {
	for (const workspace of [...orchestrationOf(state).workspaces.values()]) if (workspace.environmentId === id) dropWorkspace(state, workspace.id);
	orchestrationOf(state).environments.delete(id);
	enginesOf(state).environments.delete(id);
}

/** What of a workspace others use, in words; nothing when nobody does. */
function usedElsewhere(state: State, id: string): string | undefined {
	const { tasks, plans, artifacts, connections } = orchestrationOf(state);
	for (const task of tasks.values()) {
		if (task.workspaceId === id) continue;
		const artifact = artifacts.get(task.artifactId);
		if (artifact?.workspaceId === id) return `Artifact ${artifact.name} is used by task ${task.id} of another workspace`;
		const connection = Object.values(task.connections ?? {}).map((each) => connections.get(each)).find((each) => each?.workspaceId === id);
		if (connection) return `Connection ${connection.name} is used by task ${task.id} of another workspace`;
	}
	for (const plan of plans.values()) {
		const used = plan.steps.flatMap(tasksOf).find((task) => tasks.get(task)?.workspaceId === id);
		if (plan.workspaceId !== id && used) return `Task ${used} is used by plan ${plan.id} of another workspace`;
	}
	return undefined;
}

/** Names what still uses an environment; a header's name has no blank. */
function usage({ id, usedBy = [] }: Environment, { state, clock }: Request): Record<string, string> | undefined {
	const hosted = enginesOf(state).environments.get(id);
	const host = hosted && phaseOf(hosted, clock.now()) !== 'free' ? [`${hosted.kind === 'engine' ? 'dynamic engine' : 'data plane'} ${hosted.link!.hostId}`] : [];
	const all = [...host, ...usedBy];
	return all.length === 0 ? undefined : { 'usage-details': all.join('; ') };
}

export const places: Handlers = {
	'GET /orchestration/environments': ({ state, caller, query }) => {
		const passes = fiqlFilter<Environment>(query.query, { name: ({ name }) => name, description: ({ description }) => description });
		return ok(visibleEnvironments(state, caller).filter(passes).map(environmentInfo));
	},
	'POST /orchestration/environments': (request) => {
		const { state, body } = request;
		const { name, description, maxCloudContainers, workspaceName, owner } = body as Place;
		checkEnvironmentName(state, name);
		const login = ownerOf(request, owner);
		const environment: Environment = { id: state.objectId(), name, description, maxCloudContainers, default: false };
		orchestrationOf(state).environments.set(environment.id, environment);
		addWorkspace(request, { name: workspaceName, owner: login, environmentId: environment.id });
		return created(environmentInfo(environment));
	},
	'PUT /orchestration/environments/{Id}': (request) => {
		const environment = environmentFor(request, request.path.Id!);
		const { name, description, maxCloudContainers } = request.body as Place;
		// 400 is not listed for it, but without a name there is nothing else to say.
		if (name === undefined) throw badRequest('Field name is required');
		checkEnvironmentName(request.state, name, environment);
		Object.assign(environment, { name, description, maxCloudContainers });
		const hosted = enginesOf(request.state).environments.get(environment.id);
		if (hosted) Object.assign(hosted, { name, description: description ?? '' });
		return noContent(usage(environment, request));
	},
	'DELETE /orchestration/environments/{Id}': (request) => {
		const environment = environmentFor(request, request.path.Id!);
		const headers = usage(environment, request);
		if (headers) throw new Refusal(400, 'The environment is still in use', { headers });
		dropEnvironment(request.state, environment.id);
		return noContent();
	},

	'GET /orchestration/workspaces': ({ state, caller, query }) => {
		const environmentOf = ({ environmentId }: Workspace) => orchestrationOf(state).environments.get(environmentId);
		const passes = fiqlFilter<Workspace>(query.query, {
			name: ({ name }) => name,
			description: ({ description }) => description,
			'environment.name': (workspace) => environmentOf(workspace)?.name,
		});
		return ok(visibleWorkspaces(state, caller).filter(passes).map(({ id }) => workspaceInfo(state, id)));
	},
	'POST /orchestration/workspaces': (request) => {
		const { state, body, clock } = request;
		const { name, description, environmentId, owner } = body as Place;
		const environment = environmentFor(request, environmentId);
		checkWorkspaceName(state, environment.id, name);
		const workspace = addWorkspace(request, { name, description, owner: ownerOf(request, owner), environmentId });
		const now = rfc3339(clock.now());
		const user = userCalled(state, workspace.owner)?.attributes.name as { formatted?: string } | undefined;
		const { id, type } = workspace;
		return created({ id, name, description, createDate: now, updateDate: now, owner: workspace.owner, ownerFullName: user?.formatted ?? workspace.owner, type, environmentId });
	},
	'PUT /orchestration/workspaces/{id}': (request) => {
		const workspace = workspaceFor(request, request.path.id!);
		const { name, description, owner, protectedArtifactUpdate } = request.body as Place;
		if (name === undefined) throw badRequest('Field name is required');
		checkWorkspaceName(request.state, workspace.environmentId, name, workspace);
		Object.assign(workspace, { name, description, owner: ownerOf(request, owner ?? workspace.owner), protectedArtifactUpdate });
		return noContent();
	},
	'DELETE /orchestration/workspaces/{id}': (request) => {
		const { state } = request;
		const workspace = workspaceFor(request, request.path.id!);
		if (workspace.type !== 'custom') throw conflict('Only custom workspaces can be deleted');
		const used = usedElsewhere(state, workspace.id);
		if (used) throw conflict(used);
		dropWorkspace(state, workspace.id);
		return noContent();
	},
};
