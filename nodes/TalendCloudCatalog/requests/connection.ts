/** The list of connections, from which a connection is chosen. */
import { records } from '../../shared/declare/answers';
import { operation } from '../../shared/declare/define';
import { id, text } from '../../shared/declare/fields';
import { allAtOnce } from '../../shared/declare/lists/paging';
import { picker } from '../../shared/declare/lists/picker';

export const simple = [
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

export const getMany = operation('GET /connections', {
	name: 'Get Many',
	action: 'Get many connections',
	description: 'List the connections that datasets come through',
	query: {
		tqlQuery: text('Only connections that this query in the Talend Query Language finds')
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
		id: String(value ?? ''),
		name: String(label ?? ''),
		description: String(typeLabel ?? type ?? ''),
	}),
	byName: true,
	example: '4c7a9d52-3f0b-4f6e-9d3b-5a1c7e8f2b60',
});

/** A field for choosing a connection of the catalog. */
export const connectionId = (description = 'The connection') =>
	id(description).label('Connection').pick(connectionPicker);
