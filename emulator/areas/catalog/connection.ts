/** Connections of datasets. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { type Handlers, ok } from '../../handler';
import { tql } from '../../lists/tql';
import { rfc3339 } from '../../state/clock';
import type { State } from '../../state/state';
import { collection } from '../collection';
import { type Connection, connectionDeleted, connections, datasets } from './catalogStore';

const datasetsOf = (state: State, connection: Connection) =>
	datasets.all(state).filter(({ connectionId }) => connectionId === connection.id);

function connectionBase(state: State, connection: Connection) {
	const { id, label, type, typeLabel, tags, createdAt, owner } = connection;
	return {
		id,
		label,
		type,
		typeLabel,
		datasetsCount: datasetsOf(state, connection).length,
		tags,
		created: rfc3339(createdAt),
		updated: rfc3339(createdAt),
		createdBy: owner,
		updatedBy: owner,
	};
}

const connectionListView = (state: State, connection: Connection) => ({
	...connectionBase(state, connection),
	entitlements: ['CONNECTION_READ'],
	sharing: { isOwner: true, isSharedWithOthers: false },
});

const connectionView = (state: State, connection: Connection) =>
	withoutUndefined({
		...connectionBase(state, connection),
		description: connection.description,
		enabled: true,
		owner: connection.owner,
		properties: connection.properties,
		version: 1,
	});

const CONNECTION_FIELDS = [
	'id',
	'label',
	'type',
	'typeLabel',
	'datasetsCount',
	'tags',
	'created',
	'updated',
	'createdBy',
	'updatedBy',
];

const { get, remove } = collection(connections, {
	// It is not documented which status this refusal has.
	inUse: (connection, { state }) => {
		const { length } = datasetsOf(state, connection);
		return (
			length > 0 &&
			`Connection ${connection.id} still has ${length} dataset${length === 1 ? '' : 's'}`
		);
	},
	removed: (connection, { state }) => connectionDeleted.emit(state, connection),
	show: (connection, { state }) => connectionView(state, connection),
});

export const connectionHandlers: Handlers = {
	'GET /connections': ({ state, query }) => {
		const passes =
			query.tqlQuery === undefined ? () => true : tql(String(query.tqlQuery), CONNECTION_FIELDS);
		return ok(
			connections
				.all(state)
				.map((each) => connectionListView(state, each))
				.filter((each) => passes(each)),
		);
	},
	'GET /connections/{connectionId}': get(),
	'DELETE /connections/{connectionId}': remove((_connection, { state }) =>
		ok({ id: state.uuid(), requestId: state.uuid() }),
	),
};
