import { resourceType, schema, serviceProviderConfig } from './discovery';
import { group } from './group';
import { role } from './role';
import { user } from './user';

export const resources = [user, group, role, schema, resourceType, serviceProviderConfig];
