/**
 * The lists of users and groups and the pickers that choose from them. They stand together because
 * users refer to groups and groups to users.
 */
import { records } from '../../shared/declare/answers';
import { id } from '../../shared/declare/field';
import { operation } from '../../shared/declare/define';
import { scimList } from '../../shared/declare/paging';
import { picker } from '../../shared/declare/picker';
import { ACTIVE, conditionRules, conditionSettings, filtered, listQuery, quoted } from './filter';

export const USERS = 'TMC_USER_MANAGEMENT';
export const GROUPS = 'TMC_GROUP_MANAGEMENT';

/** What stays of a user when Simplify is on. */
export const simpleUser = ['id', 'userName', 'displayName', 'name', 'active', 'emails', 'title', 'preferredLanguage', 'groups', 'roles'] as const;

export const userConditions = conditionSettings([
	{ value: 'userName', name: 'User Name' },
	{ value: 'emails.value', name: 'E-Mail' },
	{ value: 'displayName', name: 'Display Name' },
	ACTIVE,
]);

export const getManyUsers = operation('GET /scim/v2/Users', {
	name: 'Get Many',
	action: 'Get many users',
	description: 'List the users of the account',
	needs: USERS,
	query: listQuery('users', { filter: 'userName eq "ana.demo"', sortBy: 'userName', attributes: 'userName,emails', excluded: 'groups' }),
	settings: userConditions,
	rules: conditionRules,
	pages: scimList(),
	answers: records('A.UserResource', { page: 'A.ListResponseGenericScimResource', simple: simpleUser, key: 'id' }),
	perform: filtered,
});

const userPicker = picker({
	noun: 'user',
	method: 'searchUsers',
	list: getManyUsers,
	always: { attributes: 'userName,displayName' },
	search: (typed) => ({ filter: `userName co ${quoted(typed)} or displayName co ${quoted(typed)}` }),
	entry: ({ id: value, userName, displayName }) => ({
		id: String(value ?? ''),
		name: String(userName ?? ''),
		description: displayName ? String(displayName) : undefined,
	}),
	byName: true,
	example: '8b6b2c56-0c1c-4b5a-9a3f-0f5f2f1c7d11',
});

/** A user of the account, as a field of an operation; by name means by user name. */
export const userId = (description = 'The user') => id(description).label('User').pick(userPicker);

export const getManyGroups = operation('GET /scim/v2/Groups', {
	name: 'Get Many',
	action: 'Get many groups',
	description: 'List the groups of the account',
	needs: GROUPS,
	query: listQuery('groups', { filter: 'displayName sw "Fin"', sortBy: 'displayName', attributes: 'displayName', excluded: 'members' }),
	settings: conditionSettings([{ value: 'displayName', name: 'Display Name' }]),
	rules: conditionRules,
	pages: scimList(),
	answers: records(undefined, { page: 'A.ListResponseGenericScimResource', key: 'id' }),
	perform: filtered,
});

const groupPicker = picker({
	noun: 'group',
	method: 'searchGroups',
	list: getManyGroups,
	always: { attributes: 'displayName' },
	search: (typed) => ({ filter: `displayName co ${quoted(typed)}` }),
	entry: ({ id: value, displayName }) => ({ id: String(value ?? ''), name: String(displayName ?? '') }),
	byName: true,
	example: '2d9c7a10-5b1e-4c39-8a57-1f6f0b7e2c44',
});

/** A group of the account, as a field of an operation. */
export const groupId = (description = 'The group') => id(description).label('Group').pick(groupPicker);
