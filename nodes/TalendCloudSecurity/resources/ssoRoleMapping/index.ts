import { resource } from '../../../shared/declare/define';
import { deleteAll, get, getMany, remove, replaceAll } from './requests';
import { setOne } from './setOne';

export const ssoRoleMapping = resource(
	'ssoRoleMapping',
	'SSO Role Mapping',
	{ get, getMany, setOne, replaceAll, delete: remove, deleteAll },
	'Which Talend Cloud roles single sign-on grants',
);
