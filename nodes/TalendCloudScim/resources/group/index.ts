import { getManyGroups } from '../../../records/identities/identities';
import { resource } from '../../../shared/declare/define';
import { addMembers } from './addMembers';
import { removeMembers } from './removeMembers';
import { create, get, patch, remove, replace, search } from './requests';

export const group = resource(
	'group',
	'Group',
	{
		create,
		get,
		getMany: getManyGroups,
		addMembers,
		removeMembers,
		replace,
		patch,
		delete: remove,
		search,
	},
	'Users who share roles',
);
