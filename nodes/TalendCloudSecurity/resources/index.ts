import { ipAllowlist } from './ipAllowlist';
import { ssoRoleMapping } from './ssoRoleMapping';

export const resources = [ipAllowlist, ssoRoleMapping];
