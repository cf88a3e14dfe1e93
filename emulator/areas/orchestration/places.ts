/** The workspaces and environments of records, and who can see them. */
import type { Request } from '../../handler';
import { contains, equals } from '../../lists/replies';
import { badRequest } from '../../refusals';
import { type Caller, hasPermission, userTypeOf } from '../../state/caller';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import {
	type Environment,
	environments,
	type Scheduled,
	type Workspace,
	workspaces,
} from './orchestrationStore';

/** With one of these permissions, a caller sees all environments and workspaces. */
export const MANAGERS = ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT'];

/**
 * Whether a caller sees a workspace. Without such a permission, it must have permissions on the
 * workspace.
 */
export function maySee(caller: Caller, workspace: Workspace): boolean {
	return hasPermission(caller, MANAGERS) || workspace.members.includes(caller.id);
}

export const visibleWorkspaces = (state: State, caller: Caller): Workspace[] =>
	workspaces.all(state).filter((workspace) => maySee(caller, workspace));

interface Placed {
	workspaceId: string;
}

/** Whether the caller sees the workspace that something is in. */
export function canView(
	{ workspaceId }: Placed,
	{ state, caller }: Pick<Request, 'state' | 'caller'>,
): boolean {
	const workspace = workspaces.recordsIn(state).get(workspaceId);
	return workspace !== undefined && maySee(caller, workspace);
}

/** Whether a record of a workspace matches the filters for environment and workspace. */
export function isIn(
	state: State,
	workspaceId: string,
	{ workspaceId: wanted, environmentId }: { workspaceId?: unknown; environmentId?: unknown },
): boolean {
	return (
		(wanted === undefined || wanted === workspaceId) &&
		(environmentId === undefined ||
			environmentId === workspaces.recordsIn(state).get(workspaceId)?.environmentId)
	);
}

/** What lists of things in workspaces are filtered by. */
export const placeFilters = {
	name: contains(({ name }: { name: string }) => name),
	workspaceId: equals(({ workspaceId }: Placed) => workspaceId),
	environmentId: ({ workspaceId }: Placed, environmentId: string, { state }: Request): boolean =>
		isIn(state, workspaceId, { environmentId }),
};

/** What lists of tasks and plans are filtered by: a part of the name, or its beginning. */
export const nameFilter = (
	{ name }: { name: string },
	wanted: string,
	{ state }: Request,
): boolean => {
	const [given, whole] = [wanted.toLowerCase(), name.toLowerCase()];
	return state.seen.namesByPrefix ? whole.startsWith(given) : whole.includes(given);
};

/**
 * The workspace, if the caller may create something in it.
 * @throws Refusal 404
 */
export function workspaceToFill({ state, caller }: Request, id: string): Workspace {
	const workspace = workspaces.find(state, id);
	if (!maySee(caller, workspace)) throw workspaces.refusalOfMissing(id);
	return workspace;
}

/**
 * The workspace that something is moved to.
 * @throws Refusal if it is in another environment
 */
export function moveTarget(request: Request, from: string): string {
	const { id, environmentId } = workspaceToFill(request, request.path.targetWorkspaceId!);
	if (workspaces.find(request.state, from).environmentId !== environmentId)
		throw badRequest('The workspace must be of the same environment');
	return id;
}

/** A workspace in the form that responses have. */
export function workspaceInfo(state: State, id: string) {
	const workspace = workspaces.recordsIn(state).get(id);
	if (!workspace) return undefined;
	const { name, description, owner, type, protectedArtifactUpdate } = workspace;
	return {
		id,
		name,
		description,
		owner,
		type,
		protectedArtifactUpdate,
		environment: environmentInfo(environments.find(state, workspace.environmentId)),
	};
}

/** An environment in the form that responses have. */
export function environmentInfo({ usedBy, ...info }: Environment) {
	return info;
}

/** Pauses a task or plan, or resumes it. The platform records who did this, and when. */
export function pause(scheduled: Scheduled, { body, caller, clock, follows }: Request): void {
	const given = body as Scheduled['pauseDetails'] & { pause: boolean };
	scheduled.paused = given.pause;
	scheduled.pauseDetails = {
		user: caller.id,
		userType: userTypeOf(caller.type, follows),
		pauseDate: rfc3339(clock.now()),
		...given,
	};
}
