/** The permissions of users and of service accounts on workspaces, one at a time and in batches. */
import { RIGHTS } from '../../../nodes/TalendCloudAccount/resources/workspacePermission/requests';
import { created, type Handlers, noContent, ok, type Request, type Result } from '../../handler';
import { badRequest, conflict, notFound, Refusal } from '../../refusals';
import type { State } from '../../state/state';
import {
	environments,
	workspaceCreated,
	workspaceDeleted,
	workspaces,
} from '../orchestration/orchestrationStore';
import { loginOf, userByLogin, userDeleted, users } from '../scim/scimStore';
import {
	type Grant,
	grantsOf,
	serviceAccountDeleted,
	serviceAccounts,
	type SubjectKind,
} from './accountStore';

type Kind = SubjectKind;

/** A subject and a workspace. */
type Place = Pick<Grant, 'workspaceId' | 'subjectId'>;

const grantKey = ({ workspaceId, subjectId }: Place) => `${workspaceId} ${subjectId}`;

/** The ID with which a subject signs in; undefined if there is no such subject. */
function callerId(state: State, kind: Kind, id: string): string | undefined {
	if (kind === 'serviceAccount') return serviceAccounts.recordsIn(state).get(id)?.id;
	const user = users.recordsIn(state).get(id);
	return user && loginOf(user);
}

const NOUNS: Record<Kind, string> = { user: 'User', serviceAccount: 'Service account' };

/** Updates who can see a workspace: everybody with permissions on it, and always its owner. */
function keepMembers(
	state: State,
	kind: Kind,
	{ workspaceId, subjectId }: Grant,
	caller = callerId(state, kind, subjectId),
): void {
	const workspace = workspaces.recordsIn(state).get(workspaceId);
	if (!workspace || caller === undefined) return;
	const others = workspace.members.filter((member) => member !== caller);
	const may =
		grantsOf(state)[kind].has(grantKey({ workspaceId, subjectId })) || workspace.owner === caller;
	workspace.members = may ? [...others, caller] : others;
}

/** Grants permissions without any checks. */
export function grant(
	state: State,
	kind: Kind,
	{ workspaceId, subjectId }: Place,
	permissions: readonly string[],
): void {
	const given = { workspaceId, subjectId, permissions: [...new Set(permissions)] };
	grantsOf(state)[kind].set(grantKey(given), given);
	keepMembers(state, kind, given);
}

function revoke(state: State, kind: Kind, given: Grant, caller?: string): void {
	grantsOf(state)[kind].delete(grantKey(given));
	keepMembers(state, kind, given, caller);
}

/** A subject that is deleted loses its permissions. */
function forgetSubject(state: State, kind: Kind, subjectId: string, caller: string): void {
	for (const given of [...grantsOf(state)[kind].values()])
		if (given.subjectId === subjectId) revoke(state, kind, given, caller);
}

userDeleted.on((state, user) => forgetSubject(state, 'user', user.id, loginOf(user)));
serviceAccountDeleted.on((state, { id }) => forgetSubject(state, 'serviceAccount', id, id));

/** The owner of a new workspace gets all permissions on it. */
workspaceCreated.on((state, { id, owner }) => {
	const user = userByLogin(state, owner);
	if (user) grant(state, 'user', { workspaceId: id, subjectId: user.id }, RIGHTS);
	else if (serviceAccounts.recordsIn(state).has(owner))
		grant(state, 'serviceAccount', { workspaceId: id, subjectId: owner }, RIGHTS);
});

/** The permissions on a workspace are deleted with it. */
workspaceDeleted.on((state, workspaceId) => {
	for (const grants of Object.values(grantsOf(state)))
		for (const [at, given] of grants) if (given.workspaceId === workspaceId) grants.delete(at);
});

/**
 * @throws Refusal 404 if the workspace or the subject does not exist, 400 for unknown permissions
 */
