/** Connections of tasks. */
import { type Handlers, ok, type Request } from '../../handler';
import { itemPage } from '../../lists/replies';
import { conflict } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { type Connection, connections, tasks } from './orchestrationStore';
import { canView, moveTarget, placeFilters, workspaceInfo, workspaceToFill } from './places';
import { CHANGE_ME } from './promotionWork';

/** Encrypted values are not returned, except the placeholder of one that was not promoted. */
const connectionView = (
	{ id, name, app, createdAt, parameters, workspaceId }: Connection,
	{ state }: Request,
) => ({
	id,
	name,
	app,
	createDate: rfc3339(createdAt),
	parameters: parameters.map(({ value, ...rest }) =>
		rest.encrypted && value !== CHANGE_ME ? rest : { ...rest, value },
	),
	workspace: workspaceInfo(state, workspaceId),
});

const { list, get, create, patch, remove, change, one } = collection(connections, {
	sees: canView,
	fresh: ({ clock }) => ({ createdAt: clock.now() }),
	given: (request, own) => {
		const { workspaceId, parameters, ...rest } = request.body as Partial<Connection>;
		// Whether parameters that are left out stay is not documented. So that no code relies on it,
		// they are kept in one dialect only.
		if (own && request.follows === 'vendor') return { ...rest, parameters: parameters ?? [] };
		if (!own) workspaceToFill(request, workspaceId!);
		return {
			...rest,
			...(own ? {} : { workspaceId }),
			// An encrypted value that is not given again is kept.
			...(parameters && {
				parameters: parameters.map((each) => ({
					...(each.encrypted
						? { value: own?.parameters.find(({ name }) => name === each.name)?.value }
						: {}),
					...each,
				})),
			}),
		};
	},
	inUse: ({ id, name }, { state }) => {
		const task = tasks
			.all(state)
			.find((each) => Object.values(each.connections ?? {}).includes(id));
		return task && `Connection ${name} is used by task ${task.id}`;
	},
	show: connectionView,
	paging: itemPage,
	filters: placeFilters,
});

export const connectionHandlers: Handlers = {
	'POST /orchestration/connections': create(),
	'GET /orchestration/connections': list(),
	'GET /orchestration/connections/{connectionId}': get(),
	// Fields that are left out are kept.
	'PUT /orchestration/connections/{connectionId}': patch(),
	'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}': (request) => {
		const connection = one(request, 'connectionId');
		const workspaceId = moveTarget(request, connection.workspaceId);
		const other = connections
			.all(request.state)
			.find(
				(each) =>
					each !== connection && each.workspaceId === workspaceId && each.name === connection.name,
			);
		if (other) throw conflict(`The workspace already has a connection named ${other.name}`);
		change(request, connection, { workspaceId });
		return ok(connectionView(connection, request));
	},
	'DELETE /orchestration/connections/{connectionId}': remove(),
};
