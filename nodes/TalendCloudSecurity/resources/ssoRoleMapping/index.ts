import { resource } from '../../../shared/declare/define';
import { get, getMany, remove, removeAll, replaceAll } from './requests';
import { setOne } from './setOne';

export const ssoRoleMapping = resource(
	'ssoRoleMapping',
	'SSO Role Mapping',
	{ get, getMany, setOne, replaceAll, delete: remove, deleteAll: removeAll },
	'Which Talend Cloud roles single sign-on grants',
);