function checkGrant(
	state: State,
	kind: Kind,
	{ workspaceId, subjectId }: Place,
	permissions: readonly string[] = [],
): void {
	if (!workspaces.recordsIn(state).has(workspaceId))
		throw notFound(`Workspace ${workspaceId} was not found`);
	if (callerId(state, kind, subjectId) === undefined)
		throw notFound(`${NOUNS[kind]} ${subjectId} was not found`);
	const unknown = permissions.filter((permission) => !RIGHTS.includes(permission));
	if (unknown.length > 0) throw badRequest(`Unknown permissions: ${unknown.join(', ')}`);
}

/**
 * The permissions of a subject.
 * @throws Refusal 404 if it has none
 */
function grantOf(state: State, kind: Kind, place: Place): Grant {
	const { workspaceId, subjectId } = place;
	const given = grantsOf(state)[kind].get(grantKey(place));
	if (!given)
		throw notFound(`${NOUNS[kind]} ${subjectId} has no permission on workspace ${workspaceId}`);
	return given;
}

/**
 * The owner of a workspace keeps their permissions on it.
 * @throws Refusal 409
 */
function checkOwner(state: State, kind: Kind, { workspaceId, subjectId }: Grant): void {
	if (workspaces.recordsIn(state).get(workspaceId)?.owner === callerId(state, kind, subjectId))
		throw conflict('The owner of a workspace keeps their permissions on it');
}

/** The subject is called userId in both families. */
const grantView = ({ workspaceId, subjectId, permissions }: Grant) => ({
	workspaceId,
	userId: subjectId,
	permissions,
});

interface Row {
	workspaceId: string;
	userId: string;
	permissions: string[];
}

/**
 * Applies the changes in the order of the list.
 * @returns the rejected ones, each with its reason
 */
function changeEach<T>(
	changes: readonly T[],
	change: (each: T) => void,
	result: (each: T) => object,
): Result {
	const rejected = changes.flatMap((each) => {
		try {
			change(each);
			return [];
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return [{ status: error.status, message: error.message, ...result(each) }];
		}
	});
	return rejected.length === 0 ? noContent() : { status: 207, body: rejected };
}

/**
 * The paths of a family: for one subject on one workspace, and for all; and the names of its
 * subjects in paths and lists.
 */
interface Family {
	single: string;
	all: string;
	one: string;
	many: string;
}

/** The operations on the permissions of one subject on one workspace. */
function singleHandlers(kind: Kind, { single, one }: Family): Handlers {
	const placeOf = ({ path }: Request): Place => ({
		workspaceId: path.workspaceId!,
		subjectId: path[one]!,
	});
	return {
		[`GET ${single}`]: (request) => ok(grantView(grantOf(request.state, kind, placeOf(request)))),
		[`POST ${single}`]: (request) => {
			const { state } = request;
			const permissions = request.body as string[];
			checkGrant(state, kind, placeOf(request), permissions);
			const before = grantsOf(state)[kind].get(grantKey(placeOf(request)))?.permissions ?? [];
			// According to the OpenAPI files, POST only creates the record, and PUT changes it later.
			if (before.length > 0 && request.follows === 'vendor')
				throw conflict(
					`${NOUNS[kind]} ${request.path[one]} already has permissions on the workspace`,
				);
			grant(state, kind, placeOf(request), [...before, ...permissions]);
			return created(undefined);
		},
		[`PUT ${single}`]: (request) => {
			const { state } = request;
			const permissions = request.body as string[];
			checkGrant(state, kind, placeOf(request), permissions);
			grantOf(state, kind, placeOf(request));
			grant(state, kind, placeOf(request), permissions);
			return noContent();
		},
		[`DELETE ${single}`]: (request) => {
			const given = grantOf(request.state, kind, placeOf(request));
			checkOwner(request.state, kind, given);
			revoke(request.state, kind, given);
			return noContent();
		},
	};
}

