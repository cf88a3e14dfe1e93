import { record } from '../../shared/declare/answers';
import { operation, resource } from '../../shared/declare/define';
import { objectIn } from '../../shared/support/json';
import { connectionId, getMany, simple } from '../requests/connection';

const get = operation('GET /connections/{connectionId}', {
	name: 'Get',
	action: 'Get a connection',
	description: 'Get a connection with its configuration',
	path: { connectionId: connectionId() },
	answers: record('C.ConnectionResponse', { requiredFields: ['label'], simple }),
});

const HAS_DATASETS =
	'A connection that still has datasets cannot be deleted: delete its datasets first (Dataset, Delete).';

const remove = operation('DELETE /connections/{connectionId}', {
	name: 'Delete',
	action: 'Delete a connection',
	description: 'Delete a connection that has no datasets',
	path: { connectionId: connectionId() },
	// The documents do not say which status this refusal has.
	refusals: { 400: HAS_DATASETS, 409: HAS_DATASETS, 500: HAS_DATASETS },
	answers: record('C.CommandSuccess', {
		requiredFields: [],
		idVariable: false,
		output: ({ body }, { connectionId: deleted }) => {
			const { id: commandId, requestId } = objectIn(body);
			return { deleted: true, connectionId: deleted, commandId, requestId };
		},
	}),
});

export const connection = resource(
	'connection',
	'Connection',
	{ get, getMany, delete: remove },
	'Where datasets come from',
);
