import { accessToken } from './accessToken';
import { auditLog } from './auditLog';
import { group } from './group';
import { me } from './me';
import { role } from './role';
import { serviceAccount } from './serviceAccount';
import { subscription } from './subscription';
import { user } from './user';
import { workspacePermission } from './workspacePermission';

export const resources = [
	user,
	group,
	role,
	serviceAccount,
	workspacePermission,
	me,
	auditLog,
	subscription,
	accessToken,
];
