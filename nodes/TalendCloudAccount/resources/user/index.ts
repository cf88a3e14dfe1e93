import { resource } from '../../../shared/declare/define';
import { getAccess } from './getAccess';
import {
	addToGroups,
	assignRoles,
	create,
	get,
	getGroups,
	getMany,
	getRoles,
	remove,
	removeFromGroup,
	revokeRole,
	update,
} from './requests';
import { setRoles } from './setRoles';
import { upsert } from './upsert';

export const user = resource(
	'user',
	'User',
	{
		create,
		get,
		getMany,
		update,
		delete: remove,
		upsert,
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
