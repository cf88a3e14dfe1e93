/** Roles of the identities. The same as in SCIM. */
import { created, type Handlers, noContent, type Request } from '../../handler';
import { contains, numberedPage } from '../../lists/replies';
import { badRequest, notFound } from '../../refusals';
import { collection } from '../collection';
import { type Provisioned, users } from '../scim/scimStore';
import {
	checkSeatsOfRoles,
	findAll,
	type Role,
	roleAttributes,
	roleName,
	roles,
	rolesAttribute,
	rolesOf,
	roleView,
	usersWith,
	userView,
} from './identities';

/** Gives a user these roles, in place of all others. */
const give = (user: Provisioned, given: readonly Role[]): void =>
	void (user.attributes.roles = rolesAttribute(given));

/** What both APIs do with roles. */
export const roleOptions = {
	unique: [{ by: (role: Role) => roleName(role).toLowerCase(), says: 'name' }],
	fresh: ({ clock }: Request) => ({ created: clock.now(), modified: clock.now(), builtIn: false }),
	touched: ({ clock }: Request) => ({ modified: clock.now() }),
	busy: ({ builtIn }: Role) => builtIn && badRequest('A built-in role cannot be changed'),
	/** A renamed role keeps its users, under its new name. */
	changed: (role: Role, { state }: Request, before: Role) => {
		for (const user of users.all(state)) {
			const held = (user.attributes.roles ?? []) as Array<{ value: string }>;
			user.attributes.roles = held.map((each) =>
				each.value === roleName(before)
					? { ...each, value: roleName(role), display: roleName(role) }
					: each,
			);
		}
	},
	/** Its users lose a deleted role. */
	removed: (role: Role, { state }: Request) => {
		for (const user of usersWith(state, role)) give(user, rolesOf(state, user));
	},
};

const { create, get, list, replace, remove, one } = collection(roles, {
	...roleOptions,
	required: ['name'],
	given: ({ state, body }) => {
		const { name, permissions = [] } = body as { name: string; permissions?: string[] };
		return { attributes: roleAttributes(state, name, permissions) };
	},
	show: roleView,
	paging: numberedPage,
	filters: { nameFilter: contains(roleName) },
});

export const roleHandlers: Handlers = {
	'GET /account/roles': list(),
	'POST /account/roles': create((role, { origin }) =>
		created(roleView(role), { location: `${origin}/account/roles/${role.id}` }),
	),
	'GET /account/roles/{id}': get(),
	'PUT /account/roles/{id}': replace(),
	'DELETE /account/roles/{id}': remove(),
	'GET /account/roles/{id}/users': (request) =>
		numberedPage(usersWith(request.state, one(request)), request.query, (user) =>
			userView(request.state, user),
		),
	'POST /account/roles/{id}/users': (request) => {
		const { state, body } = request;
		const role = one(request, 'id');
		const to = findAll(users, state, body as string[]);
		checkSeatsOfRoles(state, [role], to);
		for (const user of to) give(user, [...new Set([...rolesOf(state, user), role])]);
		return noContent();
	},
	'DELETE /account/roles/{id}/users/{userId}': (request) => {
		const role = one(request, 'id');
		const user = users.find(request.state, request.path.userId!);
		const present = rolesOf(request.state, user);
		if (!present.includes(role))
			throw notFound(`User ${user.id} does not have the role ${role.id}`);
		give(
			user,
			present.filter((each) => each !== role),
		);
		return noContent();
	},
};
