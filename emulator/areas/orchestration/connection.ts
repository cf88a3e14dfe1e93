/** Connections of tasks. */
import { rfc3339 } from '../../clock';
import { collection } from '../../collection';
import { itemPage } from '../../lists';
import type { Handlers } from '../handler';
import { placeFilters, seesPlaceOf, workspaceInfo, workspaceToFill } from './places';
import { connections, tasks, type Connection } from './records';

const { list, get, create, patch, remove } = collection(connections, {
	sees: seesPlaceOf,
	fresh: ({ clock }) => ({ createdAt: clock.now() }),
	given: (request, own) => {
		const { workspaceId, parameters, ...rest } = request.body as Partial<Connection>;
		// Whether parameters that are left out stay is told nowhere. So that nobody relies on it, they do in one dialect only.
		if (own && request.dialect === 'vendor') return { ...rest, parameters: parameters ?? [] };
		if (!own) workspaceToFill(request, workspaceId!);
		return {
			...rest,
			...(own ? {} : { workspaceId }),
			// An encrypted value that is not given again stays.
			...(parameters && {
				parameters: parameters.map((each) => ({
					...(each.encrypted ? { value: own?.parameters.find(({ name }) => name === each.name)?.value } : {}),
					...each,
				})),
			}),
		};
	},
	inUse: ({ id, name }, { state }) => {
		const task = tasks.all(state).find((each) => Object.values(each.connections ?? {}).includes(id));
		return task && `Connection ${name} is used by task ${task.id}`;
	},
	// What is encrypted is not told.
	show: ({ id, name, app, createdAt, parameters, workspaceId }, { state }) => ({
		id,
		name,
		app,
		createDate: rfc3339(createdAt),
		parameters: parameters.map(({ value, ...rest }) => (rest.encrypted ? rest : { ...rest, value })),
		workspace: workspaceInfo(state, workspaceId),
	}),
	paging: itemPage,
	filters: placeFilters,
});

export const connectionHandlers: Handlers = {
	'POST /orchestration/connections': create(),
	'GET /orchestration/connections': list(),
	'GET /orchestration/connections/{connectionId}': get(),
	// What is left out stays.
	'PUT /orchestration/connections/{connectionId}': patch(),
	'DELETE /orchestration/connections/{connectionId}': remove(),
};