/** The operations that grant permissions to many at once. */
function batchHandlers(kind: Kind, { all }: Family): Handlers {
	return {
		[`POST ${all}/batch`]: ({ state, body }) =>
			changeEach(
				body as Row[],
				({ workspaceId, userId, permissions }) => {
					const place = { workspaceId, subjectId: userId };
					checkGrant(state, kind, place, permissions);
					if (grantsOf(state)[kind].has(grantKey(place)))
						throw conflict(
							`${NOUNS[kind]} ${userId} has permissions on workspace ${workspaceId} already`,
						);
					grant(state, kind, place, permissions);
				},
				(permission) => ({ permission }),
			),
		[`PUT ${all}/batch`]: ({ state, body }) =>
			changeEach(
				body as Row[],
				({ workspaceId, userId, permissions }) => {
					const place = { workspaceId, subjectId: userId };
					checkGrant(state, kind, place, permissions);
					grantOf(state, kind, place);
					grant(state, kind, place, permissions);
				},
				(permission) => ({ permission }),
			),
	};
}

/** The operation that revokes permissions of many at once. */
function revokingHandlers(kind: Kind, { all, many }: Family): Handlers {
	return {
		[`DELETE ${all}/batch`]: ({ state, query }) => {
			const subjects = query[many] as string[] | undefined;
			const places = query.workspaceIds as string[] | undefined;
			for (const id of places ?? [])
				if (!workspaces.recordsIn(state).has(id)) throw notFound(`Workspace ${id} was not found`);
			for (const id of subjects ?? [])
				if (callerId(state, kind, id) === undefined)
					throw notFound(`${NOUNS[kind]} ${id} was not found`);
			const meant = [...grantsOf(state)[kind].values()].filter(
				({ subjectId, workspaceId }) =>
					(subjects?.includes(subjectId) ?? true) && (places?.includes(workspaceId) ?? true),
			);
			return changeEach(
				meant,
				(given) => {
					checkOwner(state, kind, given);
					revoke(state, kind, given);
				},
				({ workspaceId, subjectId }) => ({ permissionId: { workspaceId, userId: subjectId } }),
			);
		},
	};
}

/** The operation that lists permissions. */
function listHandlers(kind: Kind, { all, one }: Family): Handlers {
	return {
		[`GET ${all}`]: ({ state, query }) => {
			const there = workspaces.recordsIn(state);
			const { workspaceId, environmentId } = query as Record<string, string | undefined>;
			const subjectId = query[one] as string | undefined;
			if (environmentId !== undefined && !environments.recordsIn(state).has(environmentId))
				throw notFound(`Environment ${environmentId} was not found`);
			if (workspaceId !== undefined && !there.has(workspaceId))
				throw notFound(`Workspace ${workspaceId} was not found`);
			if (subjectId !== undefined && callerId(state, kind, subjectId) === undefined)
				throw notFound(`${NOUNS[kind]} ${subjectId} was not found`);
			return ok(
				[...grantsOf(state)[kind].values()]
					.filter((given) => there.has(given.workspaceId))
					.filter((given) => workspaceId === undefined || given.workspaceId === workspaceId)
					.filter(
						(given) =>
							environmentId === undefined ||
							there.get(given.workspaceId)!.environmentId === environmentId,
					)
					.filter((given) => subjectId === undefined || given.subjectId === subjectId)
					.map(grantView),
			);
		},
	};
}

/** The eight operations of a family. */
const handlersOf = (kind: Kind, family: Family): Handlers => ({
	...singleHandlers(kind, family),
	...batchHandlers(kind, family),
	...revokingHandlers(kind, family),
	...listHandlers(kind, family),
});

export const permissionHandlers: Handlers = {
	...handlersOf('user', {
		single: '/security/workspaces/{workspaceId}/users/{userId}/permissions',
		all: '/security/permissions',
		one: 'userId',
		many: 'userIds',
	}),
	...handlersOf('serviceAccount', {
		single: '/security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions',
		all: '/security/service-accounts/permissions',
		one: 'serviceAccountId',
		many: 'serviceAccountIds',
	}),
};
