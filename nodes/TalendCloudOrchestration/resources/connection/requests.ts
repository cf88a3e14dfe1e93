/** Requests that list and read connections. */
import { environmentId } from '../../../records/places/environments';
import { locationOf, workspaceId } from '../../../records/places/workspaces';
import { record, records } from '../../../shared/declare/answers';
import { operation } from '../../../shared/declare/define';
import { id, integer, text } from '../../../shared/declare/fields';
import { limitOffset } from '../../../shared/declare/lists/paging';
import { picker } from '../../../shared/declare/lists/picker';

export const getManyConnections = operation('GET /orchestration/connections', {
	name: 'Get Many',
	action: 'Get many connections',
	description: 'List the connections that tasks can use',
	query: {
		name: text('Only connections whose name contains this').eg('Warehouse').optional(),
		environmentId: environmentId('Only connections in this environment').optional(),
		workspaceId: workspaceId('Only connections in this workspace').optional(),
		limit: integer('Size of a page').min(1).max(100).byDefault(100).optional(),
		offset: integer('How many connections to skip').min(0).byDefault(0).sample(10).optional(),
	},
	pages: limitOffset(),
	answers: records('B.ConnectionDetails', { page: 'B.PageConnection', key: 'id' }),
});

export const connectionPicker = picker({
	noun: 'connection',
	method: 'searchConnections',
	list: getManyConnections,
	search: (name) => ({ name }),
	within: ['environmentId', 'workspaceId'],
	entry: (each) => ({
		id: String(each.id ?? ''),
		name: String(each.name ?? ''),
		...locationOf(each),
	}),
	byName: true,
	example: '5c1e8ab8c3e8e2155ba2fc01',
});

export const connectionId = () => id('The connection').label('Connection').pick(connectionPicker);

export const name = text('Name of the connection').eg('Warehouse');

export const getConnection = operation('GET /orchestration/connections/{connectionId}', {
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection; encrypted values are not returned',
	path: { connectionId: connectionId() },
	answers: record('B.ConnectionDetails'),
});
