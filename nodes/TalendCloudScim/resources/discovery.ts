/** What the platform's SCIM offers: its schemas, kinds of resources and operations. */
import { LIST_PAGE, listByFilter } from '../../records/scimFilter';
import { record, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { id, text } from '../../shared/declare/field';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import type { Endpoint } from '../../shared/declare/operation';
import { titleCase } from '../../shared/support/words';

/** A type of record that can be listed and read by its ID. */
function discovered(
	listEndpoint: Endpoint,
	readEndpoint: Endpoint,
	kind: {
		noun: string;
		nouns: string;
		method: string;
		example: string;
		lists: string;
		reads: string;
	},
) {
	const getMany = operation(listEndpoint, {
		name: 'Get Many',
		action: `Get many ${kind.nouns}`,
		description: kind.lists,
		query: { filter: text('SCIM 2.0 filter').eg('name eq "User"').optional() },
		pages: allAtOnce,
		answers: records(undefined, { page: LIST_PAGE, key: 'id' }),
		perform: listByFilter,
	});
	const chosen = picker({
		noun: kind.noun,
		method: kind.method,
		list: getMany,
		entry: ({ id: value, name }) => ({ id: String(value ?? ''), name: String(name ?? '') }),
		byName: true,
		example: kind.example,
	});
	const get = operation(readEndpoint, {
		name: 'Get',
		action: `Get a ${kind.noun}`,
		description: kind.reads,
		path: { id: id(`The ${kind.noun}`).label(titleCase(kind.noun)).pick(chosen) },
		answers: record(undefined, { requiredFields: ['id'] }),
	});
	return { get, getMany };
}

export const schema = resource(
	'schema',
	'Schema',
	discovered('GET /scim/v2/Schemas', 'GET /scim/v2/Schemas/{id}', {
		noun: 'schema',
		nouns: 'schemas',
		method: 'searchSchemas',
		example: 'urn:ietf:params:scim:schemas:core:2.0:User',
		lists: 'List which attributes users, groups and roles have',
		reads: 'Read which attributes one kind of resource has',
	}),
	'The attributes of a kind of resource',
);

export const resourceType = resource(
	'resourceType',
	'Resource Type',
	discovered('GET /scim/v2/ResourceTypes', 'GET /scim/v2/ResourceTypes/{id}', {
		noun: 'resource type',
		nouns: 'resource types',
		method: 'searchResourceTypes',
		example: 'User',
		lists: 'List the kinds of resources that can be provisioned',
		reads: 'Read one kind of resource: its address and its schema',
	}),
	'A kind of resource that can be provisioned',
);

const getServiceProviderConfig = operation('GET /scim/v2/ServiceProviderConfig', {
	name: 'Get',
	action: 'Get the service provider config',
	description: 'Read which operations of SCIM the platform supports',
	answers: record(undefined, { requiredFields: [['patch', 'bulk', 'filter']] }),
});

export const serviceProviderConfig = resource(
	'serviceProviderConfig',
	'Service Provider Config',
	{ get: getServiceProviderConfig },
	'What the platform supports of SCIM',
);
