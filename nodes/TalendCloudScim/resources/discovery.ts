/** What the platform's SCIM offers: its schemas, kinds of resources and operations. */
import { record, records } from '../../shared/declare/answers';
import { id, text } from '../../shared/declare/field';
import { operation, resource } from '../../shared/declare/define';
import { allAtOnce } from '../../shared/declare/paging';
import { picker } from '../../shared/declare/picker';
import { listByFilter } from './filter';

const LIST = 'A.ListResponseGenericScimResource';

const getManySchemas = operation('GET /scim/v2/Schemas', {
	name: 'Get Many',
	action: 'Get many schemas',
	description: 'List which attributes users, groups and roles have',
	query: { filter: text('SCIM 2.0 filter').eg('name eq "User"').optional() },
	pages: allAtOnce,
	answers: records(undefined, { page: LIST, key: 'id' }),
	perform: listByFilter,
});

const schemaPicker = picker({
	noun: 'schema',
	method: 'searchSchemas',
	list: getManySchemas,
	entry: ({ id: value, name }) => ({ id: String(value ?? ''), name: String(name ?? '') }),
	byName: true,
	example: 'urn:ietf:params:scim:schemas:core:2.0:User',
});

const getSchema = operation('GET /scim/v2/Schemas/{id}', {
	name: 'Get',
	action: 'Get a schema',
	description: 'Read which attributes one kind of resource has',
	path: { id: id('The schema').label('Schema').pick(schemaPicker) },
	answers: record(undefined),
});

export const schema = resource('schema', 'Schema', { get: getSchema, getMany: getManySchemas }, 'The attributes of a kind of resource');

const getManyResourceTypes = operation('GET /scim/v2/ResourceTypes', {
	name: 'Get Many',
	action: 'Get many resource types',
	description: 'List the kinds of resources that can be provisioned',
	query: { filter: text('SCIM 2.0 filter').eg('name eq "User"').optional() },
	pages: allAtOnce,
	answers: records(undefined, { page: LIST, key: 'id' }),
	perform: listByFilter,
});

const resourceTypePicker = picker({
	noun: 'resource type',
	method: 'searchResourceTypes',
	list: getManyResourceTypes,
	entry: ({ id: value, name }) => ({ id: String(value ?? ''), name: String(name ?? '') }),
	byName: true,
	example: 'User',
});

const getResourceType = operation('GET /scim/v2/ResourceTypes/{id}', {
	name: 'Get',
	action: 'Get a resource type',
	description: 'Read one kind of resource: its address and its schema',
	path: { id: id('The resource type').label('Resource Type').pick(resourceTypePicker) },
	answers: record(undefined),
});

export const resourceType = resource(
	'resourceType',
	'Resource Type',
	{ get: getResourceType, getMany: getManyResourceTypes },
	'A kind of resource that can be provisioned',
);

const getServiceProviderConfig = operation('GET /scim/v2/ServiceProviderConfig', {
	name: 'Get',
	action: 'Get the service provider config',
	description: 'Read which operations of SCIM the platform supports',
	answers: record(undefined),
});

export const serviceProviderConfig = resource(
	'serviceProviderConfig',
	'Service Provider Config',
	{ get: getServiceProviderConfig },
	'What the platform supports of SCIM',
);
