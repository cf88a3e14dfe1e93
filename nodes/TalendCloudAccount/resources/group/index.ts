import { resource } from '../../../shared/declare/define';
import {
	addMembers,
	create,
	get,
	getMany,
	getMembers,
	remove,
	removeMember,
	rename,
} from './requests';
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
		getMembers,
		addMembers,
		removeMember,
		setMembers,
	},
	'Users who share permissions',
);
