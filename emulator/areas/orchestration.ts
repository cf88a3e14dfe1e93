/** Environments, workspaces, tasks and plans (document B, orchestration part). */
import { pageOf, type State } from '../state';
import type { Caller } from '../identity';
import { mayDo } from '../identity';
import { ok, type Handlers } from './handler';

export interface Environment {
	id: string;
	name: string;
	description?: string;
	maxCloudContainers?: number;
	default?: boolean;
}

export interface Workspace {
	id: string;
	name: string;
	description?: string;
	owner: string;
	type: 'custom' | 'shared' | 'personal';
	environmentId: string;
	/** Ids of callers that may see it without a managing permission. */
	members: string[];
}

/** How the runs of a task go; one after the other, the last one from then on. */
export interface Behaviour {
	/** Before it executes, in ms. */
	dispatchMs: number;
	/** While it executes, in ms; `Infinity` for a service that never ends. */
	durationMs: number;
	/** Its final `status`. */
	end: string;
	rows?: number;
	rejected?: number;
	errorType?: string;
	errorMessage?: string;
	/** Entries that it writes to its log. */
	logLines?: number;
}

export interface Task {
	id: string;
	name: string;
	description?: string;
	workspaceId: string;
	version: string;
	artifactId: string;
	artifactVersion: string;
	artifactName: string;
	tags: string[];
	paused: boolean;
	/** Without one it cannot be started (501). */
	configured: boolean;
	runtimeType: string;
	behaviours: Behaviour[];
}

export interface PlanStep {
	id: string;
	name: string;
	condition: 'ALL_SUCCEEDED' | 'AT_LEAST_ONE_SUCCEEDED' | 'ALWAYS_PROCEED_ON';
	taskIds: string[];
}

export interface Plan {
	id: string;
	name: string;
	description?: string;
	workspaceId: string;
	paused: boolean;
	configured: boolean;
	steps: PlanStep[];
}

export interface Orchestration {
	environments: Map<string, Environment>;
	workspaces: Map<string, Workspace>;
	tasks: Map<string, Task>;
	plans: Map<string, Plan>;
}

/** The room of this area. */
export const orchestrationOf = (state: State): Orchestration =>
	state.room('orchestration', () => ({ environments: new Map(), workspaces: new Map(), tasks: new Map(), plans: new Map() }));

/**
 * Holders of CLUSTER_MANAGEMENT or ENVIRONMENT_MANAGEMENT see all; holders of OPERATOR those that
 * they have workspace permissions in (document B, "Environments" 2).
 */
export function maySee(caller: Caller, workspace: Workspace): boolean {
	return mayDo(caller, ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT']) || workspace.members.includes(caller.id);
}

export function visibleWorkspaces(state: State, caller: Caller): Workspace[] {
	return [...orchestrationOf(state).workspaces.values()].filter((workspace) => maySee(caller, workspace));
}

export function workspaceInfo(state: State, id: string) {
	const { workspaces, environments } = orchestrationOf(state);
	const workspace = workspaces.get(id);
	if (!workspace) return undefined;
	const { name, description, owner, type } = workspace;
	return { id, name, description, owner, type, environment: environments.get(workspace.environmentId) };
}

/** Whether a name filter keeps a name: it contains the text. */
const named = (filter: unknown, name: string) =>
	filter === undefined || name.toLowerCase().includes(String(filter).toLowerCase());

/** Whether a record of a workspace passes the place filters. */
export function inPlace(state: State, workspaceId: string, query: Record<string, unknown>): boolean {
	const workspace = orchestrationOf(state).workspaces.get(workspaceId);
	return (
		(query.workspaceId === undefined || query.workspaceId === workspaceId) &&
		(query.environmentId === undefined || query.environmentId === workspace?.environmentId)
	);
}

export const orchestration: Handlers = {
	'GET /orchestration/environments': ({ state, caller }) => {
		const seen = new Set(visibleWorkspaces(state, caller).map(({ environmentId }) => environmentId));
		const all = mayDo(caller, ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT']);
		return ok([...orchestrationOf(state).environments.values()].filter(({ id }) => all || seen.has(id)));
	},
	'GET /orchestration/workspaces': ({ state, caller }) =>
		ok(visibleWorkspaces(state, caller).map(({ id }) => workspaceInfo(state, id))),
	'GET /orchestration/executables/tasks': ({ state, caller, query }) => {
		const tasks = [...orchestrationOf(state).tasks.values()]
			.filter((task) => inPlace(state, task.workspaceId, query) && named(query.name, task.name))
			.filter((task) => query.artifactId === undefined || query.artifactId === task.artifactId)
			.filter((task) => query.runtimeType === undefined || query.runtimeType === task.runtimeType)
			.filter((task) => maySee(caller, orchestrationOf(state).workspaces.get(task.workspaceId)!));
		const page = pageOf(tasks, query.limit as number | undefined, query.offset as number | undefined);
		return ok({
			...page,
			items: page.items.map((task) => ({
				executable: task.id,
				name: task.name,
				artifactId: task.artifactId,
				workspace: workspaceInfo(state, task.workspaceId),
				runtime: { type: task.runtimeType },
			})),
		});
	},
	'GET /orchestration/executables/plans': ({ state, caller, query }) => {
		const plans = [...orchestrationOf(state).plans.values()]
			.filter((plan) => inPlace(state, plan.workspaceId, query) && named(query.name, plan.name))
			.filter((plan) => query.planId === undefined || query.planId === plan.id)
			.filter((plan) => query.taskId === undefined || plan.steps.some(({ taskIds }) => taskIds.includes(String(query.taskId))))
			.filter((plan) => maySee(caller, orchestrationOf(state).workspaces.get(plan.workspaceId)!));
		const page = pageOf(plans, query.limit as number | undefined, query.offset as number | undefined);
		return ok({
			...page,
			items: page.items.map((plan) => ({
				executable: plan.id,
				name: plan.name,
				description: plan.description,
				workspace: workspaceInfo(state, plan.workspaceId),
			})),
		});
	},
};
