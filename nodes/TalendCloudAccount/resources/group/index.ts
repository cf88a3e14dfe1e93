import { resource } from '../../../shared/declare/define';
import { addUsers, create, get, getMany, getUsers, remove, removeUser, rename } from './requests';
import { setMembers } from './setMembers';

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
