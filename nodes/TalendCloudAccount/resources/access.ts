/** Who may do what: users with their roles, groups and permissions on workspaces, by names. */
import type { IDataObject } from 'n8n-workflow';

import { type Output, records } from '../../shared/declare/answers';
import { flow, resource } from '../../shared/declare/define';
import type { RequestOperation } from '../../shared/declare/operation';
import { eachAtOnce } from '../../shared/flows/atOnce';
import { listIfAllowed, missing } from '../../shared/flows/readIfThere';
import { getManyWorkspaces } from '../../TalendCloudOrchestration/resources/workspace';
import { group } from './group';
import { getManyRoles } from './identities';
import { userOperations } from './user';
import { workspacePermission } from './workspacePermission';

const { getMany } = userOperations;
const getGroups = group.operations.getMany as RequestOperation;
const getMembers = group.operations.getMembers as RequestOperation;
const getPermissions = workspacePermission.operations.getManyForUsers as RequestOperation;

const MISSING = {
	roles: missing('Names and permissions of roles are missing'),
	groups: missing('Groups are missing'),
	workspaces: missing('Names of workspaces are missing'),
};

const text = (value: unknown): string => String(value ?? '');

const getAccess = flow({
	name: 'Get Access',
	action: 'Get who may do what',
	description: 'List each user with roles, groups and permissions, one item for each workspace; users without a workspace have one item, too',
	fields: {},
	uses: [getMany, getManyRoles, getGroups, getMembers, getPermissions, getManyWorkspaces],
	messages: Object.values(MISSING),
	answers: records(undefined, { key: 'key' }),
	run: async (call): Promise<Output[]> => {
		const [people, permissions] = [await call.list(getMany, {}), await call.list(getPermissions, {})];
		const byId = (all: IDataObject[]) => new Map(all.map((each) => [each.id, each]));
		const roles = byId(await listIfAllowed(call, getManyRoles, {}, MISSING.roles));
		const workspaces = byId(await listIfAllowed(call, getManyWorkspaces, {}, MISSING.workspaces));
		const groupsOf = new Map<unknown, string[]>();
		const groups = await listIfAllowed(call, getGroups, {}, MISSING.groups);
		const members = await eachAtOnce(groups, async ({ id, name }) => ({
			name: text(name),
			all: await listIfAllowed(call, getMembers, { id }, MISSING.groups),
		}));
		for (const { name, all } of members) for (const { id } of all) groupsOf.set(id, [...(groupsOf.get(id) ?? []), name]);
		return people.flatMap(({ id, login, email, firstName, lastName, active, roleIds }) => {
			const own = ((roleIds ?? []) as string[]).map((role) => roles.get(role) ?? { name: role });
			const common = {
				userId: id,
				login,
				name: [firstName, lastName].filter(Boolean).join(' '),
				email,
				active,
				roles: own.map(({ name }) => text(name)),
				rolePermissions: [...new Set(own.flatMap((role) => (role.permissions ?? []) as string[]))].sort(),
				groups: groupsOf.get(id) ?? [],
			};
			const rights = permissions.filter(({ userId }) => userId === id);
			return (rights.length > 0 ? rights : [{} as IDataObject]).map(({ workspaceId, permissions: given }) => {
				const workspace = workspaces.get(workspaceId);
				const environment = workspace?.environment as IDataObject | undefined;
				const place = { workspaceId: workspaceId ?? null, workspace: workspace?.name ?? null, environment: environment?.name ?? null };
				return { json: { key: [id, workspaceId].filter(Boolean).join('/'), ...common, ...place, workspacePermissions: given ?? [] } };
			});
		});
	},
});

export const user = resource('user', 'User', { ...userOperations, getAccess }, 'A person who signs in to the account');
