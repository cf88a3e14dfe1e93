import { nameFilter, pageQuery, pages } from '../../records/identities/accountRoles';
import {
	getManyUsers as scimUsers,
	groupId,
	GROUPS,
	userId,
	userIds,
} from '../../records/identities/identities';
import { nothing, type Output, record, records } from '../../shared/declare/answers';
import { flow, operation, resource, wholeBody } from '../../shared/declare/define';
import { text, type Values } from '../../shared/declare/fields';
import { aboutFields } from '../../shared/declare/messages';
import type { ContextShowing } from '../../shared/declare/operation';
import { FROM_VENDOR } from '../../shared/declare/origin';
import { uselessWithout } from '../../shared/declare/rules';
import { idsOfNames, NAME_MESSAGES } from '../../shared/flows/idsOfNames';
import {
	allowEmptySwitch,
	createdByName,
	createdRecord,
	emptyNeedsSwitch,
	GROUP,
	listOfUsers,
} from '../accountIdentities';
import { idsIn, makeEqual, MISSING_IDS } from '../difference';
import { namesAsIds } from '../namesAsIds';

const origin = FROM_VENDOR;
const path = { id: groupId().uuid() };
const name = text('Name of the group; must be unique').eg('Finance');
const NAME_TAKEN = 'Another group has this name. Check with Get Many, or choose another.';
const UNKNOWN_USER = 'One of the users is not known, so none of them was added. Check the IDs.';

const answers = record(GROUP, { requiredFields: ['name'] });

const get = operation('GET /account/groups/{id}', {
	name: 'Get',
	action: 'Get a group',
	description: 'Get a group',
	origin,
	permissions: GROUPS,
	path,
	answers,
});

const getMany = operation('GET /account/groups', {
	name: 'Get Many',
	action: 'Get many groups',
	description: 'List the groups of the account',
	origin,
	permissions: GROUPS,
	query: { nameFilter: nameFilter('groups', 'Finance'), ...pageQuery },
	pages,
	answers: records(GROUP, { key: 'id' }),
});

const create = operation('POST /account/groups', {
	name: 'Create',
	action: 'Create a group',
	description: 'Create a group, optionally with its first members',
	origin,
	permissions: GROUPS,
	body: { name, userIds: userIds('Users in the group').optional() },
	warnings: [uselessWithout('userIds', 'the group has no members until Add Members adds some')],
	refusals: {
		400: 'Check the name and the users: Talend Cloud refuses a group with an unknown user.',
		409: NAME_TAKEN,
	},
	answers: { ...answers, output: createdRecord, inLocation: true },
	messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
	lookUp: createdByName('The group', getMany),
});

const rename = operation('PATCH /account/groups/{id}', {
	name: 'Rename',
	action: 'Rename a group',
	description: 'Give a group another name',
	origin,
	permissions: GROUPS,
	effect: 'write',
	creates: false,
	path,
	body: { name },
	refusals: { 400: NAME_TAKEN },
	answers,
});

const remove = operation('DELETE /account/groups/{id}', {
	name: 'Delete',
	action: 'Delete a group',
	description: 'Delete a group; its members lose the permissions that they have only through it',
	origin,
	permissions: GROUPS,
	path,
	answers: nothing(),
});

const getUsers = operation('GET /account/groups/{id}/users', {
	name: 'Get Members',
	action: 'Get the members of a group',
	description: 'List the users in a group',
	...listOfUsers,
	permissions: GROUPS,
	path,
});

const addUsers = operation('POST /account/groups/{id}/users', {
	name: 'Add Members',
	action: 'Add members to a group',
	description: 'Add users to a group; if one of them is unknown, none is added',
	origin,
	permissions: GROUPS,
	// The platform ignores users who are already in the group.
	effect: 'write',
	creates: false,
	path,
	body: wholeBody('userIds', userIds('The users').min(1)),
	refusals: { 400: UNKNOWN_USER },
	answers,
	messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

const removeUser = operation('DELETE /account/groups/{id}/users/{userId}', {
	name: 'Remove Member',
	action: 'Remove a member from a group',
	description: 'Remove one user from a group',
	origin,
	permissions: GROUPS,
	path: { ...path, userId: userId().uuid() },
	answers: nothing(),
});

const members = userIds('Complete list of members; those that are left out are removed')
	.optional()
	.onTop();

const SET_MEMBERS_MESSAGES = [...aboutFields(['User Names or IDs'], NAME_MESSAGES), MISSING_IDS];

const setMembersFields = { id: path.id, userIds: members };

const setMembersSettings = allowEmptySwitch('removes all members');

type SetMembersInput = Values<typeof setMembersFields> & Values<typeof setMembersSettings>;

const setMembers = flow({
	name: 'Set Members',
	action: 'Set all members of a group and remove others',
	description:
		'Set the members of a group to exactly these users: missing users are added, others are removed',
	fields: setMembersFields,
	settings: setMembersSettings,
	rules: [emptyNeedsSwitch('userIds')],
	uses: [scimUsers, getUsers, addUsers, removeUser],
	messages: SET_MEMBERS_MESSAGES,
	answers: record(undefined),
	run: setMembersOfGroup,
});

async function setMembersOfGroup(
	op: ContextShowing<typeof SET_MEMBERS_MESSAGES>,
	{ id, userIds: idsOrNames = [] }: SetMembersInput,
): Promise<Output[]> {
	return await op.withRecordLock(addUsers, { id }, async () => {
		const wantedIds = await idsOfNames(op, { name: 'userIds', field: members }, idsOrNames);
		const present = idsIn(op, await op.list(getUsers, { id }), 'the members of the group');
		const difference = await makeEqual({
			present,
			wanted: wantedIds,
			add: async (missing) => await op.sendValues(addUsers, { id, userIds: missing }),
			remove: async (member) => await op.sendValues(removeUser, { id, userId: member }),
		});
		return [{ json: { id, ...difference } }];
	});
}

export const group = resource(
	'group',
	'Group',
	{
		create,
		get,
		getMany,
		rename,
		delete: remove,
		getMembers: getUsers,
		addMembers: addUsers,
		removeMember: removeUser,
		setMembers,
	},
	'Users who share permissions',
);
