/** The list of resources, from which a resource is chosen. */
import { environmentId } from '../../records/places/environments';
import { locationOf, workspaceId } from '../../records/places/workspaces';
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, integer, text } from '../../shared/declare/fields';
import { limitOffset } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { FROM_VENDOR } from '../../shared/declare/origin';

export const RESOURCE = 'vendor:orchestration/Resource';

export const getManyResources = operation('GET /orchestration/resources', {
	name: 'Get Many',
	action: 'Get many resources',
	description: 'List the files that tasks can use',
	origin: FROM_VENDOR,
	query: {
		environmentId: environmentId('Only resources of this environment').optional(),
		workspaceId: workspaceId('Only resources of this workspace').optional(),
		name: text('Only resources whose name contains this').eg('rates').optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many resources to skip').min(0).byDefault(0).sample(10).optional(),
	},
	pages: limitOffset(),
	answers: records(RESOURCE, { page: 'vendor:orchestration/PageResource', key: 'id' }),
});

export const resourcePicker = picker({
	noun: 'resource',
	method: 'searchResources',
	list: getManyResources,
	search: (name) => ({ name }),
	within: ['environmentId', 'workspaceId'],
	// Resources have their workspace in another field than other records.
	entry: ({ id: value, name, workspaceInfo }) => ({
		id: String(value ?? ''),
		name: String(name ?? ''),
		...locationOf({ workspace: workspaceInfo }),
	}),
	byName: true,
	example: '5c1e8ab8c3e8e2155ba2fd01',
});

export const resourceId = () => id('The resource').label('Resource File').pick(resourcePicker);

export const name = text('Name of the resource').eg('rates.csv');
