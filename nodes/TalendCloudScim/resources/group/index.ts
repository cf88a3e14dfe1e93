import { getManyGroups as getMany } from '../../../records/identities/identities';
import { resource } from '../../../shared/declare/define';
import { addMembers, removeMembers } from './changeMembers';
import { create, get, patch, remove, replace, search } from './requests';

export const group = resource(
	'group',
	'Group',
	{ create, get, getMany, addMembers, removeMembers, replace, patch, delete: remove, search },
	'Users who share roles',
);
