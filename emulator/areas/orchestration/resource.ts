/** Files that tasks use. */
import { type Handlers, noContent, ok, type Request } from '../../handler';
import { itemPage } from '../../lists/replies';
import { conflict, Refusal } from '../../refusals';
import { collection } from '../collection';
import { type ResourceFile, resources, tasks } from './orchestrationStore';
import { canView, moveTarget, placeFilters, workspaceInfo, workspaceToFill } from './places';

/** The largest size that the emulator accepts; the limit of the platform is not documented. */
export const MAX_BYTES = 20 * 1024 * 1024;

interface Given extends Pick<ResourceFile, 'name' | 'description' | 'workspaceId'> {
	file: { data: Uint8Array };
}

function contentOf({ body }: Request): Uint8Array {
	const { data } = (body as Given).file;
	if (data.length > MAX_BYTES) throw new Refusal(413, 'The file is too large');
	return data;
}

const resourceView = (
	{ id, name, description, workspaceId }: ResourceFile,
	{ state }: Request,
) => ({
	id,
	name,
	description,
	workspaceInfo: workspaceInfo(state, workspaceId),
	file: true,
});

const { list, get, create, patch, remove, one } = collection(resources, {
	variable: 'resourceId',
	sees: canView,
	given: (request, own) => {
		if (own) return request.body as Partial<ResourceFile>;
		const { name, description, workspaceId } = request.body as Given;
		workspaceToFill(request, workspaceId);
		return { name, description, workspaceId, content: contentOf(request) };
	},
	unique: [{ by: ({ workspaceId, name }) => `${workspaceId} ${name}`, says: 'name' }],
	inUse: ({ id }, { state }) => {
		const user = tasks.all(state).find((task) => Object.values(task.resources ?? {}).includes(id));
		return user && `Task ${user.id} uses the resource`;
	},
	show: resourceView,
	paging: itemPage,
	filters: placeFilters,
});

export const resourceHandlers: Handlers = {
	'GET /orchestration/resources': list(),
	'POST /orchestration/resources': create(),
	'GET /orchestration/resources/{resourceId}': get(),
	'PATCH /orchestration/resources/{resourceId}': patch(() => noContent()),
	'DELETE /orchestration/resources/{resourceId}': remove(),
	'PUT /orchestration/resources/{resourceId}/upload': (request) => {
		one(request).content = contentOf(request);
		return noContent();
	},
	'PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}': (request) => {
		const resource = one(request, 'resourceId');
		const target = moveTarget(request, resource.workspaceId);
		const other = resources
			.all(request.state)
			.find(
				(each) => each !== resource && each.workspaceId === target && each.name === resource.name,
			);
		if (other) throw conflict(`The workspace already has a resource named ${other.name}`);
		resource.workspaceId = target;
		return ok(resourceView(resource, request));
	},
};
