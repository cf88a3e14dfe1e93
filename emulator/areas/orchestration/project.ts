/** Projects of Studio, and who may work on them. */
import { withoutUndefined } from '../../../nodes/shared/support/json';
import { forPeople, type Handler, type Handlers, noContent, ok, type Request } from '../../handler';
import { contains, itemPage } from '../../lists/replies';
import { conflict, notFound } from '../../refusals';
import { rfc3339 } from '../../state/clock';
import { collection } from '../collection';
import { scimOf } from '../scim/scimStore';
import { projects } from './orchestrationStore';

const { list, get, create, replace, remove, one } = collection(projects, {
	variable: 'projectId',
	fresh: ({ clock, caller }) => ({
		createdAt: clock.now(),
		author: caller.id,
		userIds: [],
		groupIds: [],
	}),
	touched: ({ clock }) => ({ updatedAt: clock.now() }),
	unique: [{ by: ({ name }) => name, says: 'name' }],
	emptied: ['description'],
	required: ['owner', 'url'],
	show: ({ createdAt, updatedAt, userIds, groupIds, ...project }) => {
		return withoutUndefined({
			...project,
			technicalLabel: project.name.toUpperCase().replace(/\W+/g, '_'),
			projectType: 'DI',
			repoType: 'GIT',
			createDate: rfc3339(createdAt),
			updateDate: rfc3339(updatedAt),
		});
	},
	paging: itemPage,
	filters: { projectName: contains(({ name }) => name) },
});

/** The handlers of who may work on a project: its users, or its groups. */
function members(
	field: 'userIds' | 'groupIds',
	variable: 'userId' | 'groupId',
	known: (request: Request) => boolean,
): { read: Handler; add: Handler; drop: Handler } {
	const membership = (request: Request) => {
		const project = one(request);
		const id = request.path[variable]!;
		return { project, id, there: project[field].includes(id) };
	};
	return {
		read: (request) => {
			const project = one(request);
			return ok({ projectId: project.id, [field]: project[field] });
		},
		add: (request) => {
			const { project, id, there } = membership(request);
			if (!known(request)) throw notFound(`${id} was not found`);
			if (there) throw conflict(`${id} already has access to the project`);
			project[field].push(id);
			return noContent();
		},
		drop: (request) => {
			const { project, id, there } = membership(request);
			if (!there) throw notFound(`${id} has no access to the project`);
			project[field] = project[field].filter((each) => each !== id);
			return noContent();
		},
	};
}

const users = members('userIds', 'userId', ({ state, path }) =>
	scimOf(state).users.has(path.userId!),
);

const groups = members('groupIds', 'groupId', ({ state, path }) =>
	scimOf(state).groups.has(path.groupId!),
);

export const projectHandlers: Handlers = {
	'GET /orchestration/projects': forPeople(list()),
	'POST /orchestration/projects': forPeople(create()),
	'GET /orchestration/projects/{projectId}': forPeople(get()),
	'PUT /orchestration/projects/{projectId}': forPeople(replace()),
	'DELETE /orchestration/projects/{projectId}': forPeople(remove()),
	'GET /orchestration/projects/{projectId}/users': users.read,
	'PUT /orchestration/projects/{projectId}/users/{userId}': users.add,
	'DELETE /orchestration/projects/{projectId}/users/{userId}': users.drop,
	'GET /orchestration/projects/{projectId}/groups': groups.read,
	'PUT /orchestration/projects/{projectId}/groups/{groupId}': groups.add,
	'DELETE /orchestration/projects/{projectId}/groups/{groupId}': groups.drop,
};
