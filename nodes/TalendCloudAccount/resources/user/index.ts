import { resource } from '../../../shared/declare/define';
import {
	addToGroups,
	assignRoles,
	create,
	get,
	getGroups,
	getManyAccountUsers,
	getRoles,
	remove,
	removeFromGroup,
	revokeRole,
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
		assignRoles,
		revokeRole,
		setRoles,
		getAccess,
	},
	'A person who signs in to the account',
);
