/** In which workspace and environment things are, and who can see them. */
import { rfc3339 } from '../../clock';
import { contains, equals } from '../../lists/lists';
import { badRequest } from '../../refusals';
import { type Caller, hasPermission, userTypeOf } from '../../server/caller';
import type { State } from '../../state';
import type { Request } from '../handler';
import {
	type Environment,
	environments,
	type Scheduled,
	type Workspace,
	workspaces,
} from './records';

/** Holders of one of these see all environments and workspaces. */
export const MANAGERS = ['TMC_CLUSTER_MANAGEMENT', 'TMC_ENVIRONMENT_MANAGEMENT'];

/** Others see those workspaces that they have permissions in. */
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
	const workspace = workspaces.in(state).get(workspaceId);
	return workspace !== undefined && maySee(caller, workspace);
}

/** Whether something of a workspace passes the filters by place. */
export function isIn(
	state: State,
	workspaceId: string,
	{ workspaceId: wanted, environmentId }: { workspaceId?: unknown; environmentId?: unknown },
): boolean {
	return (
		(wanted === undefined || wanted === workspaceId) &&
		(environmentId === undefined ||
			environmentId === workspaces.in(state).get(workspaceId)?.environmentId)
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
 * A workspace in which the caller may put something.
 * @throws Refusal 404
 */
export function workspaceToFill({ state, caller }: Request, id: string): Workspace {
	const workspace = workspaces.find(state, id);
	if (!maySee(caller, workspace)) throw workspaces.missing(id);
	return workspace;
}

/**
 * The workspace that something moves to.
 * @throws Refusal when it is in another environment
 */
export function moveTarget(request: Request, from: string): string {
	const { id, environmentId } = workspaceToFill(request, request.path.targetWorkspaceId!);
	if (workspaces.find(request.state, from).environmentId !== environmentId)
		throw badRequest('The workspace must be of the same environment');
	return id;
}

/** A workspace as it is in responses. */
export function workspaceInfo(state: State, id: string) {
	const workspace = workspaces.in(state).get(id);
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

/** An environment as it is in responses. */
export function environmentInfo({ usedBy, ...info }: Environment) {
	void usedBy;
	return info;
}

/** Pauses it, or lets it run again. The platform records who did it and when. */
export function pause(scheduled: Scheduled, { body, caller, clock, dialect }: Request): void {
	const given = body as Scheduled['pauseDetails'] & { pause: boolean };
	scheduled.paused = given.pause;
	scheduled.pauseDetails = {
		user: caller.id,
		userType: userTypeOf(caller.type, dialect),
		pauseDate: rfc3339(clock.now()),
		...given,
	};
}
