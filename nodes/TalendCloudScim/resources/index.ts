import { group } from './group';
import { resourceType } from './resourceType';
import { role } from './role';
import { schema } from './schema';
import { serviceProviderConfig } from './serviceProviderConfig';
import { user } from './user';

export const resources = [user, group, role, schema, resourceType, serviceProviderConfig];
