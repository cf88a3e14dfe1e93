import { nameFilter, pageQuery, pages } from '../../records/identities/accountRoles';
import { groupId, groupIds, USERS } from '../../records/identities/identities';
import { nothing, records } from '../../shared/declare/answers';
import { operation, resource, wholeBody } from '../../shared/declare/define';
import { aboutFields } from '../../shared/declare/messages';
import { NAME_MESSAGES } from '../../shared/flows/idsOfNames';
import { getManyAccountUsers, GROUP } from '../accountIdentities';
import { namesAsIds } from '../namesAsIds';
import {
	addRoles,
	create,
	get,
	getRoles,
	origin,
	removeRole,
	update,
	userAnswers,
	userPath,
} from '../requests/user';
import { setRoles } from '../setRoles';
import { upsertUser } from '../upsertUser';
import { getAccess } from '../userAccess';

const remove = operation('DELETE /account/users/{id}', {
	name: 'Delete',
	action: 'Delete a user',
	description:
		'Delete a user permanently; to block sign-in without deleting the user, turn off Active with Update',
	origin,
	permissions: USERS,
	path: userPath,
	answers: nothing(),
});

const getGroups = operation('GET /account/users/{id}/groups', {
	name: 'Get Groups',
	action: 'Get the groups of a user',
	description: 'List the groups that a user is in',
	origin,
	permissions: USERS,
	path: userPath,
	query: { nameFilter: nameFilter('groups', 'Finance'), ...pageQuery },
	pages,
	answers: records(GROUP, { key: 'id' }),
});

const addToGroups = operation('POST /account/users/{id}/groups', {
	name: 'Add to Groups',
	action: 'Add a user to groups',
	description: 'Add a user to groups; if one of them is unknown, the user is added to none',
	origin,
	permissions: USERS,
	effect: 'write',
	creates: false,
	path: userPath,
	body: wholeBody('groupIds', groupIds('The groups').min(1)),
	refusals: {
		400: 'One of the groups is not known, so the user was put into none of them. Check the IDs.',
	},
	answers: userAnswers,
	messages: aboutFields(['Group Names or IDs'], NAME_MESSAGES),
	perform: namesAsIds,
});

const removeFromGroup = operation('DELETE /account/users/{id}/groups/{groupId}', {
	name: 'Remove From Group',
	action: 'Remove a user from a group',
	description: 'Remove a user from one group',
	origin,
	permissions: USERS,
	path: { ...userPath, groupId: groupId().uuid() },
	answers: nothing(),
});

export const user = resource(
	'user',
	'User',
	{
		create,
		get,
		getMany: getManyAccountUsers,
		update,
		delete: remove,
		upsert: upsertUser,
		getGroups,
		addToGroups,
		removeFromGroup,
		getRoles,
		assignRoles: addRoles,
		revokeRole: removeRole,
		setRoles,
		getAccess,
	},
	'A person who signs in to the account',
);
