import {
	identityPageFields,
	identityPages,
	nameFilterField,
} from '../../../records/identities/accountRoles';
import { groupField, GROUPS, userField, usersField } from '../../../records/identities/identities';
import { nothing, record, records } from '../../../shared/declare/answers';
import { operation, wholeBody } from '../../../shared/declare/define';
import { text } from '../../../shared/declare/fields';
import { aboutFields } from '../../../shared/declare/messages';
import { FROM_VENDOR } from '../../../shared/declare/origin';
import { uselessWithout } from '../../../shared/declare/rules';
import { NAME_MESSAGES } from '../../../shared/flows/valuesToSend';
import { createdByName, createdRecord, GROUP, listOfUsers } from '../../accountIdentities';
import { namesAsIds } from '../../namesAsIds';

const origin = FROM_VENDOR;
export const path = { id: groupField().uuid() };
const nameField = text('Name of the group; must be unique').eg('Finance');
const NAME_TAKEN = 'Check the fields. Another group may have this name: find it with Get Many.';

const UNKNOWN_USER = 'One of the users is not known, so none of them was added. Check the IDs.';

const answers = record(GROUP, { requiredFields: ['name'] });

export const get = operation('GET /account/groups/{id}', {
	name: 'Get',
	action: 'Get a group',
	description: 'Get a group',
	origin,
	permissions: GROUPS,
	path,
	answers,
});

export const getMany = operation('GET /account/groups', {
	name: 'Get Many',
	action: 'Get many groups',
	description: 'List the groups of the account',
	origin,
	permissions: GROUPS,
	query: { nameFilter: nameFilterField('groups', 'Finance'), ...identityPageFields },
	pages: identityPages,
	answers: records(GROUP, { key: 'id' }),
});

export const create = operation('POST /account/groups', {
	name: 'Create',
	action: 'Create a group',
	description: 'Create a group, optionally with its first members',
	origin,
	permissions: GROUPS,
	body: { name: nameField, userIds: usersField('Users in the group').optional() },
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

export const rename = operation('PATCH /account/groups/{id}', {
	name: 'Rename',
	action: 'Rename a group',
	description: 'Give a group another name',
	origin,
	permissions: GROUPS,
	effect: 'write',
	creates: false,
	path,
	body: { name: nameField },
	refusals: { 400: NAME_TAKEN },
	answers,
});

export const remove = operation('DELETE /account/groups/{id}', {
	name: 'Delete',
	action: 'Delete a group',
	description: 'Delete a group; its members lose the permissions that they have only through it',
	origin,
	permissions: GROUPS,
	path,
	answers: nothing(),
});

export const getMembers = operation('GET /account/groups/{id}/users', {
	name: 'Get Members',
	action: 'Get the members of a group',
	description: 'List the users in a group',
	...listOfUsers,
	permissions: GROUPS,
	path,
});

export const addMembers = operation('POST /account/groups/{id}/users', {
	name: 'Add Members',
	action: 'Add members to a group',
	description: 'Add users to a group; if one of them is unknown, none is added',
	origin,
	permissions: GROUPS,
	// The platform ignores users who are already in the group.
	effect: 'write',
	creates: false,
	path,
	body: wholeBody('userIds', usersField('Users to add').min(1)),
	refusals: { 400: UNKNOWN_USER },
	answers,
	messages: aboutFields(['User Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

export const removeMember = operation('DELETE /account/groups/{id}/users/{userId}', {
	name: 'Remove Member',
	action: 'Remove a member from a group',
	description: 'Remove one user from a group',
	origin,
	permissions: GROUPS,
	path: { ...path, userId: userField().uuid() },
	answers: nothing(),
});
