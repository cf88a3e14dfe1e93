/**
 * The lists of users, groups and SCIM roles, and the fields that choose from them. They are in one
 * file because users refer to groups and groups to users.
 */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id } from '../../shared/declare/fields';
import { listOf } from '../../shared/declare/lists/loadedChoices';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';
import {
	ACTIVE,
	conditionRules,
	LIST_PAGE,
	listByFilter,
	listQuery,
	quotedInScim,
	scimConditions,
} from '../lists/scimFilter';
import { scimList } from '../lists/scimPaging';
import { ROLE_MANAGEMENT } from './accountRoles';

export const USERS = 'TMC_USER_MANAGEMENT';
export const GROUPS = 'TMC_GROUP_MANAGEMENT';

/** The fields of a user that Simplify keeps. */
export const simpleUserFields = [
	'id',
	'userName',
	'displayName',
	'name',
	'active',
	'emails',
	'title',
	'preferredLanguage',
	'groups',
	'roles',
] as const;

export const userConditions = scimConditions([
	{ value: 'userName', name: 'User Name' },
	{ value: 'emails.value', name: 'Email' },
	{ value: 'displayName', name: 'Display Name' },
	ACTIVE,
]);

export const getManyScimUsers = operation('GET /scim/v2/Users', {
	name: 'Get Many',
	action: 'Get many users',
	description: 'List the users of the account',
	permissions: USERS,
	query: listQuery('users', {
		filter: 'userName eq "ana.demo"',
		sortBy: 'userName',
		attributes: 'userName,emails',
		excluded: 'groups',
	}),
	settings: userConditions,
	rules: conditionRules,
	pages: scimList(),
	answers: records('A.UserResource', { page: LIST_PAGE, simple: simpleUserFields, key: 'id' }),
	perform: listByFilter,
});

export const userPicker = picker({
	noun: 'user',
	method: 'searchUsers',
	list: getManyScimUsers,
	always: { attributes: 'userName,displayName' },
	search: (typed) => ({
		filter: `userName co ${quotedInScim(typed)} or displayName co ${quotedInScim(typed)}`,
	}),
	entry: ({ id: value, userName, displayName }) => ({
		id: value,
		name: userName,
		description: displayName,
	}),
	isDescribed: true,
	byName: true,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

/** A field for choosing a user of the account. *By Name* takes the user name. */
export const userField = (description = 'The user') =>
	id(description).label('User').pick(userPicker);

/** Chooses the login of a user, for requests that take it instead of the ID. */
const loginPicker = picker({
	...userPicker,
	method: 'searchLogins',
	entry: ({ userName, displayName }) => ({
		id: userName,
		name: userName,
		description: displayName,
	}),
	byName: false,
	idName: 'Login',
	example: 'ana.demo',
});

/** A field for choosing the login of a user. */
export const userLoginField = (description: string) => id(description).pick(loginPicker);

/** A field for choosing a user or a group. */
export const userOrGroupField = (description: string) =>
	id(description)
		.label('User or Group')
		.pick(
			picker({
				...userPicker,
				noun: 'user or group',
				method: 'searchUsersAndGroups',
				otherPickers: [groupPicker],
			}),
		);

/**
 * A field for choosing several users by name or ID. An operation must replace the names by IDs
 * (`valuesToSend`).
 */
export const usersField = (description: string) => listOf(userPicker, 'loadUsers', description);

export const groupConditions = scimConditions([{ value: 'displayName', name: 'Display Name' }]);

export const getManyGroups = operation('GET /scim/v2/Groups', {
	name: 'Get Many',
	action: 'Get many groups',
	description: 'List the groups of the account',
	permissions: GROUPS,
	query: listQuery('groups', {
		filter: 'displayName sw "Fin"',
		sortBy: 'displayName',
		attributes: 'displayName',
		excluded: 'members',
	}),
	settings: groupConditions,
	rules: conditionRules,
	pages: scimList(),
	answers: records(undefined, { page: LIST_PAGE, key: 'id' }),
	perform: listByFilter,
});

export const groupPicker = picker({
	noun: 'group',
	method: 'searchGroups',
	list: getManyGroups,
	always: { attributes: 'displayName' },
	search: (typed) => ({ filter: `displayName co ${quotedInScim(typed)}` }),
	entry: ({ id: value, displayName }) => ({ id: value, name: displayName }),
	byName: true,
	example: '2d9c7a10-5b1e-4c39-8a57-1f6f0b7e2c44',
});

export const groupField = (description = 'The group') =>
	id(description).label('Group').pick(groupPicker);

/**
 * A field for choosing several groups by name or ID. An operation must replace the names by IDs
 * (`valuesToSend`).
 */
export const groupsField = (description: string) => listOf(groupPicker, 'loadGroups', description);

export const roleConditions = scimConditions([{ value: 'name', name: 'Name' }]);

export const getManyScimRoles = operation('GET /scim/v2/Roles', {
	name: 'Get Many',
	action: 'Get many roles',
	description: 'List the roles of the account',
	origin: FROM_VENDOR,
	permissions: ROLE_MANAGEMENT,
	query: listQuery('roles', {
		filter: 'name eq "Operator"',
		sortBy: 'name',
		attributes: 'name',
		excluded: 'entitlements',
	}),
	settings: roleConditions,
	rules: conditionRules,
	pages: scimList(),
	answers: records('vendor:scim-v2/RoleResource', { key: 'id' }),
	perform: listByFilter,
});

const scimRolePicker = picker({
	noun: 'role',
	method: 'searchRoles',
	list: getManyScimRoles,
	always: { attributes: 'name' },
	search: (typed) => ({ filter: `name co ${quotedInScim(typed)}` }),
	entry: ({ id: value, name }) => ({ id: value, name }),
	byName: true,
	example: '4f0d2b9e-7c35-4a18-9d62-8e1b5a7c3f20',
});

export const scimRoleField = (description = 'The role') =>
	id(description).label('Role').pick(scimRolePicker);
