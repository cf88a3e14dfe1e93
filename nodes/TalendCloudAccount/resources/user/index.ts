import { resource } from '../../../shared/declare/define';
import {
	addRoles,
	addToGroups,
	create,
	get,
	getGroups,
	getManyAccountUsers,
	getRoles,
	remove,
	removeFromGroup,
	removeRole,
	update,
} from './requests';
import { setRoles } from './setRoles';
import { upsertUser } from './upsert';
import { getAccess } from './userAccess';

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
