import { record, records } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { id, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';
import { objectIn } from '../../shared/support/json';

const simple = [
	'id',
	'label',
	'description',
	'type',
	'typeLabel',
	'enabled',
	'datasetsCount',
	'owner',
	'cloudAgentId',
	'tags',
	'created',
	'updated',
] as const;

const getMany = operation('GET /connections', {
	name: 'Get Many',
	action: 'Get many connections',
	description: 'List the connections that datasets come through',
	query: {
		tqlQuery: text('Only connections that match this query in the Talend Query Language')
			.label('TQL Query')
			.eg("label contains 'Sales'")
			.optional(),
	},
	pages: allAtOnce,
	answers: records('C.ConnectionListView', { simple, key: 'id' }),
});

const connectionPicker = picker({
	noun: 'connection',
	method: 'searchCatalogConnections',
	list: getMany,
	entry: ({ id: value, label, typeLabel, type }) => ({
		id: value,
		name: label,
		description: typeLabel ?? type,
	}),
	byName: true,
	example: '4c7a9d52-3f0b-4f6e-9d3b-5a1c7e8f2b60',
});

/** A field for choosing a connection of the catalog. */
export const connectionField = (description = 'The connection') =>
	id(description).label('Connection').pick(connectionPicker);

const get = operation('GET /connections/{connectionId}', {
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection with its configuration',
	path: { connectionId: connectionField() },
	answers: record('C.ConnectionResponse', { requiredFields: ['label'], simple }),
});

const HAS_DATASETS =
	'A connection that still has datasets cannot be deleted: delete its datasets first with Dataset → Delete.';

const remove = operation('DELETE /connections/{connectionId}', {
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection that has no datasets',
	path: { connectionId: connectionField() },
	// The documents do not say which status this refusal has.
	refusals: { 400: HAS_DATASETS, 409: HAS_DATASETS, 500: HAS_DATASETS },
	answers: record('C.CommandSuccess', {
		requiredFields: [],
		idVariable: false,
		output: ({ body }, { connectionId }) => {
			const { id: commandId, requestId } = objectIn(body);
			return { deleted: true, connectionId, commandId, requestId };
		},
	}),
});

export const connection = resource(
	'connection',
	'Connection',
	{ get, getMany, delete: remove },
	'Where datasets come from',
);
