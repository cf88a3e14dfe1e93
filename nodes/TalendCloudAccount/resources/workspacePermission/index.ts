import { resource } from '../../../shared/declare/define';
import { serviceAccounts, users } from './requests';

export const workspacePermission = resource(
	'workspacePermission',
	'Workspace Permission',
	{
		getForUser: users.get,
		addForUser: users.add,
		setForUser: users.set,
		removeForUser: users.remove,
		createManyForUsers: users.createMany,
		updateManyForUsers: users.updateMany,
		deleteManyForUsers: users.deleteMany,
		getManyForUsers: users.getMany,
		getForServiceAccount: serviceAccounts.get,
		addForServiceAccount: serviceAccounts.add,
		setForServiceAccount: serviceAccounts.set,
		removeForServiceAccount: serviceAccounts.remove,
		createManyForServiceAccounts: serviceAccounts.createMany,
		updateManyForServiceAccounts: serviceAccounts.updateMany,
		deleteManyForServiceAccounts: serviceAccounts.deleteMany,
		getManyForServiceAccounts: serviceAccounts.getMany,
	},
	'Permissions of users and service accounts on workspaces',
);
