/**
 * *Get Access*: says who may do what, as users with the names of their roles and groups, and their
 * permissions on workspaces.
 */
import type { IDataObject } from 'n8n-workflow';

import { getManyAccountRoles } from '../../../records/identities/accountRoles';
import { placeOf } from '../../../records/places/placeOf';
import { getManyWorkspaces } from '../../../records/places/workspaces';
import { records } from '../../../shared/declare/answers';
import { flow } from '../../../shared/declare/define';
import { integer } from '../../../shared/declare/fields';
import type { OperationContext } from '../../../shared/declare/operation';
import { mapConcurrently } from '../../../shared/flows/mapConcurrently';
import { listIfAllowed, missingHint } from '../../../shared/flows/mayBeMissing';
import { isRefusedWith } from '../../../shared/support/http/refused';
import { objectIn, textsIn, withoutUndefined } from '../../../shared/support/json';
import { clock } from '../../../shared/support/time/clock';
import { DAY } from '../../../shared/support/time/time';
import { getMany as getManyLogs } from '../auditLog/requests';
import { getMany as getGroups, getMembers } from '../group/requests';
import { users as permissionsOfUsers } from '../workspacePermission/requests';
import { getMany as getUsers } from './requests';

const getPermissions = permissionsOfUsers.getMany;

const MISSING_PARTS = {
	roles: missingHint('Names and permissions of roles are missing'),
	groups: missingHint('Groups are missing'),
	workspaces: missingHint('Names of workspaces are missing'),
	signIns: missingHint('Last sign-ins are missing'),
};

const asText = (value: unknown): string => String(value ?? '');

/**
 * How many logs are read at once. They contain the bodies of requests and responses, so not all
 * logs of many days can be in memory.
 */
const MAX_LOGS = 5_000;

/**
 * Audit logs of somebody who signed in (Talend Cloud APIs User Guide, "EventType - access
 * management").
 */
function isSignIn({ eventCategory, eventOperation, response }: IDataObject): boolean {
	const failed = Number(objectIn(response).code) >= 400;
	return (
		asText(eventCategory).toLowerCase() === 'user account' &&
		asText(eventOperation).toLowerCase() === 'login' &&
		!failed
	);
}

/**
 * When each user last signed in, by user ID, according to the audit logs of the past `days` days.
 * If the account may not see the logs, the result is undefined, with a hint.
 */
async function lastSignIns(
	op: OperationContext<typeof MISSING_PARTS.signIns>,
	userIds: unknown[],
	days: number,
): Promise<Map<unknown, string> | undefined> {
	const lastTimes = new Map<unknown, string>();
	const fromDate = new Date(clock.now() - days * DAY).toISOString();
	let toDate: string | undefined;
	for (let atOnce = MAX_LOGS; ;) {
		const values = withoutUndefined({ fromDate, toDate });
		const logs = await op.list(getManyLogs, values, atOnce).catch((error: unknown) => {
			if (!isRefusedWith(error, 403, 404)) throw error;
			op.hint(MISSING_PARTS.signIns, { reason: error.message });
			return undefined;
		});
		if (logs === undefined) return undefined;
		// The logs are listed newest first.
		for (const log of logs)
			if (isSignIn(log) && !lastTimes.has(log.userId))
				lastTimes.set(log.userId, asText(log.timestamp));
		if (logs.length < atOnce || userIds.every((id) => lastTimes.has(id))) return lastTimes;
		const oldest = asText(logs.at(-1)!.timestamp);
		// All of these logs have the same time, so more must be read at once to get beyond it.
		if (oldest === toDate) atOnce *= 2;
		toDate = oldest;
	}
}

export const getAccess = flow({
	name: 'Get Access',
	action: 'Get the access of all users',
	description:
		'List each user with roles, groups and permissions, one item for each workspace, and one for each user without a workspace',
	fields: {},
	settings: {
		lastSignInDays: integer(
			'Adds the last sign-in of each user, found in the audit logs of this many days; <code>null</code> if there is none. Your license may keep fewer days.',
		)
			.label('Last Sign-In Within (Days)')
			.min(1)
			.max(3_650)
			.eg(90)
			.optional(),
	},
	uses: [
		getUsers,
		getManyAccountRoles,
		getGroups,
		getMembers,
		getPermissions,
		getManyWorkspaces,
		getManyLogs,
	],
	messages: Object.values(MISSING_PARTS),
	answers: records(undefined, {
		key: 'key',
		leads: [
			'name',
			'workspace',
			'environment',
			'workspacePermissions',
			'roles',
			'groups',
			'active',
		],
	}),
	run: async (op, { lastSignInDays }) => {
		const users = await op.list(getUsers, {});
		const permissions = await op.list(getPermissions, {});
		const roles = byId(await listIfAllowed(op, getManyAccountRoles, {}, MISSING_PARTS.roles));
		const workspaces = byId(
			await listIfAllowed(op, getManyWorkspaces, {}, MISSING_PARTS.workspaces),
		);
		const groups = await groupsByUser(op);
		const userIds = users.map(({ id }) => id);
		const signIns =
			lastSignInDays === undefined ? undefined : await lastSignIns(op, userIds, lastSignInDays);
		return users.flatMap((one) => {
			const common = {
				...userColumns(one),
				...roleColumns(one, roles),
				groups: groups.get(one.id) ?? [],
				...(signIns ? { lastSignIn: signIns.get(one.id) ?? null } : {}),
			};
			const ofUser = permissions.filter(({ userId }) => userId === one.id);
			const rows: IDataObject[] = ofUser.length > 0 ? ofUser : [{}];
			return rows.map(({ workspaceId, permissions: rights }) => ({
				json: {
					key: [one.id, workspaceId].filter(Boolean).join('/'),
					...common,
					...workspaceColumns(workspaceId, workspaces),
					workspacePermissions: rights ?? [],
				},
			}));
		});
	},
});

type ById = ReadonlyMap<unknown, IDataObject>;

const byId = (all: IDataObject[]): ById => new Map(all.map((each) => [each.id, each]));

/** The names of the groups of each user. */
async function groupsByUser(
	op: OperationContext<typeof MISSING_PARTS.groups>,
): Promise<Map<unknown, string[]>> {
	const groups = await listIfAllowed(op, getGroups, {}, MISSING_PARTS.groups);
	const members = await mapConcurrently(
		groups,
		async ({ id }) => await listIfAllowed(op, getMembers, { id }, MISSING_PARTS.groups),
	);
	const names = new Map<unknown, string[]>();
	for (const [index, { name }] of groups.entries())
		for (const { id } of members[index]!) names.set(id, [...(names.get(id) ?? []), asText(name)]);
	return names;
}

const userColumns = ({ id, login, email, firstName, lastName, active }: IDataObject) => ({
	userId: id,
	login,
	name: [firstName, lastName].filter(Boolean).join(' '),
	email,
	active,
});

/** The roles of a user. A role that cannot be read is shown with its ID. */
function roleColumns({ roleIds }: IDataObject, roles: ById) {
	const ofUser = textsIn(roleIds).map((id) => roles.get(id) ?? { name: id });
	const permissions = new Set(ofUser.flatMap((role: IDataObject) => textsIn(role.permissions)));
	return {
		roles: ofUser.map(({ name }) => asText(name)),
		rolePermissions: [...permissions].sort(),
	};
}

function workspaceColumns(id: IDataObject[string], workspaces: ById) {
	const { workspaceName, environmentName } = placeOf({ workspace: workspaces.get(id) });
	return {
		workspaceId: id ?? null,
		workspace: workspaceName ?? null,
		environment: environmentName ?? null,
	};
}
