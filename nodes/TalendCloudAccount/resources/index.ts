import { accessToken } from './accessToken';
import { auditLog } from './auditLog';
import { serviceAccount } from './serviceAccount';
import { subscription } from './subscription';
import { workspacePermission } from './workspacePermission';

export const resources = [serviceAccount, workspacePermission, auditLog, subscription, accessToken];
