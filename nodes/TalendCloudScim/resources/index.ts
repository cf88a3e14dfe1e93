import { resourceType, schema, serviceProviderConfig } from './discovery';
import { group } from './group';
import { user } from './user';

export const resources = [user, group, schema, resourceType, serviceProviderConfig];
