/** Groups of the identities. The same as in SCIM. */
import { created, type Handlers, noContent, ok } from '../../handler';
import { contains, numberedPage } from '../../lists/replies';
import { badRequest, notFound } from '../../refusals';
import { collection } from '../collection';
import { groups, users } from '../scim/scimStore';
import { findAll, groupView, userView } from './identities';

const groupName = ({ attributes }: { attributes: Record<string, unknown> }) =>
	String(attributes.displayName);

const { create, get, list, remove, one, change } = collection(groups, {
	unique: [{ by: (group) => groupName(group).toLowerCase(), says: 'name' }],
	given: ({ state, body }) => {
		const { name, userIds = [] } = body as { name: string; userIds?: string[] };
		return {
			attributes: { displayName: name },
			members: findAll(users, state, userIds).map(({ id }) => id),
		};
	},
	fresh: ({ clock }) => ({ created: clock.now(), modified: clock.now() }),
	touched: ({ clock }) => ({ modified: clock.now() }),
	show: groupView,
	paging: numberedPage,
	filters: { nameFilter: contains(groupName) },
});

export const groupHandlers: Handlers = {
	'GET /account/groups': list(),
	'POST /account/groups': create((group, { origin }) =>
		created(groupView(group), { location: `${origin}/account/groups/${group.id}` }),
	),
	'GET /account/groups/{id}': get(),
	'PATCH /account/groups/{id}': (request) => {
		const { state, body } = request;
		const group = one(request);
		const { name } = body as { name: string };
		if (
			groups
				.all(state)
				.some((other) => other !== group && groupName(other).toLowerCase() === name.toLowerCase())
		)
			throw badRequest(`A group with the name ${name} already exists`);
		change(request, group, { attributes: { ...group.attributes, displayName: name } });
		return ok(groupView(group));
	},
	'DELETE /account/groups/{id}': remove(),
	'GET /account/groups/{id}/users': (request) =>
		numberedPage(
			one(request).members.map((id) => users.find(request.state, id)),
			request.query,
			(user) => userView(request.state, user),
		),
	'POST /account/groups/{id}/users': (request) => {
		const group = one(request, 'id');
		const added = findAll(users, request.state, request.body as string[]).map(({ id }) => id);
		change(request, group, { members: [...new Set([...group.members, ...added])] });
		return ok(groupView(group));
	},
	'DELETE /account/groups/{id}/users/{userId}': (request) => {
		const group = one(request, 'id');
		const { userId } = request.path;
		if (!group.members.includes(userId!))
			throw notFound(`User ${userId} is not in the group ${group.id}`);
		change(request, group, { members: group.members.filter((id) => id !== userId) });
		return noContent();
	},
};
